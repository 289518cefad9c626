//! Numbers without the digits that nobody needs, so that files stay small; and none that JSON cannot hold.

use multiball::hall::record::{PickerNow, SessionEvent, Snapshot, StrokeRecord};

/// Steps of places and joints: 0.01 mm, 0.00001 rad.
const FINE: f64 = 1e5;

/// Steps of people and of the picker: 1 mm, 0.001 rad.
const COARSE: f64 = 1e3;

/// Steps of times: 1 ns.
const TIME: f64 = 1e9;

/// Rounds, and notes whether all numbers were finite.
#[derive(Debug)]
pub(super) struct Rounding {
    finite: bool,
}

impl Rounding {
    /// Rounds a value to steps of 1/`per`.
    fn number(&mut self, value: &mut f64, per: f64) {
        // Adding zero makes -0 a 0.
        *value = (*value * per).round() / per + 0.0;
        self.finite &= value.is_finite();
    }

    fn all<'a>(&mut self, values: impl IntoIterator<Item = &'a mut f64>) {
        values.into_iter().for_each(|value| self.number(value, FINE));
    }

    fn coarse<'a>(&mut self, values: impl IntoIterator<Item = &'a mut f64>) {
        values.into_iter().for_each(|value| self.number(value, COARSE));
    }

    fn time(&mut self, value: &mut f64) {
        self.number(value, TIME);
    }

    fn picker(&mut self, picker: &mut PickerNow) {
        self.coarse(picker.position_m.iter_mut().chain(&mut picker.believed_m));
        self.coarse([&mut picker.heading_rad, &mut picker.believed_heading_rad, &mut picker.battery]);
    }
}

/// Something that is written.
pub(super) trait Round {
    /// Rounds all its numbers.
    fn round(&mut self, rounding: &mut Rounding);

    /// Rounds it; whether all its numbers are finite.
    fn rounded(&mut self) -> bool {
        let mut rounding = Rounding { finite: true };
        self.round(&mut rounding);
        rounding.finite
    }
}

impl Round for Snapshot {
    fn round(&mut self, rounding: &mut Rounding) {
        rounding.time(&mut self.t_s);
        self.joints.iter_mut().for_each(|joints| rounding.all(joints));
        for person in &mut self.people {
            rounding.coarse(person.keypoints_m.iter_mut().flatten());
            rounding.coarse(person.blade_m.iter_mut().chain(&mut person.blade_normal));
        }
        self.balls.iter_mut().for_each(|ball| rounding.all(&mut ball.position_m));
        self.picker.iter_mut().for_each(|picker| rounding.picker(picker));
    }
}

impl Round for StrokeRecord {
    fn round(&mut self, rounding: &mut Rounding) {
        rounding.time(&mut self.struck_s);
        self.read.iter_mut().for_each(|read| rounding.all(&mut read.probabilities));
        for seen in &mut self.seen {
            rounding.time(&mut seen.t_s);
            rounding.all(seen.position_m.iter_mut().chain(&mut seen.truth_m));
        }
        for hit in &mut self.predicted {
            rounding.time(&mut hit.at_s);
            rounding.time(&mut hit.hit_s);
            rounding.all(hit.position_m.iter_mut().chain(&mut hit.error_m));
        }
        if let Some(plan) = &mut self.planned {
            rounding.time(&mut plan.hit_s);
            rounding.all(plan.ball_m.iter_mut().chain(&mut plan.ball_velocity_m_s).chain(&mut plan.ball_spin_rad_s));
            rounding.all(plan.racket_m.iter_mut().chain(&mut plan.racket_normal).chain(&mut plan.racket_velocity_m_s));
            rounding.all(&mut plan.target_m);
        }
        for sample in &mut self.motion {
            rounding.time(&mut sample.t_s);
            rounding.all(sample.commanded.iter_mut().chain(&mut sample.moved));
        }
        rounding.all(self.end.landing_m.iter_mut().flatten().chain(&mut self.end.off_m));
        self.end.hit_s.iter_mut().chain(&mut self.end.last_look_s).for_each(|time| rounding.time(time));
    }
}

impl Round for SessionEvent {
    /// What the referee and the score come from stays as it is, to the bit.
    fn round(&mut self, rounding: &mut Rounding) {
        let mut exact = |values: &[f64]| rounding.finite &= values.iter().all(|value| value.is_finite());
        match self {
            Self::Tossed { position_m, rise_m, .. } => {
                exact(position_m);
                exact(&[*rise_m]);
            }
            Self::Struck { position_m, velocity_before_m_s, velocity_m_s, spin_rad_s, .. } => {
                [position_m, velocity_before_m_s, velocity_m_s, spin_rad_s].into_iter().for_each(|each| exact(each));
            }
            Self::Bounced { position_m, velocity_m_s, .. } | Self::Touched { position_m, velocity_m_s, .. } => {
                exact(position_m);
                exact(velocity_m_s);
            }
            Self::Planned { hit_s, position_m, racket_speed_m_s, target_m, .. } => {
                exact(position_m);
                exact(target_m);
                exact(&[*hit_s, *racket_speed_m_s]);
            }
            Self::Landed { position_m, off_m, .. } => {
                exact(position_m);
                exact(&[*off_m]);
            }
            Self::Decided { duration_s, .. } => exact(&[*duration_s]),
            Self::Predicted { path, meeting, .. } => {
                rounding.all(path.iter_mut().flatten());
                rounding.all(meeting.iter_mut().flatten());
            }
            Self::FoundOut { numbers, .. } => rounding.all(numbers.iter_mut().flatten()),
            Self::PickerPlanned { route_m } => rounding.all(route_m.iter_mut().flatten()),
            Self::PointBegan { .. }
            | Self::Fouled { .. }
            | Self::NoStroke { .. }
            | Self::Moved { .. }
            | Self::Waiting { .. }
            | Self::PickerTurnsTo { .. } => {}
        }
    }
}
