//! Several pictures on one sheet.

use crate::failure::Failure;

use super::failed;

/// Pictures side by side in columns, each column from the top down, as SVG text.
pub(crate) fn sheet(columns: &[Vec<String>]) -> Result<String, Failure> {
    let (mut body, mut left, mut tallest) = (String::new(), 0, 0);
    for column in columns {
        let (mut top, mut widest) = (0, 0);
        for picture in column {
            let (width, height) = size(picture).ok_or_else(|| failed("a picture without a size"))?;
            // An inner picture has a place besides its size.
            let start = picture.find("<svg ").map_or(0, |at| at + "<svg ".len());
            body.push_str(&format!("<svg x=\"{left}\" y=\"{top}\" {}\n", picture[start..].trim_end()));
            top += height;
            widest = widest.max(width);
        }
        left += widest;
        tallest = tallest.max(top);
    }
    let head = format!(
        "<svg width=\"{left}\" height=\"{tallest}\" viewBox=\"0 0 {left} \
         {tallest}\" xmlns=\"http://www.w3.org/2000/svg\">"
    );
    Ok(format!("{head}\n<rect width=\"{left}\" height=\"{tallest}\" fill=\"#FFFFFF\"/>\n{body}</svg>\n"))
}

/// Width and height of a picture, pixels.
fn size(picture: &str) -> Option<(u32, u32)> {
    let value = |name: &str| {
        let rest = &picture[picture.find(name)? + name.len()..];
        rest[..rest.find('"')?].parse().ok()
    };
    Some((value("width=\"")?, value("height=\"")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_sheet_is_as_large_as_its_columns() {
        let picture = |width: u32, height: u32| {
            format!("<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 4 4\"><g/></svg>\n")
        };
        let drawn = sheet(&[vec![picture(300, 400)], vec![picture(200, 100), picture(250, 350)]]).unwrap();
        assert_eq!(size(&drawn), Some((550, 450)));
        assert!(drawn.contains("<svg x=\"300\" y=\"100\" width=\"250\""), "{drawn}");
        assert_eq!(drawn.matches("<svg").count(), drawn.matches("</svg>").count());
    }
}
