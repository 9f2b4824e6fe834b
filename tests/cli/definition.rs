//! What the help of all commands promises: examples that can be typed, exit codes, and options that are what their headings say.

use std::fs;

use bmcplan::ask::Limits;
use bmcplan::bench::report::contradictions;
use bmcplan::bench::run_log::Entry;
use bmcplan::bench::{Configuration, Instance, Planned, Record};

use crate::{bmcplan, code, run, stderr, stdout};

/// The help of a command, or of the program.
fn help_of(command: &str) -> String {
    let output = run(&format!("{command} --help"));
    assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{command}");
    stdout(&output)
}

/// An option that does not exist is the first that is wrong with each.
#[test]
fn examples_can_be_typed() {
    let help = help_of("");
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| line.starts_with("  "));
    let commands =
        commands.filter_map(|line| line.split_whitespace().next().filter(|_| line.as_bytes()[2] != b' '));
    let mut n_examples = 0;
    for help in commands.filter(|name| *name != "help").map(help_of).chain([help.clone()]) {
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
