//! The page on paper, without a script, in high contrast, and for films of other kinds.

use bmcplan_prisoners::{Meets, Schedule, ScheduleProblem, film};
use serde_json::json;

use super::devtools::View;
use super::{Player, film};

#[test]
fn paper_has_all_moves_and_no_controls() {
    let Some(mut player) = Player::of(&film(), "", View { height: 200, ..View::default() }) else { return };
    player.browser.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let whole = "(() => { const list = document.querySelector('#moves'); return [list.scrollHeight <= list.clientHeight, \
                 document.querySelector('#player').checkVisibility(), list.children.length] })()";
    assert_eq!(player.browser.value(whole), json!([true, false, 4]));
    player.leave();
}

#[test]
fn high_contrast_marks_the_current_move_alone() {
    let Some(mut player) = Player::of(&film(), "#2", View::default()) else { return };
    let features = json!([{ "name": "forced-colors", "value": "active" }]);
    player.browser.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    let looks = "(() => { const looks = [...document.querySelectorAll('#moves button')].map(each => { \
                 const style = getComputedStyle(each); return style.backgroundColor + style.borderLeftColor }); \
                 return looks.map(look => looks.filter(other => other === look).length) })()";
    assert_eq!(player.browser.value(looks), json!([3, 3, 1, 3]));
    player.leave();
}

#[test]
fn without_a_script_there_are_boards_and_moves() {
    let Some(mut player) = Player::of(&film(), "", View::default()) else { return };
    player.browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    player.browser.open(&player.file.clone(), "");
    let seen = "[[...document.querySelectorAll('.strip li')].map(each => each.textContent).join(), \
                document.querySelectorAll('.strip svg').length, \
                [...document.querySelectorAll('button')].filter(each => each.checkVisibility()).length]";
    assert_eq!(
        player.browser.value(seen),
        json!(["start,Step 1: C left 2,Step 2: B down 3,Step 3: X right 4", 4, 0])
    );
    // The board of the second step is drawn with B where it got to.
    let place = player.browser.value(
        "(() => { const [one, two] = [...document.querySelectorAll('.strip svg')].slice(1, 3)\
         .map(each => [...each.querySelectorAll('use')].map(use => use.getAttribute('y'))); \
         return one.filter((y, index) => y !== two[index]).length })()",
    );
    assert_eq!(place, 1);
    player.leave();
}

#[test]
fn schedules_have_days() {
    let problem = ScheduleProblem::new(6, 3, 2, Meets::Neighbours).unwrap();
    let days = vec![vec![vec![0, 1, 2], vec![3, 4, 5]], vec![vec![0, 3, 1], vec![2, 5, 4]]];
    let film = film::film("Prisoners", bmcplan::draw::film::FilmStep::Day, &problem, &Schedule(days));
    let Some(mut player) = Player::of(&film, "#2", View::default()) else { return };
    assert_eq!(player.told(), "Day 2 of 2 1-4-2  3-6-5 | day 2 1-4-2  3-6-5 | Day 2 of 2: 1-4-2  3-6-5 | #2");
    assert_eq!(player.browser.text("document.querySelector('#moves-title').textContent"), "Days");
    assert_eq!(player.browser.value("document.querySelector('#tabs').hidden"), true);
    player.leave();
}
