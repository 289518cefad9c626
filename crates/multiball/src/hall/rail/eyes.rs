//! How the rail player sees the ball.

use rand_chacha::ChaCha8Rng;

use crate::ball::BallState;
use crate::geometry::{Vec3, standard_normal};
use crate::hall::camera_rig::{CameraRig, Search, Watcher};
use crate::hall::filming::SceneFrame;
use crate::hall::plain_eyes::PlainEyes;
use crate::hall::record::{Message, Picture, Recorder};
use crate::track::{Estimator, Measurement, Prediction, Track};
use crate::vision::Frame;

/// What the player sees the ball with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BallSensing {
    /// Points in space with noise, one in each frame.
    Points,
    /// Two cameras that are filmed in a hall where much disturbs, detectors and tracker.
    Cameras,
    /// The same cameras through the paper's plain chain.
    PlainChain,
}

/// Eyes for one ball.
pub(in crate::hall) enum Eyes<'h> {
    Points { estimator: Box<Estimator>, measurement_sd: f64, rng: Box<ChaCha8Rng> },
    Cameras { watcher: Box<Watcher<'h>>, hand: Hand, ball: Option<u32> },
    Plain { chain: Box<PlainEyes>, estimator: Box<Estimator>, rig: &'h CameraRig, contact_s: f64, measurement_sd: f64 },
}

/// The opponent's racket hand as the pose sensor sees it: balls begin near it.
pub(in crate::hall) struct Hand {
    /// When it strikes, s.
    pub(in crate::hall) contact_s: f64,
    /// Times on the film's clock, s, and places, m.
    pub(in crate::hall) places: Vec<(f64, Vec3)>,
}

impl Hand {
    /// From the hand to the corners of the box in which a ball begins, m: it flies ahead before it is followed.
    const BOX: [Vec3; 2] = [Vec3::new(-0.35, -0.45, -0.4), Vec3::new(0.85, 0.45, 0.45)];

    /// How well the time of the contact is known, s.
    const UNSURE_S: f64 = 0.02;
    /// Where the people stand when nobody has seen the hand yet.
    const ANYWHERE: [Vec3; 2] = [Vec3::new(-2.4, -0.9, 0.0), Vec3::new(-0.6, 0.9, 0.9)];

    /// The box in which a ball may begin at a time; after the contact it stays where the hand was.
    fn space(&self, t_s: f64) -> [Vec3; 2] {
        let until_s = t_s.min(self.contact_s);
        let seen = self.places.iter().take_while(|(seen_s, _)| *seen_s <= until_s).last();
        seen.map_or(Self::ANYWHERE, |(_, place)| Self::BOX.map(|corner| place + corner))
    }
}

impl Eyes<'_> {
    /// Looks at one frame; the ball's true state is for eyes without cameras, which add their errors, and what there is to see for cameras. Returns
    /// whether there is a new estimate. `seen` is called when the cameras have done their part, and the player's own begins.
    pub(in crate::hall) fn look(
        &mut self,
        t_s: f64,
        truth: Option<&BallState>,
        scene_frame: impl FnOnce() -> SceneFrame,
        seen: impl FnOnce(),
    ) -> bool {
        match self {
            Self::Points { estimator, measurement_sd, rng } => {
                let Some(ball) = truth else { return false };
                let noise = Vec3::from_fn(|_, _| *measurement_sd * standard_normal(rng));
                seen();
                estimator.observe(Measurement::point(t_s, ball.position + noise, *measurement_sd)).unwrap_or(false)
            }
            Self::Cameras { watcher, hand, ball } => {
                let space = hand.space(t_s);
                let search = match ball {
                    None => Search::within(watcher.cameras(), space),
                    Some(_) => Search::NOWHERE,
                };
                let SceneFrame { moment, dropped } = scene_frame();
                watcher.read(t_s, &moment, |camera| dropped[camera], &search);
                seen();
                watcher.attend(t_s);
                let tracks = || watcher.tracker().tracks();
                let before = *ball;
                *ball = ball.filter(|number| tracks().any(|track| track.number() == *number));
                *ball = ball
                    .or_else(|| watcher.struck_ball(space, hand.contact_s - Hand::UNSURE_S, t_s).map(Track::number));
                let improved = tracks().any(|track| Some(track.number()) == *ball && track.improved_s() == t_s);
                improved || (ball.is_some() && *ball != before)
            }
            Self::Plain { chain, estimator, rig, contact_s, measurement_sd } => {
                let SceneFrame { moment, dropped } = scene_frame();
                seen();
                let fix = chain.look(rig, &moment, |camera| dropped[camera]);
                // What is taken for the ball before the stroke cannot be it.
                let fix = fix.filter(|_| t_s > *contact_s);
                fix.is_some_and(|fix| estimator.observe(Measurement::point(t_s, fix, *measurement_sd)).unwrap_or(false))
            }
        }
    }

    /// Measurements of the ball so far.
    pub(in crate::hall) fn measurements(&self) -> &[Measurement] {
        match self {
            Self::Points { estimator, .. } | Self::Plain { estimator, .. } => estimator.measurements(),
            Self::Cameras { .. } => self.track().map_or(&[], Track::measurements),
        }
    }

    /// Shows what the cameras read last, if they are eyes with cameras.
    pub(in crate::hall) fn show(&self, t_s: f64, recorder: &mut dyn Recorder) {
        let Self::Cameras { watcher, .. } = self else { return };
        for camera in 0..watcher.cameras().len() {
            let parts: Vec<Frame> = watcher.shown(camera).cloned().collect();
            let seen = self.measurements().last().filter(|measurement| measurement.t_s == t_s);
            let mark = |measurement: &Measurement| watcher.mark(camera, &measurement.position);
            let marks = seen.and_then(mark).into_iter().collect();
            recorder.record(&Message::Picture(Picture { t_s, camera, parts, marks }));
        }
    }

    fn track(&self) -> Option<&Track> {
        let Self::Cameras { watcher, ball, .. } = self else { return None };
        watcher.tracker().tracks().find(|track| Some(track.number()) == *ball)
    }

    /// What is thought of the ball.
    pub(in crate::hall) fn prediction(&self) -> Option<Prediction<'_>> {
        match self {
            Self::Points { estimator, .. } | Self::Plain { estimator, .. } => estimator.prediction(),
            Self::Cameras { .. } => self.track().and_then(Track::prediction),
        }
    }
}
