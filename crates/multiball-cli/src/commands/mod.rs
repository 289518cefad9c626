//! Each command: from arguments to a report, which is then printed as text or JSON.

pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod calibrate;
pub(crate) mod completions;
mod corner_check;
mod corner_file;
pub(crate) mod detect;
mod film;
pub(crate) mod fk;
pub(crate) mod frames;
pub(crate) mod ik;
pub(crate) mod plan;
pub(crate) mod play;
mod pose;
pub(crate) mod predict;
mod record;
pub(crate) mod reproduce;
mod robots;
mod sampled;
pub(crate) mod serve;
mod session;
pub(crate) mod shot;
pub(crate) mod stroke;
mod timing;
pub(crate) mod track;
pub(crate) mod urdf;
pub(crate) mod watch;
