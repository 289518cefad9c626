//! What `play --record` writes: the summary, the events of the first rallies, a moving picture.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use multiball::ball::EventKind;
use multiball::court::{Decision, Side};
use multiball::hall::{Audience, HallEvent, PlanarHall, Scenario, Silent};

use crate::failure::Failure;
use crate::files;
use crate::show::{Filmstrip, moving_svg};

/// A rally worth showing has so many strokes; it is looked for among the first rounds.
const SHOWN_STROKES: u32 = 8;
const SEARCHED_ROUNDS: u64 = 50;
/// How much of a rally goes into the moving picture, s, and how finely, so that the file stays small.
const FILMED_S: f64 = 6.0;
const FILM_FRAMES_PER_S: f64 = 25.0;
/// Rallies whose events are recorded.
const RECORDED_RALLIES: u64 = 100;

/// The texts of the files that stand beside the summary.
pub(crate) struct Record {
    events: String,
    picture: String,
}

impl Record {
    /// Plays the first rounds again to write them down; none when `stop` is set before all is done.
    pub(crate) fn of(hall: &PlanarHall, scenario: &Scenario, rounds: u64, stop: &AtomicBool) -> Option<Self> {
        let mut events = EventTable::new();
        for round in 0..RECORDED_RALLIES.min(rounds) {
            events.round = round;
            hall.play_until(round, &mut events, stop)?;
        }
        let (_, film) = film(hall, FILM_FRAMES_PER_S, FILMED_S, stop)?;
        let picture = moving_svg(&film, &scenario.court(), &scenario.about);
        Some(Self { events: events.text, picture })
    }

    /// Writes summary.json, events.csv and rally.svg: all whole, or none.
    pub(crate) fn write(&self, folder: &Path, summary: &str) -> Result<(), Failure> {
        files::write_all_whole(&[
            (folder.join("events.csv"), self.events.as_str()),
            (folder.join("rally.svg"), self.picture.as_str()),
            (folder.join("summary.json"), summary),
        ])
    }
}

/// The beginning of a rally that is worth showing, with its round; none when `stop` is set.
pub(crate) fn film(
    hall: &PlanarHall,
    frames_per_s: f64,
    longest_s: f64,
    stop: &AtomicBool,
) -> Option<(u64, Filmstrip)> {
    let round = round_to_show(hall, stop)?;
    let mut film = Filmstrip::new(frames_per_s, longest_s);
    hall.play_until(round, &mut film, stop)?;
    Some((round, film))
}

/// The first rally that is worth showing, or the very first; none when `stop` is set.
fn round_to_show(hall: &PlanarHall, stop: &AtomicBool) -> Option<u64> {
    for round in 0..SEARCHED_ROUNDS {
        if hall.play_until(round, &mut Silent, stop)?.strokes >= SHOWN_STROKES {
            return Some(round);
        }
    }
    Some(0)
}

/// Events as lines of CSV.
struct EventTable {
    round: u64,
    text: String,
}

impl EventTable {
    fn new() -> Self {
        let columns = "round,t_s,event,side,detail,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s\n";
        Self { round: 0, text: columns.into() }
    }

    fn line(&mut self, t_s: f64, event: &str, side: &str, detail: &str, numbers: &[f64]) {
        let numbers: Vec<String> =
            (0..6).map(|i| numbers.get(i).map_or(String::new(), |n| format!("{n:.9}"))).collect();
        self.text += &format!("{},{t_s:.9},{event},{side},{detail},{}\n", self.round, numbers.join(","));
    }
}

impl Audience for EventTable {
    fn event(&mut self, t_s: f64, event: &HallEvent) {
        let motion = |ball: &multiball::ball::BallState| [ball.position, ball.velocity].map(<[f64; 3]>::from).concat();
        match event {
            HallEvent::Feed { by, ball } => self.line(t_s, "feed", &by.to_string(), "", &motion(ball)),
            HallEvent::Ball(happened) => {
                let side = match happened.kind {
                    EventKind::Racket(index) => Side::BOTH[index],
                    _ => Side::of(happened.before.position.x),
                };
                self.line(t_s, happened.kind.name(), &side.to_string(), "after", &motion(&happened.after));
            }
            HallEvent::Planned { by, plan } => {
                let detail = format!("hit at {:.4} s; target {:.3} m", plan.ball.t_s, plan.target);
                self.line(t_s, "planned", &by.to_string(), &detail, &[]);
            }
            HallEvent::Helpless { by, reason } => {
                self.line(t_s, "helpless", &by.to_string(), &reason.to_string().replace(',', ";"), &[]);
            }
            HallEvent::Decided(Decision::Point { winner, fault }) => {
                self.line(t_s, "point", &winner.to_string(), &fault.to_string(), &[]);
            }
            HallEvent::Decided(Decision::Let) => self.line(t_s, "let", "", "", &[]),
        }
    }
}
