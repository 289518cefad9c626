//! An own player: it holds the racket in the ball's way. `Player` is all that it implements.

use std::error::Error;
use std::f64::consts::{PI, TAU};

use multiball::ball::{BallSim, BallState, EventKind, Physics, RacketMotion, RacketState};
use multiball::court::Court;
use multiball::geometry::{Attitude, Pose, Vec3};
use multiball::player::{BLADE_RADIUS, JointCommand, Observation, Observed, Player};
use multiball::robot::{JointDrive, Rail6, Robot};
use multiball::track::{Estimator, EstimatorSettings, Measurement, Priors};

/// Blocks balls behind the end line with a face that is tilted up a little.
#[derive(Debug, Clone)]
struct Blocker {
    robot: Box<dyn Robot>,
    goal: Vec<f64>,
    why_not: Option<String>,
}

impl Player for Blocker {
    fn observe(&mut self, _now_s: f64, observation: &Observation<'_>) {
        let Observed::Prediction(prediction) = observation.what else { return };
        let bounce_s = prediction.bounce_time(prediction.home_bounce()).map_or(0.0, |(t_s, _)| t_s);
        self.why_not = Some("the ball does not come to x = 1.5 m".into());
        let Some((ball, _)) = prediction.crossing(1.5, bounce_s) else { return };
        // The face looks at the net; how the handle lies is free.
        let pose = |turn: f64| Pose::from_parts(ball.position.into(), Attitude::from_euler_angles(turn, -0.15, PI));
        let mut turns = (0..24).map(|step| TAU * f64::from(step) / 24.0);
        match turns.find_map(|turn| self.robot.nearest(&pose(turn), &self.goal).ok()) {
            Some(found) => (self.goal, self.why_not) = (found.joints, None),
            None => self.why_not = Some(format!("({:.2}, {:.2}) m is out of reach", ball.position.y, ball.position.z)),
        }
    }

    fn act(&mut self, _now_s: f64, command: &mut JointCommand) {
        command.set(&self.goal, &vec![0.0; self.goal.len()]);
    }

    fn why_not(&self) -> Option<String> {
        self.why_not.clone()
    }

    fn clone_box(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}

/// The racket as the drives hold it in one tick.
struct Held(RacketState);

impl RacketMotion for Held {
    fn at(&self, _t_s: f64) -> RacketState {
        self.0
    }
    fn radius(&self) -> f64 {
        BLADE_RADIUS
    }
    fn speed_bound(&self) -> f64 {
        0.0
    }
    fn turn_bound(&self) -> f64 {
        0.0
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (physics, court, robot) = (Physics::default(), Court::STANDARD.surroundings(), Rail6::default().at_home());
    let mut drive = JointDrive::start(&robot, &robot.home(), 150.0)?;
    let mut player: Box<dyn Player> = Box::new(Blocker { robot: robot.clone_box(), goal: robot.home(), why_not: None });
    let ball = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(5.5, -0.3, 1.6), Vec3::new(0.0, 60.0, 0.0));
    let mut sim = BallSim::new(&physics, &court, ball);
    let mut estimator = Estimator::new(Priors::default(), EstimatorSettings::default());
    let mut command = JointCommand::default();
    for tick in 0..1500 {
        let now_s = 1e-3 * f64::from(tick);
        if tick % 5 == 0 && estimator.observe(Measurement::point(now_s, sim.state().position, 1e-3))? {
            let what = estimator.prediction().map(Observed::Prediction);
            what.iter().for_each(|what| player.observe(now_s, &Observation { t_s: now_s, what: *what }));
        }
        player.act(now_s, &mut command);
        drive.follow(&command.position, &command.velocity)?;
        drive.advance(1e-3);
        let pose = robot.forward(drive.position())?;
        let normal = pose.rotation.matrix().column(0).into_owned();
        let (center, still) = (pose.translation.vector, Vec3::zeros());
        let racket = Held(RacketState { center, normal, velocity: still, turning: still });
        let Some(event) = sim.next_event_among(now_s + 1e-3, &[&racket], &mut |_| {}) else { continue };
        let [x, y, z]: [f64; 3] = event.before.position.into();
        println!("{:.3} s  {:?} at ({x:.2}, {y:.2}, {z:.2}) m", event.t_s, event.kind);
        if event.kind == EventKind::Floor {
            break;
        }
    }
    println!("{}", player.why_not().unwrap_or_else(|| "the player had no complaint".into()));
    Ok(())
}
