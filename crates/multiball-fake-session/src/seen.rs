//! What the cameras of the hall that is made up see.

use multiball::hall::record::{BallPlace, Message, Picture, Recorder, SeenMark};
use multiball::vision::{Frame, Region, Vec2};
use rand::RngExt;

use crate::Hall;

/// The picture of a real scene that the documents show.
pub(crate) fn backdrop() -> Frame {
    let bytes: &[u8] = include_bytes!("../../../docs/pictures/frame.png");
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    Frame::from_pixels(Region::whole(info.width as usize, info.height as usize), pixels).unwrap()
}

impl Hall {
    /// Both cameras look where the ball is, if one is in play.
    pub(crate) fn look(&mut self, recorder: &mut dyn Recorder) {
        let Some(ball) = self.balls.iter().find(|ball| ball.place == BallPlace::Flight) else { return };
        let [x, _, z] = ball.position_m;
        for (camera, sign) in [(0, 1.0), (1, -1.0)] {
            let pixel = [639.5 + sign * x * 300.0, 400.0 - z * 300.0];
            let sensor = self.backdrop.region();
            let region = Region::around(&Vec2::new(pixel[0], pixel[1]), 120, 120, &sensor);
            let mut part = self.backdrop.crop(&region);
            for value in part.pixels_mut() {
                *value = value.saturating_add(self.rng.random_range(0..6));
            }
            for (index, value) in part.pixels_mut().iter_mut().enumerate() {
                let (column, row) = (region.left + index % region.width, region.top + index / region.width);
                if (column as f64 - pixel[0]).hypot(row as f64 - pixel[1]) < 6.0 {
                    *value = 230;
                }
            }
            let marks = vec![SeenMark { pixel, radius_px: 6.0 }];
            recorder.record(&Message::Picture(Picture { t_s: self.now_s, camera, parts: vec![part], marks }));
        }
    }
}
