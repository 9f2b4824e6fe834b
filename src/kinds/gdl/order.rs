//! A topological order of the atoms over the state, or a diagnostic that they depend on each other in a circle.

use std::collections::BTreeSet;

use super::GroundError;
use super::Symbols;
use super::limits::Meter;
use super::program::{GroundProgram, ProgramAtom};
use crate::datalog::Terms;
use crate::task::components;

/// The heads of the program's rules in topological order.
///
/// # Errors
/// An atom depends on itself: through negation, or as recursion over the state.
pub(super) fn order(
    program: &GroundProgram,
    terms: &Terms,
    symbols: &Symbols,
    meter: &mut Meter<'_>,
) -> Result<Vec<ProgramAtom>, GroundError> {
    let n = program.atoms.len();
    let mut uses: Vec<Vec<ProgramAtom>> = vec![Vec::new(); n];
    let mut is_head = vec![false; n];
    for rule in &program.rules {
        meter.tick(0)?;
        is_head[rule.head] = true;
        uses[rule.head].extend(rule.body.iter().map(|(atom, _)| *atom));
    }
    let mut order = Vec::new();
    for component in components(&uses) {
        if let [atom] = component.as_slice()
            && !uses[*atom].contains(atom)
        {
            order.extend(is_head[*atom].then_some(*atom));
            continue;
        }
        let component: BTreeSet<ProgramAtom> = component.into_iter().collect();
        let inside = |atom: &ProgramAtom| component.contains(atom);
        let rules: Vec<_> = program
            .rules
            .iter()
            .filter(|rule| inside(&rule.head) && rule.body.iter().any(|(atom, _)| inside(atom)))
            .collect();
        let denying = rules.iter().find(|rule| rule.body.iter().any(|(atom, holds)| !holds && inside(atom)));
        let Some(rule) = denying.or(rules.first()) else { continue };
        let head = symbols.ground(terms, program.atoms[rule.head]);
        return Err(if denying.is_some() {
            meter.refuse(
                rule.rule,
                format!("not stratified: {head} depends on its own negation"),
                "here a condition fails that depends on the head",
                "rules may go through negation only to what does not lead back",
            )
        } else {
            meter.refuse(
                rule.rule,
                format!("recursion over the state: {head} depends on itself"),
                "this rule leads back to its head",
                "recursion may run over static facts, or over the state if it always comes to an end",
            )
        });
    }
    Ok(order)
}
