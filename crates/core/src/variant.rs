//! The rule sets by name, with their options: the `V` of the command line, of records and of the API.

use std::{borrow::Cow, fmt, str::FromStr};

use qaissa_words::{Lang, Message, Spoken, msg, spoken_error};

use crate::{
    AnyPosition, FenError,
    auden::AudenPosition,
    cantwell::CantwellPosition,
    chess::ChessPosition,
    error::quoted,
    gates::GatesPosition,
    notation::san,
    touch::{self, TouchPosition, View},
};

/// Coins that each side may have open at once in `auden`, unless the option says otherwise.
const AUDEN_BUDGET: u32 = 8;

/// A rule set with its options.
///
/// The text form is `id[:option,…]`, an option being `key=value` or a bare key; it is canonical, so
/// options that say what holds anyway are left out.
///
/// ```
/// use qaissa_core::Variant;
/// let variant: Variant = "touch:seed=7,open".parse()?;
/// assert_eq!(variant.to_string(), "touch:open,seed=7");
/// assert_eq!("auden:budget=8".parse::<Variant>()?.to_string(), "auden");
/// # Ok::<_, qaissa_core::VariantError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Chess by FIDE's laws.
    Chess {
        /// The number of a Chess960 start position, `960=N`.
        start960: Option<u16>,
    },
    /// Quantum chess with amplitudes.
    Cantwell,
    /// Quantum chess with fair coins.
    Auden {
        /// Coins that each side may have open at once, `budget=N`.
        budget: u32,
    },
    /// Pieces of two types at once, with quantum gates.
    Gates,
    /// Types decided by touching.
    Touch {
        /// Both types of every piece are shown, `open`.
        open: bool,
        /// The seed of the deal, `seed=N`. Without it nothing is dealt, and the bag has the odds of every touch.
        seed: Option<u64>,
    },
}

impl Default for Variant {
    fn default() -> Variant {
        Variant::Chess { start960: None }
    }
}

impl Variant {
    /// The identifiers of all rule sets.
    pub const IDS: [&'static str; 5] = ["chess", "cantwell", "auden", "gates", "touch"];

    /// The identifier, without options.
    ///
    /// ```
    /// assert_eq!(qaissa_core::Variant::default().id(), "chess");
    /// ```
    pub const fn id(&self) -> &'static str {
        match self {
            Variant::Chess { .. } => "chess",
            Variant::Cantwell => "cantwell",
            Variant::Auden { .. } => "auden",
            Variant::Gates => "gates",
            Variant::Touch { .. } => "touch",
        }
    }

    /// The name in words.
    ///
    /// ```
    /// use qaissa_core::{Lang, Variant};
    /// assert_eq!(Variant::default().name().say(Lang::Es), "Ajedrez");
    /// ```
    pub fn name(&self) -> Message {
        match self {
            Variant::Chess { start960: None } => msg!("variant-chess"),
            Variant::Chess { start960: Some(_) } => msg!("variant-chess960"),
            Variant::Cantwell => msg!("variant-cantwell"),
            Variant::Auden { .. } => msg!("variant-auden"),
            Variant::Gates => msg!("variant-gates"),
            Variant::Touch { .. } => msg!("variant-touch"),
        }
    }

    /// The rules in plain words.
    ///
    /// ```
    /// use qaissa_core::{Lang, Variant};
    /// assert!(Variant::Cantwell.rules().say(Lang::En).contains("split"));
    /// ```
    pub fn rules(&self) -> Message {
        match self {
            Variant::Chess { .. } => msg!("rules-chess"),
            Variant::Cantwell => msg!("rules-cantwell"),
            Variant::Auden { .. } => msg!("rules-auden"),
            Variant::Gates => msg!("rules-gates"),
            Variant::Touch { .. } => msg!("rules-touch"),
        }
    }

    /// How moves are written, in a sentence.
    ///
    /// ```
    /// use qaissa_core::{Lang, Variant};
    /// assert!(Variant::Cantwell.writing().say(Lang::En).contains('^'));
    /// ```
    pub fn writing(&self) -> Message {
        match self {
            Variant::Chess { .. } => msg!("moves-chess"),
            Variant::Cantwell => msg!("moves-cantwell"),
            Variant::Auden { .. } => msg!("moves-auden"),
            Variant::Gates => msg!("moves-gates"),
            Variant::Touch { .. } => msg!("moves-touch"),
        }
    }

