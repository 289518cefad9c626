//! The paper's own scheme to place a ball: a linear racket, moved along x, by Newton's method [paper 004, placing the
//! ball].

use nalgebra::Matrix3;

use super::AimError;
use crate::ball::{RacketContact, Sweep};
use crate::geometry::{Vec3, portable};

/// The paper's linear rebound: R (V_O - V_r) = K_r R (V_I - V_r) + B_r, the second row of R the face normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearRacket {
    /// Diagonal of K_r: up the face, along the normal, level along the face.
    pub factors: Vec3,
    /// B_r, m/s.
    pub offset: Vec3,
}

impl Default for LinearRacket {
    /// As printed.
    fn default() -> Self {
        Self { factors: Vec3::new(0.82, -0.88, -0.82), offset: Vec3::new(0.1, 0.0, 0.1) }
    }
}

impl TryFrom<RacketContact> for LinearRacket {
    type Error = RacketContact;

    /// The linear racket of a contact model; any other model is returned as the error.
    fn try_from(contact: RacketContact) -> Result<Self, RacketContact> {
        match contact {
            RacketContact::Linear { k1, k2, k3, b1, b3 } => {
                Ok(Self { factors: Vec3::new(k1, k2, k3), offset: Vec3::new(b1, 0.0, b3) })
            }
            other => Err(other),
        }
    }
}

/// What the scheme gives: the face's angles and the racket's speed along x, m/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaperStroke {
    /// φ, rad.
    pub tilt: f64,
    /// ψ, rad.
    pub turn: f64,
    /// v_rx, m/s.
    pub speed_x: f64,
    /// Steps that it took.
    pub steps: usize,
}

/// Size of the step that ends the scheme.
const TOLERANCE: f64 = 1e-6;
const MOST_STEPS: usize = 50;

impl LinearRacket {
    /// The stroke that turns `incoming` into `wanted`, both m/s, by Newton's method from φ = π/2, ψ = ±π/2 (+ when the
    /// ball is at y > 0) and v_rx = -2 m/s.
    ///
    /// # Errors
    /// When it does not converge.
    pub fn stroke(&self, incoming: &Vec3, wanted: &Vec3, y: f64) -> Result<PaperStroke, AimError> {
        let quarter = std::f64::consts::FRAC_PI_2;
        let mut unknown = Vec3::new(quarter, if y > 0.0 { quarter } else { -quarter }, -2.0);
        let mut miss = f64::INFINITY;
        for steps in 1..=MOST_STEPS {
            let (error, slope) = self.equations(&unknown, incoming, wanted);
            miss = error.norm();
            let Some(step) = slope.lu().solve(&error) else { break };
            unknown -= step;
            if step.amax() < TOLERANCE {
                return Ok(PaperStroke { tilt: unknown.x, turn: unknown.y, speed_x: unknown.z, steps });
            }
        }
        Err(AimError::Scheme { left_m_s: miss })
    }

    /// R (V_O - V_r) - K_r R (V_I - V_r) - B_r and its derivatives by φ, ψ and v_rx.
    fn equations(&self, unknown: &Vec3, incoming: &Vec3, wanted: &Vec3) -> (Vec3, Matrix3<f64>) {
        let sweep = Sweep { tilt: unknown.x, turn: unknown.y, speed: 0.0, brush_up: 0.0, brush_level: 0.0 };
        let [normal, up, level] = sweep.axes();
        let (sin, cos) = portable::sin_cos(unknown.x);
        let racket = Vec3::x() * unknown.z;
        let (out, into) = (wanted - racket, incoming - racket);
        // Of each row of R: what it makes of V_O - V_r, less what K_r leaves of V_I - V_r.
        let through = |rows: [Vec3; 3]| Vec3::from_fn(|i, _| rows[i].dot(&out) - self.factors[i] * rows[i].dot(&into));
        let error = through([up, normal, level]) - self.offset;
        let by_tilt = through([-normal, up, Vec3::zeros()]);
        let by_turn = through([level * cos, level * sin, -(normal * sin + up * cos)]);
        let by_speed = Vec3::from_fn(|i, _| (self.factors[i] - 1.0) * [up, normal, level][i].x);
        (error, Matrix3::from_columns(&[by_tilt, by_turn, by_speed]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ball::{BallState, Body, RacketContact, RacketState};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn ref_the_schemes_stroke_does_what_the_linear_model_says() {
        let racket = LinearRacket::default();
        let contact: RacketContact = "linear".parse().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(71);
        let mut found = 0;
        for _ in 0..1000 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let incoming = Vec3::new(draw(2.0, 6.0), draw(-1.0, 1.0), draw(-1.5, 1.5));
            let wanted = Vec3::new(draw(-7.0, -4.0), draw(-1.0, 1.0), draw(0.5, 2.5));
            let Ok(stroke) = racket.stroke(&incoming, &wanted, draw(-0.5, 0.5)) else { continue };
            // Beyond 0 to π the scheme's tangents are the model's turned round, and with them its offset.
            if !(0.0..std::f64::consts::PI).contains(&stroke.tilt) {
                continue;
            }
            let sweep = Sweep { tilt: stroke.tilt, turn: stroke.turn, speed: 0.0, brush_up: 0.0, brush_level: 0.0 };
            let normal = sweep.face().normal;
            // The model takes the side of the face that the ball comes from; the scheme, the side that its angles name.
            let ball = BallState::new(normal * 0.02, incoming, Vec3::zeros());
            let face = RacketState {
                center: Vec3::zeros(),
                normal,
                velocity: Vec3::x() * stroke.speed_x,
                turning: Vec3::zeros(),
                handle: None,
            };
            let after = contact.rebound(&ball, &face, &Body::STANDARD).velocity;
            assert!((after - wanted).norm() < 1e-5, "{after} is not {wanted}: {stroke:?}");
            found += 1;
        }
        assert!(found > 700, "{found}");
    }
}
