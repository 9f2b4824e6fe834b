//! Ratings as tables, as JSON, as rows for spreadsheets, and as pictures.

use std::cmp::Ordering;

use itertools::Itertools as _;

use super::super::exit::Exit;
use super::super::explore::why_incomplete;
use super::super::failure::Failure;
use super::super::refusal::ErrorAnswer;
use super::super::report::{placed_line, seconds_text};
use super::super::terminal;
use crate::ask::{AnswerHead, LoadedProblem, ProblemPlace};
use crate::draw::plot::{Panel, PlotBar, bars};
use bmcplan_bench::{ColumnAlign, TableStyle, lay_out};
use bmcplan_workshop::{
    FIGURES, FigureValue, MAIN_FIGURES, PuzzleFigure, RateAnswer, Rating, n_easier_cards,
};

const MOST_BARS: usize = 24;
const LONGEST_BAR: u64 = 40;

/// Number of figures that are shown without `--all-figures`.
const MAIN: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownFigures {
    Main,
    All,
}

pub(super) fn definitions() -> String {
    let line = |figure: &PuzzleFigure| {
        let source = figure.source.map(|source| format!(" ({source})")).unwrap_or_default();
        vec![figure.name.to_owned(), format!("{}{source}", figure.definition)]
    };
    let lines = FIGURES.iter().map(line).collect_vec();
    lay_out(&lines, &[ColumnAlign::Left, ColumnAlign::Left], TableStyle::Terminal)
}

/// Returns the known ones of the figures: all of `wanted`, or the first five of the main ones, and `sort`.
pub(super) fn shown(
    rated: &[Rated],
    sort: Option<&'static PuzzleFigure>,
    wanted: ShownFigures,
) -> Vec<&'static PuzzleFigure> {
    let known = || FIGURES.iter().filter(|figure| rated.iter().any(|one| one.value(figure).is_some()));
    if wanted == ShownFigures::All {
        return known().collect();
    }
    let main = MAIN_FIGURES.iter().filter(|name| known().any(|figure| figure.name == **name)).take(MAIN);
    let names = main.copied().chain(sort.map(|figure| figure.name)).collect_vec();
    known().filter(|figure| names.contains(&figure.name)).collect()
}

pub(super) fn text(rated: &[Rated], figures: &[&PuzzleFigure]) -> String {
    match rated {
        [Rated { result: Ok((loaded, rating)), .. }] => one(loaded, rating, figures),
        _ if rated.iter().all(|one| one.result.is_err()) => String::new(),
        _ => table(rated, figures),
    }
}

/// Formats as `harder than 23 of the 40 ThinkFun cards: more slides`.
fn among_cards(loaded: &LoadedProblem, rating: &Rating) -> Option<String> {
    let (_, slides) = rating.lengths.iter().find(|(metric, _)| *metric == "slides")?;
    // Cars go straight, so their boards have no other moves than slides.
    let is_of_cars = loaded.text.as_ref()?.kind.metrics() == ["units", "slides"];
    is_of_cars.then(|| {
        format!("{slides} slides: harder than {} of the 40 ThinkFun cards\n", n_easier_cards(*slides))
    })
}

fn one(loaded: &LoadedProblem, rating: &Rating, figures: &[&PuzzleFigure]) -> String {
    let metric = loaded.problem.metric();
    let line = |figure: &&PuzzleFigure| {
        let value = (figure.value)(rating)?;
        let definition = match figure.name {
            "length" => format!("{metric} of a best plan"),
            _ => figure.definition.to_owned(),
        };
        Some(vec![figure.name.to_owned(), value.to_string(), definition])
    };
    let lines = figures.iter().filter_map(line).collect_vec();
    let aligns = [ColumnAlign::Left, ColumnAlign::Right, ColumnAlign::Left];
    let among_cards = among_cards(loaded, rating).unwrap_or_default();
    let figures = lay_out(&lines, &aligns, TableStyle::Terminal);
    let distances = rating.space.iter().map(|space| distances(&space.distances)).join("");
    let end = match rating.is_solvable {
        Some(false) => "no goal can be reached",
        _ if rating.incomplete.is_some() => "not everything is known",
        _ => "rated",
    };
    format!("{figures}{among_cards}{distances}\n{end} ({})\n", seconds_text(rating.elapsed))
}

fn distances(counts: &[(usize, u64)]) -> String {
    let Some((farthest, _)) = counts.last() else { return String::new() };
    let width = (farthest + 1).div_ceil(MOST_BARS);
    let bins = counts.iter().chunk_by(|(distance, _)| distance / width);
    let bins: Vec<(usize, u64)> =
        bins.into_iter().map(|(bin, counts)| (bin * width, counts.map(|(_, count)| count).sum())).collect();
    let most = bins.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let line = |(first, count): &(usize, u64)| {
        let last = (first + width - 1).min(*farthest);
        let range = if width == 1 { first.to_string() } else { format!("{first}-{last}") };
        // Wide enough for any count.
        let length = u128::from(*count) * u128::from(LONGEST_BAR) / u128::from(most);
        let bar = "#".repeat(usize::try_from(length).unwrap_or(0));
        vec![range, count.to_string(), bar]
    };
    let head = ["distance", "positions", ""].map(str::to_owned).to_vec();
    let lines = [head].into_iter().chain(bins.iter().map(line)).collect_vec();
    let aligns = [ColumnAlign::Right, ColumnAlign::Right, ColumnAlign::Left];
    format!("\n{}", lay_out(&lines, &aligns, TableStyle::Terminal))
}

