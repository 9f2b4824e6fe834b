//! New puzzles: the same for the same seed, as they were asked for when they are rated again, hardest of their positions, and without
//! scenery.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use bmcplan::ask::{Fault, Limiter, Limits, LoadedProblem, ProblemText, Reading};
use bmcplan::plan::Metric;
use bmcplan::problem::{ProblemOptions, VariantLimits};
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use bmcplan_search::{GoalDistances, SearchLimits, goal_distances};
use bmcplan_workshop::{
    FigureFilter, GenerateEvent, GenerateResult, GenerateSettings, NewPuzzle, figure, generate,
    rate_on_this_thread,
};

fn text(source: &str, metric: &str) -> ProblemText {
    let options = ProblemOptions::default().with("metric", metric);
    Reading { options, ..Reading::default() }.problem(vec![Source::new("board", source)]).unwrap()
}

fn filters(ranges: &[(&str, &str)]) -> Vec<FigureFilter> {
    let filter = |(name, range): &(&str, &str)| FigureFilter {
        figure: figure(name).unwrap(),
        range: range.parse().unwrap(),
    };
    ranges.iter().map(filter).collect()
}

fn found(start: &ProblemText, question: &GenerateSettings) -> (Vec<NewPuzzle>, GenerateResult) {
    found_within(start, question, &Limits::default())
}

fn found_within(
    start: &ProblemText,
    question: &GenerateSettings,
    limits: &Limits,
) -> (Vec<NewPuzzle>, GenerateResult) {
    let limiter = Limiter::over(Stop::default(), limits);
    let mut puzzles = Vec::new();
    let end = generate::<Fault>(start, question, &limiter, &mut |news, _| {
        if let GenerateEvent::Found(puzzle) = news {
            puzzles.push(*puzzle);
        }
        Ok(())
    });
    (puzzles, end.unwrap())
}

fn distances(text: &ProblemText) -> GoalDistances {
    let stop = Stop::default();
    let task = text.read(&stop).unwrap().task(None, &stop).unwrap();
    goal_distances(&task, Metric::Actions, &SearchLimits::default(), &stop, &mut |_| {}).unwrap()
}

const BLANK: &str = "board = \"\"\"\n....\nXX..\n....\n....\n\"\"\"\n";

