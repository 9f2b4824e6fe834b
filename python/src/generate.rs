//! New puzzles, made by chance.

use std::num::NonZeroUsize;

use bmcplan::ask::{Limiter, LoadedProblem, reason_name};
use bmcplan::problem::VariantLimits;
use bmcplan_workshop::{
    FIGURES, FigureFilter, GenerateEvent, GenerateSettings, NewPuzzle, RateAnswer, figure,
};
use itertools::Itertools;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::work::Listener;

/// The puzzles that are wanted, as Python says it.
#[derive(Debug, Deserialize)]
pub(crate) struct GenerateArgs {
    /// Names of figures, and ranges.
    filters: Vec<(String, String)>,
    count: usize,
    seed: u64,
    jobs: NonZeroUsize,
    walls: usize,
    keeps_pieces: bool,
    steps: usize,
    patience: u64,
}

impl GenerateArgs {
    fn question(self) -> Result<GenerateSettings, Failure> {
        let filter = |(name, range): (String, String)| {
            let figure = figure(&name).ok_or_else(|| {
                let known = FIGURES.iter().map(|figure| figure.name.replace('-', "_")).join(", ");
                Failure::argument(format!("figures: no figure is called `{name}`; there are: {known}"))
            })?;
            let range = range.parse().map_err(|error| Failure::argument(format!("{name}: {error}")))?;
            Ok(FigureFilter { figure, range })
        };
        let Self { count, seed, jobs, walls, keeps_pieces, steps, patience, .. } = self;
        Ok(GenerateSettings {
            filters: self.filters.into_iter().map(filter).collect::<Result<_, Failure>>()?,
            count,
            seed,
            jobs,
            limits: VariantLimits { walls, keeps_pieces },
            steps,
            patience,
            ..GenerateSettings::default()
        })
    }
}

/// Generates puzzles, as JSON.
pub(crate) fn generate(
    loaded: &LoadedProblem,
    question: &str,
    limiter: &Limiter,
    listener: &Listener,
) -> Result<String, Failure> {
    let question: GenerateArgs = serde_json::from_str(question).map_err(Failure::argument)?;
    let question = question.question()?;
    let Some(text) = &loaded.text else {
        return Err(Failure::argument(
            "tasks that were built cannot be varied; boards and sliding blocks can",
        ));
    };
    let mut puzzles: Vec<Value> = Vec::new();
    let end = bmcplan_workshop::generate::<Failure>(text, &question, limiter, &mut |news, next| {
        if let GenerateEvent::Found(puzzle) = news {
            puzzles.push(object(&puzzle, puzzles.len() + 1)?);
        }
        listener.hear(|| Some(json!({"event": "generated", "attempts": next, "puzzles": puzzles.len()})));
        Ok(())
    })?;
    let refused: serde_json::Map<String, Value> =
        end.refused.iter().map(|(reason, n)| ((*reason).to_owned(), (*n).into())).collect();
    let answer = json!({
        "puzzles": puzzles,
        "attempts": end.next,
        "seed": question.seed,
        "refused": refused,
        "complete": question.count <= end.n_found,
        "stopped_by": end.stopped.map(reason_name),
    });
    Ok(answer.to_string())
}

/// Builds the object of a puzzle, with its text and its figures.
fn object(puzzle: &NewPuzzle, number: usize) -> Result<Value, Failure> {
    let rating = RateAnswer::of(&puzzle.loaded, &puzzle.rating);
    let mut object = serde_json::to_value(rating)?;
    object["id"] = number.to_string().into();
    object["text"] = puzzle.text.clone().into();
    Ok(object)
}
