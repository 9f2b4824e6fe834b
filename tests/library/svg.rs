//! Tests of pictures of small plans, and of names that contain markup.

use expect_test::{Expect, expect};

use bmcplan::draw::film::{Film, Point, Shape};
use bmcplan::draw::palette::Colour;
use bmcplan::draw::svg::{still, strip};
use bmcplan::kinds::rush_hour::{read, shown};
use bmcplan::task::State;
use bmcplan::text::Source;

fn film(text: &str, states: &[u32]) -> Film {
    let board = read(&Source::new("test", text)).unwrap();
    let states: Vec<State> = states.iter().map(|value| State::from_values([*value])).collect();
    shown::film("test", &board, &states, ["X right 1"; 9].into_iter())
}

/// The picture without its style sheet.
fn check(svg: &str, expected: Expect) {
    let (head, rest) = svg.split_once("<style>\n").unwrap();
    let (style, rest) = rest.split_once("</style>\n").unwrap();
    assert!(style.contains(".red{fill:#c81e1e}.line-red{stroke:#c81e1e}"), "{style}");
    expected.assert_eq(&format!("{head}{rest}"));
}

#[test]
fn a_strip() {
    check(
        &strip(&film("XX.\n..#\n", &[0, 1])),
        expect![[r##"
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" aria-labelledby="title desc" width="460.8" height="244.8" viewBox="0 0 460.8 244.8">
            <title id="title">test</title>
            <desc id="desc">X: row 1, columns 1 to 2
            walls: row 2, column 3
            goal of X: row 1, columns 2 to 3
            1  X right 1
            X: row 1, columns 2 to 3
            walls: row 2, column 3
            goal of X: row 1, columns 2 to 3</desc>
            <defs>
            <g id="ground">
            <path class="floor" fill-rule="evenodd" d="M38.4 38.4L182.4 38.4L182.4 134.4L38.4 134.4Z"/>
            <line class="line-grid" stroke-width="0.96" stroke-linecap="round" x1="86.4" y1="38.4" x2="86.4" y2="134.4"/>
            <line class="line-grid" stroke-width="0.96" stroke-linecap="round" x1="134.4" y1="38.4" x2="134.4" y2="134.4"/>
            <line class="line-grid" stroke-width="0.96" stroke-linecap="round" x1="38.4" y1="86.4" x2="182.4" y2="86.4"/>
            <path class="wall" fill-rule="evenodd" d="M134.4 86.4L182.4 86.4L182.4 134.4L134.4 134.4Z"/>
            <line class="line-ink" stroke-width="3.84" stroke-linecap="round" x1="38.4" y1="38.4" x2="182.4" y2="38.4"/>
            <line class="line-ink" stroke-width="3.84" stroke-linecap="round" x1="38.4" y1="134.4" x2="182.4" y2="134.4"/>
            <line class="line-ink" stroke-width="3.84" stroke-linecap="round" x1="38.4" y1="38.4" x2="38.4" y2="134.4"/>
            <line class="line-ink" stroke-width="3.84" stroke-linecap="round" x1="182.4" y1="38.4" x2="182.4" y2="38.4"/>
            <line class="line-ink" stroke-width="3.84" stroke-linecap="round" x1="182.4" y1="86.4" x2="182.4" y2="134.4"/>
            <path class="goal" fill-rule="evenodd" d="M197.76 62.4L186.24 72L186.24 52.8Z"/>
            <text class="faint" x="62.4" y="21.65" font-size="12.48" text-anchor="middle">1</text>
            <text class="faint" x="110.4" y="21.65" font-size="12.48" text-anchor="middle">2</text>
            <text class="faint" x="158.4" y="21.65" font-size="12.48" text-anchor="middle">3</text>
            <text class="faint" x="17.28" y="66.77" font-size="12.48" text-anchor="middle">1</text>
            <text class="faint" x="17.28" y="114.77" font-size="12.48" text-anchor="middle">2</text>
            </g>
            <g id="a0">
            <path class="red" fill-rule="evenodd" d="M2.88 11.52Q2.88 2.88 11.52 2.88L84.48 2.88Q93.12 2.88 93.12 11.52L93.12 36.48Q93.12 45.12 84.48 45.12L11.52 45.12Q2.88 45.12 2.88 36.48Z"/>
            <text class="on-red" x="48" y="31.73" font-size="22.08" text-anchor="middle" font-weight="bold">X</text>
            </g>
            </defs>
            <rect class="page" width="460.8" height="244.8"/>
            <text class="ink" x="230.4" y="31.73" font-size="22.08" text-anchor="middle" font-weight="bold">test</text>
            <g transform="translate(0 48)">
            <title>start</title>
            <use xlink:href="#ground"/>
            <use xlink:href="#a0" x="38.4" y="38.4"/>
            <text class="ink" x="110.4" y="184.51" font-size="16.32" text-anchor="middle">start</text>
            </g>
            <g transform="translate(240 48)">
            <title>1  X right 1</title>
            <use xlink:href="#ground"/>
            <use xlink:href="#a0" class="moved" x="86.4" y="38.4"/>
            <text class="ink" x="110.4" y="184.51" font-size="16.32" text-anchor="middle"><tspan font-weight="bold">1</tspan>  X right 1</text>
            </g>
            </svg>
        "##]],
    );
}

#[test]
fn a_still_shows_what_has_moved() {
    let film = film("XX..\n....\n", &[0, 1, 1, 2]);
    let moved = |frame| still(&film, frame).matches("class=\"moved\"").count();
    assert_eq!([0, 1, 2, 3].map(moved), [0, 1, 0, 1]);
    assert!(still(&film, 3).contains(">3</tspan>\u{a0} X right 1</text>"));
}

#[test]
fn where_nearly_all_have_moved_nobody_is_marked() {
    let mut film = film("XX..\n....\n", &[0, 1]);
    let marked = |film: &Film| still(film, 1).matches("class=\"moved\"").count();
    for n_moved in 1..4 {
        assert_eq!(marked(&film), if n_moved < 3 { n_moved } else { 0 });
        film.actors.push(film.actors[0].clone());
        for frame in &mut film.frames {
            frame.places.push(frame.places[0]);
        }
    }
}

#[test]
fn a_frame_that_is_not_there_is_the_board_alone() {
    let empty = still(&film("XX..\n....\n", &[0]), 7);
    assert!(empty.contains("<use xlink:href=\"#ground\"/>") && !empty.contains("href=\"#a0\""), "{empty}");
    let nothing = Film { frames: Vec::new(), ..film("XX..\n....\n", &[0]) };
    assert_eq!(strip(&nothing), empty);
}

#[test]
fn a_strip_of_a_hundred_moves_is_small() {
    let board = "aaBcc.\n..B..D\nXX.E.D\nf..E.g\nf.hhhg\niijj..\n";
    let states: Vec<u32> = (0..104).map(|step| step % 3).collect();
    let size = strip(&film(board, &states)).len();
    assert!(size < 200_000, "{size} bytes");
}

#[test]
fn any_name_can_be_drawn() {
    let hostile = "<&\"'>]]>\u{0}\u{1b}\u{202e}\u{ffff}\u{85}\u{d7ff}";
    let mut film = film("XX..\n....\n", &[0, 1]);
    film.title = hostile.to_owned();
    film.actors[0].name = hostile.to_owned();
    film.actors[0].shapes.push(Shape::label(Point::default(), 0.3, hostile, Colour::Ink));
    for frame in &mut film.frames {
        frame.caption = hostile.to_owned();
        frame.description = format!("{hostile}\n{hostile}");
    }
    for svg in [strip(&film), still(&film, 1)] {
        let document = roxmltree::Document::parse(&svg).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("<&\"'>]]>????\u{fffd}\u{d7ff}".replace('\u{fffd}', "?").as_str()));
    }
}
