//! The list of all shortest plans, `plans.txt`, and the formula "there is a plan that is not listed".
//!
//! A plan is a line with the numbers of its operators, which count from 1, in the order of `task.sas`, as the choices of a step do in
//! the formula. (Names would not do: a problem may have several operators of one name.) Of the operators of one name that lead from
//! a state to the same next one, the first stands for all. So two plans that differ do so in names or states; and in order, no plan
//! is there twice.
//!
//! The formula is the [specification](Specification), and for each plan that is listed the clause that some step has another choice
//! than that of the plan. Where a step has several [cases](crate::task::OperatorNames::cases), a variable of their own stands for
//! them. `docs/certificates.md`, "All shortest plans", defines it.
//!
//! **Architecture Invariant:** this shares no code with encodings.

use std::collections::HashMap;
use std::io::{self, Write};

use itertools::Itertools as _;

use super::specification::Specification;
use crate::formula::{Lit, Var, write_clause};
use crate::plan::{Plan, PlanError, replay, validate};
use crate::task::{OperatorId, OperatorNames, State, Task};

/// A plan of one operator a step: for each step its [cases](OperatorNames::cases), of which the first stands for all.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListedPlan {
    steps: Vec<Vec<OperatorId>>,
}

impl ListedPlan {
    /// The plan of these operators.
    ///
    /// # Errors
    /// The first that cannot be applied.
    pub fn of(task: &Task, names: &OperatorNames, operators: &[OperatorId]) -> Result<Self, PlanError> {
        let states = replay(task, &Plan::sequential(operators.iter().copied()))?;
        Ok(Self::through(&states, task, names, operators))
    }

    /// The plan of these operators, which passes through these states.
    fn through(states: &[State], task: &Task, names: &OperatorNames, operators: &[OperatorId]) -> Self {
        let cases = |(pair, id): (&[State], &OperatorId)| {
            if names.have_no_cases() { vec![*id] } else { names.cases(*id, &task.extend(&pair[0]), &pair[1]) }
        };
        Self { steps: states.windows(2).zip(operators).map(cases).collect() }
    }

    /// For each step its cases.
    pub fn steps(&self) -> &[Vec<OperatorId>] {
        &self.steps
    }

    /// For each step the operator that stands for its cases.
    pub fn operators(&self) -> impl Iterator<Item = OperatorId> {
        self.steps.iter().filter_map(|cases| cases.first().copied())
    }
}

/// Writes plans that are in order.
///
/// # Errors
/// The errors of the writer.
pub fn write_plans(plans: &[ListedPlan], mut out: impl Write) -> io::Result<()> {
    plans
        .iter()
        .try_for_each(|plan| writeln!(out, "{}", plan.operators().map(|id| id.index() + 1).format(" ")))?;
    out.flush()
}

/// Reads plans of so many steps, and checks that each leads to the goal.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn read_plans(task: &Task, length: usize, text: &str) -> Result<Vec<ListedPlan>, String> {
    let Some(lines) = text.strip_suffix('\n') else {
        return Err("its last line has no end".to_owned());
    };
    let names = OperatorNames::of(task);
    let mut plans: Vec<ListedPlan> = Vec::new();
    for (number, line) in (1..).zip(lines.split('\n')) {
        let wrong = |cause: &str| format!("line {number} {cause}");
        let words: Vec<&str> = if line.is_empty() { Vec::new() } else { line.split(' ').collect() };
        let operators = words.iter().map(|word| operator(task, word)).collect::<Option<Vec<OperatorId>>>();
        let operators = operators.ok_or_else(|| wrong("has a word that is no number of an operator"))?;
        if operators.len() != length {
            return Err(wrong(&format!("has {} steps, and {length} are claimed", operators.len())));
        }
        let states = validate(task, &Plan::sequential(operators.iter().copied()))
            .map_err(|error| wrong(&format!("is no plan: {error}")))?;
        let plan = ListedPlan::through(&states, task, &names, &operators);
        if let Some((first, id)) = plan.operators().zip(&operators).find(|(first, id)| first != *id) {
            let [first, id] = [first, *id].map(|id| id.index() + 1);
            return Err(wrong(&format!(
                "has operator {id}, for which {first} stands, which has its name and leads to the same state"
            )));
        }
        if plans.last().is_some_and(|before| plan <= *before) {
            return Err(wrong("is not behind the one before it"));
        }
        plans.push(plan);
    }
    Ok(plans)
}

/// The operator with that number.
fn operator(task: &Task, word: &str) -> Option<OperatorId> {
    let is_number = word.len() <= 9 && word.bytes().all(|byte| byte.is_ascii_digit());
    let number: usize = word.parse().ok().filter(|_| is_number)?;
    number.checked_sub(1).filter(|index| *index < task.operators().len()).map(OperatorId::from_index)
}

