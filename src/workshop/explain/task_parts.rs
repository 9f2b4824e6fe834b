//! Goals and conditions of a task as elements: a literal of the goal, or everything that operators ask of a variable.
//!
//! Without them the task is [relaxed](Task::relaxed). What depends on the clock is no element: it says when a game ends.

use crate::ordered::Set;
use std::fmt;
use std::sync::Arc;

use itertools::Itertools as _;

use crate::plan::{Metric, Plan};
use crate::problem::{Element, ElementKind, Problem, ProblemError, ShownStates, Trajectory};
use crate::stop::Stop;
use crate::task::{Atom, Derived, DerivedId, Literal, Task, VarId, Variable};
use crate::text::Paint;

use super::reduced::Reduced;

/// The goals and conditions of a problem's task.
pub(super) struct TaskParts {
    problem: Arc<dyn Problem>,
    task: Arc<Task>,
    elements: Vec<TaskElement>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TaskElement {
    Goal(Literal),
    /// The conditions on a variable in preconditions.
    Variable(VarId),
    /// The conditions on a derived variable in preconditions.
    Derived(DerivedId),
}

impl TaskElement {
    fn of_condition(literal: Literal) -> Self {
        match literal.atom {
            Atom::Fact(fact) => Self::Variable(fact.var),
            Atom::Derived(id) => Self::Derived(id),
        }
    }
}

impl TaskParts {
    /// The elements, with their descriptions.
    pub(super) fn of(problem: &Arc<dyn Problem>, task: Arc<Task>) -> (Vec<Element>, Self) {
        let clocked = task.clocked();
        let is_free = |literal: &&Literal| !task.depends_on_clock(**literal, &clocked);
        let goals = task.goal().iter().filter(is_free).unique().map(|literal| TaskElement::Goal(*literal));
        let asked = task.operators().iter().flat_map(|operator| &operator.precondition);
        let asked = asked.filter(is_free).map(|literal| literal.atom).collect::<Set<_>>();
        let conditions =
            asked.into_iter().map(|atom| TaskElement::of_condition(Literal { atom, positive: true }));
        let elements = goals.chain(conditions.dedup()).collect_vec();
        let described = elements.iter().map(|element| described(&task, *element)).collect();
        (described, Self { problem: problem.clone(), task, elements })
    }

    /// The problem with these elements alone.
    pub(super) fn reduced(&self, kept: &Set<usize>) -> Reduced {
        let gone = (0..).zip(&self.elements).filter(|(number, _)| !kept.contains(number));
        let gone: Set<TaskElement> = gone.map(|(_, element)| *element).collect();
        let task = Arc::new(self.task.relaxed(
            |goal| !gone.contains(&TaskElement::Goal(goal)),
            |condition| !gone.contains(&TaskElement::of_condition(condition)),
        ));
        let problem = Arc::new(RelaxedProblem { problem: self.problem.clone(), task: task.clone() });
        Reduced { problem, task }
    }

