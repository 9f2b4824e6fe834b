//! The proof: the derivations of the encoding's clauses, shifted through time, then what the solver learned; without what plays no
//! part in the contradiction.

use std::io::{self, Write};

use super::CertifyError;
use super::interpretation::Interpretation;
use super::refutation::{Given, Refutation};
use super::template::{Source, Template, Templates};
use crate::certificate::{LratWriter, Specification, SpecificationPart};
use crate::formula::{Lit, Var};
use crate::solver::{DerivationLog, StepId};

/// Which clauses of a derivation are needed, and their hints.
struct Needed {
    hints: Vec<Option<Vec<StepId>>>,
}

impl Needed {
    fn of(log: &DerivationLog) -> Self {
        Self { hints: vec![None; log.len()] }
    }

    /// The hints of a clause without those that play no part, worked out once.
    fn hints(&mut self, log: &DerivationLog, step: StepId) -> Result<&[StepId], CertifyError> {
        let hints = &mut self.hints[step.index()];
        if hints.is_none() {
            *hints = Some(if log.hints(step).is_empty() { Vec::new() } else {
                log.needed_hints(step).ok_or(CertifyError::Derivation)?
            });
        }
        Ok(hints.as_deref().unwrap_or_default())
    }
}

/// A derivation as it is used in one frame.
struct Instance {
    /// Whether each clause is needed.
    marked: Vec<bool>,
    /// The number of each clause in the proof.
    numbers: Vec<u64>,
}

impl Instance {
    fn of(log: &DerivationLog) -> Self {
        Self { marked: vec![false; log.len()], numbers: vec![0; log.len()] }
    }

    fn mark(&mut self, step: Option<StepId>) {
        if let Some(step) = step {
            self.marked[step.index()] = true;
        }
    }
}

/// Everything that a proof is put together from.
pub(super) struct Assembly<'a> {
    pub(super) specification: &'a Specification,
    pub(super) interpretation: &'a Interpretation,
    pub(super) templates: &'a Templates,
    pub(super) refutation: &'a Refutation,
    pub(super) n_universal: usize,
    pub(super) n_steps: usize,
}

/// A clause of the proof.
struct ProofStep {
    clause: Vec<Lit>,
    hints: Vec<u64>,
    is_definition: bool,
}

