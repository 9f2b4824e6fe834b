//! A configuration: encoding, mode, solver, schedule and options of a run, apart from the problem itself.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The choices for a run; none where there is nothing to choose, or where the program is left to choose.
///
/// Equal configurations are runs of the same row; their order is the order of rows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Configuration {
    /// The metric, such as `units`.
    pub metric: Option<String>,
    /// The encoding, such as `transition`.
    pub encoding: Option<String>,
    /// The mode, such as `incremental`; see [`MODES`](crate::ask::modes::MODES).
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

/// The option that asks for a certificate.
pub(super) const CERTIFY: &str = "certify";

/// The option that lets moves share steps.
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
        let words: Vec<String> = self
            .options
            .iter()
            .map(|(name, value)| format!("{name} {value}").trim_end().to_owned())
            .collect();
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
