//! A game at the console: turn after turn until it is over, and what can be done then.

use std::time::Duration;

use qaissa_core::{AnyPosition, Game, MoveError, Position as _, color_message, story::Story};
use qaissa_engine::bot::{BotError, Budget};
use qaissa_words::{Message, Spoken, msg};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{
    command::Command,
    console::{Console, is_said},
    editor::{Scene, Typed},
    interrupt::Interrupt,
    moves,
    player::Player,
    suggest,
    thinking::{Analyst, Progress, score_told},
};
use crate::answer::Failure;

/// A game at the console, and who plays it.
pub(super) struct Table {
    pub(super) game: Game,
    /// White, Black.
    pub(super) players: [Player; 2],
    pub(super) console: Console,
    /// Everything that is left to chance.
    pub(super) chance: ChaCha8Rng,
    pub(super) interrupt: Interrupt,
    pub(super) analyst: Analyst,
    /// How long the board is shown between the moves of two computers.
    pub(super) pace: Duration,
    /// The board is turned round from how it is usually seen.
    pub(super) flipped: bool,
    /// The game was broken off.
    pub(super) broken_off: bool,
    /// The game as it was last written to a file.
    pub(super) kept: Option<String>,
    /// The bytes that superpositions may take.
    pub(super) memory: u64,
}

/// What follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The game goes on.
    On,
    /// The game is over.
    Over,
    /// The person leaves.
    Leave,
}

/// What follows on a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing.
    Leave,
    /// The same game once more.
    Again,
    /// Another game, to be asked for.
    Other,
}

impl Table {
    /// Plays until the person leaves or wants another game.
    pub(super) fn play(&mut self) -> Result<Next, Failure> {
        self.welcome()?;
        loop {
            if self.turns()? == Flow::Leave {
                return Ok(Next::Leave);
            }
            self.tell_end()?;
            if !self.console.is_interactive() {
                return Ok(Next::Leave);
            }
            if let Some(next) = self.after_the_end()? {
                return Ok(next);
            }
        }
    }

    /// Says who plays what, and shows the board.
    pub(super) fn welcome(&mut self) -> Result<(), Failure> {
        let [white, black] = [&self.players[0], &self.players[1]].map(Player::name);
        let welcome = msg!(
            "play-welcome",
            game = self.game.variant().name(),
            white = white,
            black = black,
        );
        self.console.say(&welcome)?;
        if self.has_human() {
            let mv = moves::first_ones(self.game.variant());
            self.console.say(&msg!("play-how", mv = mv))?;
            self.board()?;
        } else if self.console.is_interactive() {
            self.console.say(&msg!("play-watch"))?;
        }
        Ok(())
    }

    fn turns(&mut self) -> Result<Flow, Failure> {
        while !self.is_over() {
            let flow = match self.player().is_human() {
                true => self.human_turn()?,
                false => self.computer_turn()?,
            };
            if flow != Flow::On {
                return Ok(flow);
            }
        }
        Ok(Flow::Over)
    }

    /// Whether nobody is to move any more.
    pub(super) fn is_over(&self) -> bool {
        self.broken_off || self.game.end().is_some()
    }

    pub(super) fn player(&self) -> &Player {
        &self.players[self.side()]
    }

    /// 0 if White is to move, 1 if Black is.
    fn side(&self) -> usize {
        self.game.position().turn().fold_wb(0, 1)
    }

    pub(super) fn has_human(&self) -> bool {
        self.players.iter().any(Player::is_human)
    }

    fn computer_turn(&mut self) -> Result<Flow, Failure> {
        let side = self.game.position().turn();
        let before = self.game.public_position();
        loop {
            match self.chosen() {
                Ok(text) => self.make(&text)?,
                Err(error) if self.console.is_interactive() => {
                    // Whatever happened to the computer, the game is not lost.
                    self.console.say(&error.message())?;
                    let gone = msg!("play-computer-gone", side = color_message(side));
                    self.console.say(&gone)?;
                    let index = self.side();
                    self.players[index] = Player::Human;
                    return Ok(Flow::On);
                }
                Err(error) => return Err(Failure::Failed(error.message())),
            }
            if !self.game.position().mid_turn() || self.game.end().is_some() {
                break;
            }
        }
        let shown = self.last_turn();
        let told = msg!("play-move", side = color_message(side), mv = shown);
        self.console.say(&told)?;
        self.tell_outcome(&before)?;
        self.board_if_looked_at()?;
        if self.has_human() || !self.console.is_interactive() || self.game.end().is_some() {
            return Ok(Flow::On);
        }
        self.interrupt.wait(self.pace);
        if self.interrupt.was_pressed() {
            return self.pause();
        }
        Ok(Flow::On)
    }

