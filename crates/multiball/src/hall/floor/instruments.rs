//! The robot's instruments with their errors: from the true pose to readings.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

use super::super::random::{Purpose, stream};
use super::instrument_settings::{CompassBias, Echoes, InstrumentSettings, Outage};
use crate::geometry::portable::{exp, sin_cos};
use crate::geometry::standard_normal;
use crate::picker::localisation::Site;
use crate::picker::{Compass, DataSheet, DriveLimits, Fix, Inertia, Motion, Odometry, Point2, Pose2, Readings};

/// The instruments of one robot, with errors of their own.
#[derive(Debug, Clone)]
pub struct Instruments {
    settings: InstrumentSettings,
    site: Site,
    track_width: f64,
    step_s: f64,
    wheels: [Wheel; 2],
    inertial: InertialUnit,
    magnet: Magnet,
    receiver: Receiver,
}

/// Clock of one instrument, which ticks at its own rate.
#[derive(Debug, Clone)]
struct Ticking {
    period_s: f64,
    next_s: f64,
}

impl Ticking {
    fn at(hz: f64) -> Self {
        Self { period_s: 1.0 / hz, next_s: 1.0 / hz }
    }

    fn ticks(&mut self, time_s: f64) -> bool {
        // A rounding error is no reason to wait another step.
        let due = time_s >= self.next_s - 1e-9;
        if due {
            self.next_s += self.period_s;
        }
        due
    }
}

#[derive(Debug, Clone)]
struct Wheel {
    rng: ChaCha8Rng,
    scale: f64,
    travelled: f64,
    ticks: f64,
}

impl Wheel {
    fn read(&mut self, sheet: &DataSheet, travel: f64) -> f64 {
        self.travelled += travel * self.scale + sheet.slip * travel.abs().sqrt() * standard_normal(&mut self.rng);
        let ticks = (self.travelled / sheet.tick).floor();
        let read = (ticks - self.ticks) * sheet.tick;
        self.ticks = ticks;
        read
    }
}

#[derive(Debug, Clone)]
struct InertialUnit {
    rng: ChaCha8Rng,
    gyro_bias: f64,
    tilt: [f64; 2],
    speed: f64,
}

impl InertialUnit {
    fn read(&mut self, sheet: &DataSheet, motion: &Motion, dt_s: f64) -> Inertia {
        let forward = (motion.speed - self.speed) / dt_s;
        self.speed = motion.speed;
        self.gyro_bias += sheet.gyro_walk * dt_s.sqrt() * standard_normal(&mut self.rng);
        let mut noise = |density: f64| density / dt_s.sqrt() * standard_normal(&mut self.rng);
        Inertia {
            turn_rate: motion.turn_rate + self.gyro_bias + noise(sheet.gyro_noise),
            forward: forward + self.tilt[0] + noise(sheet.accelerometer_noise),
            leftward: motion.speed * motion.turn_rate + self.tilt[1] + noise(sheet.accelerometer_noise),
        }
    }
}

#[derive(Debug, Clone)]
struct Magnet {
    rng: ChaCha8Rng,
    clock: Ticking,
    bias: f64,
}

#[derive(Debug, Clone)]
struct Receiver {
    rng: ChaCha8Rng,
    clock: Ticking,
    wander: Point2,
    echo: Option<Point2>,
}

impl Receiver {
    fn normal(&mut self) -> Point2 {
        Point2::new(standard_normal(&mut self.rng), standard_normal(&mut self.rng))
    }

    /// Error of one fix.
    fn error(&mut self, sheet: &DataSheet, echoes: &Echoes) -> Point2 {
        let decay = exp(-self.clock.period_s / sheet.fix_wander_s);
        self.wander = self.wander * decay + self.normal() * (sheet.fix_wander * (1.0 - decay * decay).sqrt());
        let goes_on = self.rng.random::<f64>() < 1.0 - 1.0 / echoes.fixes;
        let begins = self.rng.random::<f64>() < echoes.chance;
        let (sine, cosine) = sin_cos(TAU * self.rng.random::<f64>());
        let size = echoes.jump.0 + (echoes.jump.1 - echoes.jump.0) * self.rng.random::<f64>();
        let begun = begins.then(|| Point2::new(cosine, sine) * size);
        self.echo = self.echo.filter(|_| goes_on).or(begun);
        self.wander + self.normal() * sheet.fix_noise + self.echo.unwrap_or_else(Point2::zeros)
    }
}