#[test]
fn puzzles_are_as_they_were_asked_for() {
    let start = text(BLANK, "slides");
    let ranges = [("length", "5..9"), ("states", "..400"), ("moved", "3..")];
    let question = GenerateSettings {
        filters: filters(&ranges),
        count: 4,
        seed: 5,
        steps: 150,
        ..GenerateSettings::default()
    };
    let (puzzles, end) = found(&start, &question);
    assert_eq!((puzzles.len(), end.n_found, end.stopped), (4, 4, None));
    let keys: BTreeSet<&String> = puzzles.iter().map(|puzzle| &puzzle.key).collect();
    assert_eq!(keys.len(), 4);
    for puzzle in &puzzles {
        let again = text(&puzzle.text, "slides");
        let loaded = LoadedProblem {
            problem: again.read(&Stop::default()).unwrap(),
            text: Some(again.clone()),
            place: None,
        };
        let rating = rate_on_this_thread(&loaded, None, &Stop::default(), &mut |_| {}).unwrap();
        assert_eq!(rating.length, puzzle.rating.length);
        assert!(question.filters.iter().all(|filter| filter.allows(&rating)), "{}", puzzle.text);
        let measured = distances(&again);
        let lengths = (0..measured.len()).filter_map(|number| Some(measured.distance(number)?.length));
        assert_eq!(lengths.filter(|length| *length <= 9).max(), rating.length, "{}", puzzle.text);
        // Without any one car the puzzle is easier.
        for name in ('A'..='Z').filter(|name| *name != 'X' && puzzle.text.contains(*name)) {
            let fewer = text(&puzzle.text.replace(name, "."), "slides");
            let length = distances(&fewer).distance(0).map(|distance| distance.length);
            assert!(length < rating.length, "without {name}: {length:?}\n{}", puzzle.text);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    let start = text(BLANK, "units");
    let of = |seed: u64, jobs: usize, count: usize, first: u64, known: &[NewPuzzle]| {
        let question = GenerateSettings {
            filters: filters(&[("length", "6..")]),
            count,
            seed,
            jobs: NonZeroUsize::new(jobs).unwrap(),
            steps: 80,
            first,
            known: known.iter().map(|puzzle| puzzle.key.clone()).collect(),
            ..GenerateSettings::default()
        };
        found(&start, &question)
    };
    let texts = |puzzles: &[NewPuzzle]| puzzles.iter().map(|puzzle| puzzle.text.clone()).collect::<Vec<_>>();
    let (alone, end) = of(1, 1, 4, 0, &[]);
    let (together, _) = of(1, 3, 4, 0, &[]);
    assert_eq!(texts(&alone), texts(&together));
    let (other, _) = of(2, 2, 4, 0, &[]);
    assert_ne!(texts(&alone), texts(&other));
    // Two runs, one going on where the other ended, are as one.
    let (first, first_end) = of(1, 2, 2, 0, &[]);
    let (rest, rest_end) = of(1, 2, 2, first_end.next, &first);
    assert_eq!([texts(&first), texts(&rest)].concat(), texts(&alone));
    assert_eq!(rest_end.next, end.next);
}

#[test]
fn pieces_stay_where_they_are_given() {
    let start =
        text("start = \"\"\"\nAAB\nCDB\n.D.\n\"\"\"\ngoal = \"\"\"\n...\n...\nAA.\n\"\"\"\n", "moves");
    let question = GenerateSettings {
        filters: filters(&[("length", "3..")]),
        count: 1,
        limits: VariantLimits { keeps_pieces: true, ..VariantLimits::default() },
        steps: 60,
        ..GenerateSettings::default()
    };
    let (puzzles, _) = found(&start, &question);
    let [puzzle] = &*puzzles else { panic!("{} puzzles", puzzles.len()) };
    let cells = |text: &str| text.chars().filter(|cell| matches!(cell, 'A'..='D')).count();
    assert_eq!(cells(&puzzle.text), cells(start.sources[0].text()), "{}", puzzle.text);
}

#[test]
fn what_cannot_be_had_is_given_up() {
    let start = text(BLANK, "slides");
    let question = |ranges: &[(&str, &str)]| GenerateSettings {
        filters: filters(ranges),
        steps: 30,
        patience: 5,
        ..GenerateSettings::default()
    };
    let (puzzles, end) = found(&start, &question(&[("length", "1000..")]));
    assert_eq!((puzzles.len(), end.n_found, end.next), (0, 0, 5));
    assert_eq!(end.refused.into_iter().collect::<Vec<_>>(), [("length", 5)]);
    let (_, end) = found(&start, &question(&[("length", "2.."), ("parts", "7..")]));
    assert!(end.n_found == 0 && end.refused.contains_key("parts"), "{:?}", end.refused);
}

#[test]
fn problems_without_boards_are_refused() {
    let file = Source::open(Path::new("instances/pddl/trolley/problem.pddl")).unwrap();
    let start = Reading::default().problem(vec![file]).unwrap();
    let limiter = Limiter::over(Stop::default(), &Limits::default());
    let refused = generate::<Fault>(&start, &GenerateSettings::default(), &limiter, &mut |_, _| Ok(()));
    let Err(Fault::Question(message)) = refused else { panic!("{}", refused.is_ok()) };
    assert!(message.contains("pddl cannot be varied"), "{message}");
}

#[test]
fn a_search_that_is_cut_off_loses_no_puzzle() {
    let start = text(BLANK, "slides");
    let question = GenerateSettings {
        filters: filters(&[("length", "6..")]),
        count: 3,
        seed: 4,
        steps: 20,
        ..GenerateSettings::default()
    };
    let keys = |puzzles: &[NewPuzzle]| puzzles.iter().map(|puzzle| puzzle.key.clone()).collect::<Vec<_>>();
    let (whole, end) = found(&start, &question);
    for milliseconds in 1..40 {
        let limits = Limits { timeout: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
        let (first, cut) = found_within(&start, &question, &limits);
        let (count, fruitless) = (question.count - first.len(), cut.fruitless);
        let known = first.iter().map(|puzzle| puzzle.key.clone()).collect();
        let rest = GenerateSettings { count, known, fruitless, first: cut.next, ..question.clone() };
        let (second, both) = found(&start, &rest);
        assert_eq!([keys(&first), keys(&second)].concat(), keys(&whole), "{milliseconds} ms");
        assert_eq!((both.next, both.fruitless), (end.next, end.fruitless));
    }
}
