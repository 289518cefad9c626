//! Flat things that stand still.

use crate::geometry::Vec3;

/// How reflectance varies over a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pattern {
    /// The same everywhere.
    Flat,
    /// Cells of this size, m, each a little brighter or darker by up to this share: boards, tiles, cloth.
    Mottled {
        /// Size of a cell along the two sides, m.
        cell_m: [f64; 2],
        /// Greatest deviation, as a share of the reflectance.
        share: f64,
    },
    /// Lines of print: dark marks of uneven length on the surface.
    Print {
        /// Height of a line, m.
        line_m: f64,
    },
    /// Darkest in the middle and gone at the rim: a soft shadow. Acts on the opacity.
    SoftRim,
    /// An ellipse that fills the parallelogram; nothing beyond. Acts on the opacity.
    Ellipse,
}

/// A parallelogram in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// One corner, m.
    pub corner: Vec3,
    /// One side, m.
    pub along: Vec3,
    /// The other side, m.
    pub across: Vec3,
    /// Share of the light that it sends back, 0 to 1.
    pub reflectance: f64,
    /// Share of what lies behind that it hides: 1 for a solid, less for a mesh or a shadow.
    pub opacity: f64,
    /// How reflectance varies.
    pub pattern: Pattern,
    /// Whether balls pass both before and behind it: net and posts.
    pub divides: bool,
}

/// Where a line of sight meets a surface.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hit {
    /// Distance along the line, in lengths of its direction.
    pub(super) range: f64,
    /// Position along the two sides, from 0 to 1.
    pub(super) share: [f64; 2],
}

/// A surface relative to a viewpoint.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeenFrom {
    along: Vec3,
    across: Vec3,
    /// From its corner to the viewpoint, m.
    offset: Vec3,
    offset_cross_along: Vec3,
    depth: f64,
}

/// What is so far outside all of a surface's sides is outside, however numbers were rounded, m³.
const SURELY: f64 = 1e-9;

impl SeenFrom {
    /// Whether no line of sight between these meets it: all are outside of the same side. The quantities that `hit`
    /// tests are linear in the direction, so what holds for these holds for those between them.
    pub(super) fn is_missed_by(&self, directions: &[Vec3]) -> bool {
        let mut inmost = [f64::NEG_INFINITY; 4];
        for direction in directions {
            let side = direction.cross(&self.across);
            let before = self.depth.signum();
            let volume = self.along.dot(&side) * before;
            let (first, second) = (self.offset.dot(&side) * before, direction.dot(&self.offset_cross_along) * before);
            for (most, inside) in inmost.iter_mut().zip([first, second, volume - first, volume - second]) {
                *most = inside.max(*most);
            }
        }
        inmost.iter().any(|inside| *inside < -SURELY)
    }

    /// Where a line of sight meets it.
    #[inline]
    pub(super) fn hit(&self, direction: &Vec3) -> Option<Hit> {
        let side = direction.cross(&self.across);
        let volume = self.along.dot(&side);
        let (first, second) = (self.offset.dot(&side), direction.dot(&self.offset_cross_along));
        // Most lines miss most surfaces: this is found without a division.
        let (low, high) = (volume.min(0.0), volume.max(0.0));
        let inside = first >= low && first <= high && second >= low && second <= high;
        if !inside || volume == 0.0 || self.depth / volume <= 0.0 {
            return None;
        }
        Some(Hit { range: self.depth / volume, share: [first / volume, second / volume] })
    }
}

impl Surface {
    /// A solid of one grey.
    #[must_use]
    pub fn solid(corner: Vec3, along: Vec3, across: Vec3, reflectance: f64) -> Self {
        Self { corner, along, across, reflectance, opacity: 1.0, pattern: Pattern::Flat, divides: false }
    }

    /// The same with a pattern.
    #[must_use]
    pub fn with_pattern(self, pattern: Pattern) -> Self {
        Self { pattern, ..self }
    }

    /// A box without its underside.
    #[must_use]
    pub fn cuboid(low: Vec3, high: Vec3, reflectance: f64) -> [Self; 5] {
        let size = high - low;
        let [x, y, z] = [Vec3::x() * size.x, Vec3::y() * size.y, Vec3::z() * size.z];
        let face = |corner, along, across| Self::solid(corner, along, across, reflectance);
        [face(low + z, x, y), face(low, x, z), face(low + y, x, z), face(low, y, z), face(low + x, y, z)]
    }

