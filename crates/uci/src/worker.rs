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

use qaissa_core::{AnyMove, AnyPosition, Color, End, Position as _, quoted};
use qaissa_engine::{
    Clock, Engine, Limits, Root, Settings, Signal, Tables as _, bench,
    book::Book,
    bot::Strength,
    eval::Profile,
    quantum::{self, Outlook},
};
use qaissa_words::msg;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng as _};
use shakmaty::{Chess, Move, Position as _};

use crate::{
    brain::{Brain, Rules},
    desk::Event,
    file, info,
    output::Output,
    show,
    tables::Syzygy,
};

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
    /// Get an engine ready.
    Prepare(Rules),
    Evaluate(Chess),
    /// The same for a position of a quantum game.
    Judge(Box<AnyPosition>),
    Think(Box<Task>),
    Bench {
        depth: u32,
        signal: Arc<Signal>,
    },
}

/// What to think about.
pub(crate) enum Question {
    Chess {
        root: Root,
        limits: Limits,
        /// Play from the book if it has a move.
        book: bool,
    },
    Quantum {
        /// All positions of the game, as everybody may see them.
        positions: Vec<AnyPosition>,
        limits: Limits<AnyMove>,
        /// How the game ended, if it has.
        end: Option<End>,
    },
}

/// Something to think about, and how.
pub(crate) struct Task {
    pub(crate) question: Question,
    pub(crate) signal: Arc<Signal>,
    pub(crate) strength: Strength,
    /// Tell the move to ponder on.
    pub(crate) ponder: bool,
    pub(crate) show_wdl: bool,
}

