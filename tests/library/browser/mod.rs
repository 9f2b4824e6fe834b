//! The page that plays a plan, in a real browser. Without Chromium nothing is tested here, and that is said; `.ci/run`
//! installs it.

mod answers;
mod devtools;
mod elsewhere;
mod gallery;
mod games;
mod pasted;
mod picture;
mod play;
mod sizes;

use std::fs;
use std::path::{Path, PathBuf};

use crate::skipped::skipped;
use bmcplan::draw::film::{Film, Frame};
use bmcplan::draw::html;
use bmcplan::encode::Transition;
use bmcplan::kinds::rush_hour::{self, Board, BoardMetric, shown as cinema};
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use bmcplan_planner::{Mode, Options, Outcome, Strategy, solve};
use devtools::{Browser, View, chromium};
use tempfile::TempDir;

/// One shortest plan: C left 2, B down 3, r right 4.
const BOARD: &str = "....B.\n....B.\nXX..B.\nD.....\nDEEE..\n.#..CC\n";

fn board() -> Board {
    rush_hour::read(&Source::new("board", BOARD)).unwrap()
}

fn film() -> Film {
    let board = board();
    let task = rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap();
    let options = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
    let report = solve(&task, &Transition, &options, &Stop::default(), &mut |_| {}).unwrap();
    let Outcome::Solved { plan, states, .. } = report.outcome else { panic!("there is a plan") };
    let moves: Vec<&str> = plan.operators().map(|id| &*task.operator(id).name).collect();
    cinema::film("A small board", &board, &states, moves.into_iter())
}

/// A page in a browser.
struct Player {
    browser: Browser,
    file: PathBuf,
    _folder: TempDir,
}

impl Player {
    /// The film in a browser, at the address with this at its end; none if there is no browser.
    fn of(film: &Film, hash: &str, view: View) -> Option<Self> {
        Self::at(&html::page(film), hash, view)
    }

    /// A page in a browser, as above.
    fn at(page: &str, hash: &str, view: View) -> Option<Self> {
        let Some(program) = chromium() else {
            skipped("browser: chromium is not installed");
            return None;
        };
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("plan.html");
        fs::write(&file, page).unwrap();
        let mut browser = Browser::start(&program, view);
        browser.open(&file, hash);
        Some(Self { browser, file, _folder: folder })
    }

    /// Where a car is when all has come to rest, as column and row of its first cell, from 0.
    fn car(&mut self, name: &str) -> (f64, f64) {
        self.browser.settle();
        let place = self.browser.value(&format!(
            "(() => {{ const at = new DOMMatrix(getComputedStyle(document.querySelector(\
             '.actor[data-name=\"{name}\"]')).transform); return [at.e / 48 - 0.8, at.f / 48 - 0.8] }})()"
        ));
        let cell = |value: &serde_json::Value| (value.as_f64().unwrap() * 1000.0).round() / 1000.0;
        (cell(&place[0]), cell(&place[1]))
    }

    /// The texts for a person, a screen reader and the address bar.
    fn told(&mut self) -> String {
        self.browser.text(
            "[document.querySelector('#caption').textContent, \
             document.querySelector('#moves [aria-current=step]').textContent, \
             document.querySelector('#slider').getAttribute('aria-valuetext'), \
             location.hash].join(' | ')",
        )
    }

    /// Ends with the page having asked for nothing but itself, and no complaint.
    fn leave(mut self) {
        self.browser.settle();
        assert!(self.browser.complaints.is_empty(), "{:#?}", self.browser.complaints);
        let elsewhere = |address: &&String| !address.starts_with(&format!("file://{}", self.file.display()));
        assert_eq!(self.browser.addresses.iter().find(elsewhere), None);
    }
}

