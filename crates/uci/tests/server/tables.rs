//! Tables of endings, from the source of python-chess.

use std::{fs, path::Path, sync::Arc};

use proptest::prelude::*;
use qaissa_engine::{Tables as _, Wdl};
use qaissa_uci::Syzygy;
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};
use tempfile::TempDir;

use crate::{Session, fetched, number};

pub(crate) const TABLES: &str = "test-data/chess-1.11.2/data/syzygy/regular";

/// A queen that cannot win against a pawn.
const DRAWN: &str = "6K1/8/8/4Q3/8/8/p7/1k6 w - - 0 1";

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard)
        .expect("a position")
}

fn tables() -> Syzygy {
    let folder = fetched(TABLES);
    let (tables, complaints) = Syzygy::open(folder.to_str().unwrap());
    assert_eq!(complaints, []);
    tables
}

/// The tables in a folder of their own, with one of them changed.
fn changed(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for entry in fs::read_dir(fetched(TABLES)).expect("the tables") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).expect("a copy");
    }
    let path = folder.path().join(name);
    let mut bytes = fs::read(&path).expect("a table");
    change(&mut bytes);
    fs::write(path, bytes).expect("a changed table");
    folder
}

#[test]
fn what_a_position_is_worth_is_found() {
    let tables = tables();
    assert_eq!(tables.pieces(), 4);
    for (fen, worth) in [
        ("8/8/8/8/8/1k6/8/QK6 w - - 0 1", Some(Wdl::Win)),
        ("8/8/8/8/8/1k6/8/RK6 b - - 0 1", Some(Wdl::Loss)),
        (DRAWN, Some(Wdl::Draw)),
        // Rights to castle, and too many pieces.
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
        ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", None),
    ] {
        assert_eq!(tables.wdl(&position(fen)), worth, "{fen}");
    }
}

#[test]
fn best_moves_lead_to_the_mate() {
    let tables = tables();
    let mut board = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    let mut plies = 0;
    while !board.is_checkmate() {
        let (worth, moves) = tables.best_moves(&board).expect("in the tables");
        let expected = if plies % 2 == 0 { Wdl::Win } else { Wdl::Loss };
        assert_eq!(worth, expected);
        board.play_unchecked(moves[0]);
        plies += 1;
        assert!(plies < 100);
    }
    assert!(plies > 10, "the defence must hold out: {plies}");
}

#[test]
fn only_moves_that_keep_the_worth_are_best() {
    let tables = tables();
    // Some moves put the rook where it is lost.
    let board = position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    let (worth, moves) = tables.best_moves(&board).expect("in the tables");
    assert_eq!(worth, Wdl::Win);
    assert!(!moves.is_empty() && moves.len() < board.legal_moves().len());
}

