//! Variables of an encoding, in terms of the specification.
//!
//! A value of a variable, an operator, and "the plan is over" are propositions of the specification. Everything else that the
//! encoding has in a frame is *defined*: as a disjunction or conjunction of what comes before it. Such a gate is read off the
//! encoding's clauses. Where none defines a variable, as in an at-most-one constraint, it is the disjunction of all literals
//! that imply it by a binary clause.
//!
//! A wrong definition does no harm: then clauses of the encoding do not follow, and there is no certificate.

use itertools::Itertools as _;

use bmcplan_base::ordered::Map;
use bmcplan_formula::{Lit, Var};
use bmcplan_sat::encode::{Term, TransitionSystem};
use bmcplan_task::{OperatorId, Task};
use bmcplan_verify::FramePropositions;

/// Literal that is defined: true exactly when one of the others is.
#[derive(Debug, Clone)]
pub(super) struct Gate {
    pub(super) head: Lit,
    pub(super) any: Vec<Lit>,
}

impl Gate {
    pub(super) fn clauses(&self) -> impl Iterator<Item = Vec<Lit>> {
        let whole: Vec<Lit> = [!self.head].into_iter().chain(self.any.iter().copied()).collect();
        [whole].into_iter().chain(self.any.iter().map(|lit| vec![self.head, !*lit]))
    }
}

/// Literals of a frame of an encoding as literals of a frame of the proof: first the propositions of the specification, then
/// the definitions.
#[derive(Debug)]
pub(super) struct Interpretation {
    n_propositions: usize,
    /// For each variable of the encoding's frame.
    lits: Vec<Lit>,
    pub(super) gates: Vec<Gate>,
    /// Facts that are impossible according to the encoding.
    pub(super) never: Vec<Lit>,
}

impl Interpretation {
    pub(super) fn of(task: &Task, system: &TransitionSystem, propositions: &FramePropositions) -> Self {
        let mut known: Vec<Option<Lit>> = vec![None; system.n_vars()];
        let mut never = Vec::new();
        for fact in task.variable_ids().flat_map(|var| task.facts(var)) {
            let proposition = propositions.fact(fact);
            match system.fact(fact) {
                Term::Lit(lit) if lit.is_positive() => known[lit.var().index()] = Some(proposition),
                Term::False => never.push(proposition),
                _ => {}
            }
        }
        known[system.idle().var().index()] = Some(propositions.over());
        let mut this =
            Self { n_propositions: propositions.in_frame(), lits: Vec::new(), gates: Vec::new(), never };
        let operators = |ids: &[OperatorId]| ids.iter().map(|id| propositions.operator(*id)).collect();
        for (lit, ids) in system.movers() {
            let head = match ids.as_slice() {
                [only] => propositions.operator(*only),
                several => this.define(|head| Gate { head, any: operators(several) }),
            };
            known[lit.var().index()] = Some(head);
        }
        let binary = Implications::of(system);
        for (index, lit) in known.into_iter().enumerate() {
            let lit = lit.unwrap_or_else(|| {
                let (negated, inputs) = binary.gate(Var::from_index(index));
                let any: Vec<Lit> = inputs.iter().map(|lit| substituted(&this.lits, *lit)).collect();
                this.define(|head| Gate { head: if negated { !head } else { head }, any })
            });
            this.lits.push(lit);
        }
        this
    }

    pub(super) fn identity(propositions: &FramePropositions) -> Self {
        let n_propositions = propositions.in_frame();
        let lits = (0..n_propositions).map(|index| Var::from_index(index).positive()).collect();
        Self { n_propositions, lits, gates: Vec::new(), never: Vec::new() }
    }

    fn define(&mut self, gate: impl FnOnce(Lit) -> Gate) -> Lit {
        let head = Var::from_index(self.n_propositions + self.gates.len()).positive();
        self.gates.push(gate(head));
        head
    }

    pub(super) fn width(&self) -> usize {
        self.n_propositions + self.gates.len()
    }

