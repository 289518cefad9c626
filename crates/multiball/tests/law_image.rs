//! Masks, morphology and connected components against plain implementations, pixel by pixel.

#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use multiball::vision::image::{Component, Components, Element, Foreground, Mask, Morphology, Reading};
use multiball::vision::{Frame, Region};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const ELEMENTS: [(Element, &[&[u8]]); 5] = [
    (Element::Square3, &[&[1, 1, 1], &[1, 1, 1], &[1, 1, 1]]),
    (Element::Cross3, &[&[0, 1, 0], &[1, 1, 1], &[0, 1, 0]]),
    (Element::Square5, &[&[1; 5], &[1; 5], &[1; 5], &[1; 5], &[1; 5]]),
    (Element::Cross5, &[&[0, 0, 1, 0, 0], &[0, 0, 1, 0, 0], &[1; 5], &[0, 0, 1, 0, 0], &[0, 0, 1, 0, 0]]),
    (Element::Ellipse5, &[&[0, 0, 1, 0, 0], &[1; 5], &[1; 5], &[1; 5], &[0, 0, 1, 0, 0]]),
];

fn random_mask(rng: &mut ChaCha8Rng) -> Mask {
    let (width, height) = (rng.random_range(1..200), rng.random_range(1..24));
    let density = rng.random_range(0.0..1.0f64);
    let mut mask = Mask::new(width, height);
    for _ in 0..(density * density * (width * height) as f64) as usize {
        // Blocks as well as single pixels, so that something survives an erosion.
        let (x, y) = (rng.random_range(0..width), rng.random_range(0..height));
        let (wide, high) = (rng.random_range(1..7), rng.random_range(1..7));
        let block = rng.random_range(0..8) == 0;
        for (x, y) in (0..if block { wide * high } else { 1 }).map(|i| (x + i % wide, y + i / wide)) {
            mask.set(x, y);
        }
    }
    mask
}

/// Erosion (wanted = true) or dilation by looking at every pixel of the element; those outside the image do not count.
fn plainly(mask: &Mask, shape: &[&[u8]], erode: bool) -> Mask {
    let reach = (shape.len() / 2) as isize;
    let mut result = Mask::new(mask.width(), mask.height());
    for y in 0..mask.height() {
        for x in 0..mask.width() {
            let mut under = Vec::new();
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else { continue };
                    if shape[(dy + reach) as usize][(dx + reach) as usize] == 1 && x < mask.width() && y < mask.height()
                    {
                        under.push(mask.get(x, y));
                    }
                }
            }
            if (erode && under.iter().all(|set| *set)) || (!erode && under.iter().any(|set| *set)) {
                result.set(x, y);
            }
        }
    }
    result
}

/// All pixels of a mask, to compare masks: which words of a row may be set is an internal detail.
fn pixels(mask: &Mask) -> Vec<bool> {
    (0..mask.width() * mask.height()).map(|i| mask.get(i % mask.width(), i / mask.width())).collect()
}

fn inverted(mask: &Mask) -> Mask {
    let mut result = Mask::new(mask.width(), mask.height());
    for (x, y) in (0..mask.width() * mask.height()).map(|i| (i % mask.width(), i / mask.width())) {
        if !mask.get(x, y) {
            result.set(x, y);
        }
    }
    result
}

#[test]
fn law_morphology_on_words_is_morphology_on_pixels() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut morphology, mut result) = (Morphology::default(), Mask::default());
    for _ in 0..300 {
        let mask = random_mask(&mut rng);
        for (element, shape) in ELEMENTS {
            morphology.erode(&mask, element, &mut result);
            assert_eq!(pixels(&result), pixels(&plainly(&mask, shape, true)), "erosion by {element:?}");
            morphology.dilate(&mask, element, &mut result);
            assert_eq!(pixels(&result), pixels(&plainly(&mask, shape, false)), "dilation by {element:?}");
        }
    }
}

#[test]
fn law_opening_opens_once_and_erosion_is_dilation_of_the_rest() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut morphology = Morphology::default();
    for _ in 0..300 {
        let mask = random_mask(&mut rng);
        for (element, _) in ELEMENTS {
            let mut opened = mask.clone();
            morphology.open(&mut opened, element);
            assert!(pixels(&opened).iter().zip(pixels(&mask)).all(|(opened, set)| !opened | set));
            let mut again = opened.clone();
            morphology.open(&mut again, element);
            assert_eq!(pixels(&again), pixels(&opened));

            let [mut eroded, mut dilated] = [Mask::default(), Mask::default()];
            morphology.erode(&mask, element, &mut eroded);
            morphology.dilate(&inverted(&mask), element, &mut dilated);
            assert_eq!(pixels(&eroded), pixels(&inverted(&dilated)));
        }
    }
}