impl Assembly<'_> {
    /// Writes the proof.
    pub(super) fn write(&self, out: impl Write) -> Result<(), CertifyError> {
        let steps = self.steps()?;
        write_steps(&steps, self.specification.n_clauses(self.n_steps) as u64, out).map_err(CertifyError::Write)
    }

    fn steps(&self) -> Result<Vec<ProofStep>, CertifyError> {
        let Templates { begin, step, end } = self.templates;
        let run = &self.refutation.log;
        let mut needed_run = Needed::of(run);
        let mut main = Instance::of(run);
        main.mark(Some(self.refutation.last));
        let mut first = Instance::of(&begin.log);
        let mut last = Instance::of(&end.log);
        end.targets.iter().for_each(|target| last.mark(*target));
        let mut middle: Vec<Instance> = (0..self.n_steps).map(|_| Instance::of(&step.log)).collect();
        let mark_universal = |index: usize, frame: usize, first: &mut Instance, middle: &mut Vec<Instance>| match frame
            .checked_sub(1)
        {
            None => first.mark(begin.targets[index]),
            Some(before) => middle[before].mark(step.targets[index]),
        };
        // What the solver learned, from the end.
        for id in run.steps().rev() {
            if !main.marked[id.index()] {
                continue;
            }
            match run.input(id).map(|input| self.refutation.given[input]) {
                Some(Given::Initial(index)) => first.mark(begin.targets[self.n_universal + index]),
                Some(Given::Universal(index, frame)) => mark_universal(index, frame, &mut first, &mut middle),
                Some(Given::Transition(index, frame)) => middle[frame].mark(step.targets[self.n_universal + index]),
                Some(Given::Derived(step)) => main.mark(Some(step)),
                None => {
                    for hint in needed_run.hints(run, id)?.to_vec() {
                        main.mark(Some(hint));
                    }
                }
            }
        }
        // The bridge, from the last frame to the first.
        let mut of_step = Needed::of(&step.log);
        let mut of_begin = Needed::of(&begin.log);
        let mut of_end = Needed::of(&end.log);
        for index in mark(end, &mut of_end, &mut last)? {
            mark_universal(index, self.n_steps, &mut first, &mut middle);
        }
        for frame in (0..self.n_steps).rev() {
            for index in mark(step, &mut of_step, &mut middle[frame])? {
                mark_universal(index, frame, &mut first, &mut middle);
            }
        }
        mark(begin, &mut of_begin, &mut first)?;

        let mut book = Book::of(self);
        book.define(0);
        book.instance(begin, &of_begin, &mut first, 0, &|_| 0);
        let mut universal: Vec<u64> = targets(begin, &first, self.n_universal);
        for (frame, instance) in middle.iter_mut().enumerate() {
            book.define(frame + 1);
            if frame + 1 == self.n_steps {
                book.end_is_over();
            }
            book.instance(step, &of_step, instance, frame, &|index| universal[index]);
            universal = targets(step, instance, self.n_universal);
        }
        book.instance(end, &of_end, &mut last, self.n_steps, &|index| universal[index]);
        for id in run.steps() {
            if !main.marked[id.index()] {
                continue;
            }
            let bridged = |template: &Template, instance: &Instance, index: usize| {
                template.targets[index].map_or(0, |target| instance.numbers[target.index()])
            };
            main.numbers[id.index()] = match run.input(id).map(|input| self.refutation.given[input]) {
                Some(Given::Initial(index)) => bridged(begin, &first, self.n_universal + index),
                Some(Given::Universal(index, 0)) => bridged(begin, &first, index),
                Some(Given::Universal(index, frame)) => bridged(step, &middle[frame - 1], index),
                Some(Given::Transition(index, frame)) => bridged(step, &middle[frame], self.n_universal + index),
                Some(Given::Derived(step)) => main.numbers[step.index()],
                None => {
                    let numbers = needed_run.hints(run, id)?.iter().map(|hint| main.numbers[hint.index()]);
                    let hints = numbers.collect();
                    book.implied(run.clause(id).iter().map(|lit| book.literal(self.interpretation.literal(*lit), 0)).collect(), hints)
                }
            };
        }
        let goal = end.targets.iter().flatten().map(|target| last.numbers[target.index()]);
        let hints = goal.chain([main.numbers[self.refutation.last.index()]]).collect();
        book.implied(Vec::new(), hints);
        Ok(book.steps)
    }
}

/// The numbers of the universal clauses that an instance derives.
fn targets(template: &Template, instance: &Instance, n: usize) -> Vec<u64> {
    let number = |target: &Option<StepId>| target.map_or(0, |target| instance.numbers[target.index()]);
    template.targets[..n].iter().map(number).collect()
}

/// Marks what the marked clauses of an instance need; which universal clauses of the state before these are.
fn mark(template: &Template, needed: &mut Needed, instance: &mut Instance) -> Result<Vec<usize>, CertifyError> {
    let mut universal = Vec::new();
    for id in template.log.steps().rev() {
        if !instance.marked[id.index()] {
            continue;
        }
        match template.log.input(id).map(|input| template.sources[input]) {
            Some(Source::Universal(index)) => universal.push(index),
            Some(Source::Lemma(step)) => instance.mark(Some(step)),
            Some(_) => {}
            None => {
                for hint in needed.hints(&template.log, id)?.to_vec() {
                    instance.mark(Some(hint));
                }
            }
        }
    }
    Ok(universal)
}

/// The proof as it is written down: numbers for clauses, and variables for literals.
struct Book<'a> {
    assembly: &'a Assembly<'a>,
    /// For each frame and gate: the number of its first clause.
    gates: Vec<Vec<u64>>,
    /// For each part of the specification: the number of its first clause.
    parts: Vec<(SpecificationPart, u64)>,
    /// The number of the clause that says that what is over before the last frame is over in it.
    stays_over: u64,
    n_given: u64,
    steps: Vec<ProofStep>,
}

impl<'a> Book<'a> {
    fn of(assembly: &'a Assembly<'a>) -> Self {
        let mut next = 1;
        let mut parts = Vec::new();
        for (part, _) in Specification::parts(assembly.n_steps) {
            parts.push((part, next));
            next += assembly.specification.clauses(part).len() as u64;
        }
        Self { assembly, gates: Vec::new(), parts, stays_over: 0, n_given: next - 1, steps: Vec::new() }
    }

    fn push(&mut self, step: ProofStep) -> u64 {
        self.steps.push(step);
        self.n_given + self.steps.len() as u64
    }

