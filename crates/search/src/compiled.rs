//! A task compiled for expansion: packed states in, packed successors out.
//!
//! The result agrees with [`ExtendedState::successor`](bmcplan_task::ExtendedState::successor) on every reachable state.

use std::ops::Range;

use bmcplan_base::stop::Stop;
use bmcplan_task::{Atom, Fact, Literal, OperatorId, Reachability, Task};

use super::condition::{ScratchLayout, Test};
use super::derived::{DerivedProgram, Views, needed_for};
use super::effects::CompiledEffects;
use super::groups::{DraftGroup, GroupedOperator, Table, Tables};
use super::limits::IncompleteReason;
use super::operator_set::{OperatorSet, bits};
use super::packing::{Field, Packing, SharedField, index};
use super::program::DecisionProgram;
use super::table::HashFunction;
use super::width::Width;

/// Task in packed form, as groups of operators with effects, a goal test and a clock.
#[derive(Debug, Clone)]
pub(super) struct Compiled {
    pub(super) layout: ScratchLayout,
    derived: DerivedProgram,
    derived_for_goal: DerivedProgram,
    goal: CompiledGoal,
    groups: Vec<OperatorGroup>,
    all_groups: Vec<usize>,
    program: DecisionProgram,
    tables: Tables,
    operators: Vec<CompiledOperator>,
    no_operators: OperatorSet,
    tick: Option<Tick>,
}

/// Operators whose precondition gives this field's variable a value, or (with [`Field::NONE`]) the others.
#[derive(Debug, Clone)]
struct OperatorGroup {
    field: Field,
    operators: Range<usize>,
    decision: Decision,
}

#[derive(Debug, Clone)]
enum Decision {
    /// For each code of the group's variable, its part of the program.
    Run(Vec<Range<usize>>),
    /// For each code of the group's variable, its table, and its first operator.
    LookUp(Vec<(Table, usize)>),
}

#[derive(Debug, Clone)]
pub(super) struct Scratch {
    pub(super) words: Vec<u64>,
    /// First operator of each block, and a bit for each of its operators.
    applicable: Vec<(usize, u64)>,
}

#[derive(Debug, Clone)]
struct CompiledOperator {
    id: OperatorId,
    effects: CompiledEffects,
}

impl Compiled {
    /// Compiles a task.
    ///
    /// # Errors
    /// Its states have too many words, or `stop` is raised meanwhile.
    pub(super) fn of(task: &Task, stop: &Stop) -> Result<Self, IncompleteReason> {
        let compiled = Self::compile(task, stop);
        stop.check()?;
        compiled.ok_or(IncompleteReason::TooLarge)
    }

    fn compile(task: &Task, stop: &Stop) -> Option<Self> {
        let reachable = Reachability::of(task, |_| true, stop);
        let packing = Packing::of(task, &reachable)?;
        let groups = DraftGroup::of(task, &packing, &reachable, stop);
        let effects = task.operators().iter().flat_map(|operator| &operator.effects);
        let mut conditions: Vec<&[Literal]> = effects.map(|effect| &*effect.condition).collect();
        conditions.extend(groups.iter().flat_map(DraftGroup::tested));
        let needed = needed_for(task, &conditions);
        conditions.push(task.goal());
        let asked: Vec<&[Atom]> = groups.iter().filter_map(|group| group.asked.as_deref()).collect();
        let layout = ScratchLayout::new(packing, reachable, &needed_for(task, &conditions), &asked)?;
        let needed_for_goal = needed_for(task, &[task.goal()]);
        let mut compiled = Self {
            derived: DerivedProgram::compile(task, &layout, &needed, Views::Wanted),
            derived_for_goal: DerivedProgram::compile(task, &layout, &needed_for_goal, Views::LeftOut),
            goal: CompiledGoal::compile(task, &layout),
            groups: Vec::new(),
            all_groups: (0..groups.len()).collect(),
            program: DecisionProgram::default(),
            tables: Tables::default(),
            operators: Vec::new(),
            no_operators: OperatorSet::none_of(0),
            tick: Tick::of(task, &layout.packing),
            layout,
        };
        groups.into_iter().for_each(|group| compiled.add_group(task, group, stop));
        compiled.no_operators = OperatorSet::none_of(compiled.operators.len());
        Some(compiled)
    }

