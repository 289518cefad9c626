//! Rehearsal of a return: the ball, the moving racket and the referee in the whole court.

use crate::ball::{
    BallEvent, BallSim, BallState, Blade, EventKind, Physics, RacketMotion, RacketState, Segment, Settings,
    Surroundings,
};
use crate::court::{Court, Decision, Fault, Play, Referee, Side};

/// The events of a stroke that was simulated in the whole court. The touch is planned for time 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rehearsal {
    /// The racket meets the ball.
    pub stroke: BallEvent,
    /// The ball's centre crosses the plane of the net.
    pub over_net: BallEvent,
    /// It bounces on the other half.
    pub landing: BallEvent,
}

/// Why a stroke is no return.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PlayError {
    /// It touches the net.
    #[error(
        "net: the ball would touch the net at y = {y_m:.3} m with its centre {height_m:.3} m high; the net is {net_m} \
         m high"
    )]
    Net {
        /// Where it touches, m.
        y_m: f64,
        /// Height of its centre, m.
        height_m: f64,
        /// Height of the net, m.
        net_m: f64,
    },
    /// The referee calls a fault.
    #[error("the referee calls a fault: {fault}, with the ball at ({x_m:.3}, {y_m:.3}) m")]
    Fault {
        /// Which.
        fault: Fault,
        /// Where the ball was, m.
        x_m: f64,
        /// Where the ball was, m.
        y_m: f64,
    },
    /// The racket does not meet the ball, or the ball stays in the air.
    #[error("the ball does not come down within {after_s} s")]
    StillFlying {
        /// Time waited, s.
        after_s: f64,
    },
}

/// Radius of a blade, m: 150 mm is a common width.
pub const BLADE_RADIUS: f64 = 0.075;

/// The simulation starts this long before the touch, s; a part of it when the ball was on the table then.
const LEAD_S: f64 = 4e-3;
/// No return is longer in the air than this, s.
const LONGEST_S: f64 = 5.0;

/// A racket that keeps velocity and attitude around the touch.
struct SteadyRacket {
    at_touch: RacketState,
}

impl RacketMotion for SteadyRacket {
    fn at(&self, t_s: f64) -> RacketState {
        RacketState { center: self.at_touch.center + self.at_touch.velocity * t_s, ..self.at_touch }
    }

    fn blade(&self) -> &Blade {
        const BLADE: Blade = Blade::of_radius(BLADE_RADIUS);
        &BLADE
    }

    fn speed_bound(&self) -> f64 {
        self.at_touch.velocity.norm()
    }

    fn turn_bound(&self) -> f64 {
        0.0
    }
}

/// Lets a ball that has bounced on the home half meet a moving racket in the whole court, with table, net, floor and
/// referee. `watch` receives every segment of the ball's path.
///
/// # Errors
/// When it is no legal return, or touches the net.
pub fn rehearse(
    physics: &Physics,
    court: &Court,
    ball: &BallState,
    racket: &RacketState,
    watch: &mut dyn FnMut(&Segment<'_>),
) -> Result<Rehearsal, PlayError> {
    let around = court.surroundings();
    let (start, start_s) = earlier(physics, &around, ball);
    let mut sim = BallSim::with_settings(physics, &around, start, start_s, Settings::EXACT);
    let mut referee = Referee::for_feed(*court, Side::Away);
    referee.see(Play::Bounce { on: Side::Home });
    let moving = SteadyRacket { at_touch: *racket };
    let (mut stroke, mut over_net) = (None, None);
    loop {
        let rackets: &[&dyn RacketMotion] = if stroke.is_none() { &[&moving] } else { &[] };
        let late = PlayError::StillFlying { after_s: LONGEST_S };
        let event = sim.next_event_among(LONGEST_S, rackets, watch).ok_or(late)?;
        let position = event.before.position;
        if let Some(Decision::Point { fault, .. }) =
            Play::of_event(&event, Side::Home).and_then(|play| referee.see(play))
        {
            return Err(PlayError::Fault { fault, x_m: position.x, y_m: position.y });
        }
        match event.kind {
            EventKind::Racket(..) => stroke = Some(event),
            EventKind::NetPlane => over_net = Some(event),
            EventKind::Net => {
                return Err(PlayError::Net { y_m: position.y, height_m: position.z, net_m: court.net_height });
            }
            EventKind::Table(_) => {
                let (stroke, over_net) = stroke.zip(over_net).ok_or(late)?;
                return Ok(Rehearsal { stroke, over_net, landing: event });
            }
            EventKind::Apex | EventKind::Floor | EventKind::Wall | EventKind::Rest => {}
        }
    }
}

/// The ball a little before now, and when: found by flying it and correcting the start by the error. A ball that has
/// just left the table is taken as it is.
fn earlier(physics: &Physics, around: &Surroundings, ball: &BallState) -> (BallState, f64) {
    let air = Surroundings::far_below();
    for lead_s in [LEAD_S, 0.1 * LEAD_S] {
        let mut start = BallState { position: ball.position - ball.velocity * lead_s, ..*ball };
        for _ in 0..4 {
            let settings = Settings { markers: false, ..Settings::EXACT };
            let mut sim = BallSim::with_settings(physics, &air, start, 0.0, settings);
            sim.next_event(lead_s);
            let now = sim.state();
            start.position -= now.position - ball.position;
            start.velocity -= now.velocity - ball.velocity;
            start.spin -= now.spin - ball.spin;
        }
        if around.check(&start, physics.body.radius).is_ok() {
            return (start, -lead_s);
        }
    }
    (*ball, 0.0)
}
