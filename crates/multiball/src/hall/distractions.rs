//! What a film shows in addition to the shot: other balls, uneven light, glints, lost frames.

use rand::{Rng, RngExt};

use super::filming::{FilmOptions, FilmedFlight, SceneFrame};
use super::random::{Purpose, stream};
use crate::ball::{Air, BallSim, BallState, EventKind, Physics, Surroundings};
use crate::geometry::{Vec3, portable};
use crate::vision::Vec2;
use crate::vision::scene::{BallTruth, Glint, Moment};

/// A second ball.
#[derive(Debug, Clone, Copy, PartialEq)]
enum SecondBall {
    /// It rolls over the table.
    Rolling(BallTruth),
    /// It has been flying through the hall since the film's start.
    Flying(BallState),
}

/// The distractions in the film of one flight.
#[derive(Debug, Clone)]
pub(super) struct Distractions {
    /// Position and velocity of the incoming ball at the stroke.
    incoming: Option<BallTruth>,
    second: Option<SecondBall>,
    ball_radius: f64,
    /// Phases of flicker and drift, rad.
    phases: [f64; 2],
}

/// Disturbances of a single frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct FrameEvents {
    /// Factor on the light.
    pub(super) exposure: f64,
    pub(super) glints: [Option<Glint>; Moment::MOST_GLINTS],
    pub(super) dropped: [bool; FilmedFlight::CAMERAS],
}

/// Gravity, m/s², and what a bounce leaves of the vertical speed; the incoming ball only has to look right.
const GRAVITY: f64 = Air::STANDARD.gravity;
const RESTITUTION: f64 = 0.9;
/// Frequencies of the light, Hz: lamps on 50 Hz mains shine twice a period; clouds and voltage drift slowly.
const FLICKER_HZ: f64 = 100.0;
const DRIFT_HZ: f64 = 0.7;
/// Size of the sensor on which glints fall, px.
const SENSOR_PX: [f64; 2] = [1280.0, 1024.0];

impl Distractions {
    pub(super) fn draw(
        seed: u64,
        number: u64,
        options: &FilmOptions,
        (struck, ball_radius): (&Vec3, f64),
        stroke_s: f64,
    ) -> Self {
        let mut rng = stream(seed, number, Purpose::Distraction);
        let comes = rng.random::<f64>() < options.incoming_share;
        let toward = Vec3::new(rng.random_range(-6.0..-3.0), rng.random_range(-0.5..0.5), rng.random_range(-1.0..1.5));
        let has_second = rng.random::<f64>() < options.second_ball_share;
        let second = draw_second(&mut rng, stroke_s, ball_radius);
        let turn = 2.0 * std::f64::consts::PI;
        Self {
            incoming: comes.then_some(BallTruth { position: *struck, velocity: toward }),
            second: has_second.then_some(second),
            ball_radius,
            phases: [rng.random_range(0.0..turn), rng.random_range(0.0..turn)],
        }
    }

    /// The incoming ball before the stroke: a parabola without air, and one bounce on the table before it.
    pub(super) fn incoming(&self, from_stroke_s: f64) -> Option<BallTruth> {
        let at_stroke = self.incoming?;
        let t_s = from_stroke_s;
        let fall = |from: &Vec3, v: f64, t: f64| from.z + v * t - GRAVITY * t * t / 2.0;
        let (p, v) = (at_stroke.position, at_stroke.velocity);
        // Backwards in time, when it left the table: z + v t - g t²/2 = radius, t < 0.
        let bounce_s = (v.z - (v.z * v.z + 2.0 * GRAVITY * (p.z - self.ball_radius)).sqrt()) / GRAVITY;
        let level = |t: f64| p + Vec3::new(v.x, v.y, 0.0) * t;
        if t_s >= bounce_s {
            let velocity = v - Vec3::z() * (GRAVITY * t_s);
            return Some(BallTruth { position: Vec3::new(level(t_s).x, level(t_s).y, fall(&p, v.z, t_s)), velocity });
        }
        let down = -(v.z - GRAVITY * bounce_s) / RESTITUTION;
        let before_s = t_s - bounce_s;
        let table = Vec3::new(0.0, 0.0, self.ball_radius);
        let position = Vec3::new(level(t_s).x, level(t_s).y, fall(&table, down, before_s));
        Some(BallTruth { position, velocity: Vec3::new(v.x, v.y, down - GRAVITY * before_s) })
    }

