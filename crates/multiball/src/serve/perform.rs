//! The simulation of a serve: toss, swing and flight, judged by the referee.

use super::plan::{ServePlan, Server};
use super::swing::SwungRacket;
use super::{ServeError, ServeRequest};
use crate::ball::{BallEvent, BallSim, Blade, EventKind, RacketMotion, Segment, Settings, TablePart};
use crate::court::{Decision, Play, Referee, Side};
use crate::geometry::Vec3;

/// The events of a served ball until its second bounce, or until the referee stopped it.
#[derive(Debug, Clone)]
pub struct Performance {
    /// Events in order; times from the release.
    pub events: Vec<BallEvent>,
    /// The referee's decision, if the serve was not good.
    pub fault: Option<Decision>,
    /// What was requested.
    pub request: ServeRequest,
}

impl Performance {
    /// Where the ball bounced.
    pub fn bounces(&self) -> impl Iterator<Item = &BallEvent> {
        self.events.iter().filter(|event| event.kind == EventKind::Table(TablePart::Top))
    }

    /// How far the bounces are from the points requested, m.
    #[must_use]
    pub fn miss(&self) -> f64 {
        let wanted = [self.request.own_bounce, self.request.far_bounce];
        let distance = |(event, (x, y)): (&BallEvent, (f64, f64))| {
            let position = event.before.position;
            (position - Vec3::new(x, y, position.z)).norm()
        };
        if self.bounces().count() < 2 {
            return f64::INFINITY;
        }
        self.bounces().zip(wanted).map(distance).fold(0.0, f64::max)
    }

    /// Whether the serve was good and went where it should.
    ///
    /// # Errors
    /// The referee's decision, or by how much the ball missed.
    pub fn good(&self) -> Result<(), ServeError> {
        match self.fault {
            Some(Decision::Point { fault, .. }) => Err(ServeError::Fault(fault)),
            Some(Decision::Let) => Err(ServeError::Let),
            None if self.miss() > Self::MISS => Err(ServeError::Missed { by_m: self.miss() }),
            None => Ok(()),
        }
    }

    /// A serve that bounces farther from its points is not the one that was planned, m.
    const MISS: f64 = 1e-6;
}

impl Server {
    /// Simulates the serve: toss, swing, flight, judged by the referee. The server stands at the home end.
    #[must_use]
    pub fn perform(&self, plan: &ServePlan) -> Performance {
        self.perform_observed(plan, &mut |_| {})
    }

    /// The same; `watch` receives every segment of the ball's path.
    pub fn perform_observed(&self, plan: &ServePlan, watch: &mut dyn FnMut(&Segment<'_>)) -> Performance {
        const LONGEST_S: f64 = 10.0;
        let (around, hand) = (self.court.surroundings(), plan.before.position);
        let ball = plan.toss.release(hand);
        let mut sim = BallSim::with_settings(&self.physics, &around, ball, 0.0, Settings::EXACT);
        let racket = SwungRacket { arm: &self.arm, swing: &plan.swing, blade: Blade::of_radius(self.racket_radius) };
        let mut referee = Referee::for_serve(self.court, Side::Home);
        let mut fault = referee.see(Play::Toss { by: Side::Home, from: hand, rise_m: plan.toss.rise });
        let mut events = Vec::new();
        let mut bounces = 0;
        while fault.is_none() && bounces < 2 {
            let rackets: &[&dyn RacketMotion] = if bounces == 0 { &[&racket] } else { &[] };
            let Some(event) = sim.next_event_among(LONGEST_S, rackets, watch) else { break };
            events.push(event);
            bounces += usize::from(matches!(event.kind, EventKind::Table(_)));
            fault = Play::of_event(&event, Side::Home).and_then(|play| referee.see(play));
        }
        Performance { events, fault, request: plan.request }
    }
}
