//! The thread that owns the engine, and everything that is slow: thinking, tables, books, profiles.
//!
//! Jobs are done in the order in which they come. A job that can be interrupted comes with a [`Signal`], and
//! its end is told to the desk; what it finds on the way is written by itself.

use std::{
    path::Path,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender},
    },
};

use qaissa_core::quoted;
use qaissa_engine::{
    Clock, Engine, Limits, Root, Settings, Signal, Tables as _, bench, book::Book, bot::Strength,
    eval::Profile,
};
use qaissa_words::msg;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng as _};
use shakmaty::{Chess, Move, Position as _};

use crate::{desk::Event, file, info, output::Output, show, tables::Syzygy};

/// Something to do.
pub(crate) enum Job {
    Set(Settings),
    /// The evaluation in a file; the default one if it has no name.
    Profile(String),
    /// The tables of endings in some folders; none if there is no name.
    Tables(String),
    /// The opening book in a file; none if it has no name.
    Book(String),
    Forget,
    /// Say that all jobs before this one are done.
    Ready,
    Evaluate(Chess),
    Think(Box<Task>),
    Bench {
        depth: u32,
        signal: Arc<Signal>,
    },
}

/// A position to think about.
pub(crate) struct Task {
    pub(crate) root: Root,
    pub(crate) limits: Limits,
    pub(crate) signal: Arc<Signal>,
    pub(crate) strength: Strength,
    /// Play from the book if it has a move.
    pub(crate) book: bool,
    /// Tell the move to ponder on.
    pub(crate) ponder: bool,
    pub(crate) show_wdl: bool,
}

pub(crate) struct Worker {
    engine: Engine,
    clock: Arc<dyn Clock + Send + Sync>,
    random: ChaCha8Rng,
    tables: Option<Arc<Syzygy>>,
    book: Option<Book>,
    output: Output,
    events: SyncSender<Event>,
}

/// The desk must know when the worker is gone, whatever became of it.
impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.events.send(Event::Gone);
    }
}

impl Worker {
    pub(crate) fn new(
        clock: Arc<dyn Clock + Send + Sync>,
        seed: u64,
        output: Output,
        events: SyncSender<Event>,
    ) -> Worker {
        Worker {
            engine: Engine::new(Settings::default()),
            clock,
            random: ChaCha8Rng::seed_from_u64(seed),
            tables: None,
            book: None,
            output,
            events,
        }
    }

    /// Works until there are no more jobs.
    pub(crate) fn run(mut self, jobs: Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Set(settings) => self.set(settings),
                Job::Profile(file) => self.set_profile(&file),
                Job::Tables(folders) => self.set_tables(&folders),
                Job::Book(file) => self.set_book(&file),
                Job::Forget => self.engine.forget(),
                Job::Ready => self.output.say("readyok"),
                Job::Evaluate(position) => self
                    .output
                    .say(&show::evaluation(&position, self.engine.profile())),
                Job::Think(task) => {
                    let answer = self.think(&task);
                    let _ = self.events.send(Event::Done(Some(answer)));
                }
                Job::Bench { depth, signal } => {
                    self.bench(depth, &signal);
                    let _ = self.events.send(Event::Done(None));
                }
            }
        }
    }

    /// A table that there is no memory for would end the program, so it is asked for first.
    fn set(&mut self, settings: Settings) {
        let size = settings.hash.checked_mul(1 << 20);
        let grows = settings.hash > self.engine.settings().hash;
        let fits = |size| Vec::<u8>::new().try_reserve_exact(size).is_ok();
        if grows && !size.is_some_and(fits) {
            self.output
                .tell(&msg!("uci-hash-memory", size = settings.hash));
            return;
        }
        self.engine.set(settings);
    }

    fn set_profile(&mut self, name: &str) {
        let profile = match name {
            "" => Ok(Profile::default()),
            name => file::profile(Path::new(name)),
        };
        match profile {
            Ok(profile) => self.engine.set_profile(Arc::new(profile)),
            Err(fault) => self.output.tell(&fault),
        }
    }

    fn set_tables(&mut self, folders: &str) {
        self.tables = None;
        if !folders.is_empty() {
            let (syzygy, complaints) = Syzygy::open(folders);
            for complaint in &complaints {
                self.output.tell(complaint);
            }
            if syzygy.is_empty() {
                let folders = quoted(folders);
                self.output
                    .tell(&msg!("uci-tables-none", folders = folders));
            } else {
                let (count, pieces) = (syzygy.len(), syzygy.pieces());
                self.output
                    .tell(&msg!("uci-tables-found", count = count, pieces = pieces));
                self.tables = Some(Arc::new(syzygy));
            }
        }
        let tables = self.tables.clone();
        self.engine.set_tables(tables.map(|tables| tables as _));
    }

    fn set_book(&mut self, name: &str) {
        self.book = None;
        if !name.is_empty() {
            match file::book(Path::new(name)) {
                Ok(book) => self.book = Some(book),
                Err(fault) => self.output.tell(&fault),
            }
        }
    }

    /// Thinks, and gives the line that answers.
    fn think(&mut self, task: &Task) -> String {
        let position = task.root.position();
        let mode = position.castles().mode();
        let written = |mv: Move| mv.to_uci(mode).to_string();
        if task.book
            && let Some(mv) = self.book_move(position)
        {
            self.output.tell(&msg!("uci-book-move", mv = written(mv)));
            return format!("bestmove {}", written(mv));
        }
        let output = &self.output;
        let thought = task.strength.think(
            &mut self.engine,
            &task.root,
            &task.limits,
            &task.signal,
            &*self.clock,
            &mut self.random,
            &mut |report| {
                output.say(&info::line(report, mode, task.show_wdl));
                if output.is_closed() {
                    task.signal.stop();
                }
            },
        );
        for complaint in self.tables.iter().flat_map(|tables| tables.complaints()) {
            self.output.tell(&complaint);
        }
        match (thought.best(), thought.ponder()) {
            (None, _) => {
                let over = if position.is_check() { "mate" } else { "cp" };
                self.output.say(&format!("info depth 0 score {over} 0"));
                "bestmove (none)".to_owned()
            }
            (Some(best), Some(answer)) if task.ponder => {
                format!("bestmove {} ponder {}", written(best), written(answer))
            }
            (Some(best), _) => format!("bestmove {}", written(best)),
        }
    }

    fn book_move(&mut self, position: &Chess) -> Option<Move> {
        self.book.as_ref()?.pick(position, &mut self.random)
    }

    /// With an engine of its own, so that the count does not depend on what was set.
    fn bench(&mut self, depth: u32, signal: &Signal) {
        let mut engine = Engine::new(Settings::default());
        let output = &self.output;
        let total = bench::run(
            &mut engine,
            depth,
            signal,
            &*self.clock,
            &mut |number, fen, thought| {
                let line = show::bench_step(number, fen, thought.best(), thought.nodes);
                output.say(&line);
            },
        );
        self.output.say(&show::bench_total(&total));
    }
}
