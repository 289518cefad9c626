//! `stroke` through the binary.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, refuses, repository, run, succeed};

/// 400 real strokes of 20 sessions.
fn real() -> String {
    repository().join("data/strokes/wrist_velocity.npz").to_str().unwrap().to_owned()
}

const FEW: [&str; 4] = ["--players", "6", "--strokes", "24"];

#[test]
fn law_real_strokes_are_judged_at_random_and_by_sessions_and_over_time() {
    let scratch = Scratch::new("stroke-real");
    let plot = scratch.path("curve.svg");
    let report = json(&["stroke", "evaluate", &real(), "--curve-ms", "0,100,900", "--plot", &plot, "--json"]);
    assert_eq!((&report["strokes"], &report["groups"], &report["heading"]), (&320.into(), &16.into(), &"free".into()));
    assert_eq!(report["left_out"], "80 blocks left out; --with-blocks takes them");
    let [strokes, groups] = [0, 1].map(|index| &report["held_out"][index]);
    assert_eq!((&strokes["what"], &groups["what"]), (&"strokes".into(), &"groups".into()));
    // Random folds flatter; four sessions of a class are few to learn from.
    let (flattered, honest) = (strokes["accuracy"].as_f64().unwrap(), groups["accuracy"].as_f64().unwrap());
    assert!(flattered > 0.7 && honest > 0.25 && flattered > honest, "{flattered} {honest}");
    for held_out in [strokes, groups] {
        let rows = held_out["confusion"].as_array().unwrap();
        let row_sum =
            |row: &serde_json::Value| row.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>();
        assert!(rows.len() == 4 && rows.iter().all(|row| row_sum(row) == 80), "{held_out}");
        assert!(held_out["classes"][0]["paper"].is_null());
    }
    // 900 ms before the contact nothing was recorded.
    let curve: Vec<u64> =
        report["curve"].as_array().unwrap().iter().map(|p| p["before_ms"].as_u64().unwrap()).collect();
    assert_eq!(curve, [0, 100]);
    assert_eq!(report["curve"][0]["groups"], groups["accuracy"]);
    assert!(report["prior"].as_array().unwrap().is_empty());
    assert!(scratch.read("curve.svg").contains("<svg"));
    let text = succeed(&["stroke", "evaluate", &real(), "--curve-ms", "0", "--with-blocks"]);
    assert!(text.contains("whole players or sessions held out") && text.contains("block"), "{text}");
}

/// The shipped part of the real strokes: twelve sessions are few to learn from, ten known strokes mend that.
#[test]
fn ref_ten_known_strokes_of_a_new_player_read_the_shipped_strokes() {
    let report = json(&["stroke", "evaluate", &real(), "--curve-ms", "0", "--json"]);
    let [random, sessions] = [0, 1].map(|index| &report["held_out"][index]);
    let [own, alike] = [0, 1].map(|index| &report["calibrated"][index]);
    assert_eq!((&own["what"], &alike["what"], &alike["strokes"]), (&"own".into(), &"alike".into(), &10.into()));
    let accuracy = |one: &serde_json::Value| one["accuracy"].as_f64().unwrap();
    for one in [random, sessions, own, alike] {
        let [low, high] = ["low", "high"].map(|bound| one[bound].as_f64().unwrap());
        assert!(0.0 <= low && low < accuracy(one) && accuracy(one) < high && high <= 1.0, "{one}");
    }
    assert!(accuracy(alike) > accuracy(sessions) + 0.2, "{} {}", accuracy(sessions), accuracy(alike));
    assert!(accuracy(own) > accuracy(sessions) + 0.2, "{} {}", accuracy(sessions), accuracy(own));
    let few = json(&["stroke", "evaluate", &real(), "--curve-ms", "0", "--calibration-strokes", "4", "--json"]);
    assert!(accuracy(&few["calibrated"][1]) <= accuracy(alike) + 0.02, "{few}");
    refuses(&["stroke", "evaluate", "--calibration-strokes", "0"], &["`0`", "from 1 to 1000"]);
}

