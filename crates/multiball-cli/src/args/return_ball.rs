//! Arguments of `return`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use multiball::ball::RacketContact;
use multiball::geometry::Vec3;

use super::{number_within, position, spin, two_numbers, velocity};

/// How the stroke is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scheme {
    /// For a rubber with spin: Newton's method through contact and flight
    Full,
    /// For the linear racket of paper 004, moved along x: the paper's scheme
    Paper,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The ball has bounced on the home half (x > 0), flies towards +x and is hit where it is given.
The target is on the far half (x < 0). Only strokes that the arm rail6 can play are considered.
Of those with the least brush, the command prints the one whose landing is least sensitive to errors of the ball.
The stroke is then simulated on the whole court and judged by the referee.
A request that net, arm or racket does not allow ends with the reason in numbers.

Rubbers:
  offensive-inverted-2.1 | offensive-inverted-1.8 | defensive-inverted-2.1 | defensive-inverted-1.8
  allround-long-pips-1.2 | allround-long-pips-bare | allround-medium-pips-1.2 | allround-short-pips-2.0
  allround-inverted-2.1 | allround-anti-spin | ideal:k=.8 | linear:k1=.82,k2=-.88,k3=-.82,b1=.1,b3=.1

Examples:
  multiball return --position-m 1.3,0.2,0.3 --velocity-m-s 4.5,0.3,0.8 --spin-rad-s 0,120,0 --target-m -0.9,-0.3
  multiball return --position-m 1.4,-0.3,0.25 --velocity-m-s 6,0,1 --spin-rad-s 20,-200,60 \
    --target-m -1.2,0.5 --rubber allround-long-pips-1.2 --plot return.svg
  multiball return --position-m 1.2,0,0.3 --velocity-m-s 4,0,0.5 --spin-rad-s 0,80,0 \
    --target-m -0.8,0 --over-net-m 0.3 --brush-m-s 2 --json
  multiball return --position-m 1.3,0.2,0.3 --velocity-m-s 4.5,0.3,0.8 --spin-rad-s 0,120,0 \
    --target-m -0.9,-0.3 --scheme paper")]
pub(crate) struct ReturnBall {
    /// Centre of the ball at the hit, m
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = position)]
    pub(crate) position_m: Vec3,
    /// Its velocity, m/s: towards home, X > 0
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = velocity)]
    pub(crate) velocity_m_s: Vec3,
    /// Its spin, rad/s; topspin has Y > 0
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = spin)]
    pub(crate) spin_rad_s: Vec3,
    /// Target of the landing on the far half (X < 0), m
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = two_numbers)]
    pub(crate) target_m: (f64, f64),
    /// The racket's rubber [default: offensive-inverted-2.1, with --scheme paper linear]
    #[arg(long, value_name = "NAME")]
    pub(crate) rubber: Option<RacketContact>,
    /// Clearance between ball and net, m [default: chosen]
    #[arg(long, value_name = "H", allow_hyphen_values = true, value_parser = clearance)]
    pub(crate) over_net_m: Option<f64>,
    /// Speed of the racket along its face, upwards, which adds topspin, m/s [default: chosen]
    #[arg(long, value_name = "V", allow_hyphen_values = true, value_parser = brush)]
    pub(crate) brush_m_s: Option<f64>,
    /// Method [default: full; paper for a linear rubber]
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: Option<Scheme>,
    /// Draw ball, racket and arm from the side and from above, to scale
    #[arg(long, value_name = "F.svg")]
    pub(crate) plot: Option<PathBuf>,
}

fn clearance(text: &str) -> Result<f64, String> {
    number_within(text, 0.0, 3.0, "m")
}

fn brush(text: &str) -> Result<f64, String> {
    number_within(text, -20.0, 20.0, "m/s")
}
