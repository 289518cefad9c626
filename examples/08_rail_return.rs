//! The rail player's stroke for a ball: racket, joints, and where the return lands; `multiball return` does the same.

use std::error::Error;

use multiball::player::{RailStroker, StrokeChoice, rehearse};
use multiball::prelude::*;
use multiball::robot::{Joints, Rail6};

/// Where the returns are to land, m.
const TARGET: (f64, f64) = (-0.9, 0.2);

fn main() -> Result<(), Box<dyn Error>> {
    let (physics, court, arm) = (Physics::default(), Court::STANDARD, Rail6::default().at_home());
    let stroker = RailStroker::new(&physics, court, arm);
    let near = Joints::from_fn(|joint, _| arm.limits()[joint].middle());
    let balls = [("slow", 4.0, 0.0), ("topspin", 5.0, 150.0), ("backspin", 4.0, -100.0), ("beyond reach", 4.0, 0.0)];
    for (name, speed, topspin) in balls {
        let y = if name == "beyond reach" { 2.5 } else { 0.1 };
        // The ball where it is to be hit, coming towards the home side.
        let ball = BallState::new(Vec3::new(1.6, y, 0.25), Vec3::new(speed, 0.0, -0.5), Vec3::new(0.0, topspin, 0.0));
        let stroke = match stroker.choose(&ball, TARGET, &StrokeChoice::default(), &near) {
            Ok(stroke) => stroke,
            Err(reason) => {
                println!("{name}: no return: {reason}");
                continue;
            }
        };
        // Played in the whole court, with net and table.
        let played = rehearse(&physics, &court, &ball, &stroke.racket, &mut |_| {})?;
        let landing = played.landing.before.position;
        let joints: Vec<String> = stroke.configuration.joints.iter().map(|joint| format!("{joint:.3}")).collect();
        println!("{name}: racket at {:.2} m/s, joints {}", stroke.racket.velocity.norm(), joints.join(" "));
        println!(
            "  {:.2} m over the net, lands at {:.3}, {:.3} m after {:.2} s; {:.0} % of the fastest joint's limit",
            stroke.plan.over_net,
            landing.x,
            landing.y,
            stroke.plan.flight_s,
            100.0 * stroke.configuration.effort
        );
    }
    Ok(())
}
