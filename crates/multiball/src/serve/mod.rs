//! The serve arm: legal serves and the motion that makes them.
//!
//! [`Server::plan`] turns a request into a serve: the velocity of the struck ball that leads to both bounces (`aim`),
//! the racket's face that gives the falling ball that velocity and spin (`ball::RacketContact::strike`), the joints and
//! rates that give the racket its pose and velocity (`reach`), and the swing that arrives there (`swing`).
//! [`Server::perform`] simulates it with the referee. The server stands at the home end; docs/theory/serve.md has the
//! formulas.

mod aim;
mod error;
mod least;
mod perform;
mod plan;
mod reach;
mod serving_arm;
mod swing;
mod toss;

pub use aim::{ServePath, ServeRequest, Shooter};
pub use error::{Refusals, RequestField, ServeError};
pub use least::LeastServe;
pub use perform::Performance;
pub use plan::{ServePlan, Server};
pub use reach::{ArmAtStroke, RacketAtStroke, arm_at_stroke};
pub use serving_arm::ServingArm;
pub use swing::{Swing, SwungRacket};
pub use toss::Toss;
