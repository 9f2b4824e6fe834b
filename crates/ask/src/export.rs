//! Export: a problem as a formula for other solvers, as a task for other planners, or as facts for a document's programs.

use std::io::{self, Write};

use bmcplan_base::names::chosen_by_name;
use bmcplan_base::stop::Stop;
use bmcplan_kinds::problem::Problem;
use bmcplan_kinds::sas::plasp;
use bmcplan_kinds::{pddl, sas};
use bmcplan_sat::encode::{Reduction, Reductions};
use bmcplan_sat::horizon::{self, CostFormat, ExportError, cost_literals};
use bmcplan_task::plan::Metric;

use super::VERSION;
use super::fault::Fault;
use super::limits::{Limiter, Stage, alone};
use super::settings::{SettingFault, Settings};
use super::solution::LoadedProblem;

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ExportFormat {
    /// One formula, as SAT solvers read it.
    #[default]
    Dimacs,
    /// The formulas of all horizons up to one, with the goals as assumptions.
    Icnf,
    /// The first state, what always holds, the goal and one step, to be unrolled by the reader.
    Dimspec,
    /// One formula for people, with names and headings.
    Text,
    /// One formula for MaxSAT solvers: costs are weights.
    Wcnf,
    /// One formula for pseudo-Boolean solvers: costs are a sum to be minimised.
    Opb,
    /// The task, as Fast Downward's translator writes it.
    Sas,
    /// The task as a domain and a problem in PDDL, without variables.
    Pddl,
    /// The task as facts of an answer set program, as plasp writes them.
    Lp,
    /// A board as facts of the Rush Hour ASP document, a car by its first cell.
    AspV1,
    /// A board as facts of the Rush Hour ASP document, a car by all its cells.
    AspV2,
}

impl ExportFormat {
    /// Checks that these settings say how it is written: formulas take a horizon, but for dimspec, and say how a step becomes
    /// clauses.
    ///
    /// # Errors
    /// A setting that is missing, or that the format has no use for.
    pub fn check(self, settings: &Settings) -> Result<(), SettingFault> {
        const OF_FORMULAS: [&str; 6] = ["horizon", "encoding", "at-most-one", "semantics", "reduce", "seed"];
        let has_costs = matches!(self, Self::Wcnf | Self::Opb);
        let is_formula = has_costs || matches!(self, Self::Dimacs | Self::Icnf | Self::Dimspec | Self::Text);
        let why = if is_formula { "it says nothing of a formula" } else { "no formula is written" };
        let known: &[&str] = if is_formula { &OF_FORMULAS } else { &[] };
        settings.check_only(known, &format!("with format {} {why}", self.name()))?;
        if self == Self::Dimspec && settings.horizon.is_some() {
            let why =
                "dimspec has the steps left open; dimacs, icnf, text, wcnf and opb have a horizon".to_owned();
            return Err(SettingFault::other("horizon", why));
        }
        if is_formula && self != Self::Dimspec && settings.horizon.is_none() {
            let why = "dimspec has the steps left open, and sas, pddl and lp are no formulas";
            return Err(SettingFault::other("format", format!("{} needs a horizon; {why}", self.name())));
        }
        let step = settings.step(Reductions::NONE);
        if has_costs && step.reductions != Reductions::NONE {
            let why = format!(
                "it keeps a shortest plan, and {} is about a cheapest one; leave it out",
                self.name()
            );
            return Err(SettingFault::other("reduce", why));
        }
        let over_three_frames = [Reduction::Order, Reduction::Repeats];
        let refused = over_three_frames.into_iter().find(|reduction| step.reductions.has(*reduction));
        match refused.filter(|_| self == Self::Dimspec) {
            Some(reduction) => Err(SettingFault::other(
                "reduce",
                format!("the clauses of {reduction} are over three frames, and dimspec has two"),
            )),
            None => Ok(()),
        }
    }
}

chosen_by_name!(
    ExportFormat {
        Dimacs: "dimacs",
        Icnf: "icnf",
        Dimspec: "dimspec",
        Text: "text",
        Wcnf: "wcnf",
        Opb: "opb",
        Sas: "sas",
        Pddl: "pddl",
        Lp: "lp",
        AspV1: "asp-v1",
        AspV2: "asp-v2"
    },
    UnknownFormat,
    "format"
);

