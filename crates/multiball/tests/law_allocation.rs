//! Hot paths allocate nothing.

#![allow(clippy::unwrap_used)]

use allocation_counter::measure;
use multiball::ball::{BallSim, BallState, Physics, RacketWood, Settings};
use multiball::court::Court;
use multiball::experiments::{AxisFilters, AxisTuning};
use multiball::geometry::Vec3;
use multiball::hall::floor::{InstrumentSettings, Instruments};
use multiball::hall::record::NullRecorder;
use multiball::hall::{Exchange, ExchangeSetup, PlanarHall, RailOptions, Scenario};
use multiball::motion::{Follower, JointState, SpeedLimitedPath, arrive_at, least_common_times};
use multiball::optimise::Silent as Unseen;
use multiball::optimise::{Differential, Evaluation, Function, Genetic, Method, Schedule, Stop, Swarm, minimise};
use multiball::picker::localisation::{PoseFilter, Site, Start};
use multiball::picker::{DriveLimits, Geodetic, Motion, Pose2};
use multiball::robot::{Arm, Arm6, JointDrive, JointKind, JointLimits, Joints, Rail6, Serve5, by_name};
use multiball::track::{
    BallPerception, CameraFrame, Estimator, EstimatorSettings, Measurement, Priors, Tracker, TrackerSettings,
};
use multiball::vision::detect::{
    BlobPipelineSettings, Detection, Detector, DetectorSettings, Expectation, Linker, Look, PaperChain,
};
use multiball::vision::image::Background;
use multiball::vision::{Brown, Camera, Frame, Landmark, Lens, Region, Vec2, locate, triangulate, triangulate_linear};
use nalgebra::Matrix2;

#[test]
fn law_a_ball_flies_bounces_rolls_and_rests_without_allocating() {
    let (physics, around) = (Physics::default(), Court::STANDARD.surroundings());
    let ball = BallState::new(Vec3::new(-1.3, 0.1, 0.3), Vec3::new(7.0, 0.0, 1.0), Vec3::new(0.0, 200.0, 50.0));
    let mut events = 0;
    let allocations = measure(|| {
        let settings = Settings { markers: true, ..Settings::FAST };
        let mut sim = BallSim::with_settings(&physics, &around, ball, 0.0, settings);
        while sim.next_event(100.0).is_some() {
            events += 1;
        }
    });
    assert!(events > 10 && allocations.count_total == 0, "{events} events, {allocations:?}");
}

#[test]
fn law_a_planar_rally_is_played_without_allocating() {
    let scenario = Scenario::from_toml(include_str!("../scenarios/planar.toml")).unwrap();
    let hall = PlanarHall::new(&scenario, 1).unwrap();
    let mut strokes = 0;
    let allocations = measure(|| strokes = hall.play(0, &mut NullRecorder).strokes);
    assert!(strokes == 1000 && allocations.count_total == 0, "{strokes} strokes, {allocations:?}");
}

#[test]
fn law_an_exchange_is_reset_and_played_without_allocating() {
    let options = RailOptions { wood: RacketWood::new(true, 0.1), ..RailOptions::default() };
    let setup = std::sync::Arc::new(ExchangeSetup::new(options, 4, 1).unwrap());
    let mut exchange = Exchange::new(setup.clone(), 0);
    let mut ticks = 0;
    let allocations = measure(|| {
        for seed in 0..20 {
            exchange.reset(seed);
            while exchange.step(setup.ready()).unwrap().outcome.is_none() {
                ticks += 1;
            }
        }
    });
    assert!(ticks > 500 && allocations.count_total == 0, "{ticks} ticks, {allocations:?}");
}

#[test]
fn law_searches_allocate_at_their_start_alone() {
    let problem = Function { bounds: vec![(-1.0, 2.0); 7], cost: |x: &[f64]| x.iter().map(|x| x * x).sum() };
    let methods: [&dyn Method; 3] = [&Swarm::new(Schedule::Nonlinear, 20), &Differential::new(20), &Genetic::new(20)];
    for method in methods {
        let [few, many] = [20, 20_000].map(|evaluations| {
            let stop = Stop::after(evaluations);
            measure(|| drop(minimise(&problem, method, &stop, 1, Evaluation::Serial, &mut Unseen))).count_total
        });
        assert!(few == many && few > 0, "{few} in the first generation, {many} in a thousand");
    }
}

