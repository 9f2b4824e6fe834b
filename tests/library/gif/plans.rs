//! Plans of Rush Hour: every car is where its state has it, at the time at which it has to be there.

use std::path::Path;

use bmcplan::draw::film::{Film, Shape};
use bmcplan::draw::gif::animation;
use bmcplan::draw::palette::{Colour, Rgb};
use bmcplan::encode::Transition;
use bmcplan::kinds::rush_hour::shown::film;
use bmcplan::kinds::rush_hour::{self, Board, BoardMetric, domain};
use bmcplan::plan::validate;
use bmcplan::stop::Stop;
use bmcplan::task::State;
use bmcplan::text::{Cell, Source};
use bmcplan_planner::{Mode, Options, Outcome, solve};
use gif::Repeat;

use super::screen::{Picture, Screen};

/// The durations of the first frame, a step, and the last frame, in hundredths of a second.
const FIRST: u32 = 120;
const STEP: u32 = 50;
const LAST: u32 = 250;

/// The height of what is below the board, in pixels.
const STRIP: f64 = 40.0;

/// A board, the states of a shortest plan, and its film.
fn solved(board: Board, metric: BoardMetric) -> (Board, Vec<State>, Film) {
    let task = rush_hour::task(&board, metric, &Stop::default()).unwrap();
    let options = Options { mode: Mode::Search, ..Options::default() };
    let report = solve(&task, &Transition, &options, &Stop::default(), &mut |_| {}).unwrap();
    let Outcome::Solved { plan, .. } = report.outcome else { panic!("there is a plan") };
    let states = validate(&task, &plan).unwrap();
    let names = plan.operators().map(|id| &*task.operator(id).name);
    let film = film("a plan", &board, &states, names);
    (board, states, film)
}

fn shipped(file: &str, metric: BoardMetric) -> (Board, Vec<State>, Film) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(file);
    solved(rush_hour::read_path(&path).unwrap(), metric)
}

fn written(text: &str) -> (Board, Vec<State>, Film) {
    solved(rush_hour::read(&Source::new("test", text)).unwrap(), BoardMetric::Slides)
}

/// The colour that each cell has to have in a state.
fn colour(board: &Board, film: &Film, state: &State, cell: Cell) -> Rgb {
    let car = board.car_ids().find(|id| {
        let value = usize::try_from(state.values()[id.index()]).unwrap();
        board.car(*id).cells_at(domain(board, *id)[value]).any(|taken| taken == cell)
    });
    let colour = match car {
        Some(id) if id == board.red() => Colour::Red,
        Some(id) => match film.actors[id.index()].shapes[0] {
            Shape::Area { fill, .. } => fill,
            ref other => panic!("a car is no {other:?}"),
        },
        None if board.is_wall(cell) => Colour::Wall,
        None => Colour::Floor,
    };
    colour.rgb(false)
}

/// Looks at the middle of each cell's upper edge: inside of any car, and above its name.
fn check_cells(board: &Board, state: &State, film: &Film, screen: &Screen, picture: &Picture) {
    let number = |pixels: usize| f64::from(u32::try_from(pixels).unwrap());
    let cell_size = ((number(screen.height) - STRIP) / film.height).round();
    let left = ((number(screen.width) - (film.width * cell_size).round()) / 2.0).floor();
    let Some(Shape::Area { loops, .. }) = film.ground.first() else { panic!("the floor comes first") };
    let corner = loops[0][0];
    for cell in board.cells() {
        let x = left + (corner.x + f64::from(cell.column) + 0.5) * cell_size;
        let y = (corner.y + f64::from(cell.row) + 0.15) * cell_size;
        let found = screen.pixel(picture, x as usize, y as usize);
        assert_eq!(found, colour(board, film, state, cell), "{cell:?} of {}", film.title);
    }
}

/// Looks at the end of every step of a film of enough room for its motion.
fn check(board: &Board, states: &[State], film: &Film, screen: &Screen) {
    let steps = u32::try_from(states.len() - 1).unwrap();
    for (step, state) in (0..steps).zip(states) {
        check_cells(board, state, film, screen, screen.at(FIRST + STEP * step - 1));
    }
    check_cells(board, states.last().unwrap(), film, screen, screen.at(screen.length() - 1));
}

