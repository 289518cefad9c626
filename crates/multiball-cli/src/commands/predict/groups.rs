//! Groups of flights, by their ids.

use super::flights::Recorded;

/// The group of a flight: what stands before the number at the end of its id, `back` of `back-07`.
pub(super) fn group_of(id: &str) -> Option<&str> {
    let (group, number) = id.rsplit_once('-')?;
    let counted = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (counted && !group.is_empty()).then_some(group)
}

/// The groups of a file in the order in which they begin; none when there are fewer than two.
pub(super) fn groups_of(flights: &[Recorded]) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for group in flights.iter().filter_map(|flight| group_of(&flight.id)) {
        if !groups.iter().any(|known| known == group) {
            groups.push(group.to_owned());
        }
    }
    if groups.len() < 2 { Vec::new() } else { groups }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_a_group_is_what_stands_before_a_number() {
        for (id, group) in [
            ("back-07", Some("back")),
            ("none2-1", Some("none2")),
            ("far-left-12", Some("far-left")),
            ("7", None),
            ("-7", None),
            ("back-", None),
            ("back-a1", None),
        ] {
            assert_eq!(group_of(id), group, "{id}");
        }
        let flights = |ids: &[&str]| -> Vec<Recorded> {
            ids.iter().map(|id| Recorded { id: (*id).to_owned(), points: Vec::new() }).collect()
        };
        assert_eq!(groups_of(&flights(&["top-1", "back-1", "top-2", "8"])), ["top", "back"]);
        assert!(groups_of(&flights(&["top-1", "top-2", "8"])).is_empty());
    }
}