    /// Unit vector square to it.
    #[must_use]
    pub fn normal(&self) -> Vec3 {
        self.along.cross(&self.across).try_normalize(0.0).unwrap_or_else(Vec3::z)
    }

    /// The surface relative to a viewpoint from which all lines of sight start.
    pub(super) fn seen_from(&self, origin: &Vec3) -> SeenFrom {
        let offset = origin - self.corner;
        let offset_cross_along = offset.cross(&self.along);
        let depth = self.across.dot(&offset_cross_along);
        SeenFrom { along: self.along, across: self.across, offset, offset_cross_along, depth }
    }

    /// Reflectance and opacity at a place of it.
    pub(super) fn look(&self, share: [f64; 2]) -> (f64, f64) {
        let place_m = [share[0] * self.along.norm(), share[1] * self.across.norm()];
        let rim = 4.0 * ((share[0] - 0.5) * (share[0] - 0.5) + (share[1] - 0.5) * (share[1] - 0.5));
        match self.pattern {
            Pattern::Flat => (self.reflectance, self.opacity),
            Pattern::Mottled { cell_m, share } => {
                let deviation = 2.0 * cell_value(place_m[0] / cell_m[0], place_m[1] / cell_m[1]) - 1.0;
                (self.reflectance * (1.0 + share * deviation), self.opacity)
            }
            Pattern::Print { line_m } => {
                let line = place_m[1] / line_m;
                let inked = line - line.floor() < 0.55 && cell_value(place_m[0] / (0.9 * line_m), line) > 0.35;
                let margin = share.iter().all(|share| (0.08..=0.92).contains(share));
                (if inked && margin { 0.25 * self.reflectance } else { self.reflectance }, self.opacity)
            }
            Pattern::SoftRim => {
                let depth = |share: f64| (8.0 * share * (1.0 - share)).min(1.0);
                (self.reflectance, self.opacity * depth(share[0]) * depth(share[1]))
            }
            Pattern::Ellipse => (self.reflectance, if rim <= 1.0 { self.opacity } else { 0.0 }),
        }
    }
}

/// A number from 0 to 1 that belongs to the cell of a plane.
fn cell_value(x: f64, y: f64) -> f64 {
    let key = (x.floor() as i64 as u64) << 32 ^ (y.floor() as i64 as u64 & 0xffff_ffff);
    (super::noise::mix(key) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn law_a_line_through_a_point_of_a_surface_meets_it_there() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..1000 {
            let mut draw = || Vec3::from_fn(|_, _| rng.random_range(-2.0..2.0));
            let surface = Surface::solid(draw(), draw(), draw(), 0.5);
            let origin = draw();
            let share = [rng.random_range(-0.5..1.5), rng.random_range(-0.5..1.5)];
            let point = surface.corner + surface.along * share[0] + surface.across * share[1];
            let met = surface.seen_from(&origin).hit(&((point - origin) / 3.0));
            let inside = share.iter().all(|share| (0.0..=1.0).contains(share));
            assert_eq!(met.is_some(), inside);
            if let Some(hit) = met {
                assert!((hit.range - 3.0).abs() < 1e-6 && (hit.share[0] - share[0]).abs() < 1e-6, "{hit:?}");
            }
        }
    }

    #[test]
    fn law_what_some_lines_miss_on_one_side_is_met_by_none_between_them() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let (mut missed, mut met) = (0, 0);
        for _ in 0..20_000 {
            let mut draw = |size: f64| Vec3::from_fn(|_, _| rng.random_range(-size..size));
            let seen = Surface::solid(draw(2.0), draw(1.0), draw(1.0), 0.5).seen_from(&draw(1.0));
            let middle = draw(1.0);
            let rims = [0; 4].map(|_| middle + draw(0.2));
            let mut hits = 0;
            for _ in 0..20 {
                let shares = [0; 4].map(|_| rng.random_range(0.0..1.0));
                let between: Vec3 = rims.iter().zip(shares).map(|(rim, share)| rim * share).sum();
                hits += usize::from(seen.hit(&between).is_some());
            }
            assert!(!seen.is_missed_by(&rims) || hits == 0, "{seen:?} {rims:?}");
            missed += usize::from(seen.is_missed_by(&rims));
            met += usize::from(hits > 0);
        }
        assert!(missed > 10_000 && met > 100, "{missed} missed, {met} met");
    }
}
