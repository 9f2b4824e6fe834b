//! Pictures of plans as files. [`KINDS`] has a line for each kind of picture, and each has its option there.

use std::path::{Path, PathBuf};

use crate::draw::film::Film;
use crate::draw::gif::{self, GifError};
use crate::draw::{html, svg};
use crate::stop::{Stop, StopReason};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::failure::Failure;
use super::files::{self, Files};
use super::output;

/// A kind of picture.
#[derive(Debug)]
struct Kind {
    /// The option that asks for it, without its dashes.
    option: &'static str,
    help: &'static str,
    /// A file of a whole film.
    film: fn(&Film, &Stop) -> Result<Vec<u8>, GifError>,
    /// A file of a single frame, where there is such a thing.
    frame: Option<DrawFrame>,
}

type DrawFrame = fn(&Film, usize) -> String;

static KINDS: &[Kind] = &[
    Kind {
        option: "svg",
        help: "Draw the plan as a film strip; %d or %03d in the name: a file for each step",
        film: |film, _| Ok(svg::strip(film).into_bytes()),
        frame: Some(svg::still),
    },
    Kind {
        option: "gif",
        help: "Draw the plan as an animation that runs for ever",
        film: |film, stop| {
            let mut bytes = Vec::new();
            gif::write(film, &mut bytes, stop)?;
            Ok(bytes)
        },
        frame: None,
    },
    Kind {
        option: "html",
        help: "Draw the plan as a page that plays it in any browser",
        film: |film, _| Ok(html::page(film).into_bytes()),
        frame: None,
    },
];

/// The pictures that were typed.
#[derive(Debug, Default)]
pub(crate) struct LowPictures(Vec<(&'static Kind, PathBuf)>);

impl Args for LowPictures {
    fn augment_args(command: Command) -> Command {
        command.args(KINDS.iter().map(|kind| {
            Arg::new(kind.option)
                .long(kind.option)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(kind.help)
                .help_heading("Output")
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LowPictures {
    fn from_arg_matches(typed: &ArgMatches) -> Result<Self, clap::Error> {
        let files =
            KINDS.iter().filter_map(|kind| Some((kind, typed.get_one::<PathBuf>(kind.option)?.clone())));
        Ok(Self(files.collect()))
    }

    fn update_from_arg_matches(&mut self, typed: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(typed)?;
        Ok(())
    }
}

/// The pictures that are wanted.
#[derive(Debug)]
pub(crate) struct Pictures(Vec<Picture>);

#[derive(Debug)]
struct Picture {
    kind: &'static Kind,
    path: PathBuf,
    /// If there is to be a file for each step, the drawing of one and the name of its file.
    steps: Option<(DrawFrame, Numbered)>,
}

impl Pictures {
    /// What the typed pictures mean.
    pub(crate) fn of(typed: LowPictures) -> Result<Self, Failure> {
        let picture = |(kind, path): (&'static Kind, PathBuf)| {
            let steps = match (Numbered::of(&path), kind.frame) {
                (Some(numbered), Some(frame)) => Some((frame, numbered)),
                (Some(_), None) => {
                    let (option, path) = (kind.option, path.display());
                    return Err(Failure::Usage(format!(
                        "--{option} {path}: all steps are in one file; leave out %d"
                    )));
                }
                (None, _) => None,
            };
            Ok(Picture { kind, path, steps })
        };
        typed.0.into_iter().map(picture).collect::<Result<_, _>>().map(Self)
    }

    /// Names the files that will be written.
    pub(crate) fn name(&self, files: &mut Files) {
        for Picture { kind, path, steps } in &self.0 {
            let option = format!("--{}", kind.option);
            match steps {
                None => files.writes(&option, path),
                Some((_, numbered)) => files.writes_numbered(&option, path, numbered),
            }
        }
    }

    /// Draws and writes the pictures of a film, which is made if there are any. Every file is ready before it is touched.
    /// One that is not ready when `stop` is raised is not written.
    pub(crate) fn write(&self, stop: &Stop, film: impl FnOnce() -> Film) -> Result<(), Failure> {
        if self.0.is_empty() {
            return Ok(());
        }
        let film = film();
        let mut unfinished = None;
        for Picture { kind, path, steps } in &self.0 {
            match steps {
                None => match (kind.film)(&film, stop) {
                    Ok(bytes) => files::write(path, &bytes)?,
                    Err(GifError::Stopped(reason)) => {
                        unfinished = unfinished.or(Some(not_written(kind, path, reason)));
                    }
                    Err(error) => return Err(Failure::Usage(format!("--{}: {error}", kind.option))),
                },
                Some((draw, numbered)) => {
                    for frame in 0..film.frames.len() {
                        let step = path.with_file_name(numbered.name(frame));
                        if let Some(reason) = stop.reason() {
                            unfinished = unfinished.or(Some(not_written(kind, &step, reason)));
                            break;
                        }
                        files::write(&step, draw(&film, frame).as_bytes())?;
                    }
                }
            }
        }
        unfinished.map_or(Ok(()), Err)
    }

    /// Tells that there is nothing to draw, if there should have been pictures.
    pub(crate) fn leave_out(&self, why: &str) {
        for Picture { kind, path, .. } in &self.0 {
            output::complain(&format!("--{} {}: not written, {why}", kind.option, path.display()));
        }
    }
}

fn not_written(kind: &Kind, path: &Path, reason: StopReason) -> Failure {
    Failure::Picture { picture: format!("--{} {}", kind.option, path.display()), reason }
}

/// A file name with a place for a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numbered {
    before: String,
    /// Numbers of fewer digits have zeros in front.
    digits: usize,
    after: String,
}

impl Numbered {
    /// The first `%d`, or `%0` with one more digit and `d`, in the name of a file.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        name.match_indices('%').find_map(|(at, _)| {
            let rest = &name[at + 1..];
            let (digits, after) = match rest.strip_prefix('d') {
                Some(after) => (1, after),
                None => {
                    let (digit, after) = rest.strip_prefix('0')?.split_at_checked(1)?;
                    (digit.parse().ok()?, after.strip_prefix('d')?)
                }
            };
            Some(Self { before: name[..at].to_owned(), digits, after: after.to_owned() })
        })
    }

    fn name(&self, number: usize) -> String {
        let Self { before, digits, after } = self;
        format!("{before}{number:0digits$}{after}")
    }

    /// Whether this is the name of some number.
    pub(crate) fn is_name(&self, name: &str) -> bool {
        let inside = name.strip_prefix(&*self.before).and_then(|rest| rest.strip_suffix(&*self.after));
        inside.and_then(|digits| digits.parse().ok()).is_some_and(|number| self.name(number) == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names() {
        let name = |name: &str| Numbered::of(Path::new(name)).map(|numbered| numbered.name(7));
        for (given, expected) in [
            ("plan.svg", None),
            ("folder%d/plan.svg", None),
            ("plan%d.svg", Some("plan7.svg")),
            ("a/100%-plan%03d.svg", Some("100%-plan007.svg")),
            ("%d%d", Some("7%d")),
            ("%00d", Some("7")),
            ("%3d %012d %0", None),
            ("%0ä", None),
            ("..", None),
        ] {
            assert_eq!(name(given).as_deref(), expected, "{given}");
            let numbered = Numbered::of(Path::new(given));
            assert_eq!(numbered.is_some_and(|it| it.is_name(expected.unwrap_or(""))), expected.is_some());
        }
    }
}
