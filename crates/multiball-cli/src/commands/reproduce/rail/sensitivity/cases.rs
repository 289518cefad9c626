//! The assumptions that are changed.

/// A field of a scenario, and a value of it.
pub(super) type Field = (&'static str, &'static str);

/// An assumption that is changed, as fields of the scenario `hall`.
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) fields: &'static [Field],
    pub(super) kind: Kind,
}

/// What a change is to a robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing is changed.
    Baseline,
    /// It can be found out.
    FoundOut,
    /// It cannot be found out.
    Bound,
    /// The robot takes something for what it is not.
    WrongAssumption,
    /// Several things at once.
    Together,
}

impl Kind {
    /// In words; a baseline needs none.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Baseline => "",
            Self::FoundOut => "can be found out",
            Self::Bound => "a bound",
            Self::WrongAssumption => "a wrong assumption",
            Self::Together => "several at once",
        }
    }
}

impl Case {
    /// Whether cameras watch, not points.
    pub(super) fn with_cameras(&self) -> bool {
        self.fields.contains(&CAMERAS)
    }

    /// What it is compared with: the same without what is changed.
    pub(super) fn baseline(&self) -> &'static Self {
        baseline(self.with_cameras())
    }

    /// Whether it can be joined with another: it is one assumption, the other another one, and both act in one world.
    pub(super) fn pairs_with(&self, other: &Self) -> bool {
        let changes = |field: &&Field| **field != CAMERAS;
        let changed = |key: &str| other.fields.iter().filter(changes).any(|(other, _)| *other == key);
        let is_apart = self.fields.iter().filter(changes).all(|(key, _)| !changed(key));
        let of_points = |case: &Self| case.fields.iter().any(|(key, _)| *key == POINT_NOISE);
        let acts = !(self.with_cameras() && of_points(other) || other.with_cameras() && of_points(self));
        is_apart && acts
    }
}

/// The case in which nothing is changed, with cameras or with points.
pub(super) fn baseline(with_cameras: bool) -> &'static Case {
    if with_cameras { &CASES[CAMERAS_AS_TOLD] } else { &CASES[0] }
}

/// The field that has cameras watch.
pub(super) const CAMERAS: Field = ("player.sensing", "cameras");
/// The field that does nothing where cameras watch.
const POINT_NOISE: &str = "sensing.point_sd_m";

/// All is as the robot is told, so that one thing at a time can be changed.
pub(super) const AS_TOLD: &[Field] = &[
    ("player.sensing", "points"),
    ("player.knows", "measured"),
    ("rig.racket_tilt_sd_deg", "0"),
    ("rig.rubber_restitution_sd", "0"),
    ("rig.rubber_friction_sd", "0"),
    ("rig.arm_offset_sd_m", "0"),
];

const fn found(name: &'static str, fields: &'static [Field]) -> Case {
    Case { name, fields, kind: Kind::FoundOut }
}

const fn bound(name: &'static str, fields: &'static [Field]) -> Case {
    Case { name, fields, kind: Kind::Bound }
}

const fn assumed(name: &'static str, fields: &'static [Field]) -> Case {
    Case { name, fields, kind: Kind::WrongAssumption }
}

/// Where the second baseline stands among the cases.
const CAMERAS_AS_TOLD: usize = 1;

