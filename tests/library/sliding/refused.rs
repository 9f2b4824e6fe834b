//! Bad input, and what is said about it.

use bmcplan::frontend::Source;
use bmcplan::frontend::sliding_block::{Labelling, Metric, read, task};
use bmcplan::stop::Stop;
use expect_test::{Expect, expect};

fn check(name: &str, text: &str, expected: Expect) {
    expected.assert_eq(&read(&Source::new(name, text)).unwrap_err().to_string());
}

fn check_text(text: &str, expected: Expect) {
    check("p.txt", text, expected);
}

#[test]
fn empty() {
    check(
        "p",
        " \n",
        expect![[r#"
        error: the input is empty
         --> p:1:1
          |
        1 |  
          | ^ nothing here
          |
          = help: write a puzzle in TOML with start and goal, or as rows under lines 'start' and 'goal'"#]],
    );
}

#[test]
fn only_comments() {
    check_text(
        "% nothing\n",
        expect![[r#"
        error: there is no start
         --> p.txt:1:10
          |
        1 | % nothing
          |          ^ no line 'start' up to here
          |
          = help: write a line 'start', the rows of the board, a line 'goal', and its rows"#]],
    );
}

#[test]
fn rows_before_the_start() {
    check_text(
        "% p\nAA.\nstart\nAA.\ngoal\n.AA\n",
        expect![[r#"
        error: this row is neither of the start nor of the goal
         --> p.txt:2:1
          |
        2 | AA.
          | ^^^ before any 'start'
          |
          = help: write a line 'start', the rows of the board, a line 'goal', and its rows"#]],
    );
}

#[test]
fn no_goal() {
    check_text(
        "start\nAA.\n",
        expect![[r#"
        error: there is no goal
         --> p.txt:2:4
          |
        2 | AA.
          |    ^ no line 'goal' up to here
          |
          = help: write a line 'start', the rows of the board, a line 'goal', and its rows"#]],
    );
    check(
        "p.toml",
        "start = '''\nAA.\n'''\n",
        expect![[r#"
        error: missing field `goal`
         --> p.toml:1:1
          |
        1 | start = '''
          | ^ here
          |
          = help: give start = """…""" and goal = """…""", each with one line of characters per row"#]],
    );
}

#[test]
fn two_goals() {
    check_text(
        "start\nAA.\ngoal\n.AA\ngoal\n.AA\n",
        expect![[r#"
        error: there are two lines 'goal'
         --> p.txt:5:1
          |
        3 | goal
          | ---- the first
        4 | .AA
        5 | goal
          | ^^^^ the second
          |
          = help: write a line 'start', the rows of the board, a line 'goal', and its rows; a board with a row 'goal' can be written in TOML"#]],
    );
}

#[test]
fn no_rows() {
    check_text(
        "start\n\ngoal\n.AA\n",
        expect![[r#"
        error: the start has no rows
         --> p.txt:1:1
          |
        1 | start
          | ^^^^^ no rows of characters
          |
          = help: write one line of characters per row of the board, such as 'AA.#'"#]],
    );
    check(
        "p.toml",
        "start = ''\ngoal = '.AA'\n",
        expect![[r#"
        error: the start has no rows
         --> p.toml:1:9
          |
        1 | start = ''
          |         ^^ no rows of characters
          |
          = help: write one line of characters per row of the board, such as 'AA.#'"#]],
    );
}

#[test]
fn rows_of_different_lengths() {
    check_text(
        "start\nAA.\nB.\ngoal\n.AA\n...\n",
        expect![[r#"
        error: the rows of the start differ in length
         --> p.txt:3:1
          |
        2 | AA.
          | --- the first row has 3
        3 | B.
          | ^^ this row has 2 cells
          |
          = help: give all rows the same number of cells; '.' is an empty cell"#]],
    );
}

#[test]
fn not_a_cell() {
    check_text(
        "start\nAA*\ngoal\n.AA\n",
        expect![[r#"
        error: '*' is not a cell of a board
         --> p.txt:2:3
          |
        2 | AA*
          |   ^ this character
          |
          = help: write '.' for an empty cell, '#' for a wall, a letter or digit for a piece"#]],
    );
}

#[test]
fn too_large() {
    check_text(
        &format!("start\n{}\ngoal\nA\n", ".".repeat(17)),
        expect![[r#"
            error: a board of 1 row and 17 columns
             --> p.txt:2:1
              |
            2 | .................
              | ^^^^^^^^^^^^^^^^^ too large
              |
              = help: a board has at most 16 rows and 16 columns"#]],
    );
    check_text(
        &format!("start\nA\n{}goal\nA\n", ".\n".repeat(16)),
        expect![[r#"
            error: a board of 17 rows and 1 column
              --> p.txt:18:1
               |
            18 | .
               | ^ too large
               |
               = help: a board has at most 16 rows and 16 columns"#]],
    );
}

#[test]
fn sizes_that_differ() {
    check_text(
        "start\nAA.\ngoal\n.AA\n...\n",
        expect![[r#"
            error: start and goal differ in size
             --> p.txt:4:1
              |
            2 | AA.
              | --- the start has 1 row and 3 columns
            3 | goal
            4 | .AA
              | ^^^ the goal has 2 rows and 3 columns
              |
              = help: draw the whole board both times; in the goal, '.' is a cell where anything may be"#]],
    );
}

#[test]
fn walls_that_differ() {
    check_text(
        "start\nAA.\n..#\ngoal\n.AA\n.##\n",
        expect![[r#"
        error: the goal has a wall at row 2, column 2, the start does not
         --> p.txt:6:2
          |
        3 | ..#
          |  - the same cell at the start
        ...
        6 | .##
          |  ^ in the goal
          |
          = help: walls stay where they are; in the goal they may be left out"#]],
    );
}

#[test]
fn a_goal_on_a_wall() {
    check_text(
        "start\nAA.\n..#\ngoal\n...\n.AA\n",
        expect![[r#"
        error: the goal puts piece 'A' on the wall at row 2, column 3
         --> p.txt:6:3
          |
        3 | ..#
          |   - the same cell at the start
        ...
        6 | .AA
          |   ^ in the goal
          |
          = help: walls stay where they are; in the goal they may be left out"#]],
    );
}

#[test]
fn no_pieces() {
    check_text(
        "start\n..#\ngoal\nAA.\n",
        expect![[r#"
            error: the start has no pieces
             --> p.txt:2:1
              |
            2 | ..#
              | ^^^ no letter or digit in these rows
              |
              = help: write the cells of each piece with a letter or digit of its own"#]],
    );
}

#[test]
fn a_goal_that_names_no_piece() {
    check_text(
        "start\nAA.\ngoal\n...\n",
        expect![[r#"
        error: the goal names no piece
         --> p.txt:4:1
          |
        4 | ...
          | ^^^ no letter or digit in these rows
          |
          = help: write the pieces that have to be somewhere at the end, and '.' in all other cells"#]],
    );
}

#[test]
fn a_goal_of_another_shape() {
    check_text(
        "start\nAA.\n...\ngoal\n.A.\n.A.\n",
        expect![[r#"
        error: piece 'A' changes its shape
         --> p.txt:5:2
          |
        2 | AA.
          | - 2 cells at the start
        ...
        5 | .A.
          |  ^ 2 cells in the goal
          |
          = help: a piece moves as a whole and does not turn: draw all of it, as it is at the start"#]],
    );
    check_text(
        "start\nAA.\n...\ngoal\n.A.\n...\n",
        expect![[r#"
        error: piece 'A' changes its shape
         --> p.txt:5:2
          |
        2 | AA.
          | - 2 cells at the start
        ...
        5 | .A.
          |  ^ 1 cell in the goal
          |
          = help: a piece moves as a whole and does not turn: draw all of it, as it is at the start"#]],
    );
}

#[test]
fn a_goal_of_no_piece() {
    check_text(
        "start\nAA..\ngoal\nCB..\n",
        expect![[r#"
        error: the goal names a piece 'C' that there is not
         --> p.txt:4:1
          |
        4 | CB..
          | ^ no 'C' at the start
          |
          = help: every piece of the goal stands somewhere at the start, under the same letter"#]],
    );
}

#[test]
fn toml_keys() {
    check(
        "p.toml",
        "start = 'A.'\ngoal = '.A'\nmoves = 81\n",
        expect![[r#"
        error: unknown field `moves`
         --> p.toml:3:1
          |
        3 | moves = 81
          | ^^^^^ here
          |
          = help: expected one of `start`, `goal`, `interchangeable`, `name`, `source`"#]],
    );
    check(
        "p.toml",
        "start = 'A.'\ngoal = 3\n",
        expect![[r#"
        error: invalid type: integer `3`
         --> p.toml:2:8
          |
        2 | goal = 3
          |        ^ here
          |
          = help: expected a string"#]],
    );
    check(
        "p.toml",
        "start = 'A.'\ngoal = '.A\n",
        expect![[r#"
        error: invalid literal string
         --> p.toml:2:11
          |
        2 | goal = '.A
          |           ^ here
          |
          = help: expected `'`"#]],
    );
    check(
        "p.toml",
        "start = \"A\\u002E\"\ngoal = '.A'\n",
        expect![[r#"
        error: the start has escapes in it
         --> p.toml:1:9
          |
        1 | start = "A\u002E"
          |         ^^^^^^^^^ in this string
          |
          = help: write the rows as they are, one line each, between """ and """"#]],
    );
}

#[test]
fn groups() {
    let file = |groups: &str| format!("start = 'ABC.DD'\ngoal = '.ABC..'\ninterchangeable = {groups}\n");
    check(
        "p.toml",
        &file("['AX']"),
        expect![[r#"
        error: there is no piece 'X'
         --> p.toml:3:20
          |
        3 | interchangeable = ['AX']
          |                    ^^^^ in this group
          |
          = help: a group lists pieces of one shape, each in no other group: interchangeable = ["ABC", "DE"]"#]],
    );
    check(
        "p.toml",
        &file("['AB', 'CA']"),
        expect![[r#"
        error: piece 'A' is listed twice
         --> p.toml:3:26
          |
        3 | interchangeable = ['AB', 'CA']
          |                          ^^^^ the second time
          |
          = help: a group lists pieces of one shape, each in no other group: interchangeable = ["ABC", "DE"]"#]],
    );
    check(
        "p.toml",
        &file("['AD']"),
        expect![[r#"
        error: pieces 'A' and 'D' differ in shape
         --> p.toml:3:20
          |
        3 | interchangeable = ['AD']
          |                    ^^^^ they cannot be interchangeable
          |
          = help: a group lists pieces of one shape, each in no other group: interchangeable = ["ABC", "DE"]"#]],
    );
    check(
        "p.toml",
        &file("['AB', 'C']"),
        expect![[r#"
        error: this group needs two or more pieces
         --> p.toml:3:26
          |
        3 | interchangeable = ['AB', 'C']
          |                          ^^^ in this group
          |
          = help: a group lists pieces of one shape, each in no other group: interchangeable = ["ABC", "DE"]"#]],
    );
    check(
        "p.toml",
        &file("['']"),
        expect![[r#"
        error: this group needs two or more pieces
         --> p.toml:3:20
          |
        3 | interchangeable = ['']
          |                    ^^ in this group
          |
          = help: a group lists pieces of one shape, each in no other group: interchangeable = ["ABC", "DE"]"#]],
    );
}

/// Boards that are too open for a metric are refused by the task.
#[test]
fn too_many_ways() {
    let row = ".".repeat(16) + "\n";
    let text = format!("start\nA{}{}goal\n{}{}A\n", &row[1..], row.repeat(15), row.repeat(15), &row[1..16]);
    let puzzle = read(&Source::new("p.txt", &text)).unwrap_or_else(|error| panic!("{error}"));
    let error = task(&puzzle, Metric::Moves, Labelling::Shapes, &Stop::default()).unwrap_err();
    expect!["this board is too open for the metric 'moves': there are too many ways for piece 'A' to go; try the metric 'slides' or 'units'"].assert_eq(&error.to_string());
    assert!(task(&puzzle, Metric::Slides, Labelling::Shapes, &Stop::default()).is_ok());
}

#[test]
fn metrics() {
    assert!(Metric::ALL.into_iter().all(|metric| metric.name().parse() == Ok(metric)));
    let error = "corners".parse::<Metric>().unwrap_err();
    expect!["no metric is called `corners`; there are: units, slides, moves"].assert_eq(&error.to_string());
}
