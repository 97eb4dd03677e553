//! What our engine thinks of a game, for whoever asks at the console; and what is shown while somebody thinks.

use std::{
    io::{self, Write},
    time::Duration,
};

use qaissa_core::{AnyMove, AnyOutcome, AnyPosition, Game, Position as _, notation::squares_in};
use qaissa_engine::{
    Engine, Limits, Reading, Root, Score, Settings, Signal,
    quantum::{Outlook, QuantumEngine},
    wdl::Chances,
};
use qaissa_uci::clock::SystemClock;
use qaissa_words::{Message, msg};

use super::console::Console;

/// How long a question is thought about.
const TIME: Duration = Duration::from_secs(1);

/// What a position or a move promises to the side to move.
#[derive(Copy, Clone, Debug)]
pub(super) enum Worth {
    Chess(Score),
    Quantum(Outlook),
}

impl Worth {
    /// In pawns, or how soon the game is decided.
    pub(super) fn told(self) -> Message {
        match self {
            Worth::Chess(score) => score_told(score),
            Worth::Quantum(outlook) => match outlook.turns() {
                Some(turns) if turns >= 0 => msg!("worth-won", turns = turns.unsigned_abs()),
                Some(turns) => msg!("worth-lost", turns = turns.unsigned_abs()),
                None => pawns(outlook.centipawns()),
            },
        }
    }

    /// The share of the points that the side can expect.
    pub(super) fn chance(self) -> f64 {
        match self {
            Worth::Chess(score) => {
                let Chances { win, draw, .. } = Chances::of(score);
                f64::from(2 * win + draw) / 2000.0
            }
            Worth::Quantum(outlook) => outlook.win_probability(),
        }
    }
}

/// A score of the side to move as people read it.
pub(super) fn score_told(score: Score) -> Message {
    match score.reading() {
        Reading::Centipawns(centipawns) => pawns(centipawns),
        Reading::Mate(moves) if moves > 0 => msg!("worth-mates", moves = moves.unsigned_abs()),
        Reading::Mate(moves) => msg!("worth-mated", moves = moves.unsigned_abs()),
    }
}

fn pawns(centipawns: i32) -> Message {
    let pawns = format!("{:+.2}", f64::from(centipawns) / 100.0);
    msg!("worth-pawns", pawns = pawns)
}

/// A line of play and what it promises.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    pub(super) depth: u32,
    pub(super) worth: Worth,
    /// The moves with the outcomes that were looked at.
    pub(super) steps: Vec<(AnyMove, AnyOutcome)>,
}

/// Our engine, asked for its opinion.
pub(super) struct Analyst {
    chess: Option<Engine>,
    quantum: Option<QuantumEngine>,
    /// How many nodes it looks at, in place of a time.
    nodes: Option<u64>,
    clock: SystemClock,
}

impl Analyst {
    /// An engine that has not been asked yet.
    pub(super) fn new(nodes: Option<u64>) -> Analyst {
        Analyst {
            chess: None,
            quantum: None,
            nodes,
            clock: SystemClock::start(),
        }
    }

    /// The best lines of a game as players may see it, best first; only those that begin with some moves, if any are given.
    pub(super) fn asked(
        &mut self,
        game: &Game,
        moves: &[AnyMove],
        lines: usize,
        signal: &Signal,
        tell: &mut dyn FnMut(&Opinion),
    ) -> Vec<Opinion> {
        match game.position() {
            AnyPosition::Chess(_) => self.asked_of_chess(game, moves, lines, signal, tell),
            _ => self.asked_of_quantum(game, moves, lines, signal, tell),
        }
    }

    fn limits<M>(&self, moves: Vec<M>, lines: usize) -> Limits<M> {
        Limits {
            nodes: self.nodes,
            movetime: self.nodes.is_none().then_some(TIME),
            multi_pv: lines,
            moves,
            ..Limits::default()
        }
    }

