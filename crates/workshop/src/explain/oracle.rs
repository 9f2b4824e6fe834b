//! The oracle: compares the least length or cost of a reduced problem with that of the whole problem, and collects the
//! conflicts found on the way.
//!
//! A plan of a reduced problem that is better than any plan of the whole problem breaks some of the left-out elements. These
//! are a *conflict*: any set that contains none of them has that plan, too.
//!
//! If formulas were faster than search for the whole problem, only formulas are used. Whether a set suffices is then one
//! formula, with one step less than the whole problem needs.

use bmcplan_ask::{Fault, Settings};
use bmcplan_base::ordered::Map;
use bmcplan_base::stop::Stop;
use bmcplan_kinds::problem::Problem;
use bmcplan_planner::{Event, Mode, Options, Outcome, Report, Strategy, solve};
use bmcplan_search::SearchProgress;
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan};

use super::parts::{ElementSet, Parts, Reduced};

/// Least length of a plan, or least cost if costs are minimised, in parts of the problem's scale; `None` if there is no plan.
pub type Least = Option<u128>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Same,
    Less(u128),
    Unknown,
}

pub(super) struct Conflict {
    pub(super) elements: ElementSet,
    measure: u128,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WantedPlan {
    Any,
    Best,
}

pub(super) struct Oracle<'a> {
    pub(super) parts: &'a Parts,
    pub(super) least: Least,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) n_solved: usize,
    known: Map<ElementSet, Comparison>,
    pub(super) by_formulas: bool,
    memory: Option<usize>,
    pub(super) stop: &'a Stop,
    on_progress: &'a mut dyn FnMut(SearchProgress),
}

impl<'a> Oracle<'a> {
    pub(super) fn of(
        parts: &'a Parts,
        memory: Option<usize>,
        stop: &'a Stop,
        on_progress: &'a mut dyn FnMut(SearchProgress),
    ) -> Result<Self, Fault> {
        let all = parts.all();
        let known = Map::from([(all.clone(), Comparison::Same)]);
        let mut oracle = Self {
            parts,
            least: None,
            conflicts: Vec::new(),
            n_solved: 0,
            known,
            by_formulas: false,
            memory,
            stop,
            on_progress,
        };
        let whole = parts.reduced(&all, stop)?;
        let (plan, mode) = oracle.solved(&whole, WantedPlan::Best, None)?;
        oracle.least = plan.map(|plan| measure(&*whole.problem, &whole.task, &plan));
        oracle.by_formulas = matches!(mode, Mode::Formula(_));
        Ok(oracle)
    }

    pub(super) fn suffices(&mut self, kept: &ElementSet) -> Result<Option<bool>, Fault> {
        if self.conflict_with(kept).is_some() {
            return Ok(Some(false));
        }
        Ok(match self.compare(kept, WantedPlan::Any)? {
            Comparison::Same => Some(true),
            Comparison::Less(_) => Some(false),
            Comparison::Unknown => None,
        })
    }

    pub(super) fn conflict_with(&self, kept: &ElementSet) -> Option<&ElementSet> {
        self.conflicts_with(kept).next().map(|conflict| &conflict.elements)
    }

    fn conflicts_with(&self, kept: &ElementSet) -> impl Iterator<Item = &Conflict> {
        self.conflicts.iter().filter(|conflict| conflict.elements.is_disjoint(kept))
    }

    pub(super) fn weight(&self, element: usize) -> usize {
        self.conflicts.iter().filter(|conflict| conflict.elements.contains(&element)).count()
    }

    pub(super) fn compared(&mut self, kept: &ElementSet) -> Result<Comparison, Fault> {
        self.compare(kept, WantedPlan::Best)
    }

    fn compare(&mut self, kept: &ElementSet, wanted: WantedPlan) -> Result<Comparison, Fault> {
        // No plan is shorter than the empty plan.
        if self.least == Some(0) {
            return Ok(Comparison::Same);
        }
        if let Some(known) = self.known.get(kept) {
            return Ok(*known);
        }
        let (compared, is_exact) = match self.parts.reduced(kept, self.stop) {
            Ok(reduced) => self.compared_with(kept, &reduced, wanted)?,
            // A board with few pieces may be too open for its task.
            Err(Fault::Question(_)) => (Comparison::Unknown, true),
            Err(fault) => return Err(fault),
        };
        if is_exact {
            self.known.insert(kept.clone(), compared);
        }
        Ok(compared)
    }

    fn compared_with(
        &mut self,
        kept: &ElementSet,
        reduced: &Reduced,
        wanted: WantedPlan,
    ) -> Result<(Comparison, bool), Fault> {
        let known = self.conflicts_with(kept).map(|conflict| conflict.measure).min();
        let otherwise = known.map_or(Comparison::Same, Comparison::Less);
        let to_beat = known.or(self.least);
        if to_beat == Some(0) {
            return Ok((otherwise, true));
        }
        let (Some(plan), mode) = self.solved(reduced, wanted, to_beat.map(|least| least - 1))? else {
            return Ok((otherwise, true));
        };
        let measure = measure(&*reduced.problem, &reduced.task, &plan);
        if to_beat.is_some_and(|least| least <= measure) {
            return Ok((otherwise, true));
        }
        let elements = self.parts.broken(kept, reduced, &plan);
        if elements.is_empty() {
            return Err(Fault::bug(
                "a plan of a reduced problem breaks nothing, and is better than the best plan",
            ));
        }
        self.conflicts.push(Conflict { elements, measure });
        Ok((Comparison::Less(measure), !matches!(mode, Mode::Formula(Strategy::Fixed(_)))))
    }

