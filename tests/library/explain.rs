//! Explanations against all subsets of elements: problems are built anew with each, and solved by explicit search.

use std::collections::BTreeSet;
use std::sync::Arc;

use bmcplan::ask::{Limiter, Limits, LoadedProblem};
use bmcplan::kinds::rush_hour::{Board, Cell, Draft};
use bmcplan::kinds::{RUSH_HOUR, SLIDING_BLOCK, read_as};
use bmcplan::plan::Metric;
use bmcplan::problem::{ElementKind, Problem, ProblemOptions};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Atom, Fact, Literal, Operator, Task, TaskBuilder};
use bmcplan::text::Source;
use bmcplan_search::{SearchLimits, SearchOutcome, shortest_plan};
use bmcplan_workshop::{ExplainSettings, Explained, essence, explain};
use itertools::Itertools as _;
use proptest::prelude::*;

use crate::common::boards::arb_board;
use crate::common::cases::cases;
use crate::common::cheapest::{cheapest, costs};
use crate::common::made::Made;
use crate::common::tasks::{elements_of, tasks};
use crate::rush_hour::writers::toml_list;

/// The least length, or the least cost.
type Least = Option<u128>;

type Set = BTreeSet<usize>;

/// A problem and, for every set of its elements, the least with these alone.
struct Oracle<'a> {
    n_elements: usize,
    least: &'a dyn Fn(&Set) -> Least,
}

impl Oracle<'_> {
    /// All minimal sets with which the least is that of the whole.
    fn minimal(&self) -> BTreeSet<Set> {
        let whole = (self.least)(&(0..self.n_elements).collect());
        let mut minimal: BTreeSet<Set> = BTreeSet::new();
        for set in (0..self.n_elements).powerset().map(Set::from_iter) {
            // Smaller sets come first.
            if !minimal.iter().any(|other| other.is_subset(&set)) && (self.least)(&set) == whole {
                minimal.insert(set);
            }
        }
        minimal
    }
}

fn asked<'a>(loaded: &'a LoadedProblem, question: &ExplainSettings) -> Explained<'a> {
    let limiter = Limiter::over(Stop::default(), &Limits::default());
    explain(loaded, question, &limiter, &mut |_| {}).unwrap()
}

fn sets(explained: &Explained<'_>) -> Vec<Set> {
    let numbers = explained.sets.iter().map(|set| set.kept.iter().map(|kept| kept.number).collect());
    numbers.collect()
}

/// Holds all answers about a problem to the oracle. `names` are the names of its elements, by their numbers there.
/// Without memory for states, formulas answer alone.
fn check(problem: &Arc<dyn Problem>, names: &[String], oracle: &Oracle<'_>, memory: Option<usize>) {
    let usual = ExplainSettings { memory, ..ExplainSettings::default() };
    let loaded = &LoadedProblem { problem: problem.clone(), text: None, place: None };
    let whole = (oracle.least)(&(0..oracle.n_elements).collect());
    let minimal = oracle.minimal();
    let one = asked(loaded, &usual);
    assert_eq!(one.elements.iter().map(ToString::to_string).collect_vec(), names);
    assert_eq!((one.least, one.sets.len(), one.incomplete), (whole, 1, None));
    assert!(one.sets[0].is_minimal && minimal.contains(&sets(&one)[0]), "{:?} of {minimal:?}", sets(&one));
    for kept in &one.sets[0].kept {
        let mut without = sets(&one)[0].clone();
        without.remove(&kept.number);
        assert_eq!(kept.without, Some((oracle.least)(&without)));
    }
    let all = asked(loaded, &ExplainSettings { most: 1000, ..usual });
    assert!(all.are_all && all.sets.iter().all(|set| set.is_minimal));
    assert_eq!((sets(&all).len(), BTreeSet::from_iter(sets(&all))), (minimal.len(), minimal.clone()));
    let two = asked(loaded, &ExplainSettings { most: 2, ..usual });
    assert_eq!((two.sets.len(), two.are_all), (minimal.len().min(2), minimal.len() <= 2));

    let size = minimal.iter().map(Set::len).min().unwrap();
    let least: BTreeSet<Set> = minimal.into_iter().filter(|set| set.len() == size).collect();
    let smallest = asked(loaded, &ExplainSettings { smallest: true, ..usual });
    assert!(least.contains(&sets(&smallest)[0]) && smallest.is_least(&smallest.sets[0]));
    assert_eq!((smallest.sets.len(), smallest.at_least), (1, Some(size)));
    let all = asked(loaded, &ExplainSettings { smallest: true, most: 1000, ..usual });
    assert!(all.are_all);
    assert_eq!((sets(&all).len(), BTreeSet::from_iter(sets(&all))), (least.len(), least));
}

