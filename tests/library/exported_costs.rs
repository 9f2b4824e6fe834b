//! Formulas with costs against the oracle: their best models are plans of the least cost among those within the horizon.

use std::collections::HashMap;

use bmcplan::encode::{Encoding, Operators, Semantics, StepOptions, Transition, decode};
use bmcplan::formula::Lit;
use bmcplan::horizon::{CostFormat, ExportError, cost_literals, read_model, write_costs, write_dimacs};
use bmcplan::plan::validate;
use bmcplan::solver::{Answer, SolverKind};
use bmcplan::stop::Stop;
use bmcplan::task::{State, Task};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::cheapest::costs;
use crate::common::tasks::tasks;

/// A formula with the cost of each literal.
#[derive(Debug, PartialEq, Eq)]
struct CostedFormula {
    clauses: Vec<Vec<Lit>>,
    costs: Vec<(Lit, u64)>,
}

fn literals(words: &str) -> Vec<Lit> {
    let numbers = words.strip_suffix(" 0").unwrap_or(words.strip_suffix('0').unwrap()).split_whitespace();
    numbers.map(|word| Lit::from_dimacs(word.parse().unwrap()).unwrap()).collect()
}

fn read_wcnf(text: &str) -> CostedFormula {
    let mut formula = CostedFormula { clauses: Vec::new(), costs: Vec::new() };
    for line in text.lines().filter(|line| !line.starts_with('c')) {
        let (weight, words) = line.split_once(' ').unwrap();
        match (weight, &literals(words)[..]) {
            ("h", clause) => formula.clauses.push(clause.to_vec()),
            (cost, [lit]) => formula.costs.push((!*lit, cost.parse().unwrap())),
            _ => panic!("{line}"),
        }
    }
    formula
}

/// Pairs of a number and a variable.
fn terms(words: &str) -> Vec<(i64, i32)> {
    let words: Vec<&str> = words.split_whitespace().collect();
    words
        .chunks(2)
        .map(|pair| (pair[0].parse().unwrap(), pair[1].strip_prefix('x').unwrap().parse().unwrap()))
        .collect()
}

fn read_opb(text: &str) -> CostedFormula {
    let head: Vec<&str> = text.lines().next().unwrap().split(' ').collect();
    let mut lines =
        text.lines().filter(|line| !line.starts_with('*')).map(|line| line.strip_suffix(" ;").unwrap());
    let costs = terms(lines.next().unwrap().strip_prefix("min:").unwrap());
    let costs = costs.into_iter().map(|(cost, var)| (Lit::from_dimacs(var).unwrap(), cost as u64)).collect();
    let clause = |line: &str| {
        let (sum, least) = line.split_once(">= ").unwrap();
        let mut terms = terms(sum);
        let n_negative = terms.iter().filter(|(factor, _)| *factor == -1).count();
        assert_eq!(least.parse::<i64>().unwrap(), 1 - n_negative as i64, "{line}");
        terms.retain(|(factor, _)| *factor != 0);
        terms.into_iter().map(|(factor, var)| Lit::from_dimacs(factor as i32 * var).unwrap()).collect()
    };
    let clauses: Vec<Vec<Lit>> = lines.map(clause).collect();
    assert_eq!((head[1], head[3], head[4]), ("#variable=", "#constraint=", &*clauses.len().to_string()));
    CostedFormula { clauses, costs }
}

/// The least cost of a model, and the values in it. A model of less cost than another one breaks fewer or other literals.
fn best(formula: &CostedFormula) -> Option<(u64, Vec<i32>)> {
    let mut solver = SolverKind::default().build(&Stop::default()).unwrap();
    formula.clauses.iter().for_each(|clause| solver.add_clause(clause));
    let n_vars = formula.clauses.iter().flatten().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
    let mut best: Option<(u64, Vec<i32>)> = None;
    while solver.solve(&[]).unwrap() == Answer::Satisfiable {
        let holds = |lit: Lit| solver.value(lit) == Some(true);
        let broken: Vec<(Lit, u64)> = formula.costs.iter().copied().filter(|(lit, _)| holds(*lit)).collect();
        let cost = broken.iter().map(|(_, cost)| cost).sum();
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            let lit = |number: usize| Lit::from_dimacs(i32::try_from(number).unwrap()).unwrap();
            let value = |number: usize| if holds(lit(number)) { number as i32 } else { -(number as i32) };
            best = Some((cost, (1..=n_vars).map(value).collect()));
        }
        let less: Vec<Lit> = broken.iter().map(|(lit, _)| !*lit).collect();
        solver.add_clause(&less);
    }
    best
}

