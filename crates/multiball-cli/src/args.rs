//! The command line's arguments.

mod calibrate;
mod detect;
mod follow;
mod frames;
mod plan;
mod play;
mod predict;
mod reproduce;
mod return_ball;
mod robots;
mod route;
mod serve;
mod serving;
mod soak;
mod stroke;
mod track;
mod watch;

pub(crate) use calibrate::{Board, BoardChoice, Calibrate};
pub(crate) use detect::{Detect, DetectMethod};
pub(crate) use follow::{Follow, FollowLaw};
pub(crate) use frames::{Frames, check_exposure};
pub(crate) use plan::{Plan, PlanMethod, PlanPath, PlanTimes};
pub(crate) use play::Play;
pub(crate) use predict::{Columns, Horizon, LONGEST_S, LengthUnit, Predict};
pub(crate) use reproduce::{Paper, Reproduce};
pub(crate) use return_ball::{ReturnBall, Scheme};
pub(crate) use robots::{Fk, Ik, Numbers, RobotChoice, Urdf};
pub(crate) use route::{Route, RouteMethod, RouteObjective};
pub(crate) use serve::Serve;
pub(crate) use serving::{Serving, View};
pub(crate) use soak::Soak;
pub(crate) use stroke::{
    SimulatedPlayers, Stroke, StrokeClassify, StrokeEvaluate, StrokeSimulate, StrokeSource, StrokeTask, StrokeTrain,
};
pub(crate) use track::{FilmFolder, Track};
pub(crate) use watch::Watch;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use multiball::ball::{Aero, NetContact, Physics, TableContact};
use multiball::geometry::Vec3;
use multiball::vision::Region;
use multiball_bench::GROUPS;

/// Printed when no command is given.
pub(crate) const WHAT_IT_DOES: &str = "\
multiball: robots that play table tennis, in one exact and deterministic simulation

  multiball play, multiball view …  run the whole hall, live in the browser; replay or recount a recording
  multiball shot --position-m …     fly one spinning ball through the air, over the net, onto table and floor
  multiball fk …, multiball ik …    forward and inverse kinematics of a robot; multiball urdf writes URDF
  multiball plan arm6 --from …      plan a motion of all joints within every limit: to joints, or along lines and arcs
  multiball serve                   plan a legal serve: toss, racket, joints, swing
  multiball return --position-m …   find the racket and the arm that send a ball to a point of the far half
  multiball frames DIR              film a shot with a simulated camera: frames and ground truth
  multiball board --out board.svg   make a chessboard to print, or simulated pictures of it
  multiball calibrate IMAGES        find a camera's lens from pictures of the board, or its pose from known points
  multiball detect frames           find the ball in a folder of camera frames
  multiball track CAMERA=DIR …      track balls through the frames of two or more cameras
  multiball watch                   compare the tracker with the paper's image processing on filmed shots
  multiball predict flights.csv     predict spin, bounces and path from measured positions, with uncertainty
  multiball stroke evaluate         classify the opponent's stroke from the wrist's motion
  multiball route balls.csv …       find the shortest trips that collect balls from the floor
  multiball follow                  steer the picking robot to a target; compare laws with the best possible
  multiball reproduce planar        compare a paper's results with ours
  multiball bench, multiball soak … compare speed with other programs; play for hours and check that the hall lasts
  multiball completions bash        print completions for your shell

`multiball COMMAND --help` shows examples. All but urdf and completions take --json.
";

/// Robots that play table tennis, in one exact and deterministic simulation.
#[derive(Debug, Parser)]
// Lines are not wrapped: an example must stay one line to be copied.
#[command(name = "multiball", version, propagate_version = true, term_width = 0)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Print one JSON document instead of text: every command but urdf and completions
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Seed of all random numbers [default: the scenario's own, else 1]
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Number of threads; results do not depend on it [default: one per core]
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<u64>,
}

