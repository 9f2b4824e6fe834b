//! The question for sets of elements, and the answer: explanations of a length, their picture, and the object of JSON with the keys of
//! `docs/json.md`.

use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use super::oracle::Least;
use crate::ask::{AnswerHead, Certified, Cost, Fault, ProblemText, Reading, RunInfo, Subject, film};
use crate::draw::film::{Film, Shape};
use crate::draw::palette::Colour;
use crate::draw::stage::{CORNER, INSET};
use crate::kinds::{SAS, sas};
use crate::plan::{Metric, Plan, counted};
use crate::problem::{Element, ElementKind, Problem, ProblemOptions, Trajectory};
use crate::stop::{Stop, StopReason};
use crate::task::Task;
use crate::text::Source;

/// The sets that are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExplainQuestion {
    /// Only sets of fewest elements.
    pub smallest: bool,
    /// At most so many of them.
    pub most: usize,
    /// The elements that may be left out: of all kinds, or of one.
    pub only: Option<ElementKind>,
    /// The memory for states, in bytes; half of what the machine has to spare without it.
    pub memory: Option<usize>,
}

impl Default for ExplainQuestion {
    fn default() -> Self {
        Self { smallest: false, most: 1, only: None, memory: None }
    }
}

/// A problem with sets of its elements that explain its least length.
pub struct Explained<'a> {
    /// The problem.
    pub subject: &'a Subject,
    /// The least length, or the least cost where that is minimised; none if there is no plan.
    pub least: Least,
    /// The elements that may be left out.
    pub elements: Vec<Element>,
    /// Sets that suffice, at least one.
    pub sets: Vec<Explanation>,
    /// Are these all that were asked for, minimal ones or those of fewest elements?
    pub are_all: bool,
    /// No set of fewer elements than this suffices, as far as that was asked for.
    pub at_least: Option<usize>,
    /// The number of problems solved.
    pub solved: Option<usize>,
    /// The limit that ended the work before everything was known.
    pub incomplete: Option<StopReason>,
    /// Wall-clock time, without that for reading the problem.
    pub elapsed: Duration,
}

/// A set of elements with which alone the least length is the same.
pub struct Explanation {
    /// The elements, in their order.
    pub kept: Vec<KeptElement>,
    /// Is it known that none can be left out?
    pub is_minimal: bool,
    /// The problem with these alone.
    pub problem: Arc<dyn Problem>,
    /// Its task.
    pub task: Arc<Task>,
    /// Its text, if its kind has such a text.
    pub text: Option<String>,
    /// Its start as it is printed, if it has pieces or walls.
    pub shown: Option<String>,
}

/// An element that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptElement {
    /// Its number among the elements.
    pub number: usize,
    /// The least length without it, given the others, if that is known.
    pub without: Option<Least>,
}

