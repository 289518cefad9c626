//! Laws that every method of minimisation keeps.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::atomic::{AtomicU64, Ordering};

use multiball::optimise::{
    Best, Curve, Differential, Evaluation, Function, Genetic, Method, Observer, OptimiseError, Problem, Progress,
    Schedule, Silent, Stop, StopReason, Swarm, minimise,
};

use crate::support::{function, methods, rastrigin, rosenbrock, sphere};

fn run<P: Problem>(problem: &P, method: &dyn Method, evaluations: u64, seed: u64) -> Best {
    minimise(problem, method, &Stop::after(evaluations), seed, Evaluation::Serial, &mut Silent).unwrap()
}

/// Counts the evaluated points and refuses any that is out of bounds. The optimum lies in a corner.
struct Watched {
    bounds: Vec<(f64, f64)>,
    evaluated: AtomicU64,
}

impl Watched {
    fn new() -> Self {
        Self { bounds: vec![(-4.0, 6.0), (0.1, 0.3), (-2.0, -2.0), (1e3, 1e6)], evaluated: AtomicU64::new(0) }
    }
}

impl Problem for Watched {
    fn bounds(&self) -> &[(f64, f64)] {
        &self.bounds
    }

    fn cost(&self, x: &[f64]) -> f64 {
        self.evaluated.fetch_add(1, Ordering::Relaxed);
        assert!(x.iter().zip(&self.bounds).all(|(x, (low, high))| low <= x && x <= high), "{x:?}");
        x.iter().zip(&self.bounds).map(|(x, (low, high))| (x - low) / (high - low).max(1e-300)).sum()
    }
}

#[test]
fn law_bounds_are_always_kept_and_the_budget_is_exact() {
    for (name, method) in methods(20) {
        for budget in [1, 7, 20, 21, 999, 5_000] {
            let problem = Watched::new();
            let best = run(&problem, method.as_ref(), budget, budget);
            assert_eq!((best.evaluations, best.reason), (budget, StopReason::Evaluations), "{name}");
            assert_eq!(problem.evaluated.into_inner(), budget, "{name}");
            assert_eq!(best.generations, budget.div_ceil(20), "{name}");
        }
    }
}

#[test]
fn law_an_optimum_in_a_corner_of_the_box_is_found() {
    for (name, method) in methods(20) {
        let worst = (0..30).map(|seed| run(&Watched::new(), method.as_ref(), 10_000, seed).cost).fold(0.0, f64::max);
        assert!(worst < 1e-4, "{name}: {worst}");
    }
}

/// Checks each generation against the one before.
struct Falling {
    last: f64,
    evaluations: u64,
}

impl Observer for Falling {
    fn generation(&mut self, progress: &Progress<'_>) {
        assert!(progress.score.cost <= self.last && progress.evaluations > self.evaluations);
        assert_eq!(progress.score.cost, rastrigin(progress.x));
        assert_eq!(progress.generation, progress.evaluations.div_ceil(30));
        (self.last, self.evaluations) = (progress.score.cost, progress.evaluations);
    }
}

#[test]
fn law_the_best_never_worsens_and_its_cost_is_its_points() {
    for (name, method) in methods(30) {
        for seed in 0..20 {
            let mut falling = Falling { last: f64::INFINITY, evaluations: 0 };
            let (problem, stop) = (function(rastrigin, 5), Stop::after(3_010));
            let best = minimise(&problem, method.as_ref(), &stop, seed, Evaluation::Serial, &mut falling).unwrap();
            assert_eq!((best.cost, best.evaluations), (falling.last, 3_010), "{name}");
            assert_eq!(best.cost, rastrigin(&best.x), "{name}");
        }
    }
}

