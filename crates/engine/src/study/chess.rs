//! The study of a game of chess: what each move was worth, what would have been better, and how accurate the players were.
//!
//! Every position is searched once, the last one first, so that the table already knows what the game came to. The
//! search and its limits are the caller's; nothing here reads or writes files.

use qaissa_core::{
    AnyPosition, Color, GameResult, Position as _, Record, Variant,
    notation::{san, uci},
};
use shakmaty::{Chess, Move, Position as _};

use super::{
    StudyError,
    judge::{Judgement, capped, game_accuracy, move_accuracy, win_percent},
    notes::{LONGEST_LINE, Remark, sign},
};
use crate::{
    score::{Reading, Score},
    search::{Clock, Engine, Limits, Root, Signal},
};

/// A move, studied.
#[derive(Clone, Debug, PartialEq)]
pub struct Studied {
    /// The move, as the record has it.
    pub token: String,
    /// Who made it.
    pub side: Color,
    /// The worth of the position before it, for that side: what the best move would have kept.
    pub before: Score,
    /// The worth of the position after it, for that side.
    pub after: Score,
    /// Whether the game was over with it.
    pub last: bool,
    /// The best line instead, in SAN; its first move may be the one that was made.
    pub best: Vec<String>,
    /// What to say of it, if it was bad.
    pub judgement: Option<Judgement>,
    /// How accurate it was, from 0 to 100.
    pub accuracy: f64,
    /// Centipawns that it lost.
    pub loss: u32,
}

impl Studied {
    /// What a move between two positions was, if it kept so much for who made it.
    fn new(before: &Seen, after: &Seen, mv: Move, kept: Score, token: &str) -> Studied {
        let is_best = before.line.first() == Some(&mv) || before.position.legal_moves().len() == 1;
        // The best move loses nothing, whatever a search from the next position makes of it; nor does one that turns out better.
        let counted = match is_best {
            true => before.score,
            false => kept.min(before.score),
        };
        Studied {
            token: token.to_owned(),
            side: before.position.turn(),
            before: before.score,
            after: -after.score,
            last: after.position.legal_moves().is_empty(),
            best: told(&before.position, &before.line),
            judgement: Judgement::of(before.score, counted),
            accuracy: move_accuracy(win_percent(before.score) - win_percent(counted)),
            loss: capped(before.score).abs_diff(capped(counted)),
        }
    }

    /// The worth of the position after the move as White reads it; `None` if the game was over with it.
    pub fn evaluation(&self) -> Option<Reading> {
        // The side to move reads the distance to a mate, and that is the opponent.
        let opponent = (-self.after).reading();
        (!self.last).then(|| match (self.side, opponent) {
            (Color::Black, reading) => reading,
            (Color::White, Reading::Centipawns(cp)) => Reading::Centipawns(-cp),
            (Color::White, Reading::Mate(moves)) => Reading::Mate(-moves),
        })
    }

    fn remark(&self) -> Remark<'_> {
        let comment = self.evaluation().map(|reading| match reading {
            Reading::Centipawns(cp) => format!("[%eval {:.2}]", f64::from(cp) / 100.0),
            Reading::Mate(moves) => format!("[%eval #{moves}]"),
        });
        Remark {
            judgement: self.judgement,
            comment,
            better: &self.best,
        }
    }
}

/// The figures of a player.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// The accuracy from 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
    /// Centipawns lost by a move on average.
    pub average_loss: Option<f64>,
    /// How many moves got each mark: `?!`, `?`, `??`.
    pub marks: [u32; 3],
}

/// What came of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The moves.
    pub moves: Vec<Studied>,
    /// White's figures and Black's.
    pub figures: [Figures; 2],
}

/// A position with what the search said of it.
struct Seen {
    position: Chess,
    score: Score,
    line: Vec<Move>,
}

