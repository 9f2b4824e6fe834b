//! Answers as text for people. A length never stands without its metric, and "gave up" never sounds like "there is
//! none".

use crate::ask::{ProblemText, Solution};
use crate::draw;
use crate::horizon::{HorizonAnswer, HorizonSchedule};
use crate::plan::counted;
use crate::stop::{Stop, StopReason};
use bmcplan_planner::{Mode, Outcome, PlanList, PlanQuery, ProofSource, Strategy};
use itertools::Itertools as _;

use super::super::report::{Show, by, by_whom, proved, seconds_text, trusting};
use super::measures;
use super::measures::{is_parallel, length_and_cost, makespan, steps};

/// Formats the answer; `states` are those that are shown.
pub(super) fn answer(solved: &Solution, show: Show, states: &[String]) -> String {
    let certified = solved.certified.as_ref().map(|certified| format!("{}\n", certified.text()));
    let help = after(solved).map(|help| format!("{help}\n"));
    let below = [certified, help].into_iter().flatten().join("");
    let summary = format!("{} ({})\n{below}", sentence(solved), means(solved));
    if solved.run().is_none() {
        return summary;
    }
    match solved.options.wanted {
        PlanQuery::One => {}
        PlanQuery::Count => return summary,
        PlanQuery::All(_) => return format!("{}\n{summary}", plans(solved)),
    }
    let moves = solved.moves();
    let names = moves.iter().map(String::as_str);
    let lines = draw::numbered(names.clone()).map(|line| line + "\n");
    let numbered = numbered(solved, &moves, lines);
    let boards = match (show, states) {
        (Show::Frames, _) => draw::titled(states.iter().cloned(), names),
        (_, [first, .., last]) => format!("before\n{first}\nafter\n{last}"),
        (_, states) => states.join(""),
    };
    [numbered, boards, summary].iter().filter(|part| !part.is_empty()).join("\n")
}

fn numbered(solved: &Solution, moves: &[String], mut lines: impl Iterator<Item = String>) -> String {
    let Some(steps) = solved.steps(moves) else { return lines.join("") };
    let step = |(number, moves): (usize, &[String])| {
        format!("step {number}\n{}", lines.by_ref().take(moves.len()).join(""))
    };
    (1..).zip(steps).map(step).join("")
}

pub(super) fn moves_alone(solved: &Solution) -> String {
    if solved.run().is_none() {
        return String::new();
    }
    match solved.options.wanted {
        PlanQuery::One => solved.moves().iter().map(|name| format!("{name}\n")).join(""),
        PlanQuery::Count => format!("{}\n", number(solved)),
        PlanQuery::All(_) => plans(solved),
    }
}

fn plans(solved: &Solution) -> String {
    solved.list().iter().map(|moves| format!("{}\n", moves.join(", "))).join("")
}

pub(super) fn number(solved: &Solution) -> String {
    match &solved.report.list {
        Some(PlanList { count: Some(count), exact: true, .. }) => count.to_string(),
        // As many as were wanted are listed, and one more was found.
        Some(PlanList { count: Some(count), exact: false, .. }) if solved.report.stopped.is_none() => {
            format!("more than {count}")
        }
        Some(PlanList { count: Some(count), exact: false, .. }) => format!("at least {count}"),
        Some(PlanList { count: None, .. }) => "2^128 or more".to_owned(),
        None => "an unknown number".to_owned(),
    }
}

/// Returns the limit that stopped the run, as a line for stderr, where the answer itself leaves it unsaid or plays it down.
pub(super) fn stopped(solved: &Solution, show: Show) -> Option<String> {
    let report = &solved.report;
    match (&report.outcome, report.stopped, show) {
        (Outcome::Stopped(reason), _, Show::Json | Show::Moves) => Some(by(*reason).to_owned()),
        (Outcome::Solved { optimal: true, .. }, Some(reason), _) => {
            let more = match (solved.minimises_cost(), solved.options.wanted) {
                (true, PlanQuery::One) => "a plan of that cost and fewer moves",
                (true, _) => "more plans of that cost",
                (false, _) => "more plans of that length",
            };
            Some(format!("{}: there may be {more}", by(reason)))
        }
        (_, Some(reason), _) if solved.minimises_cost() => Some(measures::stopped(reason)),
        (_, Some(reason), _) => {
            let better = if is_parallel(solved) { "a plan of fewer steps" } else { "a shorter plan" };
            Some(format!("{}: there may be {better}", by(reason)))
        }
        _ => None,
    }
}