impl Instruments {
    /// The instruments of one round's robot, that starts at rest.
    #[must_use]
    pub fn new(settings: InstrumentSettings, site: &Site, drive: &DriveLimits, seed: u64, round: u64) -> Self {
        let sheet = &settings.sheet;
        let mut rng = stream(seed, round, Purpose::Instruments);
        // Each instrument has its own numbers, so that the settings of one leave the others alone.
        let [first, second, mut inertia, mut compass, mut fixes] =
            std::array::from_fn(|_| ChaCha8Rng::from_rng(&mut rng));
        let wheel = |mut rng: ChaCha8Rng| {
            let scale = 1.0 + sheet.wheel_scale * standard_normal(&mut rng);
            Wheel { rng, scale, travelled: 0.0, ticks: 0.0 }
        };
        let [bias, tilt_ahead, tilt_aside] = std::array::from_fn(|_| standard_normal(&mut inertia));
        let drawn = standard_normal(&mut compass);
        let compass_bias = match settings.compass_bias {
            CompassBias::Drawn => sheet.compass_bias * drawn,
            CompassBias::Given(bias) => bias * drawn.signum(),
            CompassBias::None => 0.0,
        };
        let wander = Point2::new(standard_normal(&mut fixes), standard_normal(&mut fixes)) * sheet.fix_wander;
        Self {
            settings,
            site: site.clone(),
            track_width: drive.track_width,
            step_s: drive.step_s,
            wheels: [wheel(first), wheel(second)],
            inertial: InertialUnit {
                rng: inertia,
                gyro_bias: sheet.gyro_bias * bias,
                tilt: [tilt_ahead, tilt_aside].map(|tilt| sheet.accelerometer_bias * tilt),
                speed: 0.0,
            },
            magnet: Magnet { rng: compass, clock: Ticking::at(sheet.compass_hz), bias: compass_bias },
            receiver: Receiver { rng: fixes, clock: Ticking::at(sheet.fix_hz), wander, echo: None },
        }
    }

    /// Starts an outage of the fixes.
    pub(super) fn lose_fixes(&mut self, outage: Outage) {
        self.settings.outage = Some(outage);
    }

    /// Readings at the end of a step of the drive: at a time, after a motion that ended in a pose.
    pub fn read(&mut self, motion: &Motion, pose: &Pose2, time_s: f64) -> Readings {
        let sheet = self.settings.sheet;
        let [left, right] = motion.wheels(self.track_width).map(|speed| speed * self.step_s);
        Readings {
            odometry: Odometry { left: self.wheels[0].read(&sheet, left), right: self.wheels[1].read(&sheet, right) },
            inertia: self.inertial.read(&sheet, motion, self.step_s),
            compass: self.compass(pose, time_s),
            fix: self.fix(pose, time_s),
        }
    }

    fn compass(&mut self, pose: &Pose2, time_s: f64) -> Option<Compass> {
        let magnet = &mut self.magnet;
        if !magnet.clock.ticks(time_s) {
            return None;
        }
        let sheet = &self.settings.sheet;
        if self.settings.compass_bias != CompassBias::None {
            magnet.bias += sheet.compass_walk * magnet.clock.period_s.sqrt() * standard_normal(&mut magnet.rng);
        }
        let off = magnet.bias + sheet.compass_noise * standard_normal(&mut magnet.rng);
        Some(self.site.compass_of(pose.heading + off))
    }

