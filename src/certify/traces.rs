//! The traces of listed plans: the states that they pass through, which the refutation excludes one by one.
//!
//! An encoding may have no literal of its own for an operator, so what is excluded is a sequence of states. That follows from
//! the formula's clauses about plans: for each two states in a row it is derived, for one step, that one of the
//! operators runs that lead from the one to the other; then every combination of their names is a plan that is listed.

use std::collections::{BTreeMap, HashMap};

use super::error::CertifyError;
use super::interpretation::Interpretation;
use crate::certificate::{FramePropositions, ListedPlan};
use crate::encode::{Term, TransitionSystem};
use crate::formula::Lit;
use crate::plan::{Plan, replay};
use crate::task::{Fact, OperatorId, State, Task};

/// The traces of plans of one length.
#[derive(Debug, Default)]
pub(super) struct PlanTraces {
    /// The pairs of states in a row.
    pub(super) steps: Vec<TraceStep>,
    /// For each trace: for each step which pair it is.
    pub(super) traces: Vec<Vec<usize>>,
    /// The place of each plan in the list.
    places: HashMap<Vec<OperatorId>, usize>,
}

/// Two states in a row.
#[derive(Debug)]
pub(super) struct TraceStep {
    states: [State; 2],
    /// The operators that lead from the one to the other, by name, in the order of the first of each.
    pub(super) names: Vec<Vec<OperatorId>>,
}

impl PlanTraces {
    /// The traces of plans of an affirmative task.
    pub(super) fn of(task: &Task, plans: &[ListedPlan]) -> Result<Self, CertifyError> {
        let mut this = Self::default();
        let mut pairs: HashMap<[State; 2], usize> = HashMap::new();
        let mut traces: BTreeMap<Vec<usize>, ()> = BTreeMap::new();
        for (place, plan) in plans.iter().enumerate() {
            let plan: Vec<OperatorId> = plan.operators().collect();
            let states =
                replay(task, &Plan::sequential(plan.iter().copied())).map_err(|_| CertifyError::Listed)?;
            let trace = states.windows(2).map(|pair| {
                let states = [pair[0].clone(), pair[1].clone()];
                *pairs.entry(states.clone()).or_insert_with(|| {
                    let before = task.extend(&states[0]);
                    let leads = |id: &OperatorId| before.successor(*id).is_ok_and(|after| after == states[1]);
                    let operators: Vec<OperatorId> = task.operator_ids().filter(leads).collect();
                    this.steps.push(TraceStep { names: by_name(task, &operators), states });
                    this.steps.len() - 1
                })
            });
            traces.insert(trace.collect(), ());
            this.places.insert(plan, place);
        }
        this.traces = traces.into_keys().collect();
        Ok(this)
    }

    /// The place in the list of the plan that these operators stand for.
    pub(super) fn place(&self, plan: &[OperatorId]) -> Option<usize> {
        self.places.get(plan).copied()
    }

    /// The clause that some state of a trace is another one, over the encoding's frames.
    pub(super) fn exclusion(&self, trace: &[usize], task: &Task, system: &TransitionSystem) -> Vec<Lit> {
        let first = trace.first().map(|step| &self.steps[*step].states[0]);
        let states = first.into_iter().chain(trace.iter().map(|step| &self.steps[*step].states[1]));
        let literals = states.enumerate().flat_map(|(frame, state)| {
            state_literals(state, task, system).map(move |lit| !system.at(lit, frame))
        });
        literals.collect()
    }

    /// For each pair of states, over the proof's first two frames: an operator runs that leads from the one to the other.
    pub(super) fn lemmas(
        &self,
        task: &Task,
        system: &TransitionSystem,
        interpretation: &Interpretation,
        propositions: &FramePropositions,
    ) -> Vec<Vec<Lit>> {
        let lemma = |step: &TraceStep| {
            let states = step.states.iter().enumerate().flat_map(|(frame, state)| {
                let there = move |lit| !interpretation.in_frame(interpretation.literal(lit), frame);
                state_literals(state, task, system).map(there)
            });
            states.chain(step.names.iter().flatten().map(|id| propositions.operator(*id))).collect()
        };
        self.steps.iter().map(lemma).collect()
    }
}

/// Operators in groups of one name, each in order, in the order of the first ones.
fn by_name(task: &Task, operators: &[OperatorId]) -> Vec<Vec<OperatorId>> {
    let mut groups: Vec<Vec<OperatorId>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for id in operators {
        let place = *places.entry(&task.operator(*id).name).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(*id);
    }
    groups
}

/// The literals of a frame of the encoding that are true in a state, as far as there are literals for its facts.
fn state_literals(state: &State, task: &Task, system: &TransitionSystem) -> impl Iterator<Item = Lit> {
    let facts = task.variable_ids().zip(state.values()).map(|(var, value)| Fact { var, value: *value });
    facts.filter_map(|fact| match system.fact(fact) {
        Term::Lit(lit) => Some(lit),
        Term::True | Term::False => None,
    })
}
