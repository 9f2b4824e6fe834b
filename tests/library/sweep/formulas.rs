//! Formulas for other solvers are read back by independent parsers, and their answers agree with breadth-first search at
//! every horizon.

use bmcplan::encode::{Encoding, StepOptions, encodings};
use bmcplan::formula::{Lit, Var};
use bmcplan::horizon::{ExportError, write_dimacs, write_dimspec, write_icnf};
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::solver::{Answer, Solver, SolverKind};
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use itertools::Itertools as _;

use super::problem::Problem;

fn solver() -> Box<dyn Solver> {
    SolverKind::Batsat.build(&Stop::default()).unwrap()
}

fn holds(solver: &mut dyn Solver, assumptions: &[Lit]) -> bool {
    match solver.solve(assumptions).unwrap() {
        Answer::Satisfiable => true,
        Answer::Unsatisfiable => false,
        other => panic!("{other:?}"),
    }
}

/// The literals of a line that ends in 0.
fn clause(line: &str) -> Vec<Lit> {
    let numbers = line.split(' ').map(|word| word.parse::<i32>().unwrap()).collect_vec();
    let (last, lits) = numbers.split_last().unwrap();
    assert_eq!(*last, 0, "{line}");
    lits.iter().map(|number| Lit::from_dimacs(*number).unwrap()).collect()
}

/// The comments at the beginning without their `c`, and the lines after them; headings between clauses are left out.
fn split(text: &str) -> (Vec<&str>, Vec<&str>) {
    let lines = text.lines().collect_vec();
    let n_comments = lines.iter().take_while(|line| line.starts_with("c ")).count();
    let comments = lines[..n_comments].iter().map(|line| &line[2..]).collect();
    let lines = lines[n_comments..].iter().copied();
    (comments, lines.filter(|line| !line.starts_with("c ")).collect())
}

