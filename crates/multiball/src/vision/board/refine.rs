//! Corners to a small part of a pixel.

use std::f64::consts::PI;

use nalgebra::{Matrix2, SMatrix, SVector};

use crate::geometry::portable::{atan2, exp, hypot, sin_cos};
use crate::vision::{Frame, Vec2};

/// The window around a corner, in steps to its neighbours: short of their own edges.
const WINDOW: f64 = 0.42;
/// Greatest extent of the window, px: beyond it edges bend with the lens more than noise hides.
const REACH_PX: f64 = 10.0;
/// Step that ends the iteration, px: far below what noise leaves.
const TOLERANCE_PX: f64 = 1e-3;
/// Steps allowed; four are usual.
const MOST_STEPS: usize = 20;
/// Least half contrast of an edge, grey levels.
const LEAST_CONTRAST: f64 = 3.0;
/// Weight of the prior that light is even: the slope is 0 ± 0.3 grey levels per px where a pixel is known to 2.
const EVEN_LIGHT: f64 = 44.0;

/// Unknowns: place (2), angles of both edges, width of the edges, mean grey, half contrast, slope of the light (2).
const UNKNOWNS: usize = 9;
type Vector = SVector<f64, UNKNOWNS>;

/// Two edges that cross, blurred:
///
/// ```text
/// I(q) = a + g·(q - p) + b erf(n₁·(q - p) / √2 s) erf(n₂·(q - p) / √2 s)
/// ```
/// p the corner, nᵢ the edges' normals, s (px) the deviation of the blur, a ± b the greys, g (1/px) the slope of the
/// light. Exact for edges at right angles and a Gaussian blur; at other angles the middle differs, alike on both sides
/// of p, so that p stays.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    place: Vec2,
    angles: [f64; 2],
    width: f64,
    mean: f64,
    contrast: f64,
    slope: Vec2,
}

/// The ellipse about a corner whose pixels count, with weights that fall to 0 at its rim.
#[derive(Debug, Clone, Copy)]
struct Window {
    /// Maps the ellipse to the unit circle.
    to_circle: Matrix2<f64>,
    /// Half its extent along x and y, px.
    extent: Vec2,
}

/// The corner near a place at which two edges cross, by least squares over the pixels of a window that reaches 0.42 of
/// the way to the neighbours, `right` and `down` of it (px), at most 10 px times `scale`; `scale` is how blurred the
/// picture may be, 1 for a sharp one. `None` when the edges do not settle near the start.
pub(super) fn refined(frame: &Frame, start: &Vec2, right: &Vec2, down: &Vec2, scale: f64) -> Option<Vec2> {
    let axis = |step: &Vec2| step * (WINDOW.min(REACH_PX * scale / step.norm()));
    let (right, down) = (axis(right), axis(down));
    let to_circle = Matrix2::from_columns(&[right, down]).try_inverse()?;
    let window = Window { to_circle, extent: Vec2::new(hypot(right.x, down.x), hypot(right.y, down.y)) };
    let angles = [atan2(right.y, right.x), atan2(down.y, down.x)];
    let mut crossing =
        Crossing { place: *start, angles, width: 0.9 * scale, mean: 0.0, contrast: 0.0, slope: Vec2::zeros() };
    crossing.start(frame, &window);
    for _ in 0..MOST_STEPS {
        let step = crossing.improve(frame, &window)?;
        if (to_circle * (crossing.place - start)).norm() > 1.0 || crossing.contrast.abs() < LEAST_CONTRAST {
            return None;
        }
        if step <= TOLERANCE_PX {
            return Some(crossing.place);
        }
    }
    None
}

impl Window {
    /// Calls `call` with the offset from the middle, the weight and the grey of every pixel.
    fn visit(&self, frame: &Frame, middle: &Vec2, mut call: impl FnMut(&Vec2, f64, f64)) {
        let region = frame.region();
        let span = |middle: f64, extent: f64, size: usize| {
            (middle - extent).ceil().max(0.0) as usize
                ..((middle + extent).floor().max(-1.0) + 1.0).min(size as f64) as usize
        };
        for y in span(middle.y, self.extent.y, region.height) {
            let row = frame.row(y);
            for x in span(middle.x, self.extent.x, region.width) {
                let away = Vec2::new(x as f64, y as f64) - middle;
                let weight = 1.0 - (self.to_circle * away).norm_squared();
                if weight > 0.0 {
                    call(&away, weight, f64::from(row[x]));
                }
            }
        }
    }
}

impl Crossing {
    /// Sets the initial mean and contrast.
    fn start(&mut self, frame: &Frame, window: &Window) {
        let (mut weights, mut greys) = (0.0, 0.0);
        window.visit(frame, &self.place, |_, weight, grey| {
            weights += weight;
            greys += weight * grey;
        });
        self.mean = greys / weights;
        let (mut product, mut square) = (0.0, 0.0);
        window.visit(frame, &self.place, |away, weight, grey| {
            let [(first, _), (second, _)] = self.edges(away);
            product += weight * (grey - self.mean) * first * second;
            square += weight * (first * second).powi(2);
        });
        self.contrast = product / square;
    }

