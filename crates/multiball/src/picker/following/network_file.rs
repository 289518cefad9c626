//! Networks as text.

use serde::Deserialize;
use thiserror::Error;

use super::Network;
use super::network::LAYERS;
use crate::format::{NETWORK, TomlError, UnknownVersion};

/// Why a text is no network.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NetworkFileError {
    /// A version that is not known.
    #[error(transparent)]
    Version(#[from] UnknownVersion),
    /// Not TOML, or fields that are unknown or missing.
    #[error(transparent)]
    Text(#[from] TomlError),
    /// A network of another form.
    #[error("layers is {found:?}; allowed: [2, 4, 5, 3]")]
    Layers {
        /// What the file has.
        found: Vec<usize>,
    },
    /// Too many weights, or too few.
    #[error("weights has {found} numbers; allowed: {}", Network::WEIGHTS)]
    Count {
        /// How many the file has.
        found: usize,
    },
    /// A weight that no training makes.
    #[error("weights: number {number} is {value}; allowed: -{MOST} to {MOST}")]
    Weight {
        /// Which one, from 1.
        number: usize,
        /// What it is.
        value: f64,
    },
}

/// The greatest weight that is accepted; a larger one is a typing error.
const MOST: f64 = 1000.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileText {
    #[serde(default, rename = "version")]
    _version: u32,
    layers: Vec<usize>,
    weights: Vec<f64>,
}

impl Network {
    /// Reads a network.
    ///
    /// # Errors
    /// When the version is unknown, the text is not TOML, a field is unknown or missing, the layers are others, or
    /// weights are too many, too few, too large or not numbers.
    pub fn from_toml(text: &str) -> Result<Self, NetworkFileError> {
        NETWORK.check_toml(text)?;
        let file: FileText = toml::from_str(text).map_err(TomlError::from)?;
        if file.layers != LAYERS {
            return Err(NetworkFileError::Layers { found: file.layers });
        }
        if let Some(place) = file.weights.iter().position(|weight| weight.is_nan() || weight.abs() > MOST) {
            return Err(NetworkFileError::Weight { number: place + 1, value: file.weights[place] });
        }
        let found = file.weights.len();
        file.weights.try_into().map(Self::new).map_err(|_| NetworkFileError::Count { found })
    }

    /// The text that [`Network::from_toml`] reads back to the last bit.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let weights: String = self.weights().iter().map(|weight| format!("    {weight:?},\n")).collect();
        format!("version = {}\nlayers = {LAYERS:?}\nweights = [\n{weights}]\n", NETWORK.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_networks_are_read_back_to_the_last_bit() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..100 {
            let network = Network::new([(); Network::WEIGHTS].map(|()| rng.random_range(-10.0..10.0)));
            let back = Network::from_toml(&network.to_toml()).unwrap();
            let bits = |network: &Network| network.weights().map(f64::to_bits);
            assert_eq!(bits(&back), bits(&network));
        }
    }

    #[test]
    fn law_what_is_no_network_is_refused_with_place_value_and_what_is_allowed() {
        let good = Network::TRAINED.to_toml();
        let refused = |text: &str| Network::from_toml(text).unwrap_err().to_string();
        let first = format!("{:?}", Network::TRAINED.weights()[0]);
        let says = |text: &str, words: &[&str]| {
            let message = refused(text);
            assert!(words.iter().all(|word| message.contains(word)), "{message}");
        };
        says(&good.replacen(&first, "nan", 1), &["number 1", "NaN", "-1000 to 1000"]);
        says(&good.replacen(&first, "inf", 1), &["number 1", "inf", "-1000 to 1000"]);
        says(&good.replacen(&first, "1e4", 1), &["number 1", "10000", "-1000 to 1000"]);
        says(&good.replacen(&format!("    {first},\n"), "", 1), &["54 numbers", "55"]);
        says(&good.replace("5, 3]", "6, 3]"), &["[2, 4, 6, 3]", "[2, 4, 5, 3]"]);
        says(&good.replacen(&first, "\"x\"", 1), &["line", "string"]);
        says("layers = [2, 4, 5, 3]", &["weights"]);
        says(&format!("{good}bias = 1\n"), &["bias"]);
    }
}
