//! The table of settings: everything that can be said about how a question is answered, one row each.
//!
//! Arguments of the command line, keywords in Python, options of suites, their checks and the warning about settings without
//! effect are made from these rows. So a new setting is a row: an option of the planner needs nothing else.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use serde_json::Value;

use bmcplan_base::names::nearest;
use bmcplan_formula::AtMostOne;
use bmcplan_kinds::problem::encoding_named;
use bmcplan_planner::{LowerBound, SearchHeuristic};
use bmcplan_sat::encode::{Reductions, Semantics};
use bmcplan_sat::solver::{SolverKind, Trust};
use bmcplan_task::plan::Metric;
use bmcplan_verify::EvidenceChoice;

use super::modes::{MODE_ALIASES, MODES, mode_named};
use super::setting::{Form, SETTING, Setting};
use super::settings::{SettingFault, SettingProblem, Settings};

const OF_LENGTHS: &[Metric] = &[Metric::Actions];

const OF_COSTS: &[Metric] = &[Metric::Cost];

/// All settings, in the order of help.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "mode",
        form: Form::Name(mode_names, |settings, name| {
            settings.mode = mode_named(name);
            Ok(())
        }),
        help: "How the answer is found",
        ..SETTING
    },
    Setting {
        name: "horizon",
        form: Form::Number(0, |settings, horizon| settings.horizon = Some(horizon)),
        help: "Number of steps of mode fixed; upper bound for minimize",
        metrics: OF_LENGTHS,
        ..SETTING
    },
    Setting {
        name: "schedule",
        form: Form::text("linear|ramp:FACTOR", |settings, text| {
            parsed(text).map(|schedule| settings.options.schedule = schedule)
        }),
        help: "Horizons of --incremental: one by one, or growing by FACTOR",
        details: "ramp:FACTOR then tries the lengths between. Without a mode, SAT follows it, too.",
        metrics: OF_LENGTHS,
        default: Some("ramp:1.15"),
        modes: |mode| mode.has_schedule,
        is_of_formulas: true,
        ..SETTING
    },
    Setting {
        name: "cubes",
        form: Form::text("auto|landmarks:K|off", |settings, text| {
            parsed(text).map(|cubes| settings.cubes = Some(cubes))
        }),
        help: "Split one horizon among threads by landmark facts",
        details: "Horizons that take long (auto, as --threads alone), all of them by K facts (landmarks:K), or none (off).",
        metrics: OF_LENGTHS,
        modes: |mode| mode.name == "incremental",
        is_of_formulas: true,
        ..SETTING
    },
    Setting {
        name: "threads",
        form: Form::Number(1, |settings, threads| {
            settings.options.search_threads = NonZeroUsize::new(threads)
        }),
        help: "Threads of search, A* and --incremental [default: one a core]",
        details: "One for --incremental without --cubes, and for search of several problems at a time or with --cpu-timeout.",
        modes: |mode| mode.has_threads,
        ..SETTING
    },
    Setting {
        name: "seed",
        form: Form::Number(0, |settings, seed| settings.options.step.seed = u64::try_from(seed).ok()),
        help: "Break ties by chance: another order of moves and of variables",
        excludes: &["certify"],
        ..SETTING
    },
    Setting {
        name: "lower-bound",
        form: Form::Name(
            || LowerBound::ALL.map(LowerBound::name).to_vec(),
            |settings, name| parsed(name).map(|bound| settings.options.lower_bound = bound),
        ),
        help: "Rule out short plans by h^max (hmax), LM-cut (lmcut) or not (none)",
        metrics: OF_LENGTHS,
        default: Some("hmax"),
        modes: |mode| mode.has_bound,
        ..SETTING
    },
    Setting {
        name: "heuristic",
        form: Form::Name(
            || SearchHeuristic::ALL.map(SearchHeuristic::name).to_vec(),
            |settings, name| parsed(name).map(|heuristic| settings.options.heuristic = heuristic),
        ),
        help: "Order of --search: as met (blind), A* (lmcut, patterns), in sets (symbolic)",
        default: Some("blind"),
        modes: |mode| mode.name == "search",
        ..SETTING
    },
    Setting {
        name: "semantics",
        form: Form::Name(
            || Semantics::ALL.map(Semantics::name).to_vec(),
            |settings, name| parsed(name).map(|semantics| settings.options.step.semantics = semantics),
        ),
        help: "Parallel steps: forall or exists",
        details: "Moves share a step if all orders (forall) or one (exists) work. Minimises steps, not moves.",
        default: Some("sequential"),
        changes_the_question: true,
        is_rare: false,
        ..SETTING
    },
    Setting {
        name: "max-horizon",
        form: Form::Number(0, |settings, greatest| settings.options.max_horizon = Some(greatest)),
        help: "Try no more than N moves (steps with --semantics)",
        metrics: OF_LENGTHS,
        ..SETTING
    },
    Setting {
        name: "max-cost",
        form: Form::Cost(|settings, greatest| settings.max_cost = Some(greatest)),
        help: "Find only plans of at most COST, where costs are minimised",
        metrics: OF_COSTS,
        modes: |mode| mode.has_costs,
        is_rare: false,
        ..SETTING
    },
    Setting {
        name: "all",
        form: Form::Flag(|settings| settings.all = true),
        help: "List all shortest (or cheapest) plans, one a line",
        is_rare: false,
        modes: |mode| mode.has_lists,
        excludes: &["frames", "count", "certify"],
        ..SETTING
    },
    Setting {
        name: "limit",
        form: Form::Number(0, |settings, limit| settings.limit = Some(limit)),
        help: "List at most N plans of --all",
        default: Some("10000"),
        modes: |mode| mode.has_lists,
        needs: &["all"],
        ..SETTING
    },
    Setting {
        name: "count",
        form: Form::Flag(|settings| settings.count = true),
        help: "Count the shortest (or cheapest) plans",
        is_rare: false,
        modes: |mode| mode.has_lists,
        excludes: &["frames", "all"],
        ..SETTING
    },
    Setting {
        name: "fewest",
        form: Form::Flag(|settings| settings.options.fewest = true),
        help: "Of the cheapest plans, take only those of fewest moves",
        metrics: OF_COSTS,
        modes: |mode| mode.has_costs && mode.name != "first",
        ..SETTING
    },
    Setting {
        name: "timeout",
        form: Form::Time(|settings, time| settings.limits.timeout = Some(time)),
        heading: "Limits",
        help: "Stop after TIME and report the lengths refuted",
        details: "Wall-clock time: seconds, or 90s, 2m, 1h, 500ms. Ctrl-C does the same.",
        is_rare: false,
        ..SETTING
    },
    Setting {
        name: "cpu-timeout",
        form: Form::Time(|settings, time| settings.limits.cpu_timeout = Some(time)),
        heading: "Limits",
        help: "Stop after TIME on the CPU, all threads and solver programs together",
        is_rare: false,
        ..SETTING
    },
    Setting {
        name: "memory",
        form: Form::Megabytes(|settings, bytes| settings.limits.memory = Some(bytes)),
        heading: "Limits",
        help: "Stop when MB megabytes were taken since the start",
        is_rare: false,
        ..SETTING
    },
    Setting {
        name: "disk",
        form: Form::text("FOLDER[:MB]", |settings, text| {
            parsed(text).map(|disk| settings.options.disk = Some(disk))
        }),
        heading: "Limits",
        help: "Search breadth-first with states in files of a new or empty FOLDER",
        details: "At most MB megabytes of files. Commands that solve need --search, too. After a limit, a full disk or a \
                 kill, --resume goes on.",
        metrics: OF_LENGTHS,
        modes: |mode| mode.name == "search",
        excludes: &["all", "count", "threads", "certify"],
        writes_files: true,
        ..SETTING
    },
    Setting {
        name: "resume",
        form: Form::Flag(|settings| settings.resume = true),
        heading: "Limits",
        help: "Go on with the search in the folder of --disk",
        needs: &["disk"],
        ..SETTING
    },
    Setting {
        name: "encoding",
        form: Form::text("NAME", |settings, name| {
            settings.encoding = Some(encoding_named(name).to_owned());
            Ok(())
        }),
        heading: "Formula",
        help: "Encoding of a step as clauses",
        is_rare: false,
        metrics: OF_LENGTHS,
        is_of_formulas: true,
        ..SETTING
    },
    Setting {
        name: "at-most-one",
        form: Form::Name(
            || AtMostOne::ALL.map(AtMostOne::name).to_vec(),
            |settings, name| parsed(name).map(|at_most_one| settings.options.step.at_most_one = at_most_one),
        ),
        heading: "Formula",
        help: "Clauses of \"at most one\": auto, pairwise, ladder, product, commander",
        metrics: OF_LENGTHS,
        default: Some("auto"),
        is_of_formulas: true,
        ..SETTING
    },
    Setting {
        name: "reduce",
        form: Form::text("none|all|NAME,…", |settings, text| {
            parsed(text).map(|reductions| settings.reductions = Some(reductions))
        }),
        heading: "Formula",
        help: "Plans to leave out",
        metrics: OF_LENGTHS,
        is_of_formulas: true,
        help_of_build: || format!(" [default: {}]", Reductions::default()),
        details: "Plans that move what is irrelevant (relevance), swap independent moves (order) or like objects \
                 (symmetries), or undo or split a move (repeats); unreachable states (mutexes).",
        ..SETTING
    },
    Setting {
        name: "solver",
        form: Form::Text {
            value_name: "NAME",
            names: solver_names,
            update: |settings, text| parsed(text).map(|solver| settings.options.solver = solver),
        },
        heading: "Formula",
        help: "SAT solver: ",
        is_rare: false,
        modes: |mode| mode.name != "first",
        is_of_formulas: true,
        help_of_build: solver_help,
        details: "ipasir: is a shared library, cmd: a program that reads DIMACS on standard input, mallob: the folder of a \
                 running Mallob service. varisat confirms what they refute.",
        ..SETTING
    },
    Setting {
        name: "trust",
        form: Form::Flag(|settings| settings.options.trust = Trust::Unchecked),
        heading: "Formula",
        help: "Accept \"unsatisfiable\" of other solvers without confirmation",
        is_of_formulas: true,
        ..SETTING
    },
    Setting {
        name: "frames",
        form: Form::Flag(|settings| settings.frames = true),
        heading: "Output",
        help: "Print the state before each move and after the last",
        ..SETTING
    },
    Setting {
        name: "certify",
        form: Form::Folder(|settings, folder| settings.certify = Some(folder)),
        heading: "Output",
        help: "Write a certificate of the answer, for `bmcplan verify FOLDER`",
        details: "Proofs; an invariant where there is no plan; what it takes to --count again. The folder is new or empty, \
                 or its certificate is replaced.",
        modes: |mode| mode.has_proofs,
        writes_files: true,
        is_rare: false,
        ..SETTING
    },
    Setting {
        name: "evidence",
        form: Form::Name(
            || EvidenceChoice::ALL.map(EvidenceChoice::name).to_vec(),
            |settings, name| parsed(name).map(|evidence| settings.evidence = evidence),
        ),
        heading: "Output",
        help: "Evidence of --certify: proofs (proof) or a recount of all states (recount)",
        details: "auto: recount for sliding blocks and --count, else proof",
        default: Some("auto"),
        modes: |mode| mode.has_proofs,
        needs: &["certify"],
        ..SETTING
    },
];

