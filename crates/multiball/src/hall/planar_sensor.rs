//! Simulated measurements of the planar players.

use rand::Rng;

use super::{NoiseSettings, world_from_player};
use crate::ball::BallState;
use crate::court::Side;
use crate::geometry::{Vec3, standard_normal};
use crate::player::MeasuredBall;

/// The ball as the player on a side measures it, in the plane of play, with the scenario's noise.
pub(super) fn measure(ball: &BallState, side: Side, noise: &NoiseSettings, rng: &mut impl Rng) -> MeasuredBall {
    let (own, mut normal) = (world_from_player(side).from_world(ball), || standard_normal(rng));
    let [position_sd, velocity_sd] = [noise.measurement_position_m, noise.measurement_velocity_m_s];
    let mut noisy = |true_one: &Vec3, sd: f64| {
        let x = true_one.x + sd * normal();
        Vec3::new(x, true_one.y, true_one.z + sd * normal())
    };
    let position = noisy(&own.position, position_sd);
    MeasuredBall { position, velocity: noisy(&own.velocity, velocity_sd), position_sd, velocity_sd }
}