    /// The step that the computer to move chooses, who is shown no more of the game than anybody.
    fn chosen(&mut self) -> Result<String, BotError> {
        let seen = self.game.public();
        let (side, lang) = (self.side(), self.console.lang);
        let Player::Computer { name, bot } = &mut self.players[side] else {
            return Err(BotError::Failed(msg!("bot-no-move")));
        };
        let name = name.to_string();
        let variant = self.game.variant();
        let thinking = msg!("play-thinking", player = name.as_str());
        let mut shown = Progress::begin(&thinking, &self.console);
        let choice = self.interrupt.during(|signal| {
            bot.choose_telling(&seen, &Budget::default(), signal, &mut |glimpse| {
                let progress = msg!(
                    "play-progress",
                    player = name.as_str(),
                    depth = glimpse.depth,
                    worth = score_told(glimpse.score),
                    mv = moves::spelled(seen.position(), variant, &glimpse.best, lang),
                );
                shown.show(&progress.say(lang));
            })
        });
        shown.end();
        choice.map(|choice| seen.position().write_move(&choice.mv))
    }

    /// Lets a person have a say while two computers play.
    fn pause(&mut self) -> Result<Flow, Failure> {
        loop {
            let prompt = format!("{} ", msg!("play-paused").say(self.console.lang));
            let scene = self.scene();
            let line = match self.console.ask_move(&prompt, scene)? {
                Typed::Line(line) if line.is_empty() => return Ok(Flow::On),
                Typed::Line(line) => line,
                Typed::Nothing => continue,
                Typed::End => return self.leave(),
            };
            let flow = match Command::parse(&line, self.console.lang) {
                Some(Ok(command)) => self.obey(command)?,
                Some(Err(wrong)) => self.console.say(&wrong).map(|()| Flow::On)?,
                None => self
                    .console
                    .say(&msg!("play-paused-how"))
                    .map(|()| Flow::On)?,
            };
            // A game from a file may have somebody to play it.
            if flow != Flow::On || self.is_over() || self.has_human() {
                return Ok(flow);
            }
        }
    }

    /// Takes one line of input, which may be a move.
    fn human_turn(&mut self) -> Result<Flow, Failure> {
        let side = color_message(self.game.position().turn()).say(self.console.lang);
        let begun = match self.game.position().mid_turn() {
            true => format!(" {}-", self.last_turn()),
            false => String::new(),
        };
        self.interrupt.was_pressed();
        let scene = self.scene();
        let line = match self.console.ask_move(&format!("{side}{begun}> "), scene)? {
            Typed::Line(line) => line,
            Typed::Nothing => return Ok(Flow::On),
            Typed::End => return self.leave(),
        };
        if line.is_empty() {
            return Ok(Flow::On);
        }
        match Command::parse(&line, self.console.lang) {
            Some(Ok(command)) => return self.obey(command),
            Some(Err(wrong)) => {
                self.console.say(&wrong)?;
                return Ok(Flow::On);
            }
            None => {}
        }
        let heard = self.game.variant().heard(&line, self.console.lang);
        let (heard, before) = (heard.into_owned(), self.game.public_position());
        match self.make(&heard) {
            Ok(()) => {
                self.tell_outcome(&before)?;
                self.board_if_looked_at()?;
            }
            Err(wrong) => self.refuse(&wrong.message(), &line)?,
        }
        Ok(Flow::On)
    }

