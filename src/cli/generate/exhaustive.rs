//! All interesting Rush Hour boards of a size: printed as they are found, and written to a file.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::ask::Limits;
use crate::kinds::Kinds;
use crate::problem::{ProblemError, ProblemOptions};
use crate::stop::{Stop, StopReason};
use crate::text::Source;
use crate::workshop::{
    AllBoards, AllBoardsError, AllBoardsNews, AllBoardsQuestion, BoardObject, BoardShard, InterestingBoard,
    all_boards,
};

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::files::{Files, NewFile};
use super::super::progress::ProgressLine;
use super::super::report::{Show, by, json_line, seconds_text};
use super::super::shared_args::Shard;
use super::super::{output, watch};
use super::args::ExhaustiveArgs;
use super::start_as_text;

/// Boards that are wanted.
#[derive(Debug)]
pub(crate) struct ExhaustiveConfig {
    question: AllBoardsQuestion,
    limits: Limits,
    output: Option<PathBuf>,
    show: Show,
    kinds: Kinds,
}

/// Makes the configuration.
pub(super) fn config(args: ExhaustiveArgs, kinds: &Kinds) -> Result<ExhaustiveConfig, Failure> {
    let mut files = Files::default();
    args.output.iter().for_each(|path| files.writes("--output", path));
    files.check()?;
    Ok(ExhaustiveConfig {
        question: question(&args).map_err(|error| Failure::Usage(error.to_string()))?,
        limits: args.limits,
        output: args.output,
        show: if args.is_json { Show::Json } else { Show::Text },
        kinds: kinds.clone(),
    })
}

fn question(args: &ExhaustiveArgs) -> Result<AllBoardsQuestion, AllBoardsError> {
    let question = AllBoardsQuestion::of_size(args.size.into())?.with_exit_row(args.exit_row.into())?;
    let mut question = match args.shard {
        Some(Shard { part, of }) => question.with_shard(BoardShard { part, of })?,
        None => question,
    };
    question.jobs = args.jobs;
    Ok(question)
}

/// Makes the boards and prints them.
pub(super) fn run(config: &ExhaustiveConfig) -> Result<Exit, Failure> {
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
    config: &ExhaustiveConfig,
    file: Option<&mut BoardFile>,
) -> Result<(), Failure> {
    let read = || read(&board.rows.join("\n"), &config.kinds);
    if let Some(file) = file {
        let (written, _) = read()?;
        file.add(board, &written)?;
    }
    output::print(&match config.show {
        Show::Json => json_line(&BoardObject::from(board))?,
        Show::Text | Show::Frames | Show::Moves => {
            let (_, shown) = read()?;
            format!("{}: {}\n{shown}\n", board.id, words(board))
        }
    })?;
    Ok(())
}

const METRIC: &str = InterestingBoard::METRIC;

/// The board as its kind writes it, and as it is shown.
fn read(text: &str, kinds: &Kinds) -> Result<(String, String), ProblemError> {
    let (sources, stop) = ([Source::new("the board", text)], Stop::default());
    let problem = kinds.kind_of(&sources)?.read(&sources, &ProblemOptions::default(), &stop)?;
    let task = problem.task(None, &stop)?;
    let written = problem.text_from(task.initial()).unwrap_or_default();
    Ok((written, start_as_text(&*problem, &task)))
}

/// `1 car`, `2 cars`.
fn number(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// `20 slides, the hardest of 1234 positions, 9 cars`
fn words(board: &InterestingBoard) -> String {
    let (slides, cars) = (number(board.length, "slide"), number(board.cars, "car"));
    format!("{slides}, the hardest of {} positions, {cars}", board.states)
}

/// The line below the boards.
fn summary(config: &ExhaustiveConfig, found: &AllBoards) -> String {
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
