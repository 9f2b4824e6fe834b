//! The table of settings: everything that can be said about how a question is answered, one row each.
//!
//! Arguments of the command line, keywords in Python, options of suites, their checks and the warning about settings without
//! effect are made from these rows. So a new setting is a row: an option of the planner needs nothing else.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;

use serde_json::Value;

use bmcplan_base::names::nearest;
use bmcplan_formula::AtMostOne;
use bmcplan_planner::{LowerBound, SearchHeuristic};
use bmcplan_sat::encode::{Reductions, Semantics};
use bmcplan_sat::solver::{SolverKind, Trust};
use bmcplan_task::plan::Metric;
use bmcplan_verify::EvidenceChoice;

use super::given::{SettingFault, SettingProblem, Settings};
use super::modes::{MODES, mode_named};
use super::setting::{Form, SETTING, Setting};

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
        help: "The way in which an answer is looked for",
        ..SETTING
    },
    Setting {
        name: "horizon",
        form: Form::Number(0, |settings, horizon| settings.horizon = Some(horizon)),
        help: "The number of steps for mode fixed; at most so many for minimize",
        metrics: OF_LENGTHS,
        ..SETTING
    },
    Setting {
        name: "schedule",
        form: Form::text("linear|ramp:FACTOR", |settings, text| {
            parsed(text).map(|schedule| settings.options.schedule = schedule)
        }),
        help: "Horizons of --incremental, and of the SAT part when no mode is given: one after the other (linear), or each \
                 FACTOR times the last one and then those left between (ramp:FACTOR)",
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
        help: "The division of one horizon among threads, by whether values that every way to the goal has to see left are left after \
                 three fifths of the steps: of horizons that take long (auto, as --threads alone has it), or of all by K variables with such \
                 values (landmarks:K), or not (off)",
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
        help: "The number of threads of breadth-first search and of A*, and of those that share a horizon of \
             --incremental [default: as many as there are cores; --incremental without --cubes has one, as has search where \
             several problems are solved at a time or CPU time is limited]",
        modes: |mode| mode.has_threads,
        ..SETTING
    },
    Setting {
        name: "lower-bound",
        form: Form::Name(
            || LowerBound::ALL.map(LowerBound::name).to_vec(),
            |settings, name| parsed(name).map(|bound| settings.options.lower_bound = bound),
        ),
        help: "The lower bound that rules out short plans before the solver is asked: how soon the goal could hold if nothing ever became false \
             (hmax), sets of moves of which every plan has one (lmcut), or nothing (none)",
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
        help: "The order in which --search looks at states: as they are met (blind, breadth-first search), or by A* first those that may \
                 be on the shortest plans (lmcut): far fewer of them, but each takes about a thousand times as long",
        default: Some("blind"),
        modes: |mode| mode.name == "search",
        excludes: &["all", "count"],
        ..SETTING
    },
    Setting {
        name: "semantics",
        form: Form::Name(
            || Semantics::ALL.map(Semantics::name).to_vec(),
            |settings, name| parsed(name).map(|semantics| settings.options.step.semantics = semantics),
        ),
        help: "The moves that may share a step: none (sequential); those that can be made in any order (forall), or in one order \
             (exists). Then horizons count steps, the fewest steps are found, and there may be plans of fewer moves",
        default: Some("sequential"),
        changes_the_question: true,
        ..SETTING
    },
    Setting {
        name: "max-horizon",
        form: Form::Number(0, |settings, greatest| settings.options.max_horizon = Some(greatest)),
        help: "Try no more than N moves, or steps where moves share them",
        metrics: OF_LENGTHS,
        ..SETTING
    },
    Setting {
        name: "max-cost",
        form: Form::Cost(|settings, greatest| settings.max_cost = Some(greatest)),
        help: "Look for no plan that costs more, where the problem asks for least cost",
        metrics: OF_COSTS,
        modes: |mode| mode.has_costs,
        ..SETTING
    },
    Setting {
        name: "all",
        form: Form::Flag(|settings| settings.all = true),
        help: "List all shortest plans, or all cheapest ones, one a line",
        is_rare: false,
        modes: |mode| mode.has_lists,
        excludes: &["frames", "count", "certify"],
        ..SETTING
    },
    Setting {
        name: "limit",
        form: Form::Number(0, |settings, limit| settings.limit = Some(limit)),
        help: "List no more than N of them",
        default: Some("10000"),
        modes: |mode| mode.has_lists,
        needs: &["all"],
        ..SETTING
    },
    Setting {
        name: "count",
        form: Form::Flag(|settings| settings.count = true),
        help: "Count the shortest plans, or the cheapest ones",
        is_rare: false,
        modes: |mode| mode.has_lists,
        excludes: &["frames", "all"],
        ..SETTING
    },
    Setting {
        name: "fewest",
        form: Form::Flag(|settings| settings.options.fewest = true),
        help: "Of the cheapest plans that --all lists and --count counts, only those of fewest moves",
        metrics: OF_COSTS,
        modes: |mode| mode.has_lists,
        needs: &["all", "count"],
        ..SETTING
    },
    Setting {
        name: "timeout",
        form: Form::Time(|settings, time| settings.limits.timeout = Some(time)),
        heading: "Limits",
        help: "Stop after so long and say what was refuted so far",
        is_rare: false,
        details: || {
            "By the clock on the wall: seconds, or 90s, 2m, 1h, 500ms. So does Ctrl-C, and a second one kills.".to_owned()
        },
        ..SETTING
    },
    Setting {
        name: "cpu-timeout",
        form: Form::Time(|settings, time| settings.limits.cpu_timeout = Some(time)),
        heading: "Limits",
        help: "Stop when this process and those it has started have been on a processor for so long",
        details: || "All threads together, and processes of solvers while they run.".to_owned(),
        ..SETTING
    },
    Setting {
        name: "memory",
        form: Form::Megabytes(|settings, bytes| settings.limits.memory = Some(bytes)),
        heading: "Limits",
        help: "Stop when more than so many megabytes were taken since the start",
        is_rare: false,
        ..SETTING
    },
    Setting {
        name: "disk",
        form: Form::text("FOLDER[:MB]", |settings, text| {
            parsed(text).map(|disk| settings.options.disk = Some(disk))
        }),
        heading: "Limits",
        help: "Breadth-first search in files in place of memory: a new or empty folder, and perhaps a colon and the megabytes that they may take together",
        metrics: OF_LENGTHS,
        modes: |mode| mode.name == "search",
        excludes: &["all", "count", "threads", "certify"],
        details: || {
            "For more states than memory holds; commands that solve take it with --search. Without --memory it takes up to a gigabyte of memory. \
             When a limit is reached, be it a full disk, or the program is killed, complete layers stay, and --resume goes on. Once a plan was found, or \
             none of any length can be, the files are removed."
                .to_owned()
        },
        writes_files: true,
        ..SETTING
    },
    Setting {
        name: "resume",
        form: Form::Flag(|settings| settings.resume = true),
        heading: "Limits",
        help: "Go on with the search in the folder of --disk, if there is one",
        needs: &["disk"],
        ..SETTING
    },
    Setting {
        name: "encoding",
        form: Form::text("NAME", |settings, name| {
            parsed(name).map(|encoding| settings.encoding = Some(encoding))
        }),
        heading: "Formula",
        help: "The encoding of a step as clauses",
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
        help: "The encoding of \"at most one move a step\" as clauses; auto: pairwise for few moves, product for 600 and more",
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
        help: "The plans that are left out of the formula because another one, as short or shorter, will do: those that move what has \
             no part in the goal (relevance), that make independent moves in another order (order), that use another one of \
             objects that are alike (symmetries), or that take a move back or make it in two goes (repeats); and whether states \
             are that no plan can reach (mutexes)",
        metrics: OF_LENGTHS,
        is_of_formulas: true,
        help_of_build: || format!(" [default: {}, as far as the encoding knows them]", Reductions::default()),
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
        is_rare: false,
        modes: |mode| mode.name != "first",
        is_of_formulas: true,
        help_of_build: solver_help,
        details: solver_details,
        ..SETTING
    },
    Setting {
        name: "trust",
        form: Form::Flag(|settings| settings.options.trust = Trust::Believe),
        heading: "Formula",
        help: "Believe a library or program that says \"unsatisfiable\" without confirming it by varisat; the answer says so",
        is_of_formulas: true,
        ..SETTING
    },
    Setting {
        name: "frames",
        form: Form::Flag(|settings| settings.frames = true),
        heading: "Output",
        help: "Print the state before each move and after the last; with --json, as `frames`",
        is_rare: false,
        ..SETTING
    },
    Setting {
        name: "certify",
        form: Form::Folder(|settings, folder| settings.certify = Some(folder)),
        heading: "Output",
        help: "Write a certificate that the plan is shortest into a folder: the problem, the plan, a formula that says that there \
             is a shorter one, and a proof that it has no model; where there is no plan, an invariant with its proofs; with \
             --count, what it takes to count the plans again. The folder is a new or empty one, or has a certificate, whose place the new one takes. `bmcplan verify FOLDER` checks it",
        modes: |mode| mode.has_proofs,
        writes_files: true,
        ..SETTING
    },
    Setting {
        name: "evidence",
        form: Form::Name(
            || EvidenceChoice::ALL.map(EvidenceChoice::name).to_vec(),
            |settings, name| parsed(name).map(|evidence| settings.evidence = evidence),
        ),
        heading: "Output",
        help: "The evidence in the certificate: proofs that other programs can check (proof), or a recount: whoever checks it \
                 explores all states again (recount); a recount for sliding blocks and --count, else proofs (auto)",
        default: Some("auto"),
        modes: |mode| mode.has_proofs,
        needs: &["certify"],
        ..SETTING
    },
];

