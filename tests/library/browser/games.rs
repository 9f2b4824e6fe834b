//! Games of named moves, pressed in the page: each state, move and length against the library.

use std::path::Path;

use bmcplan::draw::film::Film;
use bmcplan::kinds::{GDL, read};
use bmcplan::plan::{Metric, Plan, replay};
use bmcplan::problem::{Problem, ProblemOptions, Trajectory};
use bmcplan::stop::Stop;
use bmcplan::task::{OperatorId, State, Task};
use bmcplan::text::Source;
use bmcplan_search::{SearchLimits, SearchOutcome, goal_distances, shortest_plan};
use serde_json::json;

use super::Player;
use super::devtools::View;
use super::sizes::views;

const PRESSES: &str = "[...document.querySelectorAll('#presses button')]";
const WORDS: &str = "document.querySelector('#words').textContent";

fn game(file: &str) -> Box<dyn Problem> {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/gdl").join(file)).unwrap()
}

fn film(problem: &dyn Problem, task: &Task, plan: &Plan) -> Film {
    let states = replay(task, plan).unwrap();
    problem.film("A game", Trajectory { task, plan, states: &states })
}

fn task(problem: &dyn Problem) -> Task {
    problem.task(None, &Stop::default()).unwrap()
}

fn shortest(task: &Task) -> Plan {
    match shortest_plan(task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).outcome {
        SearchOutcome::Solved(plan) => plan,
        other => panic!("{other:?}"),
    }
}

/// The operators that can be applied in a state, with the states after them.
fn possible(task: &Task, state: &State) -> Vec<(OperatorId, State)> {
    let extended = task.extend(state);
    task.operator_ids().filter_map(|id| Some((id, extended.successor(id).ok()?))).collect()
}

impl Player {
    fn start_of(problem: &dyn Problem, view: View) -> Option<Self> {
        Self::of(&film(problem, &task(problem), &Plan::default()), "", view)
    }

    /// Presses the button of a move with the mouse.
    fn press_move(&mut self, name: &str) {
        self.browser.click(&format!("#presses button[data-name={name:?}]"));
    }

