//! A game at a table: it is looked at from any of its positions, steps are made, and it leaves as a record.

use qaissa_core::{
    AnyPosition, Color, End, Game, Lang, MoveError, Position, Reason, Record, Square, Turn,
    Variant, color_id, quoted, story::Story,
};
use qaissa_words::{Message, Spoken, msg};
use serde::Serialize;
use tsify::Tsify;

use crate::{
    branches::{self, Branches},
    view::{self, EndView, Link, Piece, View},
};

/// What the branches of a game may take of the memory that a page has.
const MOST_BYTES: u64 = 256 << 20;

/// Outcomes beyond these are not listed one by one.
const MOST_OUTCOMES: usize = 16;

/// A record longer than this is no game that somebody has played.
pub(crate) const LONGEST_RECORD: usize = 1 << 20;

/// A turn of a game, as the list of moves shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct TurnView {
    /// The turn as it is read in the language of the table.
    pub shown: String,
    /// The move text of the rule set.
    pub text: String,
    /// The probability that a move which asked something was made.
    pub pass: Option<f64>,
    /// Whether what was asked came true, where something was.
    pub made: Option<bool>,
    /// Who made it: white or black.
    pub side: String,
    /// The number of the position before it.
    pub before: usize,
    /// The number of the position after it.
    pub after: usize,
    /// What it did beyond its move, in sentences.
    pub told: Vec<String>,
}

/// The turns of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Turns {
    /// All of them; the last may be half done.
    pub turns: Vec<TurnView>,
    /// The variant, with options that everybody may know.
    pub variant: String,
    /// The variant's name in the language of the table.
    pub name: String,
    /// How many positions there are.
    pub positions: usize,
    /// The players' names, as far as the record has them.
    pub white: Option<String>,
    /// Black's.
    pub black: Option<String>,
}

/// Something that may come of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct OutcomeView {
    /// The text that makes the step turn out so.
    pub text: String,
    /// How likely it is.
    pub probability: f64,
    /// What stands where then.
    pub pieces: Vec<Piece>,
}

/// What may come of a step, likeliest first.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Outcomes {
    /// The likeliest.
    pub likeliest: Vec<OutcomeView>,
    /// How many there are in all.
    pub total: usize,
}

/// The links of a square.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Links {
    /// With which squares it is bound up.
    pub links: Vec<Link>,
}

/// A game that is played or looked at.
#[derive(Clone, Debug)]
pub struct Table {
    game: Game,
    white: Option<String>,
    black: Option<String>,
    lang: Lang,
}

impl Table {
    /// A new game: a rule set by its text, from its own start or from a position, dealt by a seed where it is dealt.
    ///
    /// # Errors
    /// If there is no such rule set, or the text is no position of it.
    pub fn start(
        variant: &str,
        fen: Option<&str>,
        seed: u64,
        lang: Lang,
    ) -> Result<Table, Message> {
        let variant: Variant = parse(variant)?;
        Ok(Table::at(begun(&variant.dealt_by(seed), fen)?, lang))
    }

    /// A game by its turns with their outcomes, of which the last may be half done. Nothing is dealt that the rule set does
    /// not name: so a game is seen that is kept elsewhere.
    ///
    /// # Errors
    /// If there is no such rule set, the text is no position of it, or the rules refuse a turn.
    pub fn of_turns(
        variant: &str,
        fen: Option<&str>,
        turns: &[String],
        lang: Lang,
    ) -> Result<Table, Message> {
        let variant: Variant = parse(variant)?;
        let mut table = Table::at(begun(&variant, fen)?, lang);
        for turn in turns {
            let played = table.game.play_text(turn);
            played.map_err(|error| error.message())?;
        }
        Ok(table)
    }

    /// The game of a record, every turn checked.
    ///
    /// # Errors
    /// If the text is no record, or the rules refuse it.
    pub fn of_record(text: &str, lang: Lang) -> Result<Table, Message> {
        if text.len() > LONGEST_RECORD {
            return Err(msg!("record-too-long", limit = LONGEST_RECORD));
        }
        let record: Record = parse(text)?;
        let game = record.replay().map_err(|error| error.message())?;
        record.check_variations().map_err(|error| error.message())?;
        let name = |tag| record.tags.get(tag).map(str::to_owned);
        let (white, black) = (name("White"), name("Black"));
        Ok(Table {
            white,
            black,
            ..Table::at(game, lang)
        })
    }

    fn at(mut game: Game, lang: Lang) -> Table {
        game.limit_memory(MOST_BYTES);
        Table {
            game,
            white: None,
            black: None,
            lang,
        }
    }