impl Common {
    /// The given seed, or the default of commands without a scenario.
    pub(crate) fn seed_or_default(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a session and print a summary
    Play(Box<Play>),
    /// Replay a recording in the browser
    View(View),
    /// Fly one ball and print its bounces, apex, net crossing and floor contact
    Shot(Box<Shot>),
    /// Forward kinematics: the end's pose and Jacobian for given joints
    Fk(Fk),
    /// Inverse kinematics: the joints for a given pose of the end
    Ik(Ik),
    /// Print a robot as URDF, for other programs
    Urdf(Urdf),
    /// Plan a motion of all joints that keeps every limit
    Plan(Plan),
    /// Plan a legal serve: toss, racket, joints and swing
    Serve(Serve),
    /// Find the stroke that returns a ball to a point of the far half: racket, joints and rates
    Return(Box<ReturnBall>),
    /// Film a shot of the opponent with a simulated camera
    Frames(Box<Frames>),
    /// Make a chessboard to print, or simulated pictures of one
    Board(Board),
    /// Find a camera's lens from pictures of a chessboard, or its pose from known points
    Calibrate(Calibrate),
    /// Find the ball in a folder of camera frames
    Detect(Detect),
    /// Track balls through the frames of several cameras: position, speed, spin, bounces
    Track(Box<Track>),
    /// Compare the tracker with the paper's image processing on filmed shots
    Watch(Watch),
    /// Predict spin, bounces and path of balls from a file of positions
    Predict(Predict),
    /// Classify the opponent's stroke from the wrist's motion: simulate, train, classify, evaluate
    Stroke(Box<Stroke>),
    /// Find the shortest trips that collect balls from the floor
    Route(Route),
    /// Drive the picking robot to targets: compare steering laws, or train the paper's network
    Follow(Follow),
    /// Compare a paper's results with ours
    Reproduce(Reproduce),
    /// Compare speed and accuracy with other programs
    Bench(Bench),
    /// Play scenarios for hours, and check that nothing breaks off, is lost or grows
    Soak(Soak),
    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  multiball completions bash > ~/.local/share/bash-completion/completions/multiball
  multiball completions fish > ~/.config/fish/completions/multiball.fish")]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "\
Models are names with optional parameters. Parameters left out have the value shown:
  --aero   vacuum | drag:cd=.47 | constant:cd=.47,cm=.18 | saturating:cd=.547,a=.278,b=.226
  --table  nakashima:e=.93,mu=.25 | ideal:k=.88 | linear:kx=.50259,ky=.75,kz=-.9,bx=.50652
  --net    sheet:face=.1,cord=.5,mu=.3

Examples:
  multiball shot --position-m -1.3,0.1,0.16 --velocity-m-s 5.3,-0.7,1.7 --spin-rad-s 0,-100,0
  multiball shot --position-m -1.75,-0.3,0.22 --velocity-m-s 14,3.7,2 --spin-rad-s 0,600,60 --plot drive.svg
  multiball shot --position-m 0.5,0,0.3 --velocity-m-s 0,0,0 --spin-rad-s 0,0,0 --aero vacuum --bounces 5 --json")]
pub(crate) struct Shot {
    /// Centre of the ball, m
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = position)]
    pub(crate) position_m: Vec3,
    /// Velocity, m/s
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = velocity)]
    pub(crate) velocity_m_s: Vec3,
    /// Spin, rad/s; flying towards +x, topspin has Y > 0
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = spin)]
    pub(crate) spin_rad_s: Vec3,
    /// Model of drag and lift
    #[arg(long, value_name = "M", default_value_t = Aero::default())]
    pub(crate) aero: Aero,
    /// Model of the bounce on the table
    #[arg(long, value_name = "M", default_value_t = TableContact::default())]
    pub(crate) table: TableContact,
    /// Contact with the net
    #[arg(long, value_name = "M", default_value_t = NetContact::default())]
    pub(crate) net: NetContact,
    /// Share of its spin that the ball loses per metre
    #[arg(long, value_name = "K", default_value_t = 0.0, allow_hyphen_values = true, value_parser = spin_decay)]
    pub(crate) decay_per_m: f64,
    /// Table bounces after which the shot ends, unless the floor ends it first
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = bounces)]
    pub(crate) bounces: u64,
    /// Time between two samples, s
    #[arg(
        long,
        value_name = "S",
        default_value_t = 0.05,
        allow_negative_numbers = true,
        value_parser = sample_interval
    )]
    pub(crate) sample_interval_s: f64,
    /// Draw side and top view, to scale
    #[arg(long, value_name = "F.svg")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
MuJoCo, OpenCV and PyVRP are measured in the same run when `python3` can import them:
  pip install mujoco opencv-python-headless pyvrp

Examples:
  multiball bench
  multiball bench --quick --json
  multiball bench --only arms,player")]
