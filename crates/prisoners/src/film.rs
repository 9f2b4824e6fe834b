//! Films of schedules: the rows of each day, and next to them all pairs, with those that have met filled in.

use itertools::Itertools as _;

use bmcplan_base::ordered::Set;
use bmcplan_draw::block::{self, Block, MARGIN, cells};
use bmcplan_draw::film::{Actor, Align, Film, FilmStep, Point, Shape};
use bmcplan_draw::palette::Colour;
use bmcplan_draw::words;

use crate::{Meets, Schedule, ScheduleProblem};

/// Distance from one person in a row to the next.
const PITCH: f64 = 1.15;

/// Distance from a row to the next one below.
const ROW: f64 = 1.1;

/// Half the width of a person.
const RADIUS: f64 = 0.38;

/// Greatest number of people for which pairs are drawn and captions are complete.
const MANY: usize = 40;

/// Returns the film of a schedule: the people in order, then a frame a day, or a week where `step` says so. Invalid numbers of
/// people are left out.
pub fn film(title: &str, step: FilmStep, problem: &ScheduleProblem, schedule: &Schedule) -> Film {
    let rows = DayRows::of(problem);
    let mut blocks = vec![rows.block(problem, schedule)];
    let mut signs = Vec::new();
    if problem.people() <= MANY {
        let corner = Point::new(blocks[0].right + 0.5, MARGIN);
        blocks.push(pairs(problem, schedule, corner, blocks[0].bottom - MARGIN));
        signs.extend([(NOW, "meet now"), (BEFORE, "met before"), (NEVER, "not yet")]);
    }
    let bottom = blocks.iter().map(|block| block.bottom).fold(0.0, f64::max);
    let word = if step == FilmStep::Week { "week" } else { "day" };
    let words = has_row_colours(problem, schedule).then(|| format!("coloured by row of the first {word}"));
    blocks.push(legend(words.as_deref(), &signs, Point::new(MARGIN, bottom + MARGIN)));
    let days = (1..).zip(schedule.days()).map(|(day, rows)| {
        let line = rows.iter().map(|row| row.iter().map(|person| person + 1).join("-")).join("  ");
        let day = format!("{word} {day}");
        let description = format!("{day}: {}\n", line.replace("  ", ", "));
        (if problem.people() <= MANY { line } else { day }, description)
    });
    let start = ("start".to_owned(), format!("{} people\n", problem.people()));
    Film { step, ..block::film(title, blocks, [start].into_iter().chain(days)) }
}

const NOW: Colour = Colour::On;
const BEFORE: Colour = Colour::Wall;
const NEVER: Colour = Colour::Grid;

/// Checks whether people have the colours of their rows on the first day. That needs as many colours as rows.
fn has_row_colours(problem: &ScheduleProblem, schedule: &Schedule) -> bool {
    problem.rows() <= Colour::PIECES && schedule.days().first().is_some_and(|day| !day.is_empty())
}

/// Returns the colour of each person and of the letters on it.
fn colours(problem: &ScheduleProblem, schedule: &Schedule) -> Vec<(Colour, Colour)> {
    let mut colours = vec![(Colour::Floor, Colour::Ink); problem.people()];
    if has_row_colours(problem, schedule) {
        for (row, _, person) in schedule.days().iter().take(1).flat_map(|day| walking(day)) {
            if let Some(colour) = colours.get_mut(person) {
                *colour = (Colour::Piece(row), Colour::OnPiece(row));
            }
        }
    }
    colours
}

/// Draws the legend of colours: `signs`, each with its word, and `words` below them.
fn legend(words: Option<&str>, signs: &[(Colour, &str)], corner: Point) -> Block {
    const LETTERS: f64 = 0.3;
    const LINE: f64 = 0.5;
    let mut block = Block { right: corner.x, bottom: corner.y, ..Block::default() };
    let text = |at, text: &str| Shape::text(at, Align::Start, LETTERS, text, Colour::Ink);
    let mut pen = corner;
    for (colour, word) in signs {
        let middle = pen.y + LINE / 2.0;
        let square = Point::new(pen.x, middle - LETTERS / 2.0);
        block.ground.push(Shape::rectangle(square, LETTERS, LETTERS, LETTERS * 0.2, *colour));
        block.ground.push(text(Point::new(pen.x + LETTERS * 1.4, middle), word));
        pen.x += LETTERS * 2.4 + words::width(word, LETTERS);
        (block.right, block.bottom) = (block.right.max(pen.x), pen.y + LINE);
    }
    if let Some(words) = words {
        block.ground.push(text(Point::new(corner.x, block.bottom + LINE / 2.0), words));
        block.right = block.right.max(corner.x + words::width(words, LETTERS));
        block.bottom += LINE;
    }
    block
}

