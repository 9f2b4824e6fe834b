//! Invariant groups: fluents of which at most one, or exactly one, holds in every state.
//!
//! Candidates are fluents of one or two relations that agree in some arguments, their key. Examples are all `(cell 1 2 ?)`,
//! all `(cell ? ? b)`, or `(clear 1)` with all `(on ? 1)`. Helmert (*Concise finite-domain representations for PDDL planning
//! tasks*, 2009) calls this an invariant candidate with its parameters and a counted variable.
//!
//! They are proved by induction over moves, all of them together. All candidates are assumed in a state, and each must hold
//! after every move. A group without a proof is weakened from "exactly one" to "at most one" or dropped, until the rest prove
//! each other. A proof is a case distinction: which fluent of a group holds now. Its length is bounded; a group that exceeds
//! the bound is not proved.

use std::cmp::Reverse;

use itertools::Itertools;

use bmcplan_base::ordered::{Map, Set, sort};

use super::conditions::{CondLit, CondNode, Formulas};
use super::limits::{GroundError, Meter};
use super::model::{FluentRole, GameModel, MoveModel};
use super::sheet::Symbol;
use crate::datalog::{TermId, Terms};
use crate::fdr::{AtomGroup, parameter_choices};

/// Greatest number of conditions evaluated for one group, and for all groups in all rounds.
const STEPS_PER_GROUP: usize = 3_000_000;
const STEPS: usize = 24_000_000;
/// Greatest depth of nested cases, and of nested conditions.
const MAX_DEPTH: usize = 64;
const MAX_NESTING: usize = 500;
/// Approximate number of fluents from which the cases are chosen.
const MAX_OPEN: usize = 256;
/// Greatest number of values of a clock in proofs.
const MAX_CLOCK: usize = 1 << 12;

pub(super) fn invariants(
    model: &GameModel,
    terms: &Terms,
    meter: &mut Meter<'_>,
) -> Result<Vec<AtomGroup>, GroundError> {
    let mut groups: Vec<AtomGroup> = candidates(model, terms, meter)?
        .into_iter()
        .map(|fluents| AtomGroup {
            exactly: fluents.iter().any(|fluent| model.initial[*fluent]),
            atoms: fluents,
        })
        .collect();
    if MAX_NESTING < nesting(&model.formulas) {
        return Ok(Vec::new());
    }
    let n_fluents = model.fluents.len();
    let n_times = model.clock.as_ref().map_or(0, |clock| clock.values.len());
    let n_times = if MAX_CLOCK < n_times { 0 } else { n_times };
    let clock = AtomGroup { atoms: (n_fluents..n_fluents + n_times).collect(), exactly: true };
    let mut steps = STEPS;
    loop {
        let assumed: Vec<AtomGroup> = groups.iter().chain([&clock]).cloned().collect();
        let mut prover = Prover {
            model,
            n_leaves: n_fluents + n_times,
            case: ProofCase::new(n_fluents + n_times, &assumed),
            memo: vec![(0, None); model.formulas.nodes().len()],
            stamp: 0,
        };
        let mut kept = Vec::with_capacity(groups.len());
        for group in &groups {
            prover.case.steps = STEPS_PER_GROUP.min(steps);
            let before = prover.case.steps;
            let verdict = prover.group(group, meter)?;
            steps -= before - prover.case.steps;
            match verdict {
                ProofResult::Proved => kept.push(group.clone()),
                ProofResult::PerhapsNone if group.exactly => {
                    kept.push(AtomGroup { exactly: false, atoms: group.atoms.clone() });
                }
                _ => {}
            }
        }
        if kept == groups || kept.is_empty() {
            return Ok(kept);
        }
        groups = kept;
    }
}

/// Greatest number of candidates, and of their members in total.
const MAX_CANDIDATES: usize = 4_000;
const MAX_MEMBERS: usize = 200_000;

/// Relation, arity, and key arguments.
type KeyedRelation = (Symbol, usize, Vec<usize>);