#[test]
fn law_an_arm_is_replanned_and_followed_without_allocating() {
    let limits =
        [JointLimits { kind: JointKind::Revolute, low: -2.0, high: 2.0, speed: 6.0, acceleration: 60.0, jerk: 2000.0 };
            6];
    let mut arm = Follower::at_rest(&Joints::zeros(), &limits);
    let (mut accepted, mut refused) = (0, 0);
    let allocations = measure(|| {
        for tick in 0..1000 {
            let now_s = 1e-3 * f64::from(tick);
            // Easy targets, those near the limits, and those beyond.
            let target = JointState::moving(Joints::repeat(0.003 * f64::from(tick)), Joints::repeat(0.5));
            match arm.replan(now_s, &target, now_s + 0.2 + 0.1 * f64::from(tick % 5)) {
                Ok(()) => accepted += 1,
                Err(_) => refused += 1,
            }
            std::hint::black_box(arm.at(now_s + 5e-4));
        }
    });
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
    assert_eq!(allocations.count_total, 0);

    let (from, to) = (JointState::at_rest(Joints::zeros()), JointState::at_rest(Joints::repeat(1.0)));
    let motion = arrive_at(0.0, &from, 2.0, &to, &limits).unwrap();
    let sampling = measure(|| {
        std::hint::black_box((0..100).map(|i| motion.at(0.02 * f64::from(i)).position.sum()).sum::<f64>());
    });
    assert_eq!(sampling.count_total, 0);
}

/// All solutions of some poses of an arm's own.
fn solve<const N: usize>(arm: &impl Arm<N>) -> usize {
    let solutions = |i: i32| {
        let pose = arm.forward(&Joints::from_fn(|joint, _| 0.01 * f64::from(i) + 0.1 * joint as f64));
        arm.inverse(&pose, &Joints::zeros()).unwrap().as_slice().len()
    };
    (0..100).map(solutions).sum()
}

#[test]
fn law_all_solutions_of_an_arm_are_found_without_allocating() {
    let mut found = 0;
    let allocations =
        measure(|| found = solve(&Arm6::default()) + solve(&Serve5::default()) + solve(&Rail6::default()));
    assert!(found > 1000 && allocations.count_total == 0, "{found} solutions, {allocations:?}");
}

#[test]
fn law_a_robot_behind_the_trait_moves_without_allocating() {
    for name in multiball::robot::NAMES {
        let robot = by_name(name).unwrap();
        let (joints, mut links) = (robot.home(), Vec::new());
        let still = vec![0.0; joints.len()];
        let mut columns = vec![nalgebra::Vector6::zeros(); joints.len()];
        let mut drive = JointDrive::start(&*robot, &joints, 150.0).unwrap();
        robot.links(&joints, &mut links).unwrap();
        let allocations = measure(|| {
            for tick in 0..100 {
                match tick {
                    0..50 => drive.follow(&joints, &still).unwrap(),
                    _ => drive.stop(),
                }
                drive.advance(1e-3);
                robot.forward(drive.position()).unwrap();
                robot.forward_and_columns(drive.position(), &mut columns).unwrap();
                robot.links(drive.position(), &mut links).unwrap();
            }
        });
        assert_eq!(allocations.count_total, 0, "{name}: {allocations:?}");
    }
}

#[test]
fn law_least_times_are_found_without_allocating() {
    let joint = |middle: f64| SpeedLimitedPath { way_points: [0.0, 1.0, middle, 2.0], speed_limit: 1.5 };
    let joints = [joint(1.7), joint(-0.5), joint(1.0)];
    let mut sum_s = 0.0;
    let allocations = measure(|| sum_s = least_common_times(&joints).unwrap().iter().sum());
    assert!(sum_s > 1.0 && allocations.count_total == 0, "{sum_s} s, {allocations:?}");
}

