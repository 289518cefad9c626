//! What a scenario chooses by a word or by the name of a file.

use serde::{Deserialize, Serialize};

/// Which balls a person plays; in text `human`, `hard`, or the file's name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub enum ShotChoice {
    /// As people rally.
    Human,
    /// 10 to 16 m/s with much spin.
    Hard,
    /// Those of a file, by its name in the [`Catalog`](crate::hall::Catalog).
    File(String),
}

impl TryFrom<String> for ShotChoice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "human" => Ok(Self::Human),
            "hard" => Ok(Self::Hard),
            _ if text.ends_with(".csv") => Ok(Self::File(text)),
            _ => Err(format!("`{text}` is not allowed; it takes human, hard, or a file of shots that ends in .csv")),
        }
    }
}

impl From<ShotChoice> for String {
    fn from(choice: ShotChoice) -> Self {
        match choice {
            ShotChoice::Human => "human".into(),
            ShotChoice::Hard => "hard".into(),
            ShotChoice::File(name) => name,
        }
    }
}

/// The classifier with which a robot reads strokes; in text `built-in`, or the file's name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub enum StrokeModelChoice {
    /// One that is trained on simulated people before the session.
    #[default]
    BuiltIn,
    /// That of a file, by its name in the [`Catalog`](crate::hall::Catalog).
    File(String),
}

impl TryFrom<String> for StrokeModelChoice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "built-in" => Ok(Self::BuiltIn),
            _ if text.ends_with(".json") => Ok(Self::File(text)),
            _ => Err(format!("`{text}` is not allowed; it takes built-in, or a file of `stroke train`, .json")),
        }
    }
}

impl From<StrokeModelChoice> for String {
    fn from(choice: StrokeModelChoice) -> Self {
        match choice {
            StrokeModelChoice::BuiltIn => "built-in".into(),
            StrokeModelChoice::File(name) => name,
        }
    }
}
