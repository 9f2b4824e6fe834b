//! Galleries: pages of many problems, with the figures of `rate`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::{code, folder_of, run, run_in, stderr};

/// The gallery in a page.
fn gallery(path: &Path) -> Value {
    let page = fs::read_to_string(path).unwrap();
    let data = page.split_once(r#"id="film">"#).unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str::<Value>(data).unwrap()["gallery"].clone()
}

/// The name, the length, the number of plans and of pieces, and the number of moves of each board.
fn known(gallery: &Value) -> Vec<(String, Vec<Value>, usize)> {
    let exhibits = gallery["exhibits"].as_array().unwrap();
    let names = gallery["figures"].as_array().unwrap();
    let place = |name: &str| names.iter().position(|figure| figure["name"] == name).unwrap();
    let places = ["length", "plans", "pieces"].map(place);
    let text = |figure: &Value| if figure.is_null() { Value::Null } else { figure[1].clone() };
    let known = exhibits.iter().map(|exhibit| {
        let figures = places.iter().map(|place| text(&exhibit["figures"][place])).collect();
        (exhibit["name"].as_str().unwrap().to_owned(), figures, exhibit["moves"].as_array().unwrap().len())
    });
    known.collect()
}

#[test]
fn a_collection_and_several_files_become_a_gallery() {
    let folder = TempDir::new().unwrap();
    let (page, boards) = (folder.path().join("page.html"), folder.path().join("boards.toml"));
    let problem =
        |(id, rows): (&str, &str)| format!("[[problem]]\nid = \"{id}\"\nboard = \"\"\"\n{rows}\n\"\"\"\n");
    let texts =
        [("first", "XXA\n..A\n..."), ("second", "XX.\n...\n..."), ("walled", "XX#\n...\n...")].map(problem);
    fs::write(&boards, texts.concat()).unwrap();
    let output = run(&format!("page {} --metric slides --html {}", boards.display(), page.display()));
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    let found = gallery(&page);
    assert_eq!(
        (&found["title"], &found["cards"], &found["paper"]),
        (&"boards".into(), &"4".into(), &"a4".into())
    );
    assert_eq!(
        known(&found),
        [
            ("first".to_owned(), vec!["2 slides".into(), "1".into(), "2".into()], 2),
            ("second".to_owned(), vec!["1 slide".into(), "1".into(), "1".into()], 1),
            ("walled".to_owned(), vec![Value::Null, "0".into(), "1".into()], 0),
        ]
    );
    let line =
        "page instances/thinkfun/card01.toml instances/sliding/klotski.toml --metric moves --title Two";
    let output = run(&format!("{line} --cards 6 --paper letter --html {}", page.display()));
    // Cars go straight: that one has no metric of this name.
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--metric"), "{}", stderr(&output));
    let found = gallery(&page);
    assert_eq!(
        (&found["title"], &found["cards"], &found["paper"]),
        (&"Two".into(), &"6".into(), &"letter".into())
    );
    assert_eq!(
        known(&found),
        [("Klotski".to_owned(), vec!["81 moves".into(), "256".into(), "10".into()], 81)]
    );
}

#[test]
fn a_page_has_the_name_of_a_page() {
    let folder = folder_of(&[]);
    for name in ["x.pdf", "x.svg", "x.txt"] {
        let output = run_in(&folder, &format!("page --html {name}"));
        assert_eq!(code(&output), 2, "{name}");
        assert!(
            stderr(&output).contains("name the file x.html") && !folder.path().join(name).exists(),
            "{name}"
        );
    }
}

#[test]
fn one_problem_is_a_gallery_if_its_cards_are_wanted() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    let output = run(&format!("page instances/sample02.toml --cards 1 --html {}", page.display()));
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    assert_eq!(known(&gallery(&page)).len(), 1);
}
