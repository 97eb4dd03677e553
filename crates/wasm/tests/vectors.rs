//! Every line of the reference vectors gives the same probabilities, to the last bit, in every build: the test of the web
//! app compares what the WebAssembly build computes with the same file.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{env, fmt::Write as _, fs, fs::File, path::PathBuf};

use flate2::read::GzDecoder;
use qaissa_core::{Lang, Square};
use qaissa_wasm::table::Table;
use serde_json::Value;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Two different sums over all bits, so that no change of a bit goes unseen.
struct Digest([u32; 2]);

impl Digest {
    fn take(&mut self, number: f64) {
        let bits = number.to_bits();
        for word in [bits as u32, (bits >> 32) as u32] {
            self.0[0] = (self.0[0] ^ word).wrapping_mul(16_777_619);
            self.0[1] = (self.0[1].rotate_left(5) ^ word).wrapping_mul(0x9e37_79b1);
        }
    }
}

fn digest(line: &Value) -> String {
    let fen = line["fen"].as_str().expect("a FEN");
    let mut table = Table::start("cantwell", Some(fen), 0, Lang::En).expect("a position");
    let mut digest = Digest([0x811c_9dc5, 0]);
    for ply in line["plies"].as_array().expect("plies") {
        // One line breaks the rules on purpose: it is followed as far as they go.
        if table.force(ply["move"].as_str().expect("a move")).is_err() {
            break;
        }
        let view = table.view(table.now()).expect("a position");
        for square in Square::ALL {
            let name = square.to_string();
            let piece = view.pieces.iter().find(|piece| piece.square == name);
            digest.take(piece.map_or(0.0, |piece| piece.presence));
        }
        let turns = table.turns().turns;
        let pass = turns.last().and_then(|turn| turn.pass);
        digest.take(pass.unwrap_or(-1.0));
    }
    format!("{:08x}{:08x} {}", digest.0[0], digest.0[1], table.now())
}

#[test]
fn probabilities_are_the_same_to_the_last_bit() {
    let file = File::open(path("../core/tests/data/cantwell.json.gz")).unwrap();
    let vectors: Value = serde_json::from_reader(GzDecoder::new(file)).unwrap();
    let mut found = String::new();
    for kind in ["scenarios", "games"] {
        for line in vectors[kind].as_array().expect("a list") {
            let name = line["name"].as_str().expect("a name");
            writeln!(found, "{name} {}", digest(line)).unwrap();
        }
    }
    let expected = path("tests/data/vectors.txt");
    if env::var_os("QAISSA_WRITE").is_some() {
        fs::write(&expected, &found).unwrap();
    }
    assert!(found.lines().count() > 200);
    assert_eq!(found, fs::read_to_string(expected).unwrap());
}
