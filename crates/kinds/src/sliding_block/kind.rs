//! Sliding-block puzzles as a kind of problem.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools as _;

use bmcplan_base::ordered::Set;
use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Cell, CollectionForm, Diagnostic, Paint, Source};
use bmcplan_draw::{PieceColours, film::Film};
#[cfg(feature = "encodings")]
use bmcplan_sat::encode::Encoding;
use bmcplan_task::plan::{Metric, Plan, UnknownMove, WrittenPlan};
use bmcplan_task::{State, Task};

use crate::pieces::PieceBoard;
use crate::problem::only;
use crate::problem::{
    Element, Kind, KindOption, MoveDetails, OptionForm, Problem, ProblemError, ProblemOptions, Recognition,
    ShownStates, Trajectory, Variants,
};
use crate::sliding_block::{
    self, Labelling, Play, Puzzle, PuzzleMetric, PuzzleReading, PuzzleTaskError, WrittenMoves,
};

/// Row of sliding-block puzzles in the table of kinds.
pub static SLIDING_BLOCK: Kind = Kind {
    aliases: &["sliding-block"],
    about: "Solve a sliding-block puzzle such as Klotski",
    description: "Prints the moves of a shortest plan, the board before and after, and a summary. Pieces of the same shape are \
                  interchangeable unless the goal names them. Without a mode, explicit search and incremental SAT run side by \
                  side.",
    examples: "\
  bmcplan sliding klotski.toml                   fewest moves by one cell
  bmcplan sliding klotski.toml --metric moves    fewest moves of any kind, around corners too
  bmcplan sliding puzzle.txt --frames            all boards of the plan
  bmcplan sliding puzzle.txt --incremental --max-horizon 30
  bmcplan sliding puzzle.txt --labelled --count  plans that differ in which twin moves count",
    file: "The puzzle",
    formats: "TOML with start and goal, or rows of characters under lines start and goal. A drawing of Klotski needs no goal.",
    collections: &[CollectionForm::Tables, CollectionForm::Headings("start")],
    options: &[
        KindOption {
            name: "metric",
            form: OptionForm::OneOf { names: &["units", "slides", "moves"], default: "units", instead: &[] },
            value_name: "METRIC",
            help: "What counts as one move",
            details: "A piece by one cell (units), straight by any distance (slides), or any way, around corners too (moves).",
            is_rare: false,
        },
        KindOption {
            name: "labelled",
            form: OptionForm::Flag,
            value_name: "",
            help: "Tell pieces of the same shape apart",
            details: "",
            is_rare: true,
        },
    ],
    encodings: &["shapes-counted", "transition", "operators", "strips"],
    encodings_help: "With the empty cells of each frame counted (shapes-counted), or as for any problem (transition, \
                     operators, strips).",
    suits_search: true,
    // Costs are not checked by `check.py`, and goals that are not written are known only to bmcplan.
    is_read_by_checker: |sources| {
        let is_beyond = |reading: PuzzleReading| reading.puzzle.has_costs() || !reading.warnings.is_empty();
        !sources.iter().any(|source| sliding_block::read_with_warnings(source).is_ok_and(is_beyond))
    },
    recognise: |sources| match sources {
        [source] if sliding_block::looks_like(source) => Recognition::Certain,
        _ => Recognition::No,
    },
    ..Kind::new("sliding", "units", |sources, options, _| Ok(Box::new(SlidingBlock::read(sources, options)?)))
};

/// Puzzle with a metric and a labelling.
struct SlidingBlock {
    puzzle: Puzzle,
    metric: PuzzleMetric,
    labelling: Labelling,
    warnings: Vec<Diagnostic>,
}

impl SlidingBlock {
    fn read(sources: &[Source], options: &ProblemOptions) -> Result<Self, Diagnostic> {
        let PuzzleReading { mut puzzle, warnings } = sliding_block::read_with_warnings(only(sources)?)?;
        let mut labelling = Labelling::Shapes;
        if options.has("labelled") {
            // All pieces are kept apart: none may be in the goal of another, nor in that of a written text.
            puzzle.groups.clear();
            labelling = Labelling::Labelled;
        }
        Ok(Self { puzzle, metric: options.parsed("metric").unwrap_or_default(), labelling, warnings })
    }

    fn pieces(&self) -> PieceBoard {
        sliding_block::film::pieces(&self.puzzle, self.labelling)
    }

