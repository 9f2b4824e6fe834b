//! Derivations of the encoding's clauses from the specification's, for one frame or one step: they are shifted through time.
//!
//! A clause follows if its negation is refuted; the solver keeps the derivation. Clauses derived for a state may be used for
//! the next state. Facts that are impossible in the encoding, or impossible together, are an inductive invariant.

use std::collections::HashMap;

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Lit, Var};
use bmcplan_sat::encode::TransitionSystem;
use bmcplan_sat::solver::{DerivationLog, ProvedAnswer, ProvingSolver, StepId, with_log};
use bmcplan_task::OperatorId;
use bmcplan_verify::{Specification, SpecificationPart};

use super::error::CertifyError;
use super::interpretation::Interpretation;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Clause of a part of the specification; its frame counts from that of the derivation.
    Specification(SpecificationPart, usize),
    /// Clause of a gate in a frame, which counts from that of the derivation.
    Gate {
        gate: usize,
        clause: usize,
        frame: usize,
    },
    Universal(usize),
    /// Clause that this derivation has derived.
    Lemma(StepId),
    Over,
    Rests(OperatorId),
}

#[derive(Debug)]
pub(super) struct Template {
    pub(super) log: DerivationLog,
    pub(super) sources: Vec<Origin>,
    /// For each clause to derive its step; `None` for tautologies.
    pub(super) targets: Vec<Option<StepId>>,
}

pub(super) struct Templates {
    /// From the first state: its universal clauses, then the initial ones.
    pub(super) begin: Template,
    /// From a step whose first state's universal clauses are known: the universal clauses of the next state, then the
    /// transition clauses.
    pub(super) step: Template,
    /// From the goal, in a state whose universal clauses are known: the goal's literals. If the refutation is folded, also that
    /// the plan is over, and the transition clauses from that state to itself.
    pub(super) end: Template,
    pub(super) n_universal: usize,
    pub(super) n_goals: usize,
}

pub(super) struct TemplateMaker<'a> {
    pub(super) specification: &'a Specification,
    pub(super) system: &'a TransitionSystem,
    pub(super) interpretation: &'a Interpretation,
    /// True if there are clauses from the last state to itself.
    pub(super) is_folded: bool,
    pub(super) stop: &'a Stop,
}

