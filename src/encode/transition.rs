//! `transition`: no variable per operator. A move is a pair of values of one variable in consecutive frames.
//!
//! Most operators of a puzzle change one variable v from a known value x to a known value y. Such an operator
//! needs no variable: it *is* the pair (v=x now, v=y next), and its precondition hangs on that pair. One
//! variable `moved(v)` per state variable says that the step is v's, and only these carry the constraint of
//! one move a step. This is the transition-based view of SASE (Huang, Chen & Zhang, *SAS⁺ planning as
//! satisfiability*, 2012) with the transition variables themselves left out.
//!
//! An operator of any other shape (several effects, conditional effects, a source value left open, a twin
//! with the same pair) gets a variable as in `operators`; both kinds live in one step.

use std::collections::BTreeMap;

use super::explicit::{Causes, operator_variable};
use super::one_move::one_move;
use super::state::StateTerms;
use super::{Encoding, Part, StepOptions, SystemBuilder, Term, TransitionSystem};
use crate::formula::Lit;
use crate::task::{Atom, Fact, Literal, OperatorId, Task, VarId};

/// The transition-based encoding.
#[derive(Debug, Clone, Copy, Default)]
pub struct Transition;

impl Encoding for Transition {
    fn name(&self) -> &'static str {
        "transition"
    }

    fn encode(&self, task: &Task, options: &StepOptions) -> TransitionSystem {
        let mut builder = SystemBuilder::default();
        let mut state = StateTerms::declare(task, &mut builder);
        let mut causes = Causes::none(task);
        let mut movers: Vec<Lit> = Vec::new();
        let (arcs, others) = classify(&state);
        for id in others {
            movers.push(operator_variable(id, &mut state, &mut causes, &mut builder));
        }
        let mutexes = Mutexes::of(task);
        for (var, arcs) in &arcs {
            let moved = builder.var(format!("moved({})", task.variables()[var.index()].name));
            Steps { var: *var, arcs, moved, mutexes: &mutexes }.write(&mut state, &mut causes, &mut builder);
            movers.push(moved);
        }
        causes.explain(&state, &mut builder);
        let goal: Vec<Term> =
            task.goal().iter().map(|literal| state.literal(*literal, &mut builder)).collect();
        let idle = one_move(&movers, &goal, options.at_most_one, &mut builder);
        builder.finish(&goal, idle, state.into_facts())
    }
}

/// An operator that is the pair of a fact before it and a fact of the same variable after it.
#[derive(Debug, Clone, Copy)]
struct Arc {
    from: Fact,
    to: Fact,
    operator: OperatorId,
}

/// Splits the reachable operators into arcs, by variable, and all others.
fn classify(state: &StateTerms<'_>) -> (BTreeMap<VarId, Vec<Arc>>, Vec<OperatorId>) {
    let task = state.task();
    let mut pairs: BTreeMap<(Fact, Fact), Vec<OperatorId>> = BTreeMap::new();
    let mut others = Vec::new();
    for id in task.operator_ids().filter(|id| state.reachable().operator(*id)) {
        match pair(task, id) {
            Some(pair) => pairs.entry(pair).or_default().push(id),
            None => others.push(id),
        }
    }
    let mut arcs: BTreeMap<VarId, Vec<Arc>> = BTreeMap::new();
    for ((from, to), operators) in pairs {
        match operators.as_slice() {
            [operator] => arcs.entry(from.var).or_default().push(Arc { from, to, operator: *operator }),
            twins => others.extend(twins),
        }
    }
    (arcs, others)
}

/// The pair of facts that an operator is, if it is one.
fn pair(task: &Task, id: OperatorId) -> Option<(Fact, Fact)> {
    let operator = task.operator(id);
    let [effect] = operator.effects.as_slice() else { return None };
    if !effect.condition.is_empty() {
        return None;
    }
    let from = operator.precondition.iter().find_map(|literal| match *literal {
        Literal { atom: Atom::Fact(fact), positive: true } if fact.var == effect.fact.var => Some(fact),
        _ => None,
    })?;
    (from != effect.fact).then_some((from, effect.fact))
}

/// The facts that exclude a fact.
struct Mutexes(BTreeMap<Fact, Vec<Fact>>);

