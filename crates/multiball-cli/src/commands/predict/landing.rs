//! Bounces found in recorded positions.

use multiball::ball::{Air, Body};
use multiball::court::Court;
use multiball::geometry::Vec3;

use super::flights::Point;

/// Points on either side of a bounce through which curves are laid, at most.
const MOST_POINTS: usize = 7;
/// Points that a curve needs: two would fit anything.
const LEAST_POINTS: usize = 3;
/// Longest stretch of a curve, s: over it, drag and lift bend a flight by half a millimetre.
const LONGEST_S: f64 = 0.05;
/// The nearest point on either side must be this near, s.
const NEAREST_S: f64 = 0.02;
/// How high above the table's contact height the lowest point of a bounce may lie, m.
const LOWEST: f64 = 0.08;
/// How far from the contact height the curves may meet, m: noise and the height of a laboratory's table.
const HEIGHT_ERROR: f64 = 0.02;

/// A bounce found in recorded points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Landing {
    pub(super) t_s: f64,
    /// The ball's centre, m.
    pub(super) place: Vec3,
}

/// A ball in free fall: position and velocity at a time, by least squares.
struct Fall {
    t_s: f64,
    place: Vec3,
    velocity: Vec3,
    /// Sum of squared distances of the heights, m².
    residual: f64,
}

/// The first bounce on the table after a time.
///
/// A lowest point near the table is looked for. Through up to seven points (50 ms) before it and as many after it go
/// two parabolas of free fall; their heights meet at one time, and there the bounce is, half way between both curves.
/// Whether the lowest point itself came before or after the touch is decided by the better fit.
pub(super) fn first_landing(points: &[Point], after_s: f64) -> Option<Landing> {
    let radius = Body::STANDARD.radius;
    (1..points.len().saturating_sub(1)).find_map(|lowest| {
        let [before, at, after] = [lowest - 1, lowest, lowest + 1].map(|index| points[index].place.z);
        if points[lowest + 1].t_s <= after_s || at > radius + LOWEST || at > before || at > after {
            return None;
        }
        let splits = [lowest, lowest + 1].into_iter().filter_map(|first_after| met(points, first_after));
        let (landing, _) = splits.min_by(|a, b| a.1.total_cmp(&b.1))?;
        (landing.t_s > after_s).then_some(landing)
    })
}

/// The intersection of the curves before and after a point, and their residual; `None` when that is no bounce.
fn met(points: &[Point], first_after: usize) -> Option<(Landing, f64)> {
    let (before, after) = points.split_at(first_after);
    let (last, next) = (before.last()?.t_s, after.first()?.t_s);
    let early = before.iter().rev().take(MOST_POINTS).take_while(|point| last - point.t_s <= LONGEST_S);
    let late = after.iter().take(MOST_POINTS).take_while(|point| point.t_s - next <= LONGEST_S);
    let (down, up) = (Fall::through(&early, last)?, Fall::through(&late, next)?);
    // Both fall alike, so the difference of heights is linear in time.
    let apart = up.height_at(last) - down.height_at(last);
    let closing = down.velocity.z - up.velocity_z_at(last);
    let t_s = last + apart / closing;
    let near = (-0.5 * NEAREST_S..=NEAREST_S).contains(&(t_s - last))
        && (-0.5 * NEAREST_S..=NEAREST_S).contains(&(next - t_s));
    let bounces = down.velocity_z_at(t_s) < 0.0 && up.velocity_z_at(t_s) > 0.0;
    let place = (down.at(t_s) + up.at(t_s)) / 2.0;
    let high = (place.z - Body::STANDARD.radius).abs() <= HEIGHT_ERROR;
    let sound = near && bounces && high && Court::STANDARD.is_over_table(&place);
    sound.then_some((Landing { t_s, place }, down.residual + up.residual))
}