impl TemplateMaker<'_> {
    fn universal(&self) -> Vec<Vec<Lit>> {
        let clauses = self.system.universal().clauses().map(|clause| self.interpretation.clause(clause));
        clauses.chain(self.interpretation.never.iter().map(|lit| vec![!*lit])).collect()
    }

    pub(super) fn templates(&self, n_steps: usize) -> Result<Templates, CertifyError> {
        let universal = self.universal();
        let mut begin = Inputs::default();
        self.part(SpecificationPart::Start, 0, &mut begin);
        self.state(0, &mut begin);
        let initial = self.system.initial().clauses().map(|clause| self.interpretation.clause(clause));
        let begin = self.derive(begin, &universal, initial.collect())?;

        let mut step = Inputs::default();
        if 0 < n_steps {
            self.state(0, &mut step);
            self.state(1, &mut step);
            self.part(SpecificationPart::Step(0), 0, &mut step);
            self.part(SpecificationPart::StaysOver(0), 0, &mut step);
            step.universal(&universal);
        }
        let next = |clause: &Vec<Lit>| -> Vec<Lit> {
            clause.iter().map(|lit| self.interpretation.in_frame(*lit, 1)).collect()
        };
        let (lemmas, targets) = if 0 < n_steps {
            let transition =
                self.system.transition().clauses().map(|clause| self.interpretation.clause(clause));
            (universal.iter().map(next).collect(), transition.collect())
        } else {
            (Vec::new(), Vec::new())
        };
        let step = self.derive(step, &lemmas, targets)?;

        let mut end = Inputs::default();
        self.state(0, &mut end);
        self.part(SpecificationPart::Goal, 0, &mut end);
        end.universal(&universal);
        let goal = self.system.goal().iter().map(|lit| vec![self.interpretation.literal(*lit)]);
        let mut targets: Vec<Vec<Lit>> = goal.collect();
        if self.is_folded {
            let propositions = self.specification.propositions();
            end.push(vec![propositions.over()], Origin::Over);
            for id in propositions.operators() {
                end.push(vec![!propositions.operator(id)], Origin::Rests(id));
            }
            targets.push(vec![propositions.over()]);
            let n_vars = self.system.n_vars();
            let here = |lit: &Lit| Var::from_index(lit.var().index() % n_vars).lit(lit.is_positive());
            let at_rest =
                |clause: &[Lit]| clause.iter().map(|lit| self.interpretation.literal(here(lit))).collect();
            targets.extend(self.system.transition().clauses().map(at_rest));
        }
        let end = self.derive(end, &[], targets)?;
        Ok(Templates { begin, step, end, n_universal: universal.len(), n_goals: self.system.goal().len() })
    }

    fn state(&self, frame: usize, inputs: &mut Inputs) {
        self.part(SpecificationPart::State(frame), frame, inputs);
        for (gate, definition) in self.interpretation.gates.iter().enumerate() {
            for (number, clause) in definition.clauses().enumerate() {
                let clause = clause.into_iter().map(|lit| self.interpretation.in_frame(lit, frame)).collect();
                inputs.push(clause, Origin::Gate { gate, clause: number, frame });
            }
        }
    }

    fn part(&self, part: SpecificationPart, frame: usize, inputs: &mut Inputs) {
        let width = self.specification.propositions().in_frame();
        for (index, clause) in self.specification.clauses(part).into_iter().enumerate() {
            // A frame of the proof is wider than one of the specification.
            let widened = |lit: &Lit| {
                let (next, index) = (lit.var().index() / width, lit.var().index() % width);
                let here = Var::from_index(index).lit(lit.is_positive());
                self.interpretation.in_frame(here, frame + next)
            };
            inputs.push(clause.iter().map(widened).collect(), Origin::Specification(part, index));
        }
    }

    fn derive(
        &self,
        inputs: Inputs,
        lemmas: &[Vec<Lit>],
        targets: Vec<Vec<Lit>>,
    ) -> Result<Template, CertifyError> {
        let mut sources = inputs.sources;
        let (result, log) = with_log(self.stop, |solver| {
            let mut known: HashMap<Vec<Lit>, usize> = HashMap::new();
            for (index, clause) in inputs.clauses.iter().enumerate() {
                solver.add_clause(clause);
                known.entry(sorted(clause)).or_insert(index);
            }
            let mut found = Vec::new();
            for lemma in lemmas {
                found.push(derive_one(solver, &known, lemma)?);
            }
            for (lemma, step) in lemmas.iter().zip(&found) {
                if let Some(step) = step {
                    solver.add_clause(lemma);
                    known.entry(sorted(lemma)).or_insert(sources.len());
                    sources.push(Origin::Lemma(*step));
                }
            }
            for target in &targets {
                found.push(derive_one(solver, &known, target)?);
            }
            Ok(found)
        });
        result.map(|targets| Template { log, sources, targets })
    }
}

#[derive(Default)]
struct Inputs {
    clauses: Vec<Vec<Lit>>,
    sources: Vec<Origin>,
}

impl Inputs {
    fn push(&mut self, clause: Vec<Lit>, source: Origin) {
        self.clauses.push(clause);
        self.sources.push(source);
    }

    fn universal(&mut self, universal: &[Vec<Lit>]) {
        for (index, clause) in universal.iter().enumerate() {
            self.push(clause.clone(), Origin::Universal(index));
        }
    }
}

fn derive_one(
    solver: &mut ProvingSolver<'_>,
    known: &HashMap<Vec<Lit>, usize>,
    clause: &[Lit],
) -> Result<Option<StepId>, CertifyError> {
    let Some(clause) = sorted_unless_tautology(clause) else { return Ok(None) };
    if let Some(step) = known.get(&clause).and_then(|input| solver.given(*input)) {
        return Ok(Some(step));
    }
    let negation: Vec<Lit> = clause.iter().map(|lit| !*lit).collect();
    match solver.solve(&negation)? {
        ProvedAnswer::Refuted(step) if sorted(&solver.clause(step)) == clause => Ok(Some(step)),
        ProvedAnswer::Refuted(step) => Ok(Some(solver.derive(&clause, &[step]))),
        ProvedAnswer::Satisfiable => Err(CertifyError::Bridge),
        ProvedAnswer::Stopped(reason) => Err(CertifyError::Stopped(reason)),
    }
}

pub(super) fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

pub(super) fn sorted_unless_tautology(clause: &[Lit]) -> Option<Vec<Lit>> {
    let clause = sorted(clause);
    (!clause.windows(2).any(|pair| pair[0] == !pair[1])).then_some(clause)
}
