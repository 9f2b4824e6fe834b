//! Rush Hour as a kind of problem.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools as _;

use bmcplan_base::ordered::Set;
use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Cell, CollectionForm, Diagnostic, Paint, Source};
use bmcplan_draw::{PieceColours, film::Film};
#[cfg(feature = "encodings")]
use bmcplan_sat::encode::Encoding;
use bmcplan_task::plan::{Metric, Plan, UnknownMove, WrittenPlan, validate};
use bmcplan_task::{State, Task};

use crate::problem::only;
use crate::problem::{
    Element, Kind, KindOption, MoveDetails, OptionForm, Problem, ProblemError, ProblemOptions, Recognition,
    ShownStates, Trajectory, Variants,
};
use crate::rush_hour::{self, Board, BoardMetric, BoardReading, Car, CarId, asp, card_plan, clingo_plan};

/// Row of Rush Hour in the table of kinds.
pub static RUSH_HOUR: Kind = Kind {
    aliases: &["rush-hour"],
    about: "Solve a Rush Hour board",
    description: "Prints the moves of a shortest plan, the board before and after, and a summary. Without a mode, explicit search \
                  and incremental SAT run side by side.",
    examples: "\
  bmcplan rushhour board.toml                    search, and SAT beside it
  bmcplan rushhour board.toml --incremental      growing horizons in one solver
  bmcplan rushhour board.toml --metric slides    fewest slides of any distance
  bmcplan rushhour board.toml --count            how many shortest plans there are
  bmcplan rushhour - --frames < board.txt        rows of characters; all boards
  bmcplan rushhour board.toml --svg plan.svg     a film strip
  bmcplan rushhour board.toml --horizon 40 --solver cmd:'kissat -q'
  bmcplan rushhour --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN",
    file: "The problem",
    formats: "A board in TOML, as facts of the ASP document (.lp) or in rows of characters.",
    collections: &[CollectionForm::Tables, CollectionForm::Lines, CollectionForm::Blocks],
    options: &[
        KindOption {
            name: "board",
            form: OptionForm::Text,
            value_name: "STRING",
            help: "The board itself: n·n characters, row by row",
            details: ". or o empty, # or x wall, X or A the red car.",
            is_rare: false,
        },
        KindOption {
            name: "metric",
            form: OptionForm::OneOf {
                names: &["units", "slides"],
                default: "units",
                instead: &[("moves", "a car goes straight, so its moves are slides; give --metric slides")],
            },
            value_name: "METRIC",
            help: "What counts as one move",
            details: "A car by one cell (units) or by any distance (slides).",
            is_rare: false,
        },
    ],
    encodings: &["transition", "operators", "strips", "paper-v1", "paper-v2"],
    encodings_help: "With a variable per operator (operators) or without (transition), or with propositions (strips); of \
                     the ASP document, for units (paper-v1, paper-v2).",
    // Facts, blanks as cells and exits without a frame are read only by bmcplan, and costs are not checked by `check.py`.
    is_read_by_checker: |sources| {
        let is_beyond = |reading: BoardReading| reading.board.has_costs() || reading.has_blanks;
        let is_read = |source: &Source| {
            rush_hour::BoardFormat::of(source) != rush_hour::BoardFormat::Asp
                && !rush_hour::read_with_warnings(source).is_ok_and(is_beyond)
                && !rush_hour::has_bare_exit(source)
        };
        sources.iter().all(is_read)
    },
    recognise: |sources| match sources {
        [source] if rush_hour::looks_like(source) => Recognition::Certain,
        [_] => Recognition::Perhaps,
        _ => Recognition::No,
    },
    ..Kind::new("rushhour", "units", |sources, options, _| Ok(Box::new(RushHour::read(sources, options)?)))
};

struct RushHour {
    board: Board,
    metric: BoardMetric,
    warnings: Vec<Diagnostic>,
}

impl RushHour {
    fn read(sources: &[Source], options: &ProblemOptions) -> Result<Self, Diagnostic> {
        let BoardReading { board, warnings, .. } = rush_hour::read_with_warnings(only(sources)?)?;
        Ok(Self { board, metric: options.parsed("metric").unwrap_or_default(), warnings })
    }

    fn names(&self) -> Vec<String> {
        self.board.cars().iter().map(|car| car.name.clone()).collect()
    }

    /// Returns the car and the direction in the name of a move.
    fn moved<'n>(&self, name: &'n str) -> Option<(CarId, &'n str)> {
        let (rest, _) = name.rsplit_once(' ')?;
        let (car, direction) = rest.rsplit_once(' ')?;
        Some((self.board.car_ids().find(|id| self.board.car(*id).name == car)?, direction))
    }
}