    /// The language in which it speaks.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Speaks another language.
    pub fn set_lang(&mut self, lang: Lang) {
        self.lang = lang;
    }

    /// Says who plays.
    pub fn name_players(&mut self, white: &str, black: &str) {
        self.white = Some(white.to_owned());
        self.black = Some(black.to_owned());
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// A position by its number, as everybody may see it.
    fn seen(&self, at: usize) -> Result<AnyPosition, Message> {
        let positions = self.game.positions();
        let position = positions
            .get(at)
            .ok_or_else(|| msg!("web-no-position", number = at))?;
        Ok(match self.game.end() {
            Some(_) => position.clone(),
            None => position.public(),
        })
    }

    /// The number of the position now.
    pub fn now(&self) -> usize {
        self.game.positions().len() - 1
    }

    /// A position by its number.
    ///
    /// # Errors
    /// If the game has no such position.
    pub fn view(&self, at: usize) -> Result<View, Message> {
        let mut view = view::of(&self.seen(at)?);
        if at == self.now() {
            let end = self.game.end();
            view.end = end.map(|end| EndView::of(end, self.lang));
            let claim = self.game.claimable();
            view.claim = claim.map(|reason| reason.message().say(self.lang));
            if end.is_some() {
                view.steps.clear();
            }
        }
        Ok(view)
    }

    /// The heaviest boards of a position.
    ///
    /// # Errors
    /// If the game has no such position.
    pub fn branches(&self, at: usize, most: usize) -> Result<Branches, Message> {
        Ok(branches::of(&self.seen(at)?, most))
    }

    /// What a square of a position is bound up with.
    ///
    /// # Errors
    /// If the game has no such position, or the board no such square.
    pub fn links(&self, at: usize, square: &str) -> Result<Links, Message> {
        let named = square.parse::<Square>();
        let square = named.map_err(|_| msg!("web-no-square", text = quoted(square)))?;
        Ok(Links {
            links: view::links(&self.seen(at)?, square),
        })
    }

    /// What may come of a step from a position.
    ///
    /// # Errors
    /// If the game has no such position, or the step is not legal there.
    pub fn outcomes(&self, at: usize, text: &str) -> Result<Outcomes, Message> {
        let position = self.seen(at)?;
        let refused = |refusal| {
            let text = text.to_owned();
            MoveError { text, refusal }.message()
        };
        let mv = position.read_step(text).map_err(refused)?.mv;
        let total = position.outcome_count(&mv);
        let mut chances = match total > 4096 {
            true => Vec::new(),
            false => position.outcomes(&mv).into_vec(),
        };
        chances.sort_by(|one, two| two.probability.total_cmp(&one.probability));
        chances.truncate(MOST_OUTCOMES);
        let told = chances.into_iter().map(|chance| {
            let mut after = position.clone();
            after.play(&mv, &chance.outcome);
            let mut text = String::new();
            position.write_step(&mv, &chance.outcome, &mut text);
            OutcomeView {
                text,
                probability: chance.probability,
                pieces: view::pieces(&after),
            }
        });
        Ok(Outcomes {
            likeliest: told.collect(),
            total,
        })
    }

    /// Makes a step that a player typed or pointed at; what chance decides is drawn.
    ///
    /// # Errors
    /// If it is not legal; the game is as it was.
    pub fn play(&mut self, text: &str, uniform: &mut dyn FnMut() -> f64) -> Result<(), Message> {
        let heard = self.game.variant().heard(text, self.lang).into_owned();
        let played = self.game.play_text_drawing(&heard, uniform);
        played.map_err(|error| error.message())
    }

    /// Makes a step with the outcome that its text names.
    ///
    /// # Errors
    /// If it is not legal, or several outcomes are possible and none is named; the game is as it was.
    pub fn force(&mut self, text: &str) -> Result<(), Message> {
        let heard = self.game.variant().heard(text, self.lang).into_owned();
        let played = self.game.play_text(&heard);
        played.map_err(|error| error.message())
    }

    /// Takes back so many turns.
    ///
    /// # Errors
    /// If there are not so many, or one of them has told what was hidden; the game is as it was.
    pub fn take_back(&mut self, turns: usize) -> Result<(), Message> {
        if turns == 0 || self.game.turns().len() < turns {
            return Err(msg!("play-undo-none"));
        }
        if self.game.has_told(turns) {
            return Err(msg!("play-undo-told"));
        }
        for _ in 0..turns {
            self.game.undo();
        }
        Ok(())
    }

    /// Goes back to a position, for another try in analysis; turns that have told something included.
    ///
    /// # Errors
    /// If a turn is half done there, or the game has no such position.
    pub fn rewind(&mut self, at: usize) -> Result<(), Message> {
        if self.seen(at)?.mid_turn() && at != self.now() {
            return Err(msg!("web-no-position", number = at));
        }
        while self.now() > at {
            self.game.undo();
        }
        Ok(())
    }

    /// A side gives up.
    pub fn resign(&mut self, side: Color) {
        self.game.resign(side);
    }

    /// The time of a side has run out. Who has nothing left to win with does not win.
    pub fn out_of_time(&mut self, side: Color) {
        self.game.stop(match self.game.position().can_win(!side) {
            true => End::win(!side, Reason::TimeForfeit),
            false => End::draw(Reason::TimeForfeit),
        });
    }

    /// Claims the draw that is open.
    ///
    /// # Errors
    /// If there is none.
    pub fn claim(&mut self) -> Result<(), Message> {
        self.game
            .claim_draw()
            .map(|_| ())
            .map_err(|error| error.message())
    }

    /// The game as text: to be shown, or with all that is hidden, to be kept.
    pub fn record(&self, whole: bool) -> String {
        let mut record = match whole {
            true => self.game.full_record(),
            false => self.game.record(),
        };
        for (tag, name) in [("White", &self.white), ("Black", &self.black)] {
            if let Some(name) = name {
                record.tags.set(tag, name);
            }
        }
        record.to_string()
    }

    /// The game up to a position, as everybody may see it, to be thought about.
    ///
    /// # Errors
    /// If the game has no such position.
    pub fn record_until(&self, at: usize) -> Result<String, Message> {
        self.seen(at)?;
        let mut game = self.game.public();
        // A turn is taken back whole, so what is wanted of a half one is made again.
        let mut begun = None;
        while game.positions().len() - 1 > at {
            begun = game.turns().last().cloned();
            game.undo();
        }
        if let Some(turn) = begun.filter(|_| game.positions().len() - 1 < at) {
            let touch = turn.text.split('-').next().unwrap_or_default();
            game.play_text(touch).map_err(|error| error.message())?;
        }
        Ok(game.record().to_string())
    }

    /// The turns so far.
    pub fn turns(&self) -> Turns {
        let game = &self.game;
        let mut before = 0;
        let turns = game.turns().iter().map(|turn| {
            let first = before + 1;
            let later = &game.positions()[first..];
            let whole = later.iter().position(|position| !position.mid_turn());
            let after = first + whole.unwrap_or(later.len() - 1);
            let shown = game.variant().shown(&turn.token, self.lang).into_owned();
            let story = Story {
                before: &game.positions()[before].public(),
                after: &game.positions()[after].public(),
                turn,
                shown: shown.clone(),
                lang: self.lang,
            };
            let told = story.told();
            let view = TurnView {
                text: turn.text.clone(),
                pass: turn.pass,
                made: made(turn, &game.positions()[after], &game.positions()[before]),
                side: color_id(game.positions()[before].turn()).to_owned(),
                before,
                after,
                told: told.iter().map(|message| message.say(self.lang)).collect(),
                shown,
            };
            before = after;
            view
        });
        let turns = turns.collect();
        let variant = match game.end() {
            Some(_) => game.variant().clone(),
            None => game.variant().public(),
        };
        Turns {
            turns,
            name: variant.name().say(self.lang),
            variant: variant.to_string(),
            positions: game.positions().len(),
            white: self.white.clone(),
            black: self.black.clone(),
        }
    }
}

/// Whether a move that asked something was made. Coins that fell against it leave nothing of the mover on the target.
fn made(turn: &Turn, after: &AnyPosition, before: &AnyPosition) -> Option<bool> {
    turn.pass?;
    match (turn.text.contains(".m1"), turn.text.contains(".m0")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => {
            let target = turn.text.get(2..4)?.parse::<Square>().ok()?;
            let there = after.face(target).map(|face| face.color);
            Some(there == Some(before.turn()))
        }
    }
}

fn begun(variant: &Variant, fen: Option<&str>) -> Result<Game, Message> {
    match fen {
        Some(fen) => Game::from_fen(variant, fen).map_err(|error| error.message()),
        None => Game::start(variant).map_err(|error| error.message()),
    }
}

pub(crate) fn parse<T: std::str::FromStr<Err: Spoken>>(text: &str) -> Result<T, Message> {
    text.parse().map_err(|error: T::Err| error.message())
}
