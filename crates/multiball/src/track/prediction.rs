//! The prediction of a flight: the weighted mean of the probable flights.

use nalgebra::Matrix3;

use super::hypothesis::Hypothesis;
use super::{Gaussian, SpinPrior};
use crate::geometry::Vec3;

/// The predicted state of the ball at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Predicted {
    /// When, s.
    pub t_s: f64,
    /// Where, m.
    pub position: Vec3,
    /// How fast, m/s.
    pub velocity: Vec3,
    /// Spin, rad/s.
    pub spin: Vec3,
    /// Covariance of the position, m².
    pub position_covariance: Matrix3<f64>,
    /// Covariance of the velocity, m²/s².
    pub velocity_covariance: Matrix3<f64>,
    /// Covariance of the spin, rad²/s².
    pub spin_covariance: Matrix3<f64>,
}

/// Where the ball is expected at a time, without what only a stroke needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Motion {
    pub(super) t_s: f64,
    pub(super) position: Vec3,
    pub(super) velocity: Vec3,
    pub(super) position_covariance: Matrix3<f64>,
}

/// What one flight shows of air and table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlightConstants {
    /// Drag, lift, restitution, friction and grip.
    pub numbers: [Gaussian; 5],
    /// The same as they were expected when the ball was first seen.
    pub expected: [Gaussian; 5],
    /// What spin was taken to add to drag.
    pub spin_drag: f64,
    /// Its spin parameter S = R |ω| / |v| at the first measurement.
    pub spin_parameter: f64,
    /// Its spin there.
    pub spin: SpinPrior,
}

/// The predicted passage of the ball through a plane: the mean, and the variance of its topspin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// When, s.
    pub t_s: f64,
    /// Where, m.
    pub position: Vec3,
    /// How fast, m/s.
    pub velocity: Vec3,
    /// Spin, rad/s.
    pub spin: Vec3,
    /// Variance of topspin and backspin, rad²/s².
    pub topspin_variance: f64,
}

/// A bounce on the table, seen or predicted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounce {
    /// When, s.
    pub t_s: f64,
    /// The ball's centre, m.
    pub position: Vec3,
    /// Covariance of the position, m².
    pub covariance: Matrix3<f64>,
    /// How probable it is that the ball bounces there at all.
    pub probability: f64,
}

/// A ball's trajectory from its first measurement to the end of the roll-out: the mean of the probable flights, and how
/// far they and their own uncertainties spread.
#[derive(Debug, Clone, Copy)]
pub struct Prediction<'a> {
    hypotheses: &'a [Hypothesis],
    weights: &'a [f64],
}

impl<'a> Prediction<'a> {
    pub(super) fn new(hypotheses: &'a [Hypothesis], weights: &'a [f64]) -> Self {
        Self { hypotheses, weights }
    }

