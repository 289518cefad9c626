//! A session seen from outside: its true state, what agents know, and commands to them.

use super::Session;
use crate::court::Side;
use crate::hall::record::Snapshot;
use crate::hall::training::observation::{PickerObservation, RobotObservation};
use crate::player::JointCommand;
use crate::robot::ReachError;

impl Session {
    /// Everything that moves, now: the true state, which no agent knows.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let t_s = self.now_s();
        let mut balls = self.balls.now(&self.hall.plan.hopper, t_s);
        self.floor.show(&mut balls);
        self.play.show(&mut balls);
        Snapshot {
            t_s,
            joints: self.play.joints(t_s),
            people: self.play.people(t_s),
            balls,
            picker: self.floor.picker_now(),
        }
    }

    /// What the robot of a side knows now; none where no robot plays.
    #[must_use]
    pub fn observation(&self, side: Side) -> Option<RobotObservation> {
        self.play.observation(side, self.now_s())
    }

    /// What the picker knows now, once it has made a step.
    #[must_use]
    pub fn picker_observation(&self) -> Option<PickerObservation> {
        let picker = self.floor.picker_now()?;
        Some(PickerObservation {
            t_s: self.now_s(),
            believed_m: picker.believed_m,
            believed_heading_rad: picker.believed_heading_rad,
            state: picker.state,
            holds: picker.holds,
            battery: picker.battery,
        })
    }

    /// Commands the robot of a side from now on in place of its player: its drives follow these joints, within their
    /// limits, in every tick until the next command. `None` gives the robot back to its player.
    ///
    /// # Errors
    /// When no robot plays there, or there is not one finite position and velocity for each of its joints.
    pub fn command(&mut self, side: Side, command: Option<&JointCommand>) -> Result<(), CommandError> {
        self.play.steer(side, command)
    }
}

/// Why a robot does not take a command.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum CommandError {
    /// There is no robot.
    #[error("no robot plays at the {} end", match .0 { Side::Home => "home", Side::Away => "away" })]
    NoRobot(Side),
    /// The joints do not match the robot.
    #[error(transparent)]
    Joints(#[from] ReachError),
}
