//! Laws of what a scenario says about the picker.

use super::TrainingHall;
use crate::hall::Scenario;
use crate::picker::StereoCamera;

fn hall(fields: &[(&str, f64)]) -> TrainingHall {
    let mut scenario = Scenario::builtin("hall").unwrap();
    scenario.set("player.sensing", "points").unwrap();
    for (field, value) in fields {
        scenario.set(field, *value).unwrap();
    }
    TrainingHall::of(&scenario, 1).unwrap()
}

#[test]
fn law_the_picker_is_called_when_the_hopper_holds_less_than_its_share() {
    for (share, least) in [(0.5, 30), (0.25, 15), (1.0, 60), (0.0, 0)] {
        let hall = hall(&[("picker.refill_below_share", share)]);
        for in_hopper in [0, 14, 15, 29, 30, 59, 60] {
            let needs = hall.needs_balls(in_hopper).unwrap();
            assert_eq!(needs, in_hopper < least, "{in_hopper} of 60 balls, share {share}");
        }
    }
}

#[test]
fn law_the_picker_s_camera_is_worse_than_its_data_sheet_by_what_the_scenario_says() {
    let hall = hall(&[("picker.camera_noise_factor", 3.0), ("picker.camera_missed_share", 0.4)]);
    let (sheet, near) = (StereoCamera::USUAL, 0.5);
    let floor = hall.floor.unwrap();
    let camera = floor.camera;
    assert_eq!((camera.bearing_sd, camera.distance_sd(near)), (3.0 * sheet.bearing_sd, 3.0 * sheet.distance_sd(near)));
    assert!((camera.finds(near) - 0.6).abs() < 1e-4, "{}", camera.finds(near));
    // The robot is not told.
    assert_eq!(floor.robot().camera, sheet);
}
