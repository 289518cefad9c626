//! The inverse of a racket's rebound: which face, moving how, sends a ball off as wanted.

use super::super::state::{BallState, Body};
use super::racket::RacketContact;
use super::rubber::Grip;
use crate::geometry::{Vec3, root_in_bracket};

/// A racket's face at the moment of a touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Face {
    /// Unit normal, on the side of the ball.
    pub normal: Vec3,
    /// Velocity of the surface where it is touched, m/s.
    pub velocity: Vec3,
}

/// Why no racket face gives the wanted velocity and spin.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum StrikeError {
    /// An impulse at the ball's skin turns it about an axis square to the impulse only.
    #[error(
        "a racket changes the spin only square to the change of velocity: {along_rad_s:.3} rad/s of the requested \
         change lie along it"
    )]
    SpinAlong {
        /// The part that no racket gives.
        along_rad_s: f64,
    },
    /// The spin needs more impulse than the change of velocity has.
    #[error(
        "{requested_rad_s:.0} rad/s of spin cannot come with a change of velocity of {change_m_s:.2} m/s: at most \
         {most_rad_s:.0} rad/s"
    )]
    TooMuchSpin {
        /// Requested change of spin.
        requested_rad_s: f64,
        /// The change of velocity.
        change_m_s: f64,
        /// The greatest change of spin with it, reached by a stroke along the ball's skin.
        most_rad_s: f64,
    },
    /// The rubber does not grip enough for the tangential part.
    #[error(
        "the rubber `{rubber}` cannot give {tangential_m_s:.2} m/s along its face with {normal_m_s:.2} m/s across it"
    )]
    NoGrip {
        /// The racket model.
        rubber: RacketContact,
        /// Change of velocity along the face.
        tangential_m_s: f64,
        /// Change of velocity across it.
        normal_m_s: f64,
    },
    /// The model has no inverse here.
    #[error("the racket model `{0}` has no inverse: take `ideal` or a rubber")]
    NoInverse(RacketContact),
}

/// Spin along the impulse (rad/s) that is taken for rounding.
const ROUNDING: f64 = 1e-6;

impl RacketContact {
    /// The face that turns a ball's velocity and spin before the touch into those after it.
    ///
    /// The impulse m Δv acts at the skin, at -R n from the centre, so I Δω = -R n × m Δv, with I = (2/3) m R²:
    /// ```text
    /// n × Δv = -(2R/3) Δω        n = cos θ Δv̂ + sin θ (Δω̂ × Δv̂),   sin θ = 2R |Δω| / (3 |Δv|)
    /// ```
    /// That fixes the normal. The normal speed of approach follows from the restitution, the slip from the grip, each
    /// monotone over the speeds of play; surface = ball's velocity - approach - slip - what the ball's own spin gives.
    ///
    /// # Errors
    /// When no face does it; the error has the reason in numbers.
    pub fn strike(&self, before: &BallState, velocity: &Vec3, spin: &Vec3, body: &Body) -> Result<Face, StrikeError> {
        let (change, turned) = (velocity - before.velocity, spin - before.spin);
        let normal = normal(&change, &turned, body)?;
        let across = change.dot(&normal);
        let along = change - normal * across;
        let approach = self.approach(across)?;
        let slip = self.slip_for(&along, across, body)?;
        let relative = slip + before.spin.cross(&normal) * body.radius - normal * approach;
        Ok(Face { normal, velocity: before.velocity - relative })
    }

    /// The normal speed of approach a with (1 + e(a)) a = `across`.
    fn approach(&self, across: f64) -> Result<f64, StrikeError> {
        let excess = |speed: f64| match self {
            Self::Ideal { k } => (1.0 + k) * speed - across,
            Self::Rubber(rubber) => (1.0 + rubber.restitution(-speed)) * speed - across,
            Self::Linear { .. } => f64::NAN,
        };
        // 0 ≤ e ≤ 1.
        let (low, high) = (0.5 * across, across);
        let (at_low, at_high) = (excess(low), excess(high));
        if at_low.is_nan() {
            return Err(StrikeError::NoInverse(*self));
        }
        Ok(root_in_bracket(excess, low, high, at_low, at_high, 1e-15 * across))
    }

    /// The slip s with -α(|s|) s = `along`.
    fn slip_for(&self, along: &Vec3, across: f64, body: &Body) -> Result<Vec3, StrikeError> {
        let needed = along.norm();
        if needed == 0.0 {
            return Ok(Vec3::zeros());
        }
        let no_grip = StrikeError::NoGrip { rubber: *self, tangential_m_s: needed, normal_m_s: across };
        let Self::Rubber(rubber) = self else { return Err(no_grip) };
        let Grip::Elastic { d0, d1 } = rubber.grip() else { return Err(no_grip) };
        let excess = |slip: f64| ((d0 + d1 * slip) / body.mass).clamp(0.0, 0.8) * slip - needed;
        // No grip takes more than 4/5 of the slip; where it falls with the slip, there is a most.
        let low = needed / 0.8;
        let high = if d1 < 0.0 { -0.5 * d0 / d1 } else { 1e3 };
        if excess(high) < 0.0 {
            return Err(no_grip);
        }
        let slip = root_in_bracket(excess, low, high.max(low), excess(low), excess(high.max(low)), 1e-15 * needed);
        Ok(along * (-slip / needed))
    }
}

