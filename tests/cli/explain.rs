//! `bmcplan explain`: its files are problems of the same length, its certificates are checked, and it claims no more than is known.

use std::fs;

use crate::{all_answers, answer, bmcplan, code, stdout};

#[test]
fn what_is_left_is_as_long_and_nothing_more_can_go() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (problem, options, of_file, measure) in [
        ("instances/thinkfun/card02.toml", "", "", "length"),
        ("instances/thinkfun/card05.toml", "--metric slides", "--metric slides", "length"),
        ("instances/costs/heavy.toml", "", "", "cost"),
        ("instances/sliding/stuck.toml", "", "", "length"),
        ("instances/pddl/suitcase/problem.pddl", "", "", "length"),
        ("instances/gdl/hanoi.kif", "", "", "length"),
    ] {
        let (file, certificate) = (path("reduced"), path("certificate"));
        let (found, exit) = all_answers(&format!(
            "explain {problem} {options} --json --output {file} --certify {certificate}"
        ));
        let [found] = &*found else { panic!("{found:?}") };
        let whole = answer(&format!("solve {problem} {options} --json"));
        assert_eq!((&found["status"], &found[measure]), (&"complete".into(), &whole[measure]), "{problem}");
        assert_eq!(exit, if whole["status"] == "unsolvable" { 10 } else { 0 }, "{problem}");
        let set = &found["sets"][0];
        assert_eq!(set["minimal"], true);
        let least = found[measure].as_u64().unwrap_or(u64::MAX);
        for kept in set["kept"].as_array().unwrap() {
            assert!(kept[measure].as_u64().unwrap() < least, "{problem}: {kept}");
        }
        let reduced = answer(&format!("solve {file} {of_file} --json"));
        assert_eq!((&reduced["status"], &reduced[measure]), (&whole["status"], &whole[measure]), "{problem}");
        if let Some(text) = set["text"].as_str() {
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert!(found["certificate"]["missing"].is_null(), "{problem}: {}", found["certificate"]);
        let verified = bmcplan(&["verify", &certificate]).output().unwrap();
        assert_eq!(code(&verified), 0, "{problem}: {}", stdout(&verified));
    }
}

#[test]
fn scenery_is_pale_in_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("board.svg");
    let line = "explain instances/thinkfun/card02.toml --output";
    let words = line.split_whitespace().chain([picture.to_str().unwrap()]).collect::<Vec<_>>();
    assert_eq!(code(&bmcplan(&words).output().unwrap()), 0);
    let svg = fs::read_to_string(picture).unwrap();
    assert_eq!(svg.matches("line-grid\" stroke-width=\"1.92\" fill-rule").count(), 3, "{svg}");
}
