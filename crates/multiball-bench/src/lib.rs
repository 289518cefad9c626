//! multiball beside its peers, measured in one run: ratios, because machines differ and are noisy.

mod arms;
mod board;
mod chain;
mod clock;
mod exchange;
mod flight;
mod geometry;
mod motion;
mod mujoco;
mod ode;
mod player;
mod python;
mod rally;
mod routing;
mod scene;
mod track;

use serde::Serialize;

/// How long to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A few seconds in all.
    Quick,
    /// About a minute.
    Full,
}

/// One operation, ours and a peer's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// What was done.
    pub name: String,
    /// Our time for one, ns.
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
    /// How long the trips are that both found, where that is the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lengths_m: Option<Lengths>,
}

/// Lengths of what both found, m.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Lengths {
    /// Ours.
    pub ours: f64,
    /// The peer's.
    pub peer: f64,
}

/// Distances from the truth, m.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Errors {
    /// Half of the results are nearer.
    pub median: f64,
    /// 99 in 100 are nearer.
    pub p99: f64,
}

/// The value that so many in a hundred of the sorted values do not exceed; NaN of nothing.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    sorted.get(sorted.len() * percent / 100).copied().unwrap_or(f64::NAN)
}

impl Row {
    fn alone(name: impl Into<String>, ours_ns: f64) -> Self {
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

    fn beside(mut self, peer: impl Into<String>, peer_ns: f64, peer_error_m: Option<Errors>) -> Self {
        self.peer = Some(peer.into());
        self.peer_ns = Some(peer_ns);
        self.ratio = Some(peer_ns / self.ours_ns);
        self.peer_error_m = peer_error_m;
        self
    }
}

/// Steps that [`measure`] reports as it goes.
pub const MEASUREMENTS: u64 = 15;

/// Runs all measurements; `done` is called after each. Returns the rows, and remarks such as peers that are missing.
pub fn measure(effort: Effort, done: &mut dyn FnMut()) -> (Vec<Row>, Vec<String>) {
    let mut notes = Vec::new();
    let flights = flight::Flights::new();
    let ours = flights.measure(effort);
    done();
    let with_ode = ode::beside(&ours, &flights, effort);
    done();
    let with_mujoco = match mujoco::beside(&ours, &flights, effort) {
        Ok(row) => row,
        Err(reason) => {
            notes.push(format!("MuJoCo was not measured: {reason}"));
            ours
        }
    };
    done();
    let mut rows = vec![with_mujoco, with_ode];
    rows.extend(rally::stroke(effort));
    done();
    rows.extend(rally::threads(effort));
    done();
    rows.extend(arms::rows(effort));
    done();
    rows.extend(motion::rows(effort));
    done();
    rows.extend(scene::rows(effort).into_iter().flatten());
    done();
    rows.extend(track::rows(effort));
    done();
    rows.extend(player::rows(effort).into_iter().flatten());
    done();
    rows.extend(exchange::rows(effort).into_iter().flatten());
    done();
    for measure in [geometry::rows, board::rows, chain::rows, routing::rows] {
        let (peer_rows, remarks) = measure(effort);
        rows.extend(peer_rows);
        notes.extend(remarks);
        done();
    }
    let remarks = [
        flight::NOTE,
        arms::NOTE,
        motion::NOTE,
        geometry::NOTE,
        board::NOTE,
        track::NOTE,
        player::NOTE,
        exchange::NOTE,
        routing::NOTE,
    ];
    notes.extend(remarks.map(String::from));
    (rows, notes)
}
