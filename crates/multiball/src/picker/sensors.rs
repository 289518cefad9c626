//! Readings of the robot's instruments, and their data sheets.

use super::Point2;

/// Travel of the wheels over the floor since the last reading, m, in whole ticks of their encoders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Odometry {
    /// Of the left wheel.
    pub left: f64,
    /// Of the right wheel.
    pub right: f64,
}

impl Odometry {
    /// Travel of the middle between the wheels, m.
    #[must_use]
    #[inline]
    pub fn travel(&self) -> f64 {
        (self.left + self.right) / 2.0
    }
}

/// Reading of the inertial unit, mean since the last reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inertia {
    /// Counter-clockwise, rad/s.
    pub turn_rate: f64,
    /// Acceleration straight ahead, m/s².
    pub forward: f64,
    /// Acceleration to the left, m/s².
    pub leftward: f64,
}

/// Reading of the compass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compass {
    /// From magnetic north clockwise to straight ahead, as compasses count, rad.
    pub bearing: f64,
}

/// A position on the ellipsoid WGS 84, as satellite receivers report it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geodetic {
    /// North positive, degrees.
    pub latitude_deg: f64,
    /// East positive, degrees.
    pub longitude_deg: f64,
}

/// The robot's position, measured from outside. `deviation` is the standard deviation of what changes from fix to fix,
/// m for each axis.
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

/// Readings of one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Readings {
    /// Of the wheels.
    pub odometry: Odometry,
    /// Of the inertial unit.
    pub inertia: Inertia,
    /// Of the compass, when it has one.
    pub compass: Option<Compass>,
    /// Of satellites or beacons, when there is one.
    pub fix: Option<Fix>,
}

/// Figures of the instruments' data sheets: standard deviations of their errors. Estimators know these and nothing else
/// about errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DataSheet {
    /// Travel of a wheel for one tick of its encoder, m.
    pub tick: f64,
    /// Of a wheel's travel per metre: its true radius differs from the nominal one.
    pub wheel_scale: f64,
    /// Of a wheel's travel by slip, m for the first metre; it grows with the root of the travel.
    pub slip: f64,
    /// White noise of the gyroscope, rad/s per √Hz.
    pub gyro_noise: f64,
    /// Of the gyroscope's bias when it is switched on, rad/s.
    pub gyro_bias: f64,
    /// Random walk of that bias, rad/s per √s.
    pub gyro_walk: f64,
    /// White noise of the accelerometers, m/s² per √Hz.
    pub accelerometer_noise: f64,
    /// Of the accelerometers' bias, m/s²: mostly a tilt.
    pub accelerometer_bias: f64,
    /// Of one reading of the compass, rad.
    pub compass_noise: f64,
    /// Of the compass's bias by iron nearby, rad.
    pub compass_bias: f64,
    /// Random walk of that bias, rad per √s.
    pub compass_walk: f64,
    /// Readings of the compass in a second.
    pub compass_hz: f64,
    /// Of what changes from fix to fix, m for each axis.
    pub fix_noise: f64,
    /// Of the slow error that fixes one after another share, m for each axis.
    pub fix_wander: f64,
    /// Time constant in which that error decays to 1/e, s.
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
