//! Statistics of tracking one film, frame by frame versus the true ball.

use nalgebra::{SMatrix, SVector};

use super::watching::{PlainWatched, Watch, Watched};
use crate::ball::{Air, BallState, Body};
use crate::court::Court;
use crate::geometry::Vec3;
use crate::hall::FilmedFlight;
use crate::track::{Track, Tracker};
use crate::vision::scene::{BallTruth, Moment};

/// How long before the bounce its predicted position is judged, s.
const PREDICTED_BEFORE_S: f64 = 0.1;

/// Statistics over the frames of one film.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    frames: usize,
    started_after: Option<usize>,
    losing: usize,
    longest_loss: usize,
    lost: usize,
    known_tracks: Vec<u32>,
    false_starts: usize,
    bounce_error_m: Option<f64>,
    bounce_nees: Option<f64>,
    squares: f64,
    nees: f64,
    followed: usize,
    plain_seen: bool,
    plain_losing: usize,
    plain: PlainWatched,
}

impl Tally {
    pub(super) fn count(&mut self, tracker: &Tracker, t_s: f64, moment: &Moment, truth: Option<&BallState>) {
        for track in tracker.tracks() {
            if !self.known_tracks.contains(&track.number()) {
                self.known_tracks.push(track.number());
                let near = |ball: &BallTruth| distance(track, t_s, ball) < 2.0 * Watch::LOST_M;
                self.false_starts += usize::from(!flying_balls(moment).any(near));
            }
        }
        let Some(truth) = truth else { return };
        self.frames += 1;
        let ball = BallTruth { position: truth.position, velocity: truth.velocity };
        let seen = nearest(tracker, t_s, &ball, |track| track.last_seen_s() == t_s);
        let there = seen.and_then(|track| tracker.place(track, t_s));
        let held = there.is_some();
        if let Some(there) = there {
            let error = there.position - ball.position;
            self.started_after.get_or_insert(self.frames);
            self.squares += error.norm_squared();
            self.nees += over_covariance(&error, &there.position_covariance);
            self.followed += 1;
        }
        self.lost += usize::from(!held);
        if self.started_after.is_some() {
            self.losing = if held { 0 } else { self.losing + 1 };
            self.longest_loss = self.longest_loss.max(self.losing);
        }
    }

    pub(super) fn count_plain(&mut self, fix: Option<Vec3>, moment: &Moment, truth: Option<&BallState>) {
        let near = |fix: &Vec3| flying_balls(moment).any(|ball| (ball.position - fix).norm() < 2.0 * Watch::LOST_M);
        self.plain.mistaken += usize::from(fix.is_some_and(|fix| !near(&fix)));
        let Some(truth) = truth else { return };
        let held = fix.is_some_and(|fix| (fix - truth.position).norm() < Watch::LOST_M);
        self.plain.lost += usize::from(!held);
        self.plain_seen |= held;
        if self.plain_seen {
            self.plain_losing = if held { 0 } else { self.plain_losing + 1 };
            self.plain.longest_loss = self.plain.longest_loss.max(self.plain_losing);
        }
    }

    /// Compares the predicted with the true bounce, in the last frame that comes early enough.
    pub(super) fn judge_bounce(&mut self, tracker: &Tracker, film: &FilmedFlight, t_s: f64) {
        let (Some(truth), Some(there)) = (film.truth(t_s), film.truth(film.bounce_s())) else { return };
        if t_s > film.bounce_s() - PREDICTED_BEFORE_S {
            return;
        }
        let ball = BallTruth { position: truth.position, velocity: truth.velocity };
        let bounce = nearest(tracker, t_s, &ball, |_| true).and_then(|track| tracker.bounce(track, 0));
        self.bounce_error_m = bounce.map(|bounce| (bounce.position - there.position).xy().norm());
        // The height of a bounce is known: the table's.
        self.bounce_nees = bounce.map(|bounce| {
            let over_table = bounce.covariance.fixed_view::<2, 2>(0, 0).into_owned();
            over_covariance(&(bounce.position - there.position).xy(), &over_table)
        });
    }

