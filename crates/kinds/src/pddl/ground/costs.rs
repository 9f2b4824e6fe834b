//! Costs of ground operators.
//!
//! A cost that depends on the state splits an operator into several of the same name, one for each case, each with a constant
//! cost. For `(when (p) (increase (total-cost) 5))`, one requires p and another its negation. Cases with mutually exclusive
//! atoms are left out. So a cost that depends on a place has as many cases as there are places.

use bmcplan_base::ordered::{Map, sort};
use bmcplan_base::stop::Stop;
use bmcplan_base::text::Span;
use bmcplan_task::Operator;

use super::super::diagnostics::PddlGroundError;
use super::super::lifted::{LiftedAmount, LiftedArgument, LiftedTask};
use super::super::syntax::{CostFunction, ObjectId, PddlProblem};
use super::draft::OperatorDraft;
use super::meter::GroundMeter;
use crate::fdr::{self, AtomGroup, AtomId, AtomLiteral, GroundOperator, GroundTask};

/// Greatest number of cases of a ground action.
const MAX_CASES: usize = 256;

pub(super) enum GroundCost {
    Always(u64),
    Cases(StateCost),
}

/// A cost that depends on the state: a constant sum, and for each atom the sum if it fails, and if it holds.
#[derive(Debug, Default)]
pub(super) struct StateCost {
    always: u128,
    by_atom: Vec<(AtomId, [u128; 2])>,
    action: usize,
    span: Span,
}

impl StateCost {
    pub(super) fn renumbered(mut self, numbers: &[AtomId]) -> Self {
        self.by_atom.iter_mut().for_each(|(atom, _)| *atom = numbers[atom.index()]);
        self
    }
}

pub(super) struct GroundCosts<'p> {
    pub(super) problem: &'p PddlProblem,
    pub(super) lifted: &'p LiftedTask,
}

impl GroundCosts<'_> {
    /// Returns the cost of an operator; 1 if costs are not minimised.
    pub(super) fn of(&self, draft: &OperatorDraft) -> Result<GroundCost, PddlGroundError> {
        if !self.problem.minimises_cost {
            return Ok(GroundCost::Always(1));
        }
        let operator = &self.lifted.operators[draft.operator];
        let mut cost = StateCost { action: operator.action, ..StateCost::default() };
        let mut by_atom: Map<AtomId, [u128; 2]> = Map::new();
        for number in (0..operator.increases.len()).filter(|number| operator.increases[*number].is_plain()) {
            cost.always += self.amount(draft, number, &draft.objects)?;
        }
        for increase in &draft.increases {
            let amount = self.amount(draft, increase.number, &increase.objects)?;
            match increase.condition.first() {
                None => cost.always += amount,
                Some(AtomLiteral { atom, positive }) => {
                    by_atom.entry(*atom).or_default()[usize::from(*positive)] += amount;
                    cost.span = operator.increases[increase.number].span.clone();
                }
            }
        }
        for (atom, [fails, holds]) in by_atom {
            match draft.precondition.iter().find(|literal| literal.atom == atom) {
                Some(literal) => cost.always += if literal.positive { holds } else { fails },
                None if fails == holds => cost.always += holds,
                None => cost.by_atom.push((atom, [fails, holds])),
            }
        }
        if !cost.by_atom.is_empty() {
            return Ok(GroundCost::Cases(cost));
        }
        self.checked(operator.action, cost.always).map(GroundCost::Always)
    }

    fn amount(&self, draft: &OperatorDraft, number: usize, objects: &[u32]) -> Result<u128, PddlGroundError> {
        let operator = &self.lifted.operators[draft.operator];
        let increase = &operator.increases[number];
        let amount = match &increase.amount {
            LiftedAmount::Number(number) => *number,
            LiftedAmount::Function(function, arguments) => {
                let object = |argument: &LiftedArgument| match argument {
                    LiftedArgument::Variable(variable) => objects.get(*variable as usize).copied(),
                    LiftedArgument::Object(object) => Some(*object),
                };
                let objects: Option<Vec<ObjectId>> = arguments
                    .iter()
                    .map(|argument| object(argument).map(|object| ObjectId(object as usize)))
                    .collect();
                let objects = objects.unwrap_or_default();
                let function = &self.problem.functions[*function];
                let place = function.values.binary_search_by(|(known, _)| known.cmp(&objects));
                let value = place.ok().map(|place| function.values[place].1);
                value.ok_or_else(|| {
                    self.no_value(draft, function, &objects).at(increase.span.clone(), "here")
                })?
            }
        };
        amount.times(self.problem.cost_scale).map(u128::from).ok_or_else(|| self.too_dear(operator.action))
    }

    /// Returns the error of an operator whose cost depends on a missing value.
    fn no_value(
        &self,
        draft: &OperatorDraft,
        function: &CostFunction,
        objects: &[ObjectId],
    ) -> PddlGroundError {
        let action = draft.name(self.lifted);
        if let Some((_, why)) = function.faults.iter().find(|(of, _)| of == objects) {
            return PddlGroundError::invalid(format!("the cost of {action} {why}"));
        }
        let names = objects.iter().map(|object| &*self.problem.objects[object.0].name);
        let call: Vec<&str> = [&*function.name].into_iter().chain(names).collect();
        let call = call.join(" ");
        PddlGroundError::invalid(format!("({call}) has no value, and the cost of {action} depends on it"))
            .help(&format!("write (= ({call}) 1), or another number, into :init"))
    }

    /// Checks that the cost of an operator of `action` is not too large.
    fn checked(&self, action: usize, cost: u128) -> Result<u64, PddlGroundError> {
        let cost = u64::try_from(cost).ok().filter(|cost| *cost <= Operator::GREATEST_COST);
        cost.ok_or_else(|| self.too_dear(action))
    }

    fn too_dear(&self, action: usize) -> PddlGroundError {
        let action = &self.problem.actions[action];
        let (name, greatest) = (&action.name, Operator::GREATEST_COST);
        let message = match self.problem.cost_scale {
            1 => format!("{name} costs more than {greatest}"),
            scale => format!("times {scale}, which makes all costs whole, {name} costs more than {greatest}"),
        };
        PddlGroundError::invalid(message)
            .at(action.span.clone(), "this action")
            .help("divide all costs by the same number")
    }

    /// Splits the operators with state-dependent costs. `costs` has their numbers, in order.
    pub(super) fn split(
        &self,
        ground: &mut GroundTask,
        costs: Vec<(usize, StateCost)>,
        stop: &Stop,
        meter: &mut GroundMeter<'_>,
    ) -> Result<(), PddlGroundError> {
        if costs.is_empty() {
            return Ok(());
        }
        let groups = AtomGroups::of(ground, stop);
        let operators = std::mem::take(&mut ground.operators);
        let mut bytes = size_of::<GroundOperator>() * operators.len();
        let mut costs = costs.into_iter().peekable();
        for (number, operator) in operators.into_iter().enumerate() {
            let Some((_, cost)) = costs.next_if(|(of, _)| *of == number) else {
                ground.operators.push(operator);
                continue;
            };
            let (mut so_far, mut cases) = (operator.precondition.clone(), Vec::new());
            if !groups.cases(&cost.by_atom, cost.always, &mut so_far, &mut cases) {
                let name = &operator.name;
                let message =
                    format!("the cost of {name} depends on the state in more than {MAX_CASES} ways");
                return Err(PddlGroundError::invalid(message).at(cost.span, "it depends on this, too").help(
                    "each combination of conditions is an operator of its own; use fewer conditions, or several actions",
                ));
            }
            let n_required = operator.precondition.len();
            for (precondition, of_case) in cases {
                let precondition = groups.shortened(precondition, n_required);
                bytes += 2 * size_of::<GroundOperator>() + size_of::<AtomLiteral>() * precondition.len();
                meter.tick(|| bytes)?;
                let cost = self.checked(cost.action, of_case)?;
                ground.operators.push(GroundOperator { precondition, cost, ..operator.clone() });
            }
        }
        Ok(())
    }
}

