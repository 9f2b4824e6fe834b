//! Plots, stills, sheets, areas of cells, and films of any task.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use bmcplan::draw::film::{Film, Frame, Point, Shape};
use bmcplan::draw::palette::{Colour, Rgb};
use bmcplan::draw::plot::{Figure, Panel, PlotBar, PlotLine, ScatterPoint, bars, lines, points};
use bmcplan::draw::{PixelError, png, svg};
use bmcplan::problem::variables;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{State, TaskBuilder};
use bmcplan::text::Cell;

fn in_figure(panel: Panel) -> Figure {
    Figure { title: "t".to_owned(), panels: vec![panel] }
}

fn drawn(panel: Panel) -> String {
    svg::figure(&in_figure(panel))
}

fn bar(label: &str, group: &str, hollow: bool) -> PlotBar {
    let (label, group) = (label.to_owned(), group.to_owned());
    PlotBar { label, group, length: 2.0, range: (1.0, 3.0), note: "n".to_owned(), hollow }
}

#[test]
fn lines_differ_by_colour_and_by_pattern() {
    let line = |name: usize| PlotLine { name: name.to_string(), points: vec![(0.0, 1.0), (39.0, 2.0)] };
    let drawn = drawn(lines("t", ("x", "y"), &(0..28).map(line).collect::<Vec<_>>()));
    let looks = drawn.lines().filter(|line| line.starts_with("<polyline class=\"line-series"));
    let looks: Vec<&str> = looks.map(|line| line.split_once(" points=").unwrap().0).collect();
    // Each line has a sample in the legend.
    assert_eq!((looks.len(), looks.iter().collect::<BTreeSet<_>>().len()), (56, 28));
}

#[test]
fn ticks_are_round() {
    for (greatest, ticks) in [
        (39.0, &["0", "10", "20", "30"][..]),
        (103.0, &["0", "50", "100"]),
        (5.0, &["0", "1", "2", "3", "4", "5"]),
    ] {
        let line = PlotLine { name: "name".to_owned(), points: vec![(0.0, 1.0), (greatest, 1.0)] };
        let drawn = drawn(lines("title", ("across", "up"), &[line]));
        ticks.iter().for_each(|tick| assert!(drawn.contains(&format!(">{tick}</text>")), "{tick}: {drawn}"));
    }
}

#[test]
fn points_lie_where_they_should() {
    let point = |x, y| ScatterPoint { x, y, limit: Some(100.0) };
    let all = [point(Some(1.0), Some(1.0)), point(None, Some(100.0)), point(Some(0.01), None)];
    let drawn = drawn(points("t", ("a", "b"), "seconds", &all));
    // Powers from -2 to 2; the edge is at 62 + 440 = 502 and at 48.
    for dot in [r#"cx="271" cy="279""#, r#"cx="502" cy="70""#, r#"cx="62" cy="48""#] {
        assert!(drawn.contains(dot), "{dot} is not in {drawn}");
    }
    assert!(drawn.contains(">below the diagonal, b is faster: 1</text>"), "{drawn}");
}

#[test]
fn nothing_has_a_plot_too() {
    let infinite = PlotLine { name: String::new(), points: vec![(0.0, f64::INFINITY)] };
    for panel in [
        bars("t", "s", &[]),
        lines("t", ("x", "y"), &[]),
        lines("t", ("x", "y"), &[infinite]),
        points("t", ("a", "b"), "s", &[]),
    ] {
        assert!(drawn(panel).ends_with("</svg>\n"));
    }
    assert!(svg::figure(&Figure { title: String::new(), panels: Vec::new() }).ends_with("</svg>\n"));
}

