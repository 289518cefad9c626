//! What flags and the page change in a scenario.

use multiball::ball::RacketContact;
use multiball::hall::training::OpponentSettings;
use multiball::hall::{Scenario, ScenarioError};

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
    /// A scenario with these changes, within the bounds of its fields.
    pub(crate) fn apply(&self, mut scenario: Scenario) -> Result<Scenario, ScenarioError> {
        let apart = |table: &'static str, needs: &'static str| Err(ScenarioError::Apart { table, needs });
        if let Some(strength) = self.strength {
            if !scenario.opponent.as_ref().is_some_and(OpponentSettings::is_person) {
                return apart("another strength", "[opponent] with kind = \"person\"");
            }
            scenario.set("opponent.strength", strength)?;
        }
        if let Some(racket) = self.racket {
            if scenario.player.is_none() {
                return apart("another rubber", "[player]");
            }
            scenario.set("ball.racket", racket.to_string())?;
        }
        if let Some(target_m) = self.target_m {
            if scenario.player.is_none() {
                return apart("another target", "[player]");
            }
            scenario.set("player.target_m", target_m.to_vec())?;
        }
        Ok(scenario)
    }
}
