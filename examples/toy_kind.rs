//! A program that brings a kind of problem of its own: a row of lamps, with everything that `bmcplan` does for its own kinds.
//!
//! A press toggles a lamp and its neighbours; all lamps are to be off. A text has the word `lamps` in its first line and the row
//! in its second, `*` for a lamp that is on and `.` for one that is off:
//!
//! ```text
//! lamps
//! *.*.*
//! ```
//!
//! Try `cargo run --example toy_kind -- lamps examples/lamps.txt --svg lamps.svg`, or `solve`, `explore`, `export`, `compare` and
//! `bench`.

use std::fmt;
use std::process::ExitCode;

use bmcplan::kinds::Kinds;
use bmcplan::problem::{
    Kind, KindOption, OptionForm, Problem, ProblemError, ProblemOptions, Recognition, ShownStates, Trajectory,
};
use bmcplan::stop::Stop;
use bmcplan::task::{Effect, Fact, Operator, State, Task, TaskBuilder};
use bmcplan::text::{CollectionForm, Diagnostic, Paint, Source};

static LAMPS: Kind = Kind {
    about: "Switch off a row of lamps",
    description: "Prints which lamps to press, the row before and after, and a summary.",
    examples: "bmcplan lamps lamps.txt --metric presses",
    file: "The row of lamps",
    formats: "The word lamps, and under it the row: * on, . off.",
    collections: &[CollectionForm::Headings("lamps")],
    options: &[
        KindOption {
            name: "metric",
            form: OptionForm::OneOf { names: &["presses"], default: "presses", instead: &[] },
            value_name: "METRIC",
            help: "What counts as one move",
            details: "",
            is_rare: false,
        },
        KindOption {
            name: "ring",
            form: OptionForm::Flag,
            value_name: "",
            help: "The last lamp is a neighbour of the first",
            details: "",
            is_rare: false,
        },
    ],
    recognise: |sources| match sources {
        [source] if source.text().starts_with("lamps\n") => Recognition::Certain,
        _ => Recognition::No,
    },
    ..Kind::new("lamps", "presses", |sources, options, _| Ok(Box::new(Lamps::read(&sources[0], options)?)))
};

/// A row of lamps.
struct Lamps {
    are_on: Vec<bool>,
    is_ring: bool,
}

impl Lamps {
    fn read(source: &Source, options: &ProblemOptions) -> Result<Self, Diagnostic> {
        let row = source.text().lines().nth(1).unwrap_or_default();
        if row.is_empty() {
            return Err(Diagnostic::new(source, "there are no lamps")
                .at(0..5, "a row should stand below")
                .help("write * for a lamp that is on and . for one that is off"));
        }
        let start = "lamps\n".len();
        if let Some(at) = row.find(|c| !matches!(c, '*' | '.')) {
            return Err(Diagnostic::new(source, "this is no lamp")
                .at(start + at..start + at + 1, "here")
                .help("write * for a lamp that is on and . for one that is off"));
        }
        Ok(Self { are_on: row.chars().map(|c| c == '*').collect(), is_ring: options.has("ring") })
    }

    /// The lamps that a press toggles.
    fn toggled(&self, lamp: usize) -> impl Iterator<Item = usize> {
        let (n, is_ring) = (self.are_on.len(), self.is_ring);
        (0..n).filter(move |other| match other.abs_diff(lamp) {
            0 | 1 => true,
            distance => is_ring && distance == n - 1,
        })
    }
}

impl Problem for Lamps {
    fn kind(&self) -> &'static str {
        LAMPS.name
    }

    fn metric(&self) -> &str {
        "presses"
    }

    fn task(&self, _: Option<u32>, stop: &Stop) -> Result<Task, ProblemError> {
        let mut builder = TaskBuilder::until(stop);
        let lamps: Vec<_> = self
            .are_on
            .iter()
            .enumerate()
            .map(|(lamp, is_on)| {
                builder.variable(format!("lamp {}", lamp + 1), ["off", "on"], u32::from(*is_on))
            })
            .collect();
        let fact = |lamp: usize, value| Fact { var: lamps[lamp], value };
        for lamp in 0..lamps.len() {
            let effects = self.toggled(lamp).flat_map(|other| {
                [(0, 1), (1, 0)].map(|(before, after)| Effect {
                    condition: vec![fact(other, before).into()],
                    fact: fact(other, after),
                })
            });
            builder.operator(Operator {
                effects: effects.collect(),
                ..Operator::simple(format!("press {}", lamp + 1), [], [])
            });
        }
        builder.goal((0..lamps.len()).map(|lamp| fact(lamp, 0).into()));
        Ok(builder.build()?)
    }

    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, _: Paint) -> Vec<String> {
        let lamp = |value: &u32| if *value == 1 { '*' } else { '.' };
        let row = |state: &State| state.values().iter().map(lamp).collect::<String>() + "\n";
        shown.of(run.states).map(row).collect()
    }
}

impl fmt::Display for Lamps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} lamps", self.are_on.len())
    }
}

fn main() -> ExitCode {
    bmcplan::cli::main_with(Kinds::default().with(&LAMPS))
}
