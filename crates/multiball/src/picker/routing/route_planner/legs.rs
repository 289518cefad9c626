//! Ways between all places of an planner, as a search needs them.

use std::f64::consts::TAU;

use crate::picker::routing::path::Path;

/// Number of a place: home is 0, then the balls, then where the robot is.
pub(super) type Node = u16;

/// Home: where every trip ends.
pub(super) const HOME: Node = 0;

/// A way as a cost, m: what it takes itself, and its directions as far as turning costs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Leg {
    pub(super) way: f64,
    pub(super) departs: f64,
    pub(super) arrives: f64,
}

/// All ways between the places of an planner.
#[derive(Debug, Clone)]
pub(super) struct Legs {
    /// Home, balls, and where the robot is.
    nodes: usize,
    legs: Vec<Leg>,
    /// What the robot does behind the last node, if anything.
    onwards: Option<Leg>,
    /// Cost of a whole turn, m.
    circle: f64,
}

impl Legs {
    /// Ways between home and balls (each requested once, the lower number first), from the robot to each, and its
    /// heading, rad; a radian costs so much, m.
    pub(super) fn new(
        balls: usize,
        loss: f64,
        heading: f64,
        between: impl Fn(Node, Node) -> Path,
        from_robot: impl Fn(Node) -> Path,
    ) -> Self {
        let nodes = balls + 2;
        let mut legs = vec![Leg::default(); nodes * nodes];
        let cost = |way: Path| Leg {
            way: way.length + loss * way.turning,
            departs: loss * way.departs,
            arrives: loss * way.arrives,
        };
        for to in 0..=balls {
            for from in 0..to {
                let way = between(from as Node, to as Node);
                legs[from * nodes + to] = cost(way);
                legs[to * nodes + from] = cost(way.back());
            }
            legs[(balls + 1) * nodes + to] = cost(from_robot(to as Node));
        }
        // Before it drives anywhere the robot looks ahead.
        let still = Path { length: 0.0, departs: heading, arrives: heading, turning: 0.0 };
        legs[nodes * nodes - 1] = cost(still);
        Self { nodes, legs, onwards: None, circle: TAU * loss }
    }

    /// The same where the robot goes on in a direction behind the last node, rad.
    pub(super) fn then_towards(self, direction: f64) -> Self {
        let direction = direction * self.circle / TAU;
        Self { onwards: Some(Leg { way: 0.0, departs: direction, arrives: direction }), ..self }
    }

    pub(super) fn balls(&self) -> usize {
        self.nodes - 2
    }

    /// Where the robot is.
    pub(super) fn start(&self) -> Node {
        (self.nodes - 1) as Node
    }

    #[inline(always)]
    pub(super) fn leg(&self, from: Node, to: Node) -> &Leg {
        &self.legs[from as usize * self.nodes + to as usize]
    }

    /// The leg behind a place of a round that ends at a node there.
    #[inline(always)]
    pub(super) fn behind(&self, round: &[Node], place: usize) -> Option<&Leg> {
        round.get(place + 1).map(|next| self.leg(round[place], *next)).or(self.onwards.as_ref())
    }

    /// Cost of turning from the end of one leg into another, m.
    #[inline(always)]
    pub(super) fn turn(&self, before: &Leg, after: &Leg) -> f64 {
        let angle = (after.departs - before.arrives).abs();
        angle.min(self.circle - angle)
    }

    /// Cost of a round: the start, balls with home after each trip, m.
    pub(super) fn cost(&self, round: &[Node]) -> f64 {
        let mut before = self.leg(self.start(), self.start());
        let mut cost = 0.0;
        for pair in round.windows(2) {
            let leg = self.leg(pair[0], pair[1]);
            cost += leg.way + self.turn(before, leg);
            before = leg;
        }
        cost + self.onwards.as_ref().map_or(0.0, |onwards| self.turn(before, onwards))
    }
}
