//! The desk hears every command at once, keeps options and position, and gives the worker its jobs.
//!
//! It never waits for the worker. What may change something while the engine thinks (a position, an option,
//! another search) waits in line until the answer is out; what is about the search itself does not. An answer to a search
//! without end, or to one that ponders, is kept until it is asked for.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        mpsc::{Receiver, Sender},
    },
    time::{Duration, Instant},
};

use qaissa_core::{MoveError, Square, quoted};
use qaissa_engine::{Limits, Root, Settings, SideClock, Signal, bench};
use qaissa_words::{Spoken as _, msg};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng as _};
use shakmaty::Chess;

use crate::{
    command::{Command, Go, Setup},
    option::{self, Id, Options},
    output::Output,
    quantum::{Drawn, uncorrelated},
    server::LONGEST_LINE,
    show,
    standing::{Standing, find},
    worker::{Job, Question, Task},
};

/// How many commands may wait for a search to end.
const LONGEST_QUEUE: usize = 1000;

/// How long to wait for the last words of the worker after `quit`.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the desk hears.
pub(crate) enum Event {
    Line(String),
    /// A line that was too long to be read.
    LongLine,
    /// The input has ended.
    End,
    /// The worker has finished what can be interrupted; with an answer, if it was a search.
    Done(Option<String>),
    /// The worker is gone.
    Gone,
}

/// What the worker is at.
struct Busy {
    signal: Arc<Signal>,
    /// The answer may not be told before it is asked for.
    held: bool,
    /// It is no search, and ends by itself.
    bench: bool,
    answer: Option<String>,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Leaving {
    No,
    /// When all that was asked for is done.
    Soon,
    Now,
}

pub(crate) struct Desk {
    options: Options,
    standing: Standing,
    /// Draws the outcomes that nobody has written.
    random: ChaCha8Rng,
    debug: bool,
    busy: Option<Busy>,
    queue: VecDeque<Command>,
    leaving: Leaving,
    output: Output,
    jobs: Sender<Job>,
}

impl Desk {
    pub(crate) fn new(output: Output, jobs: Sender<Job>, seed: u64) -> Desk {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // The worker draws from the same seed.
        random.set_stream(1);
        Desk {
            options: Options::default(),
            standing: Standing::Chess(Root::new(Chess::default())),
            random,
            debug: false,
            busy: None,
            queue: VecDeque::new(),
            leaving: Leaving::No,
            output,
            jobs,
        }
    }

    /// Serves until it is told to end, the input ends, or nobody listens.
    pub(crate) fn run(mut self, heard: &Receiver<Event>) {
        while let Ok(event) = heard.recv() {
            match event {
                Event::Line(line) => self.hear(&line),
                Event::LongLine => self
                    .output
                    .tell(&msg!("uci-line-long", limit = LONGEST_LINE)),
                Event::End => self.end_soon(),
                Event::Done(answer) => self.done(answer),
                Event::Gone => {
                    self.output.tell(&msg!("uci-worker-gone"));
                    return;
                }
            }
            let done = self.busy.is_none() && self.queue.is_empty();
            let leaves = match self.leaving {
                Leaving::No => self.output.is_closed(),
                Leaving::Soon => done || self.output.is_closed(),
                Leaving::Now => true,
            };
            if leaves {
                break;
            }
        }
        self.leave(heard);
    }

    /// Stops the search, waits for its answer, and for the jobs before it if they are to be done.
    fn leave(mut self, heard: &Receiver<Event>) {
        self.queue.clear();
        if let Some(busy) = &mut self.busy {
            busy.signal.stop();
            busy.held = false;
            if let Some(answer) = busy.answer.take() {
                self.output.say(&answer);
            }
        }
        // Who is told to quit does not wait for a slow job; at the end of the input all is still to be done.
        let quits = (self.leaving != Leaving::Soon).then(|| Instant::now() + PATIENCE);
        let Desk { jobs, output, .. } = self;
        // Without anybody to give it jobs, the worker ends when it has done those it has.
        drop(jobs);
        loop {
            let patience = quits.map_or(Duration::MAX, |at| at.duration_since(Instant::now()));
            match heard.recv_timeout(patience) {
                Ok(Event::Done(Some(answer))) => output.say(&answer),
                Ok(Event::Gone) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }

    fn hear(&mut self, line: &str) {
        if self.debug {
            self.output
                .tell(&msg!("uci-heard", text = quoted(line.trim())));
        }
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(command)) => self.take(command, line),
            Err(fault) => self.output.tell(&fault),
        }
    }

