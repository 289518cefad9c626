//! Arguments of `play`.

use std::path::PathBuf;

use clap::Args;
use multiball::ball::RacketContact;
use multiball::hall::training::PlayerSettings;

use super::{Serving, number_within, points, positive_seconds, two_numbers};

#[derive(Debug, Args)]
#[command(after_help = "\
Scenarios: hall, hard, paper, duel, serve-practice, picker, planar, planar-noisy, or your own file.
scenarios/README.md lists every field.

Examples:
  multiball play                                      the whole hall, live in your browser
  multiball play --no-view --record out               as fast as it runs; writes a recording, summary and report
  multiball play hard --strength 1 --duration-s 600   ten simulated minutes against a faultless opponent
  multiball play duel --points 5 --json               robot against robot, as JSON
  multiball play --set player.sensing=points          any field of the scenario, by its dotted name
  multiball play planar --points 5                    the ideal rally of paper 000, which never ends")]
pub(crate) struct Play {
    /// A scenario file, or the name of one that comes with multiball
    #[arg(default_value = "hall", value_name = "SCENARIO")]
    pub(crate) scenario: String,
    /// Points to play, instead of the scenario's own number
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = points, conflicts_with = "duration_s")]
    pub(crate) points: Option<u64>,
    /// Simulated seconds to play; the last point is played to its end
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = positive_seconds)]
    pub(crate) duration_s: Option<f64>,
    /// Strength of the person, from 0 to 1, instead of the scenario's own
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = strength)]
    pub(crate) strength: Option<f64>,
    /// The robots' rubber, such as offensive-inverted-2.1, instead of the scenario's own
    #[arg(long, value_name = "NAME")]
    pub(crate) rubber: Option<RacketContact>,
    /// Target of the robot's returns on the far half, m, instead of the scenario's own
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = target)]
    pub(crate) target_m: Option<[f64; 2]>,
    /// Change any field of the scenario by its dotted name, such as player.sensing=points; repeatable
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_value)]
    pub(crate) set: Vec<(String, String)>,
    /// Folder for recording.mcap, summary.json and report.html; planar robots add events.csv and rally.svg
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Record over an earlier session in the folder; files of other programs stay
    #[arg(long, requires = "record")]
    pub(crate) force: bool,
    /// Show the session in the browser, in real time [default: when there is a display, or an option of the page]
    #[arg(long, overrides_with = "no_view")]
    pub(crate) view: bool,
    /// Do not show the session; run as fast as possible
    #[arg(long, overrides_with = "view")]
    pub(crate) no_view: bool,
    /// Speed while shown: a factor on real time, or `max` [default: 1]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = speed)]
    pub(crate) speed: Option<f64>,
    #[command(flatten)]
    pub(crate) serving: Serving,
}

impl Play {
    /// The options that change the scenario, as they were typed.
    pub(crate) fn changes(&self) -> Vec<String> {
        let strength = self.strength.map(|strength| format!("--strength {strength}"));
        let rubber = self.rubber.map(|rubber| format!("--rubber {rubber}"));
        let target = self.target_m.map(|[x, y]| format!("--target-m {x},{y}"));
        let set = self.set.iter().map(|(key, value)| format!("--set {key}={value}"));
        [strength, rubber, target].into_iter().flatten().chain(set).collect()
    }
}

/// A factor on real time; infinite for as fast as it goes.
fn speed(text: &str) -> Result<f64, String> {
    if text == "max" { Ok(f64::INFINITY) } else { number_within(text, 0.01, 1000.0, "or `max`") }
}

/// A field's name and its value.
pub(super) fn key_value(text: &str) -> Result<(String, String), String> {
    let split = text.split_once('=').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
    split.ok_or_else(|| "it must be KEY=VALUE, such as player.sensing=points".into())
}

fn strength(text: &str) -> Result<f64, String> {
    number_within(text, 0.0, 1.0, "(0 misses often, 1 never)")
}

fn target(text: &str) -> Result<[f64; 2], String> {
    PlayerSettings::check_target(two_numbers(text)?.into())
}
