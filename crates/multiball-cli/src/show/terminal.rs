//! A rally in the terminal, drawn with Braille dots, in real time.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use multiball::court::Court;

use super::filmstrip::{Filmstrip, Frame};
use super::print_text;
use crate::failure::Failure;

/// Size of the picture in characters.
const COLUMNS: usize = 78;
const ROWS: usize = 14;
/// What of the world it shows, m: each character is two dots wide and four high, and dots are square.
const LEFT: f64 = -2.35;
const WIDTH: f64 = 4.7;
const BOTTOM: f64 = -0.22;

/// Whether the terminal is large enough for the picture.
pub(crate) fn fits_terminal() -> bool {
    let (rows, columns) = console::Term::stdout().size();
    usize::from(columns) >= COLUMNS && usize::from(rows) > ROWS + 1
}

/// A canvas of Braille dots.
struct Canvas {
    cells: [[u8; COLUMNS]; ROWS],
}

impl Canvas {
    fn new() -> Self {
        Self { cells: [[0; COLUMNS]; ROWS] }
    }

    fn dots_per_m() -> f64 {
        (COLUMNS * 2) as f64 / WIDTH
    }

    /// Sets the dot at a place in the world's x-z plane, if it is in the picture.
    fn dot(&mut self, x: f64, z: f64) {
        let column = ((x - LEFT) * Self::dots_per_m()).floor();
        let row = ((ROWS * 4) as f64 - (z - BOTTOM) * Self::dots_per_m()).floor();
        if column < 0.0 || row < 0.0 || column >= (COLUMNS * 2) as f64 || row >= (ROWS * 4) as f64 {
            return;
        }
        let (column, row) = (column as usize, row as usize);
        // Braille patterns number their dots by columns, the lowest row last.
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        self.cells[row / 4][column / 2] |= BITS[row % 4][column % 2];
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let steps = (length * Self::dots_per_m() * 1.5).ceil().max(1.0);
        for i in 0..=(steps as usize) {
            let share = i as f64 / steps;
            self.dot(from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.cells {
            text.extend(row.iter().map(|bits| char::from_u32(0x2800 + u32::from(*bits)).unwrap_or(' ')));
            text.push('\n');
        }
        text
    }
}

fn draw(frame: &Frame, court: &Court) -> Canvas {
    let mut canvas = Canvas::new();
    canvas.line((-court.end_line(), 0.0), (court.end_line(), 0.0));
    canvas.line((-court.end_line(), -0.03), (court.end_line(), -0.03));
    canvas.line((0.0, 0.0), (0.0, court.net_height));
    for arm in &frame.arms {
        for stretch in arm.links.windows(2).chain([&arm.face[..]]) {
            canvas.line((stretch[0].x, stretch[0].z), (stretch[1].x, stretch[1].z));
        }
    }
    for (dx, dz) in [(0.0, 0.0), (0.015, 0.0), (-0.015, 0.0), (0.0, 0.015), (0.0, -0.015)] {
        canvas.dot(frame.ball.x + dx, frame.ball.z + dz);
    }
    canvas
}

/// Plays a filmstrip in place, in real time. Ends early when `stop` is set.
pub(crate) fn play_in_terminal(
    film: &Filmstrip,
    court: &Court,
    caption: &str,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    print_text(&format!("{}\x1b[?25l", "\n".repeat(ROWS + 1)))?;
    let begin = Instant::now();
    let mut result = Ok(());
    for (i, frame) in film.frames.iter().enumerate() {
        let due = Duration::from_secs_f64(i as f64 / film.frames_per_s);
        std::thread::sleep(due.saturating_sub(begin.elapsed()));
        let mut text = format!("\x1b[{}A", ROWS + 1);
        text.push_str(&draw(frame, court).text());
        let _ = writeln!(text, "{caption}  {:5.1} s", due.as_secs_f64());
        result = print_text(&text);
        if result.is_err() || stop.load(Ordering::Relaxed) {
            break;
        }
    }
    // The cursor comes back whatever happened.
    print_text("\x1b[?25h\n").and(result)
}
