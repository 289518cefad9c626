//! Which balls are nearest: a balanced k-d tree from which balls can be taken [Bentley 1975].

use crate::picker::Point2;

/// Balls as a k-d tree: the middle of a range divides it along x or y in turn; what lies before it is less.
#[derive(Debug, Clone)]
pub(super) struct BallTree<'f> {
    balls: &'f [Point2],
    /// Numbers of balls in the order of the tree.
    order: Vec<usize>,
    /// Index of each ball in that order.
    slot: Vec<usize>,
    /// Whether each ball of the order is left, and how many of its branch are.
    there: Vec<bool>,
    left: Vec<usize>,
}

/// The nearest so far, the farthest of them last.
struct Nearest {
    most: usize,
    found: Vec<(f64, usize)>,
}

impl<'f> BallTree<'f> {
    pub(super) fn new(balls: &'f [Point2]) -> Self {
        let mut order: Vec<usize> = (0..balls.len()).collect();
        divide(balls, &mut order, 0);
        let mut slot = vec![0; balls.len()];
        order.iter().enumerate().for_each(|(index, ball)| slot[*ball] = index);
        let mut tree = Self { balls, order, slot, there: vec![true; balls.len()], left: vec![0; balls.len()] };
        tree.count(0, balls.len());
        tree
    }

    fn count(&mut self, from: usize, to: usize) {
        if from < to {
            let middle = usize::midpoint(from, to);
            self.left[middle] = to - from;
            self.count(from, middle);
            self.count(middle + 1, to);
        }
    }

    /// Takes a ball away.
    pub(super) fn take(&mut self, ball: usize) {
        let slot = self.slot[ball];
        if !std::mem::replace(&mut self.there[slot], false) {
            return;
        }
        let (mut from, mut to) = (0, self.order.len());
        loop {
            let middle = usize::midpoint(from, to);
            self.left[middle] -= 1;
            match slot.cmp(&middle) {
                std::cmp::Ordering::Less => to = middle,
                std::cmp::Ordering::Greater => from = middle + 1,
                std::cmp::Ordering::Equal => return,
            }
        }
    }

    /// The nearest balls that are left, at most `most`, the nearest first.
    pub(super) fn nearest(&self, from: &Point2, most: usize) -> impl Iterator<Item = usize> + use<> {
        let mut nearest = Nearest { most, found: Vec::with_capacity(most + 1) };
        self.look(from, (0, self.order.len()), 0, &mut nearest);
        nearest.found.into_iter().map(|(_, ball)| ball)
    }

    fn look(&self, target: &Point2, (from, to): (usize, usize), axis: usize, nearest: &mut Nearest) {
        let middle = usize::midpoint(from, to);
        if from >= to || self.left[middle] == 0 {
            return;
        }
        let ball = self.order[middle];
        let away = target - self.balls[ball];
        if self.there[middle] {
            nearest.offer(away.norm(), ball);
        }
        let (near, far) =
            if away[axis] < 0.0 { ((from, middle), (middle + 1, to)) } else { ((middle + 1, to), (from, middle)) };
        self.look(target, near, 1 - axis, nearest);
        if away[axis].abs() < nearest.reach() {
            self.look(target, far, 1 - axis, nearest);
        }
    }
}

impl Nearest {
    /// How near a ball must be to count.
    fn reach(&self) -> f64 {
        if self.found.len() < self.most {
            f64::INFINITY
        } else {
            self.found.last().map_or(0.0, |(farthest, _)| *farthest)
        }
    }

    fn offer(&mut self, distance: f64, ball: usize) {
        if distance < self.reach() {
            let slot = self.found.partition_point(|(other, _)| *other <= distance);
            self.found.insert(slot, (distance, ball));
            self.found.truncate(self.most);
        }
    }
}

/// Puts the median of a range in its middle, and does so for both halves in turn.
fn divide(balls: &[Point2], order: &mut [usize], axis: usize) {
    if order.len() < 2 {
        return;
    }
    let middle = order.len() / 2;
    order.select_nth_unstable_by(middle, |a, b| balls[*a][axis].total_cmp(&balls[*b][axis]).then(a.cmp(b)));
    let (before, behind) = order.split_at_mut(middle);
    divide(balls, before, 1 - axis);
    divide(balls, &mut behind[1..], 1 - axis);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_the_nearest_are_those_that_a_list_has_first() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for round in 0..200 {
            let count = round % 40;
            // Coarse positions: many balls coincide.
            let mut draw = || f64::from(rng.random_range(-4_i32..4));
            let balls: Vec<Point2> = (0..count).map(|_| Point2::new(draw(), draw())).collect();
            let target = Point2::new(draw(), draw());
            let mut tree = BallTree::new(&balls);
            let mut left: Vec<usize> = (0..count).collect();
            while !left.is_empty() {
                let away = |ball: &usize| (balls[*ball] - target).norm();
                left.sort_by(|a, b| away(a).total_cmp(&away(b)));
                let found: Vec<f64> = tree.nearest(&target, 5).map(|ball| away(&ball)).collect();
                let listed: Vec<f64> = left.iter().take(5).map(away).collect();
                assert_eq!(found, listed);
                let gone = left.remove(rng.random_range(0..left.len()));
                tree.take(gone);
            }
            assert_eq!(tree.nearest(&target, 5).count(), 0);
        }
    }
}
