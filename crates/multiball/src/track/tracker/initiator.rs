//! Track initiation: from points in a row that no track follows yet.

use nalgebra::Matrix3;

use super::between::{LeftoverFrames, moved};
use super::candidates::{Taken, is_too_long, pixel_sd, smear};
use super::synchrony::Synchrony;
use super::{Tracker, TrackerSettings};
use crate::ball::Air;
use crate::geometry::Vec3;
use crate::geometry::portable::ln;
use crate::track::Measurement;
use crate::vision::detect::Detection;
use crate::vision::{Camera, Fix, triangulate};

/// Times that are remembered.
const MOST_INSTANTS: usize = 9;
/// Points that are remembered of an instant.
const MOST_POINTS: usize = 16;
/// How much a ball's radius, as seen from two places, may differ from a real ball's, as a logarithm.
const MOST_RADIUS_DIFFERENCE: f64 = 0.3;
/// Least score of a candidate that may start a track.
const LEAST_SCORE: f64 = 0.02;
/// How far from a parabola through two points a third may lie, m.
const MOST_OFF_PARABOLA: f64 = 0.03;
/// Gravity, m/s².
const GRAVITY: f64 = Air::STANDARD.gravity;

/// A place where two cameras see something of a ball's size.
#[derive(Debug, Clone, Copy)]
struct Point {
    position: Vec3,
    covariance: Matrix3<f64>,
    /// How much after the stamp its rows are exposed, as far as it is known, s.
    late_s: f64,
    /// How far a ball must have moved while the shutter was open to look so in both images, in radii.
    smeared: f64,
}

/// What was left over at one time.
#[derive(Debug, Clone)]
struct Leftover {
    t_s: f64,
    points: Vec<Point>,
}

/// The last instants, oldest first.
#[derive(Debug, Clone)]
pub(super) struct TrackInitiator {
    instants: Vec<Leftover>,
    /// What was left over in the last frames of each camera.
    frames: Vec<LeftoverFrames>,
    ball_radius: f64,
}

/// What the cameras saw at one time.
pub(super) struct Epoch<'a> {
    pub(super) t_s: f64,
    pub(super) cameras: &'a [Camera],
    /// For each camera its candidates; none where it gave no frame.
    pub(super) seen: &'a [Option<&'a [Detection]>],
    pub(super) taken: &'a Taken,
    pub(super) synchrony: &'a Synchrony,
}

impl TrackInitiator {
    /// Looks for balls of a radius, m.
    pub(super) fn preallocated(ball_radius: f64) -> Self {
        let instant = || Leftover { t_s: f64::NEG_INFINITY, points: Vec::with_capacity(MOST_POINTS) };
        Self {
            instants: (0..MOST_INSTANTS).map(|_| instant()).collect(),
            frames: (0..Tracker::MOST_CAMERAS).map(|_| LeftoverFrames::preallocated()).collect(),
            ball_radius,
        }
    }

    /// Forgets everything; the next balls have a radius, m.
    pub(super) fn restart(&mut self, ball_radius: f64) {
        self.ball_radius = ball_radius;
        self.instants.iter_mut().for_each(|instant| {
            instant.t_s = f64::NEG_INFINITY;
            instant.points.clear();
        });
        self.frames.iter_mut().for_each(LeftoverFrames::forget);
    }

    /// Pairs what no track took between cameras. Returns whether there may be something new.
    pub(super) fn add(&mut self, now: &Epoch<'_>, settings: &TrackerSettings) -> bool {
        let gave = |camera: &usize| now.seen.get(*camera).is_some_and(Option::is_some);
        let count = now.cameras.len().min(now.seen.len()).min(Tracker::MOST_CAMERAS);
        let mut present = (0..count).filter(gave);
        // A camera that none is synchronised with has no partner for a pair at this time.
        let alone = match (present.next(), present.next()) {
            (Some(only), None) => !now.synchrony.has_partner(only),
            _ => false,
        };
        if !alone {
            self.add_pairs(now, count, settings);
        }
        let mut added = !alone;
        for camera in (0..count).filter(gave) {
            self.frames[camera].push(now.t_s, free(now.seen, camera, now.taken));
            added |= self.add_between(camera, now, settings);
        }
        added
    }

    /// Pairs what was seen at one time.
    fn add_pairs(&mut self, now: &Epoch<'_>, count: usize, settings: &TrackerSettings) {
        let Epoch { t_s, cameras, seen, taken, .. } = *now;
        self.instants.rotate_left(1);
        let Some(instant) = self.instants.last_mut() else { return };
        instant.t_s = t_s;
        instant.points.clear();
        for (first, second) in pairs(count) {
            for a in free(seen, first, taken) {
                for b in free(seen, second, taken) {
                    if instant.points.len() == MOST_POINTS {
                        return;
                    }
                    instant.points.extend(meet(
                        [&cameras[first], &cameras[second]],
                        [a, b],
                        self.ball_radius,
                        settings,
                    ));
                }
            }
        }
    }

