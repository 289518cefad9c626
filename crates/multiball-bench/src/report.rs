//! The report of the program `multiball-bench`, shared with its readers.
//!
//! The measurements themselves and the peers are in the program, which needs the feature `peers`; the types here need
//! serde alone.

use serde::{Deserialize, Serialize};

/// Groups of measurements that the program makes; it prints an empty line after each.
pub const GROUPS: [&str; 12] = [
    "flight",
    "rally",
    "arms",
    "motion",
    "scene",
    "prediction",
    "player",
    "exchange",
    "geometry",
    "board",
    "detector",
    "routing",
];

/// All that was measured in one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// One operation each.
    pub rows: Vec<Row>,
    /// Remarks, such as peers that are missing.
    pub notes: Vec<String>,
}

/// One operation, ours and a peer's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What was done.
    pub name: String,
    /// Our time for one operation, ns.
    pub ours_ns: f64,
    /// The peer and its version, when there is one.
    pub peer: Option<String>,
    /// The peer's time for the same, ns.
    pub peer_ns: Option<f64>,
    /// peer / ours.
    pub ratio: Option<f64>,
    /// How far our results are from the truth.
    pub ours_error_m: Option<Errors>,
    /// The same for the peer.
    pub peer_error_m: Option<Errors>,
    /// Lengths of the trips that both found, where trips are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lengths_m: Option<Lengths>,
}

/// Lengths of what both found, m.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    /// Ours.
    pub ours: f64,
    /// The peer's.
    pub peer: f64,
}

/// Distances from the truth, m.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Errors {
    /// Half of the results have a smaller error.
    pub median: f64,
    /// 99 % have a smaller error.
    pub p99: f64,
}

impl Row {
    /// A row without a peer.
    #[must_use]
    pub fn alone(name: impl Into<String>, ours_ns: f64) -> Self {
        Self {
            name: name.into(),
            ours_ns,
            peer: None,
            peer_ns: None,
            ratio: None,
            ours_error_m: None,
            peer_error_m: None,
            lengths_m: None,
        }
    }

    /// The same row with a peer's time and errors.
    #[must_use]
    pub fn versus(mut self, peer: impl Into<String>, peer_ns: f64, peer_error_m: Option<Errors>) -> Self {
        self.peer = Some(peer.into());
        self.peer_ns = Some(peer_ns);
        self.ratio = Some(peer_ns / self.ours_ns);
        self.peer_error_m = peer_error_m;
        self
    }
}
