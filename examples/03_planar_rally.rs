//! A rally of two planar robots, stroke by stroke; `multiball play --record` makes a moving picture of one.

use std::error::Error;

use multiball::hall::{Audience, HallEvent, PlanarHall, Scenario};

/// Prints what the players decide.
struct Commentator;

impl Audience for Commentator {
    fn event(&mut self, t_s: f64, event: &HallEvent) {
        match event {
            HallEvent::Planned { by, plan } => {
                let (height, speed) = (plan.ball.z, plan.racket.speed);
                println!(
                    "{t_s:7.3} s  {by} will hit at height {height:.2} m with {speed:.2} m/s, aiming {:.2} m behind \
                     the net",
                    plan.target
                );
            }
            HallEvent::Helpless { by, reason } => println!("{t_s:7.3} s  {by} has no stroke: {reason}"),
            HallEvent::Decided(decision) => println!("{t_s:7.3} s  {decision:?}"),
            HallEvent::Feed { .. } | HallEvent::Ball(_) => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let scenario = Scenario::builtin("planar-noisy")?;
    let result = PlanarHall::new(&scenario, 4)?.play(0, &mut Commentator);
    println!("{} strokes in {:.1} s", result.strokes, result.duration_s);
    Ok(())
}
