//! The inverse of the six-axis arm as paper 001 has it: angles between planes, by arc cosines that leave signs open.

use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt;

use crate::geometry::{Vec3, portable};
use crate::robot::{Arm6Geometry, Elbow, Joints, Shoulder, ToolAngles};

/// How far beyond ±1 rounding may put a cosine.
const ROUNDING: f64 = 1e-12;

/// The quadrant of an angle of which a plane angle a, from 0 to π/2, is known alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quadrant {
    /// a, as an arc cosine returns it.
    First,
    /// π - a.
    Second,
    /// a - π.
    Third,
    /// -a.
    Fourth,
}

impl Quadrant {
    /// All four.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Third, Self::Fourth];

    /// The angle in this quadrant, from its plane angle.
    #[must_use]
    pub fn angle(self, plane: f64) -> f64 {
        match self {
            Self::First => plane,
            Self::Second => PI - plane,
            Self::Third => plane - PI,
            Self::Fourth => -plane,
        }
    }

    /// The quadrant half a turn on.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::First => Self::Third,
            Self::Second => Self::Fourth,
            Self::Third => Self::First,
            Self::Fourth => Self::Second,
        }
    }

    /// The quadrant of the direction (x, y).
    fn of(x: f64, y: f64) -> Self {
        match (x >= 0.0, y >= 0.0) {
            (true, true) => Self::First,
            (false, true) => Self::Second,
            (false, false) => Self::Third,
            (true, false) => Self::Fourth,
        }
    }
}

impl fmt::Display for Quadrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "I",
            Self::Second => "II",
            Self::Third => "III",
            Self::Fourth => "IV",
        })
    }
}

/// One choice of all signs that the arc cosines of the wrist leave open: 2 x 2 of φ4, 2 of φ5, 2 x 2 of ζ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WristSigns {
    /// Quadrant of φ4.
    pub phi4: Quadrant,
    /// Whether φ5 is negative.
    pub phi5_negative: bool,
    /// Quadrant of ζ.
    pub zeta: Quadrant,
}

impl WristSigns {
    /// How many choices there are.
    pub const COUNT: usize = 32;
    /// What the formulas print: every arc cosine as it is.
    pub const PRINTED: Self = Self { phi4: Quadrant::First, phi5_negative: false, zeta: Quadrant::First };

    /// All choices, those with positive φ5 first.
    pub fn all() -> impl Iterator<Item = Self> {
        let wrist = |phi5_negative| Quadrant::ALL.into_iter().map(move |phi4| (phi5_negative, phi4));
        let choices = [false, true].into_iter().flat_map(wrist);
        choices.flat_map(|(phi5_negative, phi4)| Quadrant::ALL.map(|zeta| Self { phi4, phi5_negative, zeta }))
    }

    /// The choice that gives the same attitude with the wrist bent to the other side.
    #[must_use]
    pub fn flipped(self) -> Self {
        let Self { phi4, phi5_negative, zeta } = self;
        Self { phi4: phi4.opposite(), phi5_negative: !phi5_negative, zeta: zeta.opposite() }
    }
}

impl fmt::Display for WristSigns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.phi5_negative { "negative" } else { "positive" };
        write!(f, "φ4 in {}, φ5 {sign}, ζ in {}", self.phi4, self.zeta)
    }
}

/// What the paper's formulas give for one pose and one way to reach it with upper arm and forearm.
///
/// ```text
/// y' = (-cos β sin φ1, cos β cos φ1, sin β)    forearm        R = (-cos el sin az, cos el cos az, sin el)    gripper
/// m = z × y'    n = y' × R    o = z × R                        normals of the planes                     [eq. 5 to 9]
/// φ4 = acos(|m n| / (|m| |n|))    ζ = acos(|n o| / (|n| |o|))    φ6 = θ - ζ                             [eq. 4 and 10]
/// φ5 = acos(cos(el + β) cos(az + α)) as printed                  φ5 = acos(y' R), which holds                [eq. 11]
/// ```
/// φ1 to φ3 place the triangle of upper arm, forearm and wrist by the law of cosines, β = φ2 + φ3 [eq. 2 and 3]. Our
/// copy of the paper has lost equation 2 and all minus signs; its text says what the equation does. Angles turn by the
/// right hand, as in [`ToolAngles`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaneAngles {
    /// φ1, φ2, φ3, rad.
    pub arm: [f64; 3],
    /// β: the elevation of the forearm, rad.
    pub beta: f64,
    /// Between the planes m and n, from 0 to π/2.
    pub phi4: f64,
    /// Between forearm and gripper, from 0 to π.
    pub phi5: f64,
    /// Between the planes n and o, from 0 to π/2.
    pub zeta: f64,
    /// The attitude requested.
    pub tool: ToolAngles,
}

