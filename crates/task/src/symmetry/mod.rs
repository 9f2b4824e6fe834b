//! Symmetries of a task: exchanges of objects that are alike, such as two balls, two hands or two lorries.
//!
//! A symmetry is a permutation of the facts that preserves operators, derived variables and goal (Shleyfman, Katz, Helmert,
//! Sievers & Wehrle, *Heuristics and symmetries in classical planning*, 2015). So it maps plans from a state to plans from the
//! state's image. The initial state need not be preserved. Two parcels with the same destination are interchangeable from the
//! state on in which they lie in the same place.
//!
//! Only involutions are searched for: one for every two variables of the same [colour](colours), grown from their
//! [exchange](Exchange). Every symmetry found has been checked operator by operator; some may be missed.

mod colours;
mod occurrences;

use std::collections::HashSet;

use colours::TaskColours;
use itertools::{EitherOrBoth, Itertools as _};
use occurrences::{Item, Occurrences, Role, conditional_effects, items, sorted};

use bmcplan_base::ordered::{Map, distinct, sort, sort_by_key};
use bmcplan_base::stop::Stop;

use super::{Atom, DerivedId, Fact, Literal, OperatorId, Task, VarId};

/// Symmetry that is its own inverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskSymmetry {
    /// Facts that are exchanged, each pair once. Either all values of two variables, or some of one variable.
    pub facts: Vec<[Fact; 2]>,
    /// Operators that are not their own image, each with its image. Equal operators may share one.
    pub operators: Vec<[OperatorId; 2]>,
}

impl Task {
    /// The usual limit on the work for finding symmetries, in literals: some hundredths of a second.
    pub const SYMMETRY_LIMIT: u64 = 1 << 21;

    /// Returns symmetries, in the order in which they were found; none of a task with a clock.
    ///
    /// `limit` bounds the work, in literals visited. Symmetries found before that, or before `stop` is raised, are returned.
    pub fn symmetries(&self, limit: u64, stop: &Stop) -> Vec<TaskSymmetry> {
        let mut found = Vec::new();
        let Some(colours) = TaskColours::of(self, limit).filter(|_| self.clock().is_none()) else {
            return found;
        };
        let mut by_colour: Vec<(u64, VarId)> = self
            .variable_ids()
            .filter(|var| 1 < self.facts(*var).len())
            .map(|var| (colours.variable(var), var))
            .collect();
        sort(&mut by_colour);
        let alike = by_colour.chunk_by(|(a, _), (b, _)| a == b).filter(|vars| 1 < vars.len());
        let mut alike: Vec<Vec<VarId>> =
            alike.map(|vars| vars.iter().map(|(_, var)| *var).collect()).collect();
        // In the order of the variables, not of the colours.
        sort(&mut alike);
        if alike.is_empty() {
            return found;
        }
        let occurrences = Occurrences::of(self, stop);
        let mut work = 0;
        let mut done: HashSet<[VarId; 2]> = HashSet::new();
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
                    let vars = symmetry.facts.iter().map(|pair| pair.map(|fact| fact.var));
                    done.extend(vars.filter(|[a, b]| a != b));
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

/// Exchange of two variables, grown until it is a symmetry: a permutation of facts that may become one.
///
/// Values of the two variables are matched by colour, in their order. Then every operator that mentions a moved fact needs an
/// image. If there is none, the most similar operator shows which fact corresponds to another one. These two are exchanged,
/// with their variables if they have two: the parcels in a lorry with the parcels in the other, the hand that holds a ball with
/// the free one. This may fail although there is a symmetry, but an exchange without a missing image is one.
struct Exchange<'a> {
    task: &'a Task,
    colours: &'a TaskColours,
    occurrences: &'a Occurrences,
    /// For each variable with moved facts, the images of all its facts.
    moved: Vec<Vec<Fact>>,
    /// For each variable the number of its entry in `moved`, counted from 1; 0 if it has none.
    entries: Vec<u32>,
    /// Images of derived variables that are not mapped to themselves.
    derived: Map<DerivedId, DerivedId>,
    /// Operators with their images. The last entry for an operator counts.
    operators: Vec<[OperatorId; 2]>,
    /// Operators and derived variables that need a new image.
    open_operators: OpenSet,
    open_derived: OpenSet,
    work: u64,
    limit: u64,
}

/// Set of indices, of which the least is taken first.
struct OpenSet {
    words: Vec<u64>,
    /// Index of a word before which all words are empty.
    first: usize,
}

impl OpenSet {
    fn none_of(n: usize) -> Self {
        Self { words: vec![0; n.div_ceil(64)], first: 0 }
    }

    fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
        self.first = self.first.min(index / 64);
    }

    fn pop_first(&mut self) -> Option<usize> {
        while let Some(word) = self.words.get_mut(self.first) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.first + bit);
            }
            self.first += 1;
        }
        None
    }
}

/// Literals of an operator's image that another operator lacks, and vice versa.
type Difference = (Vec<Item>, Vec<Item>);

impl<'a> Exchange<'a> {
    fn of(task: &'a Task, colours: &'a TaskColours, occurrences: &'a Occurrences, limit: u64) -> Self {
        Self {
            task,
            colours,
            occurrences,
            moved: Vec::new(),
            entries: vec![0; task.variables().len()],
            derived: Map::new(),
            operators: Vec::new(),
            open_operators: OpenSet::none_of(task.operators().len()),
            open_derived: OpenSet::none_of(task.derived().len()),
            work: 0,
            limit,
        }
    }

    /// Returns the symmetry that exchanges two variables, if one is found, and the work done.
    fn grow(mut self, a: VarId, b: VarId) -> (Option<TaskSymmetry>, u64) {
        let is_symmetry = self.swap_variables(a, b, None).and_then(|()| self.close());
        if is_symmetry.is_none() {
            return (None, self.work);
        }
        let mut facts: Vec<[Fact; 2]> = Vec::new();
        for var in self.task.variable_ids().filter(|var| self.moved(*var).is_some()) {
            let pairs = self.task.facts(var).map(|fact| [fact, self.image_of_fact(fact)]);
            facts.extend(pairs.filter(|[fact, image]| fact < image));
        }
        // Of equal operators, the last comes first.
        self.operators.reverse();
        sort_by_key(&mut self.operators, |[operator, _]| *operator);
        self.operators.dedup_by_key(|[operator, _]| *operator);
        self.operators.retain(|[operator, image]| operator != image);
        (Some(TaskSymmetry { facts, operators: self.operators }), self.work)
    }

    /// Finds an image for everything; `None` where there is none.
    fn close(&mut self) -> Option<()> {
        loop {
            if self.limit <= self.work {
                return None;
            }
            if let Some(id) = self.open_derived.pop_first() {
                self.map_derived(DerivedId::from_index(id))?;
            } else if let Some(id) = self.open_operators.pop_first() {
                self.map_operator(OperatorId::from_index(id))?;
            } else {
                let goal = sorted(self.task.goal().iter().copied());
                let image = sorted(self.task.goal().iter().map(|literal| self.image(*literal)));
                return (goal == image).then_some(());
            }
        }
    }

    #[inline]
    fn moved(&self, var: VarId) -> Option<&Vec<Fact>> {
        let entry = self.entries[var.index()].checked_sub(1)?;
        self.moved.get(entry as usize)
    }

    #[inline]
    fn image_of_fact(&self, fact: Fact) -> Fact {
        self.moved(fact.var).map_or(fact, |images| images[fact.value_index()])
    }

    fn moves(&self, fact: Fact) -> bool {
        self.image_of_fact(fact) != fact
    }

    fn image(&self, literal: Literal) -> Literal {
        let atom = match literal.atom {
            Atom::Fact(fact) => Atom::Fact(self.image_of_fact(fact)),
            Atom::Derived(id) => Atom::Derived(self.derived.get(&id).copied().unwrap_or(id)),
        };
        Literal { atom, ..literal }
    }

    /// Exchanges two facts, and their variables if these differ.
    fn swap(&mut self, a: Fact, b: Fact) -> Option<()> {
        if a.var != b.var {
            return self.swap_variables(a.var, b.var, Some([a, b]));
        }
        // The variable does not change its place, either.
        let stays = self.moved(a.var).is_none_or(|images| images[0].var == a.var);
        if !stays || self.moves(a) || self.moves(b) {
            return None;
        }
        if self.moved(a.var).is_none() {
            self.add(a.var, self.task.facts(a.var).collect());
        }
        self.record(a, b);
        Some(())
    }

