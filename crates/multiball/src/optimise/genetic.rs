//! A genetic algorithm on real numbers.
//!
//! Parents are the best of small tournaments. Two of them make two children by simulated binary crossover [K. Deb,
//! R. Agrawal, Complex Systems 9, 1995]: with p₁, p₂ a variable of the parents and u uniform in (0, 1),
//!
//! ```text
//! c₁,₂ = (p₁ + p₂)/2 ± β (p₁ - p₂)/2,   β = (2u)^(1/(η+1)) for u ≤ 1/2, else (1/(2 - 2u))^(1/(η+1))
//! ```
//!
//! With probability 1/2 a variable is crossed, and a crossed one changes its child with probability 1/2, both as in
//! Deb's own program of NSGA-II. η = 15: a usual value, and the sixteenth root is four square roots.
//!
//! Then each variable is moved with probability 1/n by a normal number with standard deviation σ (1 - s), σ a part of
//! the box's width, s the share of the evaluations that is used up; so does Matlab's `mutationgaussian`. What leaves
//! the box is put on its bound. The children are the next generation, but the best parent replaces the worst child.

use rand::RngExt;

use super::method::{below, fill_units};
use super::{Method, OptimiseError, Points, Random, Score, Search, Space};
use crate::geometry::{portable, standard_normal};

/// A genetic algorithm and its settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Genetic {
    /// Members, an even number, at least 4.
    pub population: usize,
    /// Members that compete to become one parent, at least 1.
    pub tournament: usize,
    /// Probability that two parents cross; otherwise the children are their copies before mutation.
    pub crossover_rate: f64,
    /// Mutated variables of a child on average, above 0.
    pub mutations: f64,
    /// σ, the first standard deviation of a mutation as a part of the variable's range, above 0.
    pub mutation_width: f64,
}

impl Genetic {
    /// Tournaments of 2, crossover rate 0.9 and one mutation per child [K. Deb et al., NSGA-II, 2002]; a mutation width
    /// of a tenth of the range is assumed.
    #[must_use]
    pub fn new(population: usize) -> Self {
        Self { population, tournament: 2, crossover_rate: 0.9, mutations: 1.0, mutation_width: 0.1 }
    }
}

impl Method for Genetic {
    fn population(&self) -> usize {
        self.population
    }

    fn check(&self) -> Result<(), OptimiseError> {
        let even = self.population >= 4 && self.population.is_multiple_of(2);
        let (members, rate) = (self.population as f64, self.crossover_rate);
        OptimiseError::unless(even, "population of a genetic algorithm", members, "even, 4 or more")?;
        OptimiseError::unless(self.tournament >= 1, "tournament", self.tournament as f64, "1 or more")?;
        OptimiseError::unless((0.0..=1.0).contains(&rate), "crossover rate", rate, "0 to 1")?;
        for (name, value) in [("mutations", self.mutations), ("mutation width", self.mutation_width)] {
            OptimiseError::unless(value > 0.0 && value.is_finite(), name, value, "above 0, finite")?;
        }
        Ok(())
    }

    fn start(&self, space: &Space) -> Box<dyn Search> {
        let variables = space.dimensions();
        let rate = (self.mutations / variables as f64).min(1.0);
        Box::new(Breed {
            settings: *self,
            log_unmutated: portable::ln_1p(-rate),
            space: space.clone(),
            parents: Points::new(self.population, variables),
            next: Points::new(self.population, variables),
            scores: vec![Score::WORST; self.population],
            best: None,
            draws: vec![0.0; variables],
        })
    }
}

/// A run of the genetic algorithm.
struct Breed {
    settings: Genetic,
    /// ln(1 - p), p the probability that a variable is mutated.
    log_unmutated: f64,
    space: Space,
    parents: Points,
    next: Points,
    scores: Vec<Score>,
    /// The best parent, once there are any.
    best: Option<usize>,
    draws: Vec<f64>,
}

