//! The planar player: the nine steps of each stroke [paper 000].
//!
//! It works in the vertical plane of play seen from its own end: u along the table, positive on its own side, z
//! up. The robot stands behind its end line and faces the net, so its own x is `base_u - u`.

mod agent;
mod body;
mod measurement;
mod stroke;
mod swing;

pub use agent::PlanarAgent;
pub use body::PlanarBody;
pub use measurement::PlanarMeasurement;
pub use stroke::{NoStroke, RacketAtHit, Rejections, StrokePlan};
pub use swing::PlanarSwing;

use nalgebra::Vector3;
use rand::{Rng, RngExt};

use crate::court::Court;
use crate::geometry::{first_quadratic_root_after, portable};
use crate::motion::{JointMotion, JointState};
use stroke::Refused;

/// What the player may choose from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarChoice {
    /// Clearance between ball and net as it passes over, m, least and most.
    pub net_clearance: (f64, f64),
    /// Distance of the landing point from the net, m, least and most.
    pub target: (f64, f64),
    /// Distance of the hit from the net, m, least and most.
    pub hit_u: (f64, f64),
    /// Height of the hit, m, least and most.
    pub hit_z: (f64, f64),
    /// How many choices are tried before the player gives up.
    pub attempts: u32,
}

/// A robot that plays in the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarPlayer {
    /// Its body.
    pub body: PlanarBody,
    /// What it chooses from.
    pub choice: PlanarChoice,
    /// The court it plays on.
    pub court: Court,
    /// Gravity that it assumes, m/s².
    pub gravity: f64,
    /// Radius of the ball that it assumes, m.
    pub ball_radius: f64,
    /// Restitution of the table that it assumes.
    pub table_k: f64,
    /// Restitution of its racket that it assumes.
    pub racket_k: f64,
}

/// A number between least and most.
fn draw((least, most): (f64, f64), rng: &mut impl Rng) -> f64 {
    least + (most - least) * rng.random::<f64>()
}

/// a, b, c of the parabola z = a u² + b u + c through three points with different u.
#[must_use]
pub fn parabola_through(points: [(f64, f64); 3]) -> (f64, f64, f64) {
    let [(u0, z0), (u1, z1), (u2, z2)] = points;
    let slope01 = (z1 - z0) / (u1 - u0);
    let slope12 = (z2 - z1) / (u2 - u1);
    let a = (slope12 - slope01) / (u2 - u0);
    let b = slope01 - a * (u0 + u1);
    (a, b, z0 - (a * u0 + b) * u0)
}

impl PlanarPlayer {
    /// Decides on a stroke from a measurement of the ball and the arm's present state.
    ///
    /// # Errors
    /// When the ball cannot be played, or no choice survives.
    pub fn plan(
        &self,
        measurement: &PlanarMeasurement,
        arm: &JointState<3>,
        rng: &mut impl Rng,
    ) -> Result<StrokePlan, NoStroke> {
        let bounced = self.after_bounce(measurement).ok_or(NoStroke::NoBounce)?;
        let (first, last) = self.hitting_window(&bounced).ok_or(NoStroke::NotInZone)?;
        let mut rejections = Rejections::default();
        for _ in 0..self.choice.attempts {
            // Steps 1 and 2: the hit point and the ball there.
            let ball = bounced.after(draw((first, last), rng), self.gravity);
            let clearance = draw(self.choice.net_clearance, rng);
            let target = draw(self.choice.target, rng);
            match self.stroke(&ball, clearance, target, measurement.t_s, arm) {
                Ok((after, racket, motion)) => {
                    return Ok(StrokePlan { bounced, ball, after, racket, motion, target, rejections });
                }
                Err(refused) => *refused.count(&mut rejections) += 1,
            }
        }
        Err(NoStroke::AllRefused(rejections))
    }

