//! Pictures of plans as files. [`FORMATS`] has a row for each format, with its option.

use std::path::{Path, PathBuf};

use crate::draw::film::Film;
use crate::draw::gif::{self, GifError};
use crate::draw::{html, svg};
use crate::stop::{Stop, StopReason};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::failure::Failure;
use super::files::{self, Files, Numbered};
use super::terminal;

/// A format of pictures.
#[derive(Debug)]
struct PictureFormat {
    /// The option that asks for it, without its dashes.
    option: &'static str,
    help: &'static str,
    /// A file of a whole film.
    film: fn(&Film, &Stop) -> Result<Vec<u8>, GifError>,
    /// A file of a single frame, where there is such a thing.
    frame: Option<DrawFrame>,
}

type DrawFrame = fn(&Film, usize) -> String;

static FORMATS: &[PictureFormat] = &[
    PictureFormat {
        option: "svg",
        help: "Draw the plan as a film strip; %d or %03d in the name: a file for each step",
        film: |film, _| Ok(svg::strip(film).into_bytes()),
        frame: Some(svg::still),
    },
    PictureFormat {
        option: "gif",
        help: "Draw the plan as an animation that runs for ever",
        film: |film, stop| {
            let mut bytes = Vec::new();
            gif::write(film, &mut bytes, stop)?;
            Ok(bytes)
        },
        frame: None,
    },
    PictureFormat {
        option: "html",
        help: "Draw the plan as a page that plays it in any browser",
        film: |film, _| Ok(html::page(film).into_bytes()),
        frame: None,
    },
];

/// The pictures that are asked for, by their formats.
#[derive(Debug, Default)]
pub(crate) struct PictureArgs(Vec<(&'static PictureFormat, PathBuf)>);

impl Args for PictureArgs {
    fn augment_args(command: Command) -> Command {
        command.args(FORMATS.iter().map(|format| {
            Arg::new(format.option)
                .long(format.option)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(format.help)
                .help_heading("Output")
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PictureArgs {
    fn from_arg_matches(typed: &ArgMatches) -> Result<Self, clap::Error> {
        let files = FORMATS
            .iter()
            .filter_map(|format| Some((format, typed.get_one::<PathBuf>(format.option)?.clone())));
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
    format: &'static PictureFormat,
    path: PathBuf,
    /// If there is to be a file for each step, the drawing of one and the name of its file.
    steps: Option<(DrawFrame, Numbered)>,
}

impl Pictures {
    /// The pictures that were asked for.
    pub(crate) fn of(args: PictureArgs) -> Result<Self, Failure> {
        let picture = |(format, path): (&'static PictureFormat, PathBuf)| {
            let steps = match (Numbered::of(&path), format.frame) {
                (Some(numbered), Some(frame)) => Some((frame, numbered)),
                (Some(_), None) => {
                    let (option, path) = (format.option, path.display());
                    return Err(Failure::Usage(format!(
                        "--{option} {path}: all steps are in one file; leave out %d"
                    )));
                }
                (None, _) => None,
            };
            Ok(Picture { format, path, steps })
        };
        args.0.into_iter().map(picture).collect::<Result<_, _>>().map(Self)
    }

    /// Names the files that will be written.
    pub(crate) fn name(&self, files: &mut Files) {
        for Picture { format, path, steps } in &self.0 {
            let option = format!("--{}", format.option);
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
        for Picture { format, path, steps } in &self.0 {
            match steps {
                None => match (format.film)(&film, stop) {
                    Ok(bytes) => files::write(path, &bytes)?,
                    Err(GifError::Stopped(reason)) => {
                        unfinished = unfinished.or(Some(not_written(format, path, reason)));
                    }
                    Err(error) => return Err(Failure::Usage(format!("--{}: {error}", format.option))),
                },
                Some((draw, numbered)) => {
                    for frame in 0..film.frames.len() {
                        let step = path.with_file_name(numbered.name(frame));
                        if let Some(reason) = stop.reason() {
                            unfinished = unfinished.or(Some(not_written(format, &step, reason)));
                            break;
                        }
                        files::write(&step, draw(&film, frame).as_bytes())?;
                    }
                }
            }
        }
        unfinished.map_or(Ok(()), Err)
    }

    /// Reports that there is nothing to draw, if there should have been pictures.
    pub(crate) fn leave_out(&self, why: &str) {
        for Picture { format, path, .. } in &self.0 {
            terminal::print_error(&format!("--{} {}: not written, {why}", format.option, path.display()));
        }
    }
}

fn not_written(format: &PictureFormat, path: &Path, reason: StopReason) -> Failure {
    Failure::Picture { picture: format!("--{} {}", format.option, path.display()), reason }
}
