//! `reproduce picker` through the binary: document, figures, picture, refusals.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{Scratch, json, refuses};
use serde_json::Value;

#[test]
fn law_floors_are_cleared_and_figures_are_compared_with_the_papers() {
    let scratch = Scratch::new("picker_plot");
    let plot = &*scratch.path("floor.svg");
    let report = json(&["reproduce", "picker", "--quick", "--rounds", "6", "--plot", plot, "--json"]);
    let papers = report["papers"].as_array().unwrap();
    assert_eq!((papers.len(), &papers[0]["paper"]), (1, &"picker".into()));
    let rows = papers[0]["rows"].as_array().unwrap();
    for row in rows {
        assert!(["table", "name", "unit", "note"].iter().all(|field| row[field].is_string()), "{row}");
        assert!(row["ours"].is_number() && (row["paper"].is_number() || row["paper"].is_null()), "{row}");
    }
    let figure = |name: &str| {
        let found: Vec<&Value> = rows.iter().filter(|row| row["name"] == name).collect();
        assert_eq!(found.len(), 1, "{name}");
        (found[0]["paper"].as_f64(), found[0]["ours"].as_f64().unwrap())
    };
    assert_eq!(figure("success, time-optimal"), (Some(100.0), 100.0));
    assert_eq!(figure("balls collected, network"), (Some(100.0), 100.0));
    let (printed, rate) = figure("SpeedRate, time-optimal");
    assert!(printed == Some(0.82491) && rate > 0.825, "{rate}");
    assert!(figure("s_p/(v0 T), time-optimal").1 > 0.82);
    assert!(figure("best, length").1 < figure("genetic algorithm, length").1);
    assert!(figure("fitness, around, time-optimal").1 <= figure("fitness, around, bound").1);
    assert!(figure("compass 5° off, place, pose filter").1 < figure("compass 5° off, place, the paper's filter").1);
    assert!(figure("busy hall, balls collected").1 > 100.0);
    let svg = scratch.read("floor.svg");
    assert!(svg.starts_with("<svg") && svg.contains("straight ways") && svg.contains("bearing"), "{}", svg.len());
}

#[test]
fn law_what_does_not_go_together_is_refused() {
    refuses(&["reproduce", "picker", "--profile", "points"], &["profiles go with rail alone"]);
    refuses(&["reproduce", "serve", "--rounds", "3"], &["--rounds 3", "picker and rail alone"]);
    refuses(&["reproduce", "picker", "--rounds", "0"], &["0"]);
    refuses(&["reproduce", "picker", "--plot", "floor.png"], &["floor.png", "svg"]);
}
