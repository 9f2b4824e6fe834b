//! The proof: the derivations of the encoding's clauses, shifted through time, then the clauses that the solver learned. Both
//! are without clauses that the contradiction does not need.

use std::iter;

use bmcplan_sat::encode::FrameClause;
use bmcplan_sat::solver::StepId;

use super::error::CertifyError;
use super::lrat_proof::{LratProof, Needed, ProofLayout, ProofStep, UsedDerivation};
use super::refutation::{GivenClause, Refutation};
use super::template::{Origin, Template, Templates};

pub(super) struct Assembly<'a> {
    layout: ProofLayout<'a>,
    templates: &'a Templates,
    refutation: &'a Refutation,
    learned: UsedDerivation,
    /// Derivation of the first state's clauses; for each step, that of the clauses of the step and its next state; that of the
    /// goal.
    bridge: Vec<UsedDerivation>,
    of_learned: Needed,
    of_begin: Needed,
    of_step: Needed,
    of_end: Needed,
}

impl<'a> Assembly<'a> {
    pub(super) fn of(layout: ProofLayout<'a>, templates: &'a Templates, refutation: &'a Refutation) -> Self {
        let Templates { begin, step, end, .. } = templates;
        let steps = (0..layout.n_steps).map(|_| UsedDerivation::of(&step.log));
        Self {
            layout,
            templates,
            refutation,
            learned: UsedDerivation::of(&refutation.log),
            bridge: iter::once(UsedDerivation::of(&begin.log))
                .chain(steps)
                .chain([UsedDerivation::of(&end.log)])
                .collect(),
            of_learned: Needed::of(&refutation.log),
            of_begin: Needed::of(&begin.log),
            of_step: Needed::of(&step.log),
            of_end: Needed::of(&end.log),
        }
    }

    pub(super) fn steps(mut self) -> Result<Vec<ProofStep>, CertifyError> {
        self.mark()?;
        Ok(self.into_proof()?.steps)
    }

    /// Returns the part of the bridge that derives a clause given to the solver, and its step there; `None` for a tautology.
    fn place(&self, given: GivenClause) -> Option<(usize, StepId)> {
        let n_universal = self.templates.n_universal;
        let (part, target) = match given {
            GivenClause::Frame(FrameClause::Initial(index)) => (0, n_universal + index),
            GivenClause::Frame(FrameClause::Universal(index, frame)) => (frame, index),
            GivenClause::Frame(FrameClause::Transition(index, frame)) => (frame + 1, n_universal + index),
            GivenClause::Goal(index) => (self.layout.n_steps + 1, index),
            GivenClause::Over => (self.layout.n_steps + 1, self.templates.n_goals),
            GivenClause::Rest(index) => (self.layout.n_steps + 1, self.templates.n_goals + 1 + index),
        };
        let template = match part {
            0 => &self.templates.begin,
            part if part <= self.layout.n_steps => &self.templates.step,
            _ => &self.templates.end,
        };
        Some((part, template.targets[target]?))
    }

    fn mark_given(&mut self, given: GivenClause) {
        if let Some((part, step)) = self.place(given) {
            self.bridge[part].mark(step);
        }
    }

    fn mark(&mut self) -> Result<(), CertifyError> {
        let Templates { begin, step, end, .. } = self.templates;
        let log = &self.refutation.log;
        self.learned.mark(self.refutation.last);
        for id in log.steps().rev() {
            if !self.learned.marked[id.index()] {
                continue;
            }
            match log.input(id).map(|input| self.refutation.given[input]) {
                Some(given) => self.mark_given(given),
                None => self.of_learned.hints(log, id)?.iter().for_each(|hint| self.learned.mark(*hint)),
            }
        }
        for index in mark(end, &mut self.of_end, &mut self.bridge[self.layout.n_steps + 1])? {
            self.mark_given(GivenClause::Frame(FrameClause::Universal(index, self.layout.n_steps)));
        }
        for frame in (0..self.layout.n_steps).rev() {
            for index in mark(step, &mut self.of_step, &mut self.bridge[frame + 1])? {
                self.mark_given(GivenClause::Frame(FrameClause::Universal(index, frame)));
            }
        }
        mark(begin, &mut self.of_begin, &mut self.bridge[0])?;
        Ok(())
    }

    fn into_proof(mut self) -> Result<LratProof<'a>, CertifyError> {
        let Templates { begin, step, end, n_universal, .. } = self.templates;
        let n_steps = self.layout.n_steps;
        let mut book = LratProof::of(self.layout);
        let define = |book: &mut LratProof<'a>, frame| {
            if frame == n_steps {
                book.end_is_over();
                if self.refutation.is_folded {
                    book.end_rests();
                }
            }
            book.define(frame);
        };
        define(&mut book, 0);
        book.instance(begin, &self.of_begin, &mut self.bridge[0], 0, &[]);
        let mut universal = self.bridge[0].numbers_of(&begin.targets[..*n_universal]);
        for frame in 0..n_steps {
            define(&mut book, frame + 1);
            let part = &mut self.bridge[frame + 1];
            book.instance(step, &self.of_step, part, frame, &universal);
            universal = part.numbers_of(&step.targets[..*n_universal]);
        }
        book.instance(end, &self.of_end, &mut self.bridge[n_steps + 1], n_steps, &universal);
        let log = &self.refutation.log;
        for id in log.steps() {
            if !self.learned.marked[id.index()] {
                continue;
            }
            self.learned.numbers[id.index()] = match log.input(id).map(|input| self.refutation.given[input]) {
                Some(given) => self.place(given).map_or(0, |(part, step)| self.bridge[part].number(step)),
                None => {
                    let hints = self.of_learned.hints(log, id)?;
                    let hints = hints.iter().map(|hint| self.learned.number(*hint)).collect();
                    let clause = self.layout.interpretation.clause(log.clause(id));
                    book.implied(clause.into_iter().map(|lit| book.literal(lit, 0)).collect(), hints)
                }
            };
        }
        Ok(book)
    }
}

/// Marks what the marked clauses of a derivation need. Returns the needed universal clauses of the state before.
fn mark(
    template: &Template,
    needed: &mut Needed,
    used: &mut UsedDerivation,
) -> Result<Vec<usize>, CertifyError> {
    let mut universal = Vec::new();
    for id in template.log.steps().rev() {
        if !used.marked[id.index()] {
            continue;
        }
        match template.log.input(id).map(|input| template.sources[input]) {
            Some(Origin::Universal(index)) => universal.push(index),
            Some(Origin::Lemma(step)) => used.mark(step),
            Some(Origin::Specification(..) | Origin::Gate { .. } | Origin::Over | Origin::Rests(_)) => {}
            None => needed.hints(&template.log, id)?.iter().for_each(|hint| used.mark(*hint)),
        }
    }
    Ok(universal)
}
