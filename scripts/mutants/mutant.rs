//! The switch of mutants (scripts/mutants.py): the number of the one that is on, and a log of those that anybody has come by.

use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ON: LazyLock<usize> =
    LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0));
static LOG: LazyLock<Option<std::fs::File>> = LazyLock::new(|| {
    let path = std::env::var_os("MUTANT_LOG")?;
    std::fs::File::options().create(true).append(true).open(path).ok()
});
static SEEN: [AtomicBool; 1 << 14] = [const { AtomicBool::new(false) }; 1 << 14];

/// Is this mutant switched on?
#[inline(never)]
pub fn is(number: usize) -> bool {
    if let Some(mut log) = LOG.as_ref()
        && !SEEN[number].load(Ordering::Relaxed)
        && !SEEN[number].swap(true, Ordering::Relaxed)
    {
        let _ = writeln!(log, "{number}");
    }
    *ON == number
}
