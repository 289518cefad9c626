//! `follow` through the binary.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, fails, json, refuses, succeed};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn law_every_law_stands_between_nothing_and_the_bound() {
    let report = json(&["follow", "--tests", "100", "--json"]);
    assert_eq!((&report["tests"], &report["seed"]), (&100.into(), &1.into()));
    let sets = report["sets"].as_array().unwrap();
    assert_eq!(sets.iter().map(|set| set["starts"].as_str().unwrap()).collect::<Vec<_>>(), ["near", "around", "ahead"]);
    for set in sets {
        let (bound, open_loop) = (number(&set["bound"]), number(&set["open_loop"]));
        assert!(open_loop < bound && bound < 1.0, "{set}");
        let laws = set["laws"].as_array().unwrap();
        let names: Vec<&str> = laws.iter().map(|law| law["law"].as_str().unwrap()).collect();
        assert_eq!(names, ["network", "pid", "pursuit", "time-optimal"]);
        for law in laws {
            let fitness = number(&law["fitness"]);
            assert!(number(&law["low"]) < fitness && fitness < number(&law["high"]) && fitness < bound, "{law}");
            assert!(fitness > 0.99 * open_loop && law["reached"] == 100, "{law}");
            assert_eq!(law["worst_stops_m"].as_array().unwrap().len(), 10);
            assert!(number(&law["worst_miss_m"]) < 0.005, "{law}");
        }
    }
}

#[test]
fn law_equal_seeds_give_equal_bytes_on_any_number_of_threads() {
    let text = |seed: &str, threads: &str| {
        succeed(&["follow", "--tests", "40", "--starts", "around", "--seed", seed, "--threads", threads])
    };
    assert_eq!(text("3", "1"), text("3", "2"));
    assert_ne!(text("3", "1"), text("4", "1"));
}

#[test]
fn law_a_training_is_saved_whole_and_read_back() {
    let scratch = Scratch::new("follow-train");
    let (net, again, plot) = (scratch.path("net.toml"), scratch.path("again.toml"), scratch.path("training.svg"));
    let small = ["follow", "--train", "--population", "8", "--generations", "3", "--tests", "40", "--seed", "5"];
    let train = [&small[..], &["--law", "network", "--save", &net, "--plot", &plot, "--json"]].concat();
    let trained = json(&train);
    assert_eq!(trained["training"]["curve"].as_array().unwrap().len(), 3);
    assert_eq!(trained["training"]["as_shipped"], false);
    assert!(scratch.read("training.svg").starts_with("<svg"));
    let evaluate = ["follow", "--tests", "40", "--seed", "5", "--law", "network", "--weights", &net, "--save", &again];
    let loaded = json(&[&evaluate[..], &["--json"]].concat());
    assert_eq!(loaded["sets"], trained["sets"]);
    assert_eq!(scratch.read("net.toml"), scratch.read("again.toml"));
    let text = succeed(&small);
    assert!(text.contains("3 generations of 8 networks") && text.contains("best open loop"), "{text}");
}

#[test]
fn law_one_drive_is_drawn_and_the_table_names_its_columns() {
    let scratch = Scratch::new("follow-plot");
    let plot = scratch.path("drive.svg");
    let text = succeed(&["follow", "--tests", "30", "--starts", "near", "--plot", &plot]);
    for word in ["near", "(bound)", "(best open loop)", "time-optimal", "95 %", "worst miss, mm", "ten worst, mm"] {
        assert!(text.contains(word), "{word}\n{text}");
    }
    let svg = scratch.read("drive.svg");
    for word in ["bearing", "turn rate, rad/s", "speed, m/s", "distance, m", "pursuit"] {
        assert!(svg.contains(word), "{word}");
    }
}

#[test]
fn law_input_that_makes_no_sense_is_refused() {
    let scratch = Scratch::new("follow-bad");
    let weights = scratch.path("good.toml");
    succeed(&["follow", "--tests", "1", "--law", "network", "--starts", "ahead", "--save", &weights]);
    let good = scratch.read("good.toml");
    let bad = |name: &str, text: &str| scratch.write(name, text);
    let first = good.lines().nth(3).unwrap().to_owned();
    refuses(&["follow", "--law", "bang"], &["bang", "time-optimal"]);
    refuses(&["follow", "--starts", "far"], &["far", "around"]);
    refuses(&["follow", "--tests", "0"], &["--tests", "0", "1000000"]);
    refuses(&["follow", "--train", "--population", "7"], &["7", "even"]);
    refuses(&["follow", "--population", "8"], &["--train"]);
    refuses(&["follow", "--train", "--weights", &weights], &["--weights"]);
    refuses(&["follow", "--weights", "nowhere.toml"], &["nowhere.toml"]);
    let weights = |file: &str| ["follow", "--weights", file].map(str::to_owned);
    refuses(
        &weights(&bad("nan.toml", &good.replacen(&first, "    nan,", 1))),
        &["nan.toml", "number 1", "NaN", "1000"],
    );
    refuses(&weights(&bad("few.toml", &good.replacen(&format!("{first}\n"), "", 1))), &["few.toml", "54", "55"]);
    refuses(&weights(&bad("text.toml", "weights = 3\n")), &["text.toml", "line 1"]);
    refuses(&["follow", "--plot", "drive.png"], &["drive.png", ".svg"]);
    refuses(&["follow", "--save", "net.json"], &["net.json", ".toml"]);
    let lost = scratch.path("no/folder.toml");
    fails(&[2], &["follow", "--save", &lost], &["no folder"]);
}
