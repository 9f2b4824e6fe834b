//! Solving: the same answers as those of the command line.

use std::sync::Arc;

use bmcplan::ask::{self, Cost, Heard, Minimum, NothingKnown, Settings, Watch};
use bmcplan::plan::Metric;
use bmcplan::problem::Problem;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::given::Given;
use crate::work::Listener;

/// The answer, as JSON.
pub(crate) fn solve(
    given: &Arc<Given>,
    settings: &Settings,
    watch: &Watch,
    listener: &Listener,
) -> Result<String, Failure> {
    match solved(given, settings, watch, listener) {
        Err(Failure::Fault(ask::Fault::Stopped { reason, .. })) => {
            let place = given.place().clone();
            let known = NothingKnown::of(given.kind(), given.metric(), reason).named(place.name, place.file);
            Ok(serde_json::to_string(&known)?)
        }
        answer => answer,
    }
}

fn solved(
    given: &Arc<Given>,
    settings: &Settings,
    watch: &Watch,
    listener: &Listener,
) -> Result<String, Failure> {
    settings.check_for_any_problem()?;
    if let Some(reason) = watch.stop.reason() {
        return Err(Failure::Fault(reason.into()));
    }
    let subject = given.subject(None, watch)?;
    let problem = subject.problem.clone();
    let answer = ask::answer(subject, settings, watch, &mut |heard| {
        listener.hear(|| of_progress(&*problem, &heard));
    })?;
    Ok(serde_json::to_string(&answer)?)
}

/// An object with news of the planner.
fn of_progress(problem: &dyn Problem, heard: &Heard) -> Option<Value> {
    let minimises_cost = problem.minimises() == Metric::Cost;
    let cost = |parts: u128| Cost::of(parts, problem.cost_scale());
    Some(match heard {
        Heard::Started(horizon) => json!({"event": "started", "horizon": horizon}),
        Heard::Finished(attempt) => {
            json!({"event": "finished", "horizon": attempt.horizon, "conflicts": attempt.conflicts})
        }
        Heard::Confirming(horizon) => json!({"event": "confirming", "horizon": horizon}),
        Heard::Searched(search, refuted) if minimises_cost => json!({
            "event": "searched",
            "refuted_below": refuted,
            "states": search.states,
        }),
        Heard::Cost(lower, upper) => json!({"event": "cost", "lower": lower, "upper": upper}),
        Heard::Searched(search, _) => {
            json!({"event": "searched", "depth": search.depth, "states": search.states})
        }
        Heard::Plan(heard) => {
            let mut news = json!({
                "event": "plan",
                "length": heard.plan.length(),
                "makespan": heard.plan.makespan(),
                "plan": heard.problem.moves(&heard.task, &heard.plan),
            });
            if minimises_cost || heard.task.has_costs() {
                news["cost"] = json!(cost(heard.plan.cost(&heard.task)));
            }
            news
        }
        Heard::Certifying(None) => json!({"event": "certifying", "steps": null}),
        Heard::Certifying(Some(Minimum::Steps(steps))) => json!({"event": "certifying", "steps": steps}),
        Heard::Certifying(Some(Minimum::Cost(cost))) => json!({"event": "certifying", "cost": cost}),
        Heard::Checking => json!({"event": "checking"}),
    })
}
