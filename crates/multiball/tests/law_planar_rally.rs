//! The planar rally of paper 000, ideal and with noise.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::atomic::AtomicBool;

use multiball::hall::{Extent, PlanarHall, RoundResult, Scenario, Silent, play_rounds};

fn hall(text: &str, seed: u64) -> PlanarHall {
    PlanarHall::new(&Scenario::from_toml(text).unwrap(), seed).unwrap()
}

const IDEAL: &str = include_str!("../../../scenarios/planar.toml");
const NOISY: &str = include_str!("../../../scenarios/planar-noisy.toml");

fn rounds(hall: &PlanarHall, points: u64) -> Vec<RoundResult> {
    play_rounds(hall, Extent::Points(points), &AtomicBool::new(false), &|_| {}).rounds
}

#[test]
fn law_ideal_rally_never_ends_and_every_hit_is_on_the_parabola() {
    let results = rounds(&hall(IDEAL, 7), 20);
    for result in &results {
        assert_eq!((result.strokes, result.decision), (1000, None), "{result:?}");
        assert!(result.worst_hit_m < 1e-9 && result.worst_hit_m_s < 1e-9, "{result:?}");
    }
}

#[test]
fn law_noise_ends_rallies_and_every_one_is_decided() {
    let results = rounds(&hall(NOISY, 3), 2000);
    assert!(results.iter().all(|result| result.decision.is_some()));
    let mean = results.iter().map(|result| f64::from(result.strokes)).sum::<f64>() / 2000.0;
    println!("mean rally {mean}");
    assert!(mean > 2.0 && mean < 1000.0, "mean rally of {mean} strokes");
}

#[test]
fn law_a_round_depends_on_seed_and_number_alone() {
    let hall_one = hall(NOISY, 5);
    let together = rounds(&hall_one, 50);
    for round in [0, 17, 49] {
        assert_eq!(hall_one.play(round, &mut Silent), together[usize::try_from(round).unwrap()]);
    }
    assert_ne!(rounds(&hall(NOISY, 6), 50), together);
}

#[test]
fn law_threads_do_not_matter() {
    let hall = hall(NOISY, 11);
    let with = |threads: usize, extent: Extent| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| play_rounds(&hall, extent, &AtomicBool::new(false), &|_| {}))
    };
    for extent in [Extent::Points(300), Extent::DurationS(500.0)] {
        assert_eq!(with(1, extent), with(2, extent));
    }
}
