//! An opponent's stroke as a robot's sensors observe it.

use rand_chacha::ChaCha8Rng;

use super::agent::contact_error_s;
use crate::geometry::Vec3;
use crate::opponent::{Lesson, Schooling, SeenSwing, StrokeMotion};
use crate::track::SpinPrior;

/// The observed swing of a person, when the contact is measured, and what was classified.
#[derive(Debug, Clone)]
pub(super) struct SeenStroke {
    /// Error of the measured contact time, s: positive when it is measured too late.
    pub(super) error_s: f64,
    swing: SeenSwing,
    /// The probability of each class that the classifier gives, where the stroke was classified.
    pub(super) read: Option<Vec<f64>>,
    right_handed: bool,
}

impl SeenStroke {
    /// Observes a stroke, whose contact time is measured within a standard deviation, s. Without schooling it is not
    /// classified.
    pub(super) fn watch(
        (lesson, schooling): (&Lesson, Option<&Schooling>),
        (motion, right_handed): (&StrokeMotion, bool),
        contact_time_sd_s: f64,
        rng: &mut ChaCha8Rng,
    ) -> Self {
        let mut swing = lesson.watch(motion, right_handed, 0, rng);
        let error_s = contact_error_s(contact_time_sd_s, rng);
        swing.record.shift_contact(error_s);
        let read = schooling.and_then(|schooling| schooling.reader.probabilities(&swing.record));
        Self { error_s, swing, read, right_handed }
    }

    /// The probability of each class, in the order of [`crate::track::Stroke::ALL`]; none where it was not classified.
    pub(super) fn probabilities(&self) -> Option<[f64; 4]> {
        self.read.as_deref().and_then(|read| read.try_into().ok())
    }

    /// The spin that the class implies.
    pub(super) fn spin(&self, schooling: Option<&Schooling>) -> SpinPrior {
        let read = schooling.zip(self.probabilities());
        read.map_or(SpinPrior::UNKNOWN, |(schooling, read)| schooling.spins.of(&read, self.right_handed))
    }

    /// The measured path of the hand, where the ball was struck at a time, s: times, s, and positions, m.
    pub(super) fn places(&self, struck_s: f64) -> Vec<(f64, Vec3)> {
        self.swing.places.iter().map(|(t_s, place)| (t_s + struck_s, *place)).collect()
    }
}
