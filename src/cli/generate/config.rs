//! The arguments of `bmcplan generate`, and the configuration that is made from them.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::FromArgMatches as _;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, value_parser};

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::output;
use super::super::pictures::{PictureArgs, Pictures};
use super::super::problem_args::ProblemArgs;
use super::super::setting_args::LimitArgs;
use super::super::shared_args::{described, jobs};
use crate::ask::{Input, Limits, Reading};
use crate::kinds::Kinds;
use crate::problem::{ProblemOptions, VariantLimits};
use bmcplan_workshop::{FIGURES, FigureFilter, FigureRange, GenerateSettings, PuzzleFigure};

const ABOUT: &str = "Make new puzzles";

const DESCRIPTION: &str = "\
Makes random boards harder by simulated annealing and keeps puzzles with the figures wanted: each figure of `bmcplan rate` is an option, with \
a value or a RANGE 30..40, 30.. or ..40. Equal seeds give equal puzzles. Where moves have costs, best plans are the cheapest ones of fewest moves.";

const EXAMPLES: &str = "\
  bmcplan generate --length 30.. --count 3
  bmcplan generate --size 6 --metric slides --length 20..30 --unique --count 10 --output new.toml
  bmcplan generate --length 40.. --count 100 --seed 7 --output new.toml --resume
  bmcplan generate --length 20.. --html new.html                                 to play
  bmcplan generate --walls 2 --moved 10.. --states ..2000
  bmcplan generate instances/sliding/pennant.toml --metric moves --length 30..   other starts";

const MOST_SIDE: i64 = 12;

#[derive(Debug, Args)]
struct TypedArgs {
    /// A puzzle whose pieces are put elsewhere; - is stdin
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Rows and columns of the boards, 3 to 12 [default: 6]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(3..=MOST_SIDE), conflicts_with = "file")]
    size: Option<u8>,

    /// The red car's row, from 1 [default: the middle, 3 of 6]
    #[arg(long, value_name = "ROW", value_parser = value_parser!(u8).range(1..=MOST_SIDE), conflicts_with = "file")]
    exit_row: Option<u8>,

    /// Put at most N walls on a board
    #[arg(long, value_name = "N", default_value = "0", conflicts_with = "file")]
    walls: usize,

    /// The unit of a move: units, slides, or moves of sliding blocks [default: units]
    #[arg(long, value_name = "METRIC")]
    metric: Option<String>,

    /// Keep only puzzles with one best plan, as --plans 1
    #[arg(long, conflicts_with = "plans")]
    unique: bool,

    /// The number of puzzles
    #[arg(long, value_name = "N", default_value = "1")]
    count: NonZeroUsize,

    /// Seed of random numbers; a printed one gives the same puzzles [default: a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Make N attempts at a time, as far as --memory allows [default: one a core]
    #[arg(short, long, value_name = "N", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,

    /// Try N boards in an attempt
    #[arg(long, value_name = "N", default_value = "600", hide_short_help = true)]
    steps: NonZeroUsize,

    /// Give up after N attempts in a row without a new puzzle
    #[arg(long, value_name = "N", default_value = "100", hide_short_help = true)]
    patience: NonZeroUsize,

    #[command(flatten)]
    limits: LimitArgs,

    /// Go on with an earlier run, with its arguments and seed
    #[arg(long, help_heading = "Output")]
    resume: bool,

    /// Print one JSON object a line for each puzzle
    #[arg(long, visible_alias = "jsonl", help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    pictures: PictureArgs,
}

#[derive(Debug)]
pub(crate) struct GenerateConfig {
    pub(super) problem: ProblemArgs,
    /// The size and the row of the exit, where no puzzle was given.
    pub(super) blank: Option<(u8, u8)>,
    pub(super) question: GenerateSettings,
    pub(super) seed: Option<u64>,
    pub(super) limits: Limits,
    pub(super) output: Option<PathBuf>,
    pub(super) pictures: Pictures,
    pub(super) resume: bool,
    pub(super) is_json: bool,
    pub(super) files: Files,
}

pub(crate) fn command(_: &Kinds) -> Command {
    let filter = |figure: &PuzzleFigure| {
        Arg::new(figure.name)
            .long(figure.name)
            .value_name("RANGE")
            .action(ArgAction::Set)
            .value_parser(|text: &str| text.parse::<FigureRange>())
            .help_heading("Figures")
            .hide_short_help(figure.name != "length")
            .help(capitalised(figure.definition))
    };
    let command = TypedArgs::augment_args(Command::new("generate"))
        .mut_arg("output", |arg| arg.help("Write a collection of them, a picture, or a page (.html)"))
        .args(FIGURES.iter().map(filter));
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<GenerateConfig, Failure> {
    let mut args = TypedArgs::from_arg_matches(matches)?;
    let output = args.pictures.take_output()?;
    let pictures = Pictures::of(std::mem::take(&mut args.pictures))?;
    pictures.check_for_puzzles(args.count.get())?;
    output::takes_stdout(&pictures.on_stdout().collect::<Vec<_>>(), Some("the puzzles"))?;
    let size = args.size.unwrap_or(6);
    let exit_row = args.exit_row.unwrap_or(size.div_ceil(2));
    if size < exit_row {
        return Err(Failure::Usage(format!("--exit-row {exit_row}: the board has {size} rows")));
    }
    let limits = args.limits.limits();
    let jobs = jobs(args.jobs, &limits);
    let filter = |figure: &'static PuzzleFigure| {
        Some(FigureFilter { figure, range: *matches.get_one::<FigureRange>(figure.name)? })
    };
    let one = FigureRange { from: Some(1.0), to: Some(1.0) };
    let unique = FIGURES.iter().find(|figure| figure.name == "plans").filter(|_| args.unique);
    let unique = unique.map(|figure| FigureFilter { figure, range: one });
    let blank = args.file.is_none().then_some((size, exit_row));
    let typed = || Input::Typed { option: "board.toml".to_owned(), text: blank_board(size, exit_row) };
    let input = args.file.map_or_else(typed, Input::of_problem);
    let options = ProblemOptions::default();
    let options = args.metric.iter().fold(options, |options, metric| options.with("metric", metric));
    let reading = Reading { kinds: kinds.clone(), options, ..Reading::default() };
    let mut files = Files::default();
    files.input(&input);
    output.iter().for_each(|path| files.writes("--output", path));
    pictures.name(&mut files);
    files.check()?;
    if args.resume && output.is_none() {
        return Err(Failure::Usage("--resume: name the file of the puzzles with --output".to_owned()));
    }
    Ok(GenerateConfig {
        question: GenerateSettings {
            filters: FIGURES.iter().filter_map(filter).chain(unique).collect(),
            count: args.count.get(),
            jobs,
            limits: VariantLimits { walls: args.walls, keeps_pieces: blank.is_none() },
            steps: args.steps.get(),
            patience: u64::try_from(args.patience.get()).unwrap_or(u64::MAX),
            ..GenerateSettings::default()
        },
        problem: ProblemArgs { inputs: vec![input], reading },
        blank,
        seed: args.seed,
        limits,
        output,
        pictures,
        resume: args.resume,
        is_json: args.json,
        files,
    })
}

fn blank_board(size: u8, exit_row: u8) -> String {
    let row = |row| match row == exit_row {
        true => format!("XX{}\n", ".".repeat(usize::from(size).saturating_sub(2))),
        false => ".".repeat(size.into()) + "\n",
    };
    format!("board = \"\"\"\n{}\"\"\"\n", (1..=size).map(row).collect::<String>())
}
