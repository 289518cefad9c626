//! What the robot's instruments tell it, and what their data sheets promise.

use super::Point2;

/// Way of the wheels over the floor since the last reading, m, in whole ticks of their encoders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Odometry {
    /// Of the left wheel.
    pub left: f64,
    /// Of the right wheel.
    pub right: f64,
}

impl Odometry {
    /// Way of the middle between the wheels, m.
    #[must_use]
    #[inline]
    pub fn way(&self) -> f64 {
        (self.left + self.right) / 2.0
    }
}

/// What the inertial unit measures, mean since the last reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inertia {
    /// Counter-clockwise, rad/s.
    pub turn_rate: f64,
    /// Acceleration straight ahead, m/s².
    pub forward: f64,
    /// Acceleration to the left, m/s².
    pub leftward: f64,
}

/// What the compass shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compass {
    /// From magnetic north clockwise to straight ahead, as compasses count, rad.
    pub bearing: f64,
}

/// A place on the ellipsoid WGS 84, as satellite receivers give it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geodetic {
    /// North positive, degrees.
    pub latitude_deg: f64,
    /// East positive, degrees.
    pub longitude_deg: f64,
}

/// Where the robot is, measured from outside. `deviation` is the standard deviation of what changes from fix to fix, m
/// for each axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fix {
    /// From satellites.
    Satellites {
        /// Where.
        at: Geodetic,
        /// Standard deviation, m.
        deviation: f64,
    },
    /// From beacons or cameras of a hall, in the frame of the floor.
    Beacons {
        /// Where, m.
        at: Point2,
        /// Standard deviation, m.
        deviation: f64,
    },
}

/// What the robot is told in one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Readings {
    /// By the wheels.
    pub odometry: Odometry,
    /// By the inertial unit.
    pub inertia: Inertia,
    /// By the compass, when it has a reading.
    pub compass: Option<Compass>,
    /// By satellites or beacons, when there is one.
    pub fix: Option<Fix>,
}

/// Figures of the instruments' data sheets: standard deviations of what they get wrong. Estimators know these and
/// nothing else about errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DataSheet {
    /// Way of a wheel for one tick of its encoder, m.
    pub tick: f64,
    /// Of a wheel's way per metre: its radius is not the one believed in.
    pub wheel_scale: f64,
    /// Of a wheel's way by slip, m for the first metre; it grows with the root of the way.
    pub slip: f64,
    /// White noise of the gyroscope, rad/s per √Hz.
    pub gyro_noise: f64,
    /// Of the gyroscope's bias when it is switched on, rad/s.
    pub gyro_bias: f64,
    /// How that bias walks, rad/s per √s.
    pub gyro_walk: f64,
    /// White noise of the accelerometers, m/s² per √Hz.
    pub accelerometer_noise: f64,
    /// Of the accelerometers' bias, m/s²: mostly a tilt.
    pub accelerometer_bias: f64,
    /// Of one reading of the compass, rad.
    pub compass_noise: f64,
    /// Of what iron nearby turns the compass by, rad.
    pub compass_bias: f64,
    /// How that bias walks, rad per √s.
    pub compass_walk: f64,
    /// Readings of the compass in a second.
    pub compass_hz: f64,
    /// Of what changes from fix to fix, m for each axis.
    pub fix_noise: f64,
    /// Of the slow error that fixes one after another share, m for each axis.
    pub fix_wander: f64,
    /// Time in which that error is forgotten to 1/e, s.
    pub fix_wander_s: f64,
    /// Fixes in a second.
    pub fix_hz: f64,
}

impl DataSheet {
    /// Wheels and inertial unit of a small robot with parts for some tens of euros; assumed, as usual for MEMS units.
    const ROBOT: Self = Self {
        tick: 0.0004,
        wheel_scale: 0.005,
        slip: 0.01,
        gyro_noise: 2e-4,
        gyro_bias: 5e-3,
        gyro_walk: 5e-5,
        accelerometer_noise: 2e-3,
        accelerometer_bias: 0.05,
        compass_noise: 0.035,
        compass_bias: 0.087,
        compass_walk: 1e-3,
        compass_hz: 20.0,
        fix_noise: 1.5,
        fix_wander: 0.5,
        fix_wander_s: 60.0,
        fix_hz: 1.0,
    };

    /// On a court in the open: a satellite receiver without corrections, 1.5 m from fix to fix, once a second; the
    /// compass may be 5° off.
    pub const OUTDOORS: Self = Self::ROBOT;

    /// In a hall: beacons or cameras with 3 cm, ten times a second; steel turns the compass by 10°.
    pub const INDOORS: Self = Self {
        compass_bias: 0.175,
        compass_walk: 5e-3,
        fix_noise: 0.03,
        fix_wander: 0.01,
        fix_wander_s: 20.0,
        fix_hz: 10.0,
        ..Self::ROBOT
    };
}
