//! What the robot does for what it is about.

use super::intent::aim_at;
use super::{Mind, Robot, Work};
use crate::picker::following::{Steer, Steering};
use crate::picker::{Brush, Drive, Gait, Launcher, Orders, Place, Stance};

/// A steering law at work on the stop that is next.
#[derive(Debug, Clone)]
pub(super) struct Helm {
    robot: Robot,
    steering: Steering,
    /// What is steered for: a ball by its number, or home.
    goal: Option<u64>,
    /// The drive as it should be doing what it was told.
    drive: Drive,
}

impl Helm {
    pub(super) fn new(robot: Robot) -> Self {
        Self { robot, steering: robot.law.start(&robot.drive), goal: None, drive: Drive::new(robot.drive) }
    }

    /// The turn rate that leads to a place, rad/s. A new goal begins anew: laws may remember.
    fn turn_rate(&mut self, goal: Option<u64>, place: &Place, stance: &Stance) -> f64 {
        if goal != self.goal {
            self.goal = goal;
            self.steering = self.robot.law.start(&self.robot.drive);
        }
        self.steering.wanted_turn_rate(&stance.sees(place), self.drive.turn_rate())
    }
}

impl Mind {
    /// What to do in this step.
    pub(super) fn orders(&mut self) -> Orders {
        let rest = Orders::REST;
        let orders = match self.work {
            Work::Looking => Orders { turn_rate: self.robot.drive.most_turn_rate(), ..rest },
            Work::Approaching | Work::Collecting => self.drive_to_next(),
            Work::Returning => self.drive_to(None, &Place::zeros()),
            Work::ClearingBrush => Orders { brush: Brush::Out, ..rest },
            Work::Launching => Orders { launcher: Launcher::Fire, ..rest },
            Work::ClearingLauncher => Orders { launcher: Launcher::Shake, ..rest },
            Work::Charging => Orders { charge: true, ..rest },
            Work::BackingOff => Orders { gait: Gait::Back, ..rest },
            Work::CallingHelp => Orders { call: true, ..rest },
            Work::WaitingForFix | Work::Resting => rest,
        };
        self.helm.drive.step(orders.turn_rate, orders.gait);
        orders
    }

    fn drive_to_next(&mut self) -> Orders {
        let (next, after) = self.next_stops();
        let aim = match next.id {
            Some(_) => aim_at(&next.place, &self.stance, &after, &self.robot.body),
            None => next.place,
        };
        self.drive_to(next.id, &aim)
    }

    /// The brush turns on the way home too: a ball that lies there is welcome.
    fn drive_to(&mut self, goal: Option<u64>, place: &Place) -> Orders {
        let turn_rate = self.helm.turn_rate(goal, place, &self.stance);
        Orders { gait: Gait::Forward, turn_rate, brush: Brush::In, ..Orders::REST }
    }
}
