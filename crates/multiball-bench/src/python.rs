//! Peers that are Python packages: a program, a question in JSON, an answer in JSON.

use std::io::Write;
use std::process::{Command, Stdio};

use serde::de::DeserializeOwned;

/// The interpreter: what `MULTIBALL_PYTHON` names, such as one of a virtual environment, or `python3`.
fn interpreter() -> String {
    std::env::var("MULTIBALL_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Runs a peer's program with a question on its standard input; `Err` says why there is no answer, such as a package
/// that is not installed.
pub(crate) fn ask<A: DeserializeOwned>(program: &str, question: &str) -> Result<A, String> {
    let interpreter = interpreter();
    let mut child = Command::new(&interpreter)
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{interpreter} does not start ({error})"))?;
    if let Some(mut input) = child.stdin.take() {
        // A peer that ends early breaks the pipe; what it says on standard error is the better message.
        let _ = input.write_all(question.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().last().unwrap_or("the peer failed without a word").to_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("its answer is not understood: {error}"))
}
