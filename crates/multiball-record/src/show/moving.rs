//! What moves: balls, people, the picker; where balls landed and where they are predicted.

use foxglove::messages::line_primitive::Type::{LineList, LineStrip};
use foxglove::messages::packed_element_field::NumericType;
use foxglove::messages::{LinePrimitive, PackedElementField, PointCloud, SceneEntity, SceneUpdate};
use multiball::hall::record::{BallPlace, PersonNow, Snapshot, Stage};
use multiball::opponent::Keypoint::{
    self, LeftAnkle, LeftEar, LeftElbow, LeftHip, LeftKnee, LeftShoulder, LeftWrist, RightAnkle, RightEar, RightElbow,
    RightHip, RightKnee, RightShoulder, RightWrist,
};

use super::frames::{PICKER, PICKER_BELIEVED, WORLD};
use super::rotation;
use super::shapes::{LEVEL, Rgba, cylinder, entity, lines, pose, sphere, stamp};

const BALL: Rgba = [1.0, 0.55, 0.1, 1.0];
const SKIN: Rgba = [0.85, 0.65, 0.5, 1.0];
const CLOTH: Rgba = [0.2, 0.3, 0.6, 1.0];
const RACKET: Rgba = [0.1, 0.1, 0.1, 1.0];
const BODY: Rgba = [0.2, 0.6, 0.3, 1.0];
const GHOST: Rgba = [0.2, 0.6, 0.3, 0.25];
const PREDICTED: Rgba = [0.2, 0.8, 1.0, 1.0];
const LANDING: Rgba = [1.0, 1.0, 0.2, 0.8];

/// Lines of the body, below the head.
const BONES: [[Keypoint; 2]; 12] = [
    [LeftShoulder, RightShoulder],
    [LeftShoulder, LeftElbow],
    [LeftElbow, LeftWrist],
    [RightShoulder, RightElbow],
    [RightElbow, RightWrist],
    [LeftShoulder, LeftHip],
    [RightShoulder, RightHip],
    [LeftHip, RightHip],
    [LeftHip, LeftKnee],
    [LeftKnee, LeftAnkle],
    [RightHip, RightKnee],
    [RightKnee, RightAnkle],
];

/// Balls that fly, people, the picker.
pub(super) fn play(stage: &Stage, now: &Snapshot, time_ns: u64) -> SceneUpdate {
    let balls = now.balls.iter().filter(|ball| flies(ball.place));
    let balls = balls.map(|ball| sphere(ball.position_m, stage.ball_radius_m, BALL)).collect();
    let mut entities = vec![SceneEntity { spheres: balls, ..entity("balls", WORLD, time_ns, 0) }];
    entities.extend(now.people.iter().enumerate().filter_map(|(index, person)| body(index, person, time_ns)));
    if let (Some(staged), Some(_)) = (&stage.picker, &now.picker) {
        for (frame, rgba) in [(PICKER, BODY), (PICKER_BELIEVED, GHOST)] {
            let body = cylinder([0.0, 0.0, 0.1], LEVEL, staged.radius_m, 0.2, rgba);
            let half = staged.brush_width_m / 2.0;
            let brush = lines(LineStrip, [[staged.reach_m, -half, 0.03], [staged.reach_m, half, 0.03]], 0.04, rgba);
            let shown = SceneEntity { cylinders: vec![body], lines: vec![brush], ..entity(frame, frame, time_ns, 0) };
            entities.push(shown);
        }
    }
    SceneUpdate { entities, ..SceneUpdate::default() }
}

/// A person as lines; none without all keypoints.
fn body(index: usize, person: &PersonNow, time_ns: u64) -> Option<SceneEntity> {
    let at = |keypoint: Keypoint| person.keypoints_m.get(keypoint as usize).copied();
    let (first, last) = (LeftShoulder as usize, RightAnkle as usize);
    let joints = person.keypoints_m.get(first..=last)?.to_vec();
    let indices = BONES.into_iter().flatten().map(|keypoint| (keypoint as usize - first) as u32).collect();
    let bones = LinePrimitive { indices, ..lines(LineList, joints, 0.08, CLOTH) };
    let (left, right) = (at(LeftEar)?, at(RightEar)?);
    let head = std::array::from_fn(|axis| (left[axis] + right[axis]) / 2.0);
    let blade = cylinder(person.blade_m, rotation::from_z_to(person.blade_normal), 0.08, 0.01, RACKET);
    Some(SceneEntity {
        lines: vec![bones],
        spheres: vec![sphere(head, 0.11, SKIN)],
        cylinders: vec![blade],
        ..entity(format!("person {index}"), WORLD, time_ns, 0)
    })
}

/// Whether a ball in a place is in the air.
pub(super) fn flies(place: BallPlace) -> bool {
    matches!(place, BallPlace::Toss | BallPlace::Flight | BallPlace::Launcher)
}

/// Whether it is on the floor.
pub(super) fn lies(place: BallPlace) -> bool {
    place == BallPlace::Floor
}

/// The balls in some places.
pub(super) fn balls(now: &Snapshot, wanted: fn(BallPlace) -> bool, time_ns: u64) -> PointCloud {
    let balls = now.balls.iter().filter(|ball| wanted(ball.place));
    let data: Vec<u8> =
        balls.flat_map(|ball| ball.position_m).flat_map(|component| (component as f32).to_le_bytes()).collect();
    let field = |(index, name): (u32, &str)| PackedElementField {
        name: name.into(),
        offset: 4 * index,
        r#type: NumericType::Float32.into(),
    };
    PointCloud {
        timestamp: stamp(time_ns),
        frame_id: WORLD.into(),
        pose: pose([0.0; 3], LEVEL),
        point_stride: 12,
        fields: (0..).zip(["x", "y", "z"]).map(field).collect(),
        data: data.into(),
    }
}

/// The path that a robot predicts for the ball.
pub(super) fn predicted(path: &[[f64; 5]], meeting: Option<[f64; 4]>, radius: f64, time_ns: u64) -> SceneUpdate {
    let line = lines(LineStrip, path.iter().map(|[_, x, y, z, _]| [*x, *y, *z]), 0.01, PREDICTED);
    let met = meeting.map(|[_, x, y, z]| sphere([x, y, z], radius, PREDICTED));
    let shown =
        SceneEntity { lines: vec![line], spheres: met.into_iter().collect(), ..entity("predicted", WORLD, time_ns, 1) };
    SceneUpdate { entities: vec![shown], ..SceneUpdate::default() }
}

/// Where a return landed.
pub(super) fn landed(stroke: u64, [x, y]: [f64; 2], time_ns: u64) -> SceneUpdate {
    let mark = cylinder([x, y, 0.002], LEVEL, 0.02, 0.002, LANDING);
    let shown = SceneEntity { cylinders: vec![mark], ..entity(format!("landing {stroke}"), WORLD, time_ns, 30) };
    SceneUpdate { entities: vec![shown], ..SceneUpdate::default() }
}
