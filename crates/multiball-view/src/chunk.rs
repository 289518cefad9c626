//! A session cut into chunks of equal time, as the page reads them.
//!
//! A chunk is JSON: `{"number":N,"frames":[[t,[values],[balls],work],…],"events":[…]}`. `t` is in 10 µs. `values` are
//! all joints, then per person seventeen keypoints, the blade's middle and its normal, then the picker's x, y, heading,
//! believed x, y, heading, balls inside and battery: whole multiples of 10⁻⁴ (m, rad or one), in the first frame of a
//! chunk as they are, later as differences from the frame before. `balls` are five numbers each: the ball's number, the
//! index of its place in [`BallPlace::ALL`], x, y, z; all balls in the first frame, later those that changed. `work` is
//! the picker's task, when that changed. `events` are [`SessionEvent`]s with their time `t_s`.

use std::io::Write;

use multiball::hall::record::{BallPlace, PersonNow, PickerNow, SessionEvent, Snapshot, Stage};
use multiball::opponent::Keypoint;
use serde_json::Value;

/// Session time of a chunk, s.
pub const CHUNK_S: f64 = 0.25;
/// Chunks of a session of about three years: a later time is refused.
const MOST_CHUNKS: f64 = 4e8;
/// A person's numbers: keypoints, blade, normal.
const PERSON: usize = 3 * (Keypoint::COUNT + 2);
const PICKER: usize = 8;

/// A finished chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// It covers session times from this many times [`CHUNK_S`] on.
    pub number: u64,
    /// JSON.
    pub text: Vec<u8>,
}

/// Writes chunks from snapshots and events in order of time.
#[derive(Debug)]
pub struct ChunkWriter {
    joints: Vec<usize>,
    people: usize,
    picker: bool,
    values: Vec<i64>,
    before: Vec<i64>,
    balls: Vec<[i64; 4]>,
    work: String,
    number: Option<u64>,
    frames: Vec<u8>,
    events: Vec<u8>,
}

