//! Sheets without slips have no warnings. The warnings about slips are in `tests/warned/gdl.txt` (see `refused.rs`).

use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::kinds::gdl::{self, Game, GroundLimits};
use bmcplan::text::Source;

use super::ground::LARGE;
use crate::common::cases::everything;
use crate::common::foreign::shared_data;

/// The warnings about a sheet whose play is to have the best value.
fn warnings(path: &Path) -> Vec<String> {
    let (source, limits) = (Source::open(path).unwrap(), GroundLimits::default());
    let sheet = gdl::read(&source, limits).unwrap();
    let best = Game::of(&source, &sheet, limits).unwrap().goal_values().first().copied();
    let game = Game::worth(best, &source, &sheet, limits).unwrap();
    game.warnings().iter().map(ToString::to_string).collect()
}

fn check_folder(folder: &Path, least: usize) {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_tried = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "kif")
            && (everything() || !LARGE.iter().any(|large| path.ends_with(large)))
    };
    let sheets: Vec<_> = files.filter(is_tried).collect();
    assert!(least <= sheets.len());
    let found: Vec<String> = sheets.iter().flat_map(|path| warnings(path)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn shipped_sheets_have_none() {
    check_folder(Path::new("instances/gdl"), 5);
}

#[test]
fn sheets_of_the_game_playing_collections_have_none() {
    if let Some(folder) = shared_data("gdl") {
        check_folder(&folder, 15);
    }
}
