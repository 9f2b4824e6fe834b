//! Playing by hand, hints, and the editor of the page.

use bmcplan::draw::film::Film;
use bmcplan::draw::html;
use bmcplan::kinds::rush_hour::shown as cinema;
use serde_json::json;

use super::devtools::View;
use super::sizes::SIZES;
use super::{Player, board, film};

/// The film with its board to play on.
fn game() -> Film {
    Film { board: Some(cinema::playable(&board(), "slides")), ..film() }
}

const STATE: &str = "document.querySelector('#state').textContent";
const CAPTION: &str = "document.querySelector('#caption').textContent";

impl Player {
    /// The middle of a cell of the board, counted from 0, on the page.
    pub(super) fn cell(&mut self, row: f64, column: f64) -> [f64; 2] {
        let place = self.browser.value(&format!(
            "(() => {{ const at = new DOMPoint(48 * ({column} + 1.3), 48 * ({row} + 1.3))\
             .matrixTransform(document.querySelector('#board').getScreenCTM()); return [at.x, at.y] }})()"
        ));
        [place[0].as_f64().unwrap(), place[1].as_f64().unwrap()]
    }

    fn drag(&mut self, cells: &[(f64, f64)]) {
        let places: Vec<_> = cells.iter().map(|&(row, column)| self.cell(row, column)).collect();
        self.browser.drag(&places);
    }

    /// The text under the board, once it begins with these words.
    pub(super) fn state(&mut self, begins: &str) -> String {
        let watch = format!(
            "new Promise(done => {{ const watch = () => {STATE}.startsWith({begins:?}) ? done({STATE}) \
             : setTimeout(watch, 5); watch() }})"
        );
        self.browser.text(&watch)
    }
}

#[test]
fn cars_are_dragged_and_the_way_that_is_left_is_known() {
    let Some(mut player) = Player::of(&game(), "", View::default()) else { return };
    // C cannot go further than D lets it, however far it is dragged.
    player.drag(&[(5.0, 5.0), (5.0, 4.0), (5.0, 0.0)]);
    assert_eq!(player.car("C"), (2.0, 5.0));
    assert_eq!(player.browser.text(CAPTION), "1 slide, 2 units C left 2");
    assert_eq!(player.state("Shortest"), "Shortest from here: 2 slides");
    // The rest of the way back is the same slide taken back.
    player.drag(&[(5.0, 2.0), (5.0, 5.0)]);
    assert_eq!(player.browser.text(CAPTION), "0 slides, 0 units start");
    assert_eq!(player.state("Shortest"), "Shortest from here: 3 slides");
    // A car of another lane does not leave its own.
    player.drag(&[(1.0, 4.0), (4.0, 0.0)]);
    assert_eq!(player.car("B"), (4.0, 2.0));
    player.browser.click("#undo");
    assert_eq!(player.car("B"), (4.0, 0.0));
    player.leave();
}

