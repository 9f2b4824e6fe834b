//! Films that no front end makes: whatever can be drawn is drawn, and the rest is a clear error.

use crate::common::cases::{cases, everything};
use bmcplan::draw::PixelError;
use bmcplan::draw::film::{Actor, Align, Film, Frame, Point, Shape};
use bmcplan::draw::gif::{animation, write};
use bmcplan::draw::palette::Colour;
use bmcplan::stop::{Stop, StopReason};
use proptest::prelude::*;

use super::screen::Screen;

/// Numbers that are large, small, or none.
const ODD: [f64; 12] =
    [0.0, -0.0, 1e-300, -0.3, 0.5, 3.0, 130.0, -2e4, 1e9, f64::MAX, f64::NEG_INFINITY, f64::NAN];

fn frame(caption: &str, places: Vec<Option<Point>>, shapes: Vec<Shape>) -> Frame {
    Frame { caption: caption.to_owned(), description: String::new(), places, shapes }
}

fn film(width: f64, height: f64, actors: Vec<Actor>, frames: Vec<Frame>) -> Film {
    Film { width, height, actors, frames, ..Film::default() }
}

fn actor(shapes: Vec<Shape>) -> Actor {
    Actor { name: String::new(), shapes, rank: None }
}

fn square(size: f64, fill: Colour) -> Shape {
    Shape::rectangle(Point::default(), size, size, 0.0, fill)
}

/// Shapes of odd numbers and texts.
fn odd_shape() -> impl Strategy<Value = Shape> {
    let number = || prop::sample::select(ODD.to_vec());
    let point = move || (number(), number()).prop_map(|(x, y)| Point::new(x, y));
    let area = (
        prop::collection::vec(prop::collection::vec(point(), 0..5), 0..3),
        number(),
        prop::option::of(number()),
    );
    let area = area.prop_map(|(loops, radius, line)| Shape::Area {
        loops,
        radius,
        fill: Colour::Piece(usize::MAX),
        stroke: line.map(|width| (Colour::Ink, width)),
    });
    let line = (point(), point(), number()).prop_map(|(from, to, width)| Shape::Line {
        from,
        to,
        width,
        colour: Colour::Grid,
    });
    let align = prop::sample::select(vec![Align::Start, Align::Middle, Align::End]);
    let text = (point(), align, number(), ".{0,8}").prop_map(|(at, align, size, text)| Shape::Text {
        at,
        align,
        size,
        text,
        colour: Colour::Faint,
        bold: false,
        turned: false,
    });
    prop_oneof![area, line, text]
}

