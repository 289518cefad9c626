//! Grey images as PNG files, and folders of them.

use std::cmp::Ordering;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use multiball::vision::{Frame, Region};

use crate::failure::Failure;
use crate::files;

/// The first bytes of every PNG file.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// The most pixels that are read: no machine-vision camera has more, and a damaged header may claim anything.
const MOST_PIXELS: u64 = 64_000_000;

/// Reads a PNG file as grey. Colours become Rec. 601 luma, (4899 R + 9617 G + 1868 B) / 2^14 rounded, as in OpenCV; 16
/// bits are rounded to 8; transparency is passed over.
pub(crate) fn read_png(path: &Path) -> Result<Frame, Failure> {
    let bytes =
        std::fs::read(path).map_err(|cause| Failure::input(format!("cannot read {}: {cause}", path.display())))?;
    frame_from_png(&bytes).map_err(|reason| Failure::input(format!("{}: {reason}", path.display())))
}

/// Writes a frame as a grey PNG file, whole or not at all.
pub(crate) fn write_png(path: &Path, frame: &Frame) -> Result<(), Failure> {
    files::write_all_whole(&[(path.to_path_buf(), png_from_frame(frame)?)])
}

/// The PNG files of a folder by name, numbers in names by their value: `frame2` before `frame10`.
pub(crate) fn pngs_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |cause| Failure::input(format!("cannot read the folder {}: {cause}", folder.display()));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(Failure::input(format!("{}: no file in this folder ends in .png", folder.display())));
    }
    paths.sort_by(|a, b| natural_order(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(paths)
}

/// The region given by `--region`, which must lie within the whole, or the whole.
pub(crate) fn requested_region(region: Option<Region>, whole: Region) -> Result<Region, Failure> {
    let Some(part) = region else { return Ok(whole) };
    if part.overlap(&whole) == part {
        return Ok(part);
    }
    let Region { left, top, width, height } = part;
    Err(Failure::input(format!(
        "--region {left},{top},{width},{height}: it must lie on the frames, which have {} x {} pixels",
        whole.width, whole.height
    )))
}

/// A frame as the bytes of a grey PNG file.
fn png_from_frame(frame: &Frame) -> Result<Vec<u8>, Failure> {
    let failed = |error: png::EncodingError| Failure::Output { what: "PNG".into(), cause: error.into() };
    let Region { width, height, .. } = frame.region();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(frame.pixels()).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

fn frame_from_png(bytes: &[u8]) -> Result<Frame, String> {
    check_start(bytes)?;
    let damaged = |error: png::DecodingError| format!("a damaged PNG image: {error}");
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let size = reader.output_buffer_size().ok_or("an image that does not fit into memory")?;
    let mut samples = vec![0; size];
    let info = reader.next_frame(&mut samples).map_err(damaged)?;
    samples.truncate(info.buffer_size());
    let pixels = grey(&samples, info.color_type.samples(), info.bit_depth == png::BitDepth::Sixteen);
    Frame::from_pixels(Region::whole(info.width as usize, info.height as usize), pixels).map_err(|e| e.to_string())
}

/// Refuses what is no PNG image or one of a size that cannot be used, before anything is unpacked.
fn check_start(bytes: &[u8]) -> Result<(), String> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err(format!("not a PNG image: {}", what_it_is(bytes)));
    }
    let number = |at: usize| bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_be_bytes);
    let (Some(width), Some(height)) = (number(16), number(20)) else {
        return Err(format!("a damaged PNG image: it ends after {} bytes", bytes.len()));
    };
    let pixels = u64::from(width) * u64::from(height);
    match pixels {
        0 => Err(format!("{width} x {height} pixels; both must be at least 1")),
        1..=MOST_PIXELS => Ok(()),
        _ => Err(format!("{width} x {height} pixels; at most {} million are read", MOST_PIXELS / 1_000_000)),
    }
}

/// The kind of file that bytes look like, for the message about a file that is no PNG.
fn what_it_is(bytes: &[u8]) -> String {
    let known: [(&[u8], &str); 6] = [
        (b"\xff\xd8\xff", "it is a JPEG image"),
        (b"GIF8", "it is a GIF image"),
        (b"BM", "it is a BMP image"),
        (b"P5", "it is a PGM image"),
        (b"II*\0", "it is a TIFF image"),
        (b"MM\0*", "it is a TIFF image"),
    ];
    match known.iter().find(|(start, _)| bytes.starts_with(start)) {
        Some((_, name)) => (*name).to_owned(),
        None if bytes.is_empty() => "it is empty".to_owned(),
        None => format!("it begins with \"{}\"", bytes[..bytes.len().min(8)].escape_ascii()),
    }
}