impl Explained<'_> {
    /// Is it known that no set has fewer elements than this one?
    pub fn is_least(&self, set: &Explanation) -> bool {
        self.at_least.is_some_and(|least| set.kept.len() <= least)
    }

    /// The elements that a set leaves out.
    pub fn scenery<'s>(&'s self, set: &'s Explanation) -> impl Iterator<Item = &'s Element> {
        let is_kept = |number: usize| set.kept.iter().any(|kept| kept.number == number);
        (0..).zip(&self.elements).filter(move |(number, _)| !is_kept(*number)).map(|(_, element)| element)
    }

    /// `39 units`, `cost 12`, or `no plan`.
    pub fn measure(&self, least: Least) -> String {
        let problem = &self.subject.problem;
        match (least, problem.minimises()) {
            (None, _) => "no plan".to_owned(),
            (Some(length), Metric::Actions) => counted(length, problem.metric()),
            (Some(cost), Metric::Cost) => format!("cost {}", Cost::of(cost, problem.cost_scale())),
        }
    }

    /// `the SAS file counts costs in parts of 0.01: cost 1.25 is 125 there`, where the problem of a set has no other form and its costs
    /// have decimals: such files have whole numbers, and no place for a comment.
    pub fn sas_costs(&self, set: &Explanation) -> Option<String> {
        let problem = &self.subject.problem;
        let scale = problem.cost_scale();
        if set.text.is_some() || scale == 1 || problem.minimises() == Metric::Actions {
            return None;
        }
        if problem.minimises().in_task(&set.task) == Metric::Actions {
            return Some(format!(
                "the SAS file has no costs, since each action costs {}: its plans are shortest ones",
                Cost::of(1, scale)
            ));
        }
        let parts = format!("the SAS file counts costs in parts of {}", Cost::of(1, scale));
        Some(match self.least {
            Some(cost) => format!("{parts}: {} is {cost} there", self.measure(self.least)),
            None => parts,
        })
    }

    /// The problem of a set, with a text that is read again: in its kind's own form or, where that has none, as a SAS file, whose
    /// costs are in parts if they have decimals ([`Explained::sas_costs`]).
    pub fn reduced(&self, set: &Explanation) -> Result<Subject, Fault> {
        let text = match (&set.text, &self.subject.text) {
            (Some(text), Some(read)) => {
                ProblemText { sources: vec![Source::new("reduced.toml", text)], ..read.clone() }
            }
            _ => self.as_sas(&set.task)?,
        };
        Ok(Subject::read(text, self.subject.place.clone(), &Stop::default())?)
    }

    fn as_sas(&self, task: &Task) -> Result<ProblemText, Fault> {
        let mut written = Vec::new();
        sas::write_task(task, &mut written).map_err(Fault::bug)?;
        let mut options = ProblemOptions::default();
        // A file with costs asks for least cost, unless it is read otherwise.
        let minimises = self.subject.problem.minimises();
        if task.has_costs() && minimises == Metric::Actions {
            options = options.with("metric", minimises.name());
        }
        let reading = Reading { kind: Some(&SAS), options, ..Reading::default() };
        reading.problem(vec![Source::from_bytes("reduced.sas", &written)?])
    }
}

/// The start of the whole problem in which pieces and walls that a set leaves out are pale.
/// Fails if the problem has no pieces and walls, or its task cannot be built.
pub fn explained_film(explained: &Explained<'_>, set: &Explanation, stop: &Stop) -> Result<Film, Fault> {
    if set.shown.is_none() {
        return Err(Fault::Question(
            "pictures of explanations show pieces and walls, and this problem has none".to_owned(),
        ));
    }
    let problem = &explained.subject.problem;
    let name = explained.subject.place.as_ref().map(|place| place.name.clone()).unwrap_or_default();
    let title = format!(
        "{name}: {} of {} elements force {}",
        set.kept.len(),
        explained.elements.len(),
        explained.measure(explained.least)
    );
    let plan = Plan::default();
    let whole_task = problem.task(explained.subject.goal_value()?, stop)?;
    let start = |task| Trajectory { task, plan: &plan, states: std::slice::from_ref(task.initial()) };
    let whole = film(&**problem, &title, None, start(&whole_task));
    let reduced = film(&*set.problem, &title, None, start(&*set.task));
    let (walls, pieces): (Vec<_>, Vec<_>) =
        explained.scenery(set).partition(|element| element.kind == ElementKind::Wall);
    let mut drawn = Film { ground: reduced.ground, board: None, ..whole };
    let cells = walls.iter().flat_map(|wall| &wall.cells).copied().collect_vec();
    if !cells.is_empty() {
        drawn.ground.push(Shape::cells(&cells, CORNER, INSET, 0.0, Colour::Grid));
    }
    let is_pale = |name: &str| pieces.iter().any(|piece| piece.name == name);
    for actor in drawn.actors.iter_mut().filter(|actor| is_pale(&actor.name)) {
        actor.shapes.iter_mut().for_each(pale);
    }
    Ok(drawn)
}