#[test]
fn keys_and_buttons_move_the_cars() {
    let Some(mut player) = Player::of(&film(), "", View::default()) else { return };
    assert_eq!(player.told(), "Step 0 of 3 start | 0 start | Step 0 of 3: start | ");
    assert_eq!((player.car("C"), player.car("B"), player.car("X")), ((4.0, 5.0), (4.0, 0.0), (0.0, 2.0)));

    player.browser.press("ArrowRight");
    assert_eq!(player.told(), "Step 1 of 3 C left 2 | 1 C left 2 | Step 1 of 3: C left 2 | #1");
    assert_eq!((player.car("C"), player.car("B"), player.car("X")), ((2.0, 5.0), (4.0, 0.0), (0.0, 2.0)));
    let moved = "[...document.querySelectorAll('.moved')].map(each => each.dataset.name).join()";
    assert_eq!(player.browser.text(moved), "C");
    player.browser.click("#forward");
    assert_eq!(player.browser.text(moved), "B");
    assert_eq!(player.told(), "Step 2 of 3 B down 3 | 2 B down 3 | Step 2 of 3: B down 3 | #2");
    assert_eq!(player.car("B"), (4.0, 3.0));
    player.browser.press("ArrowLeft");
    assert_eq!(player.car("B"), (4.0, 0.0));
    player.browser.click("#back");
    assert_eq!(player.car("C"), (4.0, 5.0));
    player.browser.click("#back");
    assert_eq!(player.told(), "Step 0 of 3 start | 0 start | Step 0 of 3: start | #0");

    player.browser.press("End");
    assert_eq!(player.told(), "Step 3 of 3 X right 4 | 3 X right 4 | Step 3 of 3: X right 4 | #3");
    player.browser.press("ArrowRight");
    player.browser.press("Home");
    assert_eq!(player.car("X"), (0.0, 2.0));
    player.browser.click("#last");
    assert_eq!(player.car("X"), (4.0, 2.0));
    player.browser.click("#first");
    assert_eq!(player.car("X"), (0.0, 2.0));
    player.leave();
}

#[test]
fn the_film_plays_to_the_goal_and_stops() {
    let Some(mut player) = Player::of(&film(), "", View::default()) else { return };
    let board = board();
    player.browser.press(" ");
    assert_eq!(player.browser.text("document.querySelector('#play').getAttribute('aria-label')"), "Pause");
    // The board is watched, not the clock.
    player.browser.value(
        "new Promise(done => { const watch = () => document.body.classList.contains('playing') \
         ? requestAnimationFrame(watch) : done(true); watch() })",
    );
    assert_eq!(player.browser.text("document.querySelector('#play').getAttribute('aria-label')"), "Play");
    assert_eq!(player.browser.text("document.querySelector('#caption').getAttribute('aria-live')"), "polite");
    assert_eq!(player.told(), "Step 3 of 3 X right 4 | 3 X right 4 | Step 3 of 3: X right 4 | #3");
    let red = board.car(board.red());
    assert_eq!(player.car(&red.name), (f64::from(board.goal()), f64::from(red.lane())));
    player.leave();
}

#[test]
fn the_address_the_slider_and_the_list_show_any_step() {
    let Some(mut player) = Player::of(&film(), "#2", View::default()) else { return };
    assert_eq!(player.told(), "Step 2 of 3 B down 3 | 2 B down 3 | Step 2 of 3: B down 3 | #2");
    assert_eq!((player.car("C"), player.car("B"), player.car("X")), ((2.0, 5.0), (4.0, 3.0), (0.0, 2.0)));

    player.browser.click("#moves li:nth-child(4) button");
    assert_eq!(player.car("X"), (4.0, 2.0));
    player.browser.press("ArrowUp");
    assert_eq!(player.car("X"), (0.0, 2.0));
    assert_eq!(player.browser.text("document.activeElement.textContent"), "2 B down 3");

    player.browser.value("document.querySelector('#slider').focus()");
    player.browser.press("Home");
    assert_eq!(player.told(), "Step 0 of 3 start | 0 start | Step 0 of 3: start | #0");
    player.browser.press("ArrowRight");
    assert_eq!(player.car("C"), (2.0, 5.0));

    player.browser.value(
        "new Promise(done => { addEventListener('hashchange', done); location.hash = '#3' }).then(() => 1)",
    );
    assert_eq!(player.car("X"), (4.0, 2.0));
    for (wild, step) in [("#99999999999999999999", 3), ("#-1", 0), ("#words", 0), ("#1e0", 0)] {
        player.browser.open(&player.file.clone(), wild);
        assert!(player.told().starts_with(&format!("Step {step} of 3")), "{wild}");
    }
    player.leave();
}

