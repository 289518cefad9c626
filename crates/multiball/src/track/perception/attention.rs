//! Where new balls are searched for.

use crate::court::Side;
use crate::geometry::{Vec3, box_corners};
use crate::track::Track;
use crate::vision::{Camera, Region, Vec2};

/// Roughly when and where a ball begins: at the opponent's racket hand, as a pose sensor sees it, or at one's own
/// racket.
#[derive(Debug, Clone, PartialEq)]
pub struct BallHint {
    /// When the hand strikes, s; known to about [`Self::UNSURE_S`].
    pub contact_s: f64,
    /// Where the hand was seen: times, s, increasing, and places, m.
    pub places: Vec<(f64, Vec3)>,
    /// How much later than its time a place became known, s.
    pub late_s: f64,
    /// Where the ball flies.
    pub towards: Side,
}

/// Where to search.
#[derive(Debug, Clone)]
pub(super) enum Attention {
    /// In all of every frame.
    Everywhere,
    /// In a box in space, given by two corners, m.
    Within([Vec3; 2]),
    /// Near a hand, until the ball is found that begins there.
    Awaiting(BallHint),
}

impl BallHint {
    /// How well the time of the contact is known, s.
    pub const UNSURE_S: f64 = 0.02;
    /// From the hand to the corners of the box in which a ball begins, m: it flies ahead before it is followed.
    const BOX: [Vec3; 2] = [Vec3::new(-0.35, -0.45, -0.4), Vec3::new(0.85, 0.45, 0.45)];
    /// The box before the hand was seen: where people stand.
    const ANYWHERE: [Vec3; 2] = [Vec3::new(-2.4, -0.9, 0.0), Vec3::new(-0.6, 0.9, 0.9)];

    /// Corners of the box in which a ball may begin at a time, m; after the contact it stays where the hand was.
    #[must_use]
    pub fn space(&self, t_s: f64) -> [Vec3; 2] {
        let until_s = (t_s - self.late_s).min(self.contact_s);
        let seen = self.places.iter().take_while(|(seen_s, _)| *seen_s <= until_s).last();
        let [low, high] = match self.towards {
            Side::Home => Self::BOX,
            Side::Away => Self::BOX.map(|corner| Vec3::new(-corner.x, corner.y, corner.z)),
        };
        seen.map_or(Self::ANYWHERE, |(_, place)| [place + low.inf(&high), place + low.sup(&high)])
    }

    /// Whether a track may be the ball that was expected: it began in the box, not before the contact, and flies the
    /// right way.
    pub(super) fn fits(&self, track: &Track, t_s: f64) -> bool {
        let [low, high] = self.space(t_s);
        let within = |place: &Vec3| (0..3).all(|axis| (low[axis]..=high[axis]).contains(&place[axis]));
        let since_s = self.contact_s - Self::UNSURE_S;
        let began_there =
            track.measurements().first().is_some_and(|first| first.t_s >= since_s && within(&first.position));
        let there = track.prediction().and_then(|prediction| prediction.motion(t_s));
        let ahead = if self.towards == Side::Home { 1.0 } else { -1.0 };
        began_there && there.is_some_and(|there| ahead * there.velocity.x > 0.0)
    }
}

impl Attention {
    /// The part of a camera's sensor that is searched at a time; `found` says whether the ball that was expected is
    /// followed.
    pub(super) fn region(&self, camera: &Camera, t_s: f64, found: bool) -> Option<Region> {
        match self {
            Self::Everywhere => Some(Region::whole(camera.lens.width, camera.lens.height)),
            Self::Within(space) => region_of(camera, *space),
            Self::Awaiting(_) if found => None,
            Self::Awaiting(hint) => region_of(camera, hint.space(t_s)),
        }
    }
}

/// The part of a camera's image in which it sees a box; `None` for one outside its sensor.
fn region_of(camera: &Camera, space: [Vec3; 2]) -> Option<Region> {
    let seen = box_corners(space).into_iter().filter_map(|corner| camera.project(&corner));
    let (low, high) = seen.fold(None, |bounds: Option<(Vec2, Vec2)>, pixel| {
        Some(bounds.map_or((pixel, pixel), |(low, high)| (low.inf(&pixel), high.sup(&pixel))))
    })?;
    // Saturating conversions: what lies before the first row or column begins there.
    let [left, top] = [low.x, low.y].map(|start| start.floor().max(0.0) as usize);
    let size = |start: usize, end: f64| ((end.ceil() + 1.0).max(0.0) as usize).saturating_sub(start);
    let region = Region { left, top, width: size(left, high.x), height: size(top, high.y) };
    let region = region.overlap(&Region::whole(camera.lens.width, camera.lens.height));
    (region.area() > 0).then_some(region)
}