    /// The second ball.
    pub(super) fn second_ball(&self, physics: &Physics, around: &Surroundings, t_s: f64) -> Option<BallTruth> {
        match self.second? {
            SecondBall::Rolling(start) => Some(BallTruth { position: start.position + start.velocity * t_s, ..start }),
            SecondBall::Flying(start) => {
                let mut sim = BallSim::new(physics, around, start);
                while sim.next_event(t_s).is_some_and(|event| event.kind != EventKind::Rest) {}
                Some(BallTruth { position: sim.state().position, velocity: sim.state().velocity })
            }
        }
    }

    /// Brightness at a time, relative to the nominal.
    pub(super) fn light(&self, options: &FilmOptions, t_s: f64) -> f64 {
        let wave = |hz: f64, phase: f64| portable::cos(2.0 * std::f64::consts::PI * hz * t_s + phase);
        1.0 + options.flicker * wave(FLICKER_HZ, self.phases[0]) + options.drift * wave(DRIFT_HZ, self.phases[1])
    }

    /// Disturbances of each frame.
    pub(super) fn events(&self, seed: u64, number: u64, options: &FilmOptions, frames: usize) -> Vec<FrameEvents> {
        let mut rng = stream(seed, number, Purpose::Frames);
        let mut events: Vec<FrameEvents> = Vec::with_capacity(frames);
        for _ in 0..frames {
            let before = events.last().map_or([None; Moment::MOST_GLINTS], |last| last.glints);
            events.push(FrameEvents::draw(&mut rng, options, before));
        }
        events
    }

    /// Distractions of a session: unsteady light only. The session's balls are real.
    pub(super) fn of_light(seed: u64) -> Self {
        let lights = FilmOptions { incoming_share: 0.0, second_ball_share: 0.0, ..FilmOptions::DISTURBED };
        Self::draw(seed, 0, &lights, (&Vec3::zeros(), 0.0), 0.0)
    }

    /// Frame number `frame` of a session: the moment with its light and glints, and which cameras drop it.
    pub(super) fn scene_frame(
        &self,
        seed: u64,
        frame: u64,
        options: &FilmOptions,
        t_s: f64,
        moment: Moment,
    ) -> SceneFrame {
        let mut rng = stream(seed, frame, Purpose::Frames);
        let FrameEvents { exposure, glints, dropped } =
            FrameEvents::draw(&mut rng, options, [None; Moment::MOST_GLINTS]);
        SceneFrame { moment: Moment { light: self.light(options, t_s) * exposure, glints, ..moment }, dropped }
    }
}

impl FrameEvents {
    /// Draws the disturbances of a frame that follows one with these glints.
    fn draw(rng: &mut impl Rng, options: &FilmOptions, before: [Option<Glint>; Moment::MOST_GLINTS]) -> Self {
        let jump = rng.random_range(0.75..1.25);
        let exposure = if rng.random::<f64>() < options.jump_share { jump } else { 1.0 };
        let dropped = std::array::from_fn(|_| rng.random::<f64>() < options.dropped_share);
        // One glint in three lasts for another frame.
        let mut glints = before.map(|glint| glint.filter(|_| rng.random::<f64>() < 1.0 / 3.0));
        for camera in 0..FilmedFlight::CAMERAS {
            let new = draw_glint(rng, camera as u64);
            if rng.random::<f64>() < options.glint_share {
                glints[camera % Moment::MOST_GLINTS] = Some(new);
            }
        }
        Self { exposure, glints, dropped }
    }
}

