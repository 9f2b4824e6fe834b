//! Boards like a given one: with a small change, or seen in a mirror.

/// Limits of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VariantLimits {
    /// At most so many walls are put on a board.
    pub walls: usize,
    /// Do all pieces and walls stay, each in its shape, and no others come?
    pub keeps_pieces: bool,
}

/// The boards beside a board, for those who look for new puzzles.
pub trait Variants {
    /// The text of the board after one small change by chance: a piece is put elsewhere, is new, or is gone. `random(n)` is a number below
    /// n. `None` if no change was found to be possible.
    fn changed(&self, limits: VariantLimits, random: &mut dyn FnMut(usize) -> usize) -> Option<String>;

    /// The texts of the board and of its mirror images, each with its pieces named in reading order; its own comes first. Boards that
    /// differ by names or mirrors only have the same texts.
    fn forms(&self) -> Vec<String>;
}
