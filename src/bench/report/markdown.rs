//! The report as Markdown: machine and versions, scores of the configurations, and a table for each problem.

use std::fmt::Write as _;

use super::super::run_log::{BenchSession, Entry, Head, RunLog};
use super::super::table::{ColumnAlign, TableStyle, lay_out, seconds};
use super::problems::sections;
use super::scores::{ConfigurationScore, ScoreClock, scores};
use super::{contradictions, unexpected};

/// The whole report.
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
    let _ = write!(text, "\n## Configurations\n\n{}", of_scores(&scores(&entries)));
    let _ = write!(
        text,
        "\nAnswered are problems with an answer in most runs. PAR-2 is the mean of {} seconds, with twice the limit of that \
         clock where there is no answer.\n\n## Problems\n",
        ScoreClock::of(&entries).name()
    );
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

/// Twelve digits, and whether anything was changed since.
fn shortened(commit: &str) -> String {
    let (digits, changed) = match commit.split_once('-') {
        Some((digits, changed)) => (digits, format!("-{changed}")),
        None => (commit, String::new()),
    };
    format!("{}{changed}", digits.get(..12).unwrap_or(digits))
}

fn of_scores(scores: &[ConfigurationScore]) -> String {
    let mut heads =
        ["kind", "encoding", "mode", "solver", "options", "answered", "of"].map(str::to_owned).to_vec();
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
            score.par2().map(seconds).unwrap_or_default(),
            // The sum of nothing is a negative zero.
            if score.answered() == 0 { String::new() } else { seconds(score.seconds().into_iter().sum()) },
        ]);
    }
    let (left, right) = (ColumnAlign::Left, ColumnAlign::Right);
    lay_out(&lines, &[left, left, left, left, left, right, right, right, right], TableStyle::Markdown)
}