fn pale(shape: &mut Shape) {
    const LINE: f64 = 0.04;
    match shape {
        Shape::Area { fill, stroke, .. } => (*fill, *stroke) = (Colour::Floor, Some((Colour::Grid, LINE))),
        Shape::Text { colour, .. } => *colour = Colour::Faint,
        Shape::Outline { .. } | Shape::Line { .. } | Shape::Path { .. } | Shape::Dot { .. } => {}
    }
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExplainAnswer {
    /// The first keys.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// Is there a plan?
    pub solvable: bool,
    /// The least length, where lengths are minimised and there is a plan.
    pub length: Option<u64>,
    /// The least cost, where that is minimised and there is a plan.
    pub cost: Option<Cost>,
    /// The elements that may be left out.
    pub elements: Vec<ElementObject>,
    /// The sets that suffice.
    pub sets: Vec<ExplanationObject>,
    /// Are these all minimal ones, or all of fewest elements if these were asked for?
    pub all: bool,
    /// No set of fewer elements suffices, if that was asked for.
    pub at_least: Option<usize>,
    /// The number of problems solved.
    pub solved: Option<usize>,
    /// The certificate of the first reduced problem, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
    /// The time and memory taken, the limit that was reached, warnings, and the version.
    #[serde(flatten)]
    pub run: RunInfo,
}

/// An element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ElementObject {
    /// Its kind.
    pub kind: ElementKind,
    /// Its name.
    pub name: String,
}

/// A set of elements.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExplanationObject {
    /// The kept ones.
    pub kept: Vec<KeptObject>,
    /// The others.
    pub scenery: Vec<ElementObject>,
    /// Is it known that none of them can be left out?
    pub minimal: bool,
    /// Is it known that no set has fewer?
    pub smallest: bool,
    /// The problem with these alone, in its kind's own form.
    pub text: Option<String>,
    /// Its start as it is printed.
    pub shown: Option<String>,
}

/// An element that is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptObject {
    /// The element.
    #[serde(flatten)]
    pub element: ElementObject,
    /// The least length without it, where lengths are minimised.
    pub length: Option<u64>,
    /// The least cost without it, where that is minimised.
    pub cost: Option<Cost>,
}

impl From<&Element> for ElementObject {
    fn from(element: &Element) -> Self {
        Self { kind: element.kind, name: element.name.clone() }
    }
}

fn measures(explained: &Explained<'_>, least: Least) -> (Option<u64>, Option<Cost>) {
    let problem = &explained.subject.problem;
    match problem.minimises() {
        Metric::Actions => (least.and_then(|length| u64::try_from(length).ok()), None),
        Metric::Cost => (None, least.map(|cost| Cost::of(cost, problem.cost_scale()))),
    }
}

impl ExplanationObject {
    fn of(explained: &Explained<'_>, set: &Explanation) -> Self {
        let kept = |kept: &KeptElement| {
            let (length, cost) = measures(explained, kept.without.flatten());
            KeptObject { element: (&explained.elements[kept.number]).into(), length, cost }
        };
        Self {
            kept: set.kept.iter().map(kept).collect(),
            scenery: explained.scenery(set).map(ElementObject::from).collect(),
            minimal: set.is_minimal,
            smallest: explained.is_least(set),
            text: set.text.clone(),
            shown: set.shown.clone(),
        }
    }
}

impl From<&Explained<'_>> for ExplainAnswer {
    fn from(explained: &Explained<'_>) -> Self {
        let Explained { subject, least, elements, sets, are_all, at_least, solved, incomplete, elapsed } =
            explained;
        let (length, cost) = measures(explained, *least);
        Self {
            head: subject.head(if incomplete.is_none() { "complete" } else { "stopped" }),
            solvable: least.is_some(),
            length,
            cost,
            elements: elements.iter().map(ElementObject::from).collect(),
            sets: sets.iter().map(|set| ExplanationObject::of(explained, set)).collect(),
            all: *are_all,
            at_least: *at_least,
            solved: *solved,
            certificate: None,
            run: RunInfo::of(&*subject.problem, *elapsed, *incomplete),
        }
    }
}
