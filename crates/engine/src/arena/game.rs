//! One game between two bots: clocks, claims, adjudication, and what came of it.
//!
//! The arbiter asks, checks and plays; what bots are shown is what the rule set shows to players. A bot that breaks the rules or its
//! time loses at once, and its move is not made. Outcomes that chance decides are drawn from the game's own seed.

use std::time::Duration;

use qaissa_core::{
    Color, End, Game, GameResult, Position as _, Reason, Record,
    record::{Comment, Note, TERMINATION},
};
use qaissa_words::{Message, Spoken};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Adjudication, Contender, Pace};
use crate::{
    bot::{Bot, BotError, Budget},
    score::{Reading, Score},
    search::{Clock, SideClock, Signal},
};

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// By the rules, a claim of the arbiter included.
    Rules,
    /// The scores of both sides agreed on the result.
    Adjudicated,
    /// It was too long, or too large to go on.
    TooLong,
    /// A side used more time than it had.
    Time(Color),
    /// A side offered a move that is not legal.
    Illegal(Color, Message),
    /// A side did not answer.
    Failed(Color, Message),
}

impl Finish {
    /// PGN's word for an end that the moves do not show.
    const fn termination(&self) -> Option<&'static str> {
        match self {
            Finish::Rules => None,
            Finish::Adjudicated | Finish::TooLong => Some("adjudication"),
            Finish::Time(_) => Some("time forfeit"),
            Finish::Illegal(..) => Some("rules infraction"),
            Finish::Failed(..) => Some("abandoned"),
        }
    }
}

/// What a bot said of its move, and the time it took.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Remark {
    /// The worth of the move for who made it.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many evaluations of classical boards it asked for, where a superposition was judged by them.
    pub boards: Option<u64>,
    /// The time used.
    pub time: Duration,
}

impl Remark {
    /// As engine testers write it: `+0.35/12 0.10s`, and `24 boards` behind it where they count; `None` if there is nothing
    /// to say.
    fn text(&self, with_time: bool) -> Option<String> {
        let score = self.score.map(|score| {
            let score = match score.reading() {
                Reading::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
                Reading::Mate(moves) if moves > 0 => format!("+M{moves}"),
                Reading::Mate(moves) => format!("-M{}", -moves),
            };
            match self.depth {
                Some(depth) => format!("{score}/{depth}"),
                None => score,
            }
        });
        let time = with_time.then(|| format!("{:.2}s", self.time.as_secs_f64()));
        let boards = self.boards.map(|boards| match boards {
            1 => "1 board".to_owned(),
            boards => format!("{boards} boards"),
        });
        let said: Vec<String> = score.into_iter().chain(time).chain(boards).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number in the match, from 0. Games `2n` and `2n + 1` have the same opening.
    pub number: usize,
    /// The name of its opening.
    pub opening: Option<String>,
    /// Who played White.
    pub white: Contender,
    /// The game itself, over.
    pub game: Game,
    /// How it came to its end.
    pub finish: Finish,
    /// What was said of each turn; nothing of those of the opening.
    pub remarks: Vec<Option<Remark>>,
    /// The points that chance gave the first contender, if that was asked for.
    pub luck: Option<f64>,
}

impl Played {
    /// Who played a colour.
    pub const fn player(&self, color: Color) -> Contender {
        match color {
            Color::White => self.white,
            Color::Black => self.white.other(),
        }
    }

    /// What the first contender made of it: 1, ½ or 0.
    pub fn points(&self) -> f64 {
        match self.game.end().map(|end| end.result) {
            Some(GameResult::Decisive { winner }) => match self.player(winner) {
                Contender::First => 1.0,
                Contender::Second => 0.0,
            },
            _ => 0.5,
        }
    }

