//! The balls that are not in play, and the ledger of where each ball is.

use std::collections::VecDeque;

use super::hall::TrainingHall;
use super::ledger::{Ledger, LostBall};
use super::settings::RoomSettings;
use crate::ball::{BallSim, BallState, EventKind, Settings};
use crate::geometry::Vec3;
use crate::hall::record::{BallNow, BallPlace, SessionEvent, triple};

/// The balls in the hopper, in flight to it, still moving after their point, and at rest.
#[derive(Debug, Clone)]
pub(super) struct Balls {
    ledger: Ledger,
    hopper: VecDeque<u32>,
    launched: Vec<Launched>,
    loose: Vec<Loose>,
    /// Balls at rest that no picker collects, m.
    lying: Vec<(u32, Vec3)>,
    /// Whether the ledger has changed since it was last compared with the world.
    changed: bool,
}

/// A ball in flight from the launcher to the hopper.
#[derive(Debug, Clone, Copy)]
struct Launched {
    ball: u32,
    from: Vec3,
    since_s: f64,
}

/// A ball that moves after its point.
#[derive(Debug, Clone)]
struct Loose {
    ball: u32,
    sim: BallSim,
}

/// Time of flight from the picker's launcher to the hopper, s.
const LAUNCH_S: f64 = 0.6;

impl Balls {
    /// As a session begins.
    pub(super) fn new(room: &RoomSettings) -> Self {
        let ledger = Ledger::new(room.balls, room.on_floor);
        Self {
            hopper: (0..room.balls).filter(|ball| ledger.place(*ball) == BallPlace::Hopper).collect(),
            ledger,
            launched: Vec::new(),
            loose: Vec::new(),
            lying: Vec::new(),
            changed: true,
        }
    }

    /// Number of balls in the hopper.
    pub(super) fn in_hopper(&self) -> usize {
        self.hopper.len()
    }

    /// The balls that the ledger has on the floor.
    pub(super) fn on_floor(&self) -> Vec<u32> {
        self.ledger.at(BallPlace::Floor).collect()
    }

    /// Takes one out of the hopper.
    pub(super) fn take(&mut self) -> Option<u32> {
        self.hopper.pop_front()
    }

    /// Puts one back into the hopper that was not played.
    pub(super) fn put_back(&mut self, ball: u32) {
        self.hopper.push_front(ball);
    }

    /// Adds one that is out of play and still moves.
    pub(super) fn let_go(&mut self, ball: u32, sim: BallSim) {
        self.loose.push(Loose { ball, sim });
    }

    /// Adds one at rest that no picker collects.
    pub(super) fn let_lie(&mut self, ball: u32, place: Vec3) {
        self.lying.push((ball, place));
    }

    /// Adds one that the picker launches towards the hopper from a position, m.
    pub(super) fn launch(&mut self, ball: u32, from: Vec3, now_s: f64) {
        self.launched.push(Launched { ball, from, since_s: now_s });
    }

    /// Moves one in the ledger, and returns the event to report.
    pub(super) fn book(&mut self, ball: u32, to: BallPlace) -> SessionEvent {
        self.changed = true;
        self.ledger.shift(ball, to)
    }

    /// The launched balls that have reached the hopper; the ledger does not have them there yet.
    pub(super) fn arrive(&mut self, now_s: f64) -> Vec<u32> {
        let arrived = |one: &&Launched| now_s - one.since_s >= LAUNCH_S;
        let balls: Vec<u32> = self.launched.iter().filter(arrived).map(|one| one.ball).collect();
        self.launched.retain(|one| !arrived(&one));
        self.hopper.extend(&balls);
        balls
    }

    /// Advances loose balls to a time. `report` receives their contacts. Balls that roll on the floor are removed and
    /// returned with their state.
    pub(super) fn move_loose(
        &mut self,
        hall: &TrainingHall,
        now_s: f64,
        mut report: impl FnMut(f64, SessionEvent),
    ) -> Vec<(u32, BallState)> {
        for one in &mut self.loose {
            while let Some(event) = one.sim.next_event(now_s) {
                if let Some(what) = SessionEvent::of_touch(one.ball, &event) {
                    report(event.t_s, what);
                }
                if event.kind == EventKind::Rest {
                    break;
                }
            }
            if one.sim.is_at_rest() && !one.sim.is_on_floor() {
                let physics = &hall.options.physics;
                let swept = hall.court.swept_off(one.sim.state(), &physics.body);
                one.sim = BallSim::with_settings(physics, &hall.around, swept, now_s, Settings::FAST);
            }
        }
        if !self.loose.iter().any(|one| one.sim.is_on_floor()) {
            return Vec::new();
        }
        let (down, up): (Vec<Loose>, Vec<Loose>) =
            std::mem::take(&mut self.loose).into_iter().partition(|one| one.sim.is_on_floor());
        self.loose = up;
        down.into_iter().map(|one| (one.ball, *one.sim.state())).collect()
    }

    /// States of the loose balls.
    pub(super) fn flying(&self) -> impl Iterator<Item = BallState> {
        self.loose.iter().map(|loose| *loose.sim.state())
    }

    /// Compares the ledger with the world if it has changed; `others` are the balls that are in play, on the picker's
    /// floor and in the picker.
    pub(super) fn audit(&mut self, others: impl Iterator<Item = (u32, BallPlace)>) -> Result<(), LostBall> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let hopper = self.hopper.iter().map(|ball| (*ball, BallPlace::Hopper));
        let launched = self.launched.iter().map(|one| (one.ball, BallPlace::Launcher));
        let loose = self.loose.iter().map(|loose| (loose.ball, BallPlace::Flight));
        let lying = self.lying.iter().map(|(ball, _)| (*ball, BallPlace::Floor));
        self.ledger.audit(hopper.chain(launched).chain(loose).chain(lying).chain(others))
    }

    /// How many balls are in each place, in the order of [`BallPlace::ALL`].
    pub(super) fn counts(&self) -> [usize; BallPlace::ALL.len()] {
        self.ledger.counts()
    }

    /// How often the ledger was compared with the world.
    pub(super) fn audits(&self) -> u64 {
        self.ledger.audits()
    }

    /// Every ball by its number; those that are elsewhere are shown in the hopper.
    pub(super) fn now(&self, hopper: &Vec3, now_s: f64) -> Vec<BallNow> {
        let at = |place: BallPlace, position: &Vec3| BallNow { place, position_m: triple(position) };
        let mut balls = vec![at(BallPlace::Hopper, hopper); self.ledger.len()];
        for (ball, place) in &self.lying {
            balls[*ball as usize] = at(BallPlace::Floor, place);
        }
        for Launched { ball, from, since_s } in &self.launched {
            let share = ((now_s - since_s) / LAUNCH_S).clamp(0.0, 1.0);
            // A throw, as high as a hand above the straight line.
            let place = from.lerp(hopper, share) + Vec3::z() * (1.2 * share * (1.0 - share));
            balls[*ball as usize] = at(BallPlace::Launcher, &place);
        }
        for loose in &self.loose {
            balls[loose.ball as usize] = at(BallPlace::Flight, &loose.sim.state().position);
        }
        balls
    }
}
