//! An interpreter of planning problems in PDDL as they are read: nothing is normalised, nothing is grounded.
//!
//! Quantifiers try all objects, derived predicates are computed stratum by stratum until nothing is new, and actions are
//! tried with all arguments. Slow, and as the language defines it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bmcplan::kinds::pddl::{
    CostTerm, ObjectId, Parameter, PddlAtom, PddlEffect, PddlFormula, PddlProblem, PddlTerm, PredicateId,
    TypeId,
};

/// A predicate with objects.
type Fact = (PredicateId, Vec<ObjectId>);

/// The atoms that hold, without derived ones.
pub(crate) type PddlState = BTreeSet<Fact>;

/// The objects bound to the variables.
type Values = Vec<Option<ObjectId>>;

/// One way to apply an action: its name with its arguments, what it costs, and the state after it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PddlStep {
    pub(crate) name: String,
    pub(crate) cost: u64,
    pub(crate) next: PddlState,
}

/// The result of breadth-first search.
pub(crate) struct PddlExplored {
    /// The distance of each state that was reached.
    pub(crate) depths: BTreeMap<PddlState, usize>,
    /// The length of a shortest plan, where it is known.
    pub(crate) optimum: Option<usize>,
    /// True if all states were reached.
    pub(crate) complete: bool,
}

/// The changes that an action makes in a state.
#[derive(Default)]
struct Changes {
    added: Vec<Fact>,
    deleted: Vec<Fact>,
    cost: u64,
}

pub(crate) struct PddlInterpreter<'p> {
    problem: &'p PddlProblem,
    /// The axioms of each stratum.
    strata: Vec<Vec<usize>>,
}

impl<'p> PddlInterpreter<'p> {
    pub(crate) fn new(problem: &'p PddlProblem) -> Self {
        // The stratum of a derived predicate is the greatest number of negations below it.
        let mut stratum = vec![0; problem.predicates.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for axiom in &problem.axioms {
                let mut least = stratum[axiom.predicate.0];
                below(&axiom.condition, true, &mut |used, positive| {
                    let derived = problem.predicates[used.0].is_derived;
                    least = least.max(stratum[used.0] + usize::from(derived && !positive));
                });
                assert!(least <= problem.predicates.len(), "there are no strata");
                changed |= stratum[axiom.predicate.0] != least;
                stratum[axiom.predicate.0] = least;
            }
        }
        let mut strata = vec![Vec::new(); problem.predicates.len() + 1];
        for (number, axiom) in problem.axioms.iter().enumerate() {
            strata[stratum[axiom.predicate.0]].push(number);
        }
        Self { problem, strata }
    }

    pub(crate) fn initial(&self) -> PddlState {
        self.problem.initial.iter().cloned().collect()
    }

    fn is_of(&self, object: ObjectId, types: &[TypeId]) -> bool {
        let mut above = self.problem.objects[object.0].types.clone();
        let mut at = 0;
        while at < above.len() {
            above.extend(self.problem.types[above[at].0].parents.clone());
            at += 1;
        }
        types.iter().any(|of| of.0 == 0 || above.contains(of))
    }

    /// Calls with all values of the parameters until a call returns true; true if one did.
    fn any(
        &self,
        parameters: &[Parameter],
        values: &mut Values,
        call: &mut dyn FnMut(&mut Values) -> bool,
    ) -> bool {
        let Some((first, rest)) = parameters.split_first() else { return call(values) };
        let before = values[first.variable];
        let found = (0..self.problem.objects.len()).map(ObjectId).any(|object| {
            values[first.variable] = Some(object);
            self.is_of(object, &first.types) && self.any(rest, values, call)
        });
        values[first.variable] = before;
        found
    }

    fn each(&self, parameters: &[Parameter], values: &mut Values, mut call: impl FnMut(&mut Values)) {
        self.any(parameters, values, &mut |values| {
            call(values);
            false
        });
    }

    fn object(term: PddlTerm, values: &Values) -> ObjectId {
        match term {
            PddlTerm::Object(object) => object,
            PddlTerm::Variable(variable) => values[variable].unwrap(),
        }
    }

    fn fact(atom: &PddlAtom, values: &Values) -> Fact {
        (atom.predicate, atom.arguments.iter().map(|term| Self::object(*term, values)).collect())
    }

    fn holds(&self, formula: &PddlFormula, state: &PddlState, values: &mut Values) -> bool {
        match formula {
            PddlFormula::Atom(atom) => state.contains(&Self::fact(atom, values)),
            PddlFormula::Equal(one, other) => Self::object(*one, values) == Self::object(*other, values),
            PddlFormula::Not(negated) => !self.holds(negated, state, values),
            PddlFormula::And(parts) => parts.iter().all(|part| self.holds(part, state, values)),
            PddlFormula::Or(parts) => parts.iter().any(|part| self.holds(part, state, values)),
            PddlFormula::Imply(one, other) => {
                !self.holds(one, state, values) || self.holds(other, state, values)
            }
            PddlFormula::Exists(parameters, body) => {
                self.any(parameters, values, &mut |values| self.holds(body, state, values))
            }
            PddlFormula::Forall(parameters, body) => {
                !self.any(parameters, values, &mut |values| !self.holds(body, state, values))
            }
        }
    }

