//! Paper 000: two planar robots play each other.

use std::sync::atomic::AtomicBool;

use multiball::hall::record::NullRecorder;
use multiball::hall::{Extent, RoundResult};

use super::super::play::Lengths;
use super::super::session;
use super::{PaperReport, Picture, Row};
use crate::args::{Common, Reproduce};
use crate::failure::Failure;
use crate::plot;

/// Paper 000 prints no numbers; it claims a rally that goes on. The figures here are those that the claim implies.
pub(super) fn report(reproduce: &Reproduce, common: &Common, stop: &AtomicBool) -> Result<PaperReport, Failure> {
    let (strokes, rallies) = if reproduce.quick { (10_000, 2_000) } else { (100_000, 20_000) };
    let ideal = ideal_rally(strokes, common, stop)?;
    let noisy = session::load("planar-noisy")?;
    let hall = session::hall(&noisy, common.seed.unwrap_or(noisy.seed))?;
    let session = session::play(&hall, Extent::Points(rallies), stop, common)?;
    if session.interrupted {
        return Err(Failure::NoAnswer(format!("broken off after {} of {rallies} rallies", session.rounds.len())));
    }
    let pictures = if reproduce.draws() { vec![draw(&session.rounds, &noisy.about)?] } else { Vec::new() };
    Ok(PaperReport { pictures, ..PaperReport::new("planar", rows(&ideal, &session.rounds)) })
}

fn draw(noisy: &[RoundResult], about: &str) -> Result<Picture, Failure> {
    let lengths: Vec<u32> = noisy.iter().map(|round| round.strokes).collect();
    let svg = plot::rally_lengths(&lengths, &format!("Rally length with noise: {about}"), plot::RALLY_SIZE)?;
    let caption = "Without noise no rally ends; the paper prints no lengths.".into();
    Ok(Picture { title: "How long rallies are", caption, svg })
}

/// One rally of the ideal world, so many strokes long.
fn ideal_rally(strokes: u32, common: &Common, stop: &AtomicBool) -> Result<RoundResult, Failure> {
    let mut scenario = session::load("planar")?;
    scenario.play.most_strokes = strokes;
    let hall = session::hall(&scenario, common.seed.unwrap_or(scenario.seed))?;
    hall.play_until(0, &mut NullRecorder, stop)
        .ok_or_else(|| Failure::NoAnswer(format!("broken off during the ideal rally of {strokes} strokes")))
}

fn rows(ideal: &RoundResult, noisy: &[RoundResult]) -> Vec<Row> {
    let row = |name: &str, unit, ours, note: &str| Row::new("text", name, unit, None, ours).noted(note);
    let refused = &ideal.rejections;
    let per_stroke = |count: u64| count as f64 / f64::from(ideal.strokes.max(1));
    let lengths = Lengths::of(noisy.iter().map(|round| round.strokes));
    let fault =
        if ideal.decision.is_some() { "ended by a fault" } else { "no fault; the referee confirms every stroke" };
    vec![
        row("ideal rally, strokes", "", f64::from(ideal.strokes), fault),
        row("worst ball position at bounce or hit", "m", ideal.worst_hit_m, "against the analytic parabola"),
        row("worst ball velocity at bounce or hit", "m/s", ideal.worst_hit_m_s, "against the analytic parabola"),
        row("choices refused per stroke", "", per_stroke(refused.total()), "net, path, reach, joint speed, table"),
        row("choices refused for joint speed", "", per_stroke(refused.speed), "per stroke; limit 12 rad/s"),
        row("noisy rallies", "", noisy.len() as f64, "1 % on racket speed, 1 degree on its angle"),
        row("rally length, mean", "strokes", lengths.mean, ""),
        row("rally length, median", "strokes", lengths.median, ""),
        row("rally length, 90th percentile", "strokes", f64::from(lengths.p90), ""),
        row("rally length, longest", "strokes", f64::from(lengths.longest), ""),
    ]
}