    /// The names of the moves that can be pressed.
    fn possible(&mut self) -> Vec<String> {
        let names = self.browser.value(&format!(
            "{PRESSES}.filter(each => each.getAttribute('aria-disabled') === 'false').map(each => each.dataset.name)"
        ));
        names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn pressing_the_moves_of_a_plan_reaches_the_goal() {
    for file in ["buttons-and-lights.kif", "lights-out.kif", "hanoi.kif", "wolf-goat-cabbage.kif"] {
        let problem = game(file);
        let task = task(&*problem);
        let plan = shortest(&task);
        let words = film(&*problem, &task, &plan).frames;
        let Some(mut player) = Player::start_of(&*problem, View { height: 1000, ..View::default() }) else {
            return;
        };
        for (step, frame) in words.iter().enumerate() {
            if 0 < step {
                player.press_move(&frame.caption);
                let caption = player.browser.text("document.querySelector('#caption').textContent");
                let moves = if step == 1 { "1 move".to_owned() } else { format!("{step} moves") };
                assert_eq!(caption, format!("{moves} {}", frame.caption), "{file}");
            }
            assert_eq!(player.browser.text(WORDS), frame.description, "{file}");
            let left = words.len() - 1 - step;
            if 0 < left {
                let moves = if left == 1 { "1 move".to_owned() } else { format!("{left} moves") };
                assert_eq!(
                    player.state("Shortest from here"),
                    format!("Shortest from here: {moves}"),
                    "{file}"
                );
            }
        }
        let solved = format!("Solved in {} moves! Nobody can do it in fewer.", words.len() - 1);
        assert_eq!(player.state(&solved), solved, "{file}");
        // The game is over: nothing can be pressed, and nothing happens.
        assert_eq!(player.possible(), Vec::<String>::new(), "{file}");
        player.press_move(&words[1].caption);
        assert_eq!(player.browser.text(WORDS), words[words.len() - 1].description, "{file}");
        // Moves are kept, and taken back.
        let kept = player.file.clone();
        player.browser.open(&kept, "");
        assert_eq!(player.browser.text(WORDS), words[words.len() - 1].description, "{file}");
        player.browser.click("#undo");
        assert_eq!(player.browser.text(WORDS), words[words.len() - 2].description, "{file}");
        player.browser.click("#restart");
        assert_eq!(player.browser.text(WORDS), words[0].description, "{file}");
        player.leave();
    }
}

#[test]
fn any_moves_lead_where_the_rules_say() {
    for file in ["buttons-and-lights.kif", "hanoi.kif", "wolf-goat-cabbage.kif", "eight-puzzle.kif"] {
        let problem = game(file);
        let task = task(&*problem);
        let Some(mut player) = Player::start_of(&*problem, View { height: 1000, ..View::default() }) else {
            return;
        };
        let mut state = task.initial().clone();
        for step in 0..12 {
            let all = possible(&task, &state);
            let mut names: Vec<&str> = all.iter().map(|(id, _)| &*task.operator(*id).name).collect();
            let mut offered = player.possible();
            offered.sort_unstable();
            names.sort_unstable();
            names.dedup();
            assert_eq!(offered, names, "{file}");
            let Some((id, next)) = all.get(step * step % all.len().max(1)) else { break };
            player.press_move(&task.operator(*id).name);
            state = next.clone();
            let states = [state.clone()];
            let run = Trajectory { task: &task, plan: &Plan::default(), states: &states };
            assert_eq!(player.browser.text(WORDS), problem.film("", run).frames[0].description, "{file}");
        }
        player.leave();
    }
}

#[test]
fn hints_and_the_rest_of_a_solution_are_those_of_the_rules() {
    let problem = game("buttons-and-lights.kif");
    let Some(mut player) = Player::start_of(&*problem, View::default()) else { return };
    for left in [6, 5] {
        player.state(&format!("Shortest from here: {left}"));
        player.browser.click("#hint");
        let said = player.state("Hint");
        let name = player.browser.text("document.querySelector('#presses .hinted').dataset.name");
        assert_eq!(said, format!("Hint: {name}. Press again to move."));
        player.browser.press("?");
    }
    // The remaining pushes do not suffice after a wasted one.
    player.state("Shortest from here: 4");
    player.press_move("b");
    assert_eq!(player.state("The goal"), "The goal cannot be reached from here.");
    for _ in 0..3 {
        player.press_move("b");
    }
    assert_eq!(player.state("The game"), "The game ends here, and the goal is not reached.");
    for _ in 0..4 {
        player.browser.press("Backspace");
    }
    player.state("Shortest from here: 4");
    player.browser.click("#rest");
    player.browser.value("new Promise(done => { const watch = () => document.querySelector('#player').hidden ? setTimeout(watch, 5) : done(1); watch() })");
    player.browser.press("End");
    for light in ["left", "middle", "right"] {
        assert!(player.browser.text(WORDS).contains(&format!("(on {light})")));
    }
    player.leave();
}

#[test]
fn a_page_with_a_plan_plays_it_too() {
    for file in ["hanoi.kif", "wolf-goat-cabbage.kif"] {
        let problem = game(file);
        let task = task(&*problem);
        let film = film(&*problem, &task, &shortest(&task));
        let Some(mut player) = Player::of(&film, "#3", View::default()) else { return };
        assert!(player.told().starts_with("Step 3 of "), "{file}");
        assert_eq!(player.browser.value("document.querySelector('#tab-editor').checkVisibility()"), false);
        // The page puts all things where the film puts them.
        let places = "[...document.querySelectorAll('.actor')].map(each => each.style.transform).join()";
        let watched = player.browser.text(places);
        player.browser.click("#tab-game");
        for frame in &film.frames[1..4] {
            player.press_move(&frame.caption);
        }
        assert_eq!(player.browser.text(places), watched, "{file}");
        player.leave();
    }
}

#[test]
fn the_figures_of_a_game_are_those_of_the_library() {
    for file in ["buttons-and-lights.kif", "wolf-goat-cabbage.kif", "lights-out.kif"] {
        let problem = game(file);
        let task = task(&*problem);
        let limits = SearchLimits::default();
        let all = goal_distances(&task, Metric::Actions, &limits, &Stop::default(), &mut |_| {}).unwrap();
        let dead = (0..all.len()).filter(|number| all.distance(*number).is_none()).count();
        let Some(mut player) = Player::start_of(&*problem, View::default()) else { return };
        let mut figure = |name: &str| player.figure(name).replace(',', "");
        assert_eq!(figure("positions"), all.len().to_string(), "{file}");
        assert_eq!(figure("plans"), all.n_plans(0).unwrap().to_string(), "{file}");
        assert_eq!(
            figure("deadEnds"),
            if dead == 0 { "none".to_owned() } else { dead.to_string() },
            "{file}"
        );
        player.leave();
    }
}

#[test]
fn lights_and_tiles_are_pressed_where_they_are() {
    const LIT: &str = "document.querySelectorAll('#scene .on').length";
    let press = |player: &mut Player, row: f64, column: f64| {
        let place = player.cell(row, column);
        player.browser.drag(&[place, place]);
    };
    let Some(mut player) = Player::start_of(&*game("lights-out.kif"), View::default()) else { return };
    assert_eq!(player.browser.value(LIT), 12);
    press(&mut player, 0.0, 0.0);
    assert_eq!(player.browser.value(LIT), 9);
    // One that is off, too; and nothing beside the board.
    press(&mut player, 0.0, 1.0);
    press(&mut player, -1.0, 0.0);
    let caption = "document.querySelector('#caption').textContent";
    assert_eq!(player.browser.text(caption), "2 moves (press 1 2)");
    player.leave();
    let Some(mut player) = Player::start_of(&*game("eight-puzzle.kif"), View::default()) else { return };
    // The hole in the middle and a tile in a corner do nothing.
    for (row, column) in [(1.0, 1.0), (0.0, 0.0), (0.0, 1.0)] {
        press(&mut player, row, column);
    }
    assert_eq!(player.browser.text(caption), "1 move (slide 2)");
    assert_eq!(player.car("2"), (1.0, 1.0));
    player.leave();
}

/// A game with a light for each of this many numbers.
fn lights(count: usize) -> Film {
    let numbers: String = (0..count).map(|number| format!("(light l{number}) ")).collect();
    let sheet = format!(
        "(role p) {numbers} (init (dark l0)) (<= (legal p (switch ?l)) (light ?l))
         (<= (next (on ?l)) (does p (switch ?l))) (<= (next (on ?l)) (true (on ?l)))
         (<= terminal (true (on l0))) (<= (goal p 100) (true (on l0)))"
    );
    let sources = [Source::new("lights", &sheet)];
    let problem = GDL.read(&sources, &ProblemOptions::default(), &Stop::default()).unwrap();
    film(&*problem, &task(&*problem), &Plan::default())
}

#[test]
fn large_games_are_watched_only_and_say_so() {
    let Some(mut player) = Player::of(&lights(400), "", View::default()) else { return };
    assert_eq!(
        player.browser.text("document.querySelector('.note').textContent"),
        "This game is too large to be played on a page."
    );
    assert_eq!(player.browser.value("document.querySelector('#tabs').checkVisibility()"), false);
    player.leave();
    // Of many moves only the possible ones are shown.
    let Some(mut player) = Player::of(&lights(60), "", View::default()) else { return };
    let shown = format!("{PRESSES}.filter(each => each.checkVisibility()).length");
    assert_eq!(player.browser.value(&shown), 60);
    player.press_move("(switch l0)");
    assert_eq!(player.browser.value(&shown), 0);
    assert_eq!(player.state("Solved in 1 move!"), "Solved in 1 move! Nobody can do it in fewer.");
    player.leave();
}

#[test]
fn the_picture_and_all_buttons_are_in_sight() {
    for view in views() {
        let View { width, height, .. } = view;
        for file in ["buttons-and-lights.kif", "lights-out.kif", "hanoi.kif"] {
            let Some(mut player) = Player::start_of(&*game(file), view) else { return };
            player.state("Shortest");
            let seen = "['#board', '#state', '#presses', '#undo', '#hint'].map(each => { \
                            const box = document.querySelector(each).getBoundingClientRect(); \
                            return 0 <= box.top && box.bottom <= innerHeight && 0 <= box.left && box.right <= innerWidth })";
            assert_eq!(
                player.browser.value(seen),
                json!([true, true, true, true, true]),
                "{file} {width}×{height}"
            );
            let small = format!(
                "{PRESSES}.filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 44).length"
            );
            assert_eq!(player.browser.value(&small), 0, "{file} {width}×{height}");
            player.leave();
        }
    }
}
