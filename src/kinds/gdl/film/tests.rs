//! Tests of films for facts as all kinds of games have them.

use super::*;
use crate::draw::film::Shape;
use crate::draw::palette::Colour;
use crate::draw::svg::strip;

fn film_of(states: &[&str]) -> Film {
    let facts = |state: &&str| state.split(", ").filter(|fact| !fact.is_empty()).map(str::to_owned).collect();
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
    // On a lane of its own the small one lies at the bottom, as the big one does.
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

/// The texts of a frame, the ground and the actors included.
fn texts(film: &Film, frame: usize) -> Vec<&str> {
    let actors = film.actors.iter().flat_map(|actor| &actor.shapes);
    let shapes = film.ground.iter().chain(actors).chain(&film.frames[frame].shapes);
    shapes
        .filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None })
        .collect()
}

/// How many areas of a frame have that colour, and how many loops these.
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
