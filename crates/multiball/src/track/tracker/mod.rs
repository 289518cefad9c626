//! From candidates in several cameras' images to balls that are followed.

mod between;
mod candidates;
mod constant_error;
mod initiator;
mod outlook;
mod synchrony;
mod track;

pub use track::Track;

use super::{CalibrationEvidence, EstimatorSettings, Measurement, Priors, Refusal, Refusals, Refused};
use crate::geometry::Vec3;
use crate::vision::detect::{Detection, Expectation};
use crate::vision::{Camera, Ray, triangulate};
use candidates::{Pick, Taken, pick};
use initiator::{Epoch, TrackInitiator};
use synchrony::Synchrony;
use track::Picked;

/// How a tracker decides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrackerSettings {
    /// How far from where it is expected a ball may be seen, in standard deviations.
    pub gate: f64,
    /// Standard deviation, along each axis, of the velocity that a ball may have gained since it was last seen and that
    /// the prediction does not include, m/s: it touched the net, or its spin acted otherwise on the table.
    pub drift_m_s: f64,
    /// Error of a centre that the detector does not know of, px: calibration, shading.
    pub least_pixel_sd: f64,
    /// Error of calibration that all cameras share and that bends no flight, px: it counts where a place is reported,
    /// and nowhere else.
    pub common_pixel_sd: f64,
    /// Greatest chi-square, with one degree of freedom, of two lines of sight that are taken for one ball. Generous: an
    /// error of calibration is the same in every frame, and what it keeps apart once it keeps apart always.
    pub most_apart: f64,
    /// Least speed of a ball that starts a track, m/s. Slower ones roll.
    pub least_speed: f64,
    /// Greatest speed of a ball, m/s.
    pub most_speed: f64,
    /// Measurements in a row that start a track, on trial.
    pub start_measurements: usize,
    /// Measurements after which a track on trial is judged.
    pub trial_measurements: usize,
    /// At how many instants in a row a ball on trial may be missed, whatever the rate of the cameras.
    pub trial_misses: usize,
    /// Greatest mean squared Mahalanobis distance, in squared standard deviations for each measurement, of a flight
    /// that passes its trial.
    pub most_mahalanobis_squared: f64,
    /// For how long a ball may be out of view, s. Time in which one camera alone sees it makes up for as much.
    pub give_up_s: f64,
    /// For how long a ball may be followed without two cameras that see it at once, s: lines of sight of one camera,
    /// however many, may be of something else.
    pub one_camera_s: f64,
    /// Frames of two cameras that are not synchronised belong together when their stamps are no further apart, s.
    pub pair_within_s: f64,
    /// For how long a shutter is open, s.
    pub exposure_s: f64,
    /// Rolling shutter: how much later each row is exposed than the one above, s; 0 when it is not known or all are
    /// exposed at once.
    pub line_time_s: f64,
    /// Corners of the space in which balls start, m.
    pub volume: [Vec3; 2],
    /// Greatest number of balls that are followed at once.
    pub most_tracks: usize,
    /// How each ball is estimated.
    pub estimator: EstimatorSettings,
}

impl Default for TrackerSettings {
    /// For cameras at 100 to 250 frames per second around one table.
    fn default() -> Self {
        Self {
            gate: 4.0,
            drift_m_s: 0.6,
            least_pixel_sd: 0.15,
            common_pixel_sd: 0.0,
            most_apart: 25.0,
            least_speed: 2.0,
            most_speed: 30.0,
            start_measurements: 5,
            trial_measurements: 9,
            trial_misses: 3,
            most_mahalanobis_squared: 4.0,
            give_up_s: 0.06,
            one_camera_s: 0.18,
            pair_within_s: 0.0125,
            exposure_s: 1e-3,
            line_time_s: 0.0,
            volume: [Vec3::new(-2.6, -1.4, -0.2), Vec3::new(2.6, 1.4, 1.6)],
            most_tracks: 4,
            estimator: EstimatorSettings { least_measurements: 5, ..EstimatorSettings::default() },
        }
    }
}

