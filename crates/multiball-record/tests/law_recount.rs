#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, missing_docs)]
//! A recording can be counted again, and a recount sees what is wrong with one.

mod support;

use multiball::court::{Fault, Side};
use multiball::hall::record::{BallPlace, Message, PointScore, Recorder, SessionEvent};
use multiball_record::{Recording, Recounted, Replay, recount};
use support::{Folder, Memory, Options};

/// A recorder that passes changed messages on to a recording.
struct Forger<F: FnMut(&mut SessionEvent) -> bool> {
    recording: Recording,
    forge: F,
    unforged: bool,
}

impl<F: FnMut(&mut SessionEvent) -> bool> Recorder for Forger<F> {
    fn record(&mut self, message: &Message) {
        let mut changed = message.clone();
        match &mut changed {
            Message::Stage(_) | Message::Snapshot(_) => {}
            Message::Event { event, .. } => self.unforged = self.unforged && !(self.forge)(event),
            Message::Stroke(_) | Message::Backdrop { .. } | Message::Picture(_) => return,
        }
        self.recording.record(&changed);
    }
}

/// The recount of a session in which the first event that can be forged is forged.
fn forged(forge: impl FnMut(&mut SessionEvent) -> bool) -> Recounted {
    let folder = Folder::new(&format!("forged-{:?}", std::thread::current().id()));
    let path = folder.0.join("recording.mcap");
    let mut forger = Forger { recording: Recording::create(&path).unwrap(), forge, unforged: true };
    support::play(&mut forger, &Options { seconds: 60.0, pictures: false, ..Options::default() });
    forger.recording.finish().unwrap();
    recount(&Replay::open(&path).unwrap()).unwrap()
}

#[test]
fn law_score_and_balls_are_counted_again() {
    let folder = Folder::new("recount");
    let options = Options { seconds: 300.0, pictures: false, seed: 5 };
    folder.record("recording.mcap", &options);
    let recounted = recount(&Replay::open(&folder.0.join("recording.mcap")).unwrap()).unwrap();
    assert_eq!(recounted.disagreements, Vec::<String>::new());
    let mut memory = Memory::default();
    support::play(&mut memory, &options);
    let decided = memory.events.iter().filter_map(|event| match event.what {
        SessionEvent::Decided { winner, score, .. } => Some((winner, score)),
        _ => None,
    });
    let decided: Vec<(Option<Side>, PointScore)> = decided.collect();
    assert!(recounted.points > 50 && recounted.lets > 0);
    assert_eq!(recounted.points + recounted.lets, decided.len() as u64);
    assert_eq!(recounted.score, decided.last().unwrap().1);
    assert!(recounted.undecided <= 1 && recounted.score.home_games + recounted.score.away_games > 2);
    let moves = memory.events.iter().filter(|event| matches!(event.what, SessionEvent::Moved { .. })).count();
    assert_eq!((recounted.balls.balls, recounted.balls.moves), (60, moves as u64));
    assert_eq!((recounted.balls.snapshots, recounted.balls.at_end.iter().sum::<u32>()), (30_000, 60));
}

#[test]
fn law_a_wrong_decision_is_seen() {
    let winner = forged(|what| match what {
        SessionEvent::Decided { winner: Some(side), .. } => {
            *side = side.other();
            true
        }
        _ => false,
    });
    assert_eq!(winner.disagreements.len(), 1, "{:?}", winner.disagreements);
    let fault = forged(|what| match what {
        SessionEvent::Decided { fault: Some(fault), .. } if *fault != Fault::TouchedNet => {
            *fault = Fault::TouchedNet;
            true
        }
        _ => false,
    });
    assert_eq!(fault.disagreements.len(), 1, "{:?}", fault.disagreements);
    let score = forged(|what| match what {
        SessionEvent::Decided { score, .. } => {
            score.home += 1;
            true
        }
        _ => false,
    });
    assert_eq!(score.disagreements.len(), 1, "{:?}", score.disagreements);
}

#[test]
fn law_a_bounce_that_was_not_seen_changes_the_outcome() {
    let other = forged(|what| match what {
        SessionEvent::Bounced { on, .. } => {
            *on = on.other();
            true
        }
        _ => false,
    });
    assert!(!other.agrees());
}

#[test]
fn law_a_ball_in_two_places_is_seen() {
    let moved = forged(|what| match what {
        SessionEvent::Moved { from, to: BallPlace::Floor, .. } => {
            *from = BallPlace::Launcher;
            true
        }
        _ => false,
    });
    assert!(moved.disagreements[0].contains("moves from launcher, but it was in"), "{:?}", moved.disagreements);
    let shown = forged(|what| match what {
        SessionEvent::Moved { to, .. } if *to == BallPlace::Flight => {
            *to = BallPlace::Picker;
            true
        }
        _ => false,
    });
    assert!(shown.disagreements[0].contains("is shown in flight, but counted in"), "{:?}", shown.disagreements);
    assert!(shown.disagreements.len() < 5, "each is reported once: {:?}", shown.disagreements);
}