#[test]
fn keys_move_cars_and_hints_lead_to_the_goal() {
    let Some(mut player) = Player::of(&game(), "", View::default()) else { return };
    player.browser.press("c");
    player.browser.press("ArrowLeft");
    player.browser.press("ArrowLeft");
    player.browser.press("ArrowUp");
    assert_eq!(player.browser.text(CAPTION), "1 slide, 2 units C left 2");
    assert_eq!(
        player.browser.text("document.activeElement.getAttribute('aria-label')"),
        "C: row 6, columns 3 to 4"
    );
    player.browser.press("Backspace");
    assert_eq!(player.car("C"), (4.0, 5.0));
    for _ in 0..3 {
        player.state("Shortest");
        player.browser.click("#hint");
        assert!(player.state("Hint").ends_with("Press again to move."));
        assert_eq!(player.browser.value("document.querySelectorAll('.ghost').length"), 1);
        player.browser.click("#hint");
    }
    assert_eq!(
        player.state("Solved in 3 slides! 3"),
        "Solved in 3 slides! 3 hints helped; nothing is shorter."
    );
    assert_eq!(player.browser.value("document.querySelectorAll('.ghost').length"), 0);
    player.browser.click("#restart");
    player.state("Shortest");
    player.drag(&[(4.0, 0.0), (3.0, 0.0)]);
    // Two slides more than are needed.
    player.drag(&[(2.0, 0.0), (2.0, 1.0)]);
    let moves = "document.querySelectorAll('#moves li').length";
    assert_eq!(player.browser.value(moves), 2);
    player.browser.click("#rest");
    // The plan that was found is played.
    let playing = "new Promise(done => { const watch = () => document.body.classList.contains('playing') ? done(true) : setTimeout(watch, 5); watch() })";
    assert_eq!(player.browser.value(playing), true);
    player.browser.value("new Promise(done => { const watch = () => document.querySelector('#player').hidden ? setTimeout(watch, 5) : done(1); watch() })");
    player.browser.press("End");
    // It drives off the board.
    assert_eq!(player.car("X"), (7.0, 2.0));
    player.leave();
}

#[test]
fn a_longer_way_is_told_how_many_slides_are_enough() {
    let Some(mut player) = Player::of(&game(), "", View::default()) else { return };
    // D is in nobody's way.
    player.drag(&[(4.0, 0.0), (5.0, 0.0)]);
    assert_eq!(player.browser.text(CAPTION), "1 slide, 1 unit D down 1");
    for _ in 0..3 {
        player.state("Shortest");
        player.browser.click("#hint");
        player.state("Hint");
        player.browser.click("#hint");
    }
    let said = player.state("Solved in 4 slides! I");
    assert_eq!(said, "Solved in 4 slides! It can be done in 3 slides.");
    player.leave();
}

#[test]
fn a_finger_drags_on_a_phone() {
    let phone = View { width: 360, height: 640, phone: true, ..View::default() };
    let Some(mut player) = Player::of(&game(), "#1", phone) else { return };
    let places: Vec<_> =
        [(1.0, 4.0), (2.0, 4.0), (4.0, 4.0)].map(|(row, column)| player.cell(row, column)).into();
    player.browser.swipe(&places);
    assert_eq!(player.car("B"), (4.0, 3.0));
    // The part of the plan that was seen belongs to the play.
    assert_eq!(player.browser.text(CAPTION), "2 slides, 5 units B down 3");
    assert_eq!(player.state("Shortest"), "Shortest from here: 1 slide");
    let visible = "['#caption', '#moves [aria-current]'].every(each => { const box = document.querySelector(each)\
                   .getBoundingClientRect(); return 0 < box.height && 0 <= box.top && box.bottom <= innerHeight })";
    player.browser.click("#tab-player");
    player.browser.click("#forward");
    assert_eq!(player.browser.value(visible), true);
    player.leave();
}

/// The empty editor in a browser.
fn editor() -> Option<Player> {
    let mut player = Player::of(&game(), "", View { height: 900, ..View::default() })?;
    std::fs::write(&player.file, html::editor("bmcplan")).unwrap();
    player.browser.open(&player.file.clone(), "");
    Some(player)
}

