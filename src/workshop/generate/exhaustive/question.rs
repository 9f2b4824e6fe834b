//! The boards that are wanted, checked.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use super::lanes::MAX_LANE;

/// The sizes of boards that can be enumerated; on fewer cells the red car fills its row.
const SIZES: RangeInclusive<usize> = 3..=MAX_LANE;

/// All boards of a size, or a shard of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AllBoardsQuestion {
    size: usize,
    exit_row: usize,
    shard: BoardShard,
    /// The number of threads. The boards and their order do not depend on it.
    pub jobs: NonZeroUsize,
}

/// A part of all boards: those of some signatures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardShard {
    /// From 1 on.
    pub part: usize,
    /// The number of parts.
    pub of: usize,
}

/// A question about boards that there are not.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum AllBoardsError {
    /// Too small or too large.
    #[error(
        "boards of {size}×{size} cells cannot be enumerated; sizes from {} to {} can", SIZES.start(), SIZES.end()
    )]
    Size {
        /// The number of rows, and of columns.
        size: usize,
    },
    /// An exit in a row that the board has not.
    #[error("no row {row} for the exit: there are {size}, counted from 1")]
    ExitRow {
        /// The row.
        row: usize,
        /// The number of rows.
        size: usize,
    },
    /// No such part.
    #[error("no part {part} of {of}; parts are counted from 1")]
    Shard {
        /// The part.
        part: usize,
        /// The number of parts.
        of: usize,
    },
}

debug_is_message!(AllBoardsError);

impl AllBoardsQuestion {
    /// All boards of `size` × `size` cells whose exit is at the right of the middle row, or of the one above the middle.
    ///
    /// # Errors
    /// Boards of that size cannot be enumerated.
    pub fn of_size(size: usize) -> Result<Self, AllBoardsError> {
        if !SIZES.contains(&size) {
            return Err(AllBoardsError::Size { size });
        }
        let exit_row = size.div_ceil(2);
        Ok(Self { size, exit_row, shard: BoardShard { part: 1, of: 1 }, jobs: NonZeroUsize::MIN })
    }

    /// Puts the exit in another row, counted from 1.
    ///
    /// # Errors
    /// There is no such row.
    pub fn with_exit_row(self, row: usize) -> Result<Self, AllBoardsError> {
        match (1..=self.size).contains(&row) {
            true => Ok(Self { exit_row: row, ..self }),
            false => Err(AllBoardsError::ExitRow { row, size: self.size }),
        }
    }

    /// Only a part of the boards. Parts have no board in common, and together they have all.
    ///
    /// # Errors
    /// There is no such part.
    pub fn with_shard(self, shard: BoardShard) -> Result<Self, AllBoardsError> {
        let BoardShard { part, of } = shard;
        if (1..=of).contains(&part) {
            Ok(Self { shard, ..self })
        } else {
            Err(AllBoardsError::Shard { part, of })
        }
    }

    /// The number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The row of the exit, from 1.
    pub fn exit_row(&self) -> usize {
        self.exit_row
    }

    /// The part of the boards; 1 of 1 are all.
    pub fn shard(&self) -> BoardShard {
        self.shard
    }
}
