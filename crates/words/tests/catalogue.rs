//! The two catalogue files and the code say the same: no key missing, none unused, no fact forgotten.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use fluent_bundle::FluentResource;
use qaissa_words::{Lang, catalogue_text};

/// The keys of a catalogue with the facts that each message uses.
fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let begins = line.starts_with(|c: char| c.is_ascii_lowercase());
        if begins && let Some((key, _)) = line.split_once(" =") {
            current = key.to_owned();
            let new = found.insert(current.clone(), BTreeSet::new()).is_none();
            assert!(new, "{key} stands twice");
        }
        for fact in line.split("{ $").skip(1) {
            let name = fact
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .next();
            found
                .entry(current.clone())
                .or_default()
                .extend(name.map(str::to_owned));
        }
    }
    found
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Every use of a message in the project's code, examples and tests aside, with its facts.
fn uses() -> Vec<(String, BTreeSet<String>, PathBuf)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    rust_files(&crates, &mut files);
    let mut uses = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        let code = |line: &&str| !line.trim_start().starts_with("//");
        let text: String = text
            .lines()
            .filter(code)
            .map(|line| format!("{line}\n"))
            .collect();
        for call in text.split("msg!(").skip(1) {
            let Some((key, behind)) = call
                .trim_start()
                .strip_prefix('"')
                .and_then(|c| c.split_once('"'))
            else {
                continue;
            };
            uses.push((key.to_owned(), facts(behind), file.clone()));
        }
    }
    uses
}

/// The names before `=` in the arguments of a call, which ends at its closing bracket.
fn facts(arguments: &str) -> BTreeSet<String> {
    let mut depth = 0;
    let mut names = BTreeSet::new();
    let mut argument = String::new();
    for c in arguments.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => argument.clear(),
            '=' if depth == 0 => {
                names.insert(argument.trim().to_owned());
            }
            _ => argument.push(c),
        }
    }
    names
}

#[test]
fn both_files_are_well_formed() {
    for lang in Lang::ALL {
        let resource = FluentResource::try_new(catalogue_text(lang).to_owned());
        assert!(
            resource.is_ok(),
            "{lang}: {:?}",
            resource.err().map(|(_, errors)| errors)
        );
    }
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_facts() {
    let (english, spanish) = (
        messages(catalogue_text(Lang::En)),
        messages(catalogue_text(Lang::Es)),
    );
    assert!(english.len() > 50);
    assert_eq!(english, spanish);
}

#[test]
fn every_message_is_used_and_every_used_message_exists() {
    let known = messages(catalogue_text(Lang::En));
    let mut unused: BTreeSet<&String> = known.keys().collect();
    for (key, _, file) in &uses() {
        assert!(
            known.contains_key(key),
            "{}: no message {key}",
            file.display()
        );
        unused.remove(key);
    }
    assert!(unused.is_empty(), "never said: {unused:?}");
}

#[test]
fn code_gives_each_message_just_its_facts() {
    let known = messages(catalogue_text(Lang::En));
    for (key, facts, file) in uses() {
        assert_eq!(known.get(&key), Some(&facts), "{key} in {}", file.display());
    }
}
