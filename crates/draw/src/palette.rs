//! The colours of all pictures, which colour-blind people can distinguish, too.

/// Role of a colour; its tone depends on whether the picture is light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Behind everything.
    Page,
    /// Floor of a board.
    Floor,
    /// Thin lines on the floor.
    Grid,
    /// A wall, which nothing can enter.
    Wall,
    /// Frame of a board, and text next to it.
    Ink,
    /// Unobtrusive text: coordinates.
    Faint,
    /// A goal of a piece.
    Goal,
    /// Red car.
    Red,
    /// A piece, by its number, modulo the number of colours.
    Piece(usize),
    /// A car or truck of ThinkFun's cards, by its place in [`Colour::card`].
    Card(usize),
    /// Text on a piece of that number.
    OnPiece(usize),
    /// Text on the red car, and on highlighted things.
    OnRed,
    /// A light that is on, or a value that has just changed.
    On,
    /// A light that is off.
    Off,
    /// A line, a bar or a point of a plot, by its number, modulo the number of colours.
    Series(usize),
}

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// Light tones of the colours of Okabe & Ito (*Color Universal Design*, 2008), all far from the red car's, each with dark
/// letters. Labels distinguish pieces that share a colour.
const PIECES: [Rgb; 8] = [
    [0x56, 0xb4, 0xe9],
    [0xe6, 0xb8, 0x3c],
    [0x3f, 0xb5, 0x93],
    [0xf0, 0xe4, 0x42],
    [0x7f, 0xa8, 0xd8],
    [0xd9, 0xa3, 0xc6],
    [0xb7, 0xc9, 0x6a],
    [0xc2, 0xb2, 0x9d],
];

/// The cars of ThinkFun's cards, A to K, and the trucks O to R, in tones that dark letters can be read on.
const CARDS: [(char, Rgb); 15] = [
    ('A', [0x8e, 0xd1, 0x6f]),
    ('B', [0xf2, 0x9b, 0x3f]),
    ('C', [0x6e, 0xc3, 0xea]),
    ('D', [0xf2, 0xa3, 0xbd]),
    ('E', [0xa8, 0x8b, 0xd4]),
    ('F', [0x52, 0xa8, 0x6b]),
    ('G', [0xa9, 0xad, 0xb3]),
    ('H', [0xe3, 0xc9, 0xa0]),
    ('I', [0xf3, 0xe3, 0x6b]),
    ('J', [0xb9, 0x8a, 0x5e]),
    ('K', [0xa8, 0xa2, 0x4a]),
    ('O', [0xf2, 0xc8, 0x1e]),
    ('P', [0xb7, 0x9b, 0xe0]),
    ('Q', [0x6f, 0x9b, 0xe0]),
    ('R', [0x4b, 0xb5, 0x9a]),
];

/// The number of cars among them; the others are trucks.
const CARS: usize = 11;

/// Colours of plots, each for a light picture and for a dark one. They are those of Okabe & Ito without yellow, which is hard
/// to see on white.
const SERIES: [[Rgb; 2]; 7] = [
    [[0x00, 0x72, 0xb2], [0x56, 0xa8, 0xe0]],
    [[0xe6, 0x9f, 0x00], [0xe6, 0x9f, 0x00]],
    [[0x00, 0x9e, 0x73], [0x2c, 0xc2, 0x95]],
    [[0xcc, 0x79, 0xa7], [0xe3, 0x9a, 0xc4]],
    [[0x56, 0xb4, 0xe9], [0x9a, 0xd4, 0xf5]],
    [[0xd5, 0x5e, 0x00], [0xf0, 0x7f, 0x3c]],
    [[0x00, 0x00, 0x00], [0xff, 0xff, 0xff]],
];

impl Colour {
    /// Number of colours for pieces.
    pub const PIECES: usize = PIECES.len();

    /// Number of colours for the series of a plot.
    pub const SERIES: usize = SERIES.len();

    /// Returns the colour of a piece of ThinkFun's cards: a car of two cells, or a truck of three, by its letter.
    pub fn card(name: &str, length: usize) -> Option<Self> {
        let number = CARDS.iter().position(|(letter, _)| name == letter.encode_utf8(&mut [0; 4]))?;
        (length == if number < CARS { 2 } else { 3 }).then_some(Self::Card(number))
    }

    /// Returns all distinct colours of plots.
    pub fn of_plots() -> impl Iterator<Item = Self> {
        let single = [Self::Page, Self::Grid, Self::Ink, Self::Faint];
        single.into_iter().chain((0..Self::SERIES).map(Self::Series))
    }

    /// Returns all distinct colours of films.
    pub fn all() -> impl Iterator<Item = Self> {
        let single = [
            Self::Page,
            Self::Floor,
            Self::Grid,
            Self::Wall,
            Self::Ink,
            Self::Faint,
            Self::Goal,
            Self::Red,
            Self::OnPiece(0),
            Self::OnRed,
            Self::On,
            Self::Off,
        ];
        single.into_iter().chain((0..Self::PIECES).map(Self::Piece)).chain((0..CARDS.len()).map(Self::Card))
    }

    /// Returns the colour for a light or a `dark` picture.
    pub fn rgb(self, dark: bool) -> Rgb {
        let [light, night] = match self {
            Self::Page => [[0xff, 0xff, 0xff], [0x16, 0x18, 0x1d]],
            Self::Floor => [[0xf1, 0xef, 0xea], [0x25, 0x28, 0x30]],
            Self::Grid => [[0xdd, 0xd9, 0xd0], [0x36, 0x3a, 0x45]],
            Self::Wall => [[0x6b, 0x6b, 0x70], [0x7d, 0x80, 0x8a]],
            Self::Ink => [[0x26, 0x28, 0x2d], [0xe8, 0xe8, 0xea]],
            Self::Faint => [[0x6f, 0x70, 0x75], [0x9b, 0x9d, 0xa6]],
            Self::Goal => [[0x0b, 0x7a, 0x4b], [0x4c, 0xc3, 0x8a]],
            Self::Red => [[0xc8, 0x1e, 0x1e], [0xd6, 0x2f, 0x2f]],
            Self::Piece(number) => [PIECES[number % PIECES.len()]; 2],
            Self::Card(number) => [CARDS[number % CARDS.len()].1; 2],
            Self::OnPiece(_) => [[0x1b, 0x1c, 0x1f]; 2],
            Self::OnRed => [[0xff, 0xff, 0xff]; 2],
            Self::On => [[0xf6, 0xc3, 0x2c], [0xff, 0xd3, 0x4e]],
            Self::Series(number) => SERIES[number % SERIES.len()],
            Self::Off => [[0xc9, 0xc8, 0xc4], [0x4a, 0x4e, 0x5a]],
        };
        if dark { night } else { light }
    }
}
