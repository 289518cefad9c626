//! `stroke`: which stroke the opponent plays, from the velocity of their wrist.

mod classify;
mod evaluate;
mod npz;
mod numpy;
mod report;
mod strokes;
mod table_file;
mod train;

pub(crate) use classify::read_model;

use crate::args::{Common, Stroke, StrokeTask};
use crate::failure::Failure;

pub(crate) fn run(stroke: &Stroke, common: &Common) -> Result<(), Failure> {
    match &stroke.task {
        StrokeTask::Simulate(simulate) => train::simulate(simulate, common),
        StrokeTask::Train(train) => train::train(train, common),
        StrokeTask::Classify(classify) => classify::run(classify, common),
        StrokeTask::Evaluate(evaluate) => evaluate::run(evaluate, common),
    }
}
