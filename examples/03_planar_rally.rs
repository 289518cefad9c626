//! A rally of two planar robots, stroke by stroke; `multiball play --record` makes a moving picture of one.

use std::error::Error;

use multiball::hall::record::{Message, Recorder, SessionEvent};
use multiball::hall::{PlanarHall, Scenario};

/// Prints what the players decide.
struct Commentator;

impl Recorder for Commentator {
    fn record(&mut self, message: &Message) {
        let Message::Event { t_s, event } = message else { return };
        match event {
            SessionEvent::Planned { side, position_m: [_, _, height], racket_speed_m_s: speed, target_m, .. } => {
                let target = target_m[0].abs();
                let aim = format!("aiming {target:.2} m behind the net");
                println!("{t_s:7.3} s  {side} will hit at height {height:.2} m with {speed:.2} m/s, {aim}");
            }
            SessionEvent::NoStroke { side, reason } => println!("{t_s:7.3} s  {side} has no stroke: {reason}"),
            SessionEvent::Decided { winner, fault, .. } => println!("{t_s:7.3} s  to {winner:?}: {fault:?}"),
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let scenario = Scenario::builtin("planar-noisy")?;
    let result = PlanarHall::new(&scenario, 4)?.play(0, &mut Commentator);
    println!("{} strokes in {:.1} s", result.strokes, result.duration_s);
    Ok(())
}
