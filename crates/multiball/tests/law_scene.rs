//! Simulated cameras: regions, noise, streaks, light, occlusion.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use allocation_counter::measure;
use multiball::ball::BallState;
use multiball::geometry::Vec3;
use multiball::opponent::{Human, StrokeMotion};
use multiball::track::Stroke;
use multiball::vision::scene::{
    BallLook, BallTruth, Glint, Moment, Scene, SceneCamera, Sensor, four_camera_rig, stereo_rig,
};
use multiball::vision::{Camera, Frame, Lens, Region, Vec2};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const NOISELESS: Sensor =
    Sensor { exposure_s: 0.002, late_s: 0.0, line_time_s: 0.0, gain: 1.0, read_noise: 0.0, shot_noise: 0.0, seed: 1 };

/// A camera of the rig with a quarter of its pixels, so that backgrounds take little time.
fn small(camera: Camera) -> Camera {
    let Camera { lens, camera_from_world } = camera;
    let lens = Lens { width: 319, height: 255, focal_px: lens.focal_px / 4.0, centre_px: lens.centre_px / 4.0, ..lens };
    Camera { lens, camera_from_world }
}

fn draw_moment(rng: &mut ChaCha8Rng) -> Moment {
    let mut moment = Moment::still(rng.random_range(0..1000));
    for _ in 0..rng.random_range(0..4) {
        let position = Vec3::from_fn(|_, _| rng.random_range(-1.5..1.5));
        let velocity = Vec3::from_fn(|_, _| rng.random_range(-15.0..15.0));
        moment = moment.with_ball(BallTruth { position, velocity });
    }
    let contact = Vec3::new(rng.random_range(-1.8..-1.0), rng.random_range(-0.5..0.5), rng.random_range(0.1..0.5));
    let (human, ball) = (Human::draw(rng), BallState::new(contact, Vec3::new(5.0, 0.3, 2.0), Vec3::zeros()));
    let motion = StrokeMotion::draw(&human, Stroke::ALL[rng.random_range(0..4)], &ball, 0.0, rng);
    moment.opponent = rng.random::<bool>().then(|| motion.opponent(rng.random_range(-0.3..0.3)));
    moment.light = rng.random_range(0.7..1.3);
    let pixel = Vec2::new(rng.random_range(0.0..319.0), rng.random_range(0.0..255.0));
    moment.glints[0] = Some(Glint { camera: 1, pixel, radius_px: 3.0, grey: 150.0 });
    moment
}

#[test]
fn law_a_region_is_the_crop_of_the_whole_frame_bit_for_bit() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let film = SceneCamera::new(&Scene::training_hall(), small(stereo_rig()[0]), Sensor::default(), 1);
    let mut whole = Frame::filled(film.whole(), 0);
    let mut part = Frame::filled(Region::whole(0, 0), 0);
    for _ in 0..100 {
        let moment = draw_moment(&mut rng);
        film.render(&moment, film.whole(), &mut whole);
        for _ in 0..10 {
            let (left, top) = (rng.random_range(0..330), rng.random_range(0..260));
            let region = Region { left, top, width: rng.random_range(0..300), height: rng.random_range(0..300) };
            film.render(&moment, region, &mut part);
            assert_eq!(part.pixels(), whole.crop(&region).pixels(), "{region:?} {moment:?}");
        }
    }
}

#[test]
fn law_equal_seeds_give_equal_bytes_and_seed_camera_and_number_change_them() {
    let scene = Scene::empty_table();
    let render = |seed: u64, number: u64, frame_number: u64| {
        let film = SceneCamera::new(&scene, small(stereo_rig()[1]), Sensor { seed, ..Sensor::default() }, number);
        let mut frame = Frame::filled(film.whole(), 0);
        film.render(&Moment::still(frame_number), film.whole(), &mut frame);
        frame
    };
    let first = render(1, 0, 5);
    assert_eq!(first, render(1, 0, 5));
    for other in [render(2, 0, 5), render(1, 1, 5), render(1, 0, 6)] {
        let differing = first.pixels().iter().zip(other.pixels()).filter(|(a, b)| a != b).count();
        assert!(differing * 2 > first.pixels().len(), "{differing} pixels differ");
    }
}

