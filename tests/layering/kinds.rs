//! Kinds of problems are named only in their own room: nobody else asks which kind there is, so that a new one is one folder
//! and one row.

use itertools::Itertools as _;

use crate::source::files;

const ALLOWED: [&str; 1] = ["kinds"];

#[test]
fn kinds_of_problems_are_named_in_their_table_only() {
    let words = ["rush_hour::", "sliding_block::", "gdl::", "RUSH_HOUR", "SLIDING_BLOCK", "GDL"];
    let others =
        files().into_iter().filter(|file| !ALLOWED.contains(&file.module.first().map_or("", String::as_str)));
    let mentions = others.flat_map(|file| {
        let is_mention = |line: &&str| words.iter().any(|word| line.contains(word));
        file.code
            .lines()
            .filter(is_mention)
            .map(|line| format!("{}: {}", file.name(), line.trim()))
            .collect_vec()
    });
    let mentions = mentions.collect_vec();
    assert!(mentions.is_empty(), "{}", mentions.join("\n"));
}