#[test]
fn law_points_and_cameras_are_located_without_allocating() {
    let distortion = Brown { k1: -0.2, k2: 0.1, ..Brown::default() };
    let lens = Lens { distortion, ..Lens::pinhole(1280, 1024, 1400.0) };
    let cameras = [-1.6, 1.6].map(|x| Camera::looking_at(lens, Vec3::new(x, -3.5, 1.5), Vec3::zeros()));
    let points: [Vec3; 20] = std::array::from_fn(|i| {
        let turn = i as f64;
        Vec3::new((7.0 * turn) % 1.1 - 0.5, (3.0 * turn) % 1.3 - 0.6, (5.0 * turn) % 0.7 - 0.3)
    });
    // A hundredth of a pixel off, so that there is something to refine.
    let see = |camera: &Camera, point: &Vec3| camera.project(point).unwrap().add_scalar(0.01 * point.x);
    let landmarks = points.map(|point| Landmark { point, pixel: see(&cameras[0], &point) });
    let square = [(-0.3, 0.2), (0.3, 0.2), (0.3, -0.2), (-0.3, -0.2)].map(|(x, y)| Vec3::new(x, y, 0.0));
    let corners = square.map(|point| Landmark { point, pixel: see(&cameras[0], &point) });
    let mut found = 0;
    let allocations = measure(|| {
        for point in &points {
            let measurements = [0, 1].map(|i| (&cameras[i], see(&cameras[i], point)));
            found += usize::from(triangulate(&measurements, 0.25).is_ok())
                + usize::from(triangulate_linear(&measurements).is_ok());
        }
        for some in [&landmarks[..], &landmarks[..5], &corners[..]] {
            found += usize::from(locate(&lens, some, 0.25).is_ok());
        }
    });
    assert!(found == 43 && allocations.count_total == 0, "{found} found, {allocations:?}");
}

#[test]
fn law_a_ball_is_detected_without_allocating() {
    let whole = Region::whole(640, 480);
    let mut frame = Frame::filled(whole, 80);
    let background = Background::from_frame(&frame);
    // A disc, and a disc that touches a block: both methods that find a ball.
    for (x, y) in (0..whole.area()).map(|i| (i % whole.width, i / whole.width)) {
        let disc = |left: usize, top: usize| x.abs_diff(left).pow(2) + y.abs_diff(top).pow(2) < 64;
        if disc(100, 100) || disc(300, 200) || (x.abs_diff(320) < 14 && y.abs_diff(205) < 11) {
            frame.pixels_mut()[y * whole.width + x] = 230;
        }
    }
    let settings = DetectorSettings { radius_px: (7.0, 9.0), ..DetectorSettings::default() };
    let (mut detector, mut linker) = (Detector::new(background.clone(), settings), Linker::default());
    let mut paper = PaperChain::new(BlobPipelineSettings::default());
    let pixel = Vec2::new(301.0, 199.0);
    let expected = Expectation { pixel, covariance: Matrix2::identity() * 9.0, radius_px: 8.0, streak: Vec2::zeros() };
    let mut found = 0;
    let mut frames = |count: usize| {
        for i in 0..count {
            let look = if i % 2 == 0 { Look::Everywhere } else { Look::For(&[expected]) };
            let detections = detector.detect(&frame, &look).unwrap();
            found += detections.len();
            linker.step(0.005 * i as f64, detections);
            found += usize::from(paper.find(&frame, background.shown()).unwrap().is_some());
        }
    };
    frames(2);
    let allocations = measure(|| frames(20));
    assert!(found >= 22 * 2 && allocations.count_total == 0, "{found} found, {allocations:?}");
}

#[test]
fn law_a_ball_is_followed_and_predicted_without_allocating() {
    let fall = |t_s: f64| Vec3::new(-1.2 + 4.5 * t_s, 0.1 * t_s, 0.3 + 1.0 * t_s - 4.9 * t_s * t_s);
    let lens = Lens::pinhole(1280, 1024, 1400.0);
    let cameras = [-1.6, 1.6].map(|x| Camera::looking_at(lens, Vec3::new(x, -4.2, 2.6), Vec3::zeros()));
    let mut tracker = Tracker::new(&cameras, Priors::default(), TrackerSettings::default());
    let mut estimator = Estimator::new(Priors::default(), EstimatorSettings::default());
    let (mut followed, mut predicted) = (0, 0);
    let mut frames = |range: std::ops::Range<u32>| {
        for frame in range {
            let t_s = 0.005 * f64::from(frame);
            let place = fall(t_s);
            let seen = [0, 1].map(|i| {
                let pixel = cameras[i].project(&place).unwrap();
                let radius_px = 0.02 * 1400.0 / cameras[i].in_camera(&place).z;
                let (streak, area, brightness, score) = (Vec2::zeros(), 100.0, 220.0, 1.0);
                [Detection { pixel, pixel_sd: 0.1, radius_px, streak, area, brightness, score }]
            });
            tracker.observe(t_s, &[&seen[0], &seen[1]]);
            followed += tracker.tracks().count();
            estimator.observe(Measurement::point(t_s, place, 0.003)).unwrap();
            predicted += usize::from(estimator.prediction().is_some_and(|prediction| prediction.bounce(0).is_some()));
        }
    };
    frames(0..3);
    let allocations = measure(|| frames(3..60));
    assert!(followed > 40 && predicted > 40, "followed in {followed}, predicted in {predicted} frames");
    assert_eq!(allocations.count_total, 0, "{allocations:?}");
}

