//! All interesting Rush Hour boards of a size, against boards of characters, all of which are looked at one by one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroUsize;

use bmcplan::stop::StopReason;
use bmcplan::workshop::{
    AllBoards, AllBoardsError, AllBoardsNews, AllBoardsQuestion, BoardShard, InterestingBoard, all_boards,
};
use bmcplan::{Input, Limits, Question, Stop, Watch, ask};

fn watch() -> Watch {
    Watch::over(Stop::default(), &Limits::default())
}

fn found(question: &AllBoardsQuestion) -> (Vec<InterestingBoard>, AllBoards) {
    let mut boards = Vec::new();
    let figures = all_boards(question, &watch(), &mut |news| match news {
        AllBoardsNews::Board(board) => boards.push(board),
        AllBoardsNews::Progress { .. } => {}
    });
    assert_eq!((figures.boards, figures.stopped), (boards.len() as u64, None));
    (boards, figures)
}

fn of_size(size: usize, row: usize) -> AllBoardsQuestion {
    AllBoardsQuestion::of_size(size).unwrap().with_exit_row(row).unwrap()
}

/// A car: row and column of its first cell, length, and does it lie in a row? The red one is the first of a board.
type Car = (usize, usize, usize, bool);

/// The cars of a board; all but the red one in order.
type Cars = Vec<Car>;

fn cells((row, column, length, is_horizontal): Car) -> impl Iterator<Item = (usize, usize)> {
    (0..length).map(move |at| if is_horizontal { (row, column + at) } else { (row + at, column) })
}

/// The car of each cell.
fn grid(size: usize, cars: &[Car]) -> Option<Vec<Vec<Option<usize>>>> {
    let mut grid = vec![vec![None; size]; size];
    for (index, car) in cars.iter().enumerate() {
        for (row, column) in cells(*car) {
            let cell = grid.get_mut(row)?.get_mut(column)?;
            if cell.replace(index).is_some() {
                return None;
            }
        }
    }
    Some(grid)
}

/// All positions that are one slide away.
fn neighbours(size: usize, cars: &Cars) -> Vec<Cars> {
    let mut all = Vec::new();
    for (index, (row, column, length, is_horizontal)) in cars.iter().copied().enumerate() {
        for forwards in [false, true] {
            for distance in 1..size {
                let at = if is_horizontal { column } else { row };
                let Some(at) = (if forwards { at.checked_add(distance) } else { at.checked_sub(distance) })
                else {
                    break;
                };
                let (row, column) = if is_horizontal { (row, at) } else { (at, column) };
                let mut moved = cars.clone();
                moved[index] = (row, column, length, is_horizontal);
                if grid(size, &moved).is_none() {
                    break;
                }
                moved[1..].sort_unstable();
                all.push(moved);
            }
        }
    }
    all
}

/// The distances from the nearest of the starts to all positions that they lead to.
fn distances(size: usize, starts: impl IntoIterator<Item = Cars>) -> BTreeMap<Cars, usize> {
    let mut distances: BTreeMap<Cars, usize> = starts.into_iter().map(|start| (start, 0)).collect();
    let mut open: VecDeque<Cars> = distances.keys().cloned().collect();
    while let Some(cars) = open.pop_front() {
        let distance = distances[&cars] + 1;
        for next in neighbours(size, &cars) {
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance);
                open.push_back(next);
            }
        }
    }
    distances
}

fn is_goal(size: usize, cars: &Cars) -> bool {
    cars[0].1 + 2 == size
}

/// The least number of slides to the goal.
fn length(size: usize, cars: &Cars) -> Option<usize> {
    let reached = distances(size, [cars.clone()]);
    reached.iter().filter(|(cars, _)| is_goal(size, cars)).map(|(_, distance)| *distance).min()
}

/// The numbers of the horizontal and of the vertical cells.
fn numbers(size: usize, cars: &Cars) -> [u64; 2] {
    [true, false].map(|wanted| {
        let covered = cars.iter().filter(|car| car.3 == wanted).flat_map(|car| cells(*car));
        covered.map(|(row, column)| 1 << (row * size + column)).sum()
    })
}

