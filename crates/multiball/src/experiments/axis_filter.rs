//! The paper's localisation: one Kalman filter along the magnetic field and one across it.

use nalgebra::Matrix2;
use nalgebra::Vector2;

use crate::geometry::portable::sin_cos;

use crate::picker::localisation::{Site, Start};
use crate::picker::{Compass, DataSheet, DriveLimits, Fix, Inertia, Odometry, Point2, Pose2};

/// Kalman filter of position and velocity along one axis [paper 002, fusion].
///
/// ```text
/// (s, v)' = A (s, v) + B a,   A = [1 dt; 0 1],   B = [dt²/2; dt],   H = I
/// ```
///
/// s position (m), v velocity (m/s), a measured acceleration (m/s²). The paper measures both at once; here each counts
/// when it arrives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisFilter {
    state: Vector2<f64>,
    covariance: Matrix2<f64>,
}

impl AxisFilter {
    /// The filter at rest at a position, m, with its standard deviation, m.
    #[must_use]
    pub fn at_rest(place: f64, deviation: f64) -> Self {
        let covariance = Matrix2::from_diagonal(&Vector2::new(deviation * deviation, 1e-4));
        Self { state: Vector2::new(place, 0.0), covariance }
    }

    /// Estimated position, m.
    #[must_use]
    pub fn place(&self) -> f64 {
        self.state.x
    }

    /// Predicts over `dt_s` with a measured acceleration, m/s², and its variance.
    pub fn predict(&mut self, acceleration: f64, variance: f64, dt_s: f64) {
        let (carry, push) = (Matrix2::new(1.0, dt_s, 0.0, 1.0), Vector2::new(dt_s * dt_s / 2.0, dt_s));
        self.state = carry * self.state + push * acceleration;
        self.covariance = carry * self.covariance * carry.transpose() + push * push.transpose() * variance;
    }

    /// Updates by a measured position, m, with its variance.
    pub fn take_place(&mut self, measured: f64, variance: f64) {
        self.take(0, measured, variance);
    }

    /// Updates by a measured velocity, m/s, with its variance.
    pub fn take_velocity(&mut self, measured: f64, variance: f64) {
        self.take(1, measured, variance);
    }

    fn take(&mut self, component: usize, measured: f64, variance: f64) {
        let gain = self.covariance.column(component) / (self.covariance[(component, component)] + variance);
        self.state += gain * (measured - self.state[component]);
        let mut keep = Matrix2::identity();
        keep.set_column(component, &(keep.column(component) - gain));
        self.covariance = keep * self.covariance * keep.transpose() + gain * gain.transpose() * variance;
    }
}

/// Noise that the paper's filters assume of their instruments.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisTuning {
    /// Standard deviation of an acceleration, m/s².
    pub acceleration: f64,
    /// White noise of the velocity by wheels and compass, m/s per √Hz.
    pub velocity: f64,
}

impl AxisTuning {
    /// White noise from the data sheet, at the drive's cruising speed and with its steps; the paper gives no figures.
    ///
    /// For the velocity: slip, the encoders' rounding and the noise of the compass. For the acceleration: its noise,
    /// and its bias as if it were noise.
    #[must_use]
    pub fn of(sheet: &DataSheet, limits: &DriveLimits) -> Self {
        let (speed, step_s) = (limits.cruise, limits.step_s);
        let slip = sheet.slip * sheet.slip * speed / 2.0;
        let rounding = sheet.tick * sheet.tick / 12.0 / step_s;
        let compass = (speed * sheet.compass_noise).powi(2) / sheet.compass_hz;
        let bias = sheet.accelerometer_bias.powi(2);
        Self {
            acceleration: (sheet.accelerometer_noise.powi(2) / step_s + bias).sqrt(),
            velocity: (slip + rounding + compass).sqrt(),
        }
    }
}

/// The paper's two filters: heading is what the compass shows, and turns wheel speed and acceleration into the axes.
#[derive(Debug, Clone)]
pub struct AxisFilters {
    site: Site,
    tuning: AxisTuning,
    along: AxisFilter,
    across: AxisFilter,
    compass: Compass,
}

impl AxisFilters {
    /// At rest where the robot starts; the start's heading counts until the compass shows one.
    #[must_use]
    pub fn new(site: &Site, tuning: AxisTuning, start: &Start) -> Self {
        let [along, across] = magnetic(site, &start.pose.place);
        let at_rest = |place: f64| AxisFilter::at_rest(place, start.place_deviation);
        let compass = site.compass_of(start.pose.heading);
        Self { site: site.clone(), tuning, along: at_rest(along), across: at_rest(across), compass }
    }