/// A section: the numbers of its header, and its clauses, checked against the header.
fn section(lines: &[&str], kind: &str) -> (usize, Vec<Vec<Lit>>) {
    let (header, clauses) = lines.split_first().unwrap();
    let [first, "cnf", n_vars, n_clauses] = header.split(' ').collect_vec()[..] else { panic!("{header}") };
    let [n_vars, n_clauses] = [n_vars, n_clauses].map(|number| number.parse::<usize>().unwrap());
    let clauses = clauses.iter().map(|line| clause(line)).collect_vec();
    assert_eq!((first, n_clauses), (kind, clauses.len()));
    assert!(clauses.iter().flatten().all(|lit| lit.var().index() < n_vars));
    (n_vars, clauses)
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> Result<(), ExportError>) -> String {
    let mut text = Vec::new();
    write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The numbers of the variables called `name` at `frame`.
fn numbered(comments: &[&str], frame: usize, name: &str) -> Vec<usize> {
    let wanted = format!(" at frame {frame}: {name}");
    let numbers = comments.iter().filter_map(|comment| comment.strip_suffix(&wanted));
    numbers.map(|number| number.parse().unwrap()).collect()
}

/// Formulas in all forms have models from the length of a shortest plan on.
pub(crate) fn check(problem: &Problem, encoding: &dyn Encoding, step: &StepOptions) {
    let (task, optimum) = (&problem.task, problem.graph.shortest());
    let system = encoding.encode(task, step, &Stop::default()).unwrap();
    let greatest = optimum.map_or(3, |optimum| optimum + 1);
    let expected =
        (0..=greatest).map(|horizon| optimum.is_some_and(|optimum| optimum <= horizon)).collect_vec();
    let dimacs = (0..=greatest).map(|horizon| check_dimacs(task, &system, horizon)).collect_vec();
    assert_eq!(dimacs, expected, "dimacs {}", encoding.name());

    let icnf = written(|out| write_icnf(&system, greatest, "two\nlines", &Stop::default(), out));
    let (comments, lines) = split(&icnf);
    assert_eq!(
        (&comments[..2], comments.len()),
        (&["two", "lines"][..], 2 + system.n_vars() * (greatest + 1))
    );
    assert_eq!(lines[0], "p inccnf");
    let (mut growing, mut answers) = (solver(), Vec::new());
    for line in &lines[1..] {
        match line.strip_prefix("a ") {
            Some(assumptions) => answers.push(holds(&mut *growing, &clause(assumptions))),
            None => growing.add_clause(&clause(line)),
        }
    }
    assert_eq!(answers, expected, "icnf {}", encoding.name());
    // Now the same questions after all clauses.
    let assumptions = lines.iter().filter_map(|line| line.strip_prefix("a "));
    let answers = assumptions.map(|line| holds(&mut *growing, &clause(line))).collect_vec();
    assert_eq!(answers, expected, "icnf, clauses first, {}", encoding.name());

    if !system.succession().is_empty() {
        let refused = write_dimspec(&system, "", &Stop::default(), &mut Vec::new());
        return assert!(matches!(refused, Err(ExportError::ThreeFrames)));
    }
    let dimspec = written(|out| write_dimspec(&system, "", &Stop::default(), out));
    assert_eq!(unroll(&dimspec, greatest), expected, "dimspec {}", encoding.name());
}

/// True if the formula of that horizon is satisfiable; then its first frame is the initial state.
fn check_dimacs(task: &Task, system: &bmcplan::encode::TransitionSystem, horizon: usize) -> bool {
    let text = written(|out| write_dimacs(system, horizon, "", &Stop::default(), out));
    let (comments, lines) = split(&text);
    let (n_vars, clauses) = section(&lines, "p");
    let numbers = comments.iter().map(|line| line.split(' ').next().unwrap().parse::<usize>().unwrap());
    assert!(numbers.eq(1..=n_vars));
    let mut solver = solver();
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    if !holds(&mut *solver, &[]) {
        return false;
    }
    for fact in task.variable_ids().flat_map(|var| task.facts(var)) {
        for number in numbered(&comments, 0, &task.fact_name(fact)) {
            let value = solver.value(Var::from_index(number - 1).positive());
            assert_eq!(value, Some(task.initial().contains(fact)), "{}", task.fact_name(fact));
        }
    }
    true
}

/// Unrolls a system and asks for the goal in every frame.
fn unroll(text: &str, greatest: usize) -> Vec<bool> {
    let (comments, lines) = split(text);
    let starts = lines.iter().positions(|line| line.contains("cnf")).chain([lines.len()]).collect_vec();
    let parts = starts.iter().tuple_windows().map(|(from, to)| &lines[*from..*to]).collect_vec();
    let [initial, universal, goal, transition] = parts[..] else { panic!("{starts:?}") };
    let (n_vars, initial) = section(initial, "i");
    let (same, universal) = section(universal, "u");
    let (too, goal) = section(goal, "g");
    let (twice, transition) = section(transition, "t");
    assert_eq!([n_vars; 4], [same, too, twice / 2, comments.len()]);
    let mut solver = solver();
    let at = |clause: &[Lit], frame: usize| {
        let moved = |lit: &Lit| Var::from_index(frame * n_vars + lit.var().index()).lit(lit.is_positive());
        clause.iter().map(moved).collect_vec()
    };
    initial.iter().for_each(|clause| solver.add_clause(&at(clause, 0)));
    let mut answers = Vec::new();
    for frame in 0..=greatest {
        if let Some(before) = frame.checked_sub(1) {
            transition.iter().for_each(|clause| solver.add_clause(&at(clause, before)));
        }
        universal.iter().for_each(|clause| solver.add_clause(&at(clause, frame)));
        assert!(goal.iter().all(|clause| clause.len() == 1));
        answers.push(holds(&mut *solver, &at(&goal.concat(), frame)));
    }
    answers
}

#[test]
fn more_steps_than_can_be_numbered() {
    let board = rush_hour::read_as(
        &bmcplan::text::Source::new("a board", "XX..\n....\n"),
        rush_hour::BoardFormat::Text,
    )
    .unwrap();
    let task = rush_hour::task(&board, BoardMetric::Units, &Stop::default()).unwrap();
    let system = encodings()[0].encode(&task, &StepOptions::default(), &Stop::default()).unwrap();
    for horizon in [1 << 28, usize::MAX] {
        let mut text = Vec::new();
        assert!(matches!(
            write_dimacs(&system, horizon, "", &Stop::default(), &mut text),
            Err(ExportError::TooLarge(_))
        ));
        assert!(matches!(
            write_icnf(&system, horizon, "", &Stop::default(), &mut text),
            Err(ExportError::TooLarge(_))
        ));
        assert!(text.is_empty());
    }
}
