//! A board written in any format and read back is the same board.

use bmcplan::kinds::rush_hour::{Board, BoardFormat, BoardMetric, Car, Cell, Orientation, read, shown, task};
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use expect_test::expect;
use proptest::prelude::*;
use proptest::sample::Index;

use super::writers;
use crate::common::boards::arb_board;

/// Cars but for their names, red first; the readers of characters put cars in reading order.
fn cars(board: &Board) -> Vec<(Orientation, u8, Cell)> {
    let parts = |car: &Car| (car.orientation, car.length, car.cell);
    let mut cars: Vec<_> = board.cars().iter().map(parts).collect();
    cars.sort_by_key(|(_, _, cell)| *cell);
    [vec![parts(board.car(board.red()))], cars].concat()
}

fn same(board: &Board, name: &str, text: &str, format: BoardFormat) -> Result<(), TestCaseError> {
    same_of(board, &Source::new(name, text), format)
}

fn same_of(board: &Board, source: &Source, format: BoardFormat) -> Result<(), TestCaseError> {
    prop_assert_eq!(BoardFormat::of(source), format);
    let back = read(source).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(cars(&back), cars(board));
    prop_assert_eq!(back.walls().collect::<Vec<_>>(), board.walls().collect::<Vec<_>>());
    prop_assert_eq!(
        (back.rows(), back.columns(), back.goal()),
        (board.rows(), board.columns(), board.goal())
    );
    Ok(())
}

proptest! {
    #[test]
    fn every_format_gives_the_board_back(board in arb_board()) {
        let list = writers::toml_list(&board);
        same(&board, "f.toml", &list, BoardFormat::Toml)?;
        same(&board, "f", &list.replace('\n', "\r\n"), BoardFormat::Toml)?;
        prop_assert_eq!(&read(&Source::new("f.toml", &list)).unwrap(), &board);
        same(&board, "f", &writers::asp_first(&board), BoardFormat::Asp)?;
        if let Some(text) = writers::asp_second(&board) {
            same(&board, "f", &text, BoardFormat::Asp)?;
            same(&board, "f", &text.replace("(0, a,", "(0, r,"), BoardFormat::Asp)?;
        }
        if let Some(rows) = writers::rows(&board) {
            same(&board, "f.txt", &rows, BoardFormat::Text)?;
            same(&board, "f.txt", &format!("% a comment\r\n  {}", rows.replace('\n', "\r\n")), BoardFormat::Text)?;
            same(&board, "f", &format!("red = 'X'\nboard = '''\n{rows}'''"), BoardFormat::Toml)?;
            if board.rows() == board.columns() {
                let line = Source::new("--board", &rows.replace('\n', "")).in_one_row();
                same_of(&board, &line, BoardFormat::Line)?;
            }
        }
    }

    /// Boards as they are printed, with any goal and names of several letters; those of one cell do not show how they move.
    #[test]
    fn what_is_printed_is_read(board in arb_board(), goal in any::<Index>(), long in any::<bool>(), red in 0..4usize) {
        prop_assume!(board.cars().iter().all(|car| car.length != 1));
        let red_car = board.car(board.red());
        let last = board.lane_length(red_car.orientation) - red_car.length;
        let key = if red_car.orientation == Orientation::Horizontal { "column" } else { "row" };
        let list = writers::toml_list(&board);
        let (before, after) = list.split_once("goal = ").unwrap();
        let (_, after) = after.split_once('\n').unwrap();
        let goal = goal.index(usize::from(last) + 1) + 1;
        // Names of several letters, and a red car that is called like another one, or like none.
        let name = ["X", "r", "b7", "o"][red];
        let mut after = after.replace("name = \"X\"", &format!("name = {name:?}"));
        if long {
            after = after.replace("name = \"B\"", "name = \"truck\"").replace("name = \"C\"", "name = \"x\"");
        }
        let text = format!("red = {name:?}\n{before}goal = {{ {key} = {goal} }}\n{after}");
        let board = read(&Source::new("f.toml", &text)).unwrap();
        let printed = shown::board(&board, task(&board, BoardMetric::Units, &Stop::default()).unwrap().initial());
        for text in [&printed, &printed.replace('\n', "\r\n"), &format!("% a board\n\n  {printed}")] {
            same(&board, "f.txt", text, BoardFormat::Text)?;
            let back = read(&Source::new("f.txt", text)).unwrap();
            let names = |board: &Board| {
                let mut names: Vec<_> = board.cars().iter().map(|car| (car.cell, car.name.clone())).collect();
                names.sort();
                (names, board.car(board.red()).name.clone())
            };
            prop_assert_eq!(names(&back), names(&board));
        }
    }

    #[test]
    fn no_car_ever_leaves_its_positions(board in arb_board()) {
        for id in board.car_ids() {
            let (car, positions) = (board.car(id), board.positions(id));
            prop_assert!(positions.contains(&car.position()));
            let cells = positions.flat_map(|position| car.cells_at(position));
            for cell in cells {
                prop_assert!(cell.row < board.rows() && cell.column < board.columns() && !board.is_wall(cell));
            }
        }
    }
}

