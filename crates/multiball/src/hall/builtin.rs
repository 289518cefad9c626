//! The scenarios that come with the library.

use super::{Scenario, ScenarioError};

/// Name and text of each scenario.
const BUILT_IN: [(&str, &str); 8] = [
    ("hall", include_str!("../../scenarios/hall.toml")),
    ("hard", include_str!("../../scenarios/hard.toml")),
    ("paper", include_str!("../../scenarios/paper.toml")),
    ("duel", include_str!("../../scenarios/duel.toml")),
    ("serve-practice", include_str!("../../scenarios/serve-practice.toml")),
    ("picker", include_str!("../../scenarios/picker.toml")),
    ("planar", include_str!("../../scenarios/planar.toml")),
    ("planar-noisy", include_str!("../../scenarios/planar-noisy.toml")),
];

impl Scenario {
    /// The built-in scenario of this name; [`Scenario::builtin_names`] lists them.
    ///
    /// # Errors
    /// When none has that name.
    pub fn builtin(name: &str) -> Result<Self, ScenarioError> {
        let unknown = || {
            let known = Self::builtin_names().collect::<Vec<_>>().join(", ");
            ScenarioError::UnknownName { name: name.into(), known }
        };
        Self::from_toml(Self::builtin_text(name).ok_or_else(unknown)?)
    }

    /// Names of the scenarios that come with the library.
    pub fn builtin_names() -> impl ExactSizeIterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The TOML text of a scenario that comes with the library, with its comments.
    #[must_use]
    pub fn builtin_text(name: &str) -> Option<&'static str> {
        BUILT_IN.iter().find(|(built_in, _)| *built_in == name).map(|(_, text)| *text)
    }
}
