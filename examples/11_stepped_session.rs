//! A session driven from outside: read what a robot knows, command it, read events, begin anew.
//!
//! `multiball play duel` plays the same session.

use std::error::Error;

use multiball::court::Side;
use multiball::hall::record::{Message, SessionEvent};
use multiball::hall::training::Session;
use multiball::hall::{Extent, Scenario};
use multiball::player::JointCommand;

/// Control period of the outside program, s.
const CONTROL_S: f64 = 0.01;

fn main() -> Result<(), Box<dyn Error>> {
    let scenario = Scenario::builtin("duel")?;
    let mut session = Session::new(&scenario, 1)?.lasting(Extent::Points(1));

    println!("The robots play a point:");
    while session.advance_to(session.now_s() + CONTROL_S) {
        print_events(&mut session);
    }
    print_events(&mut session);

    println!("The same serve against a home robot that an outside program holds still:");
    session.reset(1);
    let ready = session.observation(Side::Home).ok_or("no robot plays at home")?.joints;
    let still = JointCommand { velocity: vec![0.0; ready.len()], position: ready.clone() };
    loop {
        session.command(Side::Home, Some(&still))?;
        let goes_on = session.advance_to(session.now_s() + CONTROL_S);
        print_events(&mut session);
        if !goes_on {
            break;
        }
    }
    let knows = session.observation(Side::Home).ok_or("no robot plays at home")?;
    let moved = knows.joints.iter().zip(&ready).map(|(is, was)| (is - was).abs()).fold(0.0, f64::max);
    println!("The held robot moved by {moved:.6}, and {} points were played.", session.result().points.len());
    Ok(())
}

/// Prints strokes and decisions since the last call.
fn print_events(session: &mut Session) {
    for message in session.take_messages() {
        let Message::Event { t_s, event } = message else { continue };
        match event {
            SessionEvent::Struck { side, by, velocity_m_s: [x, y, z], .. } => {
                let speed = (x * x + y * y + z * z).sqrt();
                println!("  {t_s:7.3} s  {side:?} {by:?} strikes, {speed:.1} m/s");
            }
            SessionEvent::Decided { winner, fault, strokes, .. } => {
                println!("  {t_s:7.3} s  winner {winner:?}, fault {fault:?}, {strokes} strokes");
            }
            _ => {}
        }
    }
}
