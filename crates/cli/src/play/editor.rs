//! The line of a terminal on which a person types: it can be edited, remembers what was typed, completes commands and legal
//! moves, and tells the odds of a move before it is made.

use std::borrow::Cow;

use anstyle::Style;
use qaissa_core::{AnyPosition, Lang, Position as _, Square, Variant, story};
use rustyline::{
    ColorMode, CompletionType, Config, Context, Editor, Helper,
    completion::{Completer, FilenameCompleter, Pair},
    error::ReadlineError,
    highlight::Highlighter,
    hint::{Hint, Hinter},
    history::MemHistory,
    validate::Validator,
};

use super::{
    command::{Argument, Word},
    moves,
};
use crate::{answer::Failure, board::colours};

/// A line of input longer than this is no move and no command.
pub(super) const LONGEST_LINE: usize = 1000;

/// What a person sees who is asked for a move.
pub(super) struct Scene {
    /// The position as the players may know it.
    pub(super) position: AnyPosition,
    /// The rule set.
    pub(super) variant: Variant,
    /// The language of moves and commands.
    pub(super) lang: Lang,
}

/// What came of asking for a line.
pub(super) enum Typed {
    /// A line, without blanks around it.
    Line(String),
    /// The line was thrown away by Ctrl-C.
    Nothing,
    /// Ctrl-D: nothing more will come.
    End,
}

/// A line that can be edited.
pub(super) struct LineEditor {
    editor: Editor<Assistant, MemHistory>,
}

impl LineEditor {
    /// An editor of the terminal, unless that cannot be had.
    pub(super) fn new() -> Option<LineEditor> {
        let paint = match colours() {
            true => ColorMode::Enabled,
            false => ColorMode::Disabled,
        };
        let config = Config::builder()
            .color_mode(paint)
            .completion_type(CompletionType::List)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
        editor.set_helper(Some(Assistant {
            scene: None,
            files: FilenameCompleter::new(),
        }));
        Some(LineEditor { editor })
    }

    /// Helps with moves and commands from now on.
    pub(super) fn show(&mut self, scene: Scene) {
        self.set(Some(scene));
    }

    /// Helps with nothing.
    pub(super) fn hide(&mut self) {
        self.set(None);
    }

    fn set(&mut self, scene: Option<Scene>) {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.scene = scene;
        }
    }

    /// Asks for a line.
    pub(super) fn read(&mut self, prompt: &str) -> Result<Typed, Failure> {
        match self.editor.readline(prompt) {
            Ok(line) => {
                let line: String = line.trim().chars().take(LONGEST_LINE).collect();
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Typed::Nothing),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Io(error)) => Err(Failure::file("-", &error)),
            Err(other) => Err(Failure::file("-", &std::io::Error::other(other))),
        }
    }

    /// Keeps a line for the arrow keys.
    pub(super) fn remember(&mut self, line: &str) {
        // What cannot be kept is only typed again.
        let _ = self.editor.add_history_entry(line);
    }
}

/// Helps while a line is typed.
struct Assistant {
    scene: Option<Scene>,
    files: FilenameCompleter,
}

/// Words behind what is typed that cannot be taken over.
struct Remark(String);

impl Hint for Remark {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Helper for Assistant {}

impl Validator for Assistant {}

impl Hinter for Assistant {
    type Hint = Remark;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<Remark> {
        let scene = self.scene.as_ref().filter(|_| at == line.len())?;
        let Scene {
            position,
            variant,
            lang,
        } = scene;
        let heard = variant.heard(line.trim(), *lang);
        let step = position.read_step(&heard).ok()?;
        let odds = story::odds(position, &step.mv, *lang).filter(|_| step.rest.is_empty())?;
        Some(Remark(format!("   {}", odds.say(*lang))))
    }
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let dim = Style::new().dimmed();
        Cow::Owned(format!("{dim}{hint}{dim:#}"))
    }
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Some(scene) = &self.scene else {
            return Ok((0, Vec::new()));
        };
        let typed = &line[..at];
        let Some((word, rest)) = Word::split(typed) else {
            return Ok((0, pairs(scene.beginnings(typed))));
        };
        let start = at - rest.len();
        let fitting = |all: Vec<String>| {
            let all = all.into_iter().filter(|text| text.starts_with(rest));
            Ok((start, pairs(all.collect())))
        };
        match word.argument() {
            Argument::File => self.files.complete(line, at, context),
            Argument::Square => fitting(scene.squares()),
            Argument::Language => fitting(Lang::ALL.map(|lang| lang.to_string()).to_vec()),
            Argument::Move => {
                let asked = Word::of_move(scene.lang);
                match rest.strip_prefix(&format!("{asked} ")) {
                    Some(begun) => Ok((at - begun.len(), pairs(scene.moves(begun)))),
                    None => fitting(vec![asked]),
                }
            }
            Argument::None => Ok((at, Vec::new())),
        }
    }
}

impl Scene {
    /// The commands and moves that begin so.
    fn beginnings(&self, typed: &str) -> Vec<String> {
        let lower = typed.to_lowercase();
        let words = Word::ALL.into_iter().map(|word| word.name(self.lang));
        let words = words.filter(|word| word.starts_with(&lower));
        words.chain(self.moves(typed)).collect()
    }

    /// The moves that begin so; splits and merges are so many that they need a square first.
    fn moves(&self, typed: &str) -> Vec<String> {
        let all = moves::written(&self.position, &self.variant, self.lang);
        let begins = |text: &String| {
            let asked_for = typed.len() >= 2 || !text.contains('^');
            text.starts_with(typed) && asked_for
        };
        all.into_iter().filter(begins).collect()
    }

    /// The squares about which something is open.
    fn squares(&self) -> Vec<String> {
        let open = |square: &Square| {
            let face = self.position.face(*square);
            face.is_some_and(|face| face.presence < 1.0 || face.types.len() > 1)
        };
        let open = Square::ALL.into_iter().filter(open);
        open.map(|square| square.to_string()).collect()
    }
}

fn pairs(texts: Vec<String>) -> Vec<Pair> {
    let pair = |text: String| Pair {
        display: text.clone(),
        replacement: text,
    };
    texts.into_iter().map(pair).collect()
}
