//! One shot with three spins: where it bounces, and what the bounce does to it.
//!
//! `multiball shot --plot` draws such a flight; docs/pictures/drive.svg is one.

use multiball::ball::{BallSim, BallState, EventKind, Physics, Settings};
use multiball::court::Court;
use multiball::geometry::Vec3;

fn main() {
    let (physics, court) = (Physics::default(), Court::STANDARD.surroundings());
    println!("spin, rad/s   bounce at x, m   forward speed before and after, m/s");
    for spin in [-300.0, 0.0, 300.0] {
        let ball = BallState::new(Vec3::new(-1.3, 0.0, 0.30), Vec3::new(6.0, 0.0, 1.5), Vec3::new(0.0, spin, 0.0));
        let mut sim = BallSim::with_settings(&physics, &court, ball, 0.0, Settings::EXACT);
        while let Some(event) = sim.next_event(3.0) {
            if let EventKind::Table(_) = event.kind {
                let (before, after) = (event.before.velocity.x, event.after.velocity.x);
                println!("{spin:>11.0} {:>16.3} {before:>16.2} {after:>6.2}", event.before.position.x);
                break;
            }
        }
    }
}
