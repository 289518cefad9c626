//! The simulator against trajectories integrated by other programs at far tighter tolerances.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{Aero, BallSim, BallState, EventKind, Physics, Settings, TableContact};
use multiball::court::Court;
use multiball::geometry::Vec3;
use serde_json::Value;

/// What a trajectory must agree to at the fast setting, in m, s and m/s.
const WITHIN_FAST: (f64, f64, f64) = (3e-8, 5e-9, 1e-7);

fn read(path: &str) -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn vector(value: &Value) -> Vec3 {
    Vec3::from_iterator(value.as_array().unwrap().iter().map(|c| c.as_f64().unwrap()))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// An expected event: kind, time, position, velocity before and after where they are given.
struct Expected {
    kind: String,
    t_s: f64,
    position: Vec3,
    velocity_in: Option<Vec3>,
    velocity_out: Option<Vec3>,
    spin_out: Option<Vec3>,
}

struct Case {
    name: String,
    physics: Physics,
    ball: BallState,
    bounces: usize,
    events: Vec<Expected>,
    samples: Vec<Vec<f64>>,
}

/// Runs one case and returns the worst errors in m, s and m/s.
fn run(case: &Case, tolerance: f64) -> (f64, f64, f64) {
    let around = Court::STANDARD.surroundings();
    let settings = Settings { markers: true, tolerance };
    let mut sim = BallSim::with_settings(&case.physics, &around, case.ball, 0.0, settings);
    let (mut worst_m, mut worst_s, mut worst_m_s) = (0f64, 0f64, 0f64);
    let mut next_sample = 0;
    let mut bounces = 0;
    for expected in &case.events {
        let mut sampled = Vec::new();
        let event = sim
            .next_event_among(60.0, &[], &mut |segment| {
                while let Some(sample) = case.samples.get(next_sample).filter(|s| s[0] <= segment.end_s) {
                    sampled.push((sample, segment.state_at(sample[0])));
                    next_sample += 1;
                }
            })
            .unwrap_or_else(|| panic!("{}: no {} event", case.name, expected.kind));
        assert_eq!(event.kind.name(), expected.kind, "{} at {}", case.name, event.t_s);
        worst_s = worst_s.max((event.t_s - expected.t_s).abs());
        worst_m = worst_m.max((event.before.position - expected.position).amax());
        if let Some(velocity) = expected.velocity_in {
            worst_m_s = worst_m_s.max((event.before.velocity - velocity).amax());
        }
        if let Some(velocity) = expected.velocity_out {
            worst_m_s = worst_m_s.max((event.after.velocity - velocity).amax());
        }
        if let Some(spin) = expected.spin_out {
            assert!(
                (event.after.spin - spin).amax() < 1e-4,
                "{}: spin after {} {:?} {:?}",
                case.name,
                expected.kind,
                event.after.spin,
                spin
            );
        }
        for (sample, state) in sampled {
            worst_m = worst_m.max((state.position - Vec3::from_column_slice(&sample[1..4])).amax());
            worst_m_s = worst_m_s.max((state.velocity - Vec3::from_column_slice(&sample[4..7])).amax());
            assert!((state.spin - Vec3::from_column_slice(&sample[7..10])).amax() < 1e-4, "{}: spin", case.name);
        }
        bounces += usize::from(matches!(event.kind, EventKind::Table(_)));
    }
    assert!(bounces <= case.bounces, "{}: {bounces} bounces", case.name);
    assert_eq!(next_sample, case.samples.len(), "{}: all samples lie before the last event", case.name);
    (worst_m, worst_s, worst_m_s)
}

/// Runs all cases at the fast and at the exact setting, and prints the worst errors of each.
fn check(cases: &[Case]) {
    let exact = (2e-12, 1e-12, 1e-11);
    for (setting, tolerance, within) in
        [("fast", Settings::FAST.tolerance, WITHIN_FAST), ("exact", Settings::EXACT.tolerance, exact)]
    {
        let mut worst = (0f64, 0f64, 0f64);
        for case in cases {
            let (m, s, m_s) = run(case, tolerance);
            let good = m < within.0 && s < within.1 && m_s < within.2;
            assert!(good, "{} at the {setting} setting: off by {m:.1e} m, {s:.1e} s, {m_s:.1e} m/s", case.name);
            worst = (worst.0.max(m), worst.1.max(s), worst.2.max(m_s));
        }
        println!("{} cases, {setting}: worst {:.1e} m, {:.1e} s, {:.1e} m/s", cases.len(), worst.0, worst.1, worst.2);
    }
}

fn samples(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(|row| row.as_array().unwrap().iter().map(number).collect()).collect()
}

#[test]
fn ref_fifteen_reference_shots() {
    let file = read("reference/reference_shots.json");
    let mut cases = Vec::new();
    for shot in file["shots"].as_array().unwrap() {
        for (variant, result) in shot["results"].as_object().unwrap() {
            let parameters = &file["variants"][variant];
            let cd = number(&parameters["CD"]);
            let aero = match parameters["model"].as_str().unwrap() {
                "const" => Aero::Constant { cd, cm: number(&parameters["CM"]) },
                _ => Aero::Saturating { cd, a: number(&parameters["CL_a"]), b: number(&parameters["CL_b"]) },
            };
            let spin_decay_per_m = number(&parameters["decay_per_m"]);
            let optional = |event: &Value, key: &str| event.get(key).map(vector);
            cases.push(Case {
                name: format!("{} {variant}", shot["key"].as_str().unwrap()),
                physics: Physics { aero, spin_decay_per_m, ..Physics::default() },
                ball: BallState::new(
                    vector(&shot["initial"]["p"]),
                    vector(&shot["initial"]["v"]),
                    vector(&shot["initial"]["w"]),
                ),
                bounces: usize::try_from(shot["stop_after_table_bounces"].as_u64().unwrap()).unwrap(),
                events: result["events"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|event| Expected {
                        kind: event["kind"].as_str().unwrap().replace("table_bounce", "table"),
                        t_s: number(&event["t"]),
                        position: vector(&event["p"]),
                        velocity_in: optional(event, "v_in").or(optional(event, "v")),
                        velocity_out: optional(event, "v_out"),
                        spin_out: optional(event, "w_out"),
                    })
                    .collect(),
                samples: samples(&result["samples"]),
            });
        }
    }
    assert_eq!(cases.len(), 15);
    check(&cases);
}

#[test]
fn ref_random_shots_of_an_independent_integrator() {
    let file = read("oracle/random_shots.json");
    let cases: Vec<Case> = file["shots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|shot| {
            let physics = Physics {
                aero: shot["aero"].as_str().unwrap().parse().unwrap(),
                table: shot["table"].as_str().unwrap().parse::<TableContact>().unwrap(),
                spin_decay_per_m: number(&shot["decay_per_m"]),
                ..Physics::default()
            };
            Case {
                name: shot["id"].as_str().unwrap().into(),
                physics,
                ball: BallState::new(
                    vector(&shot["position_m"]),
                    vector(&shot["velocity_m_s"]),
                    vector(&shot["spin_rad_s"]),
                ),
                bounces: usize::try_from(shot["bounces"].as_u64().unwrap()).unwrap(),
                events: shot["events"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|event| Expected {
                        kind: event["kind"].as_str().unwrap().into(),
                        t_s: number(&event["t_s"]),
                        position: vector(&event["position_m"]),
                        velocity_in: event.get("velocity_in_m_s").map(vector),
                        velocity_out: event.get("velocity_out_m_s").map(vector),
                        spin_out: event.get("spin_out_rad_s").map(vector),
                    })
                    .collect(),
                samples: samples(&shot["samples"]),
            }
        })
        .collect();
    assert!(cases.len() >= 300);
    check(&cases);
}
