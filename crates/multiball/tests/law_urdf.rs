//! URDF in and out: what is read, what is refused and in which words, what comes back.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::f64::consts::{FRAC_PI_2, PI};

use multiball::geometry::{Pose, Vec3};
use multiball::robot::{Chain, ChainJoint, JointKind, JointLimits};
use nalgebra::{Rotation3, Translation3, UnitQuaternion};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A crane of four joints with a camera next to the hook; comments, a transmission and odd order as files in use have
/// them.
const CRANE: &str = include_str!("data/crane.urdf");

fn unreadable(text: &str, tip: Option<&str>) -> String {
    Chain::from_urdf(text, tip).unwrap_err().to_string()
}

/// The crane with one text replaced by another.
fn with(old: &str, new: &str) -> String {
    assert!(CRANE.contains(old), "the crane has no {old}");
    CRANE.replace(old, new)
}

#[test]
fn ref_the_crane_is_where_pencil_and_paper_put_it() {
    let crane = Chain::from_urdf(CRANE, Some("hook")).unwrap();
    let names: Vec<&str> = crane.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["slew", "trolley", "wrist", "roll"]);
    // Slewed by a quarter turn, trolley 0.5 m out, wrist straight: mast 2 m high, jib along y, hook 0.3 m below the
    // trolley.
    let pose = crane.forward(&[FRAC_PI_2, 0.5, 0.0, 0.0]).unwrap();
    assert!((pose.translation.vector - Vec3::new(0.0, 1.5, 1.7)).norm() < 1e-15, "{pose}");
    // The wrist, about the jib's y, swings the hook from down to back along the jib.
    let pose = crane.forward(&[0.0, 0.25, FRAC_PI_2, 0.0]).unwrap();
    assert!((pose.translation.vector - Vec3::new(1.25 - 0.3, 0.0, 2.0)).norm() < 1e-15, "{pose}");
}

/// Odd attitudes, axes that are no unit vectors, an axis left to its default, fixed joints between.
#[test]
fn ref_mujoco_puts_the_tip_where_we_do() {
    let chain = Chain::from_urdf(include_str!("../../../data/oracle/askew.urdf"), None).unwrap();
    let rows: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../data/oracle/urdf_poses.json")).unwrap();
    assert_eq!(rows.len(), 100);
    for row in rows {
        let numbers = |key: &str| -> Vec<f64> { serde_json::from_value(row[key].clone()).unwrap() };
        let pose = chain.forward(&numbers("joints")).unwrap();
        assert!((pose.translation.vector - Vec3::from_row_slice(&numbers("position_m"))).norm() < 1e-14);
        let rotation = nalgebra::Matrix3::from_row_slice(&numbers("rotation"));
        assert!((pose.rotation.matrix() - rotation).norm() < 1e-14);
    }
}

#[test]
fn ref_limits_are_read_as_documented() {
    let crane = Chain::from_urdf(CRANE, Some("hook")).unwrap();
    let limits = |index: usize| crane.joints()[index].limits;
    let infinite = f64::INFINITY;
    let slew = JointLimits {
        kind: JointKind::Revolute,
        low: -infinite,
        high: infinite,
        speed: infinite,
        acceleration: infinite,
        jerk: infinite,
    };
    assert_eq!(limits(0), slew);
    assert_eq!(limits(1), JointLimits { kind: JointKind::Prismatic, low: 0.0, high: 3.0, speed: 0.8, ..slew });
    assert_eq!(limits(2), JointLimits { low: -2.0, high: 2.0, speed: 1.5, ..slew });
    // 1e16 is no limit, nor is a velocity of 0.
    assert_eq!(limits(3), slew);
    // The axis of length 2 has become a unit vector; fixed joints are gone.
    assert_eq!(crane.joints()[1].axis, Vec3::x());
    let newer = with("<robot name=\"crane\"", "<robot name=\"crane\" version=\"1.2\"");
    let newer = newer.replace("velocity=\"1.5\"", "velocity=\"1.5\" acceleration=\"4\" jerk=\"50\"");
    let wrist = Chain::from_urdf(&newer, Some("hook")).unwrap().joints()[2].limits;
    assert_eq!((wrist.acceleration, wrist.jerk), (4.0, 50.0));
}

