//! A serve from the request to the referee's verdict; `multiball serve --plot serve.svg` draws one.

use std::error::Error;

use multiball::serve::{ServeRequest, Server};

fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::default();
    let request =
        ServeRequest { own_bounce: (1.0, 0.0), far_bounce: (-0.9, -0.3), topspin: 120.0, ..Default::default() };
    let plan = server.plan(&request)?;
    println!("toss: {:.2} m up, struck after {:.3} s", plan.toss.rise, plan.toss.duration_s);
    println!(
        "racket: {:.2} m/s, fastest joint at {:.0} % of its limit",
        plan.racket.velocity.norm(),
        100.0 * plan.arm.effort
    );
    let performance = server.perform(&plan);
    for bounce in performance.bounces() {
        let [x, y, _]: [f64; 3] = bounce.before.position.into();
        println!("bounce at ({x:.4}, {y:.4}) m after {:.3} s", bounce.t_s);
    }
    performance.good()?;
    println!("the referee calls it good");

    let hard = ServeRequest { topspin: 900.0, ..request };
    if let Err(reason) = server.plan(&hard) {
        println!("with 900 rad/s of topspin: {reason}");
    }
    Ok(())
}
