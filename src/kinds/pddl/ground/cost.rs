//! What ground operators cost.

use super::super::ground_error::PddlGroundError;
use super::super::{CostTerm, ObjectId, PddlProblem, PddlTerm};

/// The cost of an action with those objects: the sum of its terms if the problem asks for a cheapest plan, otherwise 1.
pub(super) fn cost(problem: &PddlProblem, action: usize, objects: &[u32]) -> Result<u32, PddlGroundError> {
    if !problem.minimises_cost {
        return Ok(1);
    }
    let action = &problem.actions[action];
    let mut sum = 0_u32;
    for term in &action.costs {
        let part = match term {
            CostTerm::Number(number) => *number,
            CostTerm::Function(function, arguments) => {
                let arguments = arguments.iter().map(|argument| match argument {
                    PddlTerm::Object(object) => Some(*object),
                    PddlTerm::Variable(variable) => {
                        objects.get(*variable).map(|object| ObjectId(*object as usize))
                    }
                });
                let arguments: Option<Vec<ObjectId>> = arguments.collect();
                let value = arguments.as_ref().and_then(|arguments| {
                    let values = &problem.functions[*function].values;
                    let place = values.binary_search_by(|(known, _)| known.cmp(arguments)).ok()?;
                    Some(values[place].1)
                });
                value.ok_or_else(|| {
                    let names = arguments.iter().flatten().map(|object| &*problem.objects[object.0].name);
                    let names: Vec<&str> = names.collect();
                    let function = &problem.functions[*function].name;
                    let call = [&[&**function][..], &names].concat().join(" ");
                    let message =
                        format!("({call}) has no value, and the cost of {} depends on it", action.name);
                    PddlGroundError::refused(message)
                        .at(action.span.clone(), "this action")
                        .help(&format!("write (= ({call}) 1), or another number, into :init"))
                })?
            }
        };
        sum = sum.checked_add(part).ok_or_else(|| {
            PddlGroundError::refused(format!("{} costs more than {}", action.name, u32::MAX))
                .at(action.span.clone(), "this action")
                .help("divide all costs by the same number")
        })?;
    }
    Ok(sum)
}