impl Problem for RushHour {
    fn kind(&self) -> &'static str {
        RUSH_HOUR.name
    }

    fn metric(&self) -> &str {
        self.metric.name()
    }

    fn minimises(&self) -> Metric {
        if self.board.has_costs() { Metric::Cost } else { Metric::Actions }
    }

    fn task(&self, _: Option<u32>, stop: &Stop) -> Result<Task, ProblemError> {
        Ok(rush_hour::task(&self.board, self.metric, stop)?)
    }

    #[cfg(feature = "encodings")]
    fn encodings(&self) -> Vec<Box<dyn Encoding>> {
        rush_hour::encodings(&self.board, self.metric)
    }

    fn text_from(&self, state: &State) -> Option<String> {
        rush_hour::toml::write(&self.board, &rush_hour::shown::places(&self.board, state))
    }

    fn facts(&self, version: &str) -> Option<Result<String, &'static str>> {
        Some(asp::write(&self.board, version.parse().ok()?))
    }

    fn spelled_out(&self, written: &WrittenPlan) -> WrittenPlan {
        clingo_plan::spelled_out(&self.board, written)
            .unwrap_or_else(|| card_plan::spelled_out(&self.board, &written.divided(&self.names())))
    }

    fn read_plan(&self, task: &Task, written: &WrittenPlan) -> Result<Plan, UnknownMove> {
        let cars = self.names();
        let plan = written.by_pieces(task, &cars).map(|plan| clingo_plan::up_to_goal(task, written, plan));
        let solves = |plan: &Plan| validate(task, plan).is_ok();
        // A slide may go off the board, a step by one cell may not.
        if self.metric != BoardMetric::Slides || plan.as_ref().is_ok_and(solves) {
            return plan;
        }
        let off_the_board = card_plan::driven_off(&self.board, written).into_iter();
        off_the_board.filter_map(|other| other.by_pieces(task, &cars).ok()).find(solves).map_or(plan, Ok)
    }

    fn variants(&self) -> Option<&dyn Variants> {
        Some(&self.board)
    }

    fn elements(&self) -> Vec<Element> {
        self.board.elements()
    }

    fn with_elements(&self, kept: &Set<usize>) -> Option<Arc<dyn Problem>> {
        let board = self.board.with_elements(kept);
        Some(Arc::new(Self { board, metric: self.metric, warnings: Vec::new() }))
    }

    fn swept_cells(&self, task: &Task, plan: &Plan) -> Set<Cell> {
        rush_hour::shown::pieces(&self.board).swept(&self.move_details(task, plan))
    }

    fn piece_cells(&self, state: &State) -> Vec<(String, Vec<Cell>)> {
        let places = rush_hour::shown::places(&self.board, state);
        let cells = |(car, place): (&Car, Option<Cell>)| {
            Some((car.name.to_string(), car.cells_at(car.orientation.along(place?)).collect()))
        };
        self.board.cars().iter().zip(places).filter_map(cells).collect()
    }

    fn move_details(&self, task: &Task, plan: &Plan) -> Vec<MoveDetails> {
        let mut positions = self.board.cars().iter().map(Car::position).collect_vec();
        let details = self.moves(task, plan).into_iter().map(|name| {
            let parts =
                self.moved(&name).zip(name.rsplit(' ').next().and_then(|cells| cells.parse::<u8>().ok()));
            let Some(((id, direction), cells)) = parts else { return MoveDetails::named(name) };
            let (car, position) = (self.board.car(id), &mut positions[id.index()]);
            let forwards = matches!(direction, "right" | "down");
            let after = |cells: u8| if forwards { *position + cells } else { position.saturating_sub(cells) };
            let places =
                (0..=cells).map(|cells| car.orientation.cell(car.lane(), after(cells))).collect_vec();
            let (direction, end) = (direction.to_owned(), after(cells));
            *position = end;
            MoveDetails::of_piece(name, car.name.clone(), Some(&direction), &places)
        });
        details.collect()
    }

    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, paint: Paint) -> Vec<String> {
        let pieces = rush_hour::shown::pieces(&self.board);
        let places = |state| rush_hour::shown::places(&self.board, state);
        let colours = match paint {
            Paint::Plain => PieceColours::default(),
            Paint::Colored => pieces.colours(&run.states.iter().map(places).collect_vec()),
        };
        shown.of(run.states).map(|state| pieces.text(&places(state), &colours, paint)).collect()
    }

    fn film(&self, title: &str, run: Trajectory<'_>) -> Film {
        let moves = self.moves(run.task, run.plan);
        let film = rush_hour::shown::film(title, &self.board, run.states, moves.iter().map(String::as_str));
        // The page counts moves, whatever they cost.
        let is_playable = !self.board.has_costs();
        let board = is_playable.then(|| rush_hour::shown::playable(&self.board, self.metric()));
        Film { board, ..film }
    }

    fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    fn notes(&self) -> Vec<String> {
        let document = rush_hour::read(&Source::new("the ASP document", OF_THE_ASP_DOCUMENT));
        if document.is_ok_and(|document| is_same(&document, &self.board)) {
            vec![
                "this is the board of the ASP document, whose grounded programs have 31,184 lines (version 1) and \
                 19,248 lines (version 2)"
                    .to_owned(),
            ]
        } else {
            Vec::new()
        }
    }
}

impl fmt::Display for RushHour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cars, rows, columns) = (self.board.cars().len(), self.board.rows(), self.board.columns());
        write!(f, "{cars} cars on {rows}×{columns} cells, in {}", self.metric)
    }
}

/// `instances/sample02.toml`; names of cars do not matter.
const OF_THE_ASP_DOCUMENT: &str = "..B...\n..B..E\n..BXXE\nAAAC.E\n...CDD\n......\n";

/// Checks whether two boards are the same except for the names of cars.
fn is_same(one: &Board, other: &Board) -> bool {
    let places = |board: &Board| {
        let cars = board.car_ids().map(|id| {
            let car = board.car(id);
            let cells = car.orientation.cell(car.lane(), car.position());
            (id != board.red(), cells, car.length, format!("{:?}", car.orientation))
        });
        let walls = board.walls().collect_vec();
        let costs = board.has_costs();
        (board.rows(), board.columns(), board.goal(), costs, cars.sorted().collect_vec(), walls)
    };
    places(one) == places(other)
}
