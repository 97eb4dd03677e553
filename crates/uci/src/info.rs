//! What a search finds, as the protocol tells it.

use std::{fmt::Write as _, time::Duration};

use qaissa_core::{AnyMove, AnyOutcome, AnyPosition, Position as _};
use qaissa_engine::{
    Bound, Reading, Report, Score,
    quantum::{self, Outlook},
    wdl::Chances,
};
use shakmaty::CastlingMode;

/// What is told about a line, whatever the rule set.
struct Told {
    depth: u32,
    seldepth: u32,
    rank: usize,
    score: String,
    bound: Bound,
    chances: Option<Chances>,
    nodes: u64,
    hashfull: u32,
    tbhits: u64,
    time: Duration,
    tokens: Vec<String>,
}

impl Told {
    fn line(&self) -> String {
        let milliseconds = self.time.as_millis();
        let speed = u128::from(self.nodes) * 1000 / milliseconds.max(1);
        let bound = match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let mut text = format!(
            "info depth {} seldepth {} multipv {} score {}{bound}",
            self.depth,
            self.seldepth.max(self.depth),
            self.rank,
            self.score,
        );
        // Writing to a string cannot fail.
        if let Some(Chances { win, draw, loss }) = self.chances {
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let _ = write!(
            text,
            " nodes {} nps {speed} hashfull {} tbhits {} time {milliseconds}",
            self.nodes, self.hashfull, self.tbhits
        );
        if !self.tokens.is_empty() {
            let _ = write!(text, " pv {}", self.tokens.join(" "));
        }
        text
    }
}

/// A line of `info` about the best line found so far, or one of the best.
pub(crate) fn line(report: &Report<'_>, mode: CastlingMode, show_wdl: bool) -> String {
    let found = report.line;
    let moves = found.moves.iter();
    let told = Told {
        depth: found.depth,
        seldepth: found.seldepth,
        rank: report.rank,
        score: score(found.score),
        bound: found.bound,
        chances: show_wdl.then(|| Chances::of(found.score)),
        nodes: report.nodes,
        hashfull: report.hashfull,
        tbhits: report.tbhits,
        time: report.time,
        tokens: moves.map(|mv| mv.to_uci(mode).to_string()).collect(),
    };
    told.line()
}

/// The same for a quantum game that stands at a position.
pub(crate) fn quantum_line(
    report: &quantum::Report<'_>,
    position: &AnyPosition,
    show_wdl: bool,
) -> String {
    let found = report.line;
    let told = Told {
        depth: found.depth,
        seldepth: report.deepest,
        rank: report.rank,
        score: outlook(found.outlook),
        bound: Bound::Exact,
        chances: show_wdl.then(|| expectation(found.outlook)),
        nodes: report.nodes,
        hashfull: report.fullness,
        tbhits: 0,
        time: report.time,
        tokens: tokens(position, &found.steps),
    };
    told.line()
}

/// A score: centipawns, or moves to the mate.
pub(crate) fn score(score: Score) -> String {
    match score.reading() {
        Reading::Centipawns(centipawns) => format!("cp {centipawns}"),
        Reading::Mate(moves) => format!("mate {moves}"),
    }
}

/// What is expected of a quantum game: centipawns, or moves to its end if that is certain.
pub(crate) fn outlook(outlook: Outlook) -> String {
    match outlook.turns() {
        Some(turns) if turns != 0 => {
            let moves = i64::from(turns.unsigned_abs().div_ceil(2));
            format!("mate {}", moves * i64::from(turns.signum()))
        }
        _ => format!("cp {}", outlook.centipawns()),
    }
}

/// The share of the points that is expected, as chances: half of every draw is a win, and half a loss.
fn expectation(outlook: Outlook) -> Chances {
    let win = (1000.0 * outlook.win_probability()).round() as u32;
    Chances {
        win,
        draw: 0,
        loss: 1000 - win.min(1000),
    }
}

/// Steps with their outcomes, a word for each turn. What was looked at may be a sample of the position, so it ends where the
/// position itself does not go.
fn tokens(position: &AnyPosition, steps: &[(AnyMove, AnyOutcome)]) -> Vec<String> {
    let mut position = position.clone();
    let mut tokens: Vec<String> = Vec::new();
    // A turn that was begun before the first step has its word already.
    let mut begun = false;
    for (mv, outcome) in steps {
        if !position.is_legal(mv) || position.probability(mv, outcome) <= 0.0 {
            break;
        }
        if !begun {
            tokens.push(String::new());
        }
        if let Some(token) = tokens.last_mut() {
            position.write_step(mv, outcome, token);
        }
        position.play(mv, outcome);
        begun = position.mid_turn();
    }
    tokens
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Duration;

    use qaissa_engine::Line;
    use shakmaty::{Move, Square};

    use super::*;

    fn told(score: Score, bound: Bound, mode: CastlingMode, show_wdl: bool) -> String {
        let castling = Move::Castle {
            king: Square::E1,
            rook: Square::H1,
        };
        let found = Line {
            depth: 3,
            seldepth: 5,
            score,
            bound,
            moves: vec![castling],
        };
        let report = Report {
            rank: 1,
            line: &found,
            nodes: 3000,
            tbhits: 7,
            hashfull: 2,
            time: Duration::from_millis(1500),
        };
        line(&report, mode, show_wdl)
    }

    #[test]
    fn a_line_has_all_that_programs_expect() {
        assert_eq!(
            told(Score::cp(-35), Bound::Exact, CastlingMode::Standard, false),
            "info depth 3 seldepth 5 multipv 1 score cp -35 nodes 3000 nps 2000 hashfull 2 tbhits 7 time 1500 pv e1g1"
        );
    }

    #[test]
    fn mates_bounds_and_chances_are_told() {
        let told = told(
            Score::mate_after(3),
            Bound::Lower,
            CastlingMode::Chess960,
            true,
        );
        assert!(
            told.contains(" score mate 2 lowerbound wdl 1000 0 0 nodes "),
            "{told}"
        );
        assert!(told.ends_with(" pv e1h1"), "{told}");
    }

    #[test]
    fn a_certain_end_is_counted_in_moves_of_the_side_that_wins() {
        for (turns, told) in [
            (1, "mate 1"),
            (2, "mate 1"),
            (3, "mate 2"),
            (-1, "mate -1"),
            (-2, "mate -1"),
            (-4, "mate -2"),
        ] {
            assert_eq!(outlook(Outlook::decided(turns)), told);
        }
        assert_eq!(outlook(Outlook::of_centipawns(35)), "cp 35");
        assert_eq!(outlook(Outlook::WIN), "cp 10000");
        assert_eq!(outlook(-Outlook::of_centipawns(35)), "cp -35");
    }

    #[test]
    fn chances_of_a_quantum_game_add_up() {
        for centipawns in [-20_000, -35, 0, 35, 20_000] {
            let Chances { win, draw, loss } = expectation(Outlook::of_centipawns(centipawns));
            assert_eq!(win + draw + loss, 1000);
        }
        assert_eq!(expectation(Outlook::WIN).win, 1000);
    }

    #[test]
    fn the_two_steps_of_a_turn_are_one_word() {
        let mut position = AnyPosition::from(qaissa_core::touch::View::default());
        let mut steps = Vec::new();
        for text in ["b1:N", "-c3", "e7:P", "-e5", "g1:B-", "a7:P"] {
            let step = position.read_step(text).unwrap();
            let outcome = step.outcome.unwrap();
            position.play(&step.mv, &outcome);
            steps.push((step.mv, outcome));
        }
        let start = AnyPosition::from(qaissa_core::touch::View::default());
        let words = ["b1:N-c3", "e7:P-e5", "g1:B-", "a7:P"];
        assert_eq!(tokens(&start, &steps), words);
        let mut begun = start;
        begun.play(&steps[0].0, &steps[0].1);
        assert_eq!(tokens(&begun, &steps[1..4]), ["-c3", "e7:P-e5"]);
    }
}
