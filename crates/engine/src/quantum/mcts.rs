//! Monte Carlo tree search with chance nodes: a tree grows where it promises most.
//!
//! Every round goes down the tree, by the moves that have done well or have hardly been tried and by outcomes as chance draws them,
//! adds a position, judges it by looking at what can be taken, and carries the value back up. The more often a position was
//! visited, the more of its moves are tried.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{
    expectimax::Window,
    order::{Order, Picked},
    outlook::PATIENCE,
    root::RootMove,
    subject::Subject,
    worker::{Step, Worker},
};

/// How much a move that is hardly tried is preferred to one that has done well.
const CURIOSITY: f64 = 0.7;

/// How much less than its position a move is thought to be worth before it is tried.
const DOUBT: f64 = 0.08;

/// How sharply the first look at the moves of the first turn tells them apart.
const SHARPNESS: f64 = 0.08;

/// After so many rounds it is asked whether there were enough.
const PAUSE: u32 = 64;

/// Of a move with many outcomes so many are followed.
const OUTCOMES: usize = 24;

/// A position of the tree.
struct Place<P: Subject> {
    position: P,
    key: u64,
    /// What it was judged to be, for the side to move.
    value: f64,
    ended: bool,
    visits: u32,
    /// Its moves, most promising first; none before its second visit.
    branches: Vec<Branch<P>>,
}

/// A move of a position of the tree.
struct Branch<P: Subject> {
    picked: Picked<P::Move>,
    /// How much it is thought to deserve a look.
    share: f64,
    visits: u32,
    /// All that came of it, for the side that makes it.
    sum: f64,
    /// The outcomes that were drawn, and where they led.
    outcomes: Vec<(P::Outcome, usize)>,
}

impl<P: Subject> Branch<P> {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// The tree of one thread.
pub(super) struct Tree<P: Subject> {
    places: Vec<Place<P>>,
    /// No more positions than this are kept.
    most: usize,
}

/// Is told how a tree grows: the tree, who grows it, and the number of rounds.
pub(super) type News<'n, P> = dyn FnMut(&Tree<P>, &Worker<'_, P>, u32) + 'n;

/// What a tree found about a move of the first turn.
pub(super) struct Grown<P: Subject> {
    pub(super) visits: u32,
    pub(super) sum: f64,
    pub(super) found: RootMove<P>,
}

impl<P: Subject> Tree<P> {
    /// A tree that takes about so many MiB at most.
    pub(super) fn new(mebibytes: usize) -> Tree<P> {
        let each = size_of::<Place<P>>() + 24 * size_of::<Branch<P>>();
        Tree {
            places: Vec::new(),
            most: (mebibytes.max(1) << 20) / each,
        }
    }

    /// Grows until the worker has to stop. `each` is told now and then, with the number of rounds.
    pub(super) fn grow(
        &mut self,
        worker: &mut Worker<'_, P>,
        position: &P,
        wanted: &[P::Move],
        random: &mut ChaCha8Rng,
        each: &mut News<'_, P>,
    ) {
        self.places.clear();
        self.places.push(Place {
            position: position.clone(),
            key: position.key(),
            value: 0.0,
            ended: false,
            visits: 1,
            branches: Vec::new(),
        });
        self.look_first(worker, wanted);
        let past = worker.path.len();
        let mut rounds = 0;
        let mut news = 256;
        let only = self.places[0].branches.len() == 1;
        // A round counts as a node, or a tree in which all is decided would grow for ever.
        while !self.places[0].branches.is_empty() && !worker.is_over(position) {
            self.round(worker, random);
            worker.path.truncate(past);
            if worker.stopped {
                break;
            }
            rounds += 1;
            if rounds == news {
                news *= 2;
                worker.tell();
                each(self, worker, rounds);
                if only {
                    break;
                }
            }
            if rounds % PAUSE == 0 && worker.shared.timer.is_enough(1.0) {
                break;
            }
        }
    }

    /// The moves of the first turn, each with a share by its value one ply ahead.
    fn look_first(&mut self, worker: &mut Worker<'_, P>, wanted: &[P::Move]) {
        let root = &self.places[0].position;
        let mut order = Order::first(worker, root, wanted, 4);
        let mut looked: Vec<(Picked<P::Move>, f64)> = Vec::new();
        while let Some(picked) = order.next() {
            let value = worker.move_value(root, &picked.mv, 0, 0, Window::OPEN);
            // What could not be looked at any more is as good as the worst.
            looked.push((picked, if worker.stopped { -1.0 } else { value }));
        }
        looked.sort_by(|one, two| two.1.total_cmp(&one.1));
        let best = looked.first().map_or(0.0, |(_, value)| *value);
        let weight = |value: f64| ((value - best) / SHARPNESS).exp() + 0.002;
        let all: f64 = looked.iter().map(|(_, value)| weight(*value)).sum();
        let branch = |(picked, value): (Picked<P::Move>, f64)| Branch {
            picked,
            share: weight(value) / all,
            visits: 0,
            sum: value,
            outcomes: Vec::new(),
        };
        self.places[0].value = best;
        self.places[0].branches = looked.into_iter().map(branch).collect();
    }

