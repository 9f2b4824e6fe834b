//! The page as text; `browser` looks at it as a browser does.

use bmcplan::draw::film::{Actor, Film, Frame, Point, Shape};
use bmcplan::draw::html::{BoardFigure, CardLayout, CardsPerSheet, Exhibit, Paper, editor, gallery, page};
use bmcplan::draw::palette::Colour;
use bmcplan::draw::playable::PlayableBoard;
use serde_json::Value;

/// Two lamps, of which the second appears in the middle; one frame has a line of its own.
fn film() -> Film {
    let lamp = |name: &str| Actor {
        name: name.to_owned(),
        shapes: vec![Shape::rectangle(Point::default(), 1.0, 1.0, 0.1, Colour::On)],
        rank: None,
    };
    let line =
        |y| Shape::Line { from: Point::default(), to: Point::new(1.0, y), width: 0.1, colour: Colour::Goal };
    let frame = |caption: &str, places, shapes| Frame {
        caption: caption.to_owned(),
        description: format!("{caption}\n. a b\n"),
        places,
        shapes,
    };
    Film {
        title: "Two lamps".to_owned(),
        width: 3.0,
        height: 1.0,
        ground: vec![Shape::rectangle(Point::default(), 3.0, 1.0, 0.0, Colour::Floor)],
        actors: vec![lamp("a"), lamp("b")],
        frames: vec![
            frame("start", vec![Some(Point::new(0.1 + 0.2, 0.0)), None], vec![line(1.0), line(1.0)]),
            frame(
                "go",
                vec![Some(Point::new(1.0, 0.0)), Some(Point::new(2.0, 0.0))],
                vec![line(2.0), line(1.0)],
            ),
        ],
        ..Film::default()
    }
}

/// The data that the script reads.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="film">"#).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The text between two others.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    page.split_once(from).unwrap().1.split_once(to).unwrap().0
}

#[test]
fn the_data_are_those_of_the_film() {
    let expected = serde_json::json!({ "frames": [
        { "caption": "start", "description": "start\n. a b\n", "places": [[14.4, 0.0], null], "shapes": [0, 0] },
        { "caption": "go", "description": "go\n. a b\n", "places": [[48.0, 0.0], [96.0, 0.0]], "shapes": [1, 0] },
    ], "step": "Step", "board": null, "editor": false });
    assert_eq!(data(&page(&film())), expected);
}

