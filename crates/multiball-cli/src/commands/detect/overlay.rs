//! All frames in one picture.

use multiball::vision::Frame;
use multiball::vision::image::Background;

use super::Ball;

/// The brightest of all frames at each pixel, with rings around the balls.
pub(super) struct Overlay {
    picture: Frame,
    rings: Vec<Ball>,
}

/// Gap between a ball and its ring, px.
const MARGIN: f64 = 4.0;

impl Overlay {
    pub(super) fn new(background: &Background) -> Self {
        Self { picture: background.shown().clone(), rings: Vec::new() }
    }

    pub(super) fn add(&mut self, frame: &Frame, ball: Option<&Ball>) {
        for (brightest, grey) in self.picture.pixels_mut().iter_mut().zip(frame.pixels()) {
            *brightest = (*brightest).max(*grey);
        }
        self.rings.extend(ball);
    }

    /// The picture; rings are white between black lines, visible on any background.
    pub(super) fn finish(mut self) -> Frame {
        for ball in std::mem::take(&mut self.rings) {
            self.ring(&ball);
        }
        self.picture
    }

    fn ring(&mut self, ball: &Ball) {
        let (width, height) = (self.picture.region().width, self.picture.region().height);
        let radius = ball.radius_px + MARGIN;
        let span = |middle: f64, size: usize| {
            let least = (middle - radius - 2.0).max(0.0) as usize;
            least..((middle + radius + 3.0).max(0.0) as usize).min(size)
        };
        for y in span(ball.y_px, height) {
            for x in span(ball.x_px, width) {
                let (dx, dy) = (x as f64 - ball.x_px, y as f64 - ball.y_px);
                let off = ((dx * dx + dy * dy).sqrt() - radius).abs();
                if off < 1.5 {
                    self.picture.pixels_mut()[y * width + x] = if off < 0.6 { 255 } else { 0 };
                }
            }
        }
    }
}
