//! The engine beside a board: lines, hints and judgements of a game, in slices of time.
//!
//! A page cannot interrupt a search, so it asks for a short one again and again. What was found stays in the engine's
//! tables, so that the next slice soon is where the last one was.

use std::time::Duration;

use qaissa_core::{AnyMove, AnyOutcome, AnyPosition, Color, Game, Lang, Position, Record, story};
use qaissa_engine::{
    Clock, Engine, Limits, Reading, Root, Score, Settings, Signal,
    eval::evaluate,
    quantum::{self, Outlook, QuantumEngine},
    wdl::Chances,
};
use qaissa_words::{Message, Spoken};
use serde::Serialize;
use tsify::Tsify;

use crate::step::{self, Gesture};

/// The size of the engine's table in MiB: what a phone can spare.
const HASH: usize = 32;

/// What something is worth, seen by White.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Worth {
    /// In hundredths of a pawn.
    pub centipawns: i32,
    /// Mate, or a king sure to be lost, in so many moves; negative if White is the one.
    pub mate: Option<i32>,
    /// The share of the points that White can expect, from 0 to 1.
    pub share: f64,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct LineView {
    /// 1 for the best line.
    pub rank: usize,
    /// How deep it was looked into.
    pub depth: u32,
    /// What it is worth.
    pub worth: Worth,
    /// Its moves as they are read.
    pub moves: Vec<String>,
    /// The text that makes its first move.
    pub text: String,
    /// Nodes looked at so far.
    pub nodes: f64,
    /// What its first move asks of chance, in a sentence.
    pub odds: Option<String>,
}

/// What a slice of thinking came to.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Thinking {
    /// The best lines.
    pub lines: Vec<LineView>,
    /// Nodes of this slice.
    pub nodes: f64,
    /// Milliseconds of this slice.
    pub milliseconds: f64,
}

/// What to play.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Hint {
    /// The best move as in chess.
    pub classical: Option<LineView>,
    /// The best split or merge.
    pub quantum: Option<LineView>,
    /// The next best move of any kind, to tell what the best one gains.
    pub next: Option<LineView>,
}

/// An engine with a game to think about.
pub struct Analyst {
    game: Game,
    lang: Lang,
    brain: Brain,
}

/// What thinks: one engine for chess, another for the quantum games.
enum Brain {
    Chess(Box<Engine>),
    Quantum(Box<QuantumEngine>),
}

impl Brain {
    fn of(position: &AnyPosition) -> Brain {
        let settings = Settings {
            hash: HASH,
            threads: 1,
        };
        match position {
            AnyPosition::Chess(_) => Brain::Chess(Box::new(Engine::new(settings))),
            _ => Brain::Quantum(Box::new(QuantumEngine::new(settings))),
        }
    }

    fn fits(&self, position: &AnyPosition) -> bool {
        matches!(self, Brain::Chess(_)) == matches!(position, AnyPosition::Chess(_))
    }
}

impl Analyst {
    /// Thinks about the last position of a record.
    ///
    /// # Errors
    /// If the text is no record, or the rules refuse it.
    pub fn new(record: &str, lang: Lang) -> Result<Analyst, Message> {
        let game = replayed(record)?;
        let brain = Brain::of(game.position());
        Ok(Analyst { game, lang, brain })
    }

    /// Goes on with another record; of the same rule set, with all that it remembers.
    ///
    /// # Errors
    /// If the text is no record, or the rules refuse it.
    pub fn turn_to(&mut self, record: &str, lang: Lang) -> Result<(), Message> {
        let game = replayed(record)?;
        if !self.brain.fits(game.position()) {
            self.brain = Brain::of(game.position());
        }
        (self.game, self.lang) = (game, lang);
        Ok(())
    }

    /// What the position is worth without looking ahead.
    pub fn evaluate(&self) -> Option<Worth> {
        let position = self.game.position();
        match &self.brain {
            Brain::Chess(engine) => {
                let root = Root::of(&self.game)?;
                let score = evaluate(root.position(), engine.profile());
                Some(Worth::of_score(score, position.turn()))
            }
            Brain::Quantum(engine) => {
                let outlook = engine.evaluate(position)?;
                Some(Worth::of_outlook(outlook, position.turn()))
            }
        }
    }

