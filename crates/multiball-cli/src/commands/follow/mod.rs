//! `follow`: how well steering laws bring the robot to a target, and the training of the paper's network.

mod report;

use std::path::Path;
use std::time::Instant;

use multiball::experiments::{Trained, Training, fitness_bound, open_loop, train};
use multiball::optimise::Evaluation;
use multiball::picker::Target;
use multiball::picker::following::{Law, Network, StartSet, Task, follow_all, follow_watched};

use self::report::{LawRow, Report, SetRows, TrainingReport, mean_of};
use super::session;
use crate::args::{Common, Follow, FollowLaw, name_of};
use crate::failure::Failure;
use crate::files;
use crate::plot;
use crate::show::{print_report, progress_bar};

const TASK: Task = Task::PAPER;

pub(crate) fn run(follow: &Follow, common: &Common) -> Result<(), Failure> {
    if let Some(path) = &follow.plot {
        files::check_svg(path)?;
    }
    if let Some(path) = &follow.save {
        files::check_name("--save", path, "toml")?;
    }
    let loaded = follow.weights.as_deref().map(read).transpose()?;
    session::threads(common)?.install(|| work(follow, common, loaded))
}

fn work(follow: &Follow, common: &Common, loaded: Option<Network>) -> Result<(), Failure> {
    let seed = common.seed_or_default();
    let (network, training) = match follow.train {
        true => trained(follow, seed).map(|(network, report)| (network, Some(report)))?,
        false => (loaded.unwrap_or(Network::TRAINED), None),
    };
    let laws = laws(follow.law, network);
    let draw = |set: &StartSet| (*set, set.draw(follow.tests as usize, seed));
    let sets: Vec<(StartSet, Vec<Target>)> = follow.starts.sets().iter().map(draw).collect();
    let rows = sets.iter().map(|(set, starts)| judged(*set, starts, &laws)).collect();
    let report = Report { seed, tests: follow.tests, reach_m: TASK.reach, training, sets: rows };
    let mut written = Vec::new();
    if let Some(path) = &follow.save {
        written.push((path.clone(), network.to_toml()));
    }
    if let Some(path) = &follow.plot {
        let svg = match &report.training {
            Some(training) => plot::training_curve(&training.picture())?,
            None => plot::drive_curves(&drives(&laws, &hardest(&sets)))?,
        };
        written.push((path.clone(), svg));
    }
    files::write_named(&written)?;
    print_report(&report, common.json)
}

/// All laws from the starts of a set.
fn judged(set: StartSet, starts: &[Target], laws: &[Law]) -> SetRows {
    SetRows {
        starts: set.name(),
        bound: mean_of(starts, |start| fitness_bound(&TASK, start)),
        open_loop: mean_of(starts, |start| TASK.fitness(start, open_loop(&TASK, start).time_s)),
        laws: laws.iter().map(|law| LawRow::new(law.name(), &follow_all(&TASK, law, starts))).collect(),
    }
}

fn read(path: &Path) -> Result<Network, Failure> {
    let text = files::read_text(path)?;
    Network::from_toml(&text)
        .map_err(|error| Failure::input(format!("--weights {}: {}", path.display(), error.to_string().trim_end())))
}

fn laws(wanted: FollowLaw, network: Network) -> Vec<Law> {
    let name = name_of(&wanted);
    Law::all(network).into_iter().filter(|law| wanted == FollowLaw::All || law.name() == name).collect()
}

fn trained(follow: &Follow, seed: u64) -> Result<(Network, TrainingReport), Failure> {
    let settings =
        Training { population: follow.population as usize, generations: follow.generations, ..Training::PAPER };
    let (trained, elapsed_s) = timed_training(&settings, seed, "generations")?;
    let report = TrainingReport::new(&TASK, &settings, &trained, elapsed_s);
    Ok((trained.network, report))
}

/// A training with its progress, and the time that it took, s.
pub(crate) fn timed_training(settings: &Training, seed: u64, what: &str) -> Result<(Trained, f64), Failure> {
    let bar = progress_bar(settings.generations, what);
    let start = Instant::now();
    let trained = train(&TASK, settings, seed, Evaluation::Parallel, &mut |_| bar.inc(1));
    bar.finish_and_clear();
    let trained = trained.map_err(|error| Failure::NoAnswer(error.to_string()))?;
    Ok((trained, start.elapsed().as_secs_f64()))
}

/// The training curve of the paper's network, to draw.
pub(crate) fn training_picture(trained: &Trained) -> plot::TrainingCurve {
    TrainingReport::new(&TASK, &Training::PAPER, trained, 0.0).picture()
}

/// The start with the lowest bound of the fitness.
fn hardest(sets: &[(StartSet, Vec<Target>)]) -> Target {
    let bound = |start: &Target| fitness_bound(&TASK, start);
    let harder = |a: Target, b: Target| if bound(&b) < bound(&a) { b } else { a };
    let starts = sets.iter().flat_map(|(_, starts)| starts).copied();
    starts.reduce(harder).unwrap_or(Target { bearing: 0.0, distance: 1.0 })
}

/// The drives of all laws from one start.
pub(crate) fn drives(laws: &[Law], start: &Target) -> plot::Drives {
    let drive = |law: &Law| {
        let mut moments = Vec::new();
        let run = follow_watched(&TASK, start, &mut law.start(&TASK.limits), &mut |moment| moments.push(*moment));
        let name = if run.reached {
            format!("{}, {:.3} s", law.name(), run.time_s)
        } else {
            format!("{}, not there", law.name())
        };
        (name, moments)
    };
    let best_s = open_loop(&TASK, start).time_s;
    let (distance, bearing) = (start.distance, start.bearing.to_degrees());
    plot::Drives {
        title: format!("a target {distance:.2} m away at {bearing:.0}°; the best open loop takes {best_s:.3} s"),
        start: *start,
        step_s: TASK.limits.step_s,
        laws: laws.iter().map(drive).collect(),
    }
}
