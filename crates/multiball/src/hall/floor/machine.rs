//! Simulated mechanism of the picker: brush, riser, turntable, track, launcher and battery.

use std::collections::VecDeque;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::picker::{Battery, Brush, Commands, Flags, Gait, Launcher};

/// Timing and failure rates of the mechanism. All assumed: the paper has no figures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MachineSettings {
    /// Time of a ball from the brush to the track, s.
    pub rise_s: f64,
    /// Share of balls that jam behind the brush.
    pub jams: f64,
    /// Between two launches, s.
    pub launch_s: f64,
    /// Share of launched balls that miss the feeder's funnel.
    pub throw_misses: f64,
    /// Share of launches after which the rod is stuck.
    pub rod_sticks: f64,
    /// Chance that a second of pushing out, or of shaking, frees what is stuck.
    pub frees: f64,
    /// Share of balls that the beam behind the brush does not detect.
    pub unseen: f64,
    /// Share of readings in which a laser at the track is wrong.
    pub flickers: f64,
    /// Time until a person who was called has helped, s.
    pub help_s: f64,
}

impl Default for MachineSettings {
    fn default() -> Self {
        Self {
            rise_s: 0.4,
            jams: 0.005,
            launch_s: 0.6,
            throw_misses: 0.0,
            rod_sticks: 0.003,
            frees: 0.6,
            unseen: 0.01,
            flickers: 0.002,
            help_s: 60.0,
        }
    }
}

/// The mechanism at work.
#[derive(Debug, Clone)]
pub(super) struct Machine {
    settings: MachineSettings,
    sheet: Battery,
    capacity: usize,
    rng: ChaCha8Rng,
    /// When balls that rise will be on the track, s.
    rising: VecDeque<f64>,
    on_track: usize,
    /// A ball is stuck behind the brush.
    jammed: bool,
    rod_stuck: bool,
    entered: bool,
    /// Time for which the launcher has been at work on the next ball, or on freeing something, s.
    working_s: f64,
    /// State of charge.
    battery: f64,
    called_s: f64,
}

/// Where a launched ball goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Throw {
    /// To the funnel.
    Aimed,
    /// Past it.
    Astray,
}

/// What a step of the mechanism did in addition to its flags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// A ball was launched.
    pub(super) launched: Option<Throw>,
    /// A jammed ball came out at the front.
    pub(super) ejected: bool,
}

impl Machine {
    pub(super) fn new(settings: MachineSettings, sheet: Battery, capacity: usize, rng: ChaCha8Rng) -> Self {
        Self {
            settings,
            sheet,
            capacity,
            rng,
            rising: VecDeque::new(),
            on_track: 0,
            jammed: false,
            rod_stuck: false,
            entered: false,
            working_s: 0.0,
            battery: 1.0,
            called_s: 0.0,
        }
    }

    /// Balls inside.
    pub(super) fn holds(&self) -> usize {
        self.on_track + self.rising.len() + usize::from(self.jammed)
    }

    /// Takes a ball from the brush; false if it is jammed or full.
    pub(super) fn take_in(&mut self, now_s: f64) -> bool {
        if self.jammed || self.holds() >= self.capacity {
            return false;
        }
        if self.chance(self.settings.jams) {
            self.jammed = true;
        } else {
            self.rising.push_back(now_s + self.settings.rise_s);
            self.entered = !self.chance(self.settings.unseen);
        }
        true
    }

    /// Draws whether something happens. What never happens draws nothing.
    fn chance(&mut self, share: f64) -> bool {
        share > 0.0 && self.rng.random::<f64>() < share
    }

    /// One step of the clock.
    pub(super) fn step(&mut self, commands: &Commands, at_plug: bool, now_s: f64, step_s: f64) -> Done {
        while self.rising.front().is_some_and(|ready_s| now_s >= *ready_s) {
            self.rising.pop_front();
            self.on_track += 1;
        }
        self.drain(commands, at_plug, step_s);
        self.called_s = if commands.call { self.called_s + step_s } else { 0.0 };
        if self.is_helped() {
            self.rod_stuck = false;
            if std::mem::take(&mut self.jammed) {
                self.rising.push_back(now_s);
            }
        }
        match (commands.brush, commands.launcher) {
            (Brush::Out, _) => self.push_out(now_s, step_s),
            (_, Launcher::Fire) => Done { launched: self.fire(step_s), ejected: false },
            (_, Launcher::Shake) => {
                if self.works(step_s, 1.0) && self.chance(self.settings.frees) {
                    self.rod_stuck = false;
                }
                Done::default()
            }
            _ => {
                self.working_s = 0.0;
                Done::default()
            }
        }
    }

    /// Turning on the spot counts as driving.
    fn drain(&mut self, commands: &Commands, at_plug: bool, step_s: f64) {
        let stands = commands.gait == Gait::Stand && commands.turn_rate == 0.0;
        let change = self.sheet.change(step_s, commands.charge && at_plug, stands);
        self.battery = (self.battery + change).clamp(0.0, 1.0);
    }

    /// State of charge of the battery, from 0 to 1.
    pub(super) fn battery(&self) -> f64 {
        self.battery
    }