    /// The state with the atoms derived from it.
    pub(crate) fn extended(&self, state: &PddlState) -> PddlState {
        let mut extended = state.clone();
        for stratum in &self.strata {
            let mut n_before = usize::MAX;
            while n_before != extended.len() {
                n_before = extended.len();
                for number in stratum {
                    let axiom = &self.problem.axioms[*number];
                    let mut values = vec![None; axiom.n_variables];
                    let mut new = Vec::new();
                    self.each(&axiom.parameters, &mut values, |values| {
                        if self.holds(&axiom.condition, &extended, values) {
                            let objects = axiom.parameters.iter().map(|one| values[one.variable].unwrap());
                            new.push((axiom.predicate, objects.collect()));
                        }
                    });
                    extended.extend(new);
                }
            }
        }
        extended
    }

    pub(crate) fn is_goal(&self, state: &PddlState) -> bool {
        self.holds(&self.problem.goal, &self.extended(state), &mut vec![None; self.problem.n_goal_variables])
    }

    /// All steps applicable in a state.
    pub(crate) fn steps(&self, state: &PddlState) -> BTreeSet<PddlStep> {
        let extended = self.extended(state);
        let mut steps = BTreeSet::new();
        for action in &self.problem.actions {
            let mut values = vec![None; action.n_variables];
            self.each(&action.parameters, &mut values, |values| {
                if !self.holds(&action.precondition, &extended, values) {
                    return;
                }
                let mut changes = Changes::default();
                self.changes(&action.effect, &extended, values, &mut changes);
                let mut next = state.clone();
                changes.deleted.iter().for_each(|fact| _ = next.remove(fact));
                next.extend(changes.added);
                let objects = action.parameters.iter().map(|one| values[one.variable].unwrap());
                let names = objects.map(|object| format!(" {}", self.problem.objects[object.0].name));
                let name = action.name.clone() + &names.collect::<String>();
                steps.insert(PddlStep { name, cost: changes.cost, next });
            });
        }
        steps
    }

    fn changes(&self, effect: &PddlEffect, state: &PddlState, values: &mut Values, into: &mut Changes) {
        match effect {
            PddlEffect::Add(atom) => into.added.push(Self::fact(atom, values)),
            PddlEffect::Delete(atom) => into.deleted.push(Self::fact(atom, values)),
            PddlEffect::Increase(term, _) => into.cost += self.cost(term, values),
            PddlEffect::And(parts) => {
                parts.iter().for_each(|part| self.changes(part, state, values, into));
            }
            PddlEffect::Forall(parameters, body) => {
                self.each(parameters, values, |values| self.changes(body, state, values, into));
            }
            PddlEffect::When(condition, body) => {
                if self.holds(condition, state, values) {
                    self.changes(body, state, values, into);
                }
            }
        }
    }

    /// A cost, times the scale of the problem.
    fn cost(&self, cost: &CostTerm, values: &Values) -> u64 {
        let number = match cost {
            CostTerm::Number(number) => *number,
            CostTerm::Function(function, terms) => {
                let objects: Vec<ObjectId> = terms.iter().map(|term| Self::object(*term, values)).collect();
                let known = &self.problem.functions[*function].values;
                known.iter().find(|(of, _)| *of == objects).unwrap().1
            }
        };
        let scaled = number.digits * self.problem.cost_scale;
        let parts = 10_u64.pow(number.n_decimals);
        assert_eq!(scaled % parts, 0, "{number} times {} is not whole", self.problem.cost_scale);
        scaled / parts
    }

    /// Breadth-first search until so many states are known.
    pub(crate) fn explore(&self, most: usize) -> PddlExplored {
        let mut open = VecDeque::from([self.initial()]);
        let mut depths = BTreeMap::from([(self.initial(), 0)]);
        let mut optimum = None;
        while let Some(state) = open.pop_front() {
            let depth = depths[&state];
            if optimum.is_none() && self.is_goal(&state) {
                optimum = Some(depth);
            }
            if most <= depths.len() {
                return PddlExplored { depths, optimum, complete: false };
            }
            for step in self.steps(&state) {
                if !depths.contains_key(&step.next) {
                    depths.insert(step.next.clone(), depth + 1);
                    open.push_back(step.next);
                }
            }
        }
        PddlExplored { depths, optimum, complete: true }
    }
}

/// Calls with each predicate and its sign: true under an even number of negations.
fn below(formula: &PddlFormula, positive: bool, call: &mut dyn FnMut(PredicateId, bool)) {
    match formula {
        PddlFormula::Atom(atom) => call(atom.predicate, positive),
        PddlFormula::Equal(..) => {}
        PddlFormula::Not(negated) => below(negated, !positive, call),
        PddlFormula::And(parts) | PddlFormula::Or(parts) => {
            parts.iter().for_each(|part| below(part, positive, call));
        }
        PddlFormula::Imply(one, other) => {
            below(one, !positive, call);
            below(other, positive, call);
        }
        PddlFormula::Exists(_, body) | PddlFormula::Forall(_, body) => below(body, positive, call),
    }
}