impl Search for Breed {
    fn learn(&mut self, points: &Points, scores: &[Score]) {
        self.next.copy_from(points);
        let elder = self.best.map(|best| (best, self.scores[best]));
        self.scores.copy_from_slice(scores);
        if let Some((best, score)) = elder {
            let worst = extreme(scores, |a, b| b.beats(a));
            if score.beats(&scores[worst]) {
                self.next.row_mut(worst).copy_from_slice(self.parents.row(best));
                self.scores[worst] = score;
            }
        }
        std::mem::swap(&mut self.parents, &mut self.next);
        self.best = Some(extreme(&self.scores, Score::beats));
    }

    fn propose(&mut self, share: f64, rng: &mut Random, points: &mut Points) {
        let deviation = self.settings.mutation_width * (1.0 - share);
        for (first, second) in points.row_pairs_mut() {
            let parents = [(); 2].map(|()| self.parents.row(winner(self.settings.tournament, &self.scores, rng)));
            if rng.random::<f64>() < self.settings.crossover_rate {
                fill_units(rng, &mut self.draws);
                cross(&mut self.draws, parents, [&mut *first, &mut *second]);
            } else {
                first.copy_from_slice(parents[0]);
                second.copy_from_slice(parents[1]);
            }
            for child in [first, second] {
                self.mutate(deviation, rng, child);
                self.space.hold(child);
            }
        }
    }
}

impl Breed {
    /// Moves each variable with the mutation's probability.
    fn mutate(&self, deviation: f64, rng: &mut Random, child: &mut [f64]) {
        let mut variable = self.gap(rng);
        while variable < child.len() {
            let range = self.space.high()[variable] - self.space.low()[variable];
            child[variable] += deviation * range * standard_normal(rng);
            variable = variable.saturating_add(1).saturating_add(self.gap(rng));
        }
    }

    /// How many variables are passed over before the next mutation. Geometric distribution: one logarithm for a gap
    /// instead of one draw for each variable.
    fn gap(&self, rng: &mut Random) -> usize {
        (portable::ln(rng.random::<f64>()) / self.log_unmutated) as usize
    }
}

/// The best of a few members drawn at random.
fn winner(tournament: usize, scores: &[Score], rng: &mut Random) -> usize {
    let mut best = below(rng, scores.len());
    for _ in 1..tournament {
        let other = below(rng, scores.len());
        if scores[other].beats(&scores[best]) {
            best = other;
        }
    }
    best
}

/// The first member that no other surpasses.
fn extreme(scores: &[Score], surpasses: impl Fn(&Score, &Score) -> bool) -> usize {
    (1..scores.len()).fold(0, |found, member| if surpasses(&scores[member], &scores[found]) { member } else { found })
}

/// Writes the two children of two parents from a draw for each variable, which is used up.
fn cross(draws: &mut [f64], [mother, father]: [&[f64]; 2], [first, second]: [&mut [f64]; 2]) {
    // Apart from the loop below, this one runs over several variables at once.
    for draw in draws.iter_mut() {
        *draw = spread_factor(*draw);
    }
    let children = first.iter_mut().zip(second);
    for (((first, second), (mother, father)), factor) in children.zip(mother.iter().zip(father)).zip(draws) {
        let (middle, half) = (0.5 * mother + 0.5 * father, 0.5 * mother - 0.5 * father);
        (*first, *second) = (middle + *factor * half, middle - *factor * half);
    }
}