#[test]
fn law_a_seed_gives_the_same_bits_on_any_number_of_threads_and_another_seed_another_run() {
    let pools = [1, 2].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    for (name, method) in methods(20) {
        let curve = |seed, evaluation| {
            let mut curve = Curve::default();
            let (problem, stop) = (function(rosenbrock, 6), Stop::after(2_007));
            let best = minimise(&problem, method.as_ref(), &stop, seed, evaluation, &mut curve).unwrap();
            (best, curve)
        };
        for seed in 0..5 {
            let serial = curve(seed, Evaluation::Serial);
            assert_eq!(serial.1.points.len(), 101, "{name}");
            for pool in &pools {
                assert_eq!(pool.install(|| curve(seed, Evaluation::Parallel)), serial, "{name}");
            }
            assert_ne!(curve(seed + 100, Evaluation::Serial).0.x, serial.0.x, "{name}");
        }
    }
}

#[test]
fn law_other_conditions_end_a_run_early() {
    for (name, method) in methods(20) {
        let stop = |stop: Stop| {
            minimise(&function(sphere, 3), method.as_ref(), &stop, 1, Evaluation::Serial, &mut Silent).unwrap()
        };
        let target = stop(Stop::after(100_000).or_at_cost(1e-3));
        assert!(target.reason == StopReason::Target && target.cost <= 1e-3 && target.evaluations < 20_000, "{name}");
        let mut curve = Curve::default();
        let flat = Function { bounds: vec![(0.0, 1.0)], cost: |_: &[f64]| 1.0 };
        let stall = Stop::after(100_000).or_stalled_for(7);
        let best = minimise(&flat, method.as_ref(), &stall, 1, Evaluation::Serial, &mut curve).unwrap();
        assert_eq!((best.reason, best.generations, curve.points.len()), (StopReason::Stall, 8, 8), "{name}");
    }
}

#[test]
fn law_no_answer_is_an_error_with_its_numbers() {
    struct Impossible;
    impl Problem for Impossible {
        fn bounds(&self) -> &[(f64, f64)] {
            &[(0.0, 1.0)]
        }
        fn cost(&self, _x: &[f64]) -> f64 {
            panic!("the cost of an infeasible point is never evaluated")
        }
        fn violation(&self, x: &[f64]) -> f64 {
            1.0 + x[0]
        }
    }
    let nowhere = Function { bounds: vec![(0.0, 1.0)], cost: |_: &[f64]| f64::NAN };
    let stop = Stop::after(2_000);
    for (name, method) in methods(20) {
        let result = minimise(&Impossible, method.as_ref(), &stop, 1, Evaluation::Serial, &mut Silent);
        let Err(OptimiseError::Infeasible { violation, evaluations: 2_000 }) = result else {
            panic!("{name} {result:?}")
        };
        assert!((1.0..1.001).contains(&violation), "{name}: the nearest breaks it by {violation}");
        let result = minimise(&nowhere, method.as_ref(), &stop, 1, Evaluation::Serial, &mut Silent);
        assert_eq!(result, Err(OptimiseError::NoFiniteCost { evaluations: 2_000 }), "{name}");
    }
}

#[test]
fn law_bad_settings_are_refused_by_name() {
    let genetic = Genetic::new(20);
    let differential = Differential::new(20);
    let bad: [(&dyn Method, &str); 10] = [
        (&Swarm::new(Schedule::Standard, 1), "population of a swarm is 1"),
        (&Differential::new(3), "population of differential evolution is 3"),
        (&Differential { weight: 0.0, ..differential }, "differential weight is 0"),
        (&Differential { crossover_rate: f64::NAN, ..differential }, "crossover rate is NaN"),
        (&Genetic::new(5), "population of a genetic algorithm is 5"),
        (&Genetic { tournament: 0, ..genetic }, "tournament is 0"),
        (&Genetic { crossover_rate: 1.5, ..genetic }, "crossover rate is 1.5"),
        (&Genetic { mutations: 0.0, ..genetic }, "mutations is 0"),
        (&Genetic { mutation_width: f64::INFINITY, ..genetic }, "mutation width is inf"),
        (&Genetic { mutation_width: -1.0, ..genetic }, "mutation width is -1"),
    ];
    for (method, message) in bad {
        let stop = Stop::after(10);
        let error = minimise(&function(sphere, 2), method, &stop, 1, Evaluation::Serial, &mut Silent).unwrap_err();
        assert!(error.to_string().starts_with(message) && error.to_string().contains("allowed"), "{error}");
    }
}