/// The hardest position of the cluster, its length and the number of positions, if every car is needed.
fn interesting(size: usize, cluster: &BTreeSet<Cars>) -> Option<(Cars, usize, usize)> {
    let goals = cluster.iter().filter(|cars| is_goal(size, cars)).cloned();
    let distances = distances(size, goals);
    let longest = *distances.values().max()?;
    let farthest = distances.iter().filter(|(_, distance)| **distance == longest).map(|(cars, _)| cars);
    let hardest = farthest.min_by_key(|cars| numbers(size, cars))?;
    let is_needed = |car: usize| {
        let mut rest = hardest.clone();
        rest.remove(car);
        length(size, &rest) < Some(longest)
    };
    let is_interesting = (1..hardest.len()).all(is_needed);
    (is_interesting && 0 < longest).then(|| (hardest.clone(), longest, cluster.len()))
}

/// All boards that the rules allow, whose first free cell is this one or a later one.
fn add_boards(size: usize, exit_row: usize, from: usize, cars: &mut Cars, all: &mut Vec<Cars>) {
    if from == size * size {
        let fills = |lane: usize, wanted: bool| {
            let lies = |car: &&Car| car.3 == wanted && lane == if wanted { car.0 } else { car.1 };
            cars.iter().filter(lies).map(|car| car.2).sum::<usize>() == size
        };
        let in_exit_row: Vec<_> = cars.iter().filter(|car| car.3 && car.0 == exit_row).copied().collect();
        let any_fills = (0..size).any(|lane| fills(lane, true) || fills(lane, false));
        if let [red @ (_, _, 2, _)] = in_exit_row[..]
            && !any_fills
        {
            let mut others: Cars = cars.iter().filter(|car| **car != red).copied().collect();
            others.sort_unstable();
            all.push([vec![red], others].concat());
        }
        return;
    }
    add_boards(size, exit_row, from + 1, cars, all);
    for (length, is_horizontal) in [(2, true), (3, true), (2, false), (3, false)] {
        cars.push((from / size, from % size, length, is_horizontal));
        if grid(size, cars).is_some() {
            add_boards(size, exit_row, from + 1, cars, all);
        }
        cars.pop();
    }
}

/// The rows of a board, with letters in the order of the first cells.
fn rows(size: usize, cars: &Cars) -> Vec<String> {
    let grid = grid(size, cars).unwrap();
    let mut names = BTreeMap::from([(0, 'X')]);
    let mut letters = ('A'..='Z').filter(|letter| *letter != 'X');
    for index in grid.iter().flatten().flatten() {
        names.entry(*index).or_insert_with(|| letters.next().unwrap());
    }
    let character = |cell: &Option<usize>| cell.map_or('.', |index| names[&index]);
    grid.iter().map(|row| row.iter().map(character).collect()).collect()
}

/// The cars of a board as it was found.
fn cars(board: &InterestingBoard) -> Cars {
    let mut places: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
    for (row, line) in board.rows.iter().enumerate() {
        for (column, name) in line.chars().enumerate().filter(|(_, name)| *name != '.') {
            places.entry(name).or_default().push((row, column));
        }
    }
    let car = |cells: &Vec<(usize, usize)>| (cells[0].0, cells[0].1, cells.len(), cells[0].0 == cells[1].0);
    let red = car(&places.remove(&'X').unwrap());
    let mut others: Cars = places.values().map(car).collect();
    others.sort_unstable();
    [vec![red], others].concat()
}

#[test]
fn boards_are_those_of_all_positions_one_by_one() {
    for (size, row) in [(3, 1), (3, 2), (4, 1), (4, 2), (4, 3)] {
        let mut all = Vec::new();
        add_boards(size, row - 1, 0, &mut Vec::new(), &mut all);
        let n_positions = all.len() as u64;
        let mut open: BTreeSet<Cars> = all.into_iter().collect();
        let mut expected = BTreeSet::new();
        while let Some(first) = open.first().cloned() {
            let cluster: BTreeSet<Cars> = distances(size, [first]).into_keys().collect();
            assert!(cluster.is_subset(&open));
            open.retain(|cars| !cluster.contains(cars));
            let interesting = interesting(size, &cluster);
            expected
                .extend(interesting.map(|(cars, length, states)| (rows(size, &cars), length, states as u64)));
        }
        let (boards, figures) = found(&of_size(size, row));
        assert_eq!(figures.states, n_positions, "{size}, {row}");
        let boards: Vec<_> =
            boards.into_iter().map(|board| (board.rows, board.length, board.states)).collect();
        let n_boards = boards.len();
        let boards: BTreeSet<_> = boards.into_iter().collect();
        assert_eq!((boards.len(), boards), (n_boards, expected), "{size}, {row}");
    }
}

