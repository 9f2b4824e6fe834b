//! Pictures of plans as files. [`FORMATS`] has a row for each format, with its option.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::draw::film::Film;
use crate::draw::{PixelError, gif, html, png, svg};
use crate::stop::{Stop, StopReason};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::failure::Failure;
use super::files::{self, Files, Numbered};
use super::{named_output, terminal};

/// A format of pictures.
#[derive(Debug)]
struct PictureFormat {
    /// The option that asks for it, without its dashes.
    option: &'static str,
    help: &'static str,
    is_rare: bool,
    /// A file of a whole film, in at most so many columns where frames stand side by side.
    film: DrawFilm,
    /// A file of a single frame, where there is such a thing: there frames stand side by side.
    frame: Option<DrawFrame>,
}

/// Extensions that say what a picture is, with the option that draws it, if there is one.
const EXTENSIONS: &[(&str, Option<&str>)] = &[
    ("svg", Some("svg")),
    ("png", Some("png")),
    ("gif", Some("gif")),
    ("html", Some("html")),
    ("htm", Some("html")),
    ("jpg", None),
    ("jpeg", None),
    ("webp", None),
    ("pdf", None),
];

impl PictureFormat {
    /// Refuses a name that says that the file is something else.
    fn check_name(&self, path: &Path) -> Result<(), Failure> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let known = EXTENSIONS.iter().find(|(known, _)| extension.as_deref() == Some(known));
        let Some((extension, other)) = known.filter(|(_, option)| *option != Some(self.option)) else {
            return Ok(());
        };
        let option = self.option;
        let (own, path) = (path.with_extension(option), path.display());
        let draws = other.map(|other| format!("; --{other} {path} draws a .{extension}")).unwrap_or_default();
        Err(Failure::Usage(format!(
            "--{option} {path}: --{option} writes no .{extension}; name the file {}{draws}",
            own.display()
        )))
    }
}

type DrawFilm = fn(&Film, Option<NonZeroUsize>, &Stop) -> Result<Vec<u8>, PixelError>;

type DrawFrame = fn(&Film, usize, &Stop) -> Result<Vec<u8>, PixelError>;

static FORMATS: &[PictureFormat] = &[
    PictureFormat {
        option: "svg",
        help: "Draw the plan as a film strip; %d or %03d in the name: a file for each step",
        is_rare: false,
        film: |film, columns, _| Ok(svg::strip_of(film, columns).into_bytes()),
        frame: Some(|film, frame, _| Ok(svg::still(film, frame).into_bytes())),
    },
    PictureFormat {
        option: "png",
        help: "As --svg, in pixels",
        is_rare: true,
        film: png::strip,
        frame: Some(png::still),
    },
    PictureFormat {
        option: "gif",
        help: "Draw the plan as an animation that runs for ever",
        is_rare: false,
        film: |film, _, stop| {
            let mut bytes = Vec::new();
            gif::write(film, &mut bytes, stop)?;
            Ok(bytes)
        },
        frame: None,
    },
    PictureFormat {
        option: "html",
        help: "Draw the plan as a page that plays it in any browser",
        is_rare: false,
        film: |film, _, _| Ok(html::page(film).into_bytes()),
        frame: None,
    },
];

/// The pictures that are asked for, by their formats.
#[derive(Debug, Default)]
pub(crate) struct PictureArgs {
    files: Vec<(&'static PictureFormat, PathBuf)>,
    columns: Option<NonZeroUsize>,
    title: Option<String>,
}

impl Args for PictureArgs {
    fn augment_args(command: Command) -> Command {
        let formats = FORMATS.iter().map(|format| {
            Arg::new(format.option)
                .long(format.option)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(format.help)
                .hide_short_help(format.is_rare)
        });
        let columns = Arg::new("columns")
            .long("columns")
            .value_name("N")
            .value_parser(value_parser!(NonZeroUsize))
            .help("Put at most N boards side by side in a strip");
        let title = Arg::new("title").long("title").value_name("TEXT").help("Call the pictures so");
        let rare = [columns, title].map(|arg| arg.hide_short_help(true));
        command.args(formats.chain(rare).map(|arg| arg.help_heading("Output")))
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
        Ok(Self {
            files: files.collect(),
            columns: typed.get_one("columns").copied(),
            title: typed.get_one("title").cloned(),
        })
    }