pub(crate) struct Bench {
    /// Shorter measurements, rougher figures
    #[arg(long)]
    pub(crate) quick: bool,
    /// Measures these groups only, separated by commas
    #[arg(long, value_name = "GROUP,…", value_delimiter = ',', value_parser = PossibleValuesParser::new(GROUPS))]
    pub(crate) only: Vec<String>,
}

fn number(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(value) => Err(format!("{value} is not a finite number")),
        Err(_) => Err(format!("`{text}` is not a number")),
    }
}

fn two_numbers(text: &str) -> Result<(f64, f64), String> {
    let parts: Vec<&str> = text.split(',').collect();
    match parts.as_slice() {
        [x, y] => Ok((number(x)?, number(y)?)),
        _ => Err(format!("{} of two numbers: it takes X,Y", parts.iter().filter(|part| !part.is_empty()).count())),
    }
}

fn three_numbers(text: &str) -> Result<Vec3, String> {
    let parts: Vec<&str> = text.split(',').collect();
    match parts.as_slice() {
        [x, y, z] => Ok(Vec3::new(number(x)?, number(y)?, number(z)?)),
        _ => Err(format!("{} of three numbers: it takes X,Y,Z", parts.iter().filter(|part| !part.is_empty()).count())),
    }
}

/// Three numbers, none larger than `most`: what lies beyond is a typing error, not a table-tennis ball.
fn within(text: &str, most: f64, unit: &str) -> Result<Vec3, String> {
    let vector = three_numbers(text)?;
    check_size(vector.as_slice(), most, unit).map(|()| vector)
}

/// Refuses numbers beyond `most` to either side.
fn check_size(values: &[f64], most: f64, unit: &str) -> Result<(), String> {
    match values.iter().find(|value| value.abs() > most) {
        Some(value) => Err(format!("{value:?} is not allowed; each must be from -{most} to {most} {unit}")),
        None => Ok(()),
    }
}

fn position(text: &str) -> Result<Vec3, String> {
    within(text, 100.0, "m")
}

fn velocity(text: &str) -> Result<Vec3, String> {
    within(text, 200.0, "m/s")
}

fn spin(text: &str) -> Result<Vec3, String> {
    within(text, 10_000.0, "rad/s")
}

/// One number in a range.
fn number_within(text: &str, least: f64, most: f64, unit: &str) -> Result<f64, String> {
    match number(text) {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(format!("`{text}` is not allowed; it must be a number from {least} to {most} {unit}")),
    }
}

fn seconds(text: &str, least: f64, most: f64) -> Result<f64, String> {
    number_within(text, least, most, "s")
}

fn spin_decay(text: &str) -> Result<f64, String> {
    let range = Physics::SPIN_DECAY;
    match text.trim().parse() {
        Ok(value) if range.contains(value) => Ok(value),
        _ => Err(format!("`{text}` is not allowed; it must be a number, {range}")),
    }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    seconds(text, 1e-3, 1e8)
}

fn sample_interval(text: &str) -> Result<f64, String> {
    seconds(text, 1e-4, 10.0)
}

fn whole_number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    match text.trim().parse::<u64>() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(format!("`{text}` is not allowed; it must be a whole number from {least} to {most}")),
    }
}

/// A region of an image; whether the image holds it is checked once its size is known.
fn region(text: &str) -> Result<Region, String> {
    let parts: Vec<&str> = text.split(',').collect();
    let [left, top, width, height] = parts.as_slice() else {
        return Err(format!(
            "{} of four numbers: it takes X,Y,W,H",
            parts.iter().filter(|part| !part.is_empty()).count()
        ));
    };
    let size = |text: &str, least: u64| whole_number(text, least, 100_000).map(|value| value as usize);
    Ok(Region { left: size(left, 0)?, top: size(top, 0)?, width: size(width, 1)?, height: size(height, 1)? })
}

fn seed(text: &str) -> Result<u64, String> {
    whole_number(text, 0, u64::MAX)
}

fn threads(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1024)
}

fn points(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 100_000_000)
}

fn bounces(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1000)
}

/// The word that chooses a value.
pub(crate) fn name_of(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Reads the command line. What cannot be read ends the program with a message and exit code 2; `--help` with 0.
pub(crate) fn parse() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| {
        if error.kind() == clap::error::ErrorKind::InvalidSubcommand {
            let names: Vec<String> =
                Arguments::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
            let known = names.join(", ");
            crate::show::print_message(&format!("{}\nknown commands: {known}", error.to_string().trim_end()));
            std::process::exit(2);
        }
        error.exit()
    })
}
