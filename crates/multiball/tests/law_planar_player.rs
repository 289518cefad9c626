//! The planar player's decisions, checked by the ball simulation that it does not know.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::ball::{BallSim, BallState, EventKind, Physics, RacketContact, RacketState, TablePart};
use multiball::geometry::Vec3;
use multiball::hall::Scenario;
use multiball::motion::JointState;
use multiball::player::{
    self, JointCommand, MeasuredBall, NoStroke, Observation, Observed, PlanarMeasurement, PlanarPlayer, PlayerSetup,
    RailSettings, StrokePlan, parabola_through,
};
use multiball::robot::PlanarRobot;
use nalgebra::Vector3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn scenario() -> Scenario {
    Scenario::from_toml(include_str!("../scenarios/planar.toml")).unwrap()
}

/// Plans for many different balls that arrive over the net.
fn plans(count: usize) -> (Physics, PlanarPlayer, Vec<StrokePlan>) {
    let scenario = scenario();
    let player = scenario.planar_players().unwrap()[0];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut plans = Vec::new();
    while plans.len() < count {
        let measurement = PlanarMeasurement {
            t_s: 0.0,
            u: rng.random_range(-1.9..-1.4),
            z: rng.random_range(0.1..0.5),
            vu: rng.random_range(3.0..7.0),
            vz: rng.random_range(0.5..3.0),
        };
        let still = JointState::at_rest(player.body.ready);
        plans.extend(player.plan(&measurement, &still, &mut rng).ok());
    }
    (scenario.physics(), player, plans)
}

#[test]
fn law_parabola_passes_through_its_points() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..1000 {
        let points = [-1.5, 0.1, 1.7].map(|u: f64| (u + rng.random_range(-0.5..0.5), rng.random_range(-1.0..1.0)));
        let (a, b, c) = parabola_through(points);
        assert!(points.iter().all(|(u, z)| ((a * u + b) * u + c - z).abs() < 1e-12));
    }
}

/// Step 5 against the contact law: the racket makes of the ball what was wanted.
#[test]
fn law_the_racket_gives_the_wanted_velocity() {
    let (physics, player, plans) = plans(1000);
    assert_eq!(physics.racket, RacketContact::Ideal { k: player.racket_k });
    for plan in plans {
        let in_plane = |(u, z): (f64, f64)| Vec3::new(u, 0.0, z);
        let ball =
            BallState::new(in_plane((plan.ball.u, plan.ball.z)), in_plane((plan.ball.vu, plan.ball.vz)), Vec3::zeros());
        let normal = in_plane(plan.racket.normal);
        let racket = RacketState {
            center: in_plane((plan.racket.u, plan.racket.z)),
            normal,
            velocity: normal * plan.racket.speed,
            turning: Vec3::zeros(),
            handle: None,
        };
        let after = physics.racket.rebound(&ball, &racket, &physics.body);
        assert!((after.velocity - in_plane(plan.after)).norm() < 1e-12, "{plan:?}");
    }
}

/// Steps 3 and 4 against the simulation: over the net, onto the target.
#[test]
fn law_the_return_clears_the_net_and_lands_on_its_target() {
    let (physics, player, plans) = plans(1000);
    let around = player.court.surroundings();
    for plan in plans {
        let ball = BallState::new(
            Vec3::new(plan.ball.u, 0.0, plan.ball.z),
            Vec3::new(plan.after.0, 0.0, plan.after.1),
            Vec3::zeros(),
        );
        let first = BallSim::new(&physics, &around, ball).next_event(5.0).unwrap();
        assert_eq!(first.kind, EventKind::Table(TablePart::Top), "{plan:?}");
        assert!((first.before.position.x + plan.target).abs() < 1e-9, "{plan:?}");
    }
}

/// Steps 6 to 9: the motion is at the racket's place at the hit, and no joint is ever faster than its limit.
#[test]
fn law_the_swing_arrives_and_keeps_the_joint_speeds() {
    let (_, player, plans) = plans(1000);
    for plan in plans {
        let JointState { position: q, velocity: rates, .. } = plan.motion.at(plan.ball.t_s);
        let pose = player.body.arm.forward(&q);
        assert!((player.body.base_u - pose.x - plan.racket.u).abs() < 1e-9);
        assert!((player.body.base_z + pose.z - plan.racket.z).abs() < 1e-9);
        let velocity = player.body.arm.jacobian(&q) * rates;
        assert!((velocity.x.hypot(velocity.y) - plan.racket.speed.abs()).abs() < 1e-9);
        for i in 0..=200 {
            let rates = plan.motion.at(plan.ball.t_s * f64::from(i) / 200.0).velocity;
            assert!((0..3).all(|joint| rates[joint].abs() <= player.body.joint_speed[joint] + 1e-9));
        }
    }
}

/// Every reason to refuse a choice occurs where the scenario provokes it, and the return is then as it should be.
#[test]
fn law_each_reason_to_refuse_occurs() {
    let refused = |change: fn(&mut PlanarPlayer)| {
        let mut player = scenario().planar_players().unwrap()[0];
        change(&mut player);
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let ball = PlanarMeasurement { t_s: 0.0, u: -1.6, z: 0.3, vu: 4.5, vz: 1.9 };
        match player.plan(&ball, &JointState::at_rest(player.body.ready), &mut rng) {
            Ok(plan) => plan.rejections,
            Err(NoStroke::AllRefused(rejections)) => rejections,
            Err(other) => panic!("{other}"),
        }
    };
    assert!(refused(|player| player.choice.net_clearance = (0.0, 1e-6)).net > 0);
    assert!(refused(|player| player.choice.target = (3.0, 4.0)).path > 0);
    assert!(refused(|player| player.body.base_u += 0.6).reach > 0);
    assert!(refused(|player| player.body.joint_speed = Vector3::repeat(0.5)).speed > 0);
    assert!(refused(|player| (player.body.base_u, player.body.base_z) = (1.75, -0.3)).table > 0);
    // Least and most exchanged must not panic.
    refused(|player| player.choice.target = (1.2, 0.5));
}