    /// Thinks for a while, and tells the best lines whenever there is news.
    pub fn think(
        &mut self,
        time: Duration,
        lines: usize,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&LineView),
    ) -> Thinking {
        self.look(time, lines, Vec::new(), clock, report)
    }

    /// The best move as in chess and the best quantum move, as far as there are both.
    pub fn hint(&mut self, time: Duration, clock: &dyn Clock) -> Hint {
        let position = self.game.position();
        let steps = step::all(position).into_iter();
        let (quantum, classical): (Vec<_>, Vec<_>) = steps
            .zip(position.legal_moves())
            .partition(|(step, _)| matches!(step.gesture, Gesture::Split | Gesture::Merge));
        let kinds = [classical, quantum].map(|steps| -> Vec<AnyMove> {
            let moves = steps.into_iter().map(|(_, mv)| mv);
            moves.collect()
        });
        let asked = kinds.iter().filter(|moves| !moves.is_empty()).count();
        let share = time / u32::try_from(asked.max(1)).unwrap_or(1);
        let [classical, quantum] = kinds.map(|moves| match moves.is_empty() {
            true => Vec::new(),
            false => self.look(share, 2, moves, clock, &mut |_| {}).lines,
        });
        let mut all: Vec<&LineView> = classical.iter().chain(&quantum).collect();
        let turn = self.game.position().turn();
        let worth = |line: &LineView| turn.fold_wb(line.worth.share, -line.worth.share);
        all.sort_by(|one, two| worth(two).total_cmp(&worth(one)));
        let next = all.get(1).map(|line| (*line).clone());
        Hint {
            classical: classical.into_iter().next(),
            quantum: quantum.into_iter().next(),
            next,
        }
    }

    /// What one legal step is worth, looked at for a while.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn judge(
        &mut self,
        text: &str,
        time: Duration,
        clock: &dyn Clock,
    ) -> Result<Option<LineView>, Message> {
        let read = self.game.position().read_step(text);
        let mv = read.map_err(|refusal| refusal.message())?.mv;
        let thinking = self.look(time, 1, vec![mv], clock, &mut |_| {});
        Ok(thinking.lines.into_iter().next())
    }

    fn look(
        &mut self,
        time: Duration,
        lines: usize,
        only: Vec<AnyMove>,
        clock: &dyn Clock,
        report: &mut dyn FnMut(&LineView),
    ) -> Thinking {
        let signal = Signal::new();
        let reader = Reader {
            position: self.game.position(),
            game: &self.game,
            lang: self.lang,
        };
        match &mut self.brain {
            Brain::Chess(engine) => {
                let chess = |mv: AnyMove| match mv {
                    AnyMove::Chess(mv) => Some(mv),
                    _ => None,
                };
                let limits = Limits {
                    movetime: Some(time),
                    multi_pv: lines,
                    moves: only.into_iter().filter_map(chess).collect(),
                    ..Limits::default()
                };
                let Some(root) = Root::of(&self.game) else {
                    return Thinking::nothing();
                };
                let thought = engine.think(&root, &limits, &signal, clock, &mut |news| {
                    report(&reader.chess(news.rank, news.line, news.nodes));
                });
                let told = thought.lines.iter().enumerate();
                Thinking {
                    lines: told
                        .map(|(index, line)| reader.chess(index + 1, line, thought.nodes))
                        .collect(),
                    nodes: thought.nodes as f64,
                    milliseconds: thought.time.as_secs_f64() * 1000.0,
                }
            }
            Brain::Quantum(engine) => {
                let limits = Limits {
                    movetime: Some(time),
                    multi_pv: lines,
                    moves: only,
                    ..Limits::default()
                };
                let positions = self.game.positions();
                let thought = engine.think(positions, &limits, &signal, clock, &mut |news| {
                    report(&reader.quantum(news.rank, news.line, news.nodes));
                });
                let told = thought.lines.iter().enumerate();
                Thinking {
                    lines: told
                        .map(|(index, line)| reader.quantum(index + 1, line, thought.nodes))
                        .collect(),
                    nodes: thought.nodes as f64,
                    milliseconds: thought.time.as_secs_f64() * 1000.0,
                }
            }
        }
    }
}

impl Thinking {
    const fn nothing() -> Thinking {
        Thinking {
            lines: Vec::new(),
            nodes: 0.0,
            milliseconds: 0.0,
        }
    }
}

/// Puts what an engine found into words.
struct Reader<'g> {
    position: &'g AnyPosition,
    game: &'g Game,
    lang: Lang,
}

impl Reader<'_> {
    fn chess(&self, rank: usize, line: &qaissa_engine::Line, nodes: u64) -> LineView {
        let worth = Worth::of_score(line.score, self.position.turn());
        let steps = line.moves.iter();
        let steps = steps.map(|mv| (AnyMove::Chess(*mv), AnyOutcome::Chess(())));
        self.line(rank, line.depth, worth, steps, nodes)
    }

    fn quantum(&self, rank: usize, line: &quantum::Line, nodes: u64) -> LineView {
        let worth = Worth::of_outlook(line.outlook, self.position.turn());
        self.line(rank, line.depth, worth, line.steps.iter().cloned(), nodes)
    }

    fn line(
        &self,
        rank: usize,
        depth: u32,
        worth: Worth,
        steps: impl Iterator<Item = (AnyMove, AnyOutcome)>,
        nodes: u64,
    ) -> LineView {
        let mut position = self.position.clone();
        let mut text = String::new();
        let mut odds = None;
        let mut moves = Vec::new();
        let mut token = String::new();
        for (mv, outcome) in steps {
            if text.is_empty() {
                text = position.write_move(&mv);
                odds = story::odds(&position.public(), &mv, self.lang);
            }
            position.record_step(&mv, &outcome, &mut token);
            position.play(&mv, &outcome);
            if !position.mid_turn() {
                let whole = std::mem::take(&mut token);
                moves.push(self.game.variant().shown(&whole, self.lang).into_owned());
            }
        }
        if !token.is_empty() {
            moves.push(token);
        }
        LineView {
            rank,
            depth,
            worth,
            moves,
            text,
            nodes: nodes as f64,
            odds: odds.map(|message| message.say(self.lang)),
        }
    }
}

impl Worth {
    fn of_score(score: Score, turn: Color) -> Worth {
        let seen = turn.fold_wb(score, -score);
        let chances = Chances::of(seen);
        Worth {
            centipawns: seen.centipawns(),
            mate: match seen.reading() {
                Reading::Mate(moves) => Some(moves),
                Reading::Centipawns(_) => None,
            },
            share: f64::from(2 * chances.win + chances.draw) / 2000.0,
        }
    }

    fn of_outlook(outlook: Outlook, turn: Color) -> Worth {
        let seen = turn.fold_wb(outlook, -outlook);
        Worth {
            centipawns: seen.centipawns(),
            // Turns of both sides make a move.
            mate: seen
                .turns()
                .map(|turns| turns.signum() * (turns.abs() + 1) / 2),
            share: seen.win_probability(),
        }
    }
}

fn replayed(record: &str) -> Result<Game, Message> {
    let record: Record = record
        .parse()
        .map_err(|error: qaissa_core::RecordError| error.message())?;
    record.replay().map_err(|error| error.message())
}