/// The normal whose impulse gives this change of velocity and of spin.
fn normal(change: &Vec3, turned: &Vec3, body: &Body) -> Result<Vec3, StrikeError> {
    let (change_m_s, requested_rad_s) = (change.norm(), turned.norm());
    let most_rad_s = 1.5 * change_m_s / body.radius;
    if requested_rad_s == 0.0 && change_m_s > 0.0 {
        return Ok(change / change_m_s);
    }
    // No change of velocity at all is refused too.
    if requested_rad_s >= most_rad_s {
        return Err(StrikeError::TooMuchSpin { requested_rad_s, change_m_s, most_rad_s });
    }
    let towards = change / change_m_s;
    let along_rad_s = turned.dot(&towards);
    if along_rad_s.abs() > ROUNDING.max(1e-9 * requested_rad_s) {
        return Err(StrikeError::SpinAlong { along_rad_s });
    }
    let sin = requested_rad_s / most_rad_s;
    let lean = (turned / requested_rad_s).cross(&towards);
    Ok((towards * (1.0 - sin * sin).sqrt() + lean * sin).normalize())
}

#[cfg(test)]
mod tests {
    use super::super::{RacketState, Rubber};
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const BODY: Body = Body::STANDARD;

    fn vector(rng: &mut ChaCha8Rng, most: f64) -> Vec3 {
        Vec3::from_fn(|_, _| rng.random_range(-most..most))
    }

    /// A face strikes a ball; the face found from before and after is the same.
    #[test]
    fn law_the_face_that_struck_is_found_again() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let rubbers = Rubber::ALL.into_iter().filter(|rubber| matches!(rubber.grip(), Grip::Elastic { .. }));
        for rubber in rubbers {
            let contact = RacketContact::Rubber(rubber);
            for _ in 0..1000 {
                let (normal, velocity) = (vector(&mut rng, 1.0).normalize(), vector(&mut rng, 8.0));
                let approach = rng.random_range(0.5..12.0);
                let along = vector(&mut rng, 8.0);
                let ball = BallState::new(
                    normal * BODY.radius,
                    velocity + along - normal * (along.dot(&normal) + approach),
                    vector(&mut rng, 200.0),
                );
                let racket =
                    RacketState { center: Vec3::zeros(), normal, velocity, turning: Vec3::zeros(), handle: None };
                let after = contact.rebound(&ball, &racket, &BODY);
                let face = contact.strike(&ball, &after.velocity, &after.spin, &BODY).unwrap();
                assert!((face.normal - normal).norm() < 1e-9, "{} instead of {normal}", face.normal);
                assert!((face.velocity - velocity).norm() < 1e-7, "{} instead of {velocity}", face.velocity);
            }
        }
    }

    #[test]
    fn law_an_ideal_face_gives_velocity_without_spin() {
        let contact = RacketContact::Ideal { k: 0.8 };
        let ball = BallState::new(Vec3::zeros(), Vec3::new(0.0, 0.0, -2.0), Vec3::zeros());
        let wanted = Vec3::new(-4.0, 1.0, 0.5);
        let face = contact.strike(&ball, &wanted, &Vec3::zeros(), &BODY).unwrap();
        let center = -face.normal * BODY.radius;
        let racket =
            RacketState { center, normal: face.normal, velocity: face.velocity, turning: Vec3::zeros(), handle: None };
        assert!((contact.rebound(&ball, &racket, &BODY).velocity - wanted).norm() < 1e-12);
        let spinning = contact.strike(&ball, &wanted, &Vec3::new(wanted.y, -wanted.x, 0.0), &BODY);
        assert!(matches!(spinning, Err(StrikeError::NoGrip { .. } | StrikeError::SpinAlong { .. })));
    }

    #[test]
    fn law_what_no_racket_does_is_refused_with_the_reason() {
        let contact = RacketContact::default();
        let ball = BallState::new(Vec3::zeros(), Vec3::zeros(), Vec3::zeros());
        let strike = |velocity, spin| contact.strike(&ball, &velocity, &spin, &BODY);
        let along = strike(Vec3::x() * 5.0, Vec3::x() * 10.0);
        assert_eq!(along, Err(StrikeError::SpinAlong { along_rad_s: 10.0 }));
        let much = strike(Vec3::x() * 5.0, Vec3::y() * 1000.0);
        assert!(matches!(much, Err(StrikeError::TooMuchSpin { most_rad_s, .. }) if (most_rad_s - 375.0).abs() < 1e-9));
        assert!(matches!(strike(Vec3::zeros(), Vec3::zeros()), Err(StrikeError::TooMuchSpin { .. })));
        let linear: RacketContact = "linear".parse().unwrap();
        let refused = linear.strike(&ball, &Vec3::x(), &Vec3::zeros(), &BODY);
        assert!(matches!(refused, Err(StrikeError::NoInverse(_))));
    }
}
