//! The plan: which balls, in which order, and where to steer for the next one.

use super::surroundings::Surroundings;
use super::{MappedBall, Robot};
use crate::optimise;
use crate::picker::routing::RoutePlanner;
use crate::picker::{Body, Point2, Pose2};

/// A ball, or home.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stop {
    /// The ball's number in the map; none at home.
    pub(super) id: Option<u64>,
    pub(super) place: Point2,
}

impl Stop {
    pub(super) const HOME: Self = Self { id: None, place: Point2::new(0.0, 0.0) };
}

/// Steps of the search for a plan: a few milliseconds.
const STEPS: u64 = 299;
/// Number of nearest balls in a plan: far more than one trip holds.
const MOST: usize = 300;
/// Lateral clearance to the brush's edge that is kept when corners are cut, m.
const EDGE: f64 = 0.05;

/// The planned trips over balls of the map.
#[derive(Debug, Clone, Default)]
pub(super) struct Intent {
    /// Trips by the balls' numbers in the map; the first is under way.
    trips: Vec<Vec<u64>>,
    /// The balls for which they were planned, and the capacity left for them.
    planned: Vec<u64>,
    capacity_left: usize,
}

impl Intent {
    /// Whether it was made for these balls and this capacity.
    pub(super) fn is_for<'a>(&self, balls: impl Iterator<Item = &'a MappedBall>, capacity_left: usize) -> bool {
        capacity_left == self.capacity_left && balls.map(|ball| ball.id).eq(self.planned.iter().copied())
    }

    /// Plans for balls and the capacity left for them; the search begins with the previous plan.
    pub(super) fn plan(
        &mut self,
        pose: &Pose2,
        balls: &[MappedBall],
        capacity_left: usize,
        robot: &Robot,
        around: &Surroundings,
    ) {
        self.planned = balls.iter().map(|ball| ball.id).collect();
        self.capacity_left = capacity_left;
        let mut near = balls.to_vec();
        if near.len() > MOST {
            near.sort_by(|a, b| (a.place - pose.place).norm().total_cmp(&(b.place - pose.place).norm()));
            near.truncate(MOST);
        }
        let number = |id: &u64| near.iter().position(|ball| ball.id == *id);
        let known: Vec<Vec<usize>> = self.trips.iter().map(|trip| trip.iter().filter_map(number).collect()).collect();
        let floor = around.floor(near.iter().map(|ball| ball.place));
        let planner =
            floor.ok().and_then(|floor| RoutePlanner::new(floor, *pose, capacity_left, robot.drive.turning_loss).ok());
        let plan = planner.map(|planner| planner.plan(&known, 1, &optimise::Stop::after(STEPS)));
        let ids = |trip: &Vec<usize>| trip.iter().map(|ball| near[*ball].id).collect();
        self.trips = plan.map_or_else(Vec::new, |plan| plan.trips.iter().map(ids).collect());
        // An empty robot does not drive home first.
        if capacity_left == robot.body.capacity && self.trips.first().is_some_and(Vec::is_empty) {
            self.trips.remove(0);
        }
    }

    /// Forgets the plan.
    pub(super) fn drop(&mut self) {
        *self = Self::default();
    }

    /// The balls of the trip under way.
    pub(super) fn trip(&self) -> impl Iterator<Item = u64> {
        self.trips.first().into_iter().flatten().copied()
    }

    /// The next ball of the trip under way, and the one after it.
    pub(super) fn next(&self) -> [Option<u64>; 2] {
        let trip = self.trips.first().map_or(&[][..], Vec::as_slice);
        [0, 1].map(|index| trip.get(index).copied())
    }
}

/// Where to steer for a ball when another stop comes after it: to that side of it, as far as the brush's width allows,
/// so that the path to the next is shorter.
pub(super) fn aim_at(ball: &Point2, from: &Pose2, next: &Point2, body: &Body) -> Point2 {
    let Some(ahead) = (ball - from.place).try_normalize(1e-9) else { return *ball };
    let left = Point2::new(-ahead.y, ahead.x);
    let Some(onward) = (next - ball).try_normalize(1e-9) else { return *ball };
    let sideways = onward.dot(&left);
    let turn = if onward.dot(&ahead) < 0.0 { sideways.signum() } else { (2.0 * sideways).clamp(-1.0, 1.0) };
    ball + left * (turn * (body.brush_width / 2.0 - EDGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_corner_is_cut_on_the_side_of_the_next_stop_within_the_brush() {
        let (from, ball, body) = (Pose2::home(), Point2::new(2.0, 0.0), Body::PAPER);
        let aside = |next: Point2| aim_at(&ball, &from, &next, &body);
        let most = body.brush_width / 2.0 - EDGE;
        for (next, side) in [((2.0, 3.0), 1.0), ((2.0, -3.0), -1.0), ((0.0, 1.0), 1.0), ((4.0, -0.5), -1.0)] {
            let aim = aside(Point2::new(next.0, next.1));
            assert!(aim.y * side > 0.0 && aim.y.abs() <= most + 1e-12 && (aim.x - 2.0).abs() < 1e-12, "{aim:?}");
        }
        assert_eq!(aside(Point2::new(5.0, 0.0)), ball);
        assert_eq!(aim_at(&ball, &Pose2 { place: ball, heading: 0.0 }, &Point2::zeros(), &body), ball);
    }
}
