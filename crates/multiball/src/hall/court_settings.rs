//! What the game is played on: `[court]` of a scenario.

use serde::{Deserialize, Serialize};

use super::checked;
use crate::court::Court;

/// `[court]`: sizes of table and net.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct CourtSettings {
    /// Length of the table.
    #[serde(deserialize_with = "checked::table_length_m")]
    pub table_length_m: f64,
    /// Its width.
    #[serde(deserialize_with = "checked::table_width_m")]
    pub table_width_m: f64,
    /// Height of the playing surface above the floor.
    #[serde(deserialize_with = "checked::table_height_m")]
    pub table_height_m: f64,
    /// Height of the net above the table.
    #[serde(deserialize_with = "checked::net_height_m")]
    pub net_height_m: f64,
    /// How far the net reaches beyond the table on each side.
    #[serde(deserialize_with = "checked::net_overhang_m")]
    pub net_overhang_m: f64,
}

impl Default for CourtSettings {
    /// The table of the rules.
    fn default() -> Self {
        let Court { table_length, table_width, table_height, net_height, net_overhang, .. } = Court::STANDARD;
        Self {
            table_length_m: table_length,
            table_width_m: table_width,
            table_height_m: table_height,
            net_height_m: net_height,
            net_overhang_m: net_overhang,
        }
    }
}

impl CourtSettings {
    /// The court; its slab is as thick as any.
    #[must_use]
    pub fn court(&self) -> Court {
        Court {
            table_length: self.table_length_m,
            table_width: self.table_width_m,
            table_height: self.table_height_m,
            net_height: self.net_height_m,
            net_overhang: self.net_overhang_m,
            ..Court::STANDARD
        }
    }
}
