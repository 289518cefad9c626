//! Errors of triangulation.

/// Why a point could not be triangulated.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum TriangulationError {
    /// One camera or none.
    #[error("{given} cameras see the point; it takes at least 2")]
    TooFew {
        /// Cameras given.
        given: usize,
    },
    /// A standard deviation that is not positive and finite.
    #[error("the standard deviation of a pixel is {pixel_sd} px; it must be above 0 and finite")]
    Deviation {
        /// The value, px.
        pixel_sd: f64,
    },
    /// A pixel that is no number.
    #[error("camera {number}: the pixel is not finite; it must be")]
    NotFinite {
        /// Which camera, counted from 1.
        number: usize,
    },
    /// A pixel that the lens does not image.
    #[error(
        "camera {number}: the lens has no line of sight for the pixel ({x:.1}, {y:.1}); its distortion folds back there"
    )]
    NoRay {
        /// Which camera, counted from 1.
        number: usize,
        /// Column, px.
        x: f64,
        /// Row, px.
        y: f64,
    },
    /// Lines of sight that do not meet.
    #[error(
        "the lines of sight are parallel: the greatest sine between them and the first is {sine:.1e}; it must be at \
         least {least:.0e}"
    )]
    Parallel {
        /// Greatest sine of an angle with the first line.
        sine: f64,
        /// The least that is enough.
        least: f64,
    },
    /// The lines of sight meet behind a camera, or where its lens images nothing.
    #[error(
        "the lines of sight come nearest at a depth of {depth_m:.3} m from camera {number}, where it sees nothing; \
         depths must be above 0 and within the lens's field"
    )]
    Behind {
        /// Which camera, counted from 1.
        number: usize,
        /// Depth in front of it, m.
        depth_m: f64,
    },
    /// The least squares did not settle.
    #[error("no point explains the pixels: {squares:.3e} px² are left and no step lessens them")]
    NotConverged {
        /// Sum of squared residuals reached, px².
        squares: f64,
    },
}
