//! Where and when a person can meet a ball that comes to them.

use super::human::Human;
use super::motion::usual_heading;
use super::partner::Unanswered;
use super::pillar::Pillar;
use super::posture::Posture;
use super::swing::Swing;
use super::walk::{Standing, Walk};
use crate::ball::{BallSim, BallState, EventKind, Physics, TablePart};
use crate::court::Court;
use crate::geometry::Vec3;
use crate::track::Stroke;

/// A ball that has bounced on their half, until it touches something again.
#[derive(Debug, Clone)]
pub(super) struct Coming {
    /// Times, s, and states.
    path: Vec<(f64, BallState)>,
    /// Whether it would bounce on the table once more.
    short: bool,
    /// When the other side struck it, s.
    struck_s: f64,
    /// Length of the table over that of the rules.
    along: f64,
}

/// A moment at which a ball can be met.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting {
    pub(super) contact_s: f64,
    pub(super) ball: BallState,
    pub(super) stroke: Stroke,
    /// Highest speed of the walk there, m/s.
    pub(super) speed: f64,
    /// Least clearance to a pillar on that walk, m.
    clearance: f64,
    cost: f64,
}

/// Time from the other side's stroke until the person moves, s.
pub(super) const REACTION_S: f64 = 0.25;
/// Least time from then to the contact, s.
const SWING_S: f64 = 0.1;
/// Longest time that a ball is watched, s, and its grain, s.
const WATCHED_S: f64 = 4.0;
const GRAIN_S: f64 = 0.005;
/// Where a ball can be met, m: x, |y|, and heights over the table, or behind it. Assumed: the person bends over the
/// table by half a metre.
const REACH_X: (f64, f64) = (-2.6, -0.8);
const REACH_Y: f64 = 1.2;
const REACH_Z: (f64, f64) = (0.05, 0.7);
const BEHIND: (f64, f64) = (-1.45, -0.3);
/// A short ball is attacked when it is at least so high, m.
const HIGH: f64 = 0.25;
/// Preferred vertical velocity of the ball at the contact, m/s, and distance from the net, m.
const LIKED_FALL: f64 = -0.5;
const LIKED_X: f64 = -1.75;

impl Coming {
    /// Follows a ball from the other side's stroke.
    pub(super) fn follow(
        physics: &Physics,
        court: &Court,
        struck: &BallState,
        struck_s: f64,
    ) -> Result<Self, Unanswered> {
        let around = court.surroundings();
        let mut sim = BallSim::with_settings(physics, &around, *struck, struck_s, Default::default());
        let (mut bounced_s, mut short, mut other) = (None, false, None);
        let is_top = |kind| matches!(kind, EventKind::Table(TablePart::Top | TablePart::Edge));
        let recording = sim.record(struck_s + WATCHED_S, GRAIN_S, |event| {
            if bounced_s.is_some() {
                short = is_top(event.kind);
                return false;
            }
            match event.kind {
                kind if is_top(kind) && event.before.position.x < 0.0 => bounced_s = Some(event.t_s),
                // A ball may touch the net on its way.
                EventKind::Net => {}
                _ => other = Some(event.before.position),
            }
            other.is_none()
        });
        let last = other.unwrap_or_else(|| sim.state().position);
        let bounced_s = bounced_s.ok_or(Unanswered::NoBounce { x_m: last.x, y_m: last.y, z_m: last.z })?;
        let path = recording.samples.into_iter().filter(|(t_s, _)| *t_s > bounced_s).collect();
        Ok(Self { path, short, struck_s, along: court.over_standard()[0] })
    }