    /// Down the tree, a new position, and back up.
    fn round(&mut self, worker: &mut Worker<'_, P>, random: &mut ChaCha8Rng) {
        let mut way: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        let mut value = loop {
            let place = &mut self.places[at];
            place.visits += 1;
            worker.path.push(place.key);
            if place.ended || way.len() > 60 {
                break place.value;
            }
            if place.branches.is_empty() {
                open(place, worker);
                if place.branches.is_empty() {
                    break place.value;
                }
            }
            let chosen = choose(place);
            let branch = &mut place.branches[chosen];
            let mut uniform = || random.random::<f64>();
            let Some(outcome) = place.position.draw(&branch.picked.mv, &mut uniform) else {
                break place.value;
            };
            way.push((at, chosen));
            let known = branch.outcomes.iter().find(|(seen, _)| *seen == outcome);
            if let Some((_, next)) = known {
                at = *next;
                continue;
            }
            if branch.outcomes.len() >= OUTCOMES {
                at = branch.outcomes[random.random_range(0..OUTCOMES)].1;
                continue;
            }
            let next = super::chance::after(&place.position, &branch.picked.mv, &outcome);
            let new = place_of(next, worker);
            if worker.stopped {
                return;
            }
            let value = new.value;
            if self.places.len() < self.most {
                let index = self.places.len();
                self.places[at].branches[chosen]
                    .outcomes
                    .push((outcome, index));
                at = index;
                self.places.push(new);
                break value;
            }
            // No room is left: the value counts, the position is not kept.
            let same = new.position.turn() == self.places[at].position.turn();
            break if same { value } else { -PATIENCE * value };
        };
        // Where the position was not kept, its value is already that of the move before.
        let mut below = at;
        for (at, chosen) in way.into_iter().rev() {
            if below != at {
                let same = self.places[below].position.turn() == self.places[at].position.turn();
                value = if same { value } else { -PATIENCE * value };
            }
            let branch = &mut self.places[at].branches[chosen];
            if branch.visits == 0 {
                branch.sum = 0.0;
            }
            branch.visits += 1;
            branch.sum += value;
            below = at;
        }
    }

    /// What was found about the moves of the first turn, the most visited first.
    pub(super) fn grown(&self) -> Vec<Grown<P>> {
        let mut all: Vec<Grown<P>> = Vec::new();
        for branch in self.places.first().map_or(&[][..], |root| &root.branches) {
            let mut line = Vec::new();
            self.follow(branch, &mut line);
            if line.is_empty() {
                let mv = branch.picked.mv;
                let outcome = self.places[0].position.draw(&mv, &mut || 0.0);
                line.extend(outcome.map(|outcome| Step { mv, outcome }));
            }
            all.push(Grown {
                visits: branch.visits,
                sum: branch.sum,
                found: RootMove::new(branch.picked, branch.mean(), line),
            });
        }
        all
    }

    /// The line of most visits.
    fn follow(&self, branch: &Branch<P>, line: &mut Vec<Step<P>>) {
        let visited = |(_, index): &&(P::Outcome, usize)| self.places[*index].visits;
        let Some((outcome, next)) = branch.outcomes.iter().max_by_key(visited) else {
            return;
        };
        line.push(Step {
            mv: branch.picked.mv,
            outcome: outcome.clone(),
        });
        let branches = self.places[*next].branches.iter();
        let best = branches.max_by_key(|branch| branch.visits);
        if let Some(best) = best.filter(|best| best.visits > 0 && line.len() < 30) {
            self.follow(best, line);
        }
    }
}

/// A new position, judged.
fn place_of<P: Subject>(position: P, worker: &mut Worker<'_, P>) -> Place<P> {
    let ended = worker.ended(&position, 1);
    let value = ended.unwrap_or_else(|| worker.node(&position, 0, 1, Window::OPEN));
    Place {
        key: position.key(),
        position,
        value,
        ended: ended.is_some(),
        visits: 1,
        branches: Vec::new(),
    }
}

/// Lists the moves of a position, each with a share by its place in the order.
fn open<P: Subject>(place: &mut Place<P>, worker: &Worker<'_, P>) {
    let position = &place.position;
    let danger = position.danger(position.turn());
    let mut order = Order::new(worker, position, 0, 3, 1, danger);
    let share = |at: usize| 1.0 / (at as f64 + 3.0);
    while let Some(picked) = order.next() {
        place.branches.push(Branch {
            share: share(place.branches.len()),
            picked,
            visits: 0,
            sum: 0.0,
            outcomes: Vec::new(),
        });
    }
    let all: f64 = place.branches.iter().map(|branch| branch.share).sum();
    for branch in &mut place.branches {
        branch.share /= all;
    }
}

/// The move to go on with.
fn choose<P: Subject>(place: &Place<P>) -> usize {
    let visits = f64::from(place.visits);
    let wide = 3 + (2.5 * visits.sqrt()) as usize;
    let tried = place.branches.iter().take(wide);
    let worth = |branch: &Branch<P>| {
        let known = match branch.visits {
            0 => place.value - DOUBT,
            _ => branch.mean(),
        };
        known + CURIOSITY * branch.share * visits.sqrt() / (1.0 + f64::from(branch.visits))
    };
    let mut best = (0, f64::NEG_INFINITY);
    for (at, branch) in tried.enumerate() {
        let worth = worth(branch);
        if worth > best.1 {
            best = (at, worth);
        }
    }
    best.0
}