/// On one grey: the mean is the signal's, the variance σ_r² + σ_s² g s / 255 and 1/12 for rounding.
#[test]
fn law_noise_has_the_mean_and_variance_that_the_sensor_states() {
    let mut camera = Camera::looking_at(Lens::pinhole(320, 256, 40_000.0), Vec3::zeros(), Vec3::y());
    camera.lens.centre_px = Vec2::new(160.0, 128.0);
    for (reflectance, gain, read_noise, shot_noise) in
        [(0.3, 1.0, 1.5, 0.0), (0.5, 1.0, 0.8, 2.55), (0.2, 2.0, 2.0, 5.0)]
    {
        let sensor = Sensor { gain, read_noise, shot_noise, ..Sensor::default() };
        let film = SceneCamera::new(&Scene::plain(reflectance), camera, sensor, 0);
        let mut frame = Frame::filled(film.whole(), 0);
        film.render(&Moment::still(1), film.whole(), &mut frame);
        let count = frame.pixels().len() as f64;
        let mean = frame.pixels().iter().map(|p| f64::from(*p)).sum::<f64>() / count;
        let variance =
            frame.pixels().iter().map(|p| (f64::from(*p) - mean) * (f64::from(*p) - mean)).sum::<f64>() / count;
        // The wall is upright: it gets three quarters of the even light.
        let signal = 255.0 * reflectance * gain * 0.75;
        let expected = read_noise * read_noise + shot_noise * shot_noise * signal / 255.0 + 1.0 / 12.0;
        assert!((mean - signal).abs() < 5.0 * (expected / count).sqrt() + 0.01, "mean {mean}, not {signal}");
        // Chi-square with as many degrees of freedom as pixels: relative standard error √(2/n).
        assert!((variance / expected - 1.0).abs() < 5.0 * (2.0 / count).sqrt(), "variance {variance}, not {expected}");
    }
}

/// A plain dark scene in which balls are evenly grey.
fn plain_film(exposure_s: f64) -> SceneCamera {
    let look = BallLook { reflectance: 0.9, contrast: 0.0, ..BallLook::default() };
    let scene = Scene { ball: look, ..Scene::plain(0.0) };
    SceneCamera::new(&scene, stereo_rig()[0], Sensor { exposure_s, ..NOISELESS }, 0)
}

/// Sum, centroid and covariance of the light in a frame.
fn moments(frame: &Frame) -> (f64, Vec2, nalgebra::Matrix2<f64>) {
    let (mut sum, mut first, mut second) = (0.0, Vec2::zeros(), nalgebra::Matrix2::zeros());
    let region = frame.region();
    for (index, grey) in frame.pixels().iter().enumerate() {
        let place = Vec2::new((region.left + index % region.width) as f64, (region.top + index / region.width) as f64);
        sum += f64::from(*grey);
        first += place * f64::from(*grey);
        second += place * place.transpose() * f64::from(*grey);
    }
    let centroid = first / sum;
    (sum, centroid, second / sum - centroid * centroid.transpose())
}

fn draw_ball(rng: &mut ChaCha8Rng) -> BallTruth {
    BallTruth {
        position: Vec3::new(rng.random_range(-1.5..1.5), rng.random_range(-0.7..0.7), rng.random_range(0.05..1.0)),
        velocity: Vec3::new(rng.random_range(-12.0..12.0), rng.random_range(-2.0..2.0), rng.random_range(-4.0..4.0)),
    }
}

#[test]
fn law_a_silhouette_has_its_middle_and_size_where_the_sphere_projects() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let film = plain_film(0.0);
    let mut frame = Frame::filled(film.whole(), 0);
    for _ in 0..300 {
        let ball = draw_ball(&mut rng);
        let pixel = film.camera().project(&ball.position).unwrap();
        film.render(&Moment::still(0).with_ball(ball), Region::around(&pixel, 60, 60, &film.whole()), &mut frame);
        let (sum, centroid, _) = moments(&frame);
        assert!((centroid - pixel).norm() < 0.05, "{centroid} {pixel}");
        let brightest = f64::from(*frame.pixels().iter().max().unwrap());
        let (area, depth) = (sum / brightest, film.camera().in_camera(&ball.position).z);
        let expected = std::f64::consts::PI * (0.02 * 1400.0 / depth).powi(2);
        // Off the axis a sphere looks larger; distortion makes it smaller.
        assert!((0.93..1.2).contains(&(area / expected)), "{area} px instead of {expected}");
    }
}