/// Writes a problem in a format; a domain in PDDL goes to `domain`, if that is there, and else before the problem. Unless
/// reductions were asked for, an exported formula has every plan.
///
/// # Errors
/// The settings make no sense, or it was stopped; inside, what the system says where it could not be written.
pub fn export(
    problem: &dyn Problem,
    goal: Option<u32>,
    format: ExportFormat,
    settings: &Settings,
    stop: &Stop,
    out: &mut dyn Write,
    domain: Option<&mut dyn Write>,
) -> Result<io::Result<()>, Fault> {
    format.check(settings)?;
    if matches!(format, ExportFormat::AspV1 | ExportFormat::AspV2) {
        return facts(problem, format, out);
    }
    let task = problem.task(goal, stop)?;
    // Files of tasks say by their costs what a plan has least of.
    let task = match problem.minimises() {
        Metric::Actions => task.with_unit_costs(),
        Metric::Cost => task,
    };
    match (format, domain) {
        (ExportFormat::Sas, _) => return Ok(sas::write_task(&task, out)),
        (ExportFormat::Lp, _) => return Ok(plasp::write_task(&task, out)),
        (ExportFormat::Pddl, None) => return Ok(pddl::write_task(&task, out, None)),
        (ExportFormat::Pddl, Some(domain)) => return Ok(pddl::write_task(&task, domain, Some(out))),
        _ => {}
    }
    let step = settings.step(Reductions::NONE);
    let counted = if step.semantics.is_parallel() {
        format!("{}s", step.semantics.step_name())
    } else {
        problem.metric().to_owned()
    };
    let horizon = settings.horizon.unwrap_or_default();
    let length = match format {
        ExportFormat::Dimacs | ExportFormat::Text | ExportFormat::Wcnf | ExportFormat::Opb => {
            format!("at most {horizon} {counted}")
        }
        ExportFormat::Icnf => format!("at most 0, 1, … {horizon} {counted}"),
        _ => format!("any number of {counted}"),
    };
    let encoding = settings.encoding(problem, step.semantics)?;
    let system = encoding.encode(&task, &step, stop)?;
    let reduced = match step.reductions {
        Reductions::NONE => String::new(),
        _ if task.clock().is_some() => {
            let why = "a game with a step counter is not reduced, since every move takes time, which may be its use; \
                       leave it out";
            return Err(SettingFault::other("reduce", why).into());
        }
        reductions => format!(", reduced by {reductions}"),
    };
    let to_goal = goal.map(|value| format!(" to a goal of value {value}")).unwrap_or_default();
    let cost_format = match format {
        ExportFormat::Wcnf => Some(CostFormat::Wcnf),
        ExportFormat::Opb => Some(CostFormat::Opb),
        _ => None,
    };
    let costs = match (cost_format, problem.minimises().in_task(&task)) {
        (Some(_), Metric::Actions) => {
            "\nthe best models are those of these plans with the fewest operators".to_owned()
        }
        (Some(_), Metric::Cost) => match problem.cost_scale() {
            1 => "\nthe best models are the cheapest of these plans".to_owned(),
            scale => {
                format!("\nthe best models are the cheapest of these plans; costs are multiplied by {scale}")
            }
        },
        (None, Metric::Cost) => {
            log::warn!("the formula leaves the costs out: it bounds the number of {counted}");
            "\ncosts are left out".to_owned()
        }
        (None, Metric::Actions) => String::new(),
    };
    let comments = format!(
        "bmcplan {VERSION}: {problem}\nencoding {}, at most one {}{reduced}; satisfiable if there is a plan of {length}{to_goal}{costs}",
        encoding.name(),
        step.at_most_one,
    );
    let written = match format {
        _ if let Some(format) = cost_format => {
            let costs = cost_literals(&task, &system).map_err(|error| {
                let why = format!("{} cannot state costs: {error}; operators can", encoding.name());
                SettingFault::other("encoding", why)
            })?;
            horizon::write_costs(&system, horizon, &costs, format, &comments, stop, out)
        }
        ExportFormat::Dimacs => horizon::write_dimacs(&system, horizon, &comments, stop, out),
        ExportFormat::Text => horizon::write_text(&system, horizon, &comments, stop, out),
        ExportFormat::Icnf => horizon::write_icnf(&system, horizon, &comments, stop, out),
        _ => horizon::write_dimspec(&system, &comments, stop, out),
    };
    match written {
        Ok(()) => Ok(Ok(())),
        Err(ExportError::Io(cause)) => Ok(Err(cause)),
        Err(ExportError::Stopped(reason)) => Err(reason.into()),
        Err(error @ ExportError::TooDear) => Err(SettingFault::other("format", error.to_string()).into()),
        Err(error @ ExportError::ThreeFrames) => Err(SettingFault::other("reduce", error.to_string()).into()),
        Err(error @ ExportError::TooLarge(_)) => {
            Err(SettingFault::other("horizon", error.to_string()).into())
        }
    }
}

/// Works as [`export`], within the limits of `limiter`, and returns the text; of PDDL the domain comes first.
///
/// # Errors
/// As [`export`].
pub fn export_text(
    loaded: &LoadedProblem,
    format: ExportFormat,
    settings: &Settings,
    limiter: &Limiter,
) -> Result<String, Fault> {
    let (problem, goal, settings) = (loaded.problem.clone(), loaded.goal_value()?, settings.clone());
    let work = move |stop: &Stop| {
        let mut text = Vec::new();
        export(&*problem, goal, format, &settings, stop, &mut text, None)?.map_err(Fault::bug)?;
        String::from_utf8(text).map_err(Fault::bug)
    };
    alone(Stage::Working, work, limiter)
}

fn facts(problem: &dyn Problem, format: ExportFormat, out: &mut dyn Write) -> Result<io::Result<()>, Fault> {
    let refused =
        |why: String| Fault::from(SettingFault::other("format", format!("{} {why}", format.name())));
    match problem.facts(format.name()) {
        None => {
            let kind = problem.kind();
            Err(refused(format!(
                "has the facts of Rush Hour boards, and this is {kind}; lp has facts of any task"
            )))
        }
        Some(Err(reason)) => Err(refused(format!("cannot describe this board: {reason}"))),
        Some(Ok(text)) => Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())),
    }
}
