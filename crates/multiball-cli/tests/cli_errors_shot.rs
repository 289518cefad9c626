//! What `shot` refuses, and how it says so: the flag, the value, what is allowed.

use crate::support::{PUSH, push_with, refuses};

#[test]
fn law_vectors_are_three_finite_numbers() {
    let cases = [
        ("NaN,0,1", "finite"),
        ("0,nan,1", "finite"),
        ("inf,0,1", "finite"),
        ("-inf,0,1", "finite"),
        ("0,0,-infinity", "finite"),
        ("1e999,0,1", "finite"),
        ("1,2", "three"),
        ("1,2,3,4", "three"),
        ("0.5", "three"),
        ("", "three"),
        ("one,two,three", "not a number"),
        ("1,,3", "not a number"),
        ("1;2;3", "three"),
        ("1 2 3", "three"),
    ];
    for (flag, _) in PUSH {
        for (value, allowed) in cases {
            refuses(&push_with(&[(flag, value)]), &[flag, &format!("'{value}'"), allowed]);
        }
    }
}

#[test]
fn law_vectors_are_of_a_size_that_balls_have() {
    for (flag, value, allowed) in [
        ("--position-m", "1e3,0,1", "-100 to 100 m"),
        ("--velocity-m-s", "0,-201,0", "-200 to 200 m/s"),
        ("--spin-rad-s", "0,0,1e300", "-10000 to 10000 rad/s"),
    ] {
        refuses(&push_with(&[(flag, value)]), &[flag, value, allowed]);
    }
}

#[test]
fn law_the_ball_begins_in_free_space() {
    for (position, words) in [
        ("0.5,0,0.01", ["inside the table", "(0.5, 0, 0.01)", "0.02 m away"]),
        ("0.5,0,-0.01", ["inside the table", "(0.5, 0, -0.01)", "0.02 m away"]),
        ("-1.385,0,-0.01", ["inside the table", "(-1.385, 0, -0.01)", "0.02 m away"]),
        ("0,0,0.1", ["inside the net", "(0, 0, 0.1)", "0.02 m away"]),
        ("0.019,0.9,0.15", ["inside the net", "(0.019, 0.9, 0.15)", "0.02 m away"]),
        ("3,0,-2", ["below the floor", "z = -2 m", "at least -0.74 m"]),
        ("3,0,-0.75", ["below the floor", "z = -0.75 m", "at least -0.74 m"]),
    ] {
        refuses(&push_with(&[("--position-m", position)]), &[&["--position-m"], &words[..]].concat());
    }
}

#[test]
fn law_parameters_of_the_air_are_positive_and_finite() {
    for (model, range) in [
        ("drag:cd=0", "greater than 0 and at most 5"),
        ("drag:cd=-1", "greater than 0 and at most 5"),
        ("drag:cd=NaN", "greater than 0 and at most 5"),
        ("drag:cd=inf", "greater than 0 and at most 5"),
        ("constant:cm=-1", "greater than 0 and at most 5"),
        ("constant:cd=.47,cm=0", "greater than 0 and at most 5"),
        ("constant:cd=0,cm=.18", "greater than 0 and at most 5"),
        ("saturating:b=0", "greater than 0 and at most 100"),
        ("saturating:a=nan", "greater than 0 and at most 5"),
        ("saturating:a=-0.278", "greater than 0 and at most 5"),
        ("saturating:cd=-inf", "greater than 0 and at most 5"),
    ] {
        refuses(&push_with(&[("--aero", model)]), &["--aero", model, "is not allowed", range]);
    }
}

#[test]
fn law_parameters_of_the_table_give_no_energy() {
    for (model, range) in [
        ("nakashima:e=0", "greater than 0 and at most 1"),
        ("nakashima:e=1.5", "greater than 0 and at most 1"),
        ("nakashima:e=-0.9", "greater than 0 and at most 1"),
        ("nakashima:e=NaN", "greater than 0 and at most 1"),
        ("nakashima:mu=0", "greater than 0 and at most 2"),
        ("nakashima:e=.93,mu=-1", "greater than 0 and at most 2"),
        ("nakashima:mu=inf", "greater than 0 and at most 2"),
        ("ideal:k=0", "greater than 0 and at most 1"),
        ("ideal:k=1.01", "greater than 0 and at most 1"),
        ("linear:kz=0.5", "at least -1 and less than 0"),
        ("linear:kz=0", "at least -1 and less than 0"),
        ("linear:kz=nan", "at least -1 and less than 0"),
        ("linear:kx=0", "greater than 0 and at most 1"),
        ("linear:ky=inf", "greater than 0 and at most 1"),
        ("linear:bx=-1", "at least 0 and at most 5"),
    ] {
        refuses(&push_with(&[("--table", model)]), &["--table", model, "is not allowed", range]);
    }
}

