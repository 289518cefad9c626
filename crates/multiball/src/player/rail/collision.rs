//! Distances of an arm and its racket from the table and net, which a player must not touch.

use nalgebra::Point3;

use crate::ball::RacketState;
use crate::court::{Court, Fixture};
use crate::geometry::{Capsule, Cuboid, Vec3};
use crate::player::aim::BLADE_RADIUS;
use crate::robot::{Arm, Joints, LINK_RADIUS, Mounted, Rail6, ReachError, Robot};

/// Checks the distances of an arm and its racket from table and net.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CollisionChecker {
    /// Each with the direction in which its nearest part is searched for first.
    fixtures: [(Fixture, Cuboid, Vec3); 2],
    least: f64,
    blade_radius: f64,
}

/// What would touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArmPart {
    /// The blade.
    Racket,
    /// Upper arm or forearm.
    Link,
}

/// An arm that would touch table or net.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "{fixture}: the {part} would come within {distance_m:.4} m of the {fixture}, its lowest point at z = \
     {lowest_m:.4} m; it must keep {least_m} m away",
    fixture = name(*fixture),
    part = match part { ArmPart::Racket => "racket", ArmPart::Link => "arm" },
)]
pub struct Touching {
    /// What would touch.
    pub part: ArmPart,
    /// What would be touched.
    pub fixture: Fixture,
    /// Distance between both, m; 0 where they overlap.
    pub distance_m: f64,
    /// Height of the part's lowest point, m.
    pub lowest_m: f64,
    /// Least distance, m.
    pub least_m: f64,
}

/// Why a robot is not clear of table and net.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NotClear {
    /// These are no joints of the robot.
    #[error(transparent)]
    Joints(#[from] ReachError),
    /// It would touch.
    #[error(transparent)]
    Touching(#[from] Touching),
}

fn name(fixture: Fixture) -> &'static str {
    match fixture {
        Fixture::Net => "net",
        Fixture::Table => "table",
    }
}

/// A flat disc, or a rod with round ends.
#[derive(Debug, Clone, Copy)]
enum Solid {
    Disc { center: Vec3, normal: Vec3, radius: f64 },
    Rod(Capsule),
}

/// Projections back and forth that bring two convex bodies' nearest points together; one does where the part hangs over
/// a face.
const PROJECTIONS: usize = 300;

impl CollisionChecker {
    /// Least distance of racket and arm from table and net, m.
    pub const LEAST: f64 = 0.005;

    /// A checker for a court.
    #[must_use]
    pub fn new(court: &Court) -> Self {
        let around = court.surroundings();
        Self {
            fixtures: [(Fixture::Table, around.table, -Vec3::z()), (Fixture::Net, around.net, -Vec3::x())],
            least: Self::LEAST,
            blade_radius: BLADE_RADIUS,
        }
    }

    /// The same for a racket of another radius, m.
    #[must_use]
    pub fn with_blade(self, blade_radius: f64) -> Self {
        Self { blade_radius, ..self }
    }

    /// The same with another least distance, m.
    #[must_use]
    pub fn keeping(self, least: f64) -> Self {
        Self { least, ..self }
    }

    /// Whether a racket keeps away from table and net.
    ///
    /// # Errors
    /// Which it would touch.
    pub fn check_racket(&self, racket: &RacketState) -> Result<(), Touching> {
        self.check(ArmPart::Racket, &self.disc(racket.center, racket.normal))
    }

    /// Whether an arm and the racket that it holds keep away from table and net.
    ///
    /// # Errors
    /// Which they would touch.
    pub fn check_arm(&self, arm: &Mounted<Rail6>, joints: &Joints<6>) -> Result<(), Touching> {
        let pose = Arm::forward(arm, joints);
        let normal = pose.rotation.matrix().column(0).into_owned();
        self.check(ArmPart::Racket, &self.disc(pose.translation.vector, normal))?;
        self.check_links(arm, joints)
    }

    /// Whether an arm's links keep away from table and net.
    ///
    /// # Errors
    /// Which they would touch.
    pub fn check_links(&self, arm: &Mounted<Rail6>, joints: &Joints<6>) -> Result<(), Touching> {
        let in_world = |point: Vec3| arm.world_from_base.transform_point(&Point3::from(point)).coords;
        let [_, shoulder, elbow, end] = arm.arm.points(joints).map(in_world);
        for (from, to) in [(shoulder, elbow), (elbow, end)] {
            self.check(ArmPart::Link, &Solid::Rod(Capsule { from, to, radius: LINK_RADIUS }))?;
        }
        Ok(())
    }

