//! MuJoCo through its Python package, when it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use multiball::geometry::Vec3;
use serde::Deserialize;

use crate::flight::{DURATION_S, Flights};
use crate::{Effort, Row};

/// The peer's program: reads flights as JSON, answers with times and end positions.
const PROGRAM: &str = include_str!("mujoco_peer.py");

#[derive(Debug, Deserialize)]
struct Answer {
    version: String,
    ns_per_flight: f64,
    final_position_m: Vec<[f64; 3]>,
}

/// Our row with MuJoCo beside it, or why it could not be measured.
pub(crate) fn beside(ours: &Row, flights: &Flights, effort: Effort) -> Result<Row, String> {
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
    let answer = ask(&question)?;
    let ends: Vec<Vec3> = answer.final_position_m.iter().map(|end| Vec3::from(*end)).collect();
    let peer = format!("MuJoCo {}, 1 ms step", answer.version);
    Ok(ours.clone().beside(peer, answer.ns_per_flight, Some(flights.errors_m(&ends))))
}

fn ask(question: &str) -> Result<Answer, String> {
    let mut child = Command::new("python3")
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("python3 does not start ({error})"))?;
    if let Some(mut input) = child.stdin.take() {
        // A peer that ends early breaks the pipe; what it says on standard error is the better message.
        let _ = input.write_all(question.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().last().unwrap_or("python3 failed").to_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("its answer is not understood: {error}"))
}
