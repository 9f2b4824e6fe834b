//! The proof: the derivations of the encoding's clauses, shifted through time, then what the solver learned; without what plays no
//! part in the contradiction.

use std::io::Write;

use super::book::{Book, ProofLayout, ProofStep, write_steps};
use super::error::CertifyError;
use super::needed::{Needed, UsedDerivation};
use super::refutation::{Given, Refutation};
use super::template::{Origin, Template, Templates};
use crate::solver::StepId;

/// Everything that a proof is put together from.
pub(super) struct Assembly<'a> {
    pub(super) layout: ProofLayout<'a>,
    pub(super) templates: &'a Templates,
    pub(super) refutation: &'a Refutation,
    pub(super) n_universal: usize,
}

impl Assembly<'_> {
    /// Writes the proof.
    pub(super) fn write(&self, out: impl Write) -> Result<(), CertifyError> {
        let steps = self.steps()?;
        write_steps(&steps, self.layout.specification.n_clauses(self.layout.n_steps) as u64, out)
            .map_err(CertifyError::Write)
    }

    fn steps(&self) -> Result<Vec<ProofStep>, CertifyError> {
        let Templates { begin, step, end } = self.templates;
        let run = &self.refutation.log;
        let mut needed_run = Needed::of(run);
        let mut main = UsedDerivation::of(run);
        main.mark(Some(self.refutation.last));
        let mut first = UsedDerivation::of(&begin.log);
        let mut last = UsedDerivation::of(&end.log);
        end.targets.iter().for_each(|target| last.mark(*target));
        let mut middle: Vec<UsedDerivation> =
            (0..self.layout.n_steps).map(|_| UsedDerivation::of(&step.log)).collect();
        let mark_universal =
            |index: usize, frame: usize, first: &mut UsedDerivation, middle: &mut Vec<UsedDerivation>| {
                match frame.checked_sub(1) {
                    None => first.mark(begin.targets[index]),
                    Some(before) => middle[before].mark(step.targets[index]),
                }
            };
        // What the solver learned, from the end.
        for id in run.steps().rev() {
            if !main.marked[id.index()] {
                continue;
            }
            match run.input(id).map(|input| self.refutation.given[input]) {
                Some(Given::Initial(index)) => first.mark(begin.targets[self.n_universal + index]),
                Some(Given::Universal(index, frame)) => mark_universal(index, frame, &mut first, &mut middle),
                Some(Given::Transition(index, frame)) => {
                    middle[frame].mark(step.targets[self.n_universal + index])
                }
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
            mark_universal(index, self.layout.n_steps, &mut first, &mut middle);
        }
        for frame in (0..self.layout.n_steps).rev() {
            for index in mark(step, &mut of_step, &mut middle[frame])? {
                mark_universal(index, frame, &mut first, &mut middle);
            }
        }
        mark(begin, &mut of_begin, &mut first)?;

        let mut book = Book::of(self.layout);
        book.define(0);
        book.instance(begin, &of_begin, &mut first, 0, &|_| 0);
        let mut universal: Vec<u64> = targets(begin, &first, self.n_universal);
        for (frame, instance) in middle.iter_mut().enumerate() {
            book.define(frame + 1);
            if frame + 1 == self.layout.n_steps {
                book.end_is_over();
            }
            book.instance(step, &of_step, instance, frame, &|index| universal[index]);
            universal = targets(step, instance, self.n_universal);
        }
        book.instance(end, &of_end, &mut last, self.layout.n_steps, &|index| universal[index]);
        for id in run.steps() {
            if !main.marked[id.index()] {
                continue;
            }
            let bridged = |template: &Template, instance: &UsedDerivation, index: usize| {
                template.targets[index].map_or(0, |target| instance.numbers[target.index()])
            };
            main.numbers[id.index()] = match run.input(id).map(|input| self.refutation.given[input]) {
                Some(Given::Initial(index)) => bridged(begin, &first, self.n_universal + index),
                Some(Given::Universal(index, 0)) => bridged(begin, &first, index),
                Some(Given::Universal(index, frame)) => bridged(step, &middle[frame - 1], index),
                Some(Given::Transition(index, frame)) => {
                    bridged(step, &middle[frame], self.n_universal + index)
                }
                Some(Given::Derived(step)) => main.numbers[step.index()],
                None => {
                    let numbers = needed_run.hints(run, id)?.iter().map(|hint| main.numbers[hint.index()]);
                    let hints = numbers.collect();
                    book.implied(
                        run.clause(id)
                            .iter()
                            .map(|lit| book.literal(self.layout.interpretation.literal(*lit), 0))
                            .collect(),
                        hints,
                    )
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
fn targets(template: &Template, instance: &UsedDerivation, n: usize) -> Vec<u64> {
    let number = |target: &Option<StepId>| target.map_or(0, |target| instance.numbers[target.index()]);
    template.targets[..n].iter().map(number).collect()
}

/// Marks what the marked clauses of an instance need; which universal clauses of the state before these are.
fn mark(
    template: &Template,
    needed: &mut Needed,
    instance: &mut UsedDerivation,
) -> Result<Vec<usize>, CertifyError> {
    let mut universal = Vec::new();
    for id in template.log.steps().rev() {
        if !instance.marked[id.index()] {
            continue;
        }
        match template.log.input(id).map(|input| template.sources[input]) {
            Some(Origin::Universal(index)) => universal.push(index),
            Some(Origin::Lemma(step)) => instance.mark(Some(step)),
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
