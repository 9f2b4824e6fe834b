//! The file of the puzzles that were found: a collection for the other commands, which a later run goes on with.

use bmcplan_base::ordered::Set;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::ask::{Fault, ProblemText};
use crate::kinds::Contents;
use crate::plan::{Metric, counted};
use crate::stop::Stop;
use crate::text::{MAX_INPUT_BYTES, Source};
use bmcplan_workshop::{NewPuzzle, figure};

use super::super::failure::Failure;
use super::super::files;
use super::super::report::best_plans;

/// The puzzles that were found, and the file that has them if there is one.
pub(super) struct KeptPuzzles {
    file: Option<PathBuf>,
    settings: String,
    entries: String,
    pub(super) n_puzzles: usize,
    last_id: u64,
    pub(super) next: u64,
    /// The number of attempts before that without a new puzzle.
    pub(super) fruitless: u64,
    /// The keys of the puzzles of an earlier run.
    pub(super) known: Set<String>,
}

const SETTINGS: &str = "# made by bmcplan generate: ";
const NEXT: &str = "# next attempt: ";
const FRUITLESS: &str = "; attempts since the last puzzle: ";

/// Returns the seed of an earlier run, if the file has one.
pub(super) fn seed_of(path: &Path) -> Option<u64> {
    let source = Source::read("", File::open(path).ok()?, MAX_INPUT_BYTES).ok()?;
    let settings = source.text().lines().next()?.strip_prefix(SETTINGS)?;
    // The text of pieces before it has no such end.
    let (_, rest) = settings.rsplit_once(", seed ")?;
    rest.split(',').next()?.parse().ok()
}

impl KeptPuzzles {
    /// Returns the puzzles of an earlier run with these settings, if it goes on.
    pub(super) fn open(
        file: Option<PathBuf>,
        resume: bool,
        settings: String,
        start: &ProblemText,
        stop: &Stop,
    ) -> Result<Self, Failure> {
        let mut kept = Self {
            file,
            settings,
            entries: String::new(),
            n_puzzles: 0,
            last_id: 0,
            next: 0,
            fruitless: 0,
            known: Set::new(),
        };
        let Some(path) = &kept.file else { return Ok(kept) };
        let name = path.display().to_string();
        let refused = |what: &str| Failure::Usage(format!("--output {name}: {what}"));
        let source = match File::open(path) {
            Ok(file) => Source::read(&name, file, MAX_INPUT_BYTES)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(kept),
            Err(error) => return Err(refused(&error.to_string())),
        };
        // An editor may have changed the ends of lines, or taken blank lines away.
        let text = source.text().replace("\r\n", "\n");
        let mut parts = text.splitn(3, '\n');
        let of = parts.next().and_then(|line| line.strip_prefix(SETTINGS));
        let next = parts.next().and_then(|line| line.strip_prefix(NEXT));
        let entries = parts.next().map(|rest| rest.strip_prefix('\n').unwrap_or(rest));
        match (of, next) {
            (Some(_), _) if !resume => {
                return Err(refused("it has puzzles of an earlier run: --resume goes on with them"));
            }
            (Some(of), Some(next)) if of == kept.settings => {
                let (next, fruitless) = next.split_once(FRUITLESS).unwrap_or((next, "0"));
                let number = |text: &str| text.trim_end().parse().ok();
                let numbers = number(next).zip(number(fruitless));
                (kept.next, kept.fruitless) =
                    numbers.ok_or_else(|| refused("the number of the next attempt is wrong"))?;
            }
            (Some(of), Some(_)) => {
                return Err(refused(&format!("--resume: it was made with other arguments: {of}")));
            }
            _ if resume && !text.is_empty() => {
                return Err(refused("--resume: it was not made by this command"));
            }
            _ => return Ok(kept),
        }
        kept.entries.extend(entries);
        if !kept.entries.is_empty() && !kept.entries.ends_with('\n') {
            kept.entries.push('\n');
        }
        kept.take_known(source, start, stop)?;
        Ok(kept)
    }

    fn take_known(&mut self, source: Source, start: &ProblemText, stop: &Stop) -> Result<(), Failure> {
        let Contents::Collection(all) = start.reading.kinds.contents(source)? else { return Ok(()) };
        for entry in all.iter() {
            let number = entry.id.and_then(|id| id.parse::<u32>().ok());
            self.last_id = self.last_id.max(number.map_or(0, u64::from));
            self.n_puzzles += 1;
            let problem = ProblemText { sources: vec![entry.source], ..start.clone() }
                .read(stop)
                .map_err(|error| Failure::from(Fault::from(error)))?;
            self.known.extend(problem.variants().and_then(|board| board.forms().into_iter().min()));
        }
        Ok(())
    }

    pub(super) fn has_file(&self) -> bool {
        self.file.is_some()
    }

    pub(super) fn add(&mut self, puzzle: &NewPuzzle, next: u64) -> Result<u64, Failure> {
        self.n_puzzles += 1;
        self.last_id += 1;
        let id = self.last_id;
        self.entries += &format!("# {}\n[[problem]]\nid = \"{id}\"\n{}\n", words(puzzle), puzzle.text);
        self.finish(next, 0)?;
        Ok(id)
    }

    pub(super) fn finish(&mut self, next: u64, fruitless: u64) -> Result<(), Failure> {
        let Some(path) = &self.file else { return Ok(()) };
        let Self { settings, entries, .. } = self;
        let fruitless = match fruitless {
            0 => String::new(),
            fruitless => format!("{FRUITLESS}{fruitless}"),
        };
        files::write(path, format!("{SETTINGS}{settings}\n{NEXT}{next}{fruitless}\n\n{entries}").as_bytes())
    }
}

/// Formats as `40 units, 3 shortest plans, 8120 positions`, or `cost 18 by 18 units, …`.
pub(super) fn words(puzzle: &NewPuzzle) -> String {
    let problem = &*puzzle.loaded.problem;
    let value = |name: &str| figure(name).and_then(|figure| (figure.value)(&puzzle.rating));
    let value = |name: &str| value(name).map_or("?".to_owned(), |value| value.to_string());
    let cost = match problem.minimises() {
        Metric::Actions => String::new(),
        Metric::Cost => format!("cost {} by ", value("cost")),
    };
    let (length, plans) = (counted(value("length"), problem.metric()), best_plans(problem, &value("plans")));
    format!("{cost}{length}, {plans}, {} positions", value("states"))
}