    /// The start position.
    ///
    /// # Errors
    /// If it is to be dealt openly and has no seed.
    ///
    /// ```
    /// use qaissa_core::{Position, Variant};
    /// let start = "chess:960=959".parse::<Variant>()?.start()?;
    /// assert!(start.fen().starts_with("rkrnnqbb/"));
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    pub fn start(&self) -> Result<AnyPosition, VariantError> {
        match self {
            Variant::Chess { start960: None } => Ok(ChessPosition::default().into()),
            Variant::Chess {
                start960: Some(number),
            } => ChessPosition::chess960(*number)
                .map(AnyPosition::from)
                .ok_or_else(|| self.bad_value("960", &number.to_string(), "0–959")),
            Variant::Cantwell => Ok(CantwellPosition::default().into()),
            Variant::Auden { budget } => Ok(AudenPosition::new(*budget).into()),
            Variant::Gates => Ok(GatesPosition::default().into()),
            Variant::Touch {
                open: true,
                seed: Some(seed),
            } => Ok(View::open(*seed).into()),
            Variant::Touch {
                open: false,
                seed: Some(seed),
            } => Ok(TouchPosition::deal(*seed).into()),
            Variant::Touch {
                open: false,
                seed: None,
            } => Ok(View::default().into()),
            Variant::Touch {
                open: true,
                seed: None,
            } => Err(VariantError {
                text: self.to_string(),
                fault: VariantFault::SeedMissing,
            }),
        }
    }

    /// The position that a FEN describes in this rule set.
    ///
    /// # Errors
    /// If the text is no position of the rule set.
    ///
    /// ```
    /// use qaissa_core::{Color, Position, Variant};
    /// let position = Variant::default().position("4k3/8/8/8/8/8/8/4K2R b K - 3 40")?;
    /// assert_eq!((position.turn(), position.quiet_plies()), (Color::Black, 3));
    /// # Ok::<_, qaissa_core::FenError>(())
    /// ```
    pub fn position(&self, fen: &str) -> Result<AnyPosition, FenError> {
        match self {
            Variant::Chess { start960 } => {
                Ok(ChessPosition::from_fen(fen, start960.is_some())?.into())
            }
            Variant::Cantwell => Ok(CantwellPosition::from_fen(fen)?.into()),
            Variant::Auden { budget } => Ok(AudenPosition::from_fen(fen, *budget)?.into()),
            Variant::Gates => Ok(GatesPosition::from_fen(fen)?.into()),
            Variant::Touch { open, seed } => touch::read(fen, *open, *seed),
        }
    }

