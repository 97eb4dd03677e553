//! What another engine is asked, as text of the protocol.

use std::time::Duration;

use qaissa_engine::SideClock;

use super::Info;

/// A position to think about. Texts are handed on as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Where it starts, as FEN; `None` for the usual start of chess.
    pub fen: Option<String>,
    /// The moves since, as UCI writes them.
    pub moves: Vec<String>,
}

impl Position {
    pub(super) fn command(&self) -> String {
        let mut text = match &self.fen {
            Some(fen) => format!("position fen {}", one_line(fen)),
            None => "position startpos".to_owned(),
        };
        if !self.moves.is_empty() {
            text.push_str(" moves ");
            text.push_str(&one_line(&self.moves.join(" ")));
        }
        text
    }

    /// 0 if White is to move, 1 if Black is.
    fn side(&self) -> usize {
        let turn = self.fen.as_ref().and_then(|fen| fen.split(' ').nth(1));
        (usize::from(turn == Some("b")) + self.moves.len()) % 2
    }
}

/// How long to think; without any limit until the signal is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many nodes.
    pub nodes: Option<u64>,
    /// Exactly so long.
    pub movetime: Option<Duration>,
    /// The clocks of both sides, White's first.
    pub clocks: Option<[SideClock; 2]>,
    /// Only these moves; all if empty.
    pub moves: Vec<String>,
    /// How many best lines to tell, if it matters.
    pub multi_pv: Option<usize>,
}

impl Go {
    /// For so many plies.
    pub fn depth(plies: u32) -> Go {
        Go {
            depth: Some(plies),
            ..Go::default()
        }
    }

    /// For exactly so long.
    pub fn movetime(time: Duration) -> Go {
        Go {
            movetime: Some(time),
            ..Go::default()
        }
    }

    pub(super) fn command(&self, position: &Position) -> String {
        let mut text = "go".to_owned();
        let mut add = |word: &str, number: u128| {
            text.push_str(&format!(" {word} {number}"));
        };
        let ms = |time: Duration| time.as_millis().max(1);
        if let Some(depth) = self.depth {
            add("depth", depth.into());
        }
        if let Some(nodes) = self.nodes {
            add("nodes", nodes.into());
        }
        if let Some(time) = self.movetime {
            add("movetime", ms(time));
        }
        if let Some(clocks @ [white, black]) = &self.clocks {
            add("wtime", ms(white.left));
            add("btime", ms(black.left));
            add("winc", white.increment.as_millis());
            add("binc", black.increment.as_millis());
            if let Some(moves) = clocks[position.side()].moves_to_go {
                add("movestogo", moves.into());
            }
        }
        if text == "go" {
            text.push_str(" infinite");
        }
        if !self.moves.is_empty() {
            text.push_str(" searchmoves ");
            text.push_str(&one_line(&self.moves.join(" ")));
        }
        text
    }

    /// When the answer must be there: after the time given, or after `longest` where the limit is none of time. Without any
    /// limit never, since the signal ends it.
    pub(super) fn deadline(&self, position: &Position, longest: Duration) -> Option<Duration> {
        let clock = self.clocks.map(|clocks| clocks[position.side()].left);
        match self.movetime.or(clock) {
            Some(time) => Some(time),
            None => (self.depth.is_some() || self.nodes.is_some()).then_some(longest),
        }
    }
}

/// What another engine answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move as a UCI text, not checked; `None` if the engine says that there is none.
    pub best: Option<String>,
    /// The answer that it expects.
    pub ponder: Option<String>,
    /// Its best lines as last told, best first; may be empty.
    pub lines: Vec<Info>,
    /// The most nodes that it told, if it did.
    pub nodes: Option<u64>,
}

/// Text that cannot become a second command.
pub(super) fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(ms: u64) -> SideClock {
        SideClock {
            left: Duration::from_millis(ms),
            increment: Duration::from_millis(10),
            moves_to_go: Some(ms as u32 / 100),
        }
    }

    #[test]
    fn commands_are_those_of_the_protocol() {
        let start = Position::default();
        let black = Position {
            fen: Some("8/8/8/8/8/8/8/K1k5 w - - 0 1\nquit".to_owned()),
            moves: vec!["a1a2".to_owned()],
        };
        assert_eq!(start.command(), "position startpos");
        assert_eq!(
            black.command(),
            "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 quit moves a1a2"
        );
        assert_eq!(Go::default().command(&start), "go infinite");
        assert_eq!(Go::depth(3).command(&start), "go depth 3");
        let timed = Go {
            clocks: Some([clock(300), clock(700)]),
            moves: vec!["e2e4".to_owned()],
            ..Go::default()
        };
        assert_eq!(
            timed.command(&black),
            "go wtime 300 btime 700 winc 10 binc 10 movestogo 7 searchmoves e2e4"
        );
    }

    #[test]
    fn an_answer_is_due_when_its_time_is_up() {
        let (start, longest) = (Position::default(), Duration::from_secs(60));
        let time = Duration::from_millis(300);
        assert_eq!(Go::movetime(time).deadline(&start, longest), Some(time));
        assert_eq!(Go::depth(9).deadline(&start, longest), Some(longest));
        assert_eq!(Go::default().deadline(&start, longest), None);
        let timed = Go {
            clocks: Some([clock(300), clock(700)]),
            ..Go::depth(2)
        };
        assert_eq!(timed.deadline(&start, longest), Some(time));
    }
}
