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

/// Least and greatest distance from the net at which a serve can bounce on the table of the rules, 1.37 m long on
/// either side.
pub(super) const BOUNCE_M: (f64, f64) = (0.05, 1.36);
/// Greatest coordinate of a bounce across that table.
pub(super) const ACROSS_M: f64 = 0.75;

/// Distances from the net at which a serve can bounce.
pub(super) fn bounce_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    ordered(deserializer, BOUNCE_M.0, BOUNCE_M.1)
}

/// Least and greatest height of a toss: from what the rules require to what fits under a hall's ceiling.
pub(super) fn toss_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    ordered(deserializer, LEAST_TOSS_M, 3.0)
}

/// A ball's mass: from 2 to 5 g.
pub(super) fn ball_mass_kg<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.002, 0.005).number(deserializer)
}

/// A ball's radius: from that of the 38 mm ball of before 2000 to that of the large 44 mm ball.
pub(super) fn ball_radius_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.019, 0.022).number(deserializer)
}

/// A racket's radius: from that of a toy, in which the ball still meets the face, to twice the usual area.
pub(super) fn racket_radius_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.03, 0.11).number(deserializer)
}

/// Length of a racket's handle: none, or up to that of a long penhold one twice over.
pub(super) fn racket_handle_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 0.2).number(deserializer)
}

/// A racket's mass: from that of a toy to one that hardly gives way.
pub(super) fn racket_mass_kg<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.03, 10.0).number(deserializer)
}

/// A table's length: from those for children to a little more than the rules'.
pub(super) fn table_length_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(1.8, 3.0).number(deserializer)
}

/// A table's width.
pub(super) fn table_width_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(1.0, 1.8).number(deserializer)
}

/// A table's height.
pub(super) fn table_height_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.6, 0.9).number(deserializer)
}

/// A net's height above the table.
pub(super) fn net_height_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.05, 0.3).number(deserializer)
}

/// How far a net reaches beyond the table.
pub(super) fn net_overhang_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 0.3).number(deserializer)
}

/// Where a racket waits, behind the home half.
pub(super) fn ready_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 3], D::Error> {
    Range::from_to(-2.5, 2.5).numbers(deserializer)
}

/// A number of tries, from 1 to 52, which are all there are.
pub(super) fn looks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    whole(deserializer, 1, 52)
}

/// A whole number within bounds.
pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D, least: u32, most: u32) -> Result<u32, D::Error> {
    let value = i64::deserialize(deserializer)?;
    whole_within(value, least, most).map_err(|value| {
        D::Error::custom(format!("{value} is not allowed; it must be a whole number from {least} to {most}"))
    })
}

/// The number where it is within bounds, else as it was.
pub(super) fn whole_within(value: i64, least: u32, most: u32) -> Result<u32, i64> {
    u32::try_from(value).ok().filter(|number| (least..=most).contains(number)).ok_or(value)
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

/// A model by its text, of a field that may be left out.
pub(super) fn model_if_given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: Display,
{
    model(deserializer).map(Some)
}

/// The text of a model of a field that may be left out.
pub(super) fn given_model_text<T: Display, S: Serializer>(model: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match model {
        Some(model) => model_text(model, serializer),
        None => serializer.serialize_none(),
    }
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
    ordered(deserializer, -ACROSS_M, ACROSS_M)
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

/// How long a full battery lasts: from ten minutes, enough for a trip through a hall, to a week.
pub(super) fn battery_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(600.0, 604_800.0).number(deserializer)
}

/// How long charging takes: from a second, as for a battery that is exchanged, to a week.
pub(super) fn charge_s<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(1.0, 604_800.0).number(deserializer)
}

/// A charge at which a robot leaves its work or the plug.
pub(super) fn charge<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.05, 0.99).number(deserializer)
}

/// A share of failures that leaves a chance of success.
pub(super) fn failing_share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 0.9).number(deserializer)
}

/// Noise of a sensor over that of its data sheet.
pub(super) fn noise_factor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Range::from_to(0.0, 10.0).number(deserializer)
}

/// A position on the floor, x and y.
pub(super) fn place_m<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
    Range::from_to(-50.0, 50.0).numbers(deserializer)
}
