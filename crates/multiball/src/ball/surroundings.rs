//! The solids around the ball.

use super::{BallState, Room};
use crate::geometry::{Cuboid, Vec3};

/// What a ball can touch besides rackets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surroundings {
    /// The table top as a slab; its upper face is the playing surface.
    pub table: Cuboid,
    /// The net as a sheet in the plane x = 0.
    pub net: Cuboid,
    /// Height of the floor, m.
    pub floor_z: f64,
    /// The walls around, if there are any.
    pub room: Option<Room>,
}

/// Why a ball cannot be where it is said to be.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PlacementError {
    /// A coordinate is NaN or infinite.
    #[error("the ball's position, velocity and spin must be finite numbers, not {0}")]
    NotFinite(f64),
    /// The ball overlaps the table.
    #[error(
        "the ball is inside the table by {depth_mm:.3} mm: its centre ({x}, {y}, {z}) m must be {radius} m away from \
         the slab"
    )]
    InTable {
        /// Overlap.
        depth_mm: f64,
        /// Centre.
        x: f64,
        /// Centre.
        y: f64,
        /// Centre.
        z: f64,
        /// Radius of the ball, m.
        radius: f64,
    },
    /// The ball overlaps the net.
    #[error(
        "the ball is inside the net by {depth_mm:.3} mm: its centre ({x}, {y}, {z}) m must be {radius} m away from \
         the sheet at x = 0"
    )]
    InNet {
        /// Overlap.
        depth_mm: f64,
        /// Centre.
        x: f64,
        /// Centre.
        y: f64,
        /// Centre.
        z: f64,
        /// Radius of the ball, m.
        radius: f64,
    },
    /// The ball lies below the floor.
    #[error("the ball is below the floor: its centre's z = {z} m must be at least {lowest} m")]
    BelowFloor {
        /// Height of the centre.
        z: f64,
        /// Least height of the centre.
        lowest: f64,
    },
    /// The ball reaches into a wall or is behind it.
    #[error(
        "the ball is inside a wall by {depth_mm:.3} mm: its centre ({x}, {y}) m must be {radius} m away from the walls"
    )]
    InWall {
        /// Overlap.
        depth_mm: f64,
        /// Centre.
        x: f64,
        /// Centre.
        y: f64,
        /// Radius of the ball, m.
        radius: f64,
    },
}

impl Surroundings {
    /// Overlap that is taken for touching, m: input is often rounded to the micrometre.
    const TOUCHING: f64 = 1e-6;

    /// Nothing but air: table, net and floor lie so far below that no throw of a player's reaches them, and there are
    /// no walls.
    #[must_use]
    pub fn far_below() -> Self {
        let deep = Cuboid { center: Vec3::new(0.0, 0.0, -1e6), half: Vec3::zeros() };
        Self { table: deep, net: deep, floor_z: -1e6, room: None }
    }

    /// Checks that a ball of the given radius can be there.
    ///
    /// # Errors
    /// When a number is not finite or the ball overlaps a solid.
    pub fn check(&self, ball: &BallState, radius: f64) -> Result<(), PlacementError> {
        let numbers = [ball.position, ball.velocity, ball.spin];
        if let Some(bad) = numbers.iter().flat_map(|v| v.iter()).find(|c| !c.is_finite()) {
            return Err(PlacementError::NotFinite(*bad));
        }
        let [x, y, z] = ball.position.into();
        let depth = |solid: &Cuboid| radius - solid.nearest(&ball.position).distance;
        let (in_table, in_net) = (depth(&self.table), depth(&self.net));
        if in_table > Self::TOUCHING {
            return Err(PlacementError::InTable { depth_mm: in_table * 1e3, x, y, z, radius });
        }
        if in_net > Self::TOUCHING {
            return Err(PlacementError::InNet { depth_mm: in_net * 1e3, x, y, z, radius });
        }
        let lowest = self.floor_z + radius;
        if z < lowest - Self::TOUCHING {
            return Err(PlacementError::BelowFloor { z, lowest });
        }
        let in_wall = self.room.map_or(f64::NEG_INFINITY, |room| room.depth(&ball.position, radius));
        if in_wall > Self::TOUCHING {
            return Err(PlacementError::InWall { depth_mm: in_wall * 1e3, x, y, radius });
        }
        Ok(())
    }
}
