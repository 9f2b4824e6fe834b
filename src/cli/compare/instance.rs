//! An instance of a comparison, with all combinations that make sense for it.

use crate::ask::modes::mode_named;
use crate::ask::{Input, Limiter, NamedProblem};
use crate::encode::{self, Encoding, Reductions, Semantics};
use crate::kinds::Kinds;
use crate::plan::Metric;
use crate::problem::{COMMON_ENCODINGS, OptionForm};
use bmcplan_bench::{Choices, Configuration, Instance, Record, RunOutcome, SuiteRow, hash_of_texts};
use itertools::Itertools as _;

use super::super::failure::Failure;
use super::super::problem_args::{ProblemArgs, load_problem};
use super::super::solves;
use super::config::{CompareConfig, Compared};

pub(super) struct CompareInstance {
    pub(super) instance: Instance,
    /// A hash of its file; of a schedule, its name.
    content: String,
    pub(super) metric: Option<String>,
    configurations: Vec<Configuration>,
    pub(super) notes: Vec<String>,
}

const SEMANTICS: &str = "semantics";

impl CompareInstance {
    pub(super) fn all(config: &CompareConfig, limiter: &Limiter) -> Result<Vec<Self>, Failure> {
        match &config.compared {
            Compared::Files { problem, semantics } => {
                let named = problem.problems(&config.named, limiter)?;
                named.iter().map(|named| Self::read(named, problem, semantics, config, limiter)).collect()
            }
            Compared::Schedule(instance) => Ok(vec![Self {
                content: instance.name.clone(),
                instance: instance.clone(),
                metric: None,
                configurations: config.choices.combine().0,
                notes: Vec::new(),
            }]),
        }
    }

