//! Balls that the robot meets, takes in, ejects and launches.

use rand::RngExt;

use super::super::balls::FloorBall;
use super::super::machine::Throw;
use super::super::mouth::{Touch, touch};
use super::{Passed, Run, Visit};
use crate::picker::{Commands, Target};

impl Run {
    pub(super) fn meet_balls(&mut self, commands: &Commands) {
        let motion = self.motion;
        let now_s = self.now_s();
        let mut taken = None;
        for (index, (number, ball)) in self.balls.iter_mut().enumerate() {
            ball.roll_to(now_s, &self.surface);
            let met = touch(
                &ball.place,
                ball.touched,
                &self.pose,
                motion,
                commands.brush,
                &self.hall.robot.body,
                &mut self.touching,
            );
            ball.touched = met != Touch::Apart;
            match met {
                Touch::Apart => {}
                Touch::Taken if self.machine.take_in(now_s) => {
                    taken = Some(index);
                    self.last_progress_s = now_s;
                    self.inside.push_back(*number);
                    self.passed.push(Passed::In(*number));
                    self.result.visits.push(Visit { ball: *number, at_s: now_s, trip: self.trip });
                    break;
                }
                Touch::Taken => ball.push(self.pose.ahead() * (motion.speed.max(0.0) + 0.1), now_s, &self.surface),
                Touch::Pushed(velocity) => ball.push(velocity, now_s, &self.surface),
            }
        }
        if let Some(index) = taken {
            self.balls.swap_remove(index);
        }
    }

    /// The jammed ball comes out in front of the brush.
    pub(super) fn eject(&mut self) {
        if let Some(number) = self.inside.pop_back() {
            self.put_back(number, Target { bearing: 0.0, distance: 0.3 });
            self.passed.push(Passed::Out(number));
        }
    }

    /// The first ball of the track flies into the feeder's funnel. A ball that goes astray, or comes from too far
    /// away, bounces off to some side.
    pub(super) fn launch(&mut self, throw: Throw) {
        const ASIDE: f64 = std::f64::consts::FRAC_PI_2;
        let Some(number) = self.inside.pop_front() else { return };
        if throw == Throw::Aimed && self.is_at_home() {
            self.result.launched += 1;
            self.passed.push(Passed::Launched(number));
        } else {
            let bearing = self.touching.random_range(-ASIDE..ASIDE);
            let distance = self.touching.random_range(0.3..1.5);
            self.put_back(number, Target { bearing, distance });
            self.passed.push(Passed::Astray(number));
        }
    }

    /// A ball is on the floor again, and rolls in a direction with a speed: the way of its first second, m.
    fn put_back(&mut self, number: usize, roll: Target) {
        let ahead = self.pose.ahead();
        let mut ball = FloorBall::at(self.pose.place + ahead * (self.hall.robot.body.reach + 0.05));
        ball.push(self.pose.place_of(roll) - self.pose.place, self.now_s(), &self.surface);
        self.balls.push((number, ball));
        self.result.visits.retain(|visit| visit.ball != number);
    }
}