#[test]
fn boards_are_made_solved_and_shared() {
    let Some(mut player) = editor() else { return };
    let text = "document.querySelector('#text').value";
    // A car that is drawn, one that is tapped and turned, a wall.
    player.drag(&[(0.0, 4.0), (1.0, 4.0), (2.0, 4.0)]);
    player.drag(&[(5.0, 0.0), (5.0, 0.0)]);
    player.browser.click("#turn");
    player.browser.click("input[value=wall]");
    player.drag(&[(5.0, 5.0), (5.0, 5.0)]);
    assert_eq!(
        player.browser.text(text),
        "board = \"\"\"\n....A.\n....A.\nXX..A.\n......\nB.....\nB....#\n\"\"\"\n"
    );
    player.browser.press("Backspace");
    assert!(player.browser.text(text).ends_with("B.....\n\"\"\"\n"));
    let hash = player.browser.text("location.hash");
    assert_eq!(hash, "#b=ooooAo-ooooAo-XXooAo-oooooo-Booooo-Booooo&m=units&g=X3.5");
    player.browser.click("#tab-player");
    player.browser.value("new Promise(done => { const watch = () => document.querySelector('#player').hidden ? setTimeout(watch, 5) : done(1); watch() })");
    assert_eq!(player.browser.value("document.querySelectorAll('#moves li').length"), 8);
    // The same board by its address.
    player.browser.open(&player.file.clone(), &hash);
    assert_eq!(player.state("Shortest"), "Shortest from here: 7 units");
    assert_eq!(player.car("A"), (4.0, 0.0));
    player.leave();
}

#[test]
fn sliding_blocks_have_goals_where_they_are_put() {
    let Some(mut player) = editor() else { return };
    player.browser.value("document.querySelector('#text').value = 'start\\nAB.\\n.B.\\ngoal\\n..A\\n...\\n'");
    player.browser.value("document.querySelector('#read').click()");
    assert_eq!(player.browser.text("document.querySelector('#kind').value"), "blocks");
    player.browser.click("input[value=goal]");
    player.drag(&[(0.0, 2.0), (1.0, 2.0)]);
    assert_eq!(
        player.browser.text("document.querySelector('#text').value"),
        "start = \"\"\"\nAB.\n.B.\n\"\"\"\ngoal = \"\"\"\n...\n..A\n\"\"\"\n"
    );
    player.browser.value(
        "(() => { const metric = document.querySelector('#metric'); metric.value = 'moves'; \
         metric.dispatchEvent(new Event('change')) })()",
    );
    player.browser.click("#tab-game");
    assert_eq!(player.state("The goal"), "The goal cannot be reached from here.");
    player.leave();
}

#[test]
fn addresses_that_are_no_boards_are_told_so() {
    let Some(mut player) = editor() else { return };
    let long = format!("#b={}", "A".repeat(30_000));
    for wild in [
        "#b=",
        "#b=%E0%A4%A",
        "#b=XX-X",
        "#b=XXo-oXo&g=X1.1",
        "#b=oo-oo",
        "#b=BBo",
        "#b=XXo&g=X9.9",
        "#b=XXo&g=&m=leaps",
        "#b=XXo&g=X1.2&n=%00",
        "#b=XXo&n=%3Cscript%3Ealert(1)%3C/script%3E",
        "#b=AAo&k=blocks&g=A1.3",
        &long,
    ] {
        player.browser.open(&player.file.clone(), wild);
        assert_eq!(player.browser.value("document.querySelector('#editor').hidden"), false, "{wild}");
        assert_ne!(player.browser.text("document.querySelector('#advice').textContent"), "", "{wild}");
    }
    // Names are names.
    player.browser.open(&player.file.clone(), "#b=XXo&g=X1.2&n=%3Cimg/src=x/onerror=alert(1)%3E");
    assert_eq!(player.state("Shortest"), "Shortest from here: 1 unit");
    assert_eq!(player.browser.value("document.images.length"), 0);
    player.leave();
}

#[test]
fn boards_with_too_many_positions_say_so() {
    let Some(mut player) = Player::of(&game(), "", View::default()) else { return };
    // Asked for no more than ten positions, the page knows the ways that are that near, and no others.
    let lengths = "(async () => { const { Rules, Search, boardOf } = bmcplan; const rules = new Rules(boardOf(\
                   'b=XXoA-oooA-BBoo-ooCC&g=X1.3')); const search = new Search(rules, () => {}, 10); \
                   const far = await search.length(rules.start); \
                   const near = rules.start.map((anchor, piece) => piece === 1 ? 7 : anchor); \
                   return [far, await search.length(near), search.tooMany] })()";
    assert_eq!(player.browser.value(lengths), json!([null, 2, true]));
    player.leave();
}

