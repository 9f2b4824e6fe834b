//! Warnings about a rule sheet that can be played: what is most likely a slip, for it can never hold or never matter.
//!
//! GDL calls false whatever no rule derives, so a misspelt word makes a game that cannot be won, not an error. What a sheet
//! says is looked at as it is written, in time that is linear in its size; what the goal needs is looked up among the atoms
//! that grounding has found possible.

mod blame;
mod goal;
mod relations;
mod roles;
mod shapes;
mod unmatched;

use super::ground::GroundSheet;
use super::sheet::Sheet;
use crate::text::{Diagnostic, Source};

/// So many are shown.
const MOST: usize = 10;

/// What is most likely wrong with a sheet whose play is to be worth `wanted`, in the order of the text.
pub(super) fn warnings(
    source: &Source,
    sheet: &Sheet,
    ground: &GroundSheet,
    wanted: Option<u32>,
) -> Vec<Diagnostic> {
    let found = goal::warnings(source, sheet, ground, wanted).into_iter();
    let found = found.chain(relations::warnings(source, sheet)).chain(relations::misspelt(source, sheet));
    let found = found.chain(roles::warnings(source, sheet));
    let mut found = found.chain(unmatched::warnings(source, sheet));
    let mut shown: Vec<Diagnostic> = found.by_ref().take(MOST).collect();
    shown.sort_by_key(Diagnostic::line_and_column);
    if found.next().is_some() {
        shown.push(Diagnostic::warning(source, "there are more warnings than are shown"));
    }
    shown
}
