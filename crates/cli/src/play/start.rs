//! The questions before a game: which one, against whom, with which colour. The command line answers in advance, and Enter
//! chooses something sensible at once. A script is asked nothing.

use qaissa_core::{Lang, Variant};
use qaissa_words::{Message, msg};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{
    command::Command,
    console::{Console, is_said_in},
    editor::Typed,
    player::{HUMAN, Player},
};
use crate::answer::Failure;

/// The level of the computer where nobody says another.
const USUAL_LEVEL: &str = "qaissa:level=3";

/// What is to be played, by whom: White, Black.
#[derive(Clone)]
pub(super) struct Choice {
    pub(super) variant: Variant,
    pub(super) players: [String; 2],
}

/// What the command line has said already.
#[derive(Clone)]
pub(super) struct Given {
    pub(super) variant: Option<Variant>,
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
}

/// An answer to a question.
enum Answer<T> {
    Chosen(T),
    /// Nothing was typed: whatever is usual.
    Usual,
    /// The person does not want to play.
    Leave,
}

/// Who sits on the other side.
enum Opponent {
    Human,
    Computer(String),
    /// The person watches two computers.
    Nobody,
}

/// Asks for what has not been said; `None` if the person leaves.
pub(super) fn ask(
    console: &mut Console,
    given: &Given,
    chance: &mut ChaCha8Rng,
) -> Result<Option<Choice>, Failure> {
    let asks = console.is_interactive();
    let players_given = given.white.is_some() || given.black.is_some();
    let mut choice = Choice {
        variant: given.variant.clone().unwrap_or_default(),
        players: [
            given.white.clone().unwrap_or_else(|| HUMAN.to_owned()),
            given
                .black
                .clone()
                .unwrap_or_else(|| USUAL_LEVEL.to_owned()),
        ],
    };
    if !asks {
        return Ok(Some(choice));
    }
    if given.variant.is_none() {
        match ask_variant(console)? {
            Answer::Chosen(variant) => choice.variant = variant,
            Answer::Usual => return Ok(Some(choice)),
            Answer::Leave => return Ok(None),
        }
    }
    if players_given {
        return Ok(Some(choice));
    }
    let opponent = match ask_opponent(console, &choice.variant)? {
        Answer::Chosen(opponent) => opponent,
        Answer::Usual => return Ok(Some(choice)),
        Answer::Leave => return Ok(None),
    };
    match opponent {
        Opponent::Human => choice.players[1] = HUMAN.to_owned(),
        Opponent::Computer(name) => {
            choice.players[1] = name;
            match ask_black(console, chance)? {
                Answer::Chosen(true) => choice.players.swap(0, 1),
                Answer::Chosen(false) | Answer::Usual => {}
                Answer::Leave => return Ok(None),
            }
        }
        Opponent::Nobody => {
            for (side, question) in [msg!("start-white"), msg!("start-black")]
                .iter()
                .enumerate()
            {
                let variant = choice.variant.clone();
                let read = |text: &str, _| computer(text, &variant);
                choice.players[side] = match ask_until(console, None, question, read)? {
                    Answer::Chosen(name) => name,
                    Answer::Usual => USUAL_LEVEL.to_owned(),
                    Answer::Leave => return Ok(None),
                };
            }
        }
    }
    Ok(Some(choice))
}

fn ask_variant(console: &mut Console) -> Result<Answer<Variant>, Failure> {
    let games: Vec<String> = (1..)
        .zip(Variant::IDS)
        .map(|(number, id)| {
            let about = about(id).say(console.lang);
            format!("  {number}  {id:<10}{about}")
        })
        .collect();
    let heading = msg!("start-games", games = games.join("\n"));
    let read = |text: &str, _| {
        let text = text.to_lowercase();
        let number = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let id = number.and_then(|number| Variant::IDS.get(number));
        let named = id.map_or(text.as_str(), |id| id);
        let variant = named.parse::<Variant>();
        variant.map_err(|error| qaissa_words::Spoken::message(&error))
    };
    ask_until(console, Some(&heading), &msg!("start-game"), read)
}

fn ask_opponent(console: &mut Console, variant: &Variant) -> Result<Answer<Opponent>, Failure> {
    let heading = msg!("start-opponents");
    let read = |text: &str, lang| {
        if is_said_in(&msg!("answer-human"), text, lang) {
            Ok(Opponent::Human)
        } else if is_said_in(&msg!("answer-watch"), text, lang) {
            Ok(Opponent::Nobody)
        } else {
            computer(text, variant).map(Opponent::Computer)
        }
    };
    ask_until(console, Some(&heading), &msg!("start-opponent"), read)
}

/// Whether the person wants to play Black.
fn ask_black(console: &mut Console, chance: &mut ChaCha8Rng) -> Result<Answer<bool>, Failure> {
    let drawn: bool = chance.random();
    let read = |text: &str, lang| {
        if is_said_in(&msg!("answer-white"), text, lang) {
            Ok(false)
        } else if is_said_in(&msg!("answer-black"), text, lang) {
            Ok(true)
        } else if is_said_in(&msg!("answer-random"), text, lang) {
            Ok(drawn)
        } else {
            Err(msg!("start-unclear", text = qaissa_core::quoted(text)))
        }
    };
    ask_until(console, None, &msg!("start-colour"), read)
}

/// Asks a question until the answer can be understood.
fn ask_until<T>(
    console: &mut Console,
    heading: Option<&Message>,
    question: &Message,
    read: impl Fn(&str, Lang) -> Result<T, Message>,
) -> Result<Answer<T>, Failure> {
    let say = |console: &mut Console| heading.map_or(Ok(()), |heading| console.say(heading));
    say(console)?;
    loop {
        let text = match console.ask(question)? {
            Typed::Line(text) => text,
            Typed::Nothing | Typed::End => return Ok(Answer::Leave),
        };
        if text.is_empty() {
            return Ok(Answer::Usual);
        }
        match Command::parse(&text, console.lang) {
            Some(Ok(Command::Quit)) => return Ok(Answer::Leave),
            Some(Ok(Command::Help)) => {
                say(console)?;
                continue;
            }
            _ => {}
        }
        match read(&text, console.lang) {
            Ok(chosen) => return Ok(Answer::Chosen(chosen)),
            Err(wrong) => console.say(&wrong)?,
        }
    }
}

/// The computer that is meant by a level or by the name of a bot, if it plays this game.
fn computer(text: &str, variant: &Variant) -> Result<String, Message> {
    let name = match text.parse::<u32>() {
        Ok(level) => format!("qaissa:level={level}"),
        Err(_) => text.to_owned(),
    };
    if name.contains(char::is_whitespace) {
        return Err(msg!("start-unclear", text = qaissa_core::quoted(text)));
    }
    match Player::make(&name, variant, 0) {
        Ok(_) => Ok(name),
        Err(Failure::Input(wrong) | Failure::Failed(wrong)) => Err(wrong),
        Err(_) => Err(msg!("start-unclear", text = qaissa_core::quoted(text))),
    }
}

/// What is special about a rule set.
fn about(id: &str) -> Message {
    match id {
        "cantwell" => msg!("about-cantwell"),
        "auden" => msg!("about-auden"),
        "gates" => msg!("about-gates"),
        "touch" => msg!("about-touch"),
        _ => msg!("about-chess"),
    }
}