    fn solved(
        &mut self,
        Reduced { problem, task }: &Reduced,
        wanted: WantedPlan,
        most: Option<u128>,
    ) -> Result<(Option<Plan>, Mode), Fault> {
        self.n_solved += 1;
        let metric = problem.minimises();
        let mut options =
            Options { mode: Mode::Auto, metric, search_memory: self.memory, ..Options::default() };
        match metric {
            Metric::Actions => options.max_horizon = most.and_then(|most| usize::try_from(most).ok()),
            Metric::Cost => options.max_cost = most.and_then(|most| u64::try_from(most).ok()),
        }
        if let (true, Some(horizon)) = (self.by_formulas, options.max_horizon) {
            options.mode = Mode::Formula(match wanted {
                WantedPlan::Any => Strategy::Fixed(horizon),
                WantedPlan::Best => Strategy::Incremental,
            });
        }
        let encoding = Settings::default().encoding(&**problem, options.semantics_of_formulas())?;
        let report = solve(task, &*encoding, &options, self.stop, &mut |progress| {
            if let Event::Searched(progress) = progress {
                (self.on_progress)(progress);
            }
        })?;
        known(report)
    }
}

/// Returns the best plan of a report, or any plan within the bound of a formula, and the mode that found it. A plan found
/// before a limit may not be the best, so a limit is an error.
fn known(report: Report) -> Result<(Option<Plan>, Mode), Fault> {
    match (report.outcome, report.stopped) {
        (Outcome::Stopped(reason), _) | (Outcome::Solved { optimal: false, .. }, Some(reason)) => {
            Err(reason.into())
        }
        (Outcome::Solved { plan, .. }, _) => Ok((Some(plan), report.mode)),
        (_, _) => Ok((None, report.mode)),
    }
}

fn measure(problem: &dyn Problem, task: &Task, plan: &Plan) -> u128 {
    match problem.minimises() {
        Metric::Actions => plan.length() as u128,
        Metric::Cost => plan.cost(task),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use itertools::Itertools as _;

    use bmcplan_base::stop::StopReason;
    use bmcplan_base::text::Source;
    use bmcplan_kinds::problem::ProblemOptions;
    use bmcplan_kinds::{RUSH_HOUR, read_as};
    use bmcplan_search::{SearchLimits, SearchOutcome, shortest_plan};

    use super::*;

    /// Checks that formulas alone give the answers of search about all sets, also after upper bounds are known.
    fn check(text: &str, length: u128) {
        let stop = Stop::default();
        let read =
            read_as(&RUSH_HOUR, &[Source::new("board", text)], &ProblemOptions::default(), &stop).unwrap();
        let parts = Parts::of(&Arc::from(read), None, None, &stop).unwrap();
        let least = |kept: &ElementSet| {
            let task = parts.reduced(kept, &stop).unwrap().task;
            match shortest_plan(&task, &SearchLimits::default(), &stop, &mut |_| {}).outcome {
                SearchOutcome::Solved(plan) => plan.length() as u128,
                outcome => panic!("{outcome:?}"),
            }
        };
        let mut on_progress = |_| {};
        let mut oracle = Oracle::of(&parts, None, &stop, &mut on_progress).unwrap();
        assert_eq!(oracle.least, Some(length));
        oracle.by_formulas = true;
        let sets = (0..parts.elements.len()).powerset().map(ElementSet::from_iter).collect_vec();
        for kept in sets.iter().rev() {
            assert_eq!(oracle.suffices(kept).unwrap(), Some(least(kept) == length), "{kept:?} of {text}");
        }
        for kept in &sets {
            let expected = match least(kept) {
                least if least == length => Comparison::Same,
                least => Comparison::Less(least),
            };
            assert_eq!(oracle.compared(kept).unwrap(), expected, "{kept:?} of {text}");
        }
    }

    #[test]
    fn a_plan_that_is_left_when_a_limit_comes_is_no_answer() {
        let outcome = |optimal| Outcome::Solved { plan: Plan::default(), states: Vec::new(), optimal };
        for (optimal, stopped, is_known) in [
            (false, Some(StopReason::Timeout), false),
            (true, Some(StopReason::Timeout), true),
            (false, None, true),
        ] {
            let report = Report { stopped, ..Report::of(outcome(optimal), Mode::Auto) };
            assert_eq!(known(report).is_ok(), is_known, "{optimal} {stopped:?}");
        }
    }

    #[test]
    fn formulas_answer_as_search_does() {
        check(include_str!("../../../../instances/sample02.toml"), 39);
        check("XX.A..\n...A..\n......\n.BB..#\n......\n......\n", 5);
        check("XX.AB.\n...AB.\n.CC...\n......\n......\n......\n", 6);
    }
}
