//! Shortest paths around obstacles between all balls of a floor.

use std::sync::Arc;

use super::Obstacles;
use super::obstacles::View;
use super::path::Path;
use crate::picker::Point2;

/// The shortest paths between home and all balls.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Detours {
    pub(super) obstacles: Arc<Obstacles>,
    /// Home and balls.
    nodes: usize,
    paths: Vec<Path>,
}

impl Detours {
    /// The paths between home and balls, or as an error the numbers of the balls that cannot be reached.
    pub(super) fn new(obstacles: &Arc<Obstacles>, balls: &[Point2]) -> Result<Self, Vec<usize>> {
        let unreachable = obstacles.unreachable(balls);
        if !unreachable.is_empty() {
            return Err(unreachable);
        }
        let views: Vec<View> =
            std::iter::once(&Point2::zeros()).chain(balls).map(|place| obstacles.view(place)).collect();
        let nodes = views.len();
        let straight = Path::straight(&Point2::zeros(), &Point2::zeros(), 0.0);
        let mut paths = vec![straight; nodes * nodes];
        for (to, there) in views.iter().enumerate() {
            for (from, here) in views[..to].iter().enumerate() {
                // All can be reached from home, so each from each.
                let path = obstacles.between(here, there).unwrap_or(straight);
                paths[from * nodes + to] = path;
                paths[to * nodes + from] = path.back();
            }
        }
        Ok(Self { obstacles: Arc::clone(obstacles), nodes, paths })
    }

    /// The paths of some balls, counted from 0.
    pub(super) fn only(&self, balls: &[usize]) -> Self {
        let kept = || std::iter::once(0).chain(balls.iter().map(|ball| ball + 1));
        let paths = kept().flat_map(|from| kept().map(move |to| (from, to))).map(|(from, to)| *self.path(from, to));
        Self { obstacles: Arc::clone(&self.obstacles), nodes: balls.len() + 1, paths: paths.collect() }
    }

    /// The path between two balls, counted from 1, or home, 0.
    pub(super) fn path(&self, from: usize, to: usize) -> &Path {
        &self.paths[from * self.nodes + to]
    }
}