    /// Pairs what cameras that are not synchronised with one saw between its last two frames: its own detections are
    /// moved to their time. Of two cameras the first one's times count, so that each of its detections is used once.
    /// Returns whether a point was added.
    fn add_between(&mut self, second: usize, now: &Epoch<'_>, settings: &TrackerSettings) -> bool {
        let Self { instants, frames, ball_radius } = self;
        let Some(bracket) = frames[second].last_two() else { return false };
        let [from_s, to_s] = bracket.map(|frame| frame.t_s);
        let mut added = false;
        if to_s - from_s > 2.0 * settings.pair_within_s {
            return false;
        }
        for first in (0..second).filter(|first| !now.synchrony.holds(*first, second)) {
            let cameras = [&now.cameras[first], &now.cameras[second]];
            for frame in frames[first].between(from_s, to_s) {
                for a in &frame.free {
                    for b in moved(bracket, frame.t_s, (settings.most_speed, *ball_radius)) {
                        let Some(point) = meet(cameras, [a, &b], *ball_radius, settings) else { continue };
                        added |= place(instants, frame.t_s, point);
                    }
                }
            }
        }
        added
    }

    /// Looks for points in a row that fly as a ball does, the last of them new. Hands them over in order and forgets
    /// them.
    pub(super) fn initiate(&mut self, settings: &TrackerSettings, mut take: impl FnMut(Measurement)) -> bool {
        let newest = MOST_INSTANTS - 1;
        for last in 0..self.instants[newest].points.len() {
            for before in (newest - 3..newest).rev() {
                for second in 0..self.instants[before].points.len() {
                    let (row, velocity) = self.row(newest, last, before, second, settings);
                    if row.iter().flatten().count() < settings.start_measurements {
                        continue;
                    }
                    for (instant, index) in self.instants.iter_mut().zip(row) {
                        let Some(index) = index else { continue };
                        let point = instant.points.swap_remove(index);
                        // Other pairs of cameras see the same ball: it would start a second track.
                        instant.points.retain(|other| (other.position - point.position).norm() > MOST_OFF_PARABOLA);
                        let place = point.position - velocity * point.late_s;
                        if let Some(measurement) = Measurement::with_covariance(instant.t_s, place, &point.covariance) {
                            take(measurement);
                        }
                    }
                    return true;
                }
            }
        }
        false
    }

    /// For each instant the point that lies on the parabola through two of them, and the velocity at its end.
    fn row(
        &self,
        newest: usize,
        last: usize,
        before: usize,
        second: usize,
        settings: &TrackerSettings,
    ) -> ([Option<usize>; MOST_INSTANTS], Vec3) {
        let mut row = [None; MOST_INSTANTS];
        let (end, start) = (&self.instants[newest], &self.instants[before]);
        let (p, q) = (end.points[last].position, start.points[second].position);
        let end_s = end.t_s + end.points[last].late_s;
        let apart_s = end_s - (start.t_s + start.points[second].late_s);
        let fall = Vec3::z() * (-0.5 * GRAVITY);
        // Position at `end.t_s + t`: p + v t + fall t².
        let velocity = (p - q + fall * (apart_s * apart_s)) / apart_s;
        if !(settings.least_speed..settings.most_speed).contains(&velocity.norm()) {
            return (row, velocity);
        }
        let motion = velocity.norm() * settings.exposure_s / self.ball_radius;
        for (slot, instant) in row.iter_mut().zip(&self.instants) {
            let distance = |point: &Point| {
                let t_s = instant.t_s + point.late_s - end_s;
                (point.position - (p + velocity * t_s + fall * (t_s * t_s))).norm()
            };
            let sharp = instant.points.iter().enumerate().filter(|(_, point)| !is_too_long(point.smeared, motion));
            let nearest = sharp.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
            *slot = nearest.filter(|(_, point)| distance(point) < MOST_OFF_PARABOLA).map(|(index, _)| index);
        }
        (row, velocity)
    }
}

