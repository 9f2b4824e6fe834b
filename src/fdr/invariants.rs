//! Groups of atoms of which at most one holds, found by refining templates.
//!
//! Templates of one predicate come first. Where an operator adds an atom of a group and is not known to delete another
//! one, the template is tried again with a predicate more that the operator does delete from (Helmert 2009, section 5).
//! Unlike there, operators are looked at after grounding: types, static predicates and what can be reached at all count,
//! and a template may hold for some values of its parameters and not for others.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::stop::Stop;

use super::balance::{Balance, balance, keeps_one};
use super::ground::{GroundOperator, GroundTask};
use super::group::AtomGroup;
use super::sound::{at_start, check};
use super::template::GroupTemplate;

/// No more templates than this are tried.
const MAX_TEMPLATES: usize = 20_000;
/// No more effects and atoms than this are looked at, with so many for each template.
const MAX_STEPS: usize = 100_000_000;
const STEPS_PER_TEMPLATE: usize = 100;

/// Groups of atoms of which at most one, or exactly one, holds in every reachable state: each of two atoms at least, none
/// all in another one. What is found is bounded, and none if the flag is raised or the problem is malformed.
pub fn invariant_groups(ground: &GroundTask, stop: &Stop) -> Vec<AtomGroup> {
    if check(ground).is_err() || ground.predicates.len() != ground.atoms.len() {
        return Vec::new();
    }
    let mut finder = Finder::new(ground);
    let mut found = BTreeSet::new();
    let mut n_steps = 0;
    while let Some(template) = finder.waiting.pop_front() {
        if stop.is_raised() {
            return Vec::new();
        }
        n_steps += STEPS_PER_TEMPLATE;
        if MAX_STEPS < n_steps {
            break;
        }
        found.extend(finder.check(&template, &mut n_steps));
    }
    maximal(found)
}

/// Leaves out the groups that are part of others.
fn maximal(groups: BTreeSet<AtomGroup>) -> Vec<AtomGroup> {
    let mut groups: Vec<AtomGroup> = groups.into_iter().collect();
    // Of equal ones, those come first that share least with others: whoever chooses them leaves the others whole.
    let mut n_groups: BTreeMap<usize, usize> = BTreeMap::new();
    groups.iter().flat_map(|group| &group.atoms).for_each(|atom| *n_groups.entry(*atom).or_default() += 1);
    let n_shared =
        |group: &AtomGroup| group.atoms.iter().filter_map(|atom| n_groups.get(atom)).sum::<usize>();
    groups.sort_by_cached_key(|group| (Reverse((group.atoms.len(), group.exactly)), n_shared(group)));
    let mut kept: Vec<AtomGroup> = Vec::new();
    let mut kept_with: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
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
    atoms: BTreeMap<usize, Vec<usize>>,
    adding: BTreeMap<usize, Vec<usize>>,
    deleting: BTreeMap<usize, Vec<usize>>,
    /// For each atom its group of the template at hand.
    group_of: Vec<Option<usize>>,
    seen: BTreeSet<GroupTemplate>,
    waiting: VecDeque<GroupTemplate>,
}

/// The groups of a template that may still be invariants.
struct GroupInstances {
    keys: Vec<Vec<u32>>,
    members: Vec<Vec<usize>>,
    /// May it still be an invariant?
    is_alive: Vec<bool>,
    /// Does an atom of it hold at the start?
    has_initial: Vec<bool>,
    n_alive: usize,
}

impl<'g> Finder<'g> {
    fn new(ground: &'g GroundTask) -> Self {
        let mut finder = Self {
            ground,
            initial: at_start(ground),
            atoms: BTreeMap::new(),
            adding: BTreeMap::new(),
            deleting: BTreeMap::new(),
            group_of: vec![None; ground.atoms.len()],
            seen: BTreeSet::new(),
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
        let changed: BTreeSet<usize> = finder.adding.keys().chain(finder.deleting.keys()).copied().collect();
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

    /// The groups of a template that are invariants. Adds refined templates where others are not.
    fn check(&mut self, template: &GroupTemplate, n_steps: &mut usize) -> Vec<AtomGroup> {
        let mut instances = self.instances(template, n_steps);
        let of = |by_predicate: &BTreeMap<usize, Vec<usize>>| -> BTreeSet<usize> {
            template
                .predicates()
                .filter_map(|predicate| by_predicate.get(&predicate))
                .flatten()
                .copied()
                .collect()
        };
        let ground = self.ground;
        // Of each group only the first operator that is not balanced is mended.
        let mut is_mended = vec![false; instances.keys.len()];
        let mut refined = BTreeSet::new();
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
        let deleting = if instances.n_alive == 0 { BTreeSet::new() } else { of(&self.deleting) };
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

    /// The groups of a template of which at most one atom holds at the start.
    fn instances(&mut self, template: &GroupTemplate, n_steps: &mut usize) -> GroupInstances {
        let mut by_key: BTreeMap<Vec<u32>, (Vec<usize>, usize)> = BTreeMap::new();
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
                members.sort_unstable();
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

    /// Templates with one more predicate that the operator deletes from, so that it deletes from this group.
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