/// Returns candidates, each sorted and of at least two fluents. At most one of the fluents holds at the start.
fn candidates(
    model: &GameModel,
    terms: &Terms,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<usize>>, GroundError> {
    let mut keyed: Map<KeyedRelation, Map<Vec<TermId>, Vec<usize>>> = Map::new();
    for (fluent, term) in model.fluents.iter().enumerate() {
        if model.roles[fluent] != FluentRole::State {
            continue;
        }
        let arguments = terms.arguments(*term);
        meter.tick(0)?;
        for key in parameter_choices(arguments.len()) {
            let values = key.iter().map(|place| arguments[*place]).collect();
            let part = (terms.symbol(*term), arguments.len(), key);
            keyed.entry(part).or_default().entry(values).or_default().push(fluent);
        }
    }
    let mut found = Set::new();
    let mut n_members = 0;
    let mut add = |mut fluents: Vec<usize>| {
        sort(&mut fluents);
        fluents.dedup();
        let n_initial = fluents.iter().filter(|fluent| model.initial[**fluent]).count();
        let is_small = n_members + fluents.len() <= MAX_MEMBERS && found.len() < MAX_CANDIDATES;
        if 2 <= fluents.len() && n_initial <= 1 && is_small {
            n_members += fluents.len();
            found.insert(fluents);
        }
    };
    let is_name = |fluent: &usize| terms.arguments(model.fluents[*fluent]).is_empty();
    let state = (0..model.fluents.len()).filter(|fluent| model.roles[*fluent] == FluentRole::State);
    add(state.filter(is_name).collect());
    for groups in keyed.values() {
        groups.values().for_each(|fluents| add(fluents.clone()));
    }
    let by_length = keyed.iter().into_group_map_by(|((_, _, key), _)| key.len());
    for (length, parts) in by_length.into_iter().sorted_by_key(|(length, _)| *length) {
        if length == 0 {
            continue;
        }
        for [((a, _, _), left), ((b, _, _), right)] in parts.into_iter().array_combinations() {
            meter.tick(0)?;
            if a == b {
                continue;
            }
            for (key, fluents) in left {
                meter.tick(0)?;
                if let Some(others) = right.get(key) {
                    add([fluents.as_slice(), others].concat());
                }
            }
        }
    }
    Ok(found.into_iter().collect())
}

fn nesting(formulas: &Formulas) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(formulas.nodes().len());
    for node in formulas.nodes() {
        depths.push(match node {
            CondNode::Or(bodies) => {
                1 + bodies.iter().flatten().map(|lit| depths[lit.node()]).max().unwrap_or(0)
            }
            _ => 0,
        });
    }
    depths.into_iter().max().unwrap_or(0)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProofResult {
    Proved,
    /// After some move possibly none of the fluents holds.
    PerhapsNone,
    /// After some move possibly several fluents hold, or the proof exceeded its bound.
    Failed,
}

struct Prover<'m> {
    model: &'m GameModel,
    /// Number of fluents and values of the clock.
    n_leaves: usize,
    case: ProofCase,
    /// Last value of each condition, with the stamp of the case in which it was computed.
    memo: Vec<(usize, Option<bool>)>,
    stamp: usize,
}

