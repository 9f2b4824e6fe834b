//! All interesting Rush Hour boards of a size.

use std::num::NonZeroUsize;

use bmcplan::ask::{Watch, reason_name};
use bmcplan::stop::Stop;
use bmcplan::workshop::{
    AllBoardsError, AllBoardsNews, AllBoardsQuestion, BoardObject, BoardShard, all_boards as enumerate,
};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::problem::settings_of;
use crate::work::{self, Listener};

/// The boards that are wanted, as Python says it.
#[derive(Debug, Deserialize)]
struct AllBoardsArgs {
    size: usize,
    exit_row: Option<usize>,
    /// The number of the part, and how many there are.
    shard: (usize, usize),
    jobs: NonZeroUsize,
}

impl AllBoardsArgs {
    fn question(&self) -> Result<AllBoardsQuestion, AllBoardsError> {
        let (part, of) = self.shard;
        let all = AllBoardsQuestion::of_size(self.size)?;
        let all = self.exit_row.map_or(Ok(all), |row| all.with_exit_row(row))?;
        let mut question = all.with_shard(BoardShard { part, of })?;
        question.jobs = self.jobs;
        Ok(question)
    }
}

/// The boards, as JSON.
#[pyfunction]
#[pyo3(signature = (settings, question, progress=None))]
pub(crate) fn all_boards(
    py: Python<'_>,
    settings: &str,
    question: String,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let settings = settings_of(py, settings)?;
    work::run(py, settings.limits(), progress, &Stop::default(), move |watch, listener| {
        found(&question, watch, listener)
    })
}

fn found(question: &str, watch: &Watch, listener: &Listener) -> Result<String, Failure> {
    let args: AllBoardsArgs = serde_json::from_str(question).map_err(Failure::argument)?;
    let question = args.question().map_err(Failure::argument)?;
    let mut boards: Vec<Value> = Vec::new();
    let mut failed = None;
    let all = enumerate(&question, watch, &mut |news| match news {
        AllBoardsNews::Board(board) => match serde_json::to_value(BoardObject::from(&board)) {
            Ok(board) => boards.push(board),
            Err(error) => failed = Some(error),
        },
        AllBoardsNews::Progress { parts, of, so_far } => listener.hear(|| {
            Some(json!({"event": "enumerated", "boards": so_far.boards, "parts": parts, "all_parts": of}))
        }),
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let answer = json!({
        "boards": boards,
        "longest": all.longest,
        "signatures": all.signatures,
        "states": all.states,
        "clusters": all.clusters,
        "complete": all.stopped.is_none(),
        "stopped_by": all.stopped.map(reason_name),
    });
    Ok(answer.to_string())
}
