//! Additional files of `play --record` for planar robots: the events of the first rallies, and a moving picture.

use multiball::hall::record::{Message, Recorder};

use super::super::session;
use super::event_table::EventTable;
use super::film::Film;
use super::report::Report;
use super::run::Run;
use crate::failure::Failure;
use crate::show::moving_svg;

/// A rally worth showing is looked for among so many.
const SEARCHED_ROUNDS: u64 = 50;

/// Gathers the files that go with recording, summary and report while the session is played.
#[derive(Default)]
pub(super) struct PlanarFiles {
    events: EventTable,
    film: Film,
}

/// The texts of the files.
pub(super) struct PlanarTexts {
    pub(super) events: String,
    pub(super) picture: String,
}

impl PlanarFiles {
    /// The files; none when not a single round came to its end. A session in which no rally is worth showing is played
    /// on for the picture, unless it was interrupted.
    pub(super) fn finish(mut self, run: &Run, report: &Report) -> Result<Option<PlanarTexts>, Failure> {
        let played = report.points_played as u64;
        if !report.interrupted && self.film.is_looking() {
            let hall = session::hall(&run.scenario, run.seed)?;
            for round in played..SEARCHED_ROUNDS {
                hall.play(round, &mut self.film);
                if !self.film.is_looking() {
                    break;
                }
            }
        }
        let picture = moving_svg(&self.film.shown(), &run.scenario.court(), &run.scenario.about);
        Ok((played > 0).then_some(PlanarTexts { events: self.events.text, picture }))
    }
}

impl Recorder for PlanarFiles {
    fn record(&mut self, message: &Message) {
        self.events.record(message);
        self.film.record(message);
    }
}
