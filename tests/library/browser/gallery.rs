//! The gallery in a browser: sorted, filtered, played and printed; and the figures of a board in the editor.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bmcplan::draw::html::{self, BoardFigure, CardLayout, CardsPerSheet, Exhibit, Paper};
use bmcplan::kinds::rush_hour::shown as cinema;
use serde_json::json;

use super::devtools::View;
use super::{Player, board, film};

/// A name that would be an element if it were read as HTML.
const HOSTILE: &str = "<img src=x onerror=alert(1)>";

fn exhibit(name: &str, figures: &[(&'static str, f64)]) -> Exhibit {
    let figure = |&(name, value): &(&'static str, f64)| BoardFigure {
        name,
        about: "",
        value,
        text: format!("{value} units of {name}"),
    };
    let moves = film().frames.into_iter().skip(1).map(|frame| frame.caption).collect();
    let figures = figures.iter().map(figure).collect();
    Exhibit { name: name.to_owned(), board: cinema::playable(&board(), "slides"), figures, moves }
}

fn exhibits() -> Vec<Exhibit> {
    vec![
        exhibit("three", &[("Length", 3.0), ("Plans", 7.0)]),
        exhibit("none", &[("Plans", 9.0)]),
        exhibit("ten", &[("Length", 10.0), ("Plans", 8.0)]),
        exhibit(HOSTILE, &[("Length", 2.5), ("Plans", 8.0)]),
    ]
}

fn gallery(hash: &str) -> Option<Player> {
    let page = html::gallery("All of them", &exhibits(), CardLayout::default());
    Player::at(&page, hash, View::default())
}

const SHELF: &str = "[...document.querySelectorAll('#shelf strong')].map(each => each.textContent).join()";
const HEADING: &str = "document.querySelector('#heading').textContent";

impl Player {
    /// Gives a field a value, as a person does.
    fn fill(&mut self, selector: &str, value: &str) {
        self.browser.value(&format!(
            "(() => {{ const field = document.querySelector({selector:?}); field.value = {value:?}; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})) }})()"
        ));
    }

    /// Waits until an element has a text that is known.
    pub(super) fn figure(&mut self, name: &str) -> String {
        self.browser.text(&format!(
            "new Promise(done => {{ const watch = () => {{ const text = document.querySelector('#fact-{name}').textContent; \
             text && text !== '…' ? done(text) : setTimeout(watch, 5) }}; watch() }})"
        ))
    }

    /// Waits until the page has this heading.
    fn headed(&mut self, heading: &str) {
        self.browser.value(&format!(
            "new Promise(done => {{ const watch = () => {HEADING} === {heading:?} ? done(1) : setTimeout(watch, 5); watch() }})"
        ));
    }
}

#[test]
fn boards_are_sorted_and_filtered_by_any_figure() {
    let Some(mut player) = gallery("") else { return };
    let names = |names: [&str; 4]| names.join(",");
    assert_eq!(player.browser.text(SHELF), names([HOSTILE, "three", "ten", "none"]));
    let shown = "document.querySelector('#shelf .facts-shown').textContent";
    assert_eq!(player.browser.text(shown), "Length: 2.5 units of Length\nPlans: 8 units of Plans");
    player.fill("#order", "-1");
    assert_eq!(player.browser.text(SHELF), names(["ten", "three", HOSTILE, "none"]));
    player.fill("#sort", "1");
    assert_eq!(player.browser.text(SHELF), names(["none", "ten", HOSTILE, "three"]));
    player.fill("#order", "1");
    player.fill("#sort", "-1");
    assert_eq!(player.browser.text(SHELF), names(["three", "none", "ten", HOSTILE]));
    player.fill("#least-1", "8");
    assert_eq!(player.browser.text(SHELF), ["none", "ten", HOSTILE].join(","));
    player.fill("#most-0", "9.5");
    assert_eq!(player.browser.text(SHELF), HOSTILE);
    assert_eq!(player.browser.text("document.querySelector('#found').textContent"), "1 of 4 boards");
    player.fill("#least-1", "");
    player.fill("#find", "  THR");
    assert_eq!(player.browser.text(SHELF), "three");
    assert_eq!(player.browser.value("document.images.length"), 0);
    player.leave();
}

#[test]
fn a_board_opens_to_be_played_and_closes_again() {
    let Some(mut player) = gallery("") else { return };
    let visible = "['#gallery', '#board', '#return', '#sheets'].map(each => document.querySelector(each).checkVisibility())";
    assert_eq!(player.browser.value(visible), json!([true, false, false, false]));
    player.browser.click("#shelf li:nth-child(2) button");
    player.headed("three");
    assert_eq!(player.browser.value(visible), json!([false, true, true, false]));
    assert_eq!(player.browser.text("location.hash"), "#e=1");
    assert_eq!(player.state("Shortest"), "Shortest from here: 3 slides");
    assert_eq!(player.figure("positions"), "372");
    player.browser.press("c");
    player.browser.press("ArrowLeft");
    player.browser.press("ArrowLeft");
    assert_eq!(player.state("Shortest from here: 2"), "Shortest from here: 2 slides");
    // The solution that came with it is watched.
    player.browser.click("#tab-player");
    assert_eq!(player.browser.value("document.querySelectorAll('#moves li').length"), 4);
    player.browser.press("End");
    assert_eq!(player.car("X"), (7.0, 2.0));
    player.browser.click("#following");
    player.headed("ten");
    player.browser.value("history.back()");
    player.headed("three");
    player.browser.click("#previous");
    player.headed(HOSTILE);
    player.browser.click("#to-gallery");
    player.headed("All of them");
    assert_eq!(player.browser.value(visible), json!([true, false, false, false]));
    assert_eq!(player.browser.text("document.activeElement.querySelector('strong').textContent"), HOSTILE);
    // Keys of the board have nothing to do there, and addresses of none show all.
    player.browser.press("Backspace");
    player.browser.open(&player.file.clone(), "#e=5");
    assert_eq!(player.browser.text(HEADING), "All of them");
    player.browser.open(&player.file.clone(), "#e=3");
    assert_eq!(player.browser.text(HEADING), "ten");
    player.leave();
}

#[test]
fn cards_are_printed_in_the_order_of_the_shelf() {
    let layout = CardLayout { cards: CardsPerSheet::Six, paper: Paper::Letter };
    let all: Vec<Exhibit> = (0..7).map(|number| exhibit("card", &[("Length", f64::from(number))])).collect();
    let page = html::gallery("Cards", &all, layout);
    let Some(mut player) = Player::at(&page, "", View::default()) else { return };
    let printed = |player: &mut Player| {
        let pdf = player.browser.call("Page.printToPDF", json!({ "preferCSSPageSize": true }));
        let pdf = STANDARD.decode(pdf["data"].as_str().unwrap()).unwrap();
        let pdf = String::from_utf8_lossy(&pdf).into_owned();
        let size = pdf.split("/MediaBox [").nth(1).unwrap().split(']').next().unwrap().to_owned();
        (pdf.lines().filter(|line| line.ends_with("/Type /Page")).count(), size)
    };
    // Two sheets, and the page of the solutions.
    assert_eq!(printed(&mut player), (3, "0 0 612 792".to_owned()));
    player.fill("#cards", "1");
    player.fill("#paper", "a4");
    let (pages, size) = printed(&mut player);
    assert_eq!(pages, 8);
    assert!(size.starts_with("0 0 59") && size.contains(" 841."), "{size}");
    player.fill("#order", "-1");
    player.fill("#least-0", "3");
    player.browser.value("dispatchEvent(new Event('beforeprint'))");
    let cards = "[...document.querySelectorAll('.card')].map(each => [each.querySelector('.card-number').textContent, \
                 each.querySelector('.dots').textContent, each.querySelector('footer').textContent].join(' ')).join()";
    assert_eq!(
        player.browser.text(cards),
        "1 ●●●●● Length: 6 units of Length,2 ●●●●○ Length: 5 units of Length,\
         3 ●●●○○ Length: 4 units of Length,4 ●●●○○ Length: 3 units of Length"
    );
    let solutions = "document.querySelector('.solutions').textContent.replaceAll('\\u00a0', ' ')";
    let moves = "C left 2, B down 3, X right 4";
    let expected: String = (1..=4).map(|number| format!("{number} card{moves}")).collect();
    assert_eq!(player.browser.text(solutions), format!("Solutions{expected}"));
    player.leave();
}

#[test]
fn the_editor_tells_the_figures_and_pales_the_scenery() {
    let Some(mut player) = gallery("#e=1") else { return };
    player.browser.click("#tab-editor");
    let pale = "[...document.querySelectorAll('.actor.scenery')].map(each => each.dataset.name).join()";
    assert_eq!(player.figure("scenery"), "D, E");
    assert_eq!(player.browser.text(pale), "D,E");
    assert_eq!((player.figure("plans"), player.figure("mustMove")), ("1".to_owned(), "B, X, C".to_owned()));
    // Without C there is nothing in the way of B.
    player.browser.value("document.querySelector('.actor[data-name=C]').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))");
    player.browser.click("#remove");
    assert_eq!(player.browser.text(pale), "");
    assert_eq!(
        (player.figure("length"), player.figure("scenery")),
        ("2 slides".to_owned(), "D, E".to_owned())
    );
    player.browser.click("#tab-game");
    assert_eq!(player.browser.text(pale), "");
    player.leave();
}

/// Above B, either of two cars that cannot move is enough to force it down: one of them is scenery, and not both.
#[test]
fn scenery_is_taken_away_piece_by_piece() {
    let hash = "#b=oooxDD-oooxCC-XXooBo-ooooBo-oooFFo-oooooo&m=slides&g=X3.5";
    let Some(mut player) = gallery(hash) else { return };
    player.browser.click("#tab-editor");
    assert_eq!((player.figure("length"), player.figure("scenery")), ("3 slides".to_owned(), "D".to_owned()));
    player.browser.value("document.querySelector('.actor[data-name=D]').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))");
    player.browser.click("#remove");
    assert_eq!(
        (player.figure("length"), player.figure("scenery")),
        ("3 slides".to_owned(), "none".to_owned())
    );
    player.leave();
}
