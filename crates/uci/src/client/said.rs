//! What engines say: the options they have, their lines of thought, their answer. Only text is read here; what a move means
//! is for whoever has the position. Anything that is not understood is passed over, as UCI asks for.

use qaissa_engine::{Bound, Score};

/// An option that an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name as the engine spells it.
    pub name: String,
    /// What it can be.
    pub kind: OptionKind,
}

/// What an option of an engine can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A number in a range.
    Spin {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of these.
    Combo(Vec<String>),
    /// Something to press; it has no value.
    Button,
    /// Any text.
    Text,
}

impl OptionKind {
    /// The value as the engine wants it, or what it can be.
    pub(super) fn check(&self, value: &str) -> Result<String, String> {
        match self {
            OptionKind::Check => match value.to_ascii_lowercase().as_str() {
                known @ ("true" | "false") => Ok(known.to_owned()),
                _ => Err("true, false".to_owned()),
            },
            OptionKind::Spin { min, max } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("{min}…{max}")),
            },
            OptionKind::Combo(values) => {
                let known = values
                    .iter()
                    .find(|known| known.eq_ignore_ascii_case(value));
                known.cloned().ok_or_else(|| values.join(", "))
            }
            OptionKind::Button | OptionKind::Text => Ok(value.to_owned()),
        }
    }
}

/// Reads `option name … type … [default …] [min …] [max …] [var …]*` behind its first word.
pub(super) fn option(text: &str) -> Option<EngineOption> {
    let (name, rest) = text.trim().strip_prefix("name ")?.split_once(" type ")?;
    let mut words = rest.split_whitespace();
    let kind = words.next()?;
    let (mut min, mut max, mut values) = (i64::MIN, i64::MAX, Vec::<Vec<&str>>::new());
    let mut field = "";
    for word in words {
        match (word, field) {
            ("var", _) => {
                field = "var";
                values.push(Vec::new());
            }
            ("default" | "min" | "max", _) => field = word,
            (_, "min") => min = word.parse().ok()?,
            (_, "max") => max = word.parse().ok()?,
            (_, "var") => values.last_mut()?.push(word),
            _ => {}
        }
    }
    let kind = match kind {
        "check" => OptionKind::Check,
        "spin" => OptionKind::Spin { min, max },
        "combo" => OptionKind::Combo(values.iter().map(|words| words.join(" ")).collect()),
        "button" => OptionKind::Button,
        _ => OptionKind::Text,
    };
    Some(EngineOption {
        name: name.trim().to_owned(),
        kind,
    })
}

/// A line of thought that an engine told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Which of several lines, from 1.
    pub multipv: usize,
    /// The depth it was searched to.
    pub depth: u32,
    /// The deepest ply looked at, if told.
    pub seldepth: Option<u32>,
    /// Its worth for the side to move.
    pub score: Score,
    /// Whether that is known or bounded.
    pub bound: Bound,
    /// Nodes looked at so far, if told.
    pub nodes: Option<u64>,
    /// The moves as UCI texts, best first; not checked.
    pub pv: Vec<String>,
}

/// Reads what stands behind `info`; `None` if it is no line of thought with a score and a move.
pub(super) fn info(text: &str) -> Option<Info> {
    let mut words = text.split_whitespace().peekable();
    let (mut multipv, mut depth, mut seldepth, mut nodes) = (1, 0, None, None);
    let (mut score, mut bound) = (None, Bound::Exact);
    let mut pv = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "multipv" => multipv = words.next()?.parse().ok().filter(|rank| *rank > 0)?,
            "depth" => depth = words.next()?.parse().ok()?,
            "seldepth" => seldepth = Some(words.next()?.parse().ok()?),
            "nodes" => nodes = Some(words.next()?.parse().ok()?),
            "score" => {
                let unit = words.next()?;
                let number: i32 = words.next()?.parse().ok()?;
                score = Some(match unit {
                    "cp" => Score::cp(number),
                    "mate" => mate(number),
                    _ => return None,
                });
            }
            "lowerbound" => bound = Bound::Lower,
            "upperbound" => bound = Bound::Upper,
            "pv" => pv = words.by_ref().map(str::to_owned).collect(),
            "string" => break,
            _ => {}
        }
    }
    if pv.is_empty() {
        return None;
    }
    Some(Info {
        multipv,
        depth,
        seldepth,
        score: score?,
        bound,
        nodes,
        pv,
    })
}