    fn update_from_arg_matches(&mut self, typed: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(typed)?;
        Ok(())
    }
}

/// The pictures that are wanted.
#[derive(Debug)]
pub(crate) struct Pictures {
    pictures: Vec<Picture>,
    columns: Option<NonZeroUsize>,
    /// What they are called, whatever they show.
    title: Option<String>,
    /// The only step that is drawn.
    step: Option<usize>,
}

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
            format.check_name(&path)?;
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
        let pictures = args.files.into_iter().map(picture).collect::<Result<Vec<_>, _>>()?;
        let is_strip = |picture: &Picture| picture.format.frame.is_some() && picture.steps.is_none();
        if args.columns.is_some() && !pictures.iter().any(is_strip) {
            return Err(Failure::Usage("--columns: only strips have columns, by --svg or --png".to_owned()));
        }
        if args.title.is_some() && pictures.is_empty() {
            let drawn = "--title: there is no picture to call so; --svg, --png, --gif and --html draw one";
            return Err(Failure::Usage(drawn.to_owned()));
        }
        Ok(Self { pictures, columns: args.columns, title: args.title, step: None })
    }

    /// The pictures of a single step.
    pub(crate) fn of_step(self, step: usize) -> Result<Self, Failure> {
        for Picture { format, steps, .. } in &self.pictures {
            if format.frame.is_none() || steps.is_some() {
                let option = format.option;
                let why = if steps.is_some() { "%d draws all steps" } else { "all steps are in one file" };
                return Err(Failure::Usage(format!("--{option} with --step: {why}")));
            }
        }
        Ok(Self { step: Some(step), ..self })
    }

    /// Whether nothing is to be drawn.
    pub(crate) fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// The options that ask for them, without dashes.
    pub(crate) fn options(&self) -> impl Iterator<Item = &'static str> {
        self.pictures.iter().map(|picture| picture.format.option)
    }

    /// Names the files that will be written.
    pub(crate) fn name(&self, files: &mut Files) {
        for Picture { format, path, steps } in &self.pictures {
            let option = format!("--{}", format.option);
            match steps {
                None if named_output::is_stdout(path) => {}
                None => files.writes(&option, path),
                Some((_, numbered)) => files.writes_numbered(&option, path, numbered),
            }
        }
    }

    /// The options that write to standard output, with whether that is text.
    pub(crate) fn on_stdout(&self) -> impl Iterator<Item = (String, bool)> {
        let pictures = self.pictures.iter().filter(|picture| named_output::is_stdout(&picture.path));
        pictures.map(|picture| (format!("--{} -", picture.format.option), picture.format.option == "svg"))
    }

    /// Draws and writes the pictures of a film, which is made if there are any. Every file is ready before it is touched.
    /// One that is not ready when `stop` is raised is not written.
    pub(crate) fn write(&self, stop: &Stop, film: impl FnOnce() -> Film) -> Result<(), Failure> {
        if self.is_empty() {
            return Ok(());
        }
        let mut film = film();
        if let Some(title) = &self.title {
            film.title.clone_from(title);
        }
        let mut unfinished = None;
        for Picture { format, path, steps } in &self.pictures {
            let mut draw = |to: &Path, drawn: Result<Vec<u8>, PixelError>| match drawn {
                Ok(bytes) if steps.is_some() => files::write(to, &bytes).map(|()| true),
                Ok(bytes) => named_output::write(to, &bytes).map(|()| true),
                Err(PixelError::Stopped(reason)) => {
                    unfinished.get_or_insert_with(|| not_written(format, to, reason));
                    Ok(false)
                }
                Err(error) => Err(Failure::Usage(format!("--{}: {error}", format.option))),
            };
            match (steps, self.step.zip(format.frame)) {
                (Some((frame, numbered)), _) => {
                    let mut n_files = 0;
                    for index in 0..film.frames.len() {
                        let step = path.with_file_name(numbered.name(index));
                        let stopped = stop.reason().map(|reason| Err(PixelError::Stopped(reason)));
                        if !draw(&step, stopped.unwrap_or_else(|| frame(&film, index, stop)))? {
                            break;
                        }
                        n_files += 1;
                    }
                    named_output::tell(path, n_files);
                }
                (None, Some((step, frame))) => {
                    draw(path, frame(&film, step, stop))?;
                }
                (None, None) => {
                    draw(path, (format.film)(&film, self.columns, stop))?;
                }
            }
        }
        unfinished.map_or(Ok(()), Err)
    }

    /// Reports that there is nothing to draw, if there should have been pictures.
    pub(crate) fn leave_out(&self, why: &str) {
        for Picture { format, path, .. } in &self.pictures {
            terminal::print_error(&format!("--{} {}: not written, {why}", format.option, path.display()));
        }
    }
}

fn not_written(format: &PictureFormat, path: &Path, reason: StopReason) -> Failure {
    Failure::Picture { picture: format!("--{} {}", format.option, path.display()), reason }
}
