//! Operators as projections read them: conditions and effects on state variables, without derived variables and the clock.
//!
//! A condition on a derived variable counts as true. So an operator is applicable in more states than in the task, and a
//! conditional effect may occur or not.

use bmcplan_base::arithmetic::greatest_common_divisor;
use bmcplan_base::ordered::sort_by_key;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::plan::Metric;
pub(super) use bmcplan_task::relaxation::{index, number};
use bmcplan_task::{Atom, Fact, Literal, Operator, Reachability, Task};

/// Literal over a state variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) var: u32,
    pub(super) value: u32,
    pub(super) positive: bool,
}

impl Condition {
    pub(super) fn holds_at(self, value: u32) -> bool {
        (self.value == value) == self.positive
    }
}

#[derive(Debug)]
pub(super) struct ActionEffect {
    pub(super) var: u32,
    pub(super) value: u32,
    pub(super) conditions: Vec<Condition>,
    /// False if a condition was left out: then it need not occur where the others hold.
    pub(super) is_certain: bool,
}

/// Operator that is applicable in some reachable state.
#[derive(Debug)]
pub(super) struct Action {
    /// Sorted by variable.
    pub(super) precondition: Vec<Condition>,
    /// Sorted by variable.
    pub(super) effects: Vec<ActionEffect>,
    /// True if effects have no conditions and every precondition is a fact.
    pub(super) is_simple: bool,
    pub(super) cost: u32,
}

/// The operators of a task, its variables and its goal.
#[derive(Debug)]
pub(super) struct Actions {
    pub(super) list: Vec<Action>,
    /// Number of values of each variable.
    pub(super) sizes: Vec<u32>,
    pub(super) goal: Vec<Condition>,
    /// For each variable the actions that may change it.
    pub(super) changing: Vec<Vec<u32>>,
    /// Measure of cost 1 here. Costs are rounded down to units, which keeps lower bounds lower bounds.
    pub(super) unit: u64,
}

/// Greatest cost of an action in units.
const MOST_COST: u64 = 1 << 24;

impl Actions {
    pub(super) fn of(task: &Task, metric: Metric, stop: &Stop) -> Result<Self, StopReason> {
        let reachable = Reachability::of(task, |_| true, stop);
        stop.check()?;
        let is_used = |id: &_| reachable.operator(*id) && !task.operator(*id).effects.is_empty();
        let used: Vec<&Operator> = task.operator_ids().filter(is_used).map(|id| task.operator(id)).collect();
        let costs = || used.iter().map(|operator| metric.of(operator));
        let divisor = costs().fold(0, greatest_common_divisor).max(1);
        let unit = divisor.saturating_mul(costs().max().unwrap_or(0) / divisor / MOST_COST + 1);
        let list: Vec<Action> =
            used.iter().map(|operator| action_of(task, operator, metric.of(operator) / unit)).collect();
        let mut changing = vec![Vec::new(); task.variables().len()];
        for (number, action) in (0..).zip(&list) {
            for effect in &action.effects {
                let of_var: &mut Vec<u32> = &mut changing[index(effect.var)];
                if of_var.last() != Some(&number) {
                    of_var.push(number);
                }
            }
        }
        let sizes = task.variable_ids().map(|var| number(task.facts(var).len())).collect();
        Ok(Self { list, sizes, goal: conditions_of(task, task.goal()).0, changing, unit })
    }

    pub(super) fn costs(&self) -> Vec<u32> {
        self.list.iter().map(|action| action.cost).collect()
    }

    /// Returns the variables that an operator reads when it changes this one, sorted.
    pub(super) fn read_for(&self, var: u32) -> Vec<u32> {
        let actions = self.changing[index(var)].iter().map(|number| &self.list[index(*number)]);
        let mut read: Vec<u32> = actions
            .flat_map(|action| {
                let effects = action.effects.iter().filter(|effect| effect.var == var);
                let conditions = effects.flat_map(|effect| &effect.conditions);
                action.precondition.iter().chain(conditions).map(|condition| condition.var)
            })
            .filter(|read| *read != var)
            .collect();
        read.sort_unstable();
        read.dedup();
        read
    }
}

fn action_of(task: &Task, operator: &Operator, cost: u64) -> Action {
    let mut precondition = conditions_of(task, &operator.precondition).0;
    sort_by_key(&mut precondition, |condition| condition.var);
    let effects = operator.effects.iter().map(|effect| {
        let Fact { var, value } = effect.fact;
        let (conditions, is_certain) = conditions_of(task, &effect.condition);
        ActionEffect { var: number(var.index()), value, conditions, is_certain }
    });
    let mut effects: Vec<ActionEffect> = effects.collect();
    sort_by_key(&mut effects, |effect| effect.var);
    let is_plain = |effect: &ActionEffect| effect.is_certain && effect.conditions.is_empty();
    let is_simple = effects.iter().all(is_plain)
        && effects.windows(2).all(|two| two[0].var != two[1].var)
        && precondition.iter().all(|condition| condition.positive)
        && precondition.windows(2).all(|two| two[0].var != two[1].var);
    Action { precondition, effects, is_simple, cost: u32::try_from(cost).unwrap_or(u32::MAX) }
}

/// Returns the conditions on state variables, and whether there are no other ones.
fn conditions_of(task: &Task, literals: &[Literal]) -> (Vec<Condition>, bool) {
    let clock = task.clock().map(|clock| clock.var);
    let conditions = literals.iter().filter_map(|literal| match literal.atom {
        Atom::Fact(Fact { var, value }) if Some(var) != clock => {
            Some(Condition { var: number(var.index()), value, positive: literal.positive })
        }
        _ => None,
    });
    let conditions: Vec<Condition> = conditions.collect();
    let is_all = conditions.len() == literals.len();
    (conditions, is_all)
}
