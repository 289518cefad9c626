//! Arguments of `serve`.

use std::path::PathBuf;

use clap::Args;
use multiball::ball::RacketContact;

use super::{number, number_within, two_numbers};

#[derive(Debug, Args)]
#[command(after_help = "\
The server stands at the home end (x > 0).
A request that arm, racket or rules do not allow ends with the reason in numbers.

Examples:
  multiball serve                                                        a medium topspin serve down the middle
  multiball serve --own-bounce-m 1.0,0.0 --far-bounce-m -0.9,-0.3 --topspin-rad-s 120 --sidespin-rad-s 40 \
    --plot serve.svg
  multiball serve --topspin-rad-s 20 --sidespin-rad-s 60 --toss-rise-m 0.4 --json
  multiball serve --joint-speed-deg-s 80                                 refused: the paper's limit is too low")]
pub(crate) struct Serve {
    /// First bounce, on the server's half (x > 0), m
    #[arg(long, value_name = "X,Y", default_value = "0.9,0.1", allow_hyphen_values = true, value_parser = two_numbers)]
    pub(crate) own_bounce_m: (f64, f64),
    /// Second bounce, on the receiver's half (x < 0), m
    #[arg(long, value_name = "X,Y", default_value = "-0.9,0", allow_hyphen_values = true, value_parser = two_numbers)]
    pub(crate) far_bounce_m: (f64, f64),
    /// Spin about the horizontal axis square to the ball's path, rad/s: topspin > 0, backspin < 0
    #[arg(long, value_name = "W", default_value_t = 60.0, allow_hyphen_values = true, value_parser = number)]
    pub(crate) topspin_rad_s: f64,
    /// Spin about the vertical axis, rad/s: > 0 curves the ball to its left
    #[arg(long, value_name = "W", default_value_t = 0.0, allow_hyphen_values = true, value_parser = number)]
    pub(crate) sidespin_rad_s: f64,
    /// Rise of the tossed ball, m; the rules require 0.16
    #[arg(long, value_name = "H", default_value_t = 0.25, allow_hyphen_values = true, value_parser = number)]
    pub(crate) toss_rise_m: f64,
    /// Greatest speed of every joint, deg/s, instead of the arm's own 540
    #[arg(long, value_name = "V", allow_hyphen_values = true, value_parser = joint_speed)]
    pub(crate) joint_speed_deg_s: Option<f64>,
    /// The racket's rubber
    #[arg(long, value_name = "NAME", default_value_t = RacketContact::default())]
    pub(crate) rubber: RacketContact,
    /// Draw the ball's path, to scale, and the joints' motion
    #[arg(long, value_name = "F.svg")]
    pub(crate) plot: Option<PathBuf>,
}

fn joint_speed(text: &str) -> Result<f64, String> {
    number_within(text, 0.01, 1e5, "deg/s")
}
