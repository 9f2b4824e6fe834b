//! Plans as people and planners write them: which operators are meant, costs, and what can be left out.

use bmcplan::plan::{
    Cost, Plan, PlanError, WrittenMove, WrittenPlan, read_plan, replay, validate, without_needless,
};
use bmcplan::task::{Effect, Fact, Operator, Task, TaskBuilder};

/// A counter from 0 to 2 whose two moves are both called `up`, and one move `(down)`.
fn counter() -> Task {
    let mut builder = TaskBuilder::default();
    let counter = builder.variable("counter", ["0", "1", "2"], 0);
    let at = |value| Fact { var: counter, value };
    builder.operator(Operator::simple("up", [at(1).into()], [at(2)]));
    builder.operator(Operator::simple("up", [at(0).into()], [at(1)]));
    builder.operator(Operator::simple("(down)", [at(2).into()], [at(0)]));
    builder.goal([at(2).into()]);
    builder.build().unwrap()
}

fn replayed(text: &str) -> Result<usize, PlanError> {
    let task = counter();
    let plan = read_plan(text).unwrap().by_operators(&task).unwrap();
    replay(&task, &plan).map(|states| states.len())
}

#[test]
fn of_moves_with_one_name_that_is_meant_that_can_be_made() {
    assert_eq!(replayed("up\n(up)\n((down))\n(down)\n").unwrap_err().step, 4);
    assert_eq!(replayed("(up)\n(up)\n(down)\n(up)\n"), Ok(5));
    let error = replayed("up\nup\nup\nup\n").unwrap_err();
    assert_eq!(error.step, 3);
    assert!(error.to_string().contains("'up' cannot be applied"), "{error}");
}

/// Two moves are called `step`, and the first one, with which more can be done at first, leads nowhere.
#[test]
fn of_moves_with_one_name_those_are_meant_that_lead_to_the_goal() {
    let mut builder = TaskBuilder::default();
    let place = builder.variable("place", ["start", "left", "right", "end"], 0);
    let at = |value| Fact { var: place, value };
    let mut step = |from, to| builder.operator(Operator::simple("step", [at(from).into()], [at(to)]));
    let ids = [(0, 1), (0, 2), (1, 1), (2, 3), (1, 2)].map(|(from, to)| step(from, to));
    let jump = builder.operator(Operator::simple("jump", [at(0).into()], [at(3)]));
    builder.goal([at(3).into()]);
    let task = builder.build().unwrap();
    let plan = |n: usize| read_plan(&"step\n".repeat(n)).unwrap();
    let any = |n| plan(n).by_operators(&task).unwrap();
    assert_eq!(any(1), Plan::sequential([ids[0]]));
    assert_eq!(any(2), Plan::sequential([ids[1], ids[3]]));
    assert_eq!(any(3), Plan::sequential([ids[0], ids[4], ids[3]]));
    // A goal on the way is none at the end.
    let stuck = read_plan("step\nstep\njump\nstep\n").unwrap().by_operators(&task).unwrap();
    assert_eq!(stuck, Plan::sequential([ids[0], ids[2], jump]));
    let unknown = read_plan("step\nstop\n").unwrap().by_operators(&task).unwrap_err();
    assert_eq!(unknown.to_string(), "step 2: there is no move 'stop'");
}

/// Two moves are called `step` and lead to the same place, the second one at a lower cost; then one to another goal.
#[test]
fn of_moves_with_one_name_the_cheapest_are_meant() {
    let mut builder = TaskBuilder::default();
    let place = builder.variable("place", ["start", "end"], 0);
    let paint = builder.variable("paint", ["none", "red"], 0);
    let mut step = |painted, cost| {
        let effects = [Fact { var: place, value: 1 }].into_iter().chain(painted);
        builder.operator(Operator { cost, ..Operator::simple("step", [], effects) })
    };
    let ids = [(None, 5), (None, 3), (Some(Fact { var: paint, value: 1 }), 2)]
        .map(|(effect, cost)| step(effect, cost));
    builder.goal([Fact { var: place, value: 1 }.into()]);
    let task = builder.build().unwrap();
    let plan = read_plan("step").unwrap();
    assert_eq!(plan.by_operators(&task).unwrap(), Plan::sequential([ids[2]]));
    let twice = read_plan("step\nstep").unwrap().by_operators(&task).unwrap();
    assert_eq!(twice.cost(&task), 4);
}

