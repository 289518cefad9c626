//! The work cycle as a table: what the robot does, what can happen, and what it does then.

use self::Event as H;
use self::State as W;

/// What the robot is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Turns on the spot and looks for balls.
    Looking,
    /// Drives to another place to look from.
    Patrolling,
    /// Drives to the next ball of its plan.
    Approaching,
    /// Drives over a ball that is too near to be seen.
    Collecting,
    /// Turns the brush backwards to free a ball.
    ClearingBrush,
    /// Drives home.
    Returning,
    /// Launches its balls into the feeder.
    Launching,
    /// Shakes the launcher's rod.
    ClearingLauncher,
    /// Stands at the plug.
    Charging,
    /// Stands until it knows again where it is.
    WaitingForFix,
    /// Drives backwards from what it ran into.
    BackingOff,
    /// Stands and has called a person.
    CallingHelp,
    /// Stands at home: the floor is clear.
    Resting,
}

impl State {
    /// Its name in files and for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Looking => "looking for balls",
            Self::Patrolling => "on patrol",
            Self::Approaching => "driving to a ball",
            Self::Collecting => "collecting",
            Self::ClearingBrush => "clearing the brush",
            Self::Returning => "returning",
            Self::Launching => "filling the hopper",
            Self::ClearingLauncher => "clearing the launcher",
            Self::Charging => "charging",
            Self::WaitingForFix => "waiting for a fix",
            Self::BackingOff => "backing off",
            Self::CallingHelp => "calling for help",
            Self::Resting => "resting",
        }
    }
}

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// There is a ball to drive to, and room for it.
    BallKnown,
    /// There is none, or no room.
    NoneToTake,
    /// There is none, but a place is left from which nobody has looked.
    Unseen,
    /// The robot is at the place to look from.
    AtViewpoint,
    /// The next ball is so near that the camera loses it.
    InReach,
    /// A ball came in.
    Caught,
    /// The ball should have come in and did not.
    Missed,
    /// The brush stalls.
    Jammed,
    /// The brush, or the rod, moves again.
    Freed,
    /// The robot is at home.
    Home,
    /// The track is empty.
    Emptied,
    /// The launcher's rod is stuck.
    RodStuck,
    /// The battery is low.
    BatteryLow,
    /// The battery is full.
    Charged,
    /// The robot does not know where it is.
    FixLost,
    /// It knows again.
    FixFound,
    /// The bumper touched something.
    Bumped,
    /// There is room again between the robot and what it ran into.
    Apart,
    /// A person has helped.
    Helped,
    /// This has taken longer than it may.
    Overdue,
}

/// From what, upon what, to what. What is not listed changes nothing.
pub const TRANSITIONS: &[(State, Event, State)] = &[
    (W::Looking, H::BallKnown, W::Approaching),
    (W::Looking, H::NoneToTake, W::Returning),
    (W::Looking, H::Unseen, W::Patrolling),
    (W::Looking, H::FixLost, W::WaitingForFix),
    (W::Looking, H::Overdue, W::Returning),
    (W::Patrolling, H::BallKnown, W::Approaching),
    (W::Patrolling, H::AtViewpoint, W::Looking),
    (W::Patrolling, H::Caught, W::Approaching),
    (W::Patrolling, H::Jammed, W::ClearingBrush),
    (W::Patrolling, H::BatteryLow, W::Returning),
    (W::Patrolling, H::FixLost, W::WaitingForFix),
    (W::Patrolling, H::Bumped, W::BackingOff),
    (W::Patrolling, H::Overdue, W::Returning),
    (W::Approaching, H::InReach, W::Collecting),
    (W::Approaching, H::Caught, W::Approaching),
    (W::Approaching, H::NoneToTake, W::Returning),
    (W::Approaching, H::Jammed, W::ClearingBrush),
    (W::Approaching, H::BatteryLow, W::Returning),
    (W::Approaching, H::FixLost, W::WaitingForFix),
    (W::Approaching, H::Bumped, W::BackingOff),
    (W::Approaching, H::Overdue, W::Approaching),
    (W::Collecting, H::Caught, W::Approaching),
    (W::Collecting, H::Missed, W::Approaching),
    (W::Collecting, H::Jammed, W::ClearingBrush),
    (W::Collecting, H::Bumped, W::BackingOff),
    (W::Collecting, H::Overdue, W::Approaching),
    (W::ClearingBrush, H::Freed, W::Approaching),
    (W::ClearingBrush, H::Overdue, W::CallingHelp),
    (W::Returning, H::Home, W::Launching),
    (W::Returning, H::BallKnown, W::Approaching),
    (W::Returning, H::FixLost, W::WaitingForFix),
    (W::Returning, H::Jammed, W::ClearingBrush),
    (W::Returning, H::Bumped, W::BackingOff),
    (W::Returning, H::Overdue, W::CallingHelp),
    (W::Launching, H::Emptied, W::Looking),
    (W::Launching, H::BallKnown, W::Approaching),
    (W::Launching, H::BatteryLow, W::Charging),
    (W::Launching, H::NoneToTake, W::Resting),
    (W::Launching, H::RodStuck, W::ClearingLauncher),
    (W::Launching, H::Overdue, W::CallingHelp),
    (W::ClearingLauncher, H::Freed, W::Launching),
    (W::ClearingLauncher, H::Overdue, W::CallingHelp),
    (W::Charging, H::Charged, W::Looking),
    (W::Charging, H::Overdue, W::CallingHelp),
    (W::WaitingForFix, H::FixFound, W::Looking),
    (W::WaitingForFix, H::Overdue, W::CallingHelp),
    (W::BackingOff, H::Apart, W::Approaching),
    (W::BackingOff, H::Overdue, W::CallingHelp),
    (W::CallingHelp, H::Helped, W::Looking),
    (W::Resting, H::BallKnown, W::Approaching),
    (W::Resting, H::Overdue, W::Looking),
];