/// Studies a game. `progress` is told how many positions are done, of all.
///
/// # Errors
/// If it is no game of chess, the rules refuse it, or the signal was given.
///
/// ```
/// use std::time::Duration;
/// use qaissa_core::Record;
/// use qaissa_engine::{Clock, Engine, Limits, Settings, Signal, study::study};
/// struct Still;
/// impl Clock for Still {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
/// let record: Record = "1. f3 e5 2. g4 Qh4# 0-1".parse()?;
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let mut engine = Engine::new(Settings::default());
/// let study = study(&record, &mut engine, &limits, &Signal::new(), &Still, &mut |_, _| {})?;
/// assert_eq!(study.moves.len(), 4);
/// assert!(study.annotate(&record).to_string().contains("[Annotator \"Qaissa\"]"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn study(
    record: &Record,
    engine: &mut Engine,
    limits: &Limits,
    signal: &Signal,
    clock: &dyn Clock,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Study, StudyError> {
    if !matches!(record.variant, Variant::Chess { .. }) {
        return Err(StudyError::Foreign(record.variant.clone()));
    }
    let game = record.replay().map_err(StudyError::Replay)?;
    record.check_variations().map_err(StudyError::Replay)?;
    let (roots, moves) = roots(
        game.positions(),
        game.turns().iter().map(|turn| &*turn.text),
    );
    engine.forget();
    let mut seen = Vec::with_capacity(roots.len());
    for root in roots.iter().rev() {
        seen.push(look(root, engine, limits, signal, clock));
        if signal.is_stopped() {
            return Err(StudyError::Stopped);
        }
        progress(seen.len(), roots.len());
    }
    seen.reverse();
    let mut studied = Vec::with_capacity(moves.len());
    for (((pair, root), mv), turn) in (seen.windows(2).zip(&roots)).zip(&moves).zip(game.turns()) {
        let [before, after] = pair else { continue };
        let mut found = Studied::new(before, after, *mv, -after.score, &turn.token);
        if found.judgement.is_some() && !after.score.is_mate() {
            // The position after was searched a ply further than the one before; as far as that one the move may look better.
            let alone = Limits {
                moves: vec![*mv],
                ..limits.clone()
            };
            let again = look(root, engine, &alone, signal, clock).score;
            let kept = again.max(-after.score);
            found = Studied::new(before, after, *mv, kept, &turn.token);
        }
        studied.push(found);
    }
    if signal.is_stopped() {
        return Err(StudyError::Stopped);
    }
    let figures = figures(&studied, &seen);
    Ok(Study {
        moves: studied,
        figures,
    })
}

/// The positions of a game, each with its past, and the moves between them.
fn roots<'t>(
    positions: &[AnyPosition],
    texts: impl Iterator<Item = &'t str>,
) -> (Vec<Root>, Vec<Move>) {
    let Some(AnyPosition::Chess(first)) = positions.first() else {
        return (Vec::new(), Vec::new());
    };
    let mut root = Root::new(first.as_shakmaty().clone());
    let mut roots = vec![root.clone()];
    let mut moves = Vec::new();
    for text in texts {
        let found = uci::parse(text).and_then(|uci| uci::find(root.position(), uci).ok());
        let Some(mv) = found else { break };
        root.play(mv);
        roots.push(root.clone());
        moves.push(mv);
    }
    (roots, moves)
}

fn look(
    root: &Root,
    engine: &mut Engine,
    limits: &Limits,
    signal: &Signal,
    clock: &dyn Clock,
) -> Seen {
    let position = root.position().clone();
    let end = qaissa_core::chess::ChessPosition::from(position.clone()).end();
    let (score, line) = match end.map(|end| end.result) {
        Some(GameResult::Draw) => (Score::DRAW, Vec::new()),
        Some(GameResult::Decisive { .. }) => (Score::mated_after(0), Vec::new()),
        None => {
            let thought = engine.think(root, limits, signal, clock, &mut |_| {});
            let best = thought.lines.into_iter().next();
            best.map_or((Score::DRAW, Vec::new()), |best| (best.score, best.moves))
        }
    };
    Seen {
        position,
        score,
        line,
    }
}

/// A line in SAN.
fn told(position: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for mv in line.iter().take(LONGEST_LINE) {
        if !position.is_legal(*mv) {
            break;
        }
        texts.push(san::write(&position, *mv).to_string());
        position.play_unchecked(*mv);
    }
    texts
}

fn figures(moves: &[Studied], seen: &[Seen]) -> [Figures; 2] {
    let white = |seen: &Seen| match seen.position.turn() {
        Color::White => win_percent(seen.score),
        Color::Black => win_percent(-seen.score),
    };
    let chances: Vec<f64> = seen.iter().map(white).collect();
    let accurate: Vec<(Color, f64)> = moves.iter().map(|mv| (mv.side, mv.accuracy)).collect();
    let accuracies = game_accuracy(&accurate, &chances);
    Color::ALL.map(|side| {
        let own: Vec<&Studied> = moves.iter().filter(|mv| mv.side == side).collect();
        let lost: u32 = own.iter().map(|mv| mv.loss).sum();
        let marked = |judgement| own.iter().filter(move |mv| mv.judgement == Some(judgement));
        Figures {
            accuracy: accuracies[side.fold_wb(0, 1)],
            average_loss: (!own.is_empty()).then(|| f64::from(lost) / own.len() as f64),
            marks: Judgement::ALL.map(|judgement| marked(judgement).count() as u32),
        }
    })
}

impl Study {
    /// The record of the game with scores, marks, better lines and accuracies. Comments and variations that it has stay;
    /// scores and marks of the same kinds are replaced.
    pub fn annotate(&self, record: &Record) -> Record {
        let mut record = record.clone();
        sign(
            &mut record.tags,
            self.figures.map(|figures| figures.accuracy),
        );
        for (ply, studied) in record.plies.iter_mut().zip(&self.moves) {
            studied.remark().write(&mut ply.notes);
        }
        record
    }
}
