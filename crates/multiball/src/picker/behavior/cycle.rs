//! The work cycle as a state machine: states, events and the table of transitions.

use self::Event as E;
use self::State as S;
use crate::picker::Battery;

/// A state of the robot's behavior.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Turns on the spot and looks for balls.
    Looking,
    /// Drives to another viewpoint.
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
    /// Stands until its estimated position is accurate again.
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

/// An event that may change the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// There is a ball to drive to, and capacity left for it.
    BallKnown,
    /// There is none, or no capacity left.
    NoneToTake,
    /// There is none, but a viewpoint is left that was not visited.
    Unseen,
    /// The robot is at the viewpoint.
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
    /// The hopper is short of balls, and the battery is charged enough to fetch some.
    BallsNeeded,
    /// The hopper has plenty of balls, and the battery is not full.
    TimeToCharge,
    /// The estimated position is too inaccurate.
    FixLost,
    /// The estimated position is accurate again.
    FixFound,
    /// The bumper touched something.
    Bumped,
    /// The robot has enough clearance to what it ran into.
    Apart,
    /// A person has helped.
    Helped,
    /// The state has exceeded its deadline.
    Overdue,
}

/// Transitions: state, event, next state. Other events change nothing.
pub const TRANSITIONS: &[(State, Event, State)] = &[
    (S::Looking, E::BallKnown, S::Approaching),
    (S::Looking, E::NoneToTake, S::Returning),
    (S::Looking, E::Unseen, S::Patrolling),
    (S::Looking, E::FixLost, S::WaitingForFix),
    (S::Looking, E::Overdue, S::Returning),
    (S::Patrolling, E::BallKnown, S::Approaching),
    (S::Patrolling, E::AtViewpoint, S::Looking),
    (S::Patrolling, E::Caught, S::Approaching),
    (S::Patrolling, E::Jammed, S::ClearingBrush),
    (S::Patrolling, E::BatteryLow, S::Returning),
    (S::Patrolling, E::FixLost, S::WaitingForFix),
    (S::Patrolling, E::Bumped, S::BackingOff),
    (S::Patrolling, E::Overdue, S::Returning),
    (S::Approaching, E::InReach, S::Collecting),
    (S::Approaching, E::Caught, S::Approaching),
    (S::Approaching, E::NoneToTake, S::Returning),
    (S::Approaching, E::Jammed, S::ClearingBrush),
    (S::Approaching, E::BatteryLow, S::Returning),
    (S::Approaching, E::FixLost, S::WaitingForFix),
    (S::Approaching, E::Bumped, S::BackingOff),
    (S::Approaching, E::Overdue, S::Approaching),
    (S::Collecting, E::Caught, S::Approaching),
    (S::Collecting, E::Missed, S::Approaching),
    (S::Collecting, E::Jammed, S::ClearingBrush),
    (S::Collecting, E::Bumped, S::BackingOff),
    (S::Collecting, E::Overdue, S::Approaching),
    (S::ClearingBrush, E::Freed, S::Approaching),
    (S::ClearingBrush, E::Overdue, S::CallingHelp),
    (S::Returning, E::Home, S::Launching),
    (S::Returning, E::BallKnown, S::Approaching),
    (S::Returning, E::FixLost, S::WaitingForFix),
    (S::Returning, E::Jammed, S::ClearingBrush),
    (S::Returning, E::Bumped, S::BackingOff),
    (S::Returning, E::Overdue, S::CallingHelp),
    (S::Launching, E::Emptied, S::Looking),
    (S::Launching, E::BallKnown, S::Approaching),
    (S::Launching, E::BatteryLow, S::Charging),
    (S::Launching, E::TimeToCharge, S::Charging),
    (S::Launching, E::NoneToTake, S::Resting),
    (S::Launching, E::RodStuck, S::ClearingLauncher),
    (S::Launching, E::Overdue, S::CallingHelp),
    (S::ClearingLauncher, E::Freed, S::Launching),
    (S::ClearingLauncher, E::Overdue, S::CallingHelp),
    (S::Charging, E::Charged, S::Looking),
    (S::Charging, E::BallsNeeded, S::Looking),
    (S::Charging, E::Overdue, S::CallingHelp),
    (S::WaitingForFix, E::FixFound, S::Looking),
    (S::WaitingForFix, E::Overdue, S::CallingHelp),
    (S::BackingOff, E::Apart, S::Approaching),
    (S::BackingOff, E::Overdue, S::CallingHelp),
    (S::CallingHelp, E::Helped, S::Looking),
    (S::Resting, E::BallKnown, S::Approaching),
    (S::Resting, E::Overdue, S::Looking),
];

impl State {
    /// The next state after an event; `None` where it changes nothing.
    #[must_use]
    pub fn upon(self, event: Event) -> Option<Self> {
        TRANSITIONS.iter().find(|(from, what, _)| (*from, *what) == (self, event)).map(|(_, _, to)| *to)
    }

    /// Longest time in the state with a battery, s; then it is overdue.
    #[must_use]
    pub fn deadline_s(self, battery: &Battery) -> f64 {
        match self {
            S::Collecting => 5.0,
            S::BackingOff => 6.0,
            S::ClearingBrush | S::ClearingLauncher => 15.0,
            S::Looking => 20.0,
            S::Launching | S::WaitingForFix | S::Resting => 60.0,
            S::Patrolling | S::Approaching | S::Returning => 120.0,
            S::Charging => 2.0 * battery.charge_s,
            S::CallingHelp => f64::INFINITY,
        }
    }
}

/// The cycle as a Mermaid diagram.
#[must_use]
pub fn diagram() -> String {
    let mut text = format!("stateDiagram-v2\n    [*] --> {:?}\n", S::Looking);
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
    fn law_every_state_can_be_reached_and_left_for_rest() {
        let all = reachable(State::Looking);
        assert_eq!(all.len(), 13);
        for state in all {
            assert!(reachable(state).contains(&State::Resting), "{state:?} never comes to rest");
        }
    }

    /// Where the brush turns a ball can jam.
    #[test]
    fn law_a_jam_is_cleared_wherever_the_brush_turns() {
        for state in [S::Approaching, S::Collecting, S::Returning] {
            assert_eq!(state.upon(E::Jammed), Some(S::ClearingBrush), "{state:?}");
        }
    }

    #[test]
    fn law_no_event_leads_to_two_states() {
        let keys: BTreeSet<_> = TRANSITIONS.iter().map(|(from, what, _)| (*from, *what)).collect();
        assert_eq!(keys.len(), TRANSITIONS.len());
    }

    #[test]
    fn law_whatever_takes_too_long_is_ended_but_for_waiting_for_a_person() {
        for state in reachable(State::Looking) {
            assert_eq!(
                state.upon(Event::Overdue).is_some(),
                state.deadline_s(&Battery::USUAL).is_finite(),
                "{state:?}"
            );
        }
    }
}
