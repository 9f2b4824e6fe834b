//! Games made ground: their tasks, clocks and goal values, and the limits of grounding.

use bmcplan::kinds::gdl::{Game, GroundError, GroundLimits, Sheet, read};
use bmcplan::stop::Stop;
use bmcplan::task::State;
use bmcplan::text::Source;
use itertools::Itertools;

use crate::common::optimum::optimum;

fn sheet(text: &str) -> (Source, Sheet) {
    let source = Source::new("sheet.kif", text);
    let sheet = read(&source, GroundLimits::default()).unwrap();
    (source, sheet)
}

fn game(text: &str) -> Result<Game, GroundError> {
    let (source, sheet) = sheet(text);
    Game::of(&source, &sheet, GroundLimits::default())
}

const COUNTER: &str = "
    (init (step 1)) (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
    (<= terminal (true (step 4)))";

#[test]
fn a_fluent_holds_next_exactly_if_a_rule_derives_it() {
    let text = format!(
        "{COUNTER} (role r) (legal r a) (legal r (b 1)) (init p) (init q)
        (<= (next p) (does r a) (not (true p)))
        (<= (next q) (true q) (not (does r a)))
        (<= (goal r 100) (true p) (not (true q)))
        (<= (goal r 30) (true p) (true q))"
    );
    let game = game(&text).unwrap();
    assert_eq!((game.role(), game.goal_values()), ("r", vec![100, 30]));
    let task = game.task(100, &Stop::default()).unwrap();
    let mut names: Vec<&str> = task.operators().iter().map(|operator| &*operator.name).collect();
    names.dedup();
    assert_eq!(names, ["a", "(b 1)"]);
    assert_eq!(optimum(&task), Some(3));
    let after = |state: &State, name: &str| {
        let extended = task.extend(state);
        let named = task.operator_ids().filter(|id| task.operator(*id).name == name);
        named.filter_map(|id| extended.successor(id).ok()).exactly_one().ok()
    };
    // The clock goes on; p is there after every second a only, and q until the first.
    assert_eq!(game.fluents(task.initial()), ["(step 1)", "p", "q"]);
    let one = after(task.initial(), "(b 1)").unwrap();
    assert_eq!(game.fluents(&one), ["q", "(step 2)"]);
    let two = after(&one, "a").unwrap();
    assert_eq!(game.fluents(&two), ["p", "(step 3)"]);
    let three = after(&two, "a").unwrap();
    assert_eq!(game.fluents(&three), ["(step 4)"]);
    assert_eq!(after(&three, "a"), None, "the play is over");
    assert_eq!(optimum(&game.task(30, &Stop::default()).unwrap()), None);
    assert_eq!(optimum(&game.task(55, &Stop::default()).unwrap()), None);
}

#[test]
fn goals_may_be_computed_and_denied() {
    let text = format!(
        "{COUNTER} (role r) (<= (legal r ?m) (way ?m)) (way a) (way b) (value 4 77)
        (<= (next ?m) (does r ?m))
        (<= (goal r 0) (true a))
        (<= (goal r 100) (not (goal r 0)))
        (<= (goal r ?v) (true (step ?s)) (value ?s ?v))"
    );
    let game = game(&text).unwrap();
    assert_eq!(game.goal_values(), [100, 77, 0]);
    for value in [100, 77, 0] {
        assert_eq!(optimum(&game.task(value, &Stop::default()).unwrap()), Some(3), "{value}");
    }
}

#[test]
fn recursion_over_the_state_may_be_acyclic_when_ground() {
    let text = "(role r) (init (at 1)) (succ 1 2) (succ 2 3)
        (<= (legal r (go ?y)) (true (at ?x)) (succ ?x ?y))
        (<= (next (at ?y)) (does r (go ?y)))
        (<= (seen ?x) (true (at ?x)))
        (<= (seen ?x) (succ ?x ?y) (seen ?y))
        (<= terminal (seen 3)) (<= (goal r 100) (seen 1))";
    assert_eq!(optimum(&game(text).unwrap().task(100, &Stop::default()).unwrap()), Some(2));
}

#[test]
fn limits_stop_it_and_name_the_rule_that_grew() {
    let digits: String = (0..10).map(|digit| format!("(d {digit}) ")).collect();
    let growing = "(<= (legal r (m ?a ?b ?c ?d ?e ?f ?g)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g))";
    let (source, sheet) = sheet(&format!("(role r) {digits} {growing} terminal (goal r 0)"));
    let stopped = Game::of(&source, &sheet, GroundLimits { bytes: 1 << 20, ..GroundLimits::default() });
    let error = stopped.unwrap_err();
    assert!(error.to_string().contains("sheet.kif:1:"), "{error}");
    let GroundError::Stopped { text, instances, .. } = error else { panic!("it stopped") };
    assert_eq!(text, growing);
    assert!(1000 < instances, "{instances}");
    let stopped = Game::of(&source, &sheet, GroundLimits { stop: &|| true, ..GroundLimits::default() });
    assert!(matches!(stopped, Err(GroundError::Stopped { .. })));
}

#[test]
fn a_sliding_row_needs_a_variable_a_cell_and_no_conditional_effects() {
    let text = "(role r) (init (cell 1 x)) (init (cell 2 y)) (init (cell 3 b))
        (near 1 2) (near 2 1) (near 2 3) (near 3 2)
        (<= (legal r (slide ?p)) (true (cell ?q b)) (near ?p ?q))
        (<= (next (cell ?p b)) (does r (slide ?p)))
        (<= (next (cell ?q ?t)) (does r (slide ?p)) (true (cell ?q b)) (true (cell ?p ?t)))
        (<= (next (cell ?o ?t)) (does r (slide ?p)) (true (cell ?o ?t)) (true (cell ?q b))
            (distinct ?o ?p) (distinct ?o ?q))
        (<= terminal (true (cell 1 b))) (<= (goal r 100) (true (cell 2 x)))";
    let task = game(text).unwrap().task(100, &Stop::default()).unwrap();
    assert_eq!(optimum(&task), Some(2));
    let names: Vec<&str> = task.variables().iter().map(|variable| &*variable.name).collect();
    assert_eq!(names, ["(cell 1 *)", "(cell 2 *)", "(cell 3 *)"]);
    assert!(task.operators().iter().flat_map(|operator| &operator.effects).all(|e| e.condition.is_empty()));
    // No tile is in two cells.
    assert_eq!(task.mutexes().len(), 9);
}

#[test]
fn what_depends_on_time_alone_is_the_clock() {
    let text = "(role r) (init green) (init day) (legal r wait) (legal r go) (init away)
        (<= (next yellow) (true green)) (<= (next red) (true yellow)) (<= (next green) (true red))
        (<= (next day) (true day)) (<= (next away) (true away) (not (does r go)))
        (<= (next hurt) (does r go) (true red)) (<= (next hurt) (true hurt))
        (<= terminal (true hurt) (not (true away)) (true day)) (<= (goal r 100) (true hurt))";
    let game = game(text).unwrap();
    let task = game.task(100, &Stop::default()).unwrap();
    let clock = task.clock().unwrap();
    assert_eq!(task.variables()[clock.var.index()].values, ["green", "yellow", "red"]);
    // One who was hurt is not away: besides the clock, one variable has both.
    assert_eq!((clock.loop_to, task.variables().len(), optimum(&task)), (0, 2, Some(3)));
    assert_eq!(game.fluents(task.initial()), ["green", "day", "away"]);
}

#[test]
fn time_that_nobody_asks_for_is_left_out() {
    let text = "(role r) (init (step 0)) (succ 0 1) (succ 1 2) (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
        (legal r go) (legal r wait) (<= (next done) (does r go)) (<= terminal (true done)) (<= (goal r 100) (true done))";
    let task = game(text).unwrap().task(100, &Stop::default()).unwrap();
    assert!(task.clock().is_none());
    assert_eq!((task.variables().len(), optimum(&task)), (1, Some(1)));
    let game = game(text).unwrap();
    assert!(game.fluents(task.initial()).is_empty());
    let whole = game.whole_task(100, &Stop::default()).unwrap();
    assert_eq!((whole.clock().is_some(), optimum(&whole)), (true, Some(1)));
    assert_eq!(game.fluents(whole.initial()), ["(step 0)"]);
}

/// The number of times that grounding asks whether to stop.
fn polls(text: &str) -> usize {
    let (source, sheet) = sheet(text);
    let polls = std::cell::Cell::new(0);
    let stop = || {
        polls.set(polls.get() + 1);
        false
    };
    Game::of(&source, &sheet, GroundLimits { stop: &stop, ..GroundLimits::default() }).unwrap();
    polls.get()
}

#[test]
fn long_phases_ask_whether_to_stop() {
    let base = "(role r) (legal r a) (legal r b) (init p) (<= (next p) (does r a)) (<= terminal (true p)) (goal r 0)";
    // Demand passes down a chain of relations link by link, in as many rounds as there are links.
    let chain: String = (0..400).rev().map(|n| format!("(<= (c{n} ?x) (c{} ?x))", n + 1)).collect();
    assert!(2_000 < polls(&format!("{base} {chain} (<= (goal r 1) (c0 k))")));
    // Every two relations of one argument may be an invariant.
    let pair = |n| format!("(init (f{n} k)) (<= (next (f{n} k)) (does r a))");
    let pairs: String = (0..300).map(pair).collect();
    assert!(500 < polls(&format!("{base} {pairs}")));
}

#[test]
fn a_counter_of_twice_as_many_steps_takes_twice_the_work() {
    let counter = |n: usize| {
        let steps: String = (0..n).map(|step| format!("(succ {step} {})", step + 1)).collect();
        polls(&format!(
            "(role r) (legal r a) (legal r b) (init p) (init (step 0)) {steps}
            (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (<= (next p) (does r a) (not (true p)))
            (<= terminal (true (step {n}))) (<= (goal r 100) (true p) (true (step {n}))) (goal r 0)"
        ))
    };
    let (one, two) = (counter(1_000), counter(2_000));
    assert!(two < 2 * one + 20, "{one} polls for one, {two} for two");
}