/// β with its sign: how far apart the children are, measured by their parents. Below 1/2 the draw crosses, with
/// opposite signs in the two quarters; its position in the quarter is u. Above, the children are as the parents and u
/// is not used.
#[inline]
fn spread_factor(draw: f64) -> f64 {
    let u = if draw < 0.25 { 4.0 * draw } else { 4.0 * draw - 1.0 };
    let power = if u < 0.5 { 2.0 * u } else { 1.0 / (2.0 - 2.0 * u) };
    let spread = power.sqrt().sqrt().sqrt().sqrt();
    let signed = if draw < 0.25 { spread } else { -spread };
    if draw < 0.5 { signed } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// The distribution of β: P(β < b) = b^(η+1)/2 below 1, 1 - b^-(η+1)/2 above.
    #[test]
    fn law_spread_factors_follow_the_distribution_of_the_crossover() {
        let mut draws = vec![0.0; 200_000];
        fill_units(&mut Random::seed_from_u64(1), &mut draws);
        let factors: Vec<f64> = draws.into_iter().map(spread_factor).collect();
        let part = |test: &dyn Fn(f64) -> bool| factors.iter().filter(|f| test(**f)).count() as f64 / 200_000.0;
        // Five standard errors of a part are at most 0.0056.
        for (b, below) in
            [(0.9, 0.5 * 0.9_f64.powi(16)), (0.98, 0.5 * 0.98_f64.powi(16)), (1.1, 1.0 - 0.5 / 1.1_f64.powi(16))]
        {
            let positive = 0.25 * below + if b > 1.0 { 0.5 } else { 0.0 };
            assert!((part(&|f| f >= 0.0 && f < b) - positive).abs() < 0.0056, "{b}");
            assert!((part(&|f| f < 0.0 && f > -b) - 0.25 * below).abs() < 0.0056, "{b}");
        }
    }

    #[test]
    fn law_children_lie_about_the_middle_of_their_parents() {
        let mut rng = Random::seed_from_u64(2);
        let mut draws = [0.0; 50];
        let [mother, father] = [(); 2].map(|()| [(); 50].map(|()| rng.random_range(-3.0..3.0)));
        for _ in 0..100 {
            fill_units(&mut rng, &mut draws);
            let (mut first, mut second) = ([0.0; 50], [0.0; 50]);
            cross(&mut draws, [&mother, &father], [&mut first, &mut second]);
            assert!((0..50).all(|i| (first[i] + second[i] - mother[i] - father[i]).abs() < 1e-14));
        }
    }

    fn breed(settings: Genetic, variables: usize) -> Box<dyn Search> {
        settings.start(&Space::new(&vec![(-1.0, 1.0); variables]).unwrap())
    }

    #[test]
    fn law_mutations_have_the_number_and_the_width_of_the_settings() {
        // All parents at the centre: what differs from 0 was mutated.
        let settings = Genetic { mutations: 1.5, ..Genetic::new(2_000) };
        let (mut search, mut points) = (breed(settings, 10), Points::new(2_000, 10));
        search.learn(&points, &[Score::WORST; 2_000]);
        search.propose(0.5, &mut Random::seed_from_u64(3), &mut points);
        let moved: Vec<f64> = points.flat().iter().copied().filter(|x| *x != 0.0).collect();
        let per_child = moved.len() as f64 / 2_000.0;
        let deviation = (moved.iter().map(|x| x * x).sum::<f64>() / moved.len() as f64).sqrt();
        // Five standard errors; half the run is over, a tenth of a range of 2 is halved.
        assert!((per_child - 1.5).abs() < 0.127 && (deviation - 0.1).abs() < 0.0065, "{per_child} {deviation}");
    }

    #[test]
    fn law_the_best_parent_survives() {
        let (mut search, mut points) = (breed(Genetic::new(4), 1), Points::new(4, 1));
        let score = |cost: f64| Score { violation: 0.0, cost };
        points.row_mut(2)[0] = 0.25;
        search.learn(&points, &[5.0, 5.0, 1.0, 5.0].map(score));
        points.rows_mut().for_each(|x| x[0] = -0.5);
        search.learn(&points, &[7.0, 9.0, 7.0, 7.0].map(score));
        // A late mutation is narrow and does not move a child from one side of 0 to the other.
        search.propose(0.999, &mut Random::seed_from_u64(5), &mut points);
        assert!(points.rows().any(|x| (x[0] - 0.25).abs() < 0.01), "{points:?}");
    }
}
