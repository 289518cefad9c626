//! The picker as part of the session: its steps, and the balls that it takes in and gives out.

use std::sync::Arc;

use super::balls::Balls;
use super::context::Context;
use super::hall::TrainingHall;
use super::result::PickerTally;
use super::{FRAME_S, TICK_S};
use crate::ball::BallState;
use crate::geometry::Vec3;
use crate::hall::floor::{Moment, Passed, Run};
use crate::hall::record::{BallNow, BallPlace, PickerNow, SessionEvent, triple};
use crate::picker::Point2;
use crate::picker::behavior::Radio;

/// State of the play that the picker must know.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayState {
    /// Whether points are being played, so that the players need their zones.
    pub(super) in_play: bool,
    /// Whether a point is under way.
    pub(super) point: bool,
}

/// The floor, and the robot that picks balls up, if there is one.
#[derive(Debug, Clone)]
pub(super) struct FloorWork {
    hall: Arc<TrainingHall>,
    run: Option<Run>,
    moment: Option<Moment>,
    /// The plan as it was reported last.
    route: Vec<Point2>,
    tally: Option<PickerTally>,
}

/// Height from which the launcher throws, m above the centre of a ball that lies.
const LAUNCHER_HEIGHT: f64 = 0.3;
/// Time between two visits of a person who frees the balls that the picker cannot reach, s.
const FETCH_EVERY_S: f64 = 20.0;

impl FloorWork {
    /// As a session with this seed begins, without the balls on the floor.
    pub(super) fn new(hall: &Arc<TrainingHall>, seed: u64) -> Self {
        let run = hall.picker.as_ref().map(|picker| {
            let mut run = picker.clone();
            run.reseed(seed, 0);
            run
        });
        let tally = run.as_ref().map(|_| PickerTally::default());
        Self { hall: hall.clone(), run, moment: None, route: Vec::new(), tally }
    }

    /// Whether there is a picker.
    pub(super) fn has_picker(&self) -> bool {
        self.run.is_some()
    }

    /// Whether the picker has nothing left to do, or there is none.
    pub(super) fn is_done(&self) -> bool {
        self.run.as_ref().is_none_or(|run| run.behavior.is_done())
    }

    /// Whether the picker stands at the plug, from where it will come back.
    pub(super) fn is_charging(&self) -> bool {
        self.run.as_ref().is_some_and(Run::is_charging)
    }

    /// Counts of what the picker did.
    pub(super) fn tally(&self) -> Option<PickerTally> {
        self.tally
    }

    /// Hands a ball on the floor to the picker, or leaves it there if there is no picker.
    pub(super) fn put(&mut self, balls: &mut Balls, ball: u32, state: &BallState) {
        match &mut self.run {
            Some(run) => run.put_ball(ball as usize, &self.hall.plan.floor().ball_from_world(state)),
            None => balls.let_lie(ball, state.position),
        }
    }

    /// One step of the picker.
    pub(super) fn step(&mut self, now: &mut Context<'_>, play: PlayState) {
        let Some(run) = &mut self.run else { return };
        let balls_needed = self.hall.needs_balls(now.balls().in_hopper());
        run.inform(Radio { in_play: play.in_play, balls_needed });
        let before = self.moment;
        let mut moment = None;
        run.step(&mut |now| moment = Some(*now));
        self.moment = moment;
        let passed = run.passed().to_vec();
        let route = now.is_recorded().then(|| run.behavior.route());
        self.count(before, play.in_play && play.point);
        for ball in passed {
            self.pass(ball, now);
        }
        if let Some(route) = route.filter(|route| has_changed(route, &self.route)) {
            let floor = self.hall.plan.floor();
            let route_m = route.iter().map(|place| floor.to_world(place).into()).collect();
            now.report(now.now_s(), SessionEvent::PickerPlanned { route_m });
            self.route = route;
        }
        if let (Some(before), Some(after)) = (before, moment)
            && before.state != after.state
        {
            now.report(now.now_s(), SessionEvent::PickerTurnsTo { state: after.state.name().into() });
        }
    }

    fn count(&mut self, before: Option<Moment>, playing: bool) {
        let (Some(tally), Some(now)) = (&mut self.tally, self.moment) else { return };
        tally.way_m += before.map_or(0.0, |before| (now.pose.place - before.pose.place).norm());
        let plan = &self.hall.plan;
        if playing && plan.is_in_zone(&plan.floor().to_world(&now.pose.place), self.hall.picker_radius()) {
            tally.in_zone_s += FRAME_S;
        }
    }

