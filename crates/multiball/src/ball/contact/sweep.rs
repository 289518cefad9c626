//! A racket's stroke in few numbers, and how the ball it sends off changes with them.

use super::super::state::{BallState, Body};
use super::racket::{RacketContact, RacketState};
use super::rubber::Grip;
use super::{Face, STICKING};
use crate::geometry::{Vec3, portable};

/// A face by its angles, and how it moves: along its normal, and along itself.
///
/// ```text
/// n = (-sin ψ sin φ, cos ψ sin φ, -cos φ)        normal, on the ball's side
/// e = (-sin ψ cos φ, cos ψ cos φ, sin φ)         up the face
/// l = (-cos ψ, -sin ψ, 0)                  level along the face        [rows of R in paper 004, placing the ball]
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sweep {
    /// φ: 0 faces down, π/2 level, π up, rad.
    pub tilt: f64,
    /// ψ: about the vertical; π/2 faces -x, rad.
    pub turn: f64,
    /// Along the normal, m/s.
    pub speed: f64,
    /// Up the face: brushes topspin onto a ball, m/s.
    pub brush_up: f64,
    /// Level along the face, m/s.
    pub brush_level: f64,
}

/// A small change of a stroke or of the ball it meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Of the normal.
    pub normal: Vec3,
    /// Of the face's velocity, m/s.
    pub face_velocity: Vec3,
    /// Of the ball's velocity before, m/s.
    pub velocity: Vec3,
    /// Of the ball's spin before, rad/s.
    pub spin: Vec3,
}

impl Change {
    /// No change.
    pub const NONE: Self = Self {
        normal: Vec3::new(0.0, 0.0, 0.0),
        face_velocity: Vec3::new(0.0, 0.0, 0.0),
        velocity: Vec3::new(0.0, 0.0, 0.0),
        spin: Vec3::new(0.0, 0.0, 0.0),
    };
}

impl Sweep {
    /// The stroke of a face that moves along its normal alone.
    #[must_use]
    pub fn along(normal: &Vec3, speed: f64) -> Self {
        let (tilt, turn) = (portable::acos((-normal.z).clamp(-1.0, 1.0)), portable::atan2(-normal.x, normal.y));
        Self { tilt, turn, speed, brush_up: 0.0, brush_level: 0.0 }
    }

    /// Normal, up and level: unit vectors.
    #[must_use]
    pub fn axes(&self) -> [Vec3; 3] {
        let ((sin, cos), (sin_turn, cos_turn)) = (portable::sin_cos(self.tilt), portable::sin_cos(self.turn));
        [
            Vec3::new(-sin_turn * sin, cos_turn * sin, -cos),
            Vec3::new(-sin_turn * cos, cos_turn * cos, sin),
            Vec3::new(-cos_turn, -sin_turn, 0.0),
        ]
    }

    /// The face.
    #[must_use]
    pub fn face(&self) -> Face {
        let [normal, up, level] = self.axes();
        Face { normal, velocity: normal * self.speed + up * self.brush_up + level * self.brush_level }
    }

    /// The racket at the touch, its middle where the ball meets it.
    #[must_use]
    pub fn racket_at(&self, ball: &BallState, body: &Body) -> RacketState {
        let Face { normal, velocity } = self.face();
        RacketState {
            center: ball.position - normal * body.radius,
            normal,
            velocity,
            turning: Vec3::zeros(),
            handle: None,
        }
    }

    /// How the face changes with tilt, turn and speed:
    /// ∂n/∂φ = e, ∂e/∂φ = -n, ∂l/∂φ = 0; ∂n/∂ψ = sin φ l, ∂e/∂ψ = cos φ l, ∂l/∂ψ = -(sin φ n + cos φ e).
    #[must_use]
    pub fn changes(&self) -> [Change; 3] {
        let [normal, up, level] = self.axes();
        let (sin, cos) = portable::sin_cos(self.tilt);
        let Self { speed, brush_up, brush_level, .. } = *self;
        let turned = level * (speed * sin + brush_up * cos) - (normal * sin + up * cos) * brush_level;
        [
            Change { normal: up, face_velocity: up * speed - normal * brush_up, ..Change::NONE },
            Change { normal: level * sin, face_velocity: turned, ..Change::NONE },
            Change { face_velocity: normal, ..Change::NONE },
        ]
    }
}

