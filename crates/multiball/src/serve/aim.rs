//! The struck ball of a serve: which velocity takes it to both bounces, and whether the path is legal.

use nalgebra::{Matrix4, Vector4};

use super::ServeError;
use crate::ball::{BallEvent, BallSim, BallState, EventKind, Physics, Settings, Surroundings, TablePart};
use crate::court::Court;
use crate::geometry::{Cuboid, Vec3};

/// A requested serve, seen by a server at the home end: the ball flies towards -x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ServeRequest {
    /// First bounce, on the server's half: x > 0, m.
    pub own_bounce: (f64, f64),
    /// Second bounce, on the receiver's half: x < 0, m.
    pub far_bounce: (f64, f64),
    /// Spin about the level axis square to the ball's path, rad/s: positive topspin, negative backspin.
    pub topspin: f64,
    /// Spin about the upright axis, rad/s: positive curves to the ball's left.
    pub sidespin: f64,
    /// How far the tossed ball rises, m.
    pub toss_rise: f64,
}

impl Default for ServeRequest {
    /// A medium topspin serve down the middle.
    fn default() -> Self {
        Self { own_bounce: (0.9, 0.1), far_bounce: (-0.9, 0.0), topspin: 60.0, sidespin: 0.0, toss_rise: 0.25 }
    }
}

/// A struck ball and where it goes.
#[derive(Debug, Clone, Copy)]
pub struct ServePath {
    /// Right after the stroke.
    pub struck: BallState,
    /// Time from the stroke to each bounce, s.
    pub bounces_s: [f64; 2],
    /// Positions of the bounces.
    pub bounces: [Vec3; 2],
    /// Clearance between ball and net, m.
    pub net_clearance: f64,
}

/// Spin of a ball struck from a fall without spin: the two parts that were requested, and along the path the part that
/// the impulse then brings with it (an impulse turns a ball only square to itself).
#[must_use]
fn spin_of(velocity: &Vec3, falling: f64, topspin: f64, sidespin: f64) -> Vec3 {
    let level = Vec3::new(velocity.x, velocity.y, 0.0);
    let speed = level.norm();
    let ahead = level / speed;
    let along = -sidespin * (velocity.z + falling) / speed;
    Vec3::z().cross(&ahead) * topspin + Vec3::z() * sidespin + ahead * along
}

/// Finds the velocity of a serve.
#[derive(Debug, Clone)]
pub struct Shooter<'w> {
    physics: &'w Physics,
    court: &'w Court,
    /// A table without end and without a net: on it every serve has two bounces, and they move smoothly with its
    /// velocity.
    endless: Surroundings,
    real: Surroundings,
}

impl<'w> Shooter<'w> {
    /// Right to some 1e-10 m: finer than the bounces are requested.
    const SETTINGS: Settings = Settings { tolerance: 1e-10, markers: false };
    /// How near the bounces must come to the points requested, m.
    const MISS: f64 = 1e-8;
    /// Least clearance between ball and net, m.
    pub const LEAST_NET_CLEARANCE: f64 = 0.005;
    /// Least distance of a bounce from the lines, m.
    pub const LINE_MARGIN: f64 = 0.005;
    /// A serve that is longer than this in the air is none, s.
    const LONGEST_S: f64 = 4.0;

    /// A shooter for the given physics and court.
    #[must_use]
    pub fn new(physics: &'w Physics, court: &'w Court) -> Self {
        let real = court.surroundings();
        let endless = Surroundings {
            table: Cuboid::between(Vec3::new(-100.0, -100.0, -court.table_thickness), Vec3::new(100.0, 100.0, 0.0)),
            ..Surroundings::far_below()
        };
        Self { physics, court, endless, real }
    }

