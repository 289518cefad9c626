//! What the robot does for what it is about.

use super::intent::{Stop, aim_at};
use super::{Mind, Robot, Work};
use crate::picker::following::{Law, Steer, Steering};
use crate::picker::{Brush, Drive, Gait, Launcher, Orders, Place, Stance};

/// A steering law at work on the stop that is next.
#[derive(Debug, Clone)]
pub(super) struct Helm {
    law: Law,
    steering: Steering,
    /// What is steered for: a ball by its number, or home.
    goal: Option<u64>,
    /// The robot has stood before it, to drive straight at it.
    stood: bool,
    /// It came too near to something and drives away from it.
    leaving: bool,
    /// The drive as it should be doing what it was told.
    drive: Drive,
}

impl Helm {
    pub(super) fn new(robot: &Robot) -> Self {
        Self {
            law: robot.law,
            steering: robot.law.start(&robot.drive),
            goal: None,
            stood: false,
            leaving: false,
            drive: Drive::new(robot.drive),
        }
    }

    /// The turn rate that leads to a place, rad/s. A new goal begins anew: laws may remember.
    fn turn_rate(&mut self, goal: Option<u64>, place: &Place, stance: &Stance) -> f64 {
        if goal != self.goal {
            self.goal = goal;
            self.stood = false;
            self.steering = self.law.start(self.drive.limits());
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
            Work::Patrolling => {
                let lookout = self.lookout().unwrap_or(self.stance.place);
                self.drive_to(None, &lookout)
            }
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
        if next.id.is_none() {
            return self.drive_to(None, &next.place);
        }
        let stand = self.around.stand_for(&next.place).filter(|stand| *stand != next.place);
        match stand {
            None => self.drive_to(next.id, &aim_at(&next.place, &self.stance, &after, &self.robot.body)),
            Some(stand) => self.run_up_to(next, &stand),
        }
    }

    /// A ball beside something is driven at from before it.
    fn run_up_to(&mut self, ball: Stop, stand: &Place) -> Orders {
        const AT_STAND: f64 = 0.1;
        self.helm.stood |= ball.id == self.helm.goal && (self.stance.place - stand).norm() < AT_STAND;
        if self.helm.stood { self.steer(ball.id, &ball.place) } else { self.drive_to(ball.id, stand) }
    }

    /// The brush turns on the way home too: a ball that lies there is welcome.
    fn drive_to(&mut self, goal: Option<u64>, place: &Place) -> Orders {
        let first = self.around.first_on_way(&self.stance.place, place);
        self.steer(goal, &first)
    }

    /// Before something the robot stops, turns on the spot and leaves its neighbourhood: with the way to its goal it might stay there.
    fn steer(&mut self, goal: Option<u64>, place: &Place) -> Orders {
        let ahead = self.around.is_ahead(&self.stance);
        let way_out = self.around.way_out(&self.stance.place).filter(|_| ahead || self.helm.leaving);
        self.helm.leaving = way_out.is_some();
        let turn_rate = self.helm.turn_rate(goal, &way_out.unwrap_or(*place), &self.stance);
        let gait = if ahead { Gait::Stand } else { Gait::Forward };
        Orders { gait, turn_rate, brush: Brush::In, ..Orders::REST }
    }
}