/// Arrangement of rows: one below the other, and in several columns if that would be too high.
struct DayRows {
    width: f64,
    across: usize,
    down: usize,
}

impl DayRows {
    fn of(problem: &ScheduleProblem) -> Self {
        let width = cells(problem.row()) * PITCH;
        let count = problem.rows();
        let fits =
            |across: &usize| cells(count.div_ceil(*across)) * ROW <= cells(*across) * (width + 0.4) * 1.5;
        let across = (1..count).find(fits).unwrap_or(count);
        Self { width, across, down: count.div_ceil(across) }
    }

    fn middle(&self, row: usize, place: usize) -> Point {
        let left = cells(row / self.down) * (self.width + 0.4);
        Point::new(MARGIN, MARGIN)
            .plus(left + (cells(place) + 0.5) * PITCH, (cells(row % self.down) + 0.5) * ROW)
    }

    fn block(&self, problem: &ScheduleProblem, schedule: &Schedule) -> Block {
        let start = (0..problem.people()).collect_vec();
        let start = start.chunks(problem.row()).map(<[usize]>::to_vec).collect_vec();
        let places = |day: &[Vec<usize>]| {
            let mut places = vec![None; problem.people()];
            for (row, place, person) in walking(day) {
                if let Some(found) = places.get_mut(person) {
                    *found = Some(self.middle(row, place));
                }
            }
            places
        };
        let links = schedule.days().iter().map(|day| self.links(problem.meets(), day));
        Block {
            right: MARGIN + cells(self.across) * (self.width + 0.4) - 0.4,
            bottom: MARGIN + cells(self.down) * ROW,
            ground: Vec::new(),
            actors: colours(problem, schedule).into_iter().enumerate().map(person).collect(),
            places: [places(&start)]
                .into_iter()
                .chain(schedule.days().iter().map(|day| places(day)))
                .collect(),
            shapes: [Vec::new()].into_iter().chain(links).collect(),
        }
    }

    /// Returns the links between people in a row: cuffs between neighbours, or one area for all of them.
    fn links(&self, meets: Meets, day: &[Vec<usize>]) -> Vec<Shape> {
        let link = |(row, members): (usize, &Vec<usize>)| -> Vec<Shape> {
            let places = 0..members.len();
            let cuff = |from, to| Shape::Line { from, to, width: 0.12, colour: Colour::Wall };
            match meets {
                Meets::Neighbours => places
                    .tuple_windows()
                    .map(|(a, b)| cuff(self.middle(row, a), self.middle(row, b)))
                    .collect(),
                Meets::Everyone => {
                    let corner = self.middle(row, 0).plus(-PITCH / 2.0, -ROW * 0.45);
                    vec![Shape::rectangle(corner, self.width, ROW * 0.9, ROW * 0.3, Colour::Grid)]
                }
            }
        };
        day.iter().enumerate().flat_map(link).collect()
    }
}

/// Returns row, place and person for all people of a day.
fn walking(day: &[Vec<usize>]) -> impl Iterator<Item = (usize, usize, usize)> {
    let row = |(row, members): (usize, &Vec<usize>)| {
        members.iter().enumerate().map(move |(place, person)| (row, place, *person)).collect_vec()
    };
    day.iter().enumerate().flat_map(row)
}

/// Draws a person around the origin.
fn person((number, (fill, ink)): (usize, (Colour, Colour))) -> Actor {
    let name = (number + 1).to_string();
    let (text, size) = words::fitted(&name, RADIUS * 1.7, 0.4);
    Actor {
        name,
        shapes: vec![
            Shape::disc(Point::default(), RADIUS, fill),
            Shape::label(Point::default(), size, text, ink),
        ],
        rank: None,
    }
}

