//! Why a ball cannot be returned as requested.

/// Why there is no return.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum AimError {
    /// The target is not on the other half, or too near a line.
    #[error(
        "the target ({x}, {y}) m is not on the other half: x must be from {far:.4} to {near:.4} m, y from -{side:.4} \
         to {side:.4} m"
    )]
    Target {
        /// Where it is, m.
        x: f64,
        /// Where it is, m.
        y: f64,
        /// Least x, m.
        far: f64,
        /// Greatest x, m.
        near: f64,
        /// Greatest distance from the middle line, m.
        side: f64,
    },
    /// The ball is struck on the wrong side of the net.
    #[error("the ball is struck at x = {x} m: it must be on the home side, beyond {least} m")]
    Behind {
        /// Where it is, m.
        x: f64,
        /// Least x, m.
        least: f64,
    },
    /// The straight line is the flattest path, and it passes higher than requested.
    #[error(
        "net: no path from {height_m:.3} m high, {distance_m:.2} m behind the net, passes {clearance_m:.3} m above it \
         and falls to the target. A straight line, the flattest path, passes {straight_m:.3} m above it already"
    )]
    Net {
        /// Height of the stroke, m.
        height_m: f64,
        /// Its distance from the net, m.
        distance_m: f64,
        /// Requested clearance between ball and net, m.
        clearance_m: f64,
        /// Clearance of the straight line, m.
        straight_m: f64,
    },
    /// No racket face sends the ball to the target.
    #[error("no racket sends this ball to the target: {}", nearest(*miss_m))]
    NoPath {
        /// Distance left, m; infinite when nothing that was tried comes down behind the net.
        miss_m: f64,
    },
    /// The paper's scheme finds no face.
    #[error("the paper's scheme finds no face that gives the ball its velocity: {left_m_s:.3} m/s are left")]
    Scheme {
        /// Size of the equations' remainder, m/s.
        left_m_s: f64,
    },
    /// The paper's scheme finds a face that moves away from the ball.
    #[error("the paper's scheme finds a face that moves away from the ball at {away_m_s:.3} m/s")]
    MovesAway {
        /// Speed along the normal at which both part, m/s.
        away_m_s: f64,
    },
}

fn nearest(miss_m: f64) -> String {
    if miss_m.is_finite() {
        return format!("the nearest that was found misses it by {miss_m:.3} m");
    }
    "none that was tried brings it down behind the net".to_owned()
}