#[test]
fn what_is_wrong_in_a_text_is_named_with_its_row() {
    let Some(mut player) = editor() else { return };
    for (text, expected) in [
        ("XX.\\n.o.\\n...", "Both “.” in row 1 and “o” in row 2 are an empty cell"),
        ("XX.\\n...\\n..", "Row 3 has 2 cells, and row 1 has 3."),
        ("XX.\\n.?.\\n...", "“?” in row 2 is no cell of a board."),
        ("XX.\\n.B.\\n...", "Row 2: car B has a single cell."),
        (
            "start\\n+---+\\n| A >\\n| . |\\n+---+\\ngoal\\n+---+\\n| . |\\n| A |\\n+---+",
            "The frame of a start and a goal has no marks and no names.",
        ),
        ("+-------+\\n| X X * |\\n| . . . |\\n+-------+", "A * stands in a cell that is none of a goal's"),
        ("+-----+\\n| A A | A\\n| B B | B\\n+-----+", "The red car has two names: A and B."),
        (
            "board = \"\"\"\\n+-----+\\n< A A |\\n| B B |\\n+-----+\\n\"\"\"\\nred = \"B\"",
            "The marks on the frame are not those of a goal of B, which is the red car.",
        ),
        (
            "board = \"\"\"\\n+-----+\\n< A A |\\n| B B |\\n+-----+\\n\"\"\"\\ngoal = { column = 1 }",
            "The goal is given twice: on the frame, and as a place.",
        ),
        (
            "A.....\\nA.....\\n..RR..\\n......\\n......\\n......",
            "A is the red car here, though R could leave on the right",
        ),
        (
            "aa....\\np..q..\\npxxq..\\np..q..\\nb...cc\\nb.rrr.",
            "r is the red car here, and xx are two walls",
        ),
    ] {
        player.browser.value(&format!("document.querySelector('#text').value = '{text}'"));
        player.browser.value("document.querySelector('#read').click()");
        let advice = player.browser.text("document.querySelector('#advice').textContent");
        assert!(advice.starts_with(expected), "{advice}");
    }
    player
        .browser
        .value("document.querySelector('#text').value = 'name = \"Mine\"\\nboard = \"\"\"\\nXX..\\n\"\"\"'");
    player.browser.value("document.querySelector('#read').click()");
    player.browser.click("#tab-game");
    assert_eq!(player.browser.text("document.title"), "Mine");
    player.leave();
}

#[test]
fn the_page_opens_for_play_and_fills_the_screen() {
    for (width, height, share_of_width, share_of_height) in SIZES {
        for dark in [false, true] {
            let view = View { width, height, dark, phone: width < 900, ..View::default() };
            let Some(mut player) = Player::of(&game(), "", view) else { return };
            assert_eq!(player.state("Shortest"), "Shortest from here: 3 slides");
            let size = player.browser.value(
                "(() => { const box = document.querySelector('#board').getBoundingClientRect(); return [box.width / innerWidth, \
                 box.height / innerHeight] })()",
            );
            let [wide, high] = [0, 1].map(|index| size[index].as_f64().unwrap());
            assert!(share_of_width <= wide && share_of_height <= high, "{width}×{height}: {size}");
            let is_seen = "['#board', '#hint'].every(each => { const box = document.querySelector(each)\
                           .getBoundingClientRect(); return 0 <= box.top && box.bottom <= innerHeight })";
            assert_eq!(player.browser.value(is_seen), true, "{width}×{height}");
            // The message of a button of the editor stands below it.
            player.browser.click("#tab-editor");
            player.browser.value("document.querySelector('#editor details').open = true");
            player.browser.value("document.querySelector('#text').value = '???'");
            player.browser.click("#read");
            let below = "(() => { const [button, said] = ['#read', '#advice'].map(each => document.querySelector(each)\
                         .getBoundingClientRect()); return button.bottom <= said.top && said.top < button.bottom + 120 \
                         && said.bottom < innerHeight + 2 })()";
            assert_eq!(player.browser.value(below), true, "{width}×{height}");
            player.leave();
        }
    }
}

