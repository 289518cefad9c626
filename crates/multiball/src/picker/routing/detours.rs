//! Ways around obstacles between all balls of a floor.

use std::sync::Arc;

use super::Obstacles;
use super::obstacles::View;
use super::path::Path;
use crate::picker::Point2;

/// The shortest ways between home and all balls.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Detours {
    pub(super) obstacles: Arc<Obstacles>,
    /// Home and balls.
    nodes: usize,
    ways: Vec<Path>,
}

impl Detours {
    /// Numbers of the balls to which no way leads, where there are such.
    pub(super) fn new(obstacles: &Arc<Obstacles>, balls: &[Point2]) -> Result<Self, Vec<usize>> {
        let unreachable = obstacles.unreachable(balls);
        if !unreachable.is_empty() {
            return Err(unreachable);
        }
        let views: Vec<View> =
            std::iter::once(&Point2::zeros()).chain(balls).map(|place| obstacles.view(place)).collect();
        let nodes = views.len();
        let straight = Path::straight(&Point2::zeros(), &Point2::zeros(), 0.0);
        let mut ways = vec![straight; nodes * nodes];
        for (to, there) in views.iter().enumerate() {
            for (from, here) in views[..to].iter().enumerate() {
                // All are reached from home, so each from each.
                let way = obstacles.between(here, there).unwrap_or(straight);
                ways[from * nodes + to] = way;
                ways[to * nodes + from] = way.back();
            }
        }
        Ok(Self { obstacles: Arc::clone(obstacles), nodes, ways })
    }

    /// Those of some balls, counted from 0.
    pub(super) fn only(&self, balls: &[usize]) -> Self {
        let kept = || std::iter::once(0).chain(balls.iter().map(|ball| ball + 1));
        let ways = kept().flat_map(|from| kept().map(move |to| (from, to))).map(|(from, to)| *self.way(from, to));
        Self { obstacles: Arc::clone(&self.obstacles), nodes: balls.len() + 1, ways: ways.collect() }
    }

    /// The way between two balls, counted from 1, or home, 0.
    pub(super) fn way(&self, from: usize, to: usize) -> &Path {
        &self.ways[from * self.nodes + to]
    }
}
