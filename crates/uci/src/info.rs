//! What a search finds, as the protocol tells it.

use std::fmt::Write as _;

use qaissa_engine::{Bound, Reading, Report, Score, wdl::Chances};
use shakmaty::CastlingMode;

/// A line of `info` about the best line found so far, or one of the best.
pub(crate) fn line(report: &Report<'_>, mode: CastlingMode, show_wdl: bool) -> String {
    let found = report.line;
    let milliseconds = report.time.as_millis();
    let speed = u128::from(report.nodes) * 1000 / milliseconds.max(1);
    let bound = match found.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}",
        found.depth,
        found.seldepth.max(found.depth),
        report.rank,
        score(found.score),
    );
    // Writing to a string cannot fail.
    if show_wdl {
        let Chances { win, draw, loss } = Chances::of(found.score);
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        text,
        " nodes {} nps {speed} hashfull {} tbhits {} time {milliseconds} pv",
        report.nodes, report.hashfull, report.tbhits
    );
    for mv in &found.moves {
        let _ = write!(text, " {}", mv.to_uci(mode));
    }
    text
}

/// A score: centipawns, or moves to the mate.
pub(crate) fn score(score: Score) -> String {
    match score.reading() {
        Reading::Centipawns(centipawns) => format!("cp {centipawns}"),
        Reading::Mate(moves) => format!("mate {moves}"),
    }
}

#[cfg(test)]
mod tests {
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
}
