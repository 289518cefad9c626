//! What `play --record` writes of planar robots besides: the events of the first rallies, and a moving picture.

use std::sync::atomic::AtomicBool;

use multiball::ball::EventKind;
use multiball::court::{Decision, Side};
use multiball::hall::{Audience, HallEvent, PlanarHall, Silent};

use super::super::session;
use super::report::Report;
use super::run::Run;
use crate::failure::Failure;
use crate::show::{Filmstrip, moving_svg};

/// A rally worth showing has so many strokes; it is looked for among the first rounds.
const SHOWN_STROKES: u32 = 8;
const SEARCHED_ROUNDS: u64 = 50;
/// How much of a rally goes into the moving picture, s, and how finely, so that the file stays small.
const FILMED_S: f64 = 6.0;
const FILM_FRAMES_PER_S: f64 = 25.0;
/// Rallies whose events are recorded.
const RECORDED_RALLIES: u64 = 100;

/// The texts of the files that stand beside recording, summary and report.
pub(super) struct PlanarFiles {
    pub(super) events: String,
    pub(super) picture: String,
}

impl PlanarFiles {
    /// Plays the first rounds again to write them down; none when not a single one came to its end.
    pub(super) fn of(run: &Run, report: &Report) -> Result<Option<Self>, Failure> {
        let hall = session::hall(&run.scenario, run.seed)?;
        let rounds = report.points_played as u64;
        // Who broke it off waits no longer for rounds that were not played.
        let searched = if report.interrupted { rounds.min(SEARCHED_ROUNDS) } else { SEARCHED_ROUNDS };
        let play = |round: u64, audience: &mut dyn Audience| hall.play_until(round, audience, &AtomicBool::new(false));
        let mut events = EventTable::new();
        for round in 0..RECORDED_RALLIES.min(rounds) {
            events.round = round;
            play(round, &mut events);
        }
        let mut film = Filmstrip::new(FILM_FRAMES_PER_S, FILMED_S);
        play(round_to_show(&hall, searched), &mut film);
        let picture = moving_svg(&film, &run.scenario.court(), &run.scenario.about);
        Ok((rounds > 0).then_some(Self { events: events.text, picture }))
    }
}

/// The first of some rallies that is worth showing, or the very first.
fn round_to_show(hall: &PlanarHall, searched: u64) -> u64 {
    let stop = AtomicBool::new(false);
    let strokes = |round: u64| hall.play_until(round, &mut Silent, &stop).map_or(0, |result| result.strokes);
    (0..searched).find(|round| strokes(*round) >= SHOWN_STROKES).unwrap_or(0)
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
