//! The shortest round over a few balls, by three methods that agree [paper 002, routing].

use crate::picker::routing::Floor;

/// How the shortest round over a group is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exact {
    /// Dynamic programming over sets of balls [Held and Karp 1962]: 2ⁿ n² steps.
    DynamicProgramming,
    /// Depth first, the nearest ball first, pruned by a bound: the path so far, and half the two shortest legs of each
    /// ball that is left.
    BranchAndBound,
    /// Depth first in the order of the balls, pruned only where the path is already too long.
    Backtracking,
}

/// A group that is too large for a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{method} takes groups of at most {most} balls, not of {balls}: its work grows as {growth}")]
pub struct TooMany {
    /// The method's name.
    pub method: &'static str,
    /// Balls in the group.
    pub balls: usize,
    /// The most it takes.
    pub most: usize,
    /// How its work grows.
    pub growth: &'static str,
}

impl Exact {
    /// The most balls in a group: a search of some seconds.
    #[must_use]
    pub fn most_balls(self) -> usize {
        match self {
            Self::DynamicProgramming => 18,
            Self::BranchAndBound => 14,
            Self::Backtracking => 11,
        }
    }

    /// Refuses groups that would take too long.
    ///
    /// # Errors
    /// When the group is too large.
    pub fn check(self, balls: usize) -> Result<(), TooMany> {
        let (method, growth) = match self {
            Self::DynamicProgramming => ("dynamic programming", "2^n n^2"),
            Self::BranchAndBound => ("branch and bound", "n!, cut by its bound"),
            Self::Backtracking => ("backtracking", "n!"),
        };
        let most = self.most_balls();
        if balls <= most { Ok(()) } else { Err(TooMany { method, balls, most, growth }) }
    }

    /// The shortest round over a group that it takes.
    pub(super) fn shortest(self, floor: &Floor, group: &[usize]) -> Vec<usize> {
        let legs = Legs::of(floor, group);
        let order = match self {
            Self::DynamicProgramming => legs.by_sets(),
            Self::BranchAndBound => legs.by_depth(true),
            Self::Backtracking => legs.by_depth(false),
        };
        order.into_iter().map(|index| group[index]).collect()
    }
}

/// Lengths of the legs between the balls of a group, and home.
struct Legs {
    count: usize,
    between: Vec<f64>,
    home: Vec<f64>,
}

impl Legs {
    fn of(floor: &Floor, group: &[usize]) -> Self {
        let to_all =
            |one: &usize| group.iter().map(|other| floor.distance(Some(*one), Some(*other))).collect::<Vec<_>>();
        let home = group.iter().map(|ball| floor.distance(None, Some(*ball))).collect();
        Self { count: group.len(), between: group.iter().flat_map(to_all).collect(), home }
    }

    fn leg(&self, from: usize, to: usize) -> f64 {
        self.between[from * self.count + to]
    }

    /// Dynamic programming. least[set][last]: the shortest path from home over a set, ending at one of it.
    fn by_sets(&self) -> Vec<usize> {
        let (n, sets) = (self.count, 1_usize << self.count);
        let mut least = vec![f64::INFINITY; sets * n];
        for (ball, home) in self.home.iter().enumerate() {
            least[(1 << ball) * n + ball] = *home;
        }
        for set in 1..sets {
            for last in (0..n).filter(|last| set >> last & 1 == 1) {
                let so_far = least[set * n + last];
                for next in (0..n).filter(|next| set >> next & 1 == 0) {
                    let entry = &mut least[(set | 1 << next) * n + next];
                    *entry = entry.min(so_far + self.leg(last, next));
                }
            }
        }
        self.read_back(&least)
    }

    /// The order that dynamic programming found, from its end.
    fn read_back(&self, least: &[f64]) -> Vec<usize> {
        let n = self.count;
        let mut set = (1_usize << n) - 1;
        let mut order = Vec::with_capacity(n);
        let mut after: Option<usize> = None;
        while set != 0 {
            let to_next = |last: usize| after.map_or(self.home[last], |next| self.leg(last, next));
            let cost = |last: usize| least[set * n + last] + to_next(last);
            let in_set = (0..n).filter(|last| set >> last & 1 == 1);
            let Some(last) = in_set.min_by(|a, b| cost(*a).total_cmp(&cost(*b))) else { break };
            order.push(last);
            set &= !(1 << last);
            after = Some(last);
        }
        order.reverse();
        order
    }

