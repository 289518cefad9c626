//! From a request to a serve: where to strike, with which face, by which motion.

use super::error::{Refusals, RequestField};
use super::swing::{Swing, SwungRacket};
use super::{ArmAtStroke, RacketAtStroke, ServeError, ServePath, ServeRequest, Shooter, Toss, arm_at_stroke};
use crate::ball::{BallState, Blade, Physics, Range};
use crate::court::{Court, LEAST_TOSS_M};
use crate::geometry::{Pose, Vec3};
use crate::robot::{Arm, Mounted, Serve5};

/// The serving arm where it stands, behind the home end of the table, and what it plays with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Server {
    /// The arm.
    pub arm: Mounted<Serve5>,
    /// Radius of its racket, m.
    pub racket_radius: f64,
    /// The physics that it assumes.
    pub physics: Physics,
    /// The court.
    pub court: Court,
}

impl Default for Server {
    /// Where [`Serve5::at_home`] stands.
    fn default() -> Self {
        let arm = Serve5::default().at_home();
        Self { arm, racket_radius: 0.08, physics: Physics::default(), court: Court::STANDARD }
    }
}

/// A serve, ready to be made. Times count from the release of the ball.
#[derive(Debug, Clone, Copy)]
pub struct ServePlan {
    /// What was requested.
    pub request: ServeRequest,
    /// The toss.
    pub toss: Toss,
    /// The ball right before the stroke.
    pub before: BallState,
    /// The ball after the stroke and where it goes.
    pub path: ServePath,
    /// The racket at the stroke.
    pub racket: RacketAtStroke,
    /// The arm at the stroke.
    pub arm: ArmAtStroke,
    /// The arm's motion.
    pub swing: Swing,
}

impl Server {
    /// The same server at another position behind the home end line, x and y, m.
    #[must_use]
    pub fn standing_at(self, [x, y]: [f64; 2]) -> Self {
        let arm = Mounted { world_from_base: Pose::translation(x, y, 0.0), ..self.arm };
        Self { arm, ..self }
    }

    /// Where a ball may be struck: from the middle of the stand, away from the net, m.
    const BEHIND_STAND: [f64; 6] = [-0.19, -0.12, -0.05, 0.03, 0.11, 0.19];
    /// Least distance behind the end line, m.
    const BEHIND_LINE: f64 = 0.05;
    /// Heights above the table at which a ball may be struck, m.
    const HEIGHTS: [f64; 8] = [0.06, 0.11, 0.16, 0.22, 0.28, 0.35, 0.43, 0.52];

    /// The serve that needs the least effort of the joints, of all hit positions.
    ///
    /// # Errors
    /// When the request makes no sense, or there is no such serve: how many candidates were tried and why they were
    /// refused.
    pub fn plan(&self, request: &ServeRequest) -> Result<ServePlan, ServeError> {
        self.check(request)?;
        let toss = Toss::rising(request.toss_rise, &self.physics);
        let mut refusals = Refusals::default();
        let mut candidates = Vec::new();
        let stands_x = self.arm.world_from_base.translation.x;
        let positions = Self::BEHIND_STAND.map(|behind| stands_x + behind);
        for x in positions.into_iter().filter(|x| *x >= self.court.end_line() + Self::BEHIND_LINE) {
            for height in Self::HEIGHTS {
                match self.candidates(request, &toss, (x, height)) {
                    Ok(found) => candidates.extend(found),
                    Err(error) => refusals.count(&error),
                }
            }
        }
        candidates.sort_by(|a, b| a.arm.effort.total_cmp(&b.arm.effort));
        for candidate in candidates {
            match self.finish(request, &toss, &candidate) {
                Ok(plan) => return Ok(plan),
                Err(error) => refusals.count(&error),
            }
        }
        Err(ServeError::NoServe(refusals))
    }

