//! The traces of listed plans: the states that they pass through, which the refutation excludes one by one.
//!
//! An encoding may have no literal of its own for an operator, so what is excluded is a sequence of states. That follows from
//! the formula's clauses about plans: for each two states in a row it is derived, for one step, that one of the
//! operators runs that lead from the one to the other; then every combination of their names is a plan that is listed.

use std::collections::{BTreeMap, HashMap};

use super::book::{Book, ProofLayout};
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
    /// Each trace as indices into `steps`, one per step.
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

/// A trace to be excluded, and the derivation of its exclusion from the clauses of listed plans.
///
/// If operators of one name lead from each state to the next, a single plan has the trace, and its clause is what is left of it.
/// If there are several names, each is assumed in turn: the derivation is a tree, whose leaves are the plans of the trace.
pub(super) struct TraceExclusion<'a> {
    pub(super) layout: ProofLayout<'a>,
    pub(super) traces: &'a PlanTraces,
    pub(super) trace: &'a [usize],
    /// For each step the clause that one of its operators runs, over the proof's first two frames, and its number.
    pub(super) lemmas: Vec<(&'a [Lit], u64)>,
    /// The clause that excludes the trace, over the proof's frames.
    pub(super) clause: Vec<Lit>,
}

impl TraceExclusion<'_> {
    /// Writes down the derivation; the number of its last clause.
    pub(super) fn write(&self, book: &mut Book<'_>) -> Result<u64, CertifyError> {
        let named: Result<Vec<u64>, CertifyError> =
            (0..self.trace.len()).map(|step| self.named(step, book)).collect();
        self.under(&mut Vec::new(), &named?, book)
    }

    /// For each name the operators that lead from the state before the step to the one after it.
    fn names(&self, step: usize) -> &[Vec<OperatorId>] {
        &self.traces.steps[self.trace[step]].names
    }

    fn runs(&self, step: usize, cases: &[OperatorId]) -> Result<Lit, CertifyError> {
        self.layout.formula.runs(step, cases).ok_or(CertifyError::Listed)
    }

    /// The number of the clause that one of a step's names runs: the lemma, with the literals of cases for those of operators.
    fn named(&self, step: usize, book: &mut Book<'_>) -> Result<u64, CertifyError> {
        let (lemma, number) = self.lemmas[step];
        let (mut clause, mut hints) = (Vec::new(), Vec::new());
        let mut left_out = Vec::new();
        let propositions = self.layout.specification.propositions();
        for cases in self.names(step).iter().filter(|cases| 1 < cases.len()) {
            clause.push(self.runs(step, cases)?);
            hints.extend(self.layout.formula.clauses_of_cases(step, cases).map(|index| index as u64 + 1));
            left_out.extend(cases.iter().map(|id| propositions.operator(*id)));
        }
        if left_out.is_empty() {
            return Ok(number);
        }
        let rest = lemma.iter().filter(|lit| !left_out.contains(lit));
        clause.extend(rest.map(|lit| book.literal(*lit, step)));
        hints.push(number);
        Ok(book.implied(clause, hints))
    }

    /// Excludes the trace where these names, the first operator of each, run in its first steps.
    fn under(
        &self,
        run: &mut Vec<OperatorId>,
        named: &[u64],
        book: &mut Book<'_>,
    ) -> Result<u64, CertifyError> {
        let mut clause: Vec<Lit> = self.clause.iter().map(|lit| book.literal(*lit, 0)).collect();
        for (step, id) in run.iter().enumerate().filter(|(step, _)| 1 < self.names(*step).len()) {
            let cases = self.names(step).iter().find(|cases| cases.first() == Some(id));
            clause.push(!self.runs(step, cases.ok_or(CertifyError::Listed)?)?);
        }
        let given = run.len();
        while let Some([only]) = self.trace.get(run.len()).map(|_| self.names(run.len())) {
            run.extend(only.first());
        }
        let branch = run.len();
        let mut hints = Vec::new();
        if branch == self.trace.len() {
            let forced = (0..branch).filter(|step| self.names(*step).len() == 1);
            hints.extend(forced.map(|step| named[step]));
            let place = self.traces.place(run).ok_or(CertifyError::Listed)?;
            hints.push(self.layout.listed(place));
        } else {
            for id in self.names(branch).iter().filter_map(|cases| cases.first()) {
                run.push(*id);
                hints.push(self.under(run, named, book)?);
                run.truncate(branch);
            }
            hints.push(named[branch]);
        }
        run.truncate(given);
        Ok(book.implied(clause, hints))
    }
}
