//! Robots that play table tennis, in one exact and deterministic simulation.
//!
//! The library has the parts of a robot table-tennis system and the hall in which they play: the ball's flight and
//! contacts, the court and its referee, arms and their motions, cameras and detectors, tracking and prediction,
//! players, a serving arm, a robot that picks the balls up, and whole training sessions on one clock.
//!
//! # A first program
//!
//! A topspin ball is watched for 0.2 s; the estimator predicts where it will bounce.
//!
//! ```
//! use multiball::prelude::*;
//! use multiball::track::{EstimatorSettings, Priors};
//!
//! let (physics, court) = (Physics::default(), Court::STANDARD.surroundings());
//! let ball = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(5.5, -0.3, 1.6), Vec3::new(0.0, 120.0, 20.0));
//!
//! let mut flight = BallSim::new(&physics, &court, ball);
//! let mut estimator = Estimator::new(Priors::default(), EstimatorSettings::default());
//! for frame in 1..=40 {
//!     let t_s = 0.005 * f64::from(frame);
//!     while flight.next_event(t_s).is_some() {}
//!     estimator.observe(Measurement::point(t_s, flight.state().position, 0.003))?;
//! }
//! let predicted = estimator.prediction().and_then(|prediction| prediction.bounce(0)).ok_or("no bounce")?;
//!
//! let bounce = flight.next_event(2.0).ok_or("no event")?;
//! assert!(matches!(bounce.kind, EventKind::Table(_)));
//! assert!((predicted.position - bounce.before.position).norm() < 0.02);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A whole session is a [`Scenario`](hall::Scenario) that is played:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use multiball::hall::NoHooks;
//! use multiball::hall::record::NullRecorder;
//! use multiball::prelude::*;
//!
//! let mut scenario = Scenario::builtin("picker")?;
//! scenario.set("hall.on_floor", 3)?;
//! let hall = TrainingHall::of(&scenario, scenario.seed)?;
//! let never = AtomicBool::new(false);
//! let result = hall.play(Extent::DurationS(20.0), &mut NullRecorder, &mut NoHooks, &never, &mut |_| {})?;
//! assert!(result.duration_s >= 20.0 && result.balls.iter().sum::<usize>() == 60);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! Modules follow the flow of data; a module knows only those above it in this list.
//!
//! | module | what is in it | start with |
//! |---|---|---|
//! | [`geometry`] | frames, solids, small mathematics | [`geometry::Vec3`] |
//! | [`ball`] | flight, contacts, event-exact simulation | [`ball::BallSim`] |
//! | [`court`] | table, net and floor; the referee and the score | [`court::Referee`] |
//! | [`robot`] | kinematic models, robots from TOML and URDF | [`robot::Robot`] |
//! | [`motion`] | joint motions that keep limits, and their checker | [`motion::jerk_limited`] |
//! | [`optimise`] | minimisation without derivatives | [`optimise::minimise`] |
//! | [`vision`] | cameras, calibration, images, the ball in them | [`vision::Camera`], [`vision::detect::Detector`] |
//! | [`track`] | from measurements of the ball to where it will be | [`track::Estimator`] |
//! | [`opponent`] | who answers a ball: a simulated person, and how strokes are read | [`opponent::Opponent`] |
//! | [`player`] | what players see, decide and do | [`player::Player`] |
//! | [`serve`] | legal serves and the motion that makes them | [`serve::Server`] |
//! | [`picker`] | the robot that picks the balls up | [`picker::routing::best`], [`picker::following::follow`] |
//! | [`hall`] | scenarios, the world and its clock, sessions | [`hall::Scenario`], [`hall::training::Session`] |
//! | [`experiments`] | the papers' methods as printed, and comparisons | [`experiments::in_random_groups()`] |
//!
//! The repository's `examples/` has a short program for each of them, `docs/theory/` the formulas, `CONVENTIONS.md`
//! axes, units and words, and `VALIDATION.md` what was checked against what.
//!
//! # What it does not do
//!
//! - It does no file or network I/O, reads no clock, keeps no global state and has no unsafe code. The `multiball`
//!   command does the reading, writing and showing.
//! - It drives no hardware: cameras and arms are simulated, or fed by the caller.
//! - It has no general physics: one ball is exact, but arms are kinematic, and bodies neither push each other nor
//!   deform.
//! - Lengths are in m, angles in rad, times in s; there are no unit types. World axes: x along the table to the home
//!   end, z up.
//!
//! # Cargo features
//!
//! All are on unless switched off; without one the code that needs it is absent.
//!
//! | feature | brings | without it |
//! |---|---|---|
//! | `opponent-svm` | the support vector machine that reads strokes | no `StrokeReader`, no `hall`, no `experiments` |
//! | `geodesy` | geodesics and magnetic field, for fixes and compass | no `picker::localisation`, no `hall` |
//! | `urdf` | URDF files read | no `Chain::from_urdf`; `to_urdf` stays |

pub mod ball;
pub mod court;
#[cfg(all(feature = "opponent-svm", feature = "geodesy"))]
pub mod experiments;
pub mod format;
pub mod geometry;
#[cfg(all(feature = "opponent-svm", feature = "geodesy"))]
pub mod hall;
pub mod motion;
pub mod opponent;
pub mod optimise;
pub mod picker;
pub mod player;
pub mod prelude;
pub mod robot;
pub mod serve;
pub mod track;
pub mod vision;

/// The README's program, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
