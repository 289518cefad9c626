//! Versions of the file formats that multiball writes and reads again, and what is wrong with a text, in plain words.
//!
//! A file names its version. A reader refuses a version that it does not know, before it looks at anything else. A text
//! that people write may leave it out: that is version 1.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A file format and the version of it that is written and read here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// What such a file is called.
    pub name: &'static str,
    /// Its version.
    pub version: u32,
}

/// Scenarios, as TOML.
pub const SCENARIO: Format = Format { name: "scenario", version: 1 };
/// Robots, as TOML.
pub const ROBOT: Format = Format { name: "robot file", version: 1 };
/// Cameras, as TOML.
pub const CAMERAS: Format = Format { name: "camera file", version: 1 };
/// Weights of networks, as TOML.
pub const NETWORK: Format = Format { name: "network file", version: 1 };
/// Classifiers of strokes, as JSON.
pub const STROKE_MODEL: Format = Format { name: "stroke classifier", version: 1 };
/// Recordings of sessions, as MCAP.
pub const RECORDING: Format = Format { name: "recording", version: 1 };
/// Summaries of sessions, as JSON.
pub const SUMMARY: Format = Format { name: "summary", version: 1 };
/// Parts of a session that the page fetches, as JSON.
pub const PAGE: Format = Format { name: "part of a session", version: 1 };

/// A version that is not known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a {name} of version {found}; this multiball reads version {known}")]
pub struct UnknownVersion {
    /// What the file is.
    pub name: &'static str,
    /// Its version.
    pub found: u32,
    /// The version that can be read.
    pub known: u32,
}

/// The version that a text names, whatever else is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The version; 1 where none is named.
    #[serde(default = "first")]
    pub version: u32,
}

/// The version of a text that names none.
pub(crate) fn first() -> u32 {
    1
}

impl Format {
    /// Checks a version.
    ///
    /// # Errors
    /// When it is not the one that is known.
    pub fn check(&self, found: u32) -> Result<(), UnknownVersion> {
        let Self { name, version: known } = *self;
        if found == known { Ok(()) } else { Err(UnknownVersion { name, found, known }) }
    }

    /// Checks the version that a TOML text names. A text that is no TOML passes: the parser that follows reports what
    /// is wrong with it.
    ///
    /// # Errors
    /// When it is not the one that is known.
    pub fn check_toml(&self, text: &str) -> Result<(), UnknownVersion> {
        toml::from_str(text).map_or(Ok(()), |Named { version }| self.check(version))
    }
}

/// What is wrong with a TOML text, with its line.
#[derive(Debug, Clone, PartialEq)]
pub struct TomlError(Box<toml::de::Error>);

impl TomlError {
    /// What is wrong, without the line.
    #[must_use]
    pub fn message(&self) -> String {
        plain_words(self.0.message())
    }
}

impl From<toml::de::Error> for TomlError {
    fn from(error: toml::de::Error) -> Self {
        Self(Box::new(error))
    }
}

impl fmt::Display for TomlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The message comes last, after the line that it is about, which stays as it is.
        let (whole, message) = (self.0.to_string(), self.0.message());
        match whole.rsplit_once(message) {
            Some((before, after)) => write!(f, "{before}{}{after}", self.message()),
            None => f.write_str(&whole),
        }
    }
}

impl std::error::Error for TomlError {}

/// A reader's message in words that need no Rust: `expected f64` becomes `expected a number`.
#[must_use]
pub fn plain_words(message: &str) -> String {
    const EXPECTED: &str = "expected ";
    let mut parts = message.split(EXPECTED);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = |text: &str| text.find(|c| !is_word(c)).unwrap_or(text.len());
        let kind = &part[..end(part)];
        let (words, rest) = match kind {
            "f32" | "f64" => ("a number", &part[kind.len()..]),
            "i8" | "i16" | "i32" | "i64" | "isize" => ("a whole number", &part[kind.len()..]),
            "u8" | "u16" | "u32" | "u64" | "usize" => ("a whole number, at least 0", &part[kind.len()..]),
            "bool" => ("true or false", &part[kind.len()..]),
            "struct" => {
                let name = part[kind.len()..].trim_start();
                ("a table", &name[end(name)..])
            }
            _ => match part.strip_prefix("a boolean") {
                Some(rest) => ("true or false", rest),
                None => ("", part),
            },
        };
        plain.extend([EXPECTED, words, rest]);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_messages_of_readers_need_no_rust() {
        #[derive(Debug, Deserialize)]
        #[allow(dead_code)] // Read to fail.
        struct All {
            size: Option<f64>,
            count: Option<usize>,
            change: Option<i64>,
            on: Option<bool>,
            places: Option<Vec<f64>>,
            part: Option<Box<All>>,
        }
        for (text, words) in [
            ("size = 'large'", "expected a number"),
            ("count = 2.5", "expected a whole number, at least 0"),
            ("count = -1", "expected a whole number, at least 0"),
            ("change = 'more'", "expected a whole number"),
            ("on = 1", "expected true or false"),
            ("places = ['here']", "expected a number"),
            ("part = 3", "expected a table"),
        ] {
            let error = TomlError::from(toml::from_str::<All>(text).unwrap_err());
            assert!(error.message().ends_with(words) && error.to_string().contains(words), "{text}: {error}");
        }
        let unchanged = "unknown field `a`, expected `b` or `c`";
        assert_eq!(plain_words(unchanged), unchanged);
    }

    #[test]
    fn law_an_unknown_version_is_named_with_the_known_one() {
        let format = Format { name: "camera file", version: 2 };
        assert_eq!(format.check_toml("version = 2\nother = 'x'"), Ok(()));
        assert_eq!(format.check_toml("version = "), Ok(()));
        let message = format.check_toml("later = {}\nversion = 3").unwrap_err().to_string();
        assert_eq!(message, "a camera file of version 3; this multiball reads version 2");
        // A text that names no version is of version 1.
        assert_eq!(format.check_toml("").map_err(|unknown| unknown.found), Err(1));
    }
}