    /// The game as a record with the players' names (the first contender's first) and their remarks; with the time of every move only if asked
    /// for, since that is never the same twice.
    pub fn record(&self, names: [&str; 2], pace: Pace, with_times: bool) -> Record {
        let mut record = self.game.full_record();
        let tags = &mut record.tags;
        let name = |color| match self.player(color) {
            Contender::First => names[0],
            Contender::Second => names[1],
        };
        tags.set("White", name(Color::White));
        tags.set("Black", name(Color::Black));
        let round = format!("{}.{}", self.number / 2 + 1, self.number % 2 + 1);
        tags.set("Round", &round);
        tags.set("TimeControl", &pace.time_control());
        if let Pace::Nodes(nodes) = pace {
            tags.set("NodesPerMove", &nodes.to_string());
        }
        if let Some(opening) = &self.opening {
            tags.set("Opening", opening);
        }
        if let Some(termination) = self.finish.termination() {
            tags.set(TERMINATION, termination);
        }
        for (ply, remark) in record.plies.iter_mut().zip(&self.remarks) {
            let text = remark.as_ref().and_then(|remark| remark.text(with_times));
            ply.notes
                .extend(text.map(|text| Note::Comment(Comment::new(&text))));
        }
        record
    }
}

/// The conditions of a game.
pub(super) struct Table<'t> {
    pub(super) pace: Pace,
    pub(super) grace: Duration,
    pub(super) adjudication: Option<&'t Adjudication>,
    /// A game of so many turns is a draw.
    pub(super) longest: usize,
    pub(super) clock: &'t dyn Clock,
    pub(super) signal: &'t Signal,
}

/// A game that came to its end.
pub(super) struct Finished {
    pub(super) game: Game,
    pub(super) finish: Finish,
    pub(super) remarks: Vec<Option<Remark>>,
}

/// A game in progress.
struct Sitting<'t> {
    table: &'t Table<'t>,
    game: Game,
    /// Time left for White and Black; it only goes down where a clock runs.
    left: [Duration; 2],
    remarks: Vec<Option<Remark>>,
    scores: Vec<(Color, Option<Score>)>,
    chance: ChaCha8Rng,
}

impl Table<'_> {
    /// Plays a game to its end; `None` if it was stopped before. The bots are White's and Black's.
    pub(super) fn play(&self, game: Game, bots: [&mut dyn Bot; 2], seed: u64) -> Option<Finished> {
        let base = match self.pace {
            Pace::Clock { base, .. } => base,
            Pace::Movetime(_) | Pace::Nodes(_) => Duration::MAX,
        };
        let mut sitting = Sitting {
            table: self,
            left: [base; 2],
            remarks: vec![None; game.turns().len()],
            scores: opening_scores(&game),
            game,
            chance: ChaCha8Rng::seed_from_u64(seed),
        };
        let [white, black] = bots;
        let finish = loop {
            if let Some(finish) = sitting.over() {
                break finish;
            }
            let bot = match sitting.game.position().turn() {
                Color::White => &mut *white,
                Color::Black => &mut *black,
            };
            let finish = sitting.step(bot);
            if self.signal.is_stopped() {
                return None;
            }
            if let Some(finish) = finish {
                break finish;
            }
        };
        Some(Finished {
            game: sitting.game,
            finish,
            remarks: sitting.remarks,
        })
    }
}

/// The turns of an opening, of which nobody said anything; they count as moves all the same.
fn opening_scores(game: &Game) -> Vec<(Color, Option<Score>)> {
    let mut side = game.position().turn();
    let mut scores: Vec<_> = (game.turns().iter())
        .map(|_| {
            side = !side;
            (side, None)
        })
        .collect();
    scores.reverse();
    scores
}