#[test]
fn law_blur_keeps_middle_and_light_and_is_as_long_as_the_motion() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (still, blurred) = (plain_film(0.0), plain_film(0.003));
    let (mut sharp, mut streak) = (Frame::filled(still.whole(), 0), Frame::filled(still.whole(), 0));
    for _ in 0..200 {
        let ball = draw_ball(&mut rng);
        let camera = still.camera();
        let pixel = camera.project(&ball.position).unwrap();
        let moment = Moment::still(0).with_ball(ball);
        let region = Region::around(&pixel, 90, 90, &still.whole());
        still.render(&moment, region, &mut sharp);
        blurred.render(&moment, region, &mut streak);
        let ((light, _, round), (blurred_light, centroid, long)) = (moments(&sharp), moments(&streak));
        assert!((blurred_light / light - 1.0).abs() < 0.01, "{blurred_light} {light}");
        assert!((centroid - pixel).norm() < 0.05, "{centroid} {pixel}");
        let [start, end] = [-0.0015, 0.0015].map(|t| camera.project(&(ball.position + ball.velocity * t)).unwrap());
        let motion = end - start;
        // A uniform motion of length L adds L²/12 to the variance along it.
        let along = motion.normalize();
        let (spread, expected) = ((along.transpose() * (long - round) * along)[0], motion.norm_squared() / 12.0);
        assert!((spread - expected).abs() < 0.08 + 0.03 * expected, "{spread} px² instead of {expected}");
    }
}

/// Rows of a rolling shutter are exposed one after the other: a ball is seen where it is when its row is, and each row
/// of it lies to the side of the one above by its speed in the image times the line time.
#[test]
fn law_a_rolling_shutter_shears_a_ball_by_its_speed_times_the_line_time() {
    const LINE_TIME_S: f64 = 2e-5;
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let look = BallLook { reflectance: 0.9, contrast: 0.0, ..BallLook::default() };
    let scene = Scene { ball: look, ..Scene::plain(0.0) };
    let films = [0.0, LINE_TIME_S].map(|line_time_s| {
        let sensor = Sensor { exposure_s: 0.0, line_time_s, late_s: 100.0 * line_time_s, ..NOISELESS };
        SceneCamera::new(&scene, stereo_rig()[0], sensor, 0)
    });
    let mut frame = Frame::filled(films[0].whole(), 0);
    let (mut product, mut square) = (0.0, 0.0);
    for _ in 0..100 {
        // It stays in view, and above the table, until its row is exposed.
        let drawn = draw_ball(&mut rng);
        let position = drawn.position.component_mul(&Vec3::new(0.8, 1.0, 0.7)) + Vec3::z() * 0.2;
        let ball = BallTruth { position, ..drawn };
        let [still, rolling] = films.each_ref().map(|film| {
            film.render(&Moment::still(0).with_ball(ball), film.whole(), &mut frame);
            moments(&frame)
        });
        let camera = films[0].camera();
        let fallen = |t: f64| ball.position + ball.velocity * t - Vec3::z() * (9.81 * t * t / 2.0);
        let exposed_s = LINE_TIME_S * (100.0 + rolling.1.y);
        let there = camera.project(&fallen(exposed_s)).unwrap();
        assert!((rolling.1 - there).norm() < 0.1, "{ball:?} at {} instead of {there}", rolling.1);
        let ahead = camera.project(&fallen(exposed_s + 1e-4)).unwrap();
        let shift = (ahead - there) * (LINE_TIME_S / 1e-4);
        // The column of a row's middle as a line through the rows: its slope.
        let slope = |covariance: &nalgebra::Matrix2<f64>| covariance[(0, 1)] / covariance[(1, 1)];
        let sheared = slope(&rolling.2) - slope(&still.2);
        assert!((sheared - shift.x).abs() < 0.05, "{sheared} instead of {} px", shift.x);
        (product, square) = (product + sheared * shift.x, square + shift.x * shift.x);
    }
    assert!((product / square - 1.0).abs() < 0.1, "{} times the shear of speed times line time", product / square);
}