#[test]
fn the_option_makes_the_search_know_endings() {
    let folder = fetched(TABLES);
    let mut session = Session::start();
    session.say(&format!("position fen {DRAWN}"));
    let without = session.ask("go depth 1", "bestmove");
    assert!(number(&without, "cp") > 200, "{without:#?}");
    assert_eq!(number(&without, "tbhits"), 0);
    let nowhere = std::env::temp_dir().join("no tables here");
    let path = std::env::join_paths([nowhere, folder]).unwrap();
    let told = session.told(&format!(
        "setoption name SyzygyPath value {}",
        path.to_str().unwrap()
    ));
    assert!(told[0].contains("no tables here: "), "{told:#?}");
    assert!(
        told[1].ends_with(" files with tables of endings, for up to 4 pieces"),
        "{told:#?}"
    );
    let with = session.ask("go depth 1", "bestmove");
    assert_eq!(number(&with, "cp"), 0, "{with:#?}");
    session.say("position fen 8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
    let won = session.ask("go depth 1", "bestmove");
    assert!(number(&won, "cp") > 15_000, "{won:#?}");
    session.say(&format!("position fen {DRAWN}"));
    assert!(number(&with, "tbhits") > 0, "{with:#?}");
    session.say("setoption name SyzygyPath value <empty>");
    session.say("ucinewgame");
    let again = session.ask("go depth 1", "bestmove");
    assert_eq!(number(&again, "tbhits"), 0);
    session.quit();
}

#[test]
fn a_long_win_is_brought_home_with_tables() {
    let mut session = Session::start();
    let folder = fetched(TABLES);
    session.told(&format!(
        "setoption name SyzygyPath value {}",
        folder.to_str().unwrap()
    ));
    let mut board = position("8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
    let mut moves = String::new();
    while !board.is_checkmate() {
        assert!(
            board.halfmoves() < 100 && !board.is_insufficient_material(),
            "{moves}"
        );
        session.say(&format!(
            "position fen 8/8/8/3k4/8/8/8/KBN5 w - - 0 1 moves{moves}"
        ));
        let best = session.best("go depth 2");
        let mv = qaissa_core::notation::uci::parse(&best).unwrap();
        board.play_unchecked(mv.to_move(&board).unwrap());
        moves = format!("{moves} {best}");
    }
    session.quit();
}

fn complaints(folder: &Path) -> Vec<String> {
    let (_, complaints) = Syzygy::open(folder.to_str().unwrap());
    let said = complaints
        .iter()
        .map(|complaint| complaint.say(qaissa_words::Lang::En));
    said.collect()
}

#[test]
fn a_damaged_table_is_named_with_the_place() {
    let cut = changed("KQvK.rtbw", |bytes| bytes.truncate(100));
    let told = complaints(cut.path());
    assert_eq!(told.len(), 1);
    assert!(
        told[0].ends_with(
            "KQvK.rtbw: 100 bytes are no size of a table of endings, so it is cut off or damaged"
        ),
        "{told:?}"
    );
    for damage in [
        |bytes: &mut Vec<u8>| bytes[0] = 0,
        |bytes: &mut Vec<u8>| bytes.truncate(3),
    ] {
        let other = changed("KRvK.rtbz", damage);
        let told = complaints(other.path());
        assert_eq!(told.len(), 1);
        assert!(
            told[0]
                .ends_with("KRvK.rtbz: what stands at byte 0 cannot be part of a table of endings"),
            "{told:?}"
        );
    }
}

#[test]
fn damage_that_shows_only_in_a_search_is_told_with_its_answer() {
    // All of it but the beginning and the size.
    let folder = changed("KQvKP.rtbw", |bytes| bytes[4..].fill(0xff));
    let mut session = Session::start();
    let path = folder.path().to_str().unwrap();
    session.told(&format!("setoption name SyzygyPath value {path}"));
    session.say(&format!("position fen {DRAWN}"));
    let lines = session.ask("go depth 1", "bestmove");
    let told = lines.iter().filter(|line| line.starts_with("info string "));
    let told: Vec<&String> = told.collect();
    assert_eq!(told.len(), 1, "{lines:#?}");
    assert!(
        told[0].contains("KQvKP.rtbw: what stands at byte "),
        "{lines:#?}"
    );
    session.quit();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_damage_does_harm(places in prop::collection::vec((4_usize..40_000, any::<u8>()), 1..60)) {
        let folder = TempDir::new().unwrap();
        for name in ["KQvKP.rtbw", "KQvKP.rtbz"] {
            let mut bytes = fs::read(fetched(TABLES).join(name)).unwrap();
            for (place, byte) in &places {
                // The beginning holds all that is dangerous.
                let place = if place % 2 == 0 { place % 200 } else { place % bytes.len() }.max(4);
                bytes[place] = *byte;
            }
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let (tables, _) = Syzygy::open(folder.path().to_str().unwrap());
        let tables = Arc::new(tables);
        for fen in [DRAWN, "8/8/8/4Q3/8/6K1/2p5/1k6 w - - 0 1", "8/8/8/4Q3/5p2/8/8/1k4K1 b - - 0 1"] {
            let _ = tables.wdl(&position(fen));
            let _ = tables.best_moves(&position(fen));
        }
    }
}
