//! Why a serve is not possible.

use crate::ball::StrikeError;
use crate::court::Fault;
use crate::motion::LimitError;

/// A part of a [`super::ServeRequest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestField {
    /// The first bounce.
    OwnBounce,
    /// The second bounce.
    FarBounce,
    /// Spin about the level axis.
    Topspin,
    /// Spin about the upright axis.
    Sidespin,
    /// How far the toss rises.
    TossRise,
}

impl std::fmt::Display for RequestField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::OwnBounce => "own bounce",
            Self::FarBounce => "far bounce",
            Self::Topspin => "topspin",
            Self::Sidespin => "sidespin",
            Self::TossRise => "rise of the toss",
        })
    }
}

/// Why there is no such serve.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ServeError {
    /// The request is not one for a serve.
    #[error("{field}: {value} is not allowed; it must be {allowed}")]
    Request {
        /// Which part.
        field: RequestField,
        /// What was requested.
        value: f64,
        /// What could be.
        allowed: String,
    },
    /// No hit position allows the serve.
    #[error("{0}")]
    NoServe(Refusals),
    /// No velocity takes the ball to both points.
    #[error(
        "no velocity takes a ball struck at x = {hit_x:.3} m, z = {hit_z:.3} m to both bounces: the nearest misses by \
         {miss_m:.3} m"
    )]
    NoPath {
        /// Distance of the stroke from the net.
        hit_x: f64,
        /// Height of the stroke.
        hit_z: f64,
        /// What is left.
        miss_m: f64,
    },
    /// The ball touches the net, or nearly.
    #[error("the ball passes the net with a clearance of {clearance_m:.3} m")]
    Net {
        /// Clearance between ball and net; negative when it is hit.
        clearance_m: f64,
    },
    /// The path breaks the rules of a serve.
    #[error("the ball {what}")]
    NotLegal {
        /// What it does.
        what: &'static str,
    },
    /// No racket face gives the ball this velocity and spin.
    #[error("{0}")]
    Strike(#[from] StrikeError),
    /// The arm does not reach the racket's position and attitude.
    #[error("the racket's pose is {by_m:.3} m out of the arm's reach")]
    OutOfReach {
        /// Distance missing.
        by_m: f64,
    },
    /// The arm reaches it only with a joint beyond its range.
    #[error("the arm holds the racket at ({:.3}, {:.3}, {:.3}) m only with a joint beyond its \
        range", at[0], at[1], at[2])]
    JointRange {
        /// Centre of the racket.
        at: [f64; 3],
    },
    /// The stroke needs faster joints.
    #[error("the stroke needs {needed_rad_s:.2} rad/s of joint {number}, which has {limit_rad_s:.2} rad/s")]
    TooFast {
        /// The joint that is farthest beyond its limit, counted from 1.
        number: usize,
        /// What it would need.
        needed_rad_s: f64,
        /// What it has.
        limit_rad_s: f64,
    },
    /// The swing breaks a joint's limit.
    #[error("{0}")]
    Swing(#[from] LimitError),
    /// The swing comes too near to the table or the arm's own post, or the ball to the post.
    #[error("the racket would strike the table or the arm's post, or the ball the post")]
    Collision,
    /// The referee calls a fault.
    #[error("fault: {0}")]
    Fault(Fault),
    /// The ball touches the net.
    #[error("the served ball touches the net: let")]
    Let,
    /// The ball goes elsewhere.
    #[error("the ball bounces {by_m:.2e} m from where it should")]
    Missed {
        /// Distance.
        by_m: f64,
    },
}

/// Why the tried candidates were refused: counts by reason, with the best value of each.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Refusals {
    /// No velocity leads to both bounces.
    pub path: u32,
    /// Too near to the net, or against the rules.
    pub net: u32,
    /// The greatest clearance over the net among those, m.
    pub best_net_clearance_m: Option<f64>,
    /// No racket gives such a spin.
    pub spin: u32,
    /// The arm does not reach, or only beyond a joint's range.
    pub reach: u32,
    /// The joints are too slow.
    pub speed: u32,
    /// The least speed of the fastest joint among those, rad/s, and its limit.
    pub least_speed_rad_s: Option<(f64, f64)>,
    /// The swing does not fit into the joints' ranges and accelerations, or strikes something.
    pub swing: u32,
}

impl Refusals {
    pub(super) fn count(&mut self, error: &ServeError) {
        match error {
            ServeError::NoPath { .. } => self.path += 1,
            ServeError::Net { clearance_m } => {
                self.net += 1;
                self.best_net_clearance_m =
                    Some(self.best_net_clearance_m.map_or(*clearance_m, |best| best.max(*clearance_m)));
            }
            ServeError::NotLegal { .. } => self.net += 1,
            ServeError::Strike(_) => self.spin += 1,
            ServeError::OutOfReach { .. } | ServeError::JointRange { .. } => self.reach += 1,
            ServeError::TooFast { needed_rad_s, limit_rad_s, .. } => {
                self.speed += 1;
                let (share, least) = (needed_rad_s / limit_rad_s, self.least_speed_rad_s);
                if least.is_none_or(|(needed, limit)| share < needed / limit) {
                    self.least_speed_rad_s = Some((*needed_rad_s, *limit_rad_s));
                }
            }
            _ => self.swing += 1,
        }
    }
}

impl std::fmt::Display for Refusals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, net, best_net_clearance_m, spin, reach, speed, least_speed_rad_s, swing } = self;
        write!(f, "no hit position allows the serve: of {} candidates", path + net + spin + reach + speed + swing)?;
        write!(f, " {path} lead to no such bounces, {net} pass the net too low (less than 5 mm) or break the rules")?;
        if let Some(clearance) = best_net_clearance_m {
            write!(f, " (greatest clearance {:.0} mm)", 1e3 * clearance)?;
        }
        write!(
            f,
            ", {spin} need more spin than this rubber gives, {reach} are out of the arm's reach, {speed} are too \
             fast"
        )?;
        if let Some((least, limit)) = least_speed_rad_s {
            write!(f, " (least {:.1} deg/s, limit {:.1})", least.to_degrees(), limit.to_degrees())?;
        }
        write!(f, ", {swing} have no swing within the arm's limits; other bounces, less spin or a higher toss may do")
    }
}
