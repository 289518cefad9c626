//! Training of the network's weights by a genetic algorithm.

use crate::optimise::{Evaluation, Genetic, Observer, OptimiseError, Problem, Progress, Stop, minimise};
use crate::picker::Target;
use crate::picker::following::{Network, NetworkPid, StartSet, Task, follow};

/// How a network is trained [paper 002, table 1]: tournaments of 3, simulated binary crossover, Gaussian mutation.
///
/// The paper names neither the starts nor the ranges of weights and mutations: weights are drawn from -20 to 20 here,
/// and the rest is as in [`Genetic::new`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Training {
    /// Networks in a generation.
    pub population: usize,
    /// Generations.
    pub generations: u64,
    /// Starts from each set, spread evenly, that a network is judged by.
    pub starts_per_set: usize,
}

impl Training {
    /// The paper's settings, with three starts of each set.
    pub const PAPER: Self = Self { population: 200, generations: 100, starts_per_set: 3 };

    /// Networks in a tournament.
    pub const TOURNAMENT: usize = 3;

    /// The starts that networks are judged by, all on the left: the law is alike on the right.
    #[must_use]
    pub fn starts(&self) -> Vec<Target> {
        StartSet::ALL.iter().flat_map(|set| set.spread(self.starts_per_set)).collect()
    }
}

/// Greatest weight at the beginning and ever.
const MOST_WEIGHT: f64 = 20.0;

/// The best network after a generation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainingPoint {
    /// Generations so far.
    pub generation: u64,
    /// Its mean fitness over the starts of training.
    pub fitness: f64,
    /// The network.
    pub network: Network,
}

/// Result of a training.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// The best network.
    pub network: Network,
    /// The best after each generation.
    pub curve: Vec<TrainingPoint>,
}

/// Trains a network for a task. The result depends on task, settings and seed alone, not on threads or machine. `watch`
/// receives every generation.
///
/// # Errors
/// When the settings are invalid.
pub fn train(
    task: &Task,
    training: &Training,
    seed: u64,
    evaluation: Evaluation,
    watch: &mut dyn FnMut(&TrainingPoint),
) -> Result<Trained, OptimiseError> {
    let judge =
        Judge { task: *task, starts: training.starts(), bounds: [(-MOST_WEIGHT, MOST_WEIGHT); Network::WEIGHTS] };
    let method = Genetic { tournament: Training::TOURNAMENT, ..Genetic::new(training.population) };
    let stop = Stop::after(training.population as u64 * training.generations);
    let mut recorder = CurveRecorder { curve: Vec::new(), watch };
    let best = minimise(&judge, &method, &stop, seed, evaluation, &mut recorder)?;
    Ok(Trained { network: network(&best.x), curve: recorder.curve })
}

/// The optimisation problem: the cost of weights is their negative mean fitness.
struct Judge {
    task: Task,
    starts: Vec<Target>,
    bounds: [(f64, f64); Network::WEIGHTS],
}

impl Problem for Judge {
    fn bounds(&self) -> &[(f64, f64)] {
        &self.bounds
    }

    fn cost(&self, x: &[f64]) -> f64 {
        let law = NetworkPid::new(&network(x), &self.task.limits);
        let fitness = |start: &Target| follow(&self.task, start, &mut { law }).fitness;
        -self.starts.iter().map(fitness).sum::<f64>() / self.starts.len() as f64
    }
}

/// The network of a point of the search.
fn network(x: &[f64]) -> Network {
    let mut weights = [0.0; Network::WEIGHTS];
    weights.copy_from_slice(x);
    Network::new(weights)
}

/// Records the training curve and passes each point to `watch`.
struct CurveRecorder<'a> {
    curve: Vec<TrainingPoint>,
    watch: &'a mut dyn FnMut(&TrainingPoint),
}

impl Observer for CurveRecorder<'_> {
    fn generation(&mut self, progress: &Progress<'_>) {
        let Progress { generation, x, score, .. } = *progress;
        let point = TrainingPoint { generation, fitness: -score.cost, network: network(x) };
        (self.watch)(&point);
        self.curve.push(point);
    }
}