/// Adds a point to the instant of its time, in order of time; a new instant replaces the oldest. Returns whether the
/// point was added.
fn place(instants: &mut [Leftover], t_s: f64, point: Point) -> bool {
    if let Some(instant) = instants.iter_mut().find(|instant| instant.t_s == t_s) {
        let fits = instant.points.len() < MOST_POINTS;
        instant.points.extend(Some(point).filter(|_| fits));
        return fits;
    }
    if instants.first().is_none_or(|oldest| t_s < oldest.t_s) {
        return false;
    }
    let after = instants.iter().take_while(|instant| instant.t_s < t_s).count();
    instants[..after].rotate_left(1);
    let instant = &mut instants[after - 1];
    instant.t_s = t_s;
    instant.points.clear();
    instant.points.push(point);
    true
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

/// A camera's candidates that may be a ball which is not followed yet. What reaches over a ball that is followed is
/// not: two balls side by side in an image are also seen as one larger thing.
fn free<'a>(
    seen: &'a [Option<&'a [Detection]>],
    camera: usize,
    taken: &'a Taken,
) -> impl Iterator<Item = &'a Detection> {
    let all = move || seen[camera].unwrap_or_default().iter().enumerate().take(Taken::MOST_CANDIDATES);
    let is_taken = move |index: usize| taken.has(camera, index);
    let covers = move |detection: &Detection| {
        let reach = detection.radius_px + 0.5 * detection.streak.norm();
        all().any(|(index, other)| is_taken(index) && (other.pixel - detection.pixel).norm() < reach)
    };
    all()
        .filter(move |(index, detection)| !is_taken(*index) && detection.score > LEAST_SCORE && !covers(detection))
        .map(|(_, detection)| detection)
}

/// The place where two cameras see one thing of a ball's size; `None` when they do not.
fn meet(cameras: [&Camera; 2], seen: [&Detection; 2], ball_radius: f64, settings: &TrackerSettings) -> Option<Point> {
    let lines = [(cameras[0], seen[0].pixel), (cameras[1], seen[1].pixel)];
    let rough = triangulate(&lines, settings.least_pixel_sd).ok()?;
    let radii = cameras.map(|camera| ball_radius * camera.lens.focal_px.x / camera.in_camera(&rough.position).z);
    let sd = pixel_sd(seen[0], radii[0], settings).max(pixel_sd(seen[1], radii[1], settings));
    let share = sd / settings.least_pixel_sd;
    let fix =
        Fix { covariance: rough.covariance * (share * share), chi_square: rough.chi_square / (share * share), ..rough };
    let [low, high] = settings.volume;
    let inside = (0..3).all(|axis| (low[axis]..high[axis]).contains(&fix.position[axis]));
    let sized = seen
        .iter()
        .zip(radii)
        .all(|(detection, radius)| ln(detection.radius_px / radius).abs() < MOST_RADIUS_DIFFERENCE);
    let one_thing = fix.chi_square < settings.most_apart;
    let smeared = seen.iter().zip(radii).map(|(detection, radius)| smear(detection, radius)).fold(0.0, f64::max);
    let late_s = settings.line_time_s * (seen[0].pixel.y + seen[1].pixel.y) / 2.0;
    let (position, covariance) = (fix.position, fix.covariance);
    (inside && sized && one_thing).then_some(Point { position, covariance, late_s, smeared })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Vec2;

    #[test]
    fn bug_two_balls_side_by_side_are_not_a_third() {
        let seen = |x: f64, radius_px: f64, streak: f64| {
            let (pixel, streak) = (Vec2::new(x, 100.0), Vec2::new(streak, 0.0));
            Detection { pixel, pixel_sd: 0.1, radius_px, streak, area: 113.0, brightness: 230.0, score: 0.8 }
        };
        let all = [seen(100.0, 6.0, 0.0), seen(111.0, 7.0, 0.0), seen(106.0, 8.0, 12.0), seen(130.0, 6.0, 0.0)];
        let mut taken = Taken::default();
        (0..2).for_each(|index| taken.take(0, index));
        let left: Vec<f64> = free(&[Some(&all)], 0, &taken).map(|detection| detection.pixel.x).collect();
        assert_eq!(left, [130.0], "both balls and what they look like together are accounted for");
        assert_eq!(free(&[Some(&all)], 0, &Taken::default()).count(), 4);
    }

    /// One camera sees the ball at 3.4 m/s, the other a cuff, or the ball together with a part of it.
    #[test]
    fn bug_a_cuff_in_one_image_and_the_ball_in_the_other_are_no_ball() {
        let settings = TrackerSettings { exposure_s: 0.002, ..TrackerSettings::default() };
        let starts = |area: f64, streak: f64| {
            let (pixel, streak) = (Vec2::zeros(), Vec2::new(streak, 0.0));
            let seen = Detection { pixel, pixel_sd: 0.1, radius_px: 5.3, streak, area, brightness: 230.0, score: 1.0 };
            let mut initiator = TrackInitiator::preallocated(0.02);
            for (instant, t_s) in initiator.instants.iter_mut().zip((0..).map(|i| 0.005 * f64::from(i))) {
                let position = Vec3::new(3.4 * t_s, 0.0, 0.5 - 0.5 * GRAVITY * t_s * t_s);
                instant.t_s = t_s;
                let smeared = smear(&seen, 5.3);
                instant.points.push(Point { position, covariance: Matrix3::identity() * 1e-6, late_s: 0.0, smeared });
            }
            initiator.initiate(&settings, |_| ())
        };
        assert!(starts(95.0, 2.0) && starts(110.0, 6.0));
        assert!(!starts(270.0, 8.0) && !starts(145.0, 30.0));
    }
}
