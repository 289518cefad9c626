//! Why there is no optimum.

use thiserror::Error;

/// Why a minimisation was not begun, or what it lacks at its end.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum OptimiseError {
    /// The problem has no variable.
    #[error("the problem has no variables; it needs at least one")]
    NoVariables,
    /// Bounds that leave nothing between them, or everything.
    #[error("bounds of variable {variable} are {low} and {high}; allowed: finite, the first not above the second")]
    Bounds {
        /// Which variable, from 0.
        variable: usize,
        /// Its lower bound.
        low: f64,
        /// Its upper bound.
        high: f64,
    },
    /// A setting of a method or a stop that makes no sense.
    #[error("{name} is {value}; allowed: {allowed}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// What it is.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// No point that keeps the constraints was found.
    #[error("no feasible point in {evaluations} evaluations: the nearest breaks the constraints by {violation}")]
    Infeasible {
        /// The least violation seen.
        violation: f64,
        /// Points that were judged.
        evaluations: u64,
    },
    /// Points that keep the constraints were found, but their costs are all infinite or not numbers.
    #[error("no finite cost in {evaluations} evaluations")]
    NoFiniteCost {
        /// Points that were judged.
        evaluations: u64,
    },
}

impl OptimiseError {
    /// Refuses a setting unless it is as it should be.
    pub(super) fn unless(good: bool, name: &'static str, value: f64, allowed: &'static str) -> Result<(), Self> {
        if good { Ok(()) } else { Err(Self::Setting { name, value, allowed }) }
    }
}
