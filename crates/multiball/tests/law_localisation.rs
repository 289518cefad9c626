//! Where the robot on the floor is: the paper's filters and the pose filter on the same drives.
//!
//! `cargo test -p multiball --test laws law_localisation:: -- --nocapture` prints the figures of
//! `docs/theory/localisation.md`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::experiments::{AxisTuning, LocalisingRun, LocalisingSettings, localise};
use multiball::geometry::wrapped;
use multiball::hall::floor::{CompassBias, Echoes, InstrumentSettings, Instruments, Outage};
use multiball::picker::localisation::{PoseFilter, Site, Start, Taken};
use multiball::picker::{Compass, DriveLimits, Fix, Geodetic, Motion, Point2, Pose2};

fn site() -> Site {
    Site::new(Geodetic { latitude_deg: 48.0, longitude_deg: 11.0 }, 2026, 100).unwrap()
}

fn with(settings: &LocalisingSettings, change: impl Fn(&mut InstrumentSettings)) -> LocalisingSettings {
    let mut changed = *settings;
    change(&mut changed.instruments);
    changed
}

fn no_echoes(instruments: &mut InstrumentSettings) {
    instruments.echoes = Echoes { chance: 0.0, ..instruments.echoes };
}

fn mean(runs: &[LocalisingRun], of: impl Fn(&LocalisingRun) -> f64) -> f64 {
    runs.iter().map(of).sum::<f64>() / runs.len() as f64
}

/// Root of the mean square over drives.
fn rms(runs: &[LocalisingRun], of: impl Fn(&LocalisingRun) -> f64) -> f64 {
    mean(runs, |run| of(run).powi(2)).sqrt()
}

/// The mean and half its interval at 95 %, from the spread of the drives: within one drive the errors are correlated.
fn interval(runs: &[LocalisingRun], of: impl Fn(&LocalisingRun) -> f64) -> (f64, f64) {
    let middle = mean(runs, &of);
    let variance = mean(runs, |run| (of(run) - middle).powi(2));
    (middle, 1.96 * (variance / (runs.len() - 1) as f64).sqrt())
}

/// Drives, prints one line of the table, and gives the drives back.
fn compared(name: &str, settings: &LocalisingSettings, runs: u64) -> Vec<LocalisingRun> {
    let runs = localise(settings, &site(), 1, runs);
    let (nees, half) = interval(&runs, |run| run.nees);
    println!(
        "{name:34} {:4} drives of {:3.0} m: place {:.3} m by axes, {:.3} m by pose; heading {:.2}, {:.2}°; NEES \
         {nees:.2} ± {half:.2}",
        runs.len(),
        mean(&runs, |run| run.way),
        rms(&runs, |run| run.paper.place),
        rms(&runs, |run| run.pose.place),
        rms(&runs, |run| run.paper.heading).to_degrees(),
        rms(&runs, |run| run.pose.heading).to_degrees(),
    );
    runs
}

fn gain(runs: &[LocalisingRun]) -> f64 {
    rms(runs, |run| run.paper.place) / rms(runs, |run| run.pose.place)
}

#[test]
fn law_the_pose_filter_wins_when_the_compass_is_off_and_loses_nothing_when_it_is_not() {
    let plain = with(&LocalisingSettings::outdoors(), no_echoes);
    let perfect = compared("perfect compass", &with(&plain, |i| i.compass_bias = CompassBias::None), 200);
    assert!(gain(&perfect) > 1.0 / 1.1, "{}", gain(&perfect));
    let given = CompassBias::Given(5.0_f64.to_radians());
    let biased = compared("compass 5° off", &with(&plain, |i| i.compass_bias = given), 200);
    assert!(gain(&biased) > 1.5, "{}", gain(&biased));

    // Tuned as if its readings were some seven times as noisy, the paper's filter is at its best with this compass, and
    // worse with a good one.
    let tuning = AxisTuning { velocity: 0.05, acceleration: 0.4 };
    let hindsight = LocalisingSettings { tuning, ..with(&plain, |i| i.compass_bias = given) };
    let tuned = compared("compass 5° off, axes tuned to it", &hindsight, 60);
    assert!(gain(&tuned) > 1.3, "{}", gain(&tuned));
}

