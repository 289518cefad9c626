//! Arguments of `watch`.

use clap::Args;

use super::whole_number;

#[derive(Debug, Args)]
#[command(after_help = "\
Every shot is filmed by simulated cameras in a training hall. The scene has an opponent with a white cuff, a second ball
in half of the shots, flickering and drifting light, glints, and 5 % of the frames lost.
The tracker gets only the frames. It is compared with ground truth, and with the paper's image processing on the same
frames. `multiball frames` writes such frames.

The tracker knows what a laboratory knows:
  cameras        with calibration errors drawn for each shot, of standard deviation 0.2 mm in position,
                 0.2 mrad in attitude, 0.05 % in focal length and 0.3 px in the principal point
  air and table  the priors of `predict`, which are not the film's constants
With --exact it knows the film's own cameras and physics.

Examples:
  multiball watch                            1,000 shots: some minutes
  multiball watch --shots 50                 a quick look
  multiball watch --shots 20 --cameras 4     two more cameras on the other side of the table
  multiball watch --shots 20 --plain --json  without disturbances
  multiball watch --shots 20 --exact         the cost of calibration errors and priors")]
pub(crate) struct Watch {
    /// Number of shots
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = shots)]
    pub(crate) shots: u64,
    /// Number of cameras: 2 on one side of the table, or 4 around it
    #[arg(long, value_name = "2|4", default_value_t = 2, allow_negative_numbers = true, value_parser = cameras)]
    pub(crate) cameras: u64,
    /// Film only the ball in steady light: no opponent, no other ball, no glints, no lost frames
    #[arg(long)]
    pub(crate) plain: bool,
    /// Give the tracker the film's own cameras and physics, without calibration errors
    #[arg(long)]
    pub(crate) exact: bool,
}

fn shots(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 1_000_000)
}

fn cameras(text: &str) -> Result<u64, String> {
    match text {
        "2" => Ok(2),
        "4" => Ok(4),
        _ => Err(format!("`{text}` is not allowed; it must be 2 or 4")),
    }
}
