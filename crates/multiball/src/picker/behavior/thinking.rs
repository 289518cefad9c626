//! The behavior of the robot, step by step: sensor readings in, commands out.

use super::intent::{Intent, Stop};
use super::memory::Memory;
use super::steering::SteeringState;
use super::surroundings::Surroundings;
use super::{BallMap, MappedBall, Robot, Senses, State};
use crate::geometry::wrapped;
use crate::picker::localisation::{PoseFilter, Site, Start};
use crate::picker::{Commands, Flags, Point2, Pose2, Readings, StereoCamera, StereoFrame, Target};

/// The behavior of the robot: its filters, map of balls, plan and state.
#[derive(Debug, Clone)]
pub struct Behavior {
    pub(super) robot: Robot,
    pub(super) map: BallMap,
    pub(super) state: State,
    pub(super) since_s: f64,
    pub(super) pose: Pose2,
    filter: PoseFilter,
    memory: Memory,
    pub(super) around: Surroundings,
    intent: Intent,
    pub(super) steering: SteeringState,
    /// Whether the battery was low and has not been charged enough since.
    pub(super) drained: bool,
    /// Balls taken in since the track was empty, as counted by the beam.
    holding: usize,
    full: Debounced,
    pub(super) empty: Debounced,
    /// The ball that is being collected.
    pub(super) collecting: Option<u64>,
    /// Angle turned since this state began, rad.
    pub(super) turned: f64,
    /// Where the robot last ran into something, m.
    pub(super) bumped_at: Point2,
    /// Bumps since a ball came in or the robot was at home.
    pub(super) bumps: u32,
    /// Whether the last look around found nothing.
    pub(super) clear: bool,
    /// Viewpoints in addition to home, and how many of them the robot has visited in this round.
    viewpoints: Vec<Point2>,
    pub(super) looked_from: usize,
}

/// A flag that counts once it has been set for some steps: lasers flicker.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Debounced {
    steps: u32,
}

impl Debounced {
    const STEPS: u32 = 20;

    fn take(&mut self, flag: bool) {
        self.steps = if flag { (self.steps + 1).min(Self::STEPS) } else { 0 };
    }

    pub(super) fn holds(self) -> bool {
        self.steps == Self::STEPS
    }
}

/// Least standard deviation of a distance to the mark, m.
const NEAR_SD: f64 = 0.01;

impl Behavior {
    /// A robot on a floor, with its starting pose and the outlines of obstacles, m. Outlines that are invalid, or cover
    /// home, are ignored.
    #[must_use]
    pub fn new(robot: Robot, site: &Site, start: &Start, obstacles: Vec<Vec<Point2>>) -> Self {
        Self {
            robot,
            map: BallMap::new(robot.camera),
            state: State::Looking,
            since_s: 0.0,
            pose: start.pose,
            filter: PoseFilter::new(site, &robot.sheet, start),
            memory: Memory::new(start.pose, robot.drive.step_s),
            around: Surroundings::new(obstacles, robot.body),
            intent: Intent::default(),
            steering: SteeringState::new(&robot),
            drained: false,
            holding: 0,
            full: Debounced::default(),
            empty: Debounced::default(),
            collecting: None,
            turned: 0.0,
            bumped_at: start.pose.place,
            bumps: 0,
            clear: false,
            viewpoints: Vec::new(),
            looked_from: 0,
        }
    }

    /// The same robot that knows of zones (outlines, m) which it keeps off while a point is played.
    #[must_use]
    pub fn avoiding(self, zones: Vec<Vec<Point2>>) -> Self {
        Self { around: self.around.with_zones(zones), ..self }
    }

    /// The same robot with viewpoints that it visits, in addition to home, before the floor counts as clear, m: its
    /// camera does not see all of the floor from home.
    #[must_use]
    pub fn looking_from(self, viewpoints: Vec<Point2>) -> Self {
        Self { viewpoints, ..self }
    }

    /// The next viewpoint of this round.
    pub(super) fn viewpoint(&self) -> Option<Point2> {
        self.viewpoints.get(self.looked_from).copied()
    }

    /// The planned route of the current trip, m: the robot, balls in order, and home.
    #[must_use]
    pub fn route(&self) -> Vec<Point2> {
        let balls = self.intent.trip().filter_map(|id| self.map.ball(id)).map(|ball| ball.place);
        let stops: Vec<Point2> = std::iter::once(self.pose.place).chain(balls).chain([Point2::zeros()]).collect();
        if stops.len() > 2 || self.state == State::Returning { stops } else { Vec::new() }
    }

