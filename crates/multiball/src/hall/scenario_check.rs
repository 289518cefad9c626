//! Whether the parts of a scenario go together, and what kind they make.

use super::camera_settings::misplaced;
use super::training::{
    HallWorld, OpponentSettings, PlayerSettings, StrokeModelChoice, TrainingSettings, WorldKnowledge,
};
use super::{CameraSet, Scenario, ScenarioError, checked};
use crate::ball::RacketContact;
use crate::court::Court;

/// The kind of a scenario, with its settings.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant)] // Made once a run, and never moved.
pub enum Setting {
    /// Two planar robots.
    Planar,
    /// A training session.
    Training(TrainingSettings),
}

impl Scenario {
    /// Refuses a scenario whose parts do not go together.
    ///
    /// # Errors
    /// What needs what, or which model the players do not support.
    pub fn check(&self) -> Result<(), ScenarioError> {
        match self.setting()? {
            Setting::Training(_) => Ok(()),
            Setting::Planar => self.planar_players().map(drop),
        }
    }

    /// Its kind, with its settings.
    ///
    /// # Errors
    /// When its parts do not go together.
    pub fn setting(&self) -> Result<Setting, ScenarioError> {
        let refused = |table: &'static str, needs: &'static str| Err(ScenarioError::Apart { table, needs });
        let room = match (self.hall, self.planar) {
            (Some(_), Some(_)) => return refused("[planar]", "a scenario without [hall]"),
            (None, None) => return refused("the scenario", "[hall] or [planar]"),
            (Some(room), None) => room,
            (None, Some(_)) => {
                let others = [
                    ("[server]", self.server.is_some()),
                    ("[player]", self.player.is_some()),
                    ("[opponent]", self.opponent.is_some()),
                    ("[picker]", self.picker.is_some()),
                    ("[sensing]", self.sensing.is_some()),
                    ("[[camera]]", !self.camera.is_empty()),
                    ("[rig]", self.rig.is_some()),
                    ("[drives]", self.drives.is_some()),
                    ("[warm_up]", self.warm_up.is_some()),
                ];
                let other = others.into_iter().find(|(_, there)| *there);
                return other.map_or(Ok(Setting::Planar), |(table, _)| refused(table, "[hall]"));
            }
        };
        if self.noise.is_some() {
            return refused("[noise]", "[planar]");
        }
        if room.on_floor > room.balls {
            return refused("on_floor", "as many balls in all");
        }
        if self.server.is_some_and(|server| server.resume_with > room.balls) {
            return refused("resume_with", "as many balls in the hall");
        }
        if self.picker.is_some_and(|picker| !picker.has_charges_in_order()) {
            return refused("battery_enough", "more than battery_low, and at most battery_full");
        }
        if self.player.as_ref().is_some_and(|player| player.believed_racket.is_some() && !player.has_data_sheet()) {
            return refused("believed_racket", "knows = \"typical\" or \"measured\"");
        }
        if let Some((field, needs)) = self.opponent.as_ref().and_then(OpponentSettings::misplaced) {
            return refused(field, needs);
        }
        self.check_on_table()?;
        let reads = self.player.as_ref().is_some_and(|player| player.stroke_model != StrokeModelChoice::BuiltIn);
        if reads && self.opponent.as_ref().is_none_or(OpponentSettings::is_robot) {
            return refused("stroke_model", "[opponent] with another kind than \"robot\"");
        }
        let for_players = [
            ("[sensing]", self.sensing.is_some()),
            ("[[camera]]", !self.camera.is_empty()),
            ("[rig]", self.rig.is_some()),
            ("[drives]", self.drives.is_some()),
            ("[warm_up]", self.warm_up.is_some()),
        ];
        if let Some((table, _)) = for_players.into_iter().find(|(_, there)| *there && self.player.is_none()) {
            return refused(table, "[player]");
        }
        let has_rubber = matches!(self.ball.racket, RacketContact::Rubber(_));
        if self.rig.is_some_and(|rig| rig.changes_rubber()) && !has_rubber {
            return refused("[rig] rubber_restitution or rubber_friction", "[ball] racket with a rubber");
        }
        let sensing = self.sensing.unwrap_or_default();
        let told = self.player.as_ref().is_some_and(|player| player.knows == WorldKnowledge::Exact);
        if told && sensing.believed_calibration_factor.is_some() {
            return refused("[sensing] believed_calibration_factor", "[player] knows other than \"exact\"");
        }
        if let Some((field, needs)) = misplaced(&sensing, &self.camera) {
            return refused(field, needs);
        }
        let world = HallWorld {
            court: self.court(),
            sensing,
            cameras: CameraSet::new(&self.camera),
            rig: self.rig.unwrap_or_default(),
            drives: self.drives.unwrap_or_default(),
            warm_up: self.warm_up.unwrap_or_default().balls,
        };
        match (self.server, self.player.clone(), self.opponent.clone(), self.picker) {
            (None, Some(_), ..) => refused("[player]", "[server]"),
            (None, None, Some(_), _) | (Some(_), None, Some(_), _) => refused("[opponent]", "[player]"),
            (None, None, None, None) => refused("[hall]", "[server] or [picker]"),
            (server, player, opponent, picker) => {
                Ok(Setting::Training(TrainingSettings { room, server, player, opponent, picker, world }))
            }
        }
    }

    /// Refuses serves and targets next to a table that is smaller than that of the rules.
    fn check_on_table(&self) -> Result<(), ScenarioError> {
        // As far from the lines as the bounds of these fields are from those of the rules' table.
        let (usual, court) = (Court::STANDARD, self.court());
        let (shorter, narrower) = (usual.end_line() - court.end_line(), usual.side_line() - court.side_line());
        let widest = |(low, high): (f64, f64)| low.abs().max(high.abs());
        let serves = self.server.iter().flat_map(|server| {
            [
                ("own_bounce_from_net_m", widest(server.own_bounce_from_net_m), checked::BOUNCE_M.1 - shorter),
                ("far_bounce_from_net_m", widest(server.far_bounce_from_net_m), checked::BOUNCE_M.1 - shorter),
                ("far_bounce_across_m", widest(server.far_bounce_across_m), checked::ACROSS_M - narrower),
            ]
        });
        let targets = self.player.iter().flat_map(|player| {
            let [x, y] = player.target_m.map(f64::abs);
            let ([most_x, _], [_, most_y]) = (PlayerSettings::TARGET_X_M, PlayerSettings::TARGET_Y_M);
            [("target_m", x, -most_x - shorter), ("target_m", y, most_y - narrower)]
        });
        match serves.chain(targets).find(|(_, value_m, most_m)| value_m > most_m) {
            Some((field, value_m, most_m)) => Err(ScenarioError::OffTable { field, value_m, most_m }),
            None => Ok(()),
        }
    }
}
