//! The paper's conversion from fixes to metres, on a sphere.

use crate::geometry::portable::{atan2, cos, sin};

use super::super::Geodetic;

/// Metres for one degree of latitude [paper 002]: a sphere of radius 6371.23 km.
const METRES_PER_DEGREE: f64 = 111_199.0;

/// Distance of two positions by the haversine formula, m [paper 002].
///
/// ```text
/// a = sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2),   d = 2 R atan2(√a, √(1-a))
/// ```
///
/// φ latitude, λ longitude. The earth is no sphere: the error is up to 0.6 %, small enough for a court.
#[must_use]
pub fn haversine_distance(from: &Geodetic, to: &Geodetic) -> f64 {
    let [first, second] = [from, to].map(|place| place.latitude_deg.to_radians());
    let halved = |difference: f64| sin(difference / 2.0) * sin(difference / 2.0);
    let across = (to.longitude_deg - from.longitude_deg).to_radians();
    let square = (halved(second - first) + cos(first) * cos(second) * halved(across)).clamp(0.0, 1.0);
    2.0 * METRES_PER_DEGREE.to_degrees() * atan2(square.sqrt(), (1.0 - square).sqrt())
}

/// How far north and how far east one position is of another, m, with signs; for positions near each other.
///
/// ```text
/// north = 111.199 km Δφ,   east = 111.199 km Δλ cos((φ₁+φ₂)/2)
/// ```
///
/// In print the second part is √(d² - north²) with the haversine d: no sign, and the root of a negative number for a
/// displacement due north as soon as 111.199 km a degree is more than d was computed with [paper 002, fusion].
#[must_use]
pub fn north_east_parts(from: &Geodetic, to: &Geodetic) -> (f64, f64) {
    let middle = ((from.latitude_deg + to.latitude_deg) / 2.0).to_radians();
    let around = to.longitude_deg - from.longitude_deg;
    let short_way = around - 360.0 * (around / 360.0).round();
    (METRES_PER_DEGREE * (to.latitude_deg - from.latitude_deg), METRES_PER_DEGREE * short_way * cos(middle))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use geographiclib_rs::{Geodesic, InverseGeodesic};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn near(place: &Geodetic, north_deg: f64, east_deg: f64) -> Geodetic {
        Geodetic { latitude_deg: place.latitude_deg + north_deg, longitude_deg: place.longitude_deg + east_deg }
    }

    #[test]
    fn ref_haversine_is_the_ellipsoids_geodesic_within_the_bound_of_a_sphere() {
        let earth = Geodesic::wgs84();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut worst, mut worst_parts): (f64, f64) = (0.0, 0.0);
        for _ in 0..2000 {
            let reach = rng.random_range(1e-4..0.01);
            let from = Geodetic {
                latitude_deg: rng.random_range(-80.0..80.0),
                longitude_deg: rng.random_range(-180.0..180.0),
            };
            let to = near(&from, rng.random_range(-reach..reach), rng.random_range(-reach..reach));
            let exact: f64 = earth.inverse(from.latitude_deg, from.longitude_deg, to.latitude_deg, to.longitude_deg);
            let (north, east) = north_east_parts(&from, &to);
            worst = worst.max((haversine_distance(&from, &to) / exact - 1.0).abs());
            worst_parts = worst_parts.max((north.hypot(east) / haversine_distance(&from, &to) - 1.0).abs());
        }
        assert!(worst < 0.0062 && worst > 0.003, "{worst}");
        assert!(worst_parts < 1e-6, "{worst_parts}");
    }

    /// The printed parts of a displacement: haversine with the mean radius of 6371 km, its square less that of 111.199
    /// km a degree.
    #[test]
    fn ref_the_printed_displacement_has_no_sign_and_no_value_due_north() {
        let printed = |from: &Geodetic, to: &Geodetic| {
            let distance = haversine_distance(from, to) * 6_371_000.0 / METRES_PER_DEGREE.to_degrees();
            let north = (METRES_PER_DEGREE * (to.latitude_deg - from.latitude_deg)).abs();
            (north, (distance * distance - north * north).sqrt())
        };
        let home = Geodetic { latitude_deg: 31.0, longitude_deg: 121.0 };
        let due_north = near(&home, 1e-4, 0.0);
        assert!(printed(&home, &due_north).1.is_nan());
        let (north, east) = north_east_parts(&home, &due_north);
        assert!((north - 11.1199).abs() < 1e-9 && east == 0.0);

        let south_west = near(&home, -1e-4, -1e-4);
        let (north, east) = north_east_parts(&home, &south_west);
        assert!(
            north < -11.0 && east < -9.0 && printed(&home, &south_west).0 > 11.0 && printed(&home, &south_west).1 > 9.0
        );
    }
}