    fn add_group(&mut self, task: &Task, group: DraftGroup, stop: &Stop) {
        let first = self.operators.len();
        let field = group.var.map_or(Field::NONE, |var| self.layout.packing.variable(var).field);
        let view = group.asked.as_ref().map(|asked| (asked, self.layout.view(asked)));
        let (mut runs, mut tables) = (Vec::new(), Vec::new());
        for drafts in group.by_code.iter().take_while(|_| !stop.is_raised()) {
            let mut operators: Vec<CompiledOperator> = Vec::new();
            let (mut conditions, mut tests): (Vec<&[Literal]>, Vec<_>) = (Vec::new(), Vec::new());
            for GroupedOperator { id, condition } in drafts {
                let effects = CompiledEffects::compile(&self.layout, task.operator(*id));
                let Some((effects, to_test)) = effects.zip(self.layout.tests(condition)) else { continue };
                operators.push(CompiledOperator { id: *id, effects });
                conditions.push(condition);
                tests.push(to_test);
            }
            if let Some((asked, view)) = view {
                tables.push((self.tables.add(asked, view, &conditions), self.operators.len()));
                self.operators.extend(operators);
            } else {
                let (run, order) = self.program.add_group(&tests, self.operators.len());
                runs.push(run);
                self.operators.extend(order.into_iter().map(|index| operators[index].clone()));
            }
        }
        let decision = if view.is_some() { Decision::LookUp(tables) } else { Decision::Run(runs) };
        self.groups.push(OperatorGroup { field, operators: first..self.operators.len(), decision });
    }

    pub(super) fn width(&self) -> usize {
        self.layout.packing.width()
    }

    pub(super) fn hash_function(&self) -> HashFunction {
        HashFunction::new(self.layout.packing.n_bits())
    }

    pub(super) fn scratch(&self) -> Scratch {
        // At most one block for each operator, and a dummy entry to write to.
        let applicable = vec![(0, 0); self.operators.len() + 1];
        Scratch { words: vec![0; self.derived.n_words()], applicable }
    }

    #[inline]
    pub(super) fn operator_id(&self, operator: usize) -> OperatorId {
        self.operators[operator].id
    }

    pub(super) fn operator_ids(&self) -> impl ExactSizeIterator<Item = OperatorId> {
        self.operators.iter().map(|operator| operator.id)
    }

    /// Returns for each operator of the task its number among the compiled ones.
    pub(super) fn places(&self, task: &Task) -> Vec<Option<u32>> {
        let mut places = vec![None; task.operators().len()];
        for (place, id) in (0..).zip(self.operator_ids()) {
            places[id.index()] = Some(place);
        }
        places
    }

    /// Checks whether the clock has its value at `depth` at no other depth.
    pub(super) fn is_once(&self, depth: usize) -> bool {
        self.tick.is_some_and(|tick| (depth as u64) < tick.loop_to)
    }

    /// Returns the bits of a word of the packed state that hold the clock.
    pub(super) fn clock_bits(&self, word: usize) -> u64 {
        self.tick.filter(|tick| tick.field.word == word).map_or(0, |tick| tick.field.mask())
    }

    #[inline]
    pub(super) fn is_goal(&self, state: &[u64], scratch: &mut Scratch) -> bool {
        match &self.goal {
            CompiledGoal::Never => false,
            CompiledGoal::Fields(fields) => {
                fields.iter().all(|(field, accepted)| accepted[index(field.get(state))])
            }
            CompiledGoal::Tests(tests) => self.satisfies(tests, state, scratch),
        }
    }

    fn satisfies(&self, tests: &[Test], state: &[u64], scratch: &mut Scratch) -> bool {
        // Tests of the packed state itself fail for most states, and cost least.
        let is_of_state = |test: &&Test| test.word < state.len();
        if !tests.iter().filter(is_of_state).all(|test| test.holds(state)) {
            return false;
        }
        let words = &mut scratch.words;
        self.derived_for_goal.evaluate(state, words);
        tests.iter().all(|test| test.holds(words))
    }