    /// The moments at which a person can meet it from where they stand, the preferred ones first. Below the height
    /// `low` the person pushes it; the person does not walk into a pillar.
    pub(super) fn meetings(
        &self,
        human: &Human,
        stands: &Standing,
        target: &Vec3,
        low: f64,
        pillar: Option<&Pillar>,
    ) -> Result<Vec<Meeting>, Unanswered> {
        let begin_s = self.struck_s + REACTION_S;
        let distance = |(_, ball): &(f64, BallState)| beyond_reach(&ball.position, self.along);
        let near: Vec<_> = self.path.iter().filter(|moment| distance(moment) == 0.0).collect();
        let Some((last_s, _)) = near.last() else {
            return Err(Unanswered::OutOfReach { by_m: self.path.iter().map(distance).fold(f64::INFINITY, f64::min) });
        };
        let in_time = near.iter().filter(|(contact_s, _)| *contact_s >= begin_s + SWING_S);
        let mut found: Vec<Meeting> = in_time
            .flat_map(|(contact_s, ball)| self.strokes(ball, low).map(|stroke| (*contact_s, ball, stroke)))
            .map(|(contact_s, ball, stroke)| {
                let place = standing_place(human, stroke, &ball.position, &(target - ball.position));
                let walk = Walk::new(*stands, place, begin_s, contact_s);
                let speed = walk.fastest();
                let clearance = pillar.map_or(f64::INFINITY, |pillar| pillar.clearance_of_walk(&walk));
                Meeting { contact_s, ball: *ball, stroke, speed, clearance, cost: cost(ball, speed, stroke) }
            })
            .collect();
        if found.is_empty() {
            return Err(Unanswered::NoTime { lacks_s: begin_s + SWING_S - last_s });
        }
        let clearance = found.iter().map(|meeting| meeting.clearance).fold(f64::NEG_INFINITY, f64::max);
        if clearance < 0.0 {
            return Err(Unanswered::InTheWay { by_m: -clearance });
        }
        found.retain(|meeting| meeting.clearance >= 0.0);
        let short_m = |meeting: &Meeting| Walk::lacks(meeting.speed, meeting.contact_s - begin_s);
        let by_m = found.iter().map(short_m).fold(f64::INFINITY, f64::min);
        found.retain(|meeting| meeting.speed <= Walk::FASTEST);
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        if found.is_empty() { Err(Unanswered::OutOfReach { by_m }) } else { Ok(found) }
    }

    /// Forehand and backhand of the class that suits a ball.
    fn strokes(&self, ball: &BallState, low: f64) -> [Stroke; 2] {
        let height = ball.position.z;
        let attack = if self.short { height > HIGH } else { height > low };
        if attack {
            [Stroke::ForehandAttack, Stroke::BackhandAttack]
        } else {
            [Stroke::ForehandPush, Stroke::BackhandPush]
        }
    }
}

/// Cost of meeting a ball so: away from its apex, near the table or far from it, after a quick walk. A forehand attack
/// is a little better.
fn cost(ball: &BallState, speed: f64, stroke: Stroke) -> f64 {
    let off = |value: f64, liked: f64, scale: f64| ((value - liked) / scale).powi(2);
    let side = if stroke == Stroke::ForehandAttack { 0.0 } else { 0.2 };
    off(ball.velocity.z, LIKED_FALL, 1.0)
        + 0.3 * off(ball.position.x, LIKED_X, 0.5)
        + 2.0 * off(speed, 0.0, Walk::FASTEST)
        + side
}

/// How far outside of where the person can reach a place lies, m, at a table so many times as long as that of the
/// rules.
fn beyond_reach(place: &Vec3, along: f64) -> f64 {
    let lowest = if place.x < along * BEHIND.0 { BEHIND.1 } else { REACH_Z.0 };
    let over = |value: f64, low: f64, high: f64| (low - value).max(value - high).max(0.0);
    let (x, y) = (over(place.x, REACH_X.0, along * REACH_X.1), over(place.y, -REACH_Y, REACH_Y));
    Vec3::new(x, y, over(place.z, lowest, REACH_Z.1)).norm()
}

/// Where the person's chest is at the contact to send a ball from a position in a direction, by the average stroke, m.
fn standing_place(human: &Human, stroke: Stroke, ball: &Vec3, direction: &Vec3) -> Vec3 {
    let swing = Swing::of(stroke);
    let mut posture = Posture::of(human, usual_heading(direction));
    posture.stand_before(&(ball - posture.in_world(&swing.grip)), swing.contact);
    posture.chest
}
