//! The planar robots of a scenario, their errors, and the players that follow.

use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

use super::{Scenario, ScenarioError, checked};
use crate::ball::{Aero, Air, RacketContact, TableContact};
use crate::court::Side;
use crate::player::{PlanarBody, PlanarChoice, PlanarPlayer};
use crate::robot::Planar3;

/// The two planar robots, mirror images of each other.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarSettings {
    /// Upper arm, forearm, and wrist to racket centre.
    #[serde(deserialize_with = "checked::three_lengths_m")]
    pub links_m: [f64; 3],
    /// How far behind the end line the base stands.
    #[serde(deserialize_with = "checked::length_m")]
    pub base_behind_end_line_m: f64,
    /// How far above the table top the base stands; negative below.
    #[serde(deserialize_with = "checked::offset_m")]
    pub base_above_table_m: f64,
    /// Radius of the racket, a disc.
    #[serde(deserialize_with = "checked::length_m")]
    pub racket_radius_m: f64,
    /// Greatest speed of each joint that a plan may use.
    #[serde(deserialize_with = "checked::three_speeds_rad_s")]
    pub joint_speed_limit_rad_s: [f64; 3],
    /// Joint angles to wait in.
    #[serde(deserialize_with = "checked::three_angles_rad")]
    pub ready_rad: [f64; 3],
    /// Time to return to them after a stroke; longer where the joint speeds require it.
    #[serde(deserialize_with = "checked::duration_s")]
    pub recover_s: f64,
    /// Clearance between ball and net, least and most, to draw from.
    #[serde(deserialize_with = "checked::interval_m")]
    pub net_clearance_m: (f64, f64),
    /// Distance of the landing point from the net, least and most.
    #[serde(deserialize_with = "checked::interval_m")]
    pub target_from_net_m: (f64, f64),
    /// Distance of the hit from the net, least and most.
    #[serde(deserialize_with = "checked::interval_m")]
    pub hit_from_net_m: (f64, f64),
    /// Height of the hit above the table top, least and most.
    #[serde(deserialize_with = "checked::interval_m")]
    pub hit_height_m: (f64, f64),
    /// Choices tried before the player gives up.
    #[serde(deserialize_with = "checked::count")]
    pub attempts: u32,
}

/// Errors of the robots; all zero is the ideal world.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseSettings {
    /// Standard deviation of the racket's speed at the hit, as a share of it.
    #[serde(default, deserialize_with = "checked::fraction")]
    pub racket_speed_share: f64,
    /// Standard deviation of the racket's angle at the hit, degrees.
    #[serde(default, deserialize_with = "checked::angle_deg")]
    pub racket_angle_deg: f64,
    /// Standard deviation of a measured position, m per axis.
    #[serde(default, deserialize_with = "checked::deviation")]
    pub measurement_position_m: f64,
    /// Standard deviation of a measured velocity, m/s per axis.
    #[serde(default, deserialize_with = "checked::deviation")]
    pub measurement_velocity_m_s: f64,
}

impl Scenario {
    /// The two players, home first; they know the scenario's models.
    ///
    /// # Errors
    /// When the models are not those of paper 000.
    pub fn planar_players(&self) -> Result<[PlanarPlayer; 2], ScenarioError> {
        let refused = |field, value: &dyn std::fmt::Display, allowed| ScenarioError::NotPlanar {
            place: "[ball]".into(),
            field,
            value: value.to_string(),
            allowed,
        };
        if self.ball.aero != Aero::Vacuum {
            return Err(refused("aero", &self.ball.aero, "vacuum"));
        }
        let TableContact::Ideal { k: table_k } = self.ball.table else {
            return Err(refused("table", &self.ball.table, "ideal:k=…"));
        };
        let RacketContact::Ideal { k: racket_k } = self.ball.racket else {
            return Err(refused("racket", &self.ball.racket, "ideal:k=…"));
        };
        let Some(settings) = &self.planar else {
            return Err(ScenarioError::Apart { table: "a planar rally", needs: "[planar]" });
        };
        let court = self.court();
        let body = PlanarBody {
            arm: Planar3 { links: settings.links_m },
            base_u: court.end_line() + settings.base_behind_end_line_m,
            base_z: settings.base_above_table_m,
            racket_radius: settings.racket_radius_m,
            joint_speed: Vector3::from(settings.joint_speed_limit_rad_s),
            ready: Vector3::from(settings.ready_rad),
            recover_s: settings.recover_s,
        };
        let choice = PlanarChoice {
            net_clearance: settings.net_clearance_m,
            target: settings.target_from_net_m,
            hit_u: settings.hit_from_net_m,
            hit_z: settings.hit_height_m,
            attempts: settings.attempts,
        };
        let (gravity, ball_radius) = (Air::STANDARD.gravity, self.ball.radius_m);
        Ok(Side::BOTH.map(|_| PlanarPlayer { body, choice, court, gravity, ball_radius, table_k, racket_k }))
    }
}
