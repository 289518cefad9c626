//! A run as a process of its own. It ends when its owner closes its standard input, or is gone.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::Run;
use super::report::{Report, Row};
use crate::args::{Common, Soak};
use crate::failure::Failure;

/// Time between two looks whether a process has ended, or should end.
const NAP: Duration = Duration::from_millis(50);

/// Sets `stop` when standard input ends.
pub(super) fn stop_with_input(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    thread::spawn(move || {
        // What is written there does not matter.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        stop.store(true, Ordering::Relaxed);
    });
}

/// Plays a run in a process of its own.
pub(super) fn play(run: &Run<'_>, soak: &Soak, common: &Common, stop: &AtomicBool) -> Result<Row, Failure> {
    let failed = |cause: std::io::Error| Failure::NoAnswer(format!("no process for its run: {cause}"));
    let mut child = command(run, soak, common).map_err(failed)?.spawn().map_err(failed)?;
    let output = child.stdout.take();
    let reading = thread::spawn(move || {
        let mut text = String::new();
        output.map_or(Ok(0), |mut output| output.read_to_string(&mut text)).map(|_| text)
    });
    let status = wait(&mut child, stop).map_err(failed)?;
    let text = reading.join().unwrap_or_else(|_| Ok(String::new())).map_err(failed)?;
    let report: Option<Report> = serde_json::from_str(&text).ok();
    let row = report.and_then(|report| report.rows.into_iter().next());
    row.ok_or_else(|| Failure::NoAnswer(format!("its process ended without a report, {status}")))
}

fn command(run: &Run<'_>, soak: &Soak, common: &Common) -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["soak", run.name, "--owned", "--json", "--seeds", "1"]);
    command.args(["--hours", &soak.hours.to_string(), "--seed", &run.seed.to_string()]);
    for (key, value) in &soak.set {
        command.args(["--set", &format!("{key}={value}")]);
    }
    if let Some(threads) = common.threads {
        command.args(["--threads", &threads.to_string()]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    Ok(command)
}

/// Waits until a process has ended; closes its standard input when it should.
fn wait(child: &mut Child, stop: &AtomicBool) -> std::io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if stop.load(Ordering::Relaxed) {
            drop(child.stdin.take());
        }
        thread::sleep(NAP);
    }
}
