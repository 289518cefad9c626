//! From a frame to the joints' command: detect, track, predict, plan.

use std::time::Instant;

use multiball::ball::Physics;
use multiball::court::Court;
use multiball::hall::{CameraRig, FilmOptions, FilmedFlight, Knowledge, RailOptions};
use multiball::player::{RailPlayer, RailSettings};
use multiball::robot::Rail6;
use multiball::track::{CameraFrame, EstimatorSettings};
use multiball::vision::scene::stereo_rig;
use multiball::vision::{Frame, Miscalibration, Region};

use crate::{Effort, Row, percentile, scene};

/// What the rows mean.
pub(crate) const NOTE: &str = "frame to joint command: two cameras' images at 200 Hz searched for the ball, estimate \
    and roll-out, the \
    rail player's stroke put right or a better one found, and the command; least of several runs for each frame, then \
    the median and the \
    99th percentile over frames with which the estimate changed";

/// Median and 99th percentile of the time from a frame to the command.
pub(crate) fn rows(effort: Effort) -> Option<[Row; 2]> {
    let (films, repeats) = match effort {
        Effort::Quick => (6, 3),
        Effort::Full => (40, 5),
    };
    let physics = RailOptions::default().physics;
    let rig = CameraRig::new(&stereo_rig(), Knowledge::Calibrated(Miscalibration::TYPICAL), 1)
        .estimating(EstimatorSettings::RALLY);
    let mut times: Vec<f64> = Vec::new();
    for number in 0..films {
        let film = FilmedFlight::new(1, number, &FilmOptions { lead_s: 0.05, ..FilmOptions::DISTURBED });
        let mut least = vec![f64::INFINITY; film.frames()];
        for _ in 0..repeats {
            play(&film, &rig, number, &physics, &mut least)?;
        }
        times.extend(least.into_iter().filter(|ns| ns.is_finite()));
    }
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| percentile(&times, percent);
    Some([
        Row::alone("frame to joint command, median", at(50)),
        Row::alone("frame to joint command, 99th percentile", at(99)),
    ])
}

/// Plays one film and keeps the least time of each frame over all runs.
fn play(film: &FilmedFlight, rig: &CameraRig, number: u64, physics: &Physics, least: &mut [f64]) -> Option<()> {
    let mut perception = rig.perception(number);
    perception.expect_ball(scene::hint(film));
    let arm = Rail6::default().at_home();
    let mut player = RailPlayer::new(physics, Court::STANDARD, arm, RailSettings::default()).ok()?;
    for (frame, least) in least.iter_mut().enumerate() {
        let (t_s, moment) = (film.time_s(frame), film.frame(frame));
        let mut frames: Vec<(usize, Frame)> = Vec::new();
        for camera in (0..rig.count()).filter(|camera| !film.dropped(frame, *camera)) {
            for region in perception.regions_of_interest(camera, t_s) {
                let mut crop = Frame::filled(Region::whole(0, 0), 0);
                rig.render(camera, &moment, region, &mut crop);
                frames.push((camera, crop));
            }
        }
        let start = Instant::now();
        for (camera, crop) in &frames {
            perception.perceive(&CameraFrame { camera: *camera, stamp_s: t_s, pixels: crop.view() });
        }
        perception.conclude(t_s);
        let news = perception.prediction().filter(|_| perception.changed_s() == Some(t_s));
        news.iter().for_each(|prediction| player.see(t_s, prediction));
        std::hint::black_box(player.command(t_s));
        let elapsed = start.elapsed().as_nanos() as f64;
        if news.is_some() && player.stroke().is_none_or(|(_, hit_s)| t_s < hit_s) {
            *least = least.min(elapsed);
        }
    }
    Some(())
}
