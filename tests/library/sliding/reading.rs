//! Good input: its puzzle, its task, its moves and its boards.

use bmcplan::kinds::rush_hour;
use bmcplan::kinds::sliding_block::film::{board, frames};
use bmcplan::kinds::sliding_block::{
    Labelling, Play, Positions, Puzzle, PuzzleFormat, PuzzleMetric, looks_like, read, read_as, task,
};
use bmcplan::stop::Stop;
use bmcplan::text::{Cell, Source};
use bmcplan_search::{SearchLimits, SearchOutcome, shortest_plan};
use expect_test::{Expect, expect};
use itertools::iproduct;
use proptest::prelude::*;

use super::random::arb_puzzle;

fn puzzle(text: &str) -> Puzzle {
    read(&Source::new("test", text)).unwrap_or_else(|error| panic!("{error}"))
}

fn play(puzzle: &Puzzle, metric: PuzzleMetric) -> Play {
    let task = task(puzzle, metric, Labelling::Shapes, &Stop::default()).unwrap();
    match shortest_plan(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).outcome {
        SearchOutcome::Solved(plan) => Play::of(puzzle, Labelling::Shapes, &task, plan.operators()),
        other => panic!("{other:?}"),
    }
}

fn check_names(text: &str, metric: PuzzleMetric, expected: Expect) {
    let puzzle = puzzle(text);
    expected.assert_eq(&play(&puzzle, metric).names(&puzzle).join("\n"));
}

proptest! {
    #[test]
    fn both_formats(mut drawn in arb_puzzle()) {
        drawn.groups.clear();
        let [text, toml] = [drawn.text(), drawn.toml()].map(|text| Source::new("-", &text));
        prop_assert!(looks_like(&text) && looks_like(&toml));
        prop_assert_eq!((PuzzleFormat::of(&text), PuzzleFormat::of(&toml)), (PuzzleFormat::Text, PuzzleFormat::Toml));
        let puzzle = read_as(&text, PuzzleFormat::Text).unwrap();
        prop_assert_eq!(&puzzle, &read_as(&toml, PuzzleFormat::Toml).unwrap());
        let positions = Positions::start(&puzzle);
        let rows: Vec<Vec<char>> = board(&puzzle, &positions)
            .lines()
            .filter(|line| line.starts_with('|'))
            .map(|line| line.chars().skip(2).step_by(2).take(drawn.start[0].len()).collect())
            .collect();
        prop_assert_eq!(&rows, &drawn.start);
        // And what is printed is read.
        let frame = "-".repeat(2 * drawn.start[0].len() + 1);
        let row = |row: &Vec<char>| row.iter().map(|c| format!(" {c}")).collect::<String>();
        let goal: String = drawn.goal.iter().map(|cells| format!("|{} |\n", row(cells))).collect();
        let printed = board(&puzzle, &positions);
        let printed = Source::new("-", &format!("start\n{printed}goal\n+{frame}+\n{goal}+{frame}+\n"));
        prop_assert_eq!(&puzzle, &read(&printed).unwrap_or_else(|error| panic!("{error}")));
    }
}

#[test]
fn other_problems_do_not_look_like_it() {
    for text in [
        "board = '''\n..B.\nXXB.\n'''\ngoal = { column = 3 }\n",
        "..XX.a\n.....a\n",
        "start\nAA.\n",
        "starting = 1\ngoals = 2\n",
        "(role robot)\n(<= (goal robot 100) (true done))\n",
    ] {
        assert!(!looks_like(&Source::new("-", text)), "{text}");
    }
    let both = Source::new("-", "start = 'A.'\ngoal = '.A'\n");
    assert!(looks_like(&both) && rush_hour::read(&both).is_err());
}

#[test]
fn spaces_comments_and_letters() {
    let puzzle = puzzle("% x\n\n  start\n  oX#\t\r\n% between\n .ß1\ngoal\nX..\n...\n");
    let names: String = puzzle.pieces().iter().map(|piece| piece.name).collect();
    assert_eq!((puzzle.rows(), puzzle.columns(), &*names), (2, 3, "oXß1"));
    assert!(puzzle.is_wall(Cell { row: 0, column: 2 }));
    assert_eq!(puzzle.n_empty(), 1);
    assert_eq!(puzzle.pieces()[1].goal, Some(Cell { row: 0, column: 0 }));
}

