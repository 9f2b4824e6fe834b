//! Parallel steps: no operator disables another of the step (∀), or a later one (∃).
//!
//! The constraint takes a clause for every edge of the disabling graph. For a literal with many operators on both sides, it
//! takes a chain along the order of the operators instead. A variable means "by now the literal may be false". Effects that
//! may falsify the literal make the variable true, and it stays true. Later readers must then not run (Rintanen, Heljanko &
//! Niemelä, 2006, section 5). The size is linear in the operators, their conditions and effects. Operators that can run in one
//! order and in its reverse can run in every order.
//!
//! Edges can be quadratically many, so they are stored by the literal in between ([`Link`]). Pairs that other clauses [exclude
//! from one step](super::step_exclusions) are not edges.

use bmcplan_base::ordered::{Map, Set, distinct, sort, sort_by_key};
use bmcplan_base::stop::Stop;
use bmcplan_task::{Fact, Literal, Needs, Operator, OperatorId, Task, TaskSymmetry, components};

use super::operator_variables::OperatorTerms;
use super::state::implied_by_each;
use super::step_exclusions::StepExclusions;
use super::{Part, Semantics, SystemBuilder, Term};

/// Constraints on sharing a step, and the order in which a step runs its operators. Operators are given by their index in a
/// list.
pub(super) struct ParallelSteps {
    semantics: Semantics,
    links: Vec<Link>,
    rank: Vec<usize>,
    /// Part of the order that contains each operator: a strongly connected component of the disabling graph.
    part_of: Vec<usize>,
    /// Members of one link within one component, by rank.
    cycles: Vec<Vec<LinkMember>>,
}

struct LinkMember {
    place: usize,
    falsifies: bool,
    reads: bool,
}

impl ParallelSteps {
    /// Computes the constraints of `semantics`. `mutexes` are pairs of facts excluded by clauses, which exclude operators that
    /// need both.
    pub(super) fn of(
        semantics: Semantics,
        task: &Task,
        operators: &[OperatorTerms],
        mutexes: &[[Fact; 2]],
        stop: &Stop,
    ) -> Self {
        let links = links(task, operators, mutexes, stop);
        let parts = match semantics {
            Semantics::Exists => order(operators.len(), &links),
            Semantics::ForAll | Semantics::Sequential => {
                (0..operators.len()).map(|place| vec![place]).collect()
            }
        };
        let (mut rank, mut part_of) = (vec![0; operators.len()], vec![0; operators.len()]);
        let in_order = parts
            .iter()
            .enumerate()
            .flat_map(|(part, places)| places.iter().map(move |place| (part, *place)));
        for (n, (part, place)) in in_order.enumerate() {
            rank[place] = n;
            part_of[place] = part;
        }
        let mut cycles = Vec::new();
        for link in &links {
            let mut members = link.members();
            sort_by_key(&mut members, |place| rank[*place]);
            for cycle in members.chunk_by(|a, b| part_of[*a] == part_of[*b]).filter(|cycle| 1 < cycle.len()) {
                let member = |place: &usize| LinkMember {
                    place: *place,
                    falsifies: link.falsified_by(*place).next().is_some(),
                    reads: link.is_read_by(*place),
                };
                cycles.push(cycle.iter().map(member).collect());
            }
        }
        Self { semantics, links, rank, part_of, cycles }
    }

    /// Checks whether the images of operators that share a step share a step, too.
    ///
    /// Always true for ∀-steps. For ∃-steps the order matters, but only within its parts. Of operators of two parts the
    /// disabling one comes last, and so does its image, if the images of the parts are parts.
    pub(super) fn are_kept_by(&self, symmetry: &TaskSymmetry, operators: &[OperatorTerms]) -> bool {
        self.cycles.is_empty()
            || places_of_images(symmetry, operators)
                .is_some_and(|images| self.keeps_parts(&images) && self.keeps_cycles(&images))
    }

    fn keeps_parts(&self, images: &[usize]) -> bool {
        let mut image_of: Vec<Option<usize>> = vec![None; self.part_of.len()];
        let mut parts = self.part_of.iter().zip(images.iter().map(|image| self.part_of[*image]));
        parts.all(|(part, image)| *image_of[*part].get_or_insert(image) == image)
    }

