//! Groups of atoms of which at most one holds, found by refining templates.
//!
//! Templates of one predicate come first. An operator may add an atom of a group without a known deletion of another one. Then
//! the template is tried again with one more predicate, from which the operator does delete (Helmert 2009, section 5). Unlike
//! there, operators are examined after grounding. So types, static predicates and reachability count, and a template may hold
//! for some values of its parameters and not for others. And [complements](super::complements) of atoms may be members.

use std::cmp::Reverse;
use std::collections::VecDeque;

use itertools::Itertools as _;

use bmcplan_base::ordered::{Map, Set, sort};
use bmcplan_base::stop::Stop;

use super::complements::{with_complements, without_complements};
use super::ground::{AtomEffect, AtomGroup, AtomLiteral, GroundOperator, GroundTask, at_start, check};

/// Greatest number of templates tried.
const MAX_TEMPLATES: usize = 20_000;
/// Limit on the effects and atoms examined; each template counts for some more.
const MAX_STEPS: usize = 100_000_000;
const STEPS_PER_TEMPLATE: usize = 100;

/// Returns groups of atoms of which at most one, or exactly one, holds in every reachable state: each of at least two atoms,
/// none within another. The search is bounded; there are none if `stop` is raised or the problem is malformed.
pub fn invariant_groups(ground: &GroundTask, stop: &Stop) -> Vec<AtomGroup> {
    if check(ground).is_err() || ground.predicates.len() != ground.atoms.len() {
        return Vec::new();
    }
    let extended = with_complements(ground);
    let mut finder = Finder::new(extended.as_ref().unwrap_or(ground));
    let mut found = Set::new();
    let mut n_steps = 0;
    while let Some(template) = finder.waiting.pop_front() {
        if stop.is_raised() {
            return Vec::new();
        }
        n_steps += STEPS_PER_TEMPLATE;
        if MAX_STEPS < n_steps {
            break;
        }
        let groups = finder.check(&template, &mut n_steps);
        found.extend(groups.into_iter().filter_map(|group| without_complements(group, ground.atoms.len())));
    }
    maximal(found)
}

/// Removes the groups that are part of others.
fn maximal(groups: Set<AtomGroup>) -> Vec<AtomGroup> {
    let mut groups: Vec<AtomGroup> = groups.into_iter().collect();
    // Of groups of equal size, groups that share few atoms with others come first: choosing them leaves the others whole.
    let mut n_groups: Map<usize, usize> = Map::new();
    groups.iter().flat_map(|group| &group.atoms).for_each(|atom| *n_groups.entry(*atom).or_default() += 1);
    let n_shared =
        |group: &AtomGroup| group.atoms.iter().filter_map(|atom| n_groups.get(atom)).sum::<usize>();
    groups.sort_by_cached_key(|group| (Reverse((group.atoms.len(), group.exactly)), n_shared(group)));
    let mut kept: Vec<AtomGroup> = Vec::new();
    let mut kept_with: Map<usize, Vec<usize>> = Map::new();
    for group in groups {
        let first = group.atoms.first().and_then(|atom| kept_with.get(atom));
        let is_in = |number: &usize| {
            let other = &kept[*number].atoms;
            group.atoms.iter().all(|atom| other.binary_search(atom).is_ok())
        };
        if !first.is_some_and(|numbers| numbers.iter().any(is_in)) {
            group.atoms.iter().for_each(|atom| kept_with.entry(*atom).or_default().push(kept.len()));
            kept.push(group);
        }
    }
    kept
}

struct Finder<'g> {
    ground: &'g GroundTask,
    initial: Vec<bool>,
    /// For each predicate its atoms, and the operators that add or delete one of them.
    atoms: Map<usize, Vec<usize>>,
    adding: Map<usize, Vec<usize>>,
    deleting: Map<usize, Vec<usize>>,
    /// For each atom its group of the current template.
    group_of: Vec<Option<usize>>,
    seen: Set<GroupTemplate>,
    waiting: VecDeque<GroupTemplate>,
}

