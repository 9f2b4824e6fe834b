//! Ordering of commuting operators with variables of their own: of two consecutive operators that could be exchanged, the
//! operator of the greater rank comes first.
//!
//! Let step t run a and step t+1 run b, of a greater rank. They can be exchanged if b can run in frame t already, neither
//! disturbs the other's reads, and neither overwrites the other's effects. Then b before a leads to the same state, and this
//! plan is as short and lexicographically greater in the sequence of ranks. So, as [among arcs](super::order), b needs a reason
//! to come so late, in one clause for each b. A reason is a condition that a made true, or a [disturbance](super::disturbances)
//! of a variable that b changes.
//!
//! Arcs have lower ranks than all others, which are ranked by the smallest variable that they may change.
//!
//! Where few pairs commute, the clauses cost more than they save, so they are added only where [most do](most_commute). That
//! share is estimated from the task. Two operators can run consecutively if the facts after the first are compatible with the
//! needs of the second, by single facts and mutexes. Such a pair commutes if both could run first and neither changes a
//! variable that the other reads or changes.

use itertools::Itertools as _;

use bmcplan_base::ordered::Map;
use bmcplan_base::stop::Stop;
use bmcplan_task::{Dependence, Fact, OperatorId, Task, VarId};

use super::disturbances::Disturbances;
use super::dtg::{Mutexes, VariableDtg};
use super::headings::ORDER;
use super::operator_variables::{Causes, OperatorTerms};
use super::state::{StateTerms, implied_by_each};
use super::{Part, SystemBuilder, Term};

/// First component of the rank of each operator that is not an arc, if operators were ordered.
pub(super) type Leads = Map<OperatorId, VarId>;

/// Adds clauses for the order of all operators that are not arcs, where it pays. Returns their leads.
pub(super) fn order_others(
    others: &[OperatorTerms],
    steps: &[VariableDtg<'_>],
    mutexes: &Mutexes,
    causes: &Causes,
    state: &mut StateTerms<'_>,
    builder: &mut SystemBuilder,
) -> Leads {
    if others.is_empty() {
        return Leads::new();
    }
    let mut groups: Map<VarId, Vec<&OperatorTerms>> = Map::new();
    for other in others {
        if let Some(lead) = other.effects.iter().map(|(fact, _)| fact.var).min() {
            groups.entry(lead).or_default().push(other);
        }
    }
    let arcs: Vec<OperatorId> =
        steps.iter().flat_map(|steps| steps.arcs.iter().map(|arc| arc.operator)).collect();
    let ranked: Vec<OperatorId> = groups.values().flatten().map(|other| other.id).collect();
    let dependence = Dependence::of(state.task());
    if !most_commute(state.task(), &dependence, mutexes, &arcs, &ranked, state.stop()) {
        return Leads::new();
    }
    let mut disturbances = Disturbances::of(state.task(), &dependence, others, steps);
    let moved: Vec<Term> = steps.iter().map(|steps| steps.moved.into()).collect();
    // True if the step runs an operator of a lower rank.
    let mut lower = implied_by_each(&moved, "lower", builder);
    let mut open = groups.values().peekable();
    while let Some(group) = open.next() {
        for other in group {
            if lower == Term::False || state.is_stopped() {
                break;
            }
            let reasons = disturbances.reasons(other, causes, state, builder);
            let mut transition = builder.part(Part::Transition).under(ORDER);
            transition.rule(&[lower, Term::from(other.lit).next()], &reasons);
        }
        if open.peek().is_some() {
            let lits = group.iter().map(|other| other.lit.into());
            lower = implied_by_each(&lits.chain([lower]).collect::<Vec<_>>(), "lower", builder);
        }
    }
    drop(open);
    groups
        .into_iter()
        .flat_map(|(lead, group)| group.into_iter().map(move |other| (other.id, lead)))
        .collect()
}

/// Size of the sample of operators, evenly spaced; every pair of them is examined.
const SAMPLE: usize = 256;

/// Estimates whether at least nine out of ten pairs commute. In problems with fewer, such as `trucks` and `freecell`, ordering
/// the operators makes a few instances faster and many slower.
///
/// Pairs are those whose second operator is one of `others`, and whose first one is listed before it, or an arc.
fn most_commute(
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

struct OperatorFacts {
    /// Facts needed before the operator, and facts true after it.
    before: Vec<Fact>,
    after: Vec<Fact>,
    changed: Vec<VarId>,
    read: Vec<VarId>,
}

impl OperatorFacts {
    fn of(task: &Task, dependence: &Dependence, id: OperatorId) -> Self {
        let operator = task.operator(id);
        let before = operator.needed_facts().collect_vec();
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

/// Checks whether these facts may be true together.
fn possible(some: &[Fact], others: &[Fact], mutexes: &Mutexes) -> bool {
    let exclude =
        |one: Fact, other: Fact| (one.var == other.var && one != other) || mutexes.exclude(one, other);
    !some.iter().any(|one| others.iter().any(|other| exclude(*one, *other)))
}