#[test]
fn pieces_may_cost_something() {
    let rows = "start = '''\nABCD\n..EE\n'''\ngoal = '''\n....\nEE..\n'''\n";
    let classes = |table: &str| {
        let puzzle = puzzle(&format!("{rows}{table}"));
        let classes: Vec<String> = Labelling::Shapes
            .classes(&puzzle)
            .into_iter()
            .map(|class| class.into_iter().map(|id| puzzle.piece(id).name).collect())
            .collect();
        (classes.join(" "), puzzle.has_costs())
    };
    assert_eq!(classes(""), ("ABCD E".to_owned(), false));
    assert_eq!(classes("cost = {}"), ("ABCD E".to_owned(), true));
    assert_eq!(classes("cost = { A = 1, C = 0, D = 0, E = 5 }"), ("AB CD E".to_owned(), true));
    let puzzle = puzzle(&format!("{rows}cost = {{ C = 0, D = 0, E = 5 }}"));
    for (metric, labelling) in iproduct!(PuzzleMetric::ALL, [Labelling::Shapes, Labelling::Labelled]) {
        for operator in task(&puzzle, metric, labelling, &Stop::default()).unwrap().operators() {
            let expected = match operator.name.chars().next().unwrap() {
                'A' | 'B' => 1,
                'C' | 'D' => 0,
                _ => 5,
            };
            assert_eq!(operator.cost, expected, "{}", operator.name);
        }
    }
    // Pieces of a group may cost something, too.
    let text = "start = 'AB..'\ngoal = '...A'\ninterchangeable = ['AB']\ncost = { A = 2, B = 2 }";
    assert!(read(&Source::new("test.toml", text)).is_ok());
}

