//! Symmetries of a task: exchanges of objects that are alike, such as two balls, two hands or two lorries.
//!
//! A symmetry is a permutation of the facts under which operators, derived variables and goal stay what they are (Shleyfman,
//! Katz, Helmert, Sievers & Wehrle, *Heuristics and symmetries in classical planning*, 2015). So it takes plans from a state
//! to plans from the state's image. The initial state need not stay: two parcels with the same destination are alike from
//! the state on in which they lie in the same place.
//!
//! Only involutions are searched for: one for every two variables of the same [colour](colours), grown from their
//! [exchange](Exchange). Every symmetry found has been checked operator by operator; some may be missed.

mod colours;
mod occurrences;

use std::collections::{BTreeMap, BTreeSet};

use itertools::{EitherOrBoth, Itertools as _};

use super::{Atom, DerivedId, Fact, Literal, OperatorId, Task, VarId};
use crate::stop::Stop;

use colours::TaskColours;
use occurrences::{Item, Occurrences, Role, conditional_effects, items, sorted};

/// A symmetry that is its own inverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskSymmetry {
    /// The facts that change places, each pair once. Either all values of two variables, or some of one variable.
    pub facts: Vec<[Fact; 2]>,
    /// The operators that are not their own image, each with its image. Operators that say the same may share one.
    pub operators: Vec<[OperatorId; 2]>,
}

impl TaskSymmetry {
    /// The variables that change places, each pair once.
    fn swapped(&self) -> impl Iterator<Item = [VarId; 2]> {
        self.facts.iter().map(|pair| pair.map(|fact| fact.var)).filter(|[a, b]| a != b).dedup()
    }
}

impl Task {
    /// Symmetries, in the order in which they were found; none of a task with a clock.
    ///
    /// `limit` bounds the work, in literals visited. Symmetries found before that, or before the flag is raised, are returned.
    pub fn symmetries(&self, limit: u64, stop: &Stop) -> Vec<TaskSymmetry> {
        let mut found = Vec::new();
        let Some(colours) = TaskColours::of(self, limit).filter(|_| self.clock().is_none()) else {
            return found;
        };
        let mut alike: BTreeMap<u64, Vec<VarId>> = BTreeMap::new();
        for var in self.variable_ids() {
            alike.entry(colours.variable(var)).or_default().push(var);
        }
        // In the order of the variables, not of the colours.
        let mut alike: Vec<Vec<VarId>> = alike.into_values().filter(|vars| 1 < vars.len()).collect();
        alike.sort_unstable();
        if alike.is_empty() {
            return found;
        }
        let occurrences = Occurrences::of(self, stop);
        let mut work = 0;
        let mut done: BTreeSet<[VarId; 2]> = BTreeSet::new();
        let greatest = alike.iter().map(Vec::len).max().unwrap_or(0);
        // Neighbours first: they are worth most if time does not suffice for all pairs.
        for distance in 1..greatest {
            for (a, b) in alike.iter().flat_map(|vars| vars.iter().zip(&vars[distance.min(vars.len())..])) {
                if !done.insert([*a, *b]) {
                    continue;
                }
                let exchange = Exchange::of(self, &colours, &occurrences, limit - work);
                let (symmetry, effort) = exchange.grow(*a, *b);
                work = limit.min(work.saturating_add(effort));
                if let Some(symmetry) = symmetry {
                    done.extend(symmetry.swapped());
                    found.push(symmetry);
                }
                if work == limit || stop.is_raised() {
                    return found;
                }
            }
        }
        found
    }
}

/// An exchange of two variables, grown until it is a symmetry: a permutation of facts that may become one.
///
/// Values of the two variables are matched by colour, in their order. Then every operator that mentions a moved fact needs an
/// image. If there is none, the operator most like it shows which fact stands in the place of another; these two are exchanged,
/// with their variables if they have two: the parcels in a lorry with the parcels in the other, the hand that holds a ball with
/// the free one. This may fail although there is a symmetry, but an exchange without a missing image is one.
struct Exchange<'a> {
    task: &'a Task,
    colours: &'a TaskColours,
    occurrences: &'a Occurrences,
    /// The images of the facts that move.
    facts: BTreeMap<Fact, Fact>,
    /// The variables with facts that move, each with the variable of their images.
    variables: BTreeMap<VarId, VarId>,
    /// The images of derived variables that are not mapped to themselves.
    derived: BTreeMap<DerivedId, DerivedId>,
    operators: BTreeMap<OperatorId, OperatorId>,
    /// Operators and derived variables that need a new image.
    open_operators: BTreeSet<OperatorId>,
    open_derived: BTreeSet<DerivedId>,
    work: u64,
    limit: u64,
}

