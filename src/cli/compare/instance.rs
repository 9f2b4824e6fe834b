//! An instance of a comparison, with the encodings that know it and the length of its shortest plans.

use std::collections::BTreeMap;

use crate::bench::{Choices, Configuration, Instance, Record, RunOutcome, SuiteRow, hash_of_texts};
use crate::encode::{self, Encoding, Reductions, Semantics};
use crate::plan::Metric;
use crate::problem::{COMMON_ENCODINGS, OptionForm};
use crate::text::Source;
use itertools::Itertools as _;

use super::super::failure::Failure;
use super::super::problem_args::understood;
use super::super::solves;
use super::super::worker;
use super::config::{CompareConfig, Compared, FileChoices};
use crate::ask::Input;
use crate::ask::ProblemText;
use crate::ask::{Limits, Watch};

/// An instance with the choices that are combined for it.
pub(super) struct CompareInstance {
    pub(super) instance: Instance,
    /// A hash of its file; of a schedule, its name.
    content: String,
    /// The choices that are combined, for each semantics of steps by itself, since its plans have other lengths.
    pub(super) choices: Vec<Choices>,
    /// Combinations that are left out, without their horizons.
    refused: Vec<Configuration>,
    /// Notes for the reader of the table.
    pub(super) notes: Vec<String>,
}

