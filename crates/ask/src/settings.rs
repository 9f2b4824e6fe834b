//! The settings of one question: what was given, row by row of the [table](super::settings_table), and what it says; and their faults.

use std::collections::BTreeMap;
use std::path::PathBuf;

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use bmcplan_planner::{Mode, Options, PlanQuery};
use bmcplan_sat::encode::{Reductions, Semantics, StepOptions};
use bmcplan_sat::horizon::Cubes;
use bmcplan_sat::solver::Trust;
use bmcplan_search::DiskSearch;
use bmcplan_task::plan::{Cost, Metric};
use bmcplan_verify::EvidenceChoice;

use super::limits::Limits;
use super::modes::{MODES, ModeRow};

/// The number of plans listed unless `limit` says otherwise.
const LISTED: usize = 10_000;

/// The settings of a question; those that were not given have their defaults. In serialised form a flag is `true`, and every
/// other value a text or a number. Settings are equal if the same texts were given.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, Value>", into = "BTreeMap<String, Value>")]
pub struct Settings {
    /// What was given, by the names of settings; empty for a flag. The other fields are made of it.
    pub(super) given: BTreeMap<&'static str, String>,
    pub(super) mode: Option<&'static ModeRow>,
    pub(super) horizon: Option<usize>,
    /// What depends neither on other settings nor on the problem.
    pub(super) options: Options,
    pub(super) reductions: Option<Reductions>,
    pub(super) cubes: Option<Cubes>,
    pub(super) max_cost: Option<Cost>,
    pub(super) all: bool,
    pub(super) count: bool,
    pub(super) limit: Option<usize>,
    pub(super) limits: Limits,
    pub(super) resume: bool,
    pub(super) encoding: Option<String>,
    pub(super) evidence: EvidenceChoice,
    /// Folder of the certificate that is asked for.
    pub certify: Option<PathBuf>,
    /// Are states printed, too?
    pub frames: bool,
}

impl PartialEq for Settings {
    fn eq(&self, other: &Self) -> bool {
        self.given == other.given
    }
}

impl Eq for Settings {}

impl Settings {
    /// Returns the value that was given; empty for a flag.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.given.get(name).map(String::as_str)
    }

    /// Checks whether the setting was given.
    pub fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// Returns the mode.
    pub fn mode(&self) -> &'static ModeRow {
        self.mode.unwrap_or(&MODES[0])
    }

    /// Returns the planner's mode. One formula is never of more steps than the greatest horizon.
    pub fn planner_mode(&self) -> Mode {
        let horizon = self.horizon.unwrap_or_default();
        (self.mode().planner)(self.options.max_horizon.map_or(horizon, |greatest| greatest.min(horizon)))
    }

    /// Returns the limits of the run.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the way in which a step becomes clauses, with these reductions unless others were asked for.
    pub fn step(&self, usual: Reductions) -> StepOptions {
        StepOptions { reductions: self.reductions.unwrap_or(usual), ..self.options.step.clone() }
    }

    /// Returns the semantics of steps: which operators may share one.
    pub fn semantics(&self) -> Semantics {
        self.options.step.semantics
    }

    /// Returns the trust in the refutations of the solver.
    pub fn trust(&self) -> Trust {
        self.options.trust
    }

    /// Returns the evidence that a certificate is to rest on.
    pub fn evidence(&self) -> EvidenceChoice {
        self.evidence
    }

    /// Returns the plans that are asked for.
    pub fn wanted(&self) -> PlanQuery {
        match (self.all, self.count) {
            (true, _) => PlanQuery::All(self.limit.unwrap_or(LISTED)),
            (_, true) => PlanQuery::Count,
            _ => PlanQuery::One,
        }
    }

    /// Returns the greatest number of plans listed or schedules counted, if one was given.
    pub fn limit(&self) -> Option<usize> {
        self.limit
    }

    /// Returns the place of a search on disk.
    pub fn disk(&self) -> Option<DiskSearch> {
        self.options.disk.clone().map(|disk| DiskSearch { resume: self.resume, ..disk })
    }
}

/// A setting that makes no sense, by itself or beside others.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", self.in_words(NameStyle::Keywords))]
pub struct SettingFault {
    /// The name of the setting.
    pub setting: String,
    /// The fault.
    pub problem: SettingProblem,
}

