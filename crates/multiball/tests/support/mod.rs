//! What several laws share.

mod minimisation;
mod schooling;

pub(crate) use minimisation::{function, methods, rastrigin, rosenbrock, sphere};
pub(crate) use schooling::schooling;
