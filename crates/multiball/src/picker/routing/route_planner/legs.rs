//! Costs of the paths between all nodes of a plan, as a search needs them.

use std::f64::consts::TAU;

use crate::picker::routing::path::Path;

/// Number of a node: home is 0, then the balls, then the robot.
pub(super) type Node = u16;

/// Home: where every trip ends.
pub(super) const HOME: Node = 0;

/// A path as a cost, m: its own, and its directions in the unit of the cost of turning.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Leg {
    pub(super) cost: f64,
    pub(super) departs: f64,
    pub(super) arrives: f64,
}

/// All legs between the nodes of a plan.
#[derive(Debug, Clone)]
pub(super) struct Legs {
    /// Number of nodes: home, balls, and the robot.
    nodes: usize,
    legs: Vec<Leg>,
    /// The leg behind the last node, if there is one.
    onwards: Option<Leg>,
    /// Cost of a whole turn, m.
    circle: f64,
}

impl Legs {
    /// The legs of a plan. `between` gives the path between home and balls, each requested once, the lower number
    /// first; `from_robot` gives that from the robot to each. `heading` is the robot's, rad; a radian costs `loss`, m.
    pub(super) fn new(
        balls: usize,
        loss: f64,
        heading: f64,
        between: impl Fn(Node, Node) -> Path,
        from_robot: impl Fn(Node) -> Path,
    ) -> Self {
        let nodes = balls + 2;
        let mut legs = vec![Leg::default(); nodes * nodes];
        let leg = |path: Path| Leg {
            cost: path.length + loss * path.turning,
            departs: loss * path.departs,
            arrives: loss * path.arrives,
        };
        for to in 0..=balls {
            for from in 0..to {
                let path = between(from as Node, to as Node);
                legs[from * nodes + to] = leg(path);
                legs[to * nodes + from] = leg(path.back());
            }
            legs[(balls + 1) * nodes + to] = leg(from_robot(to as Node));
        }
        // Before the first leg the robot has its heading.
        let still = Path { length: 0.0, departs: heading, arrives: heading, turning: 0.0 };
        legs[nodes * nodes - 1] = leg(still);
        Self { nodes, legs, onwards: None, circle: TAU * loss }
    }

    /// The same where the robot continues in a direction behind the last node, rad.
    pub(super) fn then_towards(self, direction: f64) -> Self {
        let direction = direction * self.circle / TAU;
        Self { onwards: Some(Leg { cost: 0.0, departs: direction, arrives: direction }), ..self }
    }

    pub(super) fn balls(&self) -> usize {
        self.nodes - 2
    }

    /// The node of the robot.
    pub(super) fn start(&self) -> Node {
        (self.nodes - 1) as Node
    }

    #[inline(always)]
    pub(super) fn leg(&self, from: Node, to: Node) -> &Leg {
        &self.legs[from as usize * self.nodes + to as usize]
    }

    /// The leg that follows a position of a round.
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
            cost += leg.cost + self.turn(before, leg);
            before = leg;
        }
        cost + self.onwards.as_ref().map_or(0.0, |onwards| self.turn(before, onwards))
    }
}
