//! `bmcplan generate`: Rush Hour boards that are made, all interesting ones of a size.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use serde::Serialize;

use crate::ask::{self, Limits};
use crate::kinds::Kinds;
use crate::plan::Plan;
use crate::problem::{ProblemError, ProblemOptions, Trajectory};
use crate::stop::{Stop, StopReason};
use crate::text::{Paint, Source};
use crate::workshop::{
    AllBoards, AllBoardsError, AllBoardsNews, AllBoardsQuestion, BoardShard, InterestingBoard, all_boards,
};

use super::exit::Exit;
use super::failure::Failure;
use super::files::{Files, NewFile};
use super::progress::ProgressLine;
use super::report::{Show, by, json_line, seconds_text};
use super::setting_args::LimitArgs;
use super::shared_args::{Shard, with_examples};
use super::{output, watch};

const ABOUT: &str = "Make all interesting Rush Hour boards of a size";

const DESCRIPTION: &str = "\
Boards that lead to each other by slides are one cluster. Of each cluster with a solution the hardest board is taken, if it gets \
easier without any one of its cars. Cars have two or three cells and fill no row and no column; the red car has two, is alone in \
the row of the exit, and leaves on the right. Lengths are in slides. Mirror images count apart.";

const EXAMPLES: &str = "\
  bmcplan generate --exhaustive --size 4
  bmcplan generate --exhaustive --size 5 --jsonl > boards.jsonl
  bmcplan generate --exhaustive --size 5 --exit-row 2 --output boards.toml    a collection, for solve
  bmcplan generate --exhaustive --size 6 --shard 1/1000 --jsonl";

#[derive(Debug, Args)]
struct GenerateArgs {
    /// All interesting boards of the size
    #[arg(long)]
    exhaustive: bool,

    /// The number of rows, and of columns
    #[arg(long, value_name = "N", default_value = "6")]
    size: usize,

    /// The row of the exit, from 1 [default: the middle one, or the one above the middle]
    #[arg(long, value_name = "R")]
    exit_row: Option<usize>,

    /// Only the I-th of N parts, which have no board in common
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Work on N threads; the boards are the same [default: as many as there are cores]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Write them to a file, too: a collection of problems for the other commands
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Print a JSON object a line
    #[arg(long, help_heading = "Output")]
    jsonl: bool,
}

/// Boards that are wanted.
#[derive(Debug)]
pub(crate) struct GenerateConfig {
    question: AllBoardsQuestion,
    limits: Limits,
    output: Option<PathBuf>,
    show: Show,
    kinds: Kinds,
}

/// A board in JSON; the schema is `docs/schemas/generate.json`.
#[derive(Debug, Serialize)]
struct BoardLine<'a> {
    id: &'a str,
    length: usize,
    metric: &'a str,
    board: String,
    states: u64,
    cars: usize,
}

