//! Arguments of `watch`.

use clap::Args;

use super::whole_number;

#[derive(Debug, Args)]
#[command(after_help = "\
Every shot is filmed by simulated cameras in a training hall: an opponent with a white cuff, a second ball in half of the
shots, flickering and drifting light, glints, 5 % of the frames lost. The tracker sees the frames alone; the truth judges it
afterwards, and the paper's plain chain on the same frames beside it. `multiball frames` writes such frames.

The tracker is told what a laboratory has. Cameras: as a calibration leaves them, for each shot with errors drawn anew, of standard
deviation 0.2 mm in place, 0.2 mrad in attitude, 0.05 % in focal length and 0.3 px in the principal point. Air and table: what `predict`
believes of real ones, which are not the film's. With --exact it is told the film's own cameras and physics.

Examples:
  multiball watch                            1,000 shots: some minutes
  multiball watch --shots 50                 a first look
  multiball watch --shots 20 --cameras 4     two more cameras on the other side of the table
  multiball watch --shots 20 --plain --json  nothing that disturbs
  multiball watch --shots 20 --exact         how much calibration and priors cost")]
pub(crate) struct Watch {
    /// Shots to watch
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = shots)]
    pub(crate) shots: u64,
    /// Cameras that watch: 2 on one side of the table, or 4 around it
    #[arg(long, value_name = "2|4", default_value_t = 2, allow_negative_numbers = true, value_parser = cameras)]
    pub(crate) cameras: u64,
    /// The struck ball alone in steady light: no opponent, no other ball, no glints, no frame lost
    #[arg(long)]
    pub(crate) plain: bool,
    /// Tell the tracker the film's own cameras and physics, without the errors that a laboratory has
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
