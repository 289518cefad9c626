//! All solutions of a pose, the nearest of them, and a motion to it that keeps every limit; `multiball ik` and `plan`
//! do the same. At the end the arm is put where a scenario can name it.

use std::error::Error;

use multiball::hall::Catalog;
use multiball::motion::{JointState, jerk_limited};
use multiball::robot::{Arm, Arm6, Joints};

fn main() -> Result<(), Box<dyn Error>> {
    let arm = Arm6::default();
    let present = Joints::from([0.0, 0.2, -0.3, 0.0, 0.4, 0.0]);
    let pose = arm.forward(&Joints::from([0.6, -0.4, 0.3, 1.0, -0.8, 0.5]));
    for solution in &arm.inverse(&pose, &present)? {
        let joints: Vec<String> = solution.joints.iter().map(|angle| format!("{angle:7.3}")).collect();
        let limits = if solution.in_limits { "" } else { "  (outside limits)" };
        println!("{:29} {}{limits}", solution.branch.to_string(), joints.join(" "));
    }
    let goal = arm.nearest(&pose, &present)?;
    let (from, to) = (JointState::at_rest(present), JointState::at_rest(goal.joints));
    let motion = jerk_limited(0.0, &from, &to, arm.limits())?;
    println!("nearest: {}, there in {:.3} s", goal.branch, motion.end_s());

    let mut far = pose;
    far.translation.vector *= 3.0;
    if let Err(reason) = arm.inverse(&far, &present) {
        println!("three times as far: {reason}");
    }

    // Behind the trait all arms are alike: closed forms, URDF chains, your own. `[player] robot` chooses by name.
    let mut catalog = Catalog::default();
    catalog.add_robot("my-arm", &arm);
    let robot = catalog.robot("my-arm")?;
    println!("my-arm has {} joints and reaches {:.2} m from its base", robot.joint_count(), robot.reach());
    Ok(())
}
