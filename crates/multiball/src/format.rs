//! Versions of the file formats that multiball writes and reads again.
//!
//! A file names its version. A reader refuses a version that it does not know, before it looks at anything else. A text
//! that people write may leave it out: that is version 1.

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

#[cfg(test)]
mod tests {
    use super::*;

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