#[test]
fn law_the_net_hides_what_is_behind_it_and_nothing_else() {
    let scene = Scene { ball: BallLook { contrast: 0.0, ..BallLook::default() }, ..Scene::empty_table() };
    // From the home side, level with the tape's middle.
    let lens = Lens::pinhole(320, 256, 1400.0);
    let camera = Camera::looking_at(lens, Vec3::new(3.0, 0.0, 0.145), Vec3::new(0.0, 0.0, 0.145));
    let film = SceneCamera::new(&scene, camera, NOISELESS, 0);
    let render = |ball: Option<Vec3>| {
        let mut frame = Frame::filled(film.whole(), 0);
        let still = Moment::still(0);
        let measurement = |position| BallTruth { position, velocity: Vec3::zeros() };
        film.render(&ball.map_or(still, |position| still.with_ball(measurement(position))), film.whole(), &mut frame);
        frame
    };
    let empty = render(None);
    let at = |frame: &Frame, pixel: &Vec2| f64::from(frame.row(pixel.y.round() as usize)[pixel.x.round() as usize]);
    let tape = camera.project(&Vec3::new(0.0, 0.0, 0.145)).unwrap();
    let behind = render(Some(Vec3::new(-0.1, 0.0, 0.145)));
    assert_eq!(at(&behind, &tape), at(&empty, &tape));
    assert_ne!(behind, empty, "above and below the tape the ball is seen");
    let before = render(Some(Vec3::new(0.1, 0.0, 0.145)));
    assert!(at(&before, &tape) > 200.0 && at(&before, &tape) != at(&empty, &tape));
    // Through the mesh, 70 % of its light comes through; the cords add a little of their own.
    let mesh = camera.project(&Vec3::new(-0.2, 0.0, 0.08)).unwrap();
    let through = render(Some(Vec3::new(-0.2, 0.0, 0.08)));
    let open = render(Some(Vec3::new(0.2, 0.0, 0.08)));
    let clear = at(&open, &camera.project(&Vec3::new(0.2, 0.0, 0.08)).unwrap());
    assert!((at(&through, &mesh) - (0.7 * clear + 0.3 * 0.1 * 191.0)).abs() < 2.0, "{} {clear}", at(&through, &mesh));
    assert_eq!(render(Some(Vec3::new(0.5, 0.0, -0.3))), empty, "below the table a ball is hidden");
}

#[test]
fn law_nothing_panics_wherever_a_ball_is() {
    let film = SceneCamera::new(&Scene::empty_table(), small(four_camera_rig()[2]), Sensor::default(), 0);
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut frame = Frame::filled(film.whole(), 0);
    let place = film.camera().place();
    for i in 0..2000 {
        let scale = 10f64.powi(i % 9 - 4);
        let mut draw = |size: f64| Vec3::from_fn(|_, _| size * rng.random_range(-1.0..1.0));
        let near_camera = if i % 2 == 0 { place } else { Vec3::zeros() };
        let ball = BallTruth { position: near_camera + draw(scale), velocity: draw(10.0 * scale) };
        film.render(&Moment::still(0).with_ball(ball), Region::whole(64, 64), &mut frame);
    }
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let ball = BallTruth { position: Vec3::new(bad, 0.0, 0.1), velocity: Vec3::repeat(bad) };
        film.render(&Moment::still(0).with_ball(ball), film.whole(), &mut frame);
        let ball = BallTruth { position: Vec3::new(0.0, 0.0, 0.1), velocity: Vec3::repeat(bad) };
        film.render(&Moment::still(0).with_ball(ball), film.whole(), &mut frame);
    }
    assert_eq!(frame.region(), film.whole());
}

#[test]
fn law_frames_are_rendered_without_allocating() {
    let film = SceneCamera::new(&Scene::training_hall(), small(stereo_rig()[0]), Sensor::default(), 0);
    let moment = draw_moment(&mut ChaCha8Rng::seed_from_u64(5));
    let mut frame = Frame::filled(film.whole(), 0);
    let allocations = measure(|| {
        film.render(&moment, film.whole(), &mut frame);
        film.render(&moment, Region { left: 13, top: 40, width: 200, height: 200 }, &mut frame);
    });
    assert_eq!(allocations.count_total, 0);
}
