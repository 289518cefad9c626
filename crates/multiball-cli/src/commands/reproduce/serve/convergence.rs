//! Table 4: joint 1 by five methods at equal evaluations, compared with the exact optimum, and how they come near it.

use std::time::Instant;

use multiball::motion::{SpeedLimitedPath, TimingCost};
use multiball::optimise::{Curve, Differential, Evaluation, Genetic, Method, Schedule, Stop, Swarm, minimise};

use super::super::{Picture, Row};
use super::{Times, no_answer};
use crate::failure::Failure;
use crate::plot;
use crate::statistics::{median, sorted};

/// Each method has so many members and evaluations, and is run with so many seeds.
const POPULATION: usize = 20;
const EVALUATIONS: u64 = 2000;
const SEEDS: u64 = 30;
/// A search is near the optimum within this share of it.
const NEAR: f64 = 1e-3;
/// Why the printed times are not compared.
const NOT_THE_SAME: &str = "table 5 has 1.9485 s for the motion, so table 4 may be the time of the search";

/// All runs of all methods.
pub(super) struct Searches {
    exact_s: f64,
    methods: Vec<Runs>,
}

/// The runs of one method.
struct Runs {
    name: &'static str,
    printed_s: f64,
    /// What each seed found, s, in order.
    sums_s: Vec<f64>,
    /// Evaluations and the least sum by then, s, of each seed.
    curves: Vec<Curve>,
    each_ms: f64,
}

impl Searches {
    pub(super) fn new(path: &SpeedLimitedPath, printed: &Times, seed: u64) -> Result<Self, Failure> {
        let exact_s = path.least_times_s().map_err(no_answer)?.iter().sum();
        let problem = TimingCost::new(*path).map_err(no_answer)?;
        let swarm = |schedule| Swarm::new(schedule, POPULATION);
        let methods: [(&str, f64, &dyn Method); 5] = [
            ("SPSO", printed.spso, &swarm(Schedule::Standard)),
            ("PSO-1", printed.pso1, &swarm(Schedule::Linear)),
            ("GA", printed.ga, &Genetic::new(POPULATION)),
            ("DE", printed.de, &Differential::new(POPULATION)),
            ("NPSO", printed.npso, &swarm(Schedule::Nonlinear)),
        ];
        let runs = methods.map(|(name, printed_s, method)| Runs::new(name, printed_s, method, &problem, seed));
        Ok(Self { exact_s, methods: runs.into_iter().collect::<Result<_, _>>()? })
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = self.methods.iter().flat_map(|runs| runs.rows(self.exact_s)).collect();
        let note = format!("each method above: {POPULATION} members, {EVALUATIONS} evaluations");
        rows.push(Row::new("4", "joint 1, exact optimum", "s", None, self.exact_s).noted(note));
        rows
    }

    /// The medians over the seeds.
    pub(super) fn picture(&self) -> Result<Picture, Failure> {
        let title = format!("Times of joint 1: best so far, median of {SEEDS} seeds");
        let methods = self.methods.iter().map(|runs| (runs.name.to_owned(), runs.medians())).collect();
        let what = plot::Convergence { title, cost: "t1 + t2 + t3, s", optimum: self.exact_s, methods };
        let caption = "Five methods at equal evaluations, compared with the exact optimum.".into();
        Ok(Picture { title: "Table 4: how the methods converge", caption, svg: plot::convergence(&what)? })
    }
}

impl Runs {
    fn new(
        name: &'static str,
        printed_s: f64,
        method: &dyn Method,
        problem: &TimingCost,
        seed: u64,
    ) -> Result<Self, Failure> {
        let begin = Instant::now();
        let (mut sums_s, mut curves) = (Vec::new(), Vec::new());
        for run in 0..SEEDS {
            let (stop, mut curve) = (Stop::after(EVALUATIONS), Curve::default());
            let best = minimise(problem, method, &stop, seed + run, Evaluation::Serial, &mut curve);
            sums_s.push(best.map_err(|error| Failure::NoAnswer(format!("{name}: {error}")))?.cost);
            curves.push(curve);
        }
        let each_ms = 1e3 * begin.elapsed().as_secs_f64() / SEEDS as f64;
        Ok(Self { name, printed_s, sums_s: sorted(sums_s), curves, each_ms })
    }

    fn rows(&self, exact_s: f64) -> [Row; 2] {
        let middle = median(self.sums_s.clone()).unwrap_or(f64::NAN);
        let worst = self.sums_s.last().copied().unwrap_or(f64::NAN);
        let gap = |sum: f64| 100.0 * (sum / exact_s - 1.0);
        let note = format!(
            "median of {SEEDS} seeds; gap {:.3} %, worst {:.2} %, {:.2} ms",
            gap(middle),
            gap(worst),
            self.each_ms
        );
        let near = self.medians().into_iter().find(|(_, sum)| *sum <= exact_s * (1.0 + NEAR));
        let near = near.map_or(f64::NAN, |(evaluations, _)| evaluations);
        let name = self.name;
        [
            Row::new("4", format!("joint 1 by {name}"), "s", Some(self.printed_s), middle)
                .noted(note)
                .differs(NOT_THE_SAME),
            Row::new("4", format!("{name}, evaluations to the optimum"), "", None, near)
                .noted(format!("until the median is within {} %", 100.0 * NEAR)),
        ]
    }

    /// After each generation the median of the least sums, s, from the first on in which most seeds have one.
    fn medians(&self) -> Vec<(f64, f64)> {
        let generations = 1..=EVALUATIONS / POPULATION as u64;
        let at = |evaluations: u64| {
            let least = |curve: &Curve| {
                let point = curve.points.iter().find(|(count, _)| *count == evaluations);
                point.map_or(f64::INFINITY, |(_, sum)| *sum)
            };
            let middle = median(self.curves.iter().map(least).collect())?;
            middle.is_finite().then_some((evaluations as f64, middle))
        };
        generations.filter_map(|generation| at(generation * POPULATION as u64)).collect()
    }
}
