//! Report of `follow`.

use std::fmt;

use multiball::experiments::{Trained, Training, fitness_bound, open_loop};
use multiball::picker::Target;
use multiball::picker::following::{Network, Run, Task};
use serde::Serialize;

use crate::plot;
use crate::show::{Align, Table, counted};
use crate::statistics::{mean, mean_interval, sorted};

/// Generations that are listed in the text.
const LISTED: [u64; 8] = [1, 2, 5, 10, 20, 50, 100, 200];
/// Worst runs that are listed, as in the paper's table 2.
const WORST: usize = 10;

#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) seed: u64,
    pub(super) tests: u64,
    pub(super) reach_m: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) training: Option<TrainingReport>,
    pub(super) sets: Vec<SetRows>,
}

/// How a training went.
#[derive(Debug, Clone, Serialize)]
pub(super) struct TrainingReport {
    population: usize,
    generations: u64,
    starts: usize,
    elapsed_s: f64,
    as_shipped: bool,
    bound: f64,
    open_loop: f64,
    /// The best fitness after each generation.
    curve: Vec<f64>,
}

/// All laws from the starts of one set.
#[derive(Debug, Serialize)]
pub(super) struct SetRows {
    pub(super) starts: &'static str,
    pub(super) bound: f64,
    pub(super) open_loop: f64,
    pub(super) laws: Vec<LawRow>,
}

/// One law from the starts of one set.
#[derive(Debug, Serialize)]
pub(super) struct LawRow {
    law: &'static str,
    fitness: f64,
    low: Option<f64>,
    high: Option<f64>,
    reached: usize,
    worst_miss_m: f64,
    mean_stop_m: f64,
    worst_stops_m: Vec<f64>,
}

/// The mean of something over starts.
pub(super) fn mean_of(starts: &[Target], value: impl Fn(&Target) -> f64) -> f64 {
    starts.iter().map(value).sum::<f64>() / starts.len() as f64
}

impl LawRow {
    pub(super) fn new(law: &'static str, runs: &[Run]) -> Self {
        let fitness: Vec<f64> = runs.iter().map(|run| run.fitness).collect();
        let stops = sorted(runs.iter().map(|run| run.stop_distance).collect());
        let interval = mean_interval(&fitness);
        Self {
            law,
            fitness: mean(&fitness).unwrap_or(0.0),
            low: interval.map(|(low, _)| low),
            high: interval.map(|(_, high)| high),
            reached: runs.iter().filter(|run| run.reached).count(),
            worst_miss_m: runs.iter().map(|run| run.miss).fold(0.0, f64::max),
            mean_stop_m: mean(&stops).unwrap_or(0.0),
            worst_stops_m: stops[stops.len().saturating_sub(WORST)..].to_vec(),
        }
    }
}

impl TrainingReport {
    pub(super) fn new(task: &Task, settings: &Training, trained: &Trained, elapsed_s: f64) -> Self {
        let starts = settings.starts();
        Self {
            population: settings.population,
            generations: settings.generations,
            starts: starts.len(),
            elapsed_s,
            as_shipped: trained.network == Network::TRAINED,
            bound: mean_of(&starts, |start| fitness_bound(task, start)),
            open_loop: mean_of(&starts, |start| task.fitness(start, open_loop(task, start).time_s)),
            curve: trained.curve.iter().map(|point| point.fitness).collect(),
        }
    }

    /// The curve to draw.
    pub(super) fn picture(&self) -> plot::TrainingCurve {
        plot::TrainingCurve {
            title: format!("{} networks, best mean fitness over {} starts", self.population, self.starts),
            fitness: self.curve.clone(),
            bound: self.bound,
            open_loop: self.open_loop,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(training) = &self.training {
            writeln!(f, "{training}")?;
        }
        writeln!(
            f,
            "{} of each set, seed {}, reached within {} mm\n",
            counted(self.tests as usize, "target"),
            self.seed,
            1e3 * self.reach_m
        )?;
        write!(f, "{}", self.table())?;
        writeln!(
            f,
            "\n  fitness  distance / (full speed x time), mean; 0.9904 in the paper, which does not say from where"
        )?;
        writeln!(f, "  miss     how far from the target's middle the robot passes when it drives on")?;
        writeln!(
            f,
            "  stop     distance after the step that came within reach: that less a part of a 2.5 mm step, whatever \
             the law;"
        )?;
        writeln!(
            f,
            "           the paper's error, there 4.308 mm in the mean and 4.987 to 4.999 mm for the ten worst of 100"
        )
    }
}

impl Report {
    fn table(&self) -> Table {
        let left = ["starts", "law"].map(|name| (name, Align::Left));
        let right = ["fitness", "95 %", "of open loop", "reached", "worst miss, mm", "mean stop, mm", "ten worst, mm"]
            .map(|name| (name, Align::Right));
        let mut table = Table::new(&[&left[..], &right[..]].concat());
        for set in &self.sets {
            let limit = |what: &str, fitness: f64, starts: &str| {
                [
                    starts.to_owned(),
                    what.to_owned(),
                    format!("{fitness:.4}"),
                    String::new(),
                    per_cent(fitness / set.open_loop),
                ]
            };
            table.row(limit("(bound)", set.bound, set.starts));
            table.row(limit("(best open loop)", set.open_loop, ""));
            set.laws.iter().for_each(|law| table.row(law.cells(self.tests, set.open_loop)));
        }
        table
    }
}

fn per_cent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

impl LawRow {
    fn cells(&self, tests: u64, open_loop: f64) -> [String; 9] {
        let interval = self.low.zip(self.high).map(|(low, high)| format!("{low:.4} to {high:.4}"));
        let worst = [self.worst_stops_m.first(), self.worst_stops_m.last()];
        let [least, most] = worst.map(|stop| format!("{:.3}", 1e3 * stop.copied().unwrap_or(0.0)));
        [
            String::new(),
            self.law.to_owned(),
            format!("{:.4}", self.fitness),
            interval.unwrap_or_default(),
            per_cent(self.fitness / open_loop),
            if self.reached as u64 == tests { "all".to_owned() } else { format!("{} of {tests}", self.reached) },
            format!("{:.3}", 1e3 * self.worst_miss_m),
            format!("{:.3}", 1e3 * self.mean_stop_m),
            format!("{least} to {most}"),
        ]
    }
}

impl fmt::Display for TrainingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { population, generations, starts, elapsed_s, bound, open_loop, .. } = self;
        writeln!(
            f,
            "trained: {generations} generations of {population} networks on {starts} starts, {elapsed_s:.1} s"
        )?;
        if self.as_shipped {
            writeln!(f, "the weights are those that come with multiball, to the last bit")?;
        }
        let mut table =
            Table::new(&[("generation", Align::Right), ("best fitness", Align::Right), ("of open loop", Align::Right)]);
        let last = self.curve.len() as u64;
        for generation in LISTED.into_iter().filter(|generation| *generation < last).chain([last]) {
            let fitness = self.curve[generation as usize - 1];
            table.row([generation.to_string(), format!("{fitness:.4}"), per_cent(fitness / open_loop)]);
        }
        writeln!(f, "\n{table}\n  on the same starts: best open loop {open_loop:.4}, bound {bound:.4}")
    }
}
