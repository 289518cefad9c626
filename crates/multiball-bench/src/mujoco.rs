//! MuJoCo through its Python package, when it is installed.

use multiball::geometry::Vec3;
use serde::Deserialize;

use crate::flight::{DURATION_S, Flights};
use crate::{Effort, Row, python};

/// The peer's program: reads flights as JSON, answers with times and end positions.
const PROGRAM: &str = include_str!("mujoco_peer.py");

#[derive(Debug, Deserialize)]
struct Answer {
    version: String,
    ns_per_flight: f64,
    final_position_m: Vec<[f64; 3]>,
}

/// Our row compared with MuJoCo, or why MuJoCo could not be measured.
pub(crate) fn versus(ours: &Row, flights: &Flights, effort: Effort) -> Result<Row, String> {
    let sample = match effort {
        Effort::Quick => 30,
        Effort::Full => 100,
    };
    let starts: Vec<serde_json::Value> = flights
        .starts
        .iter()
        .take(sample)
        .map(|ball| {
            serde_json::json!({
                "position_m": <[f64; 3]>::from(ball.position),
                "velocity_m_s": <[f64; 3]>::from(ball.velocity),
                "spin_rad_s": <[f64; 3]>::from(ball.spin),
            })
        })
        .collect();
    let question = serde_json::json!({ "duration_s": DURATION_S, "flights": starts }).to_string();
    let answer: Answer = python::ask(PROGRAM, &question)?;
    let ends: Vec<Vec3> = answer.final_position_m.iter().map(|end| Vec3::from(*end)).collect();
    let peer = format!("MuJoCo {}, 1 ms step", answer.version);
    Ok(ours.clone().versus(peer, answer.ns_per_flight, Some(flights.errors_m(&ends))))
}
