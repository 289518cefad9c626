//! Results of a run.

use crate::picker::behavior::State;
use crate::picker::{Motion, Pose2, StereoCamera};

/// A ball that came in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// Its number, from 0.
    pub ball: usize,
    /// When, s.
    pub at_s: f64,
    /// Which trip from home, from 0.
    pub trip: usize,
}

/// Time, distance and turning of a drive.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct DriveStats {
    /// s.
    pub time_s: f64,
    /// m.
    pub length: f64,
    /// Sum of the angles turned, rad.
    pub turning: f64,
}

impl std::ops::AddAssign for DriveStats {
    fn add_assign(&mut self, more: Self) {
        self.time_s += more.time_s;
        self.length += more.length;
        self.turning += more.turning;
    }
}

/// Result of clearing a floor.
#[derive(Debug, Clone, PartialEq)]
pub struct FloorRun {
    /// Balls in the order in which they came in.
    pub visits: Vec<Visit>,
    /// Balls that were launched into the feeder.
    pub launched: usize,
    /// Balls that were left on the floor.
    pub left: usize,
    /// Duration from the first step to rest, s.
    pub time_s: f64,
    /// The trips that brought balls home, added up: from the first plan on, without the time in which the track was
    /// emptied [paper 002, eq. 29].
    pub under_way: DriveStats,
    /// The camera as the robot found it to be.
    pub camera: StereoCamera,
    /// States of the behavior, each with its start time, s.
    pub states: Vec<(f64, State)>,
    /// The longest time without a ball coming in while some were reachable and the robot was not charging, s.
    pub longest_wait_s: f64,
}

/// The robot and what it does, at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// s.
    pub now_s: f64,
    /// Its true pose.
    pub pose: Pose2,
    /// Its estimated pose.
    pub believed: Pose2,
    /// Its motion.
    pub motion: Motion,
    /// State of its behavior.
    pub state: State,
}

impl FloorRun {
    /// The balls in the order in which they came in, one list for each trip.
    #[must_use]
    pub fn trips(&self) -> Vec<Vec<usize>> {
        let same_trip = |a: &Visit, b: &Visit| a.trip == b.trip;
        self.visits.chunk_by(same_trip).map(|trip| trip.iter().map(|visit| visit.ball).collect()).collect()
    }
}