/// Each of 30 switches may be set or left alone by a move of the same name.
#[test]
fn it_is_said_where_too_many_moves_may_be_meant() {
    let mut builder = TaskBuilder::default();
    let switches: Vec<_> =
        (0..30).map(|n| builder.variable(format!("switch {n}"), ["off", "on"], 0)).collect();
    let last = builder.variable("last", ["off", "on"], 0);
    for switch in switches {
        builder.operator(Operator::simple("flip", [], [Fact { var: switch, value: 1 }]));
    }
    builder.goal([Fact { var: last, value: 1 }.into()]);
    let plan = read_plan(&"flip\n".repeat(30)).unwrap();
    let error = plan.by_operators(&builder.build().unwrap()).unwrap_err();
    let text = error.to_string();
    assert!(text.ends_with(": 'flip' fits too many moves") && error.is_known, "{text}");
}

#[test]
fn lines_of_planners() {
    for text in [
        "0: (up)\n1: (UP)\n",
        "step    0: UP\n        1:  Up\n",
        "STEP 1: up\nSTEP 2: up\n",
        "0.000: (up) [1.000]\n1.001: ( up ) [1]\n",
        "(up) ; first\n(up); second\n; cost = 2 (unit cost)\n",
    ] {
        assert_eq!(replayed(text), Ok(3), "{text}");
    }
}

/// The moves of a list in JSON.
fn listed(names: &[&str]) -> WrittenPlan {
    read_plan(&serde_json::to_string(names).unwrap()).unwrap()
}

#[test]
fn names_of_a_list_stand_in_no_parentheses_times_or_comments() {
    let task = counter();
    for name in ["(up)", "up;now", "up ; now", "1:up", "3: up [2]", "0.1: (up) [1]", "down"] {
        let error = listed(&[name]).by_operators(&task).unwrap_err();
        assert_eq!(error.to_string(), format!("step 1: there is no move '{name}'"));
    }
    for names in [["up", "up"], ["UP", " Up "]] {
        let plan = listed(&names).by_operators(&task).unwrap();
        assert_eq!(replay(&task, &plan).map(|states| states.len()), Ok(3), "{names:?}");
    }
}

#[test]
fn exact_names_are_those_of_no_other_operators() {
    let mut builder = TaskBuilder::default();
    let switch = builder.variable("switch", ["off", "on"], 0);
    let on = Fact { var: switch, value: 1 };
    let [bare, blank] = ["go", " go"].map(|name| builder.operator(Operator::simple(name, [], [on])));
    builder.goal([on.into()]);
    let task = builder.build().unwrap();
    for (name, id) in [("go", bare), (" go", blank)] {
        assert_eq!(listed(&[name]).by_exact_names(&task).unwrap(), Plan::sequential([id]), "{name}");
    }
    for name in ["GO", "go ", "(go)", "go;now", "1:go", ""] {
        assert!(listed(&[name]).by_exact_names(&task).is_err(), "{name}");
    }
}

#[test]
fn words_before_a_colon_that_are_no_time_belong_to_the_name() {
    for line in ["inf: up", "nan: (up)", "-1: up", "+1: up", "1st: up", "step: up", ": up"] {
        let error = read_plan(line).unwrap().by_operators(&counter()).unwrap_err();
        assert_eq!(error.written.name, line);
    }
}

#[test]
fn names_that_differ_in_case_alone_are_those_that_are_written() {
    let mut builder = TaskBuilder::default();
    let place = builder.variable("place", ["a", "b", "c"], 0);
    let at = |value| Fact { var: place, value };
    let operators =
        [Operator::simple("go", [at(0).into()], [at(1)]), Operator::simple("GO", [at(0).into()], [at(2)])];
    let [small, great] = operators.map(|operator| builder.operator(operator));
    builder.goal([at(2).into()]);
    let task = builder.build().unwrap();
    for (text, expected) in [("go", small), ("(go)", small), ("GO", great), ("(GO)", great)] {
        let plan = read_plan(text).unwrap().by_operators(&task).unwrap();
        assert_eq!(plan, Plan::sequential([expected]), "{text}");
    }
    let either = read_plan("Go").unwrap();
    assert_eq!(either.by_operators(&task).unwrap(), Plan::sequential([great]));
}