#[test]
fn law_parameters_of_the_net_are_checked_too() {
    for (model, allowed) in [
        ("sheet:face=0", "greater than 0"),
        ("sheet:cord=1", "at most 0.99"),
        ("sheet:mu=nan", "at most 2"),
        ("rope", "sheet:face"),
    ] {
        refuses(&push_with(&[("--net", model)]), &["--net", model, allowed]);
    }
}

#[test]
fn law_models_are_known_by_name_and_key() {
    for (flag, model, words) in [
        ("--aero", "dragon", ["unknown", "`dragon`", "vacuum | drag:cd"]),
        ("--aero", "Vacuum", ["unknown", "`Vacuum`", "vacuum | drag:cd"]),
        ("--aero", "", ["unknown", "``", "vacuum | drag:cd"]),
        ("--table", "wood", ["unknown", "`wood`", "nakashima:e"]),
        ("--table", "vacuum", ["unknown", "`vacuum`", "nakashima:e"]),
        ("--aero", "drag:cm=1", ["no parameter", "`cm`", "takes cd"]),
        ("--aero", "vacuum:cd=1", ["no parameter", "`cd`", "takes none"]),
        ("--aero", "saturating:cd=.5,c=1", ["no parameter", "`c`", "takes cd, a, b"]),
        ("--table", "ideal:e=.9", ["no parameter", "`e`", "takes k"]),
        ("--aero", "drag:cd=.4,cd=.5", ["given twice", "`cd`", "drag"]),
        ("--table", "nakashima:mu=.2,e=.9,mu=.2", ["given twice", "`mu`", "nakashima"]),
        ("--aero", "drag:cd", ["key=number", "`cd`", "drag"]),
        ("--aero", "drag:.47", ["key=number", "`.47`", "drag"]),
        ("--table", "ideal:k=bouncy", ["key=number", "`k=bouncy`", "ideal"]),
    ] {
        refuses(&push_with(&[(flag, model)]), &[&[flag], &words[..]].concat());
    }
}

#[test]
fn law_single_numbers_are_in_range() {
    for (flag, value, allowed) in [
        ("--decay-per-m", "-1", "at least 0 and at most 1"),
        ("--decay-per-m", "2", "at least 0 and at most 1"),
        ("--decay-per-m", "inf", "at least 0 and at most 1"),
        ("--bounces", "0", "1000"),
        ("--bounces", "1001", "1000"),
        ("--sample-interval-s", "0", "from 0.0001 to 10 s"),
        ("--sample-interval-s", "nan", "from 0.0001 to 10 s"),
        ("--sample-interval-s", "inf", "from 0.0001 to 10 s"),
        ("--sample-interval-s", "often", "number"),
    ] {
        refuses(&push_with(&[(flag, value)]), &[flag, value, allowed]);
    }
    // Rust spells it NaN, whatever the user's letters.
    refuses(&push_with(&[("--decay-per-m", "nan")]), &["--decay-per-m", "nan", "at least 0 and at most 1"]);
}

#[test]
fn bug_words_for_numbers_are_refused_in_the_reader_s_language() {
    // Symptom: "invalid float literal" and "invalid digit found in string". Law: say what would be allowed.
    for (flag, value) in [("--decay-per-m", "little"), ("--bounces", "two"), ("--bounces", "1.5")] {
        refuses(&push_with(&[(flag, value)]), &[flag, value, "number"]);
    }
}

#[test]
fn bug_negative_numbers_are_values_not_flags() {
    // Symptom: "unexpected argument '-1' found" without the flag that it belongs to. Law: name flag, value and range.
    for (flag, value, least) in [("--bounces", "-7", "1"), ("--sample-interval-s", "-7.5", "0.0001")] {
        refuses(&push_with(&[(flag, value)]), &[flag, value, least]);
    }
}

#[test]
fn law_position_velocity_and_spin_are_all_needed() {
    refuses(&["shot"], &["required", "--position-m", "--velocity-m-s", "--spin-rad-s"]);
    for (missing, _) in PUSH {
        let given = PUSH.iter().filter(|(flag, _)| *flag != missing).flat_map(|(flag, value)| [*flag, *value]);
        refuses(&["shot"].into_iter().chain(given).collect::<Vec<_>>(), &["required", missing]);
    }
    refuses(&["shot", "--position-m"], &["--position-m", "value is required"]);
}
