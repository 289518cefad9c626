//! The serving arm over time: it moves to its start, tosses the ball and strikes it.
//!
//! At whichever end it stands, everything here is in its own frame, in which it serves from the home end.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use super::{ServeError, ServePlan, ServeRequest, Server, SwungRacket};
use crate::ball::{BallEvent, BallSim, BallState, Blade, RacketMotion, Settings, Surroundings};
use crate::geometry::Vec3;
use crate::motion::{Follower, JointState};
use crate::robot::{Arm, Joints, Robot};

/// The arm between and during its serves.
#[derive(Debug, Clone)]
pub struct ServingArm {
    server: Arc<Server>,
    around: Surroundings,
    follower: Follower<5>,
    /// The arm folded away.
    folded: Joints<5>,
    serve: Option<Serve>,
}

/// A serve in progress.
#[derive(Debug, Clone)]
struct Serve {
    plan: Box<ServePlan>,
    /// When the ball leaves the hand, s.
    release_s: f64,
    /// The ball, on the clock of the toss, from then on.
    toss: Option<BallSim>,
}

/// Usual hit position relative to the stand: away from the net, and towards the middle line, m. There most serves can
/// be played.
const REACHES_BACK: f64 = 0.05;
const REACHES_IN: f64 = 0.3;
/// The arm folded away from the table, where it stands to the right: it hangs down next to its stand, rad.
const FOLDED: [f64; 5] = [FRAC_PI_2, -2.4, 3.0, 0.75, 0.0];
/// Requests that are drawn before one that can be played is found; 90 % can.
const MOST_DRAWS: usize = 200;
/// Durations that are tried for the move to the start of a swing, s, the shortest first; and the wait there.
const MOVE_TO_START_S: [f64; 5] = [0.6, 1.0, 1.6, 2.5, 5.0];
const WAIT_S: f64 = 0.15;

impl ServingArm {
    /// An arm that is folded away; `around` are the solids that a ball can touch.
    #[must_use]
    pub fn new(server: Arc<Server>, around: Surroundings) -> Self {
        let stands = server.arm.world_from_base.translation;
        let outwards = stands.y.signum();
        // Yaw and the two rolls turn the other way in a mirror.
        let [yaw, shoulder, upper_roll, elbow, fore_roll] = FOLDED;
        let folded = Joints::from([outwards * yaw, shoulder, outwards * upper_roll, elbow, outwards * fore_roll]);
        let follower = Follower::at_rest(&folded, Arm::limits(&server.arm));
        Self { server, around, follower, folded, serve: None }
    }

    /// The robot that serves.
    #[must_use]
    pub fn robot(&self) -> &dyn Robot {
        &self.server.arm
    }

    /// Radius of its racket, m.
    #[must_use]
    pub fn racket_radius(&self) -> f64 {
        self.server.racket_radius
    }

    /// Usual x and y at which it strikes balls, m; z is 0.
    #[must_use]
    pub fn strikes_about(&self) -> Vec3 {
        let stands = self.server.arm.world_from_base.translation;
        Vec3::new(stands.x + REACHES_BACK, stands.y - stands.y.signum() * REACHES_IN, 0.0)
    }

    /// Begins the first serve that can be played of those that are drawn.
    ///
    /// # Errors
    /// When none of many can be played: the reason of the last.
    pub fn begin(&mut self, now_s: f64, draw: &mut dyn FnMut() -> ServeRequest) -> Result<(), ServeError> {
        let mut plan = self.server.plan(&draw());
        for _ in 1..MOST_DRAWS {
            if plan.is_ok() {
                break;
            }
            plan = self.server.plan(&draw());
        }
        let plan = Box::new(plan?);
        let motion = &plan.swing.motion;
        let start = JointState::at_rest(motion.at(motion.start_s()).position);
        // An arm without a motion within its limits in this time is put there by hand.
        let arrival_s = now_s + self.go_to(&start, now_s).unwrap_or(MOVE_TO_START_S[MOVE_TO_START_S.len() - 1]);
        let release_s = arrival_s + WAIT_S + (-motion.start_s()).max(0.0);
        self.serve = Some(Serve { plan, release_s, toss: None });
        Ok(())
    }

    /// Plans the motion to a joint state; returns its duration, s, if one keeps the limits.
    fn go_to(&mut self, target: &JointState<5>, now_s: f64) -> Option<f64> {
        MOVE_TO_START_S.into_iter().find(|lasts_s| self.follower.replan(now_s, target, now_s + lasts_s).is_ok())
    }

    /// The current serve, and when its ball leaves the hand, s.
    #[must_use]
    pub fn plan(&self) -> Option<(&ServePlan, f64)> {
        self.serve.as_ref().map(|serve| (&*serve.plan, serve.release_s))
    }

    /// Ends the serve: the ball has been struck, or was missed. The arm swings on.
    pub fn end(&mut self) {
        if let Some(serve) = &mut self.serve {
            serve.toss = None;
        }
    }

    /// The joints at a time.
    #[must_use]
    pub fn joints(&self, t_s: f64) -> Joints<5> {
        match &self.serve {
            Some(Serve { plan, release_s, .. }) if t_s - release_s >= plan.swing.motion.start_s() => {
                plan.swing.motion.at(t_s - release_s).position
            }
            _ => self.follower.at(t_s).position,
        }
    }

    /// Lets time pass; after a finished swing the arm is folded away.
    pub fn tick(&mut self, now_s: f64) {
        let over = |serve: &Serve| serve.toss.is_none() && now_s - serve.release_s > serve.plan.swing.motion.end_s();
        if self.serve.as_ref().is_some_and(over) {
            self.follower = Follower::at_rest(&self.joints(now_s), Arm::limits(&self.server.arm));
            self.serve = None;
            self.go_to(&JointState::at_rest(self.folded), now_s);
        }
    }

    /// Position of the ball that lies in the hand or was tossed.
    #[must_use]
    pub fn ball(&self) -> Option<Vec3> {
        let serve = self.serve.as_ref()?;
        Some(self.tossed().map_or(serve.plan.before.position, |ball| ball.position))
    }

    /// The ball in the air between toss and stroke.
    #[must_use]
    pub fn tossed(&self) -> Option<&BallState> {
        self.serve.as_ref()?.toss.as_ref().map(BallSim::state)
    }

    /// Moves the tossed ball on to a time; returns its next event, on the hall's clock. The ball is tossed when its
    /// time has come.
    pub fn advance(&mut self, until_s: f64) -> Option<BallEvent> {
        let (server, around) = (&self.server, &self.around);
        let Serve { plan, release_s, toss } = self.serve.as_mut()?;
        if until_s <= *release_s {
            return None;
        }
        let sim = toss.get_or_insert_with(|| {
            let ball = plan.toss.release(plan.before.position);
            BallSim::with_settings(&server.physics, around, ball, 0.0, Settings::FAST)
        });
        let racket =
            SwungRacket { arm: &server.arm, swing: &plan.swing, blade: Blade::of_radius(server.racket_radius) };
        let rackets: [&dyn RacketMotion; 1] = [&racket];
        let event = sim.next_event_among(until_s - *release_s, &rackets, &mut |_| {})?;
        Some(BallEvent { t_s: event.t_s + *release_s, ..event })
    }
}
