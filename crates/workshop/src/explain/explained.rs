//! Settings of explanations, and the answer: sets of elements, their picture, and the JSON object with the keys of
//! `docs/json.md`.

use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use bmcplan_ask::{
    AnswerHead, Certified, Cost, Fault, LoadedProblem, ProblemText, Reading, RunInfo, Status, film,
};
use bmcplan_base::names::listed;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_base::text::Source;
use bmcplan_draw::film::{Film, Shape};
use bmcplan_draw::palette::Colour;
use bmcplan_draw::stage::{CORNER, INSET};
use bmcplan_kinds::problem::{Element, ElementKind, Problem, ProblemOptions, Trajectory};
use bmcplan_kinds::{SAS, sas};
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan, counted};

use super::blocked::BlockedPiece;
use super::oracle::Least;

/// Settings of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExplainSettings {
    /// True for sets of minimum size only.
    pub smallest: bool,
    /// Greatest number of sets. [default: 1]
    pub most: usize,
    /// Kind of the elements that may be left out; `None` for all kinds.
    pub only: Option<ElementKind>,
    /// Memory for states, in bytes. [default: half of the machine's free memory]
    pub memory: Option<usize>,
}

impl Default for ExplainSettings {
    fn default() -> Self {
        Self { smallest: false, most: 1, only: None, memory: None }
    }
}

/// A problem with sets of its elements that explain its least length.
pub struct Explained<'a> {
    /// Whole problem.
    pub loaded: &'a LoadedProblem,
    /// Least length, or least cost if costs are minimised; `None` if there is no plan.
    pub least: Least,
    /// Elements that may be left out.
    pub elements: Vec<Element>,
    /// Sufficient sets, at least one.
    pub sets: Vec<Explanation>,
    /// True if these are all requested sets: all minimal ones, or all of minimum size.
    pub are_all: bool,
    /// Lower bound on the size of sufficient sets, if `smallest` was requested.
    pub at_least: Option<usize>,
    /// Pieces in whose way others stand at the start, in every best plan of the whole problem; `None` if unknown.
    pub blocked: Option<Vec<BlockedPiece>>,
    /// Number of problems solved.
    pub solved: Option<usize>,
    /// Limit that ended the work early.
    pub incomplete: Option<StopReason>,
    /// Wall-clock time, without reading the problem.
    pub elapsed: Duration,
}

/// A set of elements that alone forces the same least length.
pub struct Explanation {
    /// Kept elements, in their order.
    pub kept: Vec<KeptElement>,
    /// True if no element can be left out. False if that is unknown.
    pub is_minimal: bool,
    /// Problem with these elements alone.
    pub problem: Arc<dyn Problem>,
    /// Task of that problem.
    pub task: Arc<Task>,
    /// Text of that problem, if its kind has such a text.
    pub text: Option<String>,
    /// Start of that problem as printed, if it has pieces or walls.
    pub shown: Option<String>,
}

/// A kept element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptElement {
    /// Number among the elements.
    pub number: usize,
    /// Least length without it and with all other kept elements, if known.
    pub without: Option<Least>,
}

