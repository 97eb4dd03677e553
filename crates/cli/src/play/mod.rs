//! `qaissa play`: a game in the console, line by line. Works the same from a pipe.

mod command;
mod player;

use std::{
    io::{self, BufRead, Read, Write},
    ops::ControlFlow,
    time::Duration,
};

use clap::Args;
use indicatif::ProgressBar;
use qaissa_core::{
    AnyPosition, Color, End, Game, Lang, MoveError, Position, Reason, Square, Variant,
    color_message, story,
};
use qaissa_engine::{Signal, bot::Budget};
use qaissa_words::{Message, Spoken, msg};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::{command::Command, player::Player};
use crate::{
    answer::{Failure, output, styled},
    board::{self, View},
    setup::Start,
};

/// A line of input longer than this is no move and no command.
const LONGEST_LINE: u64 = 1000;

/// Play in the console
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,
    /// Who plays White: human, or a bot such as random, greedy, qaissa:level=5 or stockfish:depth=8
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    white: String,
    /// Who plays Black, in the same way
    #[arg(long, value_name = "PLAYER", default_value = "qaissa:level=3")]
    black: String,
    /// The seed of everything that is left to chance, to play the same game again
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The language: en or es
    #[arg(long)]
    lang: Option<Lang>,
}

pub(crate) fn run(arguments: &Arguments, lang: Lang) -> Result<(), Failure> {
    let seed = arguments.seed.unwrap_or_else(|| rand::rng().random());
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let game = arguments.start.dealt_game(chance.random())?;
    let mut make = |text| Player::make(text, &game.variant().public(), chance.random());
    let players = [make(&arguments.white)?, make(&arguments.black)?];
    let mut session = Session {
        flipped: !players[0].is_human() && players[1].is_human(),
        game,
        players,
        lang: arguments.lang.unwrap_or(lang),
        chance,
        input: io::stdin().lock(),
        out: anstream::stdout(),
    };
    session.play()
}

/// A game at the console.
struct Session<R, W> {
    game: Game,
    /// White, Black.
    players: [Player; 2],
    lang: Lang,
    flipped: bool,
    chance: ChaCha8Rng,
    input: R,
    out: W,
}

impl<R: BufRead, W: Write> Session<R, W> {
    fn play(&mut self) -> Result<(), Failure> {
        let [white, black] = [self.players[0].name(), self.players[1].name()];
        self.say(msg!(
            "play-welcome",
            game = self.game.variant().name(),
            white = white,
            black = black,
        ))?;
        if self.players.iter().any(Player::is_human) {
            let first_move = match self.game.variant() {
                Variant::Chess { .. } => "e4, e2e4",
                Variant::Cantwell | Variant::Auden { .. } => "e2e4, b1^a3c3",
                Variant::Gates => "e2e4, b1c3",
                Variant::Touch { .. } => "b1",
            };
            self.say(msg!("play-how", mv = first_move))?;
            self.board()?;
        }
        while self.game.end().is_none() {
            if !self.player().is_human() {
                self.machine_turn()?;
            } else if self.human_turn()?.is_break() {
                return Ok(());
            }
        }
        self.over()
    }

    fn player(&self) -> &Player {
        &self.players[self.side()]
    }

    /// 0 if White is to move, 1 if Black is.
    fn side(&self) -> usize {
        self.game.position().turn().fold_wb(0, 1)
    }

    fn machine_turn(&mut self) -> Result<(), Failure> {
        let side = self.game.position().turn();
        let before = self.game.public_position();
        loop {
            let text = self.chosen()?;
            self.make(&text)?;
            if !self.game.position().mid_turn() || self.game.end().is_some() {
                break;
            }
        }
        let shown = self.last_turn();
        self.say(msg!("play-move", side = color_message(side), mv = shown))?;
        self.tell_outcome(&before)?;
        self.board_if_looked_at()
    }

    /// The step that the machine to move chooses, who is shown no more of the game than anybody.
    fn chosen(&mut self) -> Result<String, Failure> {
        let seen = self.game.public();
        let side = self.side();
        let Player::Machine { name, bot } = &mut self.players[side] else {
            return Ok(String::new());
        };
        let thinking = msg!("play-thinking", player = name.to_string()).say(self.lang);
        let spinner = styled(ProgressBar::new_spinner(), "{spinner} {msg}").with_message(thinking);
        spinner.enable_steady_tick(Duration::from_millis(100));
        let choice = bot.choose(&seen, &Budget::default(), &Signal::new());
        spinner.finish_and_clear();
        let choice = choice.map_err(|error| Failure::Failed(error.message()))?;
        Ok(seen.position().write_move(&choice.mv))
    }

