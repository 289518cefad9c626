//! A point of the made-up session: legs of parabolas from touch to touch.

use multiball::court::{Fault, Side};
use multiball::geometry::{Attitude, Vec3};
use multiball::hall::record::{SessionEvent, StrikerKind, StrokeRecord};
use multiball::robot::{EndPose, Robot};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::people::Person;
use super::stage::{TARGET, player_base};
use super::telling::Telling;
use super::{near, triple};

const GRAVITY: Vec3 = Vec3::new(0.0, 0.0, -9.81);
const SERVE_JOINTS: [f64; 5] = [0.3, -1.9, -1.6, 0.7, 0.4];

#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    pub(super) begin_s: f64,
    pub(super) end_s: f64,
    pub(super) from: Vec3,
    pub(super) velocity: Vec3,
}

impl Leg {
    fn between(begin_s: f64, from: Vec3, to: Vec3, lasts_s: f64) -> Self {
        let velocity = (to - from) / lasts_s - GRAVITY * (lasts_s / 2.0);
        Self { begin_s, end_s: begin_s + lasts_s, from, velocity }
    }

    pub(super) fn at(&self, time_s: f64) -> Vec3 {
        let t = time_s - self.begin_s;
        self.from + self.velocity * t + GRAVITY * (t * t / 2.0)
    }
}

pub(super) struct Rally {
    pub(super) ball: usize,
    pub(super) began_s: f64,
    pub(super) end_s: f64,
    pub(super) winner: Side,
    pub(super) fault: Fault,
    pub(super) strokes: u32,
    legs: Vec<Leg>,
    events: Vec<(f64, SessionEvent)>,
    stories: Vec<(f64, StrokeRecord)>,
    /// When the arms are where: the serve, then the player's hits.
    serve_s: f64,
    hits: Vec<(f64, Vec<f64>)>,
    story_count: u64,
}

/// Joints of server and player while they wait.
pub(super) fn resting() -> Vec<Vec<f64>> {
    vec![vec![-0.6, -2.3, -2.2, 0.4, 0.9], player_joints(&Vec3::new(1.75, 0.0, 0.18))]
}

/// Joints with which the blade is behind a ball, its face to the net.
fn player_joints(ball: &Vec3) -> Vec<f64> {
    let robot = Robot::built_in("rail6").unwrap();
    let near = [0.9, 1.1, 0.0, 0.2, 2.8, 0.0];
    let base = player_base();
    let tilt = Attitude::from_euler_angles(0.0, 0.15, std::f64::consts::PI);
    let world = nalgebra::IsometryMatrix3::from_parts((ball + Vec3::new(0.02, 0.0, 0.0)).into(), tilt);
    let pose = EndPose::Space(base.inverse() * world);
    robot.nearest(&pose, &near).map_or_else(|_| near.to_vec(), |solution| solution.joints)
}

struct Draft<'a> {
    rally: Rally,
    time_s: f64,
    at: Vec3,
    rng: &'a mut ChaCha8Rng,
}

impl Draft<'_> {
    fn fly(&mut self, to: Vec3, lasts_s: f64) {
        self.rally.legs.push(Leg::between(self.time_s, self.at, to, lasts_s));
        (self.time_s, self.at) = (self.time_s + lasts_s, to);
    }

    fn tell(&mut self, what: SessionEvent) {
        self.rally.events.push((self.time_s, what));
    }

    fn bounce(&mut self, on: Side, x: f64, y: f64, lasts_s: f64) {
        self.fly(Vec3::new(x, y, 0.02), lasts_s);
        let (ball, position_m) = (self.rally.ball as u32, triple(&self.at));
        self.tell(SessionEvent::Bounced { ball, on, position_m, velocity_m_s: [0.0, 0.0, 2.0] });
    }

    fn struck(&mut self, by: StrikerKind, side: Side, speed: f64) {
        let sign = if side == Side::Home { -1.0 } else { 1.0 };
        let what = SessionEvent::Struck {
            ball: self.rally.ball as u32,
            by,
            side,
            position_m: triple(&self.at),
            velocity_before_m_s: [-sign * speed, 0.1, -0.4],
            velocity_m_s: [sign * speed, 0.3, 1.2],
            spin_rad_s: [5.0, sign * 22.0 * speed, 9.0],
        };
        self.tell(what);
    }

    /// To the floor, and two hops.
    fn out(&mut self, x: f64, y: f64) {
        for (share, lasts_s) in [(0.55, 0.45), (0.8, 0.4), (1.0, 0.28)] {
            let at = self.at;
            self.fly(Vec3::new(at.x + (x - at.x) * share, at.y + (y - at.y) * share, -0.74), lasts_s);
            let (ball, position_m) = (self.rally.ball as u32, triple(&self.at));
            self.tell(SessionEvent::Touched {
                ball,
                what: "floor".to_owned(),
                position_m,
                velocity_m_s: [0.0, 0.0, 1.0],
            });
        }
    }
}