/// Follows balls through the frames of calibrated cameras.
///
/// At every instant it takes the detections of each camera. A ball that is followed takes what lies within the gate
/// around where it is expected: in two cameras and more a point, in one alone a line of sight. What is left over is
/// paired between cameras; points of a ball's size in a row that fly as balls do start a track on trial, which becomes
/// a track when its measurements stay on one flight. A cuff is too large, a rolling ball too slow, a glint gone too
/// soon, and an arm turns where a ball would fall.
#[derive(Debug, Clone)]
pub struct Tracker {
    cameras: Vec<Camera>,
    priors: Priors,
    settings: TrackerSettings,
    tracks: Vec<Track>,
    /// Tracks that are not in use keep their memory here.
    spare: Vec<Track>,
    initiator: TrackInitiator,
    next_number: u32,
    last_s: f64,
    synchrony: Synchrony,
    refusals: Refusals,
}

impl Tracker {
    /// Cameras that it uses; of further ones it takes no notice.
    pub const MOST_CAMERAS: usize = 8;

    /// A tracker that follows nothing yet.
    #[must_use]
    pub fn new(cameras: &[Camera], priors: Priors, settings: TrackerSettings) -> Self {
        let spare = (0..settings.most_tracks).map(|_| Track::idle(priors, settings.estimator)).collect();
        Self {
            cameras: cameras.to_vec(),
            priors,
            settings,
            tracks: Vec::with_capacity(settings.most_tracks),
            spare,
            initiator: TrackInitiator::preallocated(priors.body.radius),
            next_number: 0,
            last_s: f64::NEG_INFINITY,
            synchrony: Synchrony::unknown(),
            refusals: Refusals::default(),
        }
    }

    /// Balls that are followed, oldest first; those on trial are not among them.
    pub fn tracks(&self) -> impl Iterator<Item = &Track> {
        self.tracks.iter().filter(|track| track.is_confirmed())
    }

    /// Where and how a camera should see the balls that are followed, on trial or not.
    pub fn expectations(&self, camera: usize, t_s: f64) -> impl Iterator<Item = Expectation> {
        let calibrated = self.cameras.get(camera);
        self.tracks.iter().filter_map(move |track| {
            let there = track.prediction()?.motion(t_s)?;
            outlook::expectation(calibrated?, track, &there, &self.settings).map(|seen| seen.expected)
        })
    }

    /// Forgets all balls, keeps the memory; the next have these priors, and come at any time.
    pub fn restart(&mut self, priors: Priors) {
        self.priors = priors;
        self.spare.append(&mut self.tracks);
        self.initiator.restart(priors.body.radius);
        (self.last_s, self.synchrony) = (f64::NEG_INFINITY, Synchrony::unknown());
    }

    /// What was refused, and why.
    #[must_use]
    pub fn refusals(&self) -> &Refusals {
        &self.refusals
    }

    pub(super) fn refuse(&mut self, refused: Refused) {
        self.refusals.note(refused);
    }

    /// Radius of the balls that it follows, m.
    #[must_use]
    pub fn ball_radius(&self) -> f64 {
        self.priors.body.radius
    }

    /// What a track that has ended or goes on says about the cameras; `None` when it saw too little.
    #[must_use]
    pub fn calibration_evidence(&self, track: &Track) -> Option<CalibrationEvidence> {
        CalibrationEvidence::of(track, &self.cameras, self.settings.least_pixel_sd)
    }

    /// The cameras as they were calibrated.
    #[must_use]
    pub fn cameras(&self) -> &[Camera] {
        &self.cameras
    }

    /// Takes what synchronised cameras saw at one time: for each camera its candidates, none when its frame was lost.
    pub fn observe(&mut self, t_s: f64, seen: &[&[Detection]]) {
        let mut each: [Option<&[Detection]>; Self::MOST_CAMERAS] = [None; Self::MOST_CAMERAS];
        for (slot, seen) in each.iter_mut().zip(seen) {
            *slot = Some(seen);
        }
        self.observe_frames(t_s, &each[..seen.len().min(Self::MOST_CAMERAS)]);
    }

