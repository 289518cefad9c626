//! What stands in the hall: table, net, floor, walls, and white things that are no ball.

use super::{BallLook, Lighting, Pattern, Surface};
use crate::ball::Body;
use crate::court::Court;
use crate::geometry::Vec3;

/// All that stands still, the light on it, and how a ball looks in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Flat surfaces, in any order.
    pub surfaces: Vec<Surface>,
    /// The light.
    pub lighting: Lighting,
    /// The balls.
    pub ball: BallLook,
    /// The table on which balls throw shadows.
    pub court: Court,
}

/// Reflectances: assumed; a blue table, white lines, a dark net.
const TABLE: f64 = 0.235;
const WHITE: f64 = 0.84;
const FLOOR: f64 = 0.42;
const STEEL: f64 = 0.30;
/// Widths of lines and tape by the rules of the game, m.
const SIDE_LINE: f64 = 0.02;
const CENTRE_LINE: f64 = 0.003;
const TAPE: f64 = 0.015;
/// Share of what lies behind that the net's cords hide.
const MESH_OPACITY: f64 = 0.30;
/// Height of paint above its surface, m: a ray meets the paint first.
const PAINT: f64 = 2e-4;

impl Scene {
    /// Nothing but one grey wall far behind everything, in even light: to measure shapes before it.
    #[must_use]
    pub fn plain(reflectance: f64) -> Self {
        let far = 1e4;
        let wall = |y: f64| {
            Surface::solid(Vec3::new(-far, y, -far), Vec3::x() * (2.0 * far), Vec3::z() * (2.0 * far), reflectance)
        };
        Self {
            surfaces: vec![wall(far), wall(-far)],
            lighting: Lighting::even(),
            ball: BallLook::default(),
            court: Court::STANDARD,
        }
    }

    /// Table and net of the rules and the floor in even light.
    #[must_use]
    pub fn empty_table() -> Self {
        Self::table_of(Court::STANDARD, Body::STANDARD)
    }

    fn table_of(court: Court, body: Body) -> Self {
        let mut surfaces = floor(&court);
        surfaces.extend(table(&court));
        surfaces.extend(net(&court));
        let ball = BallLook { radius: body.radius, ..BallLook::default() };
        Self { surfaces, lighting: Lighting::even(), ball, court }
    }

    /// A training hall: walls, barriers, a towel, a poster, a scoreboard, a ball box, spare balls on the floor; light
    /// from four panels.
    #[must_use]
    pub fn training_hall() -> Self {
        Self::training_hall_with(Court::STANDARD, Body::STANDARD)
    }

    /// The same with another table and another ball.
    #[must_use]
    pub fn training_hall_with(court: Court, body: Body) -> Self {
        let mut scene = Self::table_of(court, body);
        scene.lighting = Lighting::panels();
        scene.surfaces.extend(walls(-court.table_height));
        scene.surfaces.extend(clutter(-court.table_height, body.radius));
        scene
    }
}

/// A level rectangle.
fn level(low: [f64; 2], high: [f64; 2], z: f64, reflectance: f64) -> Surface {
    let size = [high[0] - low[0], high[1] - low[1]];
    Surface::solid(Vec3::new(low[0], low[1], z), Vec3::x() * size[0], Vec3::y() * size[1], reflectance)
}

fn floor(court: &Court) -> Vec<Surface> {
    let reach = 6.0;
    let z = -court.table_height;
    let boards = Pattern::Mottled { cell_m: [1.2, 0.14], share: 0.07 };
    let mut surfaces = vec![level([-reach, -reach], [reach, reach], z, FLOOR).with_pattern(boards)];
    let [x, y] = [court.end_line() + 0.25, court.side_line() + 0.25];
    let shadow = Surface { opacity: 0.6, ..level([-x, -y], [x, y], z + PAINT, 0.0) };
    surfaces.push(shadow.with_pattern(Pattern::SoftRim));
    surfaces
}

fn table(court: &Court) -> Vec<Surface> {
    let (x, y, below) = (court.end_line(), court.side_line(), court.table_thickness);
    let mut surfaces = Surface::cuboid(Vec3::new(-x, -y, -below), Vec3::new(x, y, 0.0), TABLE).to_vec();
    let line = |low, high| level(low, high, PAINT, WHITE);
    surfaces.extend([
        line([-x, -y], [x, -y + SIDE_LINE]),
        line([-x, y - SIDE_LINE], [x, y]),
        line([-x, -y], [-x + SIDE_LINE, y]),
        line([x - SIDE_LINE, -y], [x, y]),
        line([-x, -CENTRE_LINE / 2.0], [x, CENTRE_LINE / 2.0]),
    ]);
    let leg = |x: f64, y: f64| {
        let low = Vec3::new(x - 0.03, y - 0.03, -court.table_height);
        Surface::cuboid(low, Vec3::new(x + 0.03, y + 0.03, -below), STEEL * 0.5)
    };
    let [along, across] = court.over_standard();
    for (leg_x, leg_y) in [(-1.0, -0.6), (-1.0, 0.6), (1.0, -0.6), (1.0, 0.6), (-0.15, -0.6), (0.15, 0.6)] {
        surfaces.extend(leg(along * leg_x, across * leg_y));
    }
    surfaces
}

