//! Pictures of the hall: where the balls were, and the picker's map.

use multiball::hall::record::{BallPlace, Stage};

use super::ReportPage;
use crate::failure::Failure;
use crate::page::figure;
use crate::plot::{self, BallPlaces, HallMap, colour_name};
use crate::show::counted;

/// Indices into [`BallPlace::ALL`] of the places other than the hopper, bottom of the stacked chart first: what changes
/// least lies below.
const PILE: [usize; 5] = [3, 4, 5, 2, 1];

impl ReportPage<'_> {
    pub(super) fn hall_figures(&self) -> Result<Vec<String>, Failure> {
        let (Some(hall), Some(stage)) = (&self.report.hall, &self.gathered.stage) else { return Ok(Vec::new()) };
        let mut figures = vec![self.places(stage)?];
        if hall.picker.is_some() {
            figures.push(self.map(stage)?);
        }
        Ok(figures)
    }

    fn places(&self, stage: &Stage) -> Result<String, Failure> {
        let piled = |(t_s, places): &(f64, [u16; 6])| (*t_s, PILE.map(|place| places[place]));
        let mut counts: Vec<(f64, [u16; 5])> = self.gathered.places.iter().map(piled).collect();
        counts.dedup_by_key(|(_, places)| *places);
        let waits = self.report.hall.iter().flat_map(|hall| &hall.waits);
        let waits: Vec<[f64; 2]> = waits.map(|wait| [wait.from_s, wait.from_s + wait.lasted_s]).collect();
        let picture =
            plot::ball_places(&BallPlaces { end_s: self.end_s(), counts: &counts, colours: PILE, waits: &waits })?;
        // Balls fly for so short a time that a place may be empty in all pictures; the legend names those that are not.
        let seen = |index: &usize| counts.iter().any(|(_, places)| places[*index] > 0);
        let legend: Vec<(&str, String)> = (0..PILE.len())
            .filter(seen)
            .map(|index| (BallPlace::ALL[PILE[index]].name(), colour_name(PILE[index])))
            .collect();
        let shaded = if waits.is_empty() { "" } else { " Play waits where it is shaded." };
        let caption = format!(
            "Of {}, those outside the hopper; the others lie in it. Each is always in exactly one place.{shaded}",
            counted(stage.balls as usize, "ball")
        );
        Ok(figure("places", "Where the balls were", &picture, &legend, &caption))
    }

    fn map(&self, stage: &Stage) -> Result<String, Failure> {
        let path: Vec<[f64; 2]> = self.gathered.path.values().copied().collect();
        let taken: Vec<[f64; 2]> = self.gathered.taken.values().copied().collect();
        let picture = plot::hall_map(&HallMap { stage, path: &path, taken: &taken })?;
        let zones = !stage.zones_m.is_empty();
        let mut legend = vec![("its path", colour_name(0))];
        legend.extend((!taken.is_empty()).then(|| ("balls taken", "var(--path)".into())));
        legend.extend([("home", "var(--mark)".into()), ("hopper", colour_name(2))]);
        legend.extend(zones.then(|| ("players' zones", colour_name(4))));
        legend.extend((!stage.obstacles_m.is_empty()).then(|| ("other things", "var(--ink)".into())));
        let keeps = if zones { "; the picker keeps off the zones while a point is played" } else { "" };
        let caption = format!("The hall from above, to scale{keeps}.");
        Ok(figure("map", "The picker's path", &picture, &legend, &caption))
    }
}
