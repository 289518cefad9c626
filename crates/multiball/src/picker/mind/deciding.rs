//! What happens, and what follows from it.

use std::f64::consts::TAU;

use super::{Happening, Mind, Senses, Work};
use crate::geometry::portable::cos;
use crate::picker::Place;

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
/// Standard deviations of its place from which the robot counts as lost, and below which it is found again, m; outdoors as multiples of those of a fix.
const LOST: f64 = 0.5;
const FOUND: f64 = 0.2;
const LOST_FIXES: f64 = 2.0;
const FOUND_FIXES: f64 = 1.0;
/// What a look around overlaps itself, rad, and how far it goes on where something may be a ball.
const OVERLAP: f64 = 0.2;
const SECOND_LOOK: f64 = 0.5;

impl Mind {
    /// The first thing that happens and matters for what is being done.
    pub(super) fn happening(&self, senses: &Senses<'_>) -> Option<Happening> {
        let flags = &senses.flags;
        let told = [
            (flags.helped, Happening::Helped),
            (flags.bumped, Happening::Bumped),
            (flags.jammed, Happening::Jammed),
            (flags.rod_stuck, Happening::RodStuck),
            (flags.entered, Happening::Caught),
            (self.is_lost(), Happening::FixLost),
            (self.is_overdue(senses.now_s), Happening::Overdue),
        ];
        let matters = |(holds, happening): &(bool, Happening)| *holds && self.work.upon(*happening).is_some();
        told.into_iter().find(matters).map(|(_, happening)| happening).or_else(|| self.found(senses))
    }

    fn is_lost(&self) -> bool {
        self.place_deviation() > LOST.max(LOST_FIXES * self.robot.sheet.fix_noise)
    }

    fn is_found(&self) -> bool {
        self.place_deviation() < FOUND.max(FOUND_FIXES * self.robot.sheet.fix_noise)
    }

    fn is_overdue(&self, now_s: f64) -> bool {
        let stuck = self.work == Work::BackingOff && self.bumps >= MOST_BUMPS;
        stuck || now_s - self.since_s > self.work.deadline_s()
    }

    /// What the robot finds out by itself.
    fn found(&self, senses: &Senses<'_>) -> Option<Happening> {
        let flags = &senses.flags;
        let known = self.next_stops().0.id.is_some();
        let wanted = self.wants_a_ball(senses.now_s);
        let low = flags.battery < BATTERY_LOW;
        match self.work {
            Work::Looking if !self.has_looked() => None,
            Work::Looking if wanted => Some(Happening::BallKnown),
            Work::Looking if self.lookout().is_some() && !low => Some(Happening::Unseen),
            Work::Looking => Some(Happening::NoneToTake),
            Work::Patrolling if wanted => Some(Happening::BallKnown),
            Work::Patrolling if low => Some(Happening::BatteryLow),
            Work::Patrolling => {
                let there = |place: Place| (self.stance.place - place).norm() < AT_LOOKOUT;
                self.lookout().is_none_or(there).then_some(Happening::AtLookout)
            }
            Work::Approaching if low => Some(Happening::BatteryLow),
            Work::Approaching if !known => Some(Happening::NoneToTake),
            Work::Approaching => self.is_in_reach().then_some(Happening::InReach),
            Work::Collecting => {
                (self.next_stops().0.id != self.collecting || self.is_past()).then_some(Happening::Missed)
            }
            Work::ClearingBrush => (!flags.jammed).then_some(Happening::Freed),
            Work::ClearingLauncher => (!flags.rod_stuck).then_some(Happening::Freed),
            Work::Returning if known && !low => Some(Happening::BallKnown),
            Work::Returning => (self.stance.place.norm() < AT_HOME).then_some(Happening::Home),
            Work::Launching if !self.empty.holds() => None,
            Work::Launching if low => Some(Happening::BatteryLow),
            Work::Launching if wanted => Some(Happening::BallKnown),
            Work::Launching if self.clear => Some(Happening::NoneToTake),
            Work::Launching => Some(Happening::Emptied),
            Work::Charging => (flags.battery > BATTERY_FULL).then_some(Happening::Charged),
            Work::BackingOff => ((self.stance.place - self.bumped_at).norm() > BACK_OFF).then_some(Happening::Apart),
            Work::Resting => wanted.then_some(Happening::BallKnown),
            Work::WaitingForFix => self.is_found().then_some(Happening::FixFound),
            Work::CallingHelp => None,
        }
    }

    /// Whether every direction has been in view, and those where something may be a ball for a second time.
    fn has_looked(&self) -> bool {
        let around = TAU - 2.0 * self.robot.eye.half_view + OVERLAP;
        self.turned > TAU + SECOND_LOOK || (self.turned > around && !self.map.doubtful())
    }

    fn is_in_reach(&self) -> bool {
        let target = self.stance.sees(&self.next_stops().0.place);
        target.distance < self.robot.eye.near + BLIND_BEYOND && target.bearing.abs() < BLIND_BEARING
    }

    fn is_past(&self) -> bool {
        let target = self.stance.sees(&self.next_stops().0.place);
        target.distance * cos(target.bearing) < self.robot.body.reach - PAST
    }

    /// Changes what is done, and what is believed by it.
    pub(super) fn act_upon(&mut self, happening: Happening, now_s: f64) {
        let Some(work) = self.work.upon(happening) else { return };
        let target = self.next_stops().0.id;
        match (self.work, happening) {
            (_, Happening::InReach) => self.collecting = target,
            (Work::Collecting, Happening::Missed | Happening::Overdue) => self.miss(target, now_s),
            (Work::Approaching, Happening::Overdue) => {
                if let Some(id) = target {
                    self.map.shun(id, now_s);
                }
            }
            (_, Happening::Bumped) => {
                self.bumped_at = self.stance.place;
                self.around.meet(&self.stance, now_s);
                self.bumps += 1;
            }
            (_, Happening::AtLookout) => self.looked_from += 1,
            (Work::Patrolling, Happening::Overdue) => self.looked_from += 1,
            (Work::Resting, Happening::Overdue) => self.looked_from = 0,
            (Work::Looking, Happening::NoneToTake) => {
                self.clear = true;
                self.map.forget_doubtful();
            }
            (_, Happening::BallKnown) => self.clear = false,
            (Work::Launching, _) | (_, Happening::Helped) => self.bumps = 0,
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
