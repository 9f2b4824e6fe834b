//! The hardest positions of a problem: of all states reachable from its start, those farthest from a goal.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use bmcplan_ask::{
    AnswerHead, Cost, Fault, JsonCount, Limiter, LoadedProblem, RunInfo, Stage, Status, listen,
};
use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Paint, Source};
use bmcplan_kinds::problem::{Problem, ShownStates, Trajectory};
use bmcplan_planner::Event;
use bmcplan_search::{GoalDistance, GoalDistances, IncompleteReason, SearchLimits, SearchProgress};
use bmcplan_task::plan::{Metric, Plan};
use bmcplan_task::{State, Task};

/// Settings of the search for hard positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HardenSettings {
    /// Greatest number of positions.
    pub top: usize,
    /// True for positions with a unique best plan only. If costs are minimised, a best plan is a cheapest plan with fewest
    /// moves.
    pub unique: bool,
    /// Memory for states, in bytes; `None` for all memory.
    pub memory: Option<usize>,
}

/// A position and its measures.
#[derive(Debug, Clone, PartialEq)]
pub struct HardPosition {
    /// Distance to a goal.
    pub distance: GoalDistance,
    /// Number of best plans: of that length, and of that cost if costs are minimised. `None` if not all states were seen, or
    /// if it is 2^64 - 1 or more.
    pub plans: Option<u64>,
    /// Problem with this start, as text that can be read again, if its kind has such a text.
    pub text: Option<String>,
    /// State as printed.
    pub shown: String,
}

/// The hardest positions of a problem.
pub struct Hardened<'a> {
    /// Problem of the positions.
    pub loaded: &'a LoadedProblem,
    /// Number of states seen.
    pub states: u64,
    /// Number of states that cannot reach a goal, if all states were seen.
    pub dead_ends: Option<u64>,
    /// Distance of the given position, if it can reach a goal and all states were seen.
    pub given: Option<GoalDistance>,
    /// Positions, the hardest first. Equally hard ones are in the order of their distance from the start.
    pub positions: Vec<HardPosition>,
    /// Reason why not all states were seen. Then there may be harder positions, and distances are upper bounds.
    pub incomplete: Option<IncompleteReason>,
    /// Wall-clock time, without reading the problem.
    pub elapsed: Duration,
}

/// The hardest positions as a JSON object, with the keys of `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HardenAnswer {
    /// Common first keys of all answers.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// Number of states seen.
    pub states: u64,
    /// Number of states that cannot reach a goal.
    pub dead_ends: Option<u64>,
    /// Length of a best plan from the given position.
    pub given: Option<usize>,
    /// Positions, the hardest first.
    pub positions: Vec<PositionObject>,
    /// Time and memory, the limit that was reached, warnings, and the version.
    #[serde(flatten)]
    pub run: RunInfo,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PositionObject {
    pub length: usize,
    /// Cost, if costs are minimised.
    pub cost: Option<Cost>,
    /// True if the distance is exact; otherwise it is an upper bound.
    pub exact: bool,
    /// Number of best plans. If costs are minimised, these are the cheapest plans with fewest moves.
    pub plans: Option<JsonCount>,
    /// Problem with this start, in its kind's own form.
    pub text: Option<String>,
    /// State as printed.
    pub shown: String,
}

/// Finds the hardest positions. Fails if the problem counts steps, since then it has only one start. A limit gives a partial
/// answer.
pub fn harden<'a>(
    loaded: &'a LoadedProblem,
    settings: &HardenSettings,
    limiter: &Limiter,
    on_event: &mut dyn FnMut(Event),
) -> Result<Hardened<'a>, Fault> {
    let begun = Instant::now();
    let work = {
        let (loaded, settings) = (loaded.clone(), *settings);
        move |stop: &Stop, mut on_progress: &dyn Fn(SearchProgress)| {
            find(&loaded, &settings, stop, &mut on_progress)
        }
    };
    let mut seen = 0;
    let end = listen(Stage::Working, work, limiter, |progress| {
        seen = progress.states;
        on_event(Event::Searched(progress));
        Stage::Working
    });
    let found = match end {
        Err(Fault::Stopped { reason, .. }) => {
            Found { states: seen, incomplete: Some(IncompleteReason::Stopped(reason)), ..Found::default() }
        }
        found => found?,
    };
    let Found { states, dead_ends, given, positions, incomplete } = found;
    Ok(Hardened { loaded, states, dead_ends, given, positions, incomplete, elapsed: begun.elapsed() })
}

