use serde_json::Value;

use crate::qaissa;

#[test]
fn the_core_is_measured_against_its_peers() {
    let rows = checked_rows("core");
    for variant in ["gates", "touch"] {
        let named = format!("random games of {variant}, up to 200 plies");
        let row = rows.iter().find(|row| case(row) == named).unwrap();
        assert!(
            row["ratio"].is_number() && row["unit"] == "games/s",
            "{row}"
        );
    }
    assert!(rows.len() >= 10);
}

#[test]
fn the_wave_is_measured_against_the_plain_simulation() {
    let rows = checked_rows("wave");
    let splits = rows
        .iter()
        .filter(|row| case(row).starts_with("split k = "));
    assert_eq!(splits.count(), 24);
    let against_plain = |row: &&Value| row["unit"] == "ns a branch" && row["ratio"].is_number();
    assert_eq!(rows.iter().filter(against_plain).count(), 4);
    for row in rows.iter().filter(|row| case(row).ends_with(", stored")) {
        assert!(row["value"].as_f64().unwrap() <= 40.0, "{row}");
    }
}

#[test]
fn stopping_is_measured_against_stockfish() {
    let rows = checked_rows("search");
    let stops = rows
        .iter()
        .filter(|row| case(row).starts_with("from stop to bestmove") && row["ratio"].is_number());
    assert_eq!(stops.count(), 2);
}

#[test]
fn quantum_games_are_searched_in_ten_positions_each() {
    for variant in ["cantwell", "auden", "gates", "touch"] {
        let rows = checked(&[
            "bench",
            "search",
            "--variant",
            variant,
            "--time",
            "50",
            "--json",
        ]);
        assert_eq!(rows.len(), 20, "{rows:?}");
        for pair in rows.chunks(2) {
            let [speed, depth] = [&pair[0], &pair[1]];
            let name = case(speed).strip_suffix(", speed").unwrap();
            assert_eq!(case(depth), format!("{name}, depth"));
            assert!(name.starts_with(variant), "{name}");
            assert_eq!(
                (&speed["unit"], &depth["unit"]),
                (&"knodes/s".into(), &"turns".into())
            );
            assert!(speed["value"].as_f64().unwrap() > 0.0 && speed["ratio"].is_number());
            // A slow machine may not finish the first turn of a large state in so little time.
            let turns = depth["value"].as_f64().unwrap();
            assert!(turns >= 0.0 && turns.fract() == 0.0, "{depth}");
        }
    }
    let told = qaissa(&["bench", "search", "--variant", "chess"]).refused();
    assert!(told.contains("cantwell"), "{told}");
    let told = qaissa(&["bench", "wave", "--variant", "auden"]).refused();
    assert!(told.contains("--variant"), "{told}");
}

#[test]
fn the_server_is_measured_on_both_databases() {
    let load = ["--games", "6", "--moves", "4", "--seconds", "2", "--steady"];
    let rows = checked(&[&["bench", "serve", "--json"], load.as_slice()].concat());
    for database in ["SQLite", "PostgreSQL"] {
        let figure = |name: &str| {
            let named = format!("{database}, 6 games, 24 moves/s: {name}");
            let row = rows.iter().find(|row| case(row) == named);
            row.unwrap_or_else(|| panic!("{named}: {rows:?}"))["value"]
                .as_f64()
                .unwrap()
        };
        assert_eq!(figure("errors"), 0.0);
        for name in ["moves", "p50", "splits and merges", "memory of the server"] {
            assert!(figure(name) > 0.0, "{name}: {rows:?}");
        }
        assert!(figure("p50") <= figure("p99") && figure("p99") <= figure("slowest"));
    }
    let told = qaissa(&["bench", "serve", "--moves", "fast"]).refused();
    assert!(told.contains("fast"), "{told}");
    let lost = qaissa(&[
        "bench",
        "serve",
        "--games",
        "1",
        "--database",
        "mysql://nowhere",
    ]);
    assert_eq!(lost.code, Some(1), "{}", lost.err);
}

fn case(row: &Value) -> &str {
    row["case"].as_str().unwrap()
}

/// The rows of a bench. The ratio says how many times better than the baseline a figure is: more where more is
/// better, less where it is a cost.
fn checked_rows(part: &str) -> Vec<Value> {
    checked(&["bench", part, "--json"])
}

fn checked(arguments: &[&str]) -> Vec<Value> {
    let rows = qaissa(arguments).json();
    let rows = rows.as_array().expect("a list of rows");
    for row in rows {
        let fields: Vec<&str> = row
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(fields, ["case", "value", "unit", "baseline", "ratio"]);
        let (value, baseline) = (row["value"].as_f64().unwrap(), row["baseline"].as_f64());
        let (ratio, expected) = (
            row["ratio"].as_f64(),
            baseline.map(|baseline| {
                match ["ns", "ms", "nodes"]
                    .iter()
                    .any(|unit| row["unit"].as_str().unwrap().starts_with(unit))
                {
                    true => baseline / value,
                    false => value / baseline,
                }
            }),
        );
        assert_eq!(ratio.is_some(), expected.is_some(), "{row}");
        let off = ratio
            .zip(expected)
            .map_or(0.0, |(ratio, expected)| ratio / expected - 1.0);
        assert!(off.abs() < 1e-9, "{row}");
    }
    rows.clone()
}