/// Groups of a template that may still be invariants.
struct GroupInstances {
    keys: Vec<Vec<u32>>,
    members: Vec<Vec<usize>>,
    /// For each group, true if it may still be an invariant.
    is_alive: Vec<bool>,
    /// For each group, true if an atom of it holds at the start.
    has_initial: Vec<bool>,
    n_alive: usize,
}

impl<'g> Finder<'g> {
    fn new(ground: &'g GroundTask) -> Self {
        let mut finder = Self {
            ground,
            initial: at_start(ground),
            atoms: Map::new(),
            adding: Map::new(),
            deleting: Map::new(),
            group_of: vec![None; ground.atoms.len()],
            seen: Set::new(),
            waiting: VecDeque::new(),
        };
        for (atom, (predicate, _)) in ground.predicates.iter().enumerate() {
            if !ground.is_derived[atom] {
                finder.atoms.entry(*predicate).or_default().push(atom);
            }
        }
        for (number, operator) in ground.operators.iter().enumerate() {
            for effect in &operator.effects {
                let predicate = ground.predicates[effect.literal.atom.index()].0;
                let by_predicate =
                    if effect.literal.positive { &mut finder.adding } else { &mut finder.deleting };
                let operators = by_predicate.entry(predicate).or_default();
                if operators.last() != Some(&number) {
                    operators.push(number);
                }
            }
        }
        let changed: Set<usize> = finder.adding.keys().chain(finder.deleting.keys()).copied().collect();
        let arity = |predicate: &usize| {
            let atom = finder.atoms.get(predicate)?.first()?;
            Some((*predicate, ground.predicates[*atom].1.len()))
        };
        let arities: Vec<(usize, usize)> = changed.iter().filter_map(arity).collect();
        for (predicate, arity) in arities {
            GroupTemplate::of_predicate(predicate, arity).for_each(|template| finder.enqueue(template));
        }
        finder
    }

    fn enqueue(&mut self, template: GroupTemplate) {
        if self.seen.len() < MAX_TEMPLATES && self.seen.insert(template.clone()) {
            self.waiting.push_back(template);
        }
    }

    /// Returns the groups of a template that are invariants. Queues refined templates for the others.
    fn check(&mut self, template: &GroupTemplate, n_steps: &mut usize) -> Vec<AtomGroup> {
        let mut instances = self.instances(template, n_steps);
        let of = |by_predicate: &Map<usize, Vec<usize>>| -> Set<usize> {
            template
                .predicates()
                .filter_map(|predicate| by_predicate.get(&predicate))
                .flatten()
                .copied()
                .collect()
        };
        let ground = self.ground;
        // Each group is refined for its first unbalanced operator only.
        let mut is_mended = vec![false; instances.keys.len()];
        let mut refined = Set::new();
        for number in of(&self.adding) {
            if instances.n_alive == 0 {
                break;
            }
            let operator = &ground.operators[number];
            for effect in operator.effects.iter().filter(|effect| effect.literal.positive) {
                *n_steps += 1;
                let Some(group) = self.group_of[effect.literal.atom.index()] else { continue };
                if !instances.is_alive[group] {
                    continue;
                }
                let is_member = |atom: usize| self.group_of[atom] == Some(group);
                let verdict = balance(operator, effect, &instances.members[group], &is_member);
                *n_steps += operator.effects.len() + operator.precondition.len();
                if !matches!(verdict, Balance::Balanced | Balance::Safe) {
                    instances.is_alive[group] = false;
                    instances.n_alive -= 1;
                }
                if matches!(verdict, Balance::Safe | Balance::Unbalanced)
                    && !std::mem::replace(&mut is_mended[group], true)
                {
                    refined.extend(self.refined(template, &instances.keys[group], operator));
                }
            }
        }
        let mut is_exact = std::mem::take(&mut instances.has_initial);
        let deleting = if instances.n_alive == 0 { Set::new() } else { of(&self.deleting) };
        for number in deleting {
            let operator = &ground.operators[number];
            for effect in operator.effects.iter().filter(|effect| !effect.literal.positive) {
                *n_steps += 1;
                let Some(group) = self.group_of[effect.literal.atom.index()] else { continue };
                if instances.is_alive[group] && is_exact[group] {
                    let is_member = |atom: usize| self.group_of[atom] == Some(group);
                    is_exact[group] = keeps_one(operator, &is_member);
                }
            }
        }
        refined.into_iter().for_each(|template| self.enqueue(template));
        instances.members.iter().flatten().for_each(|atom| self.group_of[*atom] = None);
        let groups = instances.members.into_iter().zip(is_exact).zip(instances.is_alive);
        let groups = groups.filter(|((atoms, _), is_alive)| *is_alive && 2 <= atoms.len());
        groups.map(|((atoms, exactly), _)| AtomGroup { atoms, exactly }).collect()
    }