/// Draws all pairs as a triangle: pairs of the day are lit, earlier pairs are filled.
fn pairs(problem: &ScheduleProblem, schedule: &Schedule, corner: Point, height: f64) -> Block {
    let people = problem.people();
    let side = (height / cells(people)).clamp(0.2, 0.42);
    let squares = |pairs: &Set<[usize; 2]>, fill| {
        let mut corners = pairs.iter().map(|[one, other]| {
            let (x, y) = (cells(*one.min(other)) * side, cells(*one.max(other)) * side);
            corner.plus(x + side * 0.06, y + side * 0.06)
        });
        Shape::squares(&mut corners, side * 0.88, side * 0.2, fill)
    };
    let all = (0..people).flat_map(|one| (0..one).map(move |other| [other, one])).collect();
    let name = |person: usize| {
        let at = corner.plus((cells(person) + 0.5) * side, (cells(person) + 0.5) * side);
        Shape::text(at, Align::Middle, side * 0.55, (person + 1).to_string(), Colour::Ink)
    };
    let mut met: Set<[usize; 2]> = Set::new();
    let days = schedule.days().iter().map(|day| {
        let known = |pair: &[usize; 2]| pair.iter().all(|person| *person < people);
        let ordered = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        let today =
            day.iter().flat_map(|row| problem.meets().pairs(row)).filter(known).map(ordered).collect();
        let shapes = squares(&met, BEFORE).into_iter().chain(squares(&today, NOW)).collect_vec();
        met.extend(today);
        shapes
    });
    let shapes = [Vec::new()].into_iter().chain(days).collect();
    Block {
        right: corner.x + cells(people) * side,
        bottom: corner.y + cells(people) * side,
        ground: squares(&all, NEVER).into_iter().chain((0..people).map(name)).collect(),
        shapes,
        ..Block::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn film_of(people: usize, meets: Meets, days: Vec<Vec<Vec<usize>>>) -> Film {
        film(
            "test",
            FilmStep::Day,
            &ScheduleProblem::new(people, 3, days.len().max(1), meets).unwrap(),
            &Schedule(days),
        )
    }

    fn count(film: &Film, frame: usize, wanted: fn(&Shape) -> usize) -> usize {
        film.frames[frame].shapes.iter().map(wanted).sum()
    }

    #[test]
    fn neighbours_share_cuffs_and_pairs_fill_in() {
        let days = vec![vec![vec![0, 1, 2], vec![3, 4, 5]], vec![vec![0, 3, 1], vec![2, 5, 4]]];
        let film = film_of(6, Meets::Neighbours, days);
        let cuffs = |frame| count(&film, frame, |shape| usize::from(matches!(shape, Shape::Line { .. })));
        assert_eq!([0, 1, 2].map(cuffs), [0, 4, 4]);
        let pairs = |frame| {
            count(&film, frame, |shape| if let Shape::Area { loops, .. } = shape { loops.len() } else { 0 })
        };
        assert_eq!([0, 1, 2].map(pairs), [0, 4, 8]);
        assert_eq!(film.frames[2].caption, "1-4-2  3-6-5");
        assert_eq!(film.frames[0].places, film.frames[1].places);
        assert_ne!(film.frames[1].places[1], film.frames[2].places[1]);
    }

    #[test]
    fn people_have_the_colours_of_their_first_rows_and_the_legend_says_so() {
        let days = vec![vec![vec![0, 3, 1], vec![2, 5, 4]], vec![vec![0, 1, 2], vec![3, 4, 5]]];
        let film = film_of(6, Meets::Neighbours, days);
        let fill = |actor: usize| match film.actors[actor].shapes[0] {
            Shape::Area { fill, .. } => fill,
            ref other => panic!("{other:?}"),
        };
        assert_eq!([0, 1, 2, 3, 4, 5].map(fill), [0, 0, 1, 0, 1, 1].map(Colour::Piece));
        let said = |film: &Film, words: &str| {
            film.ground.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text == words))
        };
        assert!(said(&film, "coloured by row of the first day") && said(&film, "met before"));
        let many =
            film_of(30, Meets::Everyone, vec![(0..10).map(|row| vec![row, 10 + row, 20 + row]).collect()]);
        assert!(!said(&many, "coloured by row of the first day"));
        assert!(matches!(many.actors[9].shapes[0], Shape::Area { fill: Colour::Floor, .. }));
    }

    #[test]
    fn everyone_in_a_group_is_in_one_place() {
        let film = film_of(6, Meets::Everyone, vec![vec![vec![0, 1, 2], vec![3, 4, 5]]]);
        assert_eq!(
            count(&film, 1, |shape| usize::from(matches!(shape, Shape::Area { fill: Colour::Grid, .. }))),
            2
        );
    }

    #[test]
    fn golfers_play_in_weeks() {
        let days = vec![vec![vec![0, 1, 2], vec![3, 4, 5]]];
        let problem = ScheduleProblem::new(6, 3, 1, Meets::Everyone).unwrap();
        let film = film("test", FilmStep::Week, &problem, &Schedule(days));
        let mut words: Vec<&str> = film.frames.iter().map(|frame| &*frame.description).collect();
        words.extend(film.ground.iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(&**text),
            _ => None,
        }));
        let words = words.join("\n");
        assert!(words.contains("week 1: 1-2-3, 4-5-6\n") && words.contains("of the first week"), "{words}");
        assert!(!words.contains("day"), "{words}");
    }

    #[test]
    fn any_schedule_can_be_drawn() {
        let film = film_of(6, Meets::Neighbours, vec![vec![], vec![vec![], vec![7, 0, 99]]]);
        assert_eq!(film.frames.len(), 3);
        let large =
            film_of(198, Meets::Everyone, vec![(0..66).map(|row| vec![row, 66 + row, 132 + row]).collect()]);
        assert_eq!(large.frames[1].caption, "day 1");
        assert!(large.width < 3.0 * large.height && large.height < 3.0 * large.width);
    }
}
