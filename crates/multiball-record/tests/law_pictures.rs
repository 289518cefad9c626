#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, missing_docs)]
//! What cameras saw comes back, smaller.

mod support;

use multiball::hall::record::{Message, Picture, Recorder, SeenMark};
use multiball::vision::{Frame, Region};
use multiball_record::{Recording, Replay};
use support::{Folder, Memory, Options};

/// Width and grey pixels of a PNG.
fn decoded(png: &[u8]) -> (usize, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    (info.width as usize, pixels)
}

#[test]
fn law_pictures_come_back_by_camera_and_time() {
    let folder = Folder::new("pictures");
    let options = Options { seconds: 12.0, ..Options::default() };
    let written = folder.record("recording.mcap", &options);
    let mut memory = Memory::default();
    support::play(&mut memory, &options);
    let replay = Replay::open(&folder.0.join("recording.mcap")).unwrap();
    assert!(written.pictures > 40 && written.pictures < memory.pictures.len() as u64 / 10);
    for camera in 0..2 {
        for t_s in [0.0, 3.0, 7.25, 11.99] {
            let picture = replay.picture(camera, t_s).unwrap().unwrap();
            assert!(picture.camera == camera && picture.t_s <= t_s);
            let (width, pixels) = decoded(&picture.png);
            assert_eq!((width, pixels.len()), (320, 320 * 256));
            let Some(sent) =
                memory.pictures.iter().find(|each| each.camera == camera && (each.t_s - picture.t_s).abs() < 1e-9)
            else {
                assert_eq!(picture.png, replay.backdrop(camera).unwrap().unwrap());
                continue;
            };
            let close = |a: &SeenMark, b: &SeenMark| {
                (a.pixel[0] - b.pixel[0]).abs().max((a.pixel[1] - b.pixel[1]).abs()) < 1e-9
                    && a.radius_px == b.radius_px
            };
            assert!(sent.marks.iter().zip(&picture.marks).all(|(a, b)| close(a, b)));
            let [x, y] = sent.marks[0].pixel.map(|pixel| ((pixel + 0.5) / 4.0) as usize);
            if x < 320 && y < 256 {
                assert!(pixels[y * width + x] > 150, "the ball is bright in the middle of its mark");
            }
        }
    }
    assert_eq!((replay.picture(2, 5.0), replay.backdrop(2)), (Ok(None), Ok(None)));
}

#[test]
fn law_parts_are_pasted_where_they_were_read() {
    let folder = Folder::new("parts");
    let path = folder.0.join("recording.mcap");
    let mut recording = Recording::create(&path).unwrap();
    recording.record(&Message::Stage(Box::new(multiball_fake_session::stage())));
    let frame = Frame::filled(Region::whole(1280, 1024), 40);
    recording.record(&Message::Backdrop { camera: 0, frame });
    let part = |left, top, width, height, grey| Frame::filled(Region { left, top, width, height }, grey);
    // Whole blocks of four; one that covers a quarter of its blocks; one over the sensor's corner; one beyond it.
    let parts =
        vec![part(8, 8, 8, 4, 200), part(102, 102, 4, 4, 200), part(1276, 1020, 40, 40, 100), part(1300, 0, 4, 4, 255)];
    recording.record(&Message::Picture(Picture { t_s: 0.5, camera: 0, parts, marks: Vec::new() }));
    recording.finish().unwrap();
    let replay = Replay::open(&path).unwrap();
    let (width, pixels) = decoded(&replay.picture(0, 1.0).unwrap().unwrap().png);
    let at = |x: usize, y: usize| pixels[y * width + x];
    assert_eq!([at(1, 2), at(2, 2), at(3, 2), at(4, 2), at(2, 1), at(2, 3)], [40, 200, 200, 40, 40, 40]);
    assert_eq!([at(25, 25), at(26, 25), at(25, 26), at(26, 26), at(24, 25)], [80, 80, 80, 80, 40]);
    assert_eq!([at(319, 255), at(318, 255)], [100, 40]);
    assert_eq!(decoded(&replay.backdrop(0).unwrap().unwrap()), (320, vec![40; 320 * 256]));
}