/// Returns the setting of that name, written with dashes or with underscores.
pub fn setting_named(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name || setting.keyword() == name)
}

impl Settings {
    /// Gives a setting a value; flags have none, or `true`.
    ///
    /// # Errors
    /// No setting has this name, or it has no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingFault> {
        let Some(setting) = setting_named(name) else {
            let nearest = nearest(name, SETTINGS.iter().map(|setting| setting.name));
            return Err(SettingFault::of(name, SettingProblem::Unknown(nearest)));
        };
        setting.read(value, self).map_err(|why| SettingFault::other(setting.name, why))?;
        let value = match setting.form {
            Form::Flag(_) => "",
            _ if setting.name == "mode" => self.mode().name,
            _ => value,
        };
        self.given.insert(setting.name, value.to_owned());
        Ok(())
    }

    /// Sets a value, which is one of the setting's.
    ///
    /// # Errors
    /// As [`Settings::set`].
    pub fn with(mut self, name: &str, value: &str) -> Result<Self, SettingFault> {
        self.set(name, value).map(|()| self)
    }

    /// Limits the time on the clock; the greatest limit is some hundred years.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        let timeout = timeout.min(Duration::from_secs(u32::MAX.into()));
        self.given.insert("timeout", timeout.as_secs_f64().to_string());
        self.limits.timeout = Some(timeout);
        self
    }

    /// Gives a setting a value that another program wrote; a flag that is false is not given.
    fn set_json(&mut self, name: &str, value: &Value) -> Result<(), SettingFault> {
        let form = setting_named(name).map(|setting| setting.form);
        let number = value.as_u64().map(|number| number.to_string());
        let meant = |meant: &str| Err(SettingFault::other(name, meant));
        match (form, value) {
            (Some(Form::Flag(_)), Value::Bool(false)) => Ok(()),
            (None, _) | (Some(Form::Flag(_)), Value::Bool(true)) => self.set(name, ""),
            (Some(Form::Flag(_)), _) => meant("True or False is meant"),
            (Some(Form::Number(least, _)), _) => match number {
                Some(number) => self.set(name, &number),
                None => meant(&format!("a number from {least} on is meant")),
            },
            (Some(Form::Time(_) | Form::Megabytes(_) | Form::Cost(_)), Value::Number(fraction)) => {
                let fraction = || fraction.as_f64().map(|fraction| fraction.to_string());
                self.set(name, &number.or_else(fraction).unwrap_or_default())
            }
            (_, Value::String(text)) => self.set(name, text),
            (Some(_), _) => meant("a name is meant"),
        }
    }

    /// Returns all that were given, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Setting, &str)> {
        self.given.iter().filter_map(|(name, value)| Some((setting_named(name)?, value.as_str())))
    }

    /// Returns the settings of formulas that were given: where an answer comes without a formula, they have no effect.
    pub fn of_formulas(&self) -> impl Iterator<Item = &'static str> {
        let given = SETTINGS.iter().filter(|setting| setting.is_of_formulas && self.has(setting.name));
        given.map(|setting| setting.name)
    }
}

