//! The floor's position and orientation on the earth.

use geographiclib_rs::{DirectGeodesic, Geodesic, InverseGeodesic};
use std::f64::consts::FRAC_PI_2;
use thiserror::Error;
use world_magnetic_model::GeomagneticField;
use world_magnetic_model::time::Date;
use world_magnetic_model::uom::si::angle::{degree, radian};
use world_magnetic_model::uom::si::f32::{Angle, Length};
use world_magnetic_model::uom::si::length::meter;

use crate::geometry::portable::{atan2, sin_cos};
use crate::geometry::wrapped;

use super::super::{Compass, Fix, Geodetic, Point2};
use super::north_east_parts;

/// The floor on the earth: its origin, which way its x axis points, and which way a compass does.
///
/// A satellite's fix becomes metres in the plane that keeps distance and direction from the origin along the
/// ellipsoid's geodesics; y points north where x points east.
#[derive(Clone, Debug)]
pub struct Site {
    earth: Geodesic,
    origin: Geodetic,
    /// From true north clockwise to x, rad.
    x_axis: f64,
    /// From true north clockwise to magnetic north, rad.
    declination: f64,
}

/// Why a site is invalid.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SiteError {
    /// A year or a day of it that no calendar has.
    #[error("day {day} of the year {year} does not exist; days count from 1")]
    Day {
        /// The year.
        year: i32,
        /// The day of the year.
        day: u16,
    },
    /// The magnetic model does not cover place and date.
    #[error("no magnetic field at latitude {latitude_deg}, longitude {longitude_deg}, year {year}: {reason}")]
    Field {
        /// Degrees north.
        latitude_deg: f64,
        /// Degrees east.
        longitude_deg: f64,
        /// The year.
        year: i32,
        /// What the model says is allowed.
        reason: String,
    },
}

impl Site {
    /// A floor whose x axis points east, at sea level, on a day of a year counted from 1.
    ///
    /// The declination is that of the World Magnetic Model, which covers 2020 to 2029; it is good to some 0.4° and
    /// knows no iron nearby.
    ///
    /// # Errors
    ///
    /// If the day does not exist, or the model does not cover place and date.
    pub fn new(origin: Geodetic, year: i32, day: u16) -> Result<Self, SiteError> {
        let date = Date::from_ordinal_date(year, day).map_err(|_| SiteError::Day { year, day })?;
        let angle = |degrees: f64| Angle::new::<degree>(degrees as f32);
        let (latitude, longitude) = (angle(origin.latitude_deg), angle(origin.longitude_deg));
        let field = GeomagneticField::new(Length::new::<meter>(0.0), latitude, longitude, date).map_err(|reason| {
            let Geodetic { latitude_deg, longitude_deg } = origin;
            SiteError::Field { latitude_deg, longitude_deg, year, reason: reason.to_string() }
        })?;
        let declination = f64::from(field.declination().get::<radian>());
        Ok(Self { earth: Geodesic::wgs84(), origin, x_axis: FRAC_PI_2, declination })
    }

    /// The same place with the floor's x axis at an angle from true north, clockwise, rad.
    #[must_use]
    pub fn with_x_axis(self, x_axis: f64) -> Self {
        Self { x_axis, ..self }
    }

    /// From true north clockwise to magnetic north, rad.
    #[must_use]
    pub fn declination(&self) -> f64 {
        self.declination
    }

    /// From magnetic north clockwise to the floor's x axis, rad.
    #[must_use]
    pub fn magnetic_x_axis(&self) -> f64 {
        self.x_axis - self.declination
    }

    /// Heading on the floor, counter-clockwise from x, of what a compass shows, rad.
    #[must_use]
    pub fn heading_of(&self, compass: &Compass) -> f64 {
        wrapped(self.magnetic_x_axis() - compass.bearing)
    }

    /// Reading of a perfect compass for a heading.
    #[must_use]
    pub fn compass_of(&self, heading: f64) -> Compass {
        Compass { bearing: wrapped(self.magnetic_x_axis() - heading) }
    }

    /// Position of a fix on the floor, m, and its standard deviation, m.
    #[must_use]
    pub fn place_of(&self, fix: &Fix) -> (Point2, f64) {
        match *fix {
            Fix::Beacons { at, deviation } => (at, deviation),
            Fix::Satellites { at, deviation } => (self.place_at(&at), deviation),
        }
    }

