//! Explanations as an object of JSON, with the keys of `docs/json.md`.

use serde::{Deserialize, Serialize};

use crate::ask::{AnswerEnd, Certified, Cost, ProblemPlace};
use crate::plan::Metric;
use crate::problem::{Element, ElementKind};

use super::explained::{Explained, Explanation, KeptElement};
use super::oracle::Least;

/// The answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExplainAnswer {
    /// The name of the problem's kind.
    pub kind: String,
    /// Its name and its file.
    #[serde(flatten)]
    pub place: Option<ProblemPlace>,
    /// `complete` or `stopped`.
    pub status: String,
    /// `cost` where that is minimised, otherwise the unit in which lengths are counted.
    pub metric: String,
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
    pub end: AnswerEnd,
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
        let problem = &subject.problem;
        let (length, cost) = measures(explained, *least);
        Self {
            kind: problem.kind().to_owned(),
            place: subject.place.clone(),
            status: if incomplete.is_none() { "complete" } else { "stopped" }.to_owned(),
            metric: match problem.minimises() {
                Metric::Cost => Metric::Cost.name(),
                Metric::Actions => problem.metric(),
            }
            .to_owned(),
            solvable: least.is_some(),
            length,
            cost,
            elements: elements.iter().map(ElementObject::from).collect(),
            sets: sets.iter().map(|set| ExplanationObject::of(explained, set)).collect(),
            all: *are_all,
            at_least: *at_least,
            solved: *solved,
            certificate: None,
            end: AnswerEnd::of(&**problem, *elapsed, *incomplete),
        }
    }
}
