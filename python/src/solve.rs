//! Solving: the same answers as those of the command line.

use std::sync::Arc;

use bmcplan::ask::{self, Answer, Cost, Event, Limiter, Minimum, Settings};
use bmcplan::plan::Metric;
use bmcplan::problem::Problem;
use bmcplan::task::Task;
use bmcplan_sat::figures::ProcessStart;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::lazy_problem::LazyProblem;
use crate::problem::timed;
use crate::work::Listener;

/// Returns the answer, as JSON.
pub(crate) fn solve(
    given: &Arc<LazyProblem>,
    settings: &Settings,
    limiter: &Limiter,
    listener: &Listener,
) -> Result<String, Failure> {
    match solved(given, settings, limiter, listener) {
        Err(Failure::Fault(ask::Fault::Stopped { reason, .. })) => {
            let place = Some(given.place().clone());
            Ok(serde_json::to_string(&Answer::unread(given.kind(), place, given.metric(), reason))?)
        }
        answer => answer,
    }
}

fn solved(
    given: &Arc<LazyProblem>,
    settings: &Settings,
    limiter: &Limiter,
    listener: &Listener,
) -> Result<String, Failure> {
    let start = ProcessStart::now();
    settings.check_for_any_problem()?;
    if let Some(reason) = limiter.stop.reason() {
        return Err(Failure::Fault(reason.into()));
    }
    let loaded = given.load(None, limiter)?;
    let problem = loaded.problem.clone();
    let mut built = None;
    let answer = ask::answer(loaded, settings, limiter, &mut |event| {
        if let Event::Built(task) = &event {
            built = Some(task.clone());
        }
        listener.hear(|| object(&*problem, built.as_ref(), &event));
    })?;
    timed(answer, |answer| &mut answer.run, start)
}

/// Returns an object with news of a run about a problem with this task.
fn object(problem: &dyn Problem, task: Option<&Arc<Task>>, event: &Event) -> Option<Value> {
    let minimises_cost = problem.minimises() == Metric::Cost;
    let cost = |parts: u128| Cost::of(parts, problem.cost_scale());
    Some(match event {
        Event::Started(horizon) => json!({"event": "started", "horizon": horizon}),
        Event::Finished(attempt) => {
            json!({"event": "finished", "horizon": attempt.horizon, "conflicts": attempt.conflicts})
        }
        Event::Confirming(horizon) => json!({"event": "confirming", "horizon": horizon}),
        Event::Searched(search) if minimises_cost => json!({
            "event": "searched",
            "refuted_below": search.refuted_cost.map(|parts| cost(parts.into())),
            "states": search.states,
        }),
        Event::Cost { lower, upper } => {
            json!({"event": "cost", "lower": cost(*lower), "upper": upper.map(cost)})
        }
        Event::Searched(search) => {
            json!({"event": "searched", "depth": search.depth, "states": search.states})
        }
        Event::Plan(plan) => {
            let task = task?;
            let mut news = json!({
                "event": "plan",
                "length": plan.length(),
                "makespan": plan.makespan(),
                "unit": problem.metric(),
                "plan": problem.moves(task, plan),
            });
            if minimises_cost || task.has_costs() {
                news["cost"] = json!(cost(plan.cost(task)));
            }
            news
        }
        Event::Certifying(None) => json!({"event": "certifying", "steps": null}),
        Event::Certifying(Some(Minimum::Steps(steps))) => json!({"event": "certifying", "steps": steps}),
        Event::Certifying(Some(Minimum::Cost(cost))) => json!({"event": "certifying", "cost": cost}),
        Event::Checking => json!({"event": "checking"}),
        _ => return None,
    })
}
