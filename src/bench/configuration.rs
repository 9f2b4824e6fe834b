//! One way to solve a problem, apart from the problem itself: a row of a comparison.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What is chosen for a run; none where there is nothing to choose, or where the program is left to choose.
///
/// Equal configurations are runs of the same row; their order is the order of rows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Configuration {
    /// What counts as one move, such as `units`.
    pub metric: Option<String>,
    /// How a move becomes clauses, such as `transition`.
    pub encoding: Option<String>,
    /// Which horizons are tried, such as `incremental`.
    pub mode: Option<String>,
    /// The horizon that the modes `fixed` and `minimize` are given.
    pub given_horizon: Option<usize>,
    /// The solver, such as `varisat` or `cmd:kissat`.
    pub solver: Option<String>,
    /// Further options by their long names without dashes, such as `schedule` → `linear`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// Its parts in one line, for people: `transition, incremental, varisat, schedule linear`.
impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = self.mode.as_ref().map(|mode| match self.given_horizon {
            Some(horizon) => format!("{mode} {horizon}"),
            None => mode.clone(),
        });
        let chosen = [self.metric.clone(), self.encoding.clone(), mode, self.solver.clone()];
        let options = self.options.iter().map(|(name, value)| format!("{name} {value}"));
        let parts: Vec<String> = chosen.into_iter().flatten().chain(options).collect();
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_parts_in_one_line() {
        let configuration = Configuration {
            encoding: Some("transition".to_owned()),
            mode: Some("fixed".to_owned()),
            given_horizon: Some(39),
            solver: Some("batsat".to_owned()),
            options: [("at-most-one".to_owned(), "ladder".to_owned())].into(),
            ..Configuration::default()
        };
        assert_eq!(configuration.to_string(), "transition, fixed 39, batsat, at-most-one ladder");
        assert_eq!(Configuration::default().to_string(), "");
    }
}
