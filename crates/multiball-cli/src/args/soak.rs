//! Arguments of `soak`.

use clap::Args;

use super::play::key_value;
use super::{number_within, whole_number};

#[derive(Debug, Args)]
#[command(after_help = "\
Each run is a process of its own. It records to a temporary folder, which it recounts and removes.
The hall with cameras runs at 10 times real time or faster on two cores, and records 155 MB an hour.
The exit code is 0 only if no run broke off, lost a ball, differed from its recount, or used ever more memory.

Examples:
  multiball soak --hours 10 --seeds 2                 hall, duel, hard and serve-practice, two seeds each
  multiball soak duel serve-practice --hours 0.1      two scenarios for six simulated minutes
  multiball soak hall --hours 2 --set player.sensing=points --json")]
pub(crate) struct Soak {
    /// Scenario files, or names of those that come with multiball
    #[arg(value_name = "SCENARIO", default_values = ["hall", "duel", "hard", "serve-practice"])]
    pub(crate) scenarios: Vec<String>,
    /// Simulated hours of each run; the last point is played to its end
    #[arg(long, value_name = "H", allow_negative_numbers = true, value_parser = hours)]
    pub(crate) hours: f64,
    /// Seeds for each scenario, from 1 or --seed on
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = seeds)]
    pub(crate) seeds: u64,
    /// Change any field of the scenarios by its dotted name, such as player.sensing=points; repeatable
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    pub(crate) set: Vec<(String, String)>,
    /// End when standard input does: the run belongs to another process
    #[arg(long, hide = true)]
    pub(crate) owned: bool,
}

fn hours(text: &str) -> Result<f64, String> {
    number_within(text, 1e-4, 10_000.0, "h")
}

fn seeds(text: &str) -> Result<u64, String> {
    whole_number(text, 1, 10_000)
}