    /// The numbers of the elements that a plan of a relaxed task breaks. Its states are the same whatever was asked for.
    pub(super) fn broken(&self, relaxed: &Task, plan: &Plan) -> Set<usize> {
        let mut broken = Set::new();
        let mut state = relaxed.initial().clone();
        for id in plan.operators() {
            let extended = relaxed.extend(&state);
            let asked = &self.task.operator(id).precondition;
            let unmet = asked.iter().filter(|literal| !extended.holds(**literal));
            broken.extend(unmet.map(|literal| TaskElement::of_condition(*literal)));
            match extended.successor(id) {
                Ok(next) => state = next,
                // The plan was validated.
                Err(_) => break,
            }
        }
        let last = relaxed.extend(&state);
        let unmet = self.task.goal().iter().filter(|literal| !last.holds(**literal));
        broken.extend(unmet.map(|literal| TaskElement::Goal(*literal)));
        (0..self.elements.len()).filter(|number| broken.contains(&self.elements[*number])).collect()
    }
}

fn described(task: &Task, element: TaskElement) -> Element {
    let (kind, name) = match element {
        TaskElement::Goal(goal) => (ElementKind::Goal, in_words(task, goal)),
        TaskElement::Variable(var) => (ElementKind::Condition, pattern(&task.variables()[var.index()])),
        TaskElement::Derived(id) => (ElementKind::Condition, derived_name(task, &task.derived()[id.index()])),
    };
    Element { kind, name, cells: Vec::new() }
}

/// The longest name of a condition that is made of its rules, in characters.
const LONGEST: usize = 60;

/// The name of a derived variable; where the reader has numbered it, its rules.
fn derived_name(task: &Task, derived: &Derived) -> String {
    let body = |body: &Vec<Literal>| body.iter().map(|literal| in_words(task, *literal)).join(" and ");
    let rules = derived.rules.iter().map(body).join(" or ");
    match derived.name.strip_prefix("condition ").is_some_and(|number| number.parse::<usize>().is_ok()) {
        false => derived.name.clone(),
        true if rules.chars().count() <= LONGEST => rules,
        true => rules.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

/// The atom of a literal, or what it denies.
fn in_words(task: &Task, literal: Literal) -> String {
    let Atom::Fact(fact) = literal.atom else { return task.literal_name(literal) };
    let variable = &task.variables()[fact.var.index()];
    match (variable.atom(fact.value_index()), variable.values.len()) {
        (Some(atom), _) if literal.positive => atom.to_owned(),
        (Some(atom), _) => format!("not {atom}"),
        // One of the values is the atom, the other says that it is not so.
        (None, 2) => match (variable.atom(1 - fact.value_index()), literal.positive) {
            (Some(atom), true) => format!("not {atom}"),
            (Some(atom), false) => atom.to_owned(),
            (None, _) => task.literal_name(literal),
        },
        (None, _) => task.literal_name(literal),
    }
}

/// The atoms of a variable in few words: `at(key, *) or held(key)`.
fn pattern(variable: &Variable) -> String {
    let atoms = (0..variable.values.len()).filter_map(|value| variable.atom(value));
    let words = |atom: &str| -> Vec<String> {
        let is_word = |c: &char| !matches!(c, '(' | ')' | ',' | ' ');
        let parts = atom.chars().chunk_by(is_word);
        parts.into_iter().map(|(_, part)| part.collect()).collect()
    };
    let mut patterns: Vec<Vec<String>> = Vec::new();
    for atom in atoms.map(words) {
        let head = |words: &Vec<String>| words.iter().find(|word| *word != "(").cloned();
        let like = |known: &&mut Vec<String>| {
            known.len() == atom.len() && 1 < atom.len() && head(known) == head(&atom)
        };
        match patterns.iter_mut().find(like) {
            Some(known) => {
                known.iter_mut().zip(&atom).filter(|(known, word)| known != word).for_each(|(known, _)| {
                    "*".clone_into(known);
                })
            }
            None => patterns.push(atom),
        }
    }
    match patterns.len() {
        0 => variable.name.clone(),
        n if n == variable.values.len() && 2 < n => variable.name.clone(),
        _ => patterns.iter().map(|words| words.concat()).join(" or "),
    }
}

/// A problem whose task is relaxed.
struct RelaxedProblem {
    problem: Arc<dyn Problem>,
    task: Arc<Task>,
}

impl Problem for RelaxedProblem {
    fn kind(&self) -> &'static str {
        self.problem.kind()
    }

    fn metric(&self) -> &str {
        self.problem.metric()
    }

    fn minimises(&self) -> Metric {
        self.problem.minimises()
    }

    fn cost_scale(&self) -> u64 {
        self.problem.cost_scale()
    }

    fn task(&self, _: Option<u32>, _: &Stop) -> Result<Task, ProblemError> {
        Ok(Task::clone(&self.task))
    }

    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, paint: Paint) -> Vec<String> {
        self.problem.states_as_text(run, shown, paint)
    }
}

impl fmt::Display for RelaxedProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, relaxed", self.problem)
    }
}
