//! What a search starts from: its operators, and what is known of the states that they reach.

use bmcplan_base::stop::Stop;
use bmcplan_task::{OperatorId, Reachability, Task};

use super::constraints::Constraints;
use super::store::Halt;

/// Operators that are used, and what is known of the states.
pub(super) struct Basis {
    pub(super) operators: Vec<OperatorId>,
    pub(super) reachable: Reachability,
    pub(super) constraints: Constraints,
}

impl Basis {
    /// Takes the `relevant` operators that can be applied in some state.
    pub(super) fn of(task: &Task, relevant: &[bool], stop: &Stop) -> Result<Self, Halt> {
        let mut reachable = Reachability::of(task, |id| relevant[id.index()], stop);
        let (never, pairs): (Vec<_>, Vec<_>) =
            task.mutex_pairs(Task::MUTEX_LIMIT, stop).into_iter().partition(|[one, other]| one == other);
        reachable.rule_out(task, never.iter().map(|[fact, _]| *fact));
        // What was computed until a stop may lack something.
        stop.check().map_err(Halt::Stopped)?;
        let is_used = |id: &OperatorId| relevant[id.index()] && reachable.operator(*id);
        let operators = task.operator_ids().filter(is_used).collect();
        let constraints = Constraints::of(pairs.into_iter().chain(task.mutexes().iter().copied()));
        Ok(Self { operators, reachable, constraints })
    }
}