/// Eight-bit greys of pixels with 1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGBA) samples each.
fn grey(samples: &[u8], per_pixel: usize, sixteen_bits: bool) -> Vec<u8> {
    let value = |bytes: &[u8], sample: usize| {
        if sixteen_bits {
            u32::from(bytes[2 * sample]) << 8 | u32::from(bytes[2 * sample + 1])
        } else {
            bytes[sample].into()
        }
    };
    let to_eight_bits = |grey: u32| if sixteen_bits { ((grey * 255 + 32_767) / 65_535) as u8 } else { grey as u8 };
    let luma = |pixel: &[u8]| match per_pixel {
        1 | 2 => value(pixel, 0),
        _ => (4899 * value(pixel, 0) + 9617 * value(pixel, 1) + 1868 * value(pixel, 2) + (1 << 13)) >> 14,
    };
    samples
        .chunks_exact(if sixteen_bits { 2 * per_pixel } else { per_pixel })
        .map(|pixel| to_eight_bits(luma(pixel)))
        .collect()
}

/// Text in order, runs of digits by their value.
fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    while let (Some(first), Some(second)) = (left.chars().next(), right.chars().next()) {
        let order = if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number_a, number_b) = (take_digits(&mut left), take_digits(&mut right));
            number_a.len().cmp(&number_b.len()).then(number_a.cmp(number_b))
        } else {
            left = &left[first.len_utf8()..];
            right = &right[second.len_utf8()..];
            first.cmp(&second)
        };
        if order.is_ne() {
            return order;
        }
    }
    // Leading zeros alone make no difference above: the whole text decides.
    left.len().cmp(&right.len()).then(a.cmp(b))
}

/// Takes a run of digits from the front; returns it without leading zeros.
fn take_digits<'a>(text: &mut &'a str) -> &'a str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    digits.trim_start_matches('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG of 2 x 1 pixels.
    fn png_of(color: png::ColorType, depth: png::BitDepth, samples: &[u8], palette: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if !palette.is_empty() {
            encoder.set_palette(palette.to_vec());
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(samples).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn law_a_frame_comes_back_from_png() {
        let region = Region::whole(37, 11);
        let frame = Frame::from_pixels(region, (0..37 * 11).map(|i| (i * 7 % 256) as u8).collect()).unwrap();
        assert_eq!(frame_from_png(&png_from_frame(&frame).unwrap()).unwrap(), frame);
    }

    #[test]
    fn ref_colours_become_grey_as_in_opencv() {
        use png::{BitDepth, ColorType};
        // cv2.cvtColor(…, COLOR_RGB2GRAY) of (200, 30, 90) is 88, of (1, 255, 3) is 150.
        let rgb = [200, 30, 90, 1, 255, 3];
        let rgba = [200, 30, 90, 0, 1, 255, 3, 255];
        let sixteen: Vec<u8> =
            [200u16 * 257, 30 * 257, 90 * 257, 257, 65_535, 3 * 257].iter().flat_map(|v| v.to_be_bytes()).collect();
        let cases = [
            (ColorType::Rgb, BitDepth::Eight, &rgb[..], &[][..], [88, 150]),
            (ColorType::Rgba, BitDepth::Eight, &rgba, &[], [88, 150]),
            (ColorType::Rgb, BitDepth::Sixteen, &sixteen, &[], [88, 150]),
            (ColorType::Indexed, BitDepth::Eight, &[1, 0], &rgb, [150, 88]),
            (ColorType::Grayscale, BitDepth::Sixteen, &[0x7f, 0xff, 0x80, 0x81], &[], [127, 128]),
            (ColorType::Grayscale, BitDepth::One, &[0b0100_0000], &[], [0, 255]),
            (ColorType::GrayscaleAlpha, BitDepth::Eight, &[9, 0, 250, 255], &[], [9, 250]),
        ];
        for (color, depth, samples, palette, greys) in cases {
            let frame = frame_from_png(&png_of(color, depth, samples, palette)).unwrap();
            assert_eq!(frame.pixels(), greys, "{color:?} {depth:?}");
        }
    }

    #[test]
    fn law_what_is_no_usable_png_is_refused_with_what_it_is() {
        let good = png_from_frame(&Frame::filled(Region::whole(20, 10), 7)).unwrap();
        let sized =
            |width: u32, height: u32| [&good[..16], &width.to_be_bytes(), &height.to_be_bytes(), &good[24..]].concat();
        for (bytes, words) in [
            (vec![], "it is empty"),
            (b"\xff\xd8\xff\xe0".to_vec(), "it is a JPEG image"),
            (b"hello".to_vec(), "begins with \"hello\""),
            (good[..12].to_vec(), "ends after 12 bytes"),
            (good[..good.len() - 20].to_vec(), "damaged"),
            (sized(0, 10), "0 x 10 pixels"),
            (sized(100_000, 100_000), "at most 64 million"),
            (sized(21, 10), "damaged"),
        ] {
            let reason = frame_from_png(&bytes).unwrap_err();
            assert!(reason.contains(words), "{reason}");
        }
        // No single changed byte makes it panic.
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x41;
            let _ = frame_from_png(&bad);
        }
    }

    #[test]
    fn law_numbers_in_names_count_by_their_value() {
        let sorted = ["a.png", "frame1.png", "frame2.png", "frame02.png", "frame10.png", "frame10b.png", "view.png"];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                if [i, j] != [2, 3] && [i, j] != [3, 2] {
                    assert_eq!(natural_order(a, b), i.cmp(&j), "{a} {b}");
                }
            }
        }
        assert_eq!(natural_order("frame2.png", "frame02.png").reverse(), natural_order("frame02.png", "frame2.png"));
    }
}
