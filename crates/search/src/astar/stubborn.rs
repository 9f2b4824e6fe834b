//! Strong stubborn sets: operators that suffice in a state, since a best plan can begin with one of them.
//!
//! In a state that is no goal state, a set T of operators is computed such that
//!
//! 1. T has all operators that make some goal true that does not hold;
//! 2. for each operator of T that is not applicable, T has all that make some condition true that it lacks;
//! 3. for each operator of T that is applicable, T has all operators that *interfere* with it.
//!
//! Two operators interfere if both may be applicable in one state, and one falsifies the other's precondition, changes what the
//! other's conditional effects depend on, or gives a variable another value. Take a best plan from the state, of the fewest
//! operators. By 1, it has an operator of T. The first of these, a, is applicable in the state, since by 2 the plan had an
//! earlier operator of T otherwise. By 3, none of the operators before a interferes with it. So a may come first: a plan of the
//! same operators begins with a. Hence in each state only the applicable operators of T are tried (Wehrle & Helmert, *Efficient
//! stubborn sets: generalized algorithms and selection strategies*, ICAPS 2014).
//!
//! The proof is about single states. So the sets do not depend on the path to a state, nor on the order of expansion. They may be
//! used when states are replaced by their images under [symmetries](super::super::orbits) (Wehrle, Helmert, Shleyfman & Katz,
//! *Integrating partial order reduction and symmetry elimination for cost-optimal classical planning*, IJCAI 2015). They
//! preserve one best plan, not all.
//!
//! They are not used together with [pruning after operators](super::super::pruning): of two orders of operators it leaves out
//! one, and the sets may leave out the other. The search begins with the sets. If they leave out less than a fifth of the
//! applicable operators in 200 expansions, it begins again with that pruning.
//!
//! Facts are the nodes of the computation (Röger, Helmert, Seipp & Sievers, *An atom-centric perspective on stubborn sets*,
//! SoCS 2020): what makes a fact true or requires it is added once.

use std::mem;

use bmcplan_base::ordered::distinct;
use bmcplan_task::{Atom, Fact, Literal, Operator, OperatorId, Task, VarId};

use super::super::compiled::Compiled;
use super::super::limits::PruningTrial;
use super::super::numbered::{index, number};
use super::super::packing::Unpacking;
use super::super::pruning::PrunedOperators;

/// The computation of stubborn sets, with its working space.
pub(super) struct StubbornSets<'a> {
    task: &'a Task,
    /// Task's operators in the order of the compiled ones.
    order: Vec<OperatorId>,
    /// Number of the first fact of each variable.
    first_fact: Vec<usize>,
    /// For each fact its operators by [use](Use), then for each variable those whose conditional effects depend on it.
    lists: Vec<Vec<u32>>,
    /// Lists whose operators are in the set.
    is_added: Vec<bool>,
    unpacking: Unpacking,
    values: Vec<u32>,
    /// The operators that are not in the set.
    left_out: PrunedOperators,
    open: Vec<usize>,
    /// `None` once it is decided that the sets go on being used.
    trial: Option<Trial>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Trial {
    n_expansions: u64,
    n_applicable: u64,
    n_tried: u64,
}

/// What operators do with a fact.
#[derive(Debug, Clone, Copy)]
enum Use {
    MakesTrue,
    /// Makes it true, and requires no value of its variable.
    Gives,
    Requires,
    /// Requires it, and gives its variable another value.
    Leaves,
    Excludes,
    /// [`Self::Gives`] another fact of the variable. These lists are empty, and mark those of the other facts as added.
    GivesOther,
    /// [`Self::Requires`] another fact of the variable. These lists are empty, too.
    RequiresOther,
}

/// Number of uses of a fact.
const N_USES: usize = 7;

