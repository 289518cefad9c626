//! Frames of a simulated camera, and a shot followed through them.

use multiball::court::Side;
use multiball::hall::{CameraRig, FilmOptions, FilmedFlight, FrameBuffer, Knowledge};
use multiball::track::BallHint;
use multiball::vision::scene::{Part, Scene, SceneCamera, Sensor, stereo_rig};
use multiball::vision::{Frame, Miscalibration, Region};

use crate::clock::least_ns;
use crate::{Effort, Row};

/// The shot that is followed.
const SHOT: FilmOptions = FilmOptions { lead_s: 0.05, ..FilmOptions::DISTURBED };

/// A frame of a shot in the training hall, shortly after the stroke: a region around the ball, and the whole; then the
/// shot as a player sees it.
pub(crate) fn rows(effort: Effort) -> Option<[Row; 3]> {
    let film = FilmedFlight::new(1, 0, &FilmOptions::DISTURBED);
    let camera = SceneCamera::new(&Scene::training_hall(), stereo_rig()[0], Sensor::default(), 0);
    let t_s = film.stroke_s() + 0.1;
    let moment = film.frame((t_s * FilmOptions::DISTURBED.rate_hz).round() as usize);
    let ball = camera.camera().project(&film.truth(t_s)?.position)?;
    let region = Region::around(&ball, 200, 200, &camera.whole());
    let mut frame = Frame::filled(camera.whole(), 0);
    let mut measure = |name: &str, region: Region| {
        Row::alone(name, least_ns(effort, || camera.render(std::hint::black_box(&moment), region, &mut frame)))
    };
    let whole = camera.whole();
    let frames =
        [measure("simulated camera, 200 x 200 px", region), measure("simulated camera, 1280 x 1024 px", whole)];
    let rig = CameraRig::new(&stereo_rig(), Knowledge::Calibrated(Miscalibration::TYPICAL), 1);
    let hint = hint(&FilmedFlight::new(1, 0, &SHOT));
    let shot = Row::alone("a shot filmed by 2 cameras and followed, 0.65 s", least_ns(effort, || follow(&rig, &hint)));
    let [part, whole] = frames;
    Some([part, whole, shot])
}

/// From 0.05 s before a stroke to 0.6 s after: searches around the racket until a ball from there is tracked, then
/// around its predicted position.
fn follow(rig: &CameraRig, hint: &BallHint) {
    let film = FilmedFlight::new(1, 0, &SHOT);
    let (mut perception, mut buffer) = (rig.perception(0), FrameBuffer::default());
    perception.expect_ball(hint.clone());
    let frames = (0..film.frames()).take_while(|frame| film.time_s(*frame) < film.stroke_s() + 0.6);
    for frame in frames {
        let (t_s, moment) = (film.time_s(frame), film.frame(frame));
        rig.feed(&mut perception, &mut buffer, t_s, &moment, |camera| film.dropped(frame, camera));
    }
    std::hint::black_box(perception.tracker().tracks().count());
}

/// What a pose sensor would report of a filmed stroke: the racket's position at every frame.
fn hint(film: &FilmedFlight) -> BallHint {
    let racket = |frame: usize| Some((film.time_s(frame), film.frame(frame).opponent?.pose.at(Part::Racket)));
    BallHint {
        contact_s: film.stroke_s(),
        places: (0..film.frames()).filter_map(racket).collect(),
        late_s: 0.0,
        towards: Side::Home,
    }
}
