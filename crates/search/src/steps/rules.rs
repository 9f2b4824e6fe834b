//! Rules for sharing a step: the needs of each operator, and the needs that its effects falsify.
//!
//! A fact of a precondition needs its variable, whatever the value: operators applicable in a state need its current value.
//! Every other [need](bmcplan_task::Needs), of negations, derived variables and conditions of effects, is a *read*: a variable
//! with forbidden values.

use bmcplan_base::ordered::distinct;
use bmcplan_base::stop::Stop;
use bmcplan_task::{Atom, Literal, Needs, Operator, OperatorId, Task};

use super::super::compiled::Compiled;
use super::super::condition::Test;
use super::super::operator_set::OperatorSet;
use super::super::packing::Field;

/// Orders in which the operators of a step can run. Operators that are not listed are in no step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepOrders {
    /// All orders: no operator disables another (∀-steps).
    All(Vec<OperatorId>),
    /// Order of this list: no operator disables a later one (∃-steps).
    Listed(Vec<OperatorId>),
}

impl StepOrders {
    /// Returns the operators that steps may have, in the order in which a step runs them.
    fn operators(&self) -> &[OperatorId] {
        match self {
            Self::All(operators) | Self::Listed(operators) => operators,
        }
    }
}

#[derive(Debug)]
pub(super) struct StepRules<'a> {
    pub(super) compiled: &'a Compiled,
    pub(super) operators: Vec<StepOperator>,
    /// Operators without a place in the order.
    pub(super) left_out: OperatorSet,
    /// For each fact the numbers of the reads falsified by it.
    pub(super) lost: Vec<Vec<usize>>,
    pub(super) n_reads: usize,
    pub(super) n_variables: usize,
    /// True if operators may disable earlier ones in the order (∃-steps).
    pub(super) in_one_order: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) struct StepOperator {
    /// Place in the order in which a step runs its operators.
    pub(super) rank: usize,
    /// Variables to which facts of its precondition give a value.
    pub(super) needed: Vec<usize>,
    pub(super) reads: Vec<usize>,
    pub(super) effects: Vec<StepEffect>,
}

/// Effect: if all tests hold, the variable gets the code.
#[derive(Debug, Clone)]
pub(super) struct StepEffect {
    tests: Vec<Test>,
    pub(super) variable: usize,
    /// Number of the effect's fact among all facts of the task.
    pub(super) fact: usize,
    pub(super) code: u64,
    pub(super) field: Field,
    /// Variable's word in the packed state, and the value that a code of 1 adds to that word.
    pub(super) word: usize,
    pub(super) unit: u64,
}

impl<'a> StepRules<'a> {
    /// Collects the rules of a task; incomplete if `stop` is raised meanwhile.
    pub(super) fn of(task: &Task, compiled: &'a Compiled, orders: &StepOrders, stop: &Stop) -> Self {
        let mut numbers = FactNumbers::of(task);
        let mut ranks = vec![None; task.operators().len()];
        for (place, id) in orders.operators().iter().enumerate() {
            ranks[id.index()] = Some(place);
        }
        let mut left_out = OperatorSet::none_of(compiled.operator_ids().len());
        let mut operators = Vec::with_capacity(compiled.operator_ids().len());
        for (number, id) in compiled.operator_ids().enumerate() {
            let operator = match ranks[id.index()] {
                Some(rank) if !stop.is_raised() => {
                    StepOperator { rank, ..StepOperator::of(task, compiled, task.operator(id), &mut numbers) }
                }
                _ => {
                    left_out.add(number);
                    StepOperator::default()
                }
            };
            operators.push(operator);
        }
        Self {
            compiled,
            operators,
            left_out,
            n_reads: numbers.n_reads,
            lost: numbers.lost,
            n_variables: task.variables().len(),
            in_one_order: matches!(orders, StepOrders::Listed(_)),
        }
    }
}

impl StepOperator {
    fn of(task: &Task, compiled: &Compiled, operator: &Operator, numbers: &mut FactNumbers) -> Self {
        let needed = distinct(operator.needed_facts().map(|fact| fact.var.index()).collect());
        let others = operator.precondition.iter().copied().filter(|literal| literal.as_fact().is_none());
        let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
        let either = conditions.flat_map(|literal| [*literal, !*literal]);
        let mut reads = Vec::new();
        for literal in others.chain(either) {
            reads.extend_from_slice(numbers.reads_of(task, literal));
        }
        let effects = operator.effects.iter().filter_map(|effect| {
            let variable = compiled.layout.packing.variable(effect.fact.var);
            Some(StepEffect {
                tests: compiled.layout.tests(&effect.condition)?,
                variable: effect.fact.var.index(),
                fact: numbers.first[effect.fact.var.index()] + effect.fact.value_index(),
                code: compiled.layout.packing.code(effect.fact)?,
                field: variable.field,
                word: variable.packed.word,
                unit: variable.unit,
            })
        });
        let effects = effects.collect();
        Self { rank: 0, needed, reads: distinct(reads), effects }
    }
}

impl StepEffect {
    #[inline]
    pub(super) fn is_active(&self, scratch: &[u64]) -> bool {
        self.tests.iter().all(|test| test.holds(scratch))
    }
}

struct FactNumbers {
    /// For each variable the number of its first fact.
    first: Vec<usize>,
    lost: Vec<Vec<usize>>,
    /// For each variable its reads, by the values that falsify them, with their numbers.
    reads: Vec<Vec<(Vec<u32>, usize)>>,
    n_reads: usize,
    /// For each fact and each derived variable, negated and not, the numbers of its reads, once they are known.
    by_literal: Vec<Option<Vec<usize>>>,
}

impl FactNumbers {
    fn of(task: &Task) -> Self {
        let mut n_facts = 0;
        let mut first = Vec::with_capacity(task.variables().len());
        for var in task.variable_ids() {
            first.push(n_facts);
            n_facts += task.facts(var).len();
        }
        Self {
            lost: vec![Vec::new(); n_facts],
            reads: vec![Vec::new(); first.len()],
            n_reads: 0,
            by_literal: vec![None; 2 * (n_facts + task.derived().len())],
            first,
        }
    }

    fn reads_of(&mut self, task: &Task, literal: Literal) -> &[usize] {
        let atom = match literal.atom {
            Atom::Fact(fact) => self.first[fact.var.index()] + fact.value_index(),
            Atom::Derived(id) => self.lost.len() + id.index(),
        };
        let place = 2 * atom + usize::from(literal.positive);
        if self.by_literal[place].is_none() {
            self.by_literal[place] = Some(self.new_reads_of(task, literal));
        }
        self.by_literal[place].as_deref().unwrap_or_default()
    }

    fn new_reads_of(&mut self, task: &Task, literal: Literal) -> Vec<usize> {
        let mut reads = Vec::new();
        for (var, needs) in Needs::of(task, literal).0 {
            let values = task.facts(var).map(|fact| fact.value);
            let lost_at: Vec<u32> = values.filter(|value| needs.falsified_by(*value)).collect();
            let known = &mut self.reads[var.index()];
            let read = match known.binary_search_by(|(other, _)| other.cmp(&lost_at)) {
                Ok(place) => known[place].1,
                Err(place) => {
                    let read = self.n_reads;
                    self.n_reads += 1;
                    for fact in task.facts(var).filter(|fact| lost_at.contains(&fact.value)) {
                        self.lost[self.first[var.index()] + fact.value_index()].push(read);
                    }
                    known.insert(place, (lost_at, read));
                    read
                }
            };
            reads.push(read);
        }
        reads
    }
}
