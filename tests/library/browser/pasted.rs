//! Texts that are pasted into the page: it reads them as the library does, or refuses them.

use bmcplan::draw::html;
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::kinds::sliding_block::{self, Labelling, PuzzleMetric};
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use serde_json::{Value, json};

use super::Player;
use super::devtools::View;
use crate::common::optimum::optimum;

/// The length of a shortest plan in units that the page finds for a text, null if there is none; or the sentence of its refusal.
const ANSWER: &str = "async text => {
  const { Rules, Search, boardFromText, grouped } = bmcplan;
  let read;
  try {
    read = boardFromText(text);
  } catch (error) {
    return error.message;
  }
  const rules = new Rules(grouped(read, read.sets)), search = new Search(rules);
  const length = await search.length(rules.start);
  search.end();
  return length === Infinity ? null : length;
}";

impl Player {
    fn answer(&mut self, text: &str) -> Value {
        self.browser.value(&format!("({ANSWER})({})", json!(text)))
    }
}

/// The empty editor in a browser.
fn editor() -> Option<Player> {
    Player::at(&html::editor("bmcplan"), "", View::default())
}

/// The length of a shortest plan in units that the library finds.
fn length(source: &Source) -> Option<usize> {
    let stop = Stop::default();
    let task = if sliding_block::looks_like(source) {
        let puzzle = sliding_block::read(source).unwrap_or_else(|error| panic!("{error}"));
        sliding_block::task(&puzzle, PuzzleMetric::Units, Labelling::Shapes, &stop).unwrap()
    } else {
        let board = rush_hour::read(source).unwrap_or_else(|error| panic!("{error}"));
        rush_hour::task(&board, BoardMetric::Units, &stop).unwrap()
    };
    optimum(&task)
}

#[test]
fn what_is_pasted_is_read_as_the_library_reads_it() {
    let Some(mut player) = editor() else { return };
    for (text, expected) in [
        // The part of the goal that counts is that along the lane of the red car.
        ("board = '''\n......\n......\nXX....\n......\n'''\ngoal = { row = 3, column = 4 }\n", Some(3)),
        ("board = '''\n..X\n..X\n...\n...\n'''\ngoal = { column = 3, row = 2 }\n", Some(1)),
        ("board = '''\nXX....\n......\n'''\n[goal]\ncolumn = 3\n", Some(2)),
        ("board = '''\nXX....\n......\n'''\ngoal.column = 3\n", Some(2)),
        // Texts in quotes of all sorts, and their escapes.
        ("board = '''\nXXA...\n..A...\n......\n'''\nred = 'A'\n", Some(1)),
        ("board = '''\nXXA...\n..A...\n......\n'''\nred = \"\"\"A\"\"\"\n", Some(1)),
        ("\"board\" = '''\nXXA...\n..A...\n......\n'''\nred = \"\\u0041\" # \"X\"\n", Some(1)),
        // Cars in lists and in tables, and comments that look like more.
        (
            "rows = 3\ncolumns = 2\ncar = [{ name = 'X', length = 2, orientation = 'vertical', row = 1, column = 1 }]\n",
            Some(1),
        ),
        (
            "rows = 0x3\ncolumns = 3\ncar = [{ name = \"X\", length = 1, orientation = 'v', row = +1, column = 1, }, ]\n",
            Some(2),
        ),
        (
            "rows = 3\ncolumns = 4\nwalls = [[1, 3], # a ] wall\n [2,2], [1,3]]\ncar = [\n  { name = 'X', length = 2, \
             orientation = 'h', row = 1, column = 1 },\n]\n",
            None,
        ),
        (
            "rows = 3\ncolumns = 3\ncar = [\n  { name = 'X', length = 2, orientation = 'h', row = 1, column = 1 }, # ]\n  \
             { name = 'B', length = 2, orientation = 'v', row = 1, column = 3 },\n]\n",
            Some(2),
        ),
        (
            "rows = 2\ncolumns = 4\n[[car]] # the red one\nlength = 2\nname = 'X'\norientation = 'horizontal'\nrow = 1\ncolumn = 1\n",
            Some(2),
        ),
        // Rows, of which one is a board, too; printed boards with names of several letters, and with a frame.
        ("XX..\n", Some(2)),
        ("XX.\r\n\r\n...\r\n", Some(1)),
        ("b1 b1 . X X .\n. . . . . .\n", Some(1)),
        (
            "+-----------+\n| b10 . . . |\n< b10 . r r |\n| .   . . . |\n| .   . . . |\n+-----------+\n",
            Some(4),
        ),
        ("+-------+\n| X . . |\n| X . . |\n| . B B |\n+-v-----+\n", Some(1)),
        ("+-------+\n| . B B |\n| r . . *\n| r . . *\n| . . . |\n+-------+ r\n", Some(0)),
        ("+---------+\n| . A A . |\n< . B B . | B\n+---------+\n", Some(1)),
        // Sliding blocks.
        ("start = '''\nA.B\n'''\ngoal = '''\n.B.\n'''\ninterchangeable = ['AB']\n", Some(1)),
        ("% title\nstart\nA..\ngoal\n..A\n", Some(2)),
        ("goal\n..A\nstart\nA..\n", Some(2)),
    ] {
        assert_eq!(length(&Source::new("page", text)), expected, "{text}");
        assert_eq!(player.answer(text), json!(expected), "{text}");
    }
    player.leave();
}