impl Fall {
    fn through<'a>(points: &(impl Iterator<Item = &'a Point> + Clone), t_s: f64) -> Option<Self> {
        let count = points.clone().count();
        if count < LEAST_POINTS {
            return None;
        }
        let risen = || {
            points.clone().map(|point| {
                let t = point.t_s - t_s;
                (t, point.place + Vec3::z() * (0.5 * Air::STANDARD.gravity * t * t))
            })
        };
        let share = 1.0 / count as f64;
        let time = risen().map(|(t, _)| t * share).sum::<f64>();
        let middle = risen().fold(Vec3::zeros(), |sum, (_, place)| sum + place * share);
        let spread: f64 = risen().map(|(t, _)| (t - time) * (t - time)).sum();
        let slope = risen().fold(Vec3::zeros(), |sum, (t, place)| sum + (place - middle) * (t - time));
        let velocity = slope / spread;
        let place = middle - velocity * time;
        let residual = risen().map(|(t, seen)| (seen.z - place.z - velocity.z * t).powi(2)).sum();
        Some(Self { t_s, place, velocity, residual })
    }

    fn at(&self, t_s: f64) -> Vec3 {
        let t = t_s - self.t_s;
        self.place + self.velocity * t - Vec3::z() * (0.5 * Air::STANDARD.gravity * t * t)
    }

    fn height_at(&self, t_s: f64) -> f64 {
        self.at(t_s).z
    }

    fn velocity_z_at(&self, t_s: f64) -> f64 {
        self.velocity.z - Air::STANDARD.gravity * (t_s - self.t_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multiball::ball::{BallSim, BallState, EventKind, Physics, Surroundings};
    use multiball::geometry::standard_normal;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A simulated shot seen at 180 Hz with noise (m), and its true bounces; there is no net in its way.
    fn seen(rng: &mut ChaCha8Rng, noise: f64) -> (Vec<Point>, Vec<(f64, Vec3)>) {
        let physics = Physics::default();
        let court = Surroundings { net: Surroundings::far_below().net, ..Court::STANDARD.surroundings() };
        let velocity = Vec3::new(rng.random_range(4.5..6.0), rng.random_range(-0.3..0.3), rng.random_range(0.8..1.4));
        let spin = Vec3::new(0.0, rng.random_range(-200.0..200.0), rng.random_range(-50.0..50.0));
        let ball = BallState::new(Vec3::new(-1.3, 0.0, 0.3), velocity, spin);
        let mut sim = BallSim::new(&physics, &court, ball);
        let (mut points, mut bounces) = (Vec::new(), Vec::new());
        let shift: f64 = rng.random_range(0.0..0.005);
        for frame in 0..120 {
            let t_s = shift + f64::from(frame) / 180.0;
            while let Some(event) = sim.next_event(t_s) {
                if let EventKind::Table(_) = event.kind {
                    bounces.push((event.t_s, event.before.position));
                }
            }
            let error = Vec3::from_fn(|_, _| noise * standard_normal(rng));
            points.push(Point { t_s, place: sim.state().position + error });
        }
        (points, bounces)
    }

    #[test]
    fn law_bounces_are_found_where_they_were() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for (noise, most, most_s) in [(0.0, 0.003, 5e-4), (0.002, 0.012, 3e-3)] {
            let mut compared = 0;
            for _ in 0..220 {
                let (points, bounces) = seen(&mut rng, noise);
                // A drive with backspin may fly past the table.
                let Some((t_s, place)) = bounces.first().copied() else { continue };
                let found = first_landing(&points, 0.1).unwrap_or_else(|| panic!("no bounce at {t_s} s, {place}"));
                let error = (found.place - place).xy().norm();
                assert!(error < most && (found.t_s - t_s).abs() < most_s, "{error} m, {} s off", found.t_s - t_s);
                let later = first_landing(&points, t_s + 0.02);
                assert!(later.is_none_or(|later| later.t_s > t_s + 0.1), "{later:?} is the first bounce again");
                compared += 1;
            }
            assert!(compared >= 200, "{compared}");
        }
    }

    #[test]
    fn law_a_ball_without_a_bounce_has_none() {
        let (points, bounces) = seen(&mut ChaCha8Rng::seed_from_u64(6), 0.002);
        let flying: Vec<Point> = points.iter().copied().filter(|point| point.t_s < bounces[0].0 - 0.001).collect();
        assert_eq!(first_landing(&flying, 0.0), None);
        assert_eq!(first_landing(&points[..2], 0.0), None);
    }
}
