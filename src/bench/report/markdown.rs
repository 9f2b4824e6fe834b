//! The report as Markdown: machine and versions, scores of the configurations, and a table for each problem.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::journal::{Entry, Head, Journal, Session};
use super::super::record::Record;
use super::super::summary::{Summary, summaries};
use super::super::table::{Align, Style, lay_out, seconds, table};
use super::contradictions;
use super::ways::{Way, ways};

/// The whole report.
pub fn markdown(journal: &Journal) -> String {
    let Head { suite, version, sessions, .. } = &journal.head;
    let hash = suite.hash.get(..12).unwrap_or(&suite.hash);
    let mut text = format!(
        "# {}\n\n{} of {} runs under bmcplan {version}; the hash of the suite begins with `{hash}`.\n",
        suite.name,
        journal.entries.len(),
        suite.runs
    );
    let wrong = contradictions(journal);
    if !wrong.is_empty() {
        text.push_str("\n**These cannot be true:**\n\n");
        wrong.iter().for_each(|line| item(&mut text, line));
    }
    let _ = write!(text, "\n## Where and when\n\n{}", of_sessions(sessions));
    let _ = write!(text, "\n## Configurations\n\n{}", of_ways(&ways(journal)));
    text.push_str(
        "\nAnswered are problems with an answer in most runs. PAR-2 is the mean of CPU seconds, with twice the limit of time \
         where there is no answer.\n\n## Problems\n",
    );
    for (head, records) in by_problem(journal) {
        let rows = summaries(records);
        let _ = write!(text, "\n### {head}\n\n{}", table(&rows, Style::Markdown));
        let failures = failures(&rows);
        if !failures.is_empty() {
            text.push('\n');
            failures.iter().for_each(|line| item(&mut text, line));
        }
    }
    text
}

fn item(text: &mut String, line: &str) {
    let _ = writeln!(text, "- {}", line.replace(['\n', '\r'], " "));
}

fn of_sessions(sessions: &[Session]) -> String {
    let mut lines = vec![
        ["began", "commit", "part", "at a time", "processor", "threads", "memory", "system", "solvers"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let known = |text: &Option<String>| text.clone().unwrap_or_default();
    for session in sessions {
        let machine = &session.machine;
        let solvers = session.solvers.iter().map(|(name, version)| match version {
            Some(version) => format!("{name} {version}"),
            None => name.clone(),
        });
        lines.push(vec![
            session.date.clone(),
            session.commit.as_ref().map(|commit| shortened(commit)).unwrap_or_default(),
            known(&session.shard),
            session.at_a_time.to_string(),
            known(&machine.cpu),
            machine.threads.map(|threads| threads.to_string()).unwrap_or_default(),
            machine.memory_mb.map(|megabytes| format!("{megabytes} MB")).unwrap_or_default(),
            known(&machine.os),
            solvers.collect::<Vec<_>>().join(", "),
        ]);
    }
    lay_out(&lines, &[Align::Left; 9], Style::Markdown)
}

/// Twelve digits, and whether anything was changed since.
fn shortened(commit: &str) -> String {
    let (digits, changed) = match commit.split_once('-') {
        Some((digits, changed)) => (digits, format!("-{changed}")),
        None => (commit, String::new()),
    };
    format!("{}{changed}", digits.get(..12).unwrap_or(digits))
}

fn of_ways(ways: &[Way]) -> String {
    let mut lines = vec![
        ["kind", "encoding", "mode", "solver", "options", "answered", "of", "PAR-2 s", "CPU s of answers"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for way in ways {
        let configuration = &way.configuration;
        let known = |text: &Option<String>| text.clone().unwrap_or_default();
        lines.push(vec![
            way.kind.clone(),
            known(&configuration.encoding),
            known(&configuration.mode),
            known(&configuration.solver),
            configuration.options_in_words(),
            way.answered().to_string(),
            way.tried().to_string(),
            way.par2().map(seconds).unwrap_or_default(),
            // The sum of nothing is a negative zero.
            if way.answered() == 0 { String::new() } else { seconds(way.seconds().into_iter().sum()) },
        ]);
    }
    let (left, right) = (Align::Left, Align::Right);
    lay_out(&lines, &[left, left, left, left, left, right, right, right, right], Style::Markdown)
}

/// An instance, its kind, and the metric.
type Question<'a> = (&'a str, &'a str, Option<&'a str>);

/// The runs of each instance and metric, with a head for them, in the order of the suite.
fn by_problem(journal: &Journal) -> Vec<(String, Vec<&Record>)> {
    let mut problems: Vec<(Question<'_>, Vec<&Entry>)> = Vec::new();
    for (entry, _) in journal.entries.values() {
        let record = &entry.record;
        let key = (&*record.instance, &*record.kind, record.configuration.metric.as_deref());
        match problems.iter_mut().find(|problem| problem.0 == key) {
            Some(problem) => problem.1.push(entry),
            None => problems.push((key, vec![entry])),
        }
    }
    let problems = problems.into_iter().map(|((instance, kind, metric), entries)| {
        let metric = metric.map(|metric| format!(", {metric}")).unwrap_or_default();
        let expected: BTreeSet<_> = entries.iter().filter_map(|entry| entry.expected).collect();
        let expected = expected.iter().map(|expected| format!("; expected: {expected}"));
        let limits: BTreeSet<String> = entries.iter().filter_map(|entry| limit(entry)).collect();
        let limits = limits.iter().map(|limit| format!("; {limit}"));
        let more: String = expected.chain(limits).collect();
        (
            format!("{instance} ({kind}{metric}{more})"),
            entries.into_iter().map(|entry| &entry.record).collect(),
        )
    });
    problems.collect()
}

fn limit(entry: &Entry) -> Option<String> {
    let time = entry.timeout_seconds.map(|seconds| format!("{seconds} s"));
    let memory = entry.memory_limit_mb.map(|megabytes| format!("{megabytes} MB"));
    let limits: Vec<String> = [time, memory].into_iter().flatten().collect();
    (!limits.is_empty()).then(|| format!("at most {}", limits.join(", ")))
}

/// What failed, and with which words.
fn failures(rows: &[Summary<'_>]) -> Vec<String> {
    let mut all = Vec::new();
    for record in rows.iter().flat_map(|row| row.runs()) {
        if let Some(message) = record.result.failure() {
            let line = format!("failed: {} ({message})", record.configuration);
            if !all.contains(&line) {
                all.push(line);
            }
        }
    }
    all
}
