//! Search and formulas side by side: the answer is right and names its source, whichever is first; a stop ends both.

use std::thread;
use std::time::Duration;

use bmcplan::encode::{Operators, Semantics, StepOptions, Transition};
use bmcplan::kinds::rush_hour::{self, BoardFormat, BoardMetric};
use bmcplan::kinds::sliding_block::{self, Labelling};
use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan::text::Source;
use bmcplan_planner::{Event, Mode, Options, Outcome, ProofSource, Report, Strategy, solve};

use crate::common::ask::ask;

fn text(file: &str) -> Source {
    let path = format!("{}/instances/{file}", env!("CARGO_MANIFEST_DIR"));
    Source::new(file, &std::fs::read_to_string(path).unwrap())
}

pub(crate) fn board(file: &str, metric: BoardMetric) -> Task {
    rush_hour::task(&rush_hour::read_as(&text(file), BoardFormat::Toml).unwrap(), metric, &Stop::default())
        .unwrap()
}

fn options() -> Options {
    Options { solver: SolverKind::Batsat, ..Options::default() }
}

fn length(report: &Report) -> usize {
    match &report.outcome {
        Outcome::Solved { plan, optimal: true, .. } => plan.length(),
        other => panic!("{other:?}"),
    }
}

/// Too many states for any search in the time that the formulas take.
#[test]
fn formulas_answer_where_there_are_too_many_states() {
    let report = ask(&board("large/9x9_6.toml", BoardMetric::Slides), &Transition, &options());
    assert_eq!((length(&report), report.mode), (18, Mode::Formula(Strategy::Incremental)));
    assert_eq!(report.refuted, Some(17));
    assert!(report.figures.states.is_some(), "the search has seen some");
}

/// 116 steps are too many for any formula.
#[test]
fn the_search_answers_where_plans_are_long() {
    let puzzle = sliding_block::read(&text("sliding/klotski.toml")).unwrap();
    let task =
        sliding_block::task(&puzzle, sliding_block::PuzzleMetric::Units, Labelling::Shapes, &Stop::default())
            .unwrap();
    let report = ask(&task, &Transition, &options());
    assert_eq!((length(&report), report.mode), (116, Mode::Search));
}

#[test]
fn the_search_over_steps_answers_where_makespans_are_great() {
    let puzzle = sliding_block::read(&text("sliding/klotski.toml")).unwrap();
    let task =
        sliding_block::task(&puzzle, sliding_block::PuzzleMetric::Units, Labelling::Shapes, &Stop::default())
            .unwrap();
    for semantics in [Semantics::ForAll, Semantics::Exists] {
        let step = StepOptions { semantics, ..StepOptions::default() };
        let report = ask(&task, &Operators, &Options { step, ..options() });
        let Outcome::Solved { plan, optimal: true, .. } = &report.outcome else { panic!("{report:?}") };
        assert_eq!((plan.makespan(), report.refuted, report.mode), (99, Some(98), Mode::Search));
        assert_eq!(report.proved_by, Some(ProofSource::Search));
    }
}

#[test]
fn formulas_go_on_alone_when_the_search_has_had_its_memory() {
    let task = board("sample05.toml", BoardMetric::Slides);
    let report = ask(&task, &Transition, &Options { search_memory: Some(0), ..options() });
    assert_eq!((length(&report), report.mode), (15, Mode::Formula(Strategy::Incremental)));
}

#[test]
fn a_stop_ends_both_and_says_what_was_refuted() {
    let task = board("large/12x12_7.toml", BoardMetric::Slides);
    for (reason, after) in
        [(StopReason::Timeout, 0), (StopReason::Interrupt, 5), (StopReason::Interrupt, 200)]
    {
        let stop = Stop::default();
        let raise = stop.clone();
        let alarm = thread::spawn(move || {
            thread::sleep(Duration::from_millis(after));
            raise.raise(reason);
        });
        let report = solve(&task, &Transition, &options(), &stop, &mut |_| {}).unwrap();
        alarm.join().unwrap();
        assert_eq!(report.outcome, Outcome::Stopped(reason), "{after}");
        assert!(report.refuted < Some(25), "{:?}", report.refuted);
    }
}

/// A walk along the back of a comb and to the end of each tooth: too many states, and too long plans, but any plan is easy.
fn comb(teeth: u32) -> Task {
    let mut builder = TaskBuilder::default();
    let at = builder.variable("at", (0..2 * teeth).map(|cell| cell.to_string()), 0);
    for tooth in 0..teeth {
        let been = builder.variable(format!("been at {tooth}"), ["no", "yes"], 0);
        let [back, end] = [2 * tooth, 2 * tooth + 1].map(|value| Fact { var: at, value });
        let yes = Fact { var: been, value: 1 };
        builder.operator(Operator::simple("there", [back.into()], [end, yes]));
        builder.operator(Operator::simple("back", [end.into()], [back]));
        if 0 < tooth {
            let before = Fact { value: back.value - 2, ..back };
            builder.operator(Operator::simple("on", [before.into()], [back]));
            builder.operator(Operator::simple("off", [back.into()], [before]));
        }
        builder.goal([yes.into()]);
    }
    builder.build().unwrap()
}

/// A plan known when all are stopped is the answer, and not called shortest.
#[test]
fn a_known_plan_is_the_answer_where_all_are_stopped() {
    let task = comb(16);
    let stop = Stop::default();
    let observer = &mut |progress: Event| {
        if let Event::Plan(_) = progress {
            stop.raise(StopReason::Interrupt);
        }
    };
    // With more memory, other searches are done before greedy search has a plan.
    let options = Options { search_memory: Some(2 << 20), ..options() };
    let report = solve(&task, &Transition, &options, &stop, observer).unwrap();
    let Outcome::Solved { plan, optimal, .. } = &report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!((*optimal, report.stopped), (false, Some(StopReason::Interrupt)));
    assert!(report.refuted.is_some_and(|refuted| refuted + 1 < plan.length()));
}
