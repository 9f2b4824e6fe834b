//! Questions as programs ask them: every method of [`Question`], with its limits and what it refuses.

use std::time::{Duration, Instant};

use bmcplan::kinds::Kinds;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::{ExportFormat, Fault, Question, Status};

/// The car `B` makes way by two cells; then the red car drives by two.
const BOARD: &str = "..B.\nXXB.\n....\n....\n";

/// Klotski in the metric in which search takes longest.
fn klotski() -> Question {
    Question::about(concat!(env!("CARGO_MANIFEST_DIR"), "/instances/sliding/klotski.toml"))
}

fn refusal<T>(answer: Result<T, Fault>) -> String {
    answer.err().map(|fault| fault.to_string()).unwrap_or_default()
}

#[test]
fn a_text_is_asked_in_each_metric() {
    for (metric, length) in [("units", 4), ("slides", 2)] {
        let answer = Question::of_text(BOARD).metric(metric).ask().unwrap();
        assert_eq!((answer.status, answer.length, answer.optimal), (Status::Solved, Some(length), true));
        assert_eq!((&*answer.kind, &*answer.metric), ("rushhour", metric));
    }
}

#[test]
fn a_timeout_needs_no_limiter() {
    let begun = Instant::now();
    let formulas = klotski().setting("mode", "incremental").unwrap();
    let answer = formulas.timeout(Duration::from_millis(300)).ask().unwrap();
    assert_eq!((answer.status, answer.run.stopped_by.as_deref()), (Status::Stopped, Some("timeout")));
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    // Before the text is read, too.
    let answer = klotski().timeout(Duration::ZERO).ask().unwrap();
    assert_eq!((answer.status, &*answer.kind, &*answer.metric), (Status::Stopped, "sliding", "units"));
    // One that is too long for JSON is one of a hundred years.
    let endless = klotski().timeout(Duration::MAX);
    assert_eq!(serde_json::from_str::<Question>(&serde_json::to_string(&endless).unwrap()).unwrap(), endless);
}

#[test]
fn a_flag_is_a_setting_or_an_option_of_the_kind() {
    let counted = Question::of_text(BOARD).flag("count").unwrap().ask().unwrap();
    assert_eq!((counted.complete, counted.count.map(|count| count.0)), (Some(true), Some(1_u8.into())));
    let labelled = klotski().metric("moves").flag("labelled").unwrap().ask().unwrap();
    assert_eq!(labelled.length, Some(81));
    let refused = refusal(Question::of_text(BOARD).flag("labelled").unwrap().ask());
    assert!(refused.starts_with("labelled: "), "{refused}");
    let refused = Question::of_text(BOARD).flag("limit").unwrap_err().to_string();
    assert!(refused.starts_with("limit: "), "{refused}");
}

#[test]
fn another_thread_ends_it_and_progress_is_heard() {
    let stop = Stop::default();
    let mut n_events = 0;
    let question = klotski().setting("mode", "incremental").unwrap();
    let answer = question.ask_with(&Kinds::default(), &stop, &mut |_| {
        n_events += 1;
        stop.raise(StopReason::Interrupt);
    });
    let answer = answer.unwrap();
    assert_eq!((answer.status, answer.run.stopped_by.as_deref()), (Status::Stopped, Some("interrupt")));
    assert!(0 < n_events);
}

#[test]
fn a_plan_is_checked() {
    let board = Question::of_text(BOARD);
    let answer = board.check("B down 2\nX right 2", true).unwrap();
    assert_eq!((answer.head.status, answer.head.metric.as_str()), (Status::Valid, "slides"));
    assert_eq!((answer.length, answer.optimal), (Some(2), Some(true)));
    let answer = board.check("X right 1", false).unwrap();
    assert_eq!(
        (answer.head.status, answer.step, answer.fault.as_deref()),
        (Status::Wrong, Some(1), Some("move"))
    );
    // The second move of a line is pointed at.
    for (plan, step) in
        [("B down 2, X right 2", None), ("b Down 2; x right 2", None), ("B down 2, X left 2", Some(2))]
    {
        let answer = board.check(plan, false).unwrap();
        assert_eq!((answer.length.is_some(), answer.step), (step.is_none(), step), "{plan}");
    }
    let refused = refusal(board.setting("mode", "search").unwrap().check("X right 1", false));
    assert_eq!(refused, "mode: a plan is checked, and it has no use for that");
}

#[test]
fn states_are_counted() {
    let explored = Question::of_text(BOARD).explore().unwrap();
    assert_eq!((explored.head.status, explored.states), (Status::Complete, 5));
    let stopped = klotski().timeout(Duration::ZERO).explore().unwrap();
    assert_eq!((stopped.head.status, stopped.run.stopped_by.as_deref()), (Status::Stopped, Some("timeout")));
    let refused = refusal(klotski().flag("count").unwrap().explore());
    assert_eq!(refused, "count: states are counted, and it has no use for that");
}

#[test]
fn a_problem_is_exported() {
    let board = Question::of_text(BOARD);
    assert!(board.export(ExportFormat::Sas).unwrap().starts_with("begin_version\n"));
    let formula = board.clone().setting("horizon", "4").unwrap().export(ExportFormat::Dimacs).unwrap();
    assert!(formula.contains("\np cnf "), "{formula}");
    let refused = refusal(board.export(ExportFormat::Dimacs));
    assert!(refused.starts_with("format: dimacs needs a horizon"), "{refused}");
}

#[test]
fn faults_show_their_parts() {
    let fault = Question::of_text("XX?").ask().unwrap_err();
    let (message, parts) = (fault.to_string(), format!("{fault:?}"));
    assert!(parts.starts_with("Input(") && parts != message, "{parts}");
}
