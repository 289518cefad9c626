//! Priors: what is assumed of a ball before it is seen.

use crate::ball::{Aero, Air, Body, Physics, TableContact};
use crate::court::Court;
use crate::geometry::Vec3;

/// A number that is known within a standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gaussian {
    /// What is expected.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
}

/// What is expected of a ball's spin in the frame of its flight, rad/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpinPrior {
    /// About the level axis to the left of the flight: topspin is positive, backspin negative.
    pub top: Gaussian,
    /// About the level direction of the flight.
    pub along: Gaussian,
    /// About the vertical: positive curves the ball to its left.
    pub side: Gaussian,
}

/// Prior knowledge of a flight: the air, the bounce, the spin.
///
/// ```text
/// a = g - (ρ A / 2m) C_D |v| v + (ρ A / 2m) C_L |v| (ω̂ × v)        S = R |ω| / |v|
/// C_D = `drag` + `spin_drag` tanh²(S / `bend`)        C_L = `lift` tanh(S / `bend`)
/// ```
/// and Nakashima's bounce with `restitution` and `friction`, except that a ball that grips the table loses the share
/// `grip` of its slip: 2/5 when it leaves rolling, more when the contact springs back. Each of the five numbers with a
/// [`Gaussian`] is estimated with the flight: balls, tables and the scales of cameras differ from hall to hall, and a
/// wrong constant costs more than an unknown one. Drag that grows with spin is what makes one set of numbers fit
/// flights with and without spin: docs/theory/tracking.md.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Priors {
    /// The ball.
    pub body: Body,
    /// Gravity and air.
    pub air: Air,
    /// Where the table is.
    pub court: Court,
    /// Drag coefficient of a ball without spin.
    pub drag: Gaussian,
    /// What spin adds to it at most.
    pub spin_drag: f64,
    /// Largest lift coefficient.
    pub lift: Gaussian,
    /// Spin parameter S at which lift bends.
    pub bend: f64,
    /// Restitution of the table.
    pub restitution: Gaussian,
    /// Friction of the table.
    pub friction: Gaussian,
    /// Share of its slip that a ball loses that does not slide all the way.
    pub grip: Gaussian,
    /// How sharp the corner between sliding and gripping is: the lesser of both shares a and b is
    /// (a⁻ⁿ + b⁻ⁿ)^(-1/n), n = 2^`corner_doublings`.
    pub corner_doublings: u32,
    /// A bounce model without spin, instead of friction and grip.
    pub linear: Option<LinearBounce>,
    /// Spin at the first measurement.
    pub spin: SpinPrior,
    /// Standard deviation of each component of the velocity, m/s: faster balls are not seen.
    pub velocity_sd: f64,
}

/// A bounce model without spin [paper 004]: v_x' = `along` v_x ± `push`, v_y' = `across` v_y, and the vertical speed as
/// in any bounce.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearBounce {
    /// Factor along the table.
    pub along: f64,
    /// Factor across the table.
    pub across: f64,
    /// Added along the table, in the direction of the flight, m/s.
    pub push: f64,
}

impl SpinPrior {
    /// Nothing known of the stroke: people's rallies and launchers.
    pub const UNKNOWN: Self = Self::around(0.0, 120.0, 0.0, 60.0);

    pub(super) const fn around(top: f64, top_sd: f64, side: f64, side_sd: f64) -> Self {
        let along = Gaussian { mean: 0.0, sd: 30.0 };
        Self { top: Gaussian { mean: top, sd: top_sd }, along, side: Gaussian { mean: side, sd: side_sd } }
    }

    /// The axes of a flight: to its left, ahead, up.
    pub(super) fn axes(velocity: &Vec3) -> [Vec3; 3] {
        let ahead = Vec3::new(velocity.x, velocity.y, 0.0).try_normalize(1e-9).unwrap_or_else(Vec3::x);
        [Vec3::z().cross(&ahead), ahead, Vec3::z()]
    }

