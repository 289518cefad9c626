//! The cheapest order of a few nodes in a row, by trying every one.

use super::legs::{HOME, Leg, Legs, Node};
use super::round::{Round, TripCapacity};

/// Nodes in a row whose order is tried, and the most balls of which every plan is tried: both take less than 1 ms.
const WINDOW: usize = 6;
const FEW: usize = 7;
/// How often the window goes over the round at most.
const PASSES: usize = 4;
const ROUNDING: f64 = 1e-9;

/// Puts any few nodes in a row, homes among them, in their cheapest order, until no such change makes the round cheaper
/// or it was tried some times. Of few balls the round becomes the cheapest of all.
pub(super) fn improve(legs: &Legs, capacity: TripCapacity, round: &mut Round) {
    if legs.balls() <= FEW {
        Window::whole(legs, capacity, round).improve(round);
        return;
    }
    let length = round.nodes.len();
    // The start and the last home stay.
    let inner = length.saturating_sub(2);
    for _ in 0..PASSES {
        let mut changed = false;
        for from in 1..=(inner + 1).saturating_sub(WINDOW).max(1) {
            let to = (from + WINDOW).min(length - 1);
            changed |= Window::new(legs, capacity, round, from, to).improve(round);
        }
        if !changed {
            return;
        }
    }
}

/// A search depth first over the orders of some nodes in a row.
struct Window<'l> {
    legs: &'l Legs,
    capacity: TripCapacity,
    from: usize,
    /// The leg that leads to the window, the node behind it, and the leg that follows from there.
    before: &'l Leg,
    goal: Node,
    onwards: Option<&'l Leg>,
    /// Balls of the trip that ends behind the window, without those in it.
    tail: usize,
    nodes: Vec<Node>,
    /// Whether trips may end anywhere; `nodes` has no homes then.
    free: bool,
    /// Least cost of reaching each of the nodes, m.
    to_each: Vec<f64>,
    order: Vec<Node>,
    cheapest: Option<Vec<Node>>,
    least: f64,
}

/// Progress of a search.
#[derive(Clone, Copy)]
struct Reached<'l> {
    node: Node,
    leg: &'l Leg,
    cost: f64,
    /// Balls of the trip so far, and the most it may have.
    load: usize,
    most: usize,
    /// Nodes of the window that were passed, as a set.
    passed: u32,
}

impl<'l> Window<'l> {
    fn new(legs: &'l Legs, capacity: TripCapacity, round: &Round, from: usize, to: usize) -> Self {
        let nodes = &round.nodes;
        let before = if from == 1 { legs.leg(nodes[0], nodes[0]) } else { legs.leg(nodes[from - 2], nodes[from - 1]) };
        let inner = nodes[from..to].to_vec();
        let tail = nodes[to..].iter().position(|node| *node == HOME).unwrap_or(0);
        Self {
            legs,
            capacity,
            from,
            before,
            goal: nodes[to],
            onwards: legs.behind(nodes, to),
            tail,
            to_each: least_costs(legs, &inner, nodes[from - 1]),
            nodes: inner,
            free: false,
            order: Vec::with_capacity(to - from),
            cheapest: None,
            least: f64::INFINITY,
        }
    }

    /// All balls; a trip may end behind any.
    fn whole(legs: &'l Legs, capacity: TripCapacity, round: &Round) -> Self {
        let mut window = Self::new(legs, capacity, round, 1, round.nodes.len() - 1);
        window.nodes.retain(|node| *node != HOME);
        window.to_each = least_costs(legs, &window.nodes, legs.start());
        window.free = true;
        window
    }

    /// Puts the cheapest order in, if it is not there already.
    fn improve(mut self, round: &mut Round) -> bool {
        let at = round.nodes[self.from - 1];
        let own = round.nodes[..self.from].iter().rposition(|node| *node == HOME);
        let (load, most) = match own {
            Some(home) => (self.from - 1 - home, self.capacity.others),
            None => (self.from - 1, self.capacity.first),
        };
        let start = Reached { node: at, leg: self.before, cost: 0.0, load, most, passed: 0 };
        let end = if self.free { round.nodes.len() - 1 } else { self.from + self.nodes.len() };
        let now = round.nodes[self.from..end].iter().fold(start, |reached, node| self.driven(reached, *node));
        self.least = self.finished(now) - ROUNDING;
        self.go(start, self.to_each.iter().sum());
        let Some(order) = self.cheapest else { return false };
        round.nodes.splice(self.from..end, order);
        true
    }

    fn driven(&self, reached: Reached<'l>, node: Node) -> Reached<'l> {
        let leg = self.legs.leg(reached.node, node);
        let cost = reached.cost + leg.cost + self.legs.turn(reached.leg, leg);
        let (load, most) = if node == HOME { (0, self.capacity.others) } else { (reached.load + 1, reached.most) };
        Reached { node, leg, cost, load, most, ..reached }
    }

    /// Cost up to the leg behind the goal, m.
    fn finished(&self, reached: Reached<'l>) -> f64 {
        let last = self.legs.leg(reached.node, self.goal);
        let turn = self.onwards.map_or(0.0, |onwards| self.legs.turn(last, onwards));
        reached.cost + last.cost + self.legs.turn(reached.leg, last) + turn
    }

    /// Searches on; `rest` is the least cost of reaching the nodes that are left, m.
    fn go(&mut self, reached: Reached<'l>, rest: f64) {
        let left = (0..self.nodes.len()).filter(|index| reached.passed >> index & 1 == 0);
        if left.clone().next().is_none() {
            self.offer(reached);
            return;
        }
        // No path costs less than the direct leg.
        if reached.cost + rest.max(self.legs.leg(reached.node, self.goal).cost) >= self.least {
            return;
        }
        let mut home_tried = false;
        for index in left {
            let node = self.nodes[index];
            let allowed = if node == HOME {
                reached.node != HOME && !std::mem::replace(&mut home_tried, true)
            } else {
                reached.load < reached.most
            };
            if allowed {
                let next = Reached { passed: reached.passed | 1 << index, ..self.driven(reached, node) };
                self.go_by(next, rest - self.to_each[index]);
            }
        }
        if self.free && reached.node != HOME {
            self.go_by(self.driven(reached, HOME), rest);
        }
    }

    fn go_by(&mut self, next: Reached<'l>, rest: f64) {
        self.order.push(next.node);
        self.go(next, rest);
        self.order.pop();
    }

    /// Keeps an order that is cheaper and allowed.
    fn offer(&mut self, reached: Reached<'l>) {
        let empty = reached.node == HOME && self.goal == HOME;
        let cost = self.finished(reached);
        if cost < self.least && reached.load + self.tail <= reached.most && !empty {
            self.least = cost;
            self.cheapest = Some(self.order.clone());
        }
    }
}

/// Least cost of reaching each of some nodes from another, from home or from the one before, m.
fn least_costs(legs: &Legs, nodes: &[Node], before: Node) -> Vec<f64> {
    let others = |node: Node| nodes.iter().copied().chain([HOME, before]).filter(move |other| *other != node);
    let least = |node: &Node| others(*node).map(|other| legs.leg(other, *node).cost).fold(f64::INFINITY, f64::min);
    nodes.iter().map(|node| if *node == HOME { 0.0 } else { least(node) }).collect()
}
