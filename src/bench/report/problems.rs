//! The section of one problem in a report: a table with a row for each configuration, and notes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use itertools::Itertools as _;

use super::super::run_log::Entry;
use super::super::summary::{Summary, summaries};
use super::super::table::{TableStyle, table};

/// A problem with its runs.
#[derive(Debug, Clone)]
pub struct ProblemSection<'e> {
    /// The instance.
    pub instance: &'e str,
    /// Its kind.
    pub kind: &'e str,
    /// What counts as one move, if there is a choice.
    pub metric: Option<&'e str>,
    /// All its runs.
    pub entries: Vec<&'e Entry>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// A section for each instance and metric, in the order in which their first runs come.
pub(super) fn sections<'e>(entries: &[&'e Entry]) -> Vec<ProblemSection<'e>> {
    let mut sections: Vec<ProblemSection<'e>> = Vec::new();
    for entry in entries {
        let record = &entry.record;
        let (instance, kind) = (&*record.instance, &*record.kind);
        let metric = record.configuration.metric.as_deref();
        let is_its = |section: &&mut ProblemSection<'_>| {
            (section.instance, section.kind, section.metric) == (instance, kind, metric)
        };
        match sections.iter_mut().find(is_its) {
            Some(section) => section.entries.push(entry),
            None => sections.push(ProblemSection {
                instance,
                kind,
                metric,
                entries: vec![entry],
                notes: Vec::new(),
            }),
        }
    }
    sections
}

impl ProblemSection<'_> {
    /// The head, the table and the notes.
    pub fn text(&self, style: TableStyle) -> String {
        let rows = summaries(self.entries.iter().map(|entry| &entry.record));
        let head = self.head(&rows);
        let mut text = match style {
            TableStyle::Terminal => format!("{head}\n\n"),
            TableStyle::Markdown => format!("### {head}\n\n"),
        };
        if !rows.is_empty() {
            text.push_str(&table(&rows, style));
            text.push('\n');
        }
        for note in self.notes.iter().cloned().chain(failures(&rows)) {
            let _ = writeln!(text, "- {}", note.replace(['\n', '\r'], " "));
        }
        text.trim_end().to_owned() + "\n"
    }

    /// `board.toml (rushhour, units; expected: 4; at most 60 s), medians of 3 runs each`.
    fn head(&self, rows: &[Summary<'_>]) -> String {
        let expected: BTreeSet<_> = self.entries.iter().filter_map(|entry| entry.expected).collect();
        let limits: BTreeSet<String> = self.entries.iter().filter_map(|entry| limit(entry)).collect();
        let metric = self.metric.map(|metric| format!(", {metric}"));
        let expected = expected.iter().map(|expected| format!("; expected: {expected}"));
        let limits = limits.iter().map(|limit| format!("; {limit}"));
        let more: String = metric.into_iter().chain(expected).chain(limits).collect();
        let runs = match rows.iter().map(|row| row.runs().len()).minmax().into_option() {
            None => "nothing was measured".to_owned(),
            Some((1, 1)) => "one run each".to_owned(),
            Some((fewest, most)) if fewest == most => format!("medians of {most} runs each"),
            // It was interrupted, or groups have different numbers of runs.
            Some((_, most)) => format!("medians of up to {most} runs each"),
        };
        format!("{} ({}{more}), {runs}", self.instance, self.kind)
    }
}

fn limit(entry: &Entry) -> Option<String> {
    let time = entry.timeout_seconds.map(|seconds| format!("{seconds} s"));
    let cpu_time = entry.cpu_timeout_seconds.map(|seconds| format!("{seconds} s of CPU time"));
    let memory = entry.memory_limit_mb.map(|megabytes| format!("{megabytes} MB"));
    let limits = time.into_iter().chain(cpu_time).chain(memory).join(", ");
    (!limits.is_empty()).then(|| format!("at most {limits}"))
}

/// The failed configurations with their messages, each once.
fn failures(rows: &[Summary<'_>]) -> Vec<String> {
    let records = rows.iter().flat_map(|row| row.runs());
    let failure = |record: &&super::super::record::Record| {
        record.result.failure().map(|message| format!("failed: {} ({message})", record.configuration))
    };
    records.filter_map(failure).unique().collect()
}