/// Frames of odd places, too few and too many of them.
fn odd_frame() -> impl Strategy<Value = Frame> {
    let number = || prop::sample::select(ODD.to_vec());
    let place = (number(), number()).prop_map(|(x, y)| Point::new(x, y));
    let places = prop::collection::vec(prop::option::of(place), 0..4);
    (".{0,60}", places, prop::collection::vec(odd_shape(), 0..2))
        .prop_map(|(caption, places, shapes)| frame(&caption, places, shapes))
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn odd_films_are_drawn_as_far_as_they_can_be(
        (width, height) in (prop::sample::select(vec![1e-9, 0.4, 3.0, 20.5]), prop::sample::select(vec![0.1, 2.0, 33.3])),
        ground in prop::collection::vec(odd_shape(), 0..3),
        overlay in prop::collection::vec(odd_shape(), 0..3),
        shapes in prop::collection::vec(prop::collection::vec(odd_shape(), 0..3), 0..3),
        frames in prop::collection::vec(odd_frame(), 0..4),
    ) {
        let actors = shapes.into_iter().map(actor).collect();
        let film = Film { width, height, ground, actors, overlay, frames, ..Film::default() };
        let screen = Screen::of(&animation(&film).unwrap());
        prop_assert!(!screen.pictures.is_empty());
    }

    #[test]
    fn films_of_odd_sizes_are_drawn_or_refused(
        width in prop::sample::select(ODD.to_vec()),
        height in prop::sample::select(ODD.to_vec()),
    ) {
        let fits = |length: f64| 0.0 < length && length <= 160.0;
        match animation(&film(width, height, vec![], vec![frame("", vec![], vec![])])) {
            Ok(_) => prop_assert!(fits(width) && fits(height)),
            Err(PixelError::Size { .. }) => prop_assert!(!(fits(width) && fits(height))),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

#[test]
fn a_film_of_nothing_is_a_picture_of_its_ground() {
    let ground = vec![square(5.0, Colour::Goal)];
    let screen = Screen::of(&animation(&Film { ground, ..film(5.0, 5.0, vec![], vec![]) }).unwrap());
    assert_eq!(screen.pictures.len(), 1);
    assert_eq!(screen.pixel(&screen.pictures[0], 100, 100), Colour::Goal.rgb(false));
}

#[test]
fn what_belongs_to_a_frame_comes_and_goes_with_it() {
    let frames = [Colour::Off, Colour::On].map(|colour| frame("switch", vec![], vec![square(5.0, colour)]));
    let screen = Screen::of(&animation(&film(5.0, 5.0, vec![], frames.to_vec())).unwrap());
    let seen = |time| screen.pixel(screen.at(time), 100, 100);
    assert_eq!(seen(0), Colour::Off.rgb(false));
    assert_eq!(seen(screen.length() - 1), Colour::On.rgb(false));
}

#[test]
fn actors_come_and_go() {
    let place = Some(Point::default());
    let frames = [None, place, None].map(|place| frame("", vec![place], vec![]));
    let actors = vec![actor(vec![square(5.0, Colour::Red)])];
    let screen = Screen::of(&animation(&film(5.0, 5.0, actors, frames.to_vec())).unwrap());
    let seen = [119, 169, screen.length() - 1].map(|time| screen.pixel(screen.at(time), 100, 100));
    assert_eq!(seen, [Colour::Page, Colour::Red, Colour::Page].map(|colour| colour.rgb(false)));
}

#[test]
fn thousands_of_frames_move_less_or_are_too_many() {
    let actors = vec![actor(vec![square(2.0, Colour::Red)])];
    let far = |index: usize| Point::new(if index.is_multiple_of(2) { 0.0 } else { 60.0 }, 3.0);
    let frames = |count: usize| {
        (0..count).map(|index| frame("to and fro", vec![Some(far(index))], vec![])).collect::<Vec<_>>()
    };
    let long = |count: usize| film(65.6, 65.6, actors.clone(), frames(count));
    assert_eq!(
        animation(&long(6_000)).unwrap_err().to_string(),
        "6000 frames of a board of this size are too many for one picture: at most 4703"
    );
    // Seconds of painting: the numbers of pictures alone are a test beside the function.
    if everything() {
        let bytes = animation(&long(600)).unwrap();
        let mut decoder = gif::Decoder::new(&*bytes).unwrap();
        let pictures = std::iter::from_fn(|| decoder.next_frame_info().unwrap().map(drop)).count();
        assert_eq!(pictures, 600);
    }
}

#[test]
fn actors_that_do_not_fit_into_memory_are_refused() {
    let actors = vec![actor(vec![square(160.0, Colour::Red)]); 300];
    assert!(matches!(animation(&film(160.0, 160.0, actors, vec![])), Err(PixelError::Actors)));
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let film = film(5.0, 5.0, vec![], vec![frame("start", vec![], vec![])]);
    let length = animation(&film).unwrap().len();
    for room in [0, 10, length / 2, length - 1] {
        let mut small = vec![0; room];
        assert!(
            matches!(write(&film, &mut &mut *small, &Stop::default()), Err(PixelError::Write(_))),
            "{room} bytes"
        );
    }
}

#[test]
fn nothing_of_a_film_that_is_refused_is_written() {
    let mut bytes = Vec::new();
    assert!(write(&film(f64::NAN, 1.0, vec![], vec![]), &mut bytes, &Stop::default()).is_err());
    assert!(bytes.is_empty());
}

#[test]
fn a_raised_flag_stops_it() {
    let film = film(5.0, 5.0, vec![], vec![frame("start", vec![], vec![])]);
    let stop = Stop::default();
    stop.raise(StopReason::Interrupt);
    let stopped = write(&film, &mut std::io::sink(), &stop);
    assert!(matches!(stopped, Err(PixelError::Stopped(StopReason::Interrupt))), "{stopped:?}");
}
