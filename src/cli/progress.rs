//! The progress line, shown only on a terminal.
//!
//! Times tick there while there is no news, since one call of a solver may take minutes: a thread of the line's repaints it.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::ask::{Cost, Event, Minimum};
use crate::plan::Metric;
use crate::problem::Problem;
use crate::task::Task;
use bmcplan_prisoners::ScheduleProgress;
use bmcplan_search::{SearchMethod, SearchProgress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::report::Show;

pub(super) fn target() -> ProgressDrawTarget {
    let is_shown = io::stderr().is_terminal() && log::max_level() <= log::LevelFilter::Warn;
    if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// Builds a bar over `n_problems`, hidden where moves alone are printed.
pub(crate) fn bar(n_problems: usize, show: Show) -> ProgressBar {
    let target = if show == Show::Moves { ProgressDrawTarget::hidden() } else { target() };
    let bar = ProgressBar::with_draw_target(u64::try_from(n_problems).ok(), target);
    repaint(&bar, "{wide_bar} {pos}/{len}, {msg}{time}, {eta} to go", TICK, Tried::default());
    bar
}

/// Time between two repaintings where only seconds change.
const TICK: Duration = Duration::from_secs(1);

/// Styles a shown bar and repaints it every `period`. In its template, `{time}` is the time so far, and `{horizon}` what is tried.
fn repaint(bar: &ProgressBar, template: &str, period: Duration, tried: Tried) {
    if bar.is_hidden() {
        return;
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        let time = |bar: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&seconds(bar.elapsed()));
        };
        let horizon = move |_: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&tried.text());
        };
        bar.set_style(style.with_key("time", time).with_key("horizon", horizon));
    }
    bar.enable_steady_tick(period);
}

/// Formats as `2m 13s`.
fn seconds(time: Duration) -> String {
    humantime::format_duration(Duration::from_secs(time.as_secs())).to_string()
}

/// The horizon that is being tried, if there is one, and the time at which that began. The painting thread reads it.
#[derive(Clone, Default)]
struct Tried(Arc<Mutex<Option<(usize, Instant)>>>);

impl Tried {
    fn update(&self, change: impl FnOnce(&mut Option<(usize, Instant)>)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn begin(&self, horizon: usize) {
        self.update(|tried| *tried = Some((horizon, Instant::now())));
    }

    /// Forgets this horizon, or any.
    fn end(&self, horizon: Option<usize>) {
        self.update(|tried| *tried = tried.filter(|(tried, _)| horizon.is_some_and(|ended| ended != *tried)));
    }

    /// Formats as `horizon 12 for 2m 13s, `.
    fn text(&self) -> String {
        let tried = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tried.map_or_else(String::new, |(horizon, begun)| match begun.elapsed() {
            short if short < TICK => format!("horizon {horizon}, "),
            time => format!("horizon {horizon} for {}, ", seconds(time)),
        })
    }
}

pub(crate) struct ProgressLine {
    bar: ProgressBar,
    run: RunState,
    tried: Tried,
    /// Are plans printed that need not be the best?
    pub(crate) reports_plans: bool,
}

/// What the engines of a run have found so far.
#[derive(Default)]
struct RunState {
    task: Option<Arc<Task>>,
    /// The greatest lower bound on the steps or the cost of a plan, and those of the best plan, in parts of the unit.
    lower: Option<u128>,
    upper: Option<u128>,
    conflicts: Option<u64>,
    /// The last complete layer of breadth-first search.
    depth: Option<usize>,
    states: Option<u64>,
}

impl RunState {
    fn raise(&mut self, lower: u128) {
        self.lower = self.lower.max(Some(lower));
    }

    fn lower_to(&mut self, upper: u128) {
        self.upper = Some(self.upper.map_or(upper, |own| own.min(upper)));
    }

    /// Returns the bounds, and how far the engines are: `cost 49 at least, cost 92 at most, 3 states, `.
    fn text(&self, problem: &dyn Problem) -> String {
        let metric = self.task.as_ref().map_or(Metric::Actions, |task| problem.minimises().in_task(task));
        let value = |bound| match metric {
            Metric::Actions => format!("{bound} steps"),
            Metric::Cost => format!("cost {}", Cost::of(bound, problem.cost_scale())),
        };
        let parts = [
            self.lower.filter(|lower| 0 < *lower).map(|lower| format!("{} at least", value(lower))),
            self.upper.map(|upper| format!("{} at most", value(upper))),
            self.conflicts.map(|conflicts| format!("{conflicts} conflicts")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.states.map(|states| format!("{states} states")),
        ];
        parts.into_iter().flatten().map(|part| part + ", ").collect()
    }
}

impl ProgressLine {
    pub(crate) fn of(show: Show) -> Self {
        let is_wanted = matches!(show, Show::Text | Show::Frames);
        let target = if is_wanted { target() } else { ProgressDrawTarget::hidden() };
        let (bar, tried) = (ProgressBar::with_draw_target(None, target), Tried::default());
        repaint(&bar, "{spinner} {msg}{horizon}{time}", TICK / 10, tried.clone());
        Self { bar, run: RunState::default(), tried, reports_plans: false }
    }

