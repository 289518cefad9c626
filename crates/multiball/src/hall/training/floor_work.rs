//! The robot on the floor as part of the session: its steps, and the balls that it takes and gives.

use rand::RngExt;

use super::session::Session;
use super::{FRAME_S, TICK_S};
use crate::ball::BallState;
use crate::geometry::Vec3;
use crate::hall::floor::{Moment, Passed};
use crate::hall::random::{Purpose, stream};
use crate::hall::record::{BallPlace, SessionEvent, Wants};
use crate::picker::Point2;

/// From the picker's launcher to the hopper, s.
pub(super) const LAUNCH_S: f64 = 0.6;
/// Time between two walks of somebody who fetches what the picker cannot reach, s.
const FETCH_EVERY_S: f64 = 20.0;

impl Session<'_, '_> {
    /// Strews the balls that lie on the floor at first.
    pub(super) fn scatter(&mut self) {
        const FROM_WALL: f64 = 0.5;
        let mut rng = stream(self.hall.seed, 0, Purpose::Floor);
        let [x, y] = self.hall.plan.half.map(|half| half - FROM_WALL);
        for ball in 0..self.hall.settings.room.balls {
            if self.ledger.place(ball) == BallPlace::Floor {
                let place = Vec3::new(rng.random_range(-x..x), rng.random_range(-y..y), self.hall.lowest());
                self.put_on_floor(ball, &BallState::new(place, Vec3::zeros(), Vec3::zeros()));
            }
        }
    }

    /// The robot on the floor.
    pub(super) fn step_floor(&mut self) {
        let (now_s, in_play) = (self.now_s(), !self.dry && self.feeder.is_some());
        let Some(run) = &mut self.floor else { return };
        run.tell_play(in_play);
        let before = self.moment;
        let mut moment = None;
        run.step(&mut |now| moment = Some(*now));
        self.moment = moment;
        let passed = run.passed().to_vec();
        let route = (self.recorder.wants() > Wants::Nothing).then(|| run.mind.route());
        self.tally_floor(before, in_play && self.point.is_some());
        for ball in passed {
            self.pass(ball, now_s);
        }
        if let Some(route) = route.filter(|route| is_another_way(route, &self.route)) {
            let home = self.hall.plan.home;
            let route_m = route.iter().map(|place| (place + home).into()).collect();
            self.tell(now_s, SessionEvent::PickerPlanned { route_m });
            self.route = route;
        }
        if let (Some(before), Some(after)) = (before, moment)
            && before.work != after.work
        {
            self.tell(now_s, SessionEvent::PickerTurnsTo { work: after.work.name().into() });
        }
    }

    fn tally_floor(&mut self, before: Option<Moment>, playing: bool) {
        let (Some(tally), Some(now)) = (&mut self.result.picker, self.moment) else { return };
        tally.way_m += before.map_or(0.0, |before| (now.pose.place - before.pose.place).norm());
        let radius = self.hall.floor.as_ref().map_or(0.0, |floor| floor.robot().body.radius);
        if playing && self.hall.plan.is_in_zone(&(now.pose.place + self.hall.plan.home), radius) {
            tally.in_zone_s += FRAME_S;
        }
    }

    /// A ball that the picker took in or gave out.
    fn pass(&mut self, passed: Passed, now_s: f64) {
        let Some(tally) = &mut self.result.picker else { return };
        match passed {
            Passed::In(ball) => {
                tally.taken += 1;
                self.shift(ball as u32, BallPlace::Picker);
            }
            Passed::Out(ball) => {
                tally.dropped += 1;
                self.shift(ball as u32, BallPlace::Floor);
            }
            Passed::Launched(ball) => {
                tally.launched += 1;
                let place = self.moment.map_or_else(Point2::zeros, |moment| moment.pose.place) + self.hall.plan.home;
                self.launched.push((ball as u32, Vec3::new(place.x, place.y, self.hall.lowest() + 0.3), now_s));
                self.shift(ball as u32, BallPlace::Launcher);
            }
        }
    }

    pub(super) fn arrive_in_hopper(&mut self) {
        let now_s = self.now_s();
        let arrived = |since_s: f64| now_s - since_s >= LAUNCH_S;
        let balls: Vec<u32> =
            self.launched.iter().filter(|(.., since_s)| arrived(*since_s)).map(|(ball, ..)| *ball).collect();
        self.launched.retain(|(.., since_s)| !arrived(*since_s));
        for ball in balls {
            self.hopper.push_back(ball);
            self.shift(ball, BallPlace::Hopper);
        }
    }

    /// Whoever waits fetches what the picker cannot reach: a kick towards the middle of the hall.
    pub(super) fn fetch(&mut self, waited_s: f64) {
        const SPEED: f64 = 1.2;
        let every = (FETCH_EVERY_S / TICK_S) as u64;
        if waited_s > 1.0
            && self.tick.is_multiple_of(every)
            && let Some(run) = &mut self.floor
        {
            let home = self.hall.plan.home;
            run.kick_cut_off(|place| -(place + home).try_normalize(1e-6).unwrap_or_else(Point2::x) * SPEED);
        }
    }

    /// Where the picker says that it is.
    pub(super) fn picker_is_in_zone(&self) -> bool {
        let radius = self.hall.floor.as_ref().map_or(0.0, |floor| floor.robot().body.radius);
        let believed = self.moment.map(|moment| moment.believed.place + self.hall.plan.home);
        believed.is_some_and(|place| self.hall.plan.is_in_zone(&place, radius))
    }
}

/// Whether a route has other corners than the one told last; where the robot is now does not count, nor do the millimetres by which it is unsure of balls.
fn is_another_way(route: &[Point2], told: &[Point2]) -> bool {
    const SAME: f64 = 0.05;
    let apart = |(one, other): (&Point2, &Point2)| (one - other).norm() > SAME;
    route.len() != told.len() || route.iter().zip(told).skip(1).any(apart)
}
