//! Forces of the air on a flying, spinning ball.
//!
//! ```text
//! a = g - (ρ A C_D / 2m) |v| v + (ρ A C_L / 2m) |v| (ω̂ × v)        S = R |ω| / |v|
//! ```
//! ρ air density (kg/m³), A cross section (m²), m mass (kg), S spin parameter. Theory and fits: docs/theory/ball.md.

use super::spec::{ModelSpec, Range, SpecError};
use super::state::Body;
use crate::geometry::tanh;

/// Gravity and air.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Air {
    /// Acceleration of gravity, m/s².
    pub gravity: f64,
    /// Density of the air, kg/m³.
    pub density: f64,
}

impl Air {
    /// Sea level at 15 °C.
    pub const STANDARD: Self = Self { gravity: 9.81, density: 1.225 };
}

/// How the air acts on the ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aero {
    /// No air: exact parabolas (paper 000).
    Vacuum,
    /// Drag only.
    Drag {
        /// Drag coefficient C_D.
        cd: f64,
    },
    /// Drag and a lift proportional to spin: F = C_M ρ (4/3 π R³) ω × v, that is C_L = (8/3) C_M S.
    Constant {
        /// Drag coefficient C_D.
        cd: f64,
        /// Lift coefficient in the volume form.
        cm: f64,
    },
    /// Drag and a lift that saturates with spin: C_L = a tanh(S / b). Best of the laws fitted to 130 real flights with
    /// measured spin; a lift proportional to spin sends a heavy chop off the table.
    Saturating {
        /// Drag coefficient C_D.
        cd: f64,
        /// Largest lift coefficient.
        a: f64,
        /// Spin parameter at which the lift bends.
        b: f64,
    },
}

impl Default for Aero {
    /// Fit to 130 flights with measured spin: median residual 4.8 mm.
    fn default() -> Self {
        Self::Saturating { cd: 0.547, a: 0.278, b: 0.226 }
    }
}

impl Aero {
    const MODELS: &'static str = "vacuum | drag:cd=.47 | constant:cd=.47,cm=.18 | saturating:cd=.547,a=.278,b=.226";
}

impl std::str::FromStr for Aero {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut spec = ModelSpec::parse("aero model", text)?;
        let drag = Range::above_to(0.0, 5.0);
        let model = match spec.name() {
            "vacuum" => Self::Vacuum,
            "drag" => Self::Drag { cd: spec.take("cd", 0.47, drag)? },
            "constant" => Self::Constant {
                cd: spec.take("cd", 0.47, drag)?,
                cm: spec.take("cm", 0.18, Range::above_to(0.0, 5.0))?,
            },
            "saturating" => Self::Saturating {
                cd: spec.take("cd", 0.547, drag)?,
                a: spec.take("a", 0.278, Range::above_to(0.0, 5.0))?,
                b: spec.take("b", 0.226, Range::above_to(0.0, 100.0))?,
            },
            _ => return Err(spec.unknown_name(Self::MODELS)),
        };
        spec.finish()?;
        Ok(model)
    }
}

impl std::fmt::Display for Aero {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Vacuum => write!(f, "vacuum"),
            Self::Drag { cd } => write!(f, "drag:cd={cd}"),
            Self::Constant { cd, cm } => write!(f, "constant:cd={cd},cm={cm}"),
            Self::Saturating { cd, a, b } => write!(f, "saturating:cd={cd},a={a},b={b}"),
        }
    }
}

/// An aero model with everything that is constant during a flight multiplied out.
#[derive(Debug, Clone, Copy)]
pub(super) struct AirForce {
    /// ρ A C_D / 2m, 1/m.
    pub(super) drag: f64,
    pub(super) lift: Lift,
}

/// The factor of ω̂ × v in the acceleration, 1/s.
#[derive(Debug, Clone, Copy)]
pub(super) enum Lift {
    None,
    /// `factor` × spin rate.
    Proportional {
        factor: f64,
    },
    /// `factor` × speed × tanh(`bend` × spin rate / speed).
    Saturating {
        factor: f64,
        bend: f64,
    },
}

impl AirForce {
    pub(super) fn new(aero: Aero, body: &Body, air: &Air) -> Self {
        let area_form = air.density * body.area() / (2.0 * body.mass);
        let volume_form = air.density * body.volume() / body.mass;
        match aero {
            Aero::Vacuum => Self { drag: 0.0, lift: Lift::None },
            Aero::Drag { cd } => Self { drag: area_form * cd, lift: Lift::None },
            Aero::Constant { cd, cm } => {
                Self { drag: area_form * cd, lift: Lift::Proportional { factor: volume_form * cm } }
            }
            Aero::Saturating { cd, a, b } => {
                Self { drag: area_form * cd, lift: Lift::Saturating { factor: area_form * a, bend: body.radius / b } }
            }
        }
    }
}

impl Lift {
    /// The lift whose factors are those of this one times a number.
    pub(super) fn times(self, number: f64) -> Self {
        match self {
            Self::None => Self::None,
            Self::Proportional { factor } => Self::Proportional { factor: factor * number },
            Self::Saturating { factor, bend } => Self::Saturating { factor: factor * number, bend },
        }
    }

    /// Factor of ω̂ × v for a speed (m/s) and a spin rate (rad/s).
    #[inline]
    pub(super) fn factor(self, speed: f64, rate: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Proportional { factor } => factor * rate,
            Self::Saturating { factor, bend } => factor * speed * tanh(bend * rate / speed),
        }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;

    #[test]
    fn ref_lift_forms_agree_at_small_spin() {
        // C_L = (8/3) C_M S, and a tanh(S/b) has slope a/b at the origin.
        let (body, air) = (Body::STANDARD, Air::STANDARD);
        let (a, b) = (0.278, 0.226);
        let saturating = AirForce::new(Aero::Saturating { cd: 0.5, a, b }, &body, &air).lift;
        let constant = AirForce::new(Aero::Constant { cd: 0.5, cm: 3.0 / 8.0 * a / b }, &body, &air).lift;
        let (speed, rate) = (10.0, 0.5);
        let ratio = saturating.factor(speed, rate) / constant.factor(speed, rate);
        assert!((ratio - 1.0).abs() < 1e-5, "{ratio}");
    }

    #[test]
    fn law_fast_tanh_is_tanh() {
        let lift = Lift::Saturating { factor: 1.0, bend: 1.0 };
        for i in 0..2000 {
            let x = f64::from(i) * 0.01;
            assert!((lift.factor(1.0, x) - x.tanh()).abs() < 4e-16, "x = {x}");
        }
        assert_eq!(lift.factor(1.0, 1e6), 1.0);
    }

    #[test]
    fn law_text_round_trip() {
        for text in ["vacuum", "drag:cd=0.47", "constant:cd=0.47,cm=0.18", "saturating:cd=0.547,a=0.278,b=0.226"] {
            assert_eq!(text.parse::<Aero>().unwrap().to_string(), text);
        }
        assert_eq!("saturating".parse::<Aero>().unwrap(), Aero::default());
    }
}
