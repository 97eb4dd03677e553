//! What JavaScript sees: three classes and some functions. Errors are sentences in the language that was asked for.

use std::{sync::Arc, time::Duration};

use js_sys::Function;
use qaissa_core::{Color, Lang, Variant, VariantError};
use qaissa_engine::Clock;
use qaissa_words::{Message, Spoken};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

use crate::{
    analyst::{Analyst, Hint, LineView, Thinking, Worth},
    branches::Branches,
    opponent::Opponent,
    table::{Links, Outcomes, Table, Turns},
    verdict,
    view::View,
};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// The time of the page or worker.
struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(performance_now().max(0.0) / 1000.0)
    }
}

/// An error that says a message.
fn said(lang: Lang) -> impl Fn(Message) -> JsError {
    move |message| JsError::new(&message.say(lang))
}

fn speaks(code: &str) -> Result<Lang, JsError> {
    code.parse::<Lang>()
        .map_err(|error| said(Lang::En)(error.message()))
}

fn rule_set(text: &str, lang: Lang) -> Result<Variant, JsError> {
    text.parse()
        .map_err(|error: VariantError| said(lang)(error.message()))
}

/// A value as JavaScript has it.
fn sent<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsError> {
    Ok(value.into_ts()?)
}

/// A side by its name.
fn color(side: &str) -> Color {
    match side {
        "black" => Color::Black,
        _ => Color::White,
    }
}

/// A seed as JavaScript has it: a number without fraction.
fn seed(number: f64) -> u64 {
    number.abs() as u64
}

fn milliseconds(number: f64) -> Duration {
    Duration::from_millis(number.clamp(0.0, 60_000.0) as u64)
}

/// A game that is played or looked at.
#[wasm_bindgen(js_name = Game)]
pub struct GameExport(Table);

#[wasm_bindgen(js_class = Game)]
impl GameExport {
    /// A new game of a rule set, from its start or from a position.
    #[wasm_bindgen(constructor)]
    pub fn new(
        variant: &str,
        fen: Option<String>,
        dealt_by: f64,
        lang: &str,
    ) -> Result<GameExport, JsError> {
        let lang = speaks(lang)?;
        let table = Table::start(variant, fen.as_deref(), seed(dealt_by), lang);
        table.map(GameExport).map_err(said(lang))
    }

    /// The game of a record.
    #[wasm_bindgen(js_name = ofRecord)]
    pub fn of_record(text: &str, lang: &str) -> Result<GameExport, JsError> {
        let lang = speaks(lang)?;
        let table = Table::of_record(text, lang);
        table.map(GameExport).map_err(said(lang))
    }

    /// A game by its turns, of which the last may be half done; nothing is dealt that the rule set does not name.
    #[wasm_bindgen(js_name = ofTurns)]
    pub fn of_turns(
        variant: &str,
        fen: Option<String>,
        turns: Vec<String>,
        lang: &str,
    ) -> Result<GameExport, JsError> {
        let lang = speaks(lang)?;
        let table = Table::of_turns(variant, fen.as_deref(), &turns, lang);
        table.map(GameExport).map_err(said(lang))
    }

    /// Speaks another language.
    pub fn speak(&mut self, lang: &str) -> Result<(), JsError> {
        self.0.set_lang(speaks(lang)?);
        Ok(())
    }

    /// Says who plays.
    #[wasm_bindgen(js_name = namePlayers)]
    pub fn name_players(&mut self, white: &str, black: &str) {
        self.0.name_players(white, black);
    }

    /// The number of the position now.
    pub fn now(&self) -> usize {
        self.0.now()
    }

    /// A position by its number.
    pub fn view(&self, at: usize) -> Result<Ts<View>, JsError> {
        sent(&self.0.view(at).map_err(said(self.0.lang()))?)
    }

    /// The heaviest boards of a position.
    pub fn branches(&self, at: usize, most: usize) -> Result<Ts<Branches>, JsError> {
        sent(&self.0.branches(at, most).map_err(said(self.0.lang()))?)
    }

    /// What a square of a position is bound up with.
    pub fn links(&self, at: usize, square: &str) -> Result<Ts<Links>, JsError> {
        sent(&self.0.links(at, square).map_err(said(self.0.lang()))?)
    }

    /// What may come of a step from a position.
    pub fn outcomes(&self, at: usize, text: &str) -> Result<Ts<Outcomes>, JsError> {
        sent(&self.0.outcomes(at, text).map_err(said(self.0.lang()))?)
    }

    /// Makes a step; what chance decides is drawn with numbers from 0 to 1 that the function gives.
    pub fn play(&mut self, text: &str, uniform: &Function) -> Result<(), JsError> {
        let mut draw = || {
            let drawn = uniform.call0(&JsValue::NULL).ok();
            drawn.and_then(|number| number.as_f64()).unwrap_or_default()
        };
        let lang = self.0.lang();
        self.0.play(text, &mut draw).map_err(said(lang))
    }

    /// Makes a step with the outcome that its text names.
    pub fn force(&mut self, text: &str) -> Result<(), JsError> {
        let lang = self.0.lang();
        self.0.force(text).map_err(said(lang))
    }

