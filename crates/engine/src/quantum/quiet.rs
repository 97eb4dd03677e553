//! Where looking ahead ends: positions in which nothing is left to be taken, or in which so much is ahead that it does not matter.

use super::{
    expectimax::{ALARM, CLOSE, LITTLE, Window},
    order::Order,
    outlook::Outlook,
    subject::Subject,
    worker::Worker,
};

/// How much counts of what the side to move can take, and of what the other side could.
const TAKEN: f64 = 0.5;
const LOST: f64 = 0.15;

/// What a king that could be taken is worth less, in centipawns.
const ALARMING: f64 = 250.0;

impl<P: Subject> Worker<'_, P> {
    /// A value that can be told without looking at moves: so much is ahead that a turn less would not matter.
    pub(super) fn skimmed(
        &mut self,
        position: &P,
        depth: i32,
        ply: usize,
        window: Window,
        worth: Option<i32>,
    ) -> Option<f64> {
        let worth = worth?;
        if !self.shared.method.reductions || window.is_open() || position.mid_turn() {
            return None;
        }
        if depth <= 4 {
            let without = Outlook::of_centipawns(worth - 110 * depth).0;
            if without >= window.beta {
                return Some(without);
            }
        }
        let idle = depth >= 3 && !self.idle && Outlook::of_centipawns(worth).0 >= window.beta;
        if !idle {
            return None;
        }
        self.idle = true;
        let next = position.idle();
        let value = self.step(
            position,
            &next,
            depth - 3 - depth / 4,
            ply,
            Window {
                alpha: window.beta - CLOSE,
                beta: window.beta,
            },
        );
        self.idle = false;
        (value >= window.beta && !self.stopped).then_some(value)
    }

    /// What a position is worth where captures are not looked at: the side to move takes what it can expect, and looks after
    /// what threatens it as well as it can.
    fn threatened(&mut self, position: &P) -> f64 {
        let turn = position.turn();
        let (own, other) = (position.threat(turn), position.threat(!turn));
        let gain = TAKEN * own.gain - LOST * other.gain - ALARMING * other.king;
        let worth = self.centipawns(position) + gain as i32;
        own.king + (1.0 - own.king) * Outlook::of_centipawns(worth).0
    }

    /// Captures and promotions, until a position can be judged.
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        depth: i32,
        ply: usize,
        mut window: Window,
    ) -> f64 {
        if !self.shared.method.quiescence {
            return self.judged(position);
        }
        if !P::LOUD {
            return self.threatened(position);
        }
        let danger = position.danger(position.turn());
        let alarmed = danger >= ALARM && depth == 0 || danger >= 0.9 && depth > -3;
        let worth = self.centipawns(position);
        let before = window;
        let mut best = -1.0;
        if !alarmed {
            // A king that may be taken weighs on a position that is not looked into any more.
            best = Outlook::of_centipawns(worth).endangered(danger).0;
            if best >= window.beta || depth < -6 {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        let mut order = match alarmed {
            true => Order::new(self, position, 0, 0, ply, danger),
            false => Order::loud(position),
        };
        let mut number = 0;
        while let Some(picked) = order.next() {
            if !alarmed {
                let gain = picked.glance.gain;
                let most = Outlook::of_centipawns(worth + gain + 200).0;
                let little = depth <= -2 && gain < LITTLE;
                if little || most <= window.alpha || position.loses(&picked.mv, 0) {
                    continue;
                }
            }
            let value = self.move_value(position, &picked.mv, depth - 1, ply, window);
            if self.stopped {
                return 0.0;
            }
            number += 1;
            if value > best {
                best = value;
                if value > window.alpha {
                    window.alpha = value;
                    self.follow(ply, before);
                    if value >= window.beta {
                        break;
                    }
                }
            }
        }
        if number == 0 && alarmed {
            return self.judged(position);
        }
        best
    }
}