#[test]
fn names_of_pieces_that_differ_in_case_are_those_of_different_pieces() {
    let mut builder = TaskBuilder::default();
    let place = builder.variable("place", ["a", "b", "c"], 0);
    let at = |value| Fact { var: place, value };
    let great = builder.operator(Operator::simple("B down 1", [], [at(1)]));
    let red = builder.operator(Operator::simple("X right 1", [], [at(2)]));
    builder.operator(Operator::simple("Bb down 1", [], [at(1)]));
    builder.goal([at(2).into()]);
    let task = builder.build().unwrap();
    let pieces = ["b", "B", "X"].map(str::to_owned);
    let read = |text: &str| read_plan(text).unwrap().by_pieces(&task, &pieces);
    for text in ["B down 1", "(B  DOWN 1)", "0: (B down 1) [1]"] {
        assert_eq!(read(text).unwrap(), Plan::sequential([great]), "{text}");
    }
    for text in ["X right 1", "x right 1", "(x Right\t1)"] {
        assert_eq!(read(text).unwrap(), Plan::sequential([red]), "{text}");
    }
    for text in ["b down 1", "(b DOWN 1)", "Y right 1", "X", ""] {
        let name = WrittenMove { name: text.to_owned(), place: None };
        let plan = WrittenPlan { moves: vec![name], ..WrittenPlan::default() };
        assert!(plan.by_pieces(&task, &pieces).is_err(), "{text}");
    }
    // Two pieces may be meant, and there is no guess.
    let two = ["Bb", "bB", "X"].map(str::to_owned);
    assert!(read_plan("BB down 1").unwrap().by_pieces(&task, &two).is_err());
}

#[test]
fn a_name_that_nothing_has_is_told_with_its_place() {
    let text = "up\n (left) \n";
    let error = read_plan(text).unwrap().by_operators(&counter()).unwrap_err();
    assert_eq!(error.to_string(), "step 2: there is no move '(left)'");
    assert_eq!(&text[error.written.place.unwrap()], "(left)");
}

fn names(text: &str) -> Vec<String> {
    read_plan(text).unwrap().moves.into_iter().map(|written| written.name).collect()
}

