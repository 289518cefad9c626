//! Position and heading, estimated together with the instruments' slow errors.

use nalgebra::Matrix3;
use nalgebra::SMatrix;
use nalgebra::SVector;
use nalgebra::Vector1;
use nalgebra::Vector2;
use nalgebra::Vector3;
use std::f64::consts::FRAC_1_SQRT_2;

use crate::geometry::portable::exp;
use crate::geometry::wrapped;

use super::super::{Compass, DataSheet, Fix, Inertia, Odometry, Point2, Pose2, Target};
use super::Site;
use super::gate::{Gate, Taken};

/// Number of states.
const N: usize = 8;
/// Indices in the state; the position has 0 and 1, the slow error of fixes 6 and 7.
const HEADING: usize = 2;
const GYRO_BIAS: usize = 3;
const WHEEL_SCALE: usize = 4;
const COMPASS_BIAS: usize = 5;
const WANDER: usize = 6;

type State = SVector<f64, N>;
type Covariance = SMatrix<f64, N, N>;

/// Standard deviation given to the heading when the robot turns out to be elsewhere, rad: it may have been carried and
/// rotated.
const TURNED_WHEN_CARRIED: f64 = 1.0;

/// Jacobian of a step by the state, as far as it differs from the identity.
struct Slopes {
    /// Of the position by the heading, m/rad.
    sideways: Point2,
    /// Of the position by the wheels' scale, m.
    straight: Point2,
    dt_s: f64,
    decay: f64,
}

impl Slopes {
    /// (C Fᵀ)ᵀ with the Jacobian F, which is nearly the identity. Applied twice it gives F C Fᵀ.
    fn carry(&self, covariance: &Covariance) -> Covariance {
        let mut carried = *covariance;
        let [heading, gyro, scale] = [HEADING, GYRO_BIAS, WHEEL_SCALE].map(|state| covariance.column(state));
        for axis in 0..2 {
            // A rotation within the step rotates its chord by half.
            let turned = heading - gyro * (self.dt_s / 2.0);
            let mut place = carried.column_mut(axis);
            place += turned * self.sideways[axis] + scale * self.straight[axis];
            carried.column_mut(WANDER + axis).scale_mut(self.decay);
        }
        let mut column = carried.column_mut(HEADING);
        column -= gyro * self.dt_s;
        carried.transpose()
    }
}

/// The estimated pose at the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Start {
    /// Estimated pose.
    pub pose: Pose2,
    /// Standard deviation of its position, m for each axis.
    pub place_deviation: f64,
    /// Standard deviation of its heading, rad; π and more if it is unknown: then the compass determines it.
    pub heading_deviation: f64,
}

/// Extended Kalman filter of the pose and of the slow errors of the instruments.
///
/// ```text
/// x = (p, θ, b, k, c, w)
/// θ' = θ + (ω - b) dt,   p' = p + (1 + k) s · chord of the arc from θ to θ',   w' = e^(-dt/τ) w
/// compass: θ + c,   fix: p + w
/// ```
///
/// p position (m), θ heading (rad), ω gyroscope (rad/s) and b its bias, s travel of the wheels (m) and k the correction
/// of their scale, c compass bias (rad), w the error that successive fixes share (m, a Gauss-Markov process with time
/// τ). Noise: slip on s, white noise on ω, walks of b and c. The wheels' difference is not used for turning: the
/// gyroscope knows it a hundred times better; nor is the acceleration, as wheels know the speed. An encoder's rounding
/// is no noise of a step, as the next reading compensates it.
///
/// Readings with errors too large for chance are rejected, a few in a row; then the filter concludes that it has itself
/// diverged, and uses them ([`Taken`]).
#[derive(Debug, Clone)]
pub struct PoseFilter {
    site: Site,
    sheet: DataSheet,
    state: State,
    covariance: Covariance,
    fixes: Gate,
    compass: Gate,
    marks: Gate,
}

impl PoseFilter {
    /// The filter at the start.
    #[must_use]
    pub fn new(site: &Site, sheet: &DataSheet, start: &Start) -> Self {
        let Pose2 { place, heading } = start.pose;
        let mut state = State::zeros();
        state.fixed_rows_mut::<3>(0).copy_from_slice(&[place.x, place.y, heading]);
        let deviations = State::from([
            start.place_deviation,
            start.place_deviation,
            start.heading_deviation,
            sheet.gyro_bias,
            sheet.wheel_scale * FRAC_1_SQRT_2,
            sheet.compass_bias,
            sheet.fix_wander,
            sheet.fix_wander,
        ]);
        let covariance = Covariance::from_diagonal(&deviations.component_mul(&deviations));
        let (fixes, compass) = (Gate::of_fixes(sheet.fix_hz), Gate::of_compass(sheet.compass_hz));
        // A camera has some twenty frames a second.
        let marks = Gate::of_fixes(20.0);
        Self { site: site.clone(), sheet: *sheet, state, covariance, fixes, compass, marks }
    }