impl Prover<'_> {
    /// Checks whether the group is invariant if all groups are.
    fn group(&mut self, group: &AtomGroup, meter: &mut Meter<'_>) -> Result<ProofResult, GroundError> {
        for a_move in &self.model.moves {
            meter.tick(0)?;
            let next: Vec<CondLit> = group.atoms.iter().map(|fluent| self.next(a_move, *fluent)).collect();
            let is_still = next.iter().zip(&group.atoms).all(|(lit, fluent)| {
                matches!(self.model.formulas.node(*lit), CondNode::Leaf(leaf) if leaf == fluent)
                    && lit.is_positive()
            });
            if is_still {
                continue;
            }
            meter.poll()?;
            let conditions = [a_move.legal, !self.model.terminal];
            let Some(precondition) = self.model.formulas.conjunction(conditions.to_vec()) else { continue };
            let mark = self.case.mark();
            let is_possible = precondition.iter().all(|lit| self.assume(*lit));
            let verdict =
                if is_possible { self.cases(group, &precondition, &next, 0, 0) } else { ProofResult::Proved };
            self.case.undo(mark);
            if verdict != ProofResult::Proved {
                return Ok(verdict);
            }
        }
        Ok(ProofResult::Proved)
    }

    fn next(&self, a_move: &MoveModel, fluent: usize) -> CondLit {
        let change = a_move.changes.binary_search_by_key(&fluent, |(fluent, _)| *fluent);
        change.map_or(self.model.next[fluent], |place| a_move.changes[place].1)
    }

    /// Assumes a literal if it is a leaf; false if that contradicts the assumptions.
    fn assume(&mut self, lit: CondLit) -> bool {
        match self.model.formulas.node(lit) {
            CondNode::Leaf(leaf) if *leaf < self.n_leaves => self.case.assume(*leaf, lit.is_positive()),
            _ => true,
        }
    }

    /// Proves one case, by further cases if it is open. `n_known` conditions of the next state are known to hold, and `next`
    /// are the others. A decided condition stays decided in further cases.
    fn cases(
        &mut self,
        group: &AtomGroup,
        precondition: &[CondLit],
        next: &[CondLit],
        n_known: usize,
        depth: usize,
    ) -> ProofResult {
        self.stamp += 1;
        let (mut n_true, mut open) = (n_known, Vec::new());
        for lit in next {
            match self.value(*lit) {
                Some(true) => n_true += 1,
                Some(false) => {}
                None => open.push(*lit),
            }
        }
        if n_true + open.len() <= 1 && !(group.exactly && n_true == 0) {
            return ProofResult::Proved;
        }
        if n_true == 0 && self.is_shift(group, &open) {
            return ProofResult::Proved;
        }
        let mut open_preconditions = Vec::new();
        for lit in precondition {
            match self.value(*lit) {
                Some(true) => {}
                Some(false) => return ProofResult::Proved,
                None => open_preconditions.push(*lit),
            }
        }
        if self.case.steps == 0 || MAX_DEPTH < depth {
            return ProofResult::Failed;
        }
        // Open positive preconditions first, then the conditions of the group, then the others.
        let positive = open_preconditions.iter().find(|lit| lit.is_positive()).copied();
        let decisive = if n_true <= 1 && !open.is_empty() { &open } else { &open_preconditions };
        let mut fluents = Vec::new();
        match positive {
            Some(lit) => self.open_leaves(lit, &mut fluents),
            None => decisive.iter().for_each(|lit| self.open_leaves(*lit, &mut fluents)),
        }
        if fluents.is_empty() {
            return if n_true <= 1 { ProofResult::PerhapsNone } else { ProofResult::Failed };
        }
        for (fluent, holds) in self.case.choices(&fluents) {
            let mark = self.case.mark();
            let is_possible = self.case.assume(fluent, holds);
            let verdict = if is_possible {
                self.cases(group, &open_preconditions, &open, n_true, depth + 1)
            } else {
                ProofResult::Proved
            };
            self.case.undo(mark);
            if verdict != ProofResult::Proved {
                return verdict;
            }
        }
        ProofResult::Proved
    }

    /// Returns the value of a condition in the current case, if it is decided.
    fn value(&mut self, lit: CondLit) -> Option<bool> {
        let value = self.node(lit.node());
        value.map(|value| value == lit.is_positive())
    }

    fn node(&mut self, number: usize) -> Option<bool> {
        let formulas: &Formulas = &self.model.formulas;
        match &formulas.nodes()[number] {
            CondNode::True => Some(true),
            CondNode::Leaf(leaf) => self.case.value(*leaf),
            CondNode::Or(_) if self.memo[number].0 == self.stamp => self.memo[number].1,
            CondNode::Or(bodies) => {
                let mut value = Some(false);
                for body in bodies {
                    self.case.steps = self.case.steps.saturating_sub(body.len());
                    let mut all = Some(true);
                    for lit in body {
                        match self.value(*lit) {
                            Some(true) => {}
                            Some(false) => {
                                all = Some(false);
                                break;
                            }
                            None => all = None,
                        }
                    }
                    match all {
                        Some(true) => {
                            value = Some(true);
                            break;
                        }
                        Some(false) => {}
                        None => value = None,
                    }
                }
                self.memo[number] = (self.stamp, value);
                value
            }
        }
    }

    /// Checks whether the open conditions are different fluents of one group, and all its open ones if `group` is exact.
    fn is_shift(&self, group: &AtomGroup, open: &[CondLit]) -> bool {
        let fluent = |lit: &CondLit| match self.model.formulas.node(*lit) {
            CondNode::Leaf(leaf) if lit.is_positive() && *leaf < self.n_leaves => Some(*leaf),
            _ => None,
        };
        let fluents: Option<Vec<usize>> = open.iter().map(fluent).collect();
        fluents.is_some_and(|fluents| self.case.has_one_of(&fluents, group.exactly))
    }

    /// Collects fluents on which an open condition depends, one for each open body.
    fn open_leaves(&mut self, lit: CondLit, found: &mut Vec<usize>) {
        let formulas: &Formulas = &self.model.formulas;
        match formulas.node(lit) {
            CondNode::Leaf(leaf) if *leaf < self.n_leaves => found.push(*leaf),
            CondNode::True | CondNode::Leaf(_) => {}
            CondNode::Or(bodies) => {
                for body in bodies {
                    if MAX_OPEN < found.len() || body.iter().any(|lit| self.value(*lit) == Some(false)) {
                        continue;
                    }
                    if let Some(open) = body.iter().find(|lit| self.value(**lit).is_none()) {
                        self.open_leaves(*open, found);
                    }
                }
            }
        }
    }
}