/// A piece that is told apart has a variable; others share one per cell.
#[test]
fn the_task_is_readable() {
    let puzzle = puzzle("start\nABB\n.CD\ngoal\nBB.\n...\n");
    let task = task(&puzzle, PuzzleMetric::Units, Labelling::Shapes, &Stop::default()).unwrap();
    let variables: Vec<_> = task
        .variables()
        .iter()
        .zip(task.initial().values())
        .map(|(variable, value)| {
            format!("{}={}", variable.name, variable.values.join("|")) + &format!(" from {value}")
        })
        .collect();
    expect![[r#"
        B=1,1|1,2 from 1
        anchor(1,1)=none|A from 1
        anchor(1,2)=none|A from 0
        anchor(1,3)=none|A from 0
        anchor(2,1)=none|A from 0
        anchor(2,2)=none|A from 1
        anchor(2,3)=none|A from 1"#]]
    .assert_eq(&variables.join("\n"));
    let operators: Vec<_> = task
        .operators()
        .iter()
        .map(|operator| {
            let precondition: Vec<_> =
                operator.precondition.iter().map(|literal| task.literal_name(*literal)).collect();
            let effects: Vec<_> = operator.effects.iter().map(|effect| task.fact_name(effect.fact)).collect();
            format!("{}: {} -> {}", operator.name, precondition.join(", "), effects.join(", "))
        })
        .collect();
    expect![[r#"
        A at 1,1 right 1: anchor(1,1)=A, not occupied(1,2) -> anchor(1,1)=none, anchor(1,2)=A
        A at 1,1 down 1: anchor(1,1)=A, not occupied(2,1) -> anchor(1,1)=none, anchor(2,1)=A
        A at 1,2 left 1: anchor(1,2)=A, not occupied(1,1) -> anchor(1,2)=none, anchor(1,1)=A
        A at 1,2 right 1: anchor(1,2)=A, not occupied(1,3) -> anchor(1,2)=none, anchor(1,3)=A
        A at 1,2 down 1: anchor(1,2)=A, not occupied(2,2) -> anchor(1,2)=none, anchor(2,2)=A
        A at 1,3 left 1: anchor(1,3)=A, not occupied(1,2) -> anchor(1,3)=none, anchor(1,2)=A
        A at 1,3 down 1: anchor(1,3)=A, not occupied(2,3) -> anchor(1,3)=none, anchor(2,3)=A
        A at 2,1 up 1: anchor(2,1)=A, not occupied(1,1) -> anchor(2,1)=none, anchor(1,1)=A
        A at 2,1 right 1: anchor(2,1)=A, not occupied(2,2) -> anchor(2,1)=none, anchor(2,2)=A
        A at 2,2 up 1: anchor(2,2)=A, not occupied(1,2) -> anchor(2,2)=none, anchor(1,2)=A
        A at 2,2 left 1: anchor(2,2)=A, not occupied(2,1) -> anchor(2,2)=none, anchor(2,1)=A
        A at 2,2 right 1: anchor(2,2)=A, not occupied(2,3) -> anchor(2,2)=none, anchor(2,3)=A
        A at 2,3 up 1: anchor(2,3)=A, not occupied(1,3) -> anchor(2,3)=none, anchor(1,3)=A
        A at 2,3 left 1: anchor(2,3)=A, not occupied(2,2) -> anchor(2,3)=none, anchor(2,2)=A
        B right 1: B=1,1, not occupied(1,3) -> B=1,2
        B left 1: B=1,2, not occupied(1,1) -> B=1,1"#]]
    .assert_eq(&operators.join("\n"));
}

/// A move around a corner is one operator; which way it can go is a derived variable.
#[test]
fn ways_around_corners() {
    let puzzle = puzzle("start\nA..\n..B\ngoal\n...\n..A\n");
    let task = task(&puzzle, PuzzleMetric::Moves, Labelling::Labelled, &Stop::default()).unwrap();
    let way = task.derived().iter().find(|derived| derived.name == "way(A,1,1,2,2)").unwrap();
    let rules: Vec<Vec<String>> = way
        .rules
        .iter()
        .map(|rule| rule.iter().map(|literal| task.literal_name(*literal)).collect())
        .collect();
    assert_eq!(
        rules,
        [["not occupied(2,1)", "not occupied(2,2)"], ["not occupied(1,2)", "not occupied(2,2)"]]
    );
}

#[test]
fn names_of_moves() {
    check_names(
        "start\nA..\n.#.\n.##\ngoal\n...\n...\nA..\n",
        PuzzleMetric::Units,
        expect![[r#"
        A down 1
        A down 1"#]],
    );
    check_names(
        "start\nA..\n##.\n...\ngoal\n...\n...\nA..\n",
        PuzzleMetric::Slides,
        expect![[r#"
        A right 2
        A down 2
        A left 2"#]],
    );
    check_names(
        "start\nA..\n##.\n...\ngoal\n...\n...\nA..\n",
        PuzzleMetric::Moves,
        expect!["A right 2 down 2 left 2"],
    );
    // Fewest corners among the shortest ways.
    check_names(
        "start\nAA..\n....\n....\ngoal\n....\n....\n..AA\n",
        PuzzleMetric::Moves,
        expect!["A down 2 right 2"],
    );
}

/// Two pieces of one shape: the letters stay with the pieces although the states do not tell them apart.
#[test]
fn boards_under_their_moves() {
    let puzzle = puzzle("start\nBXC\n.#.\ngoal\nX..\n...\n");
    expect![[r#"
        start
        +-------+
        | B X C |
        | . # . |
        +-------+

        1  B down 1
        +-------+
        | . X C |
        | B # . |
        +-------+

        2  X left 1
        +-------+
        | X . C |
        | B # . |
        +-------+
    "#]]
    .assert_eq(&frames(&puzzle, &play(&puzzle, PuzzleMetric::Units)));
}

/// The largest board with the most different pieces, one cell of it empty.
#[test]
fn the_largest_board_has_a_task() {
    let letters = ('A'..).filter(|c| c.is_alphanumeric()).take(255).chain(['.']).collect::<Vec<char>>();
    let rows = letters.chunks(16).map(|row| row.iter().collect::<String>() + "\n").collect::<String>();
    let puzzle = puzzle(&format!("start\n{rows}goal\n{rows}"));
    assert_eq!(puzzle.n_empty(), 1);
    let task = task(&puzzle, PuzzleMetric::Moves, Labelling::Shapes, &Stop::default()).unwrap();
    assert_eq!(task.operators().len(), 255 * (4 * 15 * 16));
}

/// Operators that are no moves of the puzzle are left out.
#[test]
fn a_plan_of_another_task() {
    let [small, large] = ["start\nA.\ngoal\n.A\n", "start\nBA.\n...\ngoal\n..A\n...\n"].map(puzzle);
    let task = task(&large, PuzzleMetric::Moves, Labelling::Labelled, &Stop::default()).unwrap();
    let play = Play::of(&small, Labelling::Shapes, &task, task.operator_ids());
    assert_eq!(play.positions().len(), play.moves().len() + 1);
    assert_eq!(play.names(&small).len(), play.moves().len());
    assert!(frames(&small, &play).starts_with("start\n+-----+\n"));
}

#[test]
fn metrics() {
    assert!(PuzzleMetric::ALL.into_iter().all(|metric| metric.name().parse() == Ok(metric)));
    let error = "corners".parse::<PuzzleMetric>().unwrap_err();
    assert_eq!(error.to_string(), "no metric is called `corners`; there are: units, slides, moves");
}
