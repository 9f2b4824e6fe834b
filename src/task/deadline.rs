//! What the clock alone says of a task: from when on the goal can hold, and whether being early is ever a drawback.

use super::{Atom, Clock, Derived, Fact, Literal, Task};

impl Task {
    /// The least number of operators after which the clock allows the goal; `None` if it never does. 0 without a clock.
    ///
    /// Everything but the clock is taken to be open, so no plan is shorter.
    pub fn earliest_goal(&self) -> Option<usize> {
        match self.clock() {
            None => Some(0),
            Some(clock) => (0..clock.size as usize).find(|n| {
                let truths = Truths::of(self, clock.at(*n));
                self.goal().iter().all(|literal| truths.of_literal(*literal) != Some(false))
            }),
        }
    }

    /// Whether a state reached at some time leads to the goal whenever the same state reached later does, by the same
    /// operators. Always so without a clock.
    ///
    /// It is shown where the clock is no more than a deadline: it only makes derived variables true for good, or one that
    /// forbids every operator, so that time ends; and these only forbid operators. Where the goal asks for one of them,
    /// the rest of the goal implies it without the clock. `false` means that this was not shown.
    pub fn is_best_early(&self) -> bool {
        let Some(clock) = self.clock() else { return true };
        let deadlines = Deadlines::of(self, clock);
        let allowed = |literal: &Literal| !deadlines.reads_clock(*literal) || deadlines.is_before(*literal);
        let operators_allow = self.operators().iter().all(|operator| {
            let mut conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
            operator.precondition.iter().all(allowed)
                && !conditions.any(|literal| deadlines.reads_clock(*literal))
        });
        operators_allow && self.goal().iter().all(|literal| deadlines.allows_in_goal(*literal))
    }

    /// The same task without its clock, and the greatest length of its plans, where the clock is no more than a deadline
    /// for reaching the goal: before it, what ends time is that the goal is reached.
    ///
    /// Operators keep their ids. Up to that length both tasks have the same plans of which no shorter part reaches the
    /// goal; there are no longer ones.
    pub fn without_deadline(&self) -> Option<(Self, usize)> {
        let clock = self.clock().filter(|_| self.is_best_early())?;
        let deadlines = Deadlines::of(self, clock);
        let in_goal = |literal: &&Literal| deadlines.reads_clock(**literal);
        let &[&end] = self.goal().iter().filter(in_goal).collect::<Vec<_>>().as_slice() else { return None };
        let derived = self.definition(end.atom)?;
        let goal: Vec<Literal> = self.goal().iter().copied().filter(|literal| *literal != end).collect();
        let by_clock = |body: &[Literal]| body.iter().any(|literal| deadlines.reads_clock(*literal));
        let is_goal = |body: &[Literal]| goal.iter().all(|literal| self.implied(*literal, body));
        let values = derived.rules.iter().filter(|body| by_clock(body)).flatten();
        let latest = values.filter_map(|literal| match literal.atom {
            Atom::Fact(fact) => Some(fact.value),
            Atom::Derived(_) => None,
        });
        let latest = usize::try_from(latest.min()?).ok()?;
        if !derived.rules.iter().all(|body| by_clock(body) || is_goal(body)) {
            return None;
        }
        let mut task = Self { clock: None, goal, ..self.clone() };
        for operator in &mut task.operators {
            let n_literals = operator.precondition.len();
            operator.precondition.retain(|literal| *literal != !end);
            let others = &operator.precondition;
            if others.len() == n_literals || others.iter().any(|literal| deadlines.reads_clock(*literal)) {
                return None;
            }
        }
        Some((task, latest))
    }

    /// Whether a literal holds wherever a conjunction does, as far as one look at its rules tells.
    fn implied(&self, literal: Literal, body: &[Literal]) -> bool {
        let rules = self.definition(literal.atom).filter(|_| literal.positive).map(|derived| &derived.rules);
        let within = |rule: &Vec<Literal>| rule.iter().all(|literal| body.contains(literal));
        body.contains(&literal) || rules.is_some_and(|rules| rules.iter().any(within))
    }