/// Partial assignment: the fluents assumed in one case of a proof, on a trail, closed under groups of which at most one, or
/// exactly one, holds.
#[derive(Debug)]
struct ProofCase {
    values: Vec<Option<bool>>,
    trail: Vec<usize>,
    groups: Vec<AtomGroup>,
    groups_of: Vec<Vec<usize>>,
    n_false: Vec<usize>,
    /// Remaining steps of the proof.
    steps: usize,
}

impl ProofCase {
    fn new(n_fluents: usize, groups: &[AtomGroup]) -> Self {
        let mut groups_of = vec![Vec::new(); n_fluents];
        for (number, group) in groups.iter().enumerate() {
            group.atoms.iter().for_each(|fluent| groups_of[*fluent].push(number));
        }
        Self {
            values: vec![None; n_fluents],
            trail: Vec::new(),
            groups: groups.to_vec(),
            groups_of,
            n_false: vec![0; groups.len()],
            steps: 0,
        }
    }

    /// Returns the value of a fluent; `None` if it is open, or the index is not that of a fluent.
    fn value(&self, fluent: usize) -> Option<bool> {
        self.values.get(fluent).copied().flatten()
    }

    /// Returns the length of the trail, for [`Self::undo`].
    fn mark(&self) -> usize {
        self.trail.len()
    }

    fn undo(&mut self, mark: usize) {
        for fluent in self.trail.drain(mark..) {
            if self.values[fluent].take() == Some(false) {
                self.groups_of[fluent].iter().for_each(|group| self.n_false[*group] -= 1);
            }
        }
    }

    /// Assumes a value and its consequences; false on a contradiction.
    fn assume(&mut self, fluent: usize, holds: bool) -> bool {
        let mut open = vec![(fluent, holds)];
        while let Some((fluent, holds)) = open.pop() {
            match self.values[fluent] {
                Some(known) if known == holds => continue,
                Some(_) => return false,
                None => {}
            }
            self.values[fluent] = Some(holds);
            self.trail.push(fluent);
            if !holds {
                self.groups_of[fluent].iter().for_each(|group| self.n_false[*group] += 1);
            }
            for number in &self.groups_of[fluent] {
                let group = &self.groups[*number];
                self.steps = self.steps.saturating_sub(if holds { group.atoms.len() } else { 1 });
                let others = group.atoms.iter().filter(|other| **other != fluent);
                if holds {
                    open.extend(others.map(|other| (*other, false)));
                } else if group.exactly && group.atoms.len() <= self.n_false[*number] + 1 {
                    match group.atoms.iter().find(|other| self.values[**other] != Some(false)) {
                        Some(last) => open.push((*last, true)),
                        None => return false,
                    }
                }
            }
        }
        true
    }

    /// Checks whether at most one of these fluents holds, or exactly one, because they are different members of one group.
    fn has_one_of(&self, fluents: &[usize], exactly: bool) -> bool {
        let n_fluents = fluents.len();
        let fluents: Set<usize> = fluents.iter().copied().collect();
        if fluents.len() != n_fluents {
            return false;
        }
        let first = fluents.first().map_or(&[][..], |fluent| &self.groups_of[*fluent]);
        first.iter().any(|number| {
            let group = &self.groups[*number];
            let n_open = group.atoms.len() - self.n_false[*number];
            fluents.iter().all(|fluent| self.groups_of[*fluent].contains(number))
                && (!exactly || group.exactly && n_open == fluents.len())
        })
    }

    /// Returns an exhaustive case distinction: the open members of the exact group with most of these fluents, or else the
    /// first fluent, true and false.
    fn choices(&self, fluents: &[usize]) -> Vec<(usize, bool)> {
        let mut counts: Map<usize, usize> = Map::new();
        for number in fluents.iter().flat_map(|fluent| &self.groups_of[*fluent]) {
            if self.groups[*number].exactly {
                *counts.entry(*number).or_default() += 1;
            }
        }
        let left = |number: usize| self.groups[number].atoms.len() - self.n_false[number];
        match counts.into_iter().max_by_key(|(number, count)| (*count, Reverse(left(*number)))) {
            None => fluents.first().map_or(Vec::new(), |fluent| vec![(*fluent, true), (*fluent, false)]),
            Some((number, _)) => {
                let open = self.groups[number].atoms.iter().filter(|fluent| self.values[**fluent].is_none());
                open.map(|fluent| (*fluent, true)).collect()
            }
        }
    }
}