/// What nothing is changed in, with points and with cameras; one thing changed at a time; all that is worse together.
/// Restitution of the rubber is 0.536: a tenth of it is 0.054. Where nothing else is said, cameras are calibrated as in
/// a good laboratory, and the robot allows for three times such errors. A rolling shutter of 9 µs a row exposes the
/// last one 9.2 ms after the first. Baselines are known by their address.
#[rustfmt::skip]
pub(super) static CASES: &[Case] = &[
    Case { name: "all as told", fields: &[], kind: Kind::Baseline },
    Case { name: "all else as told, cameras", fields: &[CAMERAS], kind: Kind::Baseline },
    found("rubber restitution +10 %", &[("rig.rubber_restitution", "0.054")]),
    found("rubber restitution -10 %", &[("rig.rubber_restitution", "-0.054")]),
    found("rubber friction +30 %", &[("rig.rubber_friction", "1.3")]),
    found("racket tilt 2° about the handle", &[("rig.racket_tilt_deg", "0,2")]),
    found("racket tilt 2° across it", &[("rig.racket_tilt_deg", "2,0")]),
    found("racket of 90 g in place of 180 g", &[("rig.racket_mass_kg", "0.09")]),
    found("cameras to arm 10 mm along the table", &[("rig.arm_offset_m", "0.01,0,0")]),
    found("cameras to arm 10 mm in height", &[("rig.arm_offset_m", "0,0,0.01")]),
    found("air and table by data sheet", &[("player.knows", "typical")]),
    found("lift -20 %, by data sheet",
        &[("player.knows", "typical"), ("ball.aero", "saturating:cd=.547,a=.2224,b=.226")]),
    found("calibration x3, cameras", &[CAMERAS, ("sensing.calibration_factor", "3")]),
    found("calibration x5, cameras", &[CAMERAS, ("sensing.calibration_factor", "5")]),
    assumed("calibration x3, taken for x1, cameras", &[CAMERAS, ("sensing.calibration_factor", "3"),
        ("sensing.believed_calibration_factor", "1")]),
    assumed("calibration x5, taken for x1, cameras", &[CAMERAS, ("sensing.calibration_factor", "5"),
        ("sensing.believed_calibration_factor", "1")]),
    assumed("anti-spin rubber taken for inverted", &[("player.believed_racket", "offensive-inverted-2.1")]),
    assumed("time stamps 3 ms late", &[("sensing.time_offset_s", "0.003")]),
    assumed("time stamps 10 ms late", &[("sensing.time_offset_s", "0.01")]),
    assumed("rolling shutter taken for global, cameras", &[CAMERAS, ("sensing.line_time_s", "0.000009")]),
    bound("contact time within 20 ms", &[("sensing.contact_time_sd_s", "0.02")]),
    bound("keypoints with 3 cm of noise", &[("sensing.keypoint_sd_m", "0.03")]),
    bound("keypoints 50 ms late", &[("sensing.keypoint_latency_s", "0.05")]),
    bound("inverted rubber", &[("ball.racket", "offensive-inverted-2.1")]),
    bound("no edge and no handle to hit", &[("player.racket_edge", "false"), ("player.racket_handle_m", "0")]),
    bound("points with 6 mm of noise", &[(POINT_NOISE, "0.006")]),
    bound("noise of images x3, cameras",
        &[CAMERAS, ("sensing.read_noise_grey", "2.4"), ("sensing.shot_noise_grey", "7.65")]),
    bound("100 frames in a second, cameras", &[CAMERAS, ("sensing.rate_hz", "100")]),
    bound("own arm visible and masked, cameras", &[CAMERAS, ("sensing.own_arm", "visible")]),
    bound("latency 20 ms", &[("sensing.latency_s", "0.02")]),
    bound("latency 40 ms", &[("sensing.latency_s", "0.04")]),
    bound("jitter of 3 ms", &[("sensing.jitter_s", "0.003")]),
    bound("computing takes 5 ms", &[("sensing.computing_s", "0.005")]),
    bound("20 % of points lost", &[("sensing.dropped_share", "0.2")]),
    bound("5 % of points elsewhere", &[("sensing.outlier_share", "0.05")]),
    bound("rails of 40 m/s² and 4 m/s", &[("drives.rail_acceleration_m_s2", "40"), ("drives.rail_speed_m_s", "4")]),
    bound("rails of 10 m/s²", &[("drives.rail_acceleration_m_s2", "10")]),
    bound("rails of 5 m/s²", &[("drives.rail_acceleration_m_s2", "5")]),
    bound("drives half as stiff", &[("drives.stiffness_rad_s", "75")]),
    Case {
        name: "all by data sheet, calibration x2, latency 15 ms",
        fields: &[CAMERAS, ("player.knows", "typical"), ("sensing.calibration_factor", "2"),
            ("sensing.latency_s", "0.015")],
        kind: Kind::Together,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_baselines_change_nothing() {
        assert!(CASES[0].fields.is_empty());
        assert_eq!(CASES[CAMERAS_AS_TOLD].fields, [CAMERAS]);
        assert!(CASES.iter().all(|case| case.baseline().with_cameras() == case.with_cameras()));
        assert!(CASES.iter().all(|case| (case.kind == Kind::Baseline) == std::ptr::eq(case, case.baseline())));
    }

    #[test]
    fn law_pairs_change_different_fields_that_act_together() {
        let case = |name: &str| CASES.iter().find(|case| case.name == name).unwrap();
        let pairs = |one: &str, other: &str| {
            let both = case(one).pairs_with(case(other));
            assert_eq!(both, case(other).pairs_with(case(one)), "{one}, {other}");
            both
        };
        assert!(pairs("latency 20 ms", "rails of 10 m/s²"));
        assert!(pairs("calibration x3, cameras", "100 frames in a second, cameras"));
        assert!(!pairs("latency 20 ms", "latency 40 ms"));
        assert!(!pairs("calibration x3, cameras", "calibration x5, taken for x1, cameras"));
        assert!(!pairs("calibration x3, cameras", "points with 6 mm of noise"));
    }
}
