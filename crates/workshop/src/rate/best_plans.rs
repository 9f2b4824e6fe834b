//! Figures of all best plans, of the first one in the order of the operators, and of the pieces that every plan must move.

use itertools::Itertools as _;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_kinds::problem::{MoveDetails, Problem};
use bmcplan_search::GoalDistances;
use bmcplan_task::plan::{Metric, Plan};
use bmcplan_task::{Dependence, Literal, Operator, OperatorId, State, Task, VarId};

/// Figures of the first best plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstPlan {
    /// Number of pieces that it moves. In problems without pieces, number of state variables that it changes.
    pub moved: usize,
    /// Number of moves that put a piece back to an earlier place.
    pub returns: usize,
    /// Number of independent parts: no move of one part reads or changes a variable that a move of another changes.
    pub parts: usize,
}

pub(super) struct FirstRun {
    plan: Plan,
    states: Vec<State>,
}

impl FirstRun {
    /// Returns the lexicographically first best plan in the order of the operators, or `None` if no goal is reachable.
    pub(super) fn of(task: &Task, metric: Metric, distances: &GoalDistances) -> Option<Self> {
        let length = distances.distance(0)?.length;
        let (mut number, mut states) = (0, vec![distances.state(0)]);
        let mut operators: Vec<OperatorId> = Vec::with_capacity(length);
        for _ in 0..length {
            let best = distances.successors(number).find(|step| distances.is_best(number, *step));
            let (target, cost) = best?;
            let (state, next) = (states.last()?, distances.state(target));
            let extended = task.extend(state);
            let leads_there = |id: &OperatorId| {
                let is_priced = metric == Metric::Actions || metric.of(task.operator(*id)) == cost;
                is_priced && extended.successor(*id).is_ok_and(|successor| successor == next)
            };
            operators.push(task.operator_ids().find(leads_there)?);
            number = target;
            states.push(next);
        }
        Some(Self { plan: Plan::sequential(operators), states })
    }

    pub(super) fn figures(&self, problem: &dyn Problem, task: &Task) -> FirstPlan {
        let places = self.places(problem, task);
        let moved = places.iter().flatten().map(|(piece, ..)| piece).unique().count();
        let mut stood: Map<&String, Set<&String>> = Map::new();
        let mut returns = 0;
        for step in &places {
            let mut is_return = false;
            for (piece, before, after) in step {
                let stood = stood.entry(piece).or_default();
                stood.insert(before);
                is_return |= !stood.insert(after);
            }
            returns += usize::from(is_return);
        }
        FirstPlan { moved, returns, parts: parts(task, self.plan.operators()) }
    }

    fn places(&self, problem: &dyn Problem, task: &Task) -> Vec<Vec<(String, String, String)>> {
        let moves = problem.move_details(task, &self.plan);
        let of_piece = |details: &MoveDetails| {
            let path = details.path.as_ref()?;
            let place = |cell: &[usize; 2]| format!("{cell:?}");
            Some(vec![(details.piece.clone()?, place(path.first()?), place(path.last()?))])
        };
        if let Some(places) = moves.iter().map(of_piece).collect() {
            return places;
        }
        let changed = |(before, after): (&State, &State)| {
            let values = task.variable_ids().zip(before.values().iter().zip(after.values()));
            let changed = values.filter(|(_, (before, after))| before != after);
            changed
                .map(|(var, (before, after))| {
                    (var.index().to_string(), before.to_string(), after.to_string())
                })
                .collect()
        };
        self.states.iter().tuple_windows().map(changed).collect()
    }

    fn changed(&self, task: &Task) -> Vec<VarId> {
        let changes = |var: &VarId| {
            let values = self.states.iter().map(|state| state.values()[var.index()]);
            !values.into_iter().all_equal()
        };
        task.variable_ids().filter(changes).collect()
    }

    /// Returns the number of pieces that every plan must move, shortest or not. A piece is a state variable whose initial value
    /// some operator requires and changes. It must move if no goal is reachable while it stays.
    pub(super) fn must_move(&self, task: &Task, distances: &GoalDistances) -> usize {
        let can_be_left = |var: VarId| {
            let fact = task.initial().values()[var.index()];
            let is_required = |literal: &Literal| {
                literal.as_fact().is_some_and(|required| required.var == var && required.value == fact)
            };
            let changes = |operator: &Operator| operator.effects.iter().any(|effect| effect.fact.var == var);
            task.operators()
                .iter()
                .any(|operator| changes(operator) && operator.precondition.iter().any(is_required))
        };
        let candidates = self.changed(task).into_iter().filter(|var| can_be_left(*var));
        candidates.filter(|var| !is_reached_without(distances, *var)).count()
    }
}

