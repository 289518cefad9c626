//! Errors of a calibration.

/// Why a camera could not be calibrated.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum CalibrationError {
    /// An image without pixels.
    #[error("an image of {width} x {height} pixels is no image; both must be at least 1")]
    NoImage {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Too few views.
    #[error(
        "{given} {} given; it takes at least {needed}, the board tilted differently in each",
        if *given == 1 { "view of the board is" } else { "views of the board are" }
    )]
    TooFewViews {
        /// Views given.
        given: usize,
        /// Views needed.
        needed: usize,
    },
    /// A view with too few corners.
    #[error("view {view} has {given} corners; each view needs at least {needed}")]
    TooFewCorners {
        /// Which view, counted from 1.
        view: usize,
        /// Its corners.
        given: usize,
        /// Corners needed.
        needed: usize,
    },
    /// No more equations than unknowns.
    #[error("all views have {corners} corners, {} numbers; {unknowns} are to be found and more numbers than that are \
        needed", 2 * corners)]
    TooFewNumbers {
        /// Corners of all views.
        corners: usize,
        /// Numbers to be found: those of the lens and six for each view.
        unknowns: usize,
    },
    /// A coordinate that is no number, or too great to be one of a board or an image.
    #[error("view {view}, corner {corner}: a coordinate is {value}; it must lie between -{most} and {most}")]
    Coordinate {
        /// Which view, counted from 1.
        view: usize,
        /// Which corner of it, counted from 1.
        corner: usize,
        /// The coordinate, m or px.
        value: f64,
        /// The greatest that is allowed.
        most: f64,
    },
    /// The corners of a view lie on a line, on the board or in the image.
    #[error(
        "view {view}: its corners lie on a line within {flatness:.1e} of their extent, on the board or in the image; \
         it must be more than {least:.0e}"
    )]
    Collinear {
        /// Which view, counted from 1.
        view: usize,
        /// Least over greatest spread of the corners.
        flatness: f64,
        /// The least that is enough.
        least: f64,
    },
    /// The views do not determine the lens.
    #[error(
        "the views do not determine the lens: the boards are tilted against each other by at most {tilt_deg:.1} \
         degrees. An error of 1 px would change the focal length by {per_px:.2} of itself (allowed: {allowed}). Tilt \
         the board by 20 degrees and more, about different axes"
    )]
    Undetermined {
        /// The greatest angle between two boards, deg; rough where there is no lens at all.
        tilt_deg: f64,
        /// Relative standard deviation of the focal length at one pixel of noise; infinite where none is found.
        per_px: f64,
        /// The most that is allowed of it.
        allowed: f64,
    },
    /// The least squares did not settle.
    #[error(
        "no lens was found in {iterations} iterations; the corners are then {rms_px:.3} px from where the lens puts \
         them"
    )]
    NotConverged {
        /// Iterations done.
        iterations: usize,
        /// Reprojection error reached, px.
        rms_px: f64,
    },
}
