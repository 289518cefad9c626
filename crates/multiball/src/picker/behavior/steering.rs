//! Commands for each state of the behavior.

use super::intent::{Stop, aim_at};
use super::{Behavior, Robot, State};
use crate::picker::following::{Law, Steer, Steering};
use crate::picker::{Brush, Commands, Gait, Launcher, Point2, Pose2, WheelDrive};

/// A steering law at work on the stop that is next.
#[derive(Debug, Clone)]
pub(super) struct SteeringState {
    law: Law,
    steering: Steering,
    /// The goal: a ball by its number, or home.
    goal: Option<u64>,
    /// Whether the robot has reached the stand in front of it, to drive straight at it.
    stood: bool,
    /// Whether it came too near to an obstacle and drives away from it.
    leaving: bool,
    /// Model of the drive under the commands so far.
    drive: WheelDrive,
}

impl SteeringState {
    pub(super) fn new(robot: &Robot) -> Self {
        Self {
            law: robot.law,
            steering: robot.law.start(&robot.drive),
            goal: None,
            stood: false,
            leaving: false,
            drive: WheelDrive::new(robot.drive),
        }
    }

    /// The turn rate that leads to a position, rad/s. A new goal restarts the law, which may have memory.
    fn turn_rate(&mut self, goal: Option<u64>, place: &Point2, pose: &Pose2) -> f64 {
        if goal != self.goal {
            self.goal = goal;
            self.stood = false;
            self.steering = self.law.start(self.drive.limits());
        }
        self.steering.wanted_turn_rate(&pose.sees(place), self.drive.turn_rate())
    }
}

impl Behavior {
    /// The commands of this step.
    pub(super) fn commands(&mut self) -> Commands {
        let rest = Commands::REST;
        let commands = match self.state {
            State::Looking => Commands { turn_rate: self.robot.drive.most_turn_rate(), ..rest },
            State::Patrolling => {
                let viewpoint = self.viewpoint().unwrap_or(self.pose.place);
                self.drive_to(None, &viewpoint)
            }
            State::Approaching | State::Collecting => self.drive_to_next(),
            State::Returning => self.drive_to(None, &Point2::zeros()),
            State::ClearingBrush => Commands { brush: Brush::Out, ..rest },
            // Where it stands at home it is at the plug.
            State::Launching => Commands { launcher: Launcher::Fire, charge: true, ..rest },
            State::ClearingLauncher => Commands { launcher: Launcher::Shake, charge: true, ..rest },
            State::Charging | State::Resting => Commands { charge: true, ..rest },
            State::BackingOff => Commands { gait: Gait::Back, ..rest },
            State::CallingHelp => Commands { call: true, ..rest },
            State::WaitingForFix => rest,
        };
        self.steering.drive.step(commands.turn_rate, commands.gait);
        commands
    }

    fn drive_to_next(&mut self) -> Commands {
        let (next, after) = self.next_stops();
        if next.id.is_none() {
            return self.drive_to(None, &next.place);
        }
        let stand = self.around.stand_for(&next.place).filter(|stand| *stand != next.place);
        match stand {
            None => self.drive_to(next.id, &aim_at(&next.place, &self.pose, &after, &self.robot.body)),
            Some(stand) => self.run_up_to(next, &stand),
        }
    }

    /// Drives to a ball next to an obstacle from the stand in front of it.
    fn run_up_to(&mut self, ball: Stop, stand: &Point2) -> Commands {
        const AT_STAND: f64 = 0.1;
        self.steering.stood |= ball.id == self.steering.goal && (self.pose.place - stand).norm() < AT_STAND;
        if self.steering.stood { self.steer(ball.id, &ball.place) } else { self.drive_to(ball.id, stand) }
    }

    /// Drives to a position around obstacles. The brush turns on the way home too: it may collect further balls.
    fn drive_to(&mut self, goal: Option<u64>, place: &Point2) -> Commands {
        let first = self.around.next_waypoint(&self.pose.place, place);
        self.steer(goal, &first)
    }

    /// Steers to a position. In front of an obstacle the robot stops, turns on the spot and drives away from it: with
    /// the path to its goal it might stay there.
    fn steer(&mut self, goal: Option<u64>, place: &Point2) -> Commands {
        let ahead = self.around.is_ahead(&self.pose);
        let way_out = self.around.way_out(&self.pose.place).filter(|_| ahead || self.steering.leaving);
        self.steering.leaving = way_out.is_some();
        let turn_rate = self.steering.turn_rate(goal, &way_out.unwrap_or(*place), &self.pose);
        let gait = if ahead { Gait::Stand } else { Gait::Forward };
        Commands { gait, turn_rate, brush: Brush::In, ..Commands::REST }
    }
}
