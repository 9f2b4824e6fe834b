//! Commands in the README and the pages in `docs/` work as they stand there, and links lead somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{bmcplan, code, everything, run, stderr, stdout};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// The README and all pages, with their texts.
fn pages() -> BTreeMap<PathBuf, String> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .chain([root().join("README.md")])
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// The command line, less its comment.
fn typed(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

/// The lines of blocks for the shell, and what stands between backquotes in the rows of tables.
fn commands(page: &str) -> Vec<&str> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("bmcplan "));
    let cells = page
        .lines()
        .filter(|line| line.starts_with('|'))
        .flat_map(|line| line.split('`').filter_map(|cell| cell.strip_prefix("bmcplan ")));
    lines.chain(cells).map(typed).collect()
}

/// Commands that take seconds: usually it is enough that they begin.
const LONG: [&str; 2] =
    ["generate --length 40.. --count 3", "prisoners --design golfers --groups 8 --size 4 --weeks 7"];

#[cfg(unix)]
#[test]
fn every_command_in_the_pages_solves() {
    // Some write files, into the current folder.
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("instances"), folder.path().join("instances")).unwrap();
    let mut known = BTreeSet::new();
    for (path, page) in pages() {
        for command in commands(&page) {
            if !known.insert(command.to_owned()) {
                continue;
            }
            let is_cut = LONG.contains(&command) && !everything();
            let words = command.split_whitespace().chain(is_cut.then_some("--timeout=0.3"));
            let output = bmcplan(&words.collect::<Vec<_>>()).current_dir(folder.path()).output().unwrap();
            let is_right = code(&output) == 0 || is_cut && code(&output) == 12;
            assert!(is_right, "{}: {command}: {}", path.display(), stderr(&output));
        }
    }
    assert!(40 < known.len(), "{known:?}");
}

#[test]
fn the_first_command_says_what_the_readme_says() {
    let readme = readme();
    let command = readme.lines().find_map(|line| line.strip_prefix("cargo run --release -- ")).unwrap();
    let output = stdout(&run(typed(command)));
    let (summary, _) = output.trim_end().lines().next_back().unwrap().rsplit_once(", ").unwrap();
    assert!(readme.contains(summary), "{summary}");
}

/// The first block of that language.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    page.split(&format!("```{language}\n")).nth(1).unwrap().split("```").next().unwrap()
}

#[test]
fn the_board_of_the_readme_has_the_plan_that_it_says() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), block(&readme(), "toml")).unwrap();
    // By search, for without a mode the faster one answers.
    let output =
        bmcplan(&["rushhour", "board.toml", "--search"]).current_dir(folder.path()).output().unwrap();
    let output = stdout(&output);
    let (summary, _) = output.trim_end().lines().next_back().unwrap().rsplit_once(", ").unwrap();
    assert!(readme().contains(summary), "{summary}");
}

#[test]
fn the_examples_of_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let page = |name: &str| fs::read_to_string(root().join("docs").join(name)).unwrap();
    for (name, language, command) in [
        ("boards.md", "toml", "rushhour"),
        ("sliding-blocks.md", "toml", "sliding"),
        ("rule-sheets.md", "text", "gdl"),
    ] {
        fs::write(folder.path().join("example"), block(&page(name), language)).unwrap();
        let output = bmcplan(&[command, "example"]).current_dir(folder.path()).output().unwrap();
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn the_example_of_a_suite_runs() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("instances"), folder.path().join("instances")).unwrap();
    let page = fs::read_to_string(root().join("docs/compare-and-bench.md")).unwrap();
    fs::write(folder.path().join("mine.toml"), block(&page, "toml")).unwrap();
    let output = bmcplan(&["bench", "mine.toml"]).current_dir(folder.path()).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn the_readme_is_read_in_one_go() {
    assert!(readme().lines().count() <= 120);
}

#[test]
fn links_between_pages_lead_somewhere() {
    let pages = pages();
    for (path, page) in &pages {
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, heading) =
                link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.is_file(), "{}: {link}", path.display());
            if let Some(heading) = heading {
                let headings = fs::read_to_string(target).unwrap();
                let anchors = headings.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(anchors.into_iter().any(|anchor| anchor == heading), "{}: {link}", path.display());
            }
        }
    }
}

/// The name under which a heading is linked.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    words
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The clauses on the page are those that its commands write.
#[test]
fn the_page_about_clauses_has_what_is_exported() {
    let page = fs::read_to_string(root().join("docs/clauses.md")).unwrap();
    let written: Vec<String> = commands(&page).into_iter().map(|command| stdout(&run(command))).collect();
    let [operators, transition, strips] = &written[..] else { panic!("{written:?}") };
    let blocks: Vec<&str> =
        page.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let [start, end, of_operators, of_transition, of_strips] = blocks[..] else { panic!("{blocks:?}") };
    for (output, step) in [(operators, of_operators), (transition, of_transition)] {
        let (_, shown) = output.split_once("\n\n").unwrap();
        assert_eq!(shown, format!("{start}\n{step}\n{end}"));
    }
    assert!(strips.contains(of_strips), "{strips}");
}
