//! Comparison of both localisation filters on the same drives.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::localising_errors::{Mean, Tally, normalised_square};
use super::{AxisFilters, AxisTuning, FilterErrors};
use crate::geometry::standard_normal;
use crate::hall::floor::{InstrumentSettings, Instruments};
use crate::hall::random::{Purpose, stream};
use crate::picker::localisation::{PoseFilter, Site, Start};
use crate::picker::{DriveLimits, Gait, Point2, Pose2, WheelDrive};

/// Settings of the drives and of the measured errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalisingSettings {
    /// The robot's instruments.
    pub instruments: InstrumentSettings,
    /// Noise that the paper's filters assume of them.
    pub tuning: AxisTuning,
    /// Time of a drive, s.
    pub duration_s: f64,
    /// Errors count from then on, every 0.1 s; before the end of the drive, s.
    pub counted_from_s: f64,
    /// Side of the square around home in which targets are drawn, m.
    pub field: f64,
    /// Standard deviation of the estimated position at the start, m for each axis.
    pub start_place: f64,
    /// Standard deviation of the estimated heading at the start, rad.
    pub start_heading: f64,
}

impl LocalisingSettings {
    /// On a court in the open, set down by hand next to home's mark at about the right heading: 0.5 m and 6°.
    #[must_use]
    pub fn outdoors() -> Self {
        let instruments = InstrumentSettings::OUTDOORS;
        Self {
            instruments,
            tuning: AxisTuning::of(&instruments.sheet, &DriveLimits::PAPER),
            duration_s: 120.0,
            counted_from_s: 0.0,
            field: 40.0,
            start_place: 0.5,
            start_heading: 0.1,
        }
    }

    /// In a hall of 10 m, starting from a dock that fixes position and heading to 5 cm and 1°.
    #[must_use]
    pub fn indoors() -> Self {
        let instruments = InstrumentSettings::INDOORS;
        let tuning = AxisTuning::of(&instruments.sheet, &DriveLimits::PAPER);
        Self { instruments, tuning, field: 10.0, ..Self::outdoors() }.docked()
    }

    /// The same from a dock that fixes position and heading to 5 cm and 1°.
    #[must_use]
    pub fn docked(self) -> Self {
        Self { start_place: 0.05, start_heading: 0.0175, ..self }
    }
}

/// Result of one drive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalisingRun {
    /// Errors of the paper's filters.
    pub paper: FilterErrors,
    /// Errors of the pose filter.
    pub pose: FilterErrors,
    /// Mean NEES of the pose filter for x, y and heading: 3 on average if its covariance is right.
    pub nees: f64,
    /// The same in the outage alone, if there was one.
    pub outage_nees: Option<f64>,
    /// Distance driven, m.
    pub way: f64,
}

/// Drives many times, on as many threads as there are, each with its own targets and instruments; results in order of
/// the drives.
///
/// The robot steers by its true pose, so that both filters see the same drive. They get the readings only.
#[must_use]
pub fn localise(settings: &LocalisingSettings, site: &Site, seed: u64, runs: u64) -> Vec<LocalisingRun> {
    (0..runs).into_par_iter().map(|run| Contest::new(settings, site, seed, run).result()).collect()
}

/// Steers towards one target after another.
struct Course {
    rng: ChaCha8Rng,
    field: f64,
    target: Point2,
}

impl Course {
    /// Nearer than this a target is reached, m: more than the radius at which a turning robot could circle it for ever.
    const REACHED: f64 = 0.5;
    /// Steering gain: turn rate over bearing, 1/s.
    const STEERING_GAIN: f64 = 2.0;

    fn new(rng: ChaCha8Rng, field: f64) -> Self {
        let mut course = Self { rng, field, target: Point2::zeros() };
        course.draw();
        course
    }

    fn draw(&mut self) {
        self.target = Point2::new(self.rng.random::<f64>() - 0.5, self.rng.random::<f64>() - 0.5) * self.field;
    }

