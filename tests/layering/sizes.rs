//! Files are short: one idea each.

use itertools::Itertools as _;

use crate::source::files;

/// No file has more lines, its tests included.
const LONGEST: usize = 300;

#[test]
fn no_file_is_long() {
    let long = files().into_iter().filter(|file| LONGEST < file.text.lines().count());
    let long = long.map(|file| format!("{}: {} lines", file.name(), file.text.lines().count())).join("\n");
    assert!(long.is_empty(), "files of more than {LONGEST} lines:\n{long}");
}
