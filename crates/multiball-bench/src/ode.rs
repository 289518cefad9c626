//! The same flights by a general integrator of the same method: `ode_solvers`' Dop853, given the time of the bounce.
//!
//! It has no event location. So it gets the exact time of the bounce and the exact state after it, and integrates the
//! two arcs only: less work than ours.

use multiball::ball::{Aero, Air, BallSim, BallState, Body, Physics, Settings};
use multiball::court::Court;
use multiball::geometry::Vec3;
use ode_solvers::dop_shared::OutputType;
use ode_solvers::{Dop853, SVector, System};

use crate::clock::least_ns;
use crate::flight::{DURATION_S, Flights};
use crate::{Effort, Row};

type State = SVector<f64, 6>;

/// Flights that are enough for the slower peer.
const SAMPLE: usize = 200;
/// Tolerances at which the peer's error is about ours.
const TOLERANCE: f64 = 1e-9;

/// Two of our vectors as one of the peer's, which builds on another release of nalgebra.
fn joined(first: &Vec3, second: &Vec3) -> State {
    State::from([first.x, first.y, first.z, second.x, second.y, second.z])
}

/// Drag and saturating lift, written for the peer.
struct Flight {
    drag: f64,
    lift: f64,
    bend: f64,
    axis: Vec3,
    gravity: f64,
}

impl Flight {
    fn new(physics: &Physics, spin: &Vec3) -> Self {
        let (Body { mass, radius }, Air { gravity, density }) = (physics.body, physics.air);
        let (cd, a, b) = match physics.aero {
            Aero::Saturating { cd, a, b } => (cd, a, b),
            Aero::Drag { cd } | Aero::Constant { cd, .. } => (cd, 0.0, 1.0),
            Aero::Vacuum => (0.0, 0.0, 1.0),
        };
        let area = density * physics.body.area() / (2.0 * mass);
        let rate = spin.norm();
        let axis = if rate > 0.0 { spin / rate } else { Vec3::zeros() };
        Self { drag: area * cd, lift: area * a, bend: radius * rate / b, axis, gravity }
    }
}

impl System<f64, State> for Flight {
    fn system(&self, _t: f64, y: &State, dy: &mut State) {
        let velocity = Vec3::new(y[3], y[4], y[5]);
        let speed = velocity.norm();
        let lift = self.lift * speed * (self.bend / speed).tanh();
        let acceleration =
            velocity * (-self.drag * speed) + self.axis.cross(&velocity) * lift - Vec3::z() * self.gravity;
        *dy = joined(&velocity, &acceleration);
    }
}

/// Two arcs: before and after the bounce.
struct Arcs {
    start: BallState,
    bounce_s: f64,
    after: BallState,
}

fn integrate(physics: &Physics, from: &BallState, duration_s: f64) -> Vec3 {
    let y = joined(&from.position, &from.velocity);
    let law = Flight::new(physics, &from.spin);
    let (step, most_steps, stiff_every) = (0.0, 100_000, 1000);
    let mut stepper = Dop853::from_param(
        law,
        0.0,
        duration_s,
        duration_s,
        y,
        TOLERANCE,
        TOLERANCE,
        0.9,
        0.0,
        0.333,
        6.0,
        duration_s,
        step,
        most_steps,
        stiff_every,
        OutputType::Sparse,
    );
    // A peer that fails scores NaN, which is visible in the table.
    match stepper.integrate() {
        Ok(_) => stepper.y_out().last().map_or(Vec3::repeat(f64::NAN), |y| Vec3::new(y[0], y[1], y[2])),
        Err(_) => Vec3::repeat(f64::NAN),
    }
}

/// Our row compared with this peer.
pub(crate) fn versus(ours: &Row, flights: &Flights, effort: Effort) -> Row {
    let around = Court::STANDARD.surroundings();
    let arcs: Vec<Arcs> = flights
        .starts
        .iter()
        .take(SAMPLE)
        .filter_map(|start| {
            let settings = Settings { markers: false, ..Settings::EXACT };
            let mut sim = BallSim::with_settings(&flights.physics, &around, *start, 0.0, settings);
            let bounce = sim.next_event(DURATION_S)?;
            Some(Arcs { start: *start, bounce_s: bounce.t_s, after: bounce.after })
        })
        .collect();
    let mut ends = Vec::new();
    let ns = least_ns(effort, || {
        ends = arcs
            .iter()
            .map(|arc| {
                std::hint::black_box(integrate(&flights.physics, &arc.start, arc.bounce_s));
                integrate(&flights.physics, &arc.after, DURATION_S - arc.bounce_s)
            })
            .collect();
    });
    let mut row = ours.clone();
    row.name = "the same, bounce given to the peer".into();
    row.versus("ode_solvers 0.6 Dop853", ns / arcs.len() as f64, Some(flights.errors_m(&ends)))
}
