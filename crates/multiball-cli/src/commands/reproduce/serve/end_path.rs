//! Figure 16: the path of the end in space, and how near it passes the way points.

use multiball::geometry::Vec3;
use multiball::robot::{Arm, Joints, Serve5};

use super::super::{Picture, Row};
use super::motions::{Motions, Timings};
use crate::failure::Failure;
use crate::plot;
use crate::plot::SpaceViews;

/// Intervals into which a path is divided, and how many of them are one when it is drawn.
const INTERVALS: usize = 2000;
const DRAWN_AS_ONE: usize = 10;
/// The end passes a way point that it comes this near to, m.
const PASSES_M: f64 = 1e-3;

/// Paths of the end by three timings.
pub(super) struct EndPaths {
    arm: Serve5,
    /// Joints at the way points, deg.
    way_points: [Joints<5>; 4],
    /// A name and the path of each timing, m.
    paths: [(&'static str, Vec<Vec3>); 3],
}

impl EndPaths {
    /// The paths by common times and by those of each joint; angles of the way points in deg.
    pub(super) fn new(table3_deg: &[[f64; 4]; 5], common: &Motions, timings: &Timings) -> Self {
        let arm = Serve5::default();
        let path = |motions: &Motions| {
            let at = |i: usize| end_at(&arm, motions, motions.end_s() * i as f64 / INTERVALS as f64);
            (0..=INTERVALS).map(at).collect()
        };
        let paths = [
            ("least times in common", path(common)),
            ("times of table 5, each joint its own", path(&timings.printed)),
            ("least times, each joint its own", path(&timings.least)),
        ];
        let way_points = std::array::from_fn(|point| Joints::from_fn(|joint, _| table3_deg[joint][point]));
        Self { arm, way_points, paths }
    }

    fn place(&self, point: usize) -> Vec3 {
        self.arm.forward(&self.way_points[point].map(f64::to_radians)).translation.vector
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for (name, path) in &self.paths {
            let length = path.windows(2).map(|ends| (ends[1] - ends[0]).norm()).sum::<f64>();
            rows.push(Row::new("fig. 16", format!("length, {name}"), "m", None, length));
            for point in [1, 2] {
                let place = self.place(point);
                let miss_m =
                    path.windows(2).map(|ends| distance(&place, &ends[0], &ends[1])).fold(f64::INFINITY, f64::min);
                let row = Row::new("fig. 16", format!("distance from X{point}, {name}"), "mm", None, 1e3 * miss_m);
                let how = "the joints pass the way point at different times";
                rows.push(if miss_m > PASSES_M { row.differs(how) } else { row });
            }
        }
        rows
    }

    pub(super) fn picture(&self) -> Result<Picture, Failure> {
        let arm = |point: usize| {
            let joints = self.way_points[point].map(f64::to_radians);
            std::iter::once(Vec3::zeros()).chain(self.arm.points(&joints)).collect()
        };
        let drawn = |path: &[Vec3]| path.iter().copied().step_by(DRAWN_AS_ONE).collect::<Vec<_>>();
        let svg = plot::space_views(&SpaceViews {
            title: "Figure 16: path of the end through X0 to X3".into(),
            paths: self.paths.iter().map(|(name, path)| ((*name).to_owned(), drawn(path))).collect(),
            places: (0..4).map(|point| (format!("X{point}"), self.place(point))).collect(),
            arms: (0..4).map(arm).collect(),
        })?;
        let caption = "With common times the end passes all four way points. With times of their own the joints pass \
            them one after the other, and the end misses X1 and X2.";
        Ok(Picture { title: "Figure 16: the path of the end", caption: caption.into(), svg })
    }
}

/// The end at a time, m.
fn end_at(arm: &Serve5, motions: &Motions, t_s: f64) -> Vec3 {
    let joints = Joints::from_fn(|joint, _| motions.joints[joint].at(t_s).position.to_radians());
    arm.forward(&joints).translation.vector
}

/// The distance of a point from a segment.
fn distance(point: &Vec3, from: &Vec3, to: &Vec3) -> f64 {
    let (along, offset) = (to - from, point - from);
    let share = offset.dot(&along) / along.norm_squared().max(f64::MIN_POSITIVE);
    (offset - along * share.clamp(0.0, 1.0)).norm()
}
