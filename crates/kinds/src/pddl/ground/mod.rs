//! Grounding: from a problem to all relevant operators and atoms, without variables (Helmert, *Concise finite-domain
//! representations for PDDL planning tasks*, 2009, section 6).
//!
//! Datalog finds all relaxed reachable atoms. Then everything constant is left out: static predicates, unchanged atoms,
//! effects that change nothing, operators without effect, and derived atoms that are always or never derived. A derived atom
//! that is a conjunction is replaced by it.

mod costs;
mod draft;
mod meter;
mod program;
mod reach;
mod simplify;
mod unreached;

use costs::{GroundCost, GroundCosts, StateCost};
use draft::{OperatorDraft, TaskDraft, draft, operator_bytes};
use meter::{GroundMeter, allocated};
use reach::reach;
use simplify::{clean_axioms, clean_duplicates, clean_operator, fix_constants, inline};
pub use unreached::why_unreached;

use bmcplan_base::stop::Stop;

use super::diagnostics::PddlGroundError;
use super::lifted::LiftedTask;
use super::normal::normalise;
use super::syntax::PddlProblem;
use crate::fdr::{AtomEffect, AtomId, AtomLiteral, GroundAxiom, GroundOperator, GroundTask};

/// A problem in normal form, with and without variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroundedProblem {
    /// Problem in normal form, with variables.
    pub lifted: LiftedTask,
    /// Problem without variables.
    pub ground: GroundTask,
}

/// Grounds a problem. If the goal can never hold, the ground goal has an atom that never changes.
///
/// # Errors
/// [`PddlGroundError::Invalid`] with the fault: derived predicates that depend on their own negation, actions that change
/// derived predicates, costs without a value or too large, conditions too large when expanded. [`PddlGroundError::Stopped`] if
/// `stop` is raised, or if its memory limit is exceeded, with the action or rule with most instances.
pub fn ground(problem: &PddlProblem, stop: &Stop) -> Result<GroundedProblem, PddlGroundError> {
    let lifted = normalise(problem, stop)?;
    let mut meter = GroundMeter::new(problem, &lifted, stop);
    let reachable = reach(&lifted, &mut meter)?;
    let mut draft = draft(&lifted, reachable, &mut meter)?;
    let derived: Vec<bool> =
        draft.atoms.iter().map(|(predicate, _)| lifted.predicates[*predicate].is_derived).collect();
    let mut values = vec![None; draft.atoms.len()];
    fix_constants(&mut draft, &derived, &mut values, &mut meter)?;
    if !draft.axioms.is_empty() {
        inline(&mut draft, &derived);
        draft.operators.retain_mut(clean_operator);
        clean_axioms(&mut draft.axioms);
        fix_constants(&mut draft, &derived, &mut values, &mut meter)?;
    }
    let name = |operator: &OperatorDraft| {
        let lifted = &lifted.operators[operator.operator];
        (lifted.action, operator.objects[..lifted.n_parameters].to_vec())
    };
    draft.operators.sort_by_cached_key(|operator| (name(operator), operator.operator));
    clean_duplicates(&mut draft.operators, name);
    let (mut ground, by_state) = finish(problem, &lifted, draft, &derived, &mut meter)?;
    GroundCosts { problem, lifted: &lifted }.split(&mut ground, by_state, stop, &mut meter)?;
    Ok(GroundedProblem { lifted, ground })
}

/// Numbers the remaining atoms, and names everything. State-dependent costs are returned separately, with the numbers of their
/// operators.
fn finish(
    problem: &PddlProblem,
    lifted: &LiftedTask,
    draft: TaskDraft,
    is_derived: &[bool],
    meter: &mut GroundMeter<'_>,
) -> Result<(GroundTask, Vec<(usize, StateCost)>), PddlGroundError> {
    let mut is_used = vec![false; draft.atoms.len()];
    let mut has_rule = vec![false; draft.atoms.len()];
    for operator in &draft.operators {
        operator.effects.iter().for_each(|effect| is_used[effect.literal.atom.0 as usize] = true);
    }
    for axiom in &draft.axioms {
        is_used[axiom.head.0 as usize] = true;
        has_rule[axiom.head.0 as usize] = true;
    }
    draft.goal.iter().for_each(|literal| is_used[literal.atom.0 as usize] = true);
    let mut ground = GroundTask::default();
    let mut numbers = vec![AtomId(0); draft.atoms.len()];
    let object = |object: &u32| &*lifted.objects[*object as usize];
    for (atom, (predicate, objects)) in draft.atoms.into_iter().enumerate() {
        if !is_used[atom] {
            continue;
        }
        let number = AtomId(u32::try_from(ground.atoms.len()).map_err(|_| meter.overflow())?);
        numbers[atom] = number;
        let name = &lifted.predicates[predicate].name;
        let arguments: Vec<&str> = objects.iter().map(object).collect();
        ground.atoms.push(if arguments.is_empty() {
            name.clone()
        } else {
            format!("{name}({})", arguments.join(", "))
        });
        ground.predicates.push((predicate, objects));
        ground.is_derived.push(is_derived[atom] && has_rule[atom]);
        if draft.is_initial[atom] {
            ground.initial.push(number);
        }
    }
    let literal = |literal: &AtomLiteral| AtomLiteral { atom: numbers[literal.atom.0 as usize], ..*literal };
    let all = |literals: &[AtomLiteral]| -> Vec<AtomLiteral> { literals.iter().map(literal).collect() };
    let mut bytes = (size_of::<OperatorDraft>() + 2 * size_of::<GroundOperator>()) * draft.operators.len();
    let (costs, mut by_state) = (GroundCosts { problem, lifted }, Vec::new());
    for operator in draft.operators {
        meter.tick(|| bytes)?;
        let cost = match costs.of(&operator)? {
            GroundCost::Always(cost) => cost,
            GroundCost::Cases(cost) => {
                by_state.push((ground.operators.len(), cost.renumbered(&numbers)));
                0
            }
        };
        let name = operator.name(lifted);
        bytes += allocated::<u8>(name.len()) + operator_bytes(&operator.precondition, &operator.effects);
        ground.operators.push(GroundOperator {
            name,
            precondition: all(&operator.precondition),
            effects: operator
                .effects
                .iter()
                .map(|effect| AtomEffect {
                    condition: all(&effect.condition),
                    literal: literal(&effect.literal),
                })
                .collect(),
            cost,
        });
    }
    ground.axioms = draft
        .axioms
        .iter()
        .map(|axiom| GroundAxiom { head: numbers[axiom.head.0 as usize], body: all(&axiom.body) })
        .collect();
    ground.goal = all(&draft.goal);
    Ok((ground, by_state))
}