    /// Whether any robot and the racket that it holds keep away from table and net; `links` is scratch space.
    ///
    /// # Errors
    /// Which they would touch, or why the robot cannot be there.
    pub fn check_robot(&self, robot: &dyn Robot, joints: &[f64], links: &mut Vec<Capsule>) -> Result<(), NotClear> {
        let pose = robot.forward(joints)?;
        let normal = pose.rotation.matrix().column(0).into_owned();
        self.check(ArmPart::Racket, &self.disc(pose.translation.vector, normal))?;
        robot.links(joints, links)?;
        for link in links {
            self.check(ArmPart::Link, &Solid::Rod(*link))?;
        }
        Ok(())
    }

    fn disc(&self, center: Vec3, normal: Vec3) -> Solid {
        Solid::Disc { center, normal, radius: self.blade_radius }
    }

    fn check(&self, part: ArmPart, solid: &Solid) -> Result<(), Touching> {
        for (fixture, cuboid, towards) in &self.fixtures {
            if solid.at_least_from(cuboid) >= self.least {
                continue;
            }
            let distance_m = solid.distance(cuboid, towards);
            if distance_m < self.least {
                let lowest_m = solid.furthest(&-Vec3::z()).z - solid.skin();
                return Err(Touching { part, fixture: *fixture, distance_m, lowest_m, least_m: self.least });
            }
        }
        Ok(())
    }
}

impl Solid {
    /// How thick it is around its disc or line, m.
    fn skin(&self) -> f64 {
        match self {
            Self::Disc { .. } => 0.0,
            Self::Rod(link) => link.radius,
        }
    }

    /// Its point that lies furthest in a direction, without the skin.
    fn furthest(&self, towards: &Vec3) -> Vec3 {
        match self {
            Self::Disc { center, normal, radius } => {
                let along = towards - normal * normal.dot(towards);
                let length = along.norm();
                if length > 0.0 { center + along * (radius / length) } else { *center }
            }
            Self::Rod(Capsule { from, to, .. }) => {
                if from.dot(towards) > to.dot(towards) {
                    *from
                } else {
                    *to
                }
            }
        }
    }

    /// Its point nearest to another, without the skin.
    fn nearest(&self, point: &Vec3) -> Vec3 {
        match self {
            Self::Disc { center, normal, radius } => {
                let offset = point - center;
                let along = offset - normal * normal.dot(&offset);
                center + along * (radius / along.norm().max(*radius))
            }
            Self::Rod(link) => link.nearest_on_line(point),
        }
    }

    /// The ball around it has at least this distance from a box, m: most of an arm is far from table and net.
    fn at_least_from(&self, cuboid: &Cuboid) -> f64 {
        let (middle, radius) = match self {
            Self::Disc { center, radius, .. } => (*center, *radius),
            Self::Rod(Capsule { from, to, radius }) => (0.5 * (from + to), 0.5 * (to - from).norm() + radius),
        };
        cuboid.nearest(&middle).distance - radius
    }

