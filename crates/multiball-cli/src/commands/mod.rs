//! Each command: from arguments to a report, which is then printed as text or JSON.

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod fk;
pub(crate) mod ik;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod predict;
mod record;
pub(crate) mod reproduce;
mod robots;
mod sampled;
pub(crate) mod serve;
mod session;
pub(crate) mod shot;
pub(crate) mod urdf;
