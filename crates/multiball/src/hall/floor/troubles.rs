//! Random disturbances on a floor while the robot works.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::picker::Point2;

/// Rates of disturbances, and the region in which they occur.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Troubles {
    /// New balls an hour, at random positions.
    pub balls_per_hour: f64,
    /// Balls that somebody picks up, an hour.
    pub taken_per_hour: f64,
    /// Balls that somebody kicks, an hour.
    pub kicked_per_hour: f64,
    /// Boxes that somebody puts down an hour; the robot detects them only by its bumper.
    pub boxes_per_hour: f64,
    /// How long a box stays, s.
    pub box_stays_s: f64,
    /// Times an hour that fixes fail.
    pub outages_per_hour: f64,
    /// How long they fail, s.
    pub outage_s: f64,
    /// Half the side of the square around home in which disturbances occur, m.
    pub half_side: f64,
}

impl Troubles {
    /// A busy training hall. All assumed.
    pub const BUSY: Self = Self {
        balls_per_hour: 240.0,
        taken_per_hour: 12.0,
        kicked_per_hour: 24.0,
        boxes_per_hour: 12.0,
        box_stays_s: 120.0,
        outages_per_hour: 12.0,
        outage_s: 15.0,
        half_side: 5.0,
    };
}

/// Outlines of the obstacles in a busy hall, m: a table on four legs, under which the robot can drive, and a bench with
/// people.
#[must_use]
pub fn busy_outlines() -> Vec<Vec<Point2>> {
    let rectangle = |x: f64, y: f64, width: f64, depth: f64| {
        [(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)].map(|(dx, dy)| Point2::new(x + dx, y + dy)).to_vec()
    };
    let legs = [(1.0, 1.0), (3.5, 1.0), (1.0, 2.3), (3.5, 2.3)].map(|(x, y)| rectangle(x, y, 0.1, 0.1));
    legs.into_iter().chain([rectangle(-4.0, -3.0, 2.5, 1.0)]).collect()
}

/// A disturbance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Trouble {
    /// A ball comes to lie.
    Ball(Point2),
    /// One of the balls, chosen by this number, is taken away.
    Taken(u64),
    /// One of the balls is kicked away at a velocity, m/s.
    Kicked(u64, Point2),
    /// A box stands until a time, s.
    Box(Point2, f64),
    /// There are no fixes for a time, s.
    Outage(f64),
}

/// Draws disturbances over time.
#[derive(Debug, Clone)]
pub(super) struct Disturbances {
    troubles: Troubles,
    rng: ChaCha8Rng,
}

impl Disturbances {
    pub(super) fn new(troubles: Troubles, rng: ChaCha8Rng) -> Self {
        Self { troubles, rng }
    }

    /// The disturbance of a step; mostly none.
    pub(super) fn draw(&mut self, now_s: f64, step_s: f64) -> Option<Trouble> {
        let troubles = self.troubles;
        let rates = [
            troubles.balls_per_hour,
            troubles.taken_per_hour,
            troubles.kicked_per_hour,
            troubles.boxes_per_hour,
            troubles.outages_per_hour,
        ];
        let mut draw = self.rng.random::<f64>() * 3600.0 / step_s;
        let which = rates.iter().position(|rate| {
            draw -= rate;
            draw < 0.0
        })?;
        Some(match which {
            0 => Trouble::Ball(self.somewhere()),
            1 => Trouble::Taken(self.rng.random::<u64>()),
            2 => Trouble::Kicked(self.rng.random::<u64>(), self.somewhere() * 0.2),
            3 => Trouble::Box(self.somewhere(), now_s + troubles.box_stays_s),
            _ => Trouble::Outage(troubles.outage_s),
        })
    }

    fn somewhere(&mut self) -> Point2 {
        let half = self.troubles.half_side;
        Point2::new(self.rng.random_range(-half..half), self.rng.random_range(-half..half))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn law_troubles_are_as_frequent_as_they_should_be() {
        let mut disturbances = Disturbances::new(Troubles::BUSY, ChaCha8Rng::seed_from_u64(1));
        let (mut balls, mut boxes, hours) = (0, 0, 20);
        for step in 0..hours * 3600 * 200 {
            match disturbances.draw(f64::from(step) * 0.005, 0.005) {
                Some(Trouble::Ball(place)) => {
                    assert!(place.amax() <= Troubles::BUSY.half_side);
                    balls += 1;
                }
                Some(Trouble::Box(..)) => boxes += 1,
                _ => {}
            }
        }
        // Five standard deviations of the Poisson distribution.
        let expected = |per_hour: f64| per_hour * f64::from(hours);
        for (count, mean) in [(balls, expected(240.0)), (boxes, expected(12.0))] {
            assert!((f64::from(count) - mean).abs() < 5.0 * mean.sqrt(), "{count} of {mean}");
        }
    }
}