impl<'a> StubbornSets<'a> {
    /// Prepares the sets; `None` where time or derived variables matter, which are not handled.
    pub(super) fn of(task: &'a Task, compiled: &Compiled) -> Option<Self> {
        let is_fact = |literal: &Literal| matches!(literal.atom, Atom::Fact(_));
        let conditions = |operator: &'a Operator| {
            operator.precondition.iter().chain(operator.effects.iter().flat_map(|effect| &effect.condition))
        };
        let mut literals = task.goal().iter().chain(task.operators().iter().flat_map(conditions));
        if task.clock().is_some() || !literals.all(is_fact) {
            log::info!("no stubborn sets: time or derived variables matter");
            return None;
        }
        let mut first_fact = vec![0];
        for var in task.variable_ids() {
            first_fact.push(first_fact[var.index()] + task.facts(var).len());
        }
        let n_lists = first_fact[task.variables().len()] * N_USES + task.variables().len();
        let mut sets = Self {
            task,
            order: compiled.operator_ids().collect(),
            first_fact,
            lists: vec![Vec::new(); n_lists],
            is_added: vec![false; n_lists],
            unpacking: Unpacking::of(task, &compiled.layout.packing),
            values: task.initial().values().to_vec(),
            left_out: PrunedOperators::none(compiled),
            open: Vec::new(),
            trial: Some(Trial::default()),
        };
        (0..sets.order.len()).for_each(|place| sets.enter(place));
        Some(sets)
    }

    fn enter(&mut self, place: usize) {
        let operator = self.task.operator(self.order[place]);
        let mut lists = Vec::new();
        for literal in &operator.precondition {
            if let Atom::Fact(fact) = literal.atom {
                lists.push(self.list(fact, if literal.positive { Use::Requires } else { Use::Excludes }));
            }
        }
        for effect in &operator.effects {
            lists.push(self.list(effect.fact, Use::MakesTrue));
            match operator.needed_fact(effect.fact.var) {
                None => lists.push(self.list(effect.fact, Use::Gives)),
                Some(needed) if needed != effect.fact => lists.push(self.list(needed, Use::Leaves)),
                Some(_) => {}
            }
            lists.extend(variables(&effect.condition).map(|var| self.readers(var)));
        }
        distinct(lists).into_iter().for_each(|list| self.lists[list].push(number(place)));
    }

    fn list(&self, fact: Fact, by: Use) -> usize {
        (self.first_fact[fact.var.index()] + fact.value_index()) * N_USES + by as usize
    }

    fn readers(&self, var: VarId) -> usize {
        self.first_fact[self.first_fact.len() - 1] * N_USES + var.index()
    }

    /// Checks whether numbers of operators still matter.
    pub(super) fn are_on_trial(&self) -> bool {
        self.trial.is_some()
    }

    /// Counts the operators of an expansion. Returns whether the sets leave out enough to be used any longer.
    pub(super) fn pay(&mut self, n_applicable: u64, n_tried: u64, limits: PruningTrial) -> bool {
        let Some(mut trial) = self.trial else { return true };
        trial.n_expansions += 1;
        trial.n_applicable += n_applicable;
        trial.n_tried += n_tried;
        self.trial = (trial.n_expansions < limits.expansions).then_some(trial);
        self.trial.is_some()
            || trial.n_applicable * limits.percent <= 100 * (trial.n_applicable - trial.n_tried)
    }

    /// Returns the operators that need not be tried in a state that is no goal state.
    pub(super) fn left_out(&mut self, state: &[u64]) -> &PrunedOperators {
        self.unpacking.read(state, &mut self.values);
        self.left_out.pruned.fill();
        self.is_added.fill(false);
        let task = self.task;
        self.make_true(task.goal());
        while let Some(place) = self.open.pop() {
            let operator = task.operator(self.order[place]);
            if !self.make_true(&operator.precondition) {
                self.add_interfering(operator);
            }
        }
        &self.left_out
    }

    /// Adds the operators that make a literal true: of those that do not hold one with the fewest. Returns false if all hold.
    fn make_true(&mut self, literals: &[Literal]) -> bool {
        let mut best: Option<(usize, Fact, bool)> = None;
        for literal in literals {
            let Atom::Fact(fact) = literal.atom else { continue };
            if (self.values[fact.var.index()] == fact.value) == literal.positive {
                continue;
            }
            let list = self.list(fact, Use::MakesTrue);
            let n_added = match literal.positive {
                true if self.is_added[list] => return true,
                true => self.lists[list].len(),
                false => usize::MAX,
            };
            if best.is_none_or(|(least, ..)| n_added < least) {
                best = Some((n_added, fact, literal.positive));
            }
        }
        match best {
            None => return false,
            Some((_, fact, true)) => {
                self.add(fact, Use::MakesTrue);
            }
            Some((_, fact, false)) => self.add_others(fact, Use::MakesTrue),
        }
        true
    }

    /// Adds the operators that interfere with an applicable one.
    fn add_interfering(&mut self, operator: &Operator) {
        for literal in &operator.precondition {
            match literal.atom {
                Atom::Fact(fact) if literal.positive => {
                    self.add(fact, Use::Leaves);
                    self.add_giving_others(fact);
                }
                Atom::Fact(fact) => {
                    self.add(fact, Use::MakesTrue);
                }
                Atom::Derived(_) => {}
            }
        }
        for effect in &operator.effects {
            let fact = effect.fact;
            self.add(fact, Use::Excludes);
            self.add_giving_others(fact);
            match operator.needed_fact(fact.var) {
                // Operators that require other values are never applicable together with this one.
                Some(needed) if needed != fact => {
                    self.add(needed, Use::Requires);
                }
                Some(_) => {}
                None => {
                    self.add(fact, Use::Leaves);
                    if self.add(fact, Use::RequiresOther) {
                        self.add_others(fact, Use::Requires);
                    }
                }
            }
            self.add_list(self.readers(fact.var));
            for var in variables(&effect.condition) {
                for fact in self.task.facts(var) {
                    self.add(fact, Use::MakesTrue);
                }
            }
        }
    }

    fn add_giving_others(&mut self, fact: Fact) {
        if self.add(fact, Use::GivesOther) {
            self.add_others(fact, Use::Gives);
        }
    }

    fn add_others(&mut self, fact: Fact, by: Use) {
        for other in self.task.facts(fact.var).filter(|other| *other != fact) {
            self.add(other, by);
        }
    }

    /// Adds the operators of a fact by their use. Returns whether that was not done before.
    fn add(&mut self, fact: Fact, by: Use) -> bool {
        self.add_list(self.list(fact, by))
    }

    fn add_list(&mut self, list: usize) -> bool {
        let is_new = !mem::replace(&mut self.is_added[list], true);
        for operator in self.lists[list].iter().filter(|_| is_new).map(|operator| index(*operator)) {
            if self.left_out.pruned.contains(operator) {
                self.left_out.pruned.remove(operator);
                self.open.push(operator);
            }
        }
        is_new
    }
}

/// Returns the variables of facts in a conjunction.
fn variables(literals: &[Literal]) -> impl Iterator<Item = VarId> {
    literals.iter().filter_map(|literal| match literal.atom {
        Atom::Fact(fact) => Some(fact.var),
        Atom::Derived(_) => None,
    })
}
