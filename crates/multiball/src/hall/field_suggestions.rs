//! Names of fields that someone may have meant.

/// Names that are suggested where one is unknown.
const OFFERED: usize = 3;
/// Letters of a name of which one may be wrong.
const LETTERS_PER_EDIT: usize = 3;

/// What to say of an unknown name: the names like it, or where all of them are.
pub(super) fn near(key: &str, names: &[String]) -> String {
    match nearest(key, names).as_slice() {
        [] => "scenarios/README.md lists all of them".into(),
        near => format!("near it: {}", near.join(", ")),
    }
}

/// The names most like a key: those whose last part has few letters that differ, or begins with that of the key; those
/// of the same table first.
fn nearest<'n>(key: &str, names: &'n [String]) -> Vec<&'n str> {
    let (table, field) = parts(key);
    let mut candidates: Vec<(usize, &str)> = names
        .iter()
        .filter_map(|name| {
            let (other, last) = parts(name);
            let completes = field.len() >= LETTERS_PER_EDIT && last.starts_with(field);
            let away = if completes { usize::from(field != last) } else { edits(field, last) };
            let most = field.chars().count().max(LETTERS_PER_EDIT) / LETTERS_PER_EDIT;
            (away <= most).then(|| (away + usize::from(table != other), name.as_str()))
        })
        .collect();
    candidates.sort_by_key(|(away, _)| *away);
    candidates.truncate(OFFERED);
    candidates.into_iter().map(|(_, name)| name).collect()
}

/// The table of a dotted name, and the field in it.
fn parts(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
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
    use crate::hall::Scenario;

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
        for (key, name) in [
            ("player.sensin", "player.sensing"),
            ("strength", "opponent.strength"),
            ("sed", "seed"),
            ("sensnig.latency_s", "sensing.latency_s"),
            ("rig.rail_speed", "drives.rail_speed_m_s"),
            ("camera.place_m", "camera.0.place_m"),
            ("camera.1.focal", "camera.1.focal_px"),
        ] {
            assert!(nearest(key, &names).contains(&name), "{key}: {:?}", nearest(key, &names));
        }
        assert_eq!(nearest("camera.1.focal", &names)[0], "camera.1.focal_px");
    }

    /// Symptom: `nosuch.x` was said to be near `player.looks`. Law: most letters agree, or nothing is suggested.
    #[test]
    fn bug_no_name_is_suggested_for_one_that_is_like_none() {
        let names = Scenario::field_names();
        for key in ["nosuch.x", "x", "", "player.zzz", "..", "weather.wind_m_s2_east"] {
            assert_eq!(nearest(key, &names), [""; 0], "{key}");
        }
        assert_eq!(near("nosuch.x", &names), "scenarios/README.md lists all of them");
    }
}
