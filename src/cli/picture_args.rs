//! The arguments that ask for pictures.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::failure::Failure;
use super::picture_formats::{FORMATS, PictureFormat};

/// The pictures that are asked for, by their formats.
#[derive(Debug, Default)]
pub(crate) struct PictureArgs {
    pub(super) files: Vec<(&'static PictureFormat, PathBuf)>,
    pub(super) columns: Option<NonZeroUsize>,
    pub(super) title: Option<String>,
    /// A file whose name says what it is.
    output: Option<PathBuf>,
}

impl PictureArgs {
    /// Takes `--output` for the picture that its name says; any other file is handed back.
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

    /// As [`PictureArgs::take_output`], where nothing else is written.
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
                .hide_short_help(format.is_rare)
        });
        let columns = Arg::new("columns")
            .long("columns")
            .value_name("N")
            .value_parser(value_parser!(NonZeroUsize))
            .help("Put at most N boards side by side in a strip");
        let title = Arg::new("title").long("title").value_name("TEXT").help("Call the pictures so");
        let rare = [columns, title].map(|arg| arg.hide_short_help(true));
        let output = Arg::new("output").short('o').long("output").value_name("FILE");
        let output = output
            .value_parser(value_parser!(PathBuf))
            .help("Write what the name says: .svg, .png, .gif or .html");
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
