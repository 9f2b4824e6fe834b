//! Drawing the board of a problem, or a written plan: as a film for pictures, or as text.

use bmcplan_base::stop::Stop;
use bmcplan_base::text::Paint;
use bmcplan_draw::{film::Film, titled};
use bmcplan_kinds::problem::{Problem, ShownStates, Trajectory};
use bmcplan_task::plan::{Cost, Metric, Plan, counted};

use super::fault::Fault;
use super::limits::{Limiter, Stage, alone};
use super::plan_text::{GOAL, PlanText};
use super::replay::replay_plan;
use super::solution::LoadedProblem;

/// A plan that was drawn, or the start alone.
#[derive(Debug)]
pub struct Drawing<D> {
    /// The drawing.
    pub drawn: D,
    /// Does the plan reach the goal? True for the start alone.
    pub is_whole: bool,
    /// The metric in which the plan was read, where that is not the metric of the problem.
    pub read_in: Option<String>,
}

/// Draws the states that a plan passes through, or the start if there is none; `show` gets the problem, its name and the plan,
/// and makes a [`film`] or [`text`] or the like of them. The moves have to be possible, but the plan need not reach the goal.
///
/// # Errors
/// A move is none, or it was stopped.
pub fn draw<D: Send + 'static>(
    loaded: &LoadedProblem,
    goal: Option<u32>,
    plan: Option<PlanText>,
    show: impl FnOnce(&dyn Problem, &str, Trajectory<'_>) -> Result<D, Fault> + Send + 'static,
    limiter: &Limiter,
) -> Result<Drawing<D>, Fault> {
    let (own, name) =
        (loaded.clone(), loaded.place.as_ref().map(|place| place.name.clone()).unwrap_or_default());
    let work = move |stop: &Stop| {
        let Some(plan) = plan else {
            let (task, plan) = (own.problem.task(goal, stop)?, Plan::default());
            let states = [task.initial().clone()];
            let run = Trajectory { task: &task, plan: &plan, states: &states };
            return Ok(Drawing { drawn: show(&*own.problem, &name, run)?, is_whole: true, read_in: None });
        };
        let read = replay_plan(&plan, &own, goal, stop)?;
        let read_in = read.other_than(&own.problem).map(|_| read.problem.metric().to_owned());
        let is_whole = match read.wrong {
            None => true,
            Some(wrong) if wrong.fault == GOAL => false,
            Some(wrong) => return Err(wrong.into()),
        };
        let run = Trajectory { task: &read.task_of_plan, plan: &read.plan, states: &read.states };
        Ok(Drawing { drawn: show(&*read.problem, &name, run)?, is_whole, read_in })
    };
    alone(Stage::Working, work, limiter)
}

/// Returns the film of a plan, or of the start. Its title has the name of the problem and the length; the cost where that is
/// minimised; and the goal value if it is reached.
pub fn film(problem: &dyn Problem, name: &str, goal: Option<u32>, run: Trajectory<'_>) -> Film {
    if run.plan.length() != 0 {
        let cost = match problem.minimises() {
            Metric::Cost => {
                format!("cost {}, ", Cost::of(run.plan.cost(run.task), problem.cost_scale()))
            }
            Metric::Actions => String::new(),
        };
        let reached = goal.filter(|_| run.states.last().is_some_and(|state| run.task.is_goal(state)));
        let goal = reached.map(|value| format!("goal {value}: ")).unwrap_or_default();
        let length = counted(run.plan.length(), problem.metric());
        let title = format!("{name}: {goal}{cost}{length}");
        return problem.film(&title, run);
    }
    let mut film = problem.film(name, run);
    // A board alone has no moves to number.
    let game = film.game.iter_mut().flat_map(|game| &mut game.film.frames);
    film.frames.iter_mut().chain(game).for_each(|frame| frame.caption.clear());
    film
}

/// Returns all states of a plan as text, below the moves that lead to them; or the one after `step` moves.
pub fn text(problem: &dyn Problem, run: Trajectory<'_>, step: Option<usize>, paint: Paint) -> String {
    let states = problem.states_as_text(run, ShownStates::Everything, paint);
    let moves = problem.moves(run.task, run.plan);
    match step {
        Some(step) => states.into_iter().nth(step).unwrap_or_default(),
        None if moves.is_empty() => states.concat(),
        None => titled(states, moves.iter().map(String::as_str)),
    }
}
