//! The planar player as an implementation of the `Player` trait.

use rand_chacha::ChaCha8Rng;

use super::{NoStroke, PlanarMeasurement, PlanarPlayer, PlanarSwing, StrokePlan};
use crate::ball::RacketState;
use crate::geometry::Vec3;
use crate::motion::JointState;
use crate::player::{Intent, JointCommand, MeasuredBall, Observation, Observed, Player, WhyNot};

/// A planar player over time: it plans one stroke for each ball and recovers after it.
#[derive(Debug, Clone)]
pub struct PlanarAgent {
    player: PlanarPlayer,
    rng: ChaCha8Rng,
    /// The motion that it commands.
    commanded: PlanarSwing,
    /// The joints as the encoders read them last, and when, s.
    measured: Option<(f64, JointState<3>)>,
    decision: Option<Result<StrokePlan, NoStroke>>,
}

impl PlanarAgent {
    /// An agent that waits at its ready angles and draws its free choices from `rng`.
    #[must_use]
    pub fn new(player: PlanarPlayer, rng: ChaCha8Rng) -> Self {
        let commanded = PlanarSwing::waiting(&player.body);
        Self { player, rng, commanded, measured: None, decision: None }
    }

    /// The stroke for the current ball, or why there is none; `None` until a ball was measured.
    #[must_use]
    pub fn decision(&self) -> Option<&Result<StrokePlan, NoStroke>> {
        self.decision.as_ref()
    }

    /// The joints from which a stroke begins: as they were measured at that time, or else as they are commanded.
    fn joints(&self, t_s: f64) -> JointState<3> {
        let measured = self.measured.filter(|(measured_s, _)| *measured_s == t_s);
        measured.map_or_else(|| self.commanded.at(t_s), |(_, joints)| joints)
    }

    /// Plans a stroke for a ball as it is now.
    fn decide(&mut self, ball: &PlanarMeasurement) {
        let plan = self.player.plan(ball, &self.joints(ball.t_s), &mut self.rng);
        if let Ok(plan) = &plan {
            self.commanded = PlanarSwing::new(&self.player.body, plan.motion);
        }
        self.decision = Some(plan);
    }
}

/// A ball that was measured before, extrapolated to now.
fn now(now_s: f64, t_s: f64, position: &Vec3, velocity: &Vec3, gravity: f64) -> PlanarMeasurement {
    let measured = PlanarMeasurement { t_s, u: position.x, z: position.z, vu: velocity.x, vz: velocity.z };
    if now_s > t_s { measured.after(now_s - t_s, gravity) } else { measured }
}

impl Player for PlanarAgent {
    fn observe(&mut self, now_s: f64, observation: &Observation<'_>) {
        let (t_s, gravity) = (observation.t_s, self.player.gravity);
        match &observation.what {
            Observed::BallExpected | Observed::Found(_) | Observed::OutOfPlay => self.decision = None,
            Observed::Ball(MeasuredBall { position, velocity, .. }) if self.decision.is_none() => {
                self.decide(&now(now_s, t_s, position, velocity, gravity));
            }
            Observed::Prediction(prediction) if self.decision.is_none() => {
                if let Some(ball) = prediction.at(now_s) {
                    self.decide(&now(now_s, now_s, &ball.position, &ball.velocity, gravity));
                }
            }
            Observed::Joints { position, velocity } => {
                let joints = <[f64; 3]>::try_from(*position).ok().zip((*velocity).try_into().ok());
                let state = |(position, velocity): ([f64; 3], [f64; 3])| {
                    (t_s, JointState::moving(position.into(), velocity.into()))
                };
                self.measured = joints.map(state);
            }
            Observed::Ball(_) | Observed::Prediction(_) => {}
            Observed::Measurement(_) | Observed::OpponentStroke { .. } => {}
        }
    }

    fn act(&mut self, now_s: f64, command: &mut JointCommand) {
        let state = self.commanded.at(now_s);
        command.set(state.position.as_slice(), state.velocity.as_slice());
    }

    fn clone_box(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }

    fn ready(&self) -> Option<Vec<f64>> {
        Some(self.player.body.ready.as_slice().to_vec())
    }

    fn why_not(&self) -> Option<WhyNot> {
        let reason = self.decision.as_ref()?.as_ref().err()?;
        Some(WhyNot { summary: reason.summary().into(), detail: reason.to_string() })
    }

    fn intent(&self) -> Option<Intent> {
        let plan = self.decision.as_ref()?.as_ref().ok()?;
        let (ball, racket) = (&plan.ball, &plan.racket);
        let normal = Vec3::new(racket.normal.0, 0.0, racket.normal.1);
        Some(Intent {
            hit_s: ball.t_s,
            ball_s: ball.t_s,
            ball_position: Vec3::new(ball.u, 0.0, ball.z),
            ball_velocity: Vec3::new(ball.vu, 0.0, ball.vz),
            ball_spin: Vec3::zeros(),
            racket: RacketState {
                center: Vec3::new(racket.u, 0.0, racket.z),
                normal,
                velocity: normal * racket.speed,
                turning: Vec3::zeros(),
                handle: None,
            },
            target: (-plan.target, 0.0),
        })
    }

    fn is_ready(&self, now_s: f64) -> bool {
        self.decision.is_some() && now_s >= self.commanded.end_s()
    }
}
