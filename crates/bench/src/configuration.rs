//! A configuration: encoding, mode, solver, schedule and options of a run, apart from the problem itself. All combinations of
//! choices that make sense, each once: explicit search has no encoding, and an option is varied only in the modes in which it matters.

use std::collections::BTreeMap;
use std::fmt;

use itertools::{Itertools as _, iproduct};
use serde::{Deserialize, Serialize};

use bmcplan_ask::modes::{MODES, ModeRow};
use bmcplan_ask::settings::setting_named;

/// The choices for a run; none where there is nothing to choose, or where the program is left to choose.
///
/// Equal configurations are runs of the same row; their order is the order of rows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Configuration {
    /// The metric, such as `units`.
    pub metric: Option<String>,
    /// The encoding, such as `transition`.
    pub encoding: Option<String>,
    /// The mode, such as `incremental`; see [`MODES`].
    pub mode: Option<String>,
    /// The horizon that the modes `fixed` and `minimize` are given.
    pub given_horizon: Option<usize>,
    /// The solver, such as `varisat` or `cmd:kissat`.
    pub solver: Option<String>,
    /// Further options by their long names without dashes, such as `schedule` → `linear`. An option that takes no value
    /// has an empty one.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

pub(super) const CERTIFY: &str = "certify";
const SEMANTICS: &str = "semantics";

impl Configuration {
    /// Does each run write a certificate of its answer, and check it?
    pub fn certifies(&self) -> bool {
        self.options.contains_key(CERTIFY)
    }

    /// Do moves share steps, so that the number of steps is minimal?
    pub fn shares_steps(&self) -> bool {
        self.options.get(SEMANTICS).is_some_and(|semantics| semantics != "sequential")
    }

    /// The arguments after the command and the instance, but for the folder of a certificate: each run has its own.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        let mut option = |name: &str, value: &str| {
            arguments.push(format!("--{name}"));
            if !value.is_empty() {
                arguments.push(value.to_owned());
            }
        };
        for (name, value) in
            [("metric", &self.metric), ("encoding", &self.encoding), ("solver", &self.solver)]
        {
            if let Some(value) = value {
                option(name, value);
            }
        }
        let horizon = self.given_horizon.map(|horizon| horizon.to_string()).unwrap_or_default();
        match self.mode.as_deref() {
            None | Some("auto") => {}
            Some("fixed") => option("horizon", &horizon),
            Some("anytime") => {
                option("first", "");
                option("anytime", "");
            }
            Some(name) => option(name, &horizon),
        }
        let options = self.options.iter().filter(|(name, _)| *name != CERTIFY);
        options.for_each(|(name, value)| option(name, value));
        arguments
    }

    /// The mode with its horizon, and the options, in one word or more each.
    pub fn mode_and_horizon(&self) -> Option<String> {
        self.mode.as_ref().map(|mode| match self.given_horizon {
            Some(horizon) => format!("{mode} {horizon}"),
            None => mode.clone(),
        })
    }

    /// The further options in one line: `schedule linear, labelled`.
    pub fn options_in_words(&self) -> String {
        let mut words =
            self.options.iter().map(|(name, value)| format!("{name} {value}").trim_end().to_owned());
        words.join(", ")
    }
}

/// The parts in one line, for people: `transition, incremental, varisat, schedule linear`. Rows of one instance have the
/// metric in common, so it is left out.
impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [self.encoding.clone(), self.mode_and_horizon(), self.solver.clone()];
        let options = Some(self.options_in_words()).filter(|words| !words.is_empty());
        let parts: Vec<String> = parts.into_iter().chain([options]).flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// The choices that are combined for one instance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// The metric; none where there is no choice.
    pub metric: Option<String>,
    /// Names of encodings that know the problem.
    pub encodings: Vec<String>,
    /// Names of modes; none for a problem that has no horizons.
    pub modes: Option<Vec<String>>,
    /// Names of solvers.
    pub solvers: Vec<String>,
    /// Values of further options, by their long names without dashes; none for the usual value.
    pub varied: Vec<(&'static str, Vec<String>)>,
    /// The horizon for modes that must be given one.
    pub horizon: Option<usize>,
    /// Options that all combinations have.
    pub options: BTreeMap<String, String>,
}

impl Choices {
    /// The combinations, and the modes that there are none with because there is no horizon for them.
    pub fn combine(&self) -> (Vec<Configuration>, Vec<&'static str>) {
        let (mut combinations, mut left_out) = (Vec::new(), Vec::new());
        let Some(modes) = &self.modes else {
            return (self.with_mode(None).into_iter().unique().collect(), left_out);
        };
        for traits in modes.iter().filter_map(|name| MODES.iter().find(|traits| traits.name == name)) {
            if traits.needs_horizon && self.horizon.is_none() {
                left_out.push(traits.name);
                continue;
            }
            for configuration in self.with_mode(Some(traits)) {
                if !combinations.contains(&configuration) {
                    combinations.push(configuration);
                }
            }
        }
        (combinations, left_out)
    }

    fn with_mode(&self, traits: Option<&ModeRow>) -> Vec<Configuration> {
        let has_formula = traits.is_none_or(|traits| traits.has_formula);
        let encodings = either(&self.encodings, has_formula);
        let solvers = either(&self.solvers, has_formula);
        // A problem without modes has no options either that matter in some of them only.
        let matters = |name: &str| {
            traits.is_none_or(|mode| setting_named(name).is_some_and(|setting| setting.matters_in(mode)))
        };
        let varied = self.varied.iter().map(|(name, values)| {
            let values = either(values, matters(name)).into_iter();
            values.map(|value| Some(((*name).to_owned(), value?))).collect::<Vec<_>>()
        });
        let varied = varied.multi_cartesian_product().collect::<Vec<_>>();
        let all = iproduct!(encodings, solvers, varied);
        let configuration =
            |(encoding, solver, varied): (_, _, Vec<Option<(String, String)>>)| Configuration {
                metric: self.metric.clone(),
                encoding,
                mode: traits.map(|traits| traits.name.to_owned()),
                given_horizon: self.horizon.filter(|_| traits.is_some_and(|traits| traits.needs_horizon)),
                solver,
                options: self.options.clone().into_iter().chain(varied.into_iter().flatten()).collect(),
            };
        all.map(configuration).collect()
    }
}

fn either(choices: &[String], matters: bool) -> Vec<Option<String>> {
    if matters && !choices.is_empty() { choices.iter().cloned().map(Some).collect() } else { vec![None] }
}