/// The length of a shortest plan, by explicit search, which has tests of its own.
fn shortest(task: &Task) -> Least {
    let found = shortest_plan(task, &SearchLimits::default(), &Stop::default(), &mut |_| {});
    match found.outcome {
        SearchOutcome::Solved(plan) => Some(plan.length() as u128),
        outcome => {
            assert_eq!(outcome, SearchOutcome::Exhausted);
            None
        }
    }
}

/// A board as a text, for the reader.
fn read(board: &Board, metric: &str) -> Arc<dyn Problem> {
    let source = Source::new("board.toml", &toml_list(board));
    let options = ProblemOptions::default().with("metric", metric);
    Arc::from(read_as(&RUSH_HOUR, &[source], &options, &Stop::default()).unwrap())
}

/// The names of a board's elements, and the least of the board with some of them, drawn anew.
fn check_board(board: &Board, metric: &str, memory: Option<usize>) {
    let red = board.car(board.red()).clone();
    let cars = board.cars().iter().filter(|car| car.name != red.name).cloned().collect_vec();
    let walls = board.walls().collect_vec();
    let wall = |Cell { row, column }: &Cell| format!("wall {},{}", row + 1, column + 1);
    let names = cars.iter().map(|car| format!("piece {}", car.name)).chain(walls.iter().map(wall));
    let least = |set: &Set| {
        let kept = |number: usize| set.contains(&number);
        let cars_kept = (0..).zip(&cars).filter(|(number, _)| kept(*number)).map(|(_, car)| car.clone());
        let walls_kept =
            (cars.len()..).zip(&walls).filter(|(number, _)| kept(*number)).map(|(_, wall)| *wall);
        let draft = Draft {
            rows: board.rows(),
            columns: board.columns(),
            cars: [red.clone()].into_iter().chain(cars_kept).collect(),
            walls: walls_kept.collect(),
            ..Draft::default()
        };
        let reduced = read(&draft.check().unwrap(), metric);
        shortest(&reduced.task(None, &Stop::default()).unwrap())
    };
    let oracle = Oracle { n_elements: cars.len() + walls.len(), least: &least };
    check(&read(board, metric), &names.collect_vec(), &oracle, memory);
}

/// True if the clock decides whether a literal holds, perhaps with others.
fn is_clocked(task: &Task, literal: Literal) -> bool {
    match literal.atom {
        Atom::Fact(fact) => task.clock().is_some_and(|clock| clock.var == fact.var),
        Atom::Derived(id) => {
            let rules = &task.derived()[id.index()].rules;
            rules.iter().flatten().any(|literal| is_clocked(task, *literal))
        }
    }
}

/// The task with few goals and conditions, built anew from its parts.
fn rebuilt(task: &Task, goals: &[Literal], has_condition: &dyn Fn(Literal) -> bool) -> Task {
    let mut builder = elements_of(task);
    for operator in task.operators() {
        let precondition = operator.precondition.iter().copied().filter(|literal| has_condition(*literal));
        builder.operator(Operator { precondition: precondition.collect(), ..operator.clone() });
    }
    builder.goal(goals.iter().copied());
    builder.build().unwrap()
}

fn check_task(task: &Task, metric: Metric) {
    let is_free = |literal: &Literal| !is_clocked(task, *literal);
    let goals = task.goal().iter().copied().filter(is_free).unique().collect_vec();
    let asked = task.operators().iter().flat_map(|operator| operator.precondition.iter().copied());
    // Variables come before derived ones.
    let asked_of = |literal: Literal| match literal.atom {
        Atom::Fact(fact) => (false, fact.var.index()),
        Atom::Derived(id) => (true, id.index()),
    };
    let conditions = asked.filter(is_free).map(asked_of).collect::<BTreeSet<_>>().into_iter().collect_vec();
    let least = |set: &Set| {
        let kept_goals = task.goal().iter().copied().filter(|goal| {
            goals.iter().position(|one| one == goal).is_none_or(|number| set.contains(&number))
        });
        let has_condition = |literal: Literal| {
            let number = conditions.iter().position(|one| *one == asked_of(literal));
            !is_free(&literal) || number.is_none_or(|number| set.contains(&(goals.len() + number)))
        };
        let reduced = rebuilt(task, &kept_goals.collect_vec(), &has_condition);
        match metric {
            Metric::Actions => shortest(&reduced),
            Metric::Cost => cheapest(&reduced).map(|(cost, _)| cost),
        }
    };
    let problem: Arc<dyn Problem> = Arc::new(Made(task.clone(), metric));
    let loaded = LoadedProblem { problem: problem.clone(), text: None, place: None };
    let names = asked_names(&loaded);
    assert_eq!(names.len(), goals.len() + conditions.len());
    check(&problem, &names, &Oracle { n_elements: names.len(), least: &least }, None);
}

