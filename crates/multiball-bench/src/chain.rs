//! The ball in the image: the paper's chain compared with OpenCV's, on the same frame.

use std::hint::black_box;

use multiball::geometry::Vec3;
use multiball::vision::detect::{BlobPipeline, BlobPipelineSettings, Detector, DetectorSettings, Look};
use multiball::vision::image::Background;
use multiball::vision::scene::{BallTruth, Moment, Scene, SceneCamera, Sensor, stereo_rig};
use multiball::vision::{Frame, Region, Vec2};
use serde::Deserialize;

use crate::clock::least_ns;
use crate::{Effort, Row, python};

/// The peer's program: reads frame, background and regions as JSON, answers with times and centres.
const PROGRAM: &str = include_str!("opencv_chain_peer.py");
/// Note printed under the table.
pub(crate) const NOTE: &str = "ball in the image: background, threshold, opening, connected parts of one rendered \
    frame with a flying ball. OpenCV does the same steps and ends with contours or with components. The detector also \
    measures and judges. Light and clutter in a frame change the times";

#[derive(Debug, Deserialize)]
struct Answer {
    version: String,
    regions: Vec<RegionAnswer>,
}

#[derive(Debug, Deserialize)]
struct RegionAnswer {
    contours_ns: f64,
    components_ns: f64,
    centre_px: [f64; 2],
}

/// A frame of the training hall with a ball over the table, and the same without.
struct Example {
    frame: Frame,
    background: Frame,
    /// Where to search: around the ball, and everywhere.
    regions: [(&'static str, Region); 2],
}

impl Example {
    fn new() -> Option<Self> {
        let camera = SceneCamera::new(&Scene::training_hall(), stereo_rig()[0], Sensor::default(), 0);
        let ball = BallTruth { position: Vec3::new(0.4, 0.1, 0.3), velocity: Vec3::new(5.0, 0.5, 0.5) };
        let render = |moment: &Moment| {
            let mut frame = Frame::filled(camera.whole(), 0);
            camera.render(moment, camera.whole(), &mut frame);
            frame
        };
        let pixel = camera.camera().project(&ball.position)?;
        let regions =
            [("200 x 200", Region::around(&pixel, 200, 200, &camera.whole())), ("1280 x 1024", camera.whole())];
        let (frame, background) = (render(&Moment::still(1).with_ball(ball)), render(&Moment::still(0)));
        Some(Self { frame, background, regions })
    }

    /// Time of the chain in a region, ns, and the centre of the largest blob.
    fn chain(&self, region: &Region, effort: Effort) -> Option<(f64, Vec2)> {
        let mut chain = BlobPipeline::new(BlobPipelineSettings::default());
        let ns = least_ns(effort, || {
            black_box(chain.blobs(black_box(&self.frame), &self.background, region).map_or(0, <[_]>::len));
        });
        let blobs = chain.blobs(&self.frame, &self.background, region).ok()?;
        let largest = blobs.iter().max_by_key(|blob| blob.area)?.centre();
        Some((ns, largest + Vec2::new(region.left as f64, region.top as f64)))
    }

    /// Time of the detector in a region, ns.
    fn detector(&self, region: Region, effort: Effort) -> f64 {
        let settings = DetectorSettings { radius_px: (4.0, 9.0), ..DetectorSettings::default() };
        let mut detector = Detector::new(Background::from_frame(&self.background), settings);
        least_ns(effort, || {
            black_box(detector.detect(black_box(&self.frame), &Look::In(region)).map_or(0, <[_]>::len));
        })
    }

    fn ask(&self) -> Result<Answer, String> {
        let regions = self.regions.map(|(_, region)| [region.left, region.top, region.width, region.height]);
        let question = serde_json::json!({
            "width": self.frame.region().width,
            "height": self.frame.region().height,
            "frame": hex(self.frame.pixels()),
            "background": hex(self.background.pixels()),
            "regions": regions,
        });
        python::ask(PROGRAM, &question.to_string())
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// All rows, and remarks.
pub(crate) fn rows(effort: Effort) -> (Vec<Row>, Vec<String>) {
    let Some(example) = Example::new() else { return (Vec::new(), Vec::new()) };
    let answer = example.ask();
    let (mut rows, mut notes) = (Vec::new(), vec![NOTE.to_owned()]);
    for (index, (size, region)) in example.regions.iter().enumerate() {
        let Some((ns, centre)) = example.chain(region, effort) else { continue };
        let row = Row::alone(format!("ball chain {size}"), ns);
        let detector = Row::alone(format!("ball detector {size}"), example.detector(*region, effort));
        match answer.as_ref().map(|answer| (answer, answer.regions.get(index))) {
            Ok((Answer { version, .. }, Some(theirs))) => {
                rows.push(row.clone().versus(format!("OpenCV {version}, contours"), theirs.contours_ns, None));
                rows.push(row.versus(format!("OpenCV {version}, components"), theirs.components_ns, None));
                rows.push(detector.versus(format!("OpenCV {version}, contours"), theirs.contours_ns, None));
                let apart = (centre - Vec2::from(theirs.centre_px)).norm();
                notes.push(format!("ball chain {size}: our centre and OpenCV's are {apart:.0e} px apart"));
            }
            _ => rows.extend([row, detector]),
        }
    }
    if let Err(reason) = answer {
        notes.push(format!("OpenCV was not measured: {reason}"));
    }
    (rows, notes)
}