    /// Distance from a box, m; 0 where they overlap. Both are convex: projecting back and forth only comes nearer.
    fn distance(&self, cuboid: &Cuboid, towards: &Vec3) -> f64 {
        let on_box = |point: &Vec3| {
            let local = point - cuboid.center;
            cuboid.center + local.zip_map(&cuboid.half, |value, half| value.clamp(-half, half))
        };
        let mut mine = self.furthest(towards);
        for _ in 0..PROJECTIONS {
            let next = self.nearest(&on_box(&mine));
            if (next - mine).norm_squared() < 1e-14 {
                break;
            }
            mine = next;
        }
        ((mine - on_box(&mine)).norm() - self.skin()).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn racket(center: Vec3, normal: Vec3) -> RacketState {
        RacketState { center, normal, velocity: Vec3::zeros(), turning: Vec3::zeros(), handle: None }
    }

    #[test]
    fn law_a_blade_over_the_table_is_as_high_as_its_rim() {
        let checker = CollisionChecker::new(&Court::STANDARD);
        let upright = |x: f64, z: f64| checker.check_racket(&racket(Vec3::new(x, 0.2, z), -Vec3::x()));
        assert_eq!(upright(1.0, 0.081), Ok(()));
        let low = upright(1.0, 0.06).unwrap_err();
        assert_eq!((low.part, low.fixture), (ArmPart::Racket, Fixture::Table));
        assert!((low.lowest_m + 0.015).abs() < 1e-12 && low.distance_m == 0.0, "{low}");
        // Behind the end line a racket may hang lower than the table.
        assert_eq!(upright(1.38, 0.0), Ok(()));
        let flat = checker.check_racket(&racket(Vec3::new(1.0, 0.0, 0.01), Vec3::z()));
        assert_eq!(flat, Ok(()));
        let at_net = checker.check_racket(&racket(Vec3::new(0.07, 0.0, 0.1), Vec3::z())).unwrap_err();
        assert_eq!(at_net.fixture, Fixture::Net);
    }

    #[test]
    fn law_any_robot_is_checked_as_its_own_type_is() {
        let checker = CollisionChecker::new(&Court::STANDARD);
        let arm = Rail6::default().at_home();
        let limits = *Arm::limits(&arm);
        let mut rng = ChaCha8Rng::seed_from_u64(33);
        let (mut links, mut touching) = (Vec::new(), 0);
        for _ in 0..5000 {
            let joints = Joints::from_fn(|i, _| rng.random_range(limits[i].low..limits[i].high));
            let expected = checker.check_arm(&arm, &joints);
            touching += u32::from(expected.is_err());
            let found = checker.check_robot(&arm, joints.as_slice(), &mut links);
            assert_eq!(found, expected.map_err(NotClear::Touching));
        }
        assert!((100..4900).contains(&touching), "{touching} touch: the law is of both kinds");
        let few = checker.check_robot(&arm, &[0.0; 5], &mut links);
        assert_eq!(few, Err(NotClear::Joints(ReachError::JointCount { given: 5, needed: 6 })));
    }

    #[test]
    fn law_distances_are_those_of_the_nearest_of_many_points() {
        let table = Court::STANDARD.surroundings().table;
        let mut rng = ChaCha8Rng::seed_from_u64(31);
        for _ in 0..300 {
            let mut draw = |low: f64, high: f64| rng.random_range(low..high);
            let center = Vec3::new(draw(1.2, 1.6), draw(-0.9, 0.9), draw(-0.1, 0.2));
            let normal = Vec3::new(draw(-1.0, 1.0), draw(-1.0, 1.0), draw(-1.0, 1.0)).normalize();
            let disc = Solid::Disc { center, normal, radius: BLADE_RADIUS };
            let found = disc.distance(&table, &-Vec3::z());
            let least = (0..20_000)
                .map(|_| {
                    let point = center + Vec3::new(draw(-0.1, 0.1), draw(-0.1, 0.1), draw(-0.1, 0.1));
                    table.nearest(&disc.nearest(&point)).distance.max(0.0)
                })
                .fold(f64::INFINITY, f64::min);
            assert!(found <= least + 1e-3 && found >= least - 4e-3, "{found} {least} {center} {normal}");
        }
    }

    #[test]
    fn law_what_is_far_by_the_ball_around_it_is_far() {
        let mut rng = ChaCha8Rng::seed_from_u64(32);
        let around = Court::STANDARD.surroundings();
        let mut near = 0;
        for _ in 0..5000 {
            let mut point =
                || Vec3::new(rng.random_range(-0.5..2.0), rng.random_range(-1.2..1.2), rng.random_range(-0.3..0.6));
            let (one, other) = (point(), point());
            let normal = (one - other).normalize();
            for solid in [
                Solid::Disc { center: one, normal, radius: BLADE_RADIUS },
                Solid::Rod(Capsule { from: one, to: other, radius: LINK_RADIUS }),
            ] {
                for (cuboid, towards) in [(around.table, -Vec3::z()), (around.net, -Vec3::x())] {
                    let distance = solid.distance(&cuboid, &towards);
                    near += u32::from(distance < CollisionChecker::LEAST);
                    assert!(solid.at_least_from(&cuboid) <= distance + 1e-9, "{solid:?}");
                }
            }
        }
        assert!(near > 100, "{near} touch: the law is of those that do, too");
    }
}