    fn by_depth(&self, bounded: bool) -> Vec<usize> {
        let mut search = Depth {
            legs: self,
            half_shortest: bounded.then(|| self.half_shortest()),
            order: (0..self.count).collect(),
            best: (0..self.count).collect(),
            least: f64::INFINITY,
        };
        search.go(0, 0.0, search.half_shortest.as_ref().map_or(0.0, |half| half.iter().sum()));
        search.best
    }

    /// Half the two shortest legs of each ball: every round has two legs there.
    fn half_shortest(&self) -> Vec<f64> {
        let of = |ball: usize| {
            let mut legs: Vec<f64> =
                (0..self.count).filter(|other| *other != ball).map(|o| self.leg(ball, o)).collect();
            legs.push(self.home[ball]);
            legs.sort_by(f64::total_cmp);
            // A ball alone goes home twice.
            0.5 * (legs[0] + legs.get(1).unwrap_or(&legs[0]))
        };
        (0..self.count).map(of).collect()
    }
}

/// A search depth first.
struct Depth<'l> {
    legs: &'l Legs,
    half_shortest: Option<Vec<f64>>,
    /// The first `depth` are the path so far.
    order: Vec<usize>,
    best: Vec<usize>,
    least: f64,
}

impl Depth<'_> {
    /// Searches on from a path of `depth` balls and a length; `rest` is the sum of half the shortest legs of the balls
    /// that are left.
    fn go(&mut self, depth: usize, length: f64, rest: f64) {
        let legs = self.legs;
        let leg = |order: &[usize], to: usize| match depth.checked_sub(1) {
            Some(before) => legs.leg(order[before], to),
            None => legs.home[to],
        };
        if depth == legs.count {
            let whole = length + depth.checked_sub(1).map_or(0.0, |last| legs.home[self.order[last]]);
            if whole < self.least {
                self.least = whole;
                self.best.clone_from(&self.order);
            }
            return;
        }
        let bounded = self.half_shortest.is_some();
        if bounded {
            let Self { order, .. } = self;
            let (done, left) = order.split_at_mut(depth);
            left.sort_by(|a, b| leg(done, *a).total_cmp(&leg(done, *b)).then(a.cmp(b)));
        }
        let left: Vec<usize> = self.order[depth..].to_vec();
        for (slot, ball) in left.iter().enumerate() {
            let next = length + leg(&self.order, *ball);
            let half = self.half_shortest.as_ref().map_or(0.0, |half| half[*ball]);
            // Behind the path so far: half the legs of what is left, and half of the last ball's own leg onwards.
            if next + (rest - half) >= self.least {
                continue;
            }
            self.order[depth..].copy_from_slice(&left);
            self.order.swap(depth, depth + slot);
            self.go(depth + 1, next, rest - half);
        }
        self.order[depth..].copy_from_slice(&left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picker::Point2;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_the_three_methods_agree() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for round in 0..200 {
            let count = round % 10;
            let place =
                |rng: &mut ChaCha8Rng| Point2::new(rng.random_range(-10.0..10.0), rng.random_range(-10.0..10.0));
            let floor = Floor::new((0..count).map(|_| place(&mut rng)).collect(), 10).unwrap();
            let group: Vec<usize> = (0..count).rev().collect();
            let methods = [Exact::DynamicProgramming, Exact::BranchAndBound, Exact::Backtracking];
            let lengths = methods.map(|method| floor.trip_length(&method.shortest(&floor, &group)));
            for (method, length) in methods.iter().zip(lengths) {
                assert!(
                    (length - lengths[0]).abs() < 1e-9,
                    "{method:?}: {length} of {count} balls, not {}",
                    lengths[0]
                );
            }
        }
    }
}
