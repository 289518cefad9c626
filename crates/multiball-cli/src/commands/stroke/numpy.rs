//! Arrays from NumPy's archives: `.npz` is a zip of `.npy` files, stored or deflated.
//!
//! Formats: the ZIP specification (APPNOTE 6.3), without its 64-bit extension, and numpy.lib.format 1.0 to 3.0.

use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;

/// An archive, whole in memory.
pub(super) struct Archive<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry>,
}

/// A file of the archive, by the central directory.
struct Entry {
    name: String,
    deflated: bool,
    crc: u32,
    packed: usize,
    size: usize,
    /// Where its local header begins.
    at: usize,
}

/// An array's shape, and its numbers with the last index the fastest.
pub(super) type Numbers = (Vec<usize>, Vec<f64>);

/// Why an array cannot be had.
pub(super) enum ArrayError {
    /// It is not there, or its bytes are damaged.
    Damaged,
    /// Its elements are of another kind than wanted.
    Kind,
}

/// What the elements of an array may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Floating-point numbers of 32 or 64 bits.
    Float,
    /// Whole numbers of up to 64 bits; those of 64 must have a sign.
    Whole,
}

impl<'a> Archive<'a> {
    /// The archive in some bytes, unless they are none.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Self> {
        const END: &[u8] = b"PK\x05\x06";
        const LONGEST_COMMENT: usize = 0xffff;
        let earliest = bytes.len().saturating_sub(22 + LONGEST_COMMENT);
        let end = earliest + bytes.get(earliest..)?.windows(END.len()).rposition(|window| window == END)?;
        // The record of 22 bytes and its comment are the last of the file.
        if end + 22 + short(bytes, end + 20)? != bytes.len() {
            return None;
        }
        let count = short(bytes, end + 10)?;
        let mut at = long(bytes, end + 16)?;
        let mut entries = Vec::new();
        for _ in 0..count {
            let (entry, next) = Entry::read(bytes, at)?;
            entries.push(entry);
            at = next;
        }
        Some(Self { bytes, entries })
    }

    /// Names of the arrays.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.trim_end_matches(".npy"))
    }

    /// The array of a name.
    pub(super) fn array(&self, name: &str, kind: Kind) -> Result<Numbers, ArrayError> {
        let entry = self.entries.iter().find(|entry| entry.name.trim_end_matches(".npy") == name);
        let file = entry.and_then(|entry| entry.unpacked(self.bytes)).ok_or(ArrayError::Damaged)?;
        array(&file, kind)
    }
}

impl Entry {
    /// The entry of the central directory at a place, and where the next one is.
    fn read(bytes: &[u8], at: usize) -> Option<(Self, usize)> {
        if bytes.get(at..at + 4)? != b"PK\x01\x02" {
            return None;
        }
        let deflated = match short(bytes, at + 10)? {
            0 => false,
            8 => true,
            _ => return None,
        };
        let name_end = at + 46 + short(bytes, at + 28)?;
        let name = std::str::from_utf8(bytes.get(at + 46..name_end)?).ok()?.to_owned();
        let crc = u32::from_le_bytes(bytes.get(at + 16..at + 20)?.try_into().ok()?);
        let (packed, size, header) = (long(bytes, at + 20)?, long(bytes, at + 24)?, long(bytes, at + 42)?);
        let next = name_end + short(bytes, at + 30)? + short(bytes, at + 32)?;
        Some((Self { name, deflated, crc, packed, size, at: header }, next))
    }

    /// The file's bytes, as many as said and with the right check sum.
    fn unpacked(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        if bytes.get(self.at..self.at + 4)? != b"PK\x03\x04" {
            return None;
        }
        let begin = self.at + 30 + short(bytes, self.at + 26)? + short(bytes, self.at + 28)?;
        let packed = bytes.get(begin..begin.checked_add(self.packed)?)?;
        let mut file = Vec::new();
        let most = self.size as u64 + 1;
        let read = if self.deflated {
            DeflateDecoder::new(packed).take(most).read_to_end(&mut file)
        } else {
            packed.take(most).read_to_end(&mut file)
        };
        let mut crc = Crc::new();
        crc.update(&file);
        (read.is_ok() && file.len() == self.size && crc.sum() == self.crc).then_some(file)
    }
}

/// The array of a `.npy` file.
fn array(file: &[u8], wanted: Kind) -> Result<Numbers, ArrayError> {
    let (header, data) = parts(file).ok_or(ArrayError::Damaged)?;
    let (descr, fortran, shape) = described(header).ok_or(ArrayError::Damaged)?;
    let (kind, width, number) = element(descr).ok_or(ArrayError::Kind)?;
    if kind != wanted {
        return Err(ArrayError::Kind);
    }
    let count =
        shape.iter().try_fold(1_usize, |count, length| count.checked_mul(*length)).ok_or(ArrayError::Damaged)?;
    if count.checked_mul(width) != Some(data.len()) {
        return Err(ArrayError::Damaged);
    }
    let little = !descr.starts_with('>');
    let numbers: Vec<f64> = data
        .chunks_exact(width)
        .map(|chunk| {
            let mut bytes = [0; 8];
            bytes[..width].copy_from_slice(chunk);
            if !little {
                bytes[..width].reverse();
            }
            number(bytes)
        })
        .collect();
    Ok(if fortran { (shape.clone(), from_fortran(&shape, &numbers)) } else { (shape, numbers) })
}