    /// The derived variable that an atom is, if it is one.
    fn definition(&self, atom: Atom) -> Option<&Derived> {
        match atom {
            Atom::Derived(id) => self.derived().get(id.index()),
            Atom::Fact(_) => None,
        }
    }
}

/// What is true, false or open when nothing but the clock's value is known.
struct Truths {
    now: Fact,
    derived: Vec<Option<bool>>,
}

impl Truths {
    fn of(task: &Task, now: Fact) -> Self {
        let mut truths = Self { now, derived: Vec::with_capacity(task.derived().len()) };
        for derived in task.derived() {
            let bodies = || derived.rules.iter().map(|body| truths.of_conjunction(body));
            let truth = if bodies().any(|truth| truth == Some(true)) {
                Some(true)
            } else if bodies().all(|truth| truth == Some(false)) {
                Some(false)
            } else {
                None
            };
            truths.derived.push(truth);
        }
        truths
    }

    fn of_conjunction(&self, body: &[Literal]) -> Option<bool> {
        let truths = || body.iter().map(|literal| self.of_literal(*literal));
        if truths().any(|truth| truth == Some(false)) {
            Some(false)
        } else {
            truths().all(|truth| truth == Some(true)).then_some(true)
        }
    }

    fn of_literal(&self, literal: Literal) -> Option<bool> {
        let truth = match literal.atom {
            Atom::Fact(fact) => (fact.var == self.now.var).then_some(fact == self.now),
            Atom::Derived(id) => self.derived.get(id.index()).copied().flatten(),
        };
        truth.map(|truth| truth == literal.positive)
    }
}

/// Which derived variables read the clock, and which of these it only makes true: for good, or for the rest of time.
struct Deadlines<'a> {
    task: &'a Task,
    clock: Clock,
    reads: Vec<bool>,
    is_deadline: Vec<bool>,
}

impl<'a> Deadlines<'a> {
    fn of(task: &'a Task, clock: Clock) -> Self {
        let n_derived = task.derived().len();
        let mut deadlines = Self {
            task,
            clock,
            reads: Vec::with_capacity(n_derived),
            is_deadline: Vec::with_capacity(n_derived),
        };
        for (id, derived) in task.derived_ids().zip(task.derived()) {
            let reads = derived.rules.iter().flatten().any(|literal| deadlines.reads_clock(*literal));
            let is_deadline = reads && deadlines.only_comes_true(Atom::Derived(id), derived);
            deadlines.reads.push(reads);
            deadlines.is_deadline.push(is_deadline);
        }
        deadlines
    }

    fn reads_clock(&self, literal: Literal) -> bool {
        match literal.atom {
            Atom::Fact(fact) => fact.var == self.clock.var,
            Atom::Derived(id) => self.reads.get(id.index()).copied().unwrap_or(true),
        }
    }

    /// Whether the clock makes a derived variable true, and then it stays true, if only because nothing happens any more.
    fn only_comes_true(&self, atom: Atom, derived: &Derived) -> bool {
        let facts: Option<Vec<Fact>> = derived
            .rules
            .iter()
            .filter(|body| body.iter().any(|literal| self.reads_clock(*literal)))
            .map(|body| match body.as_slice() {
                [Literal { atom: Atom::Fact(fact), positive: true }] => Some(*fact),
                _ => None,
            })
            .collect();
        let Some(first) = facts.iter().flatten().map(|fact| fact.value).min() else { return facts.is_some() };
        let all_later = |facts: &Vec<Fact>| {
            let mut later = first..self.clock.size;
            later.all(|value| facts.contains(&Fact { var: self.clock.var, value }))
        };
        let forbidden = Literal { atom, positive: false };
        let ends_time =
            || self.task.operators().iter().all(|operator| operator.precondition.contains(&forbidden));
        facts.is_some() && ends_time() || first <= self.clock.loop_to && facts.as_ref().is_some_and(all_later)
    }

