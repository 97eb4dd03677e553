use qaissa_core::{Position, cantwell::*};
use serde_json::Value;
use std::{hint::black_box, io::Read, time::Instant};
fn main() {
    let mut text = String::new();
    flate2::read::GzDecoder::new(&include_bytes!("../tests/data/cantwell.json.gz")[..])
        .read_to_string(&mut text)
        .unwrap();
    let v: Value = serde_json::from_str(&text).unwrap();
    let games: Vec<(CantwellPosition, Vec<String>)> = v["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| {
            (
                CantwellPosition::from_fen(g["fen"].as_str().unwrap()).unwrap(),
                g["plies"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|p| p["move"].as_str().unwrap().to_owned())
                    .collect(),
            )
        })
        .collect();
    let mut all = vec![];
    let mut steps = vec![];
    let mut hist = vec![];
    for (p, m) in &games {
        let mut p = p.clone();
        let mut st = vec![];
        for t in m {
            let s = p.read_step(t).unwrap();
            all.push(p.clone());
            let o = s.outcome.unwrap();
            p.play(&s.mv, &o);
            st.push((s.mv, o));
            hist.push((
                p.size().amplitudes,
                p.wave()
                    .clusters()
                    .map(|c| c.branches().len())
                    .max()
                    .unwrap_or(0),
            ));
        }
        steps.push(st);
    }
    hist.sort();
    println!(
        "amplitudes median {:?} p90 {:?} p99 {:?} max {:?} mean {}",
        hist[hist.len() / 2],
        hist[hist.len() * 9 / 10],
        hist[hist.len() * 99 / 100],
        hist.last(),
        hist.iter().map(|h| h.0).sum::<u64>() as f64 / hist.len() as f64
    );
    for _ in 0..3 {
        let n = 20;
        let t = Instant::now();
        let mut c = 0u64;
        for _ in 0..n {
            for ((p, _), st) in games.iter().zip(&steps) {
                let mut p = p.clone();
                for (m, o) in st {
                    p.play(m, o);
                    c += 1;
                }
                black_box(&p);
            }
        }
        println!("play {:.0}/s", c as f64 / t.elapsed().as_secs_f64());
        let t = Instant::now();
        let mut c = 0u64;
        for _ in 0..n {
            for (p, m) in games.iter() {
                let mut p = p.clone();
                for x in m {
                    let s = p.read_step(x).unwrap();
                    p.play(&s.mv, &s.outcome.unwrap());
                    c += 1;
                }
                black_box(&p);
            }
        }
        println!("text {:.0}/s", c as f64 / t.elapsed().as_secs_f64());
        let t = Instant::now();
        let mut c = 0u64;
        for _ in 0..n {
            for p in &all {
                black_box(p.legal_moves());
                c += 1;
            }
        }
        println!("legal {:.0}/s", c as f64 / t.elapsed().as_secs_f64());
        let t = Instant::now();
        let mut c = 0u64;
        for _ in 0..n {
            for p in &all {
                black_box(p.clone());
                c += 1;
            }
        }
        println!("clone {:.0}/s", c as f64 / t.elapsed().as_secs_f64());
        let t = Instant::now();
        let mut c = 0u64;
        for _ in 0..n {
            for p in &all {
                black_box(p.key());
                c += 1;
            }
        }
        println!("key {:.0}/s", c as f64 / t.elapsed().as_secs_f64());
    }
}
