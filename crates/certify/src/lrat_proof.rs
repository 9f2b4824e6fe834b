//! The written proof: the numbers of its clauses, its variables, and the steps after which clauses are deleted.

use std::collections::HashMap;
use std::io::{self, Write};

use bmcplan_formula::{Lit, Var};
use bmcplan_sat::solver::{DerivationLog, HintPruner, StepId};
use bmcplan_verify::{LratWriter, Specification, SpecificationPart};

use super::error::CertifyError;
use super::interpretation::Interpretation;
use super::template::{Origin, Template};

pub(super) struct ProofStep {
    clause: Vec<Lit>,
    hints: Vec<u64>,
    is_definition: bool,
}

impl ProofStep {
    pub(super) fn implied(clause: Vec<Lit>, hints: Vec<u64>) -> Self {
        Self { clause, hints, is_definition: false }
    }
}

#[derive(Clone, Copy)]
pub(super) struct ProofLayout<'a> {
    pub(super) specification: &'a Specification,
    pub(super) interpretation: &'a Interpretation,
    pub(super) n_steps: usize,
}

impl ProofLayout<'_> {
    fn n_given(&self) -> u64 {
        self.specification.n_clauses(self.n_steps) as u64
    }
}

pub(super) struct LratProof<'a> {
    layout: ProofLayout<'a>,
    /// For each frame and gate: the number of its first clause.
    gates: Vec<Vec<u64>>,
    /// For each part of the specification: the number of its first clause.
    parts: HashMap<SpecificationPart, u64>,
    /// Number of the clause "a plan that is over before the last frame is over in it".
    stays_over: u64,
    /// Number of the clause "the plan is over in the last frame".
    is_over: u64,
    /// For each operator: the number of the clause "it does not run in the last frame".
    rests: Vec<u64>,
    pub(super) steps: Vec<ProofStep>,
}

impl<'a> LratProof<'a> {
    pub(super) fn of(layout: ProofLayout<'a>) -> Self {
        let mut next = 1;
        let mut parts = HashMap::new();
        for (part, _) in Specification::parts(layout.n_steps) {
            parts.insert(part, next);
            next += layout.specification.clauses(part).len() as u64;
        }
        Self {
            layout,
            gates: Vec::new(),
            parts,
            stays_over: 0,
            is_over: 0,
            rests: Vec::new(),
            steps: Vec::new(),
        }
    }

    fn push(&mut self, step: ProofStep) -> u64 {
        self.steps.push(step);
        self.layout.n_given() + self.steps.len() as u64
    }

    pub(super) fn implied(&mut self, clause: Vec<Lit>, hints: Vec<u64>) -> u64 {
        self.push(ProofStep { clause, hints, is_definition: false })
    }

    /// Returns a literal of the proof's frames as one of the formula: propositions frame by frame, and after them the
    /// definitions.
    pub(super) fn literal(&self, lit: Lit, frame: usize) -> Lit {
        let (width, n_propositions) =
            (self.layout.interpretation.width(), self.layout.specification.propositions().in_frame());
        let (frame, index) = (frame + lit.var().index() / width, lit.var().index() % width);
        let var = match index.checked_sub(n_propositions) {
            None => frame * n_propositions + index,
            Some(gate) => {
                (self.layout.n_steps + 1) * n_propositions + frame * (width - n_propositions) + gate
            }
        };
        Var::from_index(var).lit(lit.is_positive())
    }

    pub(super) fn define(&mut self, frame: usize) {
        let mut numbers = Vec::new();
        for gate in &self.layout.interpretation.gates {
            let mut whole = 0;
            for (number, clause) in gate.clauses().enumerate() {
                let clause = clause.into_iter().map(|lit| self.literal(lit, frame)).collect();
                let hints = if number == 0 { Vec::new() } else { vec![whole] };
                let step = self.push(ProofStep { clause, hints, is_definition: true });
                if number == 0 {
                    whole = step;
                }
            }
            numbers.push(whole);
        }
        self.gates.push(numbers);
    }

    pub(super) fn end_is_over(&mut self) {
        let propositions = self.layout.specification.propositions();
        let n_steps = self.layout.n_steps;
        let over = self.literal(propositions.over(), n_steps);
        let step = ProofStep { clause: vec![over], hints: Vec::new(), is_definition: true };
        self.is_over = self.push(step);
        if 0 < n_steps {
            let before = self.literal(propositions.over(), n_steps - 1);
            self.stays_over = self.implied(vec![!before, over], vec![self.is_over]);
        }
    }

    pub(super) fn end_rests(&mut self) {
        let propositions = self.layout.specification.propositions();
        for id in propositions.operators() {
            let rests = !self.literal(propositions.operator(id), self.layout.n_steps);
            let step = ProofStep { clause: vec![rests], hints: Vec::new(), is_definition: true };
            let number = self.push(step);
            self.rests.push(number);
        }
    }

    fn given(&self, part: SpecificationPart, index: usize, frame: usize) -> u64 {
        let part = match part {
            SpecificationPart::State(later) => SpecificationPart::State(frame + later),
            SpecificationPart::Step(later) => SpecificationPart::Step(frame + later),
            SpecificationPart::StaysOver(later) => SpecificationPart::StaysOver(frame + later),
            part @ (SpecificationPart::Start | SpecificationPart::Goal) => part,
        };
        self.parts.get(&part).map_or(self.stays_over, |first| first + index as u64)
    }

