//! Figures 9 to 11 and 13 to 15: the joints over time before and after the optimisation.

use multiball::motion::{SpeedLimitedPath, ThreeFiveThree};

use super::super::{Goal, Picture, Row};
use super::{LIMIT_DEG_S, no_answer};
use crate::failure::Failure;
use crate::plot;
use crate::plot::{JointSample, MotionColumn, MotionGrid};

/// Intervals into which a motion is divided for drawing, and to be searched.
const DRAWN: usize = 240;
const SEARCHED: usize = 10_000;

/// Motions of all joints through the way points, each joint with times of its own, s.
pub(super) struct Motions {
    pub(super) joints: [ThreeFiveThree; 5],
}

impl Motions {
    /// With the times of each joint.
    pub(super) fn new(paths: &[SpeedLimitedPath; 5], times_s: &[[f64; 3]; 5]) -> Result<Self, Failure> {
        let mut joints = Vec::with_capacity(paths.len());
        for (path, times_s) in paths.iter().zip(times_s) {
            joints.push(path.motion(*times_s).map_err(no_answer)?);
        }
        Ok(Self { joints: std::array::from_fn(|joint| joints[joint]) })
    }

    /// When the last joint stands, s.
    pub(super) fn end_s(&self) -> f64 {
        self.joints.iter().map(ThreeFiveThree::duration_s).fold(0.0, f64::max)
    }

    fn column(&self, title: String) -> MotionColumn {
        let t_s: Vec<f64> = (0..=DRAWN).map(|i| self.end_s() * i as f64 / DRAWN as f64).collect();
        let sample = |motion: &ThreeFiveThree, t_s: f64| {
            let state = motion.at(t_s);
            JointSample { position: state.position, velocity: state.velocity, acceleration: state.acceleration }
        };
        let joints = self.joints.iter().map(|motion| t_s.iter().map(|t_s| sample(motion, *t_s)).collect()).collect();
        MotionColumn { title, t_s, joints }
    }
}

/// The three timings that are compared.
pub(super) struct Timings {
    /// Three equal times for all joints, the least that keep the limit: the paper's are not in our copy.
    equal: Motions,
    /// Table 5 as printed.
    pub(super) printed: Motions,
    /// The least times of each joint that keep the limit.
    pub(super) least: Motions,
}

impl Timings {
    pub(super) fn new(paths: &[SpeedLimitedPath; 5], printed_s: &[[f64; 3]; 5]) -> Result<Self, Failure> {
        // Times k times as long make speeds k times as small.
        let mut equal_s: f64 = 0.0;
        let mut least_s = [[0.0; 3]; 5];
        for (path, least_s) in paths.iter().zip(&mut least_s) {
            let peak = path.motion([1.0; 3]).map_err(no_answer)?.peak_speed();
            equal_s = equal_s.max(peak / path.speed_limit);
            *least_s = path.least_times_s().map_err(no_answer)?;
        }
        let motions = |times_s: &[[f64; 3]; 5]| Motions::new(paths, times_s);
        Ok(Self { equal: motions(&[[equal_s; 3]; 5])?, printed: motions(printed_s)?, least: motions(&least_s)? })
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::from(self.before());
        for (number, (printed, least)) in self.printed.joints.iter().zip(&self.least.joints).enumerate() {
            rows.extend(after(number + 1, printed, least));
        }
        rows.sort_by_key(|row| (row.table.len(), row.table));
        rows
    }

    /// Figures 9 to 11.
    fn before(&self) -> [Row; 3] {
        let assumed = "the times are not in our copy; ours are three equal ones, the least that keep the limit";
        let greatest = |of: fn(&ThreeFiveThree) -> f64| self.equal.joints.iter().map(of).fold(0.0, f64::max);
        let row = |label, name: &str, unit, ours: f64| Row::new(label, name, unit, None, ours).cannot_be(assumed);
        [
            row("fig. 9", "before: duration", "s", self.equal.end_s()),
            row("fig. 10", "before: peak speed of all joints", "deg/s", greatest(ThreeFiveThree::peak_speed)),
            row("fig. 11", "before: peak acceleration", "deg/s²", greatest(ThreeFiveThree::peak_acceleration)),
        ]
    }

    pub(super) fn picture(&self) -> Result<Picture, Failure> {
        let column = |motions: &Motions, words: &str| motions.column(format!("{words}, {:.2} s", motions.end_s()));
        let columns = vec![
            column(&self.equal, "Figures 9 to 11: equal times"),
            column(&self.printed, "Figures 13 to 15: times of table 5"),
            column(&self.least, "Least times within the limit"),
        ];
        let svg = plot::motion_grid(&MotionGrid { columns, unit: "deg", speed_limit: LIMIT_DEG_S })?;
        let caption = format!(
            "At the left three assumed equal times: those before the optimisation are not in our copy. In the middle \
             the times of table 5, which break {LIMIT_DEG_S} deg/s. At the right the least times that keep it."
        );
        Ok(Picture { title: "Figures 9 to 11 and 13 to 15: the joints over time", caption, svg })
    }
}

/// Figures 13 to 15 of one joint.
fn after(number: usize, printed: &ThreeFiveThree, least: &ThreeFiveThree) -> [Row; 4] {
    let name = |what: &str| format!("joint {number}, {what}");
    let by_printed = |figure: f64| format!("by the printed times {figure:.1}");
    [
        Row::new("fig. 13", name("farthest swing back"), "deg", None, way_back(least))
            .noted(by_printed(way_back(printed))),
        Row::new("fig. 14", name("peak speed by the printed times"), "deg/s", Some(LIMIT_DEG_S), printed.peak_speed())
            .noted("the paper's figure is its limit")
            .aiming(Goal::Less),
        Row::new("fig. 14", name("peak speed by the least times"), "deg/s", None, least.peak_speed()),
        Row::new("fig. 15", name("peak acceleration"), "deg/s²", None, least.peak_acceleration())
            .noted(by_printed(printed.peak_acceleration())),
    ]
}

/// How far a joint that is to go one way goes the other way in between: from a high to a later low.
fn way_back(motion: &ThreeFiveThree) -> f64 {
    let at = |i: usize| motion.at(motion.duration_s() * i as f64 / SEARCHED as f64).position;
    let ahead = (at(SEARCHED) - at(0)).signum();
    let (mut highest, mut back) = (f64::NEG_INFINITY, 0.0_f64);
    for i in 0..=SEARCHED {
        let along = ahead * at(i);
        highest = highest.max(along);
        back = back.max(highest - along);
    }
    back
}
