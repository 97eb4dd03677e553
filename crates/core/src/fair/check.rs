//! Whether the outcomes of a record are those that its seed draws.
//!
//! The turns are played once more with the outcomes drawn instead of read, and what comes of it is compared. A record can
//! only be checked whole: one that states a part of what is needed is refused, for the rest may have been taken out.

use std::str::FromStr;

use qaissa_words::{Message, Spoken, msg, spoken_error};

use super::{
    BLACK_NONCE_TAG, COMMITMENT_TAG, Commitment, Draws, GAME_TAG, Nonce, NotHex, PLAYED_TAG,
    SEAL_TAG, SEED_TAG, Seal, Seed, TAKEN_BACK, WHITE_NONCE_TAG,
};
use crate::{Game, MoveError, Position as _, Record, ReplayError, Variant, error::quoted};

/// What a record says of its draws.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Nothing: it was played without a commitment.
    NotCommitted,
    /// The game goes on, so its seed is still secret.
    NotRevealed,
    /// Everything is as the seed draws it.
    Fair {
        /// The steps that were drawn again.
        steps: u64,
    },
}

/// Why a record's outcomes are not those of its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfair {
    /// A tag is missing beside others that need it.
    Missing {
        /// The tag.
        tag: &'static str,
    },
    /// A tag is not so many hexadecimal digits.
    Unreadable {
        /// The tag.
        tag: &'static str,
        /// What it says.
        text: String,
        /// The digits that there should be.
        digits: usize,
    },
    /// The seed is not the one that was committed to.
    Commitment,
    /// Seed, nonces or name were changed.
    Seal,
    /// The hidden types were not dealt by the seed.
    Deal {
        /// The deal that the record states.
        stated: Variant,
        /// The deal of the seed.
        drawn: Variant,
    },
    /// A turn came out otherwise than the seed draws it.
    Outcome {
        /// The turn in the order of play, counted from 1.
        turn: u64,
        /// What the record says.
        stated: String,
        /// What the seed draws.
        drawn: String,
    },
    /// A turn of the order of play is refused by the rules.
    Turn {
        /// The turn in the order of play, counted from 1.
        turn: u64,
        /// The move and what is wrong with it.
        error: MoveError,
    },
    /// More turns were taken back than were made.
    NothingToTakeBack {
        /// The turn in the order of play, counted from 1.
        turn: u64,
    },
    /// The order of play leads to other turns than the record has.
    Played,
    /// The rules refuse the record.
    Replay(ReplayError),
}

impl Spoken for Unfair {
    fn message(&self) -> Message {
        match self {
            Unfair::Missing { tag } => msg!("unfair-missing", tag = *tag),
            Unfair::Unreadable { tag, text, digits } => msg!(
                "unfair-unreadable",
                tag = *tag,
                text = quoted(text),
                digits = *digits
            ),
            Unfair::Commitment => msg!("unfair-commitment"),
            Unfair::Seal => msg!("unfair-seal"),
            Unfair::Deal { stated, drawn } => msg!(
                "unfair-deal",
                stated = stated.to_string(),
                drawn = drawn.to_string()
            ),
            Unfair::Outcome {
                turn,
                stated,
                drawn,
            } => msg!(
                "unfair-outcome",
                turn = *turn,
                stated = quoted(stated),
                drawn = quoted(drawn)
            ),
            Unfair::Turn { turn, error } => {
                msg!("unfair-turn", turn = *turn, error = error.message())
            }
            Unfair::NothingToTakeBack { turn } => {
                msg!("unfair-nothing-to-take-back", turn = *turn)
            }
            Unfair::Played => msg!("unfair-played"),
            Unfair::Replay(error) => error.message(),
        }
    }
}

spoken_error!(Unfair);