/// A planned return never touches the net, however small the requested clearance.
#[test]
fn bug_returns_with_little_clearance_clear_the_net() {
    let scenario = scenario();
    let mut player = scenario.planar_players().unwrap()[0];
    player.choice.net_clearance = (0.0, 0.003);
    let (physics, around) = (scenario.physics(), player.court.surroundings());
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..500 {
        let Ok(feed) = player.feed(&mut rng) else { panic!("no ball with 3 mm of clearance") };
        let ball = BallState::new(Vec3::new(feed.u, 0.0, feed.z), Vec3::new(feed.vu, 0.0, feed.vz), Vec3::zeros());
        let first = BallSim::new(&physics, &around, ball).next_event(5.0).unwrap();
        assert_ne!(first.kind, EventKind::Net, "{feed:?}");
    }
}

#[test]
fn law_recovery_ends_ready_and_keeps_the_joint_speeds() {
    let (_, player, plans) = plans(500);
    for plan in plans {
        let recovery = player.body.recovery(plan.ball.t_s, &plan.motion.at(plan.ball.t_s));
        let end = recovery.at(recovery.end_s());
        assert!((end.position - player.body.ready).norm() < 1e-9 && end.velocity.norm() < 1e-9);
        let peaks = recovery.peak_speeds();
        assert!((0..3).all(|joint| peaks[joint] <= player.body.joint_speed[joint] * (1.0 + 1e-9)));
    }
}

#[test]
fn law_an_unplayable_ball_is_refused_with_the_reason() {
    let player = scenario().planar_players().unwrap()[0];
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let still = JointState::at_rest(player.body.ready);
    let beyond = PlanarMeasurement { t_s: 0.0, u: -1.5, z: 0.3, vu: 15.0, vz: 3.0 };
    assert_eq!(player.plan(&beyond, &still, &mut rng), Err(NoStroke::NoBounce));
    let flat = PlanarMeasurement { t_s: 0.0, u: 0.9, z: 0.025, vu: 5.0, vz: 0.0 };
    assert_eq!(player.plan(&flat, &still, &mut rng), Err(NoStroke::NotInZone));
    let mut slow = player;
    slow.body.joint_speed = Vector3::repeat(0.01);
    let ball = PlanarMeasurement { t_s: 0.0, u: -1.6, z: 0.3, vu: 4.5, vz: 1.9 };
    let Err(NoStroke::AllRefused(why)) = slow.plan(&ball, &still, &mut rng) else { panic!("a slow arm hit the ball") };
    assert!(why.speed > 0);
}

#[test]
fn law_a_planar_player_behind_the_trait_plays_the_same_strokes() {
    let scenario = scenario();
    let (physics, own) = (scenario.physics(), scenario.planar_players().unwrap()[0]);
    let robot = PlanarRobot { arm: own.body.arm, ..PlanarRobot::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let setup = PlayerSetup {
        physics: &physics,
        court: own.court,
        robot: &robot,
        rail: RailSettings::default(),
        planar: Some(own),
        rng: rng.clone(),
    };
    let mut any = player::by_name("planar", &setup).unwrap();
    let mut balls = ChaCha8Rng::seed_from_u64(4);
    let (mut command, mut strokes, mut refused) = (JointCommand::default(), 0, 0);
    let mut from = JointState::at_rest(own.body.ready);
    for ball in 0..60 {
        let t_s = 12.0 * f64::from(ball);
        let [u, z, vu, vz] = [(-1.9, -1.4), (0.1, 0.5), (3.0, 7.0), (0.5, 3.0)].map(|(a, b)| balls.random_range(a..b));
        let (position, velocity) = (Vec3::new(u, 0.0, z), Vec3::new(vu, 0.0, vz));
        let measured = MeasuredBall { position, velocity, position_sd: 0.0, velocity_sd: 0.0 };
        any.observe(t_s, &Observation { t_s, what: Observed::BallExpected });
        any.observe(t_s, &Observation { t_s, what: Observed::Ball(measured) });
        match own.plan(&PlanarMeasurement { t_s, u, z, vu, vz }, &from, &mut rng) {
            Ok(plan) => {
                strokes += 1;
                assert_eq!(any.intent().map(|intent| intent.hit_s), Some(plan.ball.t_s));
                for share in [0.0, 0.3, 0.7, 0.999] {
                    let now_s = t_s + share * (plan.ball.t_s - t_s);
                    any.act(now_s, &mut command);
                    let state = plan.motion.at(now_s);
                    let expected = (state.position.as_slice(), state.velocity.as_slice());
                    assert_eq!((command.position.as_slice(), command.velocity.as_slice()), expected);
                }
                from = own.body.recovery(plan.ball.t_s, &plan.motion.at(plan.ball.t_s)).at(t_s + 12.0);
            }
            Err(reason) => {
                refused += 1;
                let detail = any.why_not().map(|why_not| why_not.detail);
                assert_eq!((detail, any.intent()), (Some(reason.to_string()), None));
            }
        }
    }
    assert!(strokes > 20 && refused > 3, "{strokes} strokes, {refused} refused");
}
