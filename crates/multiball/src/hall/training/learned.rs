//! What robots learn before they play: the background of their cameras, and how people strike.

use std::sync::Arc;

use super::errors::TrainingError;
use super::hall::TrainingHall;
use crate::hall::camera_rig::CameraRig;
use crate::hall::record::{Message, Recorder, Wants};
use crate::opponent::{Lesson, Schooling};

/// Results of learning. It takes seconds, once for all sessions in the hall; the stage can be shown before.
#[derive(Debug, Clone)]
pub(super) struct Learned {
    /// The cameras, where there are any.
    pub(super) rig: Option<CameraRig>,
    /// How people strike, where one plays.
    pub(super) schooling: Option<Schooling>,
}

impl TrainingHall {
    /// The results of learning, which the first call computes.
    pub(super) fn learned(&self) -> Result<Arc<Learned>, TrainingError> {
        if let Some(learned) = self.learned.get() {
            return Ok(learned.clone());
        }
        let learned = Arc::new(self.learn()?);
        Ok(self.learned.get_or_init(|| learned).clone())
    }

    fn learn(&self) -> Result<Learned, TrainingError> {
        let seed = Lesson::seed_in_hall(self.seed);
        let school = || self.lesson.learn_with(seed, self.own_shots.as_ref(), self.stroke_model.as_ref());
        let person = self.opponent.as_ref().is_some_and(|opponent| opponent.body().is_some());
        let reads = person && self.settings.player.is_some();
        let film = || (!self.cameras.is_empty()).then(|| self.options.camera_rig(self.seed));
        let (schooling, rig) = rayon::join(|| reads.then(school).transpose(), film);
        Ok(Learned { rig, schooling: schooling? })
    }
}

impl Learned {
    /// Reports the empty hall as the cameras see it.
    pub(super) fn show_backdrops(&self, recorder: &mut dyn Recorder) {
        if recorder.wants() == Wants::Pictures {
            for (camera, background) in self.rig.iter().flat_map(CameraRig::backgrounds).enumerate() {
                recorder.record(&Message::Backdrop { camera, frame: background.clone() });
            }
        }
    }
}