    /// A spin that is known, of a ball with a velocity, within a standard deviation about each axis.
    #[must_use]
    pub fn known(velocity: &Vec3, spin: &Vec3, sd: f64) -> Self {
        let [top, along, side] = Self::axes(velocity).map(|axis| Gaussian { mean: axis.dot(spin), sd });
        Self { top, along, side }
    }

    /// Mean and information matrix in the world frame, for a ball of this velocity.
    pub(super) fn in_world(&self, velocity: &Vec3) -> (Vec3, nalgebra::Matrix3<f64>) {
        let axes = nalgebra::Matrix3::from_columns(&Self::axes(velocity));
        let gaussians = [self.top, self.along, self.side];
        let mean = Vec3::from(gaussians.map(|gaussian| gaussian.mean));
        let information = Vec3::from(gaussians.map(|gaussian| gaussian.information()));
        (axes * mean, axes * nalgebra::Matrix3::from_diagonal(&information) * axes.transpose())
    }
}

impl Gaussian {
    /// 1 / sd², bounded so that a number that is known exactly stays in the same equations as the others.
    pub(super) fn information(&self) -> f64 {
        const MOST: f64 = 1e14;
        (1.0 / (self.sd * self.sd)).min(MOST)
    }
}

impl Default for Priors {
    /// Typical balls and tables whose constants nobody measured, nothing known of the stroke. Drag: 0.40 is a smooth
    /// sphere's at these speeds; with spin it reaches the 0.53 to 0.55 of 130 flights with measured spin. Lift: 0.28
    /// there, more in launcher flights, hence the wide prior. The bounce: 252 real ones. The simulated ball is one of
    /// them; for a recorded one see [`Priors::recorded`].
    fn default() -> Self {
        Self {
            body: Body::STANDARD,
            air: Air::STANDARD,
            court: Court::STANDARD,
            drag: Gaussian { mean: 0.40, sd: 0.06 },
            spin_drag: 0.13,
            lift: Gaussian { mean: 0.32, sd: 0.06 },
            bend: 0.25,
            restitution: Gaussian { mean: 0.942, sd: 0.02 },
            friction: Gaussian { mean: 0.25, sd: 0.03 },
            grip: Gaussian { mean: 0.42, sd: 0.03 },
            corner_doublings: 4,
            linear: None,
            spin: SpinPrior::UNKNOWN,
            velocity_sd: 20.0,
        }
    }
}

impl Priors {
    /// [`Priors::default`] with a ball and a table of other sizes.
    #[must_use]
    pub fn typical(body: Body, court: Court) -> Self {
        Self { body, court, ..Self::default() }
    }

    /// Priors for a ball that was recorded in a real hall. They differ from [`Priors::default`] in what no simulated
    /// ball has:
    ///
    /// - Air carries the ball, and some of it moves along. g' = g (1 - q) / (1 + q / 2) with q = ρ V / m, the buoyancy
    ///   and the added mass of a sphere: 9.59 m/s². Without it a ball that falls more slowly is taken for one with
    ///   backspin, at any spin and in any hall.
    /// - Drag without spin: 0.32 in one hall, 0.40 of a smooth sphere; with much spin it is the same as in the default.
    /// - A ball that does not slide all the way loses more slip than rolling takes: it is flat while it touches, and
    ///   the contact springs back. 0.44 to 0.46 were measured in one hall, 0.42 in others.
    /// - The corner between sliding and gripping is sharper. Balls without spin bounce near it, and the default's
    ///   rounding takes 4 % of the loss away there.
    /// - Friction: 0.25 and 0.26 in the same hall, of balls that slide.
    ///
    /// Drag, friction and grip were chosen with flights of that hall in view: docs/theory/tracking.md.
    #[must_use]
    pub fn recorded() -> Self {
        let typical = Self::default();
        let Self { body, air, .. } = typical;
        let displaced = air.density * body.volume() / body.mass;
        let gravity = air.gravity * (1.0 - displaced) / (1.0 + 0.5 * displaced);
        Self {
            air: Air { gravity, ..air },
            drag: Gaussian { mean: 0.37, sd: 0.06 },
            spin_drag: 0.16,
            friction: Gaussian { mean: 0.26, sd: 0.03 },
            grip: Gaussian { mean: 0.46, sd: 0.05 },
            corner_doublings: 6,
            ..typical
        }
    }

