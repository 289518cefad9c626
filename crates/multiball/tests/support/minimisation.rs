//! Methods and costs that the tests of minimisation share.

use std::f64::consts::TAU;

use multiball::optimise::{Differential, Function, Genetic, Method, Schedule, Swarm};

/// The five methods of the serving paper's comparison, with the paper's names.
pub(crate) fn methods(population: usize) -> [(&'static str, Box<dyn Method>); 5] {
    [
        ("SPSO", Box::new(Swarm::new(Schedule::Standard, population))),
        ("PSO-1", Box::new(Swarm::new(Schedule::Linear, population))),
        ("NPSO", Box::new(Swarm::new(Schedule::Nonlinear, population))),
        ("DE", Box::new(Differential::new(population))),
        ("GA", Box::new(Genetic::new(population))),
    ]
}

/// A cost over bounds that are not symmetric, so that no optimum lies in the middle.
pub(crate) fn function(cost: fn(&[f64]) -> f64, dimensions: usize) -> Function<fn(&[f64]) -> f64> {
    Function { bounds: vec![(-4.0, 6.0); dimensions], cost }
}

pub(crate) fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

pub(crate) fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}

pub(crate) fn rastrigin(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x + 10.0 - 10.0 * (TAU * x).cos()).sum()
}
