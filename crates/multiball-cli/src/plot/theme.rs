//! Pictures inside a page: their colours become the page's own, which change with light and dark.

use plotters::style::{RGBColor, WHITE};

use super::{COLOURS, GRID, INK, MARK, PATH, TABLE};
use crate::plot::landings::RED_MEAN;

/// Names of the colours in the page, what they are in light, and in dark.
const THEME: [(&str, RGBColor, &str); 14] = [
    ("paper", WHITE, "#161d25"),
    ("ink", INK, "#b7c4d1"),
    ("grid", GRID, "#2a3541"),
    ("table", TABLE, "#5f9fe3"),
    ("path", PATH, "#f0904a"),
    ("mark", MARK, "#e9eff5"),
    ("mean", RED_MEAN, "#ff7b7b"),
    ("c0", COLOURS[0], "#4ba3e0"),
    ("c1", COLOURS[1], "#f0803f"),
    ("c2", COLOURS[2], "#35c796"),
    ("c3", COLOURS[3], "#e29cc5"),
    ("c4", COLOURS[4], "#f2b84a"),
    ("c5", COLOURS[5], "#8bd0f6"),
    ("c6", COLOURS[6], "#a9b1ba"),
];

/// A colour as SVG text has it.
fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The colours as properties of a style sheet: light, then dark.
pub(crate) fn theme_css() -> [String; 2] {
    let list = |of: &dyn Fn(&(&str, RGBColor, &str)) -> String| {
        THEME.iter().map(|entry| format!("--{}:{};", entry.0, of(entry))).collect::<String>()
    };
    [list(&|(_, light, _)| hex(*light)), list(&|(_, _, dark)| (*dark).to_owned())]
}

/// A picture for a page: its colours by name, its size by the page, and no name of a namespace, which HTML knows.
pub(crate) fn themed(picture: &str) -> String {
    let mut svg = picture.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
    for (name, light, _) in THEME {
        svg = svg.replace(&format!("\"{}\"", hex(light)), &format!("\"var(--{name})\""));
    }
    svg
}

/// The page's name of the colour of one thing among several.
pub(crate) fn colour_name(index: usize) -> String {
    format!("var(--c{})", index % COLOURS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_every_colour_of_a_picture_has_a_name_in_the_page() {
        let drawn = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect fill=\"{}\"/></svg>", hex(INK));
        assert_eq!(themed(&drawn), "<svg><rect fill=\"var(--ink)\"/></svg>");
        for (index, colour) in COLOURS.into_iter().enumerate() {
            let drawn = format!("<path stroke=\"{}\"/>", hex(colour));
            assert_eq!(themed(&drawn), format!("<path stroke=\"{}\"/>", colour_name(index)));
        }
        let [light, dark] = theme_css();
        assert_eq!(light.matches("--").count(), dark.matches("--").count());
    }
}