    fn wanted_turn_rate(&mut self, pose: &Pose2) -> f64 {
        let seen = pose.sees(&self.target);
        if seen.distance < Self::REACHED {
            self.draw();
        }
        Self::STEERING_GAIN * seen.bearing
    }
}

/// One drive with both filters on board.
struct Contest<'a> {
    settings: &'a LocalisingSettings,
    truth: Pose2,
    drive: WheelDrive,
    course: Course,
    instruments: Instruments,
    paper: AxisFilters,
    pose: PoseFilter,
    of_paper: Tally,
    of_pose: Tally,
    nees: Mean,
    outage_nees: Mean,
    way: f64,
}

impl<'a> Contest<'a> {
    /// Steps of the drive between two samples of the errors.
    const SAMPLE_EVERY: u64 = 20;

    fn new(settings: &'a LocalisingSettings, site: &Site, seed: u64, run: u64) -> Self {
        let limits = DriveLimits::PAPER;
        let mut rng = stream(seed, run, Purpose::Course);
        let start = believed_start(settings, &mut rng);
        let InstrumentSettings { sheet, outage, .. } = settings.instruments;
        Self {
            settings,
            truth: Pose2::home(),
            drive: WheelDrive::new(limits),
            course: Course::new(rng, settings.field),
            instruments: Instruments::new(settings.instruments, site, &limits, seed, run),
            paper: AxisFilters::new(site, settings.tuning, &start),
            pose: PoseFilter::new(site, &sheet, &start),
            of_paper: Tally::new(outage),
            of_pose: Tally::new(outage),
            nees: Mean::default(),
            outage_nees: Mean::default(),
            way: 0.0,
        }
    }

    fn result(mut self) -> LocalisingRun {
        let step_s = self.drive.limits().step_s;
        let steps = (self.settings.duration_s / step_s).round() as u64;
        for step in 1..=steps {
            let time_s = step as f64 * step_s;
            self.go_on(time_s, step_s);
            if step % Self::SAMPLE_EVERY == 0 && time_s >= self.settings.counted_from_s {
                self.sample(time_s);
            }
        }
        LocalisingRun {
            paper: self.of_paper.errors(),
            pose: self.of_pose.errors(),
            nees: self.nees.value().unwrap_or(0.0),
            outage_nees: self.outage_nees.value(),
            way: self.way,
        }
    }

    fn go_on(&mut self, time_s: f64, step_s: f64) {
        let motion = self.drive.step(self.course.wanted_turn_rate(&self.truth), Gait::Forward);
        self.truth = motion.carries(&self.truth, step_s);
        self.way += motion.speed * step_s;
        let readings = self.instruments.read(&motion, &self.truth, time_s);
        self.pose.predict(&readings.odometry, &readings.inertia, step_s);
        self.paper.predict(&readings.odometry, &readings.inertia, step_s);
        if let Some(compass) = &readings.compass {
            self.pose.take_compass(compass);
            self.paper.take_compass(compass);
        }
        if let Some(fix) = &readings.fix {
            self.pose.take_fix(fix);
            self.paper.take_fix(fix);
        }
    }

    fn sample(&mut self, time_s: f64) {
        let estimate = self.pose.pose();
        self.of_paper.add(&self.paper.pose(), &self.truth, time_s);
        self.of_pose.add(&estimate, &self.truth, time_s);
        let nees = normalised_square(&estimate, &self.pose.covariance(), &self.truth);
        self.nees.add(nees);
        if self.settings.instruments.outage.is_some_and(|outage| outage.covers(time_s)) {
            self.outage_nees.add(nees);
        }
    }
}

/// The estimated start of a robot at home, with a random error.
fn believed_start(settings: &LocalisingSettings, rng: &mut ChaCha8Rng) -> Start {
    let LocalisingSettings { start_place, start_heading, .. } = *settings;
    let [x, y, turn] = std::array::from_fn(|_| standard_normal(rng));
    let pose = Pose2 { place: Point2::new(x, y) * start_place, heading: turn * start_heading };
    Start { pose, place_deviation: start_place, heading_deviation: start_heading }
}
