//! A task compiled for expansion: packed states in, packed successors out.
//!
//! It agrees with [`ExtendedState::successor`](crate::task::ExtendedState::successor) on every reachable
//! state. Operators whose effects are unconditional and agree (nearly all) are a few masked assignments;
//! conditional effects are tested one by one, and two active ones that contradict each other make the
//! operator inapplicable.

use std::ops::Range;

use super::condition::{Layout, Test};
use super::derived::{DerivedProgram, needed};
use super::packing::{Field, Packing, index};
use super::program::Program;
use crate::task::{Atom, Effect, Fact, Literal, OperatorId, Reachability, Task};

/// See the module.
#[derive(Debug, Clone)]
pub(super) struct Compiled {
    layout: Layout,
    derived: DerivedProgram,
    /// `None`: never satisfied.
    goal: Option<Vec<Test>>,
    goal_needs_derived: bool,
    groups: Vec<Group>,
    /// For each code of each group's variable, its part of the program.
    entries: Vec<Range<usize>>,
    program: Program,
    operators: Vec<CompiledOperator>,
}

/// The operators whose precondition gives this field's variable a value, or (with [`Field::NONE`]) the others.
#[derive(Debug, Clone)]
struct Group {
    field: Field,
    first_entry: usize,
}

#[derive(Debug, Clone)]
struct CompiledOperator {
    id: OperatorId,
    /// The first assignment, and the only one of most operators.
    first: Assignment,
    rest: Rest,
}

#[derive(Debug, Clone)]
enum Rest {
    /// Nothing more.
    Nothing,
    /// More assignments, to other words.
    Assignments(Box<[Assignment]>),
    /// All effects in full: the assignments are not known before.
    Effects(Box<[CompiledEffect]>),
}

/// `word = word & keep | set`.
#[derive(Debug, Clone, Copy)]
struct Assignment {
    word: usize,
    keep: u64,
    set: u64,
}

#[derive(Debug, Clone)]
struct CompiledEffect {
    tests: Vec<Test>,
    assignment: Assignment,
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
        let needed = needed(task);
        let layout = Layout::new(packing, reachable, &needed);
        let mut compiled = Self {
            derived: DerivedProgram::compile(task, &layout, &needed),
            goal: layout.tests(task.goal()),
            goal_needs_derived: task.goal().iter().any(|literal| matches!(literal.atom, Atom::Derived(_))),
            groups: Vec::new(),
            entries: Vec::new(),
            program: Program::default(),
            operators: Vec::new(),
            layout,
        };
        compiled.add_operators(task);
        Some(compiled)
    }

    fn add_operators(&mut self, task: &Task) {
        let mut by_value: Vec<Vec<Vec<Draft>>> = task
            .variable_ids()
            .map(|var| (0..self.layout.packing.n_codes(var)).map(|_| Vec::new()).collect())
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
            let Some(operator) = CompiledOperator::compile(&self.layout, id, &operator.effects) else {
                continue;
            };
            let draft = Draft { tests, operator };
            match key.map(|fact| (fact, self.layout.packing.code(fact))) {
                None => others.push(draft),
                Some((fact, Some(code))) => by_value[fact.var.index()][index(code)].push(draft),
                Some((_, None)) => {}
            }
        }
        self.add_group(Field::NONE, vec![others]);
        for (var, drafts) in task.variable_ids().zip(by_value) {
            self.add_group(self.layout.packing.field(var), drafts);
        }
    }

    /// The positive fact of a precondition that selects best: whose variable has most values.
    fn selector(&self, precondition: &[Literal]) -> Option<Fact> {
        let facts = precondition.iter().filter_map(|literal| match literal {
            Literal { atom: Atom::Fact(fact), positive: true } => Some(*fact),
            _ => None,
        });
        facts.rev().max_by_key(|fact| self.layout.packing.n_codes(fact.var))
    }

    fn add_group(&mut self, field: Field, by_code: Vec<Vec<Draft>>) {
        if by_code.iter().all(Vec::is_empty) {
            return;
        }
        self.groups.push(Group { field, first_entry: self.entries.len() });
        for drafts in by_code {
            let (tests, operators): (Vec<_>, Vec<_>) =
                drafts.into_iter().map(|draft| (draft.tests, draft.operator)).unzip();
            let (entry, order) = self.program.add_group(&tests, self.operators.len());
            self.entries.push(entry);
            self.operators.extend(order.into_iter().map(|index| operators[index].clone()));
        }
    }

    /// How many words a packed state has.
    pub(super) fn width(&self) -> usize {
        self.layout.packing.width()
    }

    /// Scratch space for one state.
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
    pub(super) fn reach(&self) -> u32 {
        self.operators.iter().map(CompiledOperator::reach).max().unwrap_or(0)
    }

    /// Whether the goal holds in a state.
    pub(super) fn is_goal(&self, state: &[u64], scratch: &mut [u64]) -> bool {
        let Some(goal) = &self.goal else { return false };
        if !self.goal_needs_derived {
            return goal.iter().all(|test| test.holds(state));
        }
        self.extend(state, scratch);
        goal.iter().all(|test| test.holds(scratch))
    }

    fn extend(&self, state: &[u64], scratch: &mut [u64]) {
        scratch[..state.len()].copy_from_slice(state);
        self.derived.evaluate(scratch);
    }

    /// Calls `emit` for every applicable operator that `wanted` lets through, with the state it leads to, and
    /// returns how many operators are applicable in all.
    pub(super) fn expand<const W: usize>(
        &self,
        state: &[u64; W],
        scratch: &mut [u64],
        wanted: impl Fn(usize) -> bool,
        mut emit: impl FnMut(usize, [u64; W]),
    ) -> u64 {
        self.extend(state, scratch);
        let mut applicable = 0;
        for group in &self.groups {
            let entry = &self.entries[group.first_entry + group.field.code(state)];
            self.program.run(entry.clone(), scratch, |operators| {
                for operator in operators {
                    applicable += 1;
                    if !wanted(operator) {
                        continue;
                    }
                    let mut next = *state;
                    if self.operators[operator].apply(scratch, &mut next) {
                        emit(operator, next);
                    } else {
                        applicable -= 1;
                    }
                }
            });
        }
        applicable
    }
}