    /// Drag, lift, restitution, friction and grip.
    #[must_use]
    pub fn constants(&self) -> [Gaussian; 5] {
        [self.drag, self.lift, self.restitution, self.friction, self.grip]
    }

    /// Priors for a world that is `physics`: its constants are known up to small allowances for what an estimate leaves
    /// out, the bend of lift within a range of spins and the corner between sliding and gripping. With them the
    /// covariance is as large as the errors are (tests/law_track.rs); without them it is too small by half after a
    /// bounce.
    #[must_use]
    pub fn knowing(physics: &Physics, court: Court) -> Self {
        // A lift proportional to spin is a saturating one whose bend is far away: 3e-4 off at S = 1.5.
        const FAR_BEND: f64 = 50.0;
        const DRAG: f64 = 0.003;
        const LIFT: f64 = 0.04;
        const RESTITUTION: f64 = 0.003;
        const FRICTION: f64 = 0.012;
        const GRIP: f64 = 0.015;
        let (drag, lift, bend) = match physics.aero {
            Aero::Vacuum => (0.0, 0.0, FAR_BEND),
            Aero::Drag { cd } => (cd, 0.0, FAR_BEND),
            Aero::Constant { cd, cm } => (cd, 8.0 / 3.0 * cm * FAR_BEND, FAR_BEND),
            Aero::Saturating { cd, a, b } => (cd, a, b),
        };
        let (restitution, friction, linear) = match physics.table {
            TableContact::Nakashima { e, mu } => (e, mu, None),
            TableContact::Ideal { k } => (k, 0.0, None),
            TableContact::Linear { kx, ky, kz, bx } => {
                (-kz, 0.0, Some(LinearBounce { along: kx, across: ky, push: bx }))
            }
        };
        Self {
            body: physics.body,
            air: physics.air,
            court,
            drag: Gaussian { mean: drag, sd: DRAG },
            spin_drag: 0.0,
            lift: Gaussian { mean: lift, sd: LIFT * bend },
            bend,
            restitution: Gaussian { mean: restitution, sd: RESTITUTION },
            friction: Gaussian { mean: friction, sd: FRICTION },
            grip: Gaussian { mean: 0.4, sd: GRIP },
            linear,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 33.5 cm³ of air weigh 41 mg, 1.52 % of a ball; half as much moves with it.
    #[test]
    fn law_air_carries_a_recorded_ball_and_moves_with_it() {
        let (recorded, typical) = (Priors::recorded(), Priors::default());
        assert!((recorded.air.gravity / typical.air.gravity - 0.9848 / 1.0076).abs() < 1e-4);
        assert_eq!(recorded.air.density, typical.air.density);
        let most_drag = |priors: &Priors| priors.drag.mean + priors.spin_drag;
        assert!((most_drag(&recorded) - most_drag(&typical)).abs() < 1e-12, "with much spin drag is the same");
    }

    #[test]
    fn law_topspin_is_topspin_whichever_way_the_ball_flies() {
        let prior = SpinPrior::around(100.0, 10.0, 7.0, 20.0);
        let (towards_home, information) = prior.in_world(&Vec3::new(5.0, 0.0, 1.0));
        assert!((towards_home - Vec3::new(0.0, 100.0, 7.0)).norm() < 1e-12);
        assert!((information[(1, 1)] - 0.01).abs() < 1e-15 && (information[(2, 2)] - 0.0025).abs() < 1e-15);
        let (towards_away, _) = prior.in_world(&Vec3::new(-5.0, 0.0, 1.0));
        assert!((towards_away - Vec3::new(0.0, -100.0, 7.0)).norm() < 1e-12);
    }
}