/// The option for the semantics of steps.
const SEMANTICS: &str = "semantics";

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
                let text = |input: &Input| Ok((input.clone(), choices.reading.source(input)?));
                let texts = choices.inputs.iter().map(text).collect::<Result<Vec<_>, Failure>>()?;
                let texts = choices.reading.together(&texts, |(_, source)| Some(source));
                let read = |text| Self::read(text, choices, config, &watch.part(&limits));
                texts.into_iter().map(read).collect()
            }
            Compared::Schedule { instance, encodings, symmetries } => Ok(vec![Self {
                content: instance.name.clone(),
                instance: instance.clone(),
                choices: vec![Choices {
                    encodings: encodings.clone(),
                    solvers: config.solvers.clone(),
                    varied: vec![("symmetry", symmetries.clone())],
                    ..Choices::default()
                }],
                refused: Vec::new(),
                notes: Vec::new(),
            }]),
        }
    }

    /// Reads a problem and finds out what can be combined for it.
    fn read(
        texts: Vec<(Input, Source)>,
        given: &FileChoices,
        config: &CompareConfig,
        watch: &Watch,
    ) -> Result<Self, Failure> {
        let (inputs, sources): (Vec<Input>, Vec<Source>) = texts.into_iter().unzip();
        if let Some(path) = inputs.iter().filter_map(Input::path).find(|path| path.to_str().is_none()) {
            let path = path.display();
            return Err(Failure::Usage(format!(
                "{path}: runs read files whose names are in UTF-8 alone; rename it"
            )));
        }
        let text = understood(&given.reading, sources, &config.named)?;
        let (metric, minimises, known, notes) = match text.kind.option("metric") {
            // All its problems have the same encodings; whether it can be read in time is for the runs to tell.
            None if text.kind.encodings == COMMON_ENCODINGS => match worker::read(&text, watch) {
                Ok(problem) => (None, problem.minimises(), encode::encodings(), Vec::new()),
                Err(Failure::Stopped { .. }) => (None, Metric::default(), encode::encodings(), Vec::new()),
                Err(failure) => return Err(failure),
            },
            option => {
                let problem = worker::read(&text, watch)?;
                let minimises = problem.minimises();
                let metric = option.map(|option| match option.form {
                    OptionForm::Measure => minimises.name().to_owned(),
                    _ => problem.metric().to_owned(),
                });
                (metric, minimises, problem.encodings(), problem.notes())
            }
        };
        let name =
            inputs.last().map(|input| input.file().unwrap_or_else(|| input.title())).unwrap_or_default();
        let arguments = inputs.iter().flat_map(Input::words).collect();
        let mut instance = Self {
            instance: Instance { name, kind: text.kind.name.to_owned(), arguments },
            content: hash_of_texts(&text.sources),
            choices: Vec::new(),
            refused: Vec::new(),
            notes,
        };
        // Formulas of least cost have no encoding that could be chosen.
        let has_encodings = minimises == Metric::Actions || given.encodings.is_some();
        let wanted =
            if has_encodings { instance.wanted(&known, metric.as_deref(), given) } else { Vec::new() };
        for semantics in &given.semantics {
            let (encodings, others): (Vec<&dyn Encoding>, Vec<_>) =
                wanted.iter().partition(|encoding| encoding.check(*semantics).is_ok());
            if given.encodings.is_some() && !others.is_empty() {
                let others = others.iter().map(|encoding| encoding.name()).join(", ");
                instance.notes.push(format!("left out: {others} (no {} steps)", semantics.name()));
            }
            let mut choices = Choices {
                metric: metric.clone(),
                encodings: encodings.iter().map(|encoding| encoding.name().to_owned()).collect(),
                modes: Some(given.modes.clone()),
                solvers: config.solvers.clone(),
                varied: given.varied.clone(),
                horizon: given.horizon,
                options: options(&text),
            };
            if encodings.is_empty() && has_encodings {
                // The mode that is left needs no encoding.
                choices.modes.iter_mut().for_each(|modes| modes.retain(|mode| mode == "search"));
            }
            if *semantics != Semantics::default() {
                choices.options.insert(SEMANTICS.to_owned(), semantics.name().to_owned());
            }
            instance.choices.push(choices);
        }
        instance.leave_out_what_is_refused(&wanted, minimises, given);
        Ok(instance)
    }

    /// The encodings that are wanted and know the problem, with a note about the others.
    fn wanted<'e>(
        &mut self,
        known: &'e [Box<dyn Encoding>],
        metric: Option<&str>,
        given: &FileChoices,
    ) -> Vec<&'e dyn Encoding> {
        let Some(wanted) = &given.encodings else {
            return known.iter().map(|encoding| &**encoding).collect();
        };
        let is_known = |name: &&String| known.iter().any(|encoding| encoding.name() == **name);
        let unknown = wanted.iter().unique().filter(|name| !is_known(name)).join(", ");
        if !unknown.is_empty() {
            let metric = metric.map(|metric| format!(" in {metric}")).unwrap_or_default();
            let names = known.iter().map(|encoding| encoding.name()).join(", ");
            self.notes.push(format!(
                "left out: {unknown} (not for moves of {}{metric}; there are {names})",
                self.instance.kind,
            ));
        }
        let find = |name: &String| known.iter().find(|encoding| encoding.name() == name);
        wanted.iter().unique().filter_map(find).map(|encoding| &**encoding).collect()
    }

    /// Leaves out combinations that the command line refuses, and reductions that an encoding does not know, with notes.
    fn leave_out_what_is_refused(
        &mut self,
        encodings: &[&dyn Encoding],
        minimises: Metric,
        given: &FileChoices,
    ) {
        let all = self.choices.iter().flat_map(|choices| some_horizon(choices).combine().0).collect_vec();
        for configuration in all {
            let words = ["bmcplan", &self.instance.kind].map(str::to_owned).into_iter();
            let words = words.chain(self.instance.arguments.iter().cloned());
            let words = words.chain(configuration.arguments()).collect_vec();
            let unknown = || {
                let asked: Reductions = configuration.options.get("reduce")?.parse().ok()?;
                let name = configuration.encoding.as_ref()?;
                let known = encodings.iter().find(|encoding| encoding.name() == name)?.reductions();
                let unknown = asked.iter().find(|one| !known.has(*one))?;
                Some(format!("--encoding {name} --reduce {unknown}: {name} knows {known}"))
            };
            let refusal = solves(&words, Some(minimises), &given.reading.kinds).err().or_else(unknown);
            if let Some(refusal) = refusal {
                let note = format!("left out: {refusal}");
                if !self.notes.contains(&note) {
                    self.notes.push(note);
                }
                self.refused.push(Configuration { given_horizon: None, ..configuration });
            }
        }
    }

    /// The combinations of some choices, but for those that are left out.
    fn combinations(&self, choices: &Choices) -> impl Iterator<Item = Configuration> {
        let is_refused = |configuration: &Configuration| {
            self.refused.contains(&Configuration { given_horizon: None, ..configuration.clone() })
        };
        choices.combine().0.into_iter().filter(move |configuration| !is_refused(configuration))
    }

    /// Runs that find the lengths of shortest plans, for the modes that still need a horizon.
    pub(super) fn probes(&self, config: &CompareConfig) -> Vec<SuiteRow> {
        let needs_one = |choices: &&Choices| {
            let is_given_one = |configuration: Configuration| configuration.given_horizon.is_some();
            choices.horizon.is_none() && self.combinations(&some_horizon(choices)).any(is_given_one)
        };
        let without = self.choices.iter().filter(needs_one);
        without.map(|choices| self.row(probe(choices), 1, config)).collect()
    }

    /// Makes the length that a probe has found the horizon of the modes that need one.
    pub(super) fn take_horizon(&mut self, record: &Record) {
        for choices in self.choices.iter_mut().filter(|choices| probe(choices) == record.configuration) {
            match &record.result {
                RunOutcome::Solved { steps: Some(steps), .. } => choices.horizon = Some(*steps),
                _ => {
                    let other = record.result_in_words();
                    let modes = choices.combine().1.join(", ");
                    self.notes.push(format!(
                        "left out: {modes} (no horizon is known: {other}; --horizon gives one)"
                    ));
                }
            }
        }
    }

    /// All combinations.
    pub(super) fn rows(&self, config: &CompareConfig) -> Vec<SuiteRow> {
        let all = self.choices.iter().flat_map(|choices| self.combinations(choices));
        all.map(|configuration| self.row(configuration, config.runs, config)).collect()
    }

    /// Points of the plot: one run of the mode `fixed`, if it is compared, for each horizon below the one that it has, or
    /// for some of them, equally far apart.
    pub(super) fn points(&self, config: &CompareConfig) -> Vec<SuiteRow> {
        let all = self.choices.iter().flat_map(|choices| self.combinations(choices));
        let fixed = all.filter(|one| one.mode.as_deref() == Some("fixed"));
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

/// The choices, with a horizon for the modes that need one.
fn some_horizon(choices: &Choices) -> Choices {
    Choices { horizon: Some(1), ..choices.clone() }
}

/// A run without a mode.
fn probe(choices: &Choices) -> Configuration {
    Configuration {
        metric: choices.metric.clone(),
        mode: Some("auto".to_owned()),
        options: choices.options.clone(),
        ..Configuration::default()
    }
}

/// The options that change the problem, apart from the metric, by their names on the command line.
fn options(text: &ProblemText) -> BTreeMap<String, String> {
    let given = text.given.iter().filter(|(name, _)| *name != "metric");
    given.map(|(name, value)| (name.to_owned(), value.unwrap_or_default().to_owned())).collect()
}