#[test]
fn without_a_script_the_start_is_shown() {
    let page = page(&film());
    assert_eq!(between(&page, "<g id=\"scene\">\n", "</g>").lines().count(), 1);
    assert_eq!(between(&page, "<defs id=\"props\">\n", "</defs>").lines().count(), 1);
    assert!(
        page.contains("<g class=\"actor\" data-name=\"a\" transform=\"translate(14.4 0)\"><g id=\"actor0\">")
    );
    assert!(
        page.contains(
            "<g class=\"actor gone\" data-name=\"b\" transform=\"translate(0 0)\"><g id=\"actor1\">"
        )
    );
    assert!(page.contains("<p id=\"description\" hidden>start\n. a b\n</p>"));
    let strip = between(&page, "<ol class=\"strip\">\n", "</ol>");
    let captions = strip.lines().map(|line| line.split('<').nth(1).unwrap().split_once('>').unwrap().1);
    assert_eq!(captions.collect::<Vec<_>>(), ["start", "Step 1: go"]);
    assert_eq!(strip.matches("<use href=\"#actor1\" x=\"96\" y=\"0\"/>").count(), 1);
    assert_eq!(strip.matches("<use href=\"#prop1\"/>").count(), 1);
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    let page = page(&film());
    let (head, rest) = page.split_once("content=\"default-src").unwrap();
    let (policy, rest) = rest.split_once('"').unwrap();
    assert!(policy.starts_with(" 'none'; script-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    for reference in
        ["http:", "https:", "//", "src=", "href=", "url(", "@import", "import(", "fetch(", "style=\""]
    {
        // Comments of the script begin with two slashes.
        let comment = |line: &str| line.trim_start().starts_with("// ") || line.trim() == "//";
        let own = |line: &str| line.replace("<use href=\"#", "");
        let mut lines = head.lines().chain(rest.lines()).map(own);
        let found = lines.find(|line| line.contains(reference) && !comment(line));
        assert_eq!(found, None, "{reference}");
    }
}

#[test]
fn no_name_is_more_than_a_name() {
    let plain = page(&film());
    let hostile = "</script></title></svg><script>alert(1)</script><!--<script \"'&\u{0}\u{2028}{film}";
    let mut film = film();
    hostile.clone_into(&mut film.title);
    hostile.clone_into(&mut film.actors[0].name);
    film.ground.push(Shape::label(Point::default(), 0.4, hostile, Colour::Ink));
    for frame in &mut film.frames {
        hostile.clone_into(&mut frame.caption);
        hostile.clone_into(&mut frame.description);
    }
    let page = page(&film);
    // The text of the label is one element more; no other has come in, and none has ended early.
    for mark in ["<script", "</script", "<!--", "</title", "</svg"] {
        assert_eq!(page.matches(mark).count(), plain.matches(mark).count(), "{mark}");
    }
    assert_eq!(page.matches('<').count(), plain.matches('<').count() + 2);
    assert_eq!(data(&page)["frames"][1]["caption"], hostile);
}

#[test]
fn a_film_may_have_one_frame_or_none_and_a_frame_too_few_places() {
    let mut film = film();
    film.frames.truncate(1);
    film.frames[0].places.truncate(0);
    assert_eq!(data(&page(&film))["frames"][0]["places"], serde_json::json!([null, null]));
    film.frames.clear();
    let page = page(&film);
    assert_eq!(data(&page)["frames"], serde_json::json!([]));
    assert_eq!(data(&page)["editor"], false);
    assert_eq!(page.matches("class=\"actor gone\"").count(), 2);
}

#[test]
fn the_editor_is_a_page_without_a_film() {
    let page = editor("bmcplan");
    assert_eq!(
        data(&page),
        serde_json::json!({ "frames": [], "step": "Step", "board": null, "editor": true })
    );
    assert!(page.contains("This page needs JavaScript."));
}

#[test]
fn numbers_that_are_none_are_no_numbers() {
    let mut film = film();
    film.frames[0].places[0] = Some(Point::new(f64::NAN, f64::INFINITY));
    assert_eq!(data(&page(&film))["frames"][0]["places"][0], serde_json::json!([null, null]));
}

#[test]
fn every_colour_of_a_shape_is_one_of_the_page() {
    let colours: Vec<Colour> = Colour::all().collect();
    let mut film = film();
    film.ground = colours.iter().map(|colour| Shape::disc(Point::default(), 0.1, *colour)).collect();
    let page = page(&film);
    let ground = between(&page, "<g id=\"ground\">", "</g>");
    for class in ground.split("<path class=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert_eq!(page.matches(&format!("--{class}: #")).count(), 2, "{class}");
        assert_eq!(page.matches(&format!(").{class} {{")).count(), 1, "{class}");
    }
    assert_eq!(ground.matches("<path class=\"").count(), colours.len());
}

/// A gallery of a board that moves nothing.
fn gallery_of(names: &[&str]) -> String {
    let board =
        PlayableBoard { rows: 1, columns: 1, walls: vec![], pieces: vec![], metric: "units".to_owned() };
    let figure =
        |name, value: f64| BoardFigure { name, about: "about", value, text: format!("{value} text") };
    let exhibit = |(index, name): (u8, &&str)| Exhibit {
        name: (*name).to_owned(),
        board: board.clone(),
        figures: match index {
            0 => vec![figure("Length", 3.0)],
            1 => vec![figure("Plans", 2.0), figure("Length", f64::NAN)],
            _ => vec![],
        },
        moves: vec!["A up 1".to_owned(), (*name).to_owned()],
    };
    let exhibits: Vec<Exhibit> = (0..).zip(names).map(exhibit).collect();
    gallery("Boards", &exhibits, CardLayout { cards: CardsPerSheet::One, paper: Paper::Letter })
}

#[test]
fn a_gallery_has_each_figure_in_one_place() {
    let gallery = &data(&gallery_of(&["a", "b", "c"]))["gallery"];
    let about = |name| serde_json::json!({ "name": name, "about": "about" });
    assert_eq!(gallery["figures"], serde_json::json!([about("Length"), about("Plans")]));
    let figures: Vec<&Value> = (0..3).map(|index| &gallery["exhibits"][index]["figures"]).collect();
    let expected = serde_json::json!([[[3.0, "3 text"], null], [null, [2.0, "2 text"]], [null, null]]);
    assert_eq!(serde_json::json!(figures), expected);
    assert_eq!((&gallery["cards"], &gallery["paper"]), (&"1".into(), &"letter".into()));
}

#[test]
fn names_in_a_gallery_are_names_and_a_list_needs_no_script() {
    let hostile = "</script></title><script>alert(1)</script><!--<script \"'&{film}";
    let (plain, page) = (gallery_of(&["a", "b"]), gallery_of(&[hostile, "b"]));
    assert_eq!(page.matches('<').count(), plain.matches('<').count());
    assert_eq!(data(&page)["gallery"]["exhibits"][0]["name"], hostile);
    let strip = between(&plain, "<ol class=\"strip\">\n", "</ol>");
    assert_eq!(strip, "<li>a. Length: 3 text. A up 1, a</li>\n<li>b. Plans: 2 text. A up 1, b</li>\n");
    // An empty one is a page, too.
    assert_eq!(data(&gallery_of(&[]))["gallery"]["exhibits"], serde_json::json!([]));
}
