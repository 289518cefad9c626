//! Events of the behavior, and their effects.

use std::f64::consts::TAU;

use super::{Behavior, Event, Senses, State};
use crate::geometry::portable::cos;
use crate::picker::Point2;

/// Home is reached within this distance, m.
const AT_HOME: f64 = 0.1;
/// A viewpoint is reached within this distance, m.
const AT_VIEWPOINT: f64 = 0.3;
/// A ball is collected blindly from this far beyond the camera's near end, m, and within this bearing, rad.
const BLIND_BEYOND: f64 = 0.05;
const BLIND_BEARING: f64 = 0.5;
/// A ball this far behind the brush's front has not come in, m.
const PAST: f64 = 0.08;
/// Distance to drive back from an obstacle that was bumped into, m.
const BACK_OFF: f64 = 0.25;
/// Number of bumps without a ball or home after which the robot calls a person.
const MOST_BUMPS: u32 = 10;
/// Standard deviations of its position above which the robot counts as lost, and below which as found again, m;
/// outdoors as multiples of those of a fix.
const LOST: f64 = 0.5;
const FOUND: f64 = 0.2;
const LOST_FIXES: f64 = 2.0;
const FOUND_FIXES: f64 = 1.0;
/// Overlap of a look around with itself, rad, and its extension where something may be a ball.
const OVERLAP: f64 = 0.2;
const SECOND_LOOK: f64 = 0.5;
/// Share of near balls that a frame finds for which one look is enough: that of the usual camera.
const FOUND_AT_ONCE: f64 = 0.95;
/// At most so many looks in the place of one: more would take longer than the state may.
const MOST_LOOKS: f64 = 3.0;

impl Behavior {
    /// The first event that matters in the current state.
    pub(super) fn event(&self, senses: &Senses<'_>) -> Option<Event> {
        let flags = &senses.flags;
        let flagged = [
            (flags.helped, Event::Helped),
            (flags.bumped, Event::Bumped),
            (flags.jammed, Event::Jammed),
            (flags.rod_stuck, Event::RodStuck),
            (flags.entered, Event::Caught),
            (self.is_lost(), Event::FixLost),
            (self.is_overdue(senses.now_s), Event::Overdue),
        ];
        let matters = |(holds, event): &(bool, Event)| *holds && self.state.upon(*event).is_some();
        flagged.into_iter().find(matters).map(|(_, event)| event).or_else(|| self.found(senses))
    }

    fn is_lost(&self) -> bool {
        self.place_deviation() > LOST.max(LOST_FIXES * self.robot.sheet.fix_noise)
    }

    fn is_found(&self) -> bool {
        self.place_deviation() < FOUND.max(FOUND_FIXES * self.robot.sheet.fix_noise)
    }

    fn is_overdue(&self, now_s: f64) -> bool {
        let stuck = self.state == State::BackingOff && self.bumps >= MOST_BUMPS;
        stuck || now_s - self.since_s > self.state.deadline_s(&self.robot.battery)
    }

    /// The event that follows from the robot's estimates and plan.
    fn found(&self, senses: &Senses<'_>) -> Option<Event> {
        let flags = &senses.flags;
        let known = self.next_stops().0.id.is_some();
        let wanted = self.wants_a_ball(senses.now_s);
        let low = self.drained;
        let full = flags.battery > self.robot.battery.full;
        let needed = senses.radio.balls_needed;
        match self.state {
            State::Looking if !self.has_looked() => None,
            State::Looking if wanted => Some(Event::BallKnown),
            State::Looking if self.viewpoint().is_some() && !low => Some(Event::Unseen),
            State::Looking => Some(Event::NoneToTake),
            State::Patrolling if wanted => Some(Event::BallKnown),
            State::Patrolling if low => Some(Event::BatteryLow),
            State::Patrolling => {
                let there = |place: Point2| (self.pose.place - place).norm() < AT_VIEWPOINT;
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
            State::Launching if needed == Some(false) && !full => Some(Event::TimeToCharge),
            State::Launching if wanted => Some(Event::BallKnown),
            State::Launching if self.clear => Some(Event::NoneToTake),
            State::Launching => Some(Event::Emptied),
            State::Charging if full => Some(Event::Charged),
            State::Charging => (needed == Some(true) && !low).then_some(Event::BallsNeeded),
            State::BackingOff => ((self.pose.place - self.bumped_at).norm() > BACK_OFF).then_some(Event::Apart),
            State::Resting => wanted.then_some(Event::BallKnown),
            State::WaitingForFix => self.is_found().then_some(Event::FixFound),
            State::CallingHelp => None,
        }
    }

    /// Whether every direction has been in view, and those where something may be a ball for a second time. A camera
    /// that misses many balls needs more frames for the same certainty.
    fn has_looked(&self) -> bool {
        let camera = self.map.camera();
        let more = (FOUND_AT_ONCE / (1.0 - camera.missed)).clamp(1.0, MOST_LOOKS);
        let around = TAU - 2.0 * camera.half_view + OVERLAP;
        self.turned > more * (TAU + SECOND_LOOK) || (self.turned > more * around && !self.map.has_uncertain())
    }

    fn is_in_reach(&self) -> bool {
        let target = self.pose.sees(&self.next_stops().0.place);
        target.distance < self.robot.camera.near + BLIND_BEYOND && target.bearing.abs() < BLIND_BEARING
    }

    fn is_past(&self) -> bool {
        let target = self.pose.sees(&self.next_stops().0.place);
        target.distance * cos(target.bearing) < self.robot.body.reach - PAST
    }

    /// Changes the state by an event, and updates map and surroundings.
    pub(super) fn act_upon(&mut self, event: Event, now_s: f64) {
        let Some(state) = self.state.upon(event) else { return };
        let target = self.next_stops().0.id;
        match (self.state, event) {
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
        self.state = state;
        self.since_s = now_s;
        self.turned = 0.0;
    }

    /// Notes that the ball being collected did not come in, unless the plan has changed to another ball.
    fn miss(&mut self, target: Option<u64>, now_s: f64) {
        if let Some(id) = self.collecting.take().filter(|id| Some(*id) == target) {
            self.map.miss(id, now_s);
        }
    }
}
