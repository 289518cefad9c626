//! Differential evolution, DE/rand/1/bin.
//!
//! For each member x of the population three others a, b, c, all different, are drawn. The trial takes a + F (b - c) in
//! each variable with probability CR, and in one variable for certain; elsewhere it is x. It replaces x when it is no
//! worse [R. Storn, K. Price, "Differential Evolution", Journal of Global Optimization 11, 1997].
//!
//! Deviations: all trials of a generation come from the same population, so that they can be judged in parallel. A
//! trial that leaves the box goes half the way from x to the bound [J. Zhang, A. Sanderson, JADE, 2009].

use super::method::{below, fill_units};
use super::{Method, OptimiseError, Points, Random, Score, Search, Space};

/// Differential evolution and its settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Differential {
    /// Members, at least 4. Storn and Price advise five to ten for each variable.
    pub population: usize,
    /// Weight of the difference, F: above 0, at most 2.
    pub weight: f64,
    /// Probability that the trial takes a variable from the mutant, CR: 0 to 1.
    pub crossover_rate: f64,
}

impl Differential {
    /// With F = 0.8 and CR = 0.9, which Storn's page on the method advises to begin with and pagmo has as defaults. F =
    /// 0.5 of 1997 is faster on easy costs, but small populations then lose their variety: on Rosenbrock's valley in 10
    /// variables 40 members stay at a cost of 5.
    #[must_use]
    pub fn new(population: usize) -> Self {
        Self { population, weight: 0.8, crossover_rate: 0.9 }
    }
}

impl Method for Differential {
    fn population(&self) -> usize {
        self.population
    }

    fn check(&self) -> Result<(), OptimiseError> {
        let (members, weight, rate) = (self.population as f64, self.weight, self.crossover_rate);
        OptimiseError::unless(self.population >= 4, "population of differential evolution", members, "4 or more")?;
        OptimiseError::unless(weight > 0.0 && weight <= 2.0, "differential weight", weight, "above 0, at most 2")?;
        OptimiseError::unless((0.0..=1.0).contains(&rate), "crossover rate", rate, "0 to 1")
    }

    fn start(&self, space: &Space) -> Box<dyn Search> {
        let variables = space.dimensions();
        Box::new(Evolution {
            settings: *self,
            low: space.low().to_vec(),
            high: space.high().to_vec(),
            members: Points::new(self.population, variables),
            scores: vec![Score::WORST; self.population],
            draws: vec![0.0; variables],
        })
    }
}

/// A run of differential evolution.
struct Evolution {
    settings: Differential,
    low: Vec<f64>,
    high: Vec<f64>,
    members: Points,
    scores: Vec<Score>,
    draws: Vec<f64>,
}

impl Search for Evolution {
    fn learn(&mut self, points: &Points, scores: &[Score]) {
        for (member, (trial, score)) in points.rows().zip(scores).enumerate() {
            if !self.scores[member].beats(score) {
                self.scores[member] = *score;
                self.members.row_mut(member).copy_from_slice(trial);
            }
        }
    }

    fn propose(&mut self, _share: f64, rng: &mut Random, points: &mut Points) {
        for (member, trial) in points.rows_mut().enumerate() {
            fill_units(rng, &mut self.draws);
            // A chance below any rate: this variable comes from the mutant for certain.
            self.draws[below(rng, trial.len())] = -1.0;
            let [a, b, c] = three_others(rng, member, self.settings.population);
            self.cross(self.members.row(member), [a, b, c].map(|other| self.members.row(other)), trial);
        }
    }
}

impl Evolution {
    /// Writes the trial of a member and three others.
    #[inline]
    fn cross(&self, member: &[f64], [a, b, c]: [&[f64]; 3], trial: &mut [f64]) {
        let Differential { weight, crossover_rate, .. } = self.settings;
        let others = a.iter().zip(b).zip(c);
        let limits = self.low.iter().zip(&self.high).zip(&self.draws);
        for (((trial, &x), ((a, b), c)), ((&low, &high), &draw)) in trial.iter_mut().zip(member).zip(others).zip(limits)
        {
            let mutant = a + weight * (b - c);
            let mutant = if mutant < low { 0.5 * x + 0.5 * low } else { mutant };
            let mutant = if mutant > high { 0.5 * x + 0.5 * high } else { mutant };
            *trial = if draw < crossover_rate { mutant } else { x };
        }
    }
}

/// Three members that differ from this one and from each other.
#[inline]
fn three_others(rng: &mut Random, member: usize, population: usize) -> [usize; 3] {
    let mut other = |taken: [usize; 3]| {
        loop {
            let candidate = below(rng, population);
            if !taken.contains(&candidate) {
                return candidate;
            }
        }
    };
    let a = other([member; 3]);
    let b = other([member, a, a]);
    [a, b, other([member, a, b])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn law_the_three_others_are_different_and_even() {
        let mut rng = Random::seed_from_u64(1);
        let mut seen = [[0_u32; 5]; 3];
        for _ in 0..40_000 {
            let three = three_others(&mut rng, 2, 5);
            for (slot, &other) in three.iter().enumerate() {
                seen[slot][other] += 1;
                assert!(other != 2 && three.iter().filter(|&&x| x == other).count() == 1);
            }
        }
        // Five standard deviations of the binomial distribution.
        let even = |(other, count): (usize, &u32)| other == 2 || count.abs_diff(10_000) < 434;
        assert!(seen.iter().all(|row| row.iter().enumerate().all(even)), "{seen:?}");
    }

    /// Each variable of a trial is the member's or the mutant's, one at least the mutant's, as often as the rate says.
    #[test]
    fn law_a_trial_mixes_member_and_mutant() {
        let (members, variables) = (200, 20);
        let mut rng = Random::seed_from_u64(2);
        for rate in [0.0, 0.3, 1.0] {
            let settings = Differential { crossover_rate: rate, ..Differential::new(members) };
            let mut search = settings.start(&Space::new(&vec![(-10.0, 10.0); variables]).unwrap());
            let mut points = Points::new(members, variables);
            points.rows_mut().flatten().for_each(|x| *x = rng.random_range(-1.0..1.0));
            let before = points.clone();
            search.learn(&points, &vec![Score::WORST; members]);
            search.propose(0.5, &mut rng, &mut points);
            let changed = |(x, y): (&[f64], &[f64])| x.iter().zip(y).filter(|(x, y)| x != y).count();
            let counts: Vec<usize> = before.rows().zip(points.rows()).map(changed).collect();
            assert!(counts.iter().all(|&count| count >= 1));
            let mean = counts.iter().sum::<usize>() as f64 / members as f64;
            // Five standard errors of the mean of 200 binomial counts of 19.
            assert!((mean - (1.0 + 19.0 * rate)).abs() < 0.71, "{mean} at {rate}");
        }
    }

    #[test]
    fn law_a_mutant_beyond_a_bound_goes_half_the_way_to_it() {
        let evolution = Evolution {
            settings: Differential { weight: 0.5, ..Differential::new(4) },
            low: vec![0.0; 4],
            high: vec![1.0; 4],
            members: Points::new(4, 4),
            scores: vec![Score::WORST; 4],
            draws: vec![0.0, 0.0, 0.0, 0.95],
        };
        let mut trial = [0.0; 4];
        let others: [&[f64]; 3] = [&[1.0, 0.0, 0.5, 0.5], &[1.0, 0.0, 0.25, 0.25], &[0.0, 1.0, 0.5, 0.5]];
        evolution.cross(&[0.25; 4], others, &mut trial);
        // Above, below, within, and not drawn.
        assert_eq!(trial, [0.625, 0.125, 0.375, 0.25]);
    }
}
