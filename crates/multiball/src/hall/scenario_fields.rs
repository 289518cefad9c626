//! Fields of a scenario by their dotted names, such as `player.sensing`, and scenarios written as TOML.

use toml::{Table, Value};

use super::field_suggestions::near;
use super::{CameraSet, CameraSettings, DriveSettings, Scenario, ScenarioError};
use crate::format::TomlError;

/// The list of tables of a scenario, whose fields have an index in their names.
const CAMERAS: &str = "camera";

impl Scenario {
    /// The scenario as TOML, which [`Scenario::from_toml`] reads as the same scenario.
    ///
    /// # Errors
    /// When a value has no form in TOML.
    pub fn to_toml(&self) -> Result<String, ScenarioError> {
        toml::to_string(self).map_err(unwritable)
    }

    /// The dotted names of all fields that a scenario can have, such as `seed`, `opponent.strength` and
    /// `camera.0.place_m`.
    #[must_use]
    pub fn field_names() -> Vec<String> {
        // Between them these have every table, and a scenario that is written has every field of its tables that
        // is given.
        let complete = |name: &str| {
            let mut scenario = Self::builtin(name).ok()?;
            scenario.court.get_or_insert_default();
            scenario.camera = vec![CameraSettings::at([0.0; 3]); CameraSet::MOST];
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
        let mut names: Vec<String> = tables.flatten().flat_map(|(name, value)| fields(name, &value)).collect();
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
    /// that the scenario lacks adds the table, where the other fields of it have defaults. Cameras of `[[camera]]` have
    /// an index in their names, from 0; that of the next one, with `place_m` first, adds it.
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
        let is_text = at(&table, key).is_some_and(Value::is_str);
        let value = if is_text { Value::from(text) } else { read(text) };
        self.set_value(key, value)
    }

    fn set_value(&mut self, key: &str, value: Value) -> Result<(), ScenarioError> {
        let (shown, mut table) = (value.to_string(), self.table()?);
        let refused = |reason: String| ScenarioError::Value { key: key.into(), value: shown.clone(), reason };
        if let Some(reason) = self.beyond_cameras(key) {
            return Err(refused(reason));
        }
        let names = Self::field_names();
        if !names.iter().any(|name| name == key) {
            return Err(ScenarioError::UnknownKey { key: key.into(), near: near(key, &names) });
        }
        let lacks = insert(&mut table, key, value);
        // Through text, so that a scenario has one reader: a second one for tables is compiled as long as the first.
        let text = toml::to_string(&table).map_err(unwritable)?;
        let changed: Self = toml::from_str(&text).map_err(|error| {
            let message = TomlError::from(error).message();
            let lacks = lacks.filter(|_| message.starts_with("missing field")).unwrap_or_default();
            refused(lacks + &message)
        })?;
        if changed.version != self.version {
            return Err(refused(format!("this program reads version {}", self.version)));
        }
        *self = if key == "seed" { changed } else { Self { seed: self.seed, ..changed } };
        Ok(())
    }

    /// What is wrong with the index of a camera: it is more than the number of cameras, or they are as many as can be.
    fn beyond_cameras(&self, key: &str) -> Option<String> {
        let index: usize = index_of_camera(key)?.parse().ok()?;
        let cameras = self.camera.len();
        let most = cameras.min(CameraSet::MOST - 1);
        (index > most).then(|| {
            let range = if most == 0 { "it must be 0".to_owned() } else { format!("it must be from 0 to {most}") };
            format!("index {index} is not allowed: this scenario has {cameras} [[camera]], so {range}")
        })
    }

    /// Its fields, with any seed: a table holds none above 2⁶³ - 1.
    fn table(&self) -> Result<Table, ScenarioError> {
        Table::try_from(Self { seed: 0, ..self.clone() }).map_err(unwritable)
    }
}

fn unwritable(error: toml::ser::Error) -> ScenarioError {
    ScenarioError::Unwritable(Box::new(error))
}

/// The dotted names of the fields of a value: of a table those in it, of a list of tables those of each, by its index.
fn fields(name: String, value: &Value) -> Vec<String> {
    match value {
        Value::Table(table) => table.keys().map(|field| format!("{name}.{field}")).collect(),
        Value::Array(list) => {
            list.iter().enumerate().flat_map(|(index, one)| fields(format!("{name}.{index}"), one)).collect()
        }
        _ => vec![name],
    }
}

/// The index in the name of a camera's field.
fn index_of_camera(key: &str) -> Option<&str> {
    let (index, _) = key.strip_prefix(CAMERAS)?.strip_prefix('.')?.split_once('.')?;
    Some(index)
}

/// What a field of a dotted name has.
fn at<'t>(table: &'t Table, key: &str) -> Option<&'t Value> {
    let mut parts = key.split('.');
    let first = table.get(parts.next()?)?;
    parts.try_fold(first, |value, part| match value {
        Value::Array(list) => list.get(part.parse::<usize>().ok()?),
        value => value.get(part),
    })
}

/// Writes a field of a dotted name. Returns what was missing of the table that it belongs to, in words.
fn insert(table: &mut Table, key: &str, value: Value) -> Option<String> {
    let Some((path, field)) = key.rsplit_once('.') else {
        table.insert(key.into(), value);
        return None;
    };
    let (inner, lacks) = match path.split_once('.') {
        None => {
            let lacks = (!table.contains_key(path)).then(|| format!("this scenario has no [{path}]: "));
            (table.entry(path).or_insert_with(|| Value::Table(Table::new())), lacks)
        }
        Some((name, index)) => {
            let index: usize = index.parse().ok()?;
            let list = table.entry(name).or_insert_with(|| Value::Array(Vec::new())).as_array_mut()?;
            let lacks = (index >= list.len()).then(|| format!("this scenario has no [[{name}]] {index}: "));
            if lacks.is_some() {
                list.push(Value::Table(Table::new()));
            }
            (list.get_mut(index)?, lacks)
        }
    };
    if let Value::Table(inner) = inner {
        inner.insert(field.into(), value);
    }
    lacks
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
