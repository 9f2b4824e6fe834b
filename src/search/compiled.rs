//! A task compiled for expansion: packed states in, packed successors out.
//!
//! It agrees with [`ExtendedState::successor`](crate::task::ExtendedState::successor) on every reachable
//! state.

use std::ops::Range;

use super::condition::{Layout, Test};
use super::derived::{DerivedProgram, needed_for, operator_conditions};
use super::effects::CompiledEffects;
use super::goal::Goal;
use super::packing::{Field, Packing, index};
use super::program::Program;
use crate::task::{Atom, Fact, Literal, OperatorId, Reachability, Task};

/// See the module.
#[derive(Debug, Clone)]
pub(super) struct Compiled {
    layout: Layout,
    /// Computes no more than operators need.
    derived: DerivedProgram,
    /// Computes no more than the goal needs.
    derived_for_goal: DerivedProgram,
    goal: Goal,
    groups: Vec<Group>,
    /// For each code of each group's variable, its part of the program.
    entries: Vec<Range<usize>>,
    program: Program,
    operators: Vec<CompiledOperator>,
    tick: Option<Tick>,
}

/// How every operator moves the clock on.
#[derive(Debug, Clone, Copy)]
struct Tick {
    field: Field,
    last: u64,
    loop_to: u64,
}

impl Tick {
    /// `None` without a clock, or with one that never moves.
    fn of(task: &Task, packing: &Packing) -> Option<Self> {
        let clock = task.clock().filter(|clock| packing.can_change(clock.var))?;
        let code = |value| packing.code(Fact { var: clock.var, value });
        let field = packing.variable(clock.var).packed;
        Some(Self { field, last: code(clock.size.checked_sub(1)?)?, loop_to: code(clock.loop_to)? })
    }

    fn apply(self, next: &mut [u64]) {
        let now = self.field.get(next);
        let after = if now == self.last { self.loop_to } else { now + 1 };
        let word = &mut next[self.field.word];
        *word = *word & !self.field.mask() | after << self.field.shift;
    }
}

/// The operators whose precondition gives this field's variable a value, or (with [`Field::NONE`]) the others.
#[derive(Debug, Clone)]
struct Group {
    field: Field,
    first_entry: usize,
    operators: Range<usize>,
}

#[derive(Debug, Clone)]
struct CompiledOperator {
    id: OperatorId,
    effects: CompiledEffects,
}

/// An operator on its way into a group.
struct Draft {
    tests: Vec<Test>,
    operator: CompiledOperator,
}

impl Compiled {
    /// Compiles a task; `None` if its states need more words than the search is compiled for.
    pub(super) fn of(task: &Task) -> Option<Self> {
        let reachable = Reachability::of(task);
        let packing = Packing::of(task, &reachable)?;
        let all = [operator_conditions(task), vec![task.goal()]].concat();
        let needed = needed_for(task, &all);
        let layout = Layout::new(packing, reachable, &needed);
        let mut compiled = Self {
            derived: DerivedProgram::compile(task, &layout, &needed_for(task, &operator_conditions(task))),
            derived_for_goal: DerivedProgram::compile(task, &layout, &needed_for(task, &[task.goal()])),
            goal: Goal::compile(task, &layout),
            groups: Vec::new(),
            entries: Vec::new(),
            program: Program::default(),
            operators: Vec::new(),
            tick: Tick::of(task, &layout.packing),
            layout,
        };
        compiled.add_operators(task);
        Some(compiled)
    }

    fn add_operators(&mut self, task: &Task) {
        let mut by_value: Vec<Vec<Vec<Draft>>> = task
            .variable_ids()
            .map(|var| (0..self.layout.packing.variable(var).n_codes).map(|_| Vec::new()).collect())
            .collect();
        let mut others = Vec::new();
        for (id, operator) in task.operator_ids().zip(task.operators()) {
            let key = self.selector(&operator.precondition);
            let rest = operator
                .precondition
                .iter()
                .copied()
                .filter(|literal| key.map(Literal::from) != Some(*literal));
            let Some(tests) = self.layout.tests(&rest.collect::<Vec<_>>()) else { continue };
            let Some(effects) = CompiledEffects::compile(&self.layout, operator) else { continue };
            let draft = Draft { tests, operator: CompiledOperator { id, effects } };
            match key.map(|fact| (fact, self.layout.packing.code(fact))) {
                None => others.push(draft),
                Some((fact, Some(code))) => by_value[fact.var.index()][index(code)].push(draft),
                Some((_, None)) => {}
            }
        }
        self.add_group(Field::NONE, vec![others]);
        for (var, drafts) in task.variable_ids().zip(by_value) {
            self.add_group(self.layout.packing.variable(var).field, drafts);
        }
    }