#[test]
fn bars_of_a_group_share_a_colour_and_hollow_ones_are_dashed() {
    let all = [bar("<a>", "x", false), bar("<a>", "y", true), bar("<a>", "x", false)];
    let drawn = drawn(bars("t", "s", &all));
    for (part, times) in [
        ("<path class=\"series0\"", 2),
        ("<path class=\"line-series1\"", 1),
        ("stroke-dasharray=\"4 4\"", 1),
        (">&lt;a&gt;</text>", 3),
    ] {
        assert_eq!(drawn.matches(part).count(), times, "{part}");
    }
}

/// A film of frames of a square in these colours, with a text on it.
fn squares(colours: &[Colour], text: &str) -> Film {
    let label = Shape::label(Point::new(2.0, 2.0), 1.0, text, Colour::Ink);
    let frame = |colour: &Colour| Frame {
        caption: "a".to_owned(),
        description: String::new(),
        places: Vec::new(),
        shapes: vec![Shape::rectangle(Point::default(), 4.0, 4.0, 0.0, *colour), label.clone()],
    };
    let frames = colours.iter().map(frame).collect();
    Film { title: "Squares".to_owned(), width: 4.0, height: 4.0, frames, ..Film::default() }
}

/// The width, the height and the pixels.
fn decoded(file: &[u8]) -> (usize, usize, Vec<Rgb>) {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    (usize::try_from(info.width).unwrap(), usize::try_from(info.height).unwrap(), pixels)
}

#[test]
fn a_frame_and_a_sheet_can_be_decoded() {
    let (stop, film) = (Stop::default(), squares(&[Colour::Red, Colour::Goal], ""));
    let (width, height, pixels) = decoded(&png::still(&film, 1, &stop).unwrap());
    assert_eq!((width, height), (240, 280));
    assert_eq!(pixels[100 * width + 100], Colour::Goal.rgb(false));
    let sheet = |columns| decoded(&png::strip(&film, NonZeroUsize::new(columns), &stop).unwrap());
    let (wide, low, pixels) = sheet(2);
    assert_eq!((wide, low), (496, 328));
    let at = |x: usize, y: usize| pixels[y * wide + x];
    assert_eq!([at(100, 150), at(356, 150)], [Colour::Red, Colour::Goal].map(|colour| colour.rgb(false)));
    assert!(pixels[..48 * wide].iter().any(|pixel| *pixel == Colour::Ink.rgb(false)));
    let (narrow, high, _) = sheet(1);
    assert_eq!((narrow, high), (240, 624));
    let error = png::strip(&squares(&[Colour::Red; 600], ""), None, &stop).unwrap_err().to_string();
    assert!(error.starts_with("600 frames of a board of this size are too many"), "{error}");
}

/// What the font lacks is a box.
#[test]
fn letters_of_other_languages_and_signs_are_there() {
    let with = |text: &str| png::still(&squares(&[Colour::Floor], text), 0, &Stop::default()).unwrap();
    let (boxed, empty) = (with("\u{4e2d}"), with(" \n\t"));
    assert_eq!((&with("\u{1f697}"), &with("")), (&boxed, &empty));
    for letter in "Héßłλπ\u{42f}ж→←↑↓×≤¬…".chars() {
        assert!(![&boxed, &empty].contains(&&with(&letter.to_string())), "{letter}");
    }
}

#[test]
fn a_figure_can_be_decoded_and_a_high_one_is_smaller_or_refused() {
    let stop = Stop::default();
    let of = |n_bars| in_figure(bars("t", "s", &vec![bar("b", "", false); n_bars]));
    let (width, height, pixels) = decoded(&png::figure(&of(1), &stop).unwrap());
    assert_eq!((width, height), (2 * 860, 2 * (48 + 22 + 30)));
    // The middle of the bar, the ground below it, and the head.
    let at = |x: usize, y: usize| pixels[2 * y * width + 2 * x];
    assert_eq!(at(200, 59), Colour::Series(0).rgb(false));
    assert_eq!(at(200, 95), Colour::Page.rgb(false));
    assert!(pixels[..60 * width].iter().any(|pixel| *pixel == Colour::Ink.rgb(false)));
    assert_eq!(decoded(&png::figure(&of(400), &stop).unwrap()).0, 860);
    let error = png::figure(&of(1000), &stop).unwrap_err().to_string();
    assert_eq!(error, "a plot of 860 by 22078 pixels is too high for a PNG; write an SVG");
    stop.raise(StopReason::Interrupt);
    assert!(matches!(png::figure(&of(1), &stop), Err(PixelError::Stopped(_))));
}

