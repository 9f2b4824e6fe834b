//! The report on the runs of a suite: scores, tables, unexpected answers and contradictions.

mod quality;
mod scores;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use itertools::Itertools as _;

use bmcplan_sat::figures::Figures;

use super::configuration::Configuration;
use super::contradictions::find_contradictions;
use super::run_log::{BenchSession, Entry, Head, RunLog};
use super::summary::{Summary, summaries};
use super::table::{ColumnAlign, TableStyle, lay_out, seconds, table};

pub use scores::{AmbiguousName, ConfigurationScore, ScoreClock, scores};

/// Returns the answers that contradict the expected ones, one line each.
pub fn unexpected(entries: &[&Entry]) -> Vec<String> {
    let unexpected = entries.iter().filter_map(|entry| {
        let record = &entry.record;
        let expected = entry.expected.filter(|expected| expected.is_contradicted_by(record))?;
        let refuted = match record.refuted.filter(|_| !record.result.is_answer()) {
            Some(horizon) => format!(", and refuted {horizon}"),
            None => String::new(),
        };
        let metric = record.configuration.metric.iter().map(|metric| format!(" in {metric}")).join("");
        Some(format!(
            "{}{metric}: ({}) says {}{refuted}, but {expected} is expected",
            record.instance,
            record.configuration,
            record.result_in_words()
        ))
    });
    unexpected.unique().collect()
}

/// Returns the pairs of runs that contradict each other, one line each.
pub fn contradictions(entries: &[&Entry]) -> Vec<String> {
    let found = find_contradictions(entries.iter().map(|entry| &entry.record));
    found.iter().map(ToString::to_string).unique().collect()
}

/// Returns the whole report.
pub fn markdown(log: &RunLog) -> String {
    let Head { suite, version, sessions, .. } = &log.head;
    let entries: Vec<&Entry> = log.runs().collect();
    let hash = suite.hash.get(..12).unwrap_or(&suite.hash);
    let mut text = format!(
        "# {}\n\n{} of {} runs under bmcplan {version}; the hash of the suite begins with `{hash}`.\n",
        suite.name,
        entries.len(),
        suite.runs
    );
    for (what, lines) in [
        ("These cannot both be true", contradictions(&entries)),
        ("Another answer is expected", unexpected(&entries)),
    ] {
        if !lines.is_empty() {
            let _ = write!(text, "\n**{what}:**\n\n");
        }
        for line in lines {
            let _ = writeln!(text, "- {}", line.replace(['\n', '\r'], " "));
        }
    }
    let _ = write!(text, "\n## Where and when\n\n{}", of_sessions(sessions));
    let scores = scores(&entries);
    let _ = write!(text, "\n## Configurations\n\n{}", of_scores(&scores));
    let _ = writeln!(
        text,
        "\nAnswered are problems with an answer in most runs. Quality is the sum of the least known length or cost of each \
         problem divided by that of the plan. PAR-2 is the mean of {} seconds, with twice the limit of that clock where there \
         is no answer.",
        ScoreClock::of(&entries).name()
    );
    if let Some(folders) = of_folders(&scores) {
        let _ = write!(text, "\n## Folders\n\n{folders}\nAnswered problems, of those that were tried.\n");
    }
    text.push_str("\n## Problems\n");
    for section in sections(&entries) {
        let _ = write!(text, "\n{}", section.text(TableStyle::Markdown));
    }
    text
}

fn of_sessions(sessions: &[BenchSession]) -> String {
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
    lay_out(&lines, &[ColumnAlign::Left; 9], TableStyle::Markdown)
}

fn shortened(commit: &str) -> String {
    let (digits, changed) = match commit.split_once('-') {
        Some((digits, changed)) => (digits, format!("-{changed}")),
        None => (commit, String::new()),
    };
    format!("{}{changed}", digits.get(..12).unwrap_or(digits))
}

fn of_scores(scores: &[ConfigurationScore]) -> String {
    let mut heads = ["kind", "encoding", "mode", "solver", "options", "answered", "of", "quality"]
        .map(str::to_owned)
        .to_vec();
    let clock = scores.first().map_or(ScoreClock::Cpu, |score| score.clock).name();
    heads.extend([format!("PAR-2, {clock} s"), format!("{clock} s of answers")]);
    let mut lines = vec![heads];
    for score in scores {
        let configuration = &score.configuration;
        let known = |text: &Option<String>| text.clone().unwrap_or_default();
        lines.push(vec![
            score.kind.clone(),
            known(&configuration.encoding),
            known(&configuration.mode),
            known(&configuration.solver),
            configuration.options_in_words(),
            score.answered().to_string(),
            score.tried().to_string(),
            format!("{:.2}", score.quality()),
            score.par2().map(seconds).unwrap_or_default(),
            // An empty sum is negative zero.
            if score.answered() == 0 { String::new() } else { seconds(score.seconds().into_iter().sum()) },
        ]);
    }
    let (left, right) = (ColumnAlign::Left, ColumnAlign::Right);
    lay_out(&lines, &[left, left, left, left, left, right, right, right, right, right], TableStyle::Markdown)
}