    fn is_deadline(&self, literal: Literal) -> bool {
        match literal.atom {
            Atom::Fact(_) => false,
            Atom::Derived(id) => self.is_deadline.get(id.index()).copied().unwrap_or(false),
        }
    }

    /// Whether a literal, once the clock has made it false, stays false, and the clock never makes it true.
    fn is_before(&self, literal: Literal) -> bool {
        !literal.positive && self.is_deadline(literal)
    }

    fn allows_in_goal(&self, literal: Literal) -> bool {
        let implied = || self.task.definition(literal.atom).is_some_and(|derived| self.goal_implies(derived));
        !self.reads_clock(literal) || literal.positive && self.is_deadline(literal) && implied()
    }

    /// Whether some rule without the clock holds wherever the goal's other literals do.
    fn goal_implies(&self, derived: &Derived) -> bool {
        let goal: Vec<Literal> =
            self.task.goal().iter().copied().filter(|literal| !self.reads_clock(*literal)).collect();
        let free = || derived.rules.iter().filter(|body| !body.iter().any(|l| self.reads_clock(*l)));
        let within = |rule: &[Literal], known: &[Literal]| {
            rule.iter().all(|literal| goal.contains(literal) || known.contains(literal))
        };
        let by_cases = |cases: &Derived| cases.rules.iter().all(|case| free().any(|rule| within(rule, case)));
        let mut known = goal.iter().filter(|literal| literal.positive);
        free().any(|rule| within(rule, &[]))
            || known.any(|literal| self.task.definition(literal.atom).is_some_and(by_cases))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::{Operator, TaskBuilder, VarId};

    /// A lamp, a clock of five values, `over` once the clock has one of `late` or (with `won`) the lamp is lit.
    fn game(late: &[u32], loop_to: u32, won: bool) -> TaskBuilder {
        let mut builder = TaskBuilder::default();
        let lamp = builder.variable("lamp", ["off", "on"], 0);
        let var = builder.clock("step", ["1", "2", "3", "4", "5"], loop_to);
        let lit = Fact { var: lamp, value: 1 };
        let mut rules: Vec<Vec<Literal>> =
            late.iter().map(|value| vec![Fact { var, value: *value }.into()]).collect();
        if won {
            rules.push(vec![lit.into()]);
        }
        let over = builder.derived("over", rules);
        builder.operator(Operator::simple("switch", [!Literal::from(over)], [lit]));
        builder.goal([over.into(), lit.into()]);
        builder
    }

    /// The same with an operator more.
    fn with(mut game: TaskBuilder, precondition: Option<u32>) -> Task {
        let var = VarId::from_index(1);
        let precondition = precondition.map(|value| Literal::from(Fact { var, value }));
        game.operator(Operator::simple("wait", precondition, []));
        game.build().unwrap()
    }

    #[test]
    fn a_deadline_makes_early_best() {
        let best_early = |game: TaskBuilder| game.build().unwrap().is_best_early();
        assert!(best_early(game(&[4], 4, true)));
        assert!(best_early(game(&[2, 3, 4], 2, true)));
        // Nothing ever happens after these, whatever the clock would show then.
        assert!(best_early(game(&[3], 4, true)));
        assert!(best_early(game(&[4], 0, true)));
        // One has to wait for the end.
        assert!(!best_early(game(&[4], 4, false)));
        // Who can wait may see the clock begin anew, or the game go on after step 4.
        assert!(with(game(&[4], 4, true), None).is_best_early());
        assert!(!with(game(&[4], 0, true), None).is_best_early());
        assert!(!with(game(&[3], 4, true), None).is_best_early());
        // One has to wait for a move.
        assert!(!with(game(&[4], 4, true), Some(2)).is_best_early());
    }

    #[test]
    fn the_clock_may_tell_when_to_look() {
        let earliest = |game: TaskBuilder| game.build().unwrap().earliest_goal();
        assert_eq!(earliest(game(&[4], 4, true)), Some(0));
        assert_eq!(earliest(game(&[3, 4], 4, false)), Some(3));
        assert_eq!(earliest(game(&[], 4, false)), None);
    }
}