    /// Returns the groups of a template of which at most one atom holds at the start.
    fn instances(&mut self, template: &GroupTemplate, n_steps: &mut usize) -> GroupInstances {
        let mut by_key: Map<Vec<u32>, (Vec<usize>, usize)> = Map::new();
        for atom in template.predicates().filter_map(|predicate| self.atoms.get(&predicate)).flatten() {
            *n_steps += 1;
            let (predicate, arguments) = &self.ground.predicates[*atom];
            if let Some(key) = template.key(*predicate, arguments) {
                let (members, n_initial) = by_key.entry(key).or_default();
                members.push(*atom);
                *n_initial += usize::from(self.initial[*atom]);
            }
        }
        let mut found = GroupInstances {
            keys: Vec::new(),
            members: Vec::new(),
            is_alive: Vec::new(),
            has_initial: Vec::new(),
            n_alive: 0,
        };
        for (key, (mut members, n_initial)) in by_key {
            if n_initial <= 1 {
                sort(&mut members);
                members.iter().for_each(|atom| self.group_of[*atom] = Some(found.keys.len()));
                found.n_alive += 1;
                found.keys.push(key);
                found.has_initial.push(n_initial == 1);
                found.members.push(members);
                found.is_alive.push(true);
            }
        }
        found
    }

    /// Returns templates with one more predicate, from which the operator deletes an atom of this group.
    fn refined(
        &self,
        template: &GroupTemplate,
        key: &[u32],
        operator: &GroundOperator,
    ) -> Vec<GroupTemplate> {
        let deleted = operator.effects.iter().filter(|effect| !effect.literal.positive);
        let refined = deleted.flat_map(|effect| {
            let (predicate, arguments) = &self.ground.predicates[effect.literal.atom.index()];
            template.refined(key, *predicate, arguments)
        });
        refined.collect()
    }
}

/// Effect of an operator on a group.
///
/// Groups are proved by induction, operator by operator. An operator that adds an atom of the group must delete the atom that
/// held before, even if the precondition does not name it. No two atoms are added at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Balance {
    /// Afterwards at most one atom holds, and an atom known to have held is gone if one is added.
    Balanced,
    /// Afterwards at most one atom holds.
    Safe,
    /// An atom may be added without the deletion of another one.
    Unbalanced,
    /// Two atoms may be added.
    TooHeavy,
}

/// Operator that adds or deletes `atom` under `condition`.
struct AddContext<'o> {
    operator: &'o GroundOperator,
    condition: &'o [AtomLiteral],
    atom: usize,
}

impl AddContext<'_> {
    fn literals(&self) -> impl Iterator<Item = AtomLiteral> {
        self.operator.precondition.iter().chain(self.condition).copied()
    }

    /// Checks whether a literal surely holds if `member` is the only true atom of the group.
    fn implies(&self, literal: AtomLiteral, member: usize, is_member: &dyn Fn(usize) -> bool) -> bool {
        let atom = literal.atom.index();
        let by_group = if literal.positive { atom == member } else { atom != member && is_member(atom) };
        by_group || self.literals().any(|other| other == literal)
    }

    /// Checks whether `member` is surely deleted if it is the only true atom of the group.
    fn deletes(&self, member: usize, is_member: &dyn Fn(usize) -> bool) -> bool {
        let deletes =
            |effect: &&AtomEffect| !effect.literal.positive && effect.literal.atom.index() == member;
        self.operator
            .effects
            .iter()
            .filter(deletes)
            .any(|effect| effect.condition.iter().all(|literal| self.implies(*literal, member, is_member)))
    }
}