#[test]
fn law_the_tip_may_be_any_link_and_must_be_chosen_where_there_are_several() {
    let crane = Chain::from_urdf(CRANE, Some("camera")).unwrap();
    assert_eq!(crane.joints().len(), 2);
    let message = unreadable(CRANE, None);
    assert!(message.contains("\"camera\", \"hook\"") && message.contains("choose one of them"), "{message}");
    let message = unreadable(CRANE, Some("crook"));
    assert!(message.contains("\"crook\"") && message.contains("links are \"ground\", \"mast\""), "{message}");
    let message = unreadable(CRANE, Some("mast_foot"));
    assert!(message.contains("no joint moves between the root \"ground\" and the tip \"mast_foot\""), "{message}");
    // With one leaf only there is nothing to choose.
    let one = with("<joint name=\"camera_mount\" type=\"fixed\">", "<joint name=\"camera_mount\" type=\"floating\">");
    assert_eq!(Chain::from_urdf(&one, Some("hook")).unwrap(), Chain::from_urdf(CRANE, Some("hook")).unwrap());
    assert!(unreadable(&one, Some("camera")).contains("joint \"camera_mount\" is floating"));
}

#[test]
fn law_joints_that_are_no_serial_joint_are_refused_by_name() {
    for kind in ["floating", "planar", "spherical"] {
        let message = unreadable(&with("type=\"prismatic\"", &format!("type=\"{kind}\"")), Some("hook"));
        assert!(message.contains(&format!("joint \"trolley\" is {kind}")) && message.contains("revolute"), "{message}");
    }
    let message =
        unreadable(&with("<axis xyz=\"2 0 0\"/>", "<axis xyz=\"2 0 0\"/><mimic joint=\"slew\"/>"), Some("hook"));
    assert!(message.contains("\"trolley\" mimics joint \"slew\""), "{message}");
    let message = unreadable(&with("type=\"prismatic\"", "type=\"screw\""), Some("hook"));
    assert!(message.contains("at joint \"trolley\"") && message.contains("screw"), "{message}");
}

#[test]
fn law_numbers_that_make_no_sense_are_refused_with_place_and_value() {
    let cases = [
        ("<axis xyz=\"2 0 0\"/>", "<axis xyz=\"0 0 0\"/>", "joint \"trolley\": the axis [0.0, 0.0, 0.0]"),
        ("<axis xyz=\"2 0 0\"/>", "<axis xyz=\"0 inf 0\"/>", "joint \"trolley\": <axis xyz> is inf"),
        ("xyz=\"1 0 0\"", "xyz=\"1 nan 0\"", "joint \"trolley\": <origin xyz> is NaN"),
        ("xyz=\"0 0 -0.3\"", "xyz=\"0 0 -0.3\" rpy=\"0 NaN 0\"", "joint \"hook_mount\": <origin rpy> is NaN"),
        ("lower=\"-2\" upper=\"2\"", "lower=\"2\" upper=\"-2\"", "joint \"wrist\": its range goes from 2 to -2"),
        ("lower=\"-2\"", "lower=\"NaN\"", "joint \"wrist\": <limit lower> is NaN"),
        ("upper=\"2\"", "upper=\"NaN\"", "joint \"wrist\": <limit upper> is NaN"),
        ("velocity=\"1.5\"", "velocity=\"NaN\"", "joint \"wrist\": <limit velocity> is NaN"),
        ("lower=\"0\" upper=\"3\"", "", "joint \"trolley\" is prismatic but its range goes from 0 to 0"),
        ("velocity=\"1.5\"", "velocity=\"fast\"", "at joint \"wrist\": custom: invalid float literal"),
        ("velocity=\"1.5\"", "", "at joint \"wrist\": custom: missing field `velocity`"),
        ("xyz=\"1 0 0\"", "xyz=\"1 0\"", "at joint \"trolley\": custom: Wrong vector element count"),
    ];
    for (old, new, expected) in cases {
        let message = unreadable(&with(old, new), Some("hook"));
        assert!(message.contains(expected), "{new}: {message}");
    }
}

