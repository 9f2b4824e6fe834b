//! Lessons: short learned clauses that solvers in several threads tell each other between two questions, so that no one finds out
//! again what another knows (Hamadi, Jabbour & Sais, *ManySAT: a parallel SAT solver*, JSAT 2009, where they do so at any time).
//!
//! The threads' formulas have the same variables and grow in the same way: by frames, by clauses that exclude what was refuted, which
//! every thread has before it is asked the next question, and by lessons. So a clause that one has learned follows from the formula of
//! every other that has as many frames.

use std::sync::Arc;

use crate::formula::Cnf;

/// The clauses that one solver has learned for one question.
#[derive(Default)]
pub(super) struct Lesson {
    /// The number of frames of its formula.
    pub(super) n_frames: usize,
    pub(super) clauses: Cnf,
}

/// All lessons so far, with the numbers of the threads that they are from.
#[derive(Default)]
pub(super) struct Lessons(Vec<(usize, Arc<Lesson>)>);

impl Lessons {
    pub(super) fn enter(&mut self, author: usize, lesson: &Arc<Lesson>) {
        if !lesson.clauses.is_empty() {
            self.0.push((author, Arc::clone(lesson)));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The lessons after the first `n_known` ones, except for those of this author.
    pub(super) fn after(&self, n_known: usize, except: Option<usize>) -> Vec<Arc<Lesson>> {
        let news = self.0.iter().skip(n_known).filter(|(author, _)| Some(*author) != except);
        news.map(|(_, lesson)| Arc::clone(lesson)).collect()
    }
}
