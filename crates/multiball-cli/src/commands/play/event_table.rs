//! The events of the first rallies of planar robots as CSV.

use multiball::court::Side;
use multiball::hall::record::{Message, Recorder, SessionEvent};

/// Rallies whose events are written.
const MOST_RALLIES: u64 = 100;
/// The first line of the table.
pub(super) const COLUMNS: &str = "round,t_s,event,side,detail,x_m,y_m,z_m,vx_m_s,vy_m_s,vz_m_s\n";

/// Events as lines of CSV, of rallies that came to their end.
pub(super) struct EventTable {
    pub(super) text: String,
    /// The rally under way: its number from 0, when it began, s, whether its first ball has been played, and its lines.
    round: u64,
    began_s: f64,
    is_fed: bool,
    lines: String,
}

impl Default for EventTable {
    fn default() -> Self {
        Self { text: COLUMNS.into(), round: 0, began_s: 0.0, is_fed: false, lines: String::new() }
    }
}

impl EventTable {
    fn line(&mut self, t_s: f64, event: &str, side: &str, detail: &str, numbers: &[f64]) {
        let numbers: Vec<String> =
            (0..6).map(|i| numbers.get(i).map_or(String::new(), |n| format!("{n:.9}"))).collect();
        self.lines += &format!("{},{t_s:.9},{event},{side},{detail},{}\n", self.round, numbers.join(","));
    }

    fn touch(&mut self, t_s: f64, what: &str, side: Side, [position, velocity]: [&[f64; 3]; 2]) {
        self.line(t_s, what, &side.to_string(), "after", &[*position, *velocity].concat());
    }

    fn event(&mut self, t_s: f64, event: &SessionEvent) {
        match event {
            SessionEvent::Struck { side, position_m, velocity_m_s, .. } => {
                if std::mem::replace(&mut self.is_fed, true) {
                    self.touch(t_s, "racket", *side, [position_m, velocity_m_s]);
                } else {
                    self.line(t_s, "feed", &side.to_string(), "", &[*position_m, *velocity_m_s].concat());
                }
            }
            SessionEvent::Bounced { on, position_m, velocity_m_s, .. } => {
                self.touch(t_s, "table", *on, [position_m, velocity_m_s]);
            }
            SessionEvent::Touched { what, position_m, velocity_m_s, .. } => {
                let what = if what == "table_side" { "table" } else { what };
                self.touch(t_s, what, Side::of(position_m[0]), [position_m, velocity_m_s]);
            }
            SessionEvent::Planned { side, hit_s, target_m, .. } => {
                let (hit_s, target_m) = (hit_s - self.began_s, target_m[0].abs());
                let detail = format!("hit at {hit_s:.4} s; target {target_m:.3} m");
                self.line(t_s, "planned", &side.to_string(), &detail, &[]);
            }
            SessionEvent::NoStroke { side, reason } => {
                self.line(t_s, "helpless", &side.to_string(), &reason.replace(',', ";"), &[]);
            }
            SessionEvent::Decided { winner, fault, is_let, .. } => {
                if let (Some(winner), Some(fault)) = (winner, fault) {
                    self.line(t_s, "point", &winner.to_string(), &fault.to_string(), &[]);
                } else if *is_let {
                    self.line(t_s, "let", "", "", &[]);
                }
                self.text += &std::mem::take(&mut self.lines);
            }
            _ => {}
        }
    }
}

impl Recorder for EventTable {
    fn record(&mut self, message: &Message) {
        let Message::Event { t_s, event } = message else { return };
        if let SessionEvent::PointBegan { point, .. } = event {
            (self.round, self.began_s, self.is_fed) = (point - 1, *t_s, false);
            self.lines.clear();
        }
        if self.round < MOST_RALLIES {
            self.event(t_s - self.began_s, event);
        }
    }
}
