//! Observers of a minimisation.

use super::Score;

/// Progress of a minimisation after a generation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress<'a> {
    /// Generations so far.
    pub generation: u64,
    /// Points judged so far.
    pub evaluations: u64,
    /// The best point so far.
    pub x: &'a [f64],
    /// Its score.
    pub score: Score,
}

/// Receives the progress of a minimisation and changes nothing.
pub trait Observer {
    /// A generation has been judged.
    fn generation(&mut self, progress: &Progress<'_>);
}

/// An observer that does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silent;

impl Observer for Silent {
    fn generation(&mut self, _progress: &Progress<'_>) {}
}

/// Keeps the convergence curve: an entry for each generation from the first with a feasible point of finite cost.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curve {
    /// Evaluations so far and the least cost by then.
    pub points: Vec<(u64, f64)>,
}

impl Observer for Curve {
    fn generation(&mut self, progress: &Progress<'_>) {
        if progress.score.cost < f64::INFINITY {
            self.points.push((progress.evaluations, progress.score.cost));
        }
    }
}
