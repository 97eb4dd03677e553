//! The words that are commands and not moves, in every language, whatever the case.

use qaissa_core::Lang;
use qaissa_words::{Message, msg};

use super::console::is_said;

/// The first word of a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Help,
    Rules,
    Board,
    Moves,
    Evaluate,
    Hint,
    Branches,
    Entangled,
    Undo,
    Draw,
    Resign,
    Over,
    Reset,
    Save,
    Load,
    Pgn,
    Fen,
    Flip,
    Lang,
    Quit,
}

/// What stands behind the first word of a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    None,
    /// Nothing, or `move` and a move.
    Move,
    Square,
    File,
    Language,
}

/// Something to do that is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Rules,
    Board,
    Moves,
    Evaluate,
    /// With the text of a move.
    EvaluateMove(String),
    Hint,
    Branches,
    /// With the text of a square.
    Entangled(String),
    Undo,
    Draw,
    Resign,
    Over,
    Reset,
    /// With the name of a file.
    Save(String),
    /// With the name of a file.
    Load(String),
    Pgn,
    Fen,
    Flip,
    /// With the text of a language.
    Lang(String),
    Quit,
}

impl Word {
    pub(super) const ALL: [Word; 20] = [
        Word::Help,
        Word::Rules,
        Word::Board,
        Word::Moves,
        Word::Evaluate,
        Word::Hint,
        Word::Branches,
        Word::Entangled,
        Word::Undo,
        Word::Draw,
        Word::Resign,
        Word::Over,
        Word::Reset,
        Word::Save,
        Word::Load,
        Word::Pgn,
        Word::Fen,
        Word::Flip,
        Word::Lang,
        Word::Quit,
    ];

    /// The word and those that mean the same, separated by `/`.
    fn words(self) -> Message {
        match self {
            Word::Help => msg!("command-help"),
            Word::Rules => msg!("command-rules"),
            Word::Board => msg!("command-board"),
            Word::Moves => msg!("command-moves"),
            Word::Evaluate => msg!("command-evaluate"),
            Word::Hint => msg!("command-hint"),
            Word::Branches => msg!("command-branches"),
            Word::Entangled => msg!("command-entangled"),
            Word::Undo => msg!("command-undo"),
            Word::Draw => msg!("command-draw"),
            Word::Resign => msg!("command-resign"),
            Word::Over => msg!("command-over"),
            Word::Reset => msg!("command-reset"),
            Word::Save => msg!("command-save"),
            Word::Load => msg!("command-load"),
            Word::Pgn => msg!("command-pgn"),
            Word::Fen => msg!("command-fen"),
            Word::Flip => msg!("command-flip"),
            Word::Lang => msg!("command-lang"),
            Word::Quit => msg!("command-quit"),
        }
    }

    /// What stands behind it.
    pub(super) const fn argument(self) -> Argument {
        match self {
            Word::Evaluate => Argument::Move,
            Word::Entangled => Argument::Square,
            Word::Save | Word::Load => Argument::File,
            Word::Lang => Argument::Language,
            _ => Argument::None,
        }
    }

    /// The word as a language has it.
    pub(super) fn name(self, lang: Lang) -> String {
        first(&self.words(), lang)
    }

    /// What stands between `evaluate` and a move.
    pub(super) fn of_move(lang: Lang) -> String {
        first(&msg!("command-move"), lang)
    }

    /// The command that a line begins with and what stands behind it, if a blank separates the two.
    pub(super) fn split(line: &str) -> Option<(Word, &str)> {
        let (first, rest) = line.trim_start().split_once(char::is_whitespace)?;
        let is_word = |word: &Word| is_said(&word.words(), first);
        let word = Word::ALL.into_iter().find(is_word)?;
        Some((word, rest.trim_start()))
    }
}

fn first(words: &Message, lang: Lang) -> String {
    let words = words.say(lang);
    words.split('/').next().unwrap_or_default().to_owned()
}

impl Command {
    /// The command that a line of input is, if it begins with the word of one; or what is wrong with what follows.
    pub(super) fn parse(line: &str, lang: Lang) -> Option<Result<Command, Message>> {
        let ended = format!("{line} ");
        let (word, rest) = Word::split(&ended)?;
        Some(Command::with(word, rest.trim_end(), lang))
    }