    /// Says what is wrong with a text that was meant as a move, and what may have been meant.
    pub(super) fn refuse(&mut self, wrong: &Message, text: &str) -> Result<(), Failure> {
        self.console.say(wrong)?;
        let (position, lang) = (self.game.public_position(), self.console.lang);
        let near = suggest::nearest(text, &position, self.game.variant(), lang);
        if near.is_empty() {
            let mv = moves::first_ones(self.game.variant());
            return self.console.say(&msg!("play-how", mv = mv));
        }
        let near = near.join(", ");
        self.console.say(&msg!("play-perhaps", moves = near))
    }

    /// Tells what the last turn, made from this position, has done beyond its move.
    fn tell_outcome(&mut self, before: &AnyPosition) -> Result<(), Failure> {
        let after = self.game.public_position();
        let Some(turn) = self.game.turns().last() else {
            return Ok(());
        };
        let story = Story {
            before,
            after: &after,
            turn,
            shown: self.last_turn(),
            lang: self.console.lang,
        };
        let told = story.told().into_iter().chain(story.targets());
        for message in told {
            self.console.say(&message)?;
        }
        Ok(())
    }

    /// Makes a move with whatever chance it needs.
    fn make(&mut self, text: &str) -> Result<(), MoveError> {
        let mut uniform = || self.chance.random::<f64>();
        self.game.play_text_drawing(text, &mut uniform)
    }

    /// Who won and why, and the game as text.
    fn tell_end(&mut self) -> Result<(), Failure> {
        let told = match self.game.end() {
            Some(end) => end.message(),
            None => msg!("play-broken-off"),
        };
        self.console.say(&told)?;
        self.console.line("")?;
        let record = self.record();
        self.console.line(record.trim_end())
    }

    /// What the person wants after the game; nothing if there is a game after all, this one or one from a file.
    fn after_the_end(&mut self) -> Result<Option<Next>, Failure> {
        self.console.line("")?;
        loop {
            let prompt = format!("{} ", msg!("play-again").say(self.console.lang));
            let scene = self.scene();
            let line = match self.console.ask_move(&prompt, scene)? {
                Typed::Line(line) => line,
                Typed::Nothing => continue,
                Typed::End => return Ok(Some(Next::Leave)),
            };
            match Command::parse(&line, self.console.lang) {
                Some(Ok(command)) => match self.obey(command)? {
                    Flow::Leave => return Ok(Some(Next::Leave)),
                    // Another game that is over, from a file: its end is told too.
                    Flow::Over => return Ok(None),
                    Flow::On if !self.is_over() => return Ok(None),
                    Flow::On => {}
                },
                Some(Err(wrong)) => self.console.say(&wrong)?,
                None if is_said(&msg!("yes"), &line) => return Ok(Some(Next::Again)),
                None if is_said(&msg!("answer-new"), &line) => return Ok(Some(Next::Other)),
                None if is_said(&msg!("no"), &line) => return Ok(Some(Next::Leave)),
                None => self.console.say(&msg!("play-again-how"))?,
            }
        }
    }

    /// Leaves the console; what would be lost is asked for first, where somebody can answer.
    pub(super) fn leave(&mut self) -> Result<Flow, Failure> {
        if !self.is_at_risk() || !self.console.is_interactive() {
            return Ok(Flow::Leave);
        }
        Ok(match self.console.ask(&msg!("play-quit-sure"))? {
            Typed::Line(answer) if !is_said(&msg!("yes"), &answer) => Flow::On,
            Typed::Nothing => Flow::On,
            Typed::Line(_) | Typed::End => Flow::Leave,
        })
    }

    /// Whether the game would be lost with the console.
    pub(super) fn is_at_risk(&self) -> bool {
        let kept = self.kept.as_ref() == Some(&self.record());
        !self.is_over() && !self.game.turns().is_empty() && !kept
    }

    /// The game as text, with the players' names.
    pub(super) fn record(&self) -> String {
        let mut record = self.game.record();
        for (tag, player) in ["White", "Black"].into_iter().zip(&self.players) {
            record.tags.set(tag, &player.id());
        }
        record.to_pgn().unwrap_or_else(|| record.to_string())
    }

    /// What a person who is asked for a move sees.
    fn scene(&self) -> Scene {
        Scene {
            position: self.game.public_position(),
            variant: self.game.variant().clone(),
            lang: self.console.lang,
        }
    }
}