/// Returns the values that a lower value leaves open, as a line for stderr, where the answer itself does not say so.
pub(super) fn better_values(solved: &Solution, show: Show) -> Option<String> {
    let says_so = matches!(show, Show::Text | Show::Frames);
    let is_solved = matches!(solved.report.outcome, Outcome::Solved { .. });
    let open = Some(solved.open()).filter(|open| !open.is_empty() && is_solved && !says_so)?;
    Some(format!("longer plays may be worth {}; they were not looked for", any_of(open)))
}

/// Formats as `100, 60 or 40`.
pub(super) fn any_of(values: &[u32]) -> String {
    match values {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.iter().join(", ")),
        values => values.iter().join(""),
    }
}

/// Returns the value of the goal that the answer is about, or those that are open where one was to be found: `goal 50`; `goal 100, 60 or 40`.
pub(super) fn goal(solved: &Solution) -> Option<String> {
    let goal = solved.goal?;
    Some(match (&solved.report.outcome, solved.open()) {
        (Outcome::NoPlanWithin(_), open @ [_, ..]) => format!("goal {}", any_of(open)),
        _ => format!("goal {goal}"),
    })
}

fn sentence(solved: &Solution) -> String {
    let known = known(solved);
    let known = match (&solved.report.outcome, solved.options.wanted) {
        (Outcome::Solved { optimal: true, .. }, PlanQuery::All(_) | PlanQuery::Count) => {
            let measure = if solved.minimises_cost() { "cost" } else { "length" };
            let of_fewest = if solved.options.fewest { " and length" } else { "" };
            format!("{known}; {} of that {measure}{of_fewest}", number(solved))
        }
        _ => known,
    };
    let known = known + &trusting(solved.report.trusted.as_ref()) + &other_metrics(solved);
    let Some(goal) = goal(solved) else { return known };
    match (&solved.report.outcome, solved.open()) {
        (Outcome::Solved { .. }, open @ [_, ..]) => {
            let better = any_of(open);
            format!("{goal}: {known}; longer plays may be worth {better}, they were not looked for")
        }
        (Outcome::Stopped(_), open @ [_, _, ..]) => {
            format!("{goal}: {known}; plays may be worth {}", any_of(open))
        }
        _ => format!("{goal}: {known}"),
    }
}

/// Formats as `; 8 as slides: --metric slides`, or as `; as slides or moves it may be shorter: --metric slides`. Nothing is cheaper than
/// a plan that costs nothing.
fn other_metrics(solved: &Solution) -> String {
    let is_free = solved.minimises_cost() && solved.cost().is_some_and(|cost| cost.in_smallest_parts() == 0);
    let coarser = solved.loaded.text.as_ref().map_or(&[][..], ProblemText::other_metrics);
    match (&solved.report.outcome, coarser) {
        _ if is_free => String::new(),
        (Outcome::Solved { plan, .. }, [first, ..]) if 1 < plan.length() && !is_parallel(solved) => {
            let known = solved.lengths_in_other_metrics();
            if known.len() == coarser.len() {
                let lengths = known.iter().map(|(metric, length)| format!("{length} as {metric}")).join(", ");
                return format!("; {lengths}: --metric {first}");
            }
            let better = if solved.minimises_cost() { "cheaper" } else { "shorter" };
            format!("; as {} it may be {better}: --metric {first}", coarser.iter().join(" or "))
        }
        _ => String::new(),
    }
}

