//! Normalisation: from a problem as it is written to operators and rules whose conditions are conjunctions of literals
//! (Helmert, *Concise finite-domain representations for PDDL planning tasks*, 2009, section 4).

mod cases;
mod context;
mod goal;
mod nnf;
mod operators;
mod quantify;
mod rules;
mod scope;
#[cfg(test)]
mod tests;
mod types;

use super::PddlProblem;
use super::ground_error::PddlGroundError;
use super::lifted::{LiftedArgument, LiftedAtom, LiftedRule, LiftedTask};
use crate::stop::Stop;
use context::Normaliser;

/// Brings a problem into normal form.
///
/// # Errors
/// [`PddlGroundError::Refused`] if rules lead through negation back to themselves, an action changes what rules derive, or
/// conditions are too large when written out; [`PddlGroundError::Stopped`] if the flag is raised.
pub(super) fn normalise(problem: &PddlProblem, stop: &Stop) -> Result<LiftedTask, PddlGroundError> {
    let mut context = Normaliser::new(problem, stop);
    let mut operators = Vec::new();
    for (number, action) in problem.actions.iter().enumerate() {
        let cases = context.operators(number, action);
        operators.extend(cases.map_err(|error| error.at(action.span.clone(), "this action"))?);
    }
    context.axioms()?;
    let goal = context.goal(&problem.goal, problem.n_goal_variables)?;
    context.check_strata()?;
    let Normaliser { predicates, mut rules, types, .. } = context;
    let mut initial: Vec<(usize, Vec<u32>)> = Vec::new();
    for (predicate, arguments) in &problem.initial {
        let arguments = arguments.iter().map(|object| u32::try_from(object.0).unwrap_or(u32::MAX));
        if predicates[predicate.0].is_derived {
            let arguments = arguments.map(LiftedArgument::Object).collect();
            let head = LiftedAtom { predicate: predicate.0, arguments };
            rules.push(LiftedRule { head, body: Vec::new(), n_variables: 0 });
        } else {
            initial.push((predicate.0, arguments.collect()));
        }
    }
    initial.extend(types.facts());
    Ok(LiftedTask {
        objects: problem.objects.iter().map(|object| object.name.clone()).collect(),
        predicates,
        operators,
        axioms: rules,
        initial,
        goal,
    })
}