    /// Books a ball that the picker took in or gave out.
    fn pass(&mut self, passed: Passed, now: &mut Context<'_>) {
        let Some(tally) = &mut self.tally else { return };
        match passed {
            Passed::In(ball) => {
                tally.taken += 1;
                now.book(ball as u32, BallPlace::Picker);
            }
            Passed::Out(ball) => {
                tally.dropped += 1;
                now.book(ball as u32, BallPlace::Floor);
            }
            Passed::Astray(ball) => {
                tally.missed_throws += 1;
                now.book(ball as u32, BallPlace::Floor);
            }
            Passed::Launched(ball) => {
                tally.launched += 1;
                let place = self.moment.map_or_else(Point2::zeros, |moment| moment.pose.place);
                let from = self.hall.plan.floor().at_height(&place, self.hall.lowest() + LAUNCHER_HEIGHT);
                let now_s = now.now_s();
                now.balls().launch(ball as u32, from, now_s);
                now.book(ball as u32, BallPlace::Launcher);
            }
        }
    }

    /// While play waits, a person kicks the balls that the picker cannot reach towards the middle of the hall.
    pub(super) fn fetch(&mut self, now: &Context<'_>, waited_s: f64) {
        const SPEED: f64 = 1.2;
        let every = (FETCH_EVERY_S / TICK_S) as u64;
        if waited_s > 1.0
            && now.is_every(every)
            && let Some(run) = &mut self.run
        {
            let floor = self.hall.plan.floor();
            run.kick_cut_off(|place| -floor.to_world(place).try_normalize(1e-6).unwrap_or_else(Point2::x) * SPEED);
        }
    }

    /// Whether the picker's estimated position is in a player's zone.
    pub(super) fn is_in_zone(&self) -> bool {
        let plan = &self.hall.plan;
        let believed = self.moment.map(|moment| plan.floor().to_world(&moment.believed.place));
        believed.is_some_and(|place| plan.is_in_zone(&place, self.hall.picker_radius()))
    }

    /// The balls on the floor and in the picker.
    pub(super) fn whereabouts(&self) -> impl Iterator<Item = (u32, BallPlace)> {
        let run = self.run.iter();
        let floor = run.clone().flat_map(Run::balls).map(|(ball, _)| (ball as u32, BallPlace::Floor));
        floor.chain(run.flat_map(Run::inside).map(|ball| (ball as u32, BallPlace::Picker)))
    }

    /// Enters their positions in a snapshot.
    pub(super) fn show(&self, balls: &mut [BallNow]) {
        let (floor, lowest) = (self.hall.plan.floor(), self.hall.lowest());
        let at = |place: BallPlace, position: &Vec3| BallNow { place, position_m: triple(position) };
        for (ball, place) in self.run.iter().flat_map(Run::balls) {
            balls[ball] = at(BallPlace::Floor, &floor.at_height(&place, lowest));
        }
        if let (Some(run), Some(moment)) = (&self.run, &self.moment) {
            let place = floor.at_height(&moment.pose.place, lowest);
            run.inside().for_each(|ball| balls[ball] = at(BallPlace::Picker, &place));
        }
    }

    /// The picker now.
    pub(super) fn picker_now(&self) -> Option<PickerNow> {
        let (run, moment) = (self.run.as_ref()?, self.moment?);
        let [pose, believed] = [moment.pose, moment.believed].map(|pose| self.hall.plan.floor().pose_to_world(&pose));
        Some(PickerNow {
            position_m: pose.place.into(),
            heading_rad: pose.heading,
            believed_m: believed.place.into(),
            believed_heading_rad: believed.heading,
            state: moment.state.name().into(),
            holds: run.inside().count() as u32,
            battery: run.battery(),
        })
    }
}

/// Whether a route has other corners than the one reported last. The robot's own position and changes of a few
/// millimetres do not count.
fn has_changed(route: &[Point2], reported: &[Point2]) -> bool {
    const SAME: f64 = 0.05;
    let apart = |(one, other): (&Point2, &Point2)| (one - other).norm() > SAME;
    route.len() != reported.len() || route.iter().zip(reported).skip(1).any(apart)
}
