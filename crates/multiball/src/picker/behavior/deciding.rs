//! What happens, and what follows from it.

use std::f64::consts::TAU;

use super::{Behavior, Event, Senses, State};
use crate::geometry::portable::cos;
use crate::picker::Point2;

/// Home is reached within this distance, m.
const AT_HOME: f64 = 0.1;
/// A place to look from is reached within this distance, m.
const AT_LOOKOUT: f64 = 0.3;
/// What is left in the battery when the robot goes to the plug, and when it leaves it.
const BATTERY_LOW: f64 = 0.2;
const BATTERY_FULL: f64 = 0.95;
/// A ball is collected blindly from this far beyond the camera's near end, m, and within this bearing, rad.
const BLIND_BEYOND: f64 = 0.05;
const BLIND_BEARING: f64 = 0.5;
/// A ball so far behind the brush's front, m, has not come in.
const PAST: f64 = 0.08;
/// How far to drive back from what was run into, m.
const BACK_OFF: f64 = 0.25;
/// After so many bumps without a ball or home the robot calls a person.
const MOST_BUMPS: u32 = 10;
/// Standard deviations of its place from which the robot counts as lost, and below which it is found again, m; outdoors
/// as multiples of those of a fix.
const LOST: f64 = 0.5;
const FOUND: f64 = 0.2;
const LOST_FIXES: f64 = 2.0;
const FOUND_FIXES: f64 = 1.0;
/// What a look around overlaps itself, rad, and how far it goes on where something may be a ball.
const OVERLAP: f64 = 0.2;
const SECOND_LOOK: f64 = 0.5;

impl Behavior {
    /// The first thing that happens and matters for what is being done.
    pub(super) fn event(&self, senses: &Senses<'_>) -> Option<Event> {
        let flags = &senses.flags;
        let told = [
            (flags.helped, Event::Helped),
            (flags.bumped, Event::Bumped),
            (flags.jammed, Event::Jammed),
            (flags.rod_stuck, Event::RodStuck),
            (flags.entered, Event::Caught),
            (self.is_lost(), Event::FixLost),
            (self.is_overdue(senses.now_s), Event::Overdue),
        ];
        let matters = |(holds, event): &(bool, Event)| *holds && self.work.upon(*event).is_some();
        told.into_iter().find(matters).map(|(_, event)| event).or_else(|| self.found(senses))
    }

    fn is_lost(&self) -> bool {
        self.place_deviation() > LOST.max(LOST_FIXES * self.robot.sheet.fix_noise)
    }

    fn is_found(&self) -> bool {
        self.place_deviation() < FOUND.max(FOUND_FIXES * self.robot.sheet.fix_noise)
    }

    fn is_overdue(&self, now_s: f64) -> bool {
        let stuck = self.work == State::BackingOff && self.bumps >= MOST_BUMPS;
        stuck || now_s - self.since_s > self.work.deadline_s()
    }

    /// What the robot finds out by itself.
    fn found(&self, senses: &Senses<'_>) -> Option<Event> {
        let flags = &senses.flags;
        let known = self.next_stops().0.id.is_some();
        let wanted = self.wants_a_ball(senses.now_s);
        let low = flags.battery < BATTERY_LOW;
        match self.work {
            State::Looking if !self.has_looked() => None,
            State::Looking if wanted => Some(Event::BallKnown),
            State::Looking if self.viewpoint().is_some() && !low => Some(Event::Unseen),
            State::Looking => Some(Event::NoneToTake),
            State::Patrolling if wanted => Some(Event::BallKnown),
            State::Patrolling if low => Some(Event::BatteryLow),
            State::Patrolling => {
                let there = |place: Point2| (self.pose.place - place).norm() < AT_LOOKOUT;
                self.viewpoint().is_none_or(there).then_some(Event::AtViewpoint)
            }
            State::Approaching if low => Some(Event::BatteryLow),
            State::Approaching if !known => Some(Event::NoneToTake),
            State::Approaching => self.is_in_reach().then_some(Event::InReach),
            State::Collecting => (self.next_stops().0.id != self.collecting || self.is_past()).then_some(Event::Missed),
            State::ClearingBrush => (!flags.jammed).then_some(Event::Freed),
            State::ClearingLauncher => (!flags.rod_stuck).then_some(Event::Freed),
            State::Returning if known && !low => Some(Event::BallKnown),
            State::Returning => (self.pose.place.norm() < AT_HOME).then_some(Event::Home),
            State::Launching if !self.empty.holds() => None,
            State::Launching if low => Some(Event::BatteryLow),
            State::Launching if wanted => Some(Event::BallKnown),
            State::Launching if self.clear => Some(Event::NoneToTake),
            State::Launching => Some(Event::Emptied),
            State::Charging => (flags.battery > BATTERY_FULL).then_some(Event::Charged),
            State::BackingOff => ((self.pose.place - self.bumped_at).norm() > BACK_OFF).then_some(Event::Apart),
            State::Resting => wanted.then_some(Event::BallKnown),
            State::WaitingForFix => self.is_found().then_some(Event::FixFound),
            State::CallingHelp => None,
        }
    }

    /// Whether every direction has been in view, and those where something may be a ball for a second time.
    fn has_looked(&self) -> bool {
        let around = TAU - 2.0 * self.robot.camera.half_view + OVERLAP;
        self.turned > TAU + SECOND_LOOK || (self.turned > around && !self.map.has_uncertain())
    }

    fn is_in_reach(&self) -> bool {
        let target = self.pose.sees(&self.next_stops().0.place);
        target.distance < self.robot.camera.near + BLIND_BEYOND && target.bearing.abs() < BLIND_BEARING
    }

    fn is_past(&self) -> bool {
        let target = self.pose.sees(&self.next_stops().0.place);
        target.distance * cos(target.bearing) < self.robot.body.reach - PAST
    }

    /// Changes what is done, and what is believed by it.
    pub(super) fn act_upon(&mut self, event: Event, now_s: f64) {
        let Some(work) = self.work.upon(event) else { return };
        let target = self.next_stops().0.id;
        match (self.work, event) {
            (_, Event::InReach) => self.collecting = target,
            (State::Collecting, Event::Missed | Event::Overdue) => self.miss(target, now_s),
            (State::Approaching, Event::Overdue) => {
                if let Some(id) = target {
                    self.map.shun(id, now_s);
                }
            }
            (_, Event::Bumped) => {
                self.bumped_at = self.pose.place;
                self.around.meet(&self.pose, now_s);
                self.bumps += 1;
            }
            (_, Event::AtViewpoint) => self.looked_from += 1,
            (State::Patrolling, Event::Overdue) => self.looked_from += 1,
            (State::Resting, Event::Overdue) => self.looked_from = 0,
            (State::Looking, Event::NoneToTake) => {
                self.clear = true;
                self.map.forget_uncertain();
            }
            (_, Event::BallKnown) => self.clear = false,
            (State::Launching, _) | (_, Event::Helped) => self.bumps = 0,
            _ => {}
        }
        self.work = work;
        self.since_s = now_s;
        self.turned = 0.0;
    }

    /// The ball that was being collected did not come in; a plan that has turned to another ball says nothing about it.
    fn miss(&mut self, target: Option<u64>, now_s: f64) {
        if let Some(id) = self.collecting.take().filter(|id| Some(*id) == target) {
            self.map.miss(id, now_s);
        }
    }
}