#[test]
fn areas_of_cells_have_a_line_around_them_and_around_each_hole() {
    let ring = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
    for (cells, expected) in [
        (&[][..], vec![]),
        (&[(0, 0), (0, 1), (0, 2)], vec![vec![(0.25, 0.25), (2.75, 0.25), (2.75, 0.75), (0.25, 0.75)]]),
        // An inner corner is outside of the cells by no more than the inset.
        (
            &[(0, 0), (1, 0), (1, 1)],
            vec![vec![(0.25, 0.25), (0.75, 0.25), (0.75, 1.25), (1.75, 1.25), (1.75, 1.75), (0.25, 1.75)]],
        ),
        (
            &ring,
            vec![
                vec![(0.25, 0.25), (2.75, 0.25), (2.75, 2.75), (0.25, 2.75)],
                vec![(0.75, 0.75), (0.75, 2.25), (2.25, 2.25), (2.25, 0.75)],
            ],
        ),
        // Cells that touch at a corner are apart.
        (
            &[(0, 0), (1, 1)],
            vec![
                vec![(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)],
                vec![(1.25, 1.25), (1.75, 1.25), (1.75, 1.75), (1.25, 1.75)],
            ],
        ),
    ] {
        let cells: Vec<Cell> = cells.iter().map(|&(row, column)| Cell { row, column }).collect();
        let Shape::Area { loops, .. } = Shape::cells(&cells, Point::default(), 0.25, 0.0, Colour::Red) else {
            panic!("an area")
        };
        let places = |points: Vec<Point>| points.iter().map(|point| (point.x, point.y)).collect::<Vec<_>>();
        assert_eq!(loops.into_iter().map(places).collect::<Vec<_>>(), expected);
    }
}

fn film_of(variables: &[(&str, &[&str])], states: &[&[u32]]) -> Film {
    let mut builder = TaskBuilder::default();
    for (name, values) in variables {
        builder.variable(*name, values.iter().copied(), 0);
    }
    let states: Vec<State> = states.iter().map(|values| State::from_values(values.iter().copied())).collect();
    variables::film("test", &builder.build().unwrap(), &states, ["move"; 9].into_iter())
}

#[test]
fn any_task_has_a_film() {
    // Variables that never change are left out.
    let lamp_and_door: [(&str, &[&str]); 2] = [("lamp", &["dark", "lit"]), ("door", &["shut", "open"])];
    let svg = svg::strip(&film_of(&lamp_and_door, &[&[0, 0], &[1, 0]]));
    let drawn = svg.split("</desc>").nth(1).unwrap();
    assert!(drawn.contains(">lamp</text>") && drawn.contains(">lit</text>"), "{drawn}");
    assert!(!drawn.contains("door") && svg.contains("door = shut"), "{svg}");
    // Things at shared places move.
    let places: &[&str] = &["left", "right"];
    let film = film_of(&[("goat", places), ("wolf", places)], &[&[0, 0], &[1, 0], &[1, 1]]);
    let of = |frame: usize, actor: usize| film.frames[frame].places[actor].unwrap();
    assert_eq!(film.actors.len(), 2);
    assert!(of(0, 0).x < of(1, 0).x && of(0, 0).y == of(1, 0).y);
    assert_eq!(of(0, 1), of(1, 1));
    // So has any state.
    assert_eq!(film_of(&[("v", &["a", "b"])], &[&[], &[7], &[1, 2, 3]]).frames.len(), 3);
    assert!(svg::strip(&film_of(&[], &[&[]])).contains("start"));
}
