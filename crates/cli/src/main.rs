//! The `qaissa` program: reads the command line and hands over to one file per command.

mod admin;
mod analyse;
mod answer;
mod appraisers;
mod bench;
mod board;
mod bots;
mod download;
mod eval;
mod games;
mod hint;
mod matches;
mod perft;
mod play;
mod rules;
mod serve;
mod setup;
mod state;
mod tune;
mod uci;
mod verify;

use std::{env, process::ExitCode};

use answer::Failure;
use clap::{Parser, Subcommand, error::ErrorKind};
use qaissa_core::Lang;
use qaissa_words::msg;

/// Chess and quantum chess in one program.
#[derive(Debug, Parser)]
#[command(
    name = "qaissa",
    version,
    arg_required_else_help = true,
    max_term_width = 100
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Arguments),
    Play(play::Arguments),
    State(state::Arguments),
    Perft(perft::Arguments),
    Eval(eval::Arguments),
    Hint(hint::Arguments),
    Analyse(analyse::Arguments),
    Match(matches::Arguments),
    Uci(uci::Arguments),
    Tune(tune::Arguments),
    Bench(bench::Arguments),
    Verify(verify::Arguments),
    Rules(rules::Arguments),
    Admin(admin::Arguments),
}

fn main() -> ExitCode {
    let lang = environment_lang();
    let result = match Arguments::try_parse() {
        Ok(arguments) => run(arguments.command, lang),
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            ) =>
        {
            answer::print(error.render().ansi().to_string().trim_end())
        }
        Err(error) => Err(usage(&error)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(lang),
    }
}

fn run(command: Command, lang: Lang) -> Result<(), Failure> {
    match command {
        Command::Serve(arguments) => serve::run(&arguments, lang),
        Command::Admin(arguments) => admin::run(&arguments, lang),
        Command::Play(arguments) => play::run(&arguments, lang),
        Command::State(arguments) => state::run(&arguments, lang),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments, lang),
        Command::Hint(arguments) => hint::run(&arguments, lang),
        Command::Analyse(arguments) => analyse::run(&arguments, lang),
        Command::Match(arguments) => matches::run(&arguments, lang),
        Command::Uci(arguments) => uci::run(&arguments, lang),
        Command::Tune(arguments) => tune::run(&arguments, lang),
        Command::Bench(arguments) => bench::run(&arguments, lang),
        Command::Verify(arguments) => verify::run(&arguments, lang),
        Command::Rules(arguments) => rules::run(&arguments, lang),
    }
}

/// The language of the environment, as POSIX orders its variables.
fn environment_lang() -> Lang {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    Lang::from_locale(&locale.unwrap_or_default())
}

/// What is wrong with the command line, in one sentence.
fn usage(error: &clap::Error) -> Failure {
    let rendered = error.render().to_string();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::Help(rendered);
    }
    let told: Vec<&str> = rendered
        .lines()
        .take_while(|line| !line.is_empty())
        .map(str::trim)
        .collect();
    let told = told.join(" ");
    let what = told.strip_prefix("error: ").unwrap_or(&told).to_owned();
    Failure::Input(msg!("usage", what = what))
}