    /// Predicts by wheels and gyroscope over `dt_s`. Readings that are NaN are ignored, here and below.
    pub fn predict(&mut self, odometry: &Odometry, inertia: &Inertia, dt_s: f64) {
        let (travel, turn) = (odometry.travel(), (inertia.turn_rate - self.state[GYRO_BIAS]) * dt_s);
        if !(travel + turn).is_finite() {
            return;
        }
        let metre = Pose2 { place: Point2::zeros(), heading: self.state[HEADING] }.after(1.0, turn, 1.0);
        let straight = metre.place * travel;
        let moved = straight * (1.0 + self.state[WHEEL_SCALE]);
        let decay = exp(-dt_s / self.sheet.fix_wander_s);
        let mut place = self.state.fixed_rows_mut::<2>(0);
        place += moved;
        self.state[HEADING] = metre.heading;
        self.state.fixed_rows_mut::<2>(WANDER).scale_mut(decay);

        let slopes = Slopes { sideways: Point2::new(-moved.y, moved.x), straight, dt_s, decay };
        self.covariance = slopes.carry(&slopes.carry(&self.covariance));
        self.add_noise(odometry, &metre.place, &slopes);
    }

    /// Adds the noise of a step; `ahead` is the direction in which the middle between the wheels slips.
    fn add_noise(&mut self, odometry: &Odometry, ahead: &Point2, slopes: &Slopes) {
        let Slopes { sideways, dt_s, decay, .. } = *slopes;
        let sheet = &self.sheet;
        // Each wheel moves the middle by half its travel.
        let slip = sheet.slip * sheet.slip * (odometry.left.abs() + odometry.right.abs()) / 4.0;
        let turned = Vector3::new(sideways.x / 2.0, sideways.y / 2.0, 1.0);
        let mut place = self.covariance.fixed_view_mut::<2, 2>(0, 0);
        place += ahead * ahead.transpose() * slip;
        let mut pose = self.covariance.fixed_view_mut::<3, 3>(0, 0);
        pose += turned * turned.transpose() * (sheet.gyro_noise * sheet.gyro_noise * dt_s);
        self.covariance[(GYRO_BIAS, GYRO_BIAS)] += sheet.gyro_walk * sheet.gyro_walk * dt_s;
        self.covariance[(COMPASS_BIAS, COMPASS_BIAS)] += sheet.compass_walk * sheet.compass_walk * dt_s;
        let wander = sheet.fix_wander * sheet.fix_wander * (1.0 - decay * decay);
        self.covariance[(WANDER, WANDER)] += wander;
        self.covariance[(WANDER + 1, WANDER + 1)] += wander;
    }

    /// Updates by a compass reading.
    pub fn take_compass(&mut self, compass: &Compass) -> Taken {
        let mut jacobian = SMatrix::<f64, 1, N>::zeros();
        jacobian[HEADING] = 1.0;
        jacobian[COMPASS_BIAS] = 1.0;
        let off = wrapped(self.site.heading_of(compass) - self.state[HEADING] - self.state[COMPASS_BIAS]);
        let variance = self.sheet.compass_noise * self.sheet.compass_noise;
        let taken = self.compass.judge(self.mahalanobis_squared(&Vector1::new(off), &jacobian, variance));
        if taken == Taken::Astray {
            // Either may be wrong: the next fixes decide.
            self.covariance[(HEADING, HEADING)] += off * off;
            self.covariance[(COMPASS_BIAS, COMPASS_BIAS)] += off * off;
        }
        if taken != Taken::Refused {
            self.correct(&Vector1::new(off), &jacobian, variance);
        }
        taken
    }

    /// Updates by a measured position.
    pub fn take_fix(&mut self, fix: &Fix) -> Taken {
        let mut jacobian = SMatrix::<f64, 2, N>::zeros();
        for axis in 0..2 {
            jacobian[(axis, axis)] = 1.0;
            jacobian[(axis, WANDER + axis)] = 1.0;
        }
        let (measured, deviation) = self.site.place_of(fix);
        let off: Vector2<f64> = measured - self.state.fixed_rows::<2>(0) - self.state.fixed_rows::<2>(WANDER);
        let variance = deviation * deviation;
        let taken = self.fixes.judge(self.mahalanobis_squared(&off, &jacobian, variance));
        if taken == Taken::Astray {
            self.covariance[(0, 0)] += off.norm_squared();
            self.covariance[(1, 1)] += off.norm_squared();
            self.covariance[(HEADING, HEADING)] += TURNED_WHEN_CARRIED * TURNED_WHEN_CARRIED;
        }
        if taken != Taken::Refused {
            self.correct(&off, &jacobian, variance);
        }
        taken
    }