/// Returns the effect on a group of an operator that adds an atom of it by `effect`.
fn balance(
    operator: &GroundOperator,
    effect: &AtomEffect,
    members: &[usize],
    is_member: &dyn Fn(usize) -> bool,
) -> Balance {
    let atom = effect.literal.atom.index();
    let context = AddContext { operator, condition: &effect.condition, atom };
    if !is_possible(context.literals(), is_member) {
        return Balance::Balanced;
    }
    let others = operator.effects.iter().filter(|other| {
        let other_atom = other.literal.atom.index();
        other.literal.positive && other_atom != atom && is_member(other_atom)
    });
    for other in others {
        if is_possible(context.literals().chain(other.condition.iter().copied()), is_member) {
            return Balance::TooHeavy;
        }
    }
    let mut holding =
        context.literals().filter(|literal| literal.positive && is_member(literal.atom.index()));
    if let Some(member) = holding.next() {
        let member = member.atom.index();
        let is_gone = member == context.atom || context.deletes(member, is_member);
        return if is_gone { Balance::Balanced } else { Balance::Unbalanced };
    }
    let n_gone = operator.effects.iter().filter(|effect| !effect.literal.positive).count();
    let n_gone = n_gone + context.literals().filter(|literal| !literal.positive).count();
    let is_safe = |member: &usize| {
        let fails = |literal: AtomLiteral| !literal.positive && literal.atom.index() == *member;
        *member == atom || context.literals().any(fails) || context.deletes(*member, is_member)
    };
    if members.len() <= n_gone + 1 && members.iter().all(is_safe) {
        Balance::Safe
    } else {
        Balance::Unbalanced
    }
}

/// Checks whether literals may hold together where at most one atom of the group holds.
fn is_possible(literals: impl Iterator<Item = AtomLiteral>, is_member: &dyn Fn(usize) -> bool) -> bool {
    let mut literals: Vec<AtomLiteral> = literals.collect();
    sort(&mut literals);
    literals.dedup();
    let contradict = literals.windows(2).any(|pair| pair[0].atom == pair[1].atom);
    let holding = literals.iter().filter(|literal| literal.positive && is_member(literal.atom.index()));
    !contradict && holding.count() <= 1
}

/// Checks whether one atom of a group holds after an operator wherever one did before.
fn keeps_one(operator: &GroundOperator, is_member: &dyn Fn(usize) -> bool) -> bool {
    let adds = |effect: &&AtomEffect| effect.literal.positive && is_member(effect.literal.atom.index());
    let added: Vec<&AtomEffect> = operator.effects.iter().filter(adds).collect();
    let deletes = |effect: &&AtomEffect| !effect.literal.positive && is_member(effect.literal.atom.index());
    operator.effects.iter().filter(deletes).all(|effect| {
        let atom = effect.literal.atom.index();
        let context = AddContext { operator, condition: &effect.condition, atom };
        let held = [AtomLiteral { positive: true, ..effect.literal }];
        let implied = |literal: &AtomLiteral| context.implies(*literal, atom, is_member);
        !is_possible(context.literals().chain(held), is_member)
            || added.iter().any(|added| added.condition.iter().all(implied))
    })
}

/// Template of groups: predicates of which some arguments are parameters, the same for all atoms of a group, and the others are
/// counted over.
///
/// An example is `at(p, *)` with `in(p, *)`, with one group for every package p. Helmert (2009, section 5) calls a template an
/// invariant candidate; here, more than one argument of a predicate may be counted over.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct GroupTemplate {
    /// For each predicate and argument the number of its parameter; `None` if the argument is counted over. Every parameter
    /// occurs once with each predicate.
    parts: Map<usize, Vec<Option<usize>>>,
    n_parameters: usize,
}

/// Greatest number of arguments of a predicate for which all choices are tried.
const MAX_ARITY: usize = 4;

