//! What stands still: floor, table, net, outlines, and the links of the arms in their own frames.

use foxglove::messages::line_primitive::Type::{LineList, LineLoop, LineStrip};
use foxglove::messages::{SceneEntity, SceneUpdate};
use multiball::hall::record::{Stage, StagedRobot};

use super::frames::{WORLD, joint_frame, racket_frame, robot_frame};
use super::rotation;
use super::shapes::{Rgba, cube, cylinder, entity, lines};

const FLOOR: Rgba = [0.45, 0.42, 0.40, 1.0];
const TABLE: Rgba = [0.05, 0.22, 0.42, 1.0];
const WHITE: Rgba = [1.0, 1.0, 1.0, 1.0];
const NET: Rgba = [0.9, 0.9, 0.9, 0.5];
const TARGET: Rgba = [0.2, 0.9, 0.3, 1.0];
const ZONE: Rgba = [0.9, 0.7, 0.1, 1.0];
const OBSTACLE: Rgba = [0.8, 0.2, 0.2, 1.0];
const LINK: Rgba = [0.75, 0.75, 0.8, 1.0];
const RACKET: Rgba = [0.75, 0.1, 0.1, 1.0];

/// Thickness of links, of rails and of lines on table and floor, m.
const LINK_M: f64 = 0.06;
const LINE_M: f64 = 0.02;

/// Everything that stands still.
pub(super) fn hall(stage: &Stage, time_ns: u64) -> SceneUpdate {
    let mut entities = vec![floor(stage, time_ns), table(stage, time_ns), outlines(stage, time_ns)];
    entities.extend(stage.robots.iter().flat_map(|robot| links(robot, time_ns)));
    SceneUpdate { entities, ..SceneUpdate::default() }
}

fn floor(stage: &Stage, time_ns: u64) -> SceneEntity {
    let [length, width] = stage.hall_m;
    let middle = [0.0, 0.0, -stage.court.table_height_m - 0.01];
    SceneEntity { cubes: vec![cube(middle, [length, width, 0.02], FLOOR)], ..entity("floor", WORLD, time_ns, 0) }
}

fn table(stage: &Stage, time_ns: u64) -> SceneEntity {
    let court = &stage.court;
    let (x, y) = (court.table_length_m / 2.0, court.table_width_m / 2.0);
    let slab = [court.table_length_m, court.table_width_m, court.table_thickness_m];
    let net = cube([0.0, 0.0, court.net_height_m / 2.0], [0.005, court.net_width_m, court.net_height_m], NET);
    let edge = [[-x, -y, 0.001], [x, -y, 0.001], [x, y, 0.001], [-x, y, 0.001]];
    let middle = [[-x, 0.0, 0.001], [x, 0.0, 0.001]];
    SceneEntity {
        cubes: vec![cube([0.0, 0.0, -court.table_thickness_m / 2.0], slab, TABLE), net],
        lines: vec![lines(LineLoop, edge, LINE_M, WHITE), lines(LineList, middle, 0.003, WHITE)],
        ..entity("table", WORLD, time_ns, 0)
    }
}

/// Targets on the table, zones and obstacles on the floor.
fn outlines(stage: &Stage, time_ns: u64) -> SceneEntity {
    let floor_z = -stage.court.table_height_m + 0.005;
    let targets = stage.targets.iter().flat_map(|target| {
        let [x, y] = target.center_m;
        target.half_sides_m.iter().map(move |half| {
            let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            lines(LineLoop, corners.map(|[dx, dy]| [x + dx * half, y + dy * half, 0.002]), LINE_M / 2.0, TARGET)
        })
    });
    let ground = |outlines: &[Vec<[f64; 2]>], rgba| {
        let one =
            |outline: &Vec<[f64; 2]>| lines(LineLoop, outline.iter().map(|[x, y]| [*x, *y, floor_z]), LINE_M, rgba);
        outlines.iter().map(one).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = targets.collect();
    all.extend(ground(&stage.zones_m, ZONE));
    all.extend(ground(&stage.obstacles_m, OBSTACLE));
    SceneEntity { lines: all, ..entity("outlines", WORLD, time_ns, 0) }
}

/// Each link in the frame of its joint, so that it moves with the transforms: a line to the next joint; at the end the
/// racket.
fn links(robot: &StagedRobot, time_ns: u64) -> Vec<SceneEntity> {
    let mut entities = Vec::new();
    for (index, joint) in robot.joints.iter().enumerate() {
        let end = robot.joints.get(index + 1).map_or(robot.tip.position_m, |next| next.origin.position_m);
        let link = lines(LineStrip, [[0.0; 3], end], LINK_M, LINK);
        let frame = joint_frame(robot, joint);
        entities.push(SceneEntity { lines: vec![link], ..entity(format!("link {frame}"), frame, time_ns, 0) });
        if joint.slides {
            let parent = match index.checked_sub(1) {
                Some(before) => joint_frame(robot, &robot.joints[before]),
                None => robot_frame(robot),
            };
            let ends = [joint.low, joint.high].map(|value| rotation::moved(joint, value).position_m);
            let rail = vec![lines(LineStrip, ends, LINK_M / 2.0, LINK)];
            let id = format!("rail {}", joint_frame(robot, joint));
            entities.push(SceneEntity { lines: rail, ..entity(id, parent, time_ns, 0) });
        }
    }
    let square_to_x = rotation::from_z_to([1.0, 0.0, 0.0]);
    let blade = cylinder([0.0; 3], square_to_x, robot.racket_radius_m, 0.01, RACKET);
    let frame = racket_frame(robot);
    entities.push(SceneEntity { cylinders: vec![blade], ..entity(frame.clone(), frame, time_ns, 0) });
    entities
}