/// The gain depends on the drive: a constant bias rotates the whole path about its start, and a start known by one fix
/// costs both filters alike.
#[test]
fn law_the_gain_over_the_papers_filter_grows_with_the_field() {
    let given = CompassBias::Given(5.0_f64.to_radians());
    let biased = with(&LocalisingSettings::outdoors(), |i| {
        no_echoes(i);
        i.compass_bias = given;
    });
    let gains = [10.0, 20.0, 40.0].map(|field| {
        let settings = LocalisingSettings { field, ..biased };
        gain(&compared(&format!("compass 5° off, field of {field} m"), &settings, 40))
    });
    assert!(gains[0] > 1.0 && gains[0] < gains[1] && gains[1] < gains[2], "{gains:?}");
    let lost = LocalisingSettings { start_place: 1.5, start_heading: 3.2, ..biased };
    for field in [20.0, 40.0] {
        let settings = LocalisingSettings { field, ..lost };
        let runs = compared(&format!("the same, start unknown, {field} m"), &settings, 40);
        assert!(gain(&runs) > 1.0, "{}", gain(&runs));
    }
}

/// From home's dock: place and heading are known at first. Where the compass is better than its data sheet, trust in it
/// pays; where the sheet says so, the pose filter trusts it too.
#[test]
fn law_a_docked_robot_learns_what_turns_its_compass() {
    let docked = with(&LocalisingSettings::outdoors(), no_echoes).docked();
    let perfect = with(&docked, |i| i.compass_bias = CompassBias::None);
    let known = with(&perfect, |i| (i.sheet.compass_bias, i.sheet.compass_walk) = (0.002, 0.0));
    compared("docked, perfect compass", &perfect, 40);
    let aware = compared("docked, compass known as perfect", &known, 40);
    assert!(gain(&aware) > 1.0 / 1.1, "{}", gain(&aware));
    let given = CompassBias::Given(5.0_f64.to_radians());
    let biased = compared("docked, compass 5° off", &with(&docked, |i| i.compass_bias = given), 40);
    assert!(gain(&biased) > 3.0, "{}", gain(&biased));
}

/// Everything at once: compass bias as the data sheet has it, echoes, ten seconds without fixes.
#[test]
fn law_the_pose_filter_is_as_sure_as_it_may_be_through_echoes_and_an_outage() {
    let outage = Some(Outage { from_s: 80.0, duration_s: 10.0 });
    let runs =
        compared("all errors, outage at 80 s", &with(&LocalisingSettings::outdoors(), |i| i.outage = outage), 200);
    let (nees, half) = interval(&runs, |run| run.nees);
    assert!((nees - 3.0).abs() < 0.45 && half < 0.45, "{nees} ± {half}");
    let (in_outage, half) = interval(&runs, |run| run.outage_nees.unwrap());
    assert!((in_outage - 3.0).abs() < 0.45 + half, "{in_outage} ± {half}");

    let around = |of: fn(&LocalisingRun) -> f64| rms(&runs, of);
    let [during, end, after] = [
        around(|run| run.pose.outage.unwrap().during),
        around(|run| run.pose.outage.unwrap().at_end),
        around(|run| run.pose.outage.unwrap().after),
    ];
    let paper = around(|run| run.paper.outage.unwrap().at_end);
    println!(
        "outage of 10 s: {during:.3} m in it, {end:.3} m at its end, {after:.3} m in the 10 s after; axes {paper:.3} \
         m at its end; NEES {in_outage:.2} ± {half:.2}"
    );
    // A tenth of the five metres driven without fixes would be a poor odometer.
    assert!(end < during + 0.1 && after < during + 0.1);
}

/// The brush is some 0.25 m wide: places within 3 cm and headings within 2° hit a ball that no camera sees.
#[test]
fn law_indoors_the_robot_knows_its_position_to_centimetres() {
    let docked = LocalisingSettings::indoors();
    let lost = LocalisingSettings { start_place: 3.0, start_heading: 3.2, counted_from_s: 10.0, ..docked };
    for (name, settings) in [("indoors, docked", docked), ("indoors, start unknown, from 10 s", lost)] {
        let runs = compared(name, &settings, 40);
        assert!(rms(&runs, |run| run.pose.place) < 0.03 && rms(&runs, |run| run.pose.heading) < 2.0_f64.to_radians());
        let (nees, half) = interval(&runs, |run| run.nees);
        assert!((nees - 3.0).abs() < 0.45 + half, "{nees} ± {half}");
    }
}

