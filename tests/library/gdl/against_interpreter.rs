//! The games that come of rule sheets against an interpreter of the rules as they stand: the same optimum for every goal
//! value by search and by every encoding, the same number of shortest plays, the same best value in every mode, or the open
//! values where only short plays are looked for, and along random plays the same moves and the same fluents.

use crate::common::cases::cases;
use std::collections::{BTreeMap, BTreeSet};

use super::fixed::{FIXED, Fixed};
use super::interpreter::{Explored, Interpreter};
use super::sheets;
use bmcplan::encode::encodings;
use bmcplan::kinds::gdl::{Game, GroundLimits, read};
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan::text::Source;
use bmcplan_planner::{BestValue, Mode, Options, Outcome, Strategy, best_value, solve};
use bmcplan_search::{SearchLimits, SearchOutcome, explore, shortest_plans};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Longer plays are left to the search.
const MAX_HORIZON: usize = 6;

fn game(text: &str) -> Game {
    let source = Source::new("sheet.kif", text);
    let sheet = read(&source, GroundLimits::default()).unwrap_or_else(|error| panic!("{error}"));
    Game::of(&source, &sheet, GroundLimits::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Values, lengths and numbers of plays, by search and by formula.
fn check_plays(game: &Game, explored: &Explored) {
    let values: BTreeSet<u32> =
        explored.best.keys().copied().chain(game.goal_values()).chain([100, 7]).collect();
    for value in values {
        let task = game.task(value, &Stop::default()).unwrap();
        let best = explored.best.get(&value);
        let optimum = best.map(|best| best.length);
        let report = shortest_plans(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {});
        match (&report.first.outcome, optimum) {
            (SearchOutcome::Solved(plan), Some(optimum)) => assert_eq!(plan.length(), optimum, "{value}"),
            (SearchOutcome::Exhausted, None) => {}
            other => panic!("goal {value} by search: {other:?}"),
        }
        let count = report.plans.and_then(|plans| plans.count());
        assert_eq!(count, best.map(|best| best.count), "shortest plays to {value}");
        check_formulas(&task, value, optimum);
    }
}

fn check_formulas(task: &Task, value: u32, optimum: Option<usize>) {
    let max_horizon = Some(optimum.unwrap_or(MAX_HORIZON).min(MAX_HORIZON));
    for encoding in encodings() {
        let options =
            Options { mode: Mode::Formula(Strategy::Incremental), max_horizon, ..Options::default() };
        let report = solve(task, &*encoding, &options, &Stop::default(), &mut |_| {}).unwrap();
        match (&report.outcome, optimum) {
            (Outcome::Solved { plan, optimal: true, .. }, Some(optimum)) => {
                assert_eq!(plan.length(), optimum, "{value} by {}", encoding.name());
            }
            (Outcome::NoPlanWithin(MAX_HORIZON), Some(optimum)) if MAX_HORIZON < optimum => {}
            (Outcome::NoPlanWithin(MAX_HORIZON) | Outcome::Unsolvable, None) => {}
            (other, _) => panic!("goal {value} by {}: {other:?}, not {optimum:?}", encoding.name()),
        }
    }
}

/// The best value of plays of at most so many moves, in every mode.
fn check_best_values(game: &Game, explored: &Explored, cap: Index) {
    let reachable = || explored.best.values().map(|best| best.length);
    let cap = cap.index(reachable().max().unwrap_or(0).min(MAX_HORIZON) + 2);
    let encodings = encodings();
    let encoding = &*encodings[cap % encodings.len()];
    let modes = [
        Mode::Auto,
        Mode::Search,
        Mode::Formula(Strategy::Incremental),
        Mode::Formula(Strategy::Pdr),
        Mode::Formula(Strategy::Fixed(cap)),
        Mode::Formula(Strategy::Minimize(cap)),
    ];
    let capped = modes.map(|mode| (mode, Some(cap)));
    let values = game.goal_values();
    assert!(values.is_sorted_by(|one, other| other < one), "{values:?}");
    for (mode, max_horizon) in capped.into_iter().chain([(Mode::Search, None)]) {
        let options = Options { mode, max_horizon, ..Options::default() };
        let best = best_value(&values, |value| {
            let task = game.task(value, &Stop::default()).unwrap();
            solve(&task, encoding, &options, &Stop::default(), &mut |_| {}).map(|report| (report, ()))
        });
        match best.unwrap() {
            Some(best) => check_best_value(&best, &values, explored, max_horizon),
            None => assert!(values.is_empty()),
        }
    }
}

fn check_best_value(best: &BestValue<()>, values: &[u32], explored: &Explored, cap: Option<usize>) {
    let BestValue { value, report, open, .. } = best;
    let what = format!("at most {cap:?} in {:?}: {value}, {:?}, open {open:?}", report.mode, report.outcome);
    let length = |value: &u32| explored.best.get(value).map(|best| best.length);
    let is_short = |length: usize| cap.is_none_or(|cap| length <= cap);
    let reached = values.iter().find(|value| length(value).is_some_and(is_short));
    match (&report.outcome, reached) {
        (Outcome::Solved { plan, optimal, .. }, Some(reached)) => {
            assert_eq!(value, reached, "{what}");
            assert!(is_short(plan.length()), "{what}");
            assert!(!optimal || Some(plan.length()) == length(value), "{what}");
            assert!(open.iter().all(|open| value < open), "{what}");
        }
        (Outcome::NoPlanWithin(horizon), None) => {
            assert_eq!((Some(*horizon), open.first()), (cap, Some(value)), "{what}");
            let refuted = report.refuted.unwrap();
            assert!(*horizon <= refuted, "{what}");
            assert!(open.iter().filter_map(length).all(|length| refuted < length), "{what}");
        }
        (Outcome::Unsolvable, None) => assert!(open.is_empty(), "{what}"),
        _ => panic!("{what}, not {reached:?}"),
    }
    // All better values that longer plays have.
    let mut beyond = values.iter().take_while(|value| Some(*value) != reached);
    assert!(beyond.all(|value| length(value).is_none() || open.contains(value)), "{what}");
    assert!(cap.is_some() || open.is_empty(), "{what}");
    assert!(open.is_sorted_by(|one, other| other < one), "{what}");
}

/// The states of the rules, also where they differ in nothing that a rule asks for.
fn check_states(game: &Game, explored: &Explored) {
    let task = game.whole_task(100, &Stop::default()).unwrap();
    let space = explore(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).unwrap();
    assert_eq!(space.states, explored.n_states() as u64);
}

/// Plays at random in both, and compares fluents and legal moves. Returns, for each state, the fluents that the game does not
/// show.
fn check_walk(game: &Game, task: &Task, rules: &Interpreter, choices: &[Index]) -> Vec<BTreeSet<String>> {
    let (mut state, mut fluents) = (task.initial().clone(), rules.initial());
    let mut hidden = Vec::new();
    for choice in choices {
        let shown: BTreeSet<String> = game.fluents(&state).into_iter().collect();
        let holding: BTreeSet<String> = fluents.iter().map(|fluent| fluent.to_string()).collect();
        assert!(shown.is_subset(&holding), "{shown:?} of {holding:?}");
        hidden.push(holding.difference(&shown).cloned().collect());
        let view = rules.view(&fluents);
        assert_eq!(task.is_goal(&state), view.is_terminal && view.values.contains(&100));
        let extended = task.extend(&state);
        let mut successors = BTreeMap::new();
        for id in task.operator_ids() {
            if let Ok(next) = extended.successor(id) {
                let before = successors.insert(task.operator(id).name.clone(), next);
                assert!(before.is_none(), "one move is two operators in {shown:?}");
            }
        }
        let applicable: BTreeSet<String> = successors.keys().cloned().collect();
        let legal: BTreeSet<String> = match view.is_terminal {
            true => BTreeSet::new(),
            false => view.moves.iter().map(|a_move| a_move.to_string()).collect(),
        };
        assert_eq!(applicable, legal, "in {shown:?}");
        if legal.is_empty() {
            break;
        }
        let a_move = view.moves.iter().nth(choice.index(legal.len())).unwrap();
        state = successors.remove(&a_move.to_string()).unwrap();
        fluents = rules.next(&fluents, a_move);
    }
    assert!(task.clock().is_none() || hidden.iter().all(BTreeSet::is_empty), "{hidden:?}");
    hidden
}

/// Only fluents that are the same in every play may be left out of a task, and none of the whole task.
fn check_walks(game: &Game, rules: &Interpreter, choices: &[Index]) {
    let task = game.task(100, &Stop::default()).unwrap();
    let reversed: Vec<Index> = choices.iter().rev().copied().collect();
    let [one, other] = [choices, &reversed].map(|choices| check_walk(game, &task, rules, choices));
    let whole = check_walk(game, &game.whole_task(100, &Stop::default()).unwrap(), rules, choices);
    assert!(whole.iter().all(BTreeSet::is_empty), "{whole:?}");
    assert!(one.iter().zip(&other).all(|(one, other)| one == other), "{one:?} {other:?}");
}

fn check(text: &str, choices: &[Index], cap: Index) {
    let rules = Interpreter::new(text);
    let explored = rules.explore(300, None);
    if !explored.complete {
        return;
    }
    let game = game(text);
    check_walks(&game, &rules, choices);
    check_states(&game, &explored);
    check_plays(&game, &explored);
    check_best_values(&game, &explored, cap);
}

#[test]
fn sheets_by_hand() {
    for Fixed { name, text, plays } in FIXED {
        let game = game(text);
        let explored = Interpreter::new(text).explore(300, None);
        assert!(explored.complete && explored.best.len() == plays.len(), "{name}");
        check_states(&game, &explored);
        check_plays(&game, &explored);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 4000, ..cases(256) })]

    #[test]
    fn random_sheets(text in sheets::arb_sheet(), choices in vec(any::<Index>(), 12), cap: Index) {
        check(&text.0, &choices, cap);
    }

    #[test]
    fn random_plays_by_hand(number: Index, choices in vec(any::<Index>(), 12), cap: Index) {
        check(number.get(FIXED).text, &choices, cap);
    }
}