/// Parts by flooding from every pixel that is not yet part of one.
fn flooded(mask: &Mask) -> Vec<Component> {
    let (width, height) = (mask.width() as isize, mask.height() as isize);
    let mut left = mask.clone();
    let mut parts = Vec::new();
    for start in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let mut seen = std::collections::BTreeSet::new();
        let mut front = vec![start];
        while let Some((x, y)) = front.pop() {
            if x < 0 || y < 0 || !left.get(x as usize, y as usize) || !seen.insert((y as u64, x as u64)) {
                continue;
            }
            front.extend((0..9).map(|i| (x + i % 3 - 1, y + i / 3 - 1)));
        }
        if seen.is_empty() {
            continue;
        }
        let mut rest = Mask::new(mask.width(), mask.height());
        for (x, y) in (0..width * height).map(|i| (i % width, i / width)) {
            if left.get(x as usize, y as usize) && !seen.contains(&(y as u64, x as u64)) {
                rest.set(x as usize, y as usize);
            }
        }
        left = rest;
        let sum = |of: &dyn Fn(u64, u64) -> u64| seen.iter().map(|(y, x)| of(*x, *y)).sum::<u64>();
        let (least, greatest) =
            (seen.iter().map(|(_, x)| *x).min().unwrap(), seen.iter().map(|(_, x)| *x).max().unwrap());
        let (top, bottom) = (seen.first().unwrap().0, seen.last().unwrap().0);
        parts.push(Component {
            area: seen.len() as u64,
            first: [sum(&|x, _| x), sum(&|_, y| y)],
            second: [sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y)],
            bounds: Region {
                left: least as usize,
                top: top as usize,
                width: (greatest - least + 1) as usize,
                height: (bottom - top + 1) as usize,
            },
        });
    }
    parts
}

#[test]
fn law_parts_are_what_a_flood_reaches() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut components = Components::with_capacity(2000);
    for _ in 0..200 {
        let mask = random_mask(&mut rng);
        assert_eq!(components.find(&mask).unwrap(), flooded(&mask));
        let covered: u32 = components.runs().iter().map(|run| run.end - run.start).sum();
        assert_eq!(covered as usize, mask.count());
    }
    let mut few = Components::with_capacity(3);
    let mut mask = Mask::new(9, 2);
    (0..5).for_each(|x| mask.set(2 * x, 1));
    assert_eq!(
        few.find(&mask).unwrap_err().to_string(),
        "the mask has more than 3 runs of set pixels; row 1 of 2 was reached"
    );
}

#[test]
fn law_the_foreground_is_what_each_pixel_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut mask = Mask::default();
    for round in 0..400 {
        let sensor = Region { left: 3, top: 2, width: rng.random_range(1..210), height: rng.random_range(1..9) };
        let mut draw = |brightest: u8| {
            let pixels = (0..sensor.area()).map(|_| rng.random_range(0..=brightest)).collect();
            Frame::from_pixels(sensor, pixels).unwrap()
        };
        let (frame, background) = (draw(if round % 3 == 0 { 178 } else { 255 }), draw(255));
        let region = Region { left: rng.random_range(0..20), top: 1, width: rng.random_range(1..200), height: 7 };
        for reading in [Reading::BrightAndChanged, Reading::Difference] {
            let foreground = Foreground { reading, low: 176, high: rng.random_range(200..=255), least_difference: 20 };
            foreground.mark(&frame, &background, &region, &mut mask);
            let shared = region.overlap(&sensor);
            let wanted = (0..shared.area()).map(|i| (i % shared.width, i / shared.width)).map(|(x, y)| {
                let at = |image: &Frame| image.row(y + shared.top - sensor.top)[x + shared.left - sensor.left];
                let (grey, apart) = (at(&frame), at(&frame).abs_diff(at(&background)));
                let value = if reading == Reading::Difference { apart } else { grey };
                (foreground.low..=foreground.high).contains(&value) && (reading == Reading::Difference || apart > 20)
            });
            assert_eq!(pixels(&mask), wanted.collect::<Vec<_>>());
        }
    }
}