    /// Does a command now, or when its turn comes.
    fn take(&mut self, command: Command, line: &str) {
        let search_waits = self
            .queue
            .iter()
            .any(|waiting| matches!(waiting, Command::Go(_) | Command::Bench { .. }));
        // It is meant for the last search that was asked for, but also means that the one under way is no
        // longer wanted.
        let for_later = search_waits && matches!(command, Command::Stop | Command::PonderHit);
        if for_later && command == Command::Stop {
            self.stop();
        }
        let waits = for_later || (self.busy.is_some() && waits(&command));
        if !waits {
            self.execute(command);
            self.go_on();
        } else if self.queue.len() < LONGEST_QUEUE {
            self.queue.push_back(command);
            self.go_on();
        } else {
            self.output.tell(&msg!(
                "uci-busy",
                limit = LONGEST_QUEUE,
                text = quoted(line.trim()),
            ));
        }
    }

    /// Does what waits, as far as nothing is under way.
    fn go_on(&mut self) {
        while let Some(next) = self.queue.front() {
            if self.busy.is_some() && waits(next) {
                break;
            }
            if let Some(next) = self.queue.pop_front() {
                self.execute(next);
            }
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady if self.busy.is_some() => self.output.say("readyok"),
            Command::IsReady => self.order(Job::Ready),
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(id) => self.apply(id),
                Err(fault) => self.output.tell(&fault),
            },
            Command::NewGame => {
                self.standing.forget();
                self.order(Job::Forget);
            }
            Command::Position(setup) => self.set_up(&setup),
            Command::Go(go) => self.think(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => self.leaving = Leaving::Now,
            Command::Bench { depth } => {
                let signal = Arc::new(Signal::new());
                let depth = depth.unwrap_or(bench::DEPTH);
                self.begin(Arc::clone(&signal), false, true);
                self.order(Job::Bench { depth, signal });
            }
            Command::Show => self.output.say(&match &self.standing {
                Standing::Chess(root) => show::position(root.position()),
                Standing::Quantum(game) => {
                    show::quantum(&game.position(), game.end(self.options.force_win))
                }
            }),
            Command::Evaluate => self.order(match &self.standing {
                Standing::Chess(root) => Job::Evaluate(root.position().clone()),
                Standing::Quantum(game) => Job::Judge(Box::new(game.position())),
            }),
            Command::Bell(first, second) => self.correlate(first, second),
            Command::Nothing => {}
        }
    }

    /// If the worker is gone an event tells so.
    fn order(&self, job: Job) {
        let _ = self.jobs.send(job);
    }

    fn introduce(&self) {
        let options = option::told().join("\n");
        self.output.say(&format!(
            "id name Qaissa {}\nid author the authors of Qaissa\n\n{options}\nuciok",
            env!("CARGO_PKG_VERSION"),
        ));
    }

    fn correlate(&self, first: Square, second: Square) {
        let values = match &self.standing {
            Standing::Chess(_) => Err(uncorrelated(&self.options.variant)),
            Standing::Quantum(game) => game.bell(first, second),
        };
        match values {
            Ok(lines) => self.output.say(&lines),
            Err(fault) => self.output.tell(&fault),
        }
    }

    fn apply(&mut self, id: Id) {
        let options = &self.options;
        match id {
            Id::Hash | Id::Threads => self.order(Job::Set(Settings {
                hash: options.hash as usize,
                threads: options.threads as usize,
            })),
            Id::Tables => self.order(Job::Tables(options.tables.clone())),
            Id::Book => self.order(Job::Book(options.book.clone())),
            Id::Profile => self.order(Job::Profile(options.profile.clone())),
            // Another game begins.
            Id::Chess960 | Id::Variant => {
                self.set_up(&Setup::default());
                self.order(Job::Prepare(self.standing.rules()));
            }
            Id::MultiPv
            | Id::Ponder
            | Id::Overhead
            | Id::OwnBook
            | Id::LimitStrength
            | Id::Elo
            | Id::Skill
            | Id::ShowWdl
            | Id::ForceTurn
            | Id::ForceWin
            | Id::ForceMeasure => {}
        }
    }

    /// Takes a position, or refuses it and keeps the old one.
    fn set_up(&mut self, setup: &Setup) {
        let set_up = self.standing.set_up(setup, &self.options, &mut self.random);
        match set_up {
            Ok((standing, drawn)) => {
                self.standing = standing;
                for Drawn { ply, token } in drawn {
                    self.output.say(&format!("info string drawn {ply} {token}"));
                }
            }
            Err(fault) => self
                .output
                .tell(&msg!("uci-position-refused", fault = fault)),
        }
    }

