//! A session in the browser, and others that viewers start from the page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use multiball::ball::{RacketContact, Rubber};
use multiball::hall::record::{Chorus, Recorder};
use multiball::hall::training::OpponentKind;
use multiball::hall::{Changes, Extent};
use multiball_view::{Choices, Host, LiveRun, ScenarioChoice, Screen, Server, StartRequest, TargetArea};

use super::super::{serving, session};
use super::pace::Pace;
use super::report::Report;
use super::run::Run;
use crate::args::Serving;
use crate::failure::Failure;

/// What viewers can do: choose and start, and stop.
#[derive(Default)]
pub(super) struct Desk {
    asked: Mutex<Option<Run>>,
    news: Condvar,
    /// Stops the run that is under way.
    stop: Mutex<Arc<AtomicBool>>,
}

impl Desk {
    fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A flag for the next run.
    fn new_run(&self) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        *Self::lock(&self.stop) = Arc::clone(&stop);
        stop
    }

    /// Waits until a viewer asks for a run; none when the program shall end.
    fn next(&self, ends: &AtomicBool) -> Option<Run> {
        const LOOK_EVERY: Duration = Duration::from_millis(100);
        let mut asked = Self::lock(&self.asked);
        while !ends.load(Ordering::Relaxed) {
            if let Some(run) = asked.take() {
                return Some(run);
            }
            asked = self.news.wait_timeout(asked, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}

impl Host for Desk {
    fn choices(&self) -> Choices {
        let scenario = |(name, _): &(&str, &str)| {
            let about = session::load(name).map_or_else(|_| String::new(), |scenario| scenario.about);
            ScenarioChoice { name: (*name).into(), about }
        };
        Choices {
            scenarios: session::BUILT_IN.iter().map(scenario).collect(),
            rubbers: Rubber::ALL.iter().map(|rubber| rubber.name.into()).collect(),
            target: Some(TargetArea { x_m: [-1.3, -0.1], y_m: [-0.7, 0.7] }),
            strength: true,
        }
    }

    fn start(&self, request: StartRequest) -> Result<(), String> {
        let run = asked_for(&request).map_err(|failure| failure.to_string())?;
        Self::lock(&self.stop).store(true, Ordering::Relaxed);
        *Self::lock(&self.asked) = Some(run);
        self.news.notify_all();
        Ok(())
    }

    fn stop(&self) {
        Self::lock(&self.stop).store(true, Ordering::Relaxed);
    }
}

/// The run that a viewer asks for.
fn asked_for(request: &StartRequest) -> Result<Run, Failure> {
    let scenario = session::load(&request.scenario)?;
    let racket: Option<RacketContact> = request
        .rubber
        .as_deref()
        .map(|name| name.parse().map_err(|error| Failure::input(format!("rubber: {error}"))))
        .transpose()?;
    // What a scenario has nothing of is left as it is: the page offers every choice with every scenario.
    let training = scenario.player.is_some();
    let person = scenario.opponent.is_some_and(|opponent| opponent.kind == OpponentKind::Person);
    let changes = Changes {
        strength: request.strength.filter(|_| person),
        racket: racket.filter(|_| training),
        target_m: request.target_m.filter(|_| training),
    };
    let (seed, extent) = (request.seed.unwrap_or(scenario.seed), Extent::Points(u64::from(scenario.play.points)));
    Run::new(scenario, &changes, seed, extent, 0)
}

/// A page that shows one run after another.
pub(super) struct Showing {
    server: Server,
    desk: Arc<Desk>,
    screen: Arc<Screen>,
    speed: f64,
    ends: Arc<AtomicBool>,
}

impl Showing {
    /// Opens the page; `ends` tells when the program shall end.
    pub(super) fn open(speed: f64, options: &Serving, ends: &Arc<AtomicBool>) -> Result<Self, Failure> {
        let (desk, screen) = (Arc::new(Desk::default()), Arc::new(Screen::default()));
        let host: Arc<dyn Host> = Arc::clone(&desk) as Arc<dyn Host>;
        let server = serving::serve(options, host, &screen)?;
        Ok(Self { server, desk, screen, speed, ends: Arc::clone(ends) })
    }

    /// Shows a run; somebody else may listen, too.
    pub(super) fn show(&self, run: &Run, also: Option<&mut (dyn Recorder + Send)>) -> Result<Report, Failure> {
        let stop = self.desk.new_run();
        let mut live = LiveRun::new();
        self.screen.show(live.history());
        let mut pace = Pace::new(self.speed, &self.ends, &stop);
        let played = {
            let mut voices: Vec<&mut (dyn Recorder + Send)> = vec![&mut live, &mut pace];
            if let Some(also) = also {
                voices.push(also);
            }
            run.play(&mut Chorus { voices }, &stop)
        };
        live.finish(played.as_ref().map(|_| ()).map_err(ToString::to_string));
        played
    }

    /// Shows the runs that viewers ask for, until the program shall end.
    pub(super) fn go_on(self) {
        while let Some(run) = self.desk.next(&self.ends) {
            // A failure has been shown on the page; the program goes on.
            if let Err(failure) = self.show(&run, None) {
                eprintln!("error: {failure}");
            }
        }
        self.server.stop();
    }
}