impl ChunkWriter {
    /// A writer for sessions on this stage.
    #[must_use]
    pub fn new(stage: &Stage) -> Self {
        let joints: Vec<usize> = stage.robots.iter().map(|robot| robot.joints.len()).collect();
        let (people, picker) = (stage.people.len(), stage.picker.is_some());
        let width = joints.iter().sum::<usize>() + people * PERSON + usize::from(picker) * PICKER;
        Self {
            joints,
            people,
            picker,
            values: vec![0; width],
            before: vec![0; width],
            balls: Vec::new(),
            work: String::new(),
            number: None,
            frames: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Adds a snapshot; returns the chunk before, if it is whole by that. A snapshot without a time is passed over.
    pub fn snapshot(&mut self, now: &Snapshot) -> Option<Chunk> {
        let closed = self.turn_to(now.t_s)?;
        let first = self.frames.is_empty();
        self.gather(now);
        self.write_frame(now, first);
        self.before.copy_from_slice(&self.values);
        closed
    }

    /// Adds an event; returns the chunk before, if it is whole by that.
    pub fn happened(&mut self, t_s: f64, what: &SessionEvent) -> Option<Chunk> {
        let closed = self.turn_to(t_s)?;
        if let Ok(Value::Object(mut event)) = serde_json::to_value(what) {
            event.insert("t_s".to_owned(), Value::from(t_s));
            let mut event = Value::Object(event);
            round(&mut event);
            comma(&mut self.events);
            // Writing to memory cannot fail.
            let _ = serde_json::to_writer(&mut self.events, &event);
        }
        closed
    }

    /// The last chunk, though its time may not be over.
    pub fn finish(&mut self) -> Option<Chunk> {
        let number = self.number.take()?;
        let mut text = format!("{{\"number\":{number},\"frames\":[").into_bytes();
        text.append(&mut self.frames);
        text.extend_from_slice(b"],\"events\":[");
        text.append(&mut self.events);
        text.extend_from_slice(b"]}");
        Some(Chunk { number, text })
    }

    /// Opens the chunk of a time. Outer none: there is no such time. A time before the open chunk stays in it.
    fn turn_to(&mut self, t_s: f64) -> Option<Option<Chunk>> {
        let number = number_at(t_s)?;
        let closed = if self.number.is_some_and(|open| open < number) { self.finish() } else { None };
        self.number.get_or_insert(number);
        Some(closed)
    }

    /// What moves, as whole numbers in the stage's order; what a snapshot leaves out stays as it was.
    fn gather(&mut self, now: &Snapshot) {
        let mut at = 0;
        for (index, &count) in self.joints.iter().enumerate() {
            let joints = now.joints.get(index).map_or(&[][..], Vec::as_slice);
            put(&mut self.values[at..at + count], joints.iter().copied());
            at += count;
        }
        for index in 0..self.people {
            if let Some(person) = now.people.get(index) {
                put(&mut self.values[at..at + PERSON], person_numbers(person));
            }
            at += PERSON;
        }
        if let (true, Some(picker)) = (self.picker, &now.picker) {
            put(&mut self.values[at..at + PICKER], picker_numbers(picker).into_iter());
        }
    }

    fn write_frame(&mut self, now: &Snapshot, first: bool) {
        comma(&mut self.frames);
        let text = &mut self.frames;
        let _ = write!(text, "[{},[", (now.t_s * 1e5).round() as i64);
        for (index, (value, before)) in self.values.iter().zip(&self.before).enumerate() {
            let separator = if index == 0 { "" } else { "," };
            let _ = write!(text, "{separator}{}", if first { *value } else { value - before });
        }
        text.extend_from_slice(b"],[");
        self.write_balls(now, first);
        self.frames.push(b']');
        let work = now.picker.as_ref().map_or("", |picker| picker.state.as_str());
        if first || work != self.work {
            work.clone_into(&mut self.work);
            let _ = write!(self.frames, ",{}", Value::from(work));
        }
        self.frames.push(b']');
    }

    fn write_balls(&mut self, now: &Snapshot, first: bool) {
        self.balls.resize(now.balls.len(), [i64::MIN; 4]);
        let mut separator = "";
        for (number, (ball, known)) in now.balls.iter().zip(&mut self.balls).enumerate() {
            let place = BallPlace::ALL.iter().position(|place| *place == ball.place).unwrap_or(0) as i64;
            let [x, y, z] = ball.position_m.map(whole);
            if first || *known != [place, x, y, z] {
                *known = [place, x, y, z];
                let _ = write!(self.frames, "{separator}{number},{place},{x},{y},{z}");
                separator = ",";
            }
        }
    }
}

/// Number of the chunk of a time; none for what is no time of a session.
pub(crate) fn number_at(t_s: f64) -> Option<u64> {
    let number = (t_s / CHUNK_S).floor();
    (0.0..MOST_CHUNKS).contains(&number).then_some(number as u64)
}

/// A chunk without frames and events.
pub(crate) fn empty(number: u64) -> Vec<u8> {
    format!("{{\"number\":{number},\"frames\":[],\"events\":[]}}").into_bytes()
}

/// Rounds every fraction to 10⁻⁵: what nobody can see is not sent.
pub(crate) fn round(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(fraction) = number.as_f64() {
                *value = Value::from(rounded(fraction));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        _ => {}
    }
}

/// Rounds to 10⁻⁵.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 1e5).round() / 1e5
}

fn person_numbers(person: &PersonNow) -> impl Iterator<Item = f64> + '_ {
    // Someone with fewer keypoints keeps the place of the blade.
    let missing = Keypoint::COUNT.saturating_sub(person.keypoints_m.len());
    let points = person.keypoints_m.iter().take(Keypoint::COUNT).copied();
    let points = points.chain(std::iter::repeat_n([f64::NAN; 3], missing));
    points.chain([person.blade_m, person.blade_normal]).flatten()
}

fn picker_numbers(picker: &PickerNow) -> [f64; PICKER] {
    let [x, y] = picker.position_m;
    let [believed_x, believed_y] = picker.believed_m;
    let heading = [picker.heading_rad, picker.believed_heading_rad];
    [x, y, heading[0], believed_x, believed_y, heading[1], f64::from(picker.holds) * 1e-4, picker.battery]
}

fn put(values: &mut [i64], numbers: impl Iterator<Item = f64>) {
    for (value, number) in values.iter_mut().zip(numbers) {
        if number.is_finite() {
            *value = whole(number);
        }
    }
}

/// In 10⁻⁴; what is no number becomes zero, what is out of all bounds the bound.
fn whole(number: f64) -> i64 {
    (number * 1e4).round().clamp(-1e9, 1e9) as i64
}

fn comma(text: &mut Vec<u8>) {
    if !text.is_empty() {
        text.push(b',');
    }
}
