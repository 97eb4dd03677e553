//! What the commands do.

use qaissa_core::{
    AnyPosition, Color, End, Game, Lang, Position as _, Reason, Square, Variant, color_message,
    quoted,
    story::{self, percent},
};
use qaissa_words::{Message, Spoken, msg};
use rand::RngExt;

use super::{
    branches,
    command::Command,
    entangled, help, moves,
    player::Player,
    table::{Flow, Table},
    thinking::{Opinion, Progress, listed},
};
use crate::answer::Failure;

/// How many lines a hint has.
const HINTS: usize = 3;

/// How many turns of a line are told.
const LINE: usize = 6;

impl Table {
    /// Does what a command says.
    pub(super) fn obey(&mut self, command: Command) -> Result<Flow, Failure> {
        match command {
            Command::Quit => return self.leave(),
            Command::Over | Command::Draw | Command::Resign if self.is_over() => {
                self.console.say(&msg!("play-over-already"))?;
            }
            Command::Over => {
                if self.console.confirm(&msg!("play-over-sure"))? {
                    self.broken_off = true;
                    return Ok(Flow::Over);
                }
            }
            Command::Help => {
                let (lang, width) = (self.console.lang, self.console.width());
                let help = help::told(self.game.variant(), lang, width);
                self.console.prose(&help)?;
            }
            Command::Rules => self.console.say(&self.game.variant().rules())?,
            Command::Board => self.board()?,
            Command::Flip => {
                self.flipped = !self.flipped;
                self.board()?;
            }
            Command::Moves => {
                let position = self.game.public_position();
                let lang = self.console.lang;
                let moves = moves::with_odds(&position, self.game.variant(), lang);
                self.console.prose(&moves.join(" "))?;
            }
            Command::Evaluate => self.evaluate()?,
            Command::EvaluateMove(text) => self.evaluate_move(&text)?,
            Command::Hint => self.hint()?,
            Command::Branches => {
                let position = self.game.public_position();
                let (flipped, lang) = (self.is_flipped(), self.console.lang);
                let boards = branches::drawn(&position, flipped, lang, self.console.width());
                self.console.prose(&boards)?;
            }
            Command::Entangled(text) => self.entangled(&text)?,
            Command::Fen => {
                let fen = self.game.public_position().fen();
                self.console.line(&fen)?;
            }
            Command::Pgn => {
                let record = self.record();
                self.console.line(record.trim_end())?;
            }
            Command::Undo => self.undo()?,
            Command::Draw => self.draw()?,
            Command::Resign => {
                if self.console.confirm(&msg!("play-resign-sure"))? {
                    self.game.resign(self.game.position().turn());
                }
            }
            Command::Reset => self.reset()?,
            Command::Save(file) => self.save(&file)?,
            Command::Load(file) => return self.load(&file),
            Command::Lang(text) => self.speak(&text)?,
        }
        Ok(Flow::On)
    }

    fn speak(&mut self, text: &str) -> Result<(), Failure> {
        match text.parse::<Lang>() {
            Ok(lang) => {
                self.console.lang = lang;
                self.console.say(&msg!("play-lang"))
            }
            Err(unknown) => self.console.say(&unknown.message()),
        }
    }

    fn entangled(&mut self, text: &str) -> Result<(), Failure> {
        let Ok(square) = text.to_lowercase().parse::<Square>() else {
            return self
                .console
                .say(&msg!("play-no-square", text = quoted(text)));
        };
        let told = entangled::told(&self.game.public_position(), square, self.console.lang);
        told.iter()
            .try_for_each(|message| self.console.say(message))
    }

    /// Takes back an end that was declared; otherwise the last turn, and a computer's answer with it, so that the same person is
    /// to move.
    fn undo(&mut self) -> Result<(), Failure> {
        // At the end everything that was hidden has been shown.
        if self.game.end().is_some() && hides(self.game.position()) {
            return self.console.say(&msg!("play-undo-told"));
        }
        let broken_off = std::mem::take(&mut self.broken_off);
        if (self.game.reopen() || broken_off) && self.game.end().is_none() {
            return self.board();
        }
        let begun = self.game.position().mid_turn();
        let other = &self.players[(!self.game.position().turn()).fold_wb(0, 1)];
        let turns = match begun || other.is_human() || !self.has_human() {
            true => 1,
            false => 2,
        };
        if self.game.turns().len() < turns {
            return self.console.say(&msg!("play-undo-none"));
        }
        if self.game.has_told(turns) {
            return self.console.say(&msg!("play-undo-told"));
        }
        let mut drawn = false;
        for _ in 0..turns {
            let text = self.game.turns().last().map(|turn| turn.text.clone());
            self.game.undo();
            let before = self.game.position();
            let step = text.as_deref().and_then(|text| before.read_step(text).ok());
            drawn |= step.is_some_and(|step| before.outcome_count(&step.mv) > 1);
        }
        if drawn {
            self.console.say(&msg!("play-undo-chance"))?;
        }
        self.board()
    }

    /// A claim if there is one, otherwise an offer to the other side.
    fn draw(&mut self) -> Result<(), Failure> {
        let claim = match self.game.claim_draw() {
            Ok(_) => return Ok(()),
            Err(none) => none,
        };
        if !self.players.iter().all(Player::is_human) {
            let chess = matches!(self.game.variant(), Variant::Chess { .. });
            let told = match chess {
                true => claim.message(),
                false => msg!("play-draw-alone"),
            };
            return self.console.say(&told);
        }
        let other: Color = !self.game.position().turn();
        let offer = msg!("play-draw-offer", side = color_message(other));
        if self.console.confirm(&offer)? {
            self.game.stop(End::draw(Reason::Agreement));
        }
        Ok(())
    }

