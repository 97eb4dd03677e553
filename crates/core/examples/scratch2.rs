use qaissa_core::{Position, cantwell::*};
fn main() {
    let f = std::env::args().nth(1).unwrap();
    let p = CantwellPosition::from_fen(&f).unwrap();
    for c in p.wave().clusters() {
        println!(
            "{} {:?}",
            c.branches().len(),
            c.squares()
                .into_iter()
                .map(|s| s.to_string())
                .collect::<Vec<_>>()
        );
        let n: f64 = c.branches().iter().map(|b| b.weight.norm()).sum();
        println!("{:e}", n - 1.0);
    }
    println!("{}", p.fen());
}
