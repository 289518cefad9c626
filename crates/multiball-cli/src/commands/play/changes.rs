//! What flags and the page change in a scenario.

use multiball::ball::RacketContact;
use multiball::hall::training::OpponentSettings;
use multiball::hall::{Scenario, ScenarioError};

use crate::failure::Failure;

/// Changes of a scenario that need no other file.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Changes {
    /// How well the person plays, from 0 to 1.
    pub(crate) strength: Option<f64>,
    /// The robots' rubber, or another model of their rackets.
    pub(crate) racket: Option<RacketContact>,
    /// Where the robot's returns should land, x, y, m.
    pub(crate) target_m: Option<[f64; 2]>,
}

impl Changes {
    /// A scenario with these changes, within the bounds of its fields. `place` comes before the name of a change: the
    /// dashes of a flag.
    pub(crate) fn apply(&self, mut scenario: Scenario, place: &str) -> Result<Scenario, Failure> {
        let name = scenario.name.clone();
        let lacks = |given: String, part: &str| {
            Err(Failure::input(format!("{place}{given}: it needs {part}, which the scenario {name} lacks")))
        };
        let refused = |error: ScenarioError| Failure::input(format!("scenario {name}: {error}"));
        if let Some(strength) = self.strength {
            if !scenario.opponent.as_ref().is_some_and(OpponentSettings::is_person) {
                return lacks(format!("strength {strength}"), "[opponent] with kind = \"person\"");
            }
            scenario.set("opponent.strength", strength).map_err(refused)?;
        }
        if let Some(racket) = self.racket {
            if scenario.player.is_none() {
                return lacks(format!("rubber {racket}"), "[player]");
            }
            scenario.set("ball.racket", racket.to_string()).map_err(refused)?;
        }
        if let Some(target_m) = self.target_m {
            if scenario.player.is_none() {
                let [x, y] = target_m;
                return lacks(format!("target-m {x},{y}"), "[player]");
            }
            scenario.set("player.target_m", target_m.to_vec()).map_err(refused)?;
        }
        Ok(scenario)
    }
}