    /// Updates by a measured mark on the floor at a known position, m, with standard deviations of its bearing (rad)
    /// and distance (m).
    ///
    /// ```text
    /// bearing = atan2(m - p) - θ,   distance = |m - p|
    /// ```
    pub fn take_mark(&mut self, seen: &Target, place: &Point2, deviations: [f64; 2]) -> Taken {
        let expected = self.pose().sees(place);
        let to = place - self.pose().place;
        let square = to.norm_squared().max(1e-6);
        // Rows are counted in their own standard deviations, so that both have the variance 1.
        let [per_bearing, per_distance] = deviations.map(|deviation| 1.0 / deviation);
        let mut jacobian = SMatrix::<f64, 2, N>::zeros();
        jacobian[(0, 0)] = to.y / square * per_bearing;
        jacobian[(0, 1)] = -to.x / square * per_bearing;
        jacobian[(0, HEADING)] = -per_bearing;
        jacobian[(1, 0)] = -to.x / square.sqrt() * per_distance;
        jacobian[(1, 1)] = -to.y / square.sqrt() * per_distance;
        let bearing = wrapped(seen.bearing - expected.bearing) * per_bearing;
        let off = Vector2::new(bearing, (seen.distance - expected.distance) * per_distance);
        let taken = self.marks.judge(self.mahalanobis_squared(&off, &jacobian, 1.0));
        if taken == Taken::Astray {
            let far = (seen.distance - expected.distance).powi(2) + square;
            self.covariance[(0, 0)] += far;
            self.covariance[(1, 1)] += far;
            self.covariance[(HEADING, HEADING)] += TURNED_WHEN_CARRIED * TURNED_WHEN_CARRIED;
        }
        if taken != Taken::Refused {
            self.correct(&off, &jacobian, 1.0);
        }
        taken
    }

    /// The estimated pose.
    #[must_use]
    pub fn pose(&self) -> Pose2 {
        Pose2 { place: self.state.fixed_rows::<2>(0).into(), heading: wrapped(self.state[HEADING]) }
    }

    /// Covariance of x, y (m) and heading (rad).
    #[must_use]
    pub fn covariance(&self) -> Matrix3<f64> {
        self.covariance.fixed_view::<3, 3>(0, 0).into()
    }

    /// Squared Mahalanobis distance of an innovation: χ² with M degrees of freedom if the model holds; NaN if the
    /// reading is.
    fn mahalanobis_squared<const M: usize>(
        &self,
        off: &SVector<f64, M>,
        jacobian: &SMatrix<f64, M, N>,
        variance: f64,
    ) -> f64 {
        let spread = jacobian * self.covariance * jacobian.transpose() + SMatrix::<f64, M, M>::identity() * variance;
        spread.cholesky().map_or(f64::NAN, |spread| off.dot(&spread.solve(off)))
    }