fn is_reached_without(distances: &GoalDistances, var: VarId) -> bool {
    let first = distances.value(0, var);
    let mut is_seen = vec![false; distances.len()];
    let mut open = vec![0];
    while let Some(number) = open.pop() {
        if std::mem::replace(&mut is_seen[number], true) {
            continue;
        }
        if distances.distance(number).is_some_and(|distance| distance.length == 0) {
            return true;
        }
        let next = distances.successors(number).map(|(target, _)| target);
        open.extend(next.filter(|target| !is_seen[*target] && distances.value(*target, var) == first));
    }
    false
}

fn parts(task: &Task, operators: impl Iterator<Item = OperatorId>) -> usize {
    let dependence = Dependence::of(task);
    let mut parts: Vec<(Set<VarId>, Set<VarId>)> = Vec::new();
    for operator in operators.map(|id| task.operator(id)) {
        let changed: Set<VarId> = operator.effects.iter().map(|effect| effect.fact.var).collect();
        let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
        let read = dependence.variables(operator.precondition.iter().chain(conditions));
        let read: Set<VarId> = read.into_iter().chain(changed.iter().copied()).collect();
        let is_apart = |(other_read, other_changed): &(Set<VarId>, Set<VarId>)| {
            read.is_disjoint(other_changed) && changed.is_disjoint(other_read)
        };
        let (mut apart, together): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_apart);
        apart.push(together.into_iter().fold((read, changed), |mut whole, part| {
            whole.0.extend(part.0);
            whole.1.extend(part.1);
            whole
        }));
        parts = apart;
    }
    parts.len()
}

/// Figures of the best plans from the first state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanFigures {
    /// Number of best plans; `None` if it is 2^128 or more. Operators of one name that lead to the same state count once.
    pub plans: Option<u128>,
    /// Mean number of applicable moves in a position on a best plan, before its goal; `None` if the goal holds at the start.
    pub branching: Option<f64>,
    /// Share of these moves that begin no best plan.
    pub wrong: Option<f64>,
    /// Greatest loss of one of these moves, dead ends excluded: the number of additional moves of the best plan with it.
    pub loss: usize,
    /// Number of these moves that lead into a dead end.
    pub traps: usize,
    /// Number, from 1, of the first move at which two best plans differ; `None` if there is only one.
    pub parting: Option<usize>,
}

impl PlanFigures {
    pub(super) fn of(distances: &GoalDistances) -> Option<Self> {
        let mut figures =
            Self { plans: None, branching: None, wrong: None, loss: 0, traps: 0, parting: None };
        let length = distances.distance(0)?.length;
        let (mut n_states, mut n_moves, mut n_wrong) = (0_u64, 0_u64, 0_u64);
        // The states that best plans visit after `step - 1` moves, each with the number of prefixes that lead to it.
        let mut layer = Map::from([(0, Some(1_u128))]);
        for step in 1..=length {
            let mut next: Map<usize, Option<u128>> = Map::new();
            for (number, plans) in layer {
                n_states += 1;
                let mut n_best = 0;
                for (target, cost) in distances.successors(number) {
                    n_moves += 1;
                    if distances.is_best(number, (target, cost)) {
                        n_best += 1;
                        let sum = next.entry(target).or_insert(Some(0));
                        *sum = sum.zip(plans).and_then(|(sum, plans)| sum.checked_add(plans));
                        continue;
                    }
                    n_wrong += 1;
                    match distances.distance(target) {
                        Some(rest) => {
                            figures.loss = figures.loss.max((step + rest.length).saturating_sub(length))
                        }
                        None => figures.traps += 1,
                    }
                }
                if 1 < n_best {
                    figures.parting = figures.parting.or(Some(step));
                }
            }
            layer = next;
        }
        figures.plans = layer.into_values().try_fold(0, |sum: u128, plans| sum.checked_add(plans?));
        figures.branching = ratio(n_moves, n_states);
        figures.wrong = ratio(n_wrong, n_moves);
        Some(figures)
    }
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (0 < whole).then(|| part as f64 / whole as f64)
}