    /// Takes one line of input, which may be a move; a break at the end of the session.
    fn human_turn(&mut self) -> Result<ControlFlow<()>, Failure> {
        let side = color_message(self.game.position().turn()).say(self.lang);
        let begun = match self.game.position().mid_turn() {
            true => format!(" {}-", self.last_turn()),
            false => String::new(),
        };
        let Some(line) = self.ask(&format!("{side}{begun}> "))? else {
            return Ok(ControlFlow::Break(()));
        };
        if line.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some(command) = Command::parse(&line) {
            return self.obey(command);
        }
        let heard = self.game.variant().heard(&line, self.lang).into_owned();
        let before = self.game.public_position();
        match self.make(&heard) {
            Ok(()) => {
                self.tell_outcome(&before)?;
                self.board_if_looked_at()?;
            }
            Err(wrong) => self.say(wrong.message())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tells what the last turn, made from this position, has done beyond its move: no collapse passes silently.
    fn tell_outcome(&mut self, before: &AnyPosition) -> Result<(), Failure> {
        let last = self.game.turns().last();
        let told = last.map_or_else(Vec::new, |turn| story::told(before, turn, self.last_turn()));
        told.into_iter().try_for_each(|message| self.say(message))
    }

    /// Makes a move with whatever chance it needs.
    fn make(&mut self, text: &str) -> Result<(), MoveError> {
        let mut uniform = || self.chance.random::<f64>();
        self.game.play_text_drawing(text, &mut uniform)
    }

    fn obey(&mut self, command: Command) -> Result<ControlFlow<()>, Failure> {
        match command {
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Help => {
                let moves = self.game.variant().writing();
                self.say(msg!("play-help", moves = moves))?;
            }
            Command::Board => self.board()?,
            Command::Flip => {
                self.flipped = !self.flipped;
                self.board()?;
            }
            Command::Moves => self.line(&self.legal_moves().join(" "))?,
            Command::Fen => self.line(&self.game.public_position().fen())?,
            Command::Pgn => self.line(self.record().trim_end())?,
            Command::Undo => self.undo()?,
            Command::Draw => self.draw()?,
            Command::Resign => {
                if self.confirm(msg!("play-resign-sure"))? {
                    self.game.resign(self.game.position().turn());
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes back the last turn, and a machine's answer with it, so that the same person is to move.
    fn undo(&mut self) -> Result<(), Failure> {
        let begun = self.game.position().mid_turn();
        let turns = if !self.players.iter().all(Player::is_human) && !begun {
            2
        } else {
            1
        };
        if self.game.turns().len() < turns {
            return self.say(msg!("play-undo-none"));
        }
        if self.game.has_told(turns) {
            return self.say(msg!("play-undo-told"));
        }
        for _ in 0..turns {
            self.game.undo();
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
            return self.say(claim.message());
        }
        let other: Color = !self.game.position().turn();
        if self.confirm(msg!("play-draw-offer", side = color_message(other)))? {
            self.game.stop(End::draw(Reason::Agreement));
        }
        Ok(())
    }

    fn over(&mut self) -> Result<(), Failure> {
        if let Some(end) = self.game.end() {
            self.say(end.message())?;
        }
        self.line("")?;
        self.line(self.record().trim_end())
    }

    /// The game as text, with the players' names.
    fn record(&self) -> String {
        let mut record = self.game.record();
        for (tag, player) in ["White", "Black"].into_iter().zip(&self.players) {
            record.tags.set(tag, &player.id());
        }
        record.to_pgn().unwrap_or_else(|| record.to_string())
    }

    /// The legal moves as people write them; where the outcome is open, without it.
    fn legal_moves(&self) -> Vec<String> {
        let position = &self.game.public_position();
        let written = |mv| match position.draw(mv, &mut || 0.0) {
            Some(only) if position.outcome_count(mv) == 1 && !position.mid_turn() => {
                let mut token = String::new();
                position.record_step(mv, &only, &mut token);
                self.game.variant().shown(&token, self.lang).into_owned()
            }
            _ => position.write_move(mv),
        };
        position.legal_moves().iter().map(written).collect()
    }

    fn last_turn(&self) -> String {
        let token = self.game.turns().last().map_or("", |turn| &turn.token);
        self.game.variant().shown(token, self.lang).into_owned()
    }

    /// Shows the board when a person is to look at it: before a move, and at the end.
    fn board_if_looked_at(&mut self) -> Result<(), Failure> {
        let over = self.game.end().is_some();
        if over || self.player().is_human() {
            self.board()?;
        }
        Ok(())
    }

    fn board(&mut self) -> Result<(), Failure> {
        let last = self.game.turns().last();
        let view = View {
            lang: self.lang,
            flipped: self.flipped,
            marked: last.map_or_else(Vec::new, |turn| squares_in(&turn.text)),
        };
        let seen = self.game.public_position();
        let text = board::draw(&seen, &view);
        self.line(&text)?;
        match board::odds(&seen, self.lang) {
            Some(odds) => self.line(&format!("{odds}\n")),
            None => Ok(()),
        }
    }

    fn say(&mut self, message: Message) -> Result<(), Failure> {
        let text = message.say(self.lang);
        self.line(&text)
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}").map_err(|error| output(&error))
    }

    /// Asks for `yes`; anything else is no.
    fn confirm(&mut self, question: Message) -> Result<bool, Failure> {
        let question = format!("{} ", question.say(self.lang));
        let answer = self.ask(&question)?.unwrap_or_default().to_lowercase();
        let is_yes = |lang| msg!("yes").say(lang).split('/').any(|yes| yes == answer);
        Ok(Lang::ALL.into_iter().any(is_yes))
    }

    /// A line of input without its end, or `None` at the end of input.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{prompt}")
            .and_then(|()| self.out.flush())
            .map_err(|error| output(&error))?;
        let mut bytes = Vec::new();
        let failed = |error| Failure::file("-", &error);
        Read::by_ref(&mut self.input)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
            .map_err(failed)?;
        if bytes.is_empty() {
            self.line("")?;
            return Ok(None);
        }
        if !bytes.ends_with(b"\n") && bytes.len() as u64 == LONGEST_LINE {
            self.input.skip_until(b'\n').map_err(failed)?;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

/// All squares that a move text names.
fn squares_in(text: &str) -> Vec<Square> {
    let pairs = text.as_bytes().windows(2);
    pairs
        .filter_map(|pair| Square::from_ascii(pair).ok())
        .collect()
}
