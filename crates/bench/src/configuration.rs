//! Configurations: encoding, mode, solver, schedule and options of a run, apart from the problem itself.
//!
//! Every valid combination of choices occurs once. Explicit search has no encoding, and an option is varied only in the modes
//! in which it matters.

use std::collections::BTreeMap;
use std::fmt;

use itertools::{Itertools as _, iproduct};
use serde::{Deserialize, Serialize};

use bmcplan_ask::modes::{MODES, ModeRow};
use bmcplan_ask::settings_table::setting_named;

/// The choices for a run. `None` if there is no choice, or if it is left to the program.
///
/// Equal configurations are runs of the same row. Their order is the order of rows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Configuration {
    /// Metric, such as `units`.
    pub metric: Option<String>,
    /// Encoding, such as `transition`.
    pub encoding: Option<String>,
    /// Mode, such as `incremental`; see [`MODES`].
    pub mode: Option<String>,
    /// Horizon for the modes `fixed` and `minimize`.
    pub given_horizon: Option<usize>,
    /// Solver, such as `varisat` or `cmd:kissat`.
    pub solver: Option<String>,
    /// Further options by their long names without dashes, such as `schedule` → `linear`. The value of a flag is empty.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

pub(super) const CERTIFY: &str = "certify";
const SEMANTICS: &str = "semantics";
const SEED: &str = "seed";

impl Configuration {
    /// Checks whether each run writes and checks a certificate of its answer.
    pub fn certifies(&self) -> bool {
        self.options.contains_key(CERTIFY)
    }

    /// Checks whether moves share steps, so that the number of steps is minimised.
    pub fn shares_steps(&self) -> bool {
        self.options.get(SEMANTICS).is_some_and(|semantics| semantics != "sequential")
    }

    /// Returns the seed of a run: that of the first run is given, and each run has the next one.
    pub fn seed(&self, run: usize) -> Option<u64> {
        let first: u64 = self.options.get(SEED)?.parse().ok()?;
        Some(first.saturating_add(u64::try_from(run.saturating_sub(1)).ok()?))
    }

    /// Returns the arguments of a run after the command and the instance. The folder of a certificate is not among them, since
    /// each run has its own.
    pub fn arguments(&self, run: usize) -> Vec<String> {
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
        options.for_each(|(name, value)| match self.seed(run).filter(|_| *name == SEED) {
            Some(seed) => option(name, &seed.to_string()),
            None => option(name, value),
        });
        arguments
    }

    /// Returns the mode, with its horizon if it has one: `fixed 39`.
    pub fn mode_and_horizon(&self) -> Option<String> {
        self.mode.as_ref().map(|mode| match self.given_horizon {
            Some(horizon) => format!("{mode} {horizon}"),
            None => mode.clone(),
        })
    }

    /// Returns the further options in one line: `schedule linear, labelled`.
    pub fn options_in_words(&self) -> String {
        let mut words =
            self.options.iter().map(|(name, value)| format!("{name} {value}").trim_end().to_owned());
        words.join(", ")
    }
}

/// All parts in one line, to be read by people: `transition, incremental, varisat, schedule linear`. Rows of one instance share
/// the metric, so it is left out.
impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [self.encoding.clone(), self.mode_and_horizon(), self.solver.clone()];
        let options = Some(self.options_in_words()).filter(|words| !words.is_empty());
        let parts: Vec<String> = parts.into_iter().chain([options]).flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// Choices that are combined for one instance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// Metric; `None` if there is no choice.
    pub metric: Option<String>,
    /// Names of encodings that suit the problem.
    pub encodings: Vec<String>,
    /// Names of modes; `None` for a problem without horizons.
    pub modes: Option<Vec<String>>,
    /// Names of solvers.
    pub solvers: Vec<String>,
    /// Values of further options, by their long names without dashes; `none` for the default.
    pub varied: Vec<(&'static str, Vec<String>)>,
    /// Horizon for the modes that require one.
    pub horizon: Option<usize>,
    /// Options common to all combinations.
    pub options: BTreeMap<String, String>,
}

impl Choices {
    /// Returns the combinations, and the modes left out because they require a horizon.
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
        // Without modes, no option matters in only some of them.
        let matters = |name: &str| {
            traits.is_none_or(|mode| setting_named(name).is_some_and(|setting| setting.matters_in(mode)))
        };
        // Where search may answer, rows of several encodings would repeat its answer.
        let has_formula = traits.is_none_or(|traits| traits.has_formula);
        let of_formulas = |choices, name| either(choices, has_formula || choices.len() == 1 && matters(name));
        let encodings = of_formulas(&self.encodings, "encoding");
        let solvers = of_formulas(&self.solvers, "solver");
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