    #[inline]
    pub(super) fn groups(&self) -> &[usize] {
        &self.all_groups
    }

    pub(super) fn operators_of(&self, group: usize) -> Range<usize> {
        self.groups[group].operators.clone()
    }

    /// Calls `emit` for every applicable operator, with the successor.
    #[inline]
    pub(super) fn each_successor<W: Width>(
        &self,
        state: &W::State,
        scratch: &mut Scratch,
        emit: impl FnMut(usize, &mut W::State),
    ) {
        self.expand::<W>(state, scratch, &self.all_groups, &self.no_operators, emit);
    }

    /// Calls `emit` for every applicable operator of the groups that is not in `unwanted`, with the successor.
    #[inline]
    pub(super) fn expand<W: Width>(
        &self,
        state: &W::State,
        scratch: &mut Scratch,
        groups: &[usize],
        unwanted: &OperatorSet,
        emit: impl FnMut(usize, &mut W::State),
    ) {
        let (n_blocks, _) = self.decide::<false>(state.as_ref(), scratch, groups, unwanted);
        self.apply::<W>(state, scratch, n_blocks, emit);
    }

    /// Expands all groups like [`Self::expand`]. Returns the number of applicable operators, unwanted ones included.
    #[inline]
    pub(super) fn expand_all<W: Width>(
        &self,
        state: &W::State,
        scratch: &mut Scratch,
        unwanted: &OperatorSet,
        emit: impl FnMut(usize, &mut W::State),
    ) -> u64 {
        let (n_blocks, n_applicable) =
            self.decide::<true>(state.as_ref(), scratch, &self.all_groups, unwanted);
        n_applicable - self.apply::<W>(state, scratch, n_blocks, emit)
    }

    /// Returns the only applicable operator of a state, with the successor; `None` if there is none, or more than one.
    #[inline]
    pub(super) fn only_successor<W: Width>(
        &self,
        state: &W::State,
        scratch: &mut Scratch,
    ) -> Option<(usize, W::Owned)> {
        let (n_blocks, n_applicable) =
            self.decide::<true>(state.as_ref(), scratch, &self.all_groups, &self.no_operators);
        let mut only = None;
        if n_applicable == 1 {
            self.apply::<W>(state, scratch, n_blocks, |operator, next| {
                only = Some((operator, W::owned(next)))
            });
        }
        only
    }

    /// Replaces a state by its successor by an applicable operator.
    pub(super) fn advance(&self, state: &mut [u64], operator: usize, scratch: &mut Scratch) {
        self.derived.evaluate(state, &mut scratch.words);
        self.operators[operator].effects.apply(&scratch.words, state);
        if let Some(tick) = self.tick {
            tick.apply(state);
        }
    }

    /// Finds the applicable operators of the groups that are not `unwanted`, as blocks in the scratch space. Returns the number
    /// of blocks, and, if they are to be `COUNTED`, that of the applicable operators, unwanted ones included. Has few branches:
    /// none could be predicted.
    #[inline(never)]
    fn decide<const COUNTED: bool>(
        &self,
        state: &[u64],
        scratch: &mut Scratch,
        groups: &[usize],
        unwanted: &OperatorSet,
    ) -> (usize, u64) {
        let Scratch { words, applicable } = scratch;
        self.derived.evaluate(state, words);
        let (mut n_blocks, mut n_applicable) = (0, 0);
        for group in groups {
            let OperatorGroup { field, decision, .. } = &self.groups[*group];
            let code = index(field.get(words));
            let mut add = |first, block: u64| {
                if COUNTED {
                    n_applicable += u64::from(block.count_ones());
                }
                let wanted = block & !unwanted.block(first);
                applicable[n_blocks] = (first, wanted);
                n_blocks += usize::from(wanted != 0);
            };
            match decision {
                Decision::LookUp(tables) => {
                    let (table, first) = tables[code];
                    add(first, self.tables.applicable(table, words));
                }
                Decision::Run(runs) => self.program.run(runs[code].clone(), words, |operators| {
                    for first in operators.clone().step_by(OperatorSet::BLOCK) {
                        let n = OperatorSet::BLOCK.min(operators.end - first);
                        add(first, (1 << n) - 1);
                    }
                }),
            }
        }
        (n_blocks, n_applicable)
    }

