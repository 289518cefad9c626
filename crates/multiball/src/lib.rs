//! multiball: robots that play table tennis, in one exact and deterministic simulation.
//!
//! The library does no file or network I/O, reads no clock and keeps no global state. Folders follow the flow of data;
//! a folder knows only those above it in this list:
//!
//! - [`geometry`]: frames, solids, small mathematics
//! - [`ball`]: flight, contacts, event-exact simulation
//! - [`court`]: table, net and floor; the referee and the score
//! - [`robot`]: kinematic models
//! - [`motion`]: joint motions
//! - [`optimise`]: minimisation without derivatives
//! - [`vision`]: cameras, their calibration, images, the ball in them
//! - [`track`]: from measurements of the ball to where it will be
//! - [`opponent`]: the person on the other side, and what his strokes tell
//! - [`player`]: what players see, decide and do
//! - [`serve`]: legal serves and the motion that makes them
//! - [`picker`]: the robot that picks the balls up
//! - [`hall`]: scenarios, the world and its clock, rounds in parallel

pub mod ball;
pub mod court;
pub mod format;
pub mod geometry;
pub mod hall;
pub mod motion;
pub mod opponent;
pub mod optimise;
pub mod picker;
pub mod player;
pub mod robot;
pub mod serve;
pub mod track;
pub mod vision;

/// The README's program, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