    /// Whether the battery is empty, so that nothing moves.
    pub(super) fn is_flat(&self) -> bool {
        self.battery <= 0.0
    }

    /// Advances the task at hand, which takes `takes_s`. Returns whether it is done; then the next begins.
    fn works(&mut self, step_s: f64, takes_s: f64) -> bool {
        self.working_s += step_s;
        let done = self.working_s >= takes_s;
        if done {
            self.working_s = 0.0;
        }
        done
    }

    /// A jammed ball comes out at the front or moves on inside, with equal probability.
    fn push_out(&mut self, now_s: f64, step_s: f64) -> Done {
        if !(self.works(step_s, 1.0) && self.jammed && self.chance(self.settings.frees)) {
            return Done::default();
        }
        self.jammed = false;
        let ejected = self.chance(0.5);
        if !ejected {
            self.rising.push_back(now_s + self.settings.rise_s);
            self.entered = true;
        }
        Done { launched: None, ejected }
    }

    fn fire(&mut self, step_s: f64) -> Option<Throw> {
        if self.rod_stuck || self.on_track == 0 || !self.works(step_s, self.settings.launch_s) {
            return None;
        }
        self.on_track -= 1;
        self.rod_stuck = self.chance(self.settings.rod_sticks);
        Some(if self.chance(self.settings.throw_misses) { Throw::Astray } else { Throw::Aimed })
    }

    /// Whether a person who was called has arrived.
    pub(super) fn is_helped(&self) -> bool {
        self.called_s >= self.settings.help_s
    }

    /// The mechanism's flags; each ball that entered is reported once.
    pub(super) fn flags(&mut self, bumped: bool) -> Flags {
        let flickers = self.settings.flickers;
        let full = (self.on_track >= self.capacity) != self.chance(flickers);
        let empty = (self.on_track + self.rising.len() == 0) != self.chance(flickers);
        let entered = std::mem::take(&mut self.entered);
        let (jammed, rod_stuck, battery, helped) = (self.jammed, self.rod_stuck, self.battery, self.is_helped());
        Flags { entered, jammed, full, empty, rod_stuck, bumped, battery, helped }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    const STEP_S: f64 = 0.005;

    /// Feeds balls while there is capacity left, launches, and frees whatever is stuck; all balls come out, launched or
    /// ejected.
    #[test]
    fn law_what_goes_in_comes_out() {
        let settings = MachineSettings { jams: 0.2, rod_sticks: 0.2, ..MachineSettings::default() };
        let mut machine = Machine::new(settings, Battery::USUAL, 8, ChaCha8Rng::seed_from_u64(1));
        let (mut fed, mut out, mut steps) = (0, 0, 0_u32);
        while out < 200 {
            let now_s = f64::from(steps) * STEP_S;
            let flags = machine.flags(false);
            if fed < 200 && !flags.jammed && steps % 100 == 0 && machine.take_in(now_s) {
                fed += 1;
            }
            let brush = if flags.jammed { Brush::Out } else { Brush::In };
            let launcher = if flags.rod_stuck { Launcher::Shake } else { Launcher::Fire };
            let done = machine.step(&Commands { brush, launcher, ..Commands::REST }, true, now_s, STEP_S);
            out += usize::from(done.launched.is_some()) + usize::from(done.ejected);
            assert_eq!(machine.holds() + out, fed);
            assert!(machine.holds() <= 8);
            steps += 1;
        }
        assert!(!machine.take_in(0.0) || machine.holds() == 1);
    }

    #[test]
    fn law_a_full_machine_takes_nothing_and_says_so() {
        let settings = MachineSettings { jams: 0.0, flickers: 0.0, ..MachineSettings::default() };
        let mut machine = Machine::new(settings, Battery::USUAL, 3, ChaCha8Rng::seed_from_u64(2));
        assert!(machine.flags(false).empty);
        let taken: Vec<bool> = (0..4).map(|_| machine.take_in(0.0)).collect();
        assert_eq!(taken, [true, true, true, false]);
        machine.step(&Commands::REST, true, settings.rise_s, STEP_S);
        let flags = machine.flags(false);
        assert!(flags.full && !flags.empty);
    }

    #[test]
    fn law_a_battery_lasts_as_long_as_it_says_and_fills_again() {
        let sheet = Battery { drive_s: 60.0, charge_s: 30.0, ..Battery::USUAL };
        let mut machine = Machine::new(MachineSettings::default(), sheet, 3, ChaCha8Rng::seed_from_u64(3));
        let driving = Commands { gait: Gait::Forward, ..Commands::REST };
        for _ in 0..6000 {
            machine.step(&driving, true, 0.0, STEP_S);
        }
        assert!((machine.flags(false).battery - 0.5).abs() < 1e-9);
        for _ in 0..3000 {
            machine.step(&Commands { charge: true, ..Commands::REST }, true, 0.0, STEP_S);
        }
        assert!((machine.flags(false).battery - 1.0).abs() < 1e-9);
        for _ in 0..13_000 {
            assert!(!machine.is_flat() || machine.flags(false).battery == 0.0);
            machine.step(&Commands { charge: true, ..driving }, false, 0.0, STEP_S);
        }
        assert!(machine.is_flat(), "away from the plug nothing charges");
    }
}