/// Mate in so many moves, or being mated; farther than any search sees counts as the farthest.
fn mate(moves: i32) -> Score {
    const FARTHEST: u32 = 250;
    let plies = moves.unsigned_abs().min(FARTHEST) * 2;
    match moves {
        1.. => Score::mate_after(plies - 1),
        _ => Score::mated_after(plies),
    }
}

/// What stands behind `bestmove`: the move, and the answer that is expected. `None` if there is nothing.
pub(super) fn best(text: &str) -> Option<(Option<String>, Option<String>)> {
    let mut words = text.split_whitespace();
    let is_move = |word: &&str| !matches!(*word, "(none)" | "0000" | "NULL");
    let best = words.next()?;
    let best = Some(best).filter(is_move).map(str::to_owned);
    let ponder = words.skip_while(|word| *word != "ponder").nth(1);
    Some((best, ponder.filter(is_move).map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    use qaissa_engine::Reading;

    use super::*;

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let combo = option(
            "name NullMove Pruning type combo default Fail High var Always var Fail High var Never",
        );
        let values = ["Always", "Fail High", "Never"].map(str::to_owned).to_vec();
        assert_eq!(
            combo,
            Some(EngineOption {
                name: "NullMove Pruning".to_owned(),
                kind: OptionKind::Combo(values),
            })
        );
        let spin = option("name Hash type spin default 16 min 4 max 1024").map(|o| o.kind);
        assert_eq!(spin, Some(OptionKind::Spin { min: 4, max: 1024 }));
        assert_eq!(option("name Hash"), None);
        assert_eq!(option("name Hash type spin min many"), None);
    }

    #[test]
    fn values_are_checked() {
        let spin = OptionKind::Spin { min: 1, max: 9 };
        assert_eq!(spin.check("09"), Ok("9".to_owned()));
        assert_eq!(spin.check("10"), Err("1…9".to_owned()));
        assert_eq!(OptionKind::Check.check("TRUE"), Ok("true".to_owned()));
        assert!(OptionKind::Check.check("yes").is_err());
        let combo = OptionKind::Combo(vec!["Fail High".to_owned()]);
        assert_eq!(combo.check("fail high"), Ok("Fail High".to_owned()));
    }

    #[test]
    fn lines_of_thought_are_read_and_everything_else_passed_over() {
        let told =
            "depth 7 seldepth 9 multipv 2 score mate -3 upperbound nodes 12 nps 5 pv e2e4 e7e5";
        let read = info(told);
        assert_eq!(read.as_ref().map(|i| (i.multipv, i.depth)), Some((2, 7)));
        assert_eq!(
            read.as_ref().map(|i| i.score.reading()),
            Some(Reading::Mate(-3))
        );
        assert_eq!(read.as_ref().map(|i| i.bound), Some(Bound::Upper));
        assert_eq!(
            read.map(|i| i.pv),
            Some(vec!["e2e4".to_owned(), "e7e5".to_owned()])
        );
        assert_eq!(info("string pv e2e4 score cp 3"), None);
        assert_eq!(info("depth 3 currmove e2e4 currmovenumber 1"), None);
        assert_eq!(info("depth x score cp 3 pv e2e4"), None);
        let far = info("score mate 2000000000 pv e2e4").map(|i| i.score);
        assert_eq!(far.map(Score::is_mate), Some(true));
        assert_eq!(
            info("score cp -2147483648 pv e2e4").map(|i| i.score.is_mate()),
            Some(false)
        );
    }

    #[test]
    fn the_answer_may_be_no_move() {
        assert_eq!(best(" (none)"), Some((None, None)));
        assert_eq!(best(""), None);
        let both = (Some("e2e4".to_owned()), Some("e7e5".to_owned()));
        assert_eq!(best("e2e4 ponder e7e5"), Some(both));
    }
}
