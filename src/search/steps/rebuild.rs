//! Reconstruction of the plan, from the goal back to the start: each state was found from another one, by a step that is looked
//! for again, among the operators that only make true what is true after it.

use super::super::operator_set::bits;
use super::layers::StepSearch;
use super::sets::StepSets;
use super::situation::{active, applicable};
use crate::plan::Plan;
use crate::stop::{Stop, StopReason};
use crate::task::OperatorId;

/// The stop flag is asked after so many sets of operators.
const SETS_PER_LOOK: usize = 1 << 10;

/// The plan that leads to a state.
pub(super) fn plan_to<const W: usize>(
    search: &mut StepSearch<'_, W>,
    goal: usize,
    stop: &Stop,
) -> Result<Plan, StopReason> {
    let (mut steps, mut number) = (Vec::new(), goal);
    while number != 0 {
        let parent = usize::try_from(search.found.parents.get(number)).unwrap_or(0);
        steps.push(step_between(search, parent, number, stop)?);
        number = parent;
    }
    steps.reverse();
    Ok(Plan::parallel(steps))
}

/// The operators of a step from one state to the other, in an order in which they can run.
fn step_between<const W: usize>(
    search: &mut StepSearch<'_, W>,
    from: usize,
    to: usize,
    stop: &Stop,
) -> Result<Vec<OperatorId>, StopReason> {
    let StepSearch { compiled, rules, found, scratch, situation, .. } = search;
    let (from, to) = (found.states.get(from), found.states.get(to));
    let mut after = scratch.clone();
    applicable(compiled, rules, &to, &mut after, &mut situation.operators);
    applicable(compiled, rules, &from, scratch, &mut situation.operators);
    situation.fill(rules, scratch, &mut found.budget)?;
    let mut allowed = vec![0_u64; situation.width];
    for (place, operator) in situation.operators.iter().enumerate() {
        let mut effects = active(&rules.operators[*operator].effects, scratch);
        if effects.all(|effect| effect.field.get(&after.words) == effect.code) {
            allowed[place / 64] |= 1 << (place % 64);
        }
    }
    let mut n_sets = 0;
    let step = StepSets::default().visit(situation, &from, [&allowed, &vec![0; situation.width]], |set| {
        n_sets += 1;
        if set.state == to {
            let places = set.chosen.iter().enumerate();
            let places = places.flat_map(|(word, chosen)| bits(*chosen).map(move |bit| word * 64 + bit));
            let operators = places.map(|place| compiled.operator_id(situation.operators[place]));
            return Err(Ok(operators.collect()));
        }
        let reason = (n_sets % SETS_PER_LOOK == 0).then(|| stop.reason()).flatten();
        reason.map_or(Ok(()), |reason| Err(Err(reason)))
    });
    // It was found before; a plan without it is none.
    step.err().unwrap_or(Ok(Vec::new()))
}
