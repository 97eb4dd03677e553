use crate::qaissa;

#[test]
fn the_core_is_measured_against_its_peers() {
    let rows = qaissa(&["bench", "core", "--json"]).json();
    let rows = rows.as_array().expect("a list of rows");
    assert!(rows.len() >= 6, "{rows:?}");
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
            baseline.map(|baseline| value / baseline),
        );
        assert_eq!(ratio.is_some(), expected.is_some(), "{row}");
        let off = ratio
            .zip(expected)
            .map_or(0.0, |(ratio, expected)| ratio / expected - 1.0);
        assert!(off.abs() < 1e-9, "{row}");
    }
}
