//! The settings of one question: values by the names of the [table](super::settings), checked one by one and together.

use std::collections::BTreeMap;
use std::str::FromStr;

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use super::form::Form;
use super::modes::{MODES, ModeRow, mode_named};
use super::setting::Setting;
use super::settings::{SETTINGS, setting_named};
use crate::names::nearest;
use crate::plan::Metric;

/// Values of settings, by their names; those that are not here have their defaults. In serialised form a flag is `true`, and
/// every other value a text or a number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, SettingValue>", into = "BTreeMap<String, SettingValue>")]
pub struct Settings(BTreeMap<&'static str, String>);

/// A value as other programs write it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingValue {
    /// A flag: given, or as if it were not named.
    Flag(bool),
    /// A whole number.
    Whole(u64),
    /// Another number.
    Number(f64),
    /// A name or another text.
    Text(String),
    /// Something that is no value of any setting.
    Other(serde_json::Value),
}

/// A setting that makes no sense, by itself or beside others.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.in_words(Spelling::Keywords))]
pub struct SettingFault {
    /// The name of the setting.
    pub setting: String,
    /// The fault.
    pub problem: SettingProblem,
}

debug_is_message!(SettingFault);

/// The fault of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingProblem {
    /// No setting has this name; the nearest that there is.
    Unknown(Option<&'static str>),
    /// The value is none.
    Value(String),
    /// The mode has no use for it.
    Mode(&'static ModeRow),
    /// Another one is missing: one of these.
    Needs(&'static [&'static str]),
    /// Another setting excludes this one.
    Excludes(&'static str),
    /// Plans are compared by this metric, and it has no use for it; in this mode.
    Metric(Metric, &'static ModeRow),
    /// The mode must be given a horizon.
    Horizon(&'static ModeRow),
    /// The folder holds a search, and nobody says that it goes on.
    Begun,
    /// Plans are endlessly many without it.
    Endless,
    /// It is for one value of the goal, and all are tried; the best one.
    OneGoal(u32),
    /// No formula of so many steps can be written.
    TooManySteps(&'static ModeRow, String),
    /// Something else.
    Other(String),
}

/// The spelling of settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// As options of a command line: `--lower-bound`, `--search`.
    Options,
    /// As keywords: `lower_bound`, `mode='search'`.
    Keywords,
}

impl Spelling {
    /// A setting.
    pub fn setting(self, name: &str) -> String {
        match self {
            Self::Options => format!("--{name}"),
            Self::Keywords => name.replace('-', "_"),
        }
    }

    /// A mode.
    pub fn mode(self, mode: &str) -> String {
        match (self, mode) {
            (Self::Keywords, _) => format!("mode='{mode}'"),
            (Self::Options, "auto") => "no mode".to_owned(),
            (Self::Options, "fixed") => "--horizon".to_owned(),
            (Self::Options, "anytime") => "--first --anytime".to_owned(),
            (Self::Options, mode) => format!("--{mode}"),
        }
    }

    /// A setting with its value.
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
    /// A fault of a setting.
    pub fn of(setting: &str, problem: SettingProblem) -> Self {
        Self { setting: setting.to_owned(), problem }
    }

    /// Another fault of a setting, in words.
    pub fn other(setting: &str, problem: impl Into<String>) -> Self {
        Self::of(setting, SettingProblem::Other(problem.into()))
    }

    /// The name of the setting; on a command line the horizon is the number behind the mode.
    fn name_in(&self, mode: &ModeRow, spelling: Spelling) -> String {
        match (spelling, &*self.setting) {
            (Spelling::Options, "horizon") => spelling.mode(mode.name),
            (_, name) => spelling.setting(name),
        }
    }

    /// The fault in a sentence.
    pub fn in_words(&self, spelling: Spelling) -> String {
        let name = spelling.setting(&self.setting);
        match &self.problem {
            SettingProblem::Unknown(nearest) => {
                let nearest = nearest.map(|nearest| format!("; {} is one", spelling.setting(nearest)));
                format!("{name}: there is no such setting{}", nearest.unwrap_or_default())
            }
            SettingProblem::Value(why) | SettingProblem::Other(why) => format!("{name}: {why}"),
            SettingProblem::Mode(mode) => {
                let modes = setting_named(&self.setting).map_or(&[][..], |setting| setting.modes);
                let modes: Vec<String> = modes.iter().map(|mode| spelling.mode(mode)).collect();
                let mode = spelling.mode(mode.name);
                format!("{name} makes no sense with {mode}; it goes with {}", modes.join(", "))
            }
            SettingProblem::Metric(metric, mode) => {
                let name = self.name_in(mode, spelling);
                let ask = match spelling {
                    Spelling::Options => format!("--metric {}", setting_metric(&self.setting)),
                    Spelling::Keywords => format!("metric='{}'", setting_metric(&self.setting)),
                };
                let (about, asked) = match metric {
                    Metric::Cost => ("lengths", "least cost is asked for"),
                    Metric::Actions => ("costs", "shortest plans are asked for"),
                };
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

impl Settings {
    /// Gives a setting a value; flags have none, or `true`.
    ///
    /// # Errors
    /// No setting has this name, or this is none of its values.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingFault> {
        let Some(setting) = setting_named(name) else {
            let nearest = nearest(name, SETTINGS.iter().map(|setting| setting.name));
            let nearest = nearest.and_then(setting_named).map(|setting| setting.name);
            return Err(SettingFault::of(name, SettingProblem::Unknown(nearest)));
        };
        let of_value = |why| SettingFault::of(setting.name, SettingProblem::Value(why));
        setting.form.check(value).map_err(of_value)?;
        let value = match setting.form {
            Form::Flag => "",
            Form::Name(_) if setting.name == "mode" => mode_named(value).map_or(value, |mode| mode.name),
            _ => value,
        };
        self.0.insert(setting.name, value.to_owned());
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
    ///
    /// # Errors
    /// As [`Settings::set`].
    pub fn set_value(&mut self, name: &str, value: &SettingValue) -> Result<(), SettingFault> {
        let form = setting_named(name).map(|setting| setting.form);
        let meant = |meant: &str| Err(SettingFault::of(name, SettingProblem::Value(meant.to_owned())));
        match (form, value) {
            (None | Some(Form::Flag), SettingValue::Flag(true)) => self.set(name, ""),
            (Some(Form::Flag), SettingValue::Flag(false)) => Ok(()),
            (Some(Form::Flag), _) => meant("True or False is meant"),
            (Some(Form::Number(_)), SettingValue::Whole(number)) => self.set(name, &number.to_string()),
            (Some(Form::Number(least)), _) => meant(&format!("a number from {least} on is meant")),
            (Some(Form::Time | Form::Megabytes | Form::Cost), SettingValue::Whole(number)) => {
                self.set(name, &number.to_string())
            }
            (Some(Form::Time | Form::Megabytes | Form::Cost), SettingValue::Number(number)) => {
                self.set(name, &number.to_string())
            }
            (_, SettingValue::Text(text)) => self.set(name, text),
            (None, _) => self.set(name, ""),
            (Some(_), _) => meant("a name is meant"),
        }
    }

    /// The value that was given; empty for a flag.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Was the setting given?
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// All that were given, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Setting, &str)> {
        self.0.iter().filter_map(|(name, value)| Some((setting_named(name)?, value.as_str())))
    }

    /// The value, parsed; none if the setting was not given. Values were checked when they were set.
    pub(super) fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.value(name)?.parse().ok()
    }

    /// The mode.
    pub fn mode(&self) -> &'static ModeRow {
        self.value("mode").and_then(mode_named).unwrap_or(&MODES[0])
    }

    /// Checks that the settings go together: each with the mode and with the others.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check(&self) -> Result<(), SettingFault> {
        let mode = self.mode();
        match (mode.needs_horizon, self.has("horizon")) {
            (true, false) => return Err(SettingFault::of("horizon", SettingProblem::Horizon(mode))),
            (false, true) => {
                let why = "it is for the modes fixed and minimize; others take the greatest as max_horizon";
                return Err(SettingFault::other("horizon", why));
            }
            _ => {}
        }
        for (setting, _) in self.iter() {
            let fault = |problem| Err(SettingFault::of(setting.name, problem));
            if !setting.modes.contains(&mode.name) {
                return fault(SettingProblem::Mode(mode));
            }
            if !setting.needs.is_empty() && !setting.needs.iter().any(|other| self.has(other)) {
                return fault(SettingProblem::Needs(setting.needs));
            }
            if let Some(other) = setting.excludes.iter().find(|other| self.has(other)) {
                return fault(SettingProblem::Excludes(other));
            }
        }
        Ok(())
    }

    /// Checks that the settings go with the metric by which plans are compared.
    ///
    /// # Errors
    /// The first setting or the mode that does not.
    pub fn check_metric(&self, metric: Metric) -> Result<(), SettingFault> {
        let wrong = self.iter().find(|(setting, _)| !setting.metrics.contains(&metric));
        wrong.map_or(Ok(()), |(setting, _)| {
            Err(SettingFault::of(setting.name, SettingProblem::Metric(metric, self.mode())))
        })
    }

    /// The settings of formulas that were given: where an answer comes without a formula, they have no effect.
    pub fn of_formulas(&self) -> impl Iterator<Item = &'static str> {
        let given = SETTINGS.iter().filter(|setting| setting.is_of_formulas && self.has(setting.name));
        given.map(|setting| setting.name)
    }
}

fn setting_metric(setting: &str) -> Metric {
    setting_named(setting).and_then(|setting| setting.metrics.first()).copied().unwrap_or_default()
}

impl TryFrom<BTreeMap<String, SettingValue>> for Settings {
    type Error = SettingFault;

    fn try_from(values: BTreeMap<String, SettingValue>) -> Result<Self, SettingFault> {
        let mut settings = Self::default();
        values.iter().try_for_each(|(name, value)| settings.set_value(name, value))?;
        Ok(settings)
    }
}

impl From<Settings> for BTreeMap<String, SettingValue> {
    fn from(settings: Settings) -> Self {
        let value = |setting: &Setting, value: &str| match (setting.form, value.parse()) {
            (Form::Flag, _) => SettingValue::Flag(true),
            (Form::Number(_), Ok(number)) => SettingValue::Whole(number),
            _ => SettingValue::Text(value.to_owned()),
        };
        settings.iter().map(|(setting, text)| (setting.keyword(), value(setting, text))).collect()
    }
}
