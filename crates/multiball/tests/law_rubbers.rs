//! Rubbers by their numbers, and a data sheet of a racket that is not true.
#![allow(clippy::unwrap_used, clippy::panic)]

use multiball::ball::{BallState, Body, RacketContact, RacketState, Rubber};
use multiball::geometry::Vec3;
use multiball::hall::{RailOptions, Scenario};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::law_rail_player::{rounds, share};

#[test]
fn law_a_rubber_by_its_numbers_is_what_they_say_and_never_adds_energy() {
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    for number in 0..2000 {
        let [c0, c1, mu] = [1.0, 0.1, 2.0].map(|most| rng.random_range(0.0..most));
        let [d0, d1] = [rng.random_range(0.0..4e-3), rng.random_range(-1e-3..1e-3)];
        let text = match number % 2 {
            0 => format!("elastic:c0={c0},c1={c1},d0={d0},d1={d1}"),
            _ => format!("coulomb:c0={c0},c1={c1},mu={mu}"),
        };
        let contact: RacketContact = text.parse().unwrap();
        assert_eq!(contact.to_string(), text);
        let mut vector = |most: f64| Vec3::from_fn(|_, _| rng.random_range(-most..most));
        let (velocity, spin) = (vector(15.0), vector(600.0));
        let ball = BallState::new(Vec3::zeros(), Vec3::new(velocity.x, velocity.y, -velocity.z.abs()), spin);
        let racket = RacketState {
            center: Vec3::z() * -Body::STANDARD.radius,
            normal: Vec3::z(),
            velocity: Vec3::zeros(),
            turning: Vec3::zeros(),
            handle: None,
        };
        let after = contact.rebound(&ball, &racket, &Body::STANDARD);
        let e = (c0 + c1 * ball.velocity.z).clamp(0.0, 1.0);
        assert!((after.velocity.z + e * ball.velocity.z).abs() < 1e-12, "{text}");
        let energy = |state: &BallState| state.kinetic_energy(&Body::STANDARD);
        assert!(energy(&after) <= energy(&ball) * (1.0 + 1e-12), "{text}");
    }
}

#[test]
fn law_a_measured_rubber_is_written_by_its_name_and_with_numbers_once_it_is_changed() {
    for rubber in Rubber::ALL {
        assert_eq!(rubber.to_string(), rubber.name);
        let changed = RacketContact::Rubber(rubber.changed(-0.05, 0.9));
        assert!(changed.to_string().starts_with(&format!("{}:c0=", rubber.name)), "{changed}");
        assert_eq!(changed.to_string().parse(), Ok(changed));
    }
    let refused = |text: &str| text.parse::<RacketContact>().unwrap_err().to_string();
    assert!(refused("elastic:c0=1.2").contains("c0 = 1.2 is not allowed; it must be at least 0 and at most 1"));
    assert!(refused("coulomb:d0=1e-3").contains("it takes c0, c1, mu"));
    assert!(refused("sandpaper").contains("coulomb:c0="));
}

/// A world without other errors in which the robot plays with a racket, and believes in another.
fn world(racket: &str, believed: &str) -> Scenario {
    let mut scenario = Scenario::builtin("hall").unwrap();
    let fields = [("player.sensing", "points"), ("player.knows", "measured"), ("warm_up.balls", "0")];
    let spreads = ["racket_tilt_sd_deg", "rubber_restitution_sd", "rubber_friction_sd", "arm_offset_sd_m"];
    for (key, text) in fields.into_iter().chain([("ball.racket", racket), ("player.believed_racket", believed)]) {
        scenario.set_text(key, text).unwrap();
    }
    for field in spreads {
        scenario.set_text(&format!("rig.{field}"), "0").unwrap();
    }
    scenario
}

/// Share of returns that land within 15 cm of the target.
fn inner_share(scenario: &Scenario) -> f64 {
    let options = RailOptions::of(scenario).unwrap();
    share(&rounds(options, 60), |round| round.within(options.player.target, 0.15))
}

#[test]
fn law_a_wrong_data_sheet_of_the_racket_costs_landings_and_a_right_one_does_not() {
    let (dead, lively) = ("coulomb:c0=0.5,c1=0,mu=0.19", "coulomb:c0=0.65,c1=0,mu=0.19");
    let [right, wrong] = [dead, lively].map(|believed| inner_share(&world(dead, believed)));
    assert!(right > 0.7 && wrong < right - 0.3, "{right} with the right data sheet, {wrong} with a wrong one");
}

/// A free racket of mass M takes up M / (M + m) of the impulse that a fixed one would.
#[test]
fn law_a_light_racket_gives_way() {
    let body = Body::STANDARD;
    let share = |mass_kg: f64| mass_kg / (mass_kg + body.mass);
    for rubber in Rubber::ALL {
        assert_eq!(rubber.on_racket_of(Rubber::MEASURED_ON_KG, &body), rubber);
        for mass_kg in [0.05, 0.1, 0.15, 0.2] {
            let changed =
                (1.0 + rubber.on_racket_of(mass_kg, &body).restitution(-5.0)) / (1.0 + rubber.restitution(-5.0));
            let expected = share(mass_kg) / share(Rubber::MEASURED_ON_KG);
            assert!((changed - expected).abs() < 1e-12, "{rubber} on {mass_kg} kg: {changed}, not {expected}");
        }
    }
}

#[test]
fn law_a_racket_that_is_lighter_than_the_data_sheets_costs_landings() {
    let mut light = world("elastic", "elastic");
    light.set("rig.racket_mass_kg", 0.04).unwrap();
    let unknown = inner_share(&light);
    light.player.as_mut().unwrap().believed_racket = None;
    light.set("player.knows", "exact").unwrap();
    let known = inner_share(&light);
    assert!(known > unknown + 0.1, "{known} when it is known, {unknown} when it is not");
}

/// What meets the ball at its middle does so with any radius; what does not, more often with a small one.
#[test]
fn law_a_small_racket_misses_more_balls() {
    let hits = |radius: &str| {
        let mut scenario = world("coulomb", "coulomb");
        for (key, text) in [("player.racket_radius_m", radius), ("sensing.point_sd_m", "0.03")] {
            scenario.set_text(key, text).unwrap();
        }
        let options = RailOptions::of(&scenario).unwrap();
        assert_eq!(options.player.blade_radius.to_string(), radius);
        share(&rounds(options, 60), |round| round.hit)
    };
    let [small, large] = ["0.03", "0.1"].map(hits);
    assert!(small < large - 0.1, "{small} of the balls are hit by a small racket, {large} by a large one");
}

#[test]
fn law_without_a_data_sheet_a_robot_is_told_what_it_plays_with() {
    let mut scenario = world("elastic:c0=0.8", "elastic");
    let options = RailOptions::of(&scenario).unwrap();
    assert_eq!(options.physics.racket, "elastic:c0=0.8".parse().unwrap());
    assert_eq!(options.believed.racket, "elastic".parse().unwrap());
    scenario.player.as_mut().unwrap().believed_racket = None;
    assert_eq!(RailOptions::of(&scenario).unwrap().believed.racket, options.physics.racket);
    scenario.set("player.knows", "exact").unwrap();
    scenario.set("player.believed_racket", "elastic").unwrap();
    let refused = scenario.check().unwrap_err().to_string();
    assert!(refused.contains("believed_racket needs knows = \"typical\""), "{refused}");
}
