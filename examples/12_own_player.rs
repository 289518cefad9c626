//! A custom player that holds the racket in the ball's path, with any robot. It implements only `Player`; a scenario
//! chooses it by its name in the catalog.

use std::error::Error;
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use multiball::geometry::{Attitude, Pose};
use multiball::hall::training::{Session, TrainingHall};
use multiball::hall::{Catalog, Extent, Scenario};
use multiball::player::{JointCommand, Observation, Observed, Player, WhyNot};
use multiball::robot::Robot;

/// Blocks balls behind the end line with a face that is tilted up a little.
#[derive(Debug, Clone)]
struct Blocker {
    robot: Box<dyn Robot>,
    goal: Vec<f64>,
    why_not: Option<WhyNot>,
}

impl Player for Blocker {
    fn observe(&mut self, _now_s: f64, observation: &Observation<'_>) {
        let Observed::Prediction(prediction) = observation.what else { return };
        let bounce_s = prediction.bounce_time(prediction.home_bounce()).map_or(0.0, |(t_s, _)| t_s);
        // The ball there, and how probable it is that it comes so far.
        let crossing = prediction.crossing(1.5, bounce_s);
        // The face looks at the net; how the handle lies is free.
        let nearest = |turn: f64| {
            let face = Attitude::from_euler_angles(turn, -0.15, PI);
            self.robot.nearest(&Pose::from_parts(crossing?.0.position.into(), face), &self.goal).ok()
        };
        match (0..24).find_map(|step| nearest(TAU * f64::from(step) / 24.0)) {
            Some(found) => (self.goal, self.why_not) = (found.joints, None),
            None => self.why_not = Some("the ball does not come within reach".into()),
        }
    }

    fn act(&mut self, _now_s: f64, command: &mut JointCommand) {
        command.set(&self.goal, &vec![0.0; self.goal.len()]);
    }

    fn why_not(&self) -> Option<WhyNot> {
        self.why_not.clone()
    }

    fn clone_box(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut catalog = Catalog::default();
    catalog.add_player("blocker", |setup| {
        Ok(Box::new(Blocker { robot: setup.robot.clone_box(), goal: setup.robot.home(), why_not: None }))
    });
    let mut scenario = Scenario::builtin("hall")?;
    scenario.set("player.sensing", "points")?;
    scenario.set("player.kind", "blocker")?;
    for robot in ["rail6", "arm6"] {
        scenario.set("player.robot", robot)?;
        let hall = Arc::new(TrainingHall::with_catalog(&scenario, 1, &catalog)?);
        let mut session = Session::in_hall(hall, 1)?.lasting(Extent::Points(5));
        while session.tick() {}
        let result = session.result();
        let hit = result.strokes.iter().filter(|stroke| stroke.hit).count();
        let legal = result.strokes.iter().filter(|stroke| stroke.landing_m.is_some()).count();
        println!("{robot}: {} balls came, {hit} were blocked, {legal} of them onto the table", result.strokes.len());
    }
    Ok(())
}
