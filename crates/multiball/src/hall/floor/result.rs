//! What came of a run.

use crate::picker::behavior::State;
use crate::picker::{Motion, Pose2};

/// When a ball came in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// Its number, from 0.
    pub ball: usize,
    /// When, s.
    pub at_s: f64,
    /// Which trip from home, from 0.
    pub trip: usize,
}

/// What a robot has done on its way.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct DriveStats {
    /// s.
    pub time_s: f64,
    /// m.
    pub length: f64,
    /// How much it turned, rad.
    pub turning: f64,
}

impl std::ops::AddAssign for DriveStats {
    fn add_assign(&mut self, more: Self) {
        self.time_s += more.time_s;
        self.length += more.length;
        self.turning += more.turning;
    }
}

/// How a floor was cleared.
#[derive(Debug, Clone, PartialEq)]
pub struct FloorRun {
    /// Balls in the order in which they came in.
    pub visits: Vec<Visit>,
    /// Balls that were launched into the feeder.
    pub launched: usize,
    /// Balls that were left on the floor.
    pub left: usize,
    /// From the first step to rest, s.
    pub time_s: f64,
    /// The trips that brought balls home, added up: from the first plan on, without the time in which the track was
    /// emptied [paper 002, eq. 29].
    pub under_way: DriveStats,
    /// What it did, from when on.
    pub works: Vec<(f64, State)>,
    /// The longest time that passed without a ball coming in while some lay where the robot gets to and it was not at
    /// the plug, s.
    pub longest_wait_s: f64,
}

/// The robot and what it does, at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// s.
    pub now_s: f64,
    /// Where it is.
    pub pose: Pose2,
    /// Where it believes to be.
    pub believed: Pose2,
    /// How it moves.
    pub motion: Motion,
    /// What it is about.
    pub work: State,
}

impl FloorRun {
    /// The balls in the order in which they came in, one list for each trip.
    #[must_use]
    pub fn trips(&self) -> Vec<Vec<usize>> {
        let same_trip = |a: &Visit, b: &Visit| a.trip == b.trip;
        self.visits.chunk_by(same_trip).map(|trip| trip.iter().map(|visit| visit.ball).collect()).collect()
    }
}
