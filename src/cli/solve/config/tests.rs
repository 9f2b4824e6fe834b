//! Tests of how arguments become a configuration.

use crate::kinds::{Kinds, RUSH_HOUR};
use crate::plan::Metric;
use crate::planner::{Mode, Strategy};

use super::super::command;
use super::*;
use crate::ask::Input;

fn config_of(arguments: &str) -> SolveConfig {
    let scope = Scope::One(&RUSH_HOUR, Kinds::default());
    let words = ["rushhour"].into_iter().chain(arguments.split_whitespace());
    config(&command(&scope).try_get_matches_from(words).unwrap(), &scope).unwrap()
}

#[test]
fn modes() {
    for (arguments, mode) in [
        ("f", Mode::Auto),
        ("f --max-horizon 5", Mode::Auto),
        ("f --semantics forall", Mode::Auto),
        ("f --search", Mode::Search),
        ("f --pdr", Mode::Formula(Strategy::Pdr)),
        ("f --first", Mode::Formula(Strategy::First)),
        ("f --first --anytime", Mode::Anytime),
        ("f --incremental", Mode::Formula(Strategy::Incremental)),
        ("f --horizon 7", Mode::Formula(Strategy::Fixed(7))),
        ("f --horizon 7 --max-horizon 5", Mode::Formula(Strategy::Fixed(5))),
        ("f --minimize 3 --max-horizon 5", Mode::Formula(Strategy::Minimize(3))),
    ] {
        assert_eq!(config_of(arguments).settings.planner_mode(), mode, "{arguments}");
    }
}

/// Though the option that is missing conflicts with another one that is there.
#[test]
fn options_that_go_with_another_one() {
    for arguments in [
        "f --heuristic lmcut --incremental",
        "f --heuristic lmcut --first",
        "f --anytime --search",
        "f --limit 3 --count",
        "f --evidence recount --horizon 5",
    ] {
        let scope = Scope::One(&RUSH_HOUR, Kinds::default());
        let words = ["rushhour"].into_iter().chain(arguments.split_whitespace());
        let matches = command(&scope).try_get_matches_from(words);
        assert!(matches.is_err() || config(&matches.unwrap(), &scope).is_err(), "{arguments}");
    }
}

#[test]
fn inputs() {
    let inputs = |arguments| config_of(arguments).problem.inputs;
    assert_eq!(inputs("some/file"), [Input::File("some/file".into())]);
    assert_eq!(inputs("-"), [Input::Stdin]);
    let typed = Input::Typed { option: "--board".to_owned(), text: "XX..".to_owned() };
    assert_eq!(inputs("--board XX.."), [typed]);
}

#[test]
fn memory_is_shared_between_search_and_formulas_in_auto_mode() {
    for (arguments, memory, search) in [
        ("f", None, None),
        ("f --search --memory 100", Some(100_000_000), Some(100_000_000)),
        ("f --memory 100", Some(100_000_000), Some(50_000_000)),
    ] {
        let config = config_of(arguments);
        let options = config.settings.options_in(Metric::Actions, 1).unwrap();
        assert_eq!((config.limits.memory, options.search_memory), (memory, search), "{arguments}");
    }
}

#[test]
fn plan_queries() {
    for (arguments, wanted) in [
        ("f", PlanQuery::One),
        ("f --all", PlanQuery::All(10_000)),
        ("f --all --limit 3 --incremental", PlanQuery::All(3)),
        ("f --count --search", PlanQuery::Count),
    ] {
        assert_eq!(config_of(arguments).settings.wanted(), wanted, "{arguments}");
    }
}