impl Explained<'_> {
    /// Checks whether `set` is known to have minimum size.
    pub fn is_least(&self, set: &Explanation) -> bool {
        self.at_least.is_some_and(|least| set.kept.len() <= least)
    }

    /// Returns the elements that a set leaves out.
    pub fn scenery<'s>(&'s self, set: &'s Explanation) -> impl Iterator<Item = &'s Element> {
        let is_kept = |number: usize| set.kept.iter().any(|kept| kept.number == number);
        (0..).zip(&self.elements).filter(move |(number, _)| !is_kept(*number)).map(|(_, element)| element)
    }

    /// Formats a set as `7 of 10 elements alone force 14 units; none of them can be left out`.
    pub fn sentence(&self, set: &Explanation) -> String {
        let (kept, all) = (set.kept.len(), self.elements.len());
        let measure = self.measure(self.least);
        let counter = if set.task.clock().is_some() { " and the step counter" } else { "" };
        let force = match self.least {
            Some(_) => format!("force {measure}"),
            None => "leave no plan".to_owned(),
        };
        let earliest = set.task.earliest_goal().map(|steps| steps as u128);
        match (kept, self.is_least(set), set.is_minimal) {
            (0, ..) if set.task.clock().is_some() => {
                let goals = listed(set.task.goal().iter().map(|literal| set.task.literal_name(*literal)));
                let what = if earliest == self.least { "the step counter" } else { &*goals };
                let why = if earliest == self.least { "" } else { ", which depends on the step counter," };
                let forces = if self.least.is_some() { "forces" } else { "leaves" };
                let rest =
                    if all == 0 { String::new() } else { format!("; none of the {all} elements is needed") };
                format!("{what}{why} alone {forces} {measure}{rest}")
            }
            (0, ..) if all == 0 => format!("nothing can be left out: {measure}"),
            (0, ..) => format!("none of the {all} elements is needed: {measure} without any of them"),
            (_, _, true) if kept == all => {
                let those = if counter.is_empty() { "" } else { ", beside the step counter" };
                format!(
                    "all {all} elements are needed{those}: they {force}, and none of them can be left out"
                )
            }
            (_, true, _) => format!("{kept} of {all} elements{counter} alone {force}; no fewer do"),
            (_, false, true) => {
                format!("{kept} of {all} elements{counter} alone {force}; none of them can be left out")
            }
            (_, false, false) => format!("{kept} of {all} elements{counter} alone {force}"),
        }
    }

    /// Formats a measure: `39 units`, `cost 12`, or `no plan`.
    pub fn measure(&self, least: Least) -> String {
        let problem = &self.loaded.problem;
        match (least, problem.minimises()) {
            (None, _) => "no plan".to_owned(),
            (Some(length), Metric::Actions) => counted(length, problem.metric()),
            (Some(cost), Metric::Cost) => format!("cost {}", Cost::of(cost, problem.cost_scale())),
        }
    }

    /// Returns a note on costs in parts, such as `the SAS file counts costs in parts of 0.01: cost 1.25 is 125 there`. It is
    /// needed if the problem of a set has only a SAS file and its costs have decimals: such files have whole numbers, and no
    /// comments.
    pub fn sas_costs(&self, set: &Explanation) -> Option<String> {
        let problem = &self.loaded.problem;
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

    /// Returns the problem of a set, with a text that can be read again. The text is in the kind's own form or, without one, a
    /// SAS file. Its costs are in parts if they have decimals ([`Explained::sas_costs`]).
    pub fn reduced(&self, set: &Explanation) -> Result<LoadedProblem, Fault> {
        let text = match (&set.text, &self.loaded.text) {
            (Some(text), Some(read)) => {
                ProblemText { sources: vec![Source::new("reduced.toml", text)], ..read.clone() }
            }
            _ => self.as_sas(&set.task)?,
        };
        Ok(LoadedProblem::read(text, self.loaded.place.clone(), &Stop::default())?)
    }

    fn as_sas(&self, task: &Task) -> Result<ProblemText, Fault> {
        let mut written = Vec::new();
        sas::write_task(task, &mut written).map_err(Fault::bug)?;
        let mut options = ProblemOptions::default();
        // By default a file with costs asks for least cost.
        let minimises = self.loaded.problem.minimises();
        if task.has_costs() && minimises == Metric::Actions {
            options = options.with("metric", minimises.name());
        }
        let reading = Reading { kind: Some(&SAS), options, ..Reading::default() };
        reading.problem(vec![Source::from_bytes("reduced.sas", &written)?])
    }
}

