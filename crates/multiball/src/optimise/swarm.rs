//! Particle swarms, one for three schedules of weights.
//!
//! Each particle remembers its best position p, the swarm its best position g:
//!
//! ```text
//! v ← w v + c₁ r₁ (p - x) + c₂ r₂ (g - x),   x ← x + v
//! ```
//!
//! w inertia, c₁ cognitive and c₂ social factor (see [`Schedule`]), r₁ and r₂ uniform in (0, 1), new for each variable
//! [J. Kennedy, R. Eberhart, 1995; Y. Shi, R. Eberhart, 1998]. All particles move before any is judged.
//!
//! |v| is held to half the width of the box [R. Eberhart, Y. Shi, 2000: to the greatest |x| of a box about 0]. A
//! particle that would leave is put on the bound and its velocity there turned and halved [Standard PSO 2011]; with a
//! velocity of 0 a swarm that has once met at a bound would never leave it. Particles start at rest [A. Engelbrecht,
//! 2012].

use std::f64::consts::FRAC_PI_2;

use super::method::fill_units;
use super::space::held;
use super::{Method, OptimiseError, Points, Random, Score, Search, Space};
use crate::geometry::portable;

/// How a swarm's weights change over a run; s is the share of the evaluations that is used up, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// SPSO: w = 0.7298, c₁ = c₂ = 1.496, constant [M. Clerc, J. Kennedy, 2002].
    Standard,
    /// PSO-1: w = 0.9 - 0.5 s, c₁ = c₂ = 2 [Y. Shi, R. Eberhart, 1999].
    Linear,
    /// NPSO: w = 0.4 + 0.5 cos²(π s/2), c₁ = 2.5 - 2 sin²(π s/2), c₂ = 0.5 + 2 sin²(π s/2) [paper 003].
    ///
    /// The paper's own curves are not known to us. The ends of w are those of PSO-1, those of c₁ and c₂ from A.
    /// Ratnaweera, S. Halgamuge, H. Watson, 2004; the squared sine between them is assumed.
    Nonlinear,
}

/// Weights of a swarm at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Of the old velocity, w.
    pub inertia: f64,
    /// Of the displacement to the particle's own best position, c₁.
    pub cognitive: f64,
    /// Of the displacement to the swarm's best position, c₂.
    pub social: f64,
}

impl Schedule {
    /// The weights when this share of the evaluations is used up.
    #[must_use]
    pub fn weights(self, share: f64) -> Weights {
        match self {
            Self::Standard => Weights { inertia: 0.7298, cognitive: 1.496, social: 1.496 },
            Self::Linear => Weights { inertia: 0.9 - 0.5 * share, cognitive: 2.0, social: 2.0 },
            Self::Nonlinear => {
                let sine = portable::sin(FRAC_PI_2 * share);
                let risen = sine * sine;
                Weights { inertia: 0.9 - 0.5 * risen, cognitive: 2.5 - 2.0 * risen, social: 0.5 + 2.0 * risen }
            }
        }
    }
}

/// A particle swarm in which all particles share the best position found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swarm {
    /// Its weights over time.
    pub schedule: Schedule,
    /// Particles, at least 2. Standard PSO 2011 has 40.
    pub population: usize,
}

impl Swarm {
    /// A swarm of so many particles.
    #[must_use]
    pub fn new(schedule: Schedule, population: usize) -> Self {
        Self { schedule, population }
    }
}

impl Method for Swarm {
    fn population(&self) -> usize {
        self.population
    }

    fn check(&self) -> Result<(), OptimiseError> {
        OptimiseError::unless(self.population >= 2, "population of a swarm", self.population as f64, "2 or more")
    }

    fn start(&self, space: &Space) -> Box<dyn Search> {
        let variables = space.dimensions();
        Box::new(Flock {
            schedule: self.schedule,
            low: space.low().to_vec(),
            high: space.high().to_vec(),
            fastest: space.low().iter().zip(space.high()).map(|(low, high)| 0.5 * (high - low)).collect(),
            velocities: Points::new(self.population, variables),
            bests: Points::new(self.population, variables),
            best_scores: vec![Score::WORST; self.population],
            leader: 0,
            draws: vec![0.0; 2 * variables],
        })
    }
}

/// A run of a swarm. The particles' positions are the points that it receives.
struct Flock {
    schedule: Schedule,
    low: Vec<f64>,
    high: Vec<f64>,
    fastest: Vec<f64>,
    velocities: Points,
    bests: Points,
    best_scores: Vec<Score>,
    leader: usize,
    draws: Vec<f64>,
}

