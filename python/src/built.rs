//! Problems that are built in Python: a task in parts, or schemas that were grounded.

use std::fmt;

use bmcplan::kinds::pddl::{PddlProblem, grounded_task};
use bmcplan::plan::{Metric, Plan, UnknownMove, WrittenPlan};
use bmcplan::problem::{Problem, ProblemError};
use bmcplan::stop::Stop;
use bmcplan::task::{Atom, DerivedId, Effect, Fact, Literal, Operator, Task, TaskBuilder, TaskError, VarId};
use bmcplan::text::{Diagnostic, Source};
use serde::Deserialize;

use crate::failure::Failure;
use crate::lifted::LiftedParts;

/// A fact: a variable and a value, by their numbers.
type FactPart = (usize, u32);

/// A literal: whether it is about a derived variable, its number, a value, and whether it is to be true.
type LiteralPart = (bool, usize, u32, bool);

/// A task in parts.
#[derive(Debug, Deserialize)]
pub(crate) struct TaskParts {
    /// Names, names of values, initial values.
    variables: Vec<(String, Vec<String>, u32)>,
    /// Names and rules.
    derived: Vec<(String, Vec<Vec<LiteralPart>>)>,
    operators: Vec<OperatorPart>,
    goal: Vec<LiteralPart>,
    /// Does it ask for a cheapest plan?
    minimises_cost: bool,
}

impl TaskParts {
    /// Returns the measure that plans minimise.
    pub(crate) fn minimises(&self) -> Metric {
        if self.minimises_cost { Metric::Cost } else { Metric::Actions }
    }
}

#[derive(Debug, Deserialize)]
struct OperatorPart {
    name: String,
    precondition: Vec<LiteralPart>,
    effects: Vec<(Vec<LiteralPart>, FactPart)>,
    cost: u64,
}

/// A problem that has no text.
pub(crate) struct BuiltProblem {
    name: String,
    task: Task,
    minimises: Metric,
    /// The schemas of which the task was made, if it was.
    schemas: Option<PddlProblem>,
}

impl BuiltProblem {
    /// The name of its kind.
    pub(crate) const KIND: &'static str = "task";
    /// The unit of its plans' lengths.
    pub(crate) const METRIC: &'static str = "actions";

    /// Builds the problem of a task in parts.
    pub(crate) fn of_parts(name: &str, parts: &TaskParts, stop: &Stop) -> Result<Self, Failure> {
        let mut builder = TaskBuilder::until(stop);
        for (name, values, initial) in &parts.variables {
            builder.variable(name, values, *initial);
        }
        for (name, rules) in &parts.derived {
            builder.derived(name, rules.iter().map(|rule| literals(rule)).collect());
        }
        for part in &parts.operators {
            let effect = |(condition, of): &(Vec<LiteralPart>, FactPart)| Effect {
                condition: literals(condition),
                fact: fact(*of),
            };
            builder.operator(Operator {
                name: part.name.clone(),
                precondition: literals(&part.precondition),
                effects: part.effects.iter().map(effect).collect(),
                cost: part.cost,
            });
        }
        builder.goal(literals(&parts.goal));
        let task = builder.build().map_err(|error| match error {
            TaskError::Stopped(reason) => Failure::Fault(reason.into()),
            error => Failure::argument(error),
        })?;
        Ok(Self { name: name.to_owned(), task, minimises: parts.minimises(), schemas: None })
    }

    /// Grounds schemas and builds their problem.
    pub(crate) fn of_schemas(name: &str, parts: &LiftedParts, stop: &Stop) -> Result<Self, Failure> {
        let schemas = parts.problem();
        let task = of_schemas(name, &schemas, stop)?;
        Ok(Self { name: name.to_owned(), task, minimises: parts.minimises(), schemas: Some(schemas) })
    }
}

/// Returns the task of schemas, which have no text.
fn of_schemas(name: &str, schemas: &PddlProblem, stop: &Stop) -> Result<Task, ProblemError> {
    grounded_task(schemas, &Source::new(name, ""), stop).map_err(|error| match error {
        ProblemError::Stopped { reason, .. } => ProblemError::Stopped { reason, at: None },
        refused => refused,
    })
}

fn fact((variable, value): FactPart) -> Fact {
    Fact { var: VarId::from_index(variable), value }
}

fn literals(parts: &[LiteralPart]) -> Vec<Literal> {
    let literal = |&(is_derived, number, value, positive): &LiteralPart| Literal {
        atom: if is_derived {
            Atom::Derived(DerivedId::from_index(number))
        } else {
            Atom::Fact(fact((number, value)))
        },
        positive,
    };
    parts.iter().map(literal).collect()
}

impl Problem for BuiltProblem {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    fn metric(&self) -> &str {
        Self::METRIC
    }

    fn minimises(&self) -> Metric {
        self.minimises
    }

    fn task(&self, _: Option<u32>, _: &Stop) -> Result<Task, ProblemError> {
        Ok(self.task.clone())
    }

    fn task_with_idle_moves(&self, _: Option<u32>, stop: &Stop) -> Result<Option<Task>, ProblemError> {
        self.schemas.as_ref().map(|schemas| of_schemas(&self.name, &schemas.ticking(), stop)).transpose()
    }

    /// Names are exact: `go` and `GO` are two operators, also where one of them can never be applied and is not in the task.
    fn read_plan(&self, task: &Task, written: &WrittenPlan) -> Result<Plan, UnknownMove> {
        written.by_exact_names(task)
    }

    fn warnings(&self) -> &[Diagnostic] {
        &[]
    }
}

impl fmt::Display for BuiltProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variables, operators) = (self.task.variables().len(), self.task.operators().len());
        write!(f, "{}, {variables} variables and {operators} operators", self.name)
    }
}
