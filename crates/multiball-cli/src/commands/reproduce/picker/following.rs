//! Table 2 and figure 11: training of the network, and how well it follows targets.

use multiball::experiments::{Trained, Training, fitness_bound, open_loop};
use multiball::picker::following::{Law, Network, Run, StartSet, Task, follow_all};

use super::super::{Goal, Row};
use crate::statistics::{mean, mean_interval, sorted};

const TASK: Task = Task::PAPER;
/// Targets of each set, and those of the paper's table 2.
const TARGETS: usize = 2000;
const TESTS: usize = 100;
/// Printed: the best fitness, the mean of the errors and the ten worst.
const BEST_FITNESS: f64 = 0.9904;
const MEAN_ERROR_MM: f64 = 4.308_241;
const WORST_MM: [f64; 10] =
    [4.987_44, 4.990_38, 4.991_95, 4.992_21, 4.993_78, 4.994_00, 4.995_19, 4.995_35, 4.998_46, 4.998_59];

/// Results of the training.
pub(super) fn training_rows(trained: &Trained, elapsed_s: f64) -> Vec<Row> {
    let settings = Training::PAPER;
    let (population, generations, starts) = (settings.population, settings.generations, settings.starts().len());
    let best = trained.curve.last().map_or(f64::NAN, |point| point.fitness);
    let of = format!("{generations} generations of {population} networks on {starts} starts each");
    vec![best_fitness(best), Row::new("fig. 11", "time of the training", "s", None, elapsed_s).noted(of)]
}

/// The fitness of a trained network on the starts of the training, where none is trained anew.
pub(super) fn shipped_row(network: Network) -> Row {
    let runs = follow_all(&TASK, &Law::Network(network), &Training::PAPER.starts());
    let fitness: Vec<f64> = runs.iter().map(|run| run.fitness).collect();
    best_fitness(mean(&fitness).unwrap_or(f64::NAN))
}

fn best_fitness(ours: f64) -> Row {
    Row::new("fig. 11", "best fitness of the training", "", Some(BEST_FITNESS), ours)
        .noted("which no law reaches from these starts: the bound is below")
        .aiming(Goal::More)
}

/// Fitness of each law from each set of starts, and the errors of table 2.
pub(super) fn rows(network: Network, seed: u64) -> Vec<Row> {
    let laws = Law::all(network);
    let mut rows = table2(network, seed);
    for set in StartSet::ALL {
        let starts = set.draw(TARGETS, seed);
        let of_starts = |of: &dyn Fn(&multiball::picker::Target) -> f64| starts.iter().map(of).collect::<Vec<f64>>();
        let bounds = of_starts(&|start| fitness_bound(&TASK, start));
        let best = of_starts(&|start| TASK.fitness(start, open_loop(&TASK, start).time_s));
        let row = |what: &str, values: &[f64]| {
            let name = format!("fitness, {}, {what}", set.name());
            Row::new("eq. 17", name, "", None, mean(values).unwrap_or(f64::NAN)).within(mean_interval(values))
        };
        rows.push(row("bound", &bounds).noted("proven; no law can do better"));
        rows.push(row("best open loop", &best));
        let best = mean(&best).unwrap_or(f64::NAN);
        for law in &laws {
            let fitness: Vec<f64> = follow_all(&TASK, law, &starts).iter().map(|run| run.fitness).collect();
            let share = 100.0 * mean(&fitness).unwrap_or(f64::NAN) / best;
            rows.push(row(law.name(), &fitness).noted(format!("{share:.2} % of the best open loop")));
        }
    }
    rows
}

/// Errors of a hundred random tests: where the robot stands after the step in which it came within 5 mm, whatever the
/// law.
fn table2(network: Network, seed: u64) -> Vec<Row> {
    let runs = follow_all(&TASK, &Law::Network(network), &StartSet::Near.draw(TESTS, seed));
    let stops = sorted(runs.iter().map(|run: &Run| 1e3 * run.stop_distance).collect());
    let worst_miss = runs.iter().map(|run| 1e3 * run.miss).fold(0.0, f64::max);
    let mut rows = vec![
        Row::new("2", "mean error of 100 tests", "mm", Some(MEAN_ERROR_MM), mean(&stops).unwrap_or(f64::NAN))
            .within(mean_interval(&stops))
            .noted("5 mm less part of a step of 2.5 mm, whatever the law"),
        Row::new("2", "worst miss when it drives on", "mm", None, worst_miss).noted("what an error should mean"),
    ];
    let worst = stops.iter().skip(TESTS - WORST_MM.len());
    rows.extend(worst.zip(WORST_MM).enumerate().map(|(rank, (ours, printed))| {
        Row::new("2", format!("worst errors, {} of 10", rank + 1), "mm", Some(printed), *ours)
    }));
    rows
}