#[test]
fn what_the_page_does_not_read_is_refused() {
    let Some(mut player) = editor() else { return };
    let drawn = "board = '''\nXXA...\n..A...\n......\n'''\n";
    let listed =
        "rows = 2\ncolumns = 4\n[[car]]\nname = 'X'\nlength = 2\norientation = 'h'\nrow = 1\ncolumn = 1\n";
    let blocks = "start = 'AAB.'\ngoal = '..AA'\n";
    for (text, begins) in [
        (format!("{drawn}cost = {{ A = 9 }}\n"), "This page plays no boards with costs"),
        (format!("{blocks}[cost]\nA = 9\n"), "This page plays no boards with costs"),
        (
            format!("[[board]]\nid = 'a'\n{drawn}"),
            "[[board]] is of a collection, which this page does not read",
        ),
        ("XX..\n....\n\nAA..\n....\n".to_owned(), "These are several boards, between blank lines"),
        ("start\nA.\ngoal\n.A\nstart\nB.\ngoal\n.B\n".to_owned(), "There is more than one “start” or “goal”"),
        ("car(a, 2, h).\nposition(0, a, 1, 1).\n".to_owned(), "This page reads no facts"),
        // Keys.
        (
            format!("{drawn}goal = {{ column = 1 }}\ngoal = {{ column = 2 }}\n"),
            "Line 7: “goal” is given twice.",
        ),
        (format!("{drawn}goal.column = 1\n[goal]\nrow = 1\n"), "Line 7: “goal” is given twice."),
        (format!("{drawn}goal = {{}}\ngoal.column = 1\n"), "Line 7: “goal.column” is given twice."),
        (format!("{drawn}foo = 3\n"), "“foo” is no key of a board"),
        (format!("{drawn}rows = 3\n"), "The board is given twice"),
        (format!("{listed}foo = 3\n"), "“foo” is no key of a car"),
        (listed.replace("length = 2\n", ""), "“length” is missing in a car"),
        (blocks.replace("goal", "aim"), "“aim” is no key of a sliding-block puzzle"),
        // Values.
        (format!("{drawn}red = 3\n"), "“red” is no text in quotes"),
        (
            format!("{drawn}red = 'A\n"),
            "Line 6: a text in quotes, a whole number, a list or a table is missing",
        ),
        (format!("{drawn}red = 'A' 'B'\n"), "Line 6: the end of the line is missing before “'B'”."),
        (format!("{drawn}red = \"\\q\"\n"), "Line 6: there is no character that is written \\q."),
        (listed.replace("= 2\nor", "= 2.0\nor"), "Line 5: a text in quotes"),
        (listed.replace("'h'", "'d'"), "There is no orientation “d”"),
        (listed.replace("columns = 4", "columns = 65"), "“columns” is no whole number from 1 to 64"),
        // Off the board, though there are cells of that number.
        (listed.replace("column = 1\n", "column = 4\n"), "X is off the board."),
        (listed.replace("[[car]]", "walls = [[1, 5]]\n[[car]]"), "A wall is off the board."),
        // Goals.
        (
            format!("{drawn}goal = {{ row = 1 }}\n"),
            "The goal is outside the lane of X, which never leaves row 1.",
        ),
        (format!("{drawn}goal = {{ row = 2, column = 1 }}\n"), "The goal is outside the lane of X"),
        (format!("{drawn}goal = {{ column = 6 }}\n"), "The goal of X is no place for it: column 1 to 5."),
        // Marks on a frame.
        ("+---------+\n| . X X . |\n| . B B . >\n+---------+\n".to_owned(), "The marks on the frame are not"),
        ("+---------+\n< . X X . >\n| . B B . |\n+---------+\n".to_owned(), "The marks on the frame are not"),
        ("+---^-----+\n| . X X . |\n| . B B . |\n+---------+\n".to_owned(), "The marks on the frame are not"),
        ("+---------+\n| . X X . |\n| . . . . |\n+-*---*---+\n".to_owned(), "The marks on the frame are not"),
        ("+-*---*---+\n| . X X . |\n+---------+\n".to_owned(), "The frame is none that bmcplan prints"),
        ("+----+\n|XX..|\n+----+\n".to_owned(), "The frame is none that bmcplan prints"),
        ("60 XX...\n".to_owned(), "Row 1 has spaces in it"),
        // Sliding blocks.
        ("start = 'AA.'\ngoal = '..A'\n".to_owned(), "Piece A changes its shape."),
        ("start = 'AA.'\ngoal = 'B..'\n".to_owned(), "The goal names a piece B that there is not."),
        ("start = 'A..'\ngoal = 'A.#'\n".to_owned(), "The goal has a wall where the start has none."),
        (format!("{blocks}interchangeable = ['AB']\n"), "“AB” are no pieces of one shape."),
        (format!("{blocks}interchangeable = ['CD']\n"), "“CD” are no pieces of one shape."),
    ] {
        let answer = player.answer(&text);
        assert!(answer.as_str().is_some_and(|answer| answer.starts_with(begins)), "{text}: {answer}");
    }
    player.leave();
}

/// The cells of a square board in one line: as a single row they are no board.
const LINE: &str = "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN";

#[test]
fn a_single_row_is_a_square_board_where_it_is_no_other() {
    let Some(mut player) = editor() else { return };
    let expected = length(&Source::new("page", LINE).in_one_row());
    assert_eq!(player.answer(LINE), json!(expected));
    player.leave();
}

#[test]
fn a_text_with_a_fault_stays_to_be_mended() {
    let Some(mut player) = editor() else { return };
    player.browser.value("document.querySelector('#text').value = 'XX..\\n...'");
    player.browser.value("document.querySelector('#read').click()");
    let advice = player.browser.text("document.querySelector('#advice').textContent");
    assert_eq!(advice, "Row 2 has 3 cells, and row 1 has 4.");
    assert_eq!(player.browser.text("document.querySelector('#text').value"), "XX..\n...");
    player.leave();
}