    /// The serve struck at distance `hit_x` and height `hit_z`, where the tossed ball falls with speed `falling`. Where
    /// across the table it is struck follows from the two bounces.
    ///
    /// # Errors
    /// When no velocity does it, or the path is not legal.
    pub fn solve(
        &self,
        request: &ServeRequest,
        (hit_x, hit_z): (f64, f64),
        falling: f64,
    ) -> Result<ServePath, ServeError> {
        let shot = Shot { request, hit_x, hit_z, falling };
        let guesses = shot.guesses(self.physics.body.radius, self.physics.air.gravity);
        let starts = guesses.map(|first_s| shot.guess(first_s, self.physics));
        let mut best = f64::INFINITY;
        for start in starts {
            match self.newton(&shot, start) {
                Ok(unknown) => return self.legal(&shot.ball(&unknown)),
                Err(miss) => best = best.min(miss),
            }
        }
        Err(ServeError::NoPath { hit_x, hit_z, miss_m: best })
    }

    /// Newton's method on the four coordinates of the bounces, its slope renewed only where the old one no longer
    /// serves. Fails with the least distance that was reached.
    fn newton(&self, shot: &Shot<'_>, start: Vector4<f64>) -> Result<Vector4<f64>, f64> {
        let mut unknown = start;
        let mut error = self.error(shot, &unknown).ok_or(f64::INFINITY)?;
        let mut inverse: Option<Matrix4<f64>> = None;
        for _ in 0..60 {
            if error.amax() < Self::MISS {
                return Ok(unknown);
            }
            let fresh = inverse.is_none();
            let slope = match inverse {
                Some(slope) => slope,
                None => self.slope(shot, &unknown, &error).and_then(Matrix4::try_inverse).ok_or(error.amax())?,
            };
            let step = slope * error;
            // An old slope must do well to be kept; with a fresh one, where the whole step leads away, a part of it
            // does not.
            let shares: &[f64] = if fresh { &[1.0, 0.5, 0.25, 0.1, 0.03] } else { &[1.0] };
            let next = shares.iter().find_map(|share| {
                let next = unknown - step * *share;
                let left = self.error(shot, &next)?;
                (left.norm() < error.norm()).then_some((next, left))
            });
            match next {
                Some((next, left)) => {
                    inverse = (left.norm() < 0.1 * error.norm()).then_some(slope);
                    (unknown, error) = (next, left);
                }
                None if fresh => return Err(error.amax()),
                None => inverse = None,
            }
        }
        Err(error.amax())
    }

    fn slope(&self, shot: &Shot<'_>, unknown: &Vector4<f64>, error: &Vector4<f64>) -> Option<Matrix4<f64>> {
        const STEP: f64 = 1e-6;
        let mut slope = Matrix4::zeros();
        for axis in 0..4 {
            let mut moved = *unknown;
            moved[axis] += STEP;
            slope.set_column(axis, &((self.error(shot, &moved)? - error) / STEP));
        }
        Some(slope)
    }

    /// Error of the bounces: simulated minus requested.
    fn error(&self, shot: &Shot<'_>, unknown: &Vector4<f64>) -> Option<Vector4<f64>> {
        let mut sim = BallSim::with_settings(self.physics, &self.endless, shot.ball(unknown), 0.0, Self::SETTINGS);
        let [first, second] = [(); 2].map(|()| sim.next_event(Self::LONGEST_S).map(|event| event.before.position));
        let (first, second) = (first?, second?);
        let (own, far) = (shot.request.own_bounce, shot.request.far_bounce);
        Some(Vector4::new(first.x - own.0, first.y - own.1, second.x - far.0, second.y - far.1))
    }