/// The linearised contact of a ball and a racket face, through which small changes can be carried.
///
/// With g = v - u the ball's velocity over the face, γ = g·n < 0, slip s = g - γ n + R n × ω:
///
/// ```text
/// v' = v - (1 + e) γ n - α s        ω' = ω + (3α / 2R) n × s
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Touch {
    normal: Vec3,
    relative: Vec3,
    approach: f64,
    slip: Vec3,
    spin: Vec3,
    radius: f64,
    /// e and d(e γ)/dγ.
    restitution: (f64, f64),
    /// α and its derivatives by |s| and γ.
    grip: (f64, f64, f64),
    after: BallState,
}

impl Touch {
    /// A ball met by a face; `None` for a model without spin ([`RacketContact::Linear`]), and for a face that moves
    /// away from the ball.
    #[must_use]
    pub fn of(contact: &RacketContact, ball: &BallState, face: &Face, body: &Body) -> Option<Self> {
        let (normal, radius) = (face.normal, body.radius);
        let relative = ball.velocity - face.velocity;
        let approach = relative.dot(&normal);
        let slip = relative - normal * approach + normal.cross(&ball.spin) * radius;
        if approach >= 0.0 {
            return None;
        }
        let (restitution, grip) = match contact {
            RacketContact::Ideal { k } => ((*k, *k), (0.0, 0.0, 0.0)),
            RacketContact::Rubber(rubber) => {
                let e = rubber.restitution(approach);
                let slope = rubber.restitution_slope(approach);
                let grip = grip(&rubber.grip(), slip.norm(), approach, (e, e + slope * approach), body);
                ((e, e + slope * approach), grip)
            }
            RacketContact::Linear { .. } => return None,
        };
        let velocity = ball.velocity - normal * ((1.0 + restitution.0) * approach) - slip * grip.0;
        let spin = ball.spin + normal.cross(&slip) * (1.5 * grip.0 / radius);
        let after = BallState::new(ball.position, velocity, spin);
        Some(Self { normal, relative, approach, slip, spin: ball.spin, radius, restitution, grip, after })
    }

    /// The ball right after.
    #[must_use]
    pub fn after(&self) -> &BallState {
        &self.after
    }

    /// How velocity and spin after the touch change with a change before it.
    #[must_use]
    pub fn carry(&self, change: &Change) -> (Vec3, Vec3) {
        let Self { normal, approach, slip, radius, .. } = *self;
        let relative = change.velocity - change.face_velocity;
        let by_approach = relative.dot(&normal) + self.relative.dot(&change.normal);
        let turned = change.normal.cross(&self.spin) + normal.cross(&change.spin);
        let by_slip = relative - normal * by_approach - change.normal * approach + turned * radius;
        let (e, rebound) = self.restitution;
        let (alpha, by_rate, by_speed) = self.grip;
        let rate = slip.norm();
        let by_alpha = if rate > 0.0 { by_rate * slip.dot(&by_slip) / rate } else { 0.0 } + by_speed * by_approach;
        let velocity = change.velocity
            - normal * ((1.0 + rebound) * by_approach)
            - change.normal * ((1.0 + e) * approach)
            - slip * by_alpha
            - by_slip * alpha;
        let torque = normal.cross(&slip) * by_alpha + (change.normal.cross(&slip) + normal.cross(&by_slip)) * alpha;
        (velocity, change.spin + torque * (1.5 / radius))
    }
}