/// Frames of two cameras, whole and in windows, 0.5 ms apart and each pair in the wrong order: perception
/// allocates for the first ones only.
#[test]
fn law_frames_are_perceived_without_allocating() {
    let fall = |t_s: f64| Vec3::new(-1.2 + 4.5 * t_s, 0.1 * t_s, 0.3 + 1.0 * t_s - 4.9 * t_s * t_s);
    let lens = Lens::pinhole(640, 512, 700.0);
    let cameras = [-1.6, 1.6].map(|x| Camera::looking_at(lens, Vec3::new(x, -3.2, 1.6), Vec3::zeros()));
    let whole = Region::whole(640, 512);
    let empty = Frame::filled(whole, 80);
    let detector = || Detector::new(Background::from_frame(&empty), DetectorSettings::default());
    let tracker = Tracker::new(&cameras, Priors::default(), TrackerSettings::default());
    let mut perception = BallPerception::new(tracker, vec![detector(), detector()]);
    let film = |camera: usize, stamp_s: f64| {
        let (place, mut frame) = (fall(stamp_s), empty.clone());
        let pixel = cameras[camera].project(&place).unwrap();
        let radius = 0.02 * 700.0 / cameras[camera].in_camera(&place).z;
        for (index, grey) in frame.pixels_mut().iter_mut().enumerate() {
            let at = Vec2::new((index % 640) as f64, (index / 640) as f64);
            let inside = (radius + 0.5 - (at - pixel).norm()).clamp(0.0, 1.0);
            *grey = (80.0 + 150.0 * inside).round() as u8;
        }
        let window = Region::around(&pixel, 120, 100, &whole);
        (camera, stamp_s, frame.crop(&window), frame)
    };
    let films: Vec<_> = (0..45).flat_map(|i| [1, 0].map(|c| film(c, 0.005 * i as f64 + 0.0005 * c as f64))).collect();
    let mut followed = 0;
    let mut feed = |range: std::ops::Range<usize>| {
        for (camera, stamp_s, window, frame) in &films[range] {
            for pixels in [frame.view(), window.view()] {
                perception.perceive(&CameraFrame { camera: *camera, stamp_s: *stamp_s, pixels });
            }
            followed += perception.tracker().tracks().count();
        }
    };
    feed(0..16);
    let allocations = measure(|| feed(16..90));
    assert!(followed > 40, "followed in {followed} of 90 frames");
    assert_eq!(allocations.count_total, 0, "{allocations:?}");
}

#[test]
fn law_a_robot_reads_its_instruments_and_localises_without_allocating() {
    let site = Site::new(Geodetic { latitude_deg: 48.0, longitude_deg: 11.0 }, 2026, 100).unwrap();
    let (limits, settings) = (DriveLimits::PAPER, InstrumentSettings::OUTDOORS);
    let start = Start { pose: Pose2::home(), place_deviation: 0.1, heading_deviation: 0.1 };
    let mut instruments = Instruments::new(settings, &site, &limits, 1, 0);
    let mut pose = PoseFilter::new(&site, &settings.sheet, &start);
    let mut axes = AxisFilters::new(&site, AxisTuning::of(&settings.sheet, &limits), &start);
    let (motion, mut truth, mut fixes) = (Motion { speed: 0.4, turn_rate: 0.2 }, Pose2::home(), 0);
    let allocations = measure(|| {
        for step in 1..=4000 {
            truth = motion.carries(&truth, limits.step_s);
            let readings = instruments.read(&motion, &truth, f64::from(step) * limits.step_s);
            pose.predict(&readings.odometry, &readings.inertia, limits.step_s);
            axes.predict(&readings.odometry, &readings.inertia, limits.step_s);
            if let Some(compass) = &readings.compass {
                pose.take_compass(compass);
                axes.take_compass(compass);
            }
            if let Some(fix) = &readings.fix {
                fixes += 1;
                pose.take_fix(fix);
                axes.take_fix(fix);
            }
        }
    });
    assert!(fixes == 20 && (pose.pose().place - truth.place).norm() < 5.0);
    assert_eq!(allocations.count_total, 0, "{allocations:?}");
}
