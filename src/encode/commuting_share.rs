//! The share of operators in a row that could change places, estimated from the task.
//!
//! Two operators can run in a row if the facts after the first are compatible with the needs of the second, by single facts
//! and mutexes. Such a pair commutes if both could run first and neither changes a variable that the other reads or changes.
//!
//! `task/dependence.rs` compares this with other notions of independence.

use itertools::Itertools as _;

use super::dtg::Mutexes;
use crate::stop::Stop;
use crate::task::{Dependence, Fact, OperatorId, Task, VarId};

/// The size of the sample of operators, evenly spaced; every pair of them is examined.
const SAMPLE: usize = 256;

/// True if at least nine out of ten pairs commute. Of problems with fewer, such as `trucks` and `freecell`, few became faster
/// by an order of their operators, and many slower.
///
/// Pairs are those whose second operator is one of `others`, and whose first one is listed before it, or an arc.
pub(super) fn most_commute(
    task: &Task,
    dependence: &Dependence,
    mutexes: &Mutexes,
    arcs: &[OperatorId],
    others: &[OperatorId],
    stop: &Stop,
) -> bool {
    let spacing = (arcs.len() + others.len()).div_ceil(SAMPLE).max(1);
    let sample = |ids: &[OperatorId]| {
        let ids = ids.iter().step_by(spacing).take_while(|_| !stop.is_raised());
        ids.map(|id| OperatorFacts::of(task, dependence, *id)).collect_vec()
    };
    let (mut shapes, others) = (sample(arcs), sample(others));
    let (mut pairs, mut commuting) = (0, 0);
    for second in others {
        for first in shapes.iter().take_while(|_| !stop.is_raised()) {
            if possible(&first.after, &second.before, mutexes) {
                pairs += 1;
                commuting += usize::from(first.commutes(&second, mutexes));
            }
        }
        shapes.push(second);
    }
    0 < pairs && 9 * pairs <= 10 * commuting
}

/// The needs and changes of an operator.
struct OperatorFacts {
    /// The facts needed before the operator, and the facts true after it.
    before: Vec<Fact>,
    after: Vec<Fact>,
    changed: Vec<VarId>,
    read: Vec<VarId>,
}

impl OperatorFacts {
    fn of(task: &Task, dependence: &Dependence, id: OperatorId) -> Self {
        let operator = task.operator(id);
        let before = operator.precondition.iter().filter_map(|literal| literal.as_fact()).collect_vec();
        let changed = operator.effects.iter().map(|effect| effect.fact.var).sorted().dedup().collect_vec();
        let stays = before.iter().copied().filter(|fact| !changed.contains(&fact.var));
        let certain = operator.effects.iter().filter(|effect| effect.condition.is_empty());
        let after = stays.chain(certain.map(|effect| effect.fact)).collect();
        let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
        let read = dependence.variables(operator.precondition.iter().chain(conditions));
        Self { before, after, changed, read }
    }

    fn commutes(&self, other: &Self, mutexes: &Mutexes) -> bool {
        let meet = |one: &[VarId], other: &[VarId]| one.iter().any(|var| other.binary_search(var).is_ok());
        possible(&self.before, &other.before, mutexes)
            && !meet(&self.changed, &other.changed)
            && !meet(&self.changed, &other.read)
            && !meet(&self.read, &other.changed)
    }
}

/// True if these facts may be true together.
fn possible(some: &[Fact], others: &[Fact], mutexes: &Mutexes) -> bool {
    let exclude =
        |one: Fact, other: Fact| (one.var == other.var && one != other) || mutexes.exclude(one, other);
    !some.iter().any(|one| others.iter().any(|other| exclude(*one, *other)))
}
