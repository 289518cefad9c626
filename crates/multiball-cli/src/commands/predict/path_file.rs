//! Predicted paths as CSV.

use std::fmt::Write;

use multiball::track::Predicted;

use super::follow::{Followed, deviations};

/// Distance between the rows of a path, s.
const STEP_S: f64 = 0.005;

/// The times of a path's rows after the last observed point, s, up to the furthest.
pub(super) fn rows_s(furthest_s: f64) -> Vec<f64> {
    let steps = (furthest_s / STEP_S + 1e-9) as u32;
    (0..=steps).map(|step| STEP_S * f64::from(step)).collect()
}

/// A row for each predicted state of each flight: its position with standard deviations, and its velocity.
pub(super) fn csv(followed: &[Followed]) -> String {
    let mut text = String::from("id,t_s,x_m,y_m,z_m,sd_x_m,sd_y_m,sd_z_m,vx_m_s,vy_m_s,vz_m_s\n");
    for one in followed {
        for Predicted { t_s, position: p, velocity: v, position_covariance, .. } in &one.path {
            let sd = deviations(position_covariance);
            // Writing to a string cannot fail.
            let _ = write!(text, "{},{t_s:.6},{:.6},{:.6},{:.6}", quoted(&one.report.id), p.x, p.y, p.z);
            let _ = writeln!(text, ",{:.6},{:.6},{:.6},{:.6},{:.6},{:.6}", sd[0], sd[1], sd[2], v.x, v.y, v.z);
        }
    }
    text
}

/// A cell of text; one that holds what separates cells stands in quotation marks.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