impl CompiledOperator {
    /// Compiles effects; `None` if unconditional ones contradict each other.
    fn compile(layout: &Layout, id: OperatorId, effects: &[Effect]) -> Option<Self> {
        let mut compiled = Vec::with_capacity(effects.len());
        for effect in effects {
            // An effect that the relaxation never sees active has no code for its value, and needs none.
            if let (Some(tests), Some(set)) = (layout.tests(&effect.condition), layout.placed(effect.fact)) {
                let field = layout.packing.field(effect.fact.var);
                let assignment = Assignment { word: field.word, keep: !field.mask(), set };
                compiled.push(CompiledEffect { tests, assignment });
            }
        }
        if compiled.iter().any(|effect| !effect.tests.is_empty()) {
            let first = Assignment { word: 0, keep: u64::MAX, set: 0 };
            return Some(Self { id, first, rest: Rest::Effects(compiled.into()) });
        }
        let mut joined: Vec<Assignment> = Vec::new();
        for Assignment { word, keep, set } in compiled.into_iter().map(|effect| effect.assignment) {
            match joined.iter_mut().find(|other| other.word == word) {
                Some(other) if other.contradicts(keep, set) => return None,
                Some(other) => *other = Assignment { word, keep: other.keep & keep, set: other.set | set },
                None => joined.push(Assignment { word, keep, set }),
            }
        }
        let mut joined = joined.into_iter();
        let first = joined.next().unwrap_or(Assignment { word: 0, keep: u64::MAX, set: 0 });
        let rest: Box<[Assignment]> = joined.collect();
        Some(Self { id, first, rest: if rest.is_empty() { Rest::Nothing } else { Rest::Assignments(rest) } })
    }

    /// Changes `next`, a copy of the packed state that `scratch` begins with; false if the active effects
    /// contradict each other.
    fn apply(&self, scratch: &[u64], next: &mut [u64]) -> bool {
        next[self.first.word] = next[self.first.word] & self.first.keep | self.first.set;
        match &self.rest {
            Rest::Nothing => true,
            Rest::Assignments(rest) => {
                for assignment in rest {
                    next[assignment.word] = next[assignment.word] & assignment.keep | assignment.set;
                }
                true
            }
            Rest::Effects(effects) => apply_effects(effects, scratch, next),
        }
    }

    fn reach(&self) -> u32 {
        let bits = |assignment: &Assignment| (!assignment.keep).count_ones();
        let rest: u32 = match &self.rest {
            Rest::Nothing => 0,
            Rest::Assignments(rest) => rest.iter().map(bits).sum(),
            Rest::Effects(effects) => effects.iter().map(|effect| bits(&effect.assignment)).sum(),
        };
        bits(&self.first) + rest
    }
}

impl Assignment {
    /// Whether a variable gets different values by this and by another assignment to the same word.
    fn contradicts(&self, keep: u64, set: u64) -> bool {
        let both = !self.keep & !keep;
        self.set & both != set & both
    }
}

/// Applies the active effects; false if two contradict each other.
fn apply_effects(effects: &[CompiledEffect], scratch: &[u64], next: &mut [u64]) -> bool {
    for (index, effect) in effects.iter().enumerate() {
        if !effect.tests.iter().all(|test| test.holds(scratch)) {
            continue;
        }
        let Assignment { word, keep, set } = effect.assignment;
        let contradicted = effects[..index].iter().any(|other| {
            other.assignment.word == word
                && other.assignment.contradicts(keep, set)
                && other.tests.iter().all(|test| test.holds(scratch))
        });
        if contradicted {
            return false;
        }
        next[word] = next[word] & keep | set;
    }
    true
}
