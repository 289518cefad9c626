//! `watch` through the binary.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{refuses, succeed};

#[test]
fn law_shots_are_followed_throughout_and_threads_do_not_matter() {
    // Two of many: `multiball watch` shows a thousand (docs/theory/tracker.md).
    let base = ["watch", "--shots", "2", "--seed", "3", "--json"];
    let text = succeed(&[&base[..], &["--threads", "1"]].concat());
    assert_eq!(text, succeed(&[&base[..], &["--threads", "2"]].concat()));
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["seed"], &report["cameras"], &report["shots"]), (&3.into(), &2.into(), &2.into()));
    assert_eq!((&report["interrupted"], &report["exact"]), (&false.into(), &false.into()));
    let tracker = &report["tracker"];
    for never in ["never_followed", "lost_for_long", "mistaken"] {
        assert_eq!(tracker[never], 0, "{never}: {report}");
    }
    assert!(tracker["longest_loss_frames"].as_u64().unwrap() <= 3, "{report}");
    for side in ["tracker", "plain_chain"] {
        assert!((0.0..=1.0).contains(&report[side]["lost_share"].as_f64().unwrap()), "{report}");
        assert!(report[side]["mistaken"].is_u64() && report[side]["lost_for_long"].is_u64(), "{report}");
    }
    for (spread, most) in [
        ("start_frames", 40.0),
        ("present_error_mm", 20.0),
        ("bounce_error_mm", 100.0),
        ("present_nees", 20.0),
        ("bounce_nees", 20.0),
    ] {
        assert_eq!(report[spread]["n"], 2, "{spread}: {report}");
        let [median, p90, worst] = ["median", "p90", "worst"].map(|name| report[spread][name].as_f64().unwrap());
        assert!(0.0 < median && median <= p90 && p90 <= worst && worst < most, "{spread}: {report}");
    }
}

#[test]
fn law_exact_cameras_and_physics_give_smaller_errors() {
    let base = ["watch", "--shots", "2", "--plain", "--json"];
    let error = |arguments: &[&str], exact: bool| {
        let report: serde_json::Value = serde_json::from_str(&succeed(arguments)).unwrap();
        assert_eq!((&report["exact"], &report["tracker"]["lost_for_long"]), (&exact.into(), &0.into()), "{report}");
        assert!(report["present_error_mm"]["n"].as_u64().unwrap() > 0, "{report}");
        assert!(report["bounce_error_mm"]["n"].as_u64().unwrap() > 0, "{report}");
        report["present_error_mm"]["worst"].as_f64().unwrap()
    };
    let (calibrated, exact) = (error(&base, false), error(&[&base[..], &["--exact"]].concat(), true));
    assert!(exact < 1.5 && exact < 0.5 * calibrated && calibrated < 20.0, "{exact} and {calibrated} mm");
}

#[test]
fn law_what_cannot_be_watched_is_refused() {
    refuses(&["watch", "--shots", "0"], &["`0`", "from 1 to 1000000"]);
    refuses(&["watch", "--shots", "many"], &["`many`", "whole number"]);
    refuses(&["watch", "--cameras", "3"], &["`3`", "2 or 4"]);
    refuses(&["watch", "--threads", "0"], &["`0`", "from 1"]);
    refuses(&["watch", "--seed", "-1"], &["`-1`", "from 0"]);
    refuses(&["watch", "folder"], &["'folder'"]);
    refuses(&["watch", "--plan"], &["'--plan'", "--plain"]);
}