/// The setting of that name, written with dashes or with underscores.
pub fn setting_named(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name || setting.keyword() == name)
}

impl Settings {
    /// Gives a setting a value; flags have none, or `true`.
    ///
    /// # Errors
    /// No setting has this name, or this is none of its values.
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

    /// With a value, which is one of the setting's.
    ///
    /// # Errors
    /// As [`Settings::set`].
    pub fn with(mut self, name: &str, value: &str) -> Result<Self, SettingFault> {
        self.set(name, value).map(|()| self)
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

    /// All that were given, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Setting, &str)> {
        self.given.iter().filter_map(|(name, value)| Some((setting_named(name)?, value.as_str())))
    }

    /// The settings of formulas that were given: where an answer comes without a formula, they have no effect.
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
    MODES.iter().map(|mode| mode.name).chain(["horizon"]).collect()
}

fn solver_names() -> Vec<String> {
    SolverKind::ALL.iter().map(ToString::to_string).collect()
}

fn solver_help() -> String {
    let usual = SolverKind::default();
    let others = SolverKind::ALL.iter().filter(|kind| **kind != usual);
    let others: String = others.map(|kind| format!("{kind}, ")).collect();
    format!("{usual} (default), {others}ipasir:PATH, cmd:PROGRAM, mallob:DIR")
}

fn solver_details() -> String {
    format!(
        "ipasir: names a shared library with the interface IPASIR; a PATH without a slash is looked for where the system keeps \
         libraries. The program is started for every formula, reads it in the DIMACS format on its standard input and prints \
         the answer as in the SAT competitions; its arguments may be quoted as in a shell. mallob: names the folder of a \
         running Mallob service, such as .api/jobs.0. Models of all three are checked. Where an answer rests on the word that \
         there is none, {} confirms it; if that is stopped by a limit or by Ctrl-C, or left out with --trust, the answer says \
         whom it trusts.",
        SolverKind::default()
    )
}
