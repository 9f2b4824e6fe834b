//! Films of games. Facts are drawn by their form, since a rule sheet does not define their meaning.
//!
//! Facts with two coordinates, such as `(cell 1 2 on)`, `(lit 3 4)` or `(in b2 hole)`, are a board. Other facts may give
//! values to things, such as `(at goat near)`. If several things share a few values, they become lanes with tokens, otherwise
//! rows of a table. All other facts are lights that are on or off. Constant facts are left out.

mod board;
mod facts;
mod play;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_draw::block::{self, MARGIN};
use bmcplan_draw::film::{Film, Point};
use bmcplan_draw::table::{Track, TrackValue, changing};
use bmcplan_draw::{lanes, table};

use self::facts::Facts;
use super::sheet::{GdlTerm, Sheet};

pub(super) use play::game;

/// Returns the film of a play. `states` are the facts at the start and after each move, and `moves` the names of the moves.
/// Things in lanes stand on each other if one of the `orders` of names, from the smallest, has them all.
pub fn film<'a>(
    title: &str,
    states: &[Vec<String>],
    moves: impl Iterator<Item = &'a str>,
    orders: &[Vec<String>],
) -> Film {
    let captions = ["start"].into_iter().chain(moves).map(str::to_owned);
    let words = captions.zip(states.iter().map(|state| bmcplan_draw::facts(state)));
    film_of(title, &Facts::of(states), words, orders)
}

/// Returns the film of the drawn frames, with the caption and the description of each.
fn film_of(
    title: &str,
    read: &Facts,
    words: impl Iterator<Item = (String, String)>,
    orders: &[Vec<String>],
) -> Film {
    let (board, others) = board::find(read);
    let mut blocks: Vec<block::Block> = board.map(|board| board.block()).into_iter().collect();
    let mut top = blocks.first().map_or(0.0, |block| block.bottom);
    let mut rest: Vec<Track> = Vec::new();
    for group in others.iter().filter(|group| read.changes(group)) {
        let things = facts::rows(read, group);
        match lanes::places(&played(&things, read)) {
            Some(places) => {
                let places = facts::in_order(places, &things);
                let rows = facts::without_common_name(things);
                let sizes = facts::sizes(&rows, orders);
                let corner = Point::new(MARGIN, top + MARGIN);
                blocks.push(lanes::block(&rows, &places, read.n_drawn, corner, sizes.as_deref()));
                top = blocks.last().map_or(top, |block| block.bottom);
            }
            None => rest.extend(changing(things)),
        }
    }
    if blocks.is_empty() && rest.is_empty() {
        // Nothing ever changes, so all facts are shown.
        rest = others.iter().flat_map(|group| facts::rows(read, group)).collect();
    }
    if !rest.is_empty() {
        blocks.push(table::block(&rest, read.n_drawn, Point::new(MARGIN, top + MARGIN)));
    }
    block::film(title, blocks, words)
}

/// Returns the rows without the frames that are no states of the play, where those have no value.
fn played(rows: &[Track], facts: &Facts) -> Vec<Track> {
    let values = |row: &Track| {
        let values = row.values.iter().enumerate();
        let kept = values.filter(|(frame, value)| *frame < facts.n_played || **value != TrackValue::Nothing);
        kept.map(|(_, value)| value.clone()).collect()
    };
    rows.iter().map(|row| Track { name: row.name.clone(), values: values(row) }).collect()
}

/// Relations whose first argument is the larger thing.
const LARGER: [&str; 8] = ["larger", "bigger", "greater", "wider", "heavier", "below", "under", "beneath"];

/// Returns the names in order, from the smallest or topmost, for every relation whose facts order names totally.
pub fn orders(sheet: &Sheet) -> Vec<Vec<String>> {
    let mut relations: Map<&str, Set<[&str; 2]>> = Map::new();
    for rule in sheet.rules.iter().filter(|rule| rule.body.is_empty()) {
        if let [GdlTerm::Constant(one), GdlTerm::Constant(other)] = &*rule.head.arguments {
            let pair = [*one, *other].map(|symbol| sheet.symbols.name(symbol));
            relations.entry(sheet.symbols.name(rule.head.relation)).or_default().insert(pair);
        }
    }
    let order = |(name, pairs): (&str, Set<[&str; 2]>)| {
        let mut names = in_order(&pairs)?;
        if LARGER.iter().any(|larger| name.contains(larger)) {
            names.reverse();
        }
        Some(names.into_iter().map(str::to_owned).collect())
    };
    relations.into_iter().filter_map(order).collect()
}