fn asked_names(loaded: &LoadedProblem) -> Vec<String> {
    asked(loaded, &ExplainSettings::default()).elements.iter().map(ToString::to_string).collect()
}

/// All subsets of fewer elements are looked at.
const MOST: usize = 9;

fn n_elements(task: &Task) -> usize {
    task.goal().len() + task.variables().len() + task.derived().len()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn boards(board in arb_board(), slides in any::<bool>(), by_formulas in any::<bool>()) {
        prop_assume!(board.cars().len() + board.walls().count() < MOST);
        check_board(&board, if slides { "slides" } else { "units" }, by_formulas.then_some(1));
    }

    #[test]
    fn lengths_of_tasks(task in tasks()) {
        prop_assume!(n_elements(&task) < MOST);
        check_task(&task, Metric::Actions);
    }

    #[test]
    fn costs_of_tasks(task in tasks().prop_flat_map(costs)) {
        // The counter would be part of the state.
        let is_small = task.operators().iter().all(|operator| operator.cost < 1 << 32);
        prop_assume!(is_small && task.clock().is_none() && n_elements(&task) < MOST);
        check_task(&task, Metric::Cost);
    }
}

fn sliding(text: &str, metric: &str) -> Arc<dyn Problem> {
    let options = ProblemOptions::default().with("metric", metric);
    Arc::from(
        read_as(&SLIDING_BLOCK, &[Source::new("puzzle.toml", text)], &options, &Stop::default()).unwrap(),
    )
}

/// A puzzle, which has these characters erased in turn: pieces and walls that are elements, in the order of their numbers.
fn check_sliding(start: &str, goal: &str, more: &str, elements: &str, metric: &str) {
    let walls = start.chars().filter(|c| *c != '\n').positions(|c| c == '#').collect_vec();
    let pieces = elements.chars().collect_vec();
    let columns = start.lines().next().unwrap().len();
    let text = |set: &Set| {
        let is_gone = |number: usize| !set.contains(&number);
        let mut cells = start.chars().filter(|c| *c != '\n').collect_vec();
        let mut goal = goal.chars().filter(|c| *c != '\n').collect_vec();
        for (_, wall) in (pieces.len()..).zip(&walls).filter(|(number, _)| is_gone(*number)) {
            cells[*wall] = '.';
            goal[*wall] = '.';
        }
        let gone =
            (0..).zip(&pieces).filter(|(number, _)| is_gone(*number)).map(|(_, name)| *name).collect_vec();
        cells.iter_mut().filter(|c| gone.contains(c)).for_each(|c| *c = '.');
        // A group of one is none.
        let more = if gone.iter().any(|name| more.contains(*name)) { "" } else { more };
        let rows =
            |cells: &[char]| cells.chunks(columns).map(|row| row.iter().collect::<String>() + "\n").join("");
        format!("start = \"\"\"\n{}\"\"\"\ngoal = \"\"\"\n{}\"\"\"\n{more}", rows(&cells), rows(&goal))
    };
    let whole = (0..pieces.len() + walls.len()).collect();
    let least = |set: &Set| shortest(&sliding(&text(set), metric).task(None, &Stop::default()).unwrap());
    let oracle = Oracle { n_elements: pieces.len() + walls.len(), least: &least };
    let wall = |cell: &usize| format!("wall {},{}", cell / columns + 1, cell % columns + 1);
    let names = pieces.iter().map(|name| format!("piece {name}")).chain(walls.iter().map(wall)).collect_vec();
    check(&sliding(&text(&whole), metric), &names, &oracle, None);
}

