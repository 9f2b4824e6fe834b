//! The relaxed suffix of a plan: any number of operators after the last frame, in the delete relaxation.
//!
//! A bound on the number of steps does not bound costs: a longer plan may be cheaper. So after the steps comes a relaxation of
//! everything that may follow. It has a variable for each operator, "used after this frame, at least once", and for each
//! proposition, "true in this frame or later". The goal is true in this frame or later. A used operator needs its precondition.
//! A proposition that is not true in the frame needs an operator that makes it true. Every plan is a model whose cost is at
//! most the plan's, however long it is. So the least cost of a model is a lower bound on the cost of all plans (Robinson,
//! Gretton, Pham & Sattar, *Partial weighted MaxSAT for optimal planning*, 2010; Leofante, Giunchiglia, Ábrahám & Tacchella,
//! *Optimal planning modulo theories*, 2020).
//!
//! Propositions that support each other in a cycle are excluded by [landmarks], as models show them. Suffixes after several
//! frames can be in one formula: what is used later is used after an earlier frame, too.

mod cycles;
mod landmarks;
mod relaxation;

use bmcplan_base::ordered::{Map, Set};

pub use cycles::Cycle;
use cycles::Touched;
pub use landmarks::Landmark;
use relaxation::Relaxation;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{ClauseShapes as _, ClauseSink, Lit};
use bmcplan_task::relaxation::index;
use bmcplan_task::{Fact, OperatorId, Task, VarId};

use crate::encode::{Term, Trace, TransitionSystem, Unrolling};

/// Relaxation of a task after a frame of a transition system with a literal for each operator.
#[derive(Debug)]
pub struct Suffix {
    relaxation: Relaxation,
    touched: Touched,
}

impl Suffix {
    /// Builds the suffix of a system of `task`.
    ///
    /// # Errors
    /// `stop` was raised meanwhile.
    pub fn of(task: &Task, system: &TransitionSystem, stop: &Stop) -> Result<Self, StopReason> {
        let relaxation = Relaxation::of(task, system, stop)?;
        Ok(Self { touched: Touched::of(task, &relaxation.operators), relaxation })
    }

    /// Returns the operators, with their literals in the system. Operators are given by their index in this list.
    pub fn operators(&self) -> &[(OperatorId, Lit)] {
        &self.relaxation.operators
    }

    /// Adds the clauses of the suffix after the last frame. Returns for each operator the literal "used after that frame".
    pub fn write(&self, unrolling: &Unrolling<'_>, sink: &mut dyn ClauseSink) -> Vec<Lit> {
        let relaxation = &self.relaxation;
        let frame = unrolling.n_frames().saturating_sub(1);
        let used: Vec<Lit> = relaxation.operators.iter().map(|_| sink.new_var().positive()).collect();
        let true_later: Vec<Lit> = relaxation.facts.iter().map(|_| sink.new_var().positive()).collect();
        let true_later = |proposition: &u32| true_later[index(*proposition)];
        for (used, precondition) in used.iter().zip(&relaxation.preconditions) {
            precondition.iter().for_each(|needed| sink.implies(*used, true_later(needed)));
        }
        // For each part the literal that it is used; `None` if it can always be.
        let mut parts: Vec<Option<Lit>> = Vec::with_capacity(relaxation.parts.len());
        for part in &relaxation.parts {
            let operator = part.operator.map(index);
            let given = operator.map_or(&[][..], |operator| &relaxation.preconditions[operator]);
            let condition: Vec<u32> =
                part.needs.iter().filter(|needed| !given.contains(needed)).copied().collect();
            parts.push(match (operator, condition.as_slice()) {
                (None, []) => None,
                (None, [only]) => Some(true_later(only)),
                (Some(operator), []) => Some(used[operator]),
                (operator, condition) => {
                    let lit = sink.new_var().positive();
                    condition.iter().for_each(|needed| sink.implies(lit, true_later(needed)));
                    operator.iter().for_each(|operator| sink.implies(lit, used[*operator]));
                    Some(lit)
                }
            });
        }
        for (proposition, adders) in (0..).zip(&relaxation.added_by) {
            let adders: Option<Vec<Lit>> = adders.iter().map(|part| parts[index(*part)]).collect();
            if let (Some(mut ways), Some(now)) =
                (adders, any_of(unrolling, frame, relaxation.facts[index(proposition)].iter().copied()))
            {
                ways.extend(now);
                sink.implies_any(true_later(&proposition), &ways);
            }
        }
        sink.unit(true_later(&relaxation.goal));
        // Plans that are over before the frame have no suffix.
        if let Some(last_step) = frame.checked_sub(1) {
            let idle = unrolling.at(unrolling.system().idle(), last_step);
            used.iter().for_each(|used| sink.implies(*used, !idle));
        }
        used
    }