    /// Applies the operators of the blocks in the scratch space. Returns the number of those that are not applicable after all,
    /// since active effects contradict each other.
    #[inline]
    fn apply<W: Width>(
        &self,
        state: &W::State,
        scratch: &Scratch,
        n_blocks: usize,
        mut emit: impl FnMut(usize, &mut W::State),
    ) -> u64 {
        let mut n_contradictory = 0;
        let mut next = W::owned(state);
        for (first, block) in &scratch.applicable[..n_blocks] {
            for operator in bits(*block).map(|bit| first + bit) {
                let next = W::of_mut(&mut next);
                W::copy(state, next);
                if !self.operators[operator].effects.apply(&scratch.words, next.as_mut()) {
                    n_contradictory += 1;
                    continue;
                }
                if let Some(tick) = self.tick {
                    tick.apply(next.as_mut());
                }
                emit(operator, next);
            }
        }
        n_contradictory
    }
}

#[derive(Debug, Clone, Copy)]
struct Tick {
    field: Field,
    last: u64,
    loop_to: u64,
}

impl Tick {
    /// Compiles the clock; `None` for a task without a clock, or with a clock that never moves.
    fn of(task: &Task, packing: &Packing) -> Option<Self> {
        let clock = task.clock().filter(|clock| packing.can_change(clock.var))?;
        let code = |value| packing.code(Fact { var: clock.var, value });
        let field = packing.variable(clock.var).packed;
        Some(Self { field, last: code(clock.size.checked_sub(1)?)?, loop_to: code(clock.loop_to)? })
    }

    #[inline]
    fn apply(self, next: &mut [u64]) {
        let now = self.field.get(next);
        let after = if now == self.last { self.loop_to } else { now + 1 };
        let word = &mut next[self.field.word];
        *word = *word & !self.field.mask() | after << self.field.shift;
    }
}

/// Goal test, made once for every new state. A goal of facts only is looked up field by field in the packed state; one with
/// derived variables needs the scratch words.
#[derive(Debug, Clone)]
enum CompiledGoal {
    Never,
    /// Each field must hold one of its marked codes.
    Fields(Vec<(Field, Vec<bool>)>),
    Tests(Vec<Test>),
}

impl CompiledGoal {
    fn compile(task: &Task, layout: &ScratchLayout) -> Self {
        let Some(tests) = layout.tests(task.goal()) else { return Self::Never };
        if task.goal().iter().any(|literal| matches!(literal.atom, Atom::Derived(_))) {
            return Self::Tests(tests);
        }
        let fields = layout.packing.fields().iter();
        Self::Fields(fields.filter_map(|field| accepted(task.goal(), layout, field)).collect())
    }
}

/// Marks the codes of a field with which every goal literal over its members holds; `None` if there is no such literal.
fn accepted(goal: &[Literal], layout: &ScratchLayout, shared: &SharedField) -> Option<(Field, Vec<bool>)> {
    let mut relevant = false;
    let sizes = shared.members.iter().map(|var| layout.packing.variable(*var).n_codes);
    let mut accepted = vec![true; index(sizes.clone().product())];
    let mut unit = 1;
    for (var, size) in shared.members.iter().zip(sizes) {
        for literal in goal {
            let Atom::Fact(fact) = literal.atom else { continue };
            if fact.var != *var {
                continue;
            }
            relevant = true;
            for (code, accepted) in (0_u64..).zip(&mut accepted) {
                let holds = layout.packing.code(fact) == Some(code / unit % size);
                *accepted &= holds == literal.positive;
            }
        }
        unit *= size;
    }
    relevant.then_some((shared.field, accepted))
}