#[test]
fn sliding_blocks() {
    for metric in ["units", "slides", "moves"] {
        check_sliding("AB.\nCD#\n.E.\n", "...\n..#\nA..\n", "", "BCDE", metric);
        check_sliding("AAB\nC.B\n#DE\n", "...\nAA.\n#..\n", "", "BCDE", metric);
        // Either may stand in the goal, so neither is scenery.
        check_sliding("A#B\n.C.\nD..\n", ".#.\n...\n..A\n", "interchangeable = [\"AB\"]\n", "CD", metric);
        // A group without a goal.
        check_sliding("ACB\n.#.\nD..\n", "...\n.#.\n..A\n", "interchangeable = [\"BC\"]\n", "CBD", metric);
        // Both pieces of the goal are stuck.
        check_sliding("A#C\n##D\nB..\n", "..A\n##.\n...\n", "", "CDB", metric);
    }
}

/// A board in rows of characters.
fn drawn(rows: &str) -> Arc<dyn Problem> {
    let source = Source::new("board.txt", rows);
    Arc::from(read_as(&RUSH_HOUR, &[source], &ProblemOptions::default(), &Stop::default()).unwrap())
}

fn names_of(explained: &Explained<'_>) -> Vec<String> {
    let kept = explained.sets[0].kept.iter();
    kept.map(|kept| explained.elements[kept.number].to_string()).collect()
}

#[test]
fn edges() {
    let ask = |rows: &str, question: ExplainSettings| {
        let loaded = LoadedProblem { problem: drawn(rows), text: None, place: None };
        let explained = asked(&loaded, &question);
        (explained.least, names_of(&explained), explained.elements.len())
    };
    let usual = ExplainSettings::default();
    // The goal holds at the start.
    assert_eq!(ask("..XX\nABB.\nA..#\n", usual), (Some(0), vec![], 3));
    // No elements at all.
    assert_eq!(ask("XX..\n....\n", usual), (Some(2), vec![], 0));
    // Nothing can move.
    assert_eq!(ask("XX#.\nAA#B\n###B\n", usual), (None, vec!["wall 1,3".to_owned()], 7));
    // A car that cannot move is like a wall, and there is another.
    let two = "XXA#\n#.A.\n";
    assert!(matches!(ask(two, usual).1.as_slice(), [one] if one == "piece A" || one == "wall 1,4"));
    let walls = ExplainSettings { only: Some(ElementKind::Wall), ..usual };
    assert_eq!(ask(two, walls), (None, vec![], 2));
    let goals = ExplainSettings { only: Some(ElementKind::Goal), ..usual };
    assert_eq!(ask(two, goals), (None, vec![], 0));
}

#[test]
fn the_problem_without_scenery() {
    let problem = drawn("XX.A..\n...A..\n......\n.BB..#\n......\n......\n");
    let found = essence(&problem, None, &Stop::default()).unwrap();
    assert_eq!(
        (found.least, found.kept.iter().map(ToString::to_string).collect_vec()),
        (Some(5), vec!["piece A".to_owned()])
    );
    let task = found.problem.task(None, &Stop::default()).unwrap();
    assert_eq!(shortest(&task), Some(5));
    let text = found.problem.text_from(task.initial()).unwrap();
    assert!(text.contains("XX.A") && !text.contains(['B', '#']), "{text}");
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    assert!(essence(&problem, None, &stop).is_err());
}

/// Goals that cannot be had together: a key that opens one of three doors and is gone then.
#[test]
fn goals_that_exclude_each_other() {
    let mut builder = TaskBuilder::default();
    let key = builder.variable("key", ["gone", "there"], 1);
    let doors = ["a", "b", "c"].map(|name| builder.variable(name, ["shut", "open"], 0));
    let fact = |var, value| Fact { var, value };
    for door in doors {
        builder.operator(Operator::simple("open", [fact(key, 1).into()], [fact(door, 1), fact(key, 0)]));
    }
    builder.goal(doors.map(|door| fact(door, 1).into()));
    let task = builder.build().unwrap();
    let loaded =
        LoadedProblem { problem: Arc::new(Made(task.clone(), Metric::Actions)), text: None, place: None };
    let question = ExplainSettings { most: 10, only: Some(ElementKind::Goal), ..ExplainSettings::default() };
    let explained = asked(&loaded, &question);
    let pairs = sets(&explained).into_iter().collect::<BTreeSet<_>>();
    assert_eq!(pairs, (0..3).combinations(2).map(Set::from_iter).collect());
    assert!(explained.are_all && explained.least.is_none());
}
