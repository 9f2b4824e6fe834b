//! Puzzles in TOML, the project's own format: the start and the goal, drawn in characters.
//!
//! ```toml
//! name = "an example"
//! start = """
//! AA.B
//! CCDD
//! """
//! goal = """
//! ....
//! AA..
//! """
//! interchangeable = ["AC"]
//! ```
//!
//! `name` and `source` are for people. `interchangeable` lists groups of pieces of one shape, named in the goal or not,
//! that may stand in each other's goals: above, the goal is met when A or C is there.
//!
//! `cost = { A = 3, C = 3 }` says what each move of a piece costs, 1 for pieces that are not in it; then plans of least cost are looked
//! for. Only pieces of the same cost are interchangeable.

use serde::Deserialize;
use toml::Spanned;

use super::check::Drawing;
use super::check::PuzzleDraft;
use crate::kinds::piece_costs::{CostTable, PieceCosts};
use crate::text::toml::{complaint, quoted};
use crate::text::{Diagnostic, Source};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    start: Spanned<String>,
    goal: Spanned<String>,
    #[serde(default)]
    interchangeable: Vec<Spanned<String>>,
    cost: Option<CostTable>,
    /// The name of the puzzle. Only its type is checked.
    #[serde(rename = "name")]
    _name: Option<String>,
    /// Where the puzzle is from. Only its type is checked.
    #[serde(rename = "source")]
    _source: Option<String>,
}

const FORM: &str =
    "give start = \"\"\"…\"\"\" and goal = \"\"\"…\"\"\", each with one line of characters per row";

pub(super) fn read(source: &Source) -> Result<PuzzleDraft, Diagnostic> {
    let file: PuzzleFile =
        toml::from_str(source.text()).map_err(|error| complaint(source, &error, FORM, FORM))?;
    Ok(PuzzleDraft {
        start: drawing(source, "start", &file.start)?,
        goal: drawing(source, "goal", &file.goal)?,
        interchangeable: file
            .interchangeable
            .into_iter()
            .map(|group| (group.span(), group.into_inner()))
            .collect(),
        costs: file.cost.map(|table| PieceCosts::read(source, table)).transpose()?,
    })
}

fn drawing(source: &Source, what: &str, value: &Spanned<String>) -> Result<Drawing, Diagnostic> {
    let Some(rows) = quoted(source, value) else {
        return Err(Diagnostic::new(source, format!("the {what} has escapes in it"))
            .at(value.span(), "in this string")
            .help("write the rows as they are, one line each, between \"\"\" and \"\"\""));
    };
    Drawing::read(source, what, value.span(), &rows)
}

/// Does a text give values to both keys that a puzzle has?
pub(super) fn looks_like(text: &str) -> bool {
    let gives = |key: &str| {
        let mut rests = text.lines().filter_map(|line| line.trim_start().strip_prefix(key));
        rests.any(|rest| rest.trim_start().starts_with('='))
    };
    gives("start") && gives("goal")
}
