//! Serves: a thousand random ones are good before the referee; what cannot be is refused with the reason.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::EventKind;
use multiball::robot::Arm;
use multiball::serve::{ServeError, ServeRequest, Server};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Bounces anywhere that a serve may have them, spins of beginners to good players, tosses from the least of the rules
/// on.
fn request(rng: &mut ChaCha8Rng) -> ServeRequest {
    let mut between = |low: f64, high: f64| rng.random_range(low..high);
    ServeRequest {
        own_bounce: (between(0.6, 1.25), between(-0.3, 0.5)),
        far_bounce: (between(-1.3, -0.3), between(-0.65, 0.65)),
        topspin: between(-150.0, 250.0),
        sidespin: between(-150.0, 150.0),
        toss_rise: between(0.16, 0.45),
    }
}

#[test]
fn law_a_thousand_serves_are_good() {
    const SERVES: usize = 1000;
    let server = Server::default();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut good, mut requested) = (0, 0);
    while good < SERVES {
        let requests: Vec<ServeRequest> = (0..128).map(|_| request(&mut rng)).collect();
        requested += requests.len();
        good += requests.par_iter().filter(|request| is_good(&server, request)).count();
        assert!(requested < 5 * SERVES, "only {good} of {requested} requests are within reach");
    }
    println!("{good} serves of {requested} random requests are within reach, and good");
}

/// Whether the request is within reach; if so, everything about the serve holds.
fn is_good(server: &Server, request: &ServeRequest) -> bool {
    let plan = match server.plan(request) {
        Ok(plan) => plan,
        Err(ServeError::NoServe(_)) => return false,
        Err(other) => panic!("{request:?}: {other}"),
    };
    plan.swing.motion.check(server.arm.limits()).unwrap();
    let at_hit = plan.swing.motion.at(plan.toss.duration_s);
    assert!((at_hit.position - plan.arm.joints).norm() < 1e-9 && (at_hit.velocity - plan.arm.rates).norm() < 1e-9);

    let performance = server.perform(&plan);
    assert_eq!(performance.fault, None, "{request:?}");
    let kinds: Vec<EventKind> = performance.events.iter().map(|event| event.kind).collect();
    let strike = performance.events.iter().find(|event| matches!(event.kind, EventKind::Racket(..))).unwrap();
    assert!((strike.t_s - plan.toss.duration_s).abs() < 1e-9, "{kinds:?}");
    assert!((strike.after.velocity - plan.path.struck.velocity).norm() < 1e-6);
    assert!((strike.after.spin - plan.path.struck.spin).norm() < 1e-4);
    assert_eq!(kinds.iter().filter(|kind| matches!(kind, EventKind::Table(_))).count(), 2);
    assert!(!kinds.contains(&EventKind::Net));
    assert!(performance.miss() < 1e-6);
    let spin = plan.path.struck.spin;
    let level = nalgebra::Vector3::new(-plan.path.struck.velocity.y, plan.path.struck.velocity.x, 0.0).normalize();
    assert!((spin.dot(&level) - request.topspin).abs() < 1e-9 && (spin.z - request.sidespin).abs() < 1e-9);
    true
}

#[test]
fn law_what_cannot_be_served_is_refused_with_the_reason() {
    let server = Server::default();
    let refused = |request: ServeRequest| server.plan(&request).unwrap_err().to_string();
    let usual = ServeRequest::default();
    server.plan(&usual).unwrap();
    for (request, reason) in [
        (ServeRequest { toss_rise: 0.1, ..usual }, "a rise from 0.16"),
        (ServeRequest { own_bounce: (-0.5, 0.0), ..usual }, "own bounce: -0.5"),
        (ServeRequest { own_bounce: (0.5, 0.9), ..usual }, "y between"),
        (ServeRequest { far_bounce: (-1.5, 0.0), ..usual }, "far bounce: -1.5"),
        (ServeRequest { topspin: f64::NAN, ..usual }, "topspin: NaN"),
        (ServeRequest { own_bounce: (0.05, 0.0), ..usual }, "pass the net too low"),
        (ServeRequest { topspin: 900.0, ..usual }, "more spin than this rubber gives"),
        (ServeRequest { own_bounce: (0.9, -0.7), far_bounce: (-0.3, 0.7), ..usual }, "out of the arm's reach"),
    ] {
        let said = refused(request);
        assert!(said.contains(reason), "{request:?}: {said}");
    }
}

#[test]
fn law_a_slower_arm_serves_no_faster() {
    let mut server = Server::default();
    let limits = server.arm.limits().map(|limit| multiball::robot::JointLimits { speed: 0.5, ..limit });
    server.arm.arm = server.arm.arm.with_limits(limits);
    let said = server.plan(&ServeRequest::default()).unwrap_err().to_string();
    assert!(said.contains("too fast (least") && said.contains("limit 28.6"), "{said}");
}
