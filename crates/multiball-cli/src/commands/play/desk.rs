//! The requests of viewers: choose a run and start it, or stop the one under way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use multiball::ball::{RacketContact, Rubber};
use multiball::hall::training::PlayerSettings;
use multiball::hall::{Extent, Scenario};
use multiball_view::{Choices, Host, ScenarioChoice, StartRequest, TargetArea};

use super::super::session;
use super::changes::Changes;
use super::run::Run;
use crate::failure::Failure;

/// Takes the viewers' requests: choose and start a run, or stop it.
pub(super) struct Desk {
    /// What can be started, by name.
    scenarios: Vec<(String, Scenario)>,
    /// Whether the first run is recorded.
    recorded: bool,
    requests: Mutex<Requests>,
    news: Condvar,
}

/// What was requested.
#[derive(Default)]
struct Requests {
    /// The next run.
    next_run: Option<Run>,
    /// Stops the run that is under way.
    stop: Arc<AtomicBool>,
}

impl Desk {
    /// The scenarios that come with the program, and before them `first`, if it is a user's own file.
    pub(super) fn new(first: &str, scenario: &Scenario, recorded: bool) -> Result<Self, Failure> {
        let built_in = Scenario::builtin_names().map(|name| Ok((name.to_owned(), session::load(name)?)));
        let mut scenarios = built_in.collect::<Result<Vec<_>, Failure>>()?;
        if scenarios.iter().all(|(name, _)| name != first) {
            scenarios.insert(0, (first.to_owned(), scenario.clone()));
        }
        Ok(Self { scenarios, recorded, requests: Mutex::default(), news: Condvar::new() })
    }

    fn requests(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A flag that stops the run that begins now. It is set already when another run has been requested meanwhile.
    pub(super) fn new_run(&self) -> Arc<AtomicBool> {
        let mut requests = self.requests();
        requests.stop = Arc::new(AtomicBool::new(requests.next_run.is_some()));
        Arc::clone(&requests.stop)
    }

    /// Waits until a viewer requests a run; none when the program must end.
    pub(super) fn next(&self, ends: &AtomicBool) -> Option<Run> {
        const LOOK_EVERY: Duration = Duration::from_millis(100);
        let mut requests = self.requests();
        while !ends.load(Ordering::Relaxed) {
            if let Some(run) = requests.next_run.take() {
                return Some(run);
            }
            requests = self.news.wait_timeout(requests, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// The run that a viewer requests.
    fn requested_run(&self, request: &StartRequest) -> Result<Run, Failure> {
        let named = self.scenarios.iter().find(|(name, _)| *name == request.scenario);
        let (_, scenario) = named.ok_or_else(|| Failure::input(format!("no scenario `{}`", request.scenario)))?;
        let racket: Option<RacketContact> = request
            .rubber
            .as_deref()
            .map(|name| name.parse().map_err(|error| Failure::input(format!("rubber: {error}"))))
            .transpose()?;
        let changes = Changes { strength: request.strength, racket, target_m: request.target_m };
        let (seed, extent) = (request.seed.unwrap_or(scenario.seed), Extent::Points(u64::from(scenario.play.points)));
        Ok(Run::new(changes.apply(scenario.clone(), "")?, seed, extent, 0))
    }
}

impl Host for Desk {
    fn choices(&self) -> Choices {
        Choices {
            scenarios: self.scenarios.iter().map(|(name, scenario)| choice(name, scenario)).collect(),
            rubbers: Rubber::ALL.iter().map(|rubber| rubber.name.into()).collect(),
            target: TargetArea { x_m: PlayerSettings::TARGET_X_M, y_m: PlayerSettings::TARGET_Y_M },
            note: self.recorded.then(|| "The first run is recorded: another one ends it, and is not recorded.".into()),
        }
    }

    fn start(&self, request: StartRequest) -> Result<(), String> {
        let run = self.requested_run(&request).map_err(|failure| failure.to_string())?;
        let mut requests = self.requests();
        requests.stop.store(true, Ordering::Relaxed);
        requests.next_run = Some(run);
        self.news.notify_all();
        Ok(())
    }

    fn stop(&self) {
        let mut requests = self.requests();
        requests.next_run = None;
        requests.stop.store(true, Ordering::Relaxed);
    }
}

/// What can be chosen in a scenario.
fn choice(name: &str, scenario: &Scenario) -> ScenarioChoice {
    let person = scenario.opponent.as_ref().filter(|opponent| opponent.is_person());
    ScenarioChoice {
        name: name.into(),
        about: scenario.about.clone(),
        seed: scenario.seed,
        strength: person.map(|person| person.strength),
        rubber: scenario.player.as_ref().map(|_| scenario.ball.racket.to_string()),
        target_m: scenario.player.as_ref().map(|player| player.target_m),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk() -> Desk {
        Desk::new("hall", &session::load("hall").unwrap(), false).unwrap()
    }

    fn request_for(scenario: &str) -> StartRequest {
        StartRequest { scenario: scenario.into(), seed: None, strength: None, rubber: None, target_m: None }
    }

    #[test]
    fn law_every_choice_that_is_offered_can_be_started() {
        let desk = desk();
        for choice in desk.choices().scenarios {
            let ScenarioChoice { name, strength, rubber, target_m, .. } = choice;
            let rubber = rubber.map(|_| desk.choices().rubbers[0].clone());
            let run = desk.requested_run(&StartRequest { strength, rubber, target_m, ..request_for(&name) });
            assert_eq!(run.map(|run| run.scenario.name).ok(), Some(name));
        }
    }

    #[test]
    fn law_a_scenario_of_ones_own_can_be_started_again() {
        let mut own = session::load("duel").unwrap();
        own.name = "mine".into();
        let desk = Desk::new("mine.toml", &own, true).unwrap();
        assert_eq!(desk.choices().scenarios[0].name, "mine.toml");
        assert!(desk.choices().note.is_some_and(|note| note.contains("recorded")));
        assert_eq!(desk.choices().scenarios.len(), Scenario::builtin_names().len() + 1);
        assert_eq!(desk.requested_run(&request_for("mine.toml")).unwrap().scenario, own);
    }

    #[test]
    fn bug_a_run_requested_while_another_one_begins_is_not_kept_waiting() {
        // Symptom: of two starts in quick succession, the first run went on to its end. Cause: the second stopped the
        // flag of the run before the first.
        let desk = desk();
        desk.start(request_for("planar")).unwrap();
        assert!(desk.next(&AtomicBool::new(false)).is_some());
        desk.start(request_for("picker")).unwrap();
        assert!(desk.new_run().load(Ordering::Relaxed));
        assert!(desk.next(&AtomicBool::new(false)).is_some_and(|run| run.scenario.name == "picker"));
        assert!(!desk.new_run().load(Ordering::Relaxed));
        desk.start(request_for("picker")).unwrap();
        desk.stop();
        assert!(!desk.new_run().load(Ordering::Relaxed), "a start that was withdrawn stops nothing");
    }
}
