//! A serve that clips the net, and a rally that ends with a double bounce, as the referee sees them.

use multiball::ball::BallState;
use multiball::court::{Court, Play, Referee, Side};
use multiball::geometry::Vec3;

fn main() {
    let behind_end_line = Vec3::new(1.5, 0.3, 0.25);
    let ball = BallState::new(behind_end_line, Vec3::zeros(), Vec3::zeros());
    let serve = [
        Play::Toss { by: Side::Home, from: behind_end_line, rise_m: 0.20 },
        Play::Strike { by: Side::Home, ball },
        Play::Bounce { on: Side::Home },
    ];
    let clipped = [Play::Net, Play::Bounce { on: Side::Away }];
    let good = [Play::Bounce { on: Side::Away }, Play::Bounce { on: Side::Away }];
    for rest in [clipped, good] {
        let mut referee = Referee::for_serve(Court::STANDARD, Side::Home);
        for play in serve.into_iter().chain(rest) {
            referee.see(play);
        }
        println!("{:?}", referee.decision());
    }
}
