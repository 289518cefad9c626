//! What robots learn before they play: the empty hall as their cameras see it, and how people strike.

use super::errors::TrainingError;
use super::hall::TrainingHall;
use crate::hall::camera_rig::{CameraRig, Knowledge};
use crate::opponent::Schooling;
use crate::track::EstimatorSettings;
use crate::vision::Miscalibration;

/// What was learned. It takes seconds, and what there is in the hall can be told before.
#[derive(Debug, Clone)]
pub(super) struct Learned {
    /// The cameras, where there are any.
    pub(super) rig: Option<CameraRig>,
    /// How people strike, where one plays.
    pub(super) schooling: Option<Schooling>,
}

/// What the people are like from whom the robot learned to read strokes.
const LESSON_SEED: u64 = 0x6c65_7373_6f6e;

impl TrainingHall {
    /// What is learned before the first session, and known in those after it.
    pub(super) fn learned(&self) -> Result<&Learned, TrainingError> {
        if let Some(learned) = self.learned.get() {
            return Ok(learned);
        }
        let learned = self.learn()?;
        Ok(self.learned.get_or_init(|| learned))
    }

    fn learn(&self) -> Result<Learned, TrainingError> {
        let school = || self.lesson.learn(self.seed ^ LESSON_SEED);
        let reads = self.partner.is_some() && self.settings.player.is_some();
        let film = || {
            let knowledge = Knowledge::Calibrated(Miscalibration::TYPICAL);
            let rig = (!self.cameras.is_empty()).then_some(&self.cameras)?;
            Some(CameraRig::new(rig, knowledge, self.seed).estimating(EstimatorSettings::RALLY))
        };
        let (schooling, rig) = rayon::join(|| reads.then(school).transpose(), film);
        Ok(Learned { rig, schooling: schooling? })
    }
}
