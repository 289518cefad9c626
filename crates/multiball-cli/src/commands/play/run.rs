//! One run of a scenario, with any recorders.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use multiball::hall::record::{Recorder, Wants};
use multiball::hall::training::{TrainingError, TrainingHall};
use multiball::hall::{
    Catalog, Extent, Hooks, PlanarHall, PlayedRounds, Scenario, ScenarioError, Setting, play_rounds,
};
use rayon::ThreadPool;

use super::super::{own_choices, robots, session};
use super::changes::Changes;
use super::report::Report;
use crate::args::{Common, Play, RobotChoice};
use crate::failure::Failure;

/// What is to be played.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) scenario: Scenario,
    pub(crate) seed: u64,
    pub(crate) extent: Extent,
    threads: usize,
}

impl Run {
    /// The run that the command line requests.
    pub(crate) fn from_arguments(play: &Play, common: &Common) -> Result<Self, Failure> {
        let changes = Changes { strength: play.strength, racket: play.rubber, target_m: play.target_m };
        let scenario = changes.apply(set(session::load(&play.scenario)?, &play.set)?, "--")?;
        let seed = common.seed.unwrap_or(scenario.seed);
        let extent = match (play.points, play.duration_s) {
            (Some(points), _) => Extent::Points(points),
            (None, Some(duration_s)) => Extent::DurationS(duration_s),
            (None, None) => Extent::Points(u64::from(scenario.play.points)),
        };
        Ok(Self::new(scenario, seed, extent, common.threads.unwrap_or(0) as usize))
    }

    /// A run of a scenario.
    pub(crate) fn new(scenario: Scenario, seed: u64, extent: Extent, threads: usize) -> Self {
        Self { scenario, seed, extent, threads }
    }

    /// Builds its hall. Nothing that the scenario says is refused after that.
    pub(crate) fn ready(&self) -> Result<ReadyRun<'_>, Failure> {
        let refused = |error: TrainingError| Failure::input(format!("scenario {}: {error}", self.scenario.name));
        let hall = match self.scenario.setting().map_err(|error| Failure::input(error.to_string()))? {
            Setting::Planar => Hall::Planar(Box::new(session::hall(&self.scenario, self.seed)?)),
            Setting::Training(_) => {
                let catalog = catalog(&self.scenario)?;
                let hall = TrainingHall::with_catalog(&self.scenario, self.seed, &catalog);
                Hall::Training(Box::new(hall.map_err(refused)?))
            }
        };
        Ok(ReadyRun { run: self, hall, pool: session::pool(self.threads)? })
    }

    /// The planar robots: in parallel, or one round after the other where a recorder wants the messages.
    fn rally(
        &self,
        hall: &PlanarHall,
        recorder: &mut dyn Recorder,
        hooks: &mut dyn Hooks,
        stop: &AtomicBool,
    ) -> Report {
        let bar = session::bar(self.extent);
        let begin = Instant::now();
        let session: PlayedRounds = if recorder.wants() > Wants::Nothing {
            let mut progress =
                |result: &multiball::hall::RoundResult| bar.inc(session::steps(self.extent, 1, result.duration_s));
            hall.perform(&self.scenario, self.extent, recorder, hooks, stop, &mut progress)
        } else {
            play_rounds(hall, self.extent, stop, &|played_s| bar.inc(session::steps(self.extent, 1, played_s)))
        };
        bar.finish_and_clear();
        Report::of_rally(&self.scenario, self.seed, &session, begin.elapsed().as_secs_f64())
    }

    fn train(
        &self,
        hall: &TrainingHall,
        recorder: &mut dyn Recorder,
        hooks: &mut dyn Hooks,
        stop: &AtomicBool,
    ) -> Result<Report, Failure> {
        let bar = session::bar(self.extent);
        let begin = Instant::now();
        let result = hall.play(self.extent, recorder, hooks, stop, &mut |progress| {
            bar.set_position(session::steps(self.extent, progress.points, progress.now_s));
        });
        bar.finish_and_clear();
        let result = result.map_err(|error| Failure::NoAnswer(error.to_string()))?;
        Ok(Report::of_training(&self.scenario, self.seed, &result, begin.elapsed().as_secs_f64()))
    }
}

/// A run whose hall is built.
pub(crate) struct ReadyRun<'a> {
    run: &'a Run,
    hall: Hall,
    pool: ThreadPool,
}

enum Hall {
    Planar(Box<PlanarHall>),
    Training(Box<TrainingHall>),
}

impl ReadyRun<'_> {
    /// Plays it.
    pub(crate) fn play(
        &self,
        recorder: &mut (dyn Recorder + Send),
        hooks: &mut (dyn Hooks + Send),
        stop: &AtomicBool,
    ) -> Result<Report, Failure> {
        self.pool.install(|| match &self.hall {
            Hall::Planar(hall) => Ok(self.run.rally(hall, recorder, hooks, stop)),
            Hall::Training(hall) => self.run.train(hall, recorder, hooks, stop),
        })
    }
}

/// The robots, players and opponents of the library, and the robots, shots and stroke models whose files a scenario
/// names.
pub(crate) fn catalog(scenario: &Scenario) -> Result<Catalog, Failure> {
    let mut catalog = Catalog::default();
    let home = scenario.player.as_ref().map(|player| &player.robot);
    let away = scenario.opponent.as_ref().map(|opponent| &opponent.robot);
    for name in home.into_iter().chain(away) {
        if catalog.robot(name).is_err() {
            let choice = RobotChoice { robot: name.clone(), tip: None };
            catalog.add_robot(name, &*robots::load(&choice)?);
        }
    }
    own_choices::add(&mut catalog, scenario)?;
    Ok(catalog)
}

/// A scenario with fields changed by their dotted names.
pub(crate) fn set(mut scenario: Scenario, fields: &[(String, String)]) -> Result<Scenario, Failure> {
    for (key, value) in fields {
        let refused = |error: ScenarioError| Failure::input(format!("--set {key}={value}: {error}"));
        scenario.set_text(key, value).map_err(refused)?;
    }
    // Fields may need each other: only the last state counts.
    scenario.check().map_err(|error| Failure::input(format!("{}: {error}", named(fields, &error.to_string()))))?;
    Ok(scenario)
}

/// The changes that a reason names by their fields; all, where it names none.
fn named(fields: &[(String, String)], reason: &str) -> String {
    let is_named = |key: &str| key.rsplit('.').next().is_some_and(|field| reason.contains(field));
    let all = || fields.iter().map(|(key, value)| (key, format!("--set {key}={value}")));
    let some: Vec<String> = all().filter(|(key, _)| is_named(key)).map(|(_, shown)| shown).collect();
    if some.is_empty() { all().map(|(_, shown)| shown).collect::<Vec<_>>().join(" ") } else { some.join(" ") }
}
