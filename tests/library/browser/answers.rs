//! The answers of the page's own search against the library's, on random boards in every metric.

use std::fs;
use std::path::Path;

use bmcplan::draw::film::Film;
use bmcplan::draw::html;
use bmcplan::draw::playable::PlayableBoard;
use bmcplan::kinds::rush_hour::{self, Board, BoardMetric, shown as road};
use bmcplan::kinds::sliding_block::{self, Labelling, Play, PuzzleMetric, film as sliding};
use bmcplan::plan::Metric;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan::text::Source;
use bmcplan_search::{SearchLimits, goal_distances};
use proptest::strategy::{Strategy, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::devtools::{Browser, View, chromium};
use crate::common::boards::arb_board;
use crate::common::cases::everything;
use crate::common::optimum::optimum;
use crate::skipped::skipped;
use crate::sliding::oracle::Drawn;
use crate::sliding::random::arb_puzzle;

/// The number of boards of each kind.
fn n_boards() -> usize {
    if everything() { 150 } else { 4 }
}

/// Reads a text of a board, in the metric that is asked for.
type ReadBoard = Box<dyn Fn(&str) -> Result<Task, String>>;

/// A board in a metric, with what the library says about it.
struct Asked {
    board: PlayableBoard,
    shortest: Option<usize>,
    /// The figures of all its positions.
    figures: Box<dyn Fn() -> Value>,
    /// The description of the start.
    words: String,
    read: ReadBoard,
}

/// Random boards. Most ask for next to nothing: of those that do, one of eight is left.
fn samples<S: Strategy>(strategy: &S, shortest: impl Fn(&S::Value) -> Option<usize>) -> Vec<S::Value> {
    let mut runner = TestRunner::deterministic();
    let drawn = (0..8 * n_boards()).map(|number| (number, strategy.new_tree(&mut runner).unwrap().current()));
    let kept =
        drawn.filter(|(number, board)| number % 8 == 0 || shortest(board).is_some_and(|length| 3 < length));
    kept.map(|(_, board)| board).collect()
}

impl Asked {
    /// The length of a shortest plan that the library finds for a text, or the fault of that.
    fn length(&self, text: &str) -> Result<Option<usize>, String> {
        (self.read)(text).map(|task| optimum(&task))
    }
}

/// The figures that the library finds, as the page writes them.
fn figures(task: &Task) -> Value {
    let (limits, stop) = (SearchLimits::default(), Stop::default());
    let all = goal_distances(task, Metric::Actions, &limits, &stop, &mut |_| {}).unwrap();
    assert_eq!(all.incomplete, None);
    let lengths: Vec<_> = (0..all.len()).map(|number| all.distance(number)).collect();
    json!({
        "positions": all.len(),
        "farthest": lengths.iter().flatten().map(|distance| distance.length).max(),
        "deadEnds": lengths.iter().filter(|distance| distance.is_none()).count(),
        "plans": all.distance(0).map_or(0, |_| all.n_plans(0).unwrap()).to_string(),
    })
}

fn roads() -> Vec<Asked> {
    let mut asked = Vec::new();
    let shortest =
        |board: &Board| optimum(&rush_hour::task(board, BoardMetric::Slides, &Stop::default()).unwrap());
    for board in samples(&arb_board(), shortest) {
        for metric in BoardMetric::ALL {
            let task = rush_hour::task(&board, metric, &Stop::default()).unwrap();
            let film: Film = road::film("", &board, &[task.initial().clone()], std::iter::empty());
            let shortest = optimum(&task);
            let read = move |text: &str| {
                let read = rush_hour::read(&Source::new("page.toml", text));
                read.map_err(|error| error.to_string())
                    .map(|board| rush_hour::task(&board, metric, &Stop::default()).unwrap())
            };
            asked.push(Asked {
                board: road::playable(&board, metric.name()),
                shortest,
                figures: Box::new(move || figures(&task)),
                words: film.frames[0].description.clone(),
                read: Box::new(read),
            });
        }
    }
    asked
}

fn puzzles() -> Vec<Asked> {
    let mut asked = Vec::new();
    let read = |drawn: &Drawn| sliding_block::read(&Source::new("puzzle.toml", &drawn.toml())).unwrap();
    let shortest = |drawn: &Drawn| {
        let (metric, labelling) = (PuzzleMetric::Slides, Labelling::Shapes);
        optimum(&sliding_block::task(&read(drawn), metric, labelling, &Stop::default()).unwrap())
    };
    for drawn in samples(&arb_puzzle(), shortest) {
        let puzzle = read(&drawn);
        for metric in PuzzleMetric::ALL {
            let task = sliding_block::task(&puzzle, metric, Labelling::Shapes, &Stop::default()).unwrap();
            let film = sliding::film(
                "",
                &puzzle,
                Labelling::Shapes,
                &Play::of(&puzzle, Labelling::Shapes, &task, []),
            );
            let shortest = optimum(&task);
            let read = move |text: &str| {
                let read = sliding_block::read(&Source::new("page.toml", text));
                read.map_err(|error| error.to_string()).map(|puzzle| {
                    sliding_block::task(&puzzle, metric, Labelling::Shapes, &Stop::default()).unwrap()
                })
            };
            asked.push(Asked {
                board: sliding::playable(&puzzle, Labelling::Shapes, metric.name()),
                shortest,
                figures: Box::new(move || figures(&task)),
                words: film.frames[0].description.clone(),
                read: Box::new(read),
            });
        }
    }
    asked
}

#[test]
fn the_page_finds_what_the_library_finds() {
    let Some(program) = chromium() else {
        skipped("browser: chromium is not installed");
        return;
    };
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("editor.html");
    fs::write(&file, html::editor("bmcplan")).unwrap();
    let mut browser = Browser::start(&program, View::default());
    browser.open(&file, "");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/browser/answers.js");
    let script = fs::read_to_string(script).unwrap();
    let asked: Vec<Asked> = roads().into_iter().chain(puzzles()).collect();
    let boards: Vec<&PlayableBoard> = asked.iter().map(|asked| &asked.board).collect();
    let answers = boards.chunks(40).flat_map(|boards| {
        let answers = browser.value(&format!("({})({})", script.trim_end(), json!(boards)));
        answers.as_array().unwrap().clone()
    });
    let answers: Vec<Value> = answers.collect();
    assert_eq!(answers.len(), asked.len());
    let (mut surveyed, mut must_moves, mut scenes) = (0, 0, 0);
    for (asked, answer) in asked.iter().zip(&answers) {
        let board = json!(asked.board);
        assert_eq!(answer["faults"], json!([]), "{board}");
        assert_eq!(answer["length"], asked.shortest.map_or(Value::Null, |length| json!(length)), "{board}");
        assert_eq!(answer["words"], asked.words.as_str(), "{board}");
        let text = answer["text"].as_str().unwrap();
        assert_eq!(asked.length(text), Ok(asked.shortest), "{text}\n{board}");
        let told = &answer["figures"];
        if told.is_null() {
            continue;
        }
        surveyed += 1;
        for (name, figure) in (asked.figures)().as_object().unwrap() {
            assert_eq!(told[name], *figure, "{name}: {board}");
        }
        for nailed in told["nailed"].as_array().unwrap() {
            let (text, must_move) = (nailed[0].as_str().unwrap(), nailed[1].as_bool().unwrap());
            assert_eq!(asked.length(text).map(|length| length.is_none()), Ok(must_move), "{text}\n{board}");
            must_moves += usize::from(must_move);
        }
        if let Some(kept) = told["kept"].as_str() {
            assert_eq!(asked.length(kept), Ok(asked.shortest), "{kept}\n{board}");
            scenes += usize::from(kept != text);
        }
        for fewer in told["fewer"].as_array().unwrap() {
            let fewer = fewer.as_str().unwrap();
            assert!(asked.length(fewer).unwrap() < asked.shortest, "{fewer}\n{board}");
        }
    }
    let counts = [surveyed, must_moves, scenes];
    let some = n_boards() / 2;
    assert!(
        some < surveyed && some / 6 < must_moves && some < scenes,
        "boards, pieces that must move, scenery: {counts:?}"
    );
    let solved = asked.iter().filter(|asked| asked.shortest.is_some_and(|length| 3 < length)).count();
    assert!(some < solved, "{solved} of {} boards ask for anything", asked.len());
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}