#[test]
fn names_are_shown_as_they_are_and_do_nothing() {
    let mut film = film();
    let hostile =
        "</script ><script>alert(1)</script><!--<script <img onerror=alert(2) src=x> &amp; \"'`{title}";
    hostile.clone_into(&mut film.title);
    hostile.clone_into(&mut film.actors[0].name);
    for frame in &mut film.frames {
        hostile.clone_into(&mut frame.caption);
        hostile.clone_into(&mut frame.description);
    }
    let Some(mut player) = Player::of(&film, "#1", View::default()) else { return };
    for place in ["h1", "#move", "#words", "#moves li:nth-child(2) span:nth-child(2)", "title"] {
        let text = player.browser.text(&format!("document.querySelector({place:?}).textContent"));
        assert_eq!(text.trim_end(), hostile, "{place}");
    }
    assert_eq!(player.browser.value("document.scripts.length"), 2);
    assert_eq!(player.browser.value("document.images.length"), 0);
    player.leave();
}

#[test]
fn a_film_may_have_one_frame_or_none() {
    let mut film = film();
    film.frames.truncate(1);
    let Some(mut player) = Player::of(&film, "#1", View::default()) else { return };
    player.browser.press(" ");
    player.browser.press("ArrowRight");
    player.browser.click("#play");
    assert_eq!(player.told(), "No moves start | 0 start | No moves: start | #1");
    assert_eq!(player.car("X"), (0.0, 2.0));

    film.frames.clear();
    fs::write(&player.file, html::page(&film)).unwrap();
    player.browser.open(&player.file.clone(), "");
    player.browser.press("ArrowRight");
    assert_eq!(
        player.browser.text("document.querySelector('#caption').textContent").trim(),
        "There is nothing to show."
    );
    assert_eq!(player.browser.value("document.querySelectorAll('.actor:not(.gone)').length"), 0);
    player.leave();
}

#[test]
fn what_is_there_for_some_frames_comes_and_goes() {
    let mut film = film();
    let line = film.ground[1].clone();
    let texts: Vec<_> = film.ground.iter().rev().take(2).cloned().collect();
    film.frames[0].shapes = vec![texts[0].clone(), line.clone()];
    film.frames[1].shapes = vec![line, texts[1].clone(), texts[0].clone()];
    film.frames[2].places[0] = None;
    let Some(mut player) = Player::of(&film, "", View::default()) else { return };
    let scene = "[...document.querySelector('#scene').children].map(each => each.tagName + each.textContent).join(' ')";
    let gone = "document.querySelectorAll('.actor.gone').length";
    assert_eq!(player.browser.text(scene), "text6 line");
    player.browser.press("ArrowRight");
    assert_eq!(player.browser.text(scene), "line text5 text6");
    assert_eq!(player.browser.value(gone), 0);
    player.browser.press("ArrowRight");
    assert_eq!(player.browser.text(scene), "");
    assert_eq!(player.browser.value(gone), 1);
    player.browser.press("Home");
    assert_eq!(player.browser.text(scene), "text6 line");
    assert_eq!(player.browser.value(gone), 0);
    player.leave();
}

#[test]
fn cars_glide_unless_motion_is_unwanted() {
    let Some(mut player) = Player::of(&film(), "", View::default()) else { return };
    // Motions are counted as they begin: one that is over already was there, too.
    player.browser.value("begun = 0; addEventListener('transitionrun', () => begun += 1)");
    let begun = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(begun))))";
    player.browser.press("ArrowRight");
    assert_eq!(player.car("C"), (2.0, 5.0));
    assert_eq!(player.browser.value(begun), 1);
    // A step that is no neighbour is a cut.
    player.browser.press("End");
    assert_eq!((player.car("B"), player.car("X")), ((4.0, 3.0), (4.0, 2.0)));
    assert_eq!(player.browser.value(begun), 1);
    player.browser.look(View { motion: false, ..View::default() });
    player.browser.press("ArrowLeft");
    assert_eq!(player.car("X"), (0.0, 2.0));
    assert_eq!(player.browser.value(begun), 1);
    player.leave();
}

