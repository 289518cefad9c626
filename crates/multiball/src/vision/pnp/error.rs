//! Errors of locating a camera.

/// Why the pose of a camera could not be found.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PnpError {
    /// Too few points.
    #[error("{given} points are given; the pose of a camera takes at least {needed}")]
    TooFew {
        /// Points given.
        given: usize,
        /// Points needed.
        needed: usize,
    },
    /// A standard deviation that is not positive and finite.
    #[error("the standard deviation of a pixel is {pixel_sd} px; it must be above 0 and finite")]
    Deviation {
        /// The value, px.
        pixel_sd: f64,
    },
    /// A coordinate that is no number, or too great to be one of a hall or an image.
    #[error("point {number}: a coordinate is {value}; it must lie between -{most} and {most}")]
    Coordinate {
        /// Which point, counted from 1.
        number: usize,
        /// The coordinate, m or px.
        value: f64,
        /// The greatest that is allowed.
        most: f64,
    },
    /// A pixel that the lens does not image.
    #[error(
        "point {number}: the lens has no line of sight for the pixel ({x:.1}, {y:.1}); its distortion folds back there"
    )]
    NoRay {
        /// Which point, counted from 1.
        number: usize,
        /// Column, px.
        x: f64,
        /// Row, px.
        y: f64,
    },
    /// All points are one.
    #[error("all {points} points are at one place; they must lie apart, and not on a line")]
    OnePoint {
        /// Points given.
        points: usize,
    },
    /// All points on a line: the camera could turn about it.
    #[error("the points lie on a line within {flatness:.1e} of their extent; it must be more than {least:.0e}")]
    Collinear {
        /// Second over greatest spread.
        flatness: f64,
        /// The least that is enough.
        least: f64,
    },
    /// The best pose does not explain the pixels.
    #[error(
        "the best pose leaves pixels off by {off_px:.2} px along each axis; up to {most_px:.2} px may be noise. \
         The worst is point {number}, {worst_px:.1} px from where the pose puts it"
    )]
    Unexplained {
        /// Standard deviation of the pixels' errors along each axis, px.
        off_px: f64,
        /// The most that is allowed of it.
        most_px: f64,
        /// The point that is farthest off, counted from 1.
        number: usize,
        /// Its distance, px.
        worst_px: f64,
    },
    /// No pose fits.
    #[error(
        "no pose was found from which all {points} points lie in front of the camera and where the lens images them"
    )]
    NoPose {
        /// Points given.
        points: usize,
    },
}