    /// The most probable flight.
    pub(super) fn likeliest(&self) -> Option<&'a Hypothesis> {
        self.hypotheses.first()
    }

    /// State of the ball at a time; `None` outside the roll-out.
    #[must_use]
    pub fn at(&self, t_s: f64) -> Option<Predicted> {
        self.mixed(|hypothesis| hypothesis.flight.at(t_s), Predicted::blend).map(|(predicted, _)| predicted)
    }

    /// The same without spin and the velocity's uncertainty, for a third of the cost: every frame asks for it.
    pub(super) fn motion(&self, t_s: f64) -> Option<Motion> {
        self.mixed(|hypothesis| hypothesis.flight.motion(t_s), Motion::blend).map(|(motion, _)| motion)
    }

    /// Position of the ball at a time, m, without its uncertainty; `None` outside the roll-out.
    #[must_use]
    pub fn place(&self, t_s: f64) -> Option<Vec3> {
        let blend = |mean: &mut Vec3, other: &Vec3, gain: f64| *mean += (other - *mean) * gain;
        self.mixed(|hypothesis| hypothesis.flight.place(t_s), blend).map(|(place, _)| place)
    }

    /// Air and table as this flight shows them, with the priors it began with.
    #[must_use]
    pub fn constants(&self) -> FlightConstants {
        let parts = || self.weights.iter().zip(self.hypotheses).map(|(weight, part)| (*weight, part.constants()));
        let numbers = std::array::from_fn(|i| mixture(parts().map(|(weight, part)| (weight, part[i]))));
        let weighted = || self.weights.iter().zip(self.hypotheses);
        let spin = |axis: usize| mixture(weighted().map(|(weight, part)| (*weight, part.spin_about(axis))));
        // All parts began with the same priors of air and table.
        let priors = self.hypotheses.first().map(|part| part.priors).unwrap_or_default();
        FlightConstants {
            numbers,
            expected: priors.constants(),
            spin_drag: priors.spin_drag,
            spin_parameter: weighted().map(|(weight, part)| weight * part.spin_parameter()).sum(),
            spin: SpinPrior { top: spin(0), along: spin(1), side: spin(2) },
        }
    }

    /// The first moment after `after_s` at which the ball passes the plane x = `x`, and how probable it is that it
    /// does.
    #[must_use]
    pub fn crossing(&self, x: f64, after_s: f64) -> Option<(Passage, f64)> {
        self.mixed(|hypothesis| hypothesis.flight.crossing(x, after_s), Passage::blend)
    }

    /// The bounce of that number, from 0; `None` when no probable flight has it.
    #[must_use]
    pub fn bounce(&self, number: usize) -> Option<Bounce> {
        let parts = || {
            self.parts(move |hypothesis| {
                let flight = &hypothesis.flight;
                flight.bounces().get(number).map(|touch| (touch, flight.touch_covariance(touch)))
            })
        };
        let probability: f64 = parts().map(|(share, _)| share).sum();
        let mean = |of: fn(&super::flight::Touch) -> Vec3| {
            parts().fold(Vec3::zeros(), |sum, (share, (touch, _))| sum + of(touch) * (share / probability))
        };
        let position = mean(|touch| touch.position);
        let t_s = mean(|touch| Vec3::repeat(touch.t_s)).x;
        let covariance = parts().fold(Matrix3::zeros(), |sum, (share, (touch, own))| {
            sum + spread(&own, &(touch.position - position)) * (share / probability)
        });
        (probability > 0.0).then_some(Bounce { t_s, position, covariance, probability })
    }

    /// When the bounce of that number comes, s, and how probable it is.
    #[must_use]
    pub fn bounce_time(&self, number: usize) -> Option<(f64, f64)> {
        let time_s = |hypothesis: &'a Hypothesis| Some(hypothesis.flight.bounces().get(number)?.t_s);
        self.mixed(time_s, |mean, other, gain| *mean += (other - *mean) * gain)
    }

    /// The number of the first bounce on the home half, seen or predicted: a serve touches the other half before.
    /// Without one, the number that it would have.
    #[must_use]
    pub fn home_bounce(&self) -> usize {
        let x_of = |number: usize| {
            let x = |hypothesis: &'a Hypothesis| Some(hypothesis.flight.bounces().get(number)?.position.x);
            self.mixed(x, |mean, other, gain| *mean += (other - *mean) * gain).map(|(x, _)| x)
        };
        (0..).map_while(x_of).take_while(|x| *x < 0.0).count()
    }

    /// All bounces that are more probable than not, in order.
    pub fn bounces(&self) -> impl Iterator<Item = Bounce> {
        (0..).map_while(|number| self.bounce(number)).filter(|bounce| bounce.probability > 0.5)
    }

    /// What the flights that have an answer say, blended, and their share.
    fn mixed<T>(&self, of: impl Fn(&'a Hypothesis) -> Option<T>, blend: impl Fn(&mut T, &T, f64)) -> Option<(T, f64)> {
        let mut mean: Option<T> = None;
        let mut share = 0.0;
        for (weight, part) in self.parts(&of) {
            share += weight;
            match &mut mean {
                None => mean = Some(part),
                Some(mean) => blend(mean, &part, weight / share),
            }
        }
        mean.map(|mean| (mean, share))
    }

    fn parts<T>(&self, of: impl Fn(&'a Hypothesis) -> Option<T>) -> impl Iterator<Item = (f64, T)> {
        self.weights
            .iter()
            .zip(self.hypotheses)
            .filter_map(move |(weight, hypothesis)| Some((*weight, of(hypothesis)?)))
    }
}

impl Passage {
    /// Makes it the mean of itself with share 1 - gain and another with share gain.
    fn blend(&mut self, other: &Self, gain: f64) {
        self.t_s += (other.t_s - self.t_s) * gain;
        self.position += (other.position - self.position) * gain;
        self.velocity += (other.velocity - self.velocity) * gain;
        let apart = other.spin - self.spin;
        let [left, ..] = SpinPrior::axes(&self.velocity);
        let between = gain * (1.0 - gain) * left.dot(&apart).powi(2);
        self.topspin_variance += (other.topspin_variance - self.topspin_variance) * gain + between;
        self.spin += apart * gain;
    }
}

impl Motion {
    /// Makes it the mixture of itself with share 1 - gain and another with share gain.
    fn blend(&mut self, other: &Self, gain: f64) {
        self.velocity += (other.velocity - self.velocity) * gain;
        let (mean, covariance) = (&mut self.position, &mut self.position_covariance);
        mix((mean, covariance), (&other.position, &other.position_covariance), gain);
    }
}

impl Predicted {
    /// Makes it the mixture of itself with share 1 - gain and another with share gain.
    fn blend(&mut self, other: &Self, gain: f64) {
        let pairs = [
            (&mut self.position, &mut self.position_covariance, &other.position, &other.position_covariance),
            (&mut self.velocity, &mut self.velocity_covariance, &other.velocity, &other.velocity_covariance),
            (&mut self.spin, &mut self.spin_covariance, &other.spin, &other.spin_covariance),
        ];
        for (mean, covariance, other_mean, other_covariance) in pairs {
            mix((mean, covariance), (other_mean, other_covariance), gain);
        }
    }
}

/// Mean and standard deviation of a mixture of weighted parts.
fn mixture(parts: impl Iterator<Item = (f64, Gaussian)> + Clone) -> Gaussian {
    let mean = parts.clone().map(|(weight, part)| weight * part.mean).sum::<f64>();
    let spread = |part: Gaussian| part.sd * part.sd + (part.mean - mean) * (part.mean - mean);
    let variance = parts.map(|(weight, part)| weight * spread(part)).sum::<f64>();
    Gaussian { mean, sd: variance.max(0.0).sqrt() }
}

/// Makes mean and covariance those of the mixture of themselves with share 1 - gain and others with share gain.
fn mix((mean, covariance): (&mut Vec3, &mut Matrix3<f64>), (other, spread): (&Vec3, &Matrix3<f64>), gain: f64) {
    let (keep, apart) = (1.0 - gain, other - *mean);
    *covariance = *covariance * keep + spread * gain + apart * apart.transpose() * (keep * gain);
    *mean += apart * gain;
}

/// Second moment about a mean that is `apart` from one's own.
fn spread(own: &Matrix3<f64>, apart: &Vec3) -> Matrix3<f64> {
    own + apart * apart.transpose()
}