    /// The positive fact of a precondition that selects best: whose variable has most values.
    fn selector(&self, precondition: &[Literal]) -> Option<Fact> {
        let facts = precondition.iter().filter_map(|literal| match literal {
            Literal { atom: Atom::Fact(fact), positive: true } => Some(*fact),
            _ => None,
        });
        facts.rev().max_by_key(|fact| self.layout.packing.variable(fact.var).n_codes)
    }

    fn add_group(&mut self, field: Field, by_code: Vec<Vec<Draft>>) {
        if by_code.iter().all(Vec::is_empty) {
            return;
        }
        let (first_entry, first) = (self.entries.len(), self.operators.len());
        for drafts in by_code {
            let (tests, operators): (Vec<_>, Vec<_>) =
                drafts.into_iter().map(|draft| (draft.tests, draft.operator)).unzip();
            let (entry, order) = self.program.add_group(&tests, self.operators.len());
            self.entries.push(entry);
            self.operators.extend(order.into_iter().map(|index| operators[index].clone()));
        }
        self.groups.push(Group { field, first_entry, operators: first..self.operators.len() });
    }

    /// How many words a packed state has.
    pub(super) fn width(&self) -> usize {
        self.layout.packing.width()
    }

    /// Scratch words for one state.
    pub(super) fn scratch(&self) -> Vec<u64> {
        vec![0; self.layout.n_words()]
    }

    /// The task's id of a compiled operator.
    pub(super) fn operator_id(&self, operator: usize) -> OperatorId {
        self.operators[operator].id
    }

    /// The task's ids of the compiled operators, in their order.
    pub(super) fn operator_ids(&self) -> impl ExactSizeIterator<Item = OperatorId> {
        self.operators.iter().map(|operator| operator.id)
    }

    /// The greatest number of bits that one operator can change.
    pub(super) fn reach(&self, task: &Task) -> u32 {
        let bits = |id: OperatorId| {
            let effects = task.operator(id).effects.iter();
            effects.map(|effect| self.layout.packing.variable(effect.fact.var).packed.ones.count_ones()).sum()
        };
        let clock = self.tick.map_or(0, |tick| tick.field.ones.count_ones());
        clock + self.operator_ids().map(bits).max().unwrap_or(0)
    }

    /// Whether the clock shows what it shows at this depth at no other.
    pub(super) fn is_once(&self, depth: usize) -> bool {
        self.tick.is_some_and(|tick| (depth as u64) < tick.loop_to)
    }

    /// The bits of a word of the packed state that hold the clock.
    pub(super) fn clock_bits(&self, word: usize) -> u64 {
        self.tick.filter(|tick| tick.field.word == word).map_or(0, |tick| tick.field.mask())
    }

    /// Whether the goal holds in a state.
    pub(super) fn is_goal(&self, state: &[u64], scratch: &mut [u64]) -> bool {
        match &self.goal {
            Goal::Never => false,
            Goal::Fields(fields) => fields.iter().all(|(field, accepted)| accepted[index(field.get(state))]),
            Goal::Tests(tests) => {
                // What the packed state itself tells fails for most states, and costs least.
                let is_told = |test: &&Test| test.word < state.len();
                if !tests.iter().filter(is_told).all(|test| test.holds(state)) {
                    return false;
                }
                scratch[..state.len()].copy_from_slice(state);
                self.derived_for_goal.evaluate(scratch);
                tests.iter().all(|test| test.holds(scratch))
            }
        }
    }

    fn extend(&self, state: &[u64], scratch: &mut [u64]) {
        scratch[..state.len()].copy_from_slice(state);
        self.derived.evaluate(scratch);
    }

    /// The numbers of the groups that the operators are in.
    pub(super) fn groups(&self) -> Range<usize> {
        0..self.groups.len()
    }

    /// The operators of a group.
    pub(super) fn operators_of(&self, group: usize) -> Range<usize> {
        self.groups[group].operators.clone()
    }

    /// Calls `emit` for every operator of the groups that is applicable and has no bit in `unwanted`, with the
    /// state it leads to. Returns how many are applicable, unwanted ones included.
    pub(super) fn expand<const W: usize>(
        &self,
        state: &[u64; W],
        scratch: &mut [u64],
        groups: impl Iterator<Item = usize>,
        unwanted: &[u64],
        mut emit: impl FnMut(usize, [u64; W]),
    ) -> u64 {
        self.extend(state, scratch);
        let mut n_applicable = 0;
        for group in groups {
            let group = &self.groups[group];
            let entry = &self.entries[group.first_entry + index(group.field.get(scratch))];
            self.program.run(entry.clone(), scratch, |operators| {
                for operator in operators {
                    n_applicable += 1;
                    if (unwanted[operator / 64] >> (operator % 64)) & 1 == 1 {
                        continue;
                    }
                    let mut next = *state;
                    if self.operators[operator].effects.apply(scratch, &mut next) {
                        if let Some(tick) = self.tick {
                            tick.apply(&mut next);
                        }
                        emit(operator, next);
                    } else {
                        n_applicable -= 1;
                    }
                }
            });
        }
        n_applicable
    }
}