    /// Shows news of a run about a problem. Engines share the line: it shows the best of their bounds.
    pub(crate) fn on_event(&mut self, event: Event, problem: &dyn Problem) {
        let run = &mut self.run;
        if matches!(event, Event::Built(_) | Event::Confirming(_) | Event::Certifying(_) | Event::Checking) {
            self.tried.end(None);
        }
        let message = match event {
            Event::Built(task) => {
                *run = RunState { task: Some(task), ..RunState::default() };
                return;
            }
            Event::Started(horizon) => {
                self.tried.begin(horizon);
                run.text(problem)
            }
            Event::Finished(attempt) => {
                run.conflicts = attempt.conflicts.map(|n| n + run.conflicts.unwrap_or(0)).or(run.conflicts);
                self.tried.end(Some(attempt.horizon));
                return;
            }
            Event::Searched(SearchProgress { method, depth, refuted_cost, states, .. }) => {
                if method != SearchMethod::Symbolic {
                    run.states = Some(states);
                }
                match (method, refuted_cost) {
                    (_, Some(refuted)) => run.raise(u128::from(refuted) + 1),
                    (SearchMethod::BreadthFirst, None) => run.depth = run.depth.max(Some(depth)),
                    (SearchMethod::AStar | SearchMethod::Patterns | SearchMethod::Symbolic, None)
                        if 0 < depth =>
                    {
                        run.raise(depth as u128 + 1)
                    }
                    _ => {}
                }
                run.text(problem)
            }
            Event::Cost { lower, upper } => {
                run.raise(lower);
                upper.into_iter().for_each(|upper| run.lower_to(upper));
                run.text(problem)
            }
            Event::Plan(plan) => {
                let Some(task) = &run.task else { return };
                let metric = problem.minimises().in_task(task);
                let measure = match metric {
                    Metric::Actions => plan.makespan() as u128,
                    Metric::Cost => plan.cost(task),
                };
                if self.reports_plans {
                    self.bar.println(match Minimum::of(metric, problem.cost_scale(), task, &plan) {
                        Minimum::Steps(steps) => {
                            format!("a plan of {steps} steps; looking for a shorter one")
                        }
                        Minimum::Cost(cost) => format!("a plan of cost {cost}; looking for a cheaper one"),
                    });
                }
                run.lower_to(measure);
                run.text(problem)
            }
            Event::Confirming(horizon) => format!("confirming what is refuted up to horizon {horizon}, "),
            Event::Certifying(Some(Minimum::Steps(steps))) => {
                format!("proving that no plan has fewer than {steps} steps, ")
            }
            Event::Certifying(Some(Minimum::Cost(cost))) => {
                format!("proving that no plan costs less than {cost}, ")
            }
            Event::Certifying(None) => "proving that there is no plan, ".to_owned(),
            Event::Checking => "checking the certificate, ".to_owned(),
            _ => return,
        };
        self.bar.set_message(message);
    }

    pub(crate) fn show_schedules(&mut self, progress: ScheduleProgress) {
        self.bar.set_message(match progress {
            ScheduleProgress::Built { variables, clauses } => {
                format!("no schedule yet, searching {variables} variables and {clauses} clauses, ")
            }
            ScheduleProgress::Found(count) => format!("{count} found, "),
            ScheduleProgress::Confirmed(count) => {
                format!("confirming that there are no more: {count} found again, ")
            }
        });
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use crate::kinds::{RUSH_HOUR, read_as};
    use crate::problem::ProblemOptions;
    use crate::stop::Stop;
    use crate::text::Source;

    use super::*;

    #[test]
    fn engines_that_share_the_line_never_take_a_bound_back() {
        let sources = [Source::new("board", "XX.\n...\n...\n")];
        let problem = read_as(&RUSH_HOUR, &sources, &ProblemOptions::default(), &Stop::default()).unwrap();
        let mut line = ProgressLine::of(Show::Moves);
        let searched = |method, depth| {
            Event::Searched(SearchProgress { method, depth, refuted_cost: None, states: 9, memory_bytes: 0 })
        };
        let events = [
            searched(SearchMethod::AStar, 224),
            searched(SearchMethod::BreadthFirst, 7),
            searched(SearchMethod::AStar, 221),
            searched(SearchMethod::BreadthFirst, 5),
            Event::Started(3),
        ];
        events.into_iter().for_each(|event| line.on_event(event, &*problem));
        assert_eq!(line.bar.message(), "225 steps at least, depth 7, 9 states, ");
        assert_eq!(line.tried.text(), "horizon 3, ");
        line.on_event(Event::Cost { lower: 300, upper: Some(500) }, &*problem);
        line.on_event(Event::Cost { lower: 290, upper: Some(600) }, &*problem);
        assert!(line.bar.message().starts_with("300 steps at least, 500 steps at most, "));
    }

    #[test]
    fn the_horizon_that_is_tried_has_its_own_time() {
        let tried = Tried::default();
        assert_eq!(tried.text(), "");
        let begun = Instant::now().checked_sub(Duration::from_millis(133_400)).unwrap();
        tried.update(|tried| *tried = Some((12, begun)));
        assert_eq!(tried.text(), "horizon 12 for 2m 13s, ");
        tried.end(Some(11));
        assert_eq!(tried.text(), "horizon 12 for 2m 13s, ");
        tried.end(Some(12));
        assert_eq!(tried.text(), "");
    }
}