impl Mutexes {
    fn of(task: &Task) -> Self {
        let mut map: BTreeMap<Fact, Vec<Fact>> = BTreeMap::new();
        for [a, b] in task.mutexes() {
            map.entry(*a).or_default().push(*b);
            map.entry(*b).or_default().push(*a);
        }
        map.values_mut().for_each(|facts| facts.sort_unstable());
        Self(map)
    }

    fn exclude(&self, a: Fact, b: Fact) -> bool {
        self.0.get(&a).is_some_and(|facts| facts.binary_search(&b).is_ok())
    }
}

/// The arcs of one variable, sorted by their two facts.
struct Steps<'a> {
    var: VarId,
    arcs: &'a [Arc],
    moved: Lit,
    mutexes: &'a Mutexes,
}

impl Steps<'_> {
    fn write(&self, state: &mut StateTerms<'_>, causes: &mut Causes, builder: &mut SystemBuilder) {
        let task = state.task();
        let moved = Term::from(self.moved);
        // What operators with a variable of their own may do to this variable.
        let others = |to: Fact| causes.of(to).iter().copied();
        for from in task.facts(self.var) {
            let here = state.fact(from);
            let reaches =
                |to: Fact| self.arcs.binary_search_by_key(&(from, to), |arc| (arc.from, arc.to)).is_ok();
            let (targets, beyond): (Vec<Fact>, Vec<Fact>) =
                task.facts(self.var).filter(|to| *to != from).partition(|to| reaches(*to));
            let targets: Vec<Term> = targets.into_iter().map(|to| state.fact(to).next()).collect();
            let mut transition = builder.part(Part::Transition);
            transition.rule(&[moved, here], &targets);
            transition.rule(&[moved, here, here.next()], &[]);
            // The rest follows from the above, one value per frame, and the explanatory frame axioms; said
            // outright it halves the time of hard boards, since it propagates in both directions.
            for to in &beyond {
                let causes: Vec<Term> = others(*to).collect();
                transition.rule(&[here, state.fact(*to).next()], &causes);
            }
            let leaves = task.facts(self.var).filter(|to| *to != from).flat_map(others);
            let stays: Vec<Term> = [here.next(), moved].into_iter().chain(leaves).collect();
            transition.rule(&[here], &stays);
        }
        for arc in self.arcs {
            let mut step = vec![state.fact(arc.from), state.fact(arc.to).next()];
            // Where an operator with a variable of its own can make the same change, the pair alone does not
            // say who made it.
            if !causes.of(arc.to).is_empty() {
                step.push(moved);
            }
            for literal in &task.operator(arc.operator).precondition {
                self.require(*literal, arc, &step, state, builder);
            }
        }
        for to in task.facts(self.var) {
            if self.arcs.iter().any(|arc| arc.to == to) {
                causes.add(to, moved);
            }
        }
    }

    /// `step → literal`, less what the mutexes of the next frame say already.
    fn require(
        &self,
        literal: Literal,
        arc: &Arc,
        step: &[Term],
        state: &mut StateTerms<'_>,
        builder: &mut SystemBuilder,
    ) {
        let task = state.task();
        let implied = |fact: Fact| fact.var != self.var && self.mutexes.exclude(fact, arc.to);
        match literal {
            Literal { atom: Atom::Fact(fact), positive: true } if fact == arc.from => {}
            Literal { atom: Atom::Derived(id), positive: false } => {
                let blockers: Option<Vec<Fact>> =
                    task.derived()[id.index()].rules.iter().map(only_fact).collect();
                let condition = match blockers {
                    // Nothing but `var` changes in this step, so a blocker would still be there in the next
                    // frame, where the mutex forbids it.
                    Some(blockers) => blockers
                        .into_iter()
                        .filter(|fact| !implied(*fact) && (fact.var != self.var || *fact == arc.from))
                        .map(|fact| !state.fact(fact))
                        .collect(),
                    None => state.conjunction(&[literal], builder),
                };
                for term in condition {
                    builder.part(Part::Transition).rule(step, &[term]);
                }
            }
            _ => {
                for term in state.conjunction(&[literal], builder) {
                    builder.part(Part::Transition).rule(step, &[term]);
                }
            }
        }
    }
}

/// The fact that a rule's body consists of.
fn only_fact(body: &Vec<Literal>) -> Option<Fact> {
    match body.as_slice() {
        [Literal { atom: Atom::Fact(fact), positive: true }] => Some(*fact),
        _ => None,
    }
}
