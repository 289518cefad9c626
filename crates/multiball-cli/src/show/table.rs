//! Tables that align.

use std::fmt;

use super::escaped;

/// Alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Rows of text under headings, columns as wide as they need to be.
#[derive(Debug)]
pub(crate) struct Table {
    headings: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(headings: &[(&str, Align)]) -> Self {
        Self { headings: headings.iter().map(|(text, align)| ((*text).into(), *align)).collect(), rows: Vec::new() }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The same for a page.
    pub(crate) fn html(&self) -> String {
        let line = |tag: &str, cells: &[String]| {
            let cell = |(text, (_, align)): (&String, &(String, Align))| {
                let class = if *align == Align::Right { " class=\"number\"" } else { "" };
                format!("<{tag}{class}>{}</{tag}>", escaped(text.trim()))
            };
            format!("<tr>{}</tr>\n", cells.iter().zip(&self.headings).map(cell).collect::<String>())
        };
        let titles: Vec<String> = self.headings.iter().map(|(text, _)| text.clone()).collect();
        let rows: String = self.rows.iter().map(|cells| line("td", cells)).collect();
        format!("<table>\n<thead>{}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n", line("th", &titles))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles: Vec<String> = self.headings.iter().map(|(text, _)| text.clone()).collect();
        let width = |column: usize| {
            std::iter::once(&titles)
                .chain(&self.rows)
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..titles.len()).map(width).collect();
        let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
        for row in [&titles, &rule].into_iter().chain(&self.rows) {
            let cells = row.iter().zip(&self.headings).zip(&widths).map(|((cell, (_, align)), width)| {
                // Not by the formatter's own widths, which end at 65,535.
                let padding = " ".repeat(width - cell.chars().count());
                match align {
                    Align::Left => format!("{cell}{padding}"),
                    Align::Right => format!("{padding}{cell}"),
                }
            });
            writeln!(f, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// A horizontal bar of eighths of a character, for a share of a full width.
pub(crate) fn bar(share: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A number with so many decimals, or with as many as fit into the width.
pub(crate) fn fitted(value: f64, width: usize, digits: usize) -> String {
    // What rounds to zero is zero, without a sign.
    let value = if value.abs() < 0.5 * 0.1f64.powi(digits as i32) { 0.0 } else { value };
    let written = |digits: usize| format!("{value:>width$.digits$}");
    (0..=digits).rev().map(written).find(|text| text.len() <= width).unwrap_or_else(|| written(0))
}
