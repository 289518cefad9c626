//! Elementary functions that give the same bits on every machine.
//!
//! The standard library's call the system's mathematics library, whose last bit differs between systems and even
//! between processors. Square roots and the four operations are exact everywhere and stay as they are. Clippy refuses
//! the others.

/// e^x.
#[must_use]
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Natural logarithm of 1 + x, exact for small x too.
#[must_use]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// Sine and cosine.
#[must_use]
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// Sine.
#[must_use]
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// Cosine.
#[must_use]
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// Tangent.
#[must_use]
pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}

/// Angle whose tangent is x.
#[must_use]
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}

/// Angle of the vector (x, y), from -π to π.
#[must_use]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Angle whose cosine is x.
#[must_use]
pub fn acos(x: f64) -> f64 {
    libm::acos(x)
}

/// Cube root.
#[must_use]
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// Length of the vector (x, y). Made for metres, not for numbers near the limits of floating point.
#[must_use]
#[inline]
pub fn hypot(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Error function: the share of a normal distribution of variance ½ within x of its middle.
#[must_use]
pub fn erf(x: f64) -> f64 {
    libm::erf(x)
}