impl PlaneAngles {
    /// The formulas for an end point in the base frame, m, and an attitude; nothing where they give no number: the
    /// wrist out of reach, or two of forearm, gripper and vertical parallel, so that their plane is undefined.
    #[must_use]
    pub fn of(
        geometry: &Arm6Geometry,
        end: &Vec3,
        tool: &ToolAngles,
        shoulder: Shoulder,
        elbow: Elbow,
    ) -> Option<Self> {
        let gripper = pointing(tool.azimuth, tool.elevation);
        let (arm, beta) = arm(geometry, &(end - gripper * geometry.hand), shoulder, elbow)?;
        let forearm = pointing(arm[0], beta);
        let [m, n, o] = [Vec3::z().cross(&forearm), forearm.cross(&gripper), Vec3::z().cross(&gripper)];
        let phi5 = angle_of(forearm.dot(&gripper))?;
        Some(Self { arm, beta, phi4: between(&m, &n)?, phi5, zeta: between(&n, &o)?, tool: *tool })
    }

    /// φ5 by equation 11 as printed. Equation 3, which gives α and β their signs, has lost its own in our copy; each is
    /// the forearm's angle, or with `opposite` its negative.
    #[must_use]
    pub fn printed_phi5(&self, [opposite_alpha, opposite_beta]: [bool; 2]) -> f64 {
        let signed = |opposite, angle: f64| if opposite { -angle } else { angle };
        let elevation = self.tool.elevation + signed(opposite_beta, self.beta);
        let azimuth = self.tool.azimuth + signed(opposite_alpha, self.arm[0]);
        portable::acos(portable::cos(elevation) * portable::cos(azimuth))
    }

    /// The joints with one choice of signs.
    #[must_use]
    pub fn joints(&self, signs: WristSigns) -> Joints<6> {
        let [phi1, phi2, phi3] = self.arm;
        let phi5 = if signs.phi5_negative { -self.phi5 } else { self.phi5 };
        let phi6 = self.tool.roll - signs.zeta.angle(self.zeta);
        Joints::from([phi1, phi2, phi3, signs.phi4.angle(self.phi4), phi5, phi6])
    }

    /// The signs with φ5 > 0 that close the pose: the rule which the paper leaves to further research. With
    /// Δ = az - φ1, φ4 is in the quadrant of the first direction, ζ in that of the second.
    ///
    /// ```text
    /// (cos β sin el - sin β cos el cos Δ, -cos el sin Δ)        (cos β sin el cos Δ - sin β cos el, -cos β sin Δ)
    /// ```
    #[must_use]
    pub fn rule(&self) -> WristSigns {
        let (sin_d, cos_d) = portable::sin_cos(self.tool.azimuth - self.arm[0]);
        let (sin_e, cos_e) = portable::sin_cos(self.tool.elevation);
        let (sin_b, cos_b) = portable::sin_cos(self.beta);
        WristSigns {
            phi4: Quadrant::of(cos_b * sin_e - sin_b * cos_e * cos_d, -cos_e * sin_d),
            phi5_negative: false,
            zeta: Quadrant::of(cos_b * sin_e * cos_d - sin_b * cos_e, -cos_b * sin_d),
        }
    }
}

/// The unit vector at an azimuth and an elevation.
fn pointing(azimuth: f64, elevation: f64) -> Vec3 {
    let ((sin_a, cos_a), (sin_e, cos_e)) = (portable::sin_cos(azimuth), portable::sin_cos(elevation));
    Vec3::new(-cos_e * sin_a, cos_e * cos_a, sin_e)
}

/// φ1, φ2, φ3 and β that bring the wrist to a point, by the law of cosines [eq. 2 and 3].
fn arm(geometry: &Arm6Geometry, wrist: &Vec3, shoulder: Shoulder, elbow: Elbow) -> Option<([f64; 3], f64)> {
    let Arm6Geometry { shoulder_height, shoulder_offset, upper_arm, elbow_offset, forearm, .. } = *geometry;
    // l2 and α_cor: the side BD of the triangle, and the angle CDB.
    let (side, correction) = (portable::hypot(elbow_offset, forearm), portable::atan2(elbow_offset, forearm));
    let (facing, ahead) = if shoulder == Shoulder::Front { (0.0, 1.0) } else { (PI, -1.0) };
    let y = ahead * portable::hypot(wrist.x, wrist.y) - shoulder_offset;
    let z = wrist.z - shoulder_height;
    let distance = portable::hypot(y, z);
    let corner = |a: f64, b: f64, across: f64| angle_of((a * a + b * b - across * across) / (2.0 * a * b));
    let (at_shoulder, at_elbow) = (corner(upper_arm, distance, side)?, corner(upper_arm, side, distance)?);
    // Above the line to a wrist ahead is a turn to the left; the wrist behind is seen from the other side.
    let above = if elbow == Elbow::Up { ahead } else { -ahead };
    let lift = portable::atan2(z, y) + above * at_shoulder;
    let beta = lift - above * (PI - at_elbow) - correction;
    let (phi1, phi2) = (portable::atan2(-wrist.x, wrist.y) + facing, lift - FRAC_PI_2);
    Some(([phi1, phi2, beta - phi2], beta))
}

/// The angle between two planes, from their normals [eq. 4].
fn between(one: &Vec3, other: &Vec3) -> Option<f64> {
    angle_of(one.dot(other).abs() / (one.norm() * other.norm()))
}

/// The angle of a cosine; nothing for what is none, 0/0 among it.
fn angle_of(cosine: f64) -> Option<f64> {
    (cosine.abs() <= 1.0 + ROUNDING).then(|| portable::acos(cosine.clamp(-1.0, 1.0)))
}
