//! The session at one time: for those who listen, and for the cameras.

use super::ends::{ball_from, seen_from};
use super::feeder::Feeder;
use super::floor_work::LAUNCH_S;
use super::hall::TrainingHall;
use super::learned::Learned;
use super::point::Point;
use super::session::Session;
use crate::court::Side;
use crate::geometry::Vec3;
use crate::hall::camera_rig::CameraRig;
use crate::hall::filming::SceneFrame;
use crate::hall::floor::Run;
use crate::hall::record::{BallNow, BallPlace, PickerNow, Recorder, Snapshot, triple};
use crate::picker::Point2;
use crate::robot::Joints;
use crate::vision::scene::{BallTruth, Moment};

impl TrainingHall {
    /// Height of a ball's centre that lies on the floor, m.
    pub(super) fn lowest(&self) -> f64 {
        self.around.floor_z + self.options.physics.body.radius
    }
}

impl Learned {
    /// Shows the empty hall as the cameras see it.
    pub(super) fn show_backdrops(&self, recorder: &mut dyn Recorder) {
        if recorder.wants_pictures() {
            for (camera, background) in self.rig.iter().flat_map(CameraRig::backgrounds).enumerate() {
                recorder.backdrop(camera, background);
            }
        }
    }
}

impl Session<'_, '_> {
    /// Everything that moves, now.
    pub(super) fn snapshot(&self) -> Snapshot {
        let t_s = self.now_s();
        let list = |joints: &Joints<6>| joints.iter().copied().collect::<Vec<f64>>();
        let seats = self.seats.iter().flatten().map(|seat| list(seat.joints()));
        let server = self.feeder.iter().map(|feeder| feeder.joints(t_s).iter().copied().collect::<Vec<f64>>());
        Snapshot {
            t_s,
            joints: seats.chain(server).collect(),
            people: self.person.iter().map(|person| person.now(t_s)).collect(),
            balls: self.balls_now(),
            picker: self.picker_now(),
        }
    }

    /// Every ball, by its number.
    fn balls_now(&self) -> Vec<BallNow> {
        let hopper = self.hall.plan.hopper;
        let at = |place: BallPlace, position: &Vec3| BallNow { place, position_m: triple(position) };
        let mut balls = vec![at(BallPlace::Hopper, &hopper); self.hall.settings.room.balls as usize];
        let lowest = self.hall.lowest();
        let on_floor =
            |place: Point2| Vec3::new(place.x + self.hall.plan.home.x, place.y + self.hall.plan.home.y, lowest);
        for (ball, place) in self.floor.iter().flat_map(Run::balls) {
            balls[ball] = at(BallPlace::Floor, &on_floor(place));
        }
        if let (Some(run), Some(moment)) = (&self.floor, &self.moment) {
            run.inside().for_each(|ball| balls[ball] = at(BallPlace::Picker, &on_floor(moment.pose.place)));
        }
        for (ball, place) in &self.lying {
            balls[*ball as usize] = at(BallPlace::Floor, place);
        }
        for (ball, from, since_s) in &self.launched {
            let share = ((self.now_s() - since_s) / LAUNCH_S).clamp(0.0, 1.0);
            // A throw, as high as a hand above the straight line.
            let place = from.lerp(&hopper, share) + Vec3::z() * (1.2 * share * (1.0 - share));
            balls[*ball as usize] = at(BallPlace::Launcher, &place);
        }
        for loose in &self.loose {
            balls[loose.ball as usize] = at(BallPlace::Flight, &loose.sim.state().position);
        }
        if let Some(point) = &self.point {
            let (ball, place) = point.whereabouts();
            let tossed = || self.feeder.as_ref().and_then(Feeder::ball);
            let position = point.ball().map(|ball| ball.position).or_else(|| Some(seen_from(Side::Away, &tossed()?)));
            balls[ball as usize] = at(place, &position.unwrap_or(hopper));
        }
        balls
    }

    fn picker_now(&self) -> Option<PickerNow> {
        let (run, moment) = (self.floor.as_ref()?, self.moment?);
        let home = self.hall.plan.home;
        Some(PickerNow {
            position_m: (moment.pose.place + home).into(),
            heading_rad: moment.pose.heading,
            believed_m: (moment.believed.place + home).into(),
            believed_heading_rad: moment.believed.heading,
            work: moment.work.name().into(),
            holds: run.inside().count() as u32,
            battery: run.battery(),
        })
    }

    /// What the cameras see of the hall now: the ball that is tossed or in play, others that fly about, and the opponent, in light that is not steady.
    pub(super) fn scene_frame(&self) -> SceneFrame {
        let t_s = self.now_s();
        let mut moment = Moment::still(self.tick);
        let tossed = self.feeder.as_ref().and_then(Feeder::tossed).map(|ball| ball_from(Side::Away, ball));
        let played = self.point.as_ref().and_then(Point::ball).copied();
        let others = self.loose.iter().map(|loose| *loose.sim.state());
        for ball in played.or(tossed).into_iter().chain(others).take(Moment::MOST_BALLS) {
            moment = moment.with_ball(BallTruth { position: ball.position, velocity: ball.velocity });
        }
        moment.opponent = self.person.as_ref().map(|person| person.opponent(t_s));
        let (hall, frame) = (self.hall, self.tick / super::FRAME_TICKS);
        hall.lights.scene_frame(hall.seed, frame, &hall.options.film, t_s, moment)
    }
}