    /// A ball for the other side to begin with: from the middle of the hitting zone over the net, drawn like a return.
    ///
    /// # Errors
    /// When every choice is refused.
    pub fn feed(&self, rng: &mut impl Rng) -> Result<PlanarMeasurement, Rejections> {
        let PlanarChoice { hit_u, hit_z, net_clearance, target, attempts } = self.choice;
        let from = ((hit_u.0 + hit_u.1) / 2.0, (hit_z.0 + hit_z.1) / 2.0);
        let mut rejections = Rejections::default();
        for _ in 0..attempts {
            match self.return_path(from, draw(net_clearance, rng), draw(target, rng)) {
                Ok((vu, vz)) => return Ok(PlanarMeasurement { t_s: 0.0, u: from.0, z: from.1, vu, vz }),
                Err(refused) => *refused.count(&mut rejections) += 1,
            }
        }
        Err(rejections)
    }

    /// The ball right after its bounce on this side.
    fn after_bounce(&self, measurement: &PlanarMeasurement) -> Option<PlanarMeasurement> {
        let fall = (-0.5 * self.gravity, measurement.vz, measurement.z - self.ball_radius);
        let dt_s = first_quadratic_root_after(fall.0, fall.1, fall.2, 1e-9)?;
        let landed = measurement.after(dt_s, self.gravity);
        let on_this_side = landed.u > 0.0 && landed.u <= self.court.end_line();
        on_this_side.then_some(PlanarMeasurement { z: self.ball_radius, vz: -self.table_k * landed.vz, ..landed })
    }

    /// First and last time after the bounce, s, at which the ball is in the hitting zone.
    fn hitting_window(&self, bounced: &PlanarMeasurement) -> Option<(f64, f64)> {
        let reaches = |u: f64| (u - bounced.u) / bounced.vu;
        let (mut first, mut last) = (reaches(self.choice.hit_u.0).max(0.0), reaches(self.choice.hit_u.1));
        // The heights are reached on the way up and left on the way down.
        let crossing = |height: f64| {
            let root = (bounced.vz * bounced.vz - 2.0 * self.gravity * (height - bounced.z)).max(0.0).sqrt();
            ((bounced.vz - root) / self.gravity, (bounced.vz + root) / self.gravity)
        };
        let top = bounced.z + bounced.vz * bounced.vz / (2.0 * self.gravity);
        if bounced.vu <= 0.0 || top < self.choice.hit_z.0 {
            return None;
        }
        let (low_up, low_down) = crossing(self.choice.hit_z.0);
        first = first.max(low_up);
        last = last.min(low_down);
        if top > self.choice.hit_z.1 {
            let (high_up, high_down) = crossing(self.choice.hit_z.1);
            if first < high_up {
                last = last.min(high_up);
            } else {
                first = first.max(high_down);
            }
        }
        (first <= last).then_some((first, last))
    }

    /// Steps 3 to 9 for one choice.
    fn stroke(
        &self,
        ball: &PlanarMeasurement,
        clearance: f64,
        target: f64,
        start_s: f64,
        arm: &JointState<3>,
    ) -> Result<((f64, f64), RacketAtHit, JointMotion<3>), Refused> {
        let after = self.return_path((ball.u, ball.z), clearance, target)?;
        let racket = self.racket_for(ball, after);
        let motion = self.body.swing(start_s, arm, ball.t_s, &racket).ok_or(Refused::Reach)?;
        let recovery = self.body.recovery(ball.t_s, &motion.at(ball.t_s));
        if !self.body.keeps_speeds(&motion) || !self.body.keeps_speeds(&recovery) {
            return Err(Refused::Speed);
        }
        if self.touches_table(&motion, start_s) || self.touches_table(&recovery, ball.t_s) {
            return Err(Refused::Table);
        }
        Ok((after, racket, motion))
    }