fn table(rated: &[Rated], figures: &[&PuzzleFigure]) -> String {
    let head = figures.iter().map(|figure| figure.name.to_owned()).chain(["problem".to_owned()]).collect();
    let row = |one: &Rated| {
        let cell =
            |figure: &&PuzzleFigure| one.value(figure).map_or("-".to_owned(), |value| value.to_string());
        figures.iter().map(cell).chain([one.place.to_string()]).collect()
    };
    let lines: Vec<Vec<String>> = [head].into_iter().chain(rated.iter().map(row)).collect();
    let aligns = figures.iter().map(|_| ColumnAlign::Right).chain([ColumnAlign::Left]).collect_vec();
    lay_out(&lines, &aligns, TableStyle::Terminal)
}

pub(super) fn json(rated: &[Rated]) -> Result<String, Failure> {
    let line = |Rated { place, result, .. }: &Rated| {
        Ok(match result {
            Ok((loaded, rating)) => placed_line(place, &RateAnswer::of(loaded, rating))?,
            Err(failure) => placed_line(place, &ErrorAnswer::of_failure(failure))?,
        })
    };
    rated.iter().map(line).collect()
}

pub(super) fn csv(rated: &[Rated]) -> Result<String, Failure> {
    let failed = |error: csv::Error| Failure::Usage(format!("--csv: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let places = ["id", "name", "file", "line", "kind", "metric", "status"];
    writer
        .write_record(places.into_iter().chain(FIGURES.iter().map(|figure| figure.name)))
        .map_err(failed)?;
    for (ProblemPlace { id, name, file, line }, (loaded, rating)) in
        rated.iter().filter_map(|one| Some((&one.place, one.result.as_ref().ok()?)))
    {
        let line = line.map(|line| line.to_string()).unwrap_or_default();
        let AnswerHead { kind, metric, status, .. } = RateAnswer::of(loaded, rating).head;
        let [id, file] = [id, file].map(|text| text.as_deref().unwrap_or_default());
        let cells = [id, name, file, &line, &kind, &metric, status.name()];
        let values = FIGURES.iter().map(|figure| (figure.value)(rating).map(|value| value.to_string()));
        let cells = cells.into_iter().map(str::to_owned);
        writer.write_record(cells.chain(values.map(Option::unwrap_or_default))).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Failure::Usage(format!("--csv: {error}")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[expect(clippy::cast_precision_loss, reason = "lengths of bars")]
pub(super) fn histogram(one: &Rated) -> Option<Panel> {
    let (loaded, rating) = one.result.as_ref().ok()?;
    let counts = &rating.space.as_ref()?.distances;
    let bar = |(distance, count): &(usize, u64)| PlotBar {
        label: distance.to_string(),
        group: String::new(),
        length: *count as f64,
        range: (*count as f64, *count as f64),
        note: count.to_string(),
        hollow: false,
    };
    let title = format!("{}: {} to a goal", one.place, loaded.problem.metric());
    Some(bars(&title, "positions", &counts.iter().map(bar).collect_vec()))
}

pub(super) struct Rated {
    pub(super) place: ProblemPlace,
    pub(super) exit: Exit,
    pub(super) result: Result<(LoadedProblem, Rating), Failure>,
}

impl Rated {
    pub(super) fn of(place: ProblemPlace, result: Result<(LoadedProblem, Rating), Failure>) -> Self {
        let exit = match &result {
            Err(failure) => failure.exit(),
            Ok((_, Rating { is_solvable: Some(false), .. })) => Exit::Unsolvable,
            Ok((_, Rating { incomplete: Some(reason), .. })) => (*reason).into(),
            Ok(_) => Exit::Solved,
        };
        Self { place, exit, result }
    }

    pub(super) fn value(&self, figure: &PuzzleFigure) -> Option<FigureValue> {
        (figure.value)(&self.result.as_ref().ok()?.1)
    }

    pub(super) fn compared(&self, other: &Self, figure: &PuzzleFigure, ascending: bool) -> Ordering {
        let values = [self, other].map(|one| one.value(figure).map(FigureValue::number));
        match values {
            [Some(a), Some(b)] if ascending => a.total_cmp(&b),
            [Some(a), Some(b)] => b.total_cmp(&a),
            [a, b] => b.is_some().cmp(&a.is_some()),
        }
    }

    pub(super) fn print_news(&self, is_json: bool) {
        match &self.result {
            Ok((loaded, rating)) => {
                if !is_json {
                    loaded.problem.warnings().iter().for_each(terminal::print_diagnostic);
                }
                if let Some(reason) = rating.incomplete {
                    let why = why_incomplete(reason);
                    terminal::print_error(&format!("{}: some figures are not known: {why}", self.place));
                }
            }
            Err(failure) => {
                failure.print();
            }
        }
    }
}

pub(super) fn worst(exits: impl IntoIterator<Item = Exit>) -> Exit {
    const ORDER: [Exit; 6] =
        [Exit::Solved, Exit::Unsolvable, Exit::Stopped, Exit::Usage, Exit::Interrupted, Exit::Internal];
    let rank = |exit: &Exit| ORDER.iter().position(|one| one == exit).unwrap_or(ORDER.len());
    exits.into_iter().max_by_key(rank).unwrap_or(Exit::Solved)
}
