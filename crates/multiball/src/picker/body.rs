//! The robot's body: its shape, the flags of its mechanism, and its commands.

use super::Gait;

/// Sizes of the robot, m, and how many balls it holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// From the middle between the wheels to the line along which the brush takes balls in.
    pub reach: f64,
    /// Width of the brush.
    pub brush_width: f64,
    /// Radius of the body around the middle between the wheels.
    pub radius: f64,
    /// Balls on the track when it is full.
    pub capacity: usize,
}

impl Body {
    /// Sizes are assumed, about those of the paper's photograph; the capacity is that of its experiment [paper 002,
    /// experiment].
    pub const PAPER: Self = Self { reach: 0.22, brush_width: 0.28, radius: 0.2, capacity: 8 };

    /// Clearance of its middle from obstacles, m: six centimetres more than the body needs, which is more than the
    /// robot's error.
    #[must_use]
    pub fn clearance(&self) -> f64 {
        self.radius + 0.06
    }

    /// Distance from which it drives straight at a ball next to an obstacle, m.
    #[must_use]
    pub fn run_up(&self) -> f64 {
        self.reach + 0.13
    }
}

/// Flags of the mechanism in one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flags {
    /// A ball has just passed the beam behind the brush.
    pub entered: bool,
    /// The brush's motor stalls: a ball is jammed.
    pub jammed: bool,
    /// The laser at the track's upper end detects a ball.
    pub full: bool,
    /// The laser at the track's lower end detects none.
    pub empty: bool,
    /// The launcher's rod does not reach its end.
    pub rod_stuck: bool,
    /// The bumper touches something.
    pub bumped: bool,
    /// State of charge of the battery, from 0 to 1.
    pub battery: f64,
    /// Somebody has come to help and is done.
    pub helped: bool,
}

/// What the brush does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brush {
    /// Stands still.
    Off,
    /// Takes balls in.
    In,
    /// Pushes out what is jammed.
    Out,
}

/// What the launcher does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Launcher {
    /// Nothing.
    Off,
    /// Launches the balls of the track one by one.
    Fire,
    /// Moves the rod to and fro to free it.
    Shake,
}

/// Commands to the robot for one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Commands {
    /// Direction of travel.
    pub gait: Gait,
    /// Commanded turn rate, rad/s.
    pub turn_rate: f64,
    /// The brush.
    pub brush: Brush,
    /// The launcher.
    pub launcher: Launcher,
    /// Take current from the plug at home.
    pub charge: bool,
    /// Call a person.
    pub call: bool,
}

impl Commands {
    /// Stand still.
    pub const REST: Self = Self {
        gait: Gait::Stand,
        turn_rate: 0.0,
        brush: Brush::Off,
        launcher: Launcher::Off,
        charge: false,
        call: false,
    };
}
