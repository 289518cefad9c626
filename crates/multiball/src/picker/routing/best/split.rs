//! From an order of all balls to trips.

use super::part::{HOME, Node, Part};

/// Cuts an order where the trips are shortest, by dynamic programming over its cuts [Prins 2004]. A trip may exceed the
/// capacity by half, at a price for each ball.
#[derive(Debug, Clone, Default)]
pub(super) struct Split {
    /// For each number of first balls: the least cost, and where the last of their trips begins.
    least: Vec<(f64, usize)>,
}

impl Split {
    pub(super) fn trips(&mut self, part: &Part, order: &[Node], price: f64) -> Vec<Vec<Node>> {
        let most = part.capacity + part.capacity.div_ceil(2);
        self.least.clear();
        self.least.resize(order.len() + 1, (f64::INFINITY, 0));
        self.least[0].0 = 0.0;
        for from in 0..order.len() {
            let before = self.least[from].0;
            let (mut length, mut at) = (0.0, HOME);
            for (to, node) in order.iter().enumerate().skip(from).take(most) {
                length += part.distance(at, *node);
                at = *node;
                let cost = before + length + part.distance(at, HOME) + price * part.excess(to + 1 - from) as f64;
                if cost < self.least[to + 1].0 {
                    self.least[to + 1] = (cost, from);
                }
            }
        }
        let mut trips = Vec::new();
        let mut end = order.len();
        while end > 0 {
            let from = self.least[end].1;
            trips.push(order[from..end].to_vec());
            end = from;
        }
        trips
    }
}
