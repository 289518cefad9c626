//! A person over time: waiting, walking, striking and going back.

use super::human::Human;
use super::look::{Hold, seen};
use super::meeting::REACTION_S;
use super::motion::StrokeMotion;
use super::posture::Posture;
use super::skeleton::Skeleton;
use super::walk::{Standing, Walk};
use crate::geometry::Vec3;
use crate::vision::scene::Opponent;

/// The body of a person across strokes, at any time.
///
/// The person waits in a ready pose behind the table. Each stroke is a walk to where it is played and a change from
/// what the body did before to the stroke; afterwards the person goes back. The horizontal position follows the walks
/// (C1, at most 2.5 m/s); all else of the two postures is blended by 3 s² - 2 s³, number by number, and the limbs are
/// solved anew, so that bones keep their lengths and nothing jumps.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonMotion {
    ready: Posture,
    layers: Vec<Layer>,
}

/// Something that the person does from a time on, until the person does something else.
#[derive(Debug, Clone, PartialEq)]
struct Layer {
    walk: Walk,
    /// When the body has changed to it, s.
    settled_s: f64,
    /// The stroke and when it meets the ball, s; none when the person waits.
    stroke: Option<(StrokeMotion, f64)>,
}

/// Where the person waits, m: behind the end of the table, and aside so that forehand and backhand have the same to do
/// (assumed).
const READY_X: f64 = -2.15;
const READY_ASIDE: f64 = 0.3;
/// How the person waits: the racket's wrist from its shoulder (ahead, towards the racket side, up), and how much lower
/// than upright the chest is, m.
const READY_REACH: Vec3 = Vec3::new(0.36, -0.05, -0.2);
const READY_CROUCH: f64 = 0.06;
/// From the wrist to the middle of the blade as the person waits, in their axes, m.
const READY_GRIP: Vec3 = Vec3::new(0.12, 0.0, 0.08);
/// Share of the time until the contact in which the body changes to the stroke.
const CHANGE_SHARE: f64 = 0.6;
/// When the person goes back after the contact, and how long that takes at least, s; their highest speed then, m/s.
const FOLLOW_S: f64 = 0.35;
const BACK_S: f64 = 0.5;
const BACK_SPEED: f64 = 1.2;

/// Greatest number of strokes and walks back that are kept.
const MOST_LAYERS: usize = 512;

impl PersonMotion {
    /// A person who waits.
    #[must_use]
    pub fn new(human: &Human) -> Self {
        let mut ready = Posture::of(human, 0.0);
        ready.chest += Vec3::new(READY_X, -human.racket_side() * READY_ASIDE, -READY_CROUCH);
        ready.reach = READY_REACH;
        ready.hold = Hold { to_blade: ready.in_world(&READY_GRIP), face: Vec3::x(), forearm: ready.forearm() };
        Self { ready, layers: Vec::new() }
    }

    /// The person answers a stroke of the other side at a time with one of their own: from their reaction on the person
    /// walks and swings, and then goes back. What was planned for later is forgotten.
    pub fn strike(&mut self, struck_s: f64, motion: &StrokeMotion, contact_s: f64) {
        let begin_s = struck_s + REACTION_S;
        self.layers.retain(|layer| layer.walk.begin_s < begin_s);
        // Postures of a hundred strokes ago are no longer needed.
        if self.layers.len() > MOST_LAYERS {
            self.layers.drain(..MOST_LAYERS / 2);
        }
        let change_s = CHANGE_SHARE * (contact_s - begin_s);
        let walk = Walk::new(self.standing(begin_s), motion.chest_at_contact(), begin_s, contact_s);
        let stroke = Some((motion.clone(), contact_s));
        self.layers.push(Layer { walk, settled_s: begin_s + change_s, stroke });
        let (from, leaves_s) = (self.standing(contact_s), contact_s + FOLLOW_S);
        let distance = (self.ready.chest - from.place).xy().norm();
        let lasts_s = Walk::lasts_s(distance, BACK_SPEED).max(BACK_S);
        let walk = Walk::new(from, self.ready.chest, leaves_s, leaves_s + lasts_s);
        self.layers.push(Layer { walk, settled_s: leaves_s + lasts_s, stroke: None });
    }

    /// Horizontal position and velocity of the person.
    pub(super) fn standing(&self, t_s: f64) -> Standing {
        let under_way = self.layers.iter().rev().find(|layer| layer.walk.begin_s <= t_s);
        under_way.map_or(Standing::still(self.ready.chest), |layer| layer.walk.at(t_s))
    }

    /// The whole body.
    #[must_use]
    pub fn skeleton(&self, t_s: f64) -> Skeleton {
        self.posture(t_s).skeleton()
    }

    /// The body as cameras see it.
    #[must_use]
    pub fn opponent(&self, t_s: f64) -> Opponent {
        seen(t_s, |t_s| self.posture(t_s))
    }

    /// Middle of the racket's blade, m, and its unit normal.
    #[must_use]
    pub fn blade(&self, t_s: f64) -> [Vec3; 2] {
        self.posture(t_s).blade()
    }

    fn posture(&self, t_s: f64) -> Posture {
        let begun = self.layers.partition_point(|layer| layer.walk.begin_s <= t_s);
        let settled = self.layers[..begun].iter().rposition(|layer| layer.settled_s <= t_s);
        let base = settled.map_or(self.ready, |index| self.doing(&self.layers[index], t_s));
        let changing = &self.layers[settled.map_or(0, |index| index + 1)..begun];
        let mut posture = changing.iter().fold(base, |posture, layer| {
            let s = (t_s - layer.walk.begin_s) / (layer.settled_s - layer.walk.begin_s);
            posture.towards(&self.doing(layer, t_s), s * s * (3.0 - 2.0 * s))
        });
        let place = self.standing(t_s).place;
        (posture.chest.x, posture.chest.y) = (place.x, place.y);
        posture
    }

    fn doing(&self, layer: &Layer, t_s: f64) -> Posture {
        layer.stroke.as_ref().map_or(self.ready, |(motion, contact_s)| motion.posture(t_s - contact_s))
    }
}
