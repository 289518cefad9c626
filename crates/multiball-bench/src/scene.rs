//! Frames of a simulated camera.

use multiball::hall::{FilmOptions, FilmedFlight};
use multiball::vision::scene::{Scene, SceneCamera, Sensor, stereo_rig};
use multiball::vision::{Frame, Region};

use crate::clock::least_ns;
use crate::{Effort, Row};

/// A frame of a shot in the training hall, shortly after the stroke: a region around the ball, and the whole.
pub(crate) fn rows(effort: Effort) -> Option<[Row; 2]> {
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
    Some([measure("simulated camera, 200 x 200 px", region), measure("simulated camera, 1280 x 1024 px", whole)])
}
