//! The machine that serves: it draws serves as the scenario says, and the serving arm plays them.

use rand::{Rng, RngExt};

use super::settings::ServerSettings;
use crate::geometry::Vec3;
use crate::serve::{ServeError, ServeRequest, ServingArm};

/// The serving arm, and which serves it plays.
#[derive(Debug, Clone)]
pub(super) struct Feeder {
    pub(super) arm: ServingArm,
    settings: ServerSettings,
}

impl Feeder {
    pub(super) fn new(arm: ServingArm, settings: ServerSettings) -> Self {
        Self { arm, settings }
    }

    /// Begins a serve, drawn as the scenario says.
    pub(super) fn begin(&mut self, now_s: f64, rng: &mut impl Rng) -> Result<(), ServeError> {
        let (settings, from) = (&self.settings, self.arm.strikes_about());
        self.arm.begin(now_s, &mut || draw(settings, &from, rng))
    }
}

/// Draws a serve within the scenario's ranges.
fn draw(settings: &ServerSettings, from: &Vec3, rng: &mut impl Rng) -> ServeRequest {
    let mut between = |(low, high): (f64, f64)| if high > low { rng.random_range(low..high) } else { low };
    let far = (-between(settings.far_bounce_from_net_m), between(settings.far_bounce_across_m));
    let own_x = between(settings.own_bounce_from_net_m);
    // Nearly the straight line; where exactly the ball is struck follows from both bounces.
    let share = (from.x - own_x) / (from.x - far.0);
    let straight_y = from.y + (far.1 - from.y) * share;
    ServeRequest {
        own_bounce: (own_x, straight_y + between((-0.05, 0.05))),
        far_bounce: far,
        topspin: between(settings.topspin_rad_s),
        sidespin: between(settings.sidespin_rad_s),
        toss_rise: between(settings.toss_rise_m),
    }
}
