//! From text to a checked sheet.

use std::collections::BTreeMap;
use std::path::Path;

use super::sheet::{Sheet, Symbols};
use super::{check, formula, kif, normal};
use crate::frontend::{Diagnostic, Source};

/// Reads a rule sheet.
///
/// # Errors
/// What is wrong with it, with the place and what would be right: the notation, a relation with several numbers of
/// arguments, an unsafe rule, no player or several. What only grounding can tell is left to it.
pub fn read(source: &Source) -> Result<Sheet, Diagnostic> {
    let mut symbols = Symbols::default();
    let mut arities = BTreeMap::new();
    let mut rules = Vec::new();
    for expression in kif::read(source)? {
        let statement = formula::statement(source, &mut symbols, &expression)?;
        check::statement(source, &symbols, &statement, &mut arities)?;
        for rule in normal::rules(source, &statement)? {
            check::safety(source, &statement, &rule)?;
            rules.push(rule);
        }
    }
    if rules.is_empty() {
        return Err(Diagnostic::new(source, "the sheet is empty").at(0..0, "no rule here").help(
            "a rule sheet has facts such as (role player) and rules such as (<= terminal (true (step 7)))",
        ));
    }
    let role = check::role(source, &symbols, &rules)?;
    check::sheet(source, &symbols, &rules)?;
    Ok(Sheet { symbols, role, rules })
}

/// Reads the rule sheet in a file.
///
/// # Errors
/// As [`Source::open`] and [`read`].
pub fn read_path(path: &Path) -> Result<Sheet, Diagnostic> {
    read(&Source::open(path)?)
}

/// Whether a text is more likely a rule sheet than anything else: its first character that is not in a comment opens a
/// parenthesis.
pub fn looks_like(source: &Source) -> bool {
    let mut lines = source.text().lines().map(|line| line.split(';').next().unwrap_or("").trim());
    lines.find(|line| !line.is_empty()).is_some_and(|line| line.starts_with('('))
}
