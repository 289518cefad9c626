//! The picking robot: trips over 30 balls, their order by time, and the drive to the first ball.
//!
//! `multiball route` and `multiball follow` do the same with files.

use std::error::Error;

use multiball::optimise::Stop;
use multiball::picker::following::{Law, Task, follow};
use multiball::picker::routing::{Floor, RoutePlanner, best, greedy};
use multiball::picker::{DriveLimits, Point2, Pose2};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const CAPACITY: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut draw = || rng.random_range(-10.0..10.0);
    let floor = Floor::new((0..30).map(|_| Point2::new(draw(), draw())).collect(), CAPACITY)?;

    // By length: the nearest ball next, and a search of so many steps. A program with a clock stops by time:
    // `Stop::when`.
    let (simple, shortest) = (greedy(&floor), best(&floor, 1, &Stop::after(500)));
    println!("nearest ball next: {:6.2} m in {} trips", simple.length_m, simple.trips.len());
    println!("shortest found:    {:6.2} m in {} trips", shortest.length_m, shortest.trips.len());

    // By time: turning slows the robot down.
    let drive = DriveLimits::PAPER;
    let planner = RoutePlanner::new(floor.clone(), Pose2::home(), CAPACITY, drive.turning_loss)?;
    let plans = [planner.measured(shortest.trips.clone()), planner.plan(&shortest.trips, 1, &Stop::after(2000))];
    for (name, plan) in ["shortest", "fastest"].into_iter().zip(&plans) {
        let time_s = drive.time_s(plan.length_m, plan.turning_rad);
        println!("{name:9} {:6.2} m, {:5.1} rad turned: {time_s:.1} s", plan.length_m, plan.turning_rad);
    }

    // The drive to the first ball, by each steering law.
    let first = plans[1].trips.iter().flatten().next().ok_or("no balls")?;
    let target = Pose2::home().sees(&floor.balls()[*first]);
    println!("the first ball is {:.2} m away, {:.2} rad to the left", target.distance, target.bearing);
    for law in [Law::Pid, Law::Pursuit, Law::TimeOptimal] {
        let run = follow(&Task::PAPER, &target, &mut law.start(&drive));
        println!("  {:12} reached in {:.2} s, passes it by {:.1} mm", law.name(), run.time_s, 1000.0 * run.miss);
    }
    Ok(())
}
