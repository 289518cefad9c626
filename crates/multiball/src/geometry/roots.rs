//! Root finders.

/// The root of `f` between `a` and `b`, where `fa = f(a)` and `fb = f(b)` differ in sign, to `tolerance` in the
/// argument.
///
/// Regula falsi with the Illinois rule: it never leaves the bracket and converges with order 1.44; a bisection is
/// forced whenever three steps have not halved the bracket, so the work is bounded.
#[must_use]
pub fn root_in_bracket(mut f: impl FnMut(f64) -> f64, a: f64, b: f64, fa: f64, fb: f64, tolerance: f64) -> f64 {
    let (mut a, mut b, mut fa, mut fb) = (a, b, fa, fb);
    let mut width_three_ago = b - a;
    for iteration in 0..200 {
        if fb == 0.0 || (b - a).abs() <= tolerance {
            break;
        }
        if fa == 0.0 {
            return a;
        }
        let bisect = iteration % 3 == 2 && (b - a).abs() > 0.5 * width_three_ago.abs();
        if iteration % 3 == 2 {
            width_three_ago = b - a;
        }
        let middle = if bisect { 0.5 * (a + b) } else { (a * fb - b * fa) / (fb - fa) };
        let value = f(middle);
        if value.signum() == fb.signum() {
            // The same end would stay for ever: halving its weight (Illinois) draws the root over.
            fa *= 0.5;
        } else {
            (a, fa) = (b, fb);
        }
        if (middle - b).abs() <= tolerance {
            return middle;
        }
        (b, fb) = (middle, value);
    }
    b
}

/// The least root of a t² + b t + c that is greater than `after`, if there is one.
#[must_use]
pub fn first_quadratic_root_after(a: f64, b: f64, c: f64, after: f64) -> Option<f64> {
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 {
        return None;
    }
    // The form without cancellation: q has the sign of b, roots are q / a and c / q.
    let q = -0.5 * (b + discriminant.sqrt().copysign(b));
    let roots = [q / a, c / q];
    roots.into_iter().filter(|root| root.is_finite() && *root > after).min_by(f64::total_cmp)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;

    #[test]
    fn law_finds_roots_of_hard_functions() {
        type Case = (fn(f64) -> f64, f64, f64, f64);
        let cases: [Case; 4] = [
            (|x| x * x * x - 2.0, 0.0, 2.0, 2f64.cbrt()),
            (|x| (20.0 * (x - 0.3)).tanh() + 0.9, -5.0, 5.0, 0.3 - 0.9f64.atanh() / 20.0),
            (|x| x.powi(9), -1.0, 1.5, 0.0),
            (|x| x - 1.0, 1.0, 2.0, 1.0),
        ];
        for (f, a, b, root) in cases {
            let found = root_in_bracket(f, a, b, f(a), f(b), 1e-13);
            assert!((found - root).abs() < 1e-12 || f(found).abs() < 1e-100, "{found} instead of {root}");
        }
    }

    #[test]
    fn law_quadratic_roots_close_and_degenerate_forms_work() {
        assert_eq!(first_quadratic_root_after(1.0, -3.0, 2.0, 0.0), Some(1.0));
        assert_eq!(first_quadratic_root_after(1.0, -3.0, 2.0, 1.5), Some(2.0));
        assert_eq!(first_quadratic_root_after(0.0, 2.0, -1.0, 0.0), Some(0.5));
        assert_eq!(first_quadratic_root_after(1.0, 0.0, 1.0, 0.0), None);
        assert_eq!(first_quadratic_root_after(0.0, 0.0, 1.0, 0.0), None);
    }
}