fn draw_glint(rng: &mut impl Rng, camera: u64) -> Glint {
    let pixel = Vec2::new(rng.random_range(0.0..SENSOR_PX[0]), rng.random_range(0.0..SENSOR_PX[1]));
    Glint { camera, pixel, radius_px: rng.random_range(1.0..6.0), grey: rng.random_range(60.0..220.0) }
}

fn draw_second(rng: &mut impl Rng, stroke_s: f64, ball_radius: f64) -> SecondBall {
    let rolls = rng.random::<f64>() < 0.6;
    let angle = rng.random_range(0.0..2.0 * std::f64::consts::PI);
    let (sin, cos) = portable::sin_cos(angle);
    // Slow, and away from net and rims, so that it neither meets the net nor falls while it is filmed.
    let x = rng.random_range(0.4..0.9) * if rng.random() { 1.0 } else { -1.0 };
    let at_stroke = Vec3::new(x, rng.random_range(-0.4..0.4), ball_radius);
    let speed = rng.random_range(0.0..0.3);
    let velocity = Vec3::new(cos, sin, 0.0) * speed;
    let start = Vec3::new(rng.random_range(-1.5..1.5), rng.random_range(-1.6..1.6), rng.random_range(0.3..0.9));
    let thrown = Vec3::new(rng.random_range(-4.0..4.0), rng.random_range(-2.0..2.0), rng.random_range(0.0..3.0));
    if rolls {
        SecondBall::Rolling(BallTruth { position: at_stroke - velocity * stroke_s, velocity })
    } else {
        SecondBall::Flying(BallState::new(start, thrown, Vec3::zeros()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAMES: u64 = 20_000;

    /// Whether so many of all frames are as many as a share says: within four standard deviations.
    fn is_share(count: usize, share: f64) -> bool {
        let (of, sd) = (FRAMES as f64, (FRAMES as f64 * share * (1.0 - share)).sqrt());
        (count as f64 - of * share).abs() <= 4.0 * sd
    }

    #[test]
    fn law_cameras_lose_as_many_frames_as_the_share_says_in_films_and_in_sessions() {
        for dropped_share in [0.0, 0.02, 0.3] {
            let options = FilmOptions { dropped_share, ..FilmOptions::DISTURBED };
            let lights = Distractions::of_light(3);
            let film = lights.events(3, 1, &options, FRAMES as usize);
            let session: Vec<SceneFrame> =
                (0..FRAMES).map(|frame| lights.scene_frame(3, frame, &options, 0.0, Moment::still(frame))).collect();
            for camera in 0..FilmedFlight::CAMERAS {
                let lost = film.iter().filter(|events| events.dropped[camera]).count();
                assert!(is_share(lost, dropped_share), "film: {lost} of {FRAMES}, share {dropped_share}");
                let lost = session.iter().filter(|frame| !frame.delivered(4).any(|given| given == camera)).count();
                assert!(is_share(lost, dropped_share), "session: {lost} of {FRAMES}, share {dropped_share}");
            }
        }
    }

    #[test]
    fn law_frames_have_as_many_new_glints_as_the_share_says() {
        for glint_share in [0.0, 0.01, 0.2] {
            let options = FilmOptions { glint_share, ..FilmOptions::DISTURBED };
            let lights = Distractions::of_light(3);
            let frames: Vec<SceneFrame> =
                (0..FRAMES).map(|frame| lights.scene_frame(3, frame, &options, 0.0, Moment::still(frame))).collect();
            for camera in 0..FilmedFlight::CAMERAS as u64 {
                let glints = |frame: &SceneFrame| frame.moment.glints.iter().flatten().any(|one| one.camera == camera);
                let count = frames.iter().filter(|frame| glints(frame)).count();
                assert!(is_share(count, glint_share), "{count} of {FRAMES} with a share of {glint_share}");
            }
        }
    }
}