impl TryFrom<BTreeMap<String, Value>> for Settings {
    type Error = SettingFault;

    fn try_from(values: BTreeMap<String, Value>) -> Result<Self, SettingFault> {
        let mut settings = Self::default();
        values.iter().try_for_each(|(name, value)| settings.set_json(name, value))?;
        Ok(settings)
    }
}

impl From<Settings> for BTreeMap<String, Value> {
    fn from(settings: Settings) -> Self {
        let value = |setting: &Setting, text: &str| match (setting.form, text.parse::<u64>()) {
            (Form::Flag(_), _) => true.into(),
            (Form::Number(..), Ok(number)) => number.into(),
            _ => text.into(),
        };
        settings.iter().map(|(setting, text)| (setting.keyword(), value(setting, text))).collect()
    }
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn mode_names() -> Vec<&'static str> {
    MODES.iter().map(|mode| mode.name).chain(MODE_ALIASES.map(|(alias, _)| alias)).collect()
}

fn solver_names() -> Vec<String> {
    SolverKind::ALL.iter().map(ToString::to_string).collect()
}

fn solver_help() -> String {
    let usual = SolverKind::default();
    let others = SolverKind::ALL.iter().filter(|kind| **kind != usual);
    let others: String = others.map(|kind| format!("{kind}, ")).collect();
    format!("{usual} (default), {others}ipasir:…, cmd:…, mallob:…")
}