    /// Checks whether of two operators the disabling one comes last if its image does. Operators that disable each other do not
    /// matter: they never share a step.
    fn keeps_cycles(&self, images: &[usize]) -> bool {
        self.cycles.iter().all(|cycle| {
            // Greatest rank so far of the image of a reader, and of the image of an operator that only reads.
            let [mut read, mut only_read] = [None; 2];
            cycle.iter().all(|member| {
                let rank = Some(self.rank[images[member.place]]);
                let before = if member.reads { only_read } else { read };
                if member.reads {
                    read = read.max(rank);
                }
                if !member.falsifies {
                    only_read = only_read.max(rank);
                }
                !member.falsifies || before <= rank
            })
        })
    }

    /// Adds the clauses that exclude operators from sharing a step. Returns the operators in an order in which a step can run
    /// them.
    pub(super) fn write(
        &self,
        operators: Vec<OperatorTerms>,
        builder: &mut SystemBuilder,
        stop: &Stop,
    ) -> Vec<OperatorTerms> {
        for link in self.links.iter().take_while(|_| !stop.is_raised()) {
            let mut along = Along { link, operators: &operators, builder };
            let mut members = link.members();
            sort_by_key(&mut members, |place| self.rank[*place]);
            match self.semantics {
                Semantics::Exists => along.chain(&members),
                _ if link.is_split() => along.split(),
                _ => {
                    along.chain(&members);
                    members.reverse();
                    along.chain(&members);
                }
            }
        }
        let mut in_order: Vec<(usize, OperatorTerms)> = self.rank.iter().copied().zip(operators).collect();
        sort_by_key(&mut in_order, |(rank, _)| *rank);
        in_order.into_iter().map(|(_, operator)| operator).collect()
    }
}

/// Literal between operators. Operators are given by their index in the list from which the graph was built.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Link {
    /// Effects that may falsify the literal: the operator, ascending, and the term that is true when it is active.
    falsifiers: Vec<(usize, Term)>,
    /// Operators that must not run after an active one of these effects, ascending.
    readers: Vec<usize>,
}

/// Returns the links of a task whose operators have these variables, in the order of their literals.
///
/// The formula has a clause for each of `mutexes`.
fn links(task: &Task, operators: &[OperatorTerms], mutexes: &[[Fact; 2]], stop: &Stop) -> Vec<Link> {
    let mut exclusions = StepExclusions::of(task, operators, mutexes);
    let mut effects: Vec<EffectsByNeed> = vec![EffectsByNeed::new(); task.variables().len()];
    let mut readers: Map<Literal, Readers> = Map::new();
    for (place, terms) in operators.iter().enumerate().take_while(|_| !stop.is_raised()) {
        for (fact, active) in &terms.effects {
            let need = exclusions.needed_value(place, fact.var);
            effects[fact.var.index()].entry(need).or_default().push((fact.value, place, *active));
        }
        let operator = task.operator(terms.id);
        for literal in read_by(operator) {
            let readers = readers.entry(literal).or_default();
            readers.places.push(place);
            readers.all_need_it &= operator.precondition.contains(&literal);
        }
    }
    let mut links = Vec::new();
    for (literal, Readers { places: readers, all_need_it }) in readers {
        let mut falsifiers: Vec<(usize, Term)> = Vec::new();
        for (var, needs) in Needs::of(task, literal).0 {
            // An operator that needs another value of the variable is never applicable together with any of the readers.
            let of_readers = literal.as_fact().filter(|_| all_need_it).map(|fact| fact.value);
            let may_run = |need: &Option<u32>| of_readers.is_none() || need.is_none() || *need == of_readers;
            let effects = effects[var.index()].iter().filter(|(need, _)| may_run(need));
            let effects = effects.flat_map(|(_, effects)| effects);
            let falsifying = effects.filter(|(value, ..)| needs.falsified_by(*value));
            falsifiers.extend(falsifying.map(|(_, place, active)| (*place, *active)));
        }
        sort_by_key(&mut falsifiers, |(place, _)| *place);
        let places: Vec<usize> = falsifiers.iter().map(|(place, _)| *place).collect();
        let mut with_edge = |some: &[usize], others: &[usize]| -> Vec<usize> {
            let mut is_edge = |a: usize, b: usize| a != b && !exclusions.exclude(a, b);
            let some = some.iter().copied().take_while(|_| !stop.is_raised());
            some.filter(|a| others.iter().any(|b| is_edge(*a, *b))).collect()
        };
        let kept = with_edge(&places, &readers);
        let readers = with_edge(&readers, &kept);
        falsifiers.retain(|(place, _)| kept.binary_search(place).is_ok());
        if stop.is_raised() {
            break;
        }
        if !readers.is_empty() {
            links.push(Link { falsifiers, readers });
        }
    }
    links
}