impl Search for Flock {
    fn learn(&mut self, points: &Points, scores: &[Score]) {
        for (particle, (x, score)) in points.rows().zip(scores).enumerate() {
            // A position that is as good replaces the old one: so does the first, even if it is as bad as can be.
            if !self.best_scores[particle].beats(score) {
                self.best_scores[particle] = *score;
                self.bests.row_mut(particle).copy_from_slice(x);
                if score.beats(&self.best_scores[self.leader]) {
                    self.leader = particle;
                }
            }
        }
    }

    fn propose(&mut self, share: f64, rng: &mut Random, points: &mut Points) {
        let weights = self.schedule.weights(share);
        let goal = self.bests.row(self.leader);
        let rows = points.rows_mut().zip(self.velocities.rows_mut()).zip(self.bests.rows());
        for ((x, v), own) in rows {
            fill_units(rng, &mut self.draws);
            accelerate(&weights, &self.draws, (own, goal), x, v);
            advance((&self.low, &self.high, &self.fastest), x, v);
        }
    }
}

/// Accelerates a particle towards the two best positions.
fn accelerate(weights: &Weights, draws: &[f64], (own, goal): (&[f64], &[f64]), x: &[f64], v: &mut [f64]) {
    let (to_own, to_goal) = draws.split_at(v.len());
    let terms = own.iter().zip(goal).zip(to_own).zip(to_goal);
    for ((v, &x), (((own, goal), r1), r2)) in v.iter_mut().zip(x).zip(terms) {
        *v = weights.inertia * *v + weights.cognitive * r1 * (own - x) + weights.social * r2 * (goal - x);
    }
}

/// Moves a particle within speed limit and bounds.
fn advance((low, high, fastest): (&[f64], &[f64], &[f64]), x: &mut [f64], v: &mut [f64]) {
    let limits = low.iter().zip(high).zip(fastest);
    for ((x, v), ((&low, &high), &fastest)) in x.iter_mut().zip(v).zip(limits) {
        let speed = held(*v, -fastest, fastest);
        let free = *x + speed;
        *x = held(free, low, high);
        *v = if *x == free { speed } else { -0.5 * speed };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(weights: Weights) -> [f64; 3] {
        [weights.inertia, weights.cognitive, weights.social]
    }

    #[test]
    fn ref_schedules_have_the_printed_values_at_both_ends_and_half_way() {
        let at = |schedule: Schedule| [0.0, 0.5, 1.0].map(|share| list(schedule.weights(share)));
        assert_eq!(at(Schedule::Standard), [[0.7298, 1.496, 1.496]; 3]);
        assert_eq!(at(Schedule::Linear), [[0.9, 2.0, 2.0], [0.65, 2.0, 2.0], [0.4, 2.0, 2.0]]);
        let [first, middle, last] = at(Schedule::Nonlinear);
        assert_eq!((first, last), ([0.9, 2.5, 0.5], [0.4, 0.5, 2.5]));
        assert!(middle.iter().zip([0.65, 1.5, 1.5]).all(|(a, b)| (a - b).abs() < 1e-15), "{middle:?}");
    }

    #[test]
    fn law_nonlinear_weights_change_steadily_and_factors_add_up_to_3() {
        let weights: Vec<[f64; 3]> =
            (0..=100).map(|i| list(Schedule::Nonlinear.weights(f64::from(i) / 100.0))).collect();
        assert!(weights.iter().all(|[_, c1, c2]| (c1 + c2 - 3.0).abs() < 1e-15));
        assert!(weights.windows(2).all(|w| w[1][0] < w[0][0] && w[1][1] < w[0][1] && w[1][2] > w[0][2]));
    }

    #[test]
    fn law_a_particle_keeps_its_speed_limit_and_turns_at_the_bound() {
        let (mut x, mut v) = ([0.0, 0.9, -0.9], [5.0, 0.5, -0.05]);
        advance((&[-1.0; 3], &[1.0; 3], &[0.4; 3]), &mut x, &mut v);
        assert_eq!((x, v), ([0.4, 1.0, -0.9 - 0.05], [0.4, -0.2, -0.05]));
    }

    #[test]
    fn law_a_particle_without_draws_flies_straight_on() {
        let weights = Schedule::Linear.weights(0.0);
        let mut v = [1.0, -2.0];
        accelerate(&weights, &[0.0; 4], (&[3.0, 3.0], &[4.0, 4.0]), &[0.0, 0.0], &mut v);
        assert_eq!(v, [0.9, -1.8]);
        accelerate(&weights, &[0.5, 0.0, 0.0, 0.25], (&[3.0, 3.0], &[4.0, 4.0]), &[0.0, 0.0], &mut v);
        assert!((v[0] - (0.81 + 3.0)).abs() < 1e-15 && (v[1] - (-1.62 + 2.0)).abs() < 1e-15);
    }
}
