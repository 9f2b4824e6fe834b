//! Deadlines: clocks that only end a game after some number of steps, unless it was won before.

use bmcplan_base::ordered::distinct;
use bmcplan_base::stop::Stop;

use super::{Atom, Clock, Derived, Literal, Operator, Task, single_fact};

impl Task {
    /// Checks whether reaching a state earlier is never worse. That is: operators that lead from a state at some time to the
    /// goal also lead from the same state at every earlier time to the goal. Always true without a clock.
    ///
    /// This is proved if the clock is no more than a deadline:
    ///
    /// - It may end time, by forbidding all operators at one of its values.
    /// - It may make derived variables true that stay true until time ends and only forbid operators.
    /// - Where the goal requires such a variable, the rest of the goal implies it without the clock.
    ///
    /// `false` means that there is no proof, perhaps because `stop` was raised meanwhile.
    pub fn is_earlier_never_worse(&self, stop: &Stop) -> bool {
        self.clock().is_none_or(|clock| Deadlines::of(self, clock, stop).are_all())
    }

    /// Returns the task without its clock, and the greatest length of its plans. Requires that the clock is only a deadline for
    /// reaching the goal: before it, time ends only where the goal is reached. Otherwise, or if `stop` was raised, `None`.
    ///
    /// Operators keep their ids. Up to that length both tasks have the same plans, apart from plans with a prefix that already
    /// reaches the goal. There are no longer plans.
    pub fn without_deadline(&self, stop: &Stop) -> Option<(Self, usize)> {
        let deadlines = Deadlines::of(self, self.clock()?, stop);
        let end = deadlines.end.filter(|_| deadlines.are_all())?;
        let timeless = |literal: &Literal| !deadlines.reads_clock(*literal);
        let goal: Vec<Literal> = self.goal().iter().copied().filter(timeless).collect();
        let is_won = |body: &[Literal]| goal.iter().all(|literal| self.implied(*literal, body));
        // Before the end, only a state in which the goal is reached forbids anything.
        let is_needless = |literal: &Literal| match literal.atom {
            Atom::Fact(_) => true,
            Atom::Derived(id) => self.derived().get(id.index()).is_some_and(|derived| {
                derived.rules.iter().all(|body| match deadlines.value_of(body) {
                    Some(value) => end <= value,
                    None => is_won(body),
                })
            }),
        };
        let mut task = Self { clock: None, goal: goal.clone(), ..self.clone() };
        for operator in &mut task.operators {
            if stop.is_raised()
                || !operator.precondition.iter().all(|literal| timeless(literal) || is_needless(literal))
            {
                return None;
            }
            operator.precondition.retain(timeless);
        }
        Some((task, usize::try_from(end).ok()?))
    }

    /// Checks whether `body` implies `literal`, by the literal's own rules alone (one level deep).
    fn implied(&self, literal: Literal, body: &[Literal]) -> bool {
        let rules = self.definition(literal.atom).filter(|_| literal.positive).map(|derived| &derived.rules);
        let within = |rule: &Vec<Literal>| rule.iter().all(|literal| body.contains(literal));
        body.contains(&literal) || rules.is_some_and(|rules| rules.iter().any(within))
    }

    fn definition(&self, atom: Atom) -> Option<&Derived> {
        match atom {
            Atom::Derived(id) => self.derived().get(id.index()),
            Atom::Fact(_) => None,
        }
    }
}

/// Restrictions that a task's clock imposes, with their times.
struct Deadlines<'a> {
    task: &'a Task,
    clock: Clock,
    /// For each derived variable, whether it depends on the clock.
    reads: Vec<bool>,
    /// Value of the clock at which time ends: no operator is applicable.
    end: Option<u32>,
    stop: &'a Stop,
}

impl<'a> Deadlines<'a> {
    fn of(task: &'a Task, clock: Clock, stop: &'a Stop) -> Self {
        let mut deadlines = Self { task, clock, reads: task.clocked(), end: None, stop };
        let forbidden = |operator: &Operator| -> Vec<u32> {
            let negative = operator.precondition.iter().filter(|literal| !literal.positive);
            distinct(negative.flat_map(|literal| deadlines.values(literal.atom)).collect())
        };
        let mut operators = task.operators().iter();
        deadlines.end = operators.next().and_then(|first| {
            let mut common = forbidden(first);
            for operator in operators {
                if common.is_empty() || stop.is_raised() {
                    break;
                }
                let forbidden = forbidden(operator);
                common.retain(|value| forbidden.binary_search(value).is_ok());
            }
            common.first().copied()
        });
        deadlines
    }

    fn are_all(&self) -> bool {
        let timeless = |literal: &Literal| !self.reads_clock(*literal);
        let operators_allow = self.task.operators().iter().all(|operator| {
            if self.stop.is_raised() {
                return false;
            }
            let mut conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
            let forbids_being_late = |literal: &Literal| !literal.positive && self.is_deadline(literal.atom);
            operator.precondition.iter().all(|literal| timeless(literal) || forbids_being_late(literal))
                && conditions.all(timeless)
        });
        operators_allow
            && self.task.goal().iter().all(|literal| timeless(literal) || self.is_in_goal(*literal))
    }

