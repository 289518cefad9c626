//! The figures at the top of the page.

use multiball::court::Side;
use multiball::hall::training::PickerTally;

use super::super::hall_report::{HallReport, Returns};
use super::super::report::{Lengths, Score};
use super::ReportPage;
use crate::page::Tile;
use crate::show::counted;

impl ReportPage<'_> {
    pub(super) fn tiles(&self) -> Vec<Tile> {
        let mut tiles = Vec::new();
        if self.report.points_played > 0 {
            tiles.extend(self.game_tiles());
        }
        if let Some(hall) = &self.report.hall {
            let several = hall.returns.len() > 1;
            tiles.extend(hall.returns.iter().flat_map(|returns| return_tiles(returns, several)));
            tiles.extend(hall.picker.iter().flat_map(picker_tiles));
            tiles.extend((self.report.points_played > 0).then(|| waits_tile(hall)));
        }
        tiles
    }

    fn game_tiles(&self) -> Vec<Tile> {
        let report = self.report;
        let Score { home_games, away_games, .. } = report.score;
        let mut detail = vec![format!("games {home_games} : {away_games}")];
        let lets = report.hall.as_ref().map_or(0, |hall| hall.lets);
        detail.extend((lets > 0).then(|| counted(lets, "let")));
        detail.extend((report.undecided > 0).then(|| format!("{} undecided", report.undecided)));
        let mut tiles = vec![Tile {
            id: "points".into(),
            label: "points, home : away".into(),
            value: format!("{} : {}", report.home_points, report.away_points),
            detail: detail.join(", "),
        }];
        let Lengths { mean, median, p90, longest } = report.rally_strokes;
        // Where nobody returns, there are no rallies.
        if longest > 0 {
            tiles.push(Tile {
                id: "rally-mean".into(),
                label: "strokes in a rally, mean".into(),
                value: format!("{mean:.1}"),
                detail: format!("median {median}, 90 % up to {p90}, longest {longest}"),
            });
        }
        tiles
    }
}

/// How a robot returned; with its side where there are several.
fn return_tiles(returns: &Returns, several: bool) -> Vec<Tile> {
    let side = returns.side;
    let label = |words: &str| if several { format!("{words}, {side}") } else { words.to_owned() };
    let share = |count: usize| format!("{:.1} %", 100.0 * count as f64 / returns.balls.max(1) as f64);
    let of = |count: usize| format!("{count} of {}", counted(returns.balls, "ball"));
    let tile = |name: &str, words: &str, value: String, detail: String| Tile {
        id: format!("{name}-{side}"),
        label: label(words),
        value,
        detail,
    };
    let off = returns.median_off_m.map(|off| format!("; median {:.0} mm off", 1e3 * off)).unwrap_or_default();
    let mut tiles = vec![
        tile("hits", "balls hit", share(returns.hits), of(returns.hits)),
        tile("landed", "on the far half", share(returns.landed), of(returns.landed) + &off),
        tile("outer", "in the square of 60 cm", share(returns.in_outer_square), of(returns.in_outer_square)),
        tile("inner", "in the square of 30 cm", share(returns.in_inner_square), of(returns.in_inner_square)),
    ];
    if let (Some(median), Some(p90)) = (returns.median_predicted_error_m, returns.p90_predicted_error_m) {
        let detail = format!("median; 90 % within {:.1} mm", 1e3 * p90);
        tiles.push(tile("predicted", "hit predicted to", format!("{:.1} mm", 1e3 * median), detail));
    }
    // Of the robot at the other end, only what distinguishes the two is shown.
    if several && side == Side::Away {
        tiles.retain(|tile| !tile.id.starts_with("outer") && !tile.id.starts_with("inner"));
    }
    tiles
}

fn picker_tiles(PickerTally { taken, launched, way_m, in_zone_s, .. }: &PickerTally) -> [Tile; 2] {
    let tile = |id: &str, label: &str, value: String, detail: String| Tile {
        id: id.into(),
        label: label.into(),
        value,
        detail,
    };
    [
        tile("taken", "balls picked up", taken.to_string(), format!("{launched} of them back in the hopper")),
        tile(
            "driven",
            "the picker drove",
            format!("{way_m:.0} m"),
            format!("{in_zone_s:.1} s in a player's zone during play"),
        ),
    ]
}

fn waits_tile(hall: &HallReport) -> Tile {
    let (value, detail) = match hall.waits.len() {
        0 => ("never".into(), "a ball was always at hand".into()),
        times => (counted(times, "time"), format!("{:.0} s in all", hall.waited_s())),
    };
    Tile { id: "waits".into(), label: "play waited".into(), value, detail }
}