#[test]
fn law_a_classifier_is_calibrated_with_a_file_of_known_strokes() {
    let scratch = Scratch::new("stroke-calibrate");
    let (csv, model, ten) = (scratch.path("strokes.csv"), scratch.path("model.json"), scratch.path("ten.csv"));
    succeed(&[&["stroke", "simulate", "--out", &csv, "--seed", "3"][..], &FEW].concat());
    succeed(&["stroke", "simulate", "--players", "1", "--strokes", "12", "--seed", "4", "--out", &ten]);
    succeed(&["stroke", "train", &csv, "--out", &model]);
    let classify = ["stroke", "classify", &ten, "--model", &model];
    let plain = json(&[&classify[..], &["--json"]].concat());
    assert!(plain["calibration"].is_null());
    let report = json(&[&classify[..], &["--calibrate", &ten, "--json"]].concat());
    assert_eq!(report["calibration"]["strokes"], 12);
    assert!(report["accuracy"].as_f64().unwrap() >= 0.9, "{}", report["accuracy"]);
    assert_ne!(plain["strokes"][0]["probabilities"], report["strokes"][0]["probabilities"]);
    let text = succeed(&[&classify[..], &["--calibrate", &ten]].concat());
    assert!(text.contains("calibrated with 12 strokes"), "{text}");
    let other = scratch.write("other.csv", &scratch.read("ten.csv").replace("backhand-push", "lob"));
    refuses(&[&classify[..], &["--calibrate", &other]].concat(), &["other.csv", "lob", "backhand-push"]);
    let unlabelled = scratch.write("own.csv", "id,t_s,vx_m_s,vy_m_s,vz_m_s\na,-0.1,0,0,0\na,0,1,0,0\n");
    refuses(&[&classify[..], &["--calibrate", &unlabelled]].concat(), &["own.csv", "no column class"]);
}

