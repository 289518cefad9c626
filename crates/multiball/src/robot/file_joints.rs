//! The `[[joints]]` of a robot file: degrees for joints that turn, metres for those that slide.

use std::f64::consts::PI;

use serde::Deserialize;
use toml::Spanned;

use super::{JointKind, JointLimits};
use crate::ball::Range;

/// Fields of a joint that turns, in the order of [`JointLimits`].
const TURNING: [&str; 5] = ["low_deg", "high_deg", "speed_deg_s", "acceleration_deg_s2", "jerk_deg_s3"];
/// Fields of a joint that slides.
const SLIDING: [&str; 5] = ["low_m", "high_m", "speed_m_s", "acceleration_m_s2", "jerk_m_s3"];

/// Why the joints of a robot file were refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum JointsError {
    /// Too many or too few.
    #[error("line {line}: {given} [[joints]] are given, this robot has {needed}; give all of them or none")]
    Count {
        /// Line of the last joint.
        line: usize,
        /// How many are given.
        given: usize,
        /// How many there must be.
        needed: usize,
    },
    /// Degrees for a joint that slides, or metres for one that turns.
    #[error("line {line}: joint {number} {moves}, `{field}` does not go with it; it takes {allowed}")]
    Unit {
        /// Line of the field.
        line: usize,
        /// Which joint, counted from 1.
        number: usize,
        /// "turns" or "slides".
        moves: &'static str,
        /// The field.
        field: &'static str,
        /// The fields that it may have.
        allowed: String,
    },
    /// A value out of range.
    #[error("line {line}: joint {number}: {field} = {value} is not allowed; it must be {range}")]
    OutOfRange {
        /// Line of the field.
        line: usize,
        /// Which joint, counted from 1.
        number: usize,
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
        /// The values allowed.
        range: Range,
    },
    /// No value is within the limits.
    #[error("line {line}: joint {number}: {} = {low} lies above {} = {high}; it must not", fields[0], fields[1])]
    Reversed {
        /// Line of the joint.
        line: usize,
        /// Which joint, counted from 1.
        number: usize,
        /// The two fields.
        fields: [&'static str; 2],
        /// Least value.
        low: f64,
        /// Greatest value.
        high: f64,
    },
}

/// The joints of a file, with their positions in it.
pub(super) type JointTexts = Spanned<Vec<Spanned<JointText>>>;

/// One joint; what is left out is as in the robot that comes with the library.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JointText {
    low_deg: Option<Spanned<f64>>,
    high_deg: Option<Spanned<f64>>,
    speed_deg_s: Option<Spanned<f64>>,
    acceleration_deg_s2: Option<Spanned<f64>>,
    jerk_deg_s3: Option<Spanned<f64>>,
    low_m: Option<Spanned<f64>>,
    high_m: Option<Spanned<f64>>,
    speed_m_s: Option<Spanned<f64>>,
    acceleration_m_s2: Option<Spanned<f64>>,
    jerk_m_s3: Option<Spanned<f64>>,
}

impl JointText {
    /// The five fields in degrees, then the five in metres.
    fn fields(&self) -> [[&Option<Spanned<f64>>; 5]; 2] {
        [
            [&self.low_deg, &self.high_deg, &self.speed_deg_s, &self.acceleration_deg_s2, &self.jerk_deg_s3],
            [&self.low_m, &self.high_m, &self.speed_m_s, &self.acceleration_m_s2, &self.jerk_m_s3],
        ]
    }
}

/// How the fields of one kind of joint are read.
struct Unit {
    fields: [&'static str; 5],
    moves: &'static str,
    /// What one of it is in rad or m.
    size: f64,
    ranges: [Range; 5],
}

impl Unit {
    fn of(kind: JointKind) -> Self {
        let infinite = f64::INFINITY;
        let rate = Range::above_to(0.0, infinite);
        match kind {
            // A joint may turn without end; a finite limit beyond ten turns is taken for a typing error.
            JointKind::Revolute => Self {
                fields: TURNING,
                moves: "turns",
                size: PI / 180.0,
                ranges: [Range::from_to(-infinite, 3600.0), Range::from_to(-3600.0, infinite), rate, rate, rate],
            },
            JointKind::Prismatic => Self {
                fields: SLIDING,
                moves: "slides",
                size: 1.0,
                ranges: [Range::from_to(-100.0, 100.0), Range::from_to(-100.0, 100.0), rate, rate, rate],
            },
        }
    }
}

/// The limits that a file gives, over those of the robot that comes with the library.
pub(super) fn read_limits<const N: usize>(
    text: &str,
    joints: Option<JointTexts>,
    mut limits: [JointLimits; N],
) -> Result<[JointLimits; N], JointsError> {
    let Some(joints) = joints else { return Ok(limits) };
    let given = joints.get_ref().len();
    if given != N {
        return Err(JointsError::Count { line: line_of(text, &joints), given, needed: N });
    }
    for (index, (limits, joint)) in limits.iter_mut().zip(joints.get_ref()).enumerate() {
        read_joint(text, index + 1, joint, limits)?;
    }
    Ok(limits)
}

fn read_joint(
    text: &str,
    number: usize,
    joint: &Spanned<JointText>,
    limits: &mut JointLimits,
) -> Result<(), JointsError> {
    let [degrees, metres] = joint.get_ref().fields();
    let (own, others, other_names) = match limits.kind {
        JointKind::Revolute => (degrees, metres, SLIDING),
        JointKind::Prismatic => (metres, degrees, TURNING),
    };
    let Unit { fields, moves, size, ranges } = Unit::of(limits.kind);
    if let Some((value, field)) = others.iter().zip(other_names).find_map(|(value, name)| Some((value.as_ref()?, name)))
    {
        let line = line_of(text, value);
        return Err(JointsError::Unit { line, number, moves, field, allowed: fields.join(", ") });
    }
    let JointLimits { low, high, speed, acceleration, jerk, .. } = limits;
    for (i, limit) in [&mut *low, &mut *high, speed, acceleration, jerk].into_iter().enumerate() {
        let Some(spanned) = own[i] else { continue };
        let (value, range) = (*spanned.get_ref(), ranges[i]);
        if !range.contains(value) {
            let line = line_of(text, spanned);
            return Err(JointsError::OutOfRange { line, number, field: fields[i], value, range });
        }
        *limit = value * size;
    }
    if *low > *high {
        let line = own[1].as_ref().or(own[0].as_ref()).map_or(0, |value| line_of(text, value));
        // As they were written, without what the change of unit has done to the last digit.
        let [low, high] = [*low, *high].map(|value| (value / size * 1e9).round() / 1e9);
        return Err(JointsError::Reversed { line, number, fields: [fields[0], fields[1]], low, high });
    }
    Ok(())
}

/// The line of an item in the text, counted from 1.
fn line_of<T>(text: &str, item: &Spanned<T>) -> usize {
    1 + text.bytes().take(item.span().start).filter(|byte| *byte == b'\n').count()
}