/// Groups of atoms of which at most one, or exactly one, holds, and for each atom the numbers of its groups.
struct AtomGroups {
    groups: Vec<AtomGroup>,
    of_atom: Vec<Vec<usize>>,
}

impl AtomGroups {
    fn of(ground: &GroundTask, stop: &Stop) -> Self {
        let groups = fdr::invariant_groups(ground, stop);
        let mut of_atom = vec![Vec::new(); ground.atoms.len()];
        for (number, group) in groups.iter().enumerate() {
            group.atoms.iter().for_each(|atom| of_atom[*atom].push(number));
        }
        Self { groups, of_atom }
    }

    fn of_atom(&self, atom: AtomId) -> impl Iterator<Item = &AtomGroup> {
        self.of_atom[atom.index()].iter().map(|number| &self.groups[*number])
    }

    /// Returns the value of an atom in states where these literals hold; `None` if it depends on the state.
    fn value(&self, atom: AtomId, literals: &[AtomLiteral]) -> Option<bool> {
        let known = |atom: usize| literals.iter().find(|literal| literal.atom.index() == atom);
        if let Some(literal) = known(atom.index()) {
            return Some(literal.positive);
        }
        for group in self.of_atom(atom) {
            let mut others = group.atoms.iter().filter(|other| **other != atom.index());
            if others.clone().any(|other| known(*other).is_some_and(|literal| literal.positive)) {
                return Some(false);
            }
            if group.exactly && others.all(|other| known(*other).is_some()) {
                return Some(true);
            }
        }
        None
    }

    /// Enumerates all cases of the atoms, each with its literals behind `so_far`, and with its cost. False if there are too
    /// many.
    fn cases(
        &self,
        by_atom: &[(AtomId, [u128; 2])],
        cost: u128,
        so_far: &mut Vec<AtomLiteral>,
        into: &mut Vec<(Vec<AtomLiteral>, u128)>,
    ) -> bool {
        let Some(((atom, costs), rest)) = by_atom.split_first() else {
            into.push((so_far.clone(), cost));
            return into.len() <= MAX_CASES;
        };
        if let Some(holds) = self.value(*atom, so_far) {
            return self.cases(rest, cost + costs[usize::from(holds)], so_far, into);
        }
        [true, false].into_iter().all(|positive| {
            so_far.push(AtomLiteral { atom: *atom, positive });
            let fits = self.cases(rest, cost + costs[usize::from(positive)], so_far, into);
            so_far.pop();
            fits
        })
    }

    /// Removes literals that follow from others, except the first `n_kept`. The result is sorted.
    fn shortened(&self, literals: Vec<AtomLiteral>, n_kept: usize) -> Vec<AtomLiteral> {
        let follows = |literal: &AtomLiteral| {
            let holds = |other: usize| {
                literals.iter().any(|literal| literal.positive && literal.atom.index() == other)
            };
            !literal.positive
                && self.of_atom(literal.atom).any(|group| group.atoms.iter().any(|other| holds(*other)))
        };
        let kept = literals.iter().enumerate();
        let kept = kept.filter(|(place, literal)| *place < n_kept || !follows(literal));
        let mut kept: Vec<AtomLiteral> = kept.map(|(_, literal)| *literal).collect();
        sort(&mut kept);
        kept
    }
}
