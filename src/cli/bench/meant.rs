//! The configuration of `bench`, checked and made from its arguments.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::super::failure::Failure;
use super::super::lowbench::{LowBench, Shard};
use super::super::output::check_writable;

/// What is to be done.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(super) what: What,
    pub(super) cactus: Option<PathBuf>,
    pub(super) scatter: Option<Scatter>,
}

#[derive(Debug)]
pub(super) enum What {
    /// Run a suite.
    Run(Run),
    /// Tell what a file of runs says.
    Report(PathBuf),
    /// Join files into another.
    Merge(Vec<PathBuf>, PathBuf),
}

/// A suite to run.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) suite: PathBuf,
    pub(super) out: PathBuf,
    pub(super) resume: bool,
    pub(super) at_a_time: NonZeroUsize,
    pub(super) shard: Option<Shard>,
}

/// Two configurations by their names, and where they are drawn.
#[derive(Debug)]
pub(super) struct Scatter {
    pub(super) names: [String; 2],
    pub(super) file: PathBuf,
}

pub(crate) fn interpret(typed: LowBench) -> Result<Bench, Failure> {
    let scatter = match <[String; 3]>::try_from(typed.scatter) {
        Ok([across, upright, file]) => Some(Scatter { names: [across, upright], file: file.into() }),
        Err(_) => None,
    };
    let what = match (typed.suite, typed.report, typed.out) {
        (Some(suite), _, out) => What::Run(Run {
            out: out.unwrap_or_else(|| usual_name(&suite, typed.shard)),
            suite,
            resume: typed.resume,
            at_a_time: typed.jobs,
            shard: typed.shard,
        }),
        (None, Some(file), _) => What::Report(file),
        (None, None, out) => What::Merge(typed.merge, out.unwrap_or_default()),
    };
    let out = match &what {
        What::Run(Run { out, .. }) | What::Merge(_, out) => Some(out),
        What::Report(_) => None,
    };
    let drawn = scatter.as_ref().map(|scatter| &scatter.file);
    for (option, path) in [("--out", out), ("--cactus", typed.cactus.as_ref()), ("--scatter", drawn)] {
        path.map_or(Ok(()), |path| check_writable(option, path))?;
    }
    Ok(Bench { what, cactus: typed.cactus, scatter })
}

/// In the current folder, whatever folder the suite is in.
fn usual_name(suite: &Path, shard: Option<Shard>) -> PathBuf {
    let stem = suite.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match shard {
        Some(Shard { part, of }) => format!("{stem}-{part}-of-{of}.jsonl").into(),
        None => format!("{stem}.jsonl").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_names() {
        let suite = Path::new("some/where/all.toml");
        assert_eq!(usual_name(suite, None), Path::new("all.jsonl"));
        assert_eq!(usual_name(suite, Some(Shard { part: 2, of: 4 })), Path::new("all-2-of-4.jsonl"));
    }
}