/// The literals of an operator's image that another operator lacks, and vice versa.
type Difference = (Vec<Item>, Vec<Item>);

impl<'a> Exchange<'a> {
    /// The identity.
    fn of(task: &'a Task, colours: &'a TaskColours, occurrences: &'a Occurrences, limit: u64) -> Self {
        Self {
            task,
            colours,
            occurrences,
            facts: BTreeMap::new(),
            variables: BTreeMap::new(),
            derived: BTreeMap::new(),
            operators: BTreeMap::new(),
            open_operators: BTreeSet::new(),
            open_derived: BTreeSet::new(),
            work: 0,
            limit,
        }
    }

    /// The symmetry that exchanges two variables, if one is found; and the work done.
    fn grow(mut self, a: VarId, b: VarId) -> (Option<TaskSymmetry>, u64) {
        let is_symmetry = self.swap_variables(a, b, None).and_then(|()| self.close()).is_some();
        let facts = self.facts.iter().filter(|(a, b)| a < b).map(|(a, b)| [*a, *b]).collect();
        let operators = self.operators.iter().filter(|(a, b)| a != b).map(|(a, b)| [*a, *b]).collect();
        (is_symmetry.then_some(TaskSymmetry { facts, operators }), self.work)
    }

    /// Finds an image for everything; `None` where there is none.
    fn close(&mut self) -> Option<()> {
        loop {
            if self.limit <= self.work {
                return None;
            }
            if let Some(id) = self.open_derived.pop_first() {
                self.map_derived(id)?;
            } else if let Some(id) = self.open_operators.pop_first() {
                self.map_operator(id)?;
            } else {
                let goal = sorted(self.task.goal().iter().copied());
                let image = sorted(self.task.goal().iter().map(|literal| self.image(*literal)));
                return (goal == image).then_some(());
            }
        }
    }

    fn image_of_fact(&self, fact: Fact) -> Fact {
        self.facts.get(&fact).copied().unwrap_or(fact)
    }

    fn image(&self, literal: Literal) -> Literal {
        let atom = match literal.atom {
            Atom::Fact(fact) => Atom::Fact(self.image_of_fact(fact)),
            Atom::Derived(id) => Atom::Derived(self.derived.get(&id).copied().unwrap_or(id)),
        };
        Literal { atom, ..literal }
    }

    /// Lets two facts change places, with their variables if these are two.
    fn swap(&mut self, a: Fact, b: Fact) -> Option<()> {
        if a.var != b.var {
            return self.swap_variables(a.var, b.var, Some([a, b]));
        }
        let moves = |fact: &Fact| self.facts.contains_key(fact);
        let is_free = self.variables.get(&a.var).is_none_or(|image| *image == a.var);
        if !is_free || moves(&a) || moves(&b) {
            return None;
        }
        self.variables.insert(a.var, a.var);
        self.record(a, b);
        Some(())
    }

    /// Lets two variables change places, with two values as each other's image if given.
    fn swap_variables(&mut self, a: VarId, b: VarId, matched: Option<[Fact; 2]>) -> Option<()> {
        let (colour, sizes) =
            (|var| self.colours.variable(var), [a, b].map(|var| self.task.facts(var).len()));
        let is_free = |var| !self.variables.contains_key(&var);
        if colour(a) != colour(b) || sizes[0] != sizes[1] || !is_free(a) || !is_free(b) {
            return None;
        }
        let by_colour = |var| {
            let mut facts: Vec<Fact> = self.task.facts(var).collect();
            facts.sort_by_key(|fact| (self.colours.fact(*fact), *fact));
            facts
        };
        let (left, mut right) = (by_colour(a), by_colour(b));
        if let Some([from, to]) = matched {
            let place = |facts: &[Fact], fact| facts.iter().position(|other| *other == fact);
            let (here, there) = (place(&left, from)?, place(&right, to)?);
            right.swap(here, there);
        }
        self.variables.extend([(a, b), (b, a)]);
        left.into_iter().zip(right).for_each(|(from, to)| self.record(from, to));
        Some(())
    }

    fn record(&mut self, a: Fact, b: Fact) {
        self.facts.extend([(a, b), (b, a)]);
        self.reopen(Atom::Fact(a));
        self.reopen(Atom::Fact(b));
    }

    /// Marks every operator and derived variable that mentions an atom as in need of a new image.
    fn reopen(&mut self, atom: Atom) {
        self.open_operators.extend(self.occurrences.operators(atom));
        self.open_derived.extend(self.occurrences.derived(atom));
    }