/// Header text and data.
fn parts(file: &[u8]) -> Option<(&str, &[u8])> {
    let rest = file.strip_prefix(b"\x93NUMPY")?;
    let (length, begin): (usize, usize) = match rest.first()? {
        1 => (short(rest, 2)?, 4),
        2 | 3 => (long(rest, 2)?, 6),
        _ => return None,
    };
    let header = std::str::from_utf8(rest.get(begin..begin.checked_add(length)?)?).ok()?;
    Some((header, &rest[begin + length..]))
}

/// Type of the elements, whether the first index is the fastest, and the shape.
fn described(header: &str) -> Option<(&str, bool, Vec<usize>)> {
    let after = |key: &str| header.split_once(key).map(|(_, rest)| rest.trim_start());
    let descr = after("'descr':")?.strip_prefix('\'')?.split_once('\'')?.0;
    let fortran = after("'fortran_order':")?.starts_with("True");
    let lengths = after("'shape':")?.strip_prefix('(')?.split_once(')')?.0;
    let lengths = lengths.split(',').map(str::trim).filter(|text| !text.is_empty());
    Some((descr, fortran, lengths.map(|text| text.parse().ok()).collect::<Option<_>>()?))
}

type Element = (Kind, usize, fn([u8; 8]) -> f64);

/// Kind and width of an element, and its value from little-endian bytes.
fn element(descr: &str) -> Option<Element> {
    let element: Element = match descr.trim_start_matches(['<', '>', '|', '=']) {
        "f4" => (Kind::Float, 4, |bytes| f64::from(f32::from_bits(i64::from_le_bytes(bytes) as u32))),
        "f8" => (Kind::Float, 8, f64::from_le_bytes),
        "i1" => (Kind::Whole, 1, |bytes| f64::from(i64::from_le_bytes(bytes) as i8)),
        "u1" => (Kind::Whole, 1, |bytes| f64::from(bytes[0])),
        "i2" => (Kind::Whole, 2, |bytes| f64::from(i64::from_le_bytes(bytes) as i16)),
        "u2" => (Kind::Whole, 2, |bytes| f64::from(i64::from_le_bytes(bytes) as u16)),
        "i4" => (Kind::Whole, 4, |bytes| f64::from(i64::from_le_bytes(bytes) as i32)),
        "u4" => (Kind::Whole, 4, |bytes| f64::from(i64::from_le_bytes(bytes) as u32)),
        // Labels and sessions are far from where doubles lose whole numbers.
        "i8" => (Kind::Whole, 8, |bytes| i64::from_le_bytes(bytes) as f64),
        _ => return None,
    };
    Some(element)
}

/// Numbers with the first index the fastest, put in the order in which the last one is.
fn from_fortran(shape: &[usize], numbers: &[f64]) -> Vec<f64> {
    let place = |mut rank: usize| {
        let mut at = 0;
        let mut indices = vec![0; shape.len()];
        for (index, length) in indices.iter_mut().zip(shape).rev() {
            *index = rank % length;
            rank /= length;
        }
        for (index, length) in indices.iter().zip(shape).rev() {
            at = at * length + index;
        }
        at
    };
    (0..numbers.len()).map(|rank| numbers[place(rank)]).collect()
}

fn short(bytes: &[u8], at: usize) -> Option<usize> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(usize::from(u16::from_le_bytes(two.try_into().ok()?)))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(four.try_into().ok()?)).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// What `numpy.savez` wrote: x, 2 x 3 doubles in Fortran's order, and y, big-endian i2, stored.
    const STORED: &[u8] = include_bytes!("../../../tests/data/stored.npz");
    const REAL: &[u8] = include_bytes!("../../../../../data/strokes/wrist_velocity.npz");

    fn numbers(archive: &Archive<'_>, name: &str, kind: Kind) -> Option<Numbers> {
        archive.array(name, kind).ok()
    }

    #[test]
    fn ref_arrays_are_those_that_numpy_wrote() {
        let archive = Archive::new(STORED).unwrap();
        assert_eq!(archive.names().collect::<Vec<_>>(), ["x", "y"]);
        let x = vec![0.5, 1.5, 2.5, 3.5, 4.5, 5.5];
        assert_eq!(numbers(&archive, "x", Kind::Float), Some((vec![2, 3], x)));
        assert_eq!(numbers(&archive, "y", Kind::Whole), Some((vec![3], vec![-2.0, 0.0, 300.0])));
        assert!(matches!(archive.array("y", Kind::Float), Err(ArrayError::Kind)));
        assert!(matches!(archive.array("z", Kind::Float), Err(ArrayError::Damaged)));
    }

    #[test]
    fn law_damaged_archives_are_refused_or_whole() {
        let archive = Archive::new(REAL).unwrap();
        let truth = numbers(&archive, "session", Kind::Whole).unwrap();
        let mut refused = 0;
        for number in 0..400 {
            let mut bytes = REAL.to_vec();
            let at = bytes.len() - 1 - number * 7 % 900;
            bytes[at] ^= 1 + (number % 255) as u8;
            let found = Archive::new(&bytes).and_then(|archive| numbers(&archive, "session", Kind::Whole));
            assert!(found.as_ref().is_none_or(|found| *found == truth), "byte {at}");
            refused += usize::from(found.is_none());
            assert!(Archive::new(&REAL[..REAL.len() - 1 - number]).is_none());
        }
        assert!(refused > 50, "{refused}");
    }
}