/// Returns the only order of all names in which the first of each pair precedes the second, if it is unique.
fn in_order<'a>(pairs: &Set<[&'a str; 2]>) -> Option<Vec<&'a str>> {
    let mut open: Set<&str> = pairs.iter().flatten().copied().collect();
    let mut later: Map<&str, usize> = Map::new();
    let mut after: Map<&str, Vec<&str>> = Map::new();
    for [one, other] in pairs {
        *later.entry(other).or_default() += 1;
        after.entry(one).or_default().push(other);
    }
    let mut first: Vec<&str> = open.iter().copied().filter(|name| !later.contains_key(name)).collect();
    let mut order = Vec::with_capacity(open.len());
    while let Some(name) = first.pop() {
        if !first.is_empty() {
            return None;
        }
        open.remove(name);
        order.push(name);
        for next in after.remove(name).unwrap_or_default() {
            let left = later.entry(next).or_default();
            *left -= 1;
            if *left == 0 {
                first.push(next);
            }
        }
    }
    open.is_empty().then_some(order)
}

#[cfg(test)]
mod tests {
    use bmcplan_draw::film::Shape;
    use bmcplan_draw::palette::Colour;
    use bmcplan_draw::svg::strip;

    use super::*;

    fn film_of(states: &[&str]) -> Film {
        let facts =
            |state: &&str| state.split(", ").filter(|fact| !fact.is_empty()).map(str::to_owned).collect();
        film("test", &states.iter().map(facts).collect::<Vec<Vec<String>>>(), ["move"; 9].into_iter(), &[])
    }

    #[test]
    fn disks_stand_on_each_other_if_the_sheet_orders_them() {
        let states = ["(on big a), (on small a)", "(on big a), (on small b)"];
        let facts = states.map(|state| state.split(", ").map(str::to_owned).collect());
        let order = |names: [&str; 3]| vec![names.map(str::to_owned).to_vec()];
        let of = |orders: &[Vec<String>]| film("test", &facts, ["move"].into_iter(), orders);
        let film = of(&order(["small", "middle", "big"]));
        let at = |film: &Film, frame: usize, actor: usize| film.frames[frame].places[actor].unwrap();
        // On a separate lane the small one lies at the bottom, as the big one does.
        assert!(at(&film, 0, 1).y < at(&film, 0, 0).y);
        assert_eq!(at(&film, 1, 1).y, at(&film, 1, 0).y);
        let width = |film: &Film, actor: usize| match &film.actors[actor].shapes[0] {
            Shape::Area { loops, .. } => loops[0][1].x - loops[0][0].x,
            other => panic!("{other:?}"),
        };
        assert!(width(&film, 1) < width(&film, 0));
        let unordered = of(&order(["small", "middle", "large"]));
        assert_eq!(width(&unordered, 1), width(&unordered, 0));
        assert!(at(&unordered, 0, 0).y < at(&unordered, 0, 1).y);
    }

