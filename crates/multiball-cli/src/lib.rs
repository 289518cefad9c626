//! The `multiball` command, all but its first line.

#![warn(clippy::print_stderr, clippy::print_stdout, reason = "they panic where the stream cannot be written")]

mod args;
mod commands;
mod csv_file;
mod failure;
mod files;
mod images;
mod page;
mod plot;
mod show;
mod signals;
mod statistics;

use std::process::ExitCode;

use args::{Arguments, Command};
use failure::Failure;

/// Runs the command that the program was called with.
#[must_use]
pub fn main() -> ExitCode {
    signals::outlive_file_limits();
    let arguments = args::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            show::print_message(&format!("error: {failure}"));
            failure.exit_code()
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let common = &arguments.common;
    if common.json && matches!(arguments.command, None | Some(Command::Urdf(_) | Command::Completions { .. })) {
        return Err(Failure::input("--json goes with every command but urdf and completions"));
    }
    match &arguments.command {
        None => show::print_text(args::WHAT_IT_DOES),
        Some(Command::Play(play)) => commands::play::run(play, common),
        Some(Command::View(view)) => commands::view::run(view, common),
        Some(Command::Shot(shot)) => commands::shot::run(shot, common),
        Some(Command::Fk(fk)) => commands::fk::run(fk, common),
        Some(Command::Ik(ik)) => commands::ik::run(ik, common),
        Some(Command::Urdf(urdf)) => commands::urdf::run(urdf),
        Some(Command::Plan(plan)) => commands::plan::run(plan, common),
        Some(Command::Serve(serve)) => commands::serve::run(serve, common),
        Some(Command::Return(arguments)) => commands::return_ball::run(arguments, common),
        Some(Command::Frames(frames)) => commands::frames::run(frames, common),
        Some(Command::Board(board)) => commands::board::run(board, common),
        Some(Command::Calibrate(calibrate)) => commands::calibrate::run(calibrate, common),
        Some(Command::Detect(detect)) => commands::detect::run(detect, common),
        Some(Command::Track(track)) => commands::track::run(track, common),
        Some(Command::Watch(watch)) => commands::watch::run(watch, common),
        Some(Command::Predict(predict)) => commands::predict::run(predict, common),
        Some(Command::Stroke(stroke)) => commands::stroke::run(stroke, common),
        Some(Command::Route(route)) => commands::route::run(route, common),
        Some(Command::Follow(follow)) => commands::follow::run(follow, common),
        Some(Command::Reproduce(reproduce)) => commands::reproduce::run(reproduce, common),
        Some(Command::Bench(bench)) => commands::bench::run(bench, common),
        Some(Command::Soak(soak)) => commands::soak::run(soak, common),
        Some(Command::Completions { shell }) => commands::completions::run(*shell),
    }
}