#[test]
fn a_long_plan_is_shown_state_by_state_in_less_than_two_megabytes() {
    let (board, states, film) = shipped("sample1.toml", BoardMetric::Units);
    assert_eq!(states.len(), 104);
    let bytes = animation(&film).unwrap();
    assert!(bytes.len() < 2_000_000, "{} bytes", bytes.len());
    let screen = Screen::of(&bytes);
    check(&board, &states, &film, &screen);
    assert!((360..=420).contains(&screen.width), "{} pixels wide", screen.width);
    assert_eq!(screen.repeat, Repeat::Infinite);
    // The last step has its motion, and then the last rest.
    assert_eq!(screen.length(), FIRST + STEP * 102 + 24 + LAST);
}

#[test]
fn slides_of_several_cells_are_shown_too() {
    let (board, states, film) = shipped("sample01.toml", BoardMetric::Slides);
    check(&board, &states, &film, &Screen::of(&animation(&film).unwrap()));
}

#[test]
fn boards_of_any_size_are_shown() {
    let wide = format!("..{}\nrr{}\n", ".".repeat(62), ".".repeat(62));
    let high = "goal = { column = 1 }\nboard = \"\"\"\n".to_owned() + &"...\n".repeat(20) + ".XX\n\"\"\"\n";
    for text in ["XX.\n...\n", &wide, &high] {
        let (board, states, film) = written(text);
        let screen = Screen::of(&animation(&film).unwrap());
        check(&board, &states, &film, &screen);
        assert!(screen.width <= 800 && screen.height <= 900);
    }
}

#[test]
fn between_two_states_a_car_is_on_its_way_and_no_other_moves() {
    let (board, states, film) = written("XX....\n......\nA.....\nA.....\n");
    let screen = Screen::of(&animation(&film).unwrap());
    check(&board, &states, &film, &screen);
    // One slide: the first picture, six on the way, and the last.
    assert_eq!((states.len(), screen.pictures.len()), (2, 8));
    let red = |picture: &Picture| {
        let row = screen.height / 4;
        (0..screen.width).find(|x| screen.pixel(picture, *x, row) == Colour::Red.rgb(false)).unwrap()
    };
    let places: Vec<usize> = screen.pictures.iter().map(red).collect();
    let ways: Vec<usize> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(ways[0] < ways[1] && ways[1] < ways[2], "{ways:?}");
    assert!(ways[5] < ways[4] && ways[6] < ways[5], "{ways:?}");
}

#[test]
fn what_moves_has_a_line_around_it_until_something_else_moves() {
    let (_, _, film) = written("XX.A..\n...A..\n......\n......\n");
    let screen = Screen::of(&animation(&film).unwrap());
    let dark = |time: u32| {
        let picture = screen.at(time);
        let pixels = (0..screen.height * screen.width).map(|at| (at % screen.width, at / screen.width));
        pixels.filter(|(x, y)| screen.pixel(picture, *x, *y) == Colour::OnPiece(0).rgb(false)).count()
    };
    // A goes down, and then the red car to the right: no dark letter is on either of them but that on A.
    let [start, first, last] = [0, FIRST + STEP - 1, screen.length() - 1].map(dark);
    assert!(start + 300 < first && start + 300 < last, "{start}, {first}, {last}");
}

#[test]
fn each_picture_is_only_what_has_changed() {
    let (_, _, film) = shipped("sample01.toml", BoardMetric::Units);
    let screen = Screen::of(&animation(&film).unwrap());
    let (first, later) = screen.pictures.split_first().unwrap();
    assert_eq!(first.changed, (u16::try_from(screen.width).unwrap(), u16::try_from(screen.height).unwrap()));
    let area = |picture: &Picture| u32::from(picture.changed.0) * u32::from(picture.changed.1);
    let average = later.iter().map(area).sum::<u32>() / u32::try_from(later.len()).unwrap();
    assert!(average < area(first) / 8, "{average} pixels of {}", area(first));
}

#[test]
fn equal_films_give_equal_bytes() {
    let (_, _, film) = shipped("sample01.toml", BoardMetric::Slides);
    assert_eq!(animation(&film).unwrap(), animation(&film.clone()).unwrap());
}

#[test]
fn a_plan_without_steps_is_one_picture() {
    let (board, states, film) = written("..XX\n....\n");
    assert_eq!(states.len(), 1);
    let screen = Screen::of(&animation(&film).unwrap());
    check_cells(&board, &states[0], &film, &screen, &screen.pictures[0]);
    assert_eq!((screen.pictures.len(), screen.length(), screen.repeat), (1, LAST, Repeat::Infinite));
}