#[test]
fn law_simulated_strokes_are_written_learned_and_classified() {
    let scratch = Scratch::new("stroke-train");
    let (csv, model) = (scratch.path("strokes.csv"), scratch.path("model.json"));
    let written = json(&[&["stroke", "simulate", "--out", &csv, "--seed", "3", "--json"][..], &FEW].concat());
    assert_eq!((&written["strokes"], &written["groups"]), (&144.into(), &6.into()));
    let trained = json(&["stroke", "train", &csv, "--out", &model, "--json"]);
    assert_eq!(
        (&trained["strokes"], &trained["heading"], &trained["before_ms"]),
        (&144.into(), &"known".into(), &0.into())
    );
    let report = json(&["stroke", "classify", &csv, "--model", &model, "--json"]);
    assert!(report["accuracy"].as_f64().unwrap() > 0.9, "{}", report["accuracy"]);
    for one in report["strokes"].as_array().unwrap() {
        let sum: f64 = one["probabilities"].as_object().unwrap().values().map(|p| p.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{one}");
        let class = one["class"].as_str().unwrap();
        assert_eq!(one["probabilities"][class], one["probability"]);
    }
    let later = scratch.write("later.json", &scratch.read("model.json").replacen("\"version\":1", "\"version\":2", 1));
    let versions = "a stroke classifier of version 2; this multiball reads version 1";
    refuses(&["stroke", "classify", &csv, "--model", &later], &["later.json", versions]);
    // Without classes, at another rate and with columns in another order.
    let rows = |id: &str| {
        let row =
            |i: i32| format!("{},{id},{:.3},{:.3},{:.4}\n", 0.1 * f64::from(i), 0.0, 1.0, -0.3 + 0.005 * f64::from(i));
        (0..=60).map(row).collect::<String>()
    };
    let own = scratch.write("own.csv", &("vx_m_s,id,vy_m_s,vz_m_s,t_s\n".to_owned() + &rows("a") + &rows("b")));
    let report = json(&["stroke", "classify", &own, "--model", &model, "--json"]);
    assert!(report["accuracy"].is_null() && report["strokes"][0]["truth"].is_null(), "{report}");
    assert_eq!(report["strokes"][0]["probabilities"], report["strokes"][1]["probabilities"]);
    refuses(&["stroke", "train", &own, "--out", &model], &["own.csv", "no column class"]);
    let text = succeed(&["stroke", "classify", &own, "--model", &model]);
    assert!(text.contains("probability"), "{text}");
}

#[test]
fn law_equal_seeds_give_equal_bytes_on_any_number_of_threads() {
    let base = [&["stroke", "evaluate", "--curve-ms", "0", "--json", "--seed", "5"][..], &FEW].concat();
    let one = succeed(&[&base[..], &["--threads", "1"]].concat());
    assert_eq!(one, succeed(&[&base[..], &["--threads", "2"]].concat()));
    let report: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert!((report["held_out"][1]["classes"][0]["paper"].as_f64().unwrap() - 0.9552).abs() < 1e-12);
    for prior in report["prior"].as_array().unwrap() {
        assert!(prior["balls"].as_u64().unwrap() > 120, "{prior}");
        assert!(prior["bounce_read_mm"]["median"].as_f64().unwrap() < 200.0, "{prior}");
    }
}

#[test]
fn law_strokes_that_cannot_be_used_are_refused_with_place_and_value() {
    let scratch = Scratch::new("stroke-bad");
    let header = "id,group,class,t_s,vx_m_s,vy_m_s,vz_m_s\n";
    let file = |name: &str, rows: &str| scratch.write(name, &format!("{header}{rows}"));
    for (name, rows, words) in [
        ("early.csv", "a,1,x,-0.5,0,0,0\na,1,x,-0.1,0,0,0\n", &["line 2", "stroke a", "-0.1", "t_s = 0"][..]),
        ("back.csv", "a,1,x,-0.1,0,0,0\na,1,x,-0.2,0,0,0\n", &["line 3", "-0.2", "increase"]),
        ("fast.csv", "a,1,x,0,0,900,0\n", &["line 2", "vy_m_s", "900", "100"]),
        ("two.csv", "a,1,x,-0.1,0,0,0\na,1,y,0,0,0,0\n", &["line 3", "stroke a", "must be one"]),
        ("empty.csv", "", &["a header without rows"]),
    ] {
        refuses(&["stroke", "evaluate", &file(name, rows)], words);
    }
    let few = file("few.csv", "a,1,x,-0.1,0,0,0\na,1,x,0,0,0,0\n");
    fails(&[1], &["stroke", "evaluate", &few], &["class x", "0 strokes", "at least 5"]);
    refuses(&["stroke", "evaluate", "nothing.csv"], &["nothing.csv"]);
    refuses(&["stroke", "evaluate", "nothing.npz"], &["nothing.npz"]);
    refuses(&["stroke", "evaluate", &scratch.write("a.txt", "")], &["a.txt", ".npz or .csv"]);
    refuses(&["stroke", "evaluate", &scratch.write("a.npz", "PK")], &["a.npz", "no .npz archive"]);
    refuses(&["stroke", "classify", &few, "--model", &scratch.write("m.json", "{}")], &["m.json", "stroke train"]);
    refuses(&["stroke", "classify", &few], &["--model"]);
    refuses(&["stroke", "train", "--out", &scratch.path("m.txt")], &["--out", ".json"]);
    refuses(&["stroke", "evaluate", "--curve-ms", "0,15"], &["`15`", "multiple of 10"]);
    refuses(&["stroke", "evaluate", "--players", "0"], &["`0`", "from 1"]);
    refuses(&["stroke", "simulate", "--feint-share", "2", "--out", &scratch.path("s.csv")], &["`2`", "from 0 to 1"]);
    refuses(&["stroke", "simulate"], &["--out"]);
    assert_eq!(run(&["stroke"]).code, Some(2));
    assert!(!scratch.names().contains(&"s.csv".to_owned()) && !scratch.names().contains(&"m.txt".to_owned()));
}
