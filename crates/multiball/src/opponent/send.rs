//! The ball that a person sends back from where they meet one.

use super::shots::{Style, ahead};
use crate::ball::{BallState, Physics};
use crate::court::{Court, Flight, Outbound};
use crate::geometry::Vec3;

/// Finds the velocities of balls that people send from away to the home half.
#[derive(Debug, Clone)]
pub(super) struct Sender {
    outbound: Outbound,
}

/// Error of a flight's velocity per step, m/s: landings are right to some micrometres.
const TOLERANCE: f64 = 1e-8;
/// Least clearance over the net that a person aims for, m (assumed).
const LEAST_CLEARANCE: f64 = 0.04;
/// Shares of the spin that are tried where no trajectory exists with all of it: much backspin carries a ball off the
/// table.
const SPIN_SHARES: [f64; 4] = [1.0, 0.6, 0.3, 0.0];
/// Largest error of a stroke, as a share of the speed: high balls land at the same place with very different angles.
const MOST_WRONG: f64 = 0.3;
/// What an error by the whole clearance over the net counts as at the landing, m: people who play flat avoid the net
/// (assumed).
const CLEARANCE_COUNTS: f64 = 0.45;
/// Parts in which the speed is changed from the fastest possible to the one wanted.
const SPEED_PARTS: i32 = 6;

impl Sender {
    /// In a world and on a court.
    pub(super) fn new(physics: &Physics, court: &Court) -> Self {
        Self { outbound: Outbound::new(physics, court, TOLERANCE) }
    }

    /// The ball from a place (x < 0) that lands on a target (x > 0) with a style's spin, as nearly as possible with its
    /// speed: slower when that would not pass the net, faster when it would fall short. `None` when there is none.
    pub(super) fn send(&self, from: &Vec3, target: (f64, f64), style: &Style) -> Option<BallState> {
        let ahead = ahead(&(Vec3::new(target.0, target.1, 0.0) - from));
        SPIN_SHARES.iter().find_map(|share| {
            let ball = BallState::new(*from, Vec3::zeros(), style.spin(&ahead) * *share);
            // The other way round it is a ball from home.
            let there = (-target.0, -target.1);
            self.home_ball(&ball.from_other_end(), there, style.speed).map(|ball| ball.from_other_end())
        })
    }

    /// The same ball struck a little wrong: upwards, to the left and faster, each by so much that the landing moves by
    /// so many metres, or the height over the net by as large a share of the clearance there as that is of 0.45 m.
    pub(super) fn scattered(&self, ball: &BallState, metres: [f64; 3]) -> BallState {
        let ball = ball.from_other_end();
        let Some(flown) = self.outbound.fly(&ball) else { return ball.from_other_end() };
        let slopes = self.outbound.slopes(&ball, &flown);
        let clearance = (flown.passes[2] - self.outbound.height_at_net(0.0)).max(0.5 * LEAST_CLEARANCE);
        let moved = |direction: &Vec3| {
            let moved = slopes.fixed_view::<3, 3>(0, 0) * direction;
            moved.xy().norm().max(CLEARANCE_COUNTS * moved.z.abs() / clearance)
        };
        let (speed, ahead) = (ball.velocity.norm(), ball.velocity.normalize());
        let left = Vec3::z().cross(&ahead).try_normalize(1e-9).unwrap_or_else(Vec3::y);
        let mut velocity = ball.velocity;
        for (direction, by_m) in [ahead.cross(&left), left, ahead].into_iter().zip(metres) {
            let change = by_m / moved(&direction);
            velocity += direction * change.clamp(-MOST_WRONG * speed, MOST_WRONG * speed);
        }
        BallState { velocity, ..ball }.from_other_end()
    }

    fn home_ball(&self, ball: &BallState, target: (f64, f64), speed: f64) -> Option<BallState> {
        let clearance =
            LEAST_CLEARANCE.max(self.outbound.straight_clearance(&ball.position, target.0) + LEAST_CLEARANCE);
        let fastest = self.outbound.launch(ball, target, clearance).ok()?;
        let most = fastest.0.velocity.norm();
        let mut best = fastest;
        for part in 1..=if speed < most { SPEED_PARTS } else { 0 } {
            let wanted = most + (speed - most) * f64::from(part) / f64::from(SPEED_PARTS);
            match self.outbound.relaunch(best, target, Flight::Speed(wanted)) {
                Ok(slower) => best = slower,
                Err(_) => break,
            }
        }
        Some(best.0)
    }
}
