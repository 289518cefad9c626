//! A session in the browser, and others that viewers start from the page.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use multiball::hall::record::{NullRecorder, Recorder, Tee};
use multiball::hall::{Hooks, NoHooks};
use multiball_view::{Host, LiveRun, Screen, Server};

use super::super::serving;
use super::desk::Desk;
use super::pace::Pace;
use super::report::Report;
use super::run::ReadyRun;
use crate::args::Serving;
use crate::failure::Failure;
use crate::show::print_message;

/// A page that shows one run after another.
pub(super) struct Showing {
    server: Server,
    desk: Arc<Desk>,
    screen: Arc<Screen>,
    speed: f64,
    ends: Arc<AtomicBool>,
}

impl Showing {
    /// Opens the page; `ends` becomes true when the program must end.
    pub(super) fn open(desk: Desk, speed: f64, options: &Serving, ends: &Arc<AtomicBool>) -> Result<Self, Failure> {
        let (desk, screen) = (Arc::new(desk), Arc::new(Screen::default()));
        let host: Arc<dyn Host> = Arc::clone(&desk) as Arc<dyn Host>;
        let server = serving::serve(options, host, &screen)?;
        Ok(Self { server, desk, screen, speed, ends: Arc::clone(ends) })
    }

    /// Shows a run, or why there is none; `also` records it and `hooks` observe it, too.
    pub(super) fn show(
        &self,
        ready: Result<ReadyRun<'_>, Failure>,
        also: &mut (dyn Recorder + Send),
        hooks: &mut (dyn Hooks + Send),
    ) -> Result<Report, Failure> {
        let stop = self.desk.new_run();
        let mut live = LiveRun::new();
        self.screen.show(live.history());
        let pace = Pace::new(self.speed, &self.ends, &stop);
        let mut recorders = Tee { recorders: vec![&mut live, also] };
        let played = ready.and_then(|ready| ready.play(&mut recorders, &mut (pace, hooks), &stop));
        let outcome = played.as_ref().map_err(ToString::to_string);
        live.finish(outcome.and_then(|report| report.broke_off.clone().map_or(Ok(()), Err)));
        played
    }

    /// Shows the runs that viewers request, until the program must end.
    pub(super) fn go_on(self) {
        while let Some(run) = self.desk.next(&self.ends) {
            // A failure has been shown on the page; the program goes on.
            let shown = self.show(run.ready(), &mut NullRecorder, &mut NoHooks).map(|report| report.broke_off);
            if let Some(why) = shown.unwrap_or_else(|failure| Some(failure.to_string())) {
                print_message(&format!("error: {why}"));
            }
        }
        self.server.stop();
    }
}