    /// Returns landmarks that a model violates in the frame in which `holds` gives the true facts. None are returned if the
    /// operators that it uses reach the goal in the relaxation. The operators in `order` are left out of the landmarks first.
    pub fn landmarks(
        &self,
        holds: impl Fn(Fact) -> bool,
        used: impl Fn(usize) -> bool,
        order: &[u32],
    ) -> Vec<Landmark> {
        let true_now: Vec<u32> = self.relaxation.true_in(holds).collect();
        landmarks::landmarks(&self.relaxation, &true_now, |operator| used(index(operator)), order)
    }

    /// Returns cycles in the steps of a trace.
    pub fn cycles(&self, system: &TransitionSystem, trace: &Trace) -> Set<Cycle> {
        self.touched.cycles(system, trace)
    }

    /// Returns a clause against a cycle that begins in `frame`: it does not run, or another operator uses its variables.
    pub fn without_cycle(&self, cycle: &Cycle, unrolling: &Unrolling<'_>, frame: usize) -> Vec<Lit> {
        let at = |step: usize, operator: u32| {
            unrolling.at(self.relaxation.operators[index(operator)].1, frame + step)
        };
        let members = cycle.operators.iter().map(|(step, operator)| !at(*step, *operator));
        let looks = (0..cycle.n_steps)
            .flat_map(|step| cycle.touching.iter().map(move |operator| (step, *operator)))
            .filter(|place| !cycle.operators.contains(place))
            .map(|(step, operator)| at(step, operator));
        members.chain(looks).collect()
    }

    /// Returns a landmark as a clause: one of its facts is true in the frame, or an operator is used that leads into it. `used`
    /// are the literals of the suffix after that frame. `None` if the clause is always true.
    pub fn clause(
        &self,
        landmark: &Landmark,
        unrolling: &Unrolling<'_>,
        frame: usize,
        used: &[Lit],
    ) -> Option<Vec<Lit>> {
        let propositions = self.relaxation.facts.iter().zip(&landmark.unreached);
        let facts = propositions.filter(|(_, is_in)| **is_in).flat_map(|(facts, _)| facts).copied();
        let mut clause = any_of(unrolling, frame, facts)?;
        clause.extend(landmark.operators.iter().map(|operator| used[index(*operator)]));
        Some(clause)
    }
}

/// Returns literals of a frame of which one is true if one of `facts` is; `None` if one always is.
fn any_of(unrolling: &Unrolling<'_>, frame: usize, facts: impl Iterator<Item = Fact>) -> Option<Vec<Lit>> {
    let system = unrolling.system();
    let mut values: Map<VarId, Set<Fact>> = Map::new();
    for fact in facts {
        values.entry(fact.var).or_default().insert(fact);
    }
    let mut any = Vec::new();
    for (var, facts) in values {
        let mut others = system.facts_of(var).filter(|fact| !facts.contains(fact));
        match (others.next(), others.next()) {
            (None, _) => return None,
            // All values but one.
            (Some(other), None) => any.extend(literal(!system.fact(other))),
            _ => any.extend(facts.iter().filter_map(|fact| literal(system.fact(*fact)))),
        }
    }
    Some(any.into_iter().map(|lit| unrolling.at(lit, frame)).collect())
}

fn literal(term: Term) -> Option<Lit> {
    match term {
        Term::Lit(lit) => Some(lit),
        Term::True | Term::False => None,
    }
}