    /// Takes what some cameras saw at one time, later than any before: for each camera its candidates, `None` when it
    /// gave no frame of that time.
    ///
    /// Cameras need not be synchronised. What one alone sees of a ball that is followed is a line of sight at its own
    /// time; where another saw the ball a moment before, its line is moved to this time with the track's motion, and
    /// both must meet. New balls are found where two frames of one camera enclose a frame of another.
    pub fn observe_frames(&mut self, t_s: f64, seen: &[Option<&[Detection]>]) {
        self.synchrony.note(t_s, |camera| seen.get(camera).is_some_and(Option::is_some));
        let mut taken = Taken::default();
        for index in 0..self.tracks.len() {
            self.follow(index, t_s, seen, &mut taken);
        }
        self.last_s = t_s;
        self.tracks.iter_mut().for_each(|track| track.judge(&self.settings));
        self.end_tracks(t_s);
        let now = Epoch { t_s, cameras: &self.cameras, seen, taken: &taken, synchrony: &self.synchrony };
        if self.initiator.add(&now, &self.settings) {
            while self.spare.last().is_some() && self.start_track() {}
        }
    }

    fn follow(&mut self, index: usize, t_s: f64, seen: &[Option<&[Detection]>], taken: &mut Taken) {
        let Self { cameras, settings, tracks, refusals, synchrony, .. } = self;
        let waited_s = t_s - self.last_s;
        let track = &mut tracks[index];
        let number = Some(track.number());
        let mut picks: [Option<Pick>; Tracker::MOST_CAMERAS] = [None; Tracker::MOST_CAMERAS];
        let there = track.prediction().and_then(|prediction| prediction.motion(t_s));
        for (camera, calibrated) in cameras.iter().enumerate().take(Tracker::MOST_CAMERAS) {
            let expected = there.as_ref().and_then(|there| outlook::expectation(calibrated, track, there, settings));
            let (Some(expected), Some(seen)) = (expected, seen.get(camera).copied().flatten()) else { continue };
            match pick(&expected.expected, seen, camera, taken, settings) {
                Ok(pick) => picks[camera] = Some(Pick { pixel: pick.pixel - expected.moved, ..pick }),
                Err(Some(why)) => refusals.note(Refused { stamp_s: t_s, camera, track: number, why }),
                Err(None) => {}
            }
        }
        let Some((measurement, used)) = combine(cameras, track, t_s, &picks, settings) else {
            return track.miss(waited_s);
        };
        // What one camera alone shows of a ball on trial may be another ball's: it stays free.
        let sure = track.is_confirmed() || measurement.is_point();
        let crossed = measurement.is_point() || agrees_with_another(cameras, track, t_s, &picks, synchrony, settings);
        for (camera, pick) in picks.iter().enumerate() {
            let Some(pick) = pick else { continue };
            if !used[camera] {
                refusals.note(Refused { stamp_s: t_s, camera, track: number, why: Refusal::CamerasDisagree });
                continue;
            }
            if sure {
                taken.take(camera, pick.index);
            }
            let picked = Picked { t_s, pixel: pick.pixel, sd: pick.sd };
            track.note_picked(camera, picked, settings.least_pixel_sd);
        }
        track.see(measurement, waited_s, crossed);
    }

    fn end_tracks(&mut self, t_s: f64) {
        let mut index = 0;
        while index < self.tracks.len() {
            let over = self.tracks[index].is_over(t_s, &self.settings) || self.is_double(index, t_s);
            if over {
                let track = self.tracks.remove(index);
                self.spare.push(track);
            } else {
                index += 1;
            }
        }
    }

    /// Whether a track on trial follows a ball that an older one follows.
    fn is_double(&self, index: usize, t_s: f64) -> bool {
        const SAME_M: f64 = 0.04;
        let place = |track: &Track| track.prediction().and_then(|prediction| prediction.place(t_s));
        let Some(here) = place(&self.tracks[index]).filter(|_| !self.tracks[index].is_confirmed()) else {
            return false;
        };
        self.tracks[..index].iter().filter_map(place).any(|other| (other - here).norm() < SAME_M)
    }