fn net(court: &Court) -> Vec<Surface> {
    let half = court.side_line() + court.net_overhang;
    let upright = |low: [f64; 2], high: [f64; 2], reflectance: f64| Surface {
        divides: true,
        ..Surface::solid(
            Vec3::new(0.0, low[0], low[1]),
            Vec3::y() * (high[0] - low[0]),
            Vec3::z() * (high[1] - low[1]),
            reflectance,
        )
    };
    let tape_from = court.net_height - TAPE;
    let mesh = Surface { opacity: MESH_OPACITY, ..upright([-half, 0.0], [half, tape_from], 0.10) };
    let mut surfaces = vec![mesh, upright([-half, tape_from], [half, court.net_height], WHITE)];
    for side in [-1.0, 1.0] {
        let (low, high) =
            (Vec3::new(-0.011, side * half - 0.011, -0.05), Vec3::new(0.011, side * half + 0.011, court.net_height));
        let post = Surface::cuboid(low, high, STEEL).map(|face| Surface { divides: true, ..face });
        surfaces.extend(post);
        let clamp = [side * (court.side_line() - 0.02), side * half];
        let [from, to] = [clamp[0].min(clamp[1]), clamp[0].max(clamp[1])];
        surfaces.extend(Surface::cuboid(Vec3::new(-0.03, from, -0.05), Vec3::new(0.03, to, -0.03), STEEL));
    }
    surfaces
}

fn walls(low: f64) -> Vec<Surface> {
    let reach = 6.0;
    let height = Vec3::z() * 4.5;
    let blocks = Pattern::Mottled { cell_m: [0.6, 0.3], share: 0.05 };
    let wall = |x: f64, y: f64, along: Vec3| {
        Surface::solid(Vec3::new(x, y, low), along * (2.0 * reach), height, 0.62).with_pattern(blocks)
    };
    vec![
        wall(-reach, reach, Vec3::x()),
        wall(-reach, -reach, Vec3::x()),
        wall(-reach, -reach, Vec3::y()),
        wall(reach, -reach, Vec3::y()),
    ]
}

/// Things that stand about. Some are as white as the ball, some as large.
fn clutter(low: f64, ball_radius: f64) -> Vec<Surface> {
    let upright = |x: f64, y: f64, z: f64, wide: Vec3, high: f64, reflectance: f64| {
        Surface::solid(Vec3::new(x, y, z), wide, Vec3::z() * high, reflectance)
    };
    let mut surfaces = Vec::new();
    for side in [-1.0, 1.0] {
        for i in 0..5 {
            let barrier = upright(-3.9 + 1.55 * f64::from(i), side * 3.0, low, Vec3::x() * 1.5, 0.7, 0.13);
            let band = upright(-3.6 + 1.55 * f64::from(i), side * 2.995, low + 0.3, Vec3::x() * 0.9, 0.12, 0.6);
            surfaces.extend([barrier, band.with_pattern(Pattern::Print { line_m: 0.12 })]);
        }
        let end = upright(side * 3.9, -3.0, low, Vec3::y() * 6.0, 0.7, 0.13);
        let towel = upright(-0.75 * side - 0.4, side * 2.99, low + 0.28, Vec3::x() * 0.45, 0.43, 0.80);
        let poster = upright(1.2 * side - 0.3, side * 5.99, 0.55, Vec3::x() * 0.8, 1.1, 0.86);
        let board = upright(2.0 * side - 0.2, side * 2.6, low + 0.45, Vec3::x() * 0.42, 0.26, 0.82);
        surfaces.extend([
            end,
            towel.with_pattern(Pattern::Mottled { cell_m: [0.05, 0.43], share: 0.06 }),
            poster.with_pattern(Pattern::Print { line_m: 0.14 }),
            board.with_pattern(Pattern::Print { line_m: 0.2 }),
        ]);
        surfaces.extend(Surface::cuboid(
            Vec3::new(2.3 * side - 0.2, side * 1.9 - 0.15, low),
            Vec3::new(2.3 * side + 0.2, side * 1.9 + 0.15, low + 0.35),
            0.20,
        ));
    }
    let spare_balls = [(-0.6, 1.4), (0.35, 1.75), (1.9, 1.3), (-2.4, 1.1), (2.2, -1.2), (-1.1, -1.5), (0.9, -1.9)];
    surfaces.extend(spare_balls.iter().flat_map(|(x, y)| spare_ball(*x, *y, low, 2.0 * ball_radius)));
    surfaces
}

/// A ball that lies on the floor, as two crossed round sheets: from every side about as large and white as a ball.
fn spare_ball(x: f64, y: f64, floor: f64, diameter: f64) -> [Surface; 2] {
    let sheet = |along: Vec3| {
        let corner = Vec3::new(x, y, floor) - along * (diameter / 2.0);
        Surface::solid(corner, along * diameter, Vec3::new(0.0, 0.0, diameter), 0.85).with_pattern(Pattern::Ellipse)
    };
    [sheet(Vec3::new(0.6, 0.8, 0.0)), sheet(Vec3::new(0.8, -0.6, 0.0))]
}