    fn fix(&mut self, pose: &Pose2, time_s: f64) -> Option<Fix> {
        let InstrumentSettings { sheet, echoes, satellites, outage, .. } = self.settings;
        if !self.receiver.clock.ticks(time_s) {
            return None;
        }
        let (measured, deviation) = (pose.place + self.receiver.error(&sheet, &echoes), sheet.fix_noise);
        if outage.is_some_and(|outage| outage.covers(time_s)) {
            return None;
        }
        Some(if satellites {
            Fix::Satellites { at: self.site.geodetic_of(&measured), deviation }
        } else {
            Fix::Beacons { at: measured, deviation }
        })
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use crate::geometry::wrapped;
    use crate::picker::Geodetic;

    const STRAIGHT: Motion = Motion { speed: 0.5, turn_rate: 0.0 };

    fn site() -> Site {
        Site::new(Geodetic { latitude_deg: 48.0, longitude_deg: 11.0 }, 2026, 100).unwrap()
    }

    /// All readings of some seconds. The motion is straight ahead while the pose stays at home: no error depends on the
    /// position.
    fn readings(settings: InstrumentSettings, round: u64, seconds: u32) -> Vec<Readings> {
        let limits = DriveLimits::PAPER;
        let mut instruments = Instruments::new(settings, &site(), &limits, 1, round);
        let times = (1..=200 * seconds).map(|step| f64::from(step) * limits.step_s);
        times.map(|time_s| instruments.read(&STRAIGHT, &Pose2::home(), time_s)).collect()
    }

    fn deviation(values: &[f64]) -> f64 {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
    }

    #[test]
    fn law_errors_are_as_large_as_the_data_sheet_says() {
        let quiet = Echoes { chance: 0.0, ..InstrumentSettings::OUTDOORS.echoes };
        let settings = InstrumentSettings { echoes: quiet, ..InstrumentSettings::OUTDOORS };
        let sheet = settings.sheet;
        let (mut wheel, mut turn, mut compass, mut east, mut shared) = (vec![], vec![], vec![], vec![], 0.0);
        for round in 0..600 {
            let read = readings(settings, round, 10);
            wheel.push(read.iter().map(|step| step.odometry.left).sum::<f64>() - 5.0);
            turn.push(read.iter().map(|step| step.inertia.turn_rate).sum::<f64>() / 200.0);
            compass.extend(read.iter().find_map(|step| step.compass).map(|seen| site().heading_of(&seen)));
            let fixes: Vec<f64> =
                read.iter().filter_map(|step| step.fix).map(|fix| site().place_of(&fix).0.x).collect();
            assert_eq!(fixes.len(), 10);
            shared += fixes[2] * fixes[4] / 600.0;
            east.extend(fixes);
        }
        let near = |found: f64, promised: f64| assert!((found / promised - 1.0).abs() < 0.1, "{found} for {promised}");
        near(deviation(&wheel), (5.0 * sheet.wheel_scale).hypot(sheet.slip * 5.0_f64.sqrt()));
        near(deviation(&turn), (10.0 * sheet.gyro_bias).hypot(sheet.gyro_noise * 10.0_f64.sqrt()));
        near(deviation(&compass), sheet.compass_bias.hypot(sheet.compass_noise));
        near(deviation(&east), sheet.fix_noise.hypot(sheet.fix_wander));
        // Five standard errors of a mean of products.
        let expected = sheet.fix_wander.powi(2) * exp(-2.0 / sheet.fix_wander_s);
        assert!((shared - expected).abs() < 5.0 * 2.5 / 600.0_f64.sqrt(), "{shared} for {expected}");
        assert!(compass.iter().all(|off| wrapped(*off).abs() < 1.0));
    }

    #[test]
    fn law_an_outage_takes_its_fixes_and_changes_nothing_else() {
        let outage = Some(Outage { from_s: 3.0, duration_s: 4.0 });
        let (all, some) = (
            readings(InstrumentSettings::OUTDOORS, 3, 10),
            readings(InstrumentSettings { outage, ..InstrumentSettings::OUTDOORS }, 3, 10),
        );
        let fixes = |read: &[Readings]| read.iter().filter(|step| step.fix.is_some()).count();
        assert_eq!((fixes(&all), fixes(&some)), (10, 6));
        for (one, other) in all.iter().zip(&some) {
            assert_eq!(*one, Readings { fix: one.fix, ..*other });
            assert!(other.fix.is_none() || one.fix == other.fix);
        }
    }

    #[test]
    fn law_wheels_count_whole_ticks_and_forget_none() {
        let read = readings(InstrumentSettings::OUTDOORS, 1, 20);
        let tick = InstrumentSettings::OUTDOORS.sheet.tick;
        let mut counted = 0.0;
        for step in &read {
            let ticks = step.odometry.right / tick;
            assert!((ticks - ticks.round()).abs() < 1e-9);
            counted += ticks.round();
        }
        assert!((counted * tick - 10.0).abs() < 0.3);
    }
}