/// The fault of a setting.
#[derive(Debug, Clone)]
pub enum SettingProblem {
    /// No setting has this name; the nearest that there is.
    Unknown(Option<&'static str>),
    /// The mode has no use for it; other modes have.
    Mode(&'static ModeRow, fn(&ModeRow) -> bool),
    /// Another one is missing: one of these.
    Needs(&'static [&'static str]),
    /// Another setting excludes this one.
    Excludes(&'static str),
    /// Plans are compared by this metric, and it has no use for it; in this mode.
    Metric(Metric, &'static ModeRow),
    /// The mode must be given a horizon.
    Horizon(&'static ModeRow),
    /// The folder holds a search, and `resume` is not given.
    Begun,
    /// Plans are endlessly many without it.
    Endless,
    /// It is for one value of the goal, and all are tried; the best one.
    OneGoal(u32),
    /// The formula would have too many steps to be written.
    TooManySteps(&'static ModeRow, String),
    /// Something else.
    Other(String),
}

/// The spelling of settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameStyle {
    /// As options of a command line: `--lower-bound`, `--search`.
    Options,
    /// As keywords: `lower_bound`, `mode='search'`.
    Keywords,
}

impl NameStyle {
    /// Names a setting.
    pub fn setting(self, name: &str) -> String {
        match self {
            Self::Options => format!("--{name}"),
            Self::Keywords => name.replace('-', "_"),
        }
    }

    /// Names a mode.
    pub fn mode(self, mode: &str) -> String {
        match (self, mode) {
            (Self::Keywords, _) => format!("mode='{mode}'"),
            (Self::Options, "auto") => "no mode".to_owned(),
            (Self::Options, "fixed") => "--horizon".to_owned(),
            (Self::Options, "anytime") => "--first --anytime".to_owned(),
            (Self::Options, mode) => format!("--{mode}"),
        }
    }

    /// Names a setting with its value.
    pub fn with_value(self, name: &str, value: &str) -> String {
        match (self, value) {
            (Self::Options, "") => format!("--{name}"),
            (Self::Options, value) => format!("--{name} {value}"),
            (Self::Keywords, "") => format!("{}=True", self.setting(name)),
            (Self::Keywords, value) => format!("{}='{value}'", self.setting(name)),
        }
    }
}

impl SettingFault {
    /// Builds a fault of a setting.
    pub fn of(setting: &str, problem: SettingProblem) -> Self {
        Self { setting: setting.to_owned(), problem }
    }

    /// Builds another fault of a setting, in words.
    pub fn other(setting: &str, problem: impl Into<String>) -> Self {
        Self::of(setting, SettingProblem::Other(problem.into()))
    }

    /// Returns the name of the setting; on a command line the horizon is the number behind the mode.
    fn name_in(&self, mode: &ModeRow, spelling: NameStyle) -> String {
        match (spelling, &*self.setting) {
            (NameStyle::Options, "horizon") => spelling.mode(mode.name),
            (_, name) => spelling.setting(name),
        }
    }

    /// Returns the fault in a sentence.
    pub fn in_words(&self, spelling: NameStyle) -> String {
        let name = spelling.setting(&self.setting);
        match &self.problem {
            SettingProblem::Unknown(nearest) => {
                let nearest = nearest.map(|nearest| format!("; {} is one", spelling.setting(nearest)));
                format!("{name}: there is no such setting{}", nearest.unwrap_or_default())
            }
            SettingProblem::Other(why) => format!("{name}: {why}"),
            SettingProblem::Mode(mode, others) => {
                let modes =
                    MODES.iter().filter(|mode| others(mode)).map(|mode| spelling.mode(mode.name)).join(", ");
                format!("{name} makes no sense with {}; it goes with {modes}", spelling.mode(mode.name))
            }
            SettingProblem::Metric(metric, mode) => {
                let name = self.name_in(mode, spelling);
                let (about, asked, other) = match metric {
                    Metric::Cost => ("lengths", "least cost is asked for", Metric::Actions),
                    Metric::Actions => ("costs", "shortest plans are asked for", Metric::Cost),
                };
                let ask = spelling.with_value("metric", other.name());
                format!(
                    "{name} is about {about}, and {asked}; leave it out, or give {ask} where the problem has both"
                )
            }
            SettingProblem::Needs(others) => {
                let which = if others.len() == 1 { "that" } else { "one of them" };
                let others = others.iter().map(|other| spelling.setting(other)).join(" or ");
                format!("{name} makes no sense without {others}; add {which}, or leave it out")
            }
            SettingProblem::Excludes(other) => {
                format!("{name} makes no sense with {}; leave one of them out", spelling.setting(other))
            }
            SettingProblem::Begun => format!(
                "{name}: the folder holds a search already; {} goes on with it, or name another folder",
                spelling.with_value("resume", "")
            ),
            SettingProblem::Endless => format!(
                "there are endlessly many cheapest plans, since actions that cost nothing lead in a circle; {} asks for \
                 those of fewest actions among them",
                spelling.with_value(&self.setting, "")
            ),
            SettingProblem::OneGoal(best) => {
                let [all, one] = ["max", &*best.to_string()].map(|goal| spelling.with_value("goal", goal));
                format!(
                    "{name} is for one value of the goal, and {all} tries them all; ask for one, such as {one}"
                )
            }
            SettingProblem::TooManySteps(mode, why) => format!("{}: {why}", self.name_in(mode, spelling)),
            SettingProblem::Horizon(mode) => {
                format!("{} needs {name}, the greatest number of steps", spelling.mode(mode.name))
            }
        }
    }
}
