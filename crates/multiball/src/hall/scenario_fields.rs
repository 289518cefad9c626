//! Fields of a scenario by their dotted names, such as `player.sensing`, and scenarios written as TOML.

use toml::{Table, Value};

use super::{DriveSettings, Scenario, ScenarioError};
use crate::format::TomlError;

/// Names that are suggested where one is unknown.
const OFFERED: usize = 3;

impl Scenario {
    /// The scenario as TOML, which [`Scenario::from_toml`] reads as the same scenario.
    ///
    /// # Errors
    /// When a value has no form in TOML.
    pub fn to_toml(&self) -> Result<String, ScenarioError> {
        toml::to_string(self).map_err(unwritable)
    }

    /// The dotted names of all fields that a scenario can have, such as `seed` and `opponent.strength`.
    #[must_use]
    pub fn field_names() -> Vec<String> {
        // Between them these have every table, and a scenario that is written has every field of its tables that
        // is given.
        let complete = |name: &str| {
            let mut scenario = Self::builtin(name).ok()?;
            scenario.court.get_or_insert_default();
            if let Some(player) = &mut scenario.player {
                player.believed_racket.get_or_insert_default();
                scenario.sensing.get_or_insert_default().believed_calibration_factor = Some(1.0);
                scenario.rig.get_or_insert_default();
                scenario.drives = Some(DriveSettings::with_every_limit(1.0));
                scenario.warm_up.get_or_insert_default();
            }
            scenario.table().ok()
        };
        let tables = ["hall", "planar-noisy"].into_iter().filter_map(complete);
        let mut names = Vec::new();
        for (name, value) in tables.flatten() {
            match value {
                Value::Table(table) => names.extend(table.keys().map(|field| format!("{name}.{field}"))),
                _ => names.push(name),
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Changes the field of a dotted name: text, a number, or several numbers.
    ///
    /// ```
    /// use multiball::hall::Scenario;
    ///
    /// let mut scenario = Scenario::builtin("hall")?;
    /// scenario.set("player.sensing", "points")?;
    /// scenario.set("opponent.strength", 0.5)?;
    /// scenario.set("player.target_m", vec![-1.0, 0.3])?;
    /// assert_eq!(scenario.player.as_ref().map(|player| player.target_m), Some([-1.0, 0.3]));
    /// let refused = scenario.set("opponent.strength", 1.5).unwrap_err();
    /// assert!(refused.to_string().contains("at most 1"));
    /// # Ok::<(), multiball::hall::ScenarioError>(())
    /// ```
    ///
    /// Each value is checked by itself; [`Scenario::check`] says whether the fields go together. A field of a table
    /// that the scenario lacks adds the table, where the other fields of it have defaults.
    ///
    /// # Errors
    /// When there is no such field, or it does not take that value; the scenario is as it was.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> Result<(), ScenarioError> {
        self.set_value(key, value.into())
    }

    /// Changes the field of a dotted name to a value written as text: `0.5`, `points`, or numbers with commas between
    /// them.
    ///
    /// # Errors
    /// When there is no such field, or it does not take that value; the scenario is as it was.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), ScenarioError> {
        let table = self.table()?;
        let current = match key.split_once('.') {
            Some((name, field)) => table.get(name).and_then(|inner| inner.get(field)),
            None => table.get(key),
        };
        let value = if current.is_some_and(Value::is_str) { Value::from(text) } else { read(text) };
        self.set_value(key, value)
    }

    fn set_value(&mut self, key: &str, value: Value) -> Result<(), ScenarioError> {
        let names = Self::field_names();
        if !names.iter().any(|name| name == key) {
            return Err(ScenarioError::UnknownKey { key: key.into(), near: nearest(key, &names).join(", ") });
        }
        let (shown, mut table) = (value.to_string(), self.table()?);
        let mut lacks = None;
        match key.split_once('.') {
            None => drop(table.insert(key.into(), value)),
            Some((name, field)) => {
                lacks = (!table.contains_key(name)).then(|| format!("this scenario has no [{name}]: "));
                let inner = table.entry(name).or_insert_with(|| Value::Table(Table::new()));
                if let Value::Table(inner) = inner {
                    inner.insert(field.into(), value);
                }
            }
        }
        let changed: Self = table.try_into().map_err(|error: toml::de::Error| {
            let reason = lacks.unwrap_or_default() + &TomlError::from(error).message();
            ScenarioError::Value { key: key.into(), value: shown.clone(), reason }
        })?;
        if changed.version != self.version {
            let reason = format!("this program reads version {}", self.version);
            return Err(ScenarioError::Value { key: key.into(), value: shown, reason });
        }
        *self = if key == "seed" { changed } else { Self { seed: self.seed, ..changed } };
        Ok(())
    }

    /// Its fields, with any seed: a table holds none above 2⁶³ - 1.
    fn table(&self) -> Result<Table, ScenarioError> {
        Table::try_from(Self { seed: 0, ..self.clone() }).map_err(unwritable)
    }
}

fn unwritable(error: toml::ser::Error) -> ScenarioError {
    ScenarioError::Unwritable(Box::new(error))
}

/// A value as it is written: a whole number, a number, several numbers, true or false, or text.
fn read(text: &str) -> Value {
    let number = |text: &str| {
        let whole = text.parse::<i64>().ok().map(Value::Integer);
        whole.or_else(|| text.parse::<f64>().ok().map(Value::Float))
    };
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let numbers = || inner.split(',').map(|part| number(part.trim())).collect::<Option<Vec<Value>>>();
    let several = || numbers().filter(|_| inner.contains(',')).map(Value::Array);
    let truth = || text.parse::<bool>().ok().map(Value::Boolean);
    number(text).or_else(several).or_else(truth).unwrap_or_else(|| Value::from(text))
}

/// The names most like a key: those with the fewest letters to change, of the whole name or of its last part.
fn nearest<'n>(key: &str, names: &'n [String]) -> Vec<&'n str> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    let away = |name: &str| edits(key, name).min(edits(&last(key), &last(name)) + 1);
    let mut by_distance: Vec<&str> = names.iter().map(String::as_str).collect();
    by_distance.sort_by_key(|name| away(name));
    by_distance.truncate(OFFERED);
    by_distance
}

/// Letters to add, remove or replace to get from one word to another [Levenshtein 1966].
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (number, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], number + 1);
        for (column, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_edits_are_a_distance() {
        let words = ["", "strength", "strenght", "length", "sensing"];
        for from in words {
            assert_eq!(edits(from, from), 0);
            for to in words {
                assert_eq!(edits(from, to), edits(to, from));
                for over in words {
                    assert!(edits(from, to) <= edits(from, over) + edits(over, to));
                }
            }
        }
        assert_eq!(edits("strength", "length"), 3);
    }

    #[test]
    fn law_a_misspelt_name_is_near_the_right_one() {
        let names = Scenario::field_names();
        for (key, name) in [("player.sensin", "player.sensing"), ("strength", "opponent.strength"), ("sed", "seed")] {
            assert!(nearest(key, &names).contains(&name), "{key}: {:?}", nearest(key, &names));
        }
    }
}
