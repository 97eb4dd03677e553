//! A queue that is fair: owners take turns, however much one of them wants.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Jobs of several owners.
#[derive(Debug)]
pub(super) struct FairQueue<O, J> {
    jobs: HashMap<O, VecDeque<J>>,
    /// Those who have something waiting, in the order of their turns.
    turns: VecDeque<O>,
}

impl<O, J> Default for FairQueue<O, J> {
    fn default() -> FairQueue<O, J> {
        FairQueue {
            jobs: HashMap::new(),
            turns: VecDeque::new(),
        }
    }
}

impl<O: Clone + Eq + Hash, J> FairQueue<O, J> {
    pub(super) fn push(&mut self, owner: O, job: J) {
        let own = self.jobs.entry(owner.clone()).or_default();
        if own.is_empty() {
            self.turns.push_back(owner);
        }
        own.push_back(job);
    }

    /// The next job: the oldest of whoever's turn it is.
    pub(super) fn pop(&mut self) -> Option<J> {
        let owner = self.turns.pop_front()?;
        let own = self.jobs.get_mut(&owner)?;
        let job = own.pop_front();
        if own.is_empty() {
            self.jobs.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        job
    }

    pub(super) fn waiting(&self, owner: &O) -> usize {
        self.jobs.get(owner).map_or(0, VecDeque::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wants_much_does_not_keep_others_waiting() {
        let mut queue = FairQueue::default();
        for job in 1..=4 {
            queue.push("greedy", job);
        }
        queue.push("modest", 10);
        queue.push("other", 20);
        let order: Vec<i32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [1, 10, 20, 2, 3, 4]);
        assert_eq!(queue.waiting(&"greedy"), 0);
    }
}