    /// Velocity after the hit that follows the parabola through hit point, net point and target [steps 3 and 4].
    fn return_path(&self, from: (f64, f64), clearance: f64, target: f64) -> Result<(f64, f64), Refused> {
        let over_net = self.court.net_height + self.ball_radius + clearance;
        let (a, b, c) = parabola_through([from, (0.0, over_net), (-target, self.ball_radius)]);
        if a >= 0.0 {
            return Err(Refused::Path);
        }
        if !self.clears_cord(|u| (a * u + b) * u + c) {
            return Err(Refused::Net);
        }
        let vu = -(-self.gravity / (2.0 * a)).sqrt();
        let vz = b * vu - self.gravity * from.0 / vu;
        let landing_vz = (2.0 * a * -target + b) * vu;
        // Seen from the other side: it must leave the table before a second bounce, at a height that can be played.
        let bounced =
            PlanarMeasurement { t_s: 0.0, u: target, z: self.ball_radius, vu: -vu, vz: -self.table_k * landing_vz };
        let second_bounce_u = bounced.u + bounced.vu * 2.0 * bounced.vz / self.gravity;
        if second_bounce_u < self.choice.hit_u.0 || self.hitting_window(&bounced).is_none() {
            return Err(Refused::Path);
        }
        Ok((vu, vz))
    }

    /// Whether a ball on a path z(u) stays clear of the cord, which is a line: checked every millimetre, and so with a
    /// margin of a hundredth of one.
    fn clears_cord(&self, height: impl Fn(f64) -> f64) -> bool {
        const SAMPLES: i32 = 20;
        (-SAMPLES..=SAMPLES).all(|i| {
            let u = self.ball_radius * f64::from(i) / f64::from(SAMPLES);
            portable::hypot(height(u) - self.court.net_height, u) > self.ball_radius + 1e-5
        })
    }

    /// Racket that turns the ball's velocity into the wanted one, moving along its own normal [step 5]:
    /// n = (v⁺ - v⁻) / |v⁺ - v⁻|, v_R = (v⁺·n + k v⁻·n) / (1 + k).
    fn racket_for(&self, ball: &PlanarMeasurement, after: (f64, f64)) -> RacketAtHit {
        let (du, dz) = (after.0 - ball.vu, after.1 - ball.vz);
        let length = portable::hypot(du, dz);
        let normal = (du / length, dz / length);
        let along = |v: (f64, f64)| v.0 * normal.0 + v.1 * normal.1;
        let k = self.racket_k;
        RacketAtHit {
            u: ball.u - self.ball_radius * normal.0,
            z: ball.z - self.ball_radius * normal.1,
            normal,
            speed: (along(after) + k * along((ball.vu, ball.vz))) / (1.0 + k),
        }
    }

    /// Whether a link or the racket would come below the table top where the table is. Checked so often that nothing
    /// moves farther than 5 cm in between.
    fn touches_table(&self, motion: &JointMotion<3>, start_s: f64) -> bool {
        let lasts_s = motion.end_s() - start_s;
        let distance = lasts_s * self.body.arm.speed_bound(&motion.peak_speeds());
        let checks = (distance / 0.05).ceil().clamp(4.0, 1000.0);
        (1..=checks as u32).any(|i| {
            let now = motion.at(start_s + lasts_s * f64::from(i) / checks);
            self.dips_into_table(&now.position)
        })
    }

    /// Whether some part of the arm in this pose is below the table top where the table is.
    fn dips_into_table(&self, q: &Vector3<f64>) -> bool {
        let body = &self.body;
        let [elbow, wrist, racket] = body.arm.points(q);
        let (sin, cos) = portable::sin_cos(q.sum());
        let rim = |side: f64| (racket.0 - side * body.racket_radius * sin, racket.1 + side * body.racket_radius * cos);
        let links = [((0.0, 0.0), elbow), (elbow, wrist), (wrist, racket), (rim(-1.0), rim(1.0))];
        // In the robot's own frame the table begins this far in front of it, with its top this low.
        let (edge, top) = (body.base_u - self.court.end_line(), -body.base_z);
        links.into_iter().any(|(from, to)| {
            let (behind, front) = if from.0 < to.0 { (from, to) } else { (to, from) };
            if front.0 <= edge {
                return false;
            }
            let share = ((edge - behind.0) / (front.0 - behind.0)).clamp(0.0, 1.0);
            let at_edge = behind.1 + share * (front.1 - behind.1);
            at_edge.min(front.1) < top
        })
    }
}
