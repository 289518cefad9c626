//! The velocity with which a ball must leave a position to land on a target, by Newton's method on its flight.

use nalgebra::{Matrix3, SVector};

use super::outbound::{Flown, Outbound};
use crate::ball::BallState;
use crate::geometry::Vec3;

/// A ball that leaves the racket, and where it goes.
pub(crate) type Launched = (BallState, Flown);

/// The condition that selects one of the many flights to a landing point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Flight {
    /// Clearance between ball and net, m.
    OverNet(f64),
    /// Speed at the start, m/s.
    Speed(f64),
}

/// Tolerance of the landing point and of the height over the net, m.
pub(crate) const MISS: f64 = 1e-8;
/// Steps of Newton's method.
pub(crate) const MOST_STEPS: usize = 15;
/// How much faster than on the parabola a ball is sent to begin with, along the table: drag and lift may let it fall
/// short of the net.
pub(crate) const FASTER: [f64; 4] = [1.12, 1.3, 1.6, 2.0];
/// Parts of a step that are tried: where the whole step leads away, a part of it does not.
pub(crate) const SHARES: [f64; 6] = [1.0, 0.5, 0.25, 0.1, 0.03, 0.01];

impl Outbound {
    /// The ball that leaves its position with its spin, passes the net with a clearance and lands on the target.
    /// Newton's method starts from the parabola.
    ///
    /// # Errors
    /// The least remaining error, m, when there is no such ball.
    pub(crate) fn launch(&self, ball: &BallState, target: (f64, f64), over_net: f64) -> Result<Launched, f64> {
        let parabola = self.parabola(&ball.position, target, over_net).ok_or(f64::INFINITY)?;
        let begin = |factor: &f64| self.launched(ball, Vec3::new(factor * parabola.x, factor * parabola.y, parabola.z));
        let start = FASTER.iter().find_map(begin).ok_or(f64::INFINITY)?;
        self.relaunch(start, target, Flight::OverNet(over_net))
    }

    /// The same, started from a nearby ball.
    ///
    /// # Errors
    /// As [`Self::launch`].
    pub(crate) fn relaunch(&self, start: Launched, target: (f64, f64), flight: Flight) -> Result<Launched, f64> {
        let mut best = start;
        for _ in 0..MOST_STEPS {
            let error = self.error(&best, target, flight);
            if error.amax() < MISS {
                return Ok(best);
            }
            let step = self.launch_slopes(&best, flight).try_inverse().ok_or(error.amax())? * error;
            let better = SHARES.iter().find_map(|share| {
                let next = self.launched(&best.0, best.0.velocity - step * *share)?;
                (self.error(&next, target, flight).norm() < error.norm()).then_some(next)
            });
            best = better.ok_or(error.amax())?;
        }
        Err(self.error(&best, target, flight).amax())
    }

    fn launched(&self, ball: &BallState, velocity: Vec3) -> Option<Launched> {
        let struck = BallState { velocity, ..*ball };
        self.fly(&struck).map(|flown| (struck, flown))
    }

    /// The error: landing x and y, m, and the height over the net, m, or the speed, m/s.
    fn error(&self, (struck, flown): &Launched, (x, y): (f64, f64), flight: Flight) -> SVector<f64, 3> {
        let third = match flight {
            Flight::OverNet(clearance) => flown.passes[2] - self.height_at_net(clearance),
            Flight::Speed(speed) => struck.velocity.norm() - speed,
        };
        SVector::from([flown.passes[0] - x, flown.passes[1] - y, third])
    }

    /// Derivatives of the error by the velocity.
    fn launch_slopes(&self, (struck, flown): &Launched, flight: Flight) -> Matrix3<f64> {
        let mut slopes: Matrix3<f64> = self.slopes(struck, flown).fixed_view::<3, 3>(0, 0).into_owned();
        if let Flight::Speed(_) = flight {
            slopes.set_row(2, &struck.velocity.normalize().transpose());
        }
        slopes
    }
}
