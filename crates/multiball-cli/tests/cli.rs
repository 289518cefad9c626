//! The command line, tested as a person uses it; one program, which is linked once: `cargo test -p multiball-cli --test
//! cli cli_play::`.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

mod cli_arms;
mod cli_calibrate;
mod cli_detect;
mod cli_errors_arms;
mod cli_errors_play;
mod cli_errors_shot;
mod cli_files;
mod cli_follow;
mod cli_frames;
mod cli_help;
mod cli_motion;
mod cli_output;
mod cli_own_choices;
mod cli_path;
mod cli_play;
mod cli_predict;
mod cli_record;
mod cli_record_ends;
mod cli_record_kept;
mod cli_reference;
mod cli_reproduce_account;
mod cli_reproduce_picker;
mod cli_reproduce_rail;
mod cli_reproduce_report;
mod cli_reproduce_scenario;
mod cli_return;
mod cli_route;
mod cli_sensitivity;
mod cli_serve;
mod cli_soak;
mod cli_stroke;
mod cli_track;
mod cli_urdf;
mod cli_watch;

/// A file that is not named here would be forgotten.
#[test]
fn law_every_file_of_tests_is_named() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let manifest = include_str!("../Cargo.toml");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let module = include_str!("cli.rs").contains(&format!("\nmod {name};\n"));
            let program = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(module != program, "{name}: to be named once, here or in Cargo.toml");
        }
    }
}