#[test]
fn law_links_that_are_no_tree_are_refused() {
    let cases = [
        (
            "<child link=\"cart\"/>",
            "<child link=\"wagon\"/>",
            "joint \"trolley\": its child link \"wagon\" is not in the file",
        ),
        ("<parent link=\"cart\"/>", "<parent link=\"wagon\"/>", "joint \"wrist\": its parent link \"wagon\" is not in"),
        ("<child link=\"camera\"/>", "<child link=\"cart\"/>", "link \"cart\" is the child of joints"),
        (
            "<link name=\"ground\"/>",
            "<link name=\"ground\"/><link name=\"moon\"/>",
            "links \"ground\", \"moon\" are the child",
        ),
        (
            "<link name=\"ground\"/>",
            "<link name=\"ground\"/><link name=\"mast\"/>",
            "two elements <link name=\"mast\">",
        ),
        ("<joint name=\"wrist\"", "<joint name=\"slew\"", "two elements <joint name=\"slew\">"),
    ];
    for (old, new, expected) in cases {
        let message = unreadable(&with(old, new), Some("hook"));
        assert!(message.contains(expected), "{new}: {message}");
    }
    let ring = r#"<robot name="ring"><link name="root"/><link name="a"/><link name="b"/>
        <joint name="ab" type="fixed"><parent link="a"/><child link="b"/></joint>
        <joint name="ba" type="fixed"><parent link="b"/><child link="a"/></joint></robot>"#;
    let message = unreadable(ring, None);
    assert!(message.contains("form a cycle") && message.contains("\"a\"") && !message.contains("root\""), "{message}");
    let self_loop =
        r#"<robot><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="a"/></joint></robot>"#;
    assert!(unreadable(self_loop, None).contains("links \"a\" form a cycle"));
    assert!(unreadable(r#"<robot name="r"><link name="a"/></robot>"#, None).contains("1 links and no joint"));
}

#[test]
fn law_text_that_is_no_urdf_is_refused_in_the_words_of_the_parser() {
    assert!(unreadable("", None).contains("cannot be read: No elements found"));
    assert!(unreadable("<robot><link name=\"a\"></robot>", None).contains("not properly nested"));
    let message = unreadable("<robot>\n<link name=\"a\" name=\"b\"/></robot>", None);
    assert!(message.contains("Line: 2") && message.contains("Duplicate attribute"), "{message}");
    let message = unreadable("<robot><link/></robot>", None);
    assert!(message.contains("missing field `name`"), "{message}");
    assert!(unreadable(&with("rpy=\"0 0 0\"", "quat_xyzw=\"0 0 0 1\""), Some("hook")).contains("write the attitude"));
    let deep = "<robot>".to_owned() + &"<a>".repeat(100_000) + &"</a>".repeat(100_000) + "</robot>";
    assert!(unreadable(&deep, None).contains("more than 100 deep"));
    let still_read = "<robot>".to_owned() + &"<a>".repeat(99) + &"</a>".repeat(99) + "</robot>";
    assert!(unreadable(&still_read, None).contains("no joint"));
}

/// Whatever the text, there is an answer: mutilated files are read or refused.
#[test]
fn law_mutilated_text_is_read_or_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let pieces = [
        "<",
        ">",
        "/",
        "\"",
        "'",
        "&",
        ";",
        "=",
        " ",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "xmlns=\"u\" ",
        "xmlns:p=\"u\" ",
    ];
    let more = [
        "xmlns=\"\" ",
        "xmlns:p=\"\" ",
        "<p:link/>",
        "p:",
        "&#0;",
        "&#xD800;",
        "<?x?>",
        "<!DOCTYPE x>",
        "nan",
        "é",
        "<joint>",
        "<link ",
    ];
    let pieces: Vec<&str> = pieces.into_iter().chain(more).collect();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..4000 {
        let mut text: Vec<char> = CRANE.chars().collect();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..text.len());
            let end = (at + rng.random_range(0..20)).min(text.len());
            match rng.random_range(0..4) {
                0 => drop(text.drain(at..end)),
                1 => drop(text.splice(at..end, pieces[rng.random_range(0..pieces.len())].chars())),
                2 => drop(text.splice(at..at, pieces[rng.random_range(0..pieces.len())].chars())),
                _ => text.extend_from_within(at..end),
            }
        }
        match Chain::from_urdf(&text.into_iter().collect::<String>(), Some("hook")) {
            Ok(_) => read += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

/// A chain of random joints, some attitudes with a pitch of exactly or nearly ±90°.
fn random_chain(rng: &mut ChaCha8Rng) -> Chain {
    let count = rng.random_range(1..9);
    let mut joints: Vec<ChainJoint> = (0..count).map(|index| random_joint(rng, index)).collect();
    joints[0].name = "a \"b\" <c> & d's é".to_owned();
    Chain::new(joints, random_pose(rng)).unwrap()
}

fn random_pose(rng: &mut ChaCha8Rng) -> Pose {
    let place = Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0));
    let steep = FRAC_PI_2 * [1.0, -1.0][rng.random_range(0..2)] + [0.0, 1e-9, -1e-5][rng.random_range(0..3)];
    let pitch = if rng.random() { steep } else { rng.random_range(-PI..PI) };
    let rotation = Rotation3::from_euler_angles(rng.random_range(-PI..PI), pitch, rng.random_range(-PI..PI));
    Pose::from_parts(Translation3::from(place), rotation)
}