    fn start_track(&mut self) -> bool {
        let Some(mut track) = self.spare.pop() else { return false };
        track.restart(self.next_number, self.priors);
        let started =
            self.initiator.initiate(&self.settings, |measurement| track.see(measurement, 0.0, measurement.is_point()));
        if started {
            self.next_number += 1;
            self.tracks.push(track);
        } else {
            self.spare.push(track);
        }
        started
    }
}

/// One measurement out of what the cameras picked for a track: a point where two and more agree, else the line of sight
/// that lies nearest to where the ball is expected; and which cameras were used.
fn combine(
    cameras: &[Camera],
    track: &Track,
    t_s: f64,
    picks: &[Option<Pick>; Tracker::MOST_CAMERAS],
    settings: &TrackerSettings,
) -> Option<(Measurement, [bool; Tracker::MOST_CAMERAS])> {
    let mut used = picks.map(|pick| pick.is_some());
    loop {
        let remaining = || (0..cameras.len().min(used.len())).filter(|&camera| used[camera]);
        let count = remaining().count();
        let nearest = remaining().min_by(|&a, &b| away(&picks[a]).total_cmp(&away(&picks[b])))?;
        if count == 1 {
            let pick = picks[nearest]?;
            let ray: Ray = cameras[nearest].ray(&pick.pixel)?;
            let expected = track.prediction()?.place(t_s)?;
            let distance = (expected - ray.origin).norm();
            let sd = pick.sd / cameras[nearest].lens.focal_px.x * distance;
            return Some((Measurement::line(t_s, &ray, &expected, sd), used));
        }
        let mut lines = [(&cameras[0], crate::vision::Vec2::zeros()); Tracker::MOST_CAMERAS];
        let mut sd = 0.0f64;
        for (slot, camera) in lines.iter_mut().zip(remaining()) {
            let pick = picks[camera]?;
            *slot = (&cameras[camera], pick.pixel);
            sd = sd.max(pick.sd);
        }
        let fix = triangulate(&lines[..count], sd)
            .ok()
            .filter(|fix| fix.chi_square < settings.most_apart * (count - 1) as f64);
        if let Some(measurement) = fix.and_then(|fix| Measurement::with_covariance(t_s, fix.position, &fix.covariance))
        {
            return Some((measurement, used));
        }
        // They do not see one thing: the one furthest from where the ball is expected is dropped.
        let furthest = remaining().max_by(|&a, &b| away(&picks[a]).total_cmp(&away(&picks[b])))?;
        used[furthest] = false;
    }
}

/// Whether what one camera alone picked for a track meets what another that is not synchronised with it saw a moment
/// before, moved to this time with the track's motion.
fn agrees_with_another(
    cameras: &[Camera],
    track: &Track,
    t_s: f64,
    picks: &[Option<Pick>; Tracker::MOST_CAMERAS],
    synchrony: &Synchrony,
    settings: &TrackerSettings,
) -> bool {
    let mut picked = (0..cameras.len().min(picks.len())).filter_map(|camera| Some((camera, picks[camera]?)));
    let (Some((camera, pick)), None) = (picked.next(), picked.next()) else { return false };
    let Some(prediction) = track.prediction() else { return false };
    let meets = |other: usize| -> Option<bool> {
        let before = track.picked(other).filter(|before| t_s - before.t_s <= settings.pair_within_s)?;
        let [then, now] = [before.t_s, t_s].map(|at_s| cameras[other].project(&prediction.place(at_s)?));
        let pixel = before.pixel + now? - then?;
        let fix = triangulate(&[(&cameras[camera], pick.pixel), (&cameras[other], pixel)], pick.sd.max(before.sd));
        Some(fix.ok()?.chi_square < settings.most_apart)
    };
    let others = (0..cameras.len().min(picks.len())).filter(|other| *other != camera);
    others.filter(|other| !synchrony.holds(camera, *other)).any(|other| meets(other).unwrap_or(false))
}

fn away(pick: &Option<Pick>) -> f64 {
    pick.map_or(f64::INFINITY, |pick| pick.away)
}
