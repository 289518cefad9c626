//! The play at one time: for recorders, and for the cameras.

use super::Play;
use super::point::Point;
use crate::ball::BallState;
use crate::court::Side;
use crate::hall::filming::SceneFrame;
use crate::hall::record::{BallNow, PersonNow, triple};
use crate::hall::training::TICK_S;
use crate::hall::training::people::person_now;
use crate::hall::training::recorded_robot::RecordedRobot;
use crate::hall::world_from_player;
use crate::vision::scene::{BallTruth, Moment};

impl Play {
    /// Joints of the robots, home first, and of the server.
    pub(in crate::hall::training) fn joints(&self, t_s: f64) -> Vec<Vec<f64>> {
        let robots = self.robots.iter().flatten().map(|robot| robot.joints().to_vec());
        let server = self.feeder.iter().map(|feeder| feeder.arm.joints(t_s).as_slice().to_vec());
        robots.chain(server).collect()
    }

    /// The people.
    pub(in crate::hall::training) fn people(&self, t_s: f64) -> Vec<PersonNow> {
        let body = self.opponent.iter().filter_map(|opponent| opponent.body());
        body.map(|body| person_now(body.motion, t_s)).collect()
    }

    /// Enters the position of the point's ball in a snapshot.
    pub(in crate::hall::training) fn show(&self, balls: &mut [BallNow]) {
        let Some(point) = &self.point else { return };
        let (ball, place) = point.whereabouts();
        let tossed = || self.feeder.as_ref().and_then(|feeder| feeder.arm.ball());
        let toss = || Some(world_from_player(Side::Away).to_world(&tossed()?));
        let position = point.ball().map(|ball| ball.position).or_else(toss);
        balls[ball as usize] = BallNow { place, position_m: triple(&position.unwrap_or(self.hall.plan.hopper)) };
    }

    /// The scene that the cameras see in their frame of a number: the ball that is tossed or in play, other flying
    /// balls, the opponent, and the robot's own arm where they see it, in unsteady light.
    pub(super) fn scene_frame(&self, (frame, tick): (u64, u64), others: impl Iterator<Item = BallState>) -> SceneFrame {
        let t_s = tick as f64 * TICK_S;
        let mut moment = Moment::still(tick);
        let away = world_from_player(Side::Away);
        let tossed = self.feeder.as_ref().and_then(|feeder| feeder.arm.tossed()).map(|ball| away.to_world(ball));
        let played = self.point.as_ref().and_then(Point::ball).copied();
        for ball in played.or(tossed).into_iter().chain(others).take(Moment::MOST_BALLS) {
            moment = moment.with_ball(BallTruth { position: ball.position, velocity: ball.velocity });
        }
        let body = self.opponent.as_ref().and_then(|opponent| opponent.body());
        moment.opponent = body.map(|body| body.motion.opponent(t_s));
        moment.arm = self.robots[Side::Home.index()].as_ref().and_then(RecordedRobot::seen_arm);
        let hall = &self.hall;
        hall.lights.scene_frame(self.seed, frame, &hall.options.film, t_s, moment)
    }
}
