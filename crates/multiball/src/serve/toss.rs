//! The toss: straight up, and down again to where it was let go.

use crate::ball::{BallSim, BallState, EventKind, Physics, Settings, Surroundings};
use crate::geometry::{Vec3, root_in_bracket};

/// A ball thrown straight up without spin, as the rules require, and struck when it is back at the height of its
/// release.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Toss {
    /// How far it rises, m.
    pub rise: f64,
    /// Upward speed at the release, m/s.
    pub speed: f64,
    /// Time from the release to the highest point, s.
    pub apex_s: f64,
    /// Time from the release to the stroke, s.
    pub duration_s: f64,
    /// Downward speed at the stroke, m/s: less than at the release, for the air takes its part both ways.
    pub falling: f64,
}

impl Toss {
    /// The toss that rises so far through this air.
    #[must_use]
    pub fn rising(rise: f64, physics: &Physics) -> Self {
        let sky = Sky::new(physics);
        let slowest = (2.0 * physics.air.gravity * rise).sqrt();
        let excess = |speed: f64| sky.apex(speed).1 - rise;
        let fastest = sky.faster_than(rise, slowest);
        let speed = root_in_bracket(excess, slowest, fastest, excess(slowest), excess(fastest), 1e-14);
        let (apex_s, _) = sky.apex(speed);
        let height = |after_s: f64| sky.falling(after_s).position.z + rise;
        let slow_s = 2.0 * apex_s;
        let falls_s = root_in_bracket(height, 0.0, slow_s, rise, height(slow_s), 1e-14);
        Self { rise, speed, apex_s, duration_s: apex_s + falls_s, falling: -sky.falling(falls_s).velocity.z }
    }

    /// The ball as it leaves the hand at a position.
    #[must_use]
    pub fn release(&self, from: Vec3) -> BallState {
        BallState::new(from, Vec3::z() * self.speed, Vec3::zeros())
    }
}

/// Air and nothing else.
struct Sky<'w> {
    physics: &'w Physics,
    around: Surroundings,
}

impl<'w> Sky<'w> {
    fn new(physics: &'w Physics) -> Self {
        Self { physics, around: Surroundings::far_below() }
    }

    fn sim(&self, up: f64) -> BallSim {
        let ball = BallState::new(Vec3::zeros(), Vec3::z() * up, Vec3::zeros());
        BallSim::with_settings(self.physics, &self.around, ball, 0.0, Settings::EXACT)
    }

    /// Time and height of the highest point of a ball thrown up.
    fn apex(&self, up: f64) -> (f64, f64) {
        let vacuum_s = up / self.physics.air.gravity;
        let apex = self.sim(up).next_event(2.0 * vacuum_s).filter(|event| event.kind == EventKind::Apex);
        apex.map_or((0.0, 0.0), |event| (event.t_s, event.before.position.z))
    }

    /// A speed that carries a ball higher than `rise`.
    fn faster_than(&self, rise: f64, slowest: f64) -> f64 {
        let mut speed = 1.1 * slowest;
        while self.apex(speed).1 < rise && speed < 100.0 {
            speed *= 1.2;
        }
        speed
    }

    /// A ball that has fallen from rest for a time.
    fn falling(&self, after_s: f64) -> BallState {
        let mut sim = self.sim(0.0);
        while sim.next_event(after_s).is_some() {}
        *sim.state()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ball::Aero;

    #[test]
    fn ref_without_air_it_is_the_textbook_throw() {
        let physics = Physics { aero: Aero::Vacuum, ..Physics::default() };
        let toss = Toss::rising(0.3, &physics);
        let speed = (2.0 * 9.81 * 0.3f64).sqrt();
        assert!((toss.speed - speed).abs() < 1e-9 && (toss.falling - speed).abs() < 1e-9);
        assert!((toss.duration_s - 2.0 * speed / 9.81).abs() < 1e-9);
    }

    #[test]
    fn law_it_rises_as_requested_and_comes_back_to_the_hand() {
        let physics = Physics::default();
        for rise in [0.16, 0.3, 1.0, 2.0] {
            let toss = Toss::rising(rise, &physics);
            let around = Surroundings::far_below();
            let ball = toss.release(Vec3::new(1.5, 0.2, 0.1));
            let mut sim = BallSim::with_settings(&physics, &around, ball, 0.0, Settings::EXACT);
            let apex = sim.next_event(5.0).unwrap();
            assert!((apex.before.position.z - 0.1 - rise).abs() < 1e-9 && (apex.t_s - toss.apex_s).abs() < 1e-9);
            while sim.next_event(toss.duration_s).is_some() {}
            assert!((sim.state().position.z - 0.1).abs() < 1e-9);
            assert!((sim.state().velocity.z + toss.falling).abs() < 1e-9 && toss.falling < toss.speed);
        }
    }
}