#[test]
fn moves_and_solved_boards_are_kept() {
    let Some(mut player) = Player::of(&game(), "", View::default()) else { return };
    player.drag(&[(5.0, 5.0), (5.0, 2.0)]);
    assert_eq!(player.browser.text(CAPTION), "1 slide, 2 units C left 2");
    let file = player.file.clone();
    player.browser.open(&file, "");
    assert_eq!(player.browser.text(CAPTION), "1 slide, 2 units C left 2");
    player.drag(&[(1.0, 4.0), (4.0, 4.0)]);
    player.drag(&[(2.0, 1.0), (2.0, 5.0)]);
    assert_eq!(player.state("Solved in 3 slides! N"), "Solved in 3 slides! Nobody can do it in fewer.");
    assert_eq!(player.car("X"), (7.0, 2.0));
    let kept = |what: &str| {
        format!("Object.entries(localStorage).find(([key]) => key.startsWith('bmcplan {what}'))")
    };
    assert_eq!(player.browser.value(&format!("{}[1]", kept("solved"))), "3");
    player.browser.click("#restart");
    assert_eq!(player.car("X"), (0.0, 2.0));
    // Text that is no line of this board is not taken.
    player.browser.value(&format!("localStorage.setItem({}[0], '{{\"states\":[[1,2],[3]]}}')", kept("line")));
    player.browser.open(&file, "");
    assert_eq!(player.browser.text(CAPTION), "0 slides, 0 units start");
    player.leave();
}

#[test]
fn hints_are_counted_with_the_moves_that_they_helped() {
    let Some(mut player) = Player::of(&game(), "", View::default()) else { return };
    let file = player.file.clone();
    let solve_by_hand = |player: &mut Player| {
        player.drag(&[(5.0, 5.0), (5.0, 2.0)]);
        player.drag(&[(1.0, 4.0), (4.0, 4.0)]);
        player.drag(&[(2.0, 1.0), (2.0, 5.0)]);
    };
    player.state("Shortest");
    player.browser.click("#hint");
    player.state("Hint");
    player.browser.click("#hint");
    // They are kept with the moves.
    player.browser.open(&file, "");
    player.drag(&[(1.0, 4.0), (4.0, 4.0)]);
    player.drag(&[(2.0, 1.0), (2.0, 5.0)]);
    assert_eq!(
        player.state("Solved in 3 slides! 1"),
        "Solved in 3 slides! 1 hint helped; nothing is shorter."
    );
    // A new beginning is honest.
    player.browser.click("#restart");
    player.state("Shortest");
    solve_by_hand(&mut player);
    assert_eq!(player.state("Solved in 3 slides! N"), "Solved in 3 slides! Nobody can do it in fewer.");
    // Steps of the solution help, too.
    player.browser.open(&file, "#2");
    player.drag(&[(2.0, 1.0), (2.0, 5.0)]);
    assert_eq!(
        player.state("Solved in 3 slides! 2"),
        "Solved in 3 slides! 2 hints helped; nothing is shorter."
    );
    player.leave();
}

#[test]
fn pieces_keep_their_colours_in_the_editor() {
    let Some(mut player) = Player::of(&game(), "", View::default()) else { return };
    let colours = "[...document.querySelectorAll('.actor')].map(each => each.querySelector('path').getAttribute('class')).join()";
    let before = player.browser.text(colours);
    player.browser.click("#tab-editor");
    assert_eq!(player.browser.text(colours), before);
    player.leave();
}
