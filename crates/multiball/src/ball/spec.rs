//! Models by name, `name:key=value,key=value`: the same text on the command line and in a scenario file.

use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error};

/// Why a model's text cannot be used. Each message names the place, the value and what is allowed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// No model has that name.
    #[error("unknown {kind} `{name}`; known: {known}")]
    UnknownName {
        /// What the text describes, such as "aero model".
        kind: &'static str,
        /// The name given.
        name: String,
        /// The names that exist.
        known: Cow<'static, str>,
    },
    /// The model has no such parameter.
    #[error("{kind} `{name}` has no parameter `{key}`; it takes {allowed}")]
    UnknownKey {
        /// What the text describes.
        kind: &'static str,
        /// The model's name.
        name: String,
        /// The parameter given.
        key: String,
        /// The parameters that exist.
        allowed: String,
    },
    /// A parameter is not written as `key=number`.
    #[error("{kind} `{name}`: `{text}` is not of the form key=number")]
    NotANumber {
        /// What the text describes.
        kind: &'static str,
        /// The model's name.
        name: String,
        /// The part that could not be read.
        text: String,
    },
    /// A parameter stands twice.
    #[error("{kind} `{name}`: parameter `{key}` is given twice")]
    Repeated {
        /// What the text describes.
        kind: &'static str,
        /// The model's name.
        name: String,
        /// The parameter.
        key: String,
    },
    /// A parameter lies outside its range.
    #[error("{kind} `{name}`: {key} = {value} is not allowed; it must be {range}")]
    OutOfRange {
        /// What the text describes.
        kind: &'static str,
        /// The model's name.
        name: String,
        /// The parameter.
        key: &'static str,
        /// The value given.
        value: f64,
        /// The values allowed.
        range: Range,
    },
}

/// An interval of allowed values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    low: f64,
    high: f64,
    low_open: bool,
    high_open: bool,
}

impl Range {
    /// low < value ≤ high.
    #[must_use]
    pub const fn above_to(low: f64, high: f64) -> Self {
        Self { low, high, low_open: true, high_open: false }
    }

    /// low ≤ value ≤ high.
    #[must_use]
    pub const fn from_to(low: f64, high: f64) -> Self {
        Self { low, high, low_open: false, high_open: false }
    }

    /// low ≤ value < high.
    #[must_use]
    pub const fn from_below(low: f64, high: f64) -> Self {
        Self { low, high, low_open: false, high_open: true }
    }

    /// Whether the value is allowed; NaN never is.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        let above = if self.low_open { value > self.low } else { value >= self.low };
        let below = if self.high_open { value < self.high } else { value <= self.high };
        above && below
    }

    /// Reads a number and refuses one outside the range. Its place in the file comes from the reader, which points at
    /// the value that an error arose in.
    pub(crate) fn number<'de, D: Deserializer<'de>>(&self, deserializer: D) -> Result<f64, D::Error> {
        let value = f64::deserialize(deserializer)?;
        self.refuse_outside(&[value]).map_or(Ok(value), Err)
    }

    /// Reads so many numbers, each in the range.
    pub(crate) fn numbers<'de, D: Deserializer<'de>, const N: usize>(
        &self,
        deserializer: D,
    ) -> Result<[f64; N], D::Error>
    where
        [f64; N]: Deserialize<'de>,
    {
        let values = <[f64; N]>::deserialize(deserializer)?;
        self.refuse_outside(&values).map_or(Ok(values), Err)
    }

    fn refuse_outside<E: Error>(&self, values: &[f64]) -> Option<E> {
        let value = values.iter().find(|value| !self.contains(**value))?;
        Some(E::custom(format!("{value} is not allowed; it must be {self}")))
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let low = if self.low_open { "greater than" } else { "at least" };
        let high = if self.high_open { "less than" } else { "at most" };
        write!(f, "{low} {} and {high} {}", self.low, self.high)
    }
}

/// A model's text taken apart; parameters are taken one by one, and `finish` refuses what is left.
pub(super) struct ModelSpec<'a> {
    kind: &'static str,
    name: &'a str,
    given: Vec<(&'a str, f64)>,
    known_keys: Vec<&'static str>,
}

impl<'a> ModelSpec<'a> {
    pub(super) fn parse(kind: &'static str, text: &'a str) -> Result<Self, SpecError> {
        let (name, parameters) = match text.trim().split_once(':') {
            Some((name, parameters)) => (name, parameters.split(',').collect()),
            None => (text.trim(), Vec::new()),
        };
        let mut given: Vec<(&str, f64)> = Vec::new();
        for part in parameters {
            let not_a_number = || SpecError::NotANumber { kind, name: name.into(), text: part.trim().into() };
            let (key, value) = part.split_once('=').ok_or_else(not_a_number)?;
            let value: f64 = value.trim().parse().map_err(|_| not_a_number())?;
            let key = key.trim();
            if given.iter().any(|(other, _)| *other == key) {
                return Err(SpecError::Repeated { kind, name: name.into(), key: key.into() });
            }
            given.push((key, value));
        }
        Ok(Self { kind, name, given, known_keys: Vec::new() })
    }

    pub(super) fn name(&self) -> &'a str {
        self.name
    }

    /// The named parameter, or its default where it is not given.
    pub(super) fn take(&mut self, key: &'static str, default: f64, range: Range) -> Result<f64, SpecError> {
        self.known_keys.push(key);
        let value = match self.given.iter().position(|(given, _)| *given == key) {
            Some(index) => self.given.swap_remove(index).1,
            None => default,
        };
        if range.contains(value) {
            return Ok(value);
        }
        Err(SpecError::OutOfRange { kind: self.kind, name: self.name.into(), key, value, range })
    }

    pub(super) fn unknown_name(&self, known: impl Into<Cow<'static, str>>) -> SpecError {
        SpecError::UnknownName { kind: self.kind, name: self.name.into(), known: known.into() }
    }

    pub(super) fn finish(self) -> Result<(), SpecError> {
        let Some((key, _)) = self.given.first() else { return Ok(()) };
        let allowed = if self.known_keys.is_empty() { "none".into() } else { self.known_keys.join(", ") };
        Err(SpecError::UnknownKey { kind: self.kind, name: self.name.into(), key: (*key).into(), allowed })
    }
}