impl Sitting<'_> {
    /// The end that the game has come to without another move.
    fn over(&mut self) -> Option<Finish> {
        if self.game.end().is_some() || self.game.claim_draw().is_ok() {
            return Some(Finish::Rules);
        }
        if self.game.position().mid_turn() {
            return None;
        }
        if let Some(result) = self
            .table
            .adjudication
            .and_then(|a| a.verdict(&self.scores))
        {
            return Some(self.declare(result, Finish::Adjudicated));
        }
        let too_long = self.game.turns().len() >= self.table.longest;
        too_long.then(|| self.declare(GameResult::Draw, Finish::TooLong))
    }

    fn declare(&mut self, result: GameResult, finish: Finish) -> Finish {
        let reason = Reason::Declared;
        self.game.stop(End { result, reason });
        finish
    }

    fn lose(&mut self, loser: Color, finish: Finish) -> Option<Finish> {
        let winner = !loser;
        Some(self.declare(GameResult::Decisive { winner }, finish))
    }

    /// Lets the side to move make a step; what ended the game if it did not.
    fn step(&mut self, bot: &mut dyn Bot) -> Option<Finish> {
        let side = self.game.position().turn();
        let hidden = self.game.variant().public() != *self.game.variant();
        let public = hidden.then(|| self.game.public());
        let shown = public.as_ref().unwrap_or(&self.game);
        let began = self.table.clock.now();
        let choice = bot.choose(shown, &self.budget(), self.table.signal);
        let time = self.table.clock.now().saturating_sub(began);
        let choice = match choice {
            Ok(choice) => choice,
            Err(BotError::Illegal(message)) => {
                return self.lose(side, Finish::Illegal(side, message));
            }
            Err(BotError::Failed(message)) => {
                return self.lose(side, Finish::Failed(side, message));
            }
        };
        if time > self.allowed(side).saturating_add(self.table.grace) {
            return self.lose(side, Finish::Time(side));
        }
        if !shown.position().is_legal(&choice.mv) {
            let message = qaissa_core::Refusal::NotLegal.message();
            return self.lose(side, Finish::Illegal(side, message));
        }
        let text = shown.position().write_move(&choice.mv);
        let goes_on = self.game.position().mid_turn();
        let chance = &mut self.chance;
        let played = self.game.play_text_drawing(&text, &mut || chance.random());
        if played.is_err() {
            // It is legal, so it is not the bot's fault: all positions together take too much memory.
            return Some(self.declare(GameResult::Draw, Finish::TooLong));
        }
        self.note(side, goes_on, &choice, time);
        self.press(side, time);
        None
    }

    fn note(&mut self, side: Color, goes_on: bool, choice: &crate::bot::Choice, time: Duration) {
        let remark = Remark {
            score: choice.score,
            depth: choice.depth,
            boards: choice.boards,
            time,
        };
        match self.remarks.last_mut() {
            Some(Some(begun)) if goes_on => {
                let time = begun.time + time;
                *begun = Remark { time, ..remark };
                if let Some(last) = self.scores.last_mut() {
                    *last = (side, choice.score);
                }
            }
            _ => {
                self.remarks.push(Some(remark));
                self.scores.push((side, choice.score));
            }
        }
    }

    /// What the side may take for its move.
    fn allowed(&self, side: Color) -> Duration {
        match self.table.pace {
            Pace::Movetime(time) => time,
            Pace::Nodes(_) => Duration::MAX,
            Pace::Clock { .. } => self.left[side.fold_wb(0, 1)],
        }
    }

    /// Takes the time of a step off the clock; the increment comes with the end of the turn.
    fn press(&mut self, side: Color, time: Duration) {
        let Pace::Clock { increment, .. } = self.table.pace else {
            return;
        };
        let left = &mut self.left[side.fold_wb(0, 1)];
        *left = left.saturating_sub(time);
        if !self.game.position().mid_turn() {
            *left = left.saturating_add(increment);
        }
    }

    fn budget(&self) -> Budget {
        let mut budget = Budget::default();
        match self.table.pace {
            Pace::Movetime(time) => budget.movetime = Some(time),
            Pace::Nodes(nodes) => budget.nodes = Some(nodes),
            Pace::Clock { increment, .. } => {
                budget.clocks = Some(self.left.map(|left| SideClock {
                    left,
                    increment,
                    moves_to_go: None,
                }));
            }
        }
        budget
    }
}
