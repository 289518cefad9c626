//! What becomes of balls after their point: they bounce and roll until they lie on the floor.

use super::session::Session;
use crate::ball::{BallSim, BallState, EventKind, Settings};
use crate::geometry::Vec3;
use crate::hall::record::{BallPlace, SessionEvent};

/// A ball that still moves.
pub(super) struct Loose<'h> {
    pub(super) ball: u32,
    pub(super) sim: BallSim<'h>,
}

impl<'h> Session<'h, '_> {
    /// Moves them on to now; those that roll on the floor are the picker's.
    pub(super) fn move_loose_balls(&mut self) {
        let now_s = self.now_s();
        let mut loose = std::mem::take(&mut self.loose);
        for one in &mut loose {
            while let Some(event) = one.sim.next_event(now_s) {
                if let Some(what) = SessionEvent::of_touch(one.ball, &event) {
                    self.tell(event.t_s, what);
                }
                if event.kind == EventKind::Rest {
                    break;
                }
            }
            if one.sim.is_at_rest() && !one.sim.is_on_floor() {
                let swept = self.hall.court.swept_off(one.sim.state(), &self.hall.options.physics.body);
                one.sim =
                    BallSim::with_settings(&self.hall.options.physics, &self.hall.around, swept, now_s, Settings::FAST);
            }
        }
        let (down, up): (Vec<Loose<'h>>, Vec<Loose<'h>>) = loose.into_iter().partition(|one| one.sim.is_on_floor());
        self.loose = up;
        for Loose { ball, sim } in down {
            self.put_on_floor(ball, sim.state());
            self.shift(ball, BallPlace::Floor);
        }
    }

    /// A ball is the picker's from now on.
    pub(super) fn put_on_floor(&mut self, ball: u32, state: &BallState) {
        let home = Vec3::new(self.hall.plan.home.x, self.hall.plan.home.y, 0.0);
        match &mut self.floor {
            Some(run) => run.put_ball(ball as usize, &BallState { position: state.position - home, ..*state }),
            None => self.lying.push((ball, state.position)),
        }
    }
}
