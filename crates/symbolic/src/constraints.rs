//! Mutexes as constraints of the search from the goal.
//!
//! Backwards most states are reachable from nowhere. A set from which states are left out that break a mutex has fewer of
//! them. An operator's predecessors are to keep the mutexes, too. Mutexes between variables that it does not change hold
//! before if they hold after. The others become part of its relation (Torralba & Alcázar, *Constrained symbolic search: on
//! mutexes, BDD minimization and more*, 2013).

use bmcplan_base::ordered::Map;
use bmcplan_task::{Fact, Operator, VarId};

use super::store::{Bdd, Halt, Store};
use super::variables::{Time, Variables};

/// Work for the mutexes of goal states.
const GOAL_WORK: u64 = 1 << 18;

/// Pairs of facts that are never true together.
pub(super) struct Constraints {
    /// For each fact the others, sorted.
    excluded: Map<Fact, Vec<Fact>>,
}

impl Constraints {
    pub(super) fn of(pairs: impl Iterator<Item = [Fact; 2]>) -> Self {
        let mut excluded: Map<Fact, Vec<Fact>> = Map::new();
        for [one, other] in pairs.filter(|[one, other]| one.var != other.var) {
            excluded.entry(one).or_default().push(other);
            excluded.entry(other).or_default().push(one);
        }
        excluded.values_mut().for_each(|others| others.sort_unstable());
        Self { excluded }
    }

    /// Leaves out states before an operator that break a mutex, and values that variables cannot have.
    pub(super) fn before(
        &self,
        operator: &Operator,
        changed: &[VarId],
        mut states: Bdd,
        variables: &Variables<'_>,
        store: &mut Store,
    ) -> Result<Bdd, Halt> {
        for fact in operator.needed_facts() {
            states = self.with(fact, states, variables, store)?;
        }
        for var in changed.iter().filter(|var| operator.needed_fact(**var).is_none()) {
            states = self.over(*var, states, variables, store)?;
        }
        Ok(states)
    }

    /// Leaves out what breaks a mutex, of states in which `facts` hold; for other variables as far as that takes little work.
    pub(super) fn everywhere(
        &self,
        facts: &[Fact],
        mut states: Bdd,
        variables: &Variables<'_>,
        store: &mut Store,
    ) -> Result<Bdd, Halt> {
        for fact in facts {
            states = self.with(*fact, states, variables, store)?;
        }
        let is_open = |var: &VarId| variables.changes(*var) && facts.iter().all(|fact| fact.var != *var);
        store.allow(GOAL_WORK);
        for var in variables.task().variable_ids().filter(is_open) {
            match self.over(var, states.clone(), variables, store) {
                Ok(fewer) => states = fewer,
                Err(Halt::Allowance) => break,
                Err(halt) => return Err(halt),
            }
        }
        store.allow(u64::MAX);
        Ok(states)
    }

    /// Leaves out states with a fact that excludes `fact`, which is true in all.
    fn with(
        &self,
        fact: Fact,
        mut states: Bdd,
        variables: &Variables<'_>,
        store: &mut Store,
    ) -> Result<Bdd, Halt> {
        for other in self.excluded.get(&fact).into_iter().flatten() {
            let other = variables.fact(*other, Time::Now, store)?;
            states = store.minus(&states, &other)?;
        }
        Ok(states)
    }

    /// Leaves out states in which a variable has no value, or one that another fact excludes.
    fn over(
        &self,
        var: VarId,
        states: Bdd,
        variables: &Variables<'_>,
        store: &mut Store,
    ) -> Result<Bdd, Halt> {
        let mut cases = Vec::new();
        for fact in variables.facts(var) {
            let here = variables.fact(fact, Time::Now, store)?;
            let here = store.and(&states, &here)?;
            cases.push(self.with(fact, here, variables, store)?);
        }
        store.union(cases)
    }
}