impl State {
    /// What the robot does after something has happened; `None` where it changes nothing.
    #[must_use]
    pub fn upon(self, event: Event) -> Option<Self> {
        TRANSITIONS.iter().find(|(from, what, _)| (*from, *what) == (self, event)).map(|(_, _, to)| *to)
    }

    /// How long it may take, s; then it is overdue.
    #[must_use]
    pub fn deadline_s(self) -> f64 {
        match self {
            W::Collecting => 5.0,
            W::BackingOff => 6.0,
            W::ClearingBrush | W::ClearingLauncher => 15.0,
            W::Looking => 20.0,
            W::Launching | W::WaitingForFix | W::Resting => 60.0,
            W::Patrolling | W::Approaching | W::Returning => 120.0,
            W::Charging => 2.0 * 3600.0,
            W::CallingHelp => f64::INFINITY,
        }
    }
}

/// The cycle as a diagram, in Mermaid's words.
#[must_use]
pub fn diagram() -> String {
    let mut text = format!("stateDiagram-v2\n    [*] --> {:?}\n", W::Looking);
    for (from, what, to) in TRANSITIONS {
        text.push_str(&format!("    {from:?} --> {to:?}: {what:?}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn reachable(start: State) -> BTreeSet<State> {
        let mut found = BTreeSet::from([start]);
        loop {
            let more: Vec<State> =
                TRANSITIONS.iter().filter(|(from, ..)| found.contains(from)).map(|row| row.2).collect();
            let before = found.len();
            found.extend(more);
            if found.len() == before {
                return found;
            }
        }
    }

    #[test]
    fn law_every_work_can_be_reached_and_left_for_rest() {
        let all = reachable(State::Looking);
        assert_eq!(all.len(), 13);
        for work in all {
            assert!(reachable(work).contains(&State::Resting), "{work:?} never comes to rest");
        }
    }

    /// Where the brush turns a ball can jam.
    #[test]
    fn law_a_jam_is_cleared_wherever_the_brush_turns() {
        for work in [W::Approaching, W::Collecting, W::Returning] {
            assert_eq!(work.upon(H::Jammed), Some(W::ClearingBrush), "{work:?}");
        }
    }

    #[test]
    fn law_no_happening_leads_to_two_works() {
        let keys: BTreeSet<_> = TRANSITIONS.iter().map(|(from, what, _)| (*from, *what)).collect();
        assert_eq!(keys.len(), TRANSITIONS.len());
    }

    #[test]
    fn law_whatever_takes_too_long_is_ended_but_for_waiting_for_a_person() {
        for work in reachable(State::Looking) {
            assert_eq!(work.upon(Event::Overdue).is_some(), work.deadline_s().is_finite(), "{work:?}");
        }
    }
}