    /// Whether a request is one for a serve at all.
    fn check(&self, request: &ServeRequest) -> Result<(), ServeError> {
        let refuse = |field, value: f64, allowed: String| Err(ServeError::Request { field, value, allowed });
        let (long, wide) =
            (self.court.end_line() - Shooter::LINE_MARGIN, self.court.side_line() - Shooter::LINE_MARGIN);
        let lengths = Range::from_to(Shooter::LINE_MARGIN, long);
        let widths = Range::from_to(-wide, wide);
        for (field, (x, y), sign) in
            [(RequestField::OwnBounce, request.own_bounce, 1.0), (RequestField::FarBounce, request.far_bounce, -1.0)]
        {
            if !lengths.contains(x * sign) {
                let (near, far) = (sign * Shooter::LINE_MARGIN, sign * long);
                return refuse(field, x, format!("x between {near:.3} and {far:.3} m"));
            }
            if !widths.contains(y) {
                return refuse(field, y, format!("y between {:.4} and {wide:.4} m", -wide));
            }
        }
        for (field, value) in [(RequestField::Topspin, request.topspin), (RequestField::Sidespin, request.sidespin)] {
            if !Range::from_to(-1000.0, 1000.0).contains(value) {
                return refuse(field, value, "from -1000 to 1000 rad/s".into());
            }
        }
        if !Range::from_to(LEAST_TOSS_M, 3.0).contains(request.toss_rise) {
            let allowed = format!("a rise from {LEAST_TOSS_M} (the rules) to 3 m");
            return refuse(RequestField::TossRise, request.toss_rise, allowed);
        }
        Ok(())
    }

    /// Candidates for a stroke at a hit position, x and z, m.
    pub(super) fn candidates(
        &self,
        request: &ServeRequest,
        toss: &Toss,
        hit: (f64, f64),
    ) -> Result<Vec<ServeCandidate>, ServeError> {
        let path = Shooter::new(&self.physics, &self.court).solve(request, hit, toss.falling)?;
        let (before, racket) = self.stroke(&path, toss)?;
        let arms = arm_at_stroke(&self.arm, &racket)?;
        Ok(arms.into_iter().map(|arm| ServeCandidate { path, before, racket, arm }).collect())
    }

    /// The falling ball and the racket that turns it into the served one.
    fn stroke(&self, path: &ServePath, toss: &Toss) -> Result<(BallState, RacketAtStroke), ServeError> {
        let body = &self.physics.body;
        let before = BallState::new(path.struck.position, -Vec3::z() * toss.falling, Vec3::zeros());
        let face = self.physics.racket.strike(&before, &path.struck.velocity, &path.struck.spin, body)?;
        let center = before.position - face.normal * body.radius;
        Ok((before, RacketAtStroke { center, normal: face.normal, velocity: face.velocity }))
    }

    /// The whole serve for a candidate, if the arm can swing so and the simulated serve is good.
    pub(super) fn finish(
        &self,
        request: &ServeRequest,
        toss: &Toss,
        candidate: &ServeCandidate,
    ) -> Result<ServePlan, ServeError> {
        let limits = self.arm.limits();
        if candidate.arm.effort > 1.0 {
            let share = |joint: &usize| candidate.arm.rates[*joint].abs() / limits[*joint].speed;
            let joint = (0..5).max_by(|a, b| share(a).total_cmp(&share(b))).unwrap_or(0);
            let (needed_rad_s, limit_rad_s) = (candidate.arm.rates[joint].abs(), limits[joint].speed);
            return Err(ServeError::TooFast { number: joint + 1, needed_rad_s, limit_rad_s });
        }
        let swing = Swing::through(&candidate.arm, toss.duration_s, limits)?;
        let racket = SwungRacket { arm: &self.arm, swing: &swing, blade: Blade::of_radius(self.racket_radius) };
        if !racket.clears_table_and_post(&self.court)
            || !racket.lets_ball_pass(&candidate.path, self.physics.body.radius)
        {
            return Err(ServeError::Collision);
        }
        let ServeCandidate { path, before, racket, arm } = *candidate;
        let plan = ServePlan { request: *request, toss: *toss, before, path, racket, arm, swing };
        self.perform(&plan).good().map(|()| plan)
    }
}

/// A hit position with the arm's configuration for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ServeCandidate {
    pub(super) path: ServePath,
    pub(super) before: BallState,
    pub(super) racket: RacketAtStroke,
    pub(super) arm: ArmAtStroke,
}