impl Rally {
    pub(super) fn draw(
        begin_s: f64,
        ball: usize,
        point: u64,
        told: u64,
        person: &mut Person,
        rng: &mut ChaCha8Rng,
    ) -> Self {
        let rally = Self {
            ball,
            began_s: begin_s,
            end_s: 0.0,
            winner: Side::Home,
            fault: Fault::NotReturned,
            strokes: 0,
            legs: Vec::new(),
            events: Vec::new(),
            stories: Vec::new(),
            serve_s: begin_s + 0.5,
            hits: Vec::new(),
            story_count: 0,
        };
        let mut draft = Draft { rally, time_s: begin_s, at: Vec3::new(-1.75, -0.45, 0.25), rng };
        draft.fly(Vec3::new(-1.75, -0.45, 0.27), 0.5);
        draft.struck(StrikerKind::Server, Side::Away, 5.0);
        let y = near(draft.rng, 0.0, 0.3);
        draft.bounce(Side::Away, -0.95, y - 0.3, 0.2);
        draft.exchange(y, point, told, person);
        let Draft { mut rally, time_s, .. } = draft;
        rally.end_s = time_s;
        rally.events.sort_by(|a, b| a.0.total_cmp(&b.0));
        rally
    }

    pub(super) fn robot_strokes(&self) -> u64 {
        self.story_count
    }

    pub(super) fn due(&mut self, time_s: f64) -> Vec<(f64, SessionEvent)> {
        let due = self.events.partition_point(|(at_s, _)| *at_s <= time_s);
        self.events.drain(..due).collect()
    }

    pub(super) fn stories_due(&mut self, time_s: f64) -> Vec<StrokeRecord> {
        let due = self.stories.partition_point(|(at_s, _)| *at_s <= time_s);
        self.stories.drain(..due).map(|(_, story)| story).collect()
    }

    pub(super) fn position(&self, time_s: f64) -> Vec3 {
        let leg = self.legs.iter().find(|leg| time_s < leg.end_s).or(self.legs.last()).unwrap();
        leg.at(time_s.min(leg.end_s))
    }

    /// From rest to each hit and back.
    pub(super) fn joints(&self, time_s: f64) -> Vec<Vec<f64>> {
        let mut joints = resting();
        let swing = bump(time_s - self.serve_s, 0.3);
        for (joint, there) in joints[0].iter_mut().zip(SERVE_JOINTS) {
            *joint += (there - *joint) * swing;
        }
        for (hit_s, there) in &self.hits {
            let share = bump(time_s - hit_s, 0.32);
            for (joint, there) in joints[1].iter_mut().zip(there) {
                *joint += (there - *joint) * share;
            }
        }
        joints
    }
}

fn bump(t: f64, width: f64) -> f64 {
    (-(t / width) * (t / width) * 2.0).exp()
}

impl Draft<'_> {
    /// Stroke after stroke, until someone misses.
    fn exchange(&mut self, mut y: f64, point: u64, told: u64, person: &mut Person) {
        let mut read = None;
        loop {
            let struck_s = self.time_s;
            let (depth, lasts_s) = (near(self.rng, 0.95, 0.2), near(self.rng, 0.36, 0.06));
            self.bounce(Side::Home, depth, y, lasts_s);
            y = (y + near(self.rng, 0.0, 0.25)).clamp(-0.6, 0.6);
            let before = self.rally.legs.len() - 1;
            let height = near(self.rng, 0.2, 0.08);
            self.fly(Vec3::new(1.75, y, height), 0.2);
            let stroke = told + self.rally.story_count + 1;
            self.rally.story_count += 1;
            let missed = self.rng.random::<f64>() < 0.1;
            let telling = Telling { stroke, point, struck_s, hit_s: self.time_s, ball: self.at, read, missed };
            let legs: Vec<Leg> = self.rally.legs[before..].to_vec();
            self.rally.events.extend(telling.predicted(&legs, self.rng));
            let joints = player_joints(&self.at);
            self.rally.hits.push((self.time_s, joints.clone()));
            if missed {
                self.rally.stories.push((self.time_s + 0.2, telling.story(&legs, &joints, None, self.rng)));
                let (far, aside) = (near(self.rng, 4.5, 1.2), near(self.rng, y, 1.5));
                self.out(far, aside);
                (self.rally.winner, self.rally.fault) = (Side::Away, Fault::NotReturned);
                return;
            }
            self.rally.strokes += 1;
            self.struck(StrikerKind::Robot, Side::Home, 5.5);
            let landing = [near(self.rng, TARGET[0], 0.22), near(self.rng, TARGET[1], 0.25)];
            self.bounce(Side::Away, landing[0], landing[1], 0.42);
            let off_m = ((landing[0] - TARGET[0]).powi(2) + (landing[1] - TARGET[1]).powi(2)).sqrt();
            self.tell(SessionEvent::Landed { stroke, position_m: landing, off_m });
            self.rally.stories.push((self.time_s + 0.05, telling.story(&legs, &joints, Some(landing), self.rng)));
            let at = Vec3::new(-1.95, landing[1] + near(self.rng, 0.0, 0.1), 0.25);
            if self.rng.random::<f64>() < 0.25 {
                let (far, aside) = (near(self.rng, -4.6, 1.0), near(self.rng, 0.0, 2.4));
                self.out(far, aside);
                return;
            }
            self.fly(at, 0.24);
            read = Some(person.strike(self.time_s, at, self.rng));
            self.rally.strokes += 1;
            self.struck(StrikerKind::Person, Side::Away, 8.0);
            y = near(self.rng, 0.0, 0.5);
        }
    }
}
