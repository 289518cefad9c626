//! What the program that shows a page lets its viewers do.

use serde::{Deserialize, Serialize};

/// The program behind the page. Called on threads of the server, several at once.
pub trait Host: Send + Sync {
    /// What a viewer may choose from.
    fn choices(&self) -> Choices;

    /// Starts a new run in place of the present one. Returns as soon as it is under way; it is shown through
    /// [`super::Screen::show`].
    ///
    /// # Errors
    /// Why it cannot start, in words for the viewer.
    fn start(&self, request: StartRequest) -> Result<(), String>;

    /// Ends the present run.
    fn stop(&self);
}

/// What a viewer may choose from. With no scenario, nothing can be started from the page.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Choices {
    /// What can be played.
    pub scenarios: Vec<ScenarioChoice>,
    /// Rubbers of the robot's racket.
    pub rubbers: Vec<String>,
    /// Where a target may lie.
    pub target: TargetArea,
    /// What a viewer should know before starting a run.
    pub note: Option<String>,
}

/// A scenario, with its own value of everything that can be chosen in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScenarioChoice {
    /// Its name.
    pub name: String,
    /// One sentence about it.
    pub about: String,
    /// Its seed.
    pub seed: u64,
    /// The opponent's strength, from 0 to 1; none where no person plays.
    pub strength: Option<f64>,
    /// The rubber of the robot's racket; none where it cannot be chosen.
    pub rubber: Option<String>,
    /// Where the robot aims, x, y; none where it cannot be chosen.
    pub target_m: Option<[f64; 2]>,
}

/// Where a target may lie on the table, m.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct TargetArea {
    /// Least and greatest x.
    pub x_m: [f64; 2],
    /// Least and greatest y.
    pub y_m: [f64; 2],
}

/// A viewer's request for a new run. The server has checked it against the [`Choices`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartRequest {
    /// Name of a scenario.
    pub scenario: String,
    /// Seed of all random numbers; the scenario's own when none is given.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Strength of the opponent, from 0 to 1.
    #[serde(default)]
    pub strength: Option<f64>,
    /// Rubber of the robot's racket.
    #[serde(default)]
    pub rubber: Option<String>,
    /// Where the robot should aim, x, y.
    #[serde(default)]
    pub target_m: Option<[f64; 2]>,
}

impl StartRequest {
    /// Refuses what is not among the choices.
    ///
    /// # Errors
    /// The field, its value and what is allowed.
    pub(crate) fn check(&self, choices: &Choices) -> Result<(), String> {
        let Some(scenario) = choices.scenarios.iter().find(|scenario| scenario.name == self.scenario) else {
            let names: Vec<&str> = choices.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
            return Err(not_among("scenario", &self.scenario, &names));
        };
        let fixed = |field: &str| Err(format!("{field}: cannot be chosen in the scenario {}", scenario.name));
        if let Some(rubber) = &self.rubber {
            let rubbers: Vec<&str> = choices.rubbers.iter().map(String::as_str).collect();
            match &scenario.rubber {
                None => return fixed("rubber"),
                Some(_) if !rubbers.contains(&rubber.as_str()) => return Err(not_among("rubber", rubber, &rubbers)),
                Some(_) => {}
            }
        }
        match self.strength {
            Some(_) if scenario.strength.is_none() => return fixed("strength"),
            Some(strength) if !(0.0..=1.0).contains(&strength) => {
                return Err(format!("strength: {strength} is not within 0 to 1"));
            }
            _ => {}
        }
        match self.target_m {
            Some(_) if scenario.target_m.is_none() => fixed("target_m"),
            Some(target) => choices.target.check(target),
            None => Ok(()),
        }
    }
}

impl TargetArea {
    fn check(&self, target: [f64; 2]) -> Result<(), String> {
        for (axis, value, [low, high]) in [("x", target[0], self.x_m), ("y", target[1], self.y_m)] {
            if !(low..=high).contains(&value) {
                return Err(format!("target_m: {axis} = {value} is not within {low} to {high}"));
            }
        }
        Ok(())
    }
}

fn not_among(field: &str, value: &str, allowed: &[&str]) -> String {
    let value: String = value.chars().take(60).collect();
    let allowed = if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
    format!("{field}: `{value}` is not among: {allowed}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices() -> Choices {
        let hall = ScenarioChoice {
            name: "hall".to_owned(),
            about: String::new(),
            seed: 1,
            strength: Some(0.7),
            rubber: Some("smooth".to_owned()),
            target_m: Some([-0.9, 0.2]),
        };
        let picker =
            ScenarioChoice { name: "picker".to_owned(), strength: None, rubber: None, target_m: None, ..hall.clone() };
        Choices {
            scenarios: vec![hall, picker],
            rubbers: vec!["smooth".to_owned()],
            target: TargetArea { x_m: [-1.3, -0.2], y_m: [-0.7, 0.7] },
            note: None,
        }
    }

    fn request(text: &str) -> StartRequest {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn law_what_is_not_among_the_choices_is_refused_by_name() {
        for (text, part) in [
            (r#"{"scenario":"moon"}"#, "scenario: `moon` is not among: hall, picker"),
            (r#"{"scenario":"hall","rubber":"glue"}"#, "rubber: `glue`"),
            (r#"{"scenario":"hall","strength":1.5}"#, "1.5 is not within 0 to 1"),
            (r#"{"scenario":"hall","target_m":[0.5,0]}"#, "x = 0.5 is not within -1.3 to -0.2"),
            (r#"{"scenario":"hall","target_m":[-0.5,0.9]}"#, "y = 0.9"),
        ] {
            let refusal = request(text).check(&choices()).unwrap_err();
            assert!(refusal.contains(part), "{refusal}");
        }
        let all = r#"{"scenario":"hall","seed":7,"strength":0.5,"rubber":"smooth","target_m":[-1,0.3]}"#;
        assert_eq!(request(all).check(&choices()), Ok(()));
    }

    #[test]
    fn law_what_cannot_be_chosen_is_refused() {
        for (field, value) in [("strength", "0.5"), ("target_m", "[-1,0]"), ("rubber", "\"smooth\"")] {
            let text = format!(r#"{{"scenario":"picker","{field}":{value}}}"#);
            let refusal = request(&text).check(&choices()).unwrap_err();
            assert_eq!(refusal, format!("{field}: cannot be chosen in the scenario picker"));
        }
        assert_eq!(request(r#"{"scenario":"picker","seed":3}"#).check(&choices()), Ok(()));
        assert!(request(r#"{"scenario":"hall"}"#).check(&Choices::default()).unwrap_err().contains("nothing"));
    }
}