    /// Begins the same game once more.
    fn reset(&mut self) -> Result<(), Failure> {
        if !self.console.confirm(&msg!("play-reset-sure"))? {
            return Ok(());
        }
        match self.begin_again() {
            Ok(()) => self.welcome(),
            Err(wrong) => self.complain(wrong),
        }
    }

    /// Sets the pieces up anew; what was hidden is dealt anew.
    pub(super) fn begin_again(&mut self) -> Result<(), Failure> {
        let dealt = self.game.variant().public();
        let dealt = dealt.dealt_by(self.chance.random());
        let first = self.game.positions().first().map(AnyPosition::public);
        let own = dealt.start()?.public();
        let mut game = match first.filter(|first| *first != own) {
            Some(first) => Game::from_fen(&dealt, &first.fen())?,
            None => Game::start(&dealt)?,
        };
        game.limit_memory(self.memory);
        for player in &mut self.players {
            player.begin(game.variant(), self.chance.random())?;
        }
        self.game = game;
        self.broken_off = false;
        self.kept = None;
        Ok(())
    }

    fn evaluate(&mut self) -> Result<(), Failure> {
        let opinions = self.opinions(&[], 1)?;
        let Some(opinion) = opinions.first() else {
            return self.console.say(&msg!("evaluate-none"));
        };
        let side = color_message(self.game.position().turn());
        let told = msg!(
            "evaluate-position",
            side = side,
            worth = opinion.worth.told(),
            chance = percent(opinion.worth.chance()),
            depth = opinion.depth,
            line = self.line_of(opinion),
        );
        self.console.say(&told)
    }

    fn evaluate_move(&mut self, text: &str) -> Result<(), Failure> {
        let position = self.game.public_position();
        let (variant, lang) = (self.game.variant().clone(), self.console.lang);
        let heard = variant.heard(text, lang).into_owned();
        let mv = match position.read_step(&heard) {
            Ok(step) => step.mv,
            Err(refusal) => {
                let wrong = qaissa_core::MoveError {
                    text: heard,
                    refusal,
                };
                return self.refuse(&wrong.message(), text);
            }
        };
        let shown = moves::spelled(&position, &variant, &mv, lang);
        if let Some(odds) = story::odds(&position, &mv, lang) {
            let told = msg!("evaluate-odds", mv = shown.as_str(), odds = odds);
            self.console.say(&told)?;
        }
        let wanted = listed(&position, &mv);
        let opinions = match wanted {
            Some(mv) => self.opinions(&[mv], 1)?,
            None => Vec::new(),
        };
        let Some(opinion) = opinions.first() else {
            return self.console.say(&msg!("evaluate-none"));
        };
        let told = msg!(
            "evaluate-move",
            mv = shown,
            worth = opinion.worth.told(),
            chance = percent(opinion.worth.chance()),
            depth = opinion.depth,
            line = self.line_of(opinion),
        );
        self.console.say(&told)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let opinions = self.opinions(&[], HINTS)?;
        if opinions.is_empty() {
            return self.console.say(&msg!("evaluate-none"));
        }
        let position = self.game.public_position();
        for (number, opinion) in (1_usize..).zip(&opinions) {
            let Some((mv, _)) = opinion.steps.first() else {
                continue;
            };
            let (variant, lang) = (self.game.variant(), self.console.lang);
            let told = msg!(
                "hint-line",
                number = number,
                mv = moves::spelled(&position, variant, mv, lang),
                worth = opinion.worth.told(),
                chance = percent(opinion.worth.chance()),
                line = self.line_of(opinion),
            );
            self.console.say(&told)?;
        }
        Ok(())
    }

    /// What our engine thinks of the game as players see it, with a line that moves meanwhile. Ctrl-C takes what it has.
    fn opinions(
        &mut self,
        moves: &[qaissa_core::AnyMove],
        lines: usize,
    ) -> Result<Vec<Opinion>, Failure> {
        if self.game.end().is_some() {
            return Ok(Vec::new());
        }
        let (seen, lang) = (self.game.public(), self.console.lang);
        let variant = self.game.variant();
        let mut shown = Progress::begin(&msg!("evaluate-begun"), &self.console);
        let analyst = &mut self.analyst;
        let opinions = self.interrupt.during(|signal| {
            analyst.asked(&seen, moves, lines, signal, &mut |opinion| {
                if let Some((mv, _)) = opinion.steps.first() {
                    let progress = msg!(
                        "evaluate-progress",
                        depth = opinion.depth,
                        worth = opinion.worth.told(),
                        mv = moves::spelled(seen.position(), variant, mv, lang),
                    );
                    shown.show(&progress.say(lang));
                }
            })
        });
        shown.end();
        Ok(opinions)
    }

    /// The first turns of a line, as people read them.
    fn line_of(&self, opinion: &Opinion) -> String {
        let position = self.game.public_position();
        let steps = &opinion.steps[..opinion.steps.len().min(LINE)];
        moves::line(&position, self.game.variant(), steps, self.console.lang)
    }

    /// Says something that is wrong, and goes on.
    pub(super) fn complain(&mut self, wrong: Failure) -> Result<(), Failure> {
        let message: Message = match wrong {
            Failure::Input(message) | Failure::Failed(message) => message,
            other => return Err(other),
        };
        self.console.say(&message)
    }
}

/// Whether something of a position is hidden while the game goes on.
fn hides(position: &AnyPosition) -> bool {
    matches!(position, AnyPosition::Touch(_))
}