    fn implied(&mut self, clause: Vec<Lit>, hints: Vec<u64>) -> u64 {
        self.push(ProofStep { clause, hints, is_definition: false })
    }

    /// A literal of the proof's frames as one of the formula: propositions frame by frame, and behind them what is defined.
    fn literal(&self, lit: Lit, frame: usize) -> Lit {
        let (width, n_propositions) =
            (self.assembly.interpretation.width(), self.assembly.specification.propositions().in_frame());
        let (frame, index) = (frame + lit.var().index() / width, lit.var().index() % width);
        let var = match index.checked_sub(n_propositions) {
            None => frame * n_propositions + index,
            Some(gate) => {
                (self.assembly.n_steps + 1) * n_propositions + frame * (width - n_propositions) + gate
            }
        };
        Var::from_index(var).lit(lit.is_positive())
    }

    /// Defines the gates of a frame.
    fn define(&mut self, frame: usize) {
        let mut numbers = Vec::new();
        for gate in &self.assembly.interpretation.gates {
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

    /// In the last frame the formula does not say whether the plan is over; let it be.
    fn end_is_over(&mut self) {
        let propositions = self.assembly.specification.propositions();
        let over = |frame| propositions.at(propositions.over(), frame);
        let n_steps = self.assembly.n_steps;
        let step = ProofStep { clause: vec![over(n_steps)], hints: Vec::new(), is_definition: true };
        let is_over = self.push(step);
        self.stays_over = self.implied(vec![!over(n_steps - 1), over(n_steps)], vec![is_over]);
    }

    /// The number of a clause of a part of the formula.
    fn given(&self, part: SpecificationPart, index: usize, frame: usize) -> u64 {
        let part = match part {
            SpecificationPart::State(later) => SpecificationPart::State(frame + later),
            SpecificationPart::Step(later) => SpecificationPart::Step(frame + later),
            SpecificationPart::StaysOver(later) => SpecificationPart::StaysOver(frame + later),
            part @ (SpecificationPart::Start | SpecificationPart::Goal) => part,
        };
        let first = self.parts.iter().find(|(other, _)| *other == part);
        first.map_or(self.stays_over, |(_, first)| first + index as u64)
    }

    /// Writes down what is marked of a derivation.
    fn instance(
        &mut self,
        template: &Template,
        needed: &Needed,
        instance: &mut Instance,
        frame: usize,
        universal: &dyn Fn(usize) -> u64,
    ) {
        for id in template.log.steps().filter(|id| instance.marked[id.index()]).collect::<Vec<_>>() {
            let number = match template.log.input(id).map(|input| template.sources[input]) {
                Some(Source::Specification(part, index)) => self.given(part, index, frame),
                Some(Source::Gate { gate, clause, frame: later }) => {
                    self.gates[frame + later][gate] + clause as u64
                }
                Some(Source::Universal(index)) => universal(index),
                Some(Source::Lemma(step)) => instance.numbers[step.index()],
                None => {
                    let hints = needed.hints[id.index()].iter().flatten();
                    let hints = hints.map(|hint| instance.numbers[hint.index()]).collect();
                    let clause = template.log.clause(id).iter().map(|lit| self.literal(*lit, frame)).collect();
                    self.implied(clause, hints)
                }
            };
            instance.numbers[id.index()] = number;
        }
    }
}

/// Writes the steps, and forgets each clause after its last use.
fn write_steps(steps: &[ProofStep], n_given: u64, out: impl Write) -> io::Result<()> {
    let place = |number: u64| number.checked_sub(n_given + 1).map(|place| place as usize);
    let mut last_use = vec![usize::MAX; steps.len()];
    for (index, step) in steps.iter().enumerate().rev() {
        for used in step.hints.iter().filter_map(|hint| place(*hint)) {
            if last_use[used] == usize::MAX {
                last_use[used] = index;
            }
        }
    }
    let mut writer = LratWriter::to(out);
    for (index, (number, step)) in (n_given + 1..).zip(steps).enumerate() {
        if step.is_definition {
            writer.defines(number, &step.clause, &step.hints)?;
        } else {
            writer.implied(number, &step.clause, &step.hints)?;
        }
        let mut done: Vec<u64> = step.hints.iter().copied().filter(|hint| place(*hint).is_some_and(|place| last_use[place] == index)).collect();
        done.sort_unstable();
        done.dedup();
        writer.forget(&done)?;
    }
    writer.finish()
}
