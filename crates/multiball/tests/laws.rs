//! All laws and references of the library in one program, which is linked once: `cargo test -p multiball --test laws
//! law_ball::`.
//!
//! `law_allocation` is a program of its own: it replaces the allocator.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod support;

mod law_arms;
mod law_ball;
mod law_board;
mod law_calibration;
mod law_camera_rig;
mod law_cartesian;
mod law_chain;
mod law_chain_robots;
mod law_default_world;
mod law_detector;
mod law_detector_film;
mod law_filming;
mod law_following;
mod law_formats;
mod law_hall_cameras;
mod law_house;
mod law_image;
mod law_language;
mod law_localisation;
mod law_long_session;
mod law_looking;
mod law_motion;
mod law_obstacles;
mod law_opponent;
mod law_optimise;
mod law_own_arm;
mod law_partner;
mod law_perception;
mod law_picker;
mod law_planar_player;
mod law_planar_rally;
mod law_plane_angles;
mod law_racket_wood;
mod law_rail_player;
mod law_reading;
mod law_referee;
mod law_refinement;
mod law_return;
mod law_robot_urdf;
mod law_robots;
mod law_route_planner;
mod law_routing;
mod law_rubbers;
mod law_scenario;
mod law_scene;
mod law_seams;
mod law_sentences;
mod law_serve;
mod law_session;
mod law_stress;
mod law_three_five_three;
mod law_timing_optimality;
mod law_track;
mod law_tracker;
mod law_training;
mod law_urdf;
mod law_walls;
mod law_watch;
mod law_world_fields;
mod law_world_sizes;
mod ref_arms;
mod ref_opencv_board;
mod ref_opencv_geometry;
mod ref_opencv_morphology;
mod ref_optimise;
mod ref_shots;
mod ref_three_five_three;

/// A file that is not named here would be forgotten.
#[test]
fn law_every_file_of_tests_is_named() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let manifest = include_str!("../Cargo.toml");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let module = include_str!("laws.rs").contains(&format!("\nmod {name};\n"));
            let program = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(module != program, "{name}: to be named once, here or in Cargo.toml");
        }
    }
}