fn random_joint(rng: &mut ChaCha8Rng, index: usize) -> ChainJoint {
    let kind = if rng.random_range(0..3) == 0 { JointKind::Prismatic } else { JointKind::Revolute };
    let low = [f64::NEG_INFINITY, rng.random_range(-4.0..0.0)][rng.random_range(0..2)];
    let high = [f64::INFINITY, rng.random_range(0.0..4.0)][rng.random_range(0..2)];
    let speed = [f64::INFINITY, rng.random_range(0.1..9.0)][rng.random_range(0..2)];
    let axis = [Vec3::x(), -Vec3::y(), Vec3::from_fn(|_, _| rng.random_range(-1.0..1.0))][rng.random_range(0..3)];
    let limits = JointLimits { kind, low, high, speed, acceleration: f64::INFINITY, jerk: f64::INFINITY };
    ChainJoint { name: format!("joint {index}"), parent_from_joint: random_pose(rng), axis, limits }
}

#[test]
fn law_what_is_written_is_read_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..100 {
        let chain = random_chain(&mut rng);
        let text = chain.to_urdf("a & b");
        let back = Chain::from_urdf(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(back.joints().len(), chain.joints().len());
        for (before, after) in chain.joints().iter().zip(back.joints()) {
            assert_eq!((&before.name, before.limits), (&after.name, after.limits));
        }
        for _ in 0..1000 {
            let joints: Vec<f64> = chain.joints().iter().map(|_| rng.random_range(-4.0..4.0)).collect();
            let (before, after) = (chain.forward(&joints).unwrap(), back.forward(&joints).unwrap());
            let turned = (before.rotation.matrix() - after.rotation.matrix()).norm();
            let moved = (before.translation.vector - after.translation.vector).norm();
            assert!(turned < 1e-12 && moved < 1e-12, "{turned:e}, {moved:e} m\n{text}");
        }
    }
}

/// Every tube ends where the next joint begins: what a viewer shows is connected.
#[test]
fn law_the_shapes_join_the_joints() {
    let chain = random_chain(&mut ChaCha8Rng::seed_from_u64(3));
    let robot = urdf_rs::read_from_string(&chain.to_urdf("shapes")).unwrap();
    for (link, joint) in robot.links.iter().zip(&robot.joints) {
        let ends = link.visual.iter().filter_map(|visual| {
            let urdf_rs::Geometry::Cylinder { length, .. } = visual.geometry else { return None };
            let [roll, pitch, yaw] = visual.origin.rpy.0;
            let turn = UnitQuaternion::from_euler_angles(roll, pitch, yaw);
            let middle = Vec3::from(visual.origin.xyz.0);
            Some((middle - turn * Vec3::z() * (length / 2.0), middle + turn * Vec3::z() * (length / 2.0)))
        });
        let next = Vec3::from(joint.origin.xyz.0);
        assert!(ends.into_iter().any(|(a, b)| a.norm() < 1e-12 && (b - next).norm() < 1e-12), "{}", link.name);
    }
}
