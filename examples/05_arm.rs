//! All solutions of a pose, the nearest of them, and a motion to it that keeps every limit; `multiball ik` and `plan`
//! do the same.

use std::error::Error;

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
    Ok(())
}
