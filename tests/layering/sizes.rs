//! Files are chapters of one idea each: long enough to be read in one go, and never so long that nobody does.
//!
//! An earlier limit of 300 lines cut chapters into pages that only one neighbour used. In varisat, the exemplar, the median
//! file has 134 lines, and 90 % have at most 430.

use itertools::Itertools as _;

use crate::source::files;

/// The greatest number of lines in a file, its tests included.
const LONGEST: usize = 450;

#[test]
fn no_file_is_long() {
    let long = files().into_iter().filter(|file| LONGEST < file.text.lines().count());
    let long = long.map(|file| format!("{}: {} lines", file.name(), file.text.lines().count())).join("\n");
    assert!(long.is_empty(), "files of more than {LONGEST} lines:\n{long}");
}
