//! Clearance on the way to a stroke and back: the blade stays behind the ball, the arm away from table and net.

use super::{NoHit, RailPlayer};
use crate::geometry::Vec3;
use crate::motion::{Follower, JointState};
use crate::robot::Arm;
use crate::track::Prediction;

/// The longest recovery, in units of the usual time.
const LONGEST: f64 = 5.0;

impl RailPlayer {
    /// The soonest recovery from a moment of a motion that keeps away from table and net, and whether it does.
    pub(super) fn recovery(&self, from: &Follower<6>, now_s: f64) -> Option<(Follower<6>, bool)> {
        const LONGER: [f64; 5] = [1.0, 1.4, 2.0, 3.0, LONGEST];
        let ready = JointState::at_rest(self.ready);
        let mut any = None;
        for arrival_s in LONGER.map(|factor| now_s + factor * self.settings.recover_s) {
            let mut follower = *from;
            if follower.replan(now_s, &ready, arrival_s).is_err() {
                continue;
            }
            if self.arm_clears_table_and_net(&follower, (now_s, arrival_s)).is_ok() {
                return Some((follower, true));
            }
            any = any.or(Some((follower, false)));
        }
        any
    }

    /// Whether the blade stays behind the ball until it is hit.
    pub(super) fn blade_stays_behind_ball(
        &self,
        follower: &Follower<6>,
        prediction: &Prediction,
        (now_s, hit_s): (f64, f64),
    ) -> Result<(), NoHit> {
        /// Time between checks, and from the last check to the hit, s.
        const STEP_S: f64 = 0.005;
        const LAST_S: f64 = 0.02;
        /// Clearance around the blade, and between it and the ball's centre, m.
        const ASIDE: f64 = 0.03;
        const AHEAD: f64 = 0.03;
        let checks = ((hit_s - LAST_S - now_s) / STEP_S).max(0.0) as usize;
        for t_s in (0..checks).map(|check| now_s + STEP_S * check as f64) {
            let pose = self.stroker.arm.forward(&follower.at(t_s).position);
            let column: Vec3 = pose.rotation.matrix().column(0).into_owned();
            let normal = column * -1f64.copysign(column.x);
            let Some(ball) = prediction.place(t_s) else { continue };
            let away = ball - pose.translation.vector;
            let ahead = away.dot(&normal);
            if ahead < AHEAD && (away - normal * ahead).norm() < self.settings.blade_radius + ASIDE {
                return Err(NoHit::InTheWay { t_s, before_s: hit_s - t_s });
            }
        }
        Ok(())
    }

    /// Whether racket and arm keep away from table and net.
    fn arm_clears_table_and_net(&self, follower: &Follower<6>, (from_s, to_s): (f64, f64)) -> Result<(), NoHit> {
        const STEP_S: f64 = 0.01;
        /// Margin for corrections and for the drives' errors, m.
        const SPARE: f64 = 0.02;
        let (arm, checker) = (&self.stroker.arm, self.stroker.checker.keeping(SPARE));
        let checks = ((to_s - from_s) / STEP_S).max(0.0) as usize;
        for t_s in (0..=checks).map(|check| from_s + STEP_S * check as f64) {
            checker.check_arm(arm, &follower.at(t_s).position).map_err(NoHit::Touching)?;
        }
        Ok(())
    }

    /// Whether the arm touches nothing on the way to a stroke and can go back from it.
    pub(super) fn stroke_and_recovery_clear_table(
        &self,
        follower: &Follower<6>,
        (now_s, hit_s): (f64, f64),
    ) -> Result<(), NoHit> {
        const AFTER_S: f64 = 1e-3;
        self.arm_clears_table_and_net(follower, (now_s, hit_s))?;
        let clear = self.recovery(follower, hit_s + AFTER_S).is_some_and(|(_, clear)| clear);
        if clear { Ok(()) } else { Err(NoHit::NoRecovery { longest_s: LONGEST * self.settings.recover_s }) }
    }
}
