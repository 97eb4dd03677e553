use crate::qaissa;

const CASTLING: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn the_number_alone_is_printed() {
    for (depth, nodes) in [
        ("0", "1"),
        ("1", "20"),
        ("2", "400"),
        ("3", "8902"),
        ("5", "4865609"),
    ] {
        assert_eq!(
            qaissa(&["perft", "--depth", depth]).ok(),
            format!("{nodes}\n")
        );
    }
}

#[test]
fn threads_change_nothing() {
    for threads in ["1", "2", "7"] {
        let run = qaissa(&[
            "perft",
            "--fen",
            CASTLING,
            "--depth",
            "4",
            "--threads",
            threads,
        ]);
        assert_eq!(run.ok(), "4085603\n");
    }
}

#[test]
fn divide_adds_up() {
    let text = qaissa(&["perft", "--fen", CASTLING, "--depth", "3", "--divide"]).ok();
    let mut lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.pop(), Some("97862"));
    let counts = lines.iter().map(|line| line.split_once(": ").unwrap());
    assert_eq!(
        counts
            .clone()
            .map(|(_, count)| count.parse::<u64>().unwrap())
            .sum::<u64>(),
        97_862
    );
    assert_eq!(counts.clone().count(), 48);
    assert!(
        counts
            .clone()
            .any(|(mv, count)| (mv, count) == ("e1g1", "2059")),
        "{text}"
    );
}

#[test]
fn json_says_it_too() {
    let json = qaissa(&["perft", "--depth", "2", "--divide", "--json"]).json();
    assert_eq!(
        (json["nodes"].as_u64(), json["divide"]["e2e4"].as_u64()),
        (Some(400), Some(20))
    );
}

#[test]
fn a_mated_side_has_no_paths() {
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(
        qaissa(&["perft", "--fen", mate, "--depth", "3"]).ok(),
        "0\n"
    );
}

#[test]
fn bad_numbers_are_refused() {
    for arguments in [
        &["perft"][..],
        &["perft", "--depth", "-1"],
        &["perft", "--depth", "many"],
        &["perft", "--depth", "100"],
        &["perft", "--depth", "2", "--threads", "0"],
        &["perft", "--depth", "2", "--threads", "100000"],
    ] {
        let told = qaissa(arguments).refused();
        assert!(
            told.starts_with("qaissa: ") && told.contains("--"),
            "{told}"
        );
    }
}