pub(crate) struct Worker {
    brain: Brain,
    clock: Arc<dyn Clock + Send + Sync>,
    random: ChaCha8Rng,
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
            brain: Brain::new(),
            clock,
            random: ChaCha8Rng::seed_from_u64(seed),
            book: None,
            output,
            events,
        }
    }

    /// Works until there are no more jobs.
    pub(crate) fn run(mut self, jobs: Receiver<Job>) {
        self.brain.prepare(Rules::Chess);
        for job in jobs {
            match job {
                Job::Set(settings) => self.set(settings),
                Job::Profile(file) => self.set_profile(&file),
                Job::Tables(folders) => self.set_tables(&folders),
                Job::Book(file) => self.set_book(&file),
                Job::Forget => self.brain.forget(),
                Job::Ready => self.output.say("readyok"),
                Job::Prepare(rules) => self.brain.prepare(rules),
                Job::Evaluate(position) => self
                    .output
                    .say(&show::evaluation(&position, self.brain.profile())),
                Job::Judge(position) => {
                    if let Some(outlook) = self.brain.quantum().evaluate(&position) {
                        self.output.say(&show::worth(outlook, position.turn()));
                    }
                }
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
        let grows = settings.hash > self.brain.settings().hash;
        let fits = |size| Vec::<u8>::new().try_reserve_exact(size).is_ok();
        if grows && !size.is_some_and(fits) {
            self.output
                .tell(&msg!("uci-hash-memory", size = settings.hash));
            return;
        }
        self.brain.set(settings);
    }

    fn set_profile(&mut self, name: &str) {
        let profile = match name {
            "" => Ok(Profile::default()),
            name => file::profile(Path::new(name)),
        };
        match profile {
            Ok(profile) => self.brain.set_profile(profile),
            Err(fault) => self.output.tell(&fault),
        }
    }

    fn set_tables(&mut self, folders: &str) {
        let mut tables = None;
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
                tables = Some(Arc::new(syzygy));
            }
        }
        self.brain.set_tables(tables);
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
        match &task.question {
            Question::Chess { root, limits, book } => {
                let from_book = book.then(|| self.book_move(root.position())).flatten();
                match from_book {
                    Some(mv) => {
                        let mv = mv.to_uci(root.position().castles().mode()).to_string();
                        self.output.tell(&msg!("uci-book-move", mv = mv.as_str()));
                        format!("bestmove {mv}")
                    }
                    None => self.think_chess(task, root, limits),
                }
            }
            Question::Quantum {
                positions,
                limits,
                end,
            } => match (positions.last(), end) {
                (Some(position), None) => self.think_quantum(task, positions, position, limits),
                (Some(position), Some(end)) => self.is_over(*end, position.turn()),
                (None, _) => NO_MOVE.to_owned(),
            },
        }
    }

    fn think_chess(&mut self, task: &Task, root: &Root, limits: &Limits) -> String {
        let position = root.position();
        let mode = position.castles().mode();
        let written = |mv: Move| mv.to_uci(mode).to_string();
        let output = &self.output;
        let thought = task.strength.think(
            self.brain.chess(),
            root,
            limits,
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
        let tables = self.brain.tables();
        for complaint in tables.iter().flat_map(|tables| tables.complaints()) {
            self.output.tell(&complaint);
        }
        let Some(best) = thought.best() else {
            let over = if position.is_check() { "mate" } else { "cp" };
            self.output.say(&format!("info depth 0 score {over} 0"));
            return NO_MOVE.to_owned();
        };
        let reply = thought.ponder().filter(|_| task.ponder);
        best_move(&written(best), reply.map(written))
    }

    fn think_quantum(
        &mut self,
        task: &Task,
        positions: &[AnyPosition],
        position: &AnyPosition,
        limits: &Limits<AnyMove>,
    ) -> String {
        let output = &self.output;
        let mut told = None;
        let mut fullness = 0;
        let thought = task.strength.ponder(
            self.brain.quantum(),
            positions,
            limits,
            &task.signal,
            &*self.clock,
            &mut self.random,
            &mut |report| {
                if report.rank == 1 {
                    told = report.line.steps.first().map(|(mv, _)| mv.clone());
                    fullness = report.fullness;
                }
                output.say(&info::quantum_line(report, position, task.show_wdl));
                if output.is_closed() {
                    task.signal.stop();
                }
            },
        );
        let first = thought.lines.first();
        let Some((line, (best, _))) = first.and_then(|line| Some((line, line.steps.first()?)))
        else {
            self.output.say("info depth 0 score cp 0");
            return NO_MOVE.to_owned();
        };
        let written = position.write_move(best);
        // A game that goes on is not lost yet: it means that the search was stopped before it looked at anything.
        if line.outlook.turns() != Some(0) {
            // What was found after the last news, or is played for being weak, is news.
            if told.as_ref() != Some(best) {
                let report = quantum::Report {
                    rank: 1,
                    line,
                    deepest: line.depth,
                    nodes: thought.nodes,
                    time: thought.time,
                    fullness,
                    samples: thought.samples,
                };
                let news = info::quantum_line(&report, position, task.show_wdl);
                self.output.say(&news);
            }
            if thought.samples > 0 {
                self.output
                    .tell(&msg!("uci-samples", count = thought.samples));
            }
            let share = format!("{:.1}", 100.0 * line.outlook.win_probability());
            let mv = written.as_str();
            self.output
                .tell(&msg!("uci-expectation", mv = mv, share = share));
        }
        let reply = task.ponder.then(|| reply(position, line)).flatten();
        best_move(&written, reply)
    }

    /// The answer where a quantum game is over.
    fn is_over(&self, end: End, turn: Color) -> String {
        self.output.tell(&end.message());
        let score = match end.result.winner() {
            Some(winner) if winner != turn => "mate 0".to_owned(),
            Some(_) => info::outlook(Outlook::WIN),
            None => info::outlook(Outlook::EVEN),
        };
        self.output.say(&format!("info depth 0 score {score}"));
        NO_MOVE.to_owned()
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

/// The answer where there is no move.
const NO_MOVE: &str = "bestmove (none)";

fn best_move(best: &str, reply: Option<String>) -> String {
    match reply {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    }
}

/// The answer that a line expects to its first move, if that can turn out in one way only.
fn reply(position: &AnyPosition, line: &quantum::Line) -> Option<String> {
    let [(first, outcome), (second, _), ..] = line.steps.as_slice() else {
        return None;
    };
    let mut next = position.clone();
    next.play(first, outcome);
    let sure = position.outcome_count(first) == 1 && next.turn() != position.turn();
    sure.then(|| next.write_move(second))
}