#[test]
fn all_forms_of_a_plan_are_read() {
    for text in [
        r#"{"kind":"rushhour","status":"solved","plan":["r right 1","b up 2"],"metric":"units"}"#,
        r#" ["r right 1", "b up 2"]"#,
        "r right 1\n\n; a comment\n  b up 2\n",
        "1  r right 1\n2  b up 2\n\nbefore\n+---+\n| r |\n+---+\n2 units, shortest\n",
        "1  r right 1\n2  b up 2\n\nstart\n| . |\n\n1  r right 1\n| r |\n\n2  b up 2\n",
    ] {
        assert_eq!(names(text), ["r right 1", "b up 2"], "{text}");
    }
    assert!(names("; cost = 0 (unit cost)\n").is_empty());
    assert!(names("before\n| XX |\n\nafter\n| XX |\n\n0 units: the goal holds at the start\n").is_empty());
    assert_eq!(read_plan(r#"{"plan":[],"metric":"slides"}"#).unwrap().metric.as_deref(), Some("slides"));
    let costly = r#"{"plan":[],"metric":"cost","unit":"slides"}"#;
    assert_eq!(read_plan(costly).unwrap().metric.as_deref(), Some("slides"));
    assert_eq!(read_plan(r#"{"plan":[],"metric":"moves","goal":50}"#).unwrap().goal.as_deref(), Some("50"));
}

#[test]
fn no_line_of_a_numbered_plan_is_passed_over() {
    for (text, expected) in [
        ("0  a\n1  b\n", vec!["a", "b"]),
        ("1  a\n3  b\n", vec!["a", "3  b"]),
        ("1  a\n2 b\n", vec!["a", "2 b"]),
        ("1  a\nb\n2  c", vec!["a", "b", "c"]),
        ("a\n1  b\n", vec!["a", "b"]),
        ("1  a\n1  b\n", vec!["a", "1  b"]),
        ("2  a\n3  b\n", vec!["2  a", "3  b"]),
        ("step 1\n1  a\n2  b\nstep 2\n3  c\n; 4  d\n\nbefore\n9  e\n", vec!["a", "b", "c"]),
        ("1  a\n2  b\n\nstart\nat home\n\n1  a\n+ seen\n\n2  b\n", vec!["a", "b"]),
        ("1  a\nstart\n2  b\n", vec!["a", "start", "b"]),
        ("1  a\n\nstart\n2  b\n", vec!["a", "start", "b"]),
        ("1  a\nbefore\n", vec!["a", "before"]),
        ("1  a\nstep 2\n", vec!["a", "step 2"]),
        ("step 1\n1  a\nstep 2\n", vec!["a", "step 2"]),
        ("start\n1  a\nb\n", vec!["start", "a", "b"]),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_plan_is_told() {
    let error = |text: &str| read_plan(text).unwrap_err().to_string();
    assert_eq!(
        error(r#"{"plan":null,"status":"unsolvable"}"#),
        "there is no plan in this answer, whose status is 'unsolvable'"
    );
    assert_eq!(error("{}"), "there is no plan in this answer");
    assert!(error("{").starts_with("not valid JSON: "));
    assert!(error("[1]").starts_with("not valid JSON: "));
}

#[test]
fn costs_are_written_in_the_unit_of_the_problem() {
    let text = |amount, scale| Cost::of(amount, scale).to_string();
    assert_eq!([text(37, 1), text(370, 100), text(375, 100), text(5, 1000)], ["37", "3.7", "3.75", "0.005"]);
    let json = |amount, scale| serde_json::to_string(&Cost::of(amount, scale)).unwrap();
    assert_eq!([json(37, 1), json(375, 100)], ["37", "3.75"]);
    assert_eq!(json(1 << 63, 1), "\"9223372036854775808\"");
    // Fifteen digits are exact for every reader.
    assert_eq!(json(999_999_999_999_999, 1), "999999999999999");
    assert_eq!(json(1_000_000_000_000_000, 1), "\"1000000000000000\"");
    for (amount, scale) in [(37, 1), (375, 100), (1 << 63, 1), (1, 100_000), (1, 1_000_000_000)] {
        assert_eq!(serde_json::from_str::<Cost>(&json(amount, scale)).unwrap(), Cost::of(amount, scale));
    }
    for wrong in [
        "\"+5\"",
        "\".5\"",
        "\"+.5\"",
        "\"5.+5\"",
        "\"1.2.3\"",
        "\"1e3\"",
        "\"-1\"",
        "\"\"",
        "-1",
        "1e30",
        "null",
        "[5]",
    ] {
        assert!(serde_json::from_str::<Cost>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn costs_are_read_exactly() {
    let parts = |text, scale| Cost::read(text).map(|cost| cost.parts(scale));
    assert_eq!(parts("37", 1), Some(37));
    assert_eq!(parts("3.75", 1), Some(3));
    assert_eq!(parts("3.75", 1000), Some(3750));
    assert_eq!(parts("18446744073709551615.99", 10), Some(u64::MAX));
    assert_eq!(parts("0.12345678901234567899", 10_u64.pow(19)), Some(1_234_567_890_123_456_789));
    let wrong =
        ["", ".5", "-1", "1e3", "3,5", "99999999999999999999", "+1", ".", "1.x", "1.5x", "1.-5", "1.2.3"];
    assert_eq!(wrong.map(Cost::read), [None; 12]);
}

#[test]
fn detours_are_left_out() {
    let mut builder = TaskBuilder::default();
    let place = builder.variable("place", ["a", "b", "c"], 0);
    let lamp = builder.variable("lamp", ["off", "on"], 0);
    let fact = |var, value| Fact { var, value };
    let go = |from, to| Operator::simple("go", [fact(place, from).into()], [fact(place, to)]);
    let [there, back, on] =
        [go(0, 1), go(1, 0), Operator::simple("on", [fact(place, 1).into()], [fact(lamp, 1)])]
            .map(|operator| builder.operator(operator));
    let further = builder.operator(go(1, 2));
    builder.goal([fact(place, 2).into()]);
    let task = builder.build().unwrap();
    let plan = Plan::parallel([vec![there, on], vec![back], vec![there], vec![further]]);
    assert!(validate(&task, &plan).is_ok());
    assert_eq!(without_needless(&task, &plan), Plan::parallel([vec![there], vec![further]]));
    let shortest = Plan::sequential([there, further]);
    assert_eq!(without_needless(&task, &shortest), shortest);
    let idle = Plan::sequential([there, on, further]);
    assert!(validate(&task, &idle).is_ok());
    assert_eq!(without_needless(&task, &idle), shortest);
    assert_eq!(without_needless(&task, &Plan::default()), Plan::default());
}

/// Without the first operator, each of the next two would take the value that the other one's effect depends on.
#[test]
fn what_is_left_of_steps_are_steps() {
    let mut builder = TaskBuilder::default();
    let hand = builder.variable("hand", ["full", "empty"], 0);
    let fact = |var, value| Fact { var, value };
    let drop = Effect { condition: vec![fact(hand, 0).into()], fact: fact(hand, 1) };
    let empty = builder.operator(Operator::simple("empty", [], [fact(hand, 1)]));
    let [one, other] = ["one", "other"].map(|name| {
        let lamp = builder.variable(name, ["off", "on"], 0);
        builder.goal([fact(lamp, 1).into()]);
        let mut switch = Operator::simple(name, [], [fact(lamp, 1)]);
        switch.effects.push(drop.clone());
        builder.operator(switch)
    });
    let task = builder.build().unwrap();
    let plan = Plan::parallel([vec![empty], vec![one, other]]);
    assert_eq!(without_needless(&task, &plan), plan);
    let in_turn = Plan::sequential([empty, one, other]);
    assert_eq!(without_needless(&task, &in_turn), Plan::sequential([one, other]));
}
