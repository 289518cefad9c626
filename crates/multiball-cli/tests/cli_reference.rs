//! `shot --json`, called with literal flags, against trajectories integrated by other programs.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{json, repository, succeed};
use serde_json::{Map, Value, json};

/// Names in the reference file and what the contract calls the same thing.
const RENAMED: [(&str, &str); 9] = [
    ("t", "t_s"),
    ("p", "position_m"),
    ("v", "velocity_in_m_s"),
    ("v_in", "velocity_in_m_s"),
    ("v_out", "velocity_out_m_s"),
    ("w_in", "spin_in_rad_s"),
    ("w_out", "spin_out_rad_s"),
    ("clearance_under_ball", "clearance_m"),
    ("over_net_span", "over_net"),
];

fn read(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(repository().join("data").join(path)).unwrap()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// `X,Y,Z` as one types it.
fn triple(value: &Value) -> String {
    list(value).iter().map(Value::to_string).collect::<Vec<_>>().join(",")
}

/// How far a figure may be off; the unit stands at the end of its name. 1e-8 m/s at the ball's surface is 5e-7 rad/s.
fn tolerance(name: &str) -> f64 {
    match name {
        name if name.ends_with("_rad_s") => 5e-7,
        name if name.ends_with("_m_s") => 1e-8,
        _ => 1e-9,
    }
}

/// Checks every figure that is expected; what else is printed does not matter.
fn assert_agrees(place: &str, name: &str, ours: &Value, expected: &Value) {
    match expected {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| assert_agrees(&format!("{place} {name}"), name, &ours[name], value));
        }
        Value::Array(values) => {
            assert_eq!(ours.as_array().map(Vec::len), Some(values.len()), "{place}: as many {name}");
            for (i, (ours, value)) in list(ours).iter().zip(values).enumerate() {
                assert_agrees(&format!("{place}[{i}]"), name, ours, value);
            }
        }
        Value::Number(_) => {
            let number = ours.as_f64().unwrap_or_else(|| panic!("{place}: {ours} is not a number"));
            let off = (number - expected.as_f64().unwrap()).abs();
            assert!(off <= tolerance(name), "{place}: {number}, expected {expected}, off by {off:.1e}");
        }
        _ => assert_eq!(ours, expected, "{place}"),
    }
}

/// Rows `t x y z vx vy vz wx wy wz` as the contract's samples.
fn samples(rows: &Value) -> Value {
    let sample = |row: &Value| {
        let row = list(row);
        json!({"t_s": row[0], "position_m": row[1..4], "velocity_m_s": row[4..7], "spin_rad_s": row[7..10]})
    };
    list(rows).iter().map(sample).collect()
}

/// An event of the reference file in the contract's words. Its own end lies at negative x, which is our away side.
fn event(theirs: &Value) -> Value {
    let mut event = Map::new();
    for (from, to) in RENAMED {
        theirs.get(from).into_iter().for_each(|value| drop(event.insert(to.into(), value.clone())));
    }
    let kind = theirs["kind"].as_str().unwrap().replace("table_bounce", "table");
    event.insert("kind".into(), kind.into());
    if let Some(side) = theirs["side"].as_str() {
        event.insert("side".into(), if side == "own" { "away" } else { "home" }.into());
    }
    event.into()
}

/// The text of a reference variant's model of the air.
fn aero(variant: &Value) -> String {
    let part = |key: &str| variant[key].to_string();
    match variant["model"].as_str().unwrap() {
        "const" => format!("constant:cd={},cm={}", part("CD"), part("CM")),
        _ => format!("saturating:cd={},a={},b={}", part("CD"), part("CL_a"), part("CL_b")),
    }
}

/// The flags of one reference case.
fn reference_flags(initial: &Value, variant: &Value, bounces: &Value) -> Vec<(&'static str, String)> {
    vec![
        ("--position-m", triple(&initial["p"])),
        ("--velocity-m-s", triple(&initial["v"])),
        ("--spin-rad-s", triple(&initial["w"])),
        ("--aero", aero(variant)),
        ("--table", "nakashima:e=.93,mu=.25".into()),
        ("--decay-per-m", variant["decay_per_m"].to_string()),
        ("--bounces", bounces.to_string()),
    ]
}

/// `shot --flag value … --json`
fn apart(flags: &[(&'static str, String)]) -> Vec<String> {
    let pairs = flags.iter().flat_map(|(flag, value)| [(*flag).to_owned(), value.clone()]);
    std::iter::once("shot".into()).chain(pairs).chain(["--json".into()]).collect()
}

/// `shot --flag=value … --json`
fn joined(flags: &[(&'static str, String)]) -> Vec<String> {
    let pairs = flags.iter().map(|(flag, value)| format!("{flag}={value}"));
    std::iter::once("shot".into()).chain(pairs).chain(["--json".into()]).collect()
}

#[test]
fn ref_fifteen_reference_shots() {
    let file = read("reference/reference_shots.json");
    let mut cases = 0;
    for shot in list(&file["shots"]) {
        for (variant, result) in shot["results"].as_object().unwrap() {
            let flags =
                reference_flags(&shot["initial"], &file["variants"][variant], &shot["stop_after_table_bounces"]);
            let events: Vec<Value> = list(&result["events"]).iter().map(event).collect();
            let expected = json!({"events": events, "samples": samples(&result["samples"])});
            let name = format!("{} {variant}", shot["key"].as_str().unwrap());
            assert_agrees(&name, "shot", &json(&apart(&flags)), &expected);
            assert_eq!(succeed(&apart(&flags)), succeed(&joined(&flags)), "{name}: --flag value is --flag=value");
            cases += 1;
        }
    }
    assert_eq!(cases, 15);
}

#[test]
fn ref_sixty_random_shots_of_an_independent_integrator() {
    let file = read("oracle/random_shots.json");
    // Models alternate from shot to shot with period 12; a step that shares no factor with it meets them all.
    let shots: Vec<&Value> = list(&file["shots"]).iter().step_by(5).collect();
    assert_eq!(shots.len(), 60);
    for shot in shots {
        let text = |key: &str| shot[key].as_str().unwrap().to_owned();
        let flags = [
            ("--position-m", triple(&shot["position_m"])),
            ("--velocity-m-s", triple(&shot["velocity_m_s"])),
            ("--spin-rad-s", triple(&shot["spin_rad_s"])),
            ("--aero", text("aero")),
            ("--table", text("table")),
            ("--decay-per-m", shot["decay_per_m"].to_string()),
            ("--bounces", shot["bounces"].to_string()),
            ("--sample-interval-s", "0.1".into()),
        ];
        let expected = json!({"events": shot["events"], "samples": samples(&shot["samples"])});
        assert_agrees(&text("id"), "shot", &json(&apart(&flags)), &expected);
    }
}
