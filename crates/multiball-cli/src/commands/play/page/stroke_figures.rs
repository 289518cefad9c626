//! Pictures of the robots' strokes: landings, what was predicted, the robots' computing time, one stroke, and serves.

use multiball::court::Side;
use multiball::hall::record::{JointSample, StagedRobot};
use multiball::hall::training::OpponentSettings;

use super::super::super::reproduce::printed::{INNER_HALF, MEAN_LANDING_MM, OUTER_HALF};
use super::super::gathered::{GoodStroke, HORIZON_S};
use super::super::hall_report::Returns;
use super::{HEIGHT, ReportPage};
use crate::failure::Failure;
use crate::page::figure;
use crate::plot::{self, ErrorCurves, Landings, PAGE_WIDTH, StrokeCurves, StrokePanel, colour_name};
use crate::show::counted;
use crate::statistics::{quantile, sorted};

/// Scale of the table, pixels per metre.
const TABLE_SCALE: f64 = 200.0;
/// Bins with fewer values say little.
const ENOUGH: usize = 20;

impl ReportPage<'_> {
    pub(super) fn stroke_figures(&self) -> Result<Vec<String>, Failure> {
        let returns = self.report.hall.iter().flat_map(|hall| &hall.returns);
        let mut figures: Vec<String> = returns.map(|returns| self.landings(returns)).collect::<Result<_, _>>()?;
        figures.extend(self.predicted()?);
        if self.latency.pictures > 0 {
            figures.push(self.thinking()?);
        }
        let stroke = self.gathered.typical_stroke().map(|stroke| self.stroke(stroke)).transpose()?;
        figures.extend(stroke.flatten());
        figures.extend(self.gathered.server.map(|server| self.serves(server)).transpose()?);
        Ok(figures)
    }

    fn landings(&self, returns: &Returns) -> Result<String, Failure> {
        let side = returns.side;
        let landings: Vec<(f64, f64)> = returns.landings_m.iter().map(|place| from_end(side, place)).collect();
        let people = self.scenario.opponent.as_ref().is_some_and(OpponentSettings::is_person);
        let picture = plot::landings(&Landings {
            court: &self.scenario.court(),
            title: "",
            scale: TABLE_SCALE,
            with_legend: false,
            target: Some(from_end(side, &returns.target_m)),
            half_sides: [OUTER_HALF, INNER_HALF],
            lost: returns.balls - landings.len(),
            turned: side == Side::Away,
            landings: &landings,
            mean_of_paper: people.then_some(MEAN_LANDING_MM.map(|place| 1e-3 * place)),
        })?;
        let mut legend = vec![("landings", "var(--path)"), ("their mean", "var(--mean)")];
        legend.extend(people.then_some(("mean of paper 004", "var(--table)")));
        let legend: Vec<(&str, String)> = legend.into_iter().map(|(name, colour)| (name, colour.to_owned())).collect();
        let caption = format!(
            "{} of {} came down on the far half. + is the target, with squares of 60 and 30 cm around it; the robot \
             stands beyond the net, at the right.{}",
            landings.len(),
            counted(returns.balls, "ball"),
            turned(side)
        );
        Ok(figure(&format!("landings-{side}"), &format!("Where returns landed: {side}"), &picture, &legend, &caption))
    }

    fn serves(&self, server: Side) -> Result<String, Failure> {
        let landings: Vec<(f64, f64)> = self.gathered.serves.values().map(|place| from_end(server, place)).collect();
        let (served, landed) = (self.gathered.served as usize, self.gathered.serves_landed as usize);
        let picture = plot::landings(&Landings {
            court: &self.scenario.court(),
            title: "",
            scale: TABLE_SCALE,
            with_legend: false,
            target: None,
            half_sides: [OUTER_HALF, INNER_HALF],
            lost: served - landed,
            turned: server == Side::Away,
            landings: &landings,
            mean_of_paper: None,
        })?;
        let caption = format!(
            "{landed} of {} came down on the receiver's half; the server stands beyond the net, at the right.{}",
            counted(served, "serve"),
            turned(server)
        );
        Ok(figure("serves", "Where serves landed", &picture, &[], &caption))
    }

    /// Error of the predicted hit over the time before it.
    fn predicted(&self) -> Result<Option<String>, Failure> {
        let (mut median_m, mut p90_m, mut predicted, mut left_out) = (Vec::new(), Vec::new(), 0, 0);
        for (bin, errors) in self.gathered.errors.iter().enumerate() {
            let errors = sorted(errors.values().copied().collect());
            if errors.len() < ENOUGH {
                left_out += errors.len();
                continue;
            }
            let ahead_s = HORIZON_S * (bin as f64 + 0.5);
            median_m.extend(quantile(&errors, 0.5).map(|error| (ahead_s, error)));
            p90_m.extend(quantile(&errors, 0.9).map(|error| (ahead_s, error)));
            predicted += errors.len();
        }
        let Some((furthest_s, _)) = median_m.last().copied() else { return Ok(None) };
        let picture = plot::error_curves(&ErrorCurves {
            title: String::new(),
            along: "time before the hit, s".into(),
            size: (PAGE_WIDTH, HEIGHT),
            with_band: true,
            with_published: false,
            furthest_s,
            median_m,
            p90_m,
            expected_m: Vec::new(),
        })?;
        let legend = [
            ("median", "var(--table)".to_owned()),
            ("90 % are nearer", "color-mix(in srgb,var(--table) 45%,var(--paper))".to_owned()),
        ];
        let mut caption = format!(
            "Distance between the ball at the hit and where it was predicted to be then; {} in bins of {:.0} ms.",
            counted(predicted, "prediction"),
            1e3 * HORIZON_S
        );
        if left_out > 0 {
            caption += &format!(" Bins with fewer than {ENOUGH} are left out: {}.", counted(left_out, "prediction"));
        }
        Ok(Some(figure("predicted", "Prediction of the hit", &picture, &legend, &caption)))
    }

    /// The joints of one stroke; none of a robot that is not known.
    fn stroke(&self, stroke: &GoodStroke) -> Result<Option<String>, Failure> {
        let robots = self.gathered.stage.iter().flat_map(|stage| &stage.robots);
        let Some(robot) = robots.into_iter().find(|robot| robot.name == stroke.robot) else { return Ok(None) };
        let panels: Vec<StrokePanel> =
            [true, false].into_iter().filter_map(|slides| panel(robot, slides, &stroke.motion)).collect();
        let apart = panels.iter().map(|panel| match panel.slides {
            true => format!("{:.1} mm", 1e3 * panel.widest_gap()),
            false => format!("{:.1} mrad", 1e3 * panel.widest_gap()),
        });
        let apart = apart.collect::<Vec<_>>().join(" and ");
        let t_s = stroke.motion.iter().map(|sample| sample.t_s - stroke.hit_s).collect();
        let picture = plot::stroke_curves(&StrokeCurves { t_s, panels })?;
        let names: Vec<String> = robot.joints.iter().map(|joint| joint.name.replace('_', " ")).collect();
        let legend: Vec<(&str, String)> =
            names.iter().enumerate().map(|(index, name)| (name.as_str(), colour_name(index))).collect();
        let caption = format!(
            "Stroke {} of the session, by the {}: a typical one of those that landed, {:.0} mm from the target. \
             Solid: as the joints moved; dashed: as they were commanded. The two are at most {apart} apart.",
            stroke.number,
            stroke.robot,
            1e3 * stroke.off_m
        );
        Ok(Some(figure("stroke", "One stroke", &picture, &legend, &caption)))
    }

    fn thinking(&self) -> Result<String, Failure> {
        let latency = self.latency;
        let picture = plot::thinking(&latency.thinking())?;
        let caption = format!(
            "By the clock on the wall, from a picture to the decision: median {}, 99 % within {}, longest {}; {} \
             of {} took longer than until the next picture. Pictures that changed no decision are counted, too.",
            in_time(latency.quantile_s(0.5)),
            in_time(latency.quantile_s(0.99)),
            in_time(latency.longest_s),
            latency.late,
            counted(latency.pictures as usize, "picture")
        );
        Ok(figure("thinking", "Latency: how long a robot thinks", &picture, &[], &caption))
    }
}

/// A point as seen from a side's end of the table: the far half has negative x.
fn from_end(side: Side, [x, y]: &[f64; 2]) -> (f64, f64) {
    (side.sign() * x, side.sign() * y)
}

/// The remark under pictures that are rotated by half a turn.
fn turned(side: Side) -> &'static str {
    if side == Side::Away { " The table is turned for that." } else { "" }
}

/// The joints of one kind.
fn panel(robot: &StagedRobot, slides: bool, motion: &[JointSample]) -> Option<StrokePanel> {
    let of_kind: Vec<usize> = (0..robot.joints.len()).filter(|joint| robot.joints[*joint].slides == slides).collect();
    let values = |joint: &usize| {
        motion.iter().filter_map(|sample| Some([*sample.commanded.get(*joint)?, *sample.moved.get(*joint)?])).collect()
    };
    Some(StrokePanel { slides, first_colour: *of_kind.first()?, joints: of_kind.iter().map(values).collect() })
}

/// A short time in words.
fn in_time(time_s: f64) -> String {
    if time_s < 1e-3 { format!("{:.0} µs", 1e6 * time_s) } else { format!("{:.1} ms", 1e3 * time_s) }
}