/// Draws the start of the whole problem, with the pieces and walls that a set leaves out in pale colours. Fails if the problem
/// has no pieces and walls, or its task cannot be built.
pub fn explained_film(explained: &Explained<'_>, set: &Explanation, stop: &Stop) -> Result<Film, Fault> {
    if set.shown.is_none() {
        return Err(Fault::Question(
            "pictures of explanations show pieces and walls, and this problem has none".to_owned(),
        ));
    }
    let problem = &explained.loaded.problem;
    let name = explained.loaded.place.as_ref().map(|place| place.name.clone()).unwrap_or_default();
    let title = format!(
        "{name}: {} of {} elements force {}",
        set.kept.len(),
        explained.elements.len(),
        explained.measure(explained.least)
    );
    let plan = Plan::default();
    let whole_task = problem.task(explained.loaded.goal_value()?, stop)?;
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

/// The answer as a JSON object.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExplainAnswer {
    /// Common first keys of all answers.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// True if there is a plan.
    pub solvable: bool,
    /// Least length, if lengths are minimised and there is a plan.
    pub length: Option<u64>,
    /// Least cost, if costs are minimised and there is a plan.
    pub cost: Option<Cost>,
    /// Elements that may be left out.
    pub elements: Vec<ElementObject>,
    /// Sufficient sets.
    pub sets: Vec<ExplanationObject>,
    /// True if these are all minimal sets, or all of minimum size if these were requested.
    pub all: bool,
    /// Lower bound on the size of sufficient sets, if `smallest` was requested.
    pub at_least: Option<usize>,
    /// Pieces in whose way others stand at the start, in every best plan; `None` if unknown.
    pub blocked: Option<Vec<BlockedObject>>,
    /// Number of problems solved.
    pub solved: Option<usize>,
    /// Certificate of the first reduced problem, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
    /// Time and memory, the limit that was reached, warnings, and the version.
    #[serde(flatten)]
    pub run: RunInfo,
}

/// A blocked piece as a JSON object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockedObject {
    /// Name of the piece.
    pub piece: String,
    /// Names of the pieces in its way.
    pub by: Vec<String>,
}

/// An element as a JSON object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ElementObject {
    /// Piece, wall, goal or condition.
    pub kind: ElementKind,
    /// Name as on the board.
    pub name: String,
}

/// A set of elements as a JSON object.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExplanationObject {
    /// Kept elements.
    pub kept: Vec<KeptObject>,
    /// Left-out elements.
    pub scenery: Vec<ElementObject>,
    /// What the kept elements force, as it is printed.
    pub sentence: String,
    /// True if no kept element can be left out. False if that is unknown.
    pub minimal: bool,
    /// True if the set is known to have minimum size.
    pub smallest: bool,
    /// Problem with the kept elements alone, in its kind's own form.
    pub text: Option<String>,
    /// Start of that problem as printed.
    pub shown: Option<String>,
}

/// A kept element as a JSON object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptObject {
    /// Kind and name.
    #[serde(flatten)]
    pub element: ElementObject,
    /// Least length without it, if lengths are minimised.
    pub length: Option<u64>,
    /// Least cost without it, if costs are minimised.
    pub cost: Option<Cost>,
}

impl From<&Element> for ElementObject {
    fn from(element: &Element) -> Self {
        Self { kind: element.kind, name: element.name.clone() }
    }
}

fn measures(explained: &Explained<'_>, least: Least) -> (Option<u64>, Option<Cost>) {
    let problem = &explained.loaded.problem;
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
            sentence: explained.sentence(set),
            minimal: set.is_minimal,
            smallest: explained.is_least(set),
            text: set.text.clone(),
            shown: set.shown.clone(),
        }
    }
}

impl From<&Explained<'_>> for ExplainAnswer {
    fn from(explained: &Explained<'_>) -> Self {
        let Explained { loaded, least, elements, sets, .. } = explained;
        let Explained { are_all, at_least, blocked, solved, incomplete, elapsed, .. } = explained;
        let objects = |blocked: &Vec<BlockedPiece>| {
            let object = |BlockedPiece { piece, by }| BlockedObject { piece, by };
            blocked.iter().cloned().map(object).collect()
        };
        let (length, cost) = measures(explained, *least);
        Self {
            head: loaded.head(if incomplete.is_none() { Status::Complete } else { Status::Stopped }),
            solvable: least.is_some(),
            length,
            cost,
            elements: elements.iter().map(ElementObject::from).collect(),
            sets: sets.iter().map(|set| ExplanationObject::of(explained, set)).collect(),
            all: *are_all,
            at_least: *at_least,
            blocked: blocked.as_ref().map(objects),
            solved: *solved,
            certificate: None,
            run: RunInfo::of(&*loaded.problem, *elapsed, *incomplete),
        }
    }
}