/// Figures that others have published, or that their programs have.
#[test]
fn numbers_of_boards() {
    assert_eq!(found(&of_size(4, 2)).1.boards, 32);
    let (boards, figures) = found(&AllBoardsQuestion::of_size(5).unwrap());
    assert_eq!((figures.boards, figures.longest), (1730, 20));
    let ids: BTreeSet<&str> = boards.iter().map(|board| &*board.id).collect();
    assert_eq!(ids.len(), boards.len());
}

/// Boards with two cars in a lane: each is the hardest of its cluster, and needs every car.
#[test]
fn larger_boards_are_the_hardest_of_their_clusters() {
    let slice = |size: usize, of| {
        let question = AllBoardsQuestion::of_size(size).unwrap();
        found(&question.with_shard(BoardShard { part: 1, of }).unwrap()).0
    };
    let is_small = |board: &InterestingBoard| board.states < 1_000;
    let mut n_checked = 0;
    for (size, of) in [(5, 6), (6, 20_000)] {
        for board in slice(size, of).into_iter().filter(is_small) {
            let cars = cars(&board);
            let cluster: BTreeSet<Cars> = distances(size, [cars.clone()]).into_keys().collect();
            let expected = Some((cars, board.length, usize::try_from(board.states).unwrap()));
            assert_eq!(interesting(size, &cluster), expected, "{:?}", board.rows);
            n_checked += 1;
        }
    }
    assert!(200 < n_checked, "{n_checked}");
}

#[test]
fn lengths_are_those_of_shortest_plans() {
    let small = found(&of_size(4, 2)).0;
    let larger = found(&AllBoardsQuestion::of_size(5).unwrap()).0;
    for board in small.iter().chain(larger.iter().step_by(40)) {
        let rows = board.rows.concat();
        let inputs = vec![Input::Typed { option: "--board".to_owned(), text: rows.clone() }];
        let question = Question { inputs, ..Question::default() }.option("metric", "slides");
        let answer = ask(&question, &Default::default(), &watch(), &mut |_| {}).unwrap();
        assert_eq!((answer.length, answer.optimal), (Some(board.length), true), "{rows}");
    }
}

#[test]
fn shards_have_each_board_once() {
    let all = found(&of_size(4, 2)).0;
    for of in [1, 2, 7, 1000] {
        let shard = |part| found(&of_size(4, 2).with_shard(BoardShard { part, of }).unwrap()).0;
        let mut joined: Vec<_> = (1..=of).flat_map(shard).collect();
        joined.sort_by_key(|board| all.iter().position(|other| other == board));
        assert_eq!(joined, all, "{of}");
    }
}

#[test]
fn boards_and_their_order_do_not_depend_on_threads() {
    let with = |jobs| {
        let mut question = AllBoardsQuestion::of_size(5).unwrap();
        question.jobs = NonZeroUsize::new(jobs).unwrap();
        found(&question).0
    };
    assert_eq!(with(1), with(5));
}

#[test]
fn what_was_found_before_a_limit_is_handed_on() {
    let stop = Stop::default();
    let watch = Watch::over(stop.clone(), &Limits::default());
    let mut boards = Vec::new();
    let figures = all_boards(&AllBoardsQuestion::of_size(6).unwrap(), &watch, &mut |news| {
        if let AllBoardsNews::Board(board) = news {
            boards.push(board);
            stop.raise(StopReason::Timeout);
        }
    });
    assert_eq!(figures.stopped, Some(StopReason::Timeout));
    assert!(!boards.is_empty());
    // Not one part is done.
    let stopped = Stop::default();
    stopped.raise(StopReason::Interrupt);
    let watch = Watch::over(stopped, &Limits::default());
    let figures = all_boards(&of_size(4, 2), &watch, &mut |_| {});
    assert_eq!((figures.boards, figures.stopped), (0, Some(StopReason::Interrupt)));
}

#[test]
fn slips_are_refused() {
    for size in [0, 1, 2, 7, usize::MAX] {
        assert_eq!(AllBoardsQuestion::of_size(size), Err(AllBoardsError::Size { size }));
    }
    let question = of_size(5, 5);
    for row in [0, 6] {
        assert_eq!(question.with_exit_row(row), Err(AllBoardsError::ExitRow { row, size: 5 }));
    }
    for (part, of) in [(0, 3), (4, 3), (1, 0)] {
        assert_eq!(question.with_shard(BoardShard { part, of }), Err(AllBoardsError::Shard { part, of }));
    }
}
