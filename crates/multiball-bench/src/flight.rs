//! One-second flights with drag, lift and one table bounce.

use multiball::ball::{BallSim, BallState, EventKind, Physics, Settings, Surroundings, TablePart};
use multiball::court::Court;
use multiball::geometry::Vec3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::clock::least_ns;
use crate::{Effort, Errors, Row, percentile};

/// Flights in the set.
const FLIGHTS: usize = 1000;
/// Length of each, s.
pub(crate) const DURATION_S: f64 = 1.0;
/// Note printed under the table.
pub(crate) const NOTE: &str =
    "flights: drag, saturating lift, one table bounce; errors at the end, against our own integrator at 1e-13";

/// A fixed set of flights and where they truly end.
pub(crate) struct Flights {
    pub(crate) physics: Physics,
    around: Surroundings,
    pub(crate) starts: Vec<BallState>,
    truth: Vec<Vec3>,
}

impl Flights {
    /// Rally balls of 4 to 10 m/s with spins up to 400 rad/s, those of them that bounce once on the table and touch
    /// nothing else.
    pub(crate) fn new() -> Self {
        let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut starts = Vec::with_capacity(FLIGHTS);
        while starts.len() < FLIGHTS {
            let mut between = |low: f64, high: f64| rng.random_range(low..high);
            let ball = BallState::new(
                Vec3::new(between(-1.5, -1.1), between(-0.4, 0.4), between(0.15, 0.45)),
                Vec3::new(between(4.0, 10.0), between(-1.0, 1.0), between(-0.5, 2.5)),
                Vec3::new(between(-50.0, 50.0), between(-300.0, 400.0), between(-100.0, 100.0)),
            );
            let mut sim = BallSim::new(&physics, &around, ball);
            let bounced =
                sim.next_event(DURATION_S).is_some_and(|event| event.kind == EventKind::Table(TablePart::Top));
            if bounced && sim.next_event(DURATION_S).is_none() {
                starts.push(ball);
            }
        }
        let mut flights = Self { physics, around, starts, truth: Vec::new() };
        flights.truth = flights.fly(Settings { markers: false, ..Settings::EXACT });
        flights
    }

    fn fly(&self, settings: Settings) -> Vec<Vec3> {
        let end = |start: &BallState| {
            let mut sim = BallSim::with_settings(&self.physics, &self.around, *start, 0.0, settings);
            while sim.next_event(DURATION_S).is_some() {}
            sim.state().position
        };
        self.starts.iter().map(end).collect()
    }

    /// Median and 99th percentile of the distance between ends and the truth, m.
    pub(crate) fn errors_m(&self, ends: &[Vec3]) -> Errors {
        let mut errors: Vec<f64> = ends.iter().zip(&self.truth).map(|(end, truth)| (end - truth).norm()).collect();
        errors.sort_by(f64::total_cmp);
        Errors { median: percentile(&errors, 50), p99: percentile(&errors, 99) }
    }

    pub(crate) fn measure(&self, effort: Effort) -> Row {
        let mut ends = Vec::new();
        let ns = least_ns(effort, || ends = std::hint::black_box(self.fly(Settings::FAST)));
        let mut row = Row::alone("flight of 1 s with a bounce", ns / FLIGHTS as f64);
        row.ours_error_m = Some(self.errors_m(&ends));
        row
    }
}
