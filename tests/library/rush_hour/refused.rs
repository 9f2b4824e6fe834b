//! Bad input, and what is said about it.

use std::fs;
use std::path::Path;

use bmcplan::frontend::rush_hour::{read, read_path};
use bmcplan::frontend::{Diagnostic, MAX_BYTES, Source};
use expect_test::{Expect, expect};

fn check(name: &str, text: &str, expected: Expect) {
    expected.assert_eq(&read(&Source::new(name, text)).unwrap_err().to_string());
}

#[test]
fn toml_syntax_error() {
    check(
        "b.toml",
        "rows = 6\ncolumns = = 6\n",
        expect![[r#"
            error: extra `=`
             --> b.toml:2:11
              |
            2 | columns = = 6
              |           ^ here
              |
              = help: leave it out"#]],
    );
}

#[test]
fn toml_unclosed_string() {
    check(
        "b.toml",
        r#"board = """
XX..
"#,
        expect![[r#"
            error: invalid multi-line basic string
             --> b.toml:2:5
              |
            2 | XX..
              |     ^ here
              |
              = help: expected `"`"#]],
    );
}

#[test]
fn toml_unknown_key() {
    check(
        "b.toml",
        r#"rows = 6
columns = 6
colour = "red"
"#,
        expect![[r#"
            error: unknown field `colour`
             --> b.toml:3:1
              |
            3 | colour = "red"
              | ^^^^^^ here
              |
              = help: expected one of `board`, `rows`, `columns`, `walls`, `car`, `red`, `goal`"#]],
    );
}

#[test]
fn toml_unknown_key_of_a_car() {
    check(
        "b.toml",
        r#"rows = 2
columns = 2
car = [{ name = "X", lenght = 2, orientation = "h", row = 1, column = 1 }]
"#,
        expect![[r#"
            error: unknown field `lenght`
             --> b.toml:3:22
              |
            3 | car = [{ name = "X", lenght = 2, orientation = "h", row = 1, column = 1 }]
              |                      ^^^^^^ here
              |
              = help: expected one of `name`, `length`, `orientation`, `row`, `column`"#]],
    );
}

#[test]
fn toml_missing_key_of_a_car() {
    check(
        "b.toml",
        r#"rows = 2
columns = 2

[[car]]
name = "X"
length = 2
orientation = "h"
row = 1
"#,
        expect![[r#"
            error: missing field `column`
             --> b.toml:4:1
              |
            4 | [[car]]
              | ^^^^^^^ here
              |
              = help: a car has a name, a length, an orientation ("h" or "v"), a row and a column"#]],
    );
}

#[test]
fn toml_wrong_type() {
    check(
        "b.toml",
        r#"rows = "6"
columns = 6
"#,
        expect![[r#"
            error: invalid type: string "6"
             --> b.toml:1:8
              |
            1 | rows = "6"
              |        ^^^ here
              |
              = help: expected a whole number"#]],
    );
}

#[test]
fn toml_missing_size() {
    check(
        "b.toml",
        "rows = 6\n",
        expect![[r#"
        error: `columns` is missing
         --> b.toml:1:1
          |
        1 | rows = 6
          | ^ in this file
          |
          = help: give either board = """…""" (rows of characters), or rows, columns, car and perhaps walls"#]],
    );
}

#[test]
fn toml_both_forms() {
    check(
        "b.toml",
        r#"rows = 2
board = """
XX..
....
"""
"#,
        expect![[r#"
            error: the board is given twice
             --> b.toml:1:8
              |
            1 | rows = 2
              |        ^ here as a list
            2 | board = """
              |         --- and here in characters
              |
              = help: give either board = """…""" (rows of characters), or rows, columns, car and perhaps walls"#]],
    );
}

#[test]
fn toml_no_orientation() {
    check(
        "b.toml",
        r#"rows = 2
columns = 2
car = [{ name = "X", length = 2, orientation = "east", row = 1, column = 1 }]
"#,
        expect![[r#"
            error: there is no orientation 'east'
             --> b.toml:3:48
              |
            3 | car = [{ name = "X", length = 2, orientation = "east", row = 1, column = 1 }]
              |                                                ^^^^^^ here
              |
              = help: write "h" for a car that moves along its row, "v" for one along its column"#]],
    );
}

#[test]
fn toml_counting_from_0() {
    check(
        "b.toml",
        r#"rows = 2
columns = 2
car = [{ name = "X", length = 2, orientation = "h", row = 0, column = 1 }]
"#,
        expect![[r#"
            error: `row` is 0
             --> b.toml:3:59
              |
            3 | car = [{ name = "X", length = 2, orientation = "h", row = 0, column = 1 }]
              |                                                           ^ not a number from 1 to 64
              |
              = help: a board has at most 64 rows and 64 columns; rows and columns count from 1"#]],
    );
}

#[test]
fn toml_board_too_large() {
    check(
        "b.toml",
        "rows = 65\ncolumns = 6\n",
        expect![[r#"
        error: `rows` is 65
         --> b.toml:1:8
          |
        1 | rows = 65
          |        ^^ not a number from 1 to 64
          |
          = help: a board has at most 64 rows and 64 columns; rows and columns count from 1"#]],
    );
}

#[test]
fn toml_overlapping_cars() {
    check(
        "b.toml",
        r#"rows = 3
columns = 3
car = [
  { name = "X", length = 2, orientation = "h", row = 2, column = 1 },
  { name = "b", length = 3, orientation = "v", row = 1, column = 2 },
]
"#,
        expect![[r#"
            error: cars 'X' and 'b' overlap at row 2, column 2
             --> b.toml:5:3
              |
            4 |   { name = "X", length = 2, orientation = "h", row = 2, column = 1 },
              |   ------------------------------------------------------------------ 'X' covers that cell
            5 |   { name = "b", length = 3, orientation = "v", row = 1, column = 2 },
              |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ and so does 'b'
              |
              = help: move one of them; a car is placed by its leftmost or topmost cell"#]],
    );
}

#[test]
fn toml_car_outside() {
    check(
        "b.toml",
        r#"rows = 3
columns = 3

[[car]]
name = "X"
length = 3
orientation = "h"
row = 2
column = 2
"#,
        expect![[r#"
            error: car 'X' is outside the board: it covers row 2, column 4
             --> b.toml:5:8
              |
            5 | name = "X"
              |        ^^^ this car
              |
              = help: the board has 3 rows and 3 columns, counted from 1; a car is placed by its leftmost or topmost cell"#]],
    );
}

#[test]
fn toml_car_on_a_wall() {
    check(
        "b.toml",
        r#"rows = 3
columns = 3
walls = [[1, 1], [2, 2]]
car = [{ name = "X", length = 2, orientation = "h", row = 2, column = 1 }]
"#,
        expect![[r#"
            error: car 'X' stands on the wall at row 2, column 2
             --> b.toml:4:8
              |
            3 | walls = [[1, 1], [2, 2]]
              |                  ------ this wall
            4 | car = [{ name = "X", length = 2, orientation = "h", row = 2, column = 1 }]
              |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this car
              |
              = help: move one of them; a car is placed by its leftmost or topmost cell"#]],
    );
}

#[test]
fn toml_wall_outside() {
    check(
        "b.toml",
        r#"rows = 3
columns = 3
walls = [[1, 4]]

[[car]]
name = "X"
length = 2
orientation = "h"
row = 2
column = 2
"#,
        expect![[r#"
            error: the wall at row 1, column 4 is outside the board
             --> b.toml:3:10
              |
            3 | walls = [[1, 4]]
              |          ^^^^^^ this wall
              |
              = help: the board has 3 rows and 3 columns, counted from 1"#]],
    );
}

#[test]
fn toml_duplicate_name() {
    check(
        "b.toml",
        r#"rows = 3
columns = 3
car = [
  { name = "X", length = 2, orientation = "h", row = 1, column = 1 },
  { name = "b", length = 2, orientation = "h", row = 2, column = 1 },
  { name = "b", length = 2, orientation = "h", row = 3, column = 1 },
]
"#,
        expect![[r#"
            error: there are two cars named 'b'
             --> b.toml:6:3
              |
            5 |   { name = "b", length = 2, orientation = "h", row = 2, column = 1 },
              |   ------------------------------------------------------------------ the first
            6 |   { name = "b", length = 2, orientation = "h", row = 3, column = 1 },
              |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the second 'b'
              |
              = help: give every car a name of its own"#]],
    );
}

#[test]
fn toml_two_reds() {
    check(
        "b.toml",
        r#"rows = 3
columns = 3
car = [
  { name = "r", length = 2, orientation = "h", row = 1, column = 1 },
  { name = "r", length = 2, orientation = "h", row = 2, column = 1 },
]
"#,
        expect![[r#"
            error: there are two red cars: both are named 'r'
             --> b.toml:5:3
              |
            4 |   { name = "r", length = 2, orientation = "h", row = 1, column = 1 },
              |   ------------------------------------------------------------------ the first
            5 |   { name = "r", length = 2, orientation = "h", row = 2, column = 1 },
              |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the second 'r'
              |
              = help: there is exactly one red car; give the other one another name"#]],
    );
}

#[test]
fn toml_bad_name() {
    check(
        "b.toml",
        r#"rows = 3
columns = 3
car = [{ name = "b 1", length = 2, orientation = "h", row = 1, column = 1 }]
"#,
        expect![[r#"
            error: 'b 1' cannot be the name of a car
             --> b.toml:3:8
              |
            3 | car = [{ name = "b 1", length = 2, orientation = "h", row = 1, column = 1 }]
              |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this name
              |
              = help: a name has 1 to 32 characters and no spaces, such as 'b3'"#]],
    );
}

#[test]
fn toml_no_red() {
    check(
        "b.toml",
        r#"rows = 3
columns = 3
car = [{ name = "b", length = 2, orientation = "h", row = 1, column = 1 }]
"#,
        expect![[r#"
            error: there is no red car
             --> b.toml:1:8
              |
            1 | rows = 3
              |        ^ no car here is the red one
              |
              = help: name the red car X, A or r, or say which one it is: red = "b3""#]],
    );
}

#[test]
fn toml_red_is_no_car() {
    check(
        "b.toml",
        r#"red = "Y"
board = """
XX..
....
"""
"#,
        expect![[r#"
            error: there is no red car: no car is named 'Y'
             --> b.toml:1:7
              |
            1 | red = "Y"
              |       ^^^ no such car
              |
              = help: name the red car X, A or r, or say which one it is: red = "b3""#]],
    );
}

#[test]
fn toml_goal_past_the_end() {
    check(
        "b.toml",
        r#"goal = { column = 4 }
board = """
XX..
....
"""
"#,
        expect![[r#"
            error: the goal is outside the red car's lane
             --> b.toml:1:8
              |
            1 | goal = { column = 4 }
              |        ^^^^^^^^^^^^^^ the red car cannot end here
              |
              = help: the red car's first cell can end at 1 to 3"#]],
    );
}

#[test]
fn toml_goal_outside_the_lane() {
    check(
        "b.toml",
        r#"goal = { row = 2 }
board = """
XX..
....
"""
"#,
        expect![[r#"
            error: the goal is outside the red car's lane
             --> b.toml:1:8
              |
            1 | goal = { row = 2 }
              |        ^^^^^^^^^^^ the red car 'X' never leaves row 1
              |
              = help: say where its first cell is to end: goal = { column = 1 }"#]],
    );
}

#[test]
fn toml_goal_in_another_row() {
    check(
        "b.toml",
        r#"goal = { row = 2, column = 2 }
board = """
XX..
....
"""
"#,
        expect![[r#"
            error: the goal is outside the red car's lane
             --> b.toml:1:8
              |
            1 | goal = { row = 2, column = 2 }
              |        ^^^^^^^^^^^^^^^^^^^^^^^ the red car 'X' never leaves row 1
              |
              = help: say where its first cell is to end: goal = { column = 1 }"#]],
    );
}

#[test]
fn toml_escapes_in_the_board() {
    check(
        "b.toml",
        r#"board = "XX..\n....\n"
"#,
        expect![[r#"
            error: the board has escapes in it
             --> b.toml:1:9
              |
            1 | board = "XX..\n....\n"
              |         ^^^^^^^^^^^^^^ in this string
              |
              = help: write the rows as they are, one line each, between """ and """"#]],
    );
}

#[test]
fn toml_empty_board() {
    check(
        "b.toml",
        r#"board = ""
"#,
        expect![[r#"
            error: there is no board here
             --> b.toml:1:9
              |
            1 | board = ""
              |         ^^ no rows of characters
              |
              = help: write one line of characters per row of the board, such as '..XX.a'"#]],
    );
}

#[test]
fn toml_bent_car_after_multibyte_text() {
    check(
        "b.toml",
        r#"board = """
XXéé
.Éé.
.É..
"""
"#,
        expect![[r#"
            error: car 'é' is bent or split
             --> b.toml:3:3
              |
            2 | XXéé
              |    - the cell before it
            3 | .Éé.
              |   ^ not in line with the rest
              |
              = help: the cells of a car lie side by side in one row or one column; each car has its own letter"#]],
    );
}

#[test]
fn text_bent_car() {
    check(
        "b.txt",
        "XX..\n.bb.\n.b..\n",
        expect![[r#"
        error: car 'b' is bent or split
         --> b.txt:3:2
          |
        2 | .bb.
          |   - the cell before it
        3 | .b..
          |  ^ not in line with the rest
          |
          = help: the cells of a car lie side by side in one row or one column; each car has its own letter"#]],
    );
}

#[test]
fn text_split_car() {
    check(
        "b.txt",
        "XX..\nbb.b\n",
        expect![[r#"
        error: car 'b' is bent or split
         --> b.txt:2:4
          |
        2 | bb.b
          |  - ^ not in line with the rest
          |  |
          |  the cell before it
          |
          = help: the cells of a car lie side by side in one row or one column; each car has its own letter"#]],
    );
}

#[test]
fn text_two_red_cars() {
    check(
        "b.txt",
        "XX..\n..XX\n",
        expect![[r#"
        error: car 'X' is bent or split
         --> b.txt:2:3
          |
        1 | XX..
          |  - the cell before it
        2 | ..XX
          |   ^ not in line with the rest
          |
          = help: the cells of a car lie side by side in one row or one column; each car has its own letter"#]],
    );
}

#[test]
fn text_single_cell() {
    check(
        "b.txt",
        "% a comment\nXX..\n..b.\n",
        expect![[r#"
        error: car 'b' has a single cell
         --> b.txt:3:3
          |
        3 | ..b.
          |   ^ does it move along its row or along its column?
          |
          = help: write a board with such a car as a list of cars: [[car]] with name, length = 1, orientation, row, column in a TOML file"#]],
    );
}

#[test]
fn text_ragged_rows() {
    check(
        "b.txt",
        "XX..\n...\n",
        expect![[r#"
        error: the rows of the board differ in length
         --> b.txt:2:1
          |
        1 | XX..
          | ---- the first row has 4
        2 | ...
          | ^^^ this row has 3 cells
          |
          = help: give all rows the same number of cells; '.' is an empty cell"#]],
    );
}

#[test]
fn text_odd_character() {
    check(
        "b.txt",
        "XX.é\n..?.\n",
        expect![[r#"
        error: '?' is not a cell of a board
         --> b.txt:2:3
          |
        2 | ..?.
          |   ^ this character
          |
          = help: write '.' or 'o' for an empty cell, '#' or 'x' for a wall, a letter for a car"#]],
    );
}

#[test]
fn text_no_red() {
    check(
        "b.txt",
        "BB..\n....\n",
        expect![[r#"
        error: there is no red car
         --> b.txt:1:1
          |
        1 | BB..
          | ^^^^ no car here is the red one
          |
          = help: name the red car X, A or r"#]],
    );
}

#[test]
fn text_too_large() {
    check(
        "b.txt",
        &format!("{0}\n{0}\n", ".".repeat(65)),
        expect![[r#"
        error: a board of 2 rows and 65 columns
         --> b.txt:1:1
          |
        1 | .................................................................
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ too large
          |
          = help: a board has at most 64 rows and 64 columns"#]],
    );
}

#[test]
fn text_empty_file() {
    check(
        "b.txt",
        "",
        expect![[r#"
            error: the input is empty
             --> b.txt:1:1
              |
            1 |
              | ^ nothing here
              |
              = help: write a board in TOML, as facts of the ASP document, or as rows of characters such as '..XX.a'"#]],
    );
}

#[test]
fn text_only_comments() {
    check(
        "b.txt",
        "% nothing\n\n",
        expect![[r#"
            error: there is no board here
             --> b.txt:1:1
              |
            1 | % nothing
              | ^ no rows of characters
              |
              = help: write one line of characters per row of the board, such as '..XX.a'"#]],
    );
}

#[test]
fn board_string_not_square() {
    check(
        "--board",
        "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxNo",
        expect![[r#"
        error: a board string of 37 cells is not square
         --> --board:1:1
          |
        1 | BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxNo
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 37 cells; 6×6 would be 36
          |
          = help: a board in one line has n·n cells, row after row; write any other board as lines of text, or as a list of cars in a TOML file"#]],
    );
}

#[test]
fn asp_rule() {
    check(
        "b.lp",
        "car(r,2,h).\nbusy(T,C,X,Y) :- position(T,C,X,Y).\n",
        expect![[r#"
            error: this is a rule; only facts are read
             --> b.lp:2:15
              |
            2 | busy(T,C,X,Y) :- position(T,C,X,Y).
              |               ^^ here
              |
              = help: give the file with the facts of the board alone; the rules of the game are built in"#]],
    );
}

#[test]
fn asp_constraint() {
    check(
        "b.lp",
        "car(r,2,h). position(0,r,3,1).\n:- not goal(_).\n",
        expect![[r#"
        error: this is a rule; only facts are read
         --> b.lp:2:1
          |
        2 | :- not goal(_).
          | ^^ here
          |
          = help: give the file with the facts of the board alone; the rules of the game are built in"#]],
    );
}

#[test]
fn asp_choice() {
    check(
        "b.lp",
        "1{move(T,C,M) : car(C,N,_)}1 :- time(T).\n",
        expect![[r#"
            error: this is a rule; only facts are read
             --> b.lp:1:2
              |
            1 | 1{move(T,C,M) : car(C,N,_)}1 :- time(T).
              |  ^ here
              |
              = help: give the file with the facts of the board alone; the rules of the game are built in"#]],
    );
}

#[test]
fn asp_missing_full_stop() {
    check(
        "b.lp",
        "car(r,2,h)\nposition(0,r,3,1).\n",
        expect![[r#"
            error: expected '.' at the end of the fact
             --> b.lp:1:11
              |
            1 | car(r,2,h)
              |           ^ here
              |
              = help: facts look like car(r, 2, h). position(0, r, 3, 1)."#]],
    );
}

#[test]
fn asp_unclosed_argument_list() {
    check(
        "b.lp",
        "car(r,2,h.\n",
        expect![[r#"
            error: expected ',' or ')'
             --> b.lp:1:10
              |
            1 | car(r,2,h.
              |          ^ here
              |
              = help: facts look like car(r, 2, h). position(0, r, 3, 1)."#]],
    );
}

#[test]
fn asp_unclosed_comment() {
    check(
        "b.lp",
        "car(r,2,h). %* a comment\n",
        expect![[r#"
        error: this comment never ends
         --> b.lp:1:13
          |
        1 | car(r,2,h). %* a comment
          |             ^^ it starts here
          |
          = help: close it with *%"#]],
    );
}

#[test]
fn asp_end_of_file() {
    check(
        "b.lp",
        "car(r,2",
        expect![[r#"
            error: expected ',' or ')'
             --> b.lp:1:8
              |
            1 | car(r,2
              |        ^ here
              |
              = help: facts look like car(r, 2, h). position(0, r, 3, 1)."#]],
    );
}

#[test]
fn asp_variable() {
    check(
        "b.lp",
        "car(r,N,h).\n",
        expect![[r#"
        error: a fact has no variables
         --> b.lp:1:7
          |
        1 | car(r,N,h).
          |       ^ here
          |
          = help: write a number or a name in lower case"#]],
    );
}

#[test]
fn asp_directive() {
    check(
        "b.lp",
        r#"#include "rush_hour.lp".
"#,
        expect![[r#"
            error: the directive #include is not read
             --> b.lp:1:1
              |
            1 | #include "rush_hour.lp".
              | ^^^^^^^^ here
              |
              = help: give the facts of the board alone, as in car(r, 2, h). position(0, r, 3, 1)."#]],
    );
}

#[test]
fn asp_misspelt_fact() {
    check(
        "b.lp",
        "car(r,2,h).\npostion(0,r,3,1).\n",
        expect![[r#"
        error: there is no fact 'postion'; did you mean 'position'?
         --> b.lp:2:1
          |
        2 | postion(0,r,3,1).
          | ^^^^^^^^^^^^^^^^^ here
          |
          = help: version 1: car(b1, 3, h). position(0, b1, ROW, COLUMN). not_free(0..l-1, ROW, COLUMN). Version 2: position(0, b, h, ROW, COLUMN, COLUMN). position(0, b, v, COLUMN, ROW, ROW). no(ROW, COLUMN)."#]],
    );
}

#[test]
fn asp_wrong_arity() {
    check(
        "b.lp",
        "car(r,2).\n",
        expect![[r#"
        error: 'car' with 2 arguments says nothing here
         --> b.lp:1:1
          |
        1 | car(r,2).
          | ^^^^^^^^^ here
          |
          = help: version 1: car(b1, 3, h). position(0, b1, ROW, COLUMN). not_free(0..l-1, ROW, COLUMN). Version 2: position(0, b, h, ROW, COLUMN, COLUMN). position(0, b, v, COLUMN, ROW, ROW). no(ROW, COLUMN)."#]],
    );
}

#[test]
fn asp_no_position() {
    check(
        "b.lp",
        "car(r,2,h).\n",
        expect![[r#"
        error: car 'r' has no position
         --> b.lp:1:1
          |
        1 | car(r,2,h).
          | ^^^^^^^^^^^ this car
          |
          = help: say where its first cell is: position(0, r, ROW, COLUMN)."#]],
    );
}

#[test]
fn asp_no_length() {
    check(
        "b.lp",
        "car(r,2,h). position(0,r,3,1). position(0,b1,1,1).\n",
        expect![[r#"
        error: this car has no length and orientation
         --> b.lp:1:43
          |
        1 | car(r,2,h). position(0,r,3,1). position(0,b1,1,1).
          |                                           ^^ no car of this name
          |
          = help: say how long it is and how it moves: car(NAME, 2, h)."#]],
    );
}

#[test]
fn asp_no_orientation() {
    check(
        "b.lp",
        "car(r,2,x). position(0,r,3,1).\n",
        expect![[r#"
        error: expected an orientation
         --> b.lp:1:9
          |
        1 | car(r,2,x). position(0,r,3,1).
          |         ^ here
          |
          = help: write h for a car that moves along its row, v for one that moves along its column"#]],
    );
}

#[test]
fn asp_not_the_start() {
    check(
        "b.lp",
        "car(r,2,h). position(1,r,3,1).\n",
        expect![[r#"
        error: this is not the start
         --> b.lp:1:22
          |
        1 | car(r,2,h). position(1,r,3,1).
          |                      ^ expected time 0
          |
          = help: a board is given at time 0, and its walls at all times: 0..l-1"#]],
    );
}

#[test]
fn asp_overlap() {
    check(
        "b.lp",
        "car(r,2,h). position(0,r,3,1).\ncar(b1,3,v). position(0,b1,2,2).\n",
        expect![[r#"
            error: cars 'r' and 'b1' overlap at row 3, column 2
             --> b.lp:2:14
              |
            1 | car(r,2,h). position(0,r,3,1).
              |             ------------------ 'r' covers that cell
            2 | car(b1,3,v). position(0,b1,2,2).
              |              ^^^^^^^^^^^^^^^^^^^ and so does 'b1'
              |
              = help: move one of them; a car is placed by its leftmost or topmost cell"#]],
    );
}

#[test]
fn asp_outside() {
    check(
        "b.lp",
        "car(r,2,h). position(0,r,3,6).\n",
        expect![[r#"
        error: car 'r' is outside the board: it covers row 3, column 7
         --> b.lp:1:13
          |
        1 | car(r,2,h). position(0,r,3,6).
          |             ^^^^^^^^^^^^^^^^^^ this car
          |
          = help: the board has 6 rows and 6 columns, counted from 1; a car is placed by its leftmost or topmost cell"#]],
    );
}

#[test]
fn asp_two_reds() {
    check(
        "b.lp",
        "car(r,2,h). position(0,r,3,1). position(0,r,4,1).\n",
        expect![[r#"
        error: there are two red cars: both are named 'r'
         --> b.lp:1:32
          |
        1 | car(r,2,h). position(0,r,3,1). position(0,r,4,1).
          |             ------------------ ^^^^^^^^^^^^^^^^^^ the second 'r'
          |             |
          |             the first
          |
          = help: there is exactly one red car; give the other one another name"#]],
    );
}

#[test]
fn asp_bent_car() {
    check(
        "b.lp",
        "position(0,a,h,3,2,3).\nposition(0,b,v,1,2,4).\n",
        expect![[r#"
        error: car 'b' is bent or split
         --> b.lp:2:20
          |
        2 | position(0,b,v,1,2,4).
          |                    ^ this should be 3
          |
          = help: the cells of a car lie side by side: position(0, b, h, ROW, 2, 3, 4)."#]],
    );
}

#[test]
fn asp_car_on_a_wall() {
    check(
        "b.lp",
        "position(0,a,h,3,2,3).\nposition(0,l,v,6,1,2).\nno(1,6).\n",
        expect![[r#"
        error: car 'l' stands on the wall at row 1, column 6
         --> b.lp:2:1
          |
        2 | position(0,l,v,6,1,2).
          | ^^^^^^^^^^^^^^^^^^^^^^ this car
        3 | no(1,6).
          | -------- this wall
          |
          = help: move one of them; a car is placed by its leftmost or topmost cell"#]],
    );
}

#[test]
fn asp_no_red() {
    check(
        "b.lp",
        "position(0,b,h,3,2,3).\n",
        expect![[r#"
        error: there is no red car: no car is named 'a'
         --> b.lp:1:1
          |
        1 | position(0,b,h,3,2,3).
          | ^ no car here is the red one
          |
          = help: the red car is a: position(0, a, h, 3, 1, 2)."#]],
    );
}

#[test]
fn asp_mixed_versions() {
    check(
        "b.lp",
        "car(r,2,h). position(0,r,3,1).\nposition(0,b,v,1,2,3).\n",
        expect![[r#"
        error: positions of both versions of the format
         --> b.lp:2:1
          |
        1 | car(r,2,h). position(0,r,3,1).
          |             ------------------ the first cell, as in version 1
        2 | position(0,b,v,1,2,3).
          | ^^^^^^^^^^^^^^^^^^^^^^ all cells, as in version 2
          |
          = help: version 1: car(b1, 3, h). position(0, b1, ROW, COLUMN). not_free(0..l-1, ROW, COLUMN). Version 2: position(0, b, h, ROW, COLUMN, COLUMN). position(0, b, v, COLUMN, ROW, ROW). no(ROW, COLUMN)."#]],
    );
}

#[test]
fn asp_taken_for_a_moment() {
    check(
        "b.lp",
        "car(r,2,h). position(0,r,3,1). not_free(0,3,1).\nnot_free(0,1,1).\n",
        expect![[r#"
        error: row 1, column 1 is taken at time 0 only, and by no car
         --> b.lp:2:1
          |
        2 | not_free(0,1,1).
          | ^^^^^^^^^^^^^^^^ here
          |
          = help: a wall is there at all times: not_free(0..l-1, ROW, COLUMN)."#]],
    );
}

#[test]
fn asp_odd_grid() {
    check(
        "b.lp",
        "grid(0..5,0..5).\n",
        expect![[r#"
        error: this is no grid of rows and columns
         --> b.lp:1:6
          |
        1 | grid(0..5,0..5).
          |      ^^^^ not a range from 1 to at most 64
          |
          = help: write the grid as grid(1..6, 1..6)."#]],
    );
}

/// Checks what is said about a file, with the folder's name left out.
fn check_path(folder: &Path, path: &Path, expected: Expect) {
    let said = read_path(path).unwrap_err().to_string();
    expected.assert_eq(&said.replace(&folder.display().to_string(), "FOLDER"));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.toml");
    check_path(
        folder.path(),
        &file,
        expect![[r#"
        error: cannot read the file: No such file or directory (os error 2)
        --> FOLDER/board.toml
         = help: check the path and its permissions"#]],
    );
    check_path(
        folder.path(),
        folder.path(),
        expect![[r#"
        error: this is a directory
        --> FOLDER
         = help: name one of the files in it"#]],
    );
    fs::write(&file, b"\xef\xbb\xbfrows = 6\n# caf\xe9\n").unwrap();
    check_path(
        folder.path(),
        &file,
        expect![[r#"
        error: the file is not UTF-8
         --> FOLDER/board.toml:2:6
          |
        2 | # caf�
          |      ^ byte 0xE9 at offset 14
          |
          = help: save the file as UTF-8"#]],
    );
    fs::write(&file, vec![b'.'; MAX_BYTES + 1]).unwrap();
    check_path(
        folder.path(),
        &file,
        expect![[r#"
            error: more than 1024 KiB
            --> FOLDER/board.toml
             = help: no problem needs nearly as much; is this the right file?"#]],
    );
    fs::write(&file, b"\xef\xbb\xbf  \n").unwrap();
    check_path(
        folder.path(),
        &file,
        expect![[r#"
            error: the input is empty
             --> FOLDER/board.toml:1:1
              |
            1 |   
              | ^ nothing here
              |
              = help: write a board in TOML, as facts of the ASP document, or as rows of characters such as '..XX.a'"#]],
    );
}

/// Bytes from elsewhere, such as a pipe, are refused in the same words.
#[test]
fn bytes_that_are_no_text() {
    let refused: Diagnostic = Source::from_bytes("-", b"XX..\n\xc3\xa9\xff").unwrap_err();
    expect![[r#"
        error: the file is not UTF-8
         --> -:2:2
          |
        2 | é�
          |  ^ byte 0xFF at offset 7
          |
          = help: save the file as UTF-8"#]]
    .assert_eq(&refused.to_string());
}