    /// Heights and slopes of both edges' profiles at an offset.
    fn edges(&self, away: &Vec2) -> [(f64, f64); 2] {
        self.angles.map(|angle| {
            let (sin, cos) = sin_cos(angle);
            edge((cos * away.y - sin * away.x) / self.width)
        })
    }

    /// One step of Gauss and Newton's method; returns how far the corner moved.
    fn improve(&mut self, frame: &Frame, window: &Window) -> Option<f64> {
        let mut normal = SMatrix::<f64, UNKNOWNS, UNKNOWNS>::zeros();
        let mut right_side = Vector::zeros();
        let turned = self.angles.map(sin_cos);
        let width = self.width;
        window.visit(frame, &self.place, |away, weight, grey| {
            // Distances from both edges, and along them, in widths.
            let [(d1, t1), (d2, t2)] =
                turned.map(|(sin, cos)| ((cos * away.y - sin * away.x) / width, (cos * away.x + sin * away.y) / width));
            let ((e1, s1), (e2, s2)) = (edge(d1), edge(d2));
            let (by_first, by_second) = (self.contrast * s1 * e2, self.contrast * e1 * s2);
            let by_place = |i: usize| {
                let normal_of = |(sin, cos): (f64, f64)| if i == 0 { -sin } else { cos };
                -(by_first * normal_of(turned[0]) + by_second * normal_of(turned[1])) / width
            };
            let derivative = Vector::from([
                by_place(0),
                by_place(1),
                -by_first * t1,
                -by_second * t2,
                -(by_first * d1 + by_second * d2) / width,
                1.0,
                e1 * e2,
                away.x,
                away.y,
            ]);
            let rest = grey - self.mean - self.slope.dot(away) - self.contrast * e1 * e2;
            normal.syger(weight, &derivative, &derivative, 1.0);
            right_side += derivative * (weight * rest);
        });
        for i in [0, 1] {
            normal[(7 + i, 7 + i)] += EVEN_LIGHT;
            right_side[7 + i] -= EVEN_LIGHT * self.slope[i];
        }
        let step = normal.cholesky()?.solve(&right_side);
        Some(self.take(&step))
    }

    /// Takes a step, shortened where the model is far from straight; returns how far the corner moved.
    fn take(&mut self, step: &Vector) -> f64 {
        let limited = |value: f64, most: f64| value.clamp(-most, most);
        let moved = Vec2::new(limited(step[0], self.width), limited(step[1], self.width));
        self.place += moved;
        self.angles = [0, 1].map(|i| self.angles[i] + limited(step[2 + i], 0.3));
        self.width = (self.width + limited(step[4], 0.4 * self.width)).max(LEAST_WIDTH);
        self.mean += step[5];
        self.contrast += step[6];
        self.slope += Vec2::new(step[7], step[8]);
        moved.norm()
    }
}

/// Least width of an edge, px: a pixel's own square has a deviation of 0.29 px.
const LEAST_WIDTH: f64 = 0.29;

/// erf(x / √2) and its derivative; erf by Abramowitz and Stegun's formula 7.1.26, to 1.5e-7.
fn edge(x: f64) -> (f64, f64) {
    let bell = exp(-0.5 * x * x);
    let t = 1.0 / (1.0 + 0.327_591_1 * std::f64::consts::FRAC_1_SQRT_2 * x.abs());
    let tail =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    ((1.0 - tail * bell).copysign(x), (2.0 / PI).sqrt() * bell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Region;

    #[test]
    fn law_an_edge_is_the_error_function() {
        for i in -50..=50 {
            let x = f64::from(i) / 10.0;
            let (height, slope) = edge(x);
            assert!((height - libm::erf(x / 2f64.sqrt())).abs() < 2e-7, "{x}");
            let around = (libm::erf((x + 1e-4) / 2f64.sqrt()) - libm::erf((x - 1e-4) / 2f64.sqrt())) / 2e-4;
            assert!((slope - around).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn law_a_crossing_of_the_model_is_found_to_its_rounding() {
        let truth = Vec2::new(20.3, 19.8);
        let normals = [Vec2::new(-0.6, 0.8), Vec2::new(1.0, 0.1).normalize()];
        let mut frame = Frame::filled(Region::whole(40, 40), 0);
        for (index, pixel) in frame.pixels_mut().iter_mut().enumerate() {
            let away = Vec2::new((index % 40) as f64, (index / 40) as f64) - truth;
            let [a, b] = normals.map(|normal| libm::erf(normal.dot(&away) / (2f64.sqrt() * 1.1)));
            *pixel = (120.0 + 80.0 * a * b + 0.2 * away.x).round() as u8;
        }
        let (right, down) = (Vec2::new(24.0, 18.0), Vec2::new(-2.5, 25.0));
        let found = refined(&frame, &Vec2::new(20.0, 20.0), &right, &down, 1.0).unwrap();
        assert!((found - truth).norm() < 0.004, "{found}");
        // A single edge, and a plain surface, hold no corner.
        let flat = Frame::filled(Region::whole(40, 40), 9);
        assert_eq!(refined(&flat, &truth, &right, &down, 1.0), None);
    }
}