/// Draws the outcomes of a record again from what its tags reveal.
///
/// # Errors
/// The first thing that does not fit.
///
/// ```
/// use qaissa_core::{Record, fair::{Checked, Unfair, check}};
/// let mut record: Record = "1. e4 e5 *".parse()?;
/// assert_eq!(check(&record), Ok(Checked::NotCommitted));
/// record.tags.set("Commitment", "ab");
/// assert_eq!(check(&record), Err(Unfair::Missing { tag: "GameId" }));
/// # Ok::<_, qaissa_core::RecordError>(())
/// ```
pub fn check(record: &Record) -> Result<Checked, Unfair> {
    const ALL: [&str; 7] = [
        GAME_TAG,
        COMMITMENT_TAG,
        SEED_TAG,
        WHITE_NONCE_TAG,
        BLACK_NONCE_TAG,
        SEAL_TAG,
        PLAYED_TAG,
    ];
    if ALL.iter().all(|tag| record.tags.get(tag).is_none()) {
        return Ok(Checked::NotCommitted);
    }
    let game = stated(record, GAME_TAG)?;
    let commitment: Commitment = read(record, COMMITMENT_TAG)?;
    if record.result.is_none() && record.tags.get(SEED_TAG).is_none() {
        return Ok(Checked::NotRevealed);
    }
    let seed: Seed = read(record, SEED_TAG)?;
    if seed.commitment() != commitment {
        return Err(Unfair::Commitment);
    }
    let white: Nonce = read(record, WHITE_NONCE_TAG)?;
    let black: Nonce = read(record, BLACK_NONCE_TAG)?;
    let draws = Draws::new(seed, white, black, game);
    if read::<Seal>(record, SEAL_TAG)? != draws.seal() {
        return Err(Unfair::Seal);
    }
    check_deal(&record.variant, &draws)?;
    let steps = play_again(record, &draws)?;
    Ok(Checked::Fair { steps })
}

fn stated<'r>(record: &'r Record, tag: &'static str) -> Result<&'r str, Unfair> {
    record.tags.get(tag).ok_or(Unfair::Missing { tag })
}

fn read<T: FromStr<Err = NotHex>>(record: &Record, tag: &'static str) -> Result<T, Unfair> {
    let text = stated(record, tag)?;
    text.parse()
        .map_err(|NotHex { digits }| Unfair::Unreadable {
            tag,
            text: text.to_owned(),
            digits,
        })
}

/// What `touch` deals must come from the seed as well.
fn check_deal(variant: &Variant, draws: &Draws) -> Result<(), Unfair> {
    let drawn = variant.undealt().dealt_by(draws.deal());
    if drawn == *variant {
        return Ok(());
    }
    Err(Unfair::Deal {
        stated: variant.clone(),
        drawn,
    })
}

/// Plays all turns with drawn outcomes; the steps that there were.
fn play_again(record: &Record, draws: &Draws) -> Result<u64, Unfair> {
    let stated = record.replay().map_err(Unfair::Replay)?;
    let tokens: Vec<&str> = stated
        .turns()
        .iter()
        .map(|turn| turn.token.as_str())
        .collect();
    let order: Vec<&str> = match record.tags.get(PLAYED_TAG) {
        Some(played) => played.split_whitespace().collect(),
        None => tokens.clone(),
    };
    let mut game = record.start_game().map_err(Unfair::Replay)?;
    let mut steps = 0;
    for (turn, token) in (1..).zip(order) {
        if token != TAKEN_BACK {
            play_turn_again(&mut game, turn, token, draws, &mut steps)?;
        } else if !game.undo() {
            return Err(Unfair::NothingToTakeBack { turn });
        }
    }
    let drawn = game.turns().iter().map(|turn| turn.token.as_str());
    if drawn.eq(tokens) {
        Ok(steps)
    } else {
        Err(Unfair::Played)
    }
}

/// Plays one turn step by step, drawing what the token states.
fn play_turn_again(
    game: &mut Game,
    turn: u64,
    token: &str,
    draws: &Draws,
    steps: &mut u64,
) -> Result<(), Unfair> {
    let refused = |error| Unfair::Turn { turn, error };
    let mut rest = token;
    loop {
        let position = game.position();
        let step = position
            .read_step(rest)
            .map_err(|refusal| refused(MoveError::new(token, refusal)))?;
        let text = position.write_move(&step.mv);
        rest = step.rest;
        *steps += 1;
        let mut numbers = draws.numbers(*steps);
        game.play_text_drawing(&text, &mut || numbers.uniform())
            .map_err(refused)?;
        let drawn = game.turns().last().map_or("", |turn| turn.token.as_str());
        let done = drawn == token;
        if !token.starts_with(drawn) || (!done && !game.position().mid_turn()) {
            return Err(Unfair::Outcome {
                turn,
                stated: token.to_owned(),
                drawn: drawn.to_owned(),
            });
        }
        if done {
            return Ok(());
        }
    }
}