    fn reads_clock(&self, literal: Literal) -> bool {
        self.task.depends_on_clock(literal, &self.reads)
    }

    fn value_of(&self, body: &[Literal]) -> Option<u32> {
        single_fact(body).filter(|fact| fact.var == self.clock.var).map(|fact| fact.value)
    }

    fn values(&self, atom: Atom) -> Vec<u32> {
        match atom {
            Atom::Fact(fact) => (fact.var == self.clock.var).then_some(fact.value).into_iter().collect(),
            Atom::Derived(id) => {
                let rules = self.task.derived().get(id.index()).map(|derived| &derived.rules);
                rules.into_iter().flatten().filter_map(|body| self.value_of(body)).collect()
            }
        }
    }

    /// Checks whether the clock can only make `atom` true, and then until time ends.
    fn is_deadline(&self, atom: Atom) -> bool {
        let values = distinct(self.values(atom));
        let otherwise = self.task.definition(atom).is_some_and(|derived| {
            let timeless = |body: &Vec<Literal>| !body.iter().any(|literal| self.reads_clock(*literal));
            !derived.rules.iter().all(|body| timeless(body) || self.value_of(body).is_some())
        });
        let last = self.end.unwrap_or(self.clock.size.saturating_sub(1));
        let stays = match values.first() {
            None => true,
            Some(first) if last < *first => true,
            Some(first) => {
                (*first..=last).all(|value| values.binary_search(&value).is_ok())
                    && (self.end.is_some() || *first <= self.clock.loop_to)
            }
        };
        !otherwise && stays
    }

    /// Checks whether the goal may require `literal`, which reads the clock.
    fn is_in_goal(&self, literal: Literal) -> bool {
        let implied = || self.task.definition(literal.atom).is_some_and(|derived| self.goal_implies(derived));
        literal.positive && self.is_deadline(literal.atom) && implied()
    }

    /// Checks whether the goal's other literals always imply some rule without the clock.
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
    use bmcplan_base::stop::StopReason;

    use super::*;
    use crate::{Fact, Operator, TaskBuilder, VarId};

    /// Builds a game with a lamp and a clock of five values. `over` holds once the clock shows one of `late` or, with `won`,
    /// once the lamp is lit.
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

    fn with(mut game: TaskBuilder, precondition: Option<u32>) -> Task {
        let var = VarId::from_index(1);
        let precondition = precondition.map(|value| Literal::from(Fact { var, value }));
        game.operator(Operator::simple("wait", precondition, []));
        game.build().unwrap()
    }

    #[test]
    fn a_deadline_makes_early_best() {
        let best_early = |game: TaskBuilder| game.build().unwrap().is_earlier_never_worse(&Stop::default());
        assert!(best_early(game(&[4], 4, true)));
        assert!(best_early(game(&[2, 3, 4], 2, true)));
        // Nothing ever happens after these, whatever the clock would show then.
        assert!(best_early(game(&[3], 4, true)));
        assert!(best_early(game(&[4], 0, true)));
        // The goal requires waiting for the end.
        assert!(!best_early(game(&[4], 4, false)));
        // After waiting, the clock may begin anew, or the game may go on after step 4.
        assert!(with(game(&[4], 4, true), None).is_earlier_never_worse(&Stop::default()));
        assert!(!with(game(&[4], 0, true), None).is_earlier_never_worse(&Stop::default()));
        assert!(!with(game(&[3], 4, true), None).is_earlier_never_worse(&Stop::default()));
        // A move requires waiting.
        assert!(!with(game(&[4], 4, true), Some(2)).is_earlier_never_worse(&Stop::default()));
    }

    #[test]
    fn nothing_is_shown_after_a_stop() {
        let (task, stop) = (game(&[4], 4, true).build().unwrap(), Stop::default());
        stop.raise(StopReason::Timeout);
        assert!(!task.is_earlier_never_worse(&stop) && task.without_deadline(&stop).is_none());
    }

    #[test]
    fn a_deadline_is_a_limit_of_length() {
        let limit = |game: TaskBuilder| {
            game.build().unwrap().without_deadline(&Stop::default()).map(|(_, latest)| latest)
        };
        assert_eq!(limit(game(&[3], 4, true)), Some(3));
        assert_eq!(limit(game(&[2, 3, 4], 2, true)), Some(2));
        assert_eq!(limit(game(&[4], 4, false)), None);
        // The operator reads the clock itself.
        let mut other = game(&[3], 4, true);
        let late = Literal::from(Fact { var: VarId::from_index(1), value: 3 });
        other.operator(Operator::simple("wait", [!late], []));
        let (simpler, latest) = other.build().unwrap().without_deadline(&Stop::default()).unwrap();
        assert_eq!(latest, 3);
        assert!(simpler.clock().is_none() && simpler.operators().iter().all(|o| o.precondition.is_empty()));
        assert_eq!(simpler.goal().len(), 1);
    }
}
