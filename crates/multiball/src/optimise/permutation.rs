//! Operators on orders, for searches over routes.
//!
//! An order of n things is a slice that holds each of 0, 1, …, n - 1 once; every operator keeps that. Where a position
//! is drawn, all are equally likely.

use rand::{Rng, RngExt};

/// A child of two orders, which keeps a section of the first. It reuses its memory from call to call.
pub trait Crossover {
    /// Writes the child whose section is from one position to another, both within it.
    ///
    /// # Panics
    /// When the three differ in length or the parents are not orders.
    fn cross_between(&mut self, first: &[usize], second: &[usize], child: &mut [usize], from: usize, to: usize);

    /// Writes the child of a section drawn at random.
    ///
    /// # Panics
    /// When the three differ in length or the parents are not orders.
    fn cross(&mut self, first: &[usize], second: &[usize], child: &mut [usize], rng: &mut impl Rng) {
        match two_positions(first.len(), rng) {
            Some((from, to)) => self.cross_between(first, second, child, from, to),
            None => child.copy_from_slice(first),
        }
    }
}

/// Order crossover, OX: a section of the first parent stays in place; the rest follows behind it in the order in which
/// the second parent has it, beginning after the section and running on at the front [L. Davis, "Applying adaptive
/// algorithms to epistatic domains", IJCAI 1985].
#[derive(Debug, Clone, Default)]
pub struct OrderCrossover {
    placed: Vec<bool>,
}

impl Crossover for OrderCrossover {
    fn cross_between(&mut self, first: &[usize], second: &[usize], child: &mut [usize], from: usize, to: usize) {
        self.placed.clear();
        self.placed.resize(first.len(), false);
        child[from..=to].copy_from_slice(&first[from..=to]);
        for &thing in &first[from..=to] {
            self.placed[thing] = true;
        }
        let mut position = to + 1;
        for &thing in second[to + 1..].iter().chain(&second[..=to]) {
            if !self.placed[thing] {
                position = if position < child.len() { position } else { 0 };
                child[position] = thing;
                position += 1;
            }
        }
    }
}

/// Partially matched crossover, PMX: a section of the first parent stays in place, the rest is the second parent's;
/// where a thing of it is in the section already, what the section displaced there comes instead [D. Goldberg and R.
/// Lingle, "Alleles, loci, and the traveling salesman problem", ICGA 1985].
#[derive(Debug, Clone, Default)]
pub struct PartiallyMatched {
    /// Position of each thing of the section in the first parent.
    position: Vec<Option<usize>>,
}

impl Crossover for PartiallyMatched {
    fn cross_between(&mut self, first: &[usize], second: &[usize], child: &mut [usize], from: usize, to: usize) {
        self.position.clear();
        self.position.resize(first.len(), None);
        for position in from..=to {
            child[position] = first[position];
            self.position[first[position]] = Some(position);
        }
        for position in (0..from).chain(to + 1..first.len()) {
            let mut thing = second[position];
            while let Some(displaced) = self.position[thing] {
                thing = second[displaced];
            }
            child[position] = thing;
        }
    }
}

/// Exchanges two things.
pub fn swap(order: &mut [usize], rng: &mut impl Rng) {
    if let Some((a, b)) = two_positions(order.len(), rng) {
        order.swap(a, b);
    }
}

/// Takes one thing out and puts it in elsewhere; those between move up by one.
pub fn insert(order: &mut [usize], rng: &mut impl Rng) {
    if let Some((from, to)) = two_positions(order.len(), rng) {
        if rng.random::<bool>() {
            order[from..=to].rotate_left(1);
        } else {
            order[from..=to].rotate_right(1);
        }
    }
}

/// Reverses a section: a closed route loses two legs and gains two, which is the 2-opt move.
pub fn invert(order: &mut [usize], rng: &mut impl Rng) {
    if let Some((from, to)) = two_positions(order.len(), rng) {
        order[from..=to].reverse();
    }
}

