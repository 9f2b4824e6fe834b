//! The formats of pictures of plans, and of plots: [`FORMATS`] has a row for each, with its option.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::draw::film::Film;
use crate::draw::plot::Figure;
use crate::draw::{PixelError, gif, html, png, svg};
use crate::stop::Stop;

use super::failure::Failure;
use super::files;

#[derive(Debug)]
pub(super) struct PictureFormat {
    /// The option that asks for it, without its dashes.
    pub(super) option: &'static str,
    pub(super) help: &'static str,
    /// A file of a whole film, in at most this number of columns where frames are side by side.
    pub(super) film: DrawFilm,
    /// A file of a single frame, where there is such a thing: there frames stand side by side.
    pub(super) frame: Option<DrawFrame>,
}

/// Extensions that say what a file is, with the option that draws it, if there is one.
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
    pub(super) fn of(path: &Path) -> Option<&'static Self> {
        let (_, option) = extension(path)?;
        FORMATS.iter().find(|format| Some(format.option) == *option)
    }

    /// Refuses a file whose name says that it is something else.
    pub(super) fn check_name(&self, path: &Path) -> Result<(), Failure> {
        let Some((extension, other)) = extension(path).filter(|(_, option)| *option != Some(self.option))
        else {
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

pub(super) type DrawFilm = fn(&Film, Option<NonZeroUsize>, &Stop) -> Result<Vec<u8>, PixelError>;

pub(super) type DrawFrame = fn(&Film, usize, &Stop) -> Result<Vec<u8>, PixelError>;

pub(super) static FORMATS: &[PictureFormat] = &[
    PictureFormat {
        option: "svg",
        help: "Draw a film strip; a file by step (%d) or problem (%s)",
        film: |film, columns, _| Ok(svg::strip_of(film, columns).into_bytes()),
        frame: Some(|film, frame, _| Ok(svg::still(film, frame).into_bytes())),
    },
    PictureFormat { option: "png", help: "As --svg, in pixels", film: png::strip, frame: Some(png::still) },
    PictureFormat {
        option: "gif",
        help: "Draw an endless animation",
        film: |film, _, stop| {
            let mut bytes = Vec::new();
            gif::write(film, &mut bytes, stop)?;
            Ok(bytes)
        },
        frame: None,
    },
    PictureFormat {
        option: "html",
        help: "Write a page that plays the plan in any browser",
        film: |film, _, _| Ok(html::page(film).into_bytes()),
        frame: None,
    },
];

/// Extensions of texts, which a page is not, and other files of ours may be.
const TEXTS: [&str; 4] = ["txt", "md", "json", "toml"];

/// Refuses a page whose name says that it is something else.
pub(super) fn check_page(path: &Path) -> Result<(), Failure> {
    let picture = extension(path).filter(|(_, option)| *option != Some("html"));
    let text =
        path.extension().filter(|extension| TEXTS.iter().any(|text| extension.eq_ignore_ascii_case(text)));
    if picture.is_none() && text.is_none() {
        return Ok(());
    }
    let (own, path) = (path.with_extension("html"), path.display());
    let option = picture.and_then(|(_, option)| *option);
    let draws =
        option.map(|option| format!("; `bmcplan draw --{option} {path}` draws it")).unwrap_or_default();
    Err(Failure::Usage(format!("{path}: a page is HTML; name the file {}{draws}", own.display())))
}

fn extension(path: &Path) -> Option<&'static (&'static str, Option<&'static str>)> {
    let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
    EXTENSIONS.iter().find(|(known, _)| *known == extension)
}

#[derive(Debug, Clone)]
pub(super) struct PlotFile {
    option: &'static str,
    path: PathBuf,
}

impl PlotFile {
    /// Returns the file that an option names; refused if its name says that it is some other picture.
    pub(super) fn of(option: &'static str, path: PathBuf) -> Result<Self, Failure> {
        match extension(&path) {
            None | Some((_, Some("svg" | "png"))) => Ok(Self { option, path }),
            Some((extension, _)) => Err(Failure::Usage(format!(
                "{option} {}: plots are SVG or PNG, no .{extension}; name the file {}",
                path.display(),
                path.with_extension("svg").display()
            ))),
        }
    }

    pub(super) fn name(&self, files: &mut files::Files) {
        files.writes(self.option, &self.path);
    }

    pub(super) fn write(&self, figure: &Figure) -> Result<(), Failure> {
        let drawn = match extension(&self.path) {
            Some((_, Some("png"))) => png::figure(figure, &Stop::default())
                .map_err(|error| Failure::Usage(format!("{}: {error}", self.option)))?,
            _ => svg::figure(figure).into_bytes(),
        };
        files::write(&self.path, &drawn)
    }
}
