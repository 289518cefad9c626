//! A rally as a self-contained SVG that moves, in any browser and in a README.

use multiball::court::Court;
use multiball::geometry::Vec3;

use super::escaped;
use super::filmstrip::{Filmstrip, Frame};

/// Pixels per metre, and the part of the world that is shown, m.
const SCALE: f64 = 200.0;
const LEFT: f64 = -2.4;
const RIGHT: f64 = 2.4;
const TOP: f64 = 1.15;
const BOTTOM: f64 = -0.80;
/// A line near the top of the picture, by which it is known again.
pub(crate) const MADE_BY: &str = "<!-- made by multiball play -->";
/// How many past positions trail behind the ball.
const TRAIL: usize = 9;

fn x(metres: f64) -> f64 {
    (metres - LEFT) * SCALE
}

fn y(metres: f64) -> f64 {
    (TOP - metres) * SCALE
}

/// One attribute's values over all frames, joined for SMIL.
fn values(film: &Filmstrip, value: impl Fn(usize, &Frame) -> String) -> String {
    film.frames.iter().enumerate().map(|(i, frame)| value(i, frame)).collect::<Vec<_>>().join(";")
}

fn animate(attribute: &str, values: &str, duration_s: f64) -> String {
    format!(
        r#"<animate attributeName="{attribute}" dur="{duration_s:.2}s" repeatCount="indefinite" values="{values}"/>"#
    )
}

/// Points seen from the side, as a polyline lists them.
fn polyline(points: &[Vec3]) -> String {
    points.iter().map(|p| format!("{:.0},{:.0}", x(p.x), y(p.z))).collect::<Vec<_>>().join(" ")
}

/// The moving picture of a filmstrip, with a caption.
pub(crate) fn moving_svg(film: &Filmstrip, court: &Court, caption: &str) -> String {
    let mut svg = scene(court, &escaped(caption));
    for (side, colour) in ["#f2a33c", "#4cc38a"].into_iter().enumerate() {
        svg += &moving_arm(film, court, side, colour);
    }
    for behind in (0..TRAIL).rev() {
        svg += &moving_ball(film, behind);
    }
    svg + "</svg>\n"
}

/// The picture's opening and all that stands still: caption, floor, table and net.
fn scene(court: &Court, caption: &str) -> String {
    let (width, height) = (x(RIGHT), y(BOTTOM));
    let font = r#"font-family="system-ui, sans-serif""#;
    let rect = |x: f64, y: f64, size: String| format!(r#"<rect x="{x:.0}" y="{y:.0}" {size}/>"#);
    let (table_x, top, table_w) = (x(-court.end_line()), y(0.0), court.table_length * SCALE);
    let thick = court.table_thickness * SCALE;
    let table = rect(table_x, top, format!(r#"width="{table_w:.0}" height="{thick:.0}""#));
    let edge = rect(table_x, top, format!(r##"width="{table_w:.0}" height="1.5" fill="#dfe8f1""##));
    let leg_height = (court.table_height - court.table_thickness) * SCALE;
    let leg = |at: f64| rect(at, y(-court.table_thickness), format!(r#"width="8" height="{leg_height:.0}""#));
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" {font}>
{MADE_BY}
<title>{caption}</title>
<rect width="100%" height="100%" fill="#0f1720"/>
<rect y="{floor:.0}" width="100%" height="{below:.0}" fill="#1b2733"/>
<g fill="#2f6db3">{table}{edge}</g>
<g fill="#24435f">{leg_a}{leg_b}</g>
<line x1="{net_x:.0}" x2="{net_x:.0}" y1="{top:.0}" y2="{net_top:.0}" stroke="#dfe8f1" stroke-width="2"/>
<text x="16" y="26" font-size="15" fill="#9fb2c4">{caption}</text>
"##,
        floor = y(-court.table_height),
        below = height - y(-court.table_height),
        leg_a = leg(x(-1.1)),
        leg_b = leg(x(1.1) - 8.0),
        net_x = x(0.0),
        net_top = y(court.net_height),
    )
}

/// One arm on its stand, with its racket; nothing when there is no frame.
fn moving_arm(film: &Filmstrip, court: &Court, side: usize, colour: &str) -> String {
    let Some(first) = film.frames.first().map(|frame| &frame.arms[side]) else { return String::new() };
    let base = &first.links[0];
    let all_links = values(film, |_, frame| polyline(&frame.arms[side].links));
    let all_faces = values(film, |_, frame| polyline(&frame.arms[side].face));
    format!(
        concat!(
            r##"<g fill="none" stroke="{colour}" stroke-linecap="round" stroke-linejoin="round">"##,
            r##"<rect x="{:.0}" y="{:.0}" width="28" height="{:.0}" rx="4" fill="#33475b" stroke="none"/>"##,
            r##"<polyline points="{}" stroke-width="9">{}</polyline>"##,
            r##"<polyline points="{}" stroke="#e5484d" stroke-width="6">{}</polyline></g>"##,
            "\n",
        ),
        x(base.x) - 14.0,
        y(base.z),
        (base.z + court.table_height) * SCALE,
        polyline(&first.links),
        animate("points", &all_links, film.duration_s()),
        polyline(&first.face),
        animate("points", &all_faces, film.duration_s()),
        colour = colour,
    )
}

/// The ball so many frames behind its time: the ball itself, or one of the fading dots that trail it.
fn moving_ball(film: &Filmstrip, behind: usize) -> String {
    let at = |i: usize| &film.frames[i.saturating_sub(behind)].ball;
    let opacity = 1.0 - behind as f64 / TRAIL as f64;
    let radius = if behind == 0 { 5.0 } else { 3.0 };
    // Where the first frame has it, for viewers that do not move.
    let (first_x, first_y) = film.frames.first().map_or((0.0, 0.0), |frame| (x(frame.ball.x), y(frame.ball.z)));
    format!(
        r##"<circle cx="{first_x:.0}" cy="{first_y:.0}" r="{radius}" fill="#ffffff" opacity="{opacity:.2}">{}{}</circle>
"##,
        animate("cx", &values(film, |i, _| format!("{:.0}", x(at(i).x))), film.duration_s()),
        animate("cy", &values(film, |i, _| format!("{:.0}", y(at(i).z))), film.duration_s()),
    )
}
