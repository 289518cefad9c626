//! Deserialisers of a scenario's numbers and models, which refuse invalid values with a reason. The file's line comes
//! from the TOML reader, which points at the value that caused the error.

use std::fmt::Display;
use std::str::FromStr;

use serde::Serializer;
use serde::de::{Deserialize, Deserializer, Error};

use super::training::PlayerSettings;
use crate::ball::Range;
use crate::court::LEAST_TOSS_M;

/// A length from a millimetre to 10 m.
pub(super) fn length_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(1e-3, 10.0).number(deserializer)
}

/// A coordinate within 10 m.
pub(super) fn offset_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(-10.0, 10.0).number(deserializer)
}

/// A time from a millisecond to a minute.
pub(super) fn duration_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(1e-3, 60.0).number(deserializer)
}

/// A fraction from 0 to 1.
pub(super) fn fraction<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 1.0).number(deserializer)
}

/// An angle from 0 to 90 degrees.
pub(super) fn angle_deg<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 90.0).number(deserializer)
}

/// A standard deviation of a position or a velocity.
pub(super) fn deviation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 10.0).number(deserializer)
}

/// Spin decay per metre.
pub(super) fn spin_decay<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    crate::ball::Physics::SPIN_DECAY.number(deserializer)
}

/// A count of at least one.
pub(super) fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let value = i64::deserialize(deserializer)?;
    match u32::try_from(value) {
        Ok(count) if (1..=100_000_000).contains(&count) => Ok(count),
        _ => Err(D::Error::custom(format!("{value} is not allowed; it must be a whole number from 1 to 100000000"))),
    }
}

/// Three lengths.
pub(super) fn three_lengths_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    Range::from_to(1e-3, 10.0).numbers(deserializer)
}

/// Three joint angles.
pub(super) fn three_angles_rad<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    Range::from_to(-10.0, 10.0).numbers(deserializer)
}

/// Three joint speeds.
pub(super) fn three_speeds_rad_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    Range::above_to(0.0, 1e4).numbers(deserializer)
}

/// Least and greatest length, in this order.
pub(super) fn interval_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    ordered(deserializer, 0.0, 10.0)
}

/// Distances from the net at which a serve can bounce: the table is 1.37 m long on either side.
pub(super) fn bounce_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    ordered(deserializer, 0.05, 1.36)
}

/// Least and greatest height of a toss: from what the rules require to what fits under a hall's ceiling.
pub(super) fn toss_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    ordered(deserializer, LEAST_TOSS_M, 3.0)
}

/// A model by its text.
pub(super) fn model<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: Display,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// The text of a model.
pub(super) fn model_text<T: Display, S: Serializer>(model: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(model)
}

/// Length and width of a hall with a table in its middle.
pub(super) fn room_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
    Range::from_to(6.0, 100.0).numbers(deserializer)
}

/// A number of balls, at least one.
pub(super) fn balls<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    balls_from(1, deserializer)
}

/// A number of balls.
pub(super) fn balls_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    balls_from(0, deserializer)
}

fn balls_from<'de, D: Deserializer<'de>>(least: u32, deserializer: D) -> Result<u32, D::Error> {
    const MOST: u32 = 1000;
    let value = i64::deserialize(deserializer)?;
    match u32::try_from(value) {
        Ok(count) if (least..=MOST).contains(&count) => Ok(count),
        _ => Err(D::Error::custom(format!("{value} is not allowed; it must be a whole number from {least} to {MOST}"))),
    }
}

/// Least and greatest coordinate across the table.
pub(super) fn across_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    ordered(deserializer, -0.75, 0.75)
}

/// Least and greatest spin.
pub(super) fn spin_interval_rad_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    ordered(deserializer, -1000.0, 1000.0)
}

/// Least and greatest number, both within bounds.
fn ordered<'de, D: Deserializer<'de>>(deserializer: D, from: f64, to: f64) -> Result<(f64, f64), D::Error> {
    let [low, high] = <[f64; 2]>::deserialize(deserializer)?;
    if low <= high && Range::from_to(from, to).contains(low) && high <= to {
        return Ok((low, high));
    }
    Err(D::Error::custom(format!(
        "[{low}, {high}] is not allowed; it must be [least, most] with {from} ≤ least ≤ most ≤ {to}"
    )))
}

/// A point of the away half of the table, on which a ball can land.
pub(super) fn target_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
    PlayerSettings::check_target(<[f64; 2]>::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A position on the floor, x and y.
pub(super) fn place_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
    Range::from_to(-50.0, 50.0).numbers(deserializer)
}