    /// Predicts by wheels and inertial unit over `dt_s`.
    pub fn predict(&mut self, odometry: &Odometry, inertia: &Inertia, dt_s: f64) {
        let (sine, cosine) = sin_cos(self.compass.bearing);
        let speed = odometry.travel() / dt_s;
        let acceleration =
            [cosine * inertia.forward + sine * inertia.leftward, sine * inertia.forward - cosine * inertia.leftward];
        let (noise, slack) = (self.tuning.acceleration.powi(2), self.tuning.velocity.powi(2) / dt_s);
        let axes = [&mut self.along, &mut self.across];
        for ((axis, acceleration), velocity) in axes.into_iter().zip(acceleration).zip([speed * cosine, speed * sine]) {
            axis.predict(acceleration, noise, dt_s);
            axis.take_velocity(velocity, slack);
        }
    }

    /// Takes a compass reading as the heading.
    pub fn take_compass(&mut self, compass: &Compass) {
        self.compass = *compass;
    }

    /// Updates both axes by a fix; one of satellites is converted to metres as in the paper.
    pub fn take_fix(&mut self, fix: &Fix) {
        let (place, deviation) = match fix {
            Fix::Satellites { at, deviation } => (self.site.spherical_place_at(at), *deviation),
            Fix::Beacons { at, deviation } => (*at, *deviation),
        };
        let [along, across] = magnetic(&self.site, &place);
        self.along.take_place(along, deviation * deviation);
        self.across.take_place(across, deviation * deviation);
    }

    /// The estimated pose.
    #[must_use]
    pub fn pose(&self) -> Pose2 {
        let [x, y] = magnetic(&self.site, &Point2::new(self.along.place(), self.across.place()));
        Pose2 { place: Point2::new(x, y), heading: self.site.heading_of(&self.compass) }
    }
}

/// Components of a position along magnetic north and along magnetic east; a reflection, and so its own inverse.
fn magnetic(site: &Site, place: &Point2) -> [f64; 2] {
    let (sine, cosine) = sin_cos(site.magnetic_x_axis());
    [cosine * place.x + sine * place.y, sine * place.x - cosine * place.y]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::wrapped;
    use crate::picker::{Geodetic, Motion};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The paper's update with both measurements at once, H = I.
    #[test]
    fn ref_place_and_velocity_one_after_the_other_are_the_papers_update() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut filter = AxisFilter::at_rest(0.3, 0.5);
        for _ in 0..500 {
            filter.predict(rng.random_range(-1.0..1.0), 0.1, rng.random_range(0.001..0.5));
            let (before, noise) = (filter, Matrix2::from_diagonal(&Vector2::new(2.25, 0.04)));
            let measured = Vector2::new(rng.random_range(-3.0..3.0), rng.random_range(-1.0..1.0));
            let gain = before.covariance * (before.covariance + noise).try_inverse().unwrap();
            filter.take_place(measured.x, noise[(0, 0)]);
            filter.take_velocity(measured.y, noise[(1, 1)]);
            assert!((filter.state - (before.state + gain * (measured - before.state))).amax() < 1e-12);
            assert!((filter.covariance - (Matrix2::identity() - gain) * before.covariance).amax() < 1e-12);
        }
    }

    /// With perfect readings every 5 ms the two axes follow an arc, whichever way the floor lies to the magnetic field.
    #[test]
    fn law_perfect_readings_give_the_true_pose() {
        let home = Geodetic { latitude_deg: 48.0, longitude_deg: 11.0 };
        let start = Start { pose: Pose2::home(), place_deviation: 0.0, heading_deviation: 0.0 };
        let motion = Motion { speed: 0.4, turn_rate: 0.3 };
        for x_axis in [-2.0, 0.5, 3.0] {
            let site = Site::new(home, 2026, 100).unwrap().with_x_axis(x_axis);
            let tuning = AxisTuning::of(&DataSheet::OUTDOORS, &DriveLimits::PAPER);
            let mut filters = AxisFilters::new(&site, tuning, &start);
            let (mut truth, step_s) = (start.pose, 0.005);
            let travel = motion.speed * step_s;
            let inertia = Inertia { turn_rate: 0.3, forward: 0.0, leftward: motion.speed * motion.turn_rate };
            // It sets off at once: an acceleration of one step.
            filters.predict(&Odometry { left: travel, right: travel }, &Inertia { forward: 80.0, ..inertia }, step_s);
            truth = motion.carries(&truth, step_s);
            for _ in 0..2000 {
                filters.take_compass(&site.compass_of(truth.heading));
                truth = motion.carries(&truth, step_s);
                filters.predict(&Odometry { left: travel, right: travel }, &inertia, step_s);
            }
            assert!((filters.pose().place - truth.place).norm() < 0.005, "{} {truth:?}", filters.pose().place);
            assert!(wrapped(filters.pose().heading - truth.heading).abs() < 0.002);
        }
    }
}
