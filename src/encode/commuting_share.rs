//! The share of operators in a row that could change places, estimated from the task.
//!
//! Two operators can run in a row if what holds after the first does not exclude what the second needs, as far as single
//! facts and mutexes tell. Of such pairs those commute that could both run first and of which neither changes a variable
//! that the other reads or changes.

use itertools::Itertools as _;

use super::dtg::Mutexes;
use crate::stop::Stop;
use crate::task::{Dependence, Fact, OperatorId, Task, VarId};

/// How many operators are looked at, evenly spaced; every pair of them.
const SAMPLE: usize = 256;

/// Whether at least nine out of ten pairs commute. Of problems with fewer, such as `trucks` and `freecell`, few became faster
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

/// What an operator needs and changes.
struct OperatorFacts {
    /// Facts that it needs, and facts that are true after it.
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

/// Whether these facts may be true together.
fn possible(some: &[Fact], others: &[Fact], mutexes: &Mutexes) -> bool {
    let exclude =
        |one: Fact, other: Fact| (one.var == other.var && one != other) || mutexes.exclude(one, other);
    !some.iter().any(|one| others.iter().any(|other| exclude(*one, *other)))
}
