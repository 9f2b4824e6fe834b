//! A problem taken apart: its elements, the problem with some of them alone, and the elements that a plan of such a problem
//! breaks.
//!
//! In problems without pieces and walls, elements are goals and conditions of the task: a literal of the goal, or all
//! preconditions on a variable. Without them the task is [relaxed](Task::relaxed). Literals that depend on the clock are no
//! elements: they define the end of a game.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools as _;

use bmcplan_ask::Fault;
use bmcplan_base::ordered::Set;
use bmcplan_base::stop::Stop;
use bmcplan_base::text::Paint;
use bmcplan_kinds::problem::{Element, ElementKind, Problem, ProblemError, ShownStates, Trajectory};
use bmcplan_task::plan::{Metric, Plan};
use bmcplan_task::{Atom, Derived, DerivedId, Literal, Task, VarId, Variable};

pub(super) struct Parts {
    problem: Arc<dyn Problem>,
    goal: Option<u32>,
    pub(super) elements: Vec<Element>,
    /// Numbers of these elements among all elements of the problem.
    numbers: Vec<usize>,
    /// Numbers of all other elements.
    fixed: Set<usize>,
    /// Goals and conditions of the task, in problems without pieces and walls.
    of_task: Option<TaskParts>,
}

impl Parts {
    pub(super) fn of(
        problem: &Arc<dyn Problem>,
        goal: Option<u32>,
        only: Option<ElementKind>,
        stop: &Stop,
    ) -> Result<Self, Fault> {
        let (all, of_task) = match problem.with_elements(&Set::new()) {
            Some(_) => (problem.elements(), None),
            None => {
                let (all, parts) = TaskParts::of(problem, Arc::new(problem.task(goal, stop)?));
                (all, Some(parts))
            }
        };
        let is_wanted = |element: &Element| only.is_none_or(|kind| kind == element.kind);
        let fixed = (0..all.len()).filter(|number| !is_wanted(&all[*number])).collect();
        let wanted = all.into_iter().enumerate().filter(|(_, element)| is_wanted(element));
        let (numbers, elements) = wanted.unzip();
        Ok(Self { problem: problem.clone(), goal, elements, numbers, fixed, of_task })
    }

    pub(super) fn all(&self) -> ElementSet {
        (0..self.elements.len()).collect()
    }

    pub(super) fn reduced(&self, kept: &ElementSet, stop: &Stop) -> Result<Reduced, Fault> {
        let kept = kept.iter().map(|number| self.numbers[*number]).chain(self.fixed.iter().copied());
        let kept = kept.collect();
        if let Some(parts) = &self.of_task {
            return Ok(parts.reduced(&kept));
        }
        let without = || Fault::bug("a problem with elements has no form without them");
        let problem = self.problem.with_elements(&kept).ok_or_else(without)?;
        let task = Arc::new(problem.task(self.goal, stop)?);
        Ok(Reduced { problem, task })
    }

    /// Returns the elements that a plan of a reduced problem with the elements `kept` would break. With all others it is still
    /// a plan. Left-out pieces stand still.
    pub(super) fn broken(&self, kept: &ElementSet, reduced: &Reduced, plan: &Plan) -> ElementSet {
        let gone = (0..self.elements.len()).filter(|number| !kept.contains(number));
        if let Some(parts) = &self.of_task {
            let broken = parts.broken(&reduced.task, plan);
            return gone.filter(|number| broken.contains(&self.numbers[*number])).collect();
        }
        let swept = reduced.problem.swept_cells(&reduced.task, plan);
        let is_broken = |number: &usize| self.elements[*number].cells.iter().any(|cell| swept.contains(cell));
        gone.filter(is_broken).collect()
    }
}

pub(super) type ElementSet = Set<usize>;

pub(super) struct Reduced {
    pub(super) problem: Arc<dyn Problem>,
    pub(super) task: Arc<Task>,
}

pub(super) struct TaskParts {
    problem: Arc<dyn Problem>,
    task: Arc<Task>,
    elements: Vec<TaskElement>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TaskElement {
    Goal(Literal),
    Variable(VarId),
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
    pub(super) fn of(problem: &Arc<dyn Problem>, task: Arc<Task>) -> (Vec<Element>, Self) {
        let clocked = task.clocked();
        let is_free = |literal: &&Literal| !task.depends_on_clock(**literal, &clocked);
        let goals = task.goal().iter().filter(is_free).unique().map(|literal| TaskElement::Goal(*literal));
        let preconditions = task.operators().iter().flat_map(|operator| &operator.precondition);
        let preconditions = preconditions.filter(is_free).map(|literal| literal.atom).collect::<Set<_>>();
        let conditions =
            preconditions.into_iter().map(|atom| TaskElement::of_condition(Literal { atom, positive: true }));
        let elements = goals.chain(conditions.dedup()).collect_vec();
        let described = elements.iter().map(|element| described(&task, *element)).collect();
        (described, Self { problem: problem.clone(), task, elements })
    }

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

    /// Returns the numbers of the elements that a plan of a relaxed task breaks. Relaxing does not change the states of the
    /// plan.
    pub(super) fn broken(&self, relaxed: &Task, plan: &Plan) -> Set<usize> {
        let mut broken = Set::new();
        let mut state = relaxed.initial().clone();
        for id in plan.operators() {
            let extended = relaxed.extend(&state);
            let preconditions = &self.task.operator(id).precondition;
            let unmet = preconditions.iter().filter(|literal| !extended.holds(**literal));
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
        TaskElement::Goal(goal) => (ElementKind::Goal, task.literal_as_atom(goal)),
        TaskElement::Variable(var) => (ElementKind::Condition, pattern(&task.variables()[var.index()])),
        TaskElement::Derived(id) => (ElementKind::Condition, derived_name(task, &task.derived()[id.index()])),
    };
    Element { kind, name, cells: Vec::new() }
}

const LONGEST: usize = 60;

fn derived_name(task: &Task, derived: &Derived) -> String {
    let body = |body: &Vec<Literal>| body.iter().map(|literal| task.literal_as_atom(*literal)).join(" and ");
    let rules = derived.rules.iter().map(body).join(" or ");
    match derived.name.strip_prefix("condition ").is_some_and(|number| number.parse::<usize>().is_ok()) {
        false => derived.name.clone(),
        true if rules.chars().count() <= LONGEST => rules,
        true => rules.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

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