#[derive(Default)]
struct Found {
    states: u64,
    dead_ends: Option<u64>,
    given: Option<GoalDistance>,
    positions: Vec<HardPosition>,
    incomplete: Option<IncompleteReason>,
}

fn find(
    loaded: &LoadedProblem,
    settings: &HardenSettings,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<Found, Fault> {
    let task = loaded.problem.task(loaded.goal_value()?, stop)?;
    if task.clock().is_some() {
        return Err(Fault::Question(
            "this problem counts its steps, so it can begin at its start only: there are no other positions"
                .to_owned(),
        ));
    }
    let metric = loaded.problem.minimises();
    let limits = SearchLimits { memory_bytes: settings.memory, ..SearchLimits::default() };
    let distances = match bmcplan_search::goal_distances(&task, metric, &limits, stop, progress) {
        Ok(distances) => distances.without_transitions(),
        Err(IncompleteReason::CostOverflow) => return Err(too_dear()),
        Err(reason) => return Ok(Found { incomplete: Some(reason), ..Found::default() }),
    };
    let positions = hardest(&distances, settings);
    let positions = positions.into_iter().map(|number| position(loaded, &task, &distances, number, stop));
    let is_complete = distances.incomplete.is_none();
    let is_dead_end = |number: &usize| distances.distance(*number).is_none();
    Ok(Found {
        states: distances.len() as u64,
        dead_ends: is_complete.then(|| (0..distances.len()).filter(is_dead_end).count() as u64),
        given: distances.distance(0).filter(|_| is_complete),
        positions: positions.collect::<Result<_, _>>()?,
        incomplete: distances.incomplete,
    })
}

/// Returns the fault that distances are too great to be compared.
pub(crate) fn too_dear() -> Fault {
    let why = "sums of costs of 2^64 - 1 or more are not compared: divide all costs by the same number";
    Fault::Question(why.to_owned())
}

fn hardest(distances: &GoalDistances, settings: &HardenSettings) -> Vec<usize> {
    let is_known = distances.incomplete.is_none();
    let is_wanted = |number: &usize| !settings.unique || is_known && distances.n_plans(*number) == Some(1);
    let measured = (0..distances.len()).filter(is_wanted);
    let measured = measured.filter_map(|number| Some((Reverse(distances.distance(number)?), number)));
    measured.k_smallest(settings.top).map(|(_, number)| number).collect()
}

fn position(
    loaded: &LoadedProblem,
    task: &Task,
    distances: &GoalDistances,
    number: usize,
    stop: &Stop,
) -> Result<HardPosition, Fault> {
    let state = distances.state(number);
    let text = loaded.problem.text_from(&state);
    let shown = match (&text, &loaded.text) {
        (Some(text), Some(read)) => {
            let sources = [Source::new("position.toml", text)];
            let problem = read.kind.read(&sources, &read.options, stop)?;
            let task = problem.task(None, stop)?;
            shown(&*problem, &task, task.initial())
        }
        _ => shown(&*loaded.problem, task, &state),
    };
    let distance = distances.distance(number).unwrap_or(GoalDistance { cost: 0, length: 0 });
    let plans = distances.n_plans(number).filter(|_| distances.incomplete.is_none());
    Ok(HardPosition { distance, plans, text, shown })
}

/// Returns the text of a state, as the kind of its problem shows it.
pub fn shown(problem: &dyn Problem, task: &Task, state: &State) -> String {
    let run = Trajectory { task, plan: &Plan::default(), states: std::slice::from_ref(state) };
    problem.states_as_text(run, ShownStates::Everything, Paint::Plain).concat()
}

impl From<&Hardened<'_>> for HardenAnswer {
    fn from(hardened: &Hardened<'_>) -> Self {
        let Hardened { loaded, states, dead_ends, given, positions, incomplete, elapsed } = hardened;
        let problem: &Arc<dyn Problem> = &loaded.problem;
        let minimises_cost = problem.minimises() == Metric::Cost;
        let position = |position: &HardPosition| PositionObject {
            length: position.distance.length,
            cost: minimises_cost.then(|| Cost::of(position.distance.cost.into(), problem.cost_scale())),
            exact: incomplete.is_none(),
            plans: position.plans.map(|plans| JsonCount(plans.into())),
            text: position.text.clone(),
            shown: position.shown.clone(),
        };
        Self {
            head: loaded.head(if incomplete.is_none() { Status::Complete } else { Status::Stopped }),
            states: *states,
            dead_ends: *dead_ends,
            given: given.map(|given| given.length),
            positions: positions.iter().map(position).collect(),
            run: RunInfo::of(&**problem, *elapsed, incomplete.and_then(IncompleteReason::limit)),
        }
    }
}