    fn with(word: Word, rest: &str, lang: Lang) -> Result<Command, Message> {
        let name = word.name(lang);
        match (word.argument(), rest) {
            (Argument::None, "") | (Argument::Move, "") => {}
            (Argument::None, _) => return Err(msg!("command-alone", command = name)),
            (Argument::Square, "") => return Err(msg!("command-square", command = name)),
            (Argument::File, "") => return Err(msg!("command-file", command = name)),
            (Argument::Language, "") => return Err(msg!("command-language", command = name)),
            _ => {}
        }
        let rest_text = rest.to_owned();
        Ok(match word {
            Word::Help => Command::Help,
            Word::Rules => Command::Rules,
            Word::Board => Command::Board,
            Word::Moves => Command::Moves,
            Word::Evaluate if rest.is_empty() => Command::Evaluate,
            Word::Evaluate => Command::EvaluateMove(asked_move(rest, &name, lang)?),
            Word::Hint => Command::Hint,
            Word::Branches => Command::Branches,
            Word::Entangled => Command::Entangled(rest_text),
            Word::Undo => Command::Undo,
            Word::Draw => Command::Draw,
            Word::Resign => Command::Resign,
            Word::Over => Command::Over,
            Word::Reset => Command::Reset,
            Word::Save => Command::Save(rest_text),
            Word::Load => Command::Load(rest_text),
            Word::Pgn => Command::Pgn,
            Word::Fen => Command::Fen,
            Word::Flip => Command::Flip,
            Word::Lang => Command::Lang(rest_text),
            Word::Quit => Command::Quit,
        })
    }
}

/// The move behind `evaluate`, with or without `move` before it.
fn asked_move(rest: &str, command: &str, lang: Lang) -> Result<String, Message> {
    let words = msg!("command-move");
    let (first, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let said = is_said(&words, first);
    match (said, text.trim()) {
        (true, "") => Err(msg!(
            "command-which-move",
            command = format!("{command} {}", Word::of_move(lang))
        )),
        (true, text) => Ok(text.to_owned()),
        (false, _) => Ok(rest.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<Command> {
        Command::parse(line, Lang::En).and_then(Result::ok)
    }

    #[test]
    fn commands_are_known_in_every_language_whatever_the_case() {
        for word in Word::ALL {
            for lang in Lang::ALL {
                let name = word.name(lang);
                let read = Word::split(&format!("{} x", name.to_uppercase())).map(|(word, _)| word);
                assert_eq!(read, Some(word), "{name}");
            }
        }
        assert_eq!(parsed("  HELP"), Some(Command::Help));
        assert_eq!(parsed("Deshacer"), Some(Command::Undo));
        assert_eq!(parsed("e2e4"), None);
        assert_eq!(parsed(""), None);
    }

    #[test]
    fn no_word_means_two_things() {
        let words = Word::ALL.into_iter().flat_map(|word| {
            let all = Lang::ALL.into_iter().flat_map(move |lang| {
                let words = word.words().say(lang);
                words.split('/').map(str::to_owned).collect::<Vec<_>>()
            });
            all.map(move |text| (text, word)).collect::<Vec<_>>()
        });
        let words: Vec<(String, Word)> = words.collect();
        for (text, word) in &words {
            let same = words.iter().filter(|(other, _)| other == text);
            assert!(same.into_iter().all(|(_, other)| other == word), "{text}");
        }
    }

    #[test]
    fn what_follows_keeps_its_case_and_is_asked_for_where_it_is_missing() {
        let saved = Command::Save("My Games/One.pgn".to_owned());
        assert_eq!(parsed("SAVE  My Games/One.pgn "), Some(saved));
        let asked = Command::EvaluateMove("Nf3".to_owned());
        assert_eq!(parsed("evaluate move Nf3"), Some(asked.clone()));
        assert_eq!(parsed("Evaluate Nf3"), Some(asked.clone()));
        assert_eq!(parsed("evaluar jugada Nf3"), Some(asked));
        for wrong in [
            "save",
            "load",
            "entangled",
            "lang",
            "evaluate move",
            "undo it",
        ] {
            let read = Command::parse(wrong, Lang::En);
            assert!(matches!(read, Some(Err(_))), "{wrong}: {read:?}");
        }
    }
}
