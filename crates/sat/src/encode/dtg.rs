//! Arcs of the domain transition graphs: operators that only change one variable from one known value to another.

use bmcplan_base::ordered::Map;
use bmcplan_base::stop::Stop;
use bmcplan_formula::Lit;
use bmcplan_task::{Fact, OperatorId, Reachability, Task, VarId};

/// Operator that is a pair of facts of one variable, before it and after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arc {
    pub(super) from: Fact,
    pub(super) to: Fact,
    pub(super) operator: OperatorId,
}

/// Returns the index of the arc that joins two facts, among the arcs of a variable sorted as by [`arcs_and_others`].
pub(super) fn joining(arcs: &[Arc], from: Fact, to: Fact) -> Option<usize> {
    arcs.binary_search_by_key(&(from, to), |arc| (arc.from, arc.to)).ok()
}

/// Splits the reachable operators into arcs, by variable, and all others.
pub(super) fn arcs_and_others(
    task: &Task,
    reachable: &Reachability,
    stop: &Stop,
) -> (Map<VarId, Vec<Arc>>, Vec<OperatorId>) {
    let mut pairs: Map<(Fact, Fact), Vec<OperatorId>> = Map::new();
    let mut others = Vec::new();
    let possible = task.operator_ids().filter(|id| reachable.operator(*id));
    for id in possible.take_while(|_| !stop.is_raised()) {
        match pair(task, id) {
            Some(pair) => pairs.entry(pair).or_default().push(id),
            None => others.push(id),
        }
    }
    let mut arcs: Map<VarId, Vec<Arc>> = Map::new();
    for ((from, to), operators) in pairs {
        match operators.as_slice() {
            [operator] => arcs.entry(from.var).or_default().push(Arc { from, to, operator: *operator }),
            twins => others.extend(twins),
        }
    }
    (arcs, others)
}

fn pair(task: &Task, id: OperatorId) -> Option<(Fact, Fact)> {
    let operator = task.operator(id);
    let [effect] = operator.effects.as_slice() else { return None };
    if !effect.condition.is_empty() {
        return None;
    }
    let from = operator.needed_fact(effect.fact.var)?;
    (from != effect.fact).then_some((from, effect.fact))
}

/// For each fact the facts that it excludes, sorted; by variable and value.
pub(super) struct Mutexes(Vec<Vec<Vec<Fact>>>);

impl Mutexes {
    pub(super) fn of(task: &Task, pairs: &[[Fact; 2]], stop: &Stop) -> Self {
        let values = |var| vec![Vec::new(); task.facts(var).len()];
        let mut excluded: Vec<Vec<Vec<Fact>>> = task.variable_ids().map(values).collect();
        for [a, b] in pairs.iter().take_while(|_| !stop.is_raised()) {
            excluded[a.var.index()][a.value_index()].push(*b);
            excluded[b.var.index()][b.value_index()].push(*a);
        }
        excluded.iter_mut().flatten().for_each(|facts| facts.sort_unstable());
        Self(excluded)
    }

    /// Checks whether `a` and `b` are never true together.
    pub(super) fn exclude(&self, a: Fact, b: Fact) -> bool {
        self.0[a.var.index()][a.value_index()].binary_search(&b).is_ok()
    }
}

/// Domain transition graph of one variable: its arcs, sorted by their two facts, and the literal for taking one.
pub(super) struct VariableDtg<'a> {
    pub(super) var: VarId,
    pub(super) arcs: &'a [Arc],
    pub(super) moved: Lit,
    pub(super) mutexes: &'a Mutexes,
}
