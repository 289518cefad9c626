//! A custom opponent: a wall behind the table that sends every ball back. It implements only `Opponent`; a scenario
//! chooses it by its name in the catalog.

use std::error::Error;
use std::sync::Arc;

use multiball::ball::{BallSim, BallState, EventKind, Physics};
use multiball::court::{Court, Side};
use multiball::geometry::Vec3;
use multiball::hall::training::{Session, TrainingHall};
use multiball::hall::{Catalog, Extent, Scenario};
use multiball::opponent::{Incoming, Knows, Opponent, Reply, Unanswered};
use rand::{Rng, RngExt};

/// Where the wall stands, m.
const WALL_X: f64 = -2.0;
/// How long a ball flies from the wall to the home half, s.
const FLIES_S: f64 = 0.5;

/// A wall: what reaches it comes back.
#[derive(Debug, Clone)]
struct Wall;

impl Opponent for Wall {
    fn respond(&mut self, incoming: &Incoming, random: &mut dyn Rng) -> Result<Reply, Unanswered> {
        let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
        let mut sim = BallSim::new(&physics, &around, incoming.ball);
        while sim.state().position.x > WALL_X {
            let until_s = sim.time_s() + 1e-3;
            if let Some(event) = sim.next_event(until_s)
                && matches!(event.kind, EventKind::Floor | EventKind::Rest)
            {
                return Err(Unanswered::Other { reason: "the ball does not reach the wall".into() });
            }
        }
        // A parabola to the home half; drag makes it a little shorter.
        let position = sim.state().position;
        let target = Vec3::new(1.1, random.random_range(-0.4..0.4), 0.0);
        let velocity = (target - position) / FLIES_S + 0.5 * FLIES_S * physics.air.gravity * Vec3::z();
        Ok(Reply::of_ball(incoming.struck_s + sim.time_s(), BallState::new(position, velocity, Vec3::zeros())))
    }

    fn clone_box(&self) -> Box<dyn Opponent> {
        Box::new(self.clone())
    }

    /// It is part of the simulated world. An outside program keeps the default and receives measurements.
    fn knows(&self) -> Knows {
        Knows::Truth
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut catalog = Catalog::default();
    catalog.add_opponent("wall", |_setup| Ok(Box::new(Wall)));
    let mut scenario = Scenario::builtin("hall")?;
    scenario.set("player.sensing", "points")?;
    for kind in ["wall", "person"] {
        scenario.set("opponent.kind", kind)?;
        let hall = Arc::new(TrainingHall::with_catalog(&scenario, 1, &catalog)?);
        let mut session = Session::in_hall(hall, 1)?.lasting(Extent::Points(5));
        while session.tick() {}
        let result = session.result();
        let strokes: u32 = result.points.iter().map(|point| point.strokes).sum();
        let won = result.points.iter().filter(|point| point.winner == Some(Side::Home)).count();
        println!("{kind}: {} points with {strokes} strokes, {won} for the robot", result.points.len());
    }
    Ok(())
}