    fn begin(&mut self, signal: Arc<Signal>, held: bool, bench: bool) {
        if self.leaving == Leaving::Soon && !bench {
            signal.stop();
        }
        self.busy = Some(Busy {
            signal,
            held: held && self.leaving == Leaving::No,
            bench,
            answer: None,
        });
    }

    fn think(&mut self, go: &Go) {
        let options = &self.options;
        let signal = Arc::new(Signal::new());
        let whenever = !go.ponder && !go.infinite;
        let question = match &self.standing {
            Standing::Chess(root) => Question::Chess {
                limits: self.limits(go, |text| find(root.position(), text)),
                root: root.clone(),
                book: options.own_book && whenever && go.moves.is_empty() && go.mate.is_none(),
            },
            Standing::Quantum(game) => Question::Quantum {
                limits: self.limits(go, |text| game.find(text)),
                positions: game.positions(),
                end: game.end(options.force_win),
            },
        };
        let task = Task {
            question,
            signal: Arc::clone(&signal),
            strength: options.strength(),
            ponder: options.ponder,
            show_wdl: options.show_wdl,
        };
        self.begin(signal, !whenever, false);
        self.order(Job::Think(Box::new(task)));
    }

    fn limits<M>(&self, go: &Go, find: impl Fn(&str) -> Result<M, MoveError>) -> Limits<M> {
        let shared = Limits {
            overhead: Duration::from_millis(self.options.overhead.into()),
            moves: self.moves(&go.moves, find),
            multi_pv: self.options.multi_pv as usize,
            ..Limits::default()
        };
        if go.infinite {
            return shared;
        }
        let (own, other) = self.standing.turn().fold_wb((0, 1), (1, 0));
        // Whoever tells only one clock plays with that for both sides.
        let left = go.left[own].or(go.left[other]);
        let clock = left.map(|left| SideClock {
            left,
            increment: go.increment[own].unwrap_or_default(),
            moves_to_go: go.moves_to_go,
        });
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            movetime: go.movetime,
            clock,
            ponder: go.ponder,
            ..shared
        }
    }

    /// The legal ones of the moves to search.
    fn moves<M>(&self, texts: &[String], find: impl Fn(&str) -> Result<M, MoveError>) -> Vec<M> {
        let mut moves = Vec::new();
        for text in texts {
            match find(text) {
                Ok(mv) => moves.push(mv),
                Err(error) => self.output.tell(&error.message()),
            }
        }
        if moves.is_empty() && !texts.is_empty() {
            self.output.tell(&msg!("uci-moves-none"));
        }
        moves
    }

    fn stop(&mut self) {
        if let Some(busy) = &mut self.busy {
            busy.signal.stop();
            busy.held = false;
        }
        self.answer();
    }

    fn ponder_hit(&mut self) {
        if let Some(busy) = &mut self.busy {
            busy.signal.ponder_hit();
            busy.held = false;
        }
        self.answer();
    }

    fn done(&mut self, answer: Option<String>) {
        match (answer, &mut self.busy) {
            (Some(answer), Some(busy)) => busy.answer = Some(answer),
            _ => self.busy = None,
        }
        self.answer();
        self.go_on();
    }

    /// Tells the answer, if it is there and nothing holds it back.
    fn answer(&mut self) {
        let ready = |busy: &mut Busy| if busy.held { None } else { busy.answer.take() };
        if let Some(answer) = self.busy.as_mut().and_then(ready) {
            self.busy = None;
            self.output.say(&answer);
        }
    }

    /// Nobody will ask for anything more: what has no end is stopped, the rest is done.
    fn end_soon(&mut self) {
        self.leaving = Leaving::Soon;
        if self.busy.as_ref().is_some_and(|busy| !busy.bench) {
            self.stop();
        }
        self.go_on();
    }
}

/// Whether a command has to wait for the end of a search.
fn waits(command: &Command) -> bool {
    match command {
        Command::SetOption { .. }
        | Command::NewGame
        | Command::Position(_)
        | Command::Go(_)
        | Command::Bench { .. }
        | Command::Show
        | Command::Evaluate
        | Command::Bell(..) => true,
        Command::Uci
        | Command::Debug(_)
        | Command::IsReady
        | Command::Stop
        | Command::PonderHit
        | Command::Quit
        | Command::Nothing => false,
    }
}