/// The command.
pub(crate) fn command() -> Command {
    let command = GenerateArgs::augment_args(Command::new("generate"));
    let command = command.about(ABOUT).long_about(format!("{ABOUT}\n\n{DESCRIPTION}"));
    with_examples(command, EXAMPLES)
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<GenerateConfig, Failure> {
    let args = GenerateArgs::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    if !args.exhaustive {
        return Err(Failure::Usage(
            "random boards cannot be made; --exhaustive makes all of a size".to_owned(),
        ));
    }
    let mut files = Files::default();
    args.output.iter().for_each(|path| files.writes("--output", path));
    files.check()?;
    Ok(GenerateConfig {
        question: question(&args).map_err(|error| Failure::Usage(error.to_string()))?,
        limits: args.limits.limits(),
        output: args.output,
        show: if args.jsonl { Show::Json } else { Show::Text },
        kinds: kinds.clone(),
    })
}

fn question(args: &GenerateArgs) -> Result<AllBoardsQuestion, AllBoardsError> {
    let mut question = AllBoardsQuestion::of_size(args.size)?;
    if let Some(row) = args.exit_row {
        question = question.with_exit_row(row)?;
    }
    if let Some(Shard { part, of }) = args.shard {
        question = question.with_shard(BoardShard { part, of })?;
    }
    question.jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    Ok(question)
}

/// Makes the boards and prints them.
pub(crate) fn run(config: &GenerateConfig) -> Result<Exit, Failure> {
    let watch = watch::start(&config.limits);
    let mut file =
        config.output.as_deref().map(|path| BoardFile::create(path, &config.question)).transpose()?;
    let mut line = ProgressLine::of(config.show);
    // As behind `head`; a file is still written.
    let is_unread = || output::is_closed() && config.output.is_none();
    let mut written = Ok(());
    let found = all_boards(&config.question, &watch, &mut |news| match news {
        AllBoardsNews::Board(board) if written.is_ok() => {
            written = line.aside(|| put(&board, config, file.as_mut()));
            if written.is_err() || is_unread() {
                watch.stop.raise(StopReason::Interrupt);
            }
        }
        AllBoardsNews::Board(_) => {}
        AllBoardsNews::Progress { parts, of, so_far } => line.show_boards(so_far.boards, parts, of),
    });
    drop(line);
    watch::answering();
    written?;
    if let Some(file) = file {
        file.finish(&found)?;
    }
    if is_unread() {
        return Ok(Exit::Solved);
    }
    match (config.show, found.stopped) {
        (Show::Json, None) => {}
        (Show::Json, Some(reason)) => {
            output::print_error(&format!("these are not all boards: {}", by(reason)));
        }
        _ => _ = output::print(&summary(config, &found))?,
    }
    Ok(found.stopped.map_or(Exit::Solved, Exit::from))
}

/// Prints a board, and writes it to the file.
fn put(
    board: &InterestingBoard,
    config: &GenerateConfig,
    file: Option<&mut BoardFile>,
) -> Result<(), Failure> {
    let text = board.rows.join("\n");
    let read = || read(&text, &config.kinds);
    if let Some(file) = file {
        let (written, _) = read()?;
        file.add(board, &written)?;
    }
    output::print(&match config.show {
        Show::Json => json_line(&BoardLine {
            id: &board.id,
            length: board.length,
            metric: METRIC,
            board: text,
            states: board.states,
            cars: board.cars,
        })?,
        Show::Text | Show::Frames | Show::Moves => {
            let (_, shown) = read()?;
            format!("{}: {}\n{shown}\n", board.id, words(board))
        }
    })?;
    Ok(())
}

const METRIC: &str = "slides";

/// The board as its kind writes it, and as it is shown.
fn read(text: &str, kinds: &Kinds) -> Result<(String, String), ProblemError> {
    let (sources, stop) = ([Source::new("the board", text)], Stop::default());
    let problem = kinds.kind_of(&sources)?.read(&sources, &ProblemOptions::default(), &stop)?;
    let task = problem.task(None, &stop)?;
    let written = problem.text_from(task.initial()).unwrap_or_default();
    let states = std::slice::from_ref(task.initial());
    let run = Trajectory { task: &task, plan: &Plan::default(), states };
    Ok((written, ask::text(&*problem, run, None, Paint::Plain)))
}

/// `20 slides, the hardest of 1234 positions, 9 cars`
fn words(board: &InterestingBoard) -> String {
    format!("{} {METRIC}, the hardest of {} positions, {} cars", board.length, board.states, board.cars)
}

/// The line below the boards.
fn summary(config: &GenerateConfig, found: &AllBoards) -> String {
    let AllBoards { boards, longest, signatures, states, clusters, .. } = found;
    let BoardShard { part, of } = config.question.shard();
    let part = if of == 1 { String::new() } else { format!(" in part {part} of {of}") };
    let stopped = found.stopped.map(|reason| format!("; these are not all: {}", by(reason)));
    format!(
        "{boards} boards{part}, of {longest} {METRIC} at most: of {states} positions in {signatures} signatures, {clusters} \
         clusters with a solution{} ({})\n",
        stopped.unwrap_or_default(),
        seconds_text(found.elapsed)
    )
}

/// A collection that is written as boards are found.
struct BoardFile {
    file: NewFile,
    path: PathBuf,
}

impl BoardFile {
    fn create(path: &Path, question: &AllBoardsQuestion) -> Result<Self, Failure> {
        let mut created = Self { file: NewFile::create(path)?, path: path.to_owned() };
        let (size, row, BoardShard { part, of }) = (question.size(), question.exit_row(), question.shard());
        created.write(&format!(
            "# Interesting boards of {size}×{size} cells with the exit in row {row}, part {part} of {of}; lengths in {METRIC}.\n"
        ))?;
        Ok(created)
    }

    fn add(&mut self, board: &InterestingBoard, text: &str) -> Result<(), Failure> {
        self.write(&format!("\n# {}\n[[problem]]\nid = \"{}\"\n{text}", words(board), board.id))
    }

    fn finish(mut self, found: &AllBoards) -> Result<(), Failure> {
        if let Some(reason) = found.stopped {
            self.write(&format!("\n# These are not all: {}.\n", by(reason)))?;
        }
        self.file.finish()
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|cause| Failure::Output { place: output::place(Some(&self.path)), cause })
    }
}
