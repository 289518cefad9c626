//! Signals: those that end a session, and one that must not end the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The exit code of a program that Ctrl-C has ended, as shells expect it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// After this time a Ctrl-C is a second one. `timeout` sends its signal twice at once.
const AGAIN: Duration = Duration::from_millis(500);

/// A flag that Ctrl-C, SIGTERM and SIGHUP set. A second Ctrl-C ends the program at once.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    // Without a handler a signal ends the program at once: nothing is lost but the work under way.
    let _ = handle(&stop);
    stop
}

#[cfg(unix)]
fn handle(stop: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    if !is_ignored(SIGHUP) {
        signals.add_signal(SIGHUP)?;
    }
    let stop = Arc::clone(stop);
    let wait = move || {
        let mut first = None;
        for signal in signals.forever() {
            stop.store(true, Ordering::Relaxed);
            if signal == SIGINT && first.get_or_insert_with(Instant::now).elapsed() > AGAIN {
                std::process::exit(INTERRUPTED);
            }
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}

#[cfg(not(unix))]
fn handle(stop: &Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    let (stop, first) = (Arc::clone(stop), std::sync::OnceLock::new());
    ctrlc::set_handler(move || {
        stop.store(true, Ordering::Relaxed);
        if first.get_or_init(Instant::now).elapsed() > AGAIN {
            std::process::exit(INTERRUPTED);
        }
    })
}

/// Whether the program was started so that it ignores a signal, as `nohup` does. It is known on Linux only: elsewhere
/// asking takes unsafe code.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Makes a write beyond the user's limit of file size fail with a message instead of ending the program.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        // Without it such a write ends the program, as it does every other one.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }
}
