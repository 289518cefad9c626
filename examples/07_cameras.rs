//! Two cameras see a ball: its triangulated position, the expected error, and the error without lens calibration.
//!
//! `multiball calibrate` finds the lens from pictures of a board, `multiball track` follows balls through frames.

use std::error::Error;

use multiball::geometry::standard_normal;
use multiball::prelude::*;
use multiball::vision::{Brown, Lens, Vec2, triangulate};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Standard deviation of a detected ball's middle, px.
const NOISE_PX: f64 = 0.2;

fn main() -> Result<(), Box<dyn Error>> {
    let lens = Lens {
        width: 1280,
        height: 1024,
        focal_px: Vec2::new(1100.0, 1100.0),
        centre_px: Vec2::new(640.0, 512.0),
        distortion: Brown { k1: -0.12, k2: 0.03, ..Brown::default() },
    };
    // Behind the home end, left and right, both looking at the middle of the table.
    let cameras = [-1.2, 1.2].map(|y| Camera::looking_at(lens, Vec3::new(3.0, y, 1.6), Vec3::zeros()));
    let straight = Lens { distortion: Brown::default(), ..lens };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    println!("ball at x, y, z, m        error, mm   expected, mm   chi-square   error without the distortion, mm");
    for x in [-1.2, -0.6, 0.0, 0.6, 1.2] {
        let ball = Vec3::new(x, 0.3 * x, 0.25);
        let mut pixels = Vec::new();
        for camera in &cameras {
            let seen = camera.project(&ball).ok_or("the ball is not in view")?;
            pixels.push(seen + Vec2::from_fn(|_, _| NOISE_PX * standard_normal(&mut rng)));
        }
        let seen = |cameras: &[Camera; 2]| {
            let both: Vec<(&Camera, Vec2)> = cameras.iter().zip(pixels.iter().copied()).collect();
            triangulate(&both, NOISE_PX)
        };
        let fix = seen(&cameras)?;
        let wrong = seen(&cameras.map(|camera| Camera { lens: straight, ..camera }))?;
        let [error, without] = [fix, wrong].map(|fix| 1000.0 * (fix.position - ball).norm());
        let expected = 1000.0 * fix.covariance.trace().sqrt();
        let place = format!("{:6.2} {:6.2} {:6.2}", ball.x, ball.y, ball.z);
        println!("{place:22} {error:12.1} {expected:14.1} {:12.1} {without:34.1}", fix.chi_square);
    }
    Ok(())
}