    /// Joseph's form of the correction: the covariance stays symmetric and positive whatever the rounding.
    fn correct<const M: usize>(&mut self, off: &SVector<f64, M>, jacobian: &SMatrix<f64, M, N>, variance: f64) {
        let crossed = self.covariance * jacobian.transpose();
        let spread = jacobian * crossed + SMatrix::<f64, M, M>::identity() * variance;
        let Some(spread) = spread.cholesky() else { return };
        let gain = spread.solve(&crossed.transpose()).transpose();
        self.state += gain * off;
        self.state[HEADING] = wrapped(self.state[HEADING]);
        let keep = Covariance::identity() - gain * jacobian;
        let kept = keep * self.covariance * keep.transpose() + gain * gain.transpose() * variance;
        self.covariance = (kept + kept.transpose()) * 0.5;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picker::Geodetic;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn filter(sheet: &DataSheet, heading_deviation: f64) -> PoseFilter {
        let site = Site::new(Geodetic { latitude_deg: 48.0, longitude_deg: 11.0 }, 2026, 100).unwrap();
        let start = Start { pose: Pose2::home(), place_deviation: 0.1, heading_deviation };
        PoseFilter::new(&site, sheet, &start)
    }

    fn moving(travel: f64, turn_rate: f64) -> (Odometry, Inertia) {
        (Odometry { left: travel, right: travel }, Inertia { turn_rate, forward: 0.0, leftward: 0.0 })
    }

    #[test]
    fn law_the_covariance_stays_symmetric_and_positive_whatever_comes() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for sheet in [DataSheet::OUTDOORS, DataSheet::INDOORS] {
            let mut filter = filter(&sheet, 7.0);
            for step in 0..60_000 {
                let (odometry, inertia) = moving(rng.random_range(-0.003..0.003), rng.random_range(-2.0..2.0));
                filter.predict(&odometry, &inertia, if step % 1000 == 0 { 5.0 } else { 0.005 });
                let deviation = if step % 7 == 0 { 1e-4 } else { 1.0 };
                let at = Point2::new(rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0));
                match rng.random_range(0..40) {
                    0 => drop(filter.take_fix(&Fix::Beacons { at, deviation })),
                    1 => drop(filter.take_compass(&Compass { bearing: rng.random_range(-9.0..9.0) })),
                    2 => assert_eq!(filter.take_compass(&Compass { bearing: f64::NAN }), Taken::Refused),
                    _ => {}
                }
                let covariance = &filter.covariance;
                assert!((covariance - covariance.transpose()).amax() <= 1e-12 * covariance.amax(), "step {step}");
                assert!(covariance.cholesky().is_some(), "step {step}: {covariance}");
            }
        }
    }

    /// A robot whose position is off by a metre and whose heading by 0.3 rad recovers both from two marks.
    #[test]
    fn law_marks_determine_position_and_heading() {
        let truth = Pose2 { place: Point2::new(1.0, -2.0), heading: 0.4 };
        let marks = [Point2::new(4.0, 0.0), Point2::new(3.0, -4.0)];
        let site = Site::new(Geodetic { latitude_deg: 48.0, longitude_deg: 11.0 }, 2026, 100).unwrap();
        let lost = Pose2 { place: Point2::new(1.8, -2.6), heading: 0.7 };
        let start = Start { pose: lost, place_deviation: 1.0, heading_deviation: 0.5 };
        let mut filter = PoseFilter::new(&site, &DataSheet::OUTDOORS, &start);
        for _ in 0..300 {
            for mark in &marks {
                assert_ne!(filter.take_mark(&truth.sees(mark), mark, [0.003, 0.05]), Taken::Refused);
            }
        }
        let found = filter.pose();
        assert!((found.place - truth.place).norm() < 0.02, "{found:?}");
        assert!(wrapped(found.heading - truth.heading).abs() < 0.01, "{found:?}");
        let before = filter.pose();
        assert_eq!(
            filter.take_mark(&Target { bearing: f64::NAN, distance: 1.0 }, &marks[0], [0.003, 0.05]),
            Taken::Refused
        );
        assert_eq!(filter.take_mark(&Target { bearing: 0.0, distance: 9.0 }, &marks[0], [0.003, 0.05]), Taken::Refused);
        assert_eq!(filter.pose(), before);
    }

    /// Twenty short steps and one long: the same arc, and nearly the same covariance.
    #[test]
    fn law_one_long_step_is_many_short_ones() {
        for rate in [-1.0, 0.0, 0.3] {
            let [mut long, mut short] = [filter(&DataSheet::OUTDOORS, 0.1), filter(&DataSheet::OUTDOORS, 0.1)];
            for _ in 0..50 {
                let (odometry, inertia) = moving(0.05, rate);
                long.predict(&odometry, &inertia, 0.1);
                for _ in 0..20 {
                    let (odometry, inertia) = moving(0.0025, rate);
                    short.predict(&odometry, &inertia, 0.005);
                }
            }
            assert!((long.state - short.state).amax() < 1e-12, "{rate}");
            let scale = short.covariance.diagonal().map(f64::sqrt);
            let apart = (long.covariance - short.covariance).component_div(&(scale * scale.transpose()));
            assert!(apart.amax() < 0.003, "{rate}: {apart:.5}");
        }
    }

    /// Numerical derivatives agree with the formulas: noise-free steps from starts that differ in one state.
    #[test]
    fn law_a_step_carries_small_differences_as_its_derivatives_say() {
        let (odometry, inertia) = moving(0.05, 0.8);
        let mut base = filter(&DataSheet::OUTDOORS, 0.1);
        base.state = State::from([1.0, 2.0, 0.7, 0.01, 0.02, 0.1, 0.3, -0.2]);
        let shift = 1e-6;
        let stepped = |column: usize, shift: f64| {
            let mut moved = base.clone();
            moved.state[column] += shift;
            moved.predict(&odometry, &inertia, 0.1);
            moved.state
        };
        let mut derivatives = Covariance::zeros();
        for column in 0..N {
            let slope = (stepped(column, shift) - stepped(column, -shift)) / (2.0 * shift);
            derivatives.set_column(column, &slope);
        }
        let expected = derivatives * base.covariance * derivatives.transpose();
        let mut found = base.clone();
        (found.sheet.slip, found.sheet.gyro_noise, found.sheet.gyro_walk, found.sheet.compass_walk) =
            (0.0, 0.0, 0.0, 0.0);
        found.sheet.fix_wander = 0.0;
        found.predict(&odometry, &inertia, 0.1);
        assert!((found.covariance - expected).amax() < 1e-8, "{}", found.covariance - expected);
    }
}