/// α and its derivatives by the slip's speed and by the approach.
fn grip(grip: &Grip, rate: f64, approach: f64, (e, rebound): (f64, f64), body: &Body) -> (f64, f64, f64) {
    match *grip {
        Grip::Elastic { d0, d1 } => {
            let alpha = (d0 + d1 * rate) / body.mass;
            if (0.0..=0.8).contains(&alpha) { (alpha, d1 / body.mass, 0.0) } else { (alpha.clamp(0.0, 0.8), 0.0, 0.0) }
        }
        Grip::Coulomb { mu } => {
            let sliding = -mu * (1.0 + e) * approach;
            if sliding >= STICKING * rate {
                return (STICKING, 0.0, 0.0);
            }
            let alpha = sliding / rate;
            (alpha, -alpha / rate, -mu * (1.0 + rebound) / rate)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RacketState, Rubber};
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const BODY: Body = Body::STANDARD;
    /// Of 200 drawn balls, those that must fly towards the racket and touch it; the others leave it behind.
    const LEAST_TOUCHED: usize = 198;

    fn draw(rng: &mut ChaCha8Rng) -> (BallState, Sweep) {
        let mut vector = |most: f64| Vec3::from_fn(|_, _| rng.random_range(-most..most));
        let ball = BallState::new(vector(1.0), Vec3::new(5.0, 0.0, 0.0) + vector(3.0), vector(300.0));
        let sweep = Sweep {
            tilt: rng.random_range(1.0..2.2),
            turn: rng.random_range(1.0..2.2),
            speed: rng.random_range(0.0..4.0),
            brush_up: rng.random_range(-4.0..4.0),
            brush_level: rng.random_range(-2.0..2.0),
        };
        (ball, sweep)
    }

    fn contacts() -> impl Iterator<Item = RacketContact> {
        Rubber::ALL.into_iter().map(RacketContact::Rubber).chain([RacketContact::Ideal { k: 0.8 }])
    }

    #[test]
    fn ref_a_touch_is_the_rebound_of_the_simulation() {
        let mut rng = ChaCha8Rng::seed_from_u64(41);
        for contact in contacts() {
            let mut touched = 0;
            for _ in 0..200 {
                let (ball, sweep) = draw(&mut rng);
                let face = sweep.face();
                let center = ball.position - face.normal * BODY.radius;
                let racket = RacketState {
                    center,
                    normal: face.normal,
                    velocity: face.velocity,
                    turning: Vec3::zeros(),
                    handle: None,
                };
                let Some(touch) = Touch::of(&contact, &ball, &face, &BODY) else { continue };
                touched += 1;
                let truth = contact.rebound(&ball, &racket, &BODY);
                assert!((touch.after().velocity - truth.velocity).norm() < 1e-12, "{contact}");
                assert!((touch.after().spin - truth.spin).norm() < 1e-9, "{contact}");
            }
            assert!(touched >= LEAST_TOUCHED, "{contact}: {touched} of 200 balls touch the racket");
        }
    }

    #[test]
    fn law_changes_are_the_limits_of_differences() {
        let mut rng = ChaCha8Rng::seed_from_u64(42);
        let mut compared = 0;
        for contact in contacts() {
            let mut touched = 0;
            for _ in 0..200 {
                let (ball, sweep) = draw(&mut rng);
                let after = |ball: &BallState, sweep: &Sweep| {
                    Touch::of(&contact, ball, &sweep.face(), &BODY)
                        .map(|touch| (touch.after().velocity, touch.after().spin))
                };
                let Some(touch) = Touch::of(&contact, &ball, &sweep.face(), &BODY) else { continue };
                touched += 1;
                const STEP: f64 = 1e-6;
                for (index, change) in sweep.changes().into_iter().enumerate() {
                    let moved = |step: f64| {
                        let mut sweep = sweep;
                        *[&mut sweep.tilt, &mut sweep.turn, &mut sweep.speed][index] += step;
                        after(&ball, &sweep).unwrap()
                    };
                    compared += same(&touch.carry(&change), moved(STEP), moved(-STEP), STEP, &contact);
                }
                for axis in 0..6 {
                    let mut step = [Vec3::zeros(); 2];
                    step[axis / 3][axis % 3] = 1.0;
                    let moved = |share: f64| {
                        let (velocity, spin) = (ball.velocity + step[0] * share, ball.spin + step[1] * share);
                        after(&BallState { velocity, spin, ..ball }, &sweep).unwrap()
                    };
                    let change = Change { velocity: step[0], spin: step[1], ..Change::NONE };
                    compared += same(&touch.carry(&change), moved(STEP), moved(-STEP), STEP, &contact);
                }
            }
            assert!(touched >= LEAST_TOUCHED, "{contact}: {touched} of 200 balls touch the racket");
        }
        assert!(compared > 15_000, "{compared}");
    }

    /// Asserts that a carried change is the central difference; returns 1, the count of comparisons.
    fn same(
        carried: &(Vec3, Vec3),
        ahead: (Vec3, Vec3),
        behind: (Vec3, Vec3),
        step: f64,
        contact: &RacketContact,
    ) -> usize {
        let velocity = (ahead.0 - behind.0) / (2.0 * step);
        let spin = (ahead.1 - behind.1) / (2.0 * step);
        let error = (velocity - carried.0).norm() + 0.02 * (spin - carried.1).norm();
        assert!(error < 1e-4 * (1.0 + velocity.norm() + 0.02 * spin.norm()), "{contact}: {velocity} {}", carried.0);
        1
    }
}
