//! The result of a route planner.

/// Trips: the first from where the robot is, the others from home; each ends at home.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Numbers of balls, from 0, in the order in which they are collected. The first trip may be empty: straight home.
    pub trips: Vec<Vec<usize>>,
    /// Length of the whole path, m.
    pub length_m: f64,
    /// Sum of the angles turned: at the beginning, at each ball, and at home between trips, rad.
    pub turning_rad: f64,
    /// Length and turning together as the planner counts them, m.
    pub cost_m: f64,
}
