//! The help: how moves are written, the commands in as many columns as there is room for, the keys.

use qaissa_core::{Lang, Variant};
use qaissa_words::msg;

/// The columns of a page where nobody says how many there are.
const USUAL_WIDTH: usize = 80;

/// The columns of a command before what it does.
const NAME: usize = 10;

/// The columns of half a page.
const HALF: usize = 39;

/// The help for a game in a terminal of a width.
pub(super) fn told(variant: &Variant, lang: Lang, width: Option<usize>) -> String {
    let moves = msg!("help-moves", moves = variant.writing()).say(lang);
    let commands = msg!("help-commands").say(lang);
    let commands = laid_out(&commands, width.unwrap_or(USUAL_WIDTH));
    let keys = msg!("help-keys").say(lang);
    format!("{moves}\n\n{commands}\n\n{keys}")
}

/// Lines of a command and what it does, two of them in one where both are short and the page is wide.
fn laid_out(commands: &str, width: usize) -> String {
    let mut rows: Vec<String> = Vec::new();
    let mut half: Option<String> = None;
    for command in commands.lines() {
        let cell = match command.split_once("  ") {
            Some((name, what)) => format!("{name:<NAME$}  {}", what.trim_start()),
            None => command.to_owned(),
        };
        let is_half = width >= 2 * HALF + 2 && cell.chars().count() <= HALF;
        match half.take() {
            Some(left) if is_half => rows.push(format!("{left:<HALF$}  {cell}")),
            left => {
                rows.extend(left);
                match is_half {
                    true => half = Some(cell),
                    false => rows.push(cell),
                }
            }
        }
    }
    rows.extend(half);
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_commands_share_a_line_where_there_is_room() {
        let commands = "one  does this\ntwo  does that\nthree  does more than half a page can hold\nfour  ends";
        let one = "one         does this\ntwo         does that\n\
            three       does more than half a page can hold\nfour        ends";
        assert_eq!(laid_out(commands, 60), one);
        let two = "one         does this                    two         does that\n\
            three       does more than half a page can hold\nfour        ends";
        assert_eq!(laid_out(commands, 80), two);
    }

    #[test]
    fn every_command_is_in_the_help_of_every_language() {
        for lang in Lang::ALL {
            let help = told(&Variant::default(), lang, Some(30));
            for word in super::super::command::Word::ALL {
                let name = word.name(lang);
                let told = help
                    .lines()
                    .any(|line| line.split(' ').next() == Some(name.as_str()));
                assert!(told, "{name} is not in {help}");
            }
        }
    }
}