    /// Returns the texts of a frame, including the ground and the actors.
    fn texts(film: &Film, frame: usize) -> Vec<&str> {
        let actors = film.actors.iter().flat_map(|actor| &actor.shapes);
        let shapes = film.ground.iter().chain(actors).chain(&film.frames[frame].shapes);
        shapes
            .filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None })
            .collect()
    }

    /// Counts the areas of a frame in that colour, and their loops.
    fn areas(film: &Film, frame: usize, wanted: Colour) -> [usize; 2] {
        let shapes = film.ground.iter().chain(&film.frames[frame].shapes);
        let loops = shapes.filter_map(|shape| match shape {
            Shape::Area { fill, loops, .. } if *fill == wanted => Some(loops.len()),
            _ => None,
        });
        loops.fold([0, 0], |[count, sum], loops| [count + 1, sum + loops])
    }

    #[test]
    fn two_coordinates_are_a_board_of_lights() {
        let film = film_of(&["(lit 1 1), (lit 2 2)", "(lit 1 2)", ""]);
        assert_eq!([0, 1, 2].map(|frame| areas(&film, frame, Colour::On)), [[1, 2], [1, 1], [0, 0]]);
        assert_eq!(areas(&film, 0, Colour::Off), [1, 4]);
        assert_eq!(film.actors.len(), 0);
    }

    #[test]
    fn values_may_be_lights_too() {
        let film = film_of(&[
            "(cell 1 1 on), (cell 1 2 off), (cell 2 1 off), (cell 2 2 off)",
            "(cell 1 1 on), (cell 1 2 on), (cell 2 1 off), (cell 2 2 off)",
        ]);
        assert_eq!([0, 1].map(|frame| areas(&film, frame, Colour::On)), [[1, 1], [1, 2]]);
    }

    #[test]
    fn tiles_that_are_there_once_move() {
        let film = film_of(&[
            "(in a1 1), (in a2 hole), (in b1 2), (in b2 3)",
            "(in a1 hole), (in a2 1), (in b1 2), (in b2 3)",
        ]);
        let names: Vec<&str> = film.actors.iter().map(|actor| &*actor.name).collect();
        assert_eq!(names, ["1", "2", "3"]);
        let place = |frame: usize, actor: usize| film.frames[frame].places[actor].unwrap();
        assert_eq!(place(0, 0).plus(1.0, 0.0), place(1, 0));
        assert_eq!(place(0, 1), place(1, 1));
    }

    #[test]
    fn marks_stay() {
        let film = film_of(&[
            "(cell 1 1 b), (cell 1 2 b), (cell 2 1 b), (cell 2 2 b), (control white)",
            "(cell 1 1 x), (cell 1 2 b), (cell 2 1 b), (cell 2 2 b), (control black)",
            "(cell 1 1 x), (cell 1 2 x), (cell 2 1 o), (cell 2 2 b), (control white)",
        ]);
        let marks = |frame| texts(&film, frame).into_iter().filter(|text| ["x", "o"].contains(text)).count();
        assert_eq!([0, 1, 2].map(marks), [0, 1, 3]);
        assert!(texts(&film, 1).contains(&"control") && texts(&film, 1).contains(&"black"));
    }

    #[test]
    fn things_at_few_places_are_on_lanes() {
        let film = film_of(&["(at goat near), (at wolf near)", "(at goat far), (at wolf near)"]);
        assert_eq!(film.actors.len(), 2);
        assert!(
            ["near", "far", "goat", "wolf"].iter().all(|name| texts(&film, 0).contains(name)),
            "{:?}",
            texts(&film, 0)
        );
    }

    #[test]
    fn what_is_true_or_not_is_a_light_in_a_table() {
        let film =
            film_of(&["(hour 1), day", "(hour 2), (on left), day", "(hour 3), (on left), (on right), day"]);
        assert_eq!([0, 1, 2].map(|frame| areas(&film, frame, Colour::Off)[0]), [2, 1, 0]);
        assert!(
            ["hour", "3", "on left"].iter().all(|name| texts(&film, 2).contains(name)),
            "{:?}",
            texts(&film, 2)
        );
        assert!(!texts(&film, 2).contains(&"day"));
    }

    #[test]
    fn two_things_in_one_place_are_no_board() {
        let film = film_of(&["(at 1 1 fox), (at 1 1 hen), (at 2 2 hen)", "(at 1 1 fox), (at 2 2 hen)"]);
        assert!(texts(&film, 0).contains(&"at 1 1 hen"), "{:?}", texts(&film, 0));
    }

    #[test]
    fn anything_can_be_drawn() {
        for states in [
            &[][..],
            &[""],
            &["", "p"],
            &["(", "()"],
            &["(at 1 1)", "(at 1 2)", "(at 99999999999999999999999999 1)"],
            &["(<&\" 1 2 ]]>), (<&\" 1 1 ]]>), (<&\" 2 2 '), (<&\" 2 1 \u{1})", "(<&\" 1 2 \u{202e})"],
            &["(f (g x) ä)", "(f (g x) \u{4e16})"],
        ] {
            let svg = strip(&film_of(states));
            assert!(roxmltree::Document::parse(&svg).is_ok(), "{states:?}\n{svg}");
        }
    }

    fn order(pairs: &[[&'static str; 2]]) -> Option<Vec<&'static str>> {
        in_order(&pairs.iter().copied().collect())
    }

    #[test]
    fn facts_put_names_in_order_if_there_is_only_one() {
        assert_eq!(order(&[["b", "c"], ["a", "b"]]), Some(vec!["a", "b", "c"]));
        assert_eq!(order(&[["b", "c"], ["a", "b"], ["a", "c"]]), Some(vec!["a", "b", "c"]));
        assert_eq!(order(&[]), Some(vec![]));
        for none in [
            &[["a", "b"], ["a", "c"]][..],
            &[["a", "b"], ["b", "a"]],
            &[["a", "a"]],
            &[["a", "b"], ["c", "d"]],
        ] {
            assert_eq!(order(none), None, "{none:?}");
        }
    }
}
