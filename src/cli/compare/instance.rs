//! An instance of a comparison, with the encodings that know it and the length of its shortest plans.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::bench::{Choices, Configuration, Instance, RunOutcome, SuiteRow, hash_of_texts};
use crate::encode;
use crate::frontend::{MAX_INPUT_BYTES, Source};
use crate::problem::COMMON_ENCODINGS;
use itertools::Itertools as _;

use super::super::failure::Failure;
use super::super::problem_args::ProblemText;
use super::super::watch::{Limits, Watch};
use super::super::worker;
use super::config::{CompareConfig, Compared, FileChoices};

/// An instance with the choices that are combined for it.
pub(super) struct CompareInstance {
    pub(super) instance: Instance,
    /// A hash of its file; of a schedule, its name.
    content: String,
    pub(super) choices: Choices,
    /// What the reader of the table should know.
    pub(super) notes: Vec<String>,
}

/// More horizons than this make no better line in the plot.
const MOST_HORIZONS: usize = 40;

impl CompareInstance {
    /// All of a comparison.
    pub(super) fn all(config: &CompareConfig, watch: &Watch) -> Result<Vec<Self>, Failure> {
        match &config.compared {
            Compared::Files(choices) => {
                let limits = Limits {
                    timeout: config.limits.timeout,
                    cpu_timeout: config.limits.cpu_timeout,
                    memory: config.memory(),
                };
                let read = |path: &PathBuf| Self::read(path, choices, &config.solvers, &watch.part(&limits));
                choices.files.iter().map(read).collect()
            }
            Compared::Schedule { instance, encodings, symmetries } => Ok(vec![Self {
                content: instance.name.clone(),
                instance: instance.clone(),
                choices: Choices {
                    encodings: encodings.clone(),
                    solvers: config.solvers.clone(),
                    symmetries: symmetries.clone(),
                    ..Choices::default()
                },
                notes: Vec::new(),
            }]),
        }
    }

    /// Reads the file and finds out what can be combined for it.
    fn read(path: &Path, given: &FileChoices, solvers: &[String], watch: &Watch) -> Result<Self, Failure> {
        let text = given.understanding.apply(vec![Source::open_at_most(path, MAX_INPUT_BYTES)?])?;
        let (metric, known, notes) = match text.kind.option("metric") {
            // All its problems have the same encodings; whether it can be read in time is for the runs to tell.
            None if text.kind.encodings == COMMON_ENCODINGS => match worker::read(&text, watch) {
                Ok(_) | Err(Failure::Stopped { .. }) => (None, encode::encodings(), Vec::new()),
                Err(failure) => return Err(failure),
            },
            metric => {
                let problem = worker::read(&text, watch)?;
                (metric.map(|_| problem.metric().to_owned()), problem.encodings(), problem.notes())
            }
        };
        let known = known.iter().map(|encoding| encoding.name().to_owned()).collect_vec();
        let (name, kind) = (path.display().to_string(), text.kind.name.to_owned());
        let mut instance = Self {
            instance: Instance::in_file(name, kind, path),
            content: hash_of_texts(&text.sources),
            choices: Choices {
                metric,
                encodings: Vec::new(),
                modes: Some(given.modes.clone()),
                solvers: solvers.to_vec(),
                schedules: given.schedules.clone(),
                symmetries: Vec::new(),
                horizon: given.horizon,
                options: options(&text),
            },
            notes,
        };
        instance.choose(known, given);
        Ok(instance)
    }

    fn choose(&mut self, known: Vec<String>, given: &FileChoices) {
        let Some(wanted) = &given.encodings else {
            self.choices.encodings = known;
            return;
        };
        let (chosen, unknown): (Vec<String>, Vec<String>) =
            wanted.iter().unique().cloned().partition(|name| known.contains(name));
        if !unknown.is_empty() {
            let metric =
                self.choices.metric.as_ref().map(|metric| format!(" in {metric}")).unwrap_or_default();
            self.notes.push(format!(
                "left out: {} (not for moves of {}{metric}; there are {})",
                unknown.join(", "),
                self.instance.kind,
                known.join(", ")
            ));
        }
        if chosen.is_empty() {
            // What is left needs no encoding.
            self.choices.modes.iter_mut().for_each(|modes| modes.retain(|mode| mode == "search"));
        }
        self.choices.encodings = chosen;
    }

    /// Whether some mode still needs a horizon.
    pub(super) fn needs_horizon(&self) -> bool {
        !self.choices.combine().1.is_empty()
    }

    /// A run that finds the length of a shortest plan.
    pub(super) fn probe(&self, config: &CompareConfig) -> SuiteRow {
        let configuration = Configuration {
            metric: self.choices.metric.clone(),
            mode: Some("auto".to_owned()),
            options: self.choices.options.clone(),
            ..Configuration::default()
        };
        self.row(configuration, 1, config)
    }

    /// Makes the length that a probe has found the horizon of the modes that need one.
    pub(super) fn take_horizon(&mut self, found: &RunOutcome) {
        match found {
            RunOutcome::Solved { steps: Some(steps), .. } => self.choices.horizon = Some(*steps),
            other => {
                let modes = self.choices.combine().1.join(", ");
                self.notes
                    .push(format!("left out: {modes} (no horizon is known: {other}; --horizon gives one)"));
            }
        }
    }

    /// All combinations.
    pub(super) fn rows(&self, config: &CompareConfig) -> Vec<SuiteRow> {
        let (configurations, _) = self.choices.combine();
        configurations.into_iter().map(|configuration| self.row(configuration, config.runs, config)).collect()
    }

    /// Points of the plot: one run of the mode `fixed`, if it is compared, for each horizon below the one that it has, or
    /// for some of them, equally far apart.
    pub(super) fn points(&self, config: &CompareConfig) -> Vec<SuiteRow> {
        let (configurations, _) = self.choices.combine();
        let fixed = configurations.into_iter().filter(|one| one.mode.as_deref() == Some("fixed"));
        let points = fixed.flat_map(|configuration| {
            let greatest = configuration.given_horizon.unwrap_or(0);
            let apart = greatest.div_ceil(MOST_HORIZONS).max(1);
            (0..greatest)
                .step_by(apart)
                .map(move |horizon| Configuration { given_horizon: Some(horizon), ..configuration.clone() })
        });
        points.map(|configuration| self.row(configuration, 1, config)).collect()
    }

    fn row(&self, configuration: Configuration, runs: usize, config: &CompareConfig) -> SuiteRow {
        SuiteRow {
            instance: self.instance.clone(),
            content: self.content.clone(),
            configuration,
            limits: config.limits,
            expected: None,
            runs,
        }
    }
}

/// The options that change the problem, apart from the metric, by their names on the command line.
fn options(text: &ProblemText) -> BTreeMap<String, String> {
    let given = text.given.iter().filter(|(name, _)| *name != "metric");
    given.map(|(name, value)| (name.to_owned(), value.unwrap_or_default().to_owned())).collect()
}
