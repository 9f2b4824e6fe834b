//! What the help of all commands promises: few lines, examples that can be typed, and options that are what their headings say.

use std::fs;

use bmcplan::ask::Limits;
use bmcplan_bench::report::contradictions;
use bmcplan_bench::run_log::Entry;
use bmcplan_bench::{Configuration, Instance, Planned, Record};

use crate::{bmcplan, code, run, stderr, stdout};

/// The lines of `-h`, of `--help`, and of a terminal.
const LINES: [usize; 2] = [40, 120];
const COLUMNS: usize = 100;
/// The words of an option in `-h`.
const WORDS: usize = 12;

/// The help of a command, or of the program.
fn help_of(command: &str) -> String {
    help_by(command, "--help")
}

fn help_by(command: &str, option: &str) -> String {
    let output = run(&format!("{command} {option}"));
    assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{command}");
    stdout(&output)
}

/// The commands that help lists, the program itself, and the command in another one.
fn commands() -> Vec<String> {
    let help = help_of("");
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let lines = commands.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    let others = ["", "compare prisoners"];
    let commands: Vec<_> = names.filter(|name| *name != "help").chain(others).map(str::to_owned).collect();
    assert!(20 < commands.len(), "{commands:?}");
    commands
}

/// An option that does not exist is the first that is wrong with each.
#[test]
fn examples_can_be_typed() {
    let mut n_examples = 0;
    for help in commands().iter().map(|command| help_of(command)) {
        for line in help.lines().filter(|line| line.starts_with("  bmcplan ")) {
            let words = line.trim().split("  ").next().unwrap().split(['<', '>', '|']).next().unwrap();
            let mut words = shlex::split(words).unwrap();
            words.push("--no-such-option".to_owned());
            let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let output = bmcplan(&words).output().unwrap();
            let said = stderr(&output);
            assert!(code(&output) == 2 && said.contains("'--no-such-option'"), "{line}: {said}");
            n_examples += 1;
        }
    }
    assert!(60 < n_examples, "{n_examples}");
}

#[test]
fn help_is_short() {
    let mut faults = Vec::new();
    for command in commands() {
        for (option, most) in ["-h", "--help"].into_iter().zip(LINES) {
            let help = help_by(&command, option);
            let n_lines = help.lines().count();
            if most < n_lines {
                faults.push(format!("{command} {option}: {n_lines} lines, at most {most}"));
            }
            let wide = help.lines().filter(|line| COLUMNS < line.chars().count());
            faults.extend(wide.map(|line| format!("{command} {option}: wider than {COLUMNS}: {line}")));
            let dialect = help.lines().filter(|line| line.contains("so many") || line.contains("whoever"));
            faults.extend(dialect.map(|line| format!("{command} {option}: {line}")));
            if option == "-h" {
                let long = texts(&help).into_iter().filter(|text| WORDS < text.split_whitespace().count());
                faults.extend(long.map(|text| format!("{command}: over {WORDS} words: {text}")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The text of each argument in short help, without its default and values.
fn texts(help: &str) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in help.lines().filter(|line| line.starts_with("  ")) {
        let trimmed = line.trim_start();
        match trimmed.split_once("  ").filter(|_| trimmed.starts_with(['-', '<', '['])) {
            Some((_, text)) if line.len() - trimmed.len() <= 6 => texts.push(text.trim().to_owned()),
            _ if trimmed.starts_with("bmcplan ") => {}
            _ => texts.iter_mut().next_back().into_iter().for_each(|text| *text += &format!(" {trimmed}")),
        }
    }
    let without_values = |text: String| text.split(" [").next().unwrap_or_default().to_owned();
    texts.into_iter().map(without_values).collect()
}

/// The options below a heading of help, or below any: their names, and the rest of their lines.
fn options(help: &str, headings: &[&str]) -> Vec<(String, String)> {
    let mut heading = "";
    let mut found = Vec::new();
    for line in help.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            heading = name;
        }
        let option = line.trim_start().split_once("--").filter(|(before, _)| before.len() <= 4);
        let is_option = line.starts_with("  ") && line.len() - line.trim_start().len() <= 6;
        if let Some((_, rest)) =
            option.filter(|_| is_option && (headings.is_empty() || headings.contains(&heading)))
        {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(rest.len());
            found.push((rest[..end].to_owned(), rest[end..].to_owned()));
        }
    }
    found
}

/// Whatever option of solving is added, runs with and without it may contradict each other.
#[test]
fn options_of_solving_do_not_change_the_problem() {
    let record = |option: Option<&str>, length: usize| {
        let line = format!(
            r#"{{"instance":"i","kind":"k","metric":null,"encoding":null,"mode":null,"given_horizon":null,"solver":null,"options":{{}},"run":1,"result":{{"status":"solved","length":{length},"steps":{length},"optimal":true}},"wall_seconds":1.0,"horizons":[],"version":"1"}}"#
        );
        let mut record = serde_json::from_str::<Record>(&line).unwrap();
        record.configuration.options.extend(option.map(|name| (name.to_owned(), String::new())));
        let planned = Planned {
            instance: Instance { name: "i".to_owned(), kind: "k".to_owned(), arguments: Vec::new() },
            configuration: Configuration::default(),
            run: 1,
            limits: Limits::default(),
            expected: None,
        };
        Entry::of(1, &planned, record)
    };
    // Fields of a configuration, and steps that count otherwise.
    let others = "encoding solver incremental horizon minimize search pdr first semantics";
    for command in ["solve", "prisoners"] {
        let options = options(&help_of(command), &["Mode", "Formula"]);
        assert!(3 < options.len(), "{options:?}");
        for (name, _) in options.iter().filter(|(name, _)| !others.split(' ').any(|other| other == name)) {
            let runs = [record(None, 3), record(Some(name), 4)];
            assert_eq!(contradictions(&runs.iter().collect::<Vec<_>>()).len(), 1, "{command} --{name}");
        }
    }
}

/// Whatever option is added that names a file, a suite must not have it.
#[test]
fn no_option_of_a_suite_names_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), "XX..\n....\n").unwrap();
    for kind in ["rushhour", "sliding", "gdl", "prisoners"] {
        let options = options(&help_of(kind), &[]).into_iter().filter(|(_, rest)| rest.contains("<FILE"));
        let options: Vec<String> = options.map(|(name, _)| name).collect();
        assert!(3 <= options.len(), "{options:?}");
        let instance = if kind == "prisoners" { "{ days = 6 }" } else { "\"a\"" };
        for option in options {
            let group =
                format!("kind = \"{kind}\"\ninstances = [{instance}]\noptions = {{ {option} = \"x\" }}\n");
            fs::write(folder.path().join("s.toml"), format!("[[group]]\n{group}")).unwrap();
            let output = bmcplan(&["bench", "s.toml"]).current_dir(folder.path()).output().unwrap();
            assert_eq!(code(&output), 2, "{group}{}", stderr(&output));
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}