/// Returns the choices of arguments that are tried as parameters, those with most of them first.
pub fn parameter_choices(arity: usize) -> Vec<Vec<usize>> {
    if arity <= MAX_ARITY {
        let choices: Vec<Vec<usize>> = (0..arity).powerset().collect();
        return choices.into_iter().rev().collect();
    }
    let all = (0..arity).collect();
    let one = (0..arity).map(|place| vec![place]);
    let all_but_one = (0..arity).map(|left_out| (0..arity).filter(|place| *place != left_out).collect());
    std::iter::once(all).chain(all_but_one).chain(one).chain([vec![]]).collect()
}

impl GroupTemplate {
    fn of_predicate(predicate: usize, arity: usize) -> impl Iterator<Item = Self> {
        parameter_choices(arity).into_iter().map(move |parameters| {
            let place = |argument| parameters.iter().position(|parameter| *parameter == argument);
            let parts = Map::from([(predicate, (0..arity).map(place).collect())]);
            Self { parts, n_parameters: parameters.len() }
        })
    }

    fn predicates(&self) -> impl Iterator<Item = usize> {
        self.parts.keys().copied()
    }

    /// Returns the group of an atom: the values of the parameters.
    fn key(&self, predicate: usize, arguments: &[u32]) -> Option<Vec<u32>> {
        let part = self.parts.get(&predicate).filter(|part| part.len() == arguments.len())?;
        let mut key = vec![0; self.n_parameters];
        for (parameter, value) in part.iter().zip(arguments) {
            parameter.iter().for_each(|parameter| key[*parameter] = *value);
        }
        Some(key)
    }

    /// Extends the template by `predicate` in every way that puts its atom with `arguments` into the group of `key`.
    fn refined(&self, key: &[u32], predicate: usize, arguments: &[u32]) -> Vec<Self> {
        if self.parts.contains_key(&predicate) {
            return Vec::new();
        }
        let mut parts: Vec<Vec<Option<usize>>> = vec![vec![None; arguments.len()]];
        for (parameter, value) in key.iter().enumerate() {
            let extended = parts.iter().flat_map(|part| {
                let free =
                    (0..part.len()).filter(|place| part[*place].is_none() && arguments[*place] == *value);
                free.map(|place| {
                    let mut part = part.clone();
                    part[place] = Some(parameter);
                    part
                })
            });
            parts = extended.collect();
        }
        let with = |part| {
            let mut refined = self.clone();
            refined.parts.insert(predicate, part);
            refined.renumber();
            refined
        };
        parts.into_iter().map(with).collect()
    }

    /// Numbers the parameters in the order of their occurrence, so that equivalent templates are equal.
    fn renumber(&mut self) {
        let mut numbers = vec![None; self.n_parameters];
        let mut next = 0;
        for parameter in self.parts.values_mut().flatten().flatten() {
            let number = *numbers[*parameter].get_or_insert_with(|| {
                next += 1;
                next - 1
            });
            *parameter = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_refined_by_atoms() {
        let at = GroupTemplate::of_predicate(0, 2).find(|at| at.parts[&0] == [Some(0), None]).unwrap();
        assert_eq!(at.key(0, &[7, 8]), Some(vec![7]));
        let both = at.refined(&[7], 1, &[9, 7]);
        assert_eq!(both.len(), 1);
        assert_eq!((both[0].key(1, &[9, 7]), both[0].key(0, &[9, 7])), (Some(vec![7]), Some(vec![9])));
        assert_eq!(at.refined(&[7], 1, &[7, 7]).len(), 2);
        assert_eq!(at.refined(&[7], 1, &[8, 8]), []);
        assert_eq!(both[0].refined(&[7], 0, &[7, 9]), []);
        assert_eq!(GroupTemplate::of_predicate(0, 2).count(), 4);
    }

    #[test]
    fn the_order_of_refinement_does_not_matter() {
        let whole = |predicate| GroupTemplate::of_predicate(predicate, 2).next().unwrap();
        assert_eq!(whole(0).refined(&[1, 2], 1, &[2, 1]), whole(1).refined(&[1, 2], 0, &[2, 1]));
    }
}
