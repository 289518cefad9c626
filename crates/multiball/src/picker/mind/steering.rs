//! What the robot does for what it is about.

use super::intent::aim_at;
use super::{Mind, Work};
use crate::geometry::portable::sin;
use crate::picker::{Brush, Gait, Launcher, Orders, Place};

impl Mind {
    /// What to do in this step.
    pub(super) fn orders(&self) -> Orders {
        let rest = Orders::REST;
        let most = self.limits.most_turn_rate();
        match self.work {
            Work::Looking => Orders { turn_rate: most, ..rest },
            Work::Approaching | Work::Collecting => {
                let (next, after) = self.next_stops();
                let aim =
                    if next.id.is_some() { aim_at(&next.place, &self.stance, &after, &self.body) } else { next.place };
                Orders { brush: Brush::In, ..self.steer(&aim) }
            }
            Work::Returning => Orders { brush: Brush::In, ..self.steer(&Place::zeros()) },
            Work::ClearingBrush => Orders { brush: Brush::Out, ..rest },
            Work::Launching => Orders { launcher: Launcher::Fire, ..rest },
            Work::ClearingLauncher => Orders { launcher: Launcher::Shake, ..rest },
            Work::Charging => Orders { charge: true, ..rest },
            Work::BackingOff => Orders { gait: Gait::Back, ..rest },
            Work::CallingHelp => Orders { call: true, ..rest },
            Work::WaitingForFix | Work::Resting => rest,
        }
    }

    fn steer(&self, place: &Place) -> Orders {
        let target = self.stance.sees(place);
        let limits = &self.limits;
        let bearing = target.bearing;
        let wanted = (2.0 * limits.turn_acceleration * bearing.abs()).sqrt();
        let forward = limits.cruise * sin(bearing) / target.distance.max(0.05);
        Orders {
            gait: Gait::Forward,
            turn_rate: wanted.min(40.0 * bearing.abs()).copysign(bearing) + forward,
            ..Orders::REST
        }
    }
}
