//! `bmcplan generate`: puzzles by chance, their file, and going on with it.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{all_answers, answer, code, run, stderr, stdout};

/// The options of a search for small boards.
const SMALL: &str = "generate --size 4 --metric slides --length 5.. --steps 80 --seed 0";

/// With a limit on memory, too, under which fewer attempts may be made at a time.
#[test]
fn a_file_is_gone_on_with_by_another_number_of_jobs() {
    let folder = TempDir::new().unwrap();
    let [whole, parts] = ["whole.toml", "parts.toml"].map(|name| folder.path().join(name));
    let line = |count: usize, jobs: usize, path: &Path| {
        format!("{SMALL} --memory 19 --count {count} --jobs {jobs} --output {}", path.display())
    };
    assert_eq!(code(&run(&line(2, 1, &whole))), 0);
    assert_eq!(code(&run(&line(1, 2, &parts))), 0);
    let output = run(&format!("{} --resume", line(2, 3, &parts)));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&parts).unwrap(), fs::read_to_string(&whole).unwrap());
}

fn solved(file: &Path) -> Vec<u64> {
    let (answers, _) = all_answers(&format!("solve {} --metric slides --jsonl --ordered", file.display()));
    answers.iter().map(|answer| answer["length"].as_u64().unwrap()).collect()
}

/// A run that goes on writes the file that one run alone would have written.
#[test]
fn a_file_is_gone_on_with() {
    let folder = TempDir::new().unwrap();
    let [whole, parts] = ["whole.toml", "parts.toml"].map(|name| folder.path().join(name));
    let line = |count: usize, path: &Path| format!("{SMALL} --count {count} --output {}", path.display());
    assert_eq!(code(&run(&line(4, &whole))), 0);
    assert_eq!(code(&run(&line(2, &parts))), 0);
    let refused = run(&line(4, &parts));
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("--resume goes on with them"), "{}", stderr(&refused));
    assert_eq!(code(&run(&format!("{} --resume", line(4, &parts)))), 0);
    assert_eq!(fs::read_to_string(&parts).unwrap(), fs::read_to_string(&whole).unwrap());
    let lengths = solved(&whole);
    assert!(lengths.len() == 4 && lengths.iter().all(|length| 5 <= *length), "{lengths:?}");
    // Nothing is left to do.
    let output = run(&format!("{} --resume", line(4, &parts)));
    assert_eq!(
        (code(&output), &*stdout(&output)),
        (0, &*format!("0 puzzles in 0 attempts ({})\n", seconds(&output)))
    );
    let other = run(&format!("{} --resume", line(4, &parts).replace("--seed 0", "--seed 9")));
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("made with other arguments"), "{}", stderr(&other));
    fs::write(&parts, "something of the user's\n").unwrap();
    let other = run(&format!("{} --resume", line(4, &parts)));
    assert!(
        code(&other) == 2 && stderr(&other).contains("was not made by this command"),
        "{}",
        stderr(&other)
    );
    assert_eq!(fs::read_to_string(&parts).unwrap(), "something of the user's\n");
}

/// Editors change the ends of lines, take blank lines away, and begin files with a mark.
#[test]
fn an_edited_file_is_gone_on_with() {
    let folder = TempDir::new().unwrap();
    let [whole, parts] = ["whole.toml", "parts.toml"].map(|name| folder.path().join(name));
    let line = |count: usize, path: &Path| format!("{SMALL} --count {count} --output {}", path.display());
    assert_eq!(code(&run(&line(2, &whole))), 0);
    assert_eq!(code(&run(&line(1, &parts))), 0);
    let [written, all] = [&parts, &whole].map(|path| fs::read_to_string(path).unwrap());
    for edited in [
        written.replace('\n', "\r\n"),
        written.replacen("\n\n", "\n", 1),
        format!("\u{feff}{written}"),
        format!("\u{feff}{}", written.replace('\n', "\r\n")),
    ] {
        fs::write(&parts, &edited).unwrap();
        let refused = run(&line(2, &parts));
        assert_eq!(code(&refused), 2, "{edited}");
        assert!(stderr(&refused).contains("--resume goes on with them"), "{}", stderr(&refused));
        assert_eq!(fs::read_to_string(&parts).unwrap(), edited);
        assert_eq!(code(&run(&format!("{} --resume", line(2, &parts)))), 0, "{edited}");
        assert_eq!(fs::read_to_string(&parts).unwrap(), all, "{edited}");
    }
    fs::write(&parts, written.trim_end()).unwrap();
    assert_eq!(code(&run(&format!("{} --resume", line(2, &parts)))), 0);
    assert_eq!(solved(&parts), solved(&whole));
}

#[test]
fn no_id_is_given_twice() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("puzzles.toml");
    let line = |count: usize| format!("{SMALL} --count {count} --output {} --resume", file.display());
    assert_eq!(code(&run(&line(3))), 0);
    // The second of three is deleted, the first is there twice.
    let text = fs::read_to_string(&file).unwrap();
    let (head, entries) = text.split_once("\n\n").unwrap();
    let entries: Vec<&str> = entries.split_inclusive("\"\"\"\n\n").collect();
    let [first, _, third] = &*entries else { panic!("{text}") };
    let copy = first.replace("id = \"1\"", "id = \"copy\"");
    fs::write(&file, format!("{head}\n\n{first}{third}{copy}")).unwrap();
    assert_eq!(code(&run(&line(4))), 0);
    let text = fs::read_to_string(&file).unwrap();
    let ids: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("id = ")).collect();
    assert_eq!(ids, ["\"1\"", "\"3\"", "\"copy\"", "\"4\""]);
}

/// The time in the last line.
fn seconds(output: &std::process::Output) -> String {
    let text = stdout(output);
    text.rsplit_once('(')
        .and_then(|(_, end)| end.split_once(')'))
        .map(|(time, _)| time.to_owned())
        .unwrap_or_default()
}

/// The words of the new board, on the screen and in the file, are about its cheapest plans.
#[test]
fn cheapest_plans_of_a_board_with_costs_are_not_called_shortest() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("new.toml");
    let line = format!("generate instances/costs/heavy.toml --steps 30 --output {}", file.display());
    let text = stdout(&run(&line));
    let (words, _) = text.strip_prefix("1: ").and_then(|text| text.split_once('\n')).unwrap();
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains(&format!("\n# {words}\n[[problem]]\n")), "{words}: {written}");
    let answer = answer(&format!("solve {} --count --fewest --search --json", file.display()));
    let [cost, length, count] = ["cost", "length", "count"].map(|key| &answer[key]);
    let plans = if *count == 1 { "plan" } else { "plans" };
    let said = format!("cost {cost} by {length} units, {count} cheapest {plans} of fewest units, ");
    assert!(words.starts_with(&said), "{words}: {said}");
}
