//! A whole session: the hall's scenario with a field changed, played for a minute, and its results.
//!
//! `multiball play --set player.sensing=points --duration-s 60` does the same, and shows it in the browser.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use multiball::hall::NoHooks;
use multiball::hall::record::{BallPlace, NullRecorder};
use multiball::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut scenario = Scenario::builtin("hall")?;
    // Points in space instead of two rendered cameras: faster, and as good for a first look.
    scenario.set("player.sensing", "points")?;
    scenario.set("opponent.strength", 0.9)?;

    let hall = TrainingHall::of(&scenario, scenario.seed)?;
    let never = AtomicBool::new(false);
    let result = hall.play(Extent::DurationS(60.0), &mut NullRecorder, &mut NoHooks, &never, &mut |_| {})?;

    println!("{}: {:.0} s, {} points", scenario.about, result.duration_s, result.points.len());
    for point in &result.points {
        let winner = point.winner.map_or("nobody".into(), |side| side.to_string());
        let why = point.fault.map_or(String::new(), |fault| format!(" ({fault})"));
        println!("  {:5.1} s  {:2} strokes, won by {winner}{why}", point.began_s, point.strokes);
    }
    let hits = result.strokes.iter().filter(|stroke| stroke.hit).count();
    let mut off: Vec<f64> = result.strokes.iter().filter_map(|stroke| stroke.off_m).collect();
    off.sort_by(f64::total_cmp);
    println!("the robot met {hits} of {} balls", result.strokes.len());
    if let Some(median) = off.get(off.len() / 2) {
        println!("{} good returns, half of them within {median:.3} m of the target", off.len());
    }
    for (place, count) in BallPlace::ALL.iter().zip(result.balls) {
        println!("  {place:?}: {count}");
    }
    Ok(())
}