#[test]
fn the_positions_leave_room_for_the_others_of_the_lane() {
    let board = read(&Source::new("f", ".AA.BB.#CC.XX.D.\n..............D.\n")).unwrap();
    let positions: Vec<_> =
        board.car_ids().map(|id| format!("{} {:?}", board.car(id).name, board.positions(id))).collect();
    expect![[r#"
        [
            "A 0..=3",
            "B 2..=5",
            "C 8..=12",
            "X 10..=14",
            "D 0..=0",
        ]
    "#]]
    .assert_debug_eq(&positions);
}

/// The parts of the document's own files beside the facts of a board.
#[test]
fn the_documents_programs_facts_are_passed_over() {
    let text = "time(0..l). grid(1..6,1..6). moveTo(right; left; up; down). orientation(h;v). cars(r;b). dim(2;3).\n\
        %* a comment\n of two lines *% n(1..5). dir(up). #const size = 3. #show move/3.\n\
        car(r, 2, h). car(b, size, v). position(0, r, 3, 1). position(0, b, 2, size+1). move(1,b,up).\n\
        no(0,0).";
    let board = read(&Source::new("f.lp", text)).unwrap();
    assert_eq!(board, read(&Source::new("f.toml", &writers::toml_list(&board))).unwrap());
    let cells: Vec<_> =
        board.cars().iter().map(|car| (&*car.name, car.length, car.cell.to_string())).collect();
    assert_eq!(cells, [("r", 2, "row 3, column 1".into()), ("b", 3, "row 2, column 4".into())]);
    assert_eq!((board.rows(), board.columns(), board.walls().count()), (6, 6, 0));
}

/// Walls over ranges and pools, in both versions; a car named `block` stays even if only time 0 is given.
#[test]
fn walls_of_the_document() {
    let first =
        "car(r,2,h). position(0,r,3,1). car(block,1,h). position(0,block,1,4). not_free(0..l,5..6,2).";
    let second = "position(0,a,h,3,1,2). no(1,4; 5..6,2).";
    for text in [first, second] {
        let board = read(&Source::new("f.lp", text)).unwrap();
        let walls: Vec<_> = board.walls().map(|cell| (cell.row + 1, cell.column + 1)).collect();
        assert_eq!(walls, [(1, 4), (5, 2), (6, 2)], "{text}");
        assert_eq!(board.cars().len(), 1);
    }
}

/// A text of one row is a board of one row, unless it is said that it has all rows in one.
#[test]
fn a_single_row() {
    let size_of = |source: &Source| {
        let board = read(source).unwrap();
        (board.rows(), board.columns())
    };
    let size = |name: &str, text: &str| size_of(&Source::new(name, text));
    for (name, text) in [("f", "XX.."), ("f.txt", "% one row\n XX..\n"), ("f.toml", "board = 'XX..'")] {
        assert_eq!(size(name, text), (1, 4), "{name}: {text}");
    }
    assert_eq!(size("f.toml", "board = \"\"\"\nXX..\n\"\"\""), (1, 4));
    assert_eq!(size_of(&Source::new("f", "XX..").in_one_row()), (2, 2));
    assert_eq!(size_of(&Source::new("f", "XX..\n....\n").in_one_row()), (2, 4));
}

/// A car of such a name would be printed as something else.
#[test]
fn signs_of_printed_boards_are_no_names() {
    let is_name = |name: &str| {
        let car = |name: &str, row: u8| {
            format!("{{ name = {name:?}, length = 2, orientation = 'h', row = {row}, column = 1 }}")
        };
        let text = format!("rows = 2\ncolumns = 3\ncar = [{}, {}]\n", car("X", 1), car(name, 2));
        read(&Source::new("f.toml", &text)).is_ok()
    };
    assert!([".", "#", "*", "|", "<", ">", "^", ""].iter().all(|name| !is_name(name)));
    assert!(["v", "o", "x", "+", "..", "b.1"].iter().all(|name| is_name(name)));
}

/// With spaces between the cells, but without a frame.
#[test]
fn spaces_between_cells() {
    let board = read(&Source::new("f", "b10 . . #\nb10 X X .\n")).unwrap();
    assert_eq!((board.cars().len(), board.car(board.red()).name.as_str()), (2, "X"));
    assert_eq!(board.walls().count(), 1);
}

#[test]
fn the_red_car_and_its_goal() {
    let red = |text: &str| {
        let board = read(&Source::new("f", text)).unwrap();
        format!("{} to {}", board.car(board.red()).name, board.goal() + 1)
    };
    assert_eq!(red("AA.XX\n.rr.."), "X to 4");
    assert_eq!(red("AA...\n.rr.."), "A to 4");
    assert_eq!(red("BB...\n.rr.."), "r to 4");
    assert_eq!(red("X....\nX....\n.AA.."), "X to 2");
    assert_eq!(red("red = 'B'\ngoal = { column = 2, row = 1 }\nboard = '''\nBB...\n.XX..\n'''"), "B to 2");
    let framed = |name| {
        format!("red = 'B'\nboard = '''\n+---------+\n| . A A . |\n| . B B . >{name}\n+---------+\n'''")
    };
    assert_eq!([red(&framed("")), red(&framed(" B"))], ["B to 3", "B to 3"]);
    assert_eq!(red("goal.row = 3\nboard = '''\nX\nX\n.\n.\n.\n'''"), "X to 3");
}
