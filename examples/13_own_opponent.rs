//! An own opponent: a wall that throws every ball back, and a person of the simulation, behind the same trait.

use std::error::Error;

use multiball::ball::{BallSim, BallState, EventKind, Physics};
use multiball::court::Court;
use multiball::geometry::Vec3;
use multiball::opponent::{Human, Incoming, Opponent, Partner, Reply, ShotSet, Unanswered};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A wall behind the table: what reaches it comes back, a little higher and a little to the side.
#[derive(Debug, Clone)]
struct Wall {
    physics: Physics,
    x: f64,
}

impl Opponent for Wall {
    fn respond(&mut self, incoming: &Incoming, random: &mut dyn Rng) -> Result<Reply, Unanswered> {
        let around = Court::STANDARD.surroundings();
        let mut sim = BallSim::new(&self.physics, &around, incoming.ball);
        while sim.state().position.x > self.x {
            let until_s = sim.time_s() + 1e-3;
            if let Some(event) = sim.next_event(until_s)
                && matches!(event.kind, EventKind::Floor | EventKind::Rest)
            {
                return Err(Unanswered::Other { reason: "the ball does not reach the wall".into() });
            }
        }
        let BallState { position, velocity, .. } = *sim.state();
        let aside = random.random_range(-0.3..0.3);
        let struck = Vec3::new(-velocity.x * 1.3, aside - velocity.y, 2.2);
        Ok(Reply::of_ball(incoming.struck_s + sim.time_s(), BallState::new(position, struck, Vec3::zeros())))
    }

    fn clone_box(&self) -> Box<dyn Opponent> {
        Box::new(self.clone())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (physics, court) = (Physics::default(), Court::STANDARD);
    let around = court.surroundings();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let person = Partner::new(Human::draw(&mut rng), Partner::USUAL_STRENGTH, ShotSet::Human, physics, court);
    let opponents: [(&str, Box<dyn Opponent>); 2] =
        [("wall", Box::new(Wall { physics, x: -2.0 })), ("person", Box::new(person))];
    for (name, mut opponent) in opponents {
        println!("{name}, who knows {:?}", opponent.knows());
        for number in 0..5 {
            let struck_s = 3.0 * f64::from(number);
            let velocity = Vec3::new(rng.random_range(-5.5..-4.5), rng.random_range(-0.6..0.6), 2.0);
            let ball = BallState::new(Vec3::new(1.4, 0.0, 0.25), velocity, Vec3::zeros());
            match opponent.respond(&Incoming { struck_s, ball }, &mut rng) {
                Ok(reply) => {
                    let mut sim = BallSim::new(&physics, &around, reply.struck);
                    let Some(landing) = sim.next_event(3.0) else { continue };
                    let (after_s, kind, place) = (reply.contact_s - struck_s, landing.kind, landing.before.position);
                    println!("  strikes after {after_s:.2} s; then {kind:?} at ({:.2}, {:.2}) m", place.x, place.y);
                }
                Err(reason) => println!("  no answer: {reason}"),
            }
        }
    }
    Ok(())
}
