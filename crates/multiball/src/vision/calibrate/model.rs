//! Which coefficients of distortion are to be found.

use std::fmt;
use std::str::FromStr;

/// Which coefficients of [`Brown`](super::Brown) a calibration finds; the others stay zero. Written as the names of
/// those found, `k1k2p1p2`, or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DistortionModel {
    /// A pinhole.
    None,
    /// k1.
    K1,
    /// k1 and k2.
    #[default]
    K1K2,
    /// Radial and tangential, without k3.
    K1K2P1P2,
    /// All five; k2 and k3 are hard to separate unless corners reach the image's edges.
    K1K2P1P2K3,
}

/// A name that is not that of a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("distortion model `{0}` is not known; it must be one of \
    {names}", names = DistortionModel::ALL.map(DistortionModel::name).join(", "))]
pub struct UnknownDistortionModel(String);

impl DistortionModel {
    /// All models.
    pub const ALL: [Self; 5] = [Self::None, Self::K1, Self::K1K2, Self::K1K2P1P2, Self::K1K2P1P2K3];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::K1 => "k1",
            Self::K1K2 => "k1k2",
            Self::K1K2P1P2 => "k1k2p1p2",
            Self::K1K2P1P2K3 => "k1k2p1p2k3",
        }
    }

    /// Whether each of k1, k2, p1, p2, k3 is to be found.
    #[must_use]
    pub fn free(self) -> [bool; 5] {
        ["k1", "k2", "p1", "p2", "k3"].map(|coefficient| self.name().contains(coefficient))
    }
}

impl fmt::Display for DistortionModel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for DistortionModel {
    type Err = UnknownDistortionModel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let model = Self::ALL.into_iter().find(|model| model.name() == text);
        model.ok_or_else(|| UnknownDistortionModel(text.to_owned()))
    }
}
