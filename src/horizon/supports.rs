//! Supports: which literals of a step make a state literal true, and what each of them needs.
//!
//! Both are read off the clauses. If `¬a ∨ l'` stands in the transition, a makes l true in the next frame; if `¬a ∨ p` does, a
//! needs p. A literal that is neither a state's nor a move's is defined by the clauses of every frame: what it implies, and of
//! what it implies at least one.

use crate::encode::TransitionSystem;
use crate::formula::Lit;

/// The supports of a system, by the codes of a frame's literals.
#[derive(Debug)]
pub(super) struct Supports {
    /// Does the variable say something of a state?
    is_state: Vec<bool>,
    makers: Vec<Vec<Lit>>,
    needs: Vec<Vec<Lit>>,
    choices: Vec<Vec<Vec<Lit>>>,
    /// Literals that are true of a state if a variable has some value.
    facts: Vec<Lit>,
}

impl Supports {
    pub(super) fn of(system: &TransitionSystem) -> Self {
        let n_vars = system.n_vars();
        let mut is_state = vec![false; n_vars];
        let facts: Vec<Lit> = system.state_literals().collect();
        facts.iter().for_each(|lit| is_state[lit.var().index()] = true);
        let mut supports = Self {
            makers: vec![Vec::new(); 2 * n_vars],
            needs: vec![Vec::new(); 2 * n_vars],
            choices: vec![Vec::new(); 2 * n_vars],
            facts,
            is_state,
        };
        supports.read_transition(system, n_vars);
        for clause in system.universal().clauses() {
            for lit in clause.iter().filter(|lit| !supports.is_state[lit.var().index()]) {
                let rest: Vec<Lit> = clause.iter().copied().filter(|other| other != lit).collect();
                match rest.as_slice() {
                    [only] => supports.needs[(!*lit).code()].push(*only),
                    _ => supports.choices[(!*lit).code()].push(rest),
                }
            }
        }
        supports
    }

    fn read_transition(&mut self, system: &TransitionSystem, n_vars: usize) {
        for clause in system.transition().clauses() {
            let [one, other] = clause else { continue };
            for (cause, effect) in [(!*one, *other), (!*other, *one)] {
                let is_now = cause.var().index() < n_vars;
                if !is_now || self.is_state[cause.var().index()] || cause.var() == system.idle().var() {
                    continue;
                }
                let index = effect.var().index() % n_vars;
                let lit = crate::formula::Var::from_index(index).lit(effect.is_positive());
                if effect.var().index() < n_vars {
                    self.needs[cause.code()].push(lit);
                } else if self.is_state[index] {
                    self.makers[lit.code()].push(cause);
                }
            }
        }
        // Moves that keep each other or themselves from running need nothing by that.
        let is_state = &self.is_state;
        let is_defined = |lit: &Lit| !is_state[lit.var().index()];
        let mut defined = vec![false; n_vars];
        for lit in system.universal().clauses().flatten().filter(|lit| is_defined(lit)) {
            defined[lit.var().index()] = true;
        }
        for needs in &mut self.needs {
            needs.retain(|lit| is_state[lit.var().index()] || defined[lit.var().index()]);
        }
    }

    /// Whether a literal says something of a state: it stays as it is unless something makes it otherwise.
    pub(super) fn is_state(&self, lit: Lit) -> bool {
        self.is_state[lit.var().index()]
    }

    /// What makes a state literal true in the next frame.
    pub(super) fn makers(&self, lit: Lit) -> &[Lit] {
        &self.makers[lit.code()]
    }

    /// What is true in the same frame wherever the literal is.
    pub(super) fn needs(&self, lit: Lit) -> &[Lit] {
        &self.needs[lit.code()]
    }

    /// Sets of which something is true in the same frame wherever the literal is.
    pub(super) fn choices(&self, lit: Lit) -> &[Vec<Lit>] {
        &self.choices[lit.code()]
    }

    /// The literals of a frame that stand for facts.
    pub(super) fn facts(&self) -> &[Lit] {
        &self.facts
    }
}
