//! The rail player as an implementation of the `Player` trait.

use super::RailPlayer;
use crate::player::{Intent, JointCommand, Observation, Observed, Player, WhyNot};

impl Player for RailPlayer {
    fn observe(&mut self, now_s: f64, observation: &Observation<'_>) {
        match &observation.what {
            Observed::Prediction(prediction) => self.see(now_s, prediction),
            Observed::BallExpected | Observed::OutOfPlay => self.await_ball(now_s),
            Observed::Found(found) => self.learn(found),
            // It trusts its drives and plays the prediction, which already uses what the stroke says of the spin.
            Observed::Joints { .. }
            | Observed::Measurement(_)
            | Observed::Ball(_)
            | Observed::OpponentStroke { .. } => {}
        }
    }

    fn act(&mut self, now_s: f64, command: &mut JointCommand) {
        self.tick(now_s);
        let state = self.command(now_s);
        command.set(state.position.as_slice(), state.velocity.as_slice());
    }

    fn clone_box(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }

    fn ready(&self) -> Option<Vec<f64>> {
        Some(self.ready.as_slice().to_vec())
    }

    fn why_not(&self) -> Option<WhyNot> {
        let reason = self.why_not()?;
        Some(WhyNot { summary: reason.summary().into(), detail: reason.to_string() })
    }

    fn intent(&self) -> Option<Intent> {
        let ((stroke, hit_s), ball) = self.stroke().zip(self.predicted())?;
        Some(Intent {
            hit_s,
            ball_s: ball.t_s,
            ball_position: ball.position,
            ball_velocity: ball.velocity,
            ball_spin: ball.spin,
            racket: stroke.racket,
            target: self.target(),
        })
    }

    fn is_ready(&self, now_s: f64) -> bool {
        self.is_ready(now_s)
    }
}
