//! Certificates of schedules: how many there are, all of them, and one that the document's symmetry breaking loses; both checkers agree.

use expect_test::expect;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::certificates::{change, manifest, run_in, verdict};
use crate::{code, stderr, stdout};

/// A folder with the certificate `c` of schedules.
fn certificate(options: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let written = run_in(&folder, &format!("prisoners --certify c {options}"));
    assert_eq!(code(&written), 0, "{options}: {}", stderr(&written));
    assert!(stdout(&written).contains("\nrecomputed: in c, made in "), "{options}: {}", stdout(&written));
    folder
}

const LOST: &str = "--symmetry document --encoding places";

#[test]
fn schedules_are_counted_again() {
    for (options, count) in [
        ("--days 2 --count", "2572"),
        ("--days 1 --count", "1"),
        ("--days 2 --all", "2572"),
        ("--prisoners 6 --row 2 --count", "2"),
        ("--prisoners 4 --row 2 --all", "1"),
        ("--prisoners 8 --row 2 --days 7 --count", "416"),
        ("--design golfers --groups 3 --size 3 --weeks 4 --all", "12"),
        ("--design golfers --groups 3 --size 3 --weeks 2 --count", "36"),
    ] {
        let folder = certificate(options);
        assert_eq!(verdict(&folder), (0, String::new()), "{options}");
        let verified: Value = serde_json::from_str(&stdout(&run_in(&folder, "verify c --json"))).unwrap();
        let found = (&verified["claim"], &verified["evidence"], &verified["count"]);
        assert_eq!(found, (&json!("schedules"), &json!("recount"), &json!(count)), "{options}");
        let sentence = format!("{count} sets of days have no meeting twice and begin with all in order");
        let checked = verified["checked"].as_array().unwrap();
        assert_eq!(checked.last(), Some(&json!(sentence)), "{options}");
    }
}

/// Nine in rows of three have six meetings a day, and 36 in all.
#[test]
fn days_with_more_meetings_than_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let written = run_in(&folder, "prisoners --days 7 --all --certify c");
    assert_eq!(code(&written), 10, "{}", stderr(&written));
    assert!(stdout(&written).contains("\nrecomputed: in c, made in "), "{}", stdout(&written));
    assert_eq!(verdict(&folder), (0, String::new()));
}