    pub(super) fn instance(
        &mut self,
        template: &Template,
        needed: &Needed,
        instance: &mut UsedDerivation,
        frame: usize,
        universal: &[u64],
    ) {
        for id in template.log.steps() {
            if !instance.marked[id.index()] {
                continue;
            }
            let number = match template.log.input(id).map(|input| template.sources[input]) {
                Some(Origin::Specification(part, index)) => self.given(part, index, frame),
                Some(Origin::Gate { gate, clause, frame: later }) => {
                    self.gates[frame + later][gate] + clause as u64
                }
                Some(Origin::Universal(index)) => universal[index],
                Some(Origin::Lemma(step)) => instance.number(step),
                Some(Origin::Over) => self.is_over,
                Some(Origin::Rests(id)) => self.rests[id.index()],
                None => {
                    let hints = needed.hints[id.index()].iter().flatten();
                    let hints = hints.map(|hint| instance.number(*hint)).collect();
                    let clause =
                        template.log.clause(id).iter().map(|lit| self.literal(*lit, frame)).collect();
                    self.implied(clause, hints)
                }
            };
            instance.numbers[id.index()] = number;
        }
    }
}

/// Writes the steps of a proof about a formula of `n_vars` variables and `n_given` clauses, and deletes each clause after its
/// last use. Definitions get the next variables, in the order in which they occur: so the proof has enough bytes for them.
pub(super) fn write_steps(
    steps: &[ProofStep],
    n_vars: usize,
    n_given: u64,
    out: impl Write,
) -> io::Result<()> {
    let place = |number: u64| number.checked_sub(n_given + 1).map(|place| place as usize);
    let mut last_use = vec![usize::MAX; steps.len()];
    for (index, step) in steps.iter().enumerate().rev() {
        for used in step.hints.iter().filter_map(|hint| place(*hint)) {
            if last_use[used] == usize::MAX {
                last_use[used] = index;
            }
        }
    }
    let mut renamed: HashMap<Var, Var> = HashMap::new();
    let mut writer = LratWriter::to(out);
    for (index, (number, step)) in (n_given + 1..).zip(steps).enumerate() {
        let clause: Vec<Lit> = step
            .clause
            .iter()
            .map(|lit| {
                let next = Var::from_index(n_vars + renamed.len());
                let is_new = n_vars <= lit.var().index();
                let var = if is_new { *renamed.entry(lit.var()).or_insert(next) } else { lit.var() };
                var.lit(lit.is_positive())
            })
            .collect();
        if step.is_definition {
            writer.defines(number, &clause, &step.hints)?;
        } else {
            writer.implied(number, &clause, &step.hints)?;
        }
        let mut done: Vec<u64> = step
            .hints
            .iter()
            .copied()
            .filter(|hint| place(*hint).is_some_and(|place| last_use[place] == index))
            .collect();
        done.sort_unstable();
        done.dedup();
        writer.forget(&done)?;
    }
    writer.finish()
}

pub(super) struct Needed {
    pub(super) hints: Vec<Option<Vec<StepId>>>,
    pruner: HintPruner,
}

impl Needed {
    pub(super) fn of(log: &DerivationLog) -> Self {
        Self { hints: vec![None; log.len()], pruner: HintPruner::default() }
    }

    /// Returns the necessary hints of a clause, computed once.
    pub(super) fn hints(&mut self, log: &DerivationLog, step: StepId) -> Result<&[StepId], CertifyError> {
        let hints = &mut self.hints[step.index()];
        if hints.is_none() {
            let needed = self.pruner.needed(log, step);
            *hints = Some(needed.ok_or(CertifyError::Derivation)?);
        }
        Ok(hints.as_deref().unwrap_or_default())
    }

    /// Computes the hints of a clause and of all that it needs. Returns the given clauses that were not needed before.
    pub(super) fn mark(&mut self, log: &DerivationLog, target: StepId) -> Result<Vec<usize>, CertifyError> {
        let (mut open, mut given) = (vec![target], Vec::new());
        while let Some(step) = open.pop() {
            if self.hints[step.index()].is_some() {
                continue;
            }
            match log.input(step) {
                Some(input) => {
                    given.push(input);
                    self.hints[step.index()] = Some(Vec::new());
                }
                None => open.extend(self.hints(log, step)?),
            }
        }
        Ok(given)
    }
}

pub(super) struct UsedDerivation {
    pub(super) marked: Vec<bool>,
    pub(super) numbers: Vec<u64>,
}

impl UsedDerivation {
    pub(super) fn of(log: &DerivationLog) -> Self {
        Self { marked: vec![false; log.len()], numbers: vec![0; log.len()] }
    }

    pub(super) fn mark(&mut self, step: StepId) {
        self.marked[step.index()] = true;
    }

    pub(super) fn number(&self, step: StepId) -> u64 {
        self.numbers[step.index()]
    }

    /// Returns the numbers of `targets`; 0 for tautologies.
    pub(super) fn numbers_of(&self, targets: &[Option<StepId>]) -> Vec<u64> {
        targets.iter().map(|target| target.map_or(0, |target| self.number(target))).collect()
    }
}
