//! Contact between the robot and a ball: brush and body.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::picker::{Body, Brush, Motion, Point2, Pose2};

/// A contact of the robot with a ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Touch {
    /// Not at all.
    Apart,
    /// With the brush, which takes it in if the mechanism does.
    Taken,
    /// It is pushed away at a velocity, m/s.
    Pushed(Point2),
}

/// Depth of the brush, m: it grips a ball up to this far behind its front.
const DEPTH: f64 = 0.06;
/// Share of balls that a turning brush takes in at its middle, and at its edge.
const TAKEN_MIDDLE: f64 = 0.985;
const TAKEN_EDGE: f64 = 0.6;
/// The middle ends here, as a share of half the width.
const MIDDLE: f64 = 0.7;
/// Speeds at which a ball leaves that the brush did not take, m/s.
const FLICKED: std::ops::Range<f64> = 0.1..0.4;

/// The contact with a ball near the robot. A ball that is already being touched is only pushed along.
pub(super) fn touch(
    ball: &Point2,
    touched: bool,
    pose: &Pose2,
    motion: Motion,
    brush: Brush,
    body: &Body,
    rng: &mut ChaCha8Rng,
) -> Touch {
    let off = ball - pose.place;
    if off.norm() > body.reach + body.brush_width {
        return Touch::Apart;
    }
    let heading = pose.ahead();
    let (ahead, left) = (off.dot(&heading), heading.perp(&off));
    let half = body.brush_width / 2.0;
    let in_mouth = (body.reach - DEPTH..=body.reach).contains(&ahead) && left.abs() <= half;
    if in_mouth {
        return in_brush(left / half, touched, heading, motion, brush, rng);
    }
    if off.norm() < body.radius {
        // The body pushes it straight away from its middle, a little faster than it comes.
        let away = off.try_normalize(1e-9).unwrap_or(heading);
        let speed = (motion.speed * away.dot(&heading)).max(0.0) + 0.05;
        return Touch::Pushed(away * speed);
    }
    Touch::Apart
}

fn in_brush(sideways: f64, touched: bool, ahead: Point2, motion: Motion, brush: Brush, rng: &mut ChaCha8Rng) -> Touch {
    let left = Point2::new(-ahead.y, ahead.x);
    if brush != Brush::In || touched {
        return Touch::Pushed(ahead * (motion.speed.max(0.0) + 0.05));
    }
    let edge = ((sideways.abs() - MIDDLE) / (1.0 - MIDDLE)).clamp(0.0, 1.0);
    if rng.random::<f64>() < TAKEN_MIDDLE + (TAKEN_EDGE - TAKEN_MIDDLE) * edge {
        return Touch::Taken;
    }
    let flick = rng.random_range(FLICKED);
    Touch::Pushed(ahead * (motion.speed.max(0.0) + flick) + left * rng.random_range(-0.3..0.3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// Shares of balls taken in across the brush, and none next to it.
    #[test]
    fn law_the_brush_takes_what_is_before_its_middle_less_at_its_edge_and_nothing_next_to_it() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (body, motion) = (Body::PAPER, Motion { speed: 0.5, turn_rate: 0.0 });
        let mut share = |left: f64, brush: Brush, touched: bool| {
            let ball = Point2::new(body.reach - 0.01, left);
            let one = |_| touch(&ball, touched, &Pose2::home(), motion, brush, &body, &mut rng);
            (0..4000).map(one).filter(|touch| *touch == Touch::Taken).count() as f64 / 4000.0
        };
        let half = body.brush_width / 2.0;
        assert!((share(0.0, Brush::In, false) - TAKEN_MIDDLE).abs() < 0.01);
        assert!((share(half - 1e-9, Brush::In, false) - TAKEN_EDGE).abs() < 0.04);
        assert_eq!(share(half + 0.01, Brush::In, false), 0.0);
        assert_eq!((share(0.0, Brush::Off, false), share(0.0, Brush::In, true)), (0.0, 0.0));
    }

    #[test]
    fn law_what_is_pushed_goes_away_from_the_robot() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let (body, motion) = (Body::PAPER, Motion { speed: 0.5, turn_rate: 0.0 });
        for _ in 0..2000 {
            let ball = Point2::new(rng.random_range(-0.3..0.3), rng.random_range(-0.3..0.3));
            let heading = rng.random_range(-3.0..3.0);
            let pose = Pose2 { place: Point2::zeros(), heading };
            if let Touch::Pushed(velocity) = touch(&ball, false, &pose, motion, Brush::In, &body, &mut rng) {
                assert!(velocity.dot(&ball) > -0.1 && velocity.norm() < 1.0, "{ball:?} {velocity:?}");
            }
        }
    }
}