/// The least cost of a plan of at most `n_steps` operators.
fn least(task: &Task, n_steps: usize) -> Option<u128> {
    let mut layer: HashMap<State, u128> = HashMap::from([(task.initial().clone(), 0)]);
    let mut found: Option<u128> = None;
    for _ in 0..=n_steps {
        let mut next: HashMap<State, u128> = HashMap::new();
        for (state, cost) in &layer {
            if task.is_goal(state) {
                found = Some(found.map_or(*cost, |least| least.min(*cost)));
            }
            let extended = task.extend(state);
            for id in task.operator_ids() {
                if let Ok(following) = extended.successor(id) {
                    let cost = cost + u128::from(task.operator(id).cost);
                    next.entry(following).and_modify(|known| *known = cost.min(*known)).or_insert(cost);
                }
            }
        }
        layer = next;
    }
    found
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut text = Vec::new();
    write(&mut text);
    String::from_utf8(text).unwrap()
}

/// Checks both formats; returns the least cost of a model, if the encoding has literals of costs.
fn check(task: &Task, encoding: &dyn Encoding, semantics: Semantics, horizon: usize) -> Option<Option<u128>> {
    let stop = Stop::default();
    let options = StepOptions { semantics, ..StepOptions::default() };
    let system = encoding.encode(task, &options, &stop).unwrap();
    let costs = match cost_literals(task, &system) {
        Ok(costs) => costs,
        Err(error) => {
            assert!(encoding.name() != Operators.name() || system.movers().is_empty(), "{error}");
            return None;
        }
    };
    let sum: u128 = costs.iter().map(|(_, cost)| u128::from(*cost) * horizon as u128).sum();
    if i64::try_from(sum).is_err() {
        let refused = write_costs(&system, horizon, &costs, CostFormat::Opb, "", &stop, &mut Vec::new());
        assert!(matches!(refused, Err(ExportError::TooDear)));
        return None;
    }
    let [wcnf, opb] = [CostFormat::Wcnf, CostFormat::Opb].map(|format| {
        written(|out| write_costs(&system, horizon, &costs, format, "a comment", &stop, out).unwrap())
    });
    let formula = read_wcnf(&wcnf);
    assert_eq!(formula, read_opb(&opb));
    let dimacs = written(|out| write_dimacs(&system, horizon, "", &stop, out).unwrap());
    let clauses = dimacs.lines().filter(|line| !line.starts_with(['c', 'p'])).map(literals);
    assert!(clauses.eq(formula.clauses.iter().cloned()));
    let Some((cost, model)) = best(&formula) else { return Some(None) };
    let model: String = model.iter().map(|value| format!(" {value}")).collect();
    let trace = read_model(&system, horizon, &format!("s OPTIMUM FOUND\nv{model} 0\n")).unwrap();
    let plan = decode(task, &system, &trace).unwrap();
    validate(task, &plan).unwrap();
    assert!(plan.makespan() <= horizon);
    assert_eq!(plan.cost(task), u128::from(cost));
    Some(Some(plan.cost(task)))
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn the_best_model_is_a_cheapest_plan(task in tasks().prop_flat_map(costs), horizon in 0..4_usize) {
        let expected = least(&task, horizon);
        for encoding in [&Operators as &dyn Encoding, &Transition] {
            let found = check(&task, encoding, Semantics::Sequential, horizon);
            prop_assert!(found.is_none_or(|found| found == expected), "{found:?} {expected:?}");
        }
        // What takes as many steps of one operator takes as many of several.
        let shared = check(&task, &Operators, Semantics::Exists, horizon).flatten();
        prop_assert!(shared.is_none_or(|cost| expected.is_none_or(|expected| cost <= expected)));
    }

    #[test]
    fn operators_of_one_cost_have_literals_in_every_common_encoding(task in tasks(), horizon in 0..4_usize) {
        let task = task.with_unit_costs();
        let expected = least(&task, horizon);
        prop_assume!(!task.operators().is_empty());
        for encoding in [&Operators as &dyn Encoding, &Transition] {
            let found = check(&task, encoding, Semantics::Sequential, horizon);
            prop_assert!(found.is_none_or(|found| found == expected), "{found:?} {expected:?}");
        }
    }
}