    /// Exchanges two variables; `matched` gives two values as each other's image.
    fn swap_variables(&mut self, a: VarId, b: VarId, matched: Option<[Fact; 2]>) -> Option<()> {
        let (colour, sizes) =
            (|var| self.colours.variable(var), [a, b].map(|var| self.task.facts(var).len()));
        let is_free = |var| self.moved(var).is_none();
        if colour(a) != colour(b) || sizes[0] != sizes[1] || !is_free(a) || !is_free(b) {
            return None;
        }
        let by_colour = |var| {
            let mut facts: Vec<Fact> = self.task.facts(var).collect();
            sort_by_key(&mut facts, |fact| (self.colours.fact(*fact), *fact));
            facts
        };
        let (left, mut right) = (by_colour(a), by_colour(b));
        if let Some([from, to]) = matched {
            let place = |facts: &[Fact], fact| facts.iter().position(|other| *other == fact);
            let (here, there) = (place(&left, from)?, place(&right, to)?);
            right.swap(here, there);
        }
        self.add(a, self.task.facts(a).collect());
        self.add(b, self.task.facts(b).collect());
        left.into_iter().zip(right).for_each(|(from, to)| self.record(from, to));
        Some(())
    }

    fn add(&mut self, var: VarId, images: Vec<Fact>) {
        self.moved.push(images);
        self.entries[var.index()] = u32::try_from(self.moved.len()).unwrap_or(u32::MAX);
    }

    fn record(&mut self, a: Fact, b: Fact) {
        for (fact, image) in [(a, b), (b, a)] {
            if let Some(entry) = self.entries[fact.var.index()].checked_sub(1) {
                self.moved[entry as usize][fact.value_index()] = image;
            }
        }
        self.reopen(Atom::Fact(a));
        self.reopen(Atom::Fact(b));
    }

    /// Marks every operator and derived variable that mentions an atom as in need of a new image.
    fn reopen(&mut self, atom: Atom) {
        for id in self.occurrences.operators(atom) {
            self.open_operators.insert(id.index());
        }
        for id in self.occurrences.derived(atom) {
            self.open_derived.insert(id.index());
        }
    }

    /// Finds the derived variable whose rules are the images of this one's.
    fn map_derived(&mut self, id: DerivedId) -> Option<()> {
        let rules = |id: DerivedId, image: &dyn Fn(Literal) -> Literal| {
            let rules = &self.task.derived()[id.index()].rules;
            let rules: Vec<Vec<Literal>> = distinct(
                rules.iter().map(|body| sorted(body.iter().map(|literal| image(*literal)))).collect(),
            );
            rules
        };
        let wanted = rules(id, &|literal| self.image(literal));
        self.work += u64::try_from(wanted.iter().map(Vec::len).sum::<usize>()).unwrap_or(u64::MAX);
        let anything = wanted.iter().flatten().next()?;
        let alike = self.occurrences.derived(anything.atom);
        let mut candidates = std::iter::once(id).chain(alike.iter().copied());
        let found = candidates.find(|other| rules(*other, &|literal| literal) == wanted)?;
        self.work += u64::try_from(alike.len() * wanted.len()).unwrap_or(u64::MAX);
        let before = self.derived.get(&id).copied().unwrap_or(id);
        self.derived.insert(id, found);
        if before != found {
            self.reopen(Atom::Derived(id));
        }
        Some(())
    }

    /// Finds the operator that is the image of `id`, or exchanges two facts in which the most similar operator differs.
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
            self.operators.push([id, other]);
            let is_image = effects == others && operator.cost == self.task.operator(other).cost;
            return is_image.then_some(());
        }
        self.open_operators.insert(id.index());
        let (a, b) = itertools::iproduct!(&lacking, &instead).find_map(|(a, b)| self.exchangeable(*a, *b))?;
        self.swap(a, b)
    }

    /// Returns the facts of two items, if they may be exchanged.
    fn exchangeable(&self, (role, a): Item, (other_role, b): Item) -> Option<(Fact, Fact)> {
        let (Atom::Fact(one), Atom::Fact(other)) = (a.atom, b.atom) else { return None };
        let are_alike = role == other_role
            && role != Role::Conditional
            && a.positive == b.positive
            && self.colours.fact(one) == self.colours.fact(other);
        (are_alike && !self.moves(one) && !self.moves(other)).then_some((one, other))
    }
}

/// Returns the items in only one of two sorted lists.
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
