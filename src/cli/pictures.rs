//! Pictures of plans as files.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::ask::{self, Limiter, LoadedProblem};
use crate::draw::PixelError;
use crate::draw::film::Film;
use crate::problem::{Problem, Trajectory};
use crate::stop::Stop;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::failure::Failure;
use super::files::{self, Files, Numbered};
use super::identity::{destination, folder_of};
use super::output;
use super::picture_formats::{DrawFrame, FORMATS, PictureFormat};
use super::{identity, terminal};

const NAME: &str = "%s";

#[derive(Debug, Clone)]
pub(crate) struct Pictures {
    pictures: Vec<Picture>,
    columns: Option<NonZeroUsize>,
    title: Option<String>,
    /// The only step that is drawn.
    step: Option<usize>,
}

#[derive(Debug, Clone)]
struct Picture {
    format: &'static PictureFormat,
    path: PathBuf,
    /// If there is to be a file for each step, the drawing of one and the name of its file.
    steps: Option<(DrawFrame, Numbered)>,
}

impl Pictures {
    pub(crate) fn of(args: PictureArgs) -> Result<Self, Failure> {
        let picture = |(format, path): (&'static PictureFormat, PathBuf)| {
            format.check_name(&path)?;
            let name = path.file_name().filter(|name| name.to_str().is_none());
            if name.is_some_and(|name| name.to_string_lossy().contains('%')) {
                let (option, path) = (format.option, path.display());
                return Err(Failure::Usage(format!("--{option} {path}: a name with a % has to be in UTF-8")));
            }
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

    pub(crate) fn without_names(self) -> Result<Self, Failure> {
        match self.pictures.iter().find(|picture| picture.is_named()) {
            Some(Picture { format, path, .. }) => Err(Failure::Usage(format!(
                "--{} {}: %s is for commands that solve; name the file",
                format.option,
                path.display()
            ))),
            None => Ok(self),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    pub(crate) fn for_one_problem(&self) -> impl Iterator<Item = &'static str> {
        self.pictures.iter().filter(|picture| !picture.is_named()).map(|picture| picture.format.option)
    }

    /// Checks that problems with names of their own have files with names of their own.
    ///
    /// Digits name a step only if they are separate from the name of the problem.
    pub(crate) fn check_for_many(&self) -> Result<(), Failure> {
        let option = |picture: &Picture| format!("--{} {}", picture.format.option, picture.path.display());
        for (index, picture) in self.pictures.iter().enumerate() {
            if picture.steps.as_ref().is_some_and(|(_, numbered)| numbered.is_beside(NAME)) {
                return Err(Failure::Usage(format!(
                    "{}: files of two problems may have the same name; put a sign that is no digit between %s and %d, as in %s-%d",
                    option(picture)
                )));
            }
            if let Some(other) = self.pictures[..index].iter().find(|other| picture.may_meet(other)) {
                let (first, second) = (option(other), option(picture));
                return Err(Failure::Usage(format!(
                    "{first} and {second}: files of two problems may have the same name; let the names end differently"
                )));
            }
        }
        Ok(())
    }

    /// Returns the pictures of a problem: `%s` in the names of files is its name, as far as that can stand there. Fails if one of the
    /// files is read by the command, is written for something else, or cannot be written.
    pub(crate) fn of_problem(&self, name: &str, files: &Files) -> Result<Self, Failure> {
        if !self.pictures.iter().any(Picture::is_named) {
            return Ok(self.clone());
        }
        let pictures = self.pictures.iter().map(|picture| picture.named(name)).collect();
        let named = Self { pictures, ..self.clone() };
        let mut files = files.clone();
        named.name(&mut files);
        files.check()?;
        Ok(named)
    }

    pub(crate) fn name(&self, files: &mut Files) {
        for Picture { format, path, steps } in &self.pictures {
            let option = format!("--{}", format.option);
            let numbered = steps.as_ref().map(|(_, numbered)| numbered.clone());
            if numbered.is_some() || !identity::is_stdout(path) {
                files.writes_numbered(&option, path, numbered);
            }
        }
    }

    pub(crate) fn on_stdout(&self) -> impl Iterator<Item = (String, bool)> {
        let pictures = self.pictures.iter().filter(|picture| identity::is_stdout(&picture.path));
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
                Ok(bytes) => output::write(to, &bytes).map(|()| true),
                Err(PixelError::Stopped(reason)) => {
                    let picture = format!("--{} {}", format.option, to.display());
                    unfinished.get_or_insert(Failure::Picture { picture, reason });
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
                    output::report_written(path, n_files);
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

    /// Checks that a command that finds up to `n_puzzles` puzzles has a file for each.
    pub(crate) fn check_for_puzzles(&self, n_puzzles: usize) -> Result<(), Failure> {
        if n_puzzles == 1 {
            return Ok(());
        }
        match self.for_one_problem().next() {
            Some(option) => Err(Failure::Usage(format!(
                "--{option} is for one puzzle, and {n_puzzles} are wanted; with %s in the name there is a file for each"
            ))),
            None => self.check_for_many(),
        }
    }

    /// Draws and writes the start of a puzzle with this title; `%s` in the names of files is `name`.
    pub(crate) fn write_start(
        &self,
        (name, title): (&str, String),
        loaded: &LoadedProblem,
        files: &Files,
        limiter: &Limiter,
    ) -> Result<(), Failure> {
        if self.is_empty() {
            return Ok(());
        }
        let film = move |problem: &dyn Problem, _: &str, run: Trajectory<'_>| {
            Ok(ask::film(problem, &title, None, run))
        };
        let film = ask::draw(loaded, loaded.goal_value()?, None, film, limiter)?.drawn;
        self.of_problem(name, files)?.write(&limiter.stop, || film)
    }

    pub(crate) fn leave_out(&self, why: &str) {
        for Picture { format, path, .. } in &self.pictures {
            terminal::print_error(&format!("--{} {}: not written, {why}", format.option, path.display()));
        }
    }
}

impl Picture {
    /// Checks whether names of both can be equal for problems of different names. They cannot if their ends differ.
    fn may_meet(&self, other: &Self) -> bool {
        let end = |picture: &Self| {
            let name = picture.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let end = picture.steps.as_ref().map_or(&*name, |(_, numbered)| numbered.after());
            end.rsplit(NAME).next().unwrap_or_default().to_owned()
        };
        let folder = |picture: &Self| folder_of(&destination(&picture.path)).to_owned();
        let (own, others) = (end(self), end(other));
        (own.ends_with(&others) || others.ends_with(&own)) && folder(self) == folder(other)
    }

    fn is_named(&self) -> bool {
        self.path.file_name().is_some_and(|name| name.to_string_lossy().contains(NAME))
    }

    fn named(&self, problem: &str) -> Self {
        let name =
            self.path.file_name().map(|name| name.to_string_lossy().replace(NAME, &in_file_name(problem)));
        let path = self.path.with_file_name(name.unwrap_or_default());
        let steps = self.steps.as_ref().and_then(|(frame, _)| Some((*frame, Numbered::of(&path)?)));
        Self { format: self.format, path, steps }
    }
}

const MOST_OF_NAME: usize = 100;

pub(crate) fn in_file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let plain: String = name.chars().take(MOST_OF_NAME).map(|c| if is_plain(c) { c } else { '-' }).collect();
    let plain = plain.trim_start_matches('.');
    if plain.is_empty() { "problem".to_owned() } else { plain.to_owned() }
}

/// Works as [`in_file_name`], with a number at the end.
pub(crate) fn in_file_name_again(name: &str, number: usize) -> String {
    let end = format!("-{number}");
    let name: String = in_file_name(name).chars().take(MOST_OF_NAME - end.len()).collect();
    name + &end
}

#[derive(Debug, Default)]
pub(crate) struct PictureArgs {
    pub(super) files: Vec<(&'static PictureFormat, PathBuf)>,
    pub(super) columns: Option<NonZeroUsize>,
    pub(super) title: Option<String>,
    /// A file whose name says what it is.
    output: Option<PathBuf>,
}

impl PictureArgs {
    pub(crate) fn take_output(&mut self) -> Result<Option<PathBuf>, Failure> {
        let Some(path) = self.output.take() else { return Ok(None) };
        let Some(format) = PictureFormat::of(&path) else { return Ok(Some(path)) };
        if self.files.iter().any(|(other, _)| other.option == format.option) {
            let option = format.option;
            return Err(Failure::Usage(format!(
                "--output {} and --{option}: give one of them",
                path.display()
            )));
        }
        self.files.push((format, path));
        Ok(None)
    }

    /// Works as [`PictureArgs::take_output`], where nothing else is written.
    pub(crate) fn take_picture(&mut self) -> Result<(), Failure> {
        match self.take_output()? {
            None => Ok(()),
            Some(path) => Err(Failure::Usage(format!(
                "--output {}: name a picture, such as {}; there are .svg, .png, .gif and .html",
                path.display(),
                path.with_extension("svg").display()
            ))),
        }
    }
}

impl Args for PictureArgs {
    fn augment_args(command: Command) -> Command {
        let formats = FORMATS.iter().map(|format| {
            Arg::new(format.option)
                .long(format.option)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(format.help)
                .hide_short_help(true)
        });
        let columns = Arg::new("columns")
            .long("columns")
            .value_name("N")
            .value_parser(value_parser!(NonZeroUsize))
            .help("Put at most N boards side by side in a strip");
        let title = Arg::new("title").long("title").value_name("TEXT").help("Title of the pictures");
        let rare = [columns, title].map(|arg| arg.hide_short_help(true));
        let output = Arg::new("output").short('o').long("output").value_name("FILE");
        let output = output
            .value_parser(value_parser!(PathBuf))
            .help("Write a picture (.svg, .png, .gif) or a page (.html)");
        command.args(formats.chain(rare).chain([output]).map(|arg| arg.help_heading("Output")))
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
            output: typed.get_one("output").cloned(),
        })
    }

    fn update_from_arg_matches(&mut self, typed: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(typed)?;
        Ok(())
    }
}