    fn read(
        named: &NamedProblem,
        args: &ProblemArgs,
        semantics: &[Semantics],
        config: &CompareConfig,
        limiter: &Limiter,
    ) -> Result<Self, Failure> {
        let inputs = named.inputs_alone();
        if let Some(path) = inputs.iter().filter_map(Input::path).find(|path| path.to_str().is_none()) {
            let path = path.display();
            return Err(Failure::Usage(format!(
                "{path}: runs read files whose names are in UTF-8 alone; rename it"
            )));
        }
        let text = args.understood(named, &config.named)?;
        let limiter = limiter.part(&config.limits());
        let (metric, minimises, known, notes) = match text.kind.option("metric") {
            // All its problems have the same encodings; whether it can be read in time is for the runs to tell.
            None if text.kind.encodings == COMMON_ENCODINGS => {
                match load_problem(text.clone(), None, &limiter) {
                    Ok(loaded) => (None, loaded.problem.minimises(), encode::encodings(), Vec::new()),
                    Err(Failure::Stopped { .. }) => {
                        (None, Metric::default(), encode::encodings(), Vec::new())
                    }
                    Err(failure) => return Err(failure),
                }
            }
            option => {
                let problem = load_problem(text.clone(), None, &limiter)?.problem;
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
            metric,
            configurations: Vec::new(),
            notes,
        };
        // Those that change the problem, apart from the metric.
        let options = text.reading.options.iter().filter(|(name, _)| *name != "metric");
        let options = options.map(|(name, value)| (name.to_owned(), value.unwrap_or_default().to_owned()));
        let given = Choices {
            metric: instance.metric.clone(),
            options: options.chain(config.choices.options.clone()).collect(),
            horizon: Some(1),
            ..config.choices.clone()
        };
        // Formulas of least cost have no encoding that could be chosen.
        let has_encodings = minimises == Metric::Actions || !given.encodings.is_empty();
        let wanted = if has_encodings { instance.wanted(&known, &given) } else { Vec::new() };
        let mut all = Vec::new();
        for semantics in semantics {
            let (encodings, others): (Vec<&dyn Encoding>, Vec<_>) =
                wanted.iter().partition(|encoding| encoding.check(*semantics).is_ok());
            if !given.encodings.is_empty() && !others.is_empty() {
                let (others, steps) = (names(&others), semantics.name());
                instance.notes.push(format!("left out: {} (no {steps} steps)", others.join(", ")));
            }
            let mut choices = Choices { encodings: names(&encodings), ..given.clone() };
            if encodings.is_empty() && has_encodings {
                // The mode that is left needs no encoding.
                choices.modes.iter_mut().for_each(|modes| modes.retain(|mode| mode == "search"));
            }
            if *semantics != Semantics::default() {
                choices.options.insert(SEMANTICS.to_owned(), semantics.name().to_owned());
            }
            all.extend(choices.combine().0);
        }
        for configuration in all {
            match instance.refusal(&configuration, &wanted, minimises, &args.reading.kinds) {
                None => instance.configurations.push(Configuration {
                    given_horizon: config.choices.horizon.filter(|_| configuration.given_horizon.is_some()),
                    ..configuration
                }),
                Some(refusal) => instance.notes.push(format!("left out: {refusal}")),
            }
        }
        instance.notes = instance.notes.into_iter().unique().collect();
        Ok(instance)
    }

    /// Returns the encodings that are wanted and know the problem, with a note about the others.
    fn wanted<'e>(&mut self, known: &'e [Box<dyn Encoding>], given: &Choices) -> Vec<&'e dyn Encoding> {
        let known = known.iter().map(|encoding| &**encoding).collect_vec();
        if given.encodings.is_empty() {
            return known;
        }
        let find = |name: &String| known.iter().copied().find(|encoding| encoding.name() == name);
        let unknown = given.encodings.iter().filter(|name| find(name).is_none()).join(", ");
        if !unknown.is_empty() {
            let metric = self.metric.iter().map(|metric| format!(" in {metric}")).join("");
            let (kind, names) = (&self.instance.kind, names(&known).join(", "));
            self.notes
                .push(format!("left out: {unknown} (not for moves of {kind}{metric}; there are {names})"));
        }
        given.encodings.iter().filter_map(find).collect()
    }

    /// Explains why the command line refuses a combination, or its encoding a reduction.
    fn refusal(
        &self,
        configuration: &Configuration,
        encodings: &[&dyn Encoding],
        minimises: Metric,
        kinds: &Kinds,
    ) -> Option<String> {
        let words = ["bmcplan", &self.instance.kind].map(str::to_owned).into_iter();
        let words = words.chain(self.instance.arguments.iter().cloned());
        let words = words.chain(configuration.arguments(1)).collect_vec();
        solves(&words, Some(minimises), kinds).err().or_else(|| {
            let asked: Reductions = configuration.options.get("reduce")?.parse().ok()?;
            let name = configuration.encoding.as_ref()?;
            let known = encodings.iter().find(|encoding| encoding.name() == name)?.reductions();
            let unknown = asked.iter().find(|one| !known.has(*one))?;
            Some(format!("--encoding {name} --reduce {unknown}: {name} knows {known}"))
        })
    }

    pub(super) fn probes(&self, config: &CompareConfig) -> Vec<SuiteRow> {
        let without = self.configurations.iter().filter(|one| lacks_horizon(one));
        let probes = without.map(|configuration| probe(configuration, config)).unique();
        probes.map(|probe| self.row(probe, 1, config)).collect()
    }

    /// Makes the length that a probe has found the horizon of the combinations that lack one.
    pub(super) fn take_horizon(&mut self, record: &Record, config: &CompareConfig) {
        let asked =
            |one: &&mut Configuration| lacks_horizon(one) && probe(one, config) == record.configuration;
        let asked = self.configurations.iter_mut().filter(asked);
        match record.result {
            RunOutcome::Solved { steps: Some(steps), .. } => {
                asked.for_each(|one| one.given_horizon = Some(steps));
            }
            _ => {
                let (other, modes) =
                    (record.result_in_words(), asked.filter_map(|one| one.mode.clone()).unique().join(", "));
                self.notes
                    .push(format!("left out: {modes} (no horizon is known: {other}; --horizon gives one)"));
            }
        }
    }

    /// Returns the number of runs if every horizon becomes known.
    pub(super) fn most_runs(&self, config: &CompareConfig) -> usize {
        self.configurations.len().saturating_mul(config.args.runs.get())
    }

    pub(super) fn rows(&self, config: &CompareConfig) -> Vec<SuiteRow> {
        let all = self.configurations.iter().filter(|one| !lacks_horizon(one));
        all.map(|configuration| self.row(configuration.clone(), config.args.runs.get(), config)).collect()
    }

    fn row(&self, configuration: Configuration, runs: usize, config: &CompareConfig) -> SuiteRow {
        SuiteRow {
            instance: self.instance.clone(),
            content: self.content.clone(),
            configuration,
            limits: config.limits(),
            expected: None,
            runs,
        }
    }
}

fn names(encodings: &[&dyn Encoding]) -> Vec<String> {
    encodings.iter().map(|encoding| encoding.name().to_owned()).collect()
}

fn lacks_horizon(configuration: &Configuration) -> bool {
    let mode = configuration.mode.as_deref().and_then(mode_named);
    configuration.given_horizon.is_none() && mode.is_some_and(|mode| mode.needs_horizon)
}

fn probe(configuration: &Configuration, config: &CompareConfig) -> Configuration {
    let is_varied = |name: &str| config.choices.varied.iter().any(|(varied, _)| *varied == name);
    let mut probe = Configuration {
        metric: configuration.metric.clone(),
        mode: Some("auto".to_owned()),
        options: configuration.options.clone(),
        ..Configuration::default()
    };
    probe.options.retain(|name, _| !is_varied(name));
    probe
}
