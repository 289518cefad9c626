//! The floor plan of the hall: walls, obstacles, the players' zones, and the picker's home position.

use crate::ball::Room;
use crate::court::Court;
use crate::geometry::Vec3;
use crate::hall::{FloorFrame, world_from_floor};
use crate::opponent::{Human, Pillar};
use crate::picker::Point2;

/// The floor plan in the world's frame, m.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FloorPlan {
    /// Half the length and half the width.
    pub(super) half: [f64; 2],
    /// The picker's home position.
    pub(super) home: Point2,
    /// Mouth of the hopper.
    pub(super) hopper: Vec3,
    /// Outlines of the obstacles on the floor, without the walls.
    pub(super) things: Vec<Vec<Point2>>,
    /// Zones that the players need during a point.
    pub(super) zones: Vec<Vec<Point2>>,
}

/// The legs of the table of the rules: distances of their centres from its centre, and their thickness, m.
const LEGS: (f64, f64) = (1.05, 0.6);
const LEG: f64 = 0.06;
/// The serving arm's stand, at the corner of the table of the rules or behind the rails of a robot, with the sign of y
/// to be chosen, and the hopper: middle and side, m.
const STAND: (f64, f64) = (-1.55, 1.05);
const STAND_BEHIND_RAILS: (f64, f64) = (-2.3, 0.9);
const STAND_SIDE: f64 = 0.24;
const HOPPER: (f64, f64) = (-2.35, -1.75);
const HOPPER_SIDE: f64 = 0.3;
const HOPPER_HEIGHT: f64 = 0.55;
/// How far a person's trunk is from the ball in play, away from the racket side, in the mean of their strokes, m.
const TRUNK_ASIDE: f64 = 0.35;
/// Posts of the robots' rails: their centres next to the table, m.
const POSTS: [(f64, f64); 4] = [(0.05, 1.25), (0.05, -1.25), (2.15, 1.25), (2.15, -1.25)];
const POST_SIDE: f64 = 0.08;
/// A player's zone behind the end of the table: from, to, and half its width, m.
const ZONE: (f64, f64) = (1.45, 3.3);
const ZONE_HALF_WIDTH: f64 = 1.15;

impl FloorPlan {
    /// The floor plan of a hall of a size with the picker's home; `stand` is where a serving arm stands, and `robots`
    /// whether one plays at home and away.
    pub(super) fn new(size: [f64; 2], home: [f64; 2], stand: Option<Point2>, robots: [bool; 2], court: &Court) -> Self {
        let [along, across] = court.over_standard();
        let legs = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
            .map(|(x, y)| square(x * along * LEGS.0, y * across * LEGS.1, LEG));
        let posts = |sign: f64| POSTS.map(|(x, y)| square(sign * x, y, POST_SIDE));
        let mut things = legs.to_vec();
        for (there, sign) in robots.into_iter().zip([1.0, -1.0]) {
            things.extend(posts(sign).into_iter().filter(|_| there));
        }
        if let Some(stand) = stand {
            things.push(square(stand.x, stand.y, STAND_SIDE));
            things.push(square(HOPPER.0, HOPPER.1, HOPPER_SIDE));
        }
        let zone = |sign: f64| {
            let (near, far) = (sign * ZONE.0, sign * ZONE.1);
            let w = ZONE_HALF_WIDTH;
            vec![Point2::new(near, -w), Point2::new(far, -w), Point2::new(far, w), Point2::new(near, w)]
        };
        Self {
            half: size.map(|length| length / 2.0),
            home: home.into(),
            hopper: Vec3::new(HOPPER.0, HOPPER.1, HOPPER_HEIGHT - court.table_height),
            things,
            zones: vec![zone(1.0), zone(-1.0)],
        }
    }

    /// Where a serving arm stands so that it does not obstruct the player there: across from where they play when the
    /// home robot aims at `target_m`.
    pub(super) fn stand(target_m: [f64; 2], human: Option<&Human>, rails: bool, court: &Court) -> Point2 {
        let plays_y = target_m[1] - human.map_or(0.0, |human| TRUNK_ASIDE * human.racket_side());
        let nearer = Court::STANDARD.end_line() - court.end_line();
        let (x, y) = if rails { STAND_BEHIND_RAILS } else { (STAND.0 + nearer, STAND.1) };
        Point2::new(x, if plays_y < 0.0 { y } else { -y })
    }

    /// The stand as an obstacle for the opponent.
    pub(super) fn pillar(stand: &Point2) -> Pillar {
        Pillar { place: Vec3::new(stand.x, stand.y, 0.0), radius: STAND_SIDE / 2.0 }
    }

    /// Obstacles and walls in the picker's frame.
    pub(super) fn obstacles_from_home(&self) -> Vec<Vec<Point2>> {
        const THICK: f64 = 0.2;
        let [x, y] = self.half;
        let wall = |cx: f64, cy: f64, w: f64, d: f64| rectangle(cx, cy, w, d);
        let walls = [
            wall(x + THICK / 2.0, 0.0, THICK, 2.0 * y + 2.0 * THICK),
            wall(-x - THICK / 2.0, 0.0, THICK, 2.0 * y + 2.0 * THICK),
            wall(0.0, y + THICK / 2.0, 2.0 * x, THICK),
            wall(0.0, -y - THICK / 2.0, 2.0 * x, THICK),
        ];
        self.things.iter().cloned().chain(walls).map(|outline| self.all_from_home(&outline)).collect()
    }

    /// The picker's frame on the floor.
    pub(super) fn floor(&self) -> FloorFrame {
        world_from_floor(self.home)
    }

    /// The walls in the picker's frame.
    pub(super) fn room_from_home(&self) -> Room {
        let half = Point2::from(self.half);
        let [low, high] = [-half, half].map(|corner| self.floor().from_world(&corner).into());
        Room { low, high }
    }

    /// The zones in the picker's frame.
    pub(super) fn zones_from_home(&self) -> Vec<Vec<Point2>> {
        self.zones.iter().map(|zone| self.all_from_home(zone)).collect()
    }

    /// The picker's viewpoints in addition to home, in its frame: the mirror images of home at the other three corners,
    /// so that it sees every part of the floor.
    pub(super) fn viewpoints_from_home(&self) -> Vec<Point2> {
        let corners = [(-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        let floor = self.floor();
        corners.map(|(x, y)| floor.from_world(&Point2::new(x * self.home.x, y * self.home.y))).to_vec()
    }

    fn all_from_home(&self, outline: &[Point2]) -> Vec<Point2> {
        outline.iter().map(|corner| self.floor().from_world(corner)).collect()
    }

    /// Whether a round body of this radius at a position is in a zone.
    pub(super) fn is_in_zone(&self, place: &Point2, radius: f64) -> bool {
        self.zones.iter().any(|zone| {
            let (low, high) =
                zone.iter().fold((zone[0], zone[0]), |(low, high), corner| (low.inf(corner), high.sup(corner)));
            let nearest = place.sup(&low).inf(&high);
            (place - nearest).norm() < radius
        })
    }
}

fn square(x: f64, y: f64, side: f64) -> Vec<Point2> {
    rectangle(x, y, side, side)
}

/// A rectangle around a centre.
fn rectangle(x: f64, y: f64, width: f64, depth: f64) -> Vec<Point2> {
    [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
        .map(|(u, v)| Point2::new(x + u * width, y + v * depth))
        .to_vec()
}
