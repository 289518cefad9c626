//! Frames fed by hand through perception: two cameras that are not synchronised see a ball, and its bounce is
//! predicted.
//!
//! A real camera feeds perception in the same way: its number, the middle of the exposure, pixels with their stride.

use multiball::ball::{BallSim, BallState, Physics};
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::track::{BallPerception, CameraFrame, PerceptionSettings, Priors, Refusal, Tracker, TrackerSettings};
use multiball::vision::detect::DetectorSettings;
use multiball::vision::scene::{BallTruth, Moment, Scene, SceneCamera, Sensor, stereo_rig};
use multiball::vision::{Frame, FrameView};

/// Delay of the second camera's shutter after the first, s.
const APART_S: f64 = 0.0007;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (physics, court) = (Physics::default(), Court::STANDARD);
    let scene = Scene::empty_table();
    let films: Vec<SceneCamera> = (0..)
        .zip(stereo_rig())
        .map(|(number, camera)| SceneCamera::new(&scene, camera, Sensor::default(), number))
        .collect();

    // Perception knows the cameras' calibration and the priors for most balls. It learns the backgrounds from the first
    // frames.
    let settings = TrackerSettings { exposure_s: Sensor::default().exposure_s, ..TrackerSettings::default() };
    let tracker = Tracker::new(&stereo_rig(), Priors::default(), settings);
    let balls = DetectorSettings { radius_px: (3.5, 10.0), ..DetectorSettings::default() };
    let mut perception = BallPerception::learning(tracker, balls, PerceptionSettings::default());

    // The world: a ball is struck 0.1 s after the cameras were switched on.
    let struck = BallState::new(Vec3::new(-1.4, 0.1, 0.3), Vec3::new(6.5, -0.3, 1.0), Vec3::new(0.0, 80.0, 0.0));
    let around = court.surroundings();
    let mut sim = BallSim::new(&physics, &around, struck);
    let (mut frame, mut padded) = (Frame::filled(films[0].whole(), 0), Vec::new());
    for exposure in 0..90u32 {
        let camera = (exposure % 2) as usize;
        let stamp_s = 0.005 * f64::from(exposure / 2) + APART_S * camera as f64;
        let mut moment = Moment::still(u64::from(exposure));
        if stamp_s >= 0.1 {
            while sim.next_event(stamp_s - 0.1).is_some() {}
            moment = moment.with_ball(BallTruth { position: sim.state().position, velocity: sim.state().velocity });
        }
        // A camera with a region of interest reads what perception requests; each row is padded by 64 bytes.
        let regions: Vec<_> = perception.regions_of_interest(camera, stamp_s).collect();
        for region in regions {
            films[camera].render(&moment, region, &mut frame);
            let (region, stride) = (frame.region(), frame.region().width + 64);
            padded.resize(stride * region.height, 0);
            for y in 0..region.height {
                padded[y * stride..][..region.width].copy_from_slice(frame.row(y));
            }
            let pixels = FrameView::new(region, stride, &padded)?;
            perception.perceive(&CameraFrame { camera, stamp_s, pixels });
        }
        // Our cameras deliver in order, so nothing older will come. Without this line frames wait to be sorted.
        perception.advance(stamp_s);
    }

    let track = perception.tracker().tracks().next().ok_or("no ball was seen")?;
    let bounce = perception.tracker().bounce(track, 0).ok_or("it does not bounce")?;
    let [sd_x, sd_y] = [0, 1].map(|axis| 1e3 * bounce.covariance[(axis, axis)].sqrt());
    println!("{} lines of sight and points of the ball", track.measurements().len());
    println!(
        "it bounces at x = {:.3} m ± {sd_x:.0} mm, y = {:.3} m ± {sd_y:.0} mm, {:.3} s after the stroke",
        bounce.position.x,
        bounce.position.y,
        bounce.t_s - 0.1
    );

    // What really happens.
    let mut sim = BallSim::new(&physics, &around, struck);
    let event = sim.next_event(2.0).ok_or("it never touches anything")?;
    let there = event.before.position;
    println!("truly at       x = {:.3} m,         y = {:.3} m,         {:.3} s", there.x, there.y, event.t_s);
    println!("refused, for lying outside the gate: {}", perception.refusals().count(Refusal::OutsideGate));
    let off = (bounce.position - there).norm();
    if off < 0.03 { Ok(()) } else { Err(format!("{off:.3} m off").into()) }
}
