//! The player beyond the net, as a camera sees them: limbs of round cross section, a racket, and a white cuff.

use super::SceneRacket;
use crate::geometry::Vec3;

/// A tracked point of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Middle of the head.
    Head,
    /// Middle of the chest.
    Chest,
    /// Middle of the hips.
    Hips,
    /// Shoulder of the arm that holds the racket.
    RacketShoulder,
    /// Its elbow.
    RacketElbow,
    /// Its wrist.
    RacketWrist,
    /// Middle of the racket's blade.
    Racket,
    /// The other shoulder.
    FreeShoulder,
    /// The other elbow.
    FreeElbow,
    /// The other wrist.
    FreeWrist,
    /// Knee below the racket's side.
    RacketKnee,
    /// Foot below the racket's side.
    RacketFoot,
    /// The other knee.
    FreeKnee,
    /// The other foot.
    FreeFoot,
}

/// Where the parts of the body are, or how fast they move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpponentPose {
    /// One vector for each [`Part`], in their order: m, or m/s.
    pub parts: [Vec3; Self::PARTS],
}

/// The opponent in the middle of the exposure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opponent {
    /// Where the person is, m.
    pub pose: OpponentPose,
    /// How fast their parts move, m/s.
    pub velocities: OpponentPose,
    /// Unit normal of the racket's blade.
    pub racket_normal: Vec3,
}

/// A limb between two points of the body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limb {
    pub(super) ends: [Vec3; 2],
    pub(super) velocities: [Vec3; 2],
    pub(super) radii: [f64; 2],
    pub(super) reflectance: f64,
    /// The point whose distance decides the order of drawing: its middle, or that of the limb it is worn on.
    pub(super) drawn_at: Vec3,
}

/// Reflectances: assumed, of dark clothes, skin, a white cuff and the rubber of a racket.
const SHIRT: f64 = 0.14;
const TROUSERS: f64 = 0.08;
const SKIN: f64 = 0.42;
const HAIR: f64 = 0.07;
const SHOES: f64 = 0.30;
const CUFF: f64 = 0.88;
/// Of the racket's rubber.
pub(super) const RUBBER: f64 = 0.06;
/// Radius of its blade, m.
const BLADE_RADIUS: f64 = 0.078;
/// Where the cuff begins and ends, m from the wrist towards the elbow.
const CUFF_M: [f64; 2] = [0.015, 0.065];

impl OpponentPose {
    /// Number of parts.
    pub const PARTS: usize = 14;

    /// Where a part is.
    #[must_use]
    pub fn at(&self, part: Part) -> Vec3 {
        self.parts[part as usize]
    }

    /// The part, to be moved.
    pub fn at_mut(&mut self, part: Part) -> &mut Vec3 {
        &mut self.parts[part as usize]
    }
}

impl Opponent {
    /// Number of limbs.
    pub(super) const LIMBS: usize = 17;

    /// All limbs.
    pub(super) fn limbs(&self) -> [Limb; Self::LIMBS] {
        use Part::{
            Chest, FreeElbow, FreeFoot, FreeKnee, FreeShoulder, FreeWrist, Head, Hips, Racket, RacketElbow, RacketFoot,
            RacketKnee, RacketShoulder, RacketWrist,
        };
        let limb = |from, to, radii, reflectance| self.limb(from, 0.0, to, 1.0, radii, reflectance);
        let forearm = (self.pose.at(RacketElbow) - self.pose.at(RacketWrist)).norm().max(1e-6);
        let cuff = CUFF_M.map(|from_wrist| from_wrist / forearm);
        [
            limb(Hips, RacketKnee, [0.095, 0.06], TROUSERS),
            limb(Hips, FreeKnee, [0.095, 0.06], TROUSERS),
            limb(RacketKnee, RacketFoot, [0.055, 0.042], SKIN),
            limb(FreeKnee, FreeFoot, [0.055, 0.042], SKIN),
            limb(RacketFoot, RacketFoot, [0.055, 0.055], SHOES),
            limb(FreeFoot, FreeFoot, [0.055, 0.055], SHOES),
            limb(Hips, Chest, [0.13, 0.165], SHIRT),
            self.limb(Chest, 0.45, Head, 0.9, [0.05, 0.05], SKIN),
            limb(RacketShoulder, FreeShoulder, [0.075, 0.075], SHIRT),
            limb(Head, Head, [0.1, 0.1], SKIN),
            self.hair(),
            limb(FreeShoulder, FreeElbow, [0.055, 0.045], SHIRT),
            limb(FreeElbow, FreeWrist, [0.042, 0.03], SKIN),
            limb(RacketShoulder, RacketElbow, [0.055, 0.045], SHIRT),
            limb(RacketElbow, RacketWrist, [0.042, 0.03], SKIN),
            self.limb(RacketWrist, 0.1, Racket, 0.45, [0.038, 0.035], SKIN),
            // After the forearm: a cuff hides what it is worn on.
            Limb {
                drawn_at: (self.pose.at(RacketElbow) + self.pose.at(RacketWrist)) / 2.0,
                ..self.limb(RacketWrist, cuff[0], RacketElbow, cuff[1], [0.036, 0.038], CUFF)
            },
        ]
    }

    /// The racket.
    pub(super) fn racket(&self) -> SceneRacket {
        let [centre, velocity] = [&self.pose, &self.velocities].map(|parts| parts.at(Part::Racket));
        SceneRacket { centre, normal: self.racket_normal, velocity, radius: BLADE_RADIUS }
    }

    fn hair(&self) -> Limb {
        let above = Vec3::new(-0.02, 0.0, 0.03);
        let (head, velocity) = (self.pose.at(Part::Head) + above, self.velocities.at(Part::Head));
        Limb { ends: [head; 2], velocities: [velocity; 2], radii: [0.095; 2], reflectance: HAIR, drawn_at: head }
    }

    /// A limb between two points on the line from one part to another, as shares of its length.
    fn limb(&self, from: Part, start: f64, to: Part, end: f64, radii: [f64; 2], reflectance: f64) -> Limb {
        let between = |pose: &OpponentPose| [start, end].map(|share| pose.at(from).lerp(&pose.at(to), share));
        let ends = between(&self.pose);
        let drawn_at = (ends[0] + ends[1]) / 2.0;
        Limb { ends, velocities: between(&self.velocities), radii, reflectance, drawn_at }
    }
}
