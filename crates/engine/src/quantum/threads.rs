//! A search by several threads.

use std::thread;

use qaissa_core::AnyMove;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng as _};

use super::{
    QuantumEngine,
    mcts::Tree,
    root::{Found, RootMove},
    subject::Subject,
    worker::Worker,
};
use crate::search::Limits;

/// Expectimax by all threads; the first one has the say, the others fill the table for it.
pub(super) fn deepened<'w, P: Subject>(
    engine: &QuantumEngine,
    worker: impl Fn() -> Worker<'w, P>,
    position: &P,
    wanted: &[P::Move],
    limits: &Limits<AnyMove>,
    tell: &mut dyn FnMut(&Found<'_, P>),
) -> (Vec<RootMove<P>>, i32) {
    thread::scope(|scope| {
        for index in 1..engine.threads {
            let mut helper = worker();
            scope.spawn(move || {
                helper.deepen(position, wanted, limits, index as i32 % 2, &mut |_| {});
                helper.tell();
            });
        }
        let mut main = worker();
        let found = main.deepen(position, wanted, limits, 0, tell);
        main.halt();
        main.tell();
        found
    })
}

/// A tree by every thread; what they found is put together.
pub(super) fn grown<'w, P: Subject>(
    engine: &QuantumEngine,
    worker: impl Fn() -> Worker<'w, P>,
    position: &P,
    wanted: &[P::Move],
    tell: &mut dyn FnMut(&Found<'_, P>),
) -> (Vec<RootMove<P>>, i32) {
    // Positions take more room than what a table keeps of them.
    let share = (4 * engine.hash / engine.threads).max(1);
    let seed = |index: usize| ChaCha8Rng::seed_from_u64(position.key() ^ index as u64);
    let mut all = thread::scope(|scope| {
        let mut others = Vec::new();
        for index in 1..engine.threads {
            let (mut helper, mut random) = (worker(), seed(index));
            others.push(scope.spawn(move || {
                let mut tree = Tree::new(share);
                tree.grow(
                    &mut helper,
                    position,
                    wanted,
                    &mut random,
                    &mut |_, _, _| {},
                );
                helper.tell();
                tree.grown()
            }));
        }
        let mut main = worker();
        let mut tree = Tree::new(share);
        tree.grow(
            &mut main,
            position,
            wanted,
            &mut seed(0),
            &mut |tree, worker, rounds| {
                let best = tree.grown().into_iter().max_by_key(|grown| grown.visits);
                if let Some(best) = best {
                    tell(&Found {
                        depth: rounds.ilog2() as i32,
                        rank: 0,
                        deepest: best.found.line.len(),
                        best: &best.found,
                        nodes: worker.nodes,
                    });
                }
            },
        );
        main.halt();
        main.tell();
        let mut all = tree.grown();
        // A thread that is gone has found nothing.
        for other in others
            .into_iter()
            .filter_map(|other| other.join().ok())
            .flatten()
        {
            let same = all
                .iter_mut()
                .find(|own| own.found.code() == other.found.code());
            if let Some(own) = same.filter(|_| other.visits > 0) {
                if own.visits == 0 {
                    own.sum = 0.0;
                }
                own.visits += other.visits;
                own.sum += other.sum;
            }
        }
        all
    });
    all.sort_by_key(|grown| std::cmp::Reverse(grown.visits));
    let rounds: u32 = all.iter().map(|grown| grown.visits).sum();
    let found = all.into_iter().map(|mut grown| {
        grown.found.value = grown.sum / f64::from(grown.visits.max(1));
        grown.found
    });
    (found.collect(), rounds.max(2).ilog2() as i32)
}