    /// Finds the derived variable whose rules are the images of this one's.
    fn map_derived(&mut self, id: DerivedId) -> Option<()> {
        let rules = |id: DerivedId, image: &dyn Fn(Literal) -> Literal| {
            let rules = &self.task.derived()[id.index()].rules;
            let mut rules: Vec<Vec<Literal>> =
                rules.iter().map(|body| sorted(body.iter().map(|literal| image(*literal)))).collect();
            rules.sort_unstable();
            rules.dedup();
            rules
        };
        let wanted = rules(id, &|literal| self.image(literal));
        self.work += u64::try_from(wanted.iter().map(Vec::len).sum::<usize>()).unwrap_or(u64::MAX);
        let anything = wanted.iter().flatten().next()?;
        let alike = self.occurrences.derived(anything.atom);
        let mut candidates = std::iter::once(id).chain(alike.iter().copied());
        let found = candidates.find(|other| rules(*other, &|literal| literal) == wanted)?;
        self.work += u64::try_from(alike.len() * wanted.len()).unwrap_or(u64::MAX);
        let before = if found == id { self.derived.remove(&id) } else { self.derived.insert(id, found) };
        if before.unwrap_or(id) != found {
            self.reopen(Atom::Derived(id));
        }
        Some(())
    }

    /// Finds the operator that is the image of this one; or exchanges two facts in which the operator most like it differs.
    fn map_operator(&mut self, id: OperatorId) -> Option<()> {
        let operator = self.task.operator(id);
        let wanted = items(operator, |fact| self.image_of_fact(fact).into(), |literal| self.image(literal));
        // The image has all images of moved literals. Candidates are the operators with the rarest of these.
        let effects = operator.effects.iter().map(|effect| Literal::from(effect.fact));
        let conditions = operator.effects.iter().flat_map(|effect| effect.condition.iter().copied());
        let literals = operator.precondition.iter().copied().chain(effects).chain(conditions);
        let moved =
            literals.filter_map(|literal| Some(self.image(literal)).filter(|image| *image != literal));
        let candidates = moved.map(|literal| self.occurrences.operators(literal.atom));
        let candidates =
            candidates.min_by_key(|operators| operators.len()).unwrap_or(std::slice::from_ref(&id));
        let colour = self.colours.operator(id);
        let mut best: Option<(OperatorId, Difference)> = None;
        let mut work = 0;
        for other in candidates.iter().filter(|other| self.colours.operator(**other) == colour) {
            let has = self.occurrences.items(*other);
            work += has.len() + wanted.len();
            let difference = difference(&wanted, has);
            if best.as_ref().is_none_or(|(_, (least, _))| difference.0.len() < least.len()) {
                best = Some((*other, difference));
            }
        }
        self.work += u64::try_from(work + candidates.len()).unwrap_or(u64::MAX);
        let (other, (lacking, instead)) = best?;
        if lacking.is_empty() && instead.is_empty() {
            let of_fact = |fact| self.image_of_fact(fact).into();
            let effects = conditional_effects(operator, of_fact, |literal| self.image(literal));
            let others = conditional_effects(self.task.operator(other), Literal::from, |literal| literal);
            self.operators.insert(id, other);
            let is_image = effects == others && operator.cost == self.task.operator(other).cost;
            return is_image.then_some(());
        }
        self.open_operators.insert(id);
        let (a, b) = itertools::iproduct!(&lacking, &instead).find_map(|(a, b)| self.exchangeable(*a, *b))?;
        self.swap(a, b)
    }

    /// The facts of two items, if they may change places.
    fn exchangeable(&self, (role, a): Item, (other_role, b): Item) -> Option<(Fact, Fact)> {
        let (Atom::Fact(one), Atom::Fact(other)) = (a.atom, b.atom) else { return None };
        let are_alike = role == other_role
            && role != Role::Conditional
            && a.positive == b.positive
            && self.colours.fact(one) == self.colours.fact(other);
        let moves = |fact: Fact| self.facts.contains_key(&fact);
        (are_alike && !moves(one) && !moves(other)).then_some((one, other))
    }
}

/// The items in only one of two sorted lists.
fn difference(wanted: &[Item], has: &[Item]) -> Difference {
    let mut difference = Difference::default();
    for items in wanted.iter().merge_join_by(has, Ord::cmp) {
        match items {
            EitherOrBoth::Left(item) => difference.0.push(*item),
            EitherOrBoth::Right(item) => difference.1.push(*item),
            EitherOrBoth::Both(..) => {}
        }
    }
    difference
}
