//! An instance of a comparison, with the encodings that know it and the length of its shortest plans.

use std::collections::BTreeMap;
use std::path::Path;

use crate::bench::{Choices, Configuration, Instance, Job, Outcome, Program, Record};
use crate::encode;
use crate::frontend::Source;
use crate::frontend::rush_hour::{self, Board};
use crate::stop::{Stop, StopReason};
use itertools::Itertools as _;

use super::super::asked::Asked;
use super::super::failure::Failure;
use super::super::problem::{Kind, Meaning, Problem};
use super::super::watch::Limits;
use super::meant::Compare;

/// An instance, and what is made of it.
pub(super) struct Entrant {
    pub(super) instance: Instance,
    pub(super) choices: Choices,
    /// What the reader of the table should know.
    pub(super) notes: Vec<String>,
}

/// The board of the ASP document.
const OF_THE_ASP_DOCUMENT: &str = include_str!("../../../instances/sample02.toml");

impl Entrant {
    /// Reads the file and finds out what can be combined for it.
    pub(super) fn read(path: &Path, asked: &Asked, meant: &Compare, stop: &Stop) -> Result<Self, Failure> {
        let source = asked.input.read()?;
        let meaning = asked.meaning(&source)?;
        let (metric, known, notes) = match &meaning {
            // Grounding may take as much as solving, and every run does it for itself.
            Meaning::Gdl => (None, encode::encodings(), Vec::new()),
            _ => {
                let problem = Problem::read(&source, &meaning, &Limits::default(), stop)?;
                (Some(problem.metric().to_owned()), problem.encodings(), notes(&problem))
            }
        };
        let known = known.iter().map(|encoding| encoding.name().to_owned()).collect_vec();
        let name = path.display().to_string();
        let mut entrant = Self {
            instance: Instance {
                name: name.clone(),
                kind: meaning.kind().name().to_owned(),
                arguments: vec![name],
            },
            choices: Choices {
                metric,
                encodings: Vec::new(),
                modes: meant.modes.clone(),
                solvers: meant.solvers.clone(),
                schedules: meant.schedules.clone(),
                horizon: meant.horizon,
                options: options(meant, meaning.kind()),
            },
            notes,
        };
        entrant.choose(known, meant);
        Ok(entrant)
    }

    fn choose(&mut self, known: Vec<String>, meant: &Compare) {
        let Some(wanted) = &meant.encodings else {
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
            self.choices.modes.retain(|mode| mode == "search");
        }
        self.choices.encodings = chosen;
    }

    /// Whether some mode still needs a horizon.
    pub(super) fn needs_horizon(&self) -> bool {
        !self.choices.combine().1.is_empty()
    }

    /// Finds the length of a shortest plan, and makes it the horizon of the modes that need one.
    pub(super) fn find_horizon(
        &mut self,
        program: &Program,
        meant: &Compare,
        stop: &Stop,
    ) -> Result<Record, StopReason> {
        let configuration = Configuration {
            metric: self.choices.metric.clone(),
            mode: Some("auto".to_owned()),
            options: self.choices.options.clone(),
            ..Configuration::default()
        };
        let job = Job { instance: self.instance.clone(), configuration, run: 0 };
        let record = program.run(&job, &meant.limits, stop)?;
        match &record.result {
            Outcome::Solved { steps: Some(steps), .. } => self.choices.horizon = Some(*steps),
            other => {
                let modes = self.choices.combine().1.join(", ");
                self.notes
                    .push(format!("left out: {modes} (no horizon is known: {other}; --horizon gives one)"));
            }
        }
        Ok(record)
    }

    /// All runs of it.
    pub(super) fn jobs(&self, runs: usize) -> Vec<Job> {
        let (configurations, _) = self.choices.combine();
        let job = |(configuration, run)| Job { instance: self.instance.clone(), configuration, run };
        configurations.into_iter().cartesian_product(1..=runs).map(job).collect()
    }

    /// One run of the mode `fixed`, if it is compared, for each horizon below the one that it has, or for so many of them
    /// that lie as far apart as each other.
    pub(super) fn jobs_of_horizons(&self, most: usize) -> Vec<Job> {
        let (configurations, _) = self.choices.combine();
        let fixed = configurations.into_iter().filter(|one| one.mode.as_deref() == Some("fixed"));
        fixed
            .flat_map(|configuration| {
                let greatest = configuration.given_horizon.unwrap_or(0);
                let apart = greatest.div_ceil(most).max(1);
                (0..greatest).step_by(apart).map(move |horizon| Configuration {
                    given_horizon: Some(horizon),
                    ..configuration.clone()
                })
            })
            .map(|configuration| Job { instance: self.instance.clone(), configuration, run: 1 })
            .collect()
    }
}

fn options(meant: &Compare, kind: Kind) -> BTreeMap<String, String> {
    let mut options = BTreeMap::new();
    if meant.labelled && kind == Kind::Sliding {
        options.insert("labelled".to_owned(), String::new());
    }
    if let Some(goal) = meant.goal {
        options.insert("goal".to_owned(), goal.to_string());
    }
    options
}

fn notes(problem: &Problem) -> Vec<String> {
    let Problem::RushHour(board, _) = problem else { return Vec::new() };
    let document = rush_hour::read(&Source::new("the ASP document", OF_THE_ASP_DOCUMENT));
    if document.is_ok_and(|document| is_same(&document, board)) {
        vec![
            "this is the board of the ASP document, whose grounded programs have 31,184 lines (version 1) and \
             19,248 lines (version 2)"
                .to_owned(),
        ]
    } else {
        Vec::new()
    }
}

/// Whether two boards are the same but for the names of cars.
fn is_same(one: &Board, other: &Board) -> bool {
    let places = |board: &Board| {
        let cars = board.car_ids().map(|id| {
            let car = board.car(id);
            let cells = car.orientation.cell(car.lane(), car.position());
            (id != board.red(), cells, car.length, format!("{:?}", car.orientation))
        });
        let walls = board.walls().collect_vec();
        (board.rows(), board.columns(), board.goal(), cars.sorted().collect_vec(), walls)
    };
    places(one) == places(other)
}
