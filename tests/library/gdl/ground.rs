//! Rule sheets made ground, and the shortest plays that explicit search finds on the tasks that come of it.

use std::fs;
use std::path::Path;

use bmcplan::kinds::gdl::{Game, GroundLimits, read};
use bmcplan::stop::Stop;
use bmcplan::task::Reachability;
use bmcplan::text::Source;

use crate::common::cases::everything;
use crate::common::foreign::shared_data;
use crate::common::optimum::optimum;

/// The sheets with too many states or instances for the usual run.
pub(super) const LARGE: [&str; 5] =
    ["eightPuzzle.kif", "knightsTour.kif", "lightsOut.kif", "queens08lg.kif", "slidingpieces.kif"];

fn game(path: &Path) -> Game {
    let source = Source::open(path).unwrap();
    Game::of(&source, &read(&source, GroundLimits::default()).unwrap(), GroundLimits::default()).unwrap()
}

#[test]
fn shared_sheets_have_their_known_optima() {
    let Some(folder) = shared_data("gdl") else { return };
    let optima = fs::read_to_string(folder.join("OPTIMA.tsv")).unwrap();
    for line in optima.lines().filter(|line| !line.starts_with('#')) {
        let (sheet, length) = line.split_once('\t').unwrap();
        if LARGE.contains(&sheet) && !everything() {
            continue;
        }
        let task = game(&folder.join(sheet)).task(100, &Stop::default()).unwrap();
        let expected = length.parse().ok();
        assert!(expected.is_some() || length == "-", "{line}");
        let is_reachable = Reachability::of(&task, |_| true, &Stop::default()).condition(task.goal());
        let found = if is_reachable { optimum(&task) } else { None };
        assert_eq!(found, expected, "{sheet}");
    }
}
