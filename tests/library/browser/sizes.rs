//! What is shared, kept and printed, at the sizes of a phone, an upright tablet and a large screen, light and dark.

use bmcplan::draw::html::{self, CardLayout, Exhibit};
use bmcplan::kinds::rush_hour::shown as cinema;
use serde_json::json;

use super::devtools::View;
use super::{Player, board, film};

/// The sizes, with the least share of the width that the board takes, and of the height.
pub(super) const SIZES: [(u32, u32, f64, f64); 3] =
    [(390, 844, 0.9, 0.3), (820, 1180, 0.85, 0.5), (1920, 1080, 0.3, 0.6)];

/// All sizes in both colours.
pub(super) fn views() -> impl Iterator<Item = View> {
    let view = |(width, height): (u32, u32), dark| {
        let phone = width < 900;
        View { width, height, dark, phone, ..View::default() }
    };
    SIZES
        .into_iter()
        .flat_map(move |(width, height, ..)| [false, true].map(|dark| view((width, height), dark)))
}

fn exhibit(name: &str, metric: &str) -> Exhibit {
    let board = cinema::playable(&board(), metric);
    let moves = film().frames.into_iter().skip(1).map(|frame| frame.caption).collect();
    Exhibit { name: name.to_owned(), board, figures: Vec::new(), moves }
}

impl Player {
    /// Is all of an element on the screen?
    fn is_in_sight(&mut self, selector: &str) -> bool {
        let box_in_window = format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
             return 0 < box.height && 0 <= box.top && box.bottom <= innerHeight + 1 && 0 <= box.left && box.right <= innerWidth + 1 }})()"
        );
        self.browser.value(&box_in_window) == true
    }
}

#[test]
fn a_copied_link_opens_the_same_board_with_its_goal() {
    const CARS: &str = "board = \"\"\"\nXX..A.\n....A.\nBBB...\n\"\"\"\ngoal = { column = 3 }\n";
    const BLOCKS: &str = "start = \"\"\"\nAB.\n.B.\n\"\"\"\ngoal = \"\"\"\n...\n.A.\n\"\"\"\n";
    const ADVICE: &str = "document.querySelector('#advice').textContent";
    for view in views() {
        let Some(mut player) = Player::at(&html::editor("bmcplan"), "", view) else { return };
        let file = player.file.clone();
        for (text, shortest) in [(CARS, "2 units"), (BLOCKS, "3 units")] {
            player.browser.open(&file, "");
            player.browser.value(
                "copied = null; navigator.clipboard.writeText = async text => { copied = text }; \
                 document.querySelector('#editor details').open = true",
            );
            player.browser.value(&format!("document.querySelector('#text').value = {}", json!(text)));
            player.browser.click("#read");
            let written = player.browser.text("document.querySelector('#text').value");
            player.browser.click("#link");
            assert_eq!(player.browser.text(ADVICE), "The link with this board is copied.");
            assert!(player.is_in_sight("#advice"));
            let link = player.browser.text("copied");
            let hash = link.strip_prefix(&format!("file://{}", file.display())).unwrap();
            player.browser.open(&file, hash);
            assert_eq!(player.state("Shortest"), format!("Shortest from here: {shortest}"));
            player.browser.click("#tab-editor");
            assert_eq!(player.browser.text("document.querySelector('#text').value"), written);
        }
        // A board that cannot be played has no link.
        player.browser.open(&file, "");
        player.browser.value(
            "copied = null; navigator.clipboard.writeText = async text => { copied = text }; \
             document.querySelector('#editor details').open = true",
        );
        player.browser.click("#clear");
        player.browser.click("#link");
        assert_eq!(player.browser.text(ADVICE), "There is no link to this board yet. There is no piece yet.");
        assert_eq!(player.browser.value("copied"), json!(null));
        player.leave();
    }
}

#[test]
fn a_gallery_marks_what_was_solved_without_hints() {
    const MARKED: &str = "[...document.querySelectorAll('#shelf li')].map(each => each.classList.contains('done') \
                          ? each.dataset.best : '')";
    let page = html::gallery(
        "All",
        &[exhibit("slides", "slides"), exhibit("units", "units")],
        CardLayout::default(),
    );
    for view in views() {
        let Some(mut player) = Player::at(&page, "", view) else { return };
        let file = player.file.clone();
        assert_eq!(player.browser.value(MARKED), json!(["", ""]));
        player.browser.open(&file, "#e=1");
        for (car, key, count) in [("c", "ArrowLeft", 2), ("b", "ArrowDown", 3), ("x", "ArrowRight", 4)] {
            player.browser.press(car);
            (0..count).for_each(|_| player.browser.press(key));
        }
        assert_eq!(player.state("Solved in 3 slides! N"), "Solved in 3 slides! Nobody can do it in fewer.");
        player.browser.open(&file, "#e=2");
        for left in (1..=9).rev() {
            player.state(&format!("Shortest from here: {left}"));
            player.browser.click("#hint");
            player.state("Hint");
            player.browser.click("#hint");
        }
        player.state("Solved in 9 units! 9");
        player.browser.open(&file, "");
        assert_eq!(player.browser.value(MARKED), json!(["✓ 3 slides", ""]));
        assert!(player.is_in_sight("#shelf .done"));
        let mark = "getComputedStyle(document.querySelector('#shelf .done'), '::after')";
        assert_eq!(player.browser.text(&format!("{mark}.content")), "\"✓ 3 slides\"");
        assert_ne!(
            player.browser.text(&format!("{mark}.color")),
            player.browser.text(&format!("{mark}.backgroundColor"))
        );
        player.leave();
    }
}

#[test]
fn a_printed_card_carries_one_number() {
    let numbers = "[...document.querySelectorAll('.card header, .solutions p')].map(each => \
                   each.innerText.split('\\n')[0].match(/\\d+/g).length)";
    let solutions = "[...document.querySelectorAll('.solutions strong')].map(each => each.textContent)";
    for (names, expected) in [
        (["card07", "card12", "card40"], ["card07", "card12", "card40"]),
        (["easy", "hard", "mad"], ["1 easy", "2 hard", "3 mad"]),
    ] {
        let all: Vec<Exhibit> = names.iter().map(|name| exhibit(name, "slides")).collect();
        let page = html::gallery("Cards", &all, CardLayout::default());
        for view in views() {
            let Some(mut player) = Player::at(&page, "", view) else { return };
            player.browser.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
            player.browser.value("dispatchEvent(new Event('beforeprint'))");
            assert_eq!(player.browser.value(numbers), json!([1, 1, 1, 1, 1, 1]), "{names:?}");
            assert_eq!(player.browser.value(solutions), json!(expected));
            player.leave();
        }
    }
}