    /// Returns a literal of the encoding over consecutive frames as one over as many frames of the proof.
    pub(super) fn literal(&self, lit: Lit) -> Lit {
        let (frame, index) = (lit.var().index() / self.lits.len(), lit.var().index() % self.lits.len());
        let here = substituted(&self.lits, Var::from_index(index).lit(lit.is_positive()));
        self.in_frame(here, frame)
    }

    pub(super) fn in_frame(&self, lit: Lit, frame: usize) -> Lit {
        Var::from_index(frame * self.width() + lit.var().index()).lit(lit.is_positive())
    }

    pub(super) fn clause(&self, clause: &[Lit]) -> Vec<Lit> {
        clause.iter().map(|lit| self.literal(*lit)).collect()
    }
}

fn substituted(lits: &[Lit], lit: Lit) -> Lit {
    let positive = lits[lit.var().index()];
    if lit.is_positive() { positive } else { !positive }
}

#[derive(Default)]
struct Implications {
    /// Variables that are always true, or never: their definition, unless there is another one.
    constants: Map<usize, bool>,
    /// For each variable: literals of smaller variables that imply it.
    implied_by: Map<usize, Vec<Lit>>,
    /// For each variable: literals of smaller variables that it implies.
    implies: Map<usize, Vec<Lit>>,
    /// For each variable: conjunctions of literals of smaller variables that imply it.
    conjunctions: Map<usize, Vec<Vec<Lit>>>,
    /// For each variable: disjunctions of literals of smaller variables that it implies.
    disjunctions: Map<usize, Vec<Vec<Lit>>>,
}

impl Implications {
    fn of(system: &TransitionSystem) -> Self {
        let mut this = Self::default();
        for clause in system.universal().clauses().chain(system.transition().clauses()) {
            let Some(last) = clause.iter().max_by_key(|lit| lit.var().index()) else { continue };
            let index = last.var().index();
            let others: Vec<Lit> = clause.iter().copied().filter(|lit| lit.var() != last.var()).collect();
            if system.n_vars() <= index || others.len() + 1 != clause.len() {
                continue;
            }
            if others.is_empty() {
                this.constants.insert(index, last.is_positive());
                continue;
            }
            let negated: Vec<Lit> = others.iter().map(|lit| !*lit).collect();
            match (others.as_slice(), last.is_positive()) {
                ([only], true) => this.implied_by.entry(index).or_default().push(!*only),
                ([only], false) => this.implies.entry(index).or_default().push(*only),
                (_, true) => this.conjunctions.entry(index).or_default().push(negated),
                (_, false) => this.disjunctions.entry(index).or_default().push(others),
            }
        }
        this
    }

    /// Returns the definition of a variable: it, or (if true) its negation, is the disjunction of these.
    fn gate(&self, var: Var) -> (bool, Vec<Lit>) {
        let index = var.index();
        let of = |map: &Map<usize, Vec<Lit>>| map.get(&index).cloned().unwrap_or_default();
        let (implied_by, implies) = (of(&self.implied_by), of(&self.implies));
        let found = |map: &Map<usize, Vec<Vec<Lit>>>, parts: &[Lit]| {
            let mut candidates = map.get(&index).into_iter().flatten();
            candidates.find(|candidate| candidate.iter().all(|lit| parts.contains(lit))).cloned()
        };
        if let Some(any) = found(&self.disjunctions, &implied_by) {
            return (false, any);
        }
        if let Some(all) = found(&self.conjunctions, &implies) {
            return (true, all.into_iter().map(|lit| !lit).collect());
        }
        if let Some(truth) = self.constants.get(&index) {
            return (*truth, Vec::new());
        }
        // A variable that is equivalent to a literal is defined by it alone: other literals that imply it are ignored.
        let equivalent = implied_by.iter().find(|lit| implies.contains(lit));
        (false, equivalent.map_or_else(|| implied_by.iter().copied().unique().collect(), |lit| vec![*lit]))
    }
}