/// Two different positions, the smaller first; none where there are fewer than two.
fn two_positions(length: usize, rng: &mut impl Rng) -> Option<(usize, usize)> {
    if length < 2 {
        return None;
    }
    let a = rng.random_range(0..length);
    let b = rng.random_range(0..length - 1);
    let b = if b < a { b } else { b + 1 };
    Some((a.min(b), a.max(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::seq::SliceRandom;
    use rand_chacha::ChaCha8Rng;

    fn order(length: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
        let mut order: Vec<usize> = (0..length).collect();
        order.shuffle(rng);
        order
    }

    fn is_order(candidate: &[usize]) -> bool {
        let mut sorted = candidate.to_vec();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..candidate.len())
    }

    #[test]
    fn law_every_operator_keeps_an_order_and_changes_as_much_as_it_says() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let operators: [fn(&mut [usize], &mut ChaCha8Rng); 3] = [swap, insert, invert];
        for length in 0..40 {
            for operator in operators {
                let before = order(length, &mut rng);
                let mut after = before.clone();
                operator(&mut after, &mut rng);
                assert!(is_order(&after) && (after != before || length < 2), "{before:?} {after:?}");
            }
            let before = order(length, &mut rng);
            let mut after = before.clone();
            swap(&mut after, &mut rng);
            assert_eq!(before.iter().zip(&after).filter(|(a, b)| a != b).count(), if length < 2 { 0 } else { 2 });
        }
    }

    #[test]
    fn law_a_child_has_a_section_of_one_parent_and_the_sequence_of_the_other() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut crossover = OrderCrossover::default();
        for round in 0..2_000 {
            let length = 2 + round % 30;
            let (first, second) = (order(length, &mut rng), order(length, &mut rng));
            let mut child = vec![0; length];
            let (from, to) = two_positions(length, &mut rng).unwrap();
            crossover.cross_between(&first, &second, &mut child, from, to);
            let section = &first[from..=to];
            assert_eq!(&child[from..=to], section);
            let after = |order: &[usize]| {
                let rotated = order[to + 1..].iter().chain(&order[..=to]).copied();
                rotated.filter(|thing| !section.contains(thing)).collect::<Vec<usize>>()
            };
            assert_eq!(after(&child), after(&second));
        }
    }

    #[test]
    fn law_a_child_is_an_order_and_equal_parents_have_their_like() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut crossover = OrderCrossover::default();
        for round in 0..2_000 {
            let length = round % 30;
            let (first, second) = (order(length, &mut rng), order(length, &mut rng));
            let mut child = vec![0; length];
            crossover.cross(&first, &second, &mut child, &mut rng);
            assert!(is_order(&child));
            crossover.cross(&first, &first, &mut child, &mut rng);
            assert_eq!(child, first);
        }
    }

    /// The example of Davis's operator in D. Goldberg, "Genetic Algorithms", 1989, chapter 5, counted from 0.
    #[test]
    fn ref_order_crossover_of_goldbergs_example() {
        let a = [9, 8, 4, 5, 6, 7, 1, 3, 2, 10].map(|thing| thing - 1);
        let b = [8, 7, 1, 2, 3, 10, 9, 5, 4, 6].map(|thing| thing - 1);
        let mut child = [0; 10];
        OrderCrossover::default().cross_between(&a, &b, &mut child, 3, 5);
        assert_eq!(child.map(|thing| thing + 1), [2, 3, 10, 5, 6, 7, 9, 4, 8, 1]);
        OrderCrossover::default().cross_between(&b, &a, &mut child, 3, 5);
        assert_eq!(child.map(|thing| thing + 1), [5, 6, 7, 2, 3, 10, 1, 9, 8, 4]);
    }

    /// The example of Goldberg and Lingle's operator in D. Goldberg, "Genetic Algorithms", 1989, chapter 5, counted
    /// from 0.
    #[test]
    fn ref_partially_matched_crossover_of_goldbergs_example() {
        let a = [9, 8, 4, 5, 6, 7, 1, 3, 2, 10].map(|thing| thing - 1);
        let b = [8, 7, 1, 2, 3, 10, 9, 5, 4, 6].map(|thing| thing - 1);
        let mut child = [0; 10];
        PartiallyMatched::default().cross_between(&b, &a, &mut child, 3, 5);
        assert_eq!(child.map(|thing| thing + 1), [9, 8, 4, 2, 3, 10, 1, 6, 5, 7]);
        PartiallyMatched::default().cross_between(&a, &b, &mut child, 3, 5);
        assert_eq!(child.map(|thing| thing + 1), [8, 10, 1, 5, 6, 7, 9, 2, 4, 3]);
    }

    #[test]
    fn law_a_partially_matched_child_is_an_order_with_a_section_of_one_parent() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut crossover = PartiallyMatched::default();
        for round in 0..2_000 {
            let length = round % 30;
            let (first, second) = (order(length, &mut rng), order(length, &mut rng));
            let mut child = vec![0; length];
            crossover.cross(&first, &second, &mut child, &mut rng);
            assert!(is_order(&child));
            let places = |of: &[usize]| child.iter().zip(of).filter(|(one, other)| one == other).count();
            assert!(length < 2 || places(&first) >= 2, "{first:?} {second:?} {child:?}");
            crossover.cross(&first, &first, &mut child, &mut rng);
            assert_eq!(child, first);
        }
    }

    #[test]
    fn law_positions_are_even() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut seen = [[0_u32; 5]; 5];
        for _ in 0..100_000 {
            let (a, b) = two_positions(5, &mut rng).unwrap();
            seen[a][b] += 1;
        }
        for (a, row) in seen.iter().enumerate() {
            for (b, &count) in row.iter().enumerate() {
                // Ten pairs; five standard deviations of the binomial distribution.
                assert!(if a < b { count.abs_diff(10_000) < 475 } else { count == 0 }, "{seen:?}");
            }
        }
    }
}
