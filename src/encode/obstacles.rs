//! Obstacles in a transition system: a literal of every frame for "one of these facts holds".

use super::system::Obstacle;
use super::{Term, TransitionSystem};
use crate::formula::{Cnf, Lit, Var};
use crate::task::Fact;

impl TransitionSystem {
    /// The obstacles that have literals.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }

    /// The system with a literal for each of these sets of facts, each of one variable, if the system does not determine it. It has the
    /// same traces, but for these literals.
    #[must_use]
    pub fn with_obstacles(self, sets: &[Vec<Fact>]) -> Self {
        let open: Vec<(&Vec<Fact>, Vec<Lit>)> =
            sets.iter().filter_map(|facts| Some((facts, self.open_literals(facts)?))).collect();
        let (n_before, n_vars) = (self.n_vars(), self.n_vars() + open.len());
        let moved = |clauses: &Cnf| -> Cnf {
            let mut wider = Cnf::default();
            for clause in clauses.clauses() {
                let clause: Vec<Lit> = clause
                    .iter()
                    .map(|lit| {
                        let (frame, var) = (lit.var().index() / n_before, lit.var().index() % n_before);
                        Var::from_index(frame * n_vars + var).lit(lit.is_positive())
                    })
                    .collect();
                wider.push(&clause);
            }
            wider
        };
        let (transition, succession) = (moved(&self.transition), moved(&self.succession));
        let mut system = Self { transition, succession, ..self };
        for (facts, literals) in open {
            let there = Var::from_index(system.names.len()).positive();
            let name = facts.first().map_or_else(String::new, |fact| format!("v{}", fact.var.index()));
            system.names.push(format!("obstacle({name})"));
            let mut some = vec![!there];
            for lit in literals {
                system.universal.push(&[!lit, there]);
                some.push(lit);
            }
            system.universal.push(&some);
            let values = facts.first().map_or(&[][..], |fact| &system.facts[fact.var.index()]);
            let values = values.iter().filter_map(|term| match term {
                Term::Lit(lit) => Some(*lit),
                Term::True | Term::False => None,
            });
            system.obstacles.push(Obstacle { there, values: values.collect() });
            if let Some(clock) = &mut system.clock {
                clock.values.push(None);
            }
        }
        system
    }

    /// The literals of facts, some of which can be true. None if it is known whether one is.
    fn open_literals(&self, facts: &[Fact]) -> Option<Vec<Lit>> {
        let mut literals = Vec::new();
        for fact in facts {
            match self.fact(*fact) {
                Term::True => return None,
                Term::False => {}
                Term::Lit(lit) if self.is_clock(lit) => return None,
                Term::Lit(lit) => literals.push(lit),
            }
        }
        (!literals.is_empty()).then_some(literals)
    }
}
