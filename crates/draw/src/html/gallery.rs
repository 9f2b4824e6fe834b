//! A gallery: one page with all boards of a collection, sorted and filtered by their figures. Boards can be played and printed
//! as cards.

use itertools::Itertools as _;
use serde::Serialize;

use bmcplan_base::names::chosen_by_name;

use super::super::playable::PlayableBoard;
use super::super::svg::shape::escape;

/// A board of a gallery.
#[derive(Debug, Clone, PartialEq)]
pub struct Exhibit {
    /// Name of the board.
    pub name: String,
    /// Board at the start.
    pub board: PlayableBoard,
    /// Figures with distinct names; a gallery is sorted by its first one.
    pub figures: Vec<BoardFigure>,
    /// Moves of a shortest solution, by their names in films; empty if there is none, or none is known.
    pub moves: Vec<String>,
}

/// A figure of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardFigure {
    /// Name, which identifies the figure in all boards.
    pub name: &'static str,
    /// Description in a sentence.
    pub about: &'static str,
    /// Sort key.
    pub value: f64,
    /// Value as shown, with its unit.
    pub text: String,
}

/// Initial layout of the printed cards of a gallery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardLayout {
    /// Cards on a sheet.
    pub cards: CardsPerSheet,
    /// Paper size.
    pub paper: Paper,
}

/// Number of cards on a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CardsPerSheet {
    /// One large card.
    One,
    /// Two by two.
    #[default]
    Four,
    /// Three rows of two.
    Six,
}

chosen_by_name!(
    CardsPerSheet { One: "1", Four: "4", Six: "6" },
    UnknownCardsPerSheet,
    "number of cards on a sheet"
);

/// A paper size, upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 inches by 11 inches.
    Letter,
}

chosen_by_name!(Paper { A4: "a4", Letter: "letter" }, UnknownPaper, "paper");

#[derive(Debug, Serialize)]
pub(super) struct GalleryData<'a> {
    title: &'a str,
    figures: Vec<FigureData>,
    exhibits: Vec<ExhibitData<'a>>,
    cards: &'static str,
    paper: &'static str,
}

#[derive(Debug, Serialize)]
struct FigureData {
    name: &'static str,
    about: &'static str,
}

#[derive(Debug, Serialize)]
struct ExhibitData<'a> {
    name: &'a str,
    board: &'a PlayableBoard,
    /// Figures in the order of the gallery.
    figures: Vec<Option<(f64, &'a str)>>,
    moves: &'a [String],
}

impl<'a> GalleryData<'a> {
    pub(super) fn of(title: &'a str, exhibits: &'a [Exhibit], layout: CardLayout) -> Self {
        let figures = exhibits.iter().flat_map(|exhibit| &exhibit.figures).unique_by(|figure| figure.name);
        let figures =
            figures.map(|&BoardFigure { name, about, .. }| FigureData { name, about }).collect_vec();
        let exhibit = |Exhibit { name, board, figures: known, moves }: &'a Exhibit| {
            let figure = |column: &FigureData| {
                let figure = known.iter().find(|figure| figure.name == column.name)?;
                // JSON has no infinities and no NaN.
                figure.value.is_finite().then_some((figure.value, &*figure.text))
            };
            ExhibitData { name, board, figures: figures.iter().map(figure).collect(), moves }
        };
        let exhibits = exhibits.iter().map(exhibit).collect();
        Self { title, figures, exhibits, cards: layout.cards.name(), paper: layout.paper.name() }
    }

    pub(super) fn items(&self) -> String {
        let item = |exhibit: &ExhibitData<'_>| {
            let figures = self.figures.iter().zip(&exhibit.figures);
            let figures = figures.filter_map(|(column, figure)| Some((column.name, (*figure)?.1)));
            let figures = figures.map(|(name, text)| format!("{name}: {text}")).join(", ");
            let solution = exhibit.moves.join(", ");
            format!("<li>{}. {}. {}</li>\n", escape(exhibit.name), escape(&figures), escape(&solution))
        };
        self.exhibits.iter().map(item).collect()
    }
}