#[test]
fn law_drives_depend_on_seed_and_number_alone() {
    let settings = LocalisingSettings { duration_s: 5.0, ..LocalisingSettings::outdoors() };
    let all = localise(&settings, &site(), 7, 6);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(all, alone.install(|| localise(&settings, &site(), 7, 6)));
    assert_eq!(all[..3], localise(&settings, &site(), 7, 3));
    assert_ne!(all[0], all[1]);
    assert_ne!(all[0], localise(&settings, &site(), 8, 1)[0]);
}

/// A robot that drives in a circle, with its filter.
struct Circling {
    instruments: Instruments,
    filter: PoseFilter,
    truth: Pose2,
    time_s: f64,
}

impl Circling {
    fn new(settings: InstrumentSettings, heading_deviation: f64) -> Self {
        let start = Start { pose: Pose2::home(), place_deviation: 0.05, heading_deviation };
        let filter = PoseFilter::new(&site(), &settings.sheet, &start);
        let instruments = Instruments::new(settings, &site(), &DriveLimits::PAPER, 3, 0);
        Self { instruments, filter, truth: Pose2::home(), time_s: 0.0 }
    }

    /// Drives for a while; returns how many fixes were refused, and how often the filter reset itself as lost.
    fn drive(&mut self, duration_s: f64) -> (u32, u32) {
        let (motion, step_s) = (Motion { speed: 0.4, turn_rate: 0.25 }, DriveLimits::PAPER.step_s);
        let (mut refused, mut astray) = (0, 0);
        for _ in 0..(duration_s / step_s).round() as u32 {
            self.time_s += step_s;
            self.truth = motion.carries(&self.truth, step_s);
            let readings = self.instruments.read(&motion, &self.truth, self.time_s);
            self.filter.predict(&readings.odometry, &readings.inertia, step_s);
            if let Some(compass) = &readings.compass {
                self.filter.take_compass(compass);
            }
            match readings.fix.map(|fix| self.filter.take_fix(&fix)) {
                Some(Taken::Refused) => refused += 1,
                Some(Taken::Astray) => astray += 1,
                Some(Taken::Used) | None => {}
            }
        }
        (refused, astray)
    }

    fn off(&self) -> (f64, f64) {
        let guess = self.filter.pose();
        ((guess.place - self.truth.place).norm(), wrapped(guess.heading - self.truth.heading).abs())
    }
}

#[test]
fn law_an_echo_is_refused_and_moves_nothing() {
    let mut quiet = InstrumentSettings::INDOORS;
    no_echoes(&mut quiet);
    let mut robot = Circling::new(quiet, 0.1);
    assert_eq!(robot.drive(30.0), (0, 0));
    let (before, covariance) = (robot.filter.pose(), robot.filter.covariance());
    let wall = Fix::Beacons { at: before.place + Point2::new(0.6, 0.0), deviation: 0.03 };
    assert_eq!(robot.filter.take_fix(&wall), Taken::Refused);
    let iron = Compass { bearing: site().compass_of(before.heading + 1.5).bearing };
    assert_eq!(robot.filter.take_compass(&iron), Taken::Refused);
    assert_eq!((robot.filter.pose(), robot.filter.covariance()), (before, covariance));

    let mut echoing = Circling::new(InstrumentSettings::INDOORS, 0.1);
    let (refused, astray) = echoing.drive(120.0);
    assert!(refused > 10 && astray == 0, "{refused} refused, {astray} times astray");
    assert!(echoing.off().0 < 0.06, "{:?}", echoing.off());
}

/// Carried elsewhere and rotated with the gyroscope off: the filter must detect and correct it by itself.
#[test]
fn law_a_robot_that_was_carried_away_finds_itself_again() {
    for (settings, near, soon_s) in
        [(InstrumentSettings::INDOORS, 0.1, 15.0), (InstrumentSettings::OUTDOORS, 3.0, 60.0)]
    {
        for turn in [0.0, 1.5, 3.1] {
            let mut robot = Circling::new(settings, 0.1);
            robot.drive(30.0);
            robot.truth =
                Pose2 { place: robot.truth.place + Point2::new(25.0, -8.0), heading: robot.truth.heading + turn };
            let (refused, astray) = robot.drive(soon_s);
            assert!(refused >= 10 && astray >= 1, "{refused} refused, {astray} times astray");
            let (place, heading) = robot.off();
            assert!(place < near && heading < 0.2, "turned {turn}: {place} m, {heading} rad");
        }
    }
}
