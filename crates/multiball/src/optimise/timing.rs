//! The times of a 3-5-3 motion as a problem to minimise [paper 003, NPSO].

use super::Problem;
use crate::motion::TimingCost;

impl Problem for TimingCost {
    fn bounds(&self) -> &[(f64, f64)] {
        self.bounds_s()
    }

    fn cost(&self, times_s: &[f64]) -> f64 {
        times_s.iter().sum()
    }

    fn violation(&self, times_s: &[f64]) -> f64 {
        match times_s {
            [t1, t2, t3] => self.at([*t1, *t2, *t3]).1,
            _ => f64::INFINITY,
        }
    }
}