    /// The path over the real table, if it is a good serve.
    ///
    /// # Errors
    /// When the ball touches the net, misses a half, or bounces too near a line.
    pub fn legal(&self, struck: &BallState) -> Result<ServePath, ServeError> {
        let settings = Settings { markers: true, ..Self::SETTINGS };
        let mut sim = BallSim::with_settings(self.physics, &self.real, *struck, 0.0, settings);
        let mut bounces: Vec<BallEvent> = Vec::with_capacity(2);
        let mut net_clearance = None;
        while bounces.len() < 2 {
            let event = sim.next_event(Self::LONGEST_S).ok_or(ServeError::NotLegal { what: "never bounces" })?;
            match event.kind {
                EventKind::Table(TablePart::Top) => bounces.push(event),
                EventKind::NetPlane => net_clearance = Some(self.clearance(&event.before.position)),
                EventKind::Apex => {}
                EventKind::Net => return Err(ServeError::Net { clearance_m: net_clearance.unwrap_or(0.0) }),
                _ => return Err(ServeError::NotLegal { what: "touches something else before its second bounce" }),
            }
        }
        let [first, second] = [bounces[0].before.position, bounces[1].before.position];
        let net_clearance = net_clearance.ok_or(ServeError::NotLegal { what: "bounces twice on the server's half" })?;
        if !(self.is_inside(&first, 1.0) && self.is_inside(&second, -1.0)) {
            return Err(ServeError::NotLegal { what: "does not bounce once on each half" });
        }
        if net_clearance < Self::LEAST_NET_CLEARANCE {
            return Err(ServeError::Net { clearance_m: net_clearance });
        }
        let bounces_s = [bounces[0].t_s, bounces[1].t_s];
        Ok(ServePath { struck: *struck, bounces_s, bounces: [first, second], net_clearance })
    }

    /// Clearance between ball and net.
    fn clearance(&self, at_net: &Vec3) -> f64 {
        at_net.z - self.physics.body.radius - self.court.net_height
    }

    /// Whether a bounce lies well within the half on the side of `sign`.
    fn is_inside(&self, point: &Vec3, sign: f64) -> bool {
        let x = point.x * sign;
        let (long, wide) = (self.court.end_line() - Self::LINE_MARGIN, self.court.side_line() - Self::LINE_MARGIN);
        x > Self::LINE_MARGIN && x < long && point.y.abs() < wide
    }
}

/// One serve to solve: the request, and where the ball is struck.
struct Shot<'a> {
    request: &'a ServeRequest,
    hit_x: f64,
    hit_z: f64,
    falling: f64,
}

impl Shot<'_> {
    /// The struck ball for a velocity and a position across the table.
    fn ball(&self, unknown: &Vector4<f64>) -> BallState {
        let velocity = unknown.xyz();
        let spin = spin_of(&velocity, self.falling, self.request.topspin, self.request.sidespin);
        BallState::new(Vec3::new(self.hit_x, unknown.w, self.hit_z), velocity, spin)
    }

    /// Distances from the stroke to the first bounce, and from there to the second.
    fn lengths(&self) -> (f64, f64) {
        let (own, far) = (self.request.own_bounce, self.request.far_bounce);
        let second = ((far.0 - own.0) * (far.0 - own.0) + (far.1 - own.1) * (far.1 - own.1)).sqrt();
        ((self.hit_x - own.0) * second / (own.0 - far.0), second)
    }

    /// Times to the first bounce to begin with: that of a ball without air, which keeps 0.7 of its level and 0.93 of
    /// its upright speed at the bounce, then others.
    fn guesses(&self, radius: f64, gravity: f64) -> impl Iterator<Item = f64> {
        let (first, second) = self.lengths();
        let squared = 2.0 * (self.hit_z - radius) / (gravity * (second / (0.65 * first) - 1.0));
        let parabola = Some(squared.sqrt()).filter(|t| *t > 0.05 && *t < 1.5);
        parabola.into_iter().chain([0.25, 0.15, 0.4, 0.6])
    }

    /// The velocity and position across the table of a ball without air that takes `first_s` to the first bounce.
    fn guess(&self, first_s: f64, physics: &Physics) -> Vector4<f64> {
        let (own, far) = (self.request.own_bounce, self.request.far_bounce);
        let drop = self.hit_z - physics.body.radius;
        let (first, second) = self.lengths();
        let speed = first / first_s;
        let (ahead_x, ahead_y) = ((far.0 - own.0) / second, (far.1 - own.1) / second);
        let up = 0.5 * physics.air.gravity * first_s - drop / first_s;
        Vector4::new(speed * ahead_x, speed * ahead_y, up, own.1 - ahead_y * first)
    }
}