    fn play(&self, task: &Task, plan: &Plan) -> Play {
        Play::of(&self.puzzle, self.labelling, task, plan.operators())
    }
}

impl Problem for SlidingBlock {
    fn kind(&self) -> &'static str {
        SLIDING_BLOCK.name
    }

    fn metric(&self) -> &str {
        self.metric.name()
    }

    fn minimises(&self) -> Metric {
        if self.puzzle.has_costs() { Metric::Cost } else { Metric::Actions }
    }

    fn task(&self, _: Option<u32>, stop: &Stop) -> Result<Task, ProblemError> {
        Ok(sliding_block::task(&self.puzzle, self.metric, self.labelling, stop)?)
    }

    #[cfg(feature = "encodings")]
    fn encodings(&self) -> Vec<Box<dyn Encoding>> {
        sliding_block::encodings(&self.puzzle, self.metric, self.labelling)
    }

    fn text_from(&self, state: &State) -> Option<String> {
        sliding_block::toml::write_state(&self.puzzle, self.labelling, state)
    }

    fn elements(&self) -> Vec<Element> {
        self.puzzle.elements()
    }

    fn with_elements(&self, kept: &Set<usize>) -> Option<Arc<dyn Problem>> {
        let puzzle = self.puzzle.with_elements(kept);
        let (metric, labelling) = (self.metric, self.labelling);
        Some(Arc::new(Self { puzzle, metric, labelling, warnings: Vec::new() }))
    }

    fn swept_cells(&self, task: &Task, plan: &Plan) -> Set<Cell> {
        self.pieces().swept(&self.move_details(task, plan))
    }

    fn moves(&self, task: &Task, plan: &Plan) -> Vec<String> {
        self.play(task, plan).names(&self.puzzle)
    }

    fn spelled_out(&self, written: &WrittenPlan) -> WrittenPlan {
        written.divided(&self.puzzle.names())
    }

    fn read_plan(&self, task: &Task, written: &WrittenPlan) -> Result<Plan, UnknownMove> {
        written.by_pieces(task, &self.puzzle.names()).or_else(|_| {
            let mut moves = WrittenMoves::of(&self.puzzle, self.labelling, task);
            written.find(task, |name| moves.make(name))
        })
    }

    fn variants(&self) -> Option<&dyn Variants> {
        Some(&self.puzzle)
    }

    fn move_details(&self, task: &Task, plan: &Plan) -> Vec<MoveDetails> {
        let play = self.play(task, plan);
        let moves = play.moves().iter().zip(play.paths(&self.puzzle)).zip(play.names(&self.puzzle));
        let details = moves.map(|((made, path), name)| {
            let places = path.iter().scan(made.from, |at, direction| {
                *at = direction.next(*at)?;
                Some(*at)
            });
            let places = [made.from].into_iter().chain(places).collect_vec();
            let direction = path.iter().all_equal_value().ok().map(|direction| direction.word());
            let piece = self.puzzle.piece(made.piece).name.to_string();
            MoveDetails::of_piece(name, piece, direction, &places)
        });
        details.collect()
    }

    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, paint: Paint) -> Vec<String> {
        let (pieces, states) = (self.pieces(), sliding_block::film::places(&self.play(run.task, run.plan)));
        let colours = match paint {
            Paint::Plain => PieceColours::default(),
            Paint::Colored => pieces.colours(&states),
        };
        shown.of(&states).map(|places| pieces.text(places, &colours, paint)).collect()
    }

    fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    fn film(&self, title: &str, run: Trajectory<'_>) -> Film {
        let film =
            sliding_block::film::film(title, &self.puzzle, self.labelling, &self.play(run.task, run.plan));
        // The page counts moves, whatever they cost.
        let is_playable = !self.puzzle.has_costs();
        Film { board: is_playable.then(|| self.pieces().playable(self.metric())), ..film }
    }
}

impl fmt::Display for SlidingBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pieces, rows, columns) = (self.puzzle.pieces().len(), self.puzzle.rows(), self.puzzle.columns());
        write!(f, "{pieces} pieces on {rows}×{columns} cells, in {}", self.metric)
    }
}

impl From<PuzzleTaskError> for ProblemError {
    fn from(error: PuzzleTaskError) -> Self {
        match error {
            PuzzleTaskError::Invalid(error) => error.into(),
            too_open => Self::TooLarge(too_open.to_string()),
        }
    }
}
