//! The interpreter against games whose optima are known.

use std::collections::BTreeMap;
use std::fs;

use crate::common::cases::everything;

use super::fixed::{FIXED, Fixed};
use super::interpreter::Interpreter;
use crate::common::foreign::shared_data;

/// The games that a naive interpreter plays through in a second; the first two with all cases only.
const SMALL: [&str; 16] = [
    "asteroids.kif",
    "hanoi.kif",
    "blocks.kif",
    "blocksWorldSerial.kif",
    "buttons.kif",
    "circlesolitaire.kif",
    "coins.kif",
    "dresden__buttons_lights.kif",
    "dresden__simple.kif",
    "duplicateStateSmall.kif",
    "lightsOn.kif",
    "maze.kif",
    "pancakes.kif",
    "pearls.kif",
    "survival.kif",
    "untwistycomplex2.kif",
];

#[test]
fn shared_sheets_have_their_known_optima() {
    let Some(folder) = shared_data("gdl") else { return };
    let table = fs::read_to_string(folder.join("OPTIMA.tsv")).unwrap();
    let optima: BTreeMap<&str, &str> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .collect();
    for file in SMALL.into_iter().skip(if everything() { 0 } else { 2 }) {
        let explored =
            Interpreter::new(&fs::read_to_string(folder.join(file)).unwrap()).explore(20_000, Some(100));
        let known = (optima[file] != "-").then(|| optima[file].parse::<usize>().unwrap());
        assert_eq!(explored.optimum(100).unwrap_or_else(|| panic!("{file}")), known, "{file}");
    }
}

#[test]
fn buttons_and_lights_has_exactly_two_shortest_plays() {
    let Some(folder) = shared_data("gdl") else { return };
    let explored =
        Interpreter::new(&fs::read_to_string(folder.join("buttons.kif")).unwrap()).explore(1000, None);
    let plays: Vec<String> = explored.plays(100).iter().map(|play| play.join(" ")).collect();
    assert_eq!(plays, ["a b a c b a", "a b c a b a"]);
    let best = &explored.best[&100];
    assert_eq!((best.length, best.count), (6, 2));
}

#[test]
fn sheets_by_hand_are_played_as_meant() {
    for Fixed { name, text, plays } in FIXED {
        let explored = Interpreter::new(text).explore(300, None);
        let found: Vec<_> =
            explored.best.iter().map(|(value, best)| (*value, best.length, best.count)).collect();
        assert_eq!((found.as_slice(), explored.complete), (*plays, true), "{name}");
        for (value, length, count) in *plays {
            let listed = explored.plays(*value);
            assert!(listed.iter().all(|play| play.len() == *length), "{name}");
            assert_eq!(u128::try_from(listed.len()), Ok(*count), "{name}");
        }
    }
}
