//! All combinations of choices that make sense, each once: explicit search has no encoding, and an option is varied only
//! in the modes in which it matters.

use std::collections::BTreeMap;

use itertools::{Itertools as _, iproduct};

use super::configuration::Configuration;
use crate::ask::modes::{MODES, ModeRow};
use crate::ask::settings::setting_named;

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

/// Each of the choices where it matters, or else none of them.
fn either(choices: &[String], matters: bool) -> Vec<Option<String>> {
    if matters && !choices.is_empty() { choices.iter().cloned().map(Some).collect() } else { vec![None] }
}