/// Effects on a variable, as value, operator and term for being active; by the value of the variable that the operator needs.
type EffectsByNeed = Map<Option<u32>, Vec<(u32, usize, Term)>>;

struct Readers {
    places: Vec<usize>,
    /// True if the literal is part of the precondition of each.
    all_need_it: bool,
}

impl Default for Readers {
    fn default() -> Self {
        Self { places: Vec::new(), all_need_it: true }
    }
}

/// Returns the operators in an order in which operators come before others that may disable them, as far as possible. The order
/// is in parts, the strongly connected components of the disabling graph. Within a part operators keep the order of the list.
fn order(n_operators: usize, links: &[Link]) -> Vec<Vec<usize>> {
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); n_operators];
    for (link, node) in links.iter().zip(n_operators..) {
        for (operator, _) in &link.falsifiers {
            successors[*operator].push(node);
        }
    }
    successors.extend(links.iter().map(|link| link.readers.clone()));
    let mut parts = components(&successors);
    for part in &mut parts {
        part.retain(|node| *node < n_operators);
        sort(part);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the literals that must not become false before an operator has run: the literals of its precondition, and the
/// literals of its effects' conditions and their negations.
fn read_by(operator: &Operator) -> Set<Literal> {
    let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
    let either = conditions.flat_map(|literal| [*literal, !*literal]);
    operator.precondition.iter().copied().chain(either).collect()
}

/// Returns for each operator the index of its image, if all images are listed.
fn places_of_images(symmetry: &TaskSymmetry, operators: &[OperatorTerms]) -> Option<Vec<usize>> {
    let places = operators.iter().enumerate().map(|(place, operator)| (operator.id, place));
    let place_of: Map<OperatorId, usize> = places.collect();
    let mut images: Vec<usize> = (0..operators.len()).collect();
    for [operator, image] in &symmetry.operators {
        if let Some(place) = place_of.get(operator) {
            images[*place] = *place_of.get(image)?;
        }
    }
    Some(images)
}

impl Link {
    fn members(&self) -> Vec<usize> {
        let mut members: Vec<usize> = self.falsifiers.iter().map(|(operator, _)| *operator).collect();
        members.extend(&self.readers);
        distinct(members)
    }

    fn is_read_by(&self, operator: usize) -> bool {
        self.readers.binary_search(&operator).is_ok()
    }

    fn is_split(&self) -> bool {
        !self.falsifiers.iter().any(|(operator, _)| self.is_read_by(*operator))
    }

    fn falsified_by(&self, operator: usize) -> impl Iterator<Item = Term> {
        let first = self.falsifiers.partition_point(|(other, _)| *other < operator);
        self.falsifiers[first..]
            .iter()
            .take_while(move |(other, _)| *other == operator)
            .map(|(_, term)| *term)
    }
}

struct Along<'a> {
    link: &'a Link,
    operators: &'a [OperatorTerms],
    builder: &'a mut SystemBuilder,
}

impl Along<'_> {
    /// Adds clauses: no reader runs after an operator that may falsify the literal.
    fn chain(&mut self, members: &[usize]) {
        // True if an operator before the pending ones falsifies the literal.
        let mut falsified: Option<Term> = None;
        let mut pending: Vec<Term> = Vec::new();
        for member in members {
            if self.link.is_read_by(*member) {
                if !pending.is_empty() {
                    pending.extend(falsified);
                    falsified = Some(self.any_of(&std::mem::take(&mut pending)));
                }
                if let Some(falsified) = falsified {
                    self.exclude(falsified, *member);
                }
            }
            pending.extend(self.link.falsified_by(*member));
        }
    }

    /// Adds clauses: no reader runs together with an operator that may falsify the literal.
    fn split(&mut self) {
        let falsifiers: Vec<Term> = self.link.falsifiers.iter().map(|(_, term)| *term).collect();
        if falsifiers.len() * self.link.readers.len() <= falsifiers.len() + self.link.readers.len() {
            for (reader, term) in itertools::iproduct!(&self.link.readers, &falsifiers) {
                self.exclude(*term, *reader);
            }
        } else {
            let any = self.any_of(&falsifiers);
            self.link.readers.iter().for_each(|reader| self.exclude(any, *reader));
        }
    }

    fn any_of(&mut self, terms: &[Term]) -> Term {
        implied_by_each(terms, "disabled", self.builder)
    }

    fn exclude(&mut self, falsified: Term, reader: usize) {
        let mut transition = self.builder.part(Part::Transition).under("operators that do not share a step");
        transition.rule(&[falsified, self.operators[reader].lit.into()], &[]);
    }
}
