//! Files name the version of their format, and one that is not known is refused before anything else.

#![allow(clippy::unwrap_used)]

use multiball::hall::Scenario;
use multiball::picker::following::Network;
use multiball::robot;
use multiball::vision::cameras_from_toml;

const SCENARIO: &str = include_str!("../../../scenarios/planar.toml");
const ROBOT: &str = "kind = \"rail6\"\n";
const CAMERAS: &str = r#"
[[camera]]
name = "left"
width_px = 640
height_px = 512
focal_px = [620.0, 620.0]
centre_px = [319.5, 255.5]
distortion = { k1 = 0.0, k2 = 0.0, p1 = 0.0, p2 = 0.0, k3 = 0.0 }
"#;

type Reads = fn(&str) -> Result<(), String>;

fn formats() -> [(&'static str, String, Reads); 4] {
    let network = Network::TRAINED.to_toml().replace("version = 1\n", "");
    [
        ("scenario", SCENARIO.to_owned(), |text| Scenario::from_toml(text).map(drop).map_err(|e| e.to_string())),
        ("robot file", ROBOT.to_owned(), |text| robot::from_toml(text).map(drop).map_err(|e| e.to_string())),
        ("camera file", CAMERAS.to_owned(), |text| cameras_from_toml(text).map(drop).map_err(|e| e.to_string())),
        ("network file", network, |text| Network::from_toml(text).map(drop).map_err(|e| e.to_string())),
    ]
}

#[test]
fn law_a_text_without_a_version_is_of_version_1() {
    for (name, text, read) in formats() {
        assert_eq!((name, read(&text)), (name, Ok(())));
        assert_eq!((name, read(&format!("version = 1\n{text}"))), (name, Ok(())));
    }
}

#[test]
fn law_an_unknown_version_is_refused_with_the_known_one() {
    for (name, text, read) in formats() {
        // Whatever else a later version may hold.
        let later = format!("version = 2\nlater = [1, 2]\n{text}");
        let error = read(&later).unwrap_err();
        assert_eq!(error, format!("a {name} of version 2; this multiball reads version 1"));
        assert!(read(&format!("version = \"one\"\n{text}")).unwrap_err().contains("line 1"), "{name}");
    }
}