    /// Takes back so many turns.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, turns: usize) -> Result<(), JsError> {
        let lang = self.0.lang();
        self.0.take_back(turns).map_err(said(lang))
    }

    /// Goes back to a position.
    pub fn rewind(&mut self, at: usize) -> Result<(), JsError> {
        let lang = self.0.lang();
        self.0.rewind(at).map_err(said(lang))
    }

    /// A side gives up: white or black.
    pub fn resign(&mut self, side: &str) {
        self.0.resign(color(side));
    }

    /// The time of a side has run out.
    #[wasm_bindgen(js_name = outOfTime)]
    pub fn out_of_time(&mut self, side: &str) {
        self.0.out_of_time(color(side));
    }

    /// Claims the draw that is open.
    pub fn claim(&mut self) -> Result<(), JsError> {
        let lang = self.0.lang();
        self.0.claim().map_err(said(lang))
    }

    /// The game as text: to be shown, or with all that is hidden, to be kept.
    pub fn record(&self, whole: bool) -> String {
        self.0.record(whole)
    }

    /// The game up to a position, to be thought about.
    #[wasm_bindgen(js_name = recordUntil)]
    pub fn record_until(&self, at: usize) -> Result<String, JsError> {
        self.0.record_until(at).map_err(said(self.0.lang()))
    }

    /// The turns so far.
    pub fn turns(&self) -> Result<Ts<Turns>, JsError> {
        sent(&self.0.turns())
    }
}

/// The engine beside a board.
#[wasm_bindgen(js_name = Analyst)]
pub struct AnalystExport(Analyst, Lang);

#[wasm_bindgen(js_class = Analyst)]
impl AnalystExport {
    /// Thinks about the last position of a record.
    #[wasm_bindgen(constructor)]
    pub fn new(record: &str, lang: &str) -> Result<AnalystExport, JsError> {
        let lang = speaks(lang)?;
        let analyst = Analyst::new(record, lang).map_err(said(lang))?;
        Ok(AnalystExport(analyst, lang))
    }

    /// Goes on with another record.
    #[wasm_bindgen(js_name = turnTo)]
    pub fn turn_to(&mut self, record: &str, lang: &str) -> Result<(), JsError> {
        self.1 = speaks(lang)?;
        self.0.turn_to(record, self.1).map_err(said(self.1))
    }

    /// What the position is worth without looking ahead.
    pub fn evaluate(&self) -> Result<Option<Ts<Worth>>, JsError> {
        self.0.evaluate().as_ref().map(sent).transpose()
    }

    /// Thinks for so many milliseconds and calls the function with every line found.
    pub fn think(
        &mut self,
        time: f64,
        lines: usize,
        report: &Function,
    ) -> Result<Ts<Thinking>, JsError> {
        let mut tell = |line: &LineView| {
            if let Ok(line) = sent(line) {
                // A page that does not listen loses nothing but the news.
                let _ = report.call1(&JsValue::NULL, &line.js_value());
            }
        };
        let time = milliseconds(time);
        sent(&self.0.think(time, lines, &PageClock, &mut tell))
    }

    /// The best moves of both kinds, after so many milliseconds.
    pub fn hint(&mut self, time: f64) -> Result<Ts<Hint>, JsError> {
        sent(&self.0.hint(milliseconds(time), &PageClock))
    }

    /// What one legal step is worth, after so many milliseconds.
    pub fn judge(&mut self, text: &str, time: f64) -> Result<Option<Ts<LineView>>, JsError> {
        let judged = self.0.judge(text, milliseconds(time), &PageClock);
        let line = judged.map_err(said(self.1))?;
        line.as_ref().map(sent).transpose()
    }
}

/// The computer as an opponent.
#[wasm_bindgen(js_name = Opponent)]
pub struct OpponentExport(Opponent, Lang);

#[wasm_bindgen(js_class = Opponent)]
impl OpponentExport {
    /// A level from 1 to 8, for a game of a rule set.
    #[wasm_bindgen(constructor)]
    pub fn new(
        level: u32,
        variant: &str,
        chance: f64,
        lang: &str,
    ) -> Result<OpponentExport, JsError> {
        let lang = speaks(lang)?;
        let variant = rule_set(variant, lang)?;
        let opponent = Opponent::new(level, &variant, seed(chance), Arc::new(PageClock));
        let opponent = opponent.map_err(said(lang))?;
        Ok(OpponentExport(opponent, lang))
    }

    /// The text of the step that it makes at the end of a record.
    pub fn choose(&mut self, record: &str) -> Result<String, JsError> {
        let table = Table::of_record(record, self.1).map_err(said(self.1))?;
        self.0.choose(table.game()).map_err(said(self.1))
    }
}

/// The rules of a rule set in plain words.
#[wasm_bindgen]
pub fn rules(variant: &str, lang: &str) -> Result<String, JsError> {
    let lang = speaks(lang)?;
    Ok(rule_set(variant, lang)?.rules().say(lang))
}

/// How moves of a rule set are written, in a sentence.
#[wasm_bindgen]
pub fn writing(variant: &str, lang: &str) -> Result<String, JsError> {
    let lang = speaks(lang)?;
    Ok(rule_set(variant, lang)?.writing().say(lang))
}

/// How a game ended, in a sentence: its result and the name of the reason, as records have them.
#[wasm_bindgen]
pub fn ending(result: &str, reason: &str, lang: &str) -> Result<String, JsError> {
    let lang = speaks(lang)?;
    verdict::ending(result, reason)
        .map(|message| message.say(lang))
        .map_err(said(lang))
}

/// Draws the outcomes of a record again from its seed, and tells what came of it.
#[wasm_bindgen]
pub fn verify(record: &str, lang: &str) -> Result<String, JsError> {
    let lang = speaks(lang)?;
    verdict::verified(record)
        .map(|message| message.say(lang))
        .map_err(said(lang))
}