    pub(super) fn result(self) -> Watched {
        let mean = |sum: f64| (self.followed > 0).then(|| sum / self.followed as f64);
        Watched {
            frames: self.frames,
            started_after: self.started_after,
            longest_loss: self.longest_loss,
            lost: self.lost,
            false_starts: self.false_starts,
            bounce_error_m: self.bounce_error_m,
            rms_m: mean(self.squares).map(f64::sqrt),
            present_nees: mean(self.nees),
            bounce_nees: self.bounce_nees,
            plain: self.plain,
        }
    }
}

/// The track that is nearest to a ball and not lost, of those that may be.
fn nearest<'a>(tracker: &'a Tracker, t_s: f64, ball: &BallTruth, may: impl Fn(&Track) -> bool) -> Option<&'a Track> {
    let off = |track: &Track| distance(track, t_s, ball);
    let near = tracker.tracks().filter(|track| may(track)).min_by(|a, b| off(a).total_cmp(&off(b)));
    near.filter(|track| off(track) < Watch::LOST_M)
}

/// eᵀ P⁻¹ e; infinite when a covariance is not positive definite.
fn over_covariance<const N: usize>(error: &SVector<f64, N>, covariance: &SMatrix<f64, N, N>) -> f64 {
    covariance.cholesky().map_or(f64::INFINITY, |factor| error.dot(&factor.solve(error)))
}

/// Distance of a track from a ball; infinite for a track with another velocity, such as that of a ball before the
/// stroke.
fn distance(track: &Track, t_s: f64, ball: &BallTruth) -> f64 {
    const OTHER_VELOCITY_M_S: f64 = 2.0;
    let there = track.prediction().and_then(|prediction| prediction.at(t_s));
    let same = there.filter(|there| (there.velocity - ball.velocity).norm() < OTHER_VELOCITY_M_S);
    same.map_or(f64::INFINITY, |there| (there.position - ball.position).norm())
}

/// The balls that are really there and fly. One that rises no more than some millimetres from table or floor rolls.
fn flying_balls(moment: &Moment) -> impl Iterator<Item = &BallTruth> {
    moment.balls.iter().flatten().filter(|ball| !rolls(ball))
}

fn rolls(ball: &BallTruth) -> bool {
    const HOP_M: f64 = 0.005;
    let top_m = ball.position.z + ball.velocity.z * ball.velocity.z / (2.0 * Air::STANDARD.gravity);
    let floor_m = -Court::STANDARD.table_height;
    [0.0, floor_m].iter().any(|ground_m| (-HOP_M..HOP_M).contains(&(top_m - ground_m - Body::STANDARD.radius)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hall::FilmOptions;

    #[test]
    fn law_balls_that_roll_or_hop_by_millimetres_do_not_fly() {
        let ball = |z: f64, vz: f64| BallTruth { position: Vec3::new(0.3, 0.1, z), velocity: Vec3::new(2.5, 0.0, vz) };
        for ground in [0.0, -Court::STANDARD.table_height] {
            assert!(rolls(&ball(ground + 0.02, 0.0)) && rolls(&ball(ground + 0.022, 0.2)));
            // Just before and after a bounce, and at the top of a flight.
            assert!(!rolls(&ball(ground + 0.02, 1.0)) && !rolls(&ball(ground + 0.02, -1.0)));
            assert!(!rolls(&ball(ground + 0.3, 0.0)));
        }
        let films = (0..100).map(|number| FilmedFlight::new(2, number, &FilmOptions::default()));
        let second = films.filter_map(|film| film.frame(0).balls[usize::from(film.incoming(0.0).is_some())]);
        let (rolling, flying): (Vec<BallTruth>, Vec<BallTruth>) = second.partition(rolls);
        assert!(rolling.len() > 15 && rolling.iter().all(|ball| ball.velocity.norm() < 0.3), "{}", rolling.len());
        assert!(flying.len() > 10 && flying.iter().all(|ball| ball.position.z >= 0.3), "{}", flying.len());
    }
}