    /// Position on the floor of a geodetic position, m.
    #[must_use]
    pub fn place_at(&self, geodetic: &Geodetic) -> Point2 {
        let Geodetic { latitude_deg, longitude_deg } = self.origin;
        let (distance, azimuth_deg, _, _): (f64, f64, f64, f64) =
            self.earth.inverse(latitude_deg, longitude_deg, geodetic.latitude_deg, geodetic.longitude_deg);
        let (sine, cosine) = sin_cos(self.x_axis - azimuth_deg.to_radians());
        Point2::new(cosine, sine) * distance
    }

    /// The same by the paper's formulas, on a sphere; a few millimetres off for each metre from the origin.
    #[must_use]
    pub fn spherical_place_at(&self, geodetic: &Geodetic) -> Point2 {
        let (north, east) = north_east_parts(&self.origin, geodetic);
        let (sine, cosine) = sin_cos(self.x_axis);
        Point2::new(east * sine + north * cosine, north * sine - east * cosine)
    }

    /// Geodetic position of a position on the floor.
    #[must_use]
    pub fn geodetic_of(&self, place: &Point2) -> Geodetic {
        let azimuth_deg = (self.x_axis - atan2(place.y, place.x)).to_degrees();
        let (latitude_deg, longitude_deg): (f64, f64) =
            self.earth.direct(self.origin.latitude_deg, self.origin.longitude_deg, azimuth_deg, place.norm());
        Geodetic { latitude_deg, longitude_deg }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn site(latitude_deg: f64, longitude_deg: f64) -> Site {
        Site::new(Geodetic { latitude_deg, longitude_deg }, 2026, 100).unwrap()
    }

    #[test]
    fn law_a_place_on_the_earth_is_where_it_was_on_the_floor() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..300 {
            let site = site(rng.random_range(-80.0..80.0), rng.random_range(-180.0..180.0))
                .with_x_axis(rng.random_range(-3.0..3.0));
            let place = Point2::new(rng.random_range(-900.0..900.0), rng.random_range(-900.0..900.0));
            assert!((site.place_at(&site.geodetic_of(&place)) - place).norm() < 1e-7);
            let heading = rng.random_range(-3.0..3.0);
            assert!(wrapped(site.heading_of(&site.compass_of(heading)) - heading).abs() < 1e-12);
        }
    }

    /// Near the origin both are the same plane, whichever way the floor lies, but for the sphere; with x to the east, y
    /// points north.
    #[test]
    fn law_the_plane_is_the_papers_but_for_the_sphere() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let east = site(48.0, 11.0);
        let north_of = Geodetic { latitude_deg: 48.0002, longitude_deg: 11.0 };
        assert!(east.spherical_place_at(&north_of).y > 22.0 && east.spherical_place_at(&north_of).x.abs() < 1e-9);
        for _ in 0..200 {
            let site = site(rng.random_range(-60.0..60.0), 11.0).with_x_axis(rng.random_range(-3.0..3.0));
            let place = Point2::new(rng.random_range(-50.0..50.0), rng.random_range(-50.0..50.0));
            let off = site.spherical_place_at(&site.geodetic_of(&place)) - place;
            assert!(off.norm() < 0.007 * place.norm(), "{off:?} at {place:?}");
        }
    }

    /// Declinations of the table of test values in the report on WMM2025, at sea level on 1 January 2025 and, as the
    /// crate takes whole days, on 2 July 2027.
    #[test]
    fn ref_declinations_are_the_published_test_values() {
        let values = [
            (2025, 1, 80.0, 0.0, 1.28),
            (2025, 1, 0.0, 120.0, -0.16),
            (2025, 1, -80.0, -120.0, 68.78),
            (2027, 183, 80.0, 0.0, 2.59),
            (2027, 183, 0.0, 120.0, -0.24),
            (2027, 183, -80.0, -120.0, 68.49),
        ];
        for (year, day, latitude_deg, longitude_deg, published_deg) in values {
            let site = Site::new(Geodetic { latitude_deg, longitude_deg }, year, day).unwrap();
            let found_deg = site.declination().to_degrees();
            assert!((found_deg - published_deg).abs() < 0.0055, "{year} {latitude_deg}: {found_deg}");
        }
    }

    #[test]
    fn law_days_and_places_that_do_not_exist_are_refused() {
        let home = Geodetic { latitude_deg: 48.0, longitude_deg: 11.0 };
        assert_eq!(Site::new(home, 2026, 366).unwrap_err(), SiteError::Day { year: 2026, day: 366 });
        assert!(matches!(Site::new(home, 2031, 1), Err(SiteError::Field { year: 2031, .. })));
        assert!(Site::new(Geodetic { latitude_deg: 91.0, ..home }, 2026, 1).is_err());
        assert!(Site::new(Geodetic { latitude_deg: f64::NAN, ..home }, 2026, 1).is_err());
    }
}