fn known(solved: &Solution) -> String {
    let report = &solved.report;
    match &report.outcome {
        Outcome::Solved { plan, optimal: true, .. } if solved.minimises_cost() => {
            measures::cheapest(solved, plan)
        }
        Outcome::Solved { plan, optimal: false, .. } if solved.minimises_cost() => {
            measures::perhaps_cheapest(solved, plan)
        }
        Outcome::Solved { plan, optimal: true, .. } => match plan.makespan().checked_sub(1) {
            None => format!("{}: the goal holds at the start", counted(0, solved.unit())),
            Some(shorter) if is_parallel(solved) => {
                format!(
                    "{}; every makespan up to {shorter} was refuted{}",
                    makespan(solved, plan),
                    by_whom(report)
                )
            }
            Some(shorter) => {
                let length = length_and_cost(solved, plan);
                format!("{length}, shortest: every length up to {shorter} was refuted{}", by_whom(report))
            }
        },
        Outcome::Solved { plan, optimal: false, .. } => {
            let (length, shorter) =
                if is_parallel(solved) { ("makespan", "smaller") } else { ("length", "shorter") };
            let reason = match (report.stopped, report.refuted) {
                (Some(reason), Some(refuted)) => {
                    format!(
                        "every {length} up to {refuted} was refuted{}, then {}",
                        by_whom(report),
                        by(reason)
                    )
                }
                (Some(reason), None) => by(reason).to_owned(),
                (None, _) => format!("{shorter} ones were not looked for"),
            };
            if is_parallel(solved) {
                format!("{}; perhaps not the least makespan: {reason}", makespan(solved, plan))
            } else {
                format!("{}, perhaps not shortest: {reason}", length_and_cost(solved, plan))
            }
        }
        Outcome::Unsolvable => {
            format!("no plan of any length exists{}: {}", proved(report), why_unsolvable(solved))
        }
        Outcome::NoPlanWithin(horizon) => {
            let steps = steps(solved, *horizon);
            format!("no plan of at most {steps} exists{}; longer ones were not looked for", proved(report))
        }
        Outcome::NoPlanAtCost(cost) => {
            let cost = solved.cost_of((*cost).into());
            format!(
                "no plan of cost {cost} or less exists{}; dearer ones were not looked for",
                proved(report)
            )
        }
        Outcome::Stopped(reason) => {
            let known = match report.refuted {
                _ if solved.minimises_cost() => measures::none_up_to(solved)
                    .map_or_else(|| "nothing is known yet".to_owned(), |known| known + &proved(report)),
                Some(refuted) => {
                    format!("no plan of at most {} exists{}", steps(solved, refuted), proved(report))
                }
                None => "nothing is known yet".to_owned(),
            };
            format!("{known}; {}{}", by(*reason), trying(solved))
        }
    }
}

fn trying(solved: &Solution) -> String {
    let report = &solved.report;
    let stopped = report.attempts.iter().filter(|attempt| attempt.answer == HorizonAnswer::Stopped);
    let least =
        stopped.map(|attempt| attempt.horizon).filter(|horizon| report.refuted < Some(*horizon)).min();
    let horizon = match report.mode {
        // Search by cost has no horizons, and formulas try many costs with one.
        _ if solved.minimises_cost() => None,
        Mode::Search => report.refuted.map(|refuted| refuted + 1),
        // Many at a time, in steps of several moves.
        Mode::Formula(Strategy::First) => None,
        _ => least,
    };
    horizon.map(|horizon| format!(" while trying {}", steps(solved, horizon))).unwrap_or_default()
}

fn why_unsolvable(solved: &Solution) -> String {
    let report = &solved.report;
    let refuted = report.attempts.iter().filter(|attempt| attempt.answer == HorizonAnswer::Refuted);
    match (&report.proved_by, refuted.map(|attempt| attempt.horizon).max()) {
        (Some(ProofSource::Search), _) => "all reachable states were searched".to_owned(),
        (Some(ProofSource::AStar | ProofSource::Patterns), _) => {
            "the goal is out of reach from all states".to_owned()
        }
        (Some(ProofSource::Symbolic), _) => {
            "no state reached from the start is on a way to the goal".to_owned()
        }
        (Some(ProofSource::Invariant), _) => {
            "no reachable state has the goal, and that was checked anew".to_owned()
        }
        (Some(ProofSource::Mutexes), _) => "facts that it asks for exclude each other".to_owned(),
        (Some(ProofSource::StepCounter), _) => "time is over before the goal may hold".to_owned(),
        (Some(ProofSource::Solver(_)), Some(horizon)) => {
            format!("no run can go on for {horizon} steps without reaching the goal")
        }
        _ => solved.loaded.problem.why_unreached(&Stop::default()).unwrap_or_else(|| {
            "the goal is out of reach even if nothing that was once true became false".to_owned()
        }),
    }
}