#[test]
fn a_schedule_that_is_lost() {
    let folder = certificate(LOST);
    assert_eq!(verdict(&folder), (0, String::new()));
    expect![[r#"
        checked: the files are those that certificate.json names
        checked: schedules.txt has 1 schedules, which differ in more than the order of days
        checked: however the rows of day 2 are ordered and turned, the document excludes it
        to be believed: this program, or `check.py`, which shares nothing with it
        recomputed: the document's order of places loses a schedule
    "#]]
    .assert_eq(&stdout(&run_in(&folder, "verify c")));
}

#[test]
fn changed_certificates_are_refused() {
    let mut verdicts = String::new();
    let mut refused = |options: &str, expected: i32, what: &dyn Fn(&TempDir)| {
        let folder = certificate(options);
        what(&folder);
        let (code, reason) = verdict(&folder);
        assert_eq!(code, expected, "{options}: {reason}");
        verdicts += &reason;
    };
    let text = |from: &'static str, to: &'static str| {
        move |folder: &TempDir| {
            change(folder, "schedules.txt", |bytes| {
                let text = String::from_utf8(bytes.clone()).unwrap();
                assert!(text.contains(from), "{text}");
                *bytes = text.replacen(from, to, 1).into_bytes();
            });
        }
    };
    let all = "--prisoners 6 --row 2 --all";
    let number =
        |number: &'static str| move |folder: &TempDir| manifest(folder, |json| json["count"] = json!(number));
    refused(all, 20, &number("3"));
    refused("--days 2 --count", 20, &number("2573"));
    refused("--days 2 --count", 20, &number("02572"));
    refused(all, 20, &text("1 2, 3 4, 5 6; ", "1 2, 3 4, 5 5; "));
    refused(all, 20, &text("1 2, 3 4, 5 6; ", "1 2, 3 5, 4 6; "));
    refused(all, 20, &text("1 2, 3 4, 5 6; ", ""));
    refused(all, 20, &text("1 2, 3 4, 5 6; ", "1 2, 3 4, 5 +6; "));
    refused(all, 20, &text("1 2, 3 4, 5 6; ", "1 2 3, 4 5 6; "));
    refused(all, 20, &|folder| change(folder, "schedules.txt", |bytes| bytes.extend(b"\n")));
    refused(all, 20, &|folder| change(folder, "schedules.txt", |bytes| bytes.clear()));
    refused(all, 20, &|folder| {
        change(folder, "schedules.txt", |bytes| {
            let text = String::from_utf8(bytes.clone()).unwrap();
            let first = text.lines().next().unwrap();
            let (begin, end) = first.split_at(first.rfind("; ").unwrap());
            let (day, rest) = (&end[2..], begin.split_once("; ").unwrap());
            *bytes = format!("{first}\n{}; {day}; {}\n", rest.0, rest.1).into_bytes();
        });
    });
    refused(all, 20, &|folder| {
        change(folder, "schedules.txt", |bytes| bytes.truncate(bytes.len() / 2));
        number("1")(folder);
    });
    refused(LOST, 20, &|folder| {
        let kept = stdout(&run_in(folder, &format!("prisoners {LOST} --all --limit 1 --quiet")));
        change(folder, "schedules.txt", |bytes| *bytes = kept.clone().into_bytes());
    });
    for (key, value) in [
        ("people", "12"),
        ("people", "99999999999999999999"),
        ("row", "0"),
        ("row", "4"),
        ("meets", "nobody"),
        ("people", "-9"),
        ("people", "+9"),
    ] {
        refused("--days 2 --count", 2, &|folder| {
            manifest(folder, |json| json["options"][key] = json!(value))
        });
    }
    for (key, value) in [
        ("length", json!(0)),
        ("length", json!(100_000_000)),
        ("length", Value::Null),
        ("claim", json!("lost")),
        ("claim", json!("count")),
        ("evidence", json!("proof")),
        ("evidence", json!("layers")),
        ("kind", json!("rushhour")),
        ("count", Value::Null),
        ("count", json!(2572)),
        ("options", json!({})),
    ] {
        refused("--days 2 --count", 2, &|folder| manifest(folder, |json| json[key] = value.clone()));
    }
    refused("--days 2 --count", 20, &|folder| manifest(folder, |json| json["length"] = json!(3)));
    expect![[r#"
        not certified: schedules.txt: it has 2 lines, not 3
        not certified: there are 2572 schedules, and certificate.json claims another number
        not certified: there are 2572 schedules, and certificate.json claims another number
        not certified: schedules.txt: a day in line 1 is none
        not certified: schedules.txt: line 1 is no schedule that begins with all in order
        not certified: schedules.txt: line 1 is no schedule that begins with all in order
        not certified: schedules.txt: a day in line 1 is none
        not certified: schedules.txt: a day in line 1 is none
        not certified: schedules.txt: it has 3 lines, not 2
        not certified: schedules.txt: it has 0 lines, not 2
        not certified: schedules.txt: line 2 is there before, with its days in the same or another order
        not certified: there are 2 schedules, and certificate.json claims another number
        not certified: the rows of each day can be ordered and turned as the document wants it
        error: c: certificate.json: there are too many people, or ways in which they can walk, to count the schedules again
        error: c: certificate.json: the problem of its schedules is none that is known
        error: c: certificate.json: there are too many people, or ways in which they can walk, to count the schedules again
        error: c: certificate.json: there are too many people, or ways in which they can walk, to count the schedules again
        error: c: certificate.json: the problem of its schedules is none that is known
        error: c: certificate.json: the problem of its schedules is none that is known
        error: c: certificate.json: the problem of its schedules is none that is known
        error: c: certificate.json: there are too many people, or ways in which they can walk, to count the schedules again
        error: c: certificate.json: its length does not fit its claim
        error: c: certificate.json: its length does not fit its claim
        error: c: certificate.json: it has no digest of schedules.txt
        error: c: certificate.json: its claim, kind and evidence do not go together
        error: c: certificate.json: its claim, kind and evidence do not go together
        error: c: certificate.json: unknown variant `layers`, expected `proof` or `recount` at line 1 column 55
        error: c: certificate.json: its claim, kind and evidence do not go together
        error: c: certificate.json: its number of plans does not fit its claim
        error: c: certificate.json: invalid type: integer `2572`, expected a string at line 1 column 33
        error: c: certificate.json: it has something that schedules do not have
        not certified: there are 869531 schedules, and certificate.json claims another number
    "#]].assert_eq(&verdicts);
}

#[test]
fn schedules_have_neither_goals_nor_boards() {
    for (key, value) in [("goal", json!(1)), ("one_row", json!(true))] {
        let folder = certificate("--prisoners 4 --row 2 --all");
        manifest(&folder, |json| json[key] = value);
        assert_eq!(verdict(&folder).0, 2, "{key}");
    }
}

#[test]
fn no_certificate_of_other_questions() {
    let folder = tempfile::tempdir().unwrap();
    for options in [
        "",
        "--symmetry strong --count",
        "--symmetry document --encoding places --count",
        "--symmetry none --all",
    ] {
        let refused = run_in(&folder, &format!("prisoners --certify c {options}"));
        assert_eq!(code(&refused), 2, "{options}");
    }
    for (options, why) in [
        ("--days 2 --all --limit 5", "no certificate: not all schedules are known"),
        ("--prisoners 18 --row 2 --days 1 --count", "no certificate: there are too many people"),
    ] {
        let missing = stdout(&run_in(&folder, &format!("prisoners --certify c {options}")));
        assert!(missing.contains(why), "{missing}");
    }
    assert!(!folder.path().join("c").exists());
}
