//! Simulated measurements of the planar players.

use rand::Rng;

use super::NoiseSettings;
use crate::ball::BallState;
use crate::court::Side;
use crate::geometry::standard_normal;
use crate::player::PlanarMeasurement;

/// The ball as the player on a side measures it, with the scenario's noise.
pub(super) fn measure(
    t_s: f64,
    ball: &BallState,
    side: Side,
    noise: &NoiseSettings,
    rng: &mut impl Rng,
) -> PlanarMeasurement {
    let mut normal = || standard_normal(rng);
    PlanarMeasurement {
        t_s,
        u: side.sign() * ball.position.x + noise.measurement_position_m * normal(),
        z: ball.position.z + noise.measurement_position_m * normal(),
        vu: side.sign() * ball.velocity.x + noise.measurement_velocity_m_s * normal(),
        vz: ball.velocity.z + noise.measurement_velocity_m_s * normal(),
    }
}