    /// The token of a turn as a language shows it: chess has its own letters in Spanish.
    ///
    /// ```
    /// use qaissa_core::{Lang, Variant};
    /// assert_eq!(Variant::default().shown("Nf3", Lang::Es), "Cf3");
    /// ```
    pub fn shown<'t>(&self, token: &'t str, lang: Lang) -> Cow<'t, str> {
        match self {
            Variant::Chess { .. } => san::localized(token, lang),
            _ => Cow::Borrowed(token),
        }
    }

    /// What somebody typed in a language, as the rule set reads it.
    ///
    /// ```
    /// use qaissa_core::{Lang, Variant};
    /// assert_eq!(Variant::default().heard("Cf3", Lang::Es), "Nf3");
    /// ```
    pub fn heard<'t>(&self, text: &'t str, lang: Lang) -> Cow<'t, str> {
        match self {
            Variant::Chess { .. } => san::to_english(text, lang),
            _ => Cow::Borrowed(text),
        }
    }

    /// The same game with a seed for its deal, where one is dealt and none is given.
    ///
    /// ```
    /// use qaissa_core::Variant;
    /// let touch: Variant = "touch:open".parse()?;
    /// assert_eq!(touch.dealt_by(7).to_string(), "touch:open,seed=7");
    /// assert_eq!(Variant::Gates.dealt_by(7), Variant::Gates);
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    #[must_use]
    pub fn dealt_by(&self, seed: u64) -> Variant {
        match *self {
            Variant::Touch { open, seed: None } => Variant::Touch {
                open,
                seed: Some(seed),
            },
            ref other => other.clone(),
        }
    }

    /// The same game with its deal still to come, where there is one.
    ///
    /// ```
    /// use qaissa_core::Variant;
    /// let touch: Variant = "touch:open,seed=7".parse()?;
    /// assert_eq!(touch.undealt().dealt_by(8).to_string(), "touch:open,seed=8");
    /// assert_eq!(Variant::Gates.undealt(), Variant::Gates);
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    #[must_use]
    pub fn undealt(&self) -> Variant {
        match *self {
            Variant::Touch { open, .. } => Variant::Touch { open, seed: None },
            ref other => other.clone(),
        }
    }

    /// The rule set as players may see it while the game goes on: without a seed that tells what is hidden.
    ///
    /// ```
    /// use qaissa_core::Variant;
    /// let touch: Variant = "touch:seed=7".parse()?;
    /// assert_eq!(touch.public().to_string(), "touch");
    /// # Ok::<_, qaissa_core::VariantError>(())
    /// ```
    #[must_use]
    pub fn public(&self) -> Variant {
        match self {
            Variant::Touch { open: false, .. } => Variant::Touch {
                open: false,
                seed: None,
            },
            other => other.clone(),
        }
    }

    fn bad_value(&self, option: &str, value: &str, expected: &'static str) -> VariantError {
        VariantError {
            text: self.id().to_owned(),
            fault: VariantFault::Value {
                option: option.to_owned(),
                value: value.to_owned(),
                expected,
            },
        }
    }

    fn set(&mut self, option: &str, value: Option<&str>) -> Result<(), VariantFault> {
        let number = |expected, most: u64| {
            let text = value.unwrap_or_default();
            let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let number: Option<u64> = text.parse().ok().filter(|n| plain && *n <= most);
            number.ok_or_else(|| VariantFault::Value {
                option: option.to_owned(),
                value: text.to_owned(),
                expected,
            })
        };
        match (self, option) {
            (Variant::Chess { start960 }, "960") => {
                *start960 = Some(number("0–959", 959)? as u16);
            }
            (Variant::Auden { budget }, "budget") => {
                *budget = number("0–32", AudenPosition::MOST_BUDGET.into())? as u32;
            }
            (Variant::Touch { open, .. }, "open") if value.is_none() => *open = true,
            (Variant::Touch { seed, .. }, "seed") => {
                *seed = Some(number("0–18446744073709551615", u64::MAX)?);
            }
            (variant, _) => {
                return Err(VariantFault::Option {
                    option: option.to_owned(),
                    known: variant.options(),
                });
            }
        }
        Ok(())
    }

    const fn options(&self) -> &'static [&'static str] {
        match self {
            Variant::Chess { .. } => &["960=N"],
            Variant::Auden { .. } => &["budget=N"],
            Variant::Touch { .. } => &["open", "seed=N"],
            Variant::Cantwell | Variant::Gates => &[],
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        match self {
            Variant::Chess {
                start960: Some(number),
            } => write!(f, ":960={number}"),
            Variant::Auden { budget } if *budget != AUDEN_BUDGET => write!(f, ":budget={budget}"),
            Variant::Touch { open, seed } => {
                if *open {
                    f.write_str(":open")?;
                }
                match seed {
                    Some(seed) => write!(f, "{}seed={seed}", if *open { ',' } else { ':' }),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Variant, VariantError> {
        let fail = |fault| VariantError {
            text: text.to_owned(),
            fault,
        };
        let (id, options) = match text.split_once(':') {
            Some((id, options)) => (id, Some(options)),
            None => (text, None),
        };
        let mut variant = match id {
            "chess" => Variant::default(),
            "cantwell" => Variant::Cantwell,
            "auden" => Variant::Auden {
                budget: AUDEN_BUDGET,
            },
            "gates" => Variant::Gates,
            "touch" => Variant::Touch {
                open: false,
                seed: None,
            },
            _ => return Err(fail(VariantFault::Unknown)),
        };
        for option in options.into_iter().flat_map(|options| options.split(',')) {
            let (key, value) = match option.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (option, None),
            };
            variant.set(key, value).map_err(fail)?;
        }
        Ok(variant)
    }
}

/// What is wrong with the name of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantFault {
    /// There is no such rule set.
    Unknown,
    /// The rule set has no such option.
    Option {
        /// The option.
        option: String,
        /// Those that it has.
        known: &'static [&'static str],
    },
    /// The option cannot have that value.
    Value {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// What it can be.
        expected: &'static str,
    },
    /// The types are to be shown, and no seed says how they are dealt.
    SeedMissing,
}

/// A text that names no rule set that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub fault: VariantFault,
}

impl Spoken for VariantError {
    fn message(&self) -> Message {
        let variant = quoted(&self.text);
        match &self.fault {
            VariantFault::Unknown => {
                msg!(
                    "variant-unknown",
                    variant = variant,
                    known = Variant::IDS.join(", ")
                )
            }
            VariantFault::Option { option, known: [] } => {
                msg!(
                    "variant-no-options",
                    variant = variant,
                    option = quoted(option)
                )
            }
            VariantFault::Option { option, known } => msg!(
                "variant-option",
                variant = variant,
                option = quoted(option),
                known = known.join(", "),
            ),
            VariantFault::Value {
                option,
                value,
                expected,
            } => msg!(
                "variant-value",
                variant = variant,
                option = quoted(option),
                value = quoted(value),
                expected = *expected,
            ),
            VariantFault::SeedMissing => msg!("variant-seed-missing", variant = variant),
        }
    }
}

spoken_error!(VariantError);
