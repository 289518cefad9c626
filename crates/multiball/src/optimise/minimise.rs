//! Problem, method, stop and observer together.

use rand::SeedableRng;
use rayon::prelude::*;

use super::{Method, Observer, OptimiseError, Points, Problem, Progress, Random, Score, Space, Stop, StopReason};

/// Where costs are computed. The result is the same to the last bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// On the caller's thread, without heap allocation after the start. Right for costs of less than some microseconds.
    Serial,
    /// On all threads of the current rayon pool.
    Parallel,
}

/// The best point of a minimisation.
#[derive(Debug, Clone, PartialEq)]
pub struct Best {
    /// The point. It keeps bounds and constraints.
    pub x: Vec<f64>,
    /// Its cost.
    pub cost: f64,
    /// Points that were judged.
    pub evaluations: u64,
    /// Generations, the last perhaps cut short.
    pub generations: u64,
    /// Why it ended.
    pub reason: StopReason,
}

/// Minimises the cost of a problem. The result depends on the arguments alone, not on threads or machine.
///
/// ```
/// use multiball::optimise::{Evaluation, Function, Schedule, Silent, Stop, Swarm, minimise};
///
/// let valley = |x: &[f64]| (1.0 - x[0]).powi(2) + 100.0 * (x[1] - x[0] * x[0]).powi(2);
/// let problem = Function { bounds: vec![(-2.0, 2.0); 2], cost: valley };
/// let swarm = Swarm::new(Schedule::Nonlinear, 40);
/// let best = minimise(&problem, &swarm, &Stop::after(20_000), 1, Evaluation::Serial, &mut Silent)?;
/// assert!((best.x[0] - 1.0).abs() < 1e-6 && best.cost < 1e-12);
/// # Ok::<(), multiball::optimise::OptimiseError>(())
/// ```
///
/// # Errors
/// When bounds or settings make no sense, when no feasible point was found, or none with a finite cost.
pub fn minimise<P: Problem + ?Sized>(
    problem: &P,
    method: &dyn Method,
    stop: &Stop<'_>,
    seed: u64,
    evaluation: Evaluation,
    observer: &mut dyn Observer,
) -> Result<Best, OptimiseError> {
    let space = Space::new(problem.bounds())?;
    method.check()?;
    stop.check()?;
    let mut rng = Random::seed_from_u64(seed);
    let mut search = method.start(&space);
    let mut generation = Generation::scattered(&space, method.population(), &mut rng);
    let mut record = Record::new(space.dimensions());
    loop {
        let count = stop.batch_size(record.evaluations, method.population());
        generation.judge(problem, evaluation, count);
        record.note(&generation, count);
        observer.generation(&record.progress());
        if let Some(reason) = stop.reason(record.evaluations, &record.score, record.stalled) {
            return record.into_best(reason);
        }
        // Here the generation is whole: one that was cut short has used up the evaluations.
        search.learn(&generation.points, &generation.scores);
        search.propose(stop.share(record.evaluations), &mut rng, &mut generation.points);
    }
}

/// Points and their scores.
struct Generation {
    points: Points,
    scores: Vec<Score>,
}

impl Generation {
    fn scattered(space: &Space, population: usize, rng: &mut Random) -> Self {
        let mut points = Points::new(population, space.dimensions());
        space.scatter(&mut points, rng);
        Self { points, scores: vec![Score::WORST; population] }
    }

    /// Judges the first points.
    fn judge<P: Problem + ?Sized>(&mut self, problem: &P, evaluation: Evaluation, count: usize) {
        let scores = &mut self.scores[..count];
        match evaluation {
            Evaluation::Serial => {
                for (x, score) in self.points.rows().zip(scores) {
                    *score = problem.score(x);
                }
            }
            Evaluation::Parallel => {
                let rows = self.points.flat().par_chunks_exact(problem.bounds().len());
                rows.zip(scores).for_each(|(x, score)| *score = problem.score(x));
            }
        }
    }
}

/// What is known so far.
struct Record {
    x: Vec<f64>,
    score: Score,
    evaluations: u64,
    generations: u64,
    /// Generations since something better was found.
    stalled: u64,
}

impl Record {
    fn new(dimensions: usize) -> Self {
        Self { x: vec![0.0; dimensions], score: Score::WORST, evaluations: 0, generations: 0, stalled: 0 }
    }

    /// Takes in the first points of a generation.
    fn note(&mut self, generation: &Generation, count: usize) {
        self.stalled += 1;
        for (x, score) in generation.points.rows().zip(&generation.scores[..count]) {
            if score.beats(&self.score) {
                self.score = *score;
                self.x.copy_from_slice(x);
                self.stalled = 0;
            }
        }
        self.evaluations += count as u64;
        self.generations += 1;
    }

    fn progress(&self) -> Progress<'_> {
        let Self { ref x, score, evaluations, generations, .. } = *self;
        Progress { generation: generations, evaluations, x, score }
    }

    fn into_best(self, reason: StopReason) -> Result<Best, OptimiseError> {
        let Self { x, score: Score { violation, cost }, evaluations, generations, .. } = self;
        if violation > 0.0 {
            Err(OptimiseError::Infeasible { violation, evaluations })
        } else if cost == f64::INFINITY {
            Err(OptimiseError::NoFiniteCost { evaluations })
        } else {
            Ok(Best { x, cost, evaluations, generations, reason })
        }
    }
}
