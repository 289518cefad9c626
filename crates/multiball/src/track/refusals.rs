//! What perception was given and did not use, and why.

/// Why something was not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// The frame is of a camera without a calibration.
    UnknownCamera,
    /// The frame's time stamp is not a number.
    NotFinite,
    /// The frame shows no pixel of its camera's sensor.
    OffSensor,
    /// The frame came when its time had been worked through.
    TooLate,
    /// The frame is in too many pieces to be searched.
    TooManyPieces,
    /// What was seen nearest to where a ball is expected has another size.
    WrongSize,
    /// What was seen nearest to where a ball is expected has a longer blur than the ball.
    TooBlurred,
    /// What was seen nearest to where a ball is expected lies outside its gate.
    OutsideGate,
    /// Two cameras do not see one thing: the one further from where the ball is expected is not used.
    CamerasDisagree,
}

/// One thing that was not used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Refused {
    /// Time stamp of its frame, s.
    pub stamp_s: f64,
    /// Its camera.
    pub camera: usize,
    /// The track that did not take it; none where a whole frame was refused.
    pub track: Option<u32>,
    /// Why.
    pub why: Refusal,
}

/// Counts what was refused, by reason, and remembers the last.
#[derive(Debug, Clone)]
pub struct Refusals {
    counts: [u64; Refusal::ALL.len()],
    last: [Option<Refused>; Self::REMEMBERED],
    next: usize,
}

impl Refusal {
    /// All reasons.
    pub const ALL: [Self; 9] = [
        Self::UnknownCamera,
        Self::NotFinite,
        Self::OffSensor,
        Self::TooLate,
        Self::TooManyPieces,
        Self::WrongSize,
        Self::TooBlurred,
        Self::OutsideGate,
        Self::CamerasDisagree,
    ];
}

impl Default for Refusals {
    fn default() -> Self {
        Self { counts: [0; Refusal::ALL.len()], last: [None; Self::REMEMBERED], next: 0 }
    }
}

impl Refusals {
    /// How many are remembered one by one.
    pub const REMEMBERED: usize = 32;

    /// How many were refused for a reason.
    #[must_use]
    pub fn count(&self, why: Refusal) -> u64 {
        self.counts[why as usize]
    }

    /// The last ones, oldest first.
    pub fn last(&self) -> impl Iterator<Item = &Refused> {
        let (newer, older) = self.last.split_at(self.next);
        older.iter().chain(newer).flatten()
    }

    pub(super) fn note(&mut self, refused: Refused) {
        self.counts[refused.why as usize] += 1;
        self.last[self.next] = Some(refused);
        self.next = (self.next + 1) % Self::REMEMBERED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_the_last_refusals_are_remembered_in_order_and_all_are_counted() {
        let mut refusals = Refusals::default();
        for i in 0..100u32 {
            let why = Refusal::ALL[i as usize % Refusal::ALL.len()];
            refusals.note(Refused { stamp_s: f64::from(i), camera: 0, track: None, why });
        }
        let stamps: Vec<f64> = refusals.last().map(|refused| refused.stamp_s).collect();
        assert_eq!(stamps, (68..100).map(f64::from).collect::<Vec<_>>());
        assert_eq!(Refusal::ALL.iter().map(|why| refusals.count(*why)).sum::<u64>(), 100);
        assert_eq!(refusals.count(Refusal::UnknownCamera), 12);
    }
}