#[test]
fn a_phone_has_everything_in_reach() {
    let phone = View { width: 360, height: 640, phone: true, ..View::default() };
    let Some(mut player) = Player::of(&film(), "", phone) else { return };
    assert_eq!(player.browser.value("document.documentElement.scrollWidth"), 360);
    let small = "[...document.querySelectorAll('button, select, summary, #slider')].filter(each => each.checkVisibility()).filter(each => { \
                 const box = each.getBoundingClientRect(); return box.width < 44 || box.height < 44 }).length";
    assert_eq!(player.browser.value(small), 0);
    player.browser.click("#forward");
    assert_eq!(player.car("C"), (2.0, 5.0));
    player.leave();
}

#[test]
fn everything_that_can_be_used_has_a_name() {
    let Some(mut player) = Player::of(&film(), "#1", View::default()) else { return };
    player.browser.call("Accessibility.enable", serde_json::json!({}));
    let tree = player.browser.call("Accessibility.getFullAXTree", serde_json::json!({}));
    let nodes: Vec<(String, String)> = tree["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|node| node["ignored"] == false)
        .map(|node| {
            let text = |key: &str| node[key]["value"].as_str().unwrap_or_default().to_owned();
            (text("role"), text("name"))
        })
        .collect();
    for (role, name) in [
        ("heading", "A small board"),
        ("image", "A small board"),
        ("slider", "Step"),
        ("button", "First step"),
        ("button", "One step back"),
        ("button", "Play"),
        ("button", "One step forward"),
        ("button", "Last step"),
        ("combobox", "Speed"),
        ("navigation", "Moves"),
        ("button", "2 B down 3"),
    ] {
        assert!(nodes.contains(&(role.to_owned(), name.to_owned())), "{role} {name}: {nodes:#?}");
    }
    let described = tree["nodes"].as_array().unwrap().iter().any(|node| {
        node["role"]["value"] == "image"
            && node["description"]["value"]
                .as_str()
                .is_some_and(|text| text.contains("X: row 3, columns 1 to 2"))
    });
    assert!(described, "the board is not described");
    player.leave();
}

/// Of 255. Letters of another family make 0.7, the step beside this one makes 3.8.
const TOLERANCE: f64 = 2.0;

#[test]
fn the_page_looks_as_it_did() {
    let view = View { width: 480, height: 520, motion: false, ..View::default() };
    let Some(mut player) = Player::of(&film(), "#1", view) else { return };
    let stored = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/browser").join(name);
    let light = player.browser.screenshot();
    picture::check(&light, &stored("light.png"), TOLERANCE);
    player.browser.look(View { dark: true, ..view });
    let dark = player.browser.screenshot();
    picture::check(&dark, &stored("dark.png"), TOLERANCE);
    // The tolerance is no blindfold.
    player.browser.press("ArrowRight");
    assert!(TOLERANCE < picture::difference(&dark, &player.browser.screenshot()));
    assert!(TOLERANCE < picture::difference(&dark, &light));
    player.leave();
}

/// A frame as a person would make it by hand.
#[test]
fn a_film_of_text_alone_is_a_page_too() {
    let frame = |caption: &str| Frame {
        caption: caption.to_owned(),
        description: format!("{caption}\n"),
        places: Vec::new(),
        shapes: Vec::new(),
    };
    let film =
        Film { title: "Words".to_owned(), frames: vec![frame("start"), frame("go")], ..Film::default() };
    let Some(mut player) = Player::of(&film, "", View::default()) else { return };
    player.browser.press("ArrowRight");
    assert_eq!(player.told(), "Step 1 of 1 go | 1 go | Step 1 of 1: go | #1");
    player.leave();
}
