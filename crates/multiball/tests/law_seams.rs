//! Players, robots and opponents from outside in the hall: chosen by name, given no true state, refused with a reason.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use multiball::ball::{BallState, RacketMotion};
use multiball::court::Side;
use multiball::geometry::Vec3;
use multiball::hall::record::{Message, SessionEvent, StrikerKind};
use multiball::hall::training::{Session, TrainingError, TrainingHall};
use multiball::hall::{Catalog, CatalogError, Extent, MovingJoints, RailHall, RecordedJoints, Scenario};
use multiball::opponent::{Incoming, Opponent, Reply, Unanswered};
use multiball::player::{JointCommand, Observation, Observed, Player, WhyNot};
use multiball::robot::{ChainRobot, NAMES, Robot, Search, by_name};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What a player was shown, in order.
type Shown = Arc<Mutex<Vec<(f64, f64, &'static str)>>>;

/// Holds its robot still and notes what it receives.
#[derive(Debug, Clone)]
struct Spy {
    goal: Vec<f64>,
    shown: Shown,
}

impl Player for Spy {
    fn observe(&mut self, now_s: f64, observation: &Observation<'_>) {
        let what = match observation.what {
            Observed::Joints { position, .. } => {
                assert_eq!(position.len(), self.goal.len().max(1));
                "joints"
            }
            Observed::BallExpected => "expected",
            Observed::OpponentStroke { .. } => "stroke",
            Observed::Measurement(_) => "measurement",
            Observed::Ball(_) => "ball",
            Observed::Prediction(_) => "prediction",
            Observed::OutOfPlay => "out of play",
            Observed::Found(_) => "found",
        };
        self.shown.lock().unwrap().push((now_s, observation.t_s, what));
    }

    fn act(&mut self, _now_s: f64, command: &mut JointCommand) {
        command.set(&self.goal, &vec![0.0; self.goal.len()]);
    }

    fn clone_box(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}

fn scenario(fields: &[(&str, &str)]) -> Scenario {
    let mut scenario = Scenario::builtin("hall").unwrap();
    for (key, value) in fields.iter().chain(&[("player.sensing", "points")]) {
        scenario.set(key, *value).unwrap();
    }
    scenario
}

fn played(scenario: &Scenario, catalog: &Catalog, points: u64) -> (Session, Vec<Message>) {
    let hall = Arc::new(TrainingHall::with_catalog(scenario, 1, catalog).unwrap());
    let mut session = Session::in_hall(hall, 1).unwrap().lasting(Extent::Points(points));
    while session.tick() {}
    let messages = session.take_messages();
    (session, messages)
}

#[test]
fn law_any_robot_plays_in_the_hall_with_an_own_player() {
    let mut catalog = Catalog::default();
    let chain = by_name("arm6").unwrap().chain().unwrap();
    let text = chain.to_urdf("arm");
    let from_urdf = multiball::robot::Chain::from_urdf(&text, None).unwrap();
    catalog.add_robot("urdf", &ChainRobot::new(from_urdf, Search::default()));
    let shown = Shown::default();
    let noted = shown.clone();
    catalog.add_player("spy", move |setup| Ok(Box::new(Spy { goal: setup.robot.home(), shown: noted.clone() })));
    // The planar robot's home is stretched over the table, which it may not touch.
    for robot in ["rail6", "arm6", "serve5", "urdf"] {
        shown.lock().unwrap().clear();
        let scenario = scenario(&[("player.kind", "spy"), ("player.robot", robot)]);
        let (session, _) = played(&scenario, &catalog, 2);
        let joints = catalog.robot(robot).unwrap().joint_count();
        assert_eq!(session.observation(Side::Home).unwrap().joints.len(), joints, "{robot}");
        assert_eq!(session.hall().stage().robots[0].joints.len(), joints, "{robot}");
        assert_eq!(session.result().points.len(), 2, "{robot}");
        // It receives what a real sensor could give: joints at once, the ball late, and nothing before it happened.
        let shown = shown.lock().unwrap();
        let of = |kind: &str| shown.iter().filter(|(_, _, what)| *what == kind).count();
        assert!(of("joints") > 1000 && of("expected") >= 2 && of("out of play") >= 2, "{robot}");
        assert!(
            of("measurement") > 50 && of("prediction") > 30 && of("ball") == 0,
            "{robot}: {}, {}",
            of("measurement"),
            of("prediction")
        );
        for (now_s, t_s, what) in &*shown {
            let latency_s = if matches!(*what, "measurement" | "prediction") { 0.005 } else { 0.0 };
            assert!(*what == "expected" || now_s - t_s > latency_s - 1e-9, "{what} at {now_s}");
        }
    }
}

#[test]
fn law_the_opponents_stroke_is_known_at_its_contact_and_not_before() {
    let (mut catalog, shown) = (Catalog::default(), Shown::default());
    let noted = shown.clone();
    catalog.add_player("spy", move |setup| Ok(Box::new(Spy { goal: setup.robot.home(), shown: noted.clone() })));
    let hall = RailHall::of_scenario(&scenario(&[("player.kind", "spy")]), &catalog, 1, 3).unwrap();
    hall.rounds(3, &AtomicBool::new(false), &|| {}).unwrap();
    let shown = shown.lock().unwrap();
    let read: Vec<_> = shown.iter().filter(|(_, _, what)| *what == "stroke").collect();
    assert_eq!(read.len(), 3);
    assert!(read.iter().all(|(now_s, contact_s, _)| *contact_s > 0.02 && now_s >= contact_s), "{read:?}");
}

#[test]
fn law_a_command_of_the_wrong_size_moves_nothing_and_is_reported() {
    let mut catalog = Catalog::default();
    #[derive(Debug, Clone)]
    struct Short(Spy);
    impl Player for Short {
        fn observe(&mut self, _now_s: f64, _observation: &Observation<'_>) {}
        fn act(&mut self, now_s: f64, command: &mut JointCommand) {
            self.0.act(now_s, command);
        }
        fn clone_box(&self) -> Box<dyn Player> {
            Box::new(self.clone())
        }
    }
    catalog.add_player("short", |_| Ok(Box::new(Short(Spy { goal: vec![0.5], shown: Shown::default() }))));
    let (session, messages) = played(&scenario(&[("player.kind", "short")]), &catalog, 1);
    let home = catalog.robot("rail6").unwrap().home();
    assert_eq!(session.observation(Side::Home).unwrap().joints, home);
    let reported = messages.iter().any(|message| match message {
        Message::Stroke(record) => {
            record.end.why_not.as_deref().is_some_and(|why| why.contains("1 joint values were given, this arm needs 6"))
        }
        _ => false,
    });
    assert!(reported);
}

/// What an opponent does with a ball.
type Answer = fn(&Incoming) -> Result<Reply, Unanswered>;

/// Answers by its function, and notes what it receives.
#[derive(Debug, Clone)]
struct Answering {
    reply: Answer,
    known: Arc<Mutex<Vec<Incoming>>>,
}

impl Opponent for Answering {
    fn respond(&mut self, incoming: &Incoming, random: &mut dyn Rng) -> Result<Reply, Unanswered> {
        let _: f64 = random.random();
        self.known.lock().unwrap().push(*incoming);
        (self.reply)(incoming)
    }

    fn clone_box(&self) -> Box<dyn Opponent> {
        Box::new(self.clone())
    }
}

fn against(reply: Answer, points: u64) -> (Session, Vec<Message>, Vec<Incoming>) {
    let known = Arc::new(Mutex::new(Vec::new()));
    let (mut catalog, noted) = (Catalog::default(), known.clone());
    catalog.add_opponent("own", move |_| Ok(Box::new(Answering { reply, known: noted.clone() })));
    let (session, messages) = played(&scenario(&[("opponent.kind", "own")]), &catalog, points);
    let known = known.lock().unwrap().clone();
    (session, messages, known)
}

/// True strokes of the home robot: when, where and how fast.
fn struck(messages: &[Message]) -> Vec<(f64, [f64; 3], [f64; 3])> {
    let stroke = |message: &Message| match message {
        Message::Event {
            t_s,
            event: SessionEvent::Struck { by: StrikerKind::Robot, position_m, velocity_m_s, .. },
        } => Some((*t_s, *position_m, *velocity_m_s)),
        _ => None,
    };
    messages.iter().filter_map(stroke).collect()
}

#[test]
fn law_an_outside_opponent_knows_measurements_not_the_truth() {
    let nothing = |_: &Incoming| Err(Unanswered::Other { reason: "it only looks".into() });
    let (_, messages, known) = against(nothing, 12);
    let mut looked = 0;
    for (t_s, position, velocity) in struck(&messages) {
        let Some(incoming) = known.iter().find(|incoming| incoming.struck_s == t_s) else { continue };
        let off = (incoming.ball.position - Vec3::from(position)).norm();
        let off_m_s = (incoming.ball.velocity - Vec3::from(velocity)).norm();
        assert!(off > 1e-6 && off < 0.02, "position {off}");
        assert!(off_m_s > 1e-6 && off_m_s < 0.4, "velocity {off_m_s}");
        looked += 1;
    }
    assert!(looked >= 10, "{looked} looks");
}

#[test]
fn law_an_outside_opponent_strikes_the_ball_where_it_is_or_misses_it() {
    /// Strikes where it predicts the ball half a second later, or `aside_m` next to it.
    fn struck_in(incoming: &Incoming, aside_m: f64) -> Result<Reply, Unanswered> {
        let (physics, around) = (Default::default(), multiball::court::Court::STANDARD.surroundings());
        let mut sim = multiball::ball::BallSim::new(&physics, &around, incoming.ball);
        while sim.next_event(0.5).is_some() {}
        let place = sim.state().position + Vec3::y() * aside_m;
        if place.x > -0.2 {
            return Err(Unanswered::Other { reason: "too slow a ball".into() });
        }
        let ball = BallState::new(place, Vec3::new(4.0, 0.0, 3.0), Vec3::zeros());
        Ok(Reply::of_ball(incoming.struck_s + 0.5, ball))
    }
    let by_opponent = |messages: &[Message]| {
        let by = |message: &&Message| {
            matches!(message, Message::Event { event: SessionEvent::Struck { by: StrikerKind::Opponent, .. }, .. })
        };
        messages.iter().filter(by).count()
    };
    let (session, messages, _) = against(|incoming| struck_in(incoming, 0.0), 6);
    assert!(by_opponent(&messages) >= 4 && session.result().broke_off.is_none(), "{}", by_opponent(&messages));
    let (_, messages, known) = against(|incoming| struck_in(incoming, 0.5), 6);
    assert!(by_opponent(&messages) == 0 && known.len() >= 4);
    // An answer sooner than the ball can have been measured does not strike it.
    let hasty = |incoming: &Incoming| {
        Ok(Reply::of_ball(incoming.struck_s + 0.05, {
            let place = incoming.ball.position.map(|coordinate| -coordinate.abs());
            BallState::new(place, Vec3::new(4.0, 0.0, 3.0), Vec3::zeros())
        }))
    };
    let (_, messages, known) = against(hasty, 3);
    assert!(by_opponent(&messages) == 0 && known.len() >= 2);
}

#[test]
fn law_a_senseless_reply_ends_the_session_with_its_numbers() {
    let senseless: [Answer; 3] = [
        |incoming| Ok(Reply::of_ball(incoming.struck_s - 1.0, incoming.ball)),
        |incoming| Ok(Reply::of_ball(f64::NAN, incoming.ball)),
        |incoming| {
            let ball = BallState::new(Vec3::new(-1.5, 0.0, 0.2), Vec3::new(1000.0, 0.0, 0.0), Vec3::zeros());
            Ok(Reply::of_ball(incoming.struck_s + 0.6, ball))
        },
    ];
    for reply in senseless {
        let (session, ..) = against(reply, 3);
        let broke_off = session.result().broke_off.unwrap();
        assert!(matches!(broke_off, TrainingError::Reply { most_m_s: 65.0, .. }), "{broke_off}");
    }
}

#[test]
fn law_unknown_names_are_refused_with_the_known_ones() {
    let catalog = Catalog::default();
    for (field, says) in [
        ("player.kind", "no player `nobody`; known: rail"),
        ("player.robot", "no robot `nobody`; known: arm6, planar3, rail6, serve5"),
        ("opponent.kind", "no opponent `nobody`; known: person, robot"),
    ] {
        let error = TrainingHall::with_catalog(&scenario(&[(field, "nobody")]), 1, &catalog).unwrap_err();
        assert!(matches!(error, TrainingError::Catalog(CatalogError::Unknown { .. })));
        assert!(error.to_string().ends_with(says), "{error}");
    }
    let other = TrainingHall::of(&scenario(&[("player.robot", "arm6")]), 1).unwrap_err().to_string();
    assert!(other.ends_with("the player `rail` plays with the robot `rail6`, not with this one"), "{other}");
    let mut robot = Scenario::builtin("hall").unwrap();
    robot.set("opponent.robot", "arm6").unwrap();
    assert!(robot.check().unwrap_err().to_string().contains("player or robot needs [opponent]"));
}

/// The racket of a record moves as its positions say, and no faster than its bounds.
#[test]
fn law_the_racket_of_any_robot_keeps_its_bounds() {
    const TICK_S: f64 = 1e-3;
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    for name in NAMES {
        let robot: Arc<dyn Robot> = Arc::from(by_name(name).unwrap().at_home());
        let chain = Arc::new(ChainRobot::new(robot.chain().unwrap(), Search::default()));
        for _ in 0..200 {
            let limits = robot.limits();
            let mut position: Vec<f64> = limits.iter().map(|l| rng.random_range(l.low..l.high)).collect();
            let mut velocity: Vec<f64> = limits.iter().map(|l| rng.random_range(-l.speed..l.speed)).collect();
            let mut records = [RecordedJoints::new(robot.clone(), TICK_S), RecordedJoints::new(chain.clone(), TICK_S)];
            for _ in 0..20 {
                for record in &mut records {
                    record.record(MovingJoints { position: &position, velocity: &velocity });
                }
                for (i, limits) in limits.iter().enumerate() {
                    let push = rng.random_range(-limits.acceleration..limits.acceleration);
                    velocity[i] = (velocity[i] + push * TICK_S).clamp(-limits.speed, limits.speed);
                    position[i] += velocity[i] * TICK_S;
                }
            }
            let [closed, search] = &records;
            for _ in 0..20 {
                let (t_s, h) = (rng.random_range(1e-3..0.018), 1e-7);
                let [before, now, after] = [t_s - h, t_s, t_s + h].map(|t_s| closed.at(t_s));
                assert!(now.velocity.norm() <= closed.speed_bound() && now.turning.norm() <= closed.turn_bound());
                let velocity = (after.center - before.center) / (2.0 * h);
                assert!((velocity - now.velocity).norm() < 1e-5 * (1.0 + now.velocity.norm()), "{name}");
                // The same arm, as a chain.
                let other = search.at(t_s);
                assert!((other.center - now.center).norm() < 1e-12 && (other.normal - now.normal).norm() < 1e-12);
                assert!((other.velocity - now.velocity).norm() < 1e-10 && search.speed_bound() >= now.velocity.norm());
            }
        }
    }
}

#[test]
fn law_a_plain_reason_is_its_own_summary() {
    let why = WhyNot::from("the ball does not come within reach");
    assert_eq!((why.summary.as_ref(), why.to_string().as_str()), (why.detail.as_str(), why.detail.as_str()));
}