    /// Its current state.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// Whether it rests and knows of no ball that it will try again soon.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.state == State::Resting && !self.map.is_pending()
    }

    /// Its camera as it has found it to be.
    #[must_use]
    pub fn camera(&self) -> StereoCamera {
        *self.map.camera()
    }

    /// Its estimated pose.
    #[must_use]
    pub fn pose(&self) -> Pose2 {
        self.pose
    }

    /// One step: processes the sensor readings and returns the commands.
    pub fn step(&mut self, senses: &Senses<'_>) -> Commands {
        self.localise(senses.readings);
        self.around.close(senses.radio.in_play);
        if let Some(frame) = senses.frame {
            let then = self.memory.ago(senses.now_s - frame.taken_s);
            self.map.take(frame, &then);
            self.see_home(frame, &then);
            self.around.forget(senses.now_s);
            self.map.mark_cut_off(|places| self.around.cut_off(places));
        }
        self.count_balls(&senses.flags);
        self.watch_battery(senses.flags.battery);
        self.keep_plan(senses.now_s);
        if let Some(event) = self.event(senses) {
            self.act_upon(event, senses.now_s);
            self.keep_plan(senses.now_s);
        }
        self.commands()
    }

    fn localise(&mut self, readings: &Readings) {
        self.filter.predict(&readings.odometry, &readings.inertia, self.robot.drive.step_s);
        if let Some(compass) = &readings.compass {
            self.filter.take_compass(compass);
        }
        if let Some(fix) = &readings.fix {
            self.filter.take_fix(fix);
        }
        let pose = self.filter.pose();
        self.turned += wrapped(pose.heading - self.pose.heading).abs();
        self.pose = pose;
        self.memory.remember(pose);
    }

    /// Updates the pose by the mark at home, propagated to now by the robot's motion since the frame was taken.
    fn see_home(&mut self, frame: &StereoFrame, then: &Pose2) {
        if let Some(mark) = frame.home {
            let (camera, seen) = (self.map.camera(), self.pose.sees(&then.place_of(mark)));
            let deviations = [camera.bearing_sd, camera.distance_sd(seen.distance).max(NEAR_SD)];
            self.filter.take_mark(&seen, &Point2::zeros(), deviations);
        }
    }

    /// Standard deviation of the estimated position, m.
    pub(super) fn place_deviation(&self) -> f64 {
        let covariance = self.filter.covariance();
        (covariance[(0, 0)] + covariance[(1, 1)]).sqrt()
    }

    /// A low battery counts as low until it is charged enough. Else the robot would waver between a ball and home.
    fn watch_battery(&mut self, charge: f64) {
        let (battery, home) = (&self.robot.battery, self.pose.sees(&Point2::zeros()));
        let home_s = self.robot.drive.time_s(home.distance, home.bearing);
        let enough = if self.drained { battery.enough } else { 0.0 };
        self.drained = charge < battery.low_at(home_s).max(enough);
    }

    fn count_balls(&mut self, flags: &Flags) {
        self.empty.take(flags.empty);
        // A full track stays full until it has been emptied, whatever flickers.
        self.full.take(flags.full || (self.full.holds() && !self.empty.holds()));
        if flags.entered {
            self.take_in();
        }
        if self.state == State::Launching && self.empty.holds() {
            self.holding = 0;
        }
    }

    /// A ball has come in: the one nearest to the brush.
    fn take_in(&mut self) {
        /// No farther from the brush than this, m.
        const FARTHEST: f64 = 0.4;
        self.holding += 1;
        self.bumps = 0;
        let mouth = self.pose.place_of(Target { bearing: 0.0, distance: self.robot.body.reach });
        let off = |ball: &&MappedBall| (ball.place - mouth).norm();
        let nearest = self.map.wanted(f64::INFINITY).min_by(|a, b| off(a).total_cmp(&off(b)));
        if let Some(id) = nearest.filter(|ball| off(ball) < FARTHEST).map(|ball| ball.id) {
            self.map.forget(id);
        }
    }

    /// Number of balls that it can still take in.
    fn capacity_left(&self) -> usize {
        if self.full.holds() { 0 } else { self.robot.body.capacity.saturating_sub(self.holding) }
    }

    /// Whether there is a ball to drive to, and capacity left for it.
    pub(super) fn wants_a_ball(&self, now_s: f64) -> bool {
        self.capacity_left() > 0 && self.map.wanted(now_s).next().is_some()
    }

    /// Keeps the plan up to date while the robot collects balls. On the way home too: a plan that sent it there stands
    /// until other balls are known.
    fn keep_plan(&mut self, now_s: f64) {
        if !matches!(self.state, State::Approaching | State::Collecting | State::Returning) {
            self.intent.drop();
            return;
        }
        let capacity_left = self.capacity_left();
        if !self.intent.is_for(self.map.wanted(now_s), capacity_left) {
            let balls: Vec<MappedBall> = self.map.wanted(now_s).copied().collect();
            self.intent.plan(&self.pose, &balls, capacity_left, &self.robot, &self.around);
        }
    }

    /// The next stop at its estimated position, and the position of the one after it.
    pub(super) fn next_stops(&self) -> (Stop, Point2) {
        let stop = |id: Option<u64>| {
            let ball = id.and_then(|id| self.map.ball(id));
            ball.map_or(Stop::HOME, |ball| Stop { id, place: ball.place })
        };
        let [next, after] = self.intent.next().map(stop);
        (next, after.place)
    }
}