    fn asked_of_chess(
        &mut self,
        game: &Game,
        moves: &[AnyMove],
        lines: usize,
        signal: &Signal,
        tell: &mut dyn FnMut(&Opinion),
    ) -> Vec<Opinion> {
        let Some(root) = Root::of(game) else {
            return Vec::new();
        };
        let wanted = moves.iter().filter_map(|mv| match mv {
            AnyMove::Chess(mv) => Some(*mv),
            _ => None,
        });
        let limits = self.limits(wanted.collect(), lines);
        let opinion = |line: &qaissa_engine::Line| {
            let steps = line.moves.iter();
            let steps = steps.map(|mv| (AnyMove::Chess(*mv), AnyOutcome::Chess(())));
            Opinion {
                depth: line.depth,
                worth: Worth::Chess(line.score),
                steps: steps.collect(),
            }
        };
        let engine = self
            .chess
            .get_or_insert_with(|| Engine::new(Settings::default()));
        let thought = engine.think(&root, &limits, signal, &self.clock, &mut |news| {
            if news.rank == 1 {
                tell(&opinion(news.line));
            }
        });
        thought.lines.iter().map(opinion).collect()
    }

    fn asked_of_quantum(
        &mut self,
        game: &Game,
        moves: &[AnyMove],
        lines: usize,
        signal: &Signal,
        tell: &mut dyn FnMut(&Opinion),
    ) -> Vec<Opinion> {
        let limits = self.limits(moves.to_vec(), lines);
        let opinion = |line: &qaissa_engine::quantum::Line| Opinion {
            depth: line.depth,
            worth: Worth::Quantum(line.outlook),
            steps: line.steps.clone(),
        };
        let engine = self
            .quantum
            .get_or_insert_with(|| QuantumEngine::new(Settings::default()));
        let positions = game.positions();
        let thought = engine.think(positions, &limits, signal, &self.clock, &mut |news| {
            if news.rank == 1 {
                tell(&opinion(news.line));
            }
        });
        thought.lines.iter().map(opinion).collect()
    }
}

/// The listed move that is the same but for the order of its squares: engines look at one order only.
pub(super) fn listed(position: &AnyPosition, mv: &AnyMove) -> Option<AnyMove> {
    let moves = position.legal_moves();
    if moves.contains(mv) {
        return Some(mv.clone());
    }
    let squares = |mv: &AnyMove| {
        let text = position.write_move(mv);
        let mut squares = squares_in(&text);
        squares.sort();
        (squares, text.find('^'))
    };
    let wanted = squares(mv);
    moves.into_iter().find(|other| squares(other) == wanted)
}

/// What somebody thinks so far, on a line that is written over and at last taken away; only a terminal shows it. No bar of
/// `indicatif` is used, since it keeps the cursor at the end of its line: what the terminal writes there for Ctrl-C would begin
/// another line, and this one would stay.
pub(super) struct Progress {
    /// The columns that the text may take; none where nobody would see it.
    room: usize,
    /// The columns that it takes.
    taken: usize,
}

impl Progress {
    /// What the terminal writes for Ctrl-C takes so many columns.
    const INTERRUPT: usize = "^C".len();

    /// Begins to show a text.
    pub(super) fn begin(text: &Message, console: &Console) -> Progress {
        let width = console.width().unwrap_or_default();
        let mut progress = Progress {
            room: width.saturating_sub(Progress::INTERRUPT + 1),
            taken: 0,
        };
        progress.show(&text.say(console.lang));
        progress
    }

    /// Shows another text.
    pub(super) fn show(&mut self, text: &str) {
        let text: String = text.chars().take(self.room).collect();
        self.write(&format!("\r{text:<0$}", self.taken));
        self.taken = text.chars().count();
    }

    /// Shows nothing any more.
    pub(super) fn end(self) {
        let blanks = " ".repeat(self.taken + Progress::INTERRUPT);
        self.write(&format!("\r{blanks}\r"));
    }

    fn write(&self, text: &str) {
        if self.room > 0 {
            // What cannot be shown is missed by nobody.
            let mut out = io::stdout();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }
}