fn means(solved: &Solution) -> String {
    let report = &solved.report;
    let parts = match (report.mode, report.figures.states) {
        (Mode::Search, Some(states)) => vec!["search".to_owned(), counted(states, "states")],
        (Mode::Search, None) => vec!["search".to_owned()],
        (mode, _) => {
            let mut parts = vec![mode.name().to_owned()];
            if let Some(encoding) = report.encoding(solved.encoding) {
                let has_schedule = mode == Mode::Formula(Strategy::Incremental);
                let schedule = Some(solved.options.schedule)
                    .filter(|schedule| has_schedule && *schedule != HorizonSchedule::default());
                parts.extend(schedule.map(|schedule| schedule.to_string()));
                parts.extend([encoding.to_owned(), report.solver(&solved.options.solver).to_string()]);
            }
            parts
        }
    };
    parts.into_iter().chain([seconds_text(report.elapsed)]).join(", ")
}

pub(super) fn after(solved: &Solution) -> Option<String> {
    let options = &solved.options;
    let reason = match (&solved.report.outcome, options.wanted) {
        (Outcome::Stopped(reason), _) => *reason,
        // A plan was found; the proof or the other plans are missing.
        (Outcome::Solved { .. }, _) => solved.report.stopped?,
        (Outcome::Unsolvable | Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_), _) => return None,
    };
    let has_plan = matches!(solved.report.outcome, Outcome::Solved { .. });
    let first = match solved.minimises_cost() {
        true => "--first looks for any plan, which may be dearer",
        false => "--first looks for any plan, which may be longer",
    };
    let search = "--search goes through all states that can be reached";
    let formulas = "--incremental needs less memory than search";
    let is_timeout = matches!(reason, StopReason::Timeout | StopReason::CpuTimeout);
    let help: Vec<&str> = match (reason, options.mode) {
        (StopReason::Interrupt, _) => return None,
        (StopReason::Disk, _) => vec![formulas],
        (StopReason::Memory, Mode::Search) if options.disk.is_none() => {
            vec![formulas, "--disk keeps states in files"]
        }
        (StopReason::Memory, Mode::Search | Mode::Auto) => vec![formulas],
        (StopReason::Memory, _) => Vec::new(),
        (_, Mode::Formula(Strategy::First) | Mode::Anytime) if has_plan => Vec::new(),
        (_, Mode::Formula(Strategy::First) | Mode::Anytime) => {
            vec!["it seldom finds out that there is no plan; --search and --pdr do"]
        }
        (_, Mode::Search) => vec!["--incremental asks a SAT solver"],
        (_, Mode::Auto) => Vec::new(),
        (_, Mode::Formula(_)) => vec![search],
    };
    let first = (!has_plan
        && is_timeout
        && options.wanted == PlanQuery::One
        && !is_parallel(solved)
        && !matches!(options.mode, Mode::Formula(Strategy::First) | Mode::Anytime))
    .then_some(first);
    let limit = match reason {
        StopReason::Memory => "a greater --memory",
        StopReason::Disk => "more room on the disk",
        StopReason::CpuTimeout => "a greater --cpu-timeout",
        _ => "a greater --timeout",
    };
    let resume = options.disk.as_ref().map(|_| "--resume goes on from here");
    let help: Vec<&str> = first.into_iter().chain(help).chain([limit]).chain(resume).collect();
    Some(format!("what may help: {}", help.join("; ")))
}
