//! Tasks as SAS files and as PDDL: written and read again, they have the same shortest plans.

use std::path::Path;

use bmcplan::kinds;
use bmcplan::kinds::pddl;
use bmcplan::kinds::sas::{self, SasError};
use bmcplan::problem::ProblemOptions;
use bmcplan::stop::Stop;
use bmcplan::task::{Effect, Fact, Literal, Operator, Task, TaskBuilder, VarId};
use bmcplan::text::Source;
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::tasks::tasks;

fn written(task: &Task) -> String {
    let mut text = Vec::new();
    sas::write_task(task, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn read(text: &str) -> Result<Task, SasError> {
    sas::read(&Source::new("test.sas", text), &Stop::default()).map(|problem| problem.task)
}

/// The task written as PDDL and read again; `None` if no plan can change anything.
fn through_pddl(task: &Task) -> Task {
    let (mut domain, mut problem) = (Vec::new(), Vec::new());
    pddl::write_task(task, &mut domain, Some(&mut problem)).unwrap();
    let texts = [domain, problem].map(|text| String::from_utf8(text).unwrap());
    let sources = texts.each_ref().map(|text| Source::new("test.pddl", text));
    let (options, stop) = (ProblemOptions::default(), Stop::default());
    let read = kinds::read_as(&kinds::PDDL, &sources, &options, &stop);
    let problem = read.unwrap_or_else(|error| panic!("{error}\n{}\n{}", texts[0], texts[1]));
    assert!(problem.warnings().is_empty(), "{}", problem.warnings()[0]);
    problem.task(None, &stop).unwrap()
}

fn check(task: &Task) {
    let again = read(&written(task)).unwrap_or_else(|error| panic!("{error}\n{}", written(task)));
    assert_eq!(optimum(&again), optimum(task));
    assert_eq!(optimum(&through_pddl(task)), optimum(task));
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn random_tasks_keep_their_shortest_plans(task in tasks()) {
        check(&task);
    }
}

#[test]
fn atoms_without_arguments_keep_their_names_in_groups() {
    let mut builder = TaskBuilder::default();
    builder.variable("idle|cut(*)|cut|at", ["idle", "cut(a)", "cut", "none of those"], 0);
    builder.variable("at", ["left", "right"], 0);
    let text = written(&builder.build().unwrap());
    assert!(text.contains("\n4\nAtom idle\nAtom cut(a)\nAtom cut\n<none of those>\n"), "{text}");
    assert!(text.contains("\n2\nAtom at=left\nAtom at=right\n"), "{text}");
}

/// PDDL can deny conditions for which SAS files need a derived variable.
#[test]
fn pddl_denies_facts() {
    let mut builder = TaskBuilder::default();
    let light = builder.variable("light", ["red", "amber", "green"], 0);
    let fact = |value| Fact { var: light, value };
    builder.operator(Operator::simple("wait", [!Literal::from(fact(2))], [fact(2)]));
    builder.goal([fact(2).into()]);
    let task = builder.build().unwrap();
    let mut domain = Vec::new();
    pddl::write_task(&task, &mut domain, None).unwrap();
    let domain = String::from_utf8(domain).unwrap();
    assert!(domain.contains("(not (light-green))") && !domain.contains("(:derived "), "{domain}");
    assert!(written(&task).contains("not light=green"), "{}", written(&task));
    check(&task);
}

/// Operators whose effects contradict each other in the same states have one derived variable, whatever the order of their effects.
#[test]
fn contradictions_are_the_same_in_any_order() {
    let mut builder = TaskBuilder::default();
    let [a, b] = ["a", "b"].map(|name| builder.variable(name, ["0", "1"], 0));
    let lamp = builder.variable("lamp", ["off", "red", "blue"], 0);
    let effect = |var, colour| Effect {
        condition: vec![Fact { var, value: 1 }.into()],
        fact: Fact { var: lamp, value: colour },
    };
    for effects in [vec![effect(a, 1), effect(b, 2)], vec![effect(b, 2), effect(a, 1)]] {
        builder.operator(Operator { name: "light".into(), precondition: Vec::new(), effects, cost: 1 });
    }
    builder.operator(Operator::simple("press", [], [Fact { var: a, value: 1 }]));
    builder.goal([Fact { var: lamp, value: 1 }.into()]);
    let task = builder.build().unwrap();
    assert_eq!(task.portable().unwrap().derived().len(), 1);
    check(&task);
}

#[test]
fn puzzles_and_games_keep_their_shortest_plans() {
    for name in ["sample02.toml", "thinkfun/card01.toml", "gdl/buttons-and-lights.kif"] {
        let problem = kinds::read(&Path::new("instances").join(name)).unwrap();
        check(&problem.task(None, &Stop::default()).unwrap());
    }
}

const LAMP: &str = "\
begin_version\n3\nend_version\nbegin_metric\n1\nend_metric\n2
begin_variable\nvar0\n-1\n2\nAtom lit(lamp)\nNegatedAtom lit(lamp)\nend_variable
begin_variable\nvar1\n0\n2\nAtom bright()\nNegatedAtom bright()\nend_variable
0\nbegin_state\n1\n1\nend_state\nbegin_goal\n1\n1 0\nend_goal
1\nbegin_operator\nswitch lamp\n0\n1\n0 0 -1 0\n7\nend_operator
1\nbegin_rule\n1\n0 0\n1 1 0\nend_rule\n";

#[test]
fn a_file_is_read_with_its_names_and_costs() {
    let task = read(LAMP).unwrap();
    assert_eq!(task.variables()[0].values, ["lit(lamp)", "not lit(lamp)"]);
    // A derived variable that follows from one fact only becomes that fact.
    assert_eq!(task.goal(), [Literal::from(Fact { var: VarId::from_index(0), value: 0 })]);
    assert_eq!((&*task.operators()[0].name, task.operators()[0].cost), ("switch lamp", 7));
    assert_eq!(optimum(&task), Some(1));
    let unit = read(&LAMP.replace("begin_metric\n1", "begin_metric\n0")).unwrap();
    assert_eq!(unit.operators()[0].cost, 1);
}

/// `bright` and `warm` follow from each other, and `bright` from the lamp.
#[test]
fn axioms_may_depend_on_each_other() {
    let warm =
        "begin_variable\nvar2\n0\n2\nAtom warm()\nNegatedAtom warm()\nend_variable\n0\nbegin_state\n1\n1\n1";
    let rules = "3\nbegin_rule\n1\n0 0\n1 1 0\nend_rule\nbegin_rule\n1\n1 0\n2 1 0\nend_rule\nbegin_rule\n1\n2 0\n1 1 0\nend_rule\n";
    let head = LAMP.replace("\n2\nbegin_variable", "\n3\nbegin_variable");
    let text = head.replace("0\nbegin_state\n1\n1", warm).replace("1 0\nend_goal", "2 0\nend_goal");
    let text = text.split("1\nbegin_rule").next().unwrap().to_owned() + rules;
    assert_eq!(optimum(&read(&text).unwrap()), Some(1));
    let unlit = text.replace("1\n0 0\n1 1 0", "1\n2 0\n1 1 0");
    assert_eq!(optimum(&read(&unlit).unwrap()), None);
}

/// Two lamps, each with a switch of its own, and a group for "only one of them is ever lit".
#[test]
fn groups_are_not_believed() {
    let mut builder = TaskBuilder::default();
    let lamps = ["left", "right"].map(|name| builder.variable(name, ["on", "off"], 1));
    for var in lamps {
        builder.operator(Operator::simple(
            "switch",
            [Fact { var, value: 1 }.into()],
            [Fact { var, value: 0 }],
        ));
    }
    builder.goal(lamps.map(|var| Fact { var, value: 0 }.into()));
    let text = written(&builder.build().unwrap());
    let group = "end_variable\n1\nbegin_mutex_group\n2\n0 0\n1 0\nend_mutex_group\nbegin_state";
    let wrong = text.replace("end_variable\n0\nbegin_state", group);
    assert_ne!(text, wrong);
    let task = read(&wrong).unwrap();
    assert!(task.mutexes().is_empty());
    assert_eq!(optimum(&task), Some(2));
}

/// Each missing line and each changed number is noticed or makes another task; nothing panics.
#[test]
fn damaged_files_are_refused_or_read() {
    let lines: Vec<&str> = LAMP.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        for change in ["", "-1", "2", "99999999999999999999", "x"] {
            let mut damaged = lines.clone();
            damaged[number] = change;
            if let Err(SasError::Invalid(error)) = read(&damaged.join("\n")) {
                assert!(error.to_string().contains("help: "), "{line} -> {change}: {error}");
            }
        }
        assert!(read(&lines[..number].join("\n")).is_err(), "{number} lines");
    }
}