/// The formula that there is a plan of at most so many steps which is none of these.
#[derive(Debug, Clone)]
pub struct UnlistedFormula<'a> {
    specification: &'a Specification,
    n_steps: usize,
    plans: &'a [ListedPlan],
    /// The frames and cases that have variables, in the order of these.
    cases: Vec<FrameCases<'a>>,
    /// The place of each of them.
    places: HashMap<(usize, &'a [OperatorId]), usize>,
}

/// Several cases of the step from a frame.
#[derive(Debug, Clone, Copy)]
struct FrameCases<'a> {
    frame: usize,
    operators: &'a [OperatorId],
    /// The number of clauses about those before it.
    n_clauses: usize,
}

impl<'a> UnlistedFormula<'a> {
    /// The formula that there is a plan of at most `n_steps` steps which is none of these, which have so many.
    pub fn of(specification: &'a Specification, n_steps: usize, plans: &'a [ListedPlan]) -> Self {
        let (mut cases, mut places) = (Vec::new(), HashMap::new());
        let mut n_clauses = 0;
        for (frame, operators) in plans.iter().flat_map(|plan| plan.steps().iter().enumerate()) {
            if 1 < operators.len() && !places.contains_key(&(frame, &**operators)) {
                places.insert((frame, &**operators), cases.len());
                cases.push(FrameCases { frame, operators, n_clauses });
                n_clauses += operators.len();
            }
        }
        Self { specification, n_steps, plans, cases, places }
    }

    /// The number of its variables.
    pub fn n_vars(&self) -> usize {
        self.specification.n_vars(self.n_steps) + self.n_case_vars()
    }

    /// The number of variables for the cases of a step. They come behind those of the specification.
    pub fn n_case_vars(&self) -> usize {
        self.cases.len()
    }

    /// The literal that one of these cases runs in the step from a frame. None if no plan has them there.
    pub fn runs(&self, frame: usize, cases: &[OperatorId]) -> Option<Lit> {
        if let [id] = cases {
            let propositions = self.specification.propositions();
            return Some(propositions.at(propositions.operator(*id), frame));
        }
        let place = self.places.get(&(frame, cases))?;
        Some(Var::from_index(self.specification.n_vars(self.n_steps) + place).lit(true))
    }

    /// The numbers, from 0, of the clauses that say that the literal of these cases is true if one of them runs.
    pub fn clauses_of_cases(&self, frame: usize, cases: &[OperatorId]) -> std::ops::Range<usize> {
        let place = self.places.get(&(frame, cases)).map(|place| &self.cases[*place]);
        place.map_or(0..0, |found| {
            let first = self.specification.n_clauses(self.n_steps) + found.n_clauses;
            first..first + found.operators.len()
        })
    }

    /// The number, from 0, of the clause of a plan.
    pub fn clause_of_plan(&self, place: usize) -> usize {
        let of_cases = self.cases.last().map_or(0, |last| last.n_clauses + last.operators.len());
        self.specification.n_clauses(self.n_steps) + of_cases + place
    }

    /// The number of its clauses.
    pub fn n_clauses(&self) -> usize {
        self.clause_of_plan(self.plans.len())
    }

    /// Calls with each clause, in order.
    ///
    /// # Errors
    /// The errors of the call.
    pub fn for_each_clause<E>(&self, mut each: impl FnMut(&[Lit]) -> Result<(), E>) -> Result<(), E> {
        self.specification.for_each_clause(self.n_steps, &mut each)?;
        for FrameCases { frame, operators, .. } in &self.cases {
            let one_runs = self.runs(*frame, operators);
            for id in *operators {
                let runs = self.runs(*frame, &[*id]).map(|runs| !runs);
                each(&runs.into_iter().chain(one_runs).collect::<Vec<Lit>>())?;
            }
        }
        for plan in self.plans {
            let runs = plan.steps().iter().enumerate().filter_map(|(t, cases)| self.runs(t, cases));
            each(&runs.map(|lit| !lit).collect::<Vec<Lit>>())?;
        }
        Ok(())
    }

    /// Writes it in the DIMACS format; `task` is the one that the specification was made of.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(&self, task: &Task, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "c There is a plan of at most {} steps that is not listed.", self.n_steps)?;
        self.specification.write_names(task, &mut out)?;
        writeln!(out, "p cnf {} {}", self.n_vars(), self.n_clauses())?;
        self.for_each_clause(|clause| write_clause(clause, &mut out))?;
        out.flush()
    }
}