/// Returns a table of coverage by folder, a column for each configuration; `None` if all problems are in one folder.
fn of_folders(scores: &[ConfigurationScore]) -> Option<String> {
    let coverage: Vec<_> = scores.iter().map(ConfigurationScore::coverage).collect();
    let folders: BTreeSet<&String> = coverage.iter().flat_map(BTreeMap::keys).collect();
    if folders.len() < 2 {
        return None;
    }
    let heads = ["folder".to_owned()].into_iter().chain(scores.iter().map(ToString::to_string));
    let mut lines = vec![heads.collect_vec()];
    for folder in folders {
        let name = if folder.is_empty() { "." } else { folder };
        let cells = coverage.iter().map(|of| {
            of.get(folder).map(|[answered, tried]| format!("{answered} of {tried}")).unwrap_or_default()
        });
        lines.push([name.to_owned()].into_iter().chain(cells).collect());
    }
    let aligns = vec![ColumnAlign::Left; scores.len() + 1];
    Some(lay_out(&lines, &aligns, TableStyle::Markdown))
}

/// A problem with its runs.
#[derive(Debug, Clone)]
pub struct ProblemSection<'e> {
    /// Name of the problem.
    pub instance: &'e str,
    /// Kind of problem.
    pub kind: &'e str,
    /// Metric, if there is a choice.
    pub metric: Option<&'e str>,
    /// Runs of the problem.
    pub entries: Vec<&'e Entry>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

fn sections<'e>(entries: &[&'e Entry]) -> Vec<ProblemSection<'e>> {
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
    /// Returns the heading, the table and the notes.
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
        for note in self.notes.iter().cloned().chain(equal_formulas(&rows)).chain(failures(&rows)) {
            let _ = writeln!(text, "- {}", note.replace(['\n', '\r'], " "));
        }
        text.trim_end().to_owned() + "\n"
    }

    /// Returns the heading: `board.toml (rushhour, units; expected: 4; at most 60 s), medians of 3 runs each`.
    fn head(&self, rows: &[Summary<'_>]) -> String {
        let expected: BTreeSet<String> =
            self.entries.iter().filter_map(|entry| Some(entry.expected?.to_string())).collect();
        let limits: BTreeSet<String> = self.entries.iter().filter_map(|entry| limit(entry)).collect();
        let metric = self.metric.map(|metric| format!(", {metric}"));
        let expected = expected.iter().map(|expected| format!("; expected: {expected}"));
        let limits = limits.iter().map(|limit| format!("; {limit}"));
        let more: String = metric.into_iter().chain(expected).chain(limits).collect();
        let runs = match rows.iter().map(|row| row.runs().len()).minmax().into_option() {
            None => "nothing was measured".to_owned(),
            Some((1, 1)) => "one run each".to_owned(),
            Some((fewest, most)) if fewest == most => format!("medians of {most} runs each"),
            // The suite was interrupted, or its groups differ in their number of runs.
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

/// Returns a note about encodings whose formulas have the same size in all rows that differ in nothing else: mostly it is one formula.
fn equal_formulas(rows: &[Summary<'_>]) -> Option<String> {
    /// The rest of a configuration, with the figures of its formula.
    type Sized = (Configuration, [Option<u64>; 4]);
    let mut sizes: BTreeMap<&str, Vec<Sized>> = BTreeMap::new();
    for row in rows {
        let (Some(encoding), Some(run)) = (&row.configuration.encoding, row.runs().first()) else { continue };
        let Figures { variables, clauses, literals, formula_bytes, .. } = run.figures;
        if variables.is_some() {
            let rest = Configuration { encoding: None, ..row.configuration.clone() };
            let size = [variables, clauses, literals, formula_bytes];
            sizes.entry(encoding).or_default().push((rest, size));
        }
    }
    let pairs = sizes.iter().array_combinations().filter(|[(_, one), (_, other)]| one == other);
    let pairs = pairs.map(|[(one, _), (other, _)]| format!("{one} and {other}")).join("; ");
    (!pairs.is_empty()).then(|| format!("formulas of the same size in every figure: {pairs}"))
}

fn failures(rows: &[Summary<'_>]) -> Vec<String> {
    let records = rows.iter().flat_map(|row| row.runs());
    let failure = |record: &&super::record::Record| {
        record.result.failure().map(|message| format!("failed: {} ({message})", record.configuration))
    };
    records.filter_map(failure).unique().collect()
}
