//! Nothing that can be written makes a reader panic, or the complaint about it: the corpora of the fuzz targets, valid texts with
//! mistakes in them, and heaps of tokens, through the functions of the fuzz targets, which say what each reader owes.

use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::text::Source;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;

use crate::common::boards::arb_board;
use crate::common::cases::everything;
use crate::common::{forger, readers};
use crate::gdl::sheets::{Sheet, arb_sheet, infix};
use crate::pddl::texts::arb_pddl;
use crate::rush_hour::writers;
use crate::sliding::random::arb_puzzle;

/// A reader of some format; its name is that of its fuzz target and of the folder of its corpus.
struct Reader {
    name: &'static str,
    read: fn(&[u8]),
    /// Words of the format, separated by blanks, for texts that get past the first word.
    words: &'static str,
    /// What stands before and behind such words, so that they are reached.
    frames: &'static [(&'static str, &'static str)],
    /// Random valid texts.
    valid: Option<fn() -> BoxedStrategy<String>>,
}

const KIF: Reader = Reader {
    name: "kif",
    read: readers::kif,
    words: "( ) ( ) (<= <= role init (init true (true does (does\u{a0}r next (next legal (legal\u{a0}r goal (goal\u{a0}r\u{a0}100) terminal \
            (terminal) base input distinct (distinct not (not or (or and (and (role\u{a0}r) r a p (f q 1 100 -1 ?x ?y ? ?? ?X \
            (<=\u{a0}(next (t\u{a0}?x\u{a0}?y) (t\u{a0}a\u{a0}b) (s\u{a0}?x) (true\u{a0}?x) (does\u{a0}r\u{a0}?y) (f\u{a0}?x) \
            :- , & ~ \\+ \\= ; . true(t(X)) succ(X,Y) not( next(p)\u{a0}:- X Y _ % /* */ ``` \" ' | < => # 99999999999999999999",
    frames: &[
        ("(role r) (init p) (legal r a) (goal r 100) (<= terminal (true p)) ", ""),
        (
            "(role r) (init p) (legal r a) (goal r 100) (<= terminal (true p)) (t a b) (s a) (<= (next p) ",
            ")",
        ),
        ("(role r) (init p) (legal r a) (goal r 100) (<= terminal (true p)) (init (f ", "))"),
        ("init(t(0)). legal(r, a). goal(r, 100). terminal :- true(t(9)). next(t(Y)) :- ", "."),
    ],
    valid: Some(|| {
        let infix = |(sheet, has_dots): (Sheet, bool)| infix(&Source::new("f", &sheet.0), has_dots);
        prop_oneof![arb_sheet().prop_map(|sheet| sheet.0), (arb_sheet(), any::<bool>()).prop_map(infix)]
            .boxed()
    }),
};

const PDDL: Reader = Reader {
    name: "pddl",
    read: readers::pddl,
    words: "( ) ( ) (define (domain problem d (:domain (:types (:constants (:predicates (:functions (:action (:derived (:objects \
            (:init (:goal (:metric :parameters :precondition :effect (:requirements :typing (and (or (not (imply (exists (forall \
            (when (increase (total-cost) (= - either (either object p (p q a b ?x ?y ? ?? ?X (?x) minimize 1 -1 5.0 0.25 1e9 \
            9223372036854775808 at (at : :: -x () (()) (p\u{a0}?x) (p\u{a0}a) (or\u{a0}(p\u{a0}a) (not\u{a0}(p\u{a0}b)) a\u{a0}-\u{a0}b b\u{a0}-\u{a0}a",
    frames: &[
        (
            "(define (domain d) (:predicates (p ?x)) ",
            ")\n----\n(define (problem one) (:domain d) (:objects a b) (:init (p a)) (:goal (p b)))",
        ),
        (
            "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect ",
            "))\n----\n(define (problem one) (:domain d) (:objects a b) (:init (p a)) (:goal (p b)))",
        ),
        (
            "(define (domain d) (:types ",
            ") (:predicates (p ?x)))\n----\n(define (problem one) (:domain d) (:goal (and)))",
        ),
        ("(define (domain d) (:predicates (p ?x)))\n----\n(define (problem one) ", ")"),
        (
            "(define (domain d) (:predicates (p ?x)))\n----\n(define (problem one) (:domain d) (:objects a) (:init ",
            ") (:goal (p a)))",
        ),
        (
            "(define (domain d) (:predicates (p ?x)))\n----\n(define (problem one) (:domain d) (:objects a) (:goal (and ",
            ")))",
        ),
    ],
    valid: Some(|| arb_pddl().prop_map(|text| format!("{}\n----\n{}", text.domain, text.problem)).boxed()),
};

const BOARD_WORDS: &str = "board rows columns walls car goal cost cost\u{a0}=\u{a0}{\u{a0}X\u{a0}=\u{a0}3\u{a0}} red name length orientation row column = [ ] \
     [[car]] { } \" ''' \"\"\" , . .. 1 6 65 -1 99999999999999999999 h v AA X XX x o # % %* *% :- ( ) ; position(0,a,h,3,1,2). \
     car(r,2,h). position (0, 0..l-1 not_free busy no no(1..64,1..64). grid( #const #show l _ T + - * / a= 1+ f(";
const BOARD_FRAMES: &[(&str, &str)] =
    &[("p(", ""), ("board = [", ""), ("board = '''\n", "'''\n"), ("..\n", "")];

const READERS: &[Reader] = &[
    KIF,
    PDDL,
    Reader {
        name: "board_toml",
        read: readers::board_toml,
        words: BOARD_WORDS,
        frames: BOARD_FRAMES,
        valid: Some(|| arb_board().prop_map(|board| writers::toml_list(&board)).boxed()),
    },
    Reader {
        name: "board_facts",
        read: readers::board_facts,
        words: BOARD_WORDS,
        frames: BOARD_FRAMES,
        valid: Some(|| {
            let facts = (arb_board(), any::<bool>()).prop_map(|(board, second)| {
                writers::asp_second(&board).filter(|_| second).unwrap_or_else(|| writers::asp_first(&board))
            });
            facts.boxed()
        }),
    },
    Reader {
        name: "board_rows",
        read: readers::board_rows,
        words: BOARD_WORDS,
        frames: BOARD_FRAMES,
        valid: Some(|| {
            arb_board().prop_filter_map("a car of length 1", |board| writers::rows(&board)).boxed()
        }),
    },
    Reader {
        name: "sliding",
        read: readers::sliding,
        words: "start goal interchangeable cost cost\u{a0}=\u{a0}{\u{a0}A\u{a0}=\u{a0}0\u{a0}} name source = [ ] ( { a= .. X \" ''' \"\"\" , start\n goal\n \
                start\u{a0}=\u{a0}'''\n goal\u{a0}=\u{a0}'''\n '''\n AA.\n A..\n ..A\n .#.\n AB\n % %\u{a0}x\n . # A ['AB'] 1 \\u0041",
        frames: &[
            ("start\n", "\ngoal\n.A\n"),
            ("start = [", ""),
            ("start = '''\nA.\n", "'''\ngoal = '''\n.A\n'''\n"),
        ],
        valid: Some(|| {
            (arb_puzzle(), any::<bool>())
                .prop_map(|(drawn, toml)| if toml { drawn.toml() } else { drawn.text() })
                .boxed()
        }),
    },
    Reader {
        name: "journal",
        read: readers::journal,
        words: "{ } \"format\": \"bmcplan\u{a0}bench\u{a0}1\" \"job\":1 \"record\": \"session\" , : [ ] null 1e9 -1 \\u0000",
        frames: &[("{\"format\":\"bmcplan bench 1\",", "}\n")],
        valid: None,
    },
    Reader {
        name: "suite",
        read: readers::suite,
        words: "[[group]] [expected] instances kind = [ ] { } \"*.toml\" \"a.toml\" rushhour \"prisoners\" days encodings modes solvers \
                options metrics timeout memory runs \"max\" 0 7 -1 1e9 , \n",
        frames: &[
            ("[[group]]\ninstances = [", "]\n"),
            ("[[group]]\nkind = \"rushhour\"\ninstances = [\"*\"]\n", ""),
        ],
        valid: None,
    },
    Reader {
        name: "sas",
        read: readers::sas,
        words: "begin_version end_version 3 begin_metric end_metric 0 1 2 -1 begin_variable end_variable begin_mutex_group \
                end_mutex_group begin_state end_state begin_goal end_goal begin_operator end_operator begin_rule end_rule var0 \
                99999999999",
        frames: &[("begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n", "")],
        valid: None,
    },
    Reader {
        name: "schedule",
        read: readers::schedule,
        words: "days meets = [ ] , \"everyone\" [[1,2,3],[4,5,6],[7,8,9]] 0 1 9 -1 99999999999999999999 pairs repeat",
        frames: &[("days = [", "]\n"), ("meets = [", "]\ndays = []\n")],
        valid: None,
    },
    Reader {
        name: "collection",
        read: readers::collection,
        words: "[[board]] [board.car] id = \"a\" name; board, moves IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM XX....... % # start goal \
                \"\"\" 60 , ; \n",
        frames: &[("[[board]]\n", "\n"), ("id;board\n", "\n")],
        valid: None,
    },
    Reader {
        name: "plan",
        read: readers::plan,
        words: "open close switch\u{a0}on (open) {\"plan\":[ ] } , \"open\" 1 2 0: step \n ; before | + [1.0] null",
        frames: &[("{\"plan\":[", "]}"), ("1  open\n", "")],
        valid: None,
    },
    Reader {
        name: "solver_output",
        read: readers::solver_output,
        words: "s v SATISFIABLE UNSATISFIABLE UNKNOWN c 0 1 -1 2 10 11 -9223372036854775808 \n",
        frames: &[("s SATISFIABLE\nv ", "\n"), ("s UNSATISFIABLE\n", "")],
        valid: None,
    },
    Reader {
        name: "lrat",
        read: forger::lrat,
        words: "1 2 -1 0 d 9 99999999999 \n c",
        frames: &[("1 ", " 0\n")],
        valid: None,
    },
    Reader {
        name: "certificate",
        read: forger::certificate,
        words: "{ } \" : , format plan proof null 0 1 -1 \n",
        frames: &[],
        valid: None,
    },
];

impl Reader {
    /// Words in any order, close together or not, among characters that no format has.
    fn heap(&self) -> impl Strategy<Value = String> + use<> {
        let odd =
            ["\n", "\r\n", "\r", "\t", "\0", ";", "\u{feff}", "é", "İ", "\u{200d}", "🚗"].map(str::to_owned);
        let words =
            self.words.split(' ').map(|word| word.replace('\u{a0}', " ")).chain(odd).collect::<Vec<_>>();
        (vec(select(words), 0..60), select(vec![" ", ""])).prop_map(|(words, between)| words.join(between))
    }

    fn corpus(&self) -> Vec<PathBuf> {
        files(&root().join("tests/fuzz_corpus").join(self.name))
    }

    /// Texts that are valid, or nearly so.
    fn valid(&self) -> BoxedStrategy<Vec<u8>> {
        let corpus = select(self.corpus()).prop_map(|path| fs::read(path).unwrap());
        match self.valid {
            None => corpus.boxed(),
            Some(random) => prop_oneof![1 => corpus, 3 => random().prop_map(String::into_bytes)].boxed(),
        }
    }

    fn texts(&self) -> BoxedStrategy<Vec<u8>> {
        let frames = select([self.frames, &[("", "")]].concat());
        prop_oneof![
            1 => vec(any::<u8>(), 0..200),
            1 => "(?s).{0,100}".prop_map(String::into_bytes),
            3 => (frames, self.heap()).prop_map(|((before, after), heap)| format!("{before}{heap}{after}").into_bytes()),
            4 => (self.valid(), mistakes(self.heap())).prop_map(|(text, mistakes)| with_mistakes(&text, &mistakes)),
        ]
        .boxed()
    }
}

#[test]
fn whatever_is_written_is_read_or_refused() {
    for reader in READERS {
        let mut runner = TestRunner::new(ProptestConfig { cases: 400, ..ProptestConfig::default() });
        let result = runner.run(&reader.texts(), |bytes| {
            (reader.read)(&bytes);
            Ok(())
        });
        result.unwrap_or_else(|failure| panic!("{}: {failure}", reader.name));
    }
}

#[test]
fn deep_nesting_and_long_lines() {
    let long = [
        "(", ")", "()", "[", "{", "-", "\"", "'''", ";", "é", "\n", "a", "a=", "..", "X", "1+", "f(", "?x ",
        "a - b ", "(not ", "(or a ",
    ];
    let n_bytes = if everything() { 50_000 } else { 1_000 };
    for reader in &READERS[..6] {
        for piece in long.map(|piece| piece.repeat(n_bytes / piece.len())) {
            for (before, after) in [reader.frames, &[("", "")]].concat() {
                (reader.read)(format!("{before}{piece}{after}").as_bytes());
            }
        }
    }
    for (depth, open) in [10, 90, 99, 100, 101].into_iter().flat_map(|depth| {
        ["(not ", "(or ", "(or (not a) ", "(not (or a b ", "(true (f "].map(|open| (depth, open))
    }) {
        let closed = format!("{}a{}", open.repeat(depth), ")".repeat(depth * open.matches('(').count()));
        for (before, after) in KIF.frames {
            readers::kif(format!("{before}{closed}{after}").as_bytes());
        }
    }
    let chain: String = (0..5_000).map(|number| format!("t{number} - t{} ", number + 1)).collect();
    for last in ["t5000 - t0", "t5000 - object"] {
        let (before, after) = PDDL.frames[2];
        readers::pddl(format!("{before}{chain}{last}{after}").as_bytes());
    }
}

#[test]
fn every_corpus_and_every_fuzz_target_has_its_function() {
    let mut known: Vec<&str> = READERS.iter().map(|reader| reader.name).collect();
    known.sort_unstable();
    for reader in READERS {
        let files = reader.corpus();
        assert!(!files.is_empty(), "{} has no corpus", reader.name);
        files.iter().for_each(|file| (reader.read)(&fs::read(file).unwrap()));
    }
    // A published package has no folder `fuzz`.
    for folder in ["tests/fuzz_corpus", "fuzz/fuzz_targets"].map(|folder| root().join(folder)) {
        if folder.exists() {
            let mut names: Vec<String> = files(&folder)
                .iter()
                .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
                .collect();
            names.sort_unstable();
            assert_eq!(names, known, "{}", folder.display());
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A random mistake in a text: a place, how many bytes are cut out there, and what is put in: the byte if it is one of ASCII, else the text.
type Mistake = (Index, usize, u8, String);

/// One to three mistakes, with texts of these.
fn mistakes(texts: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<Mistake>> {
    vec((any::<Index>(), 0..6_usize, any::<u8>(), texts), 1..4)
}

/// The text with the mistakes made in it.
fn with_mistakes(text: &[u8], mistakes: &[Mistake]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for (place, cut, byte, text) in mistakes {
        let at = place.index(bytes.len() + 1);
        let end = (at + cut).min(bytes.len());
        let new = if *byte < 128 { vec![*byte] } else { text.clone().into_bytes() };
        bytes.splice(at..end, new);
    }
    bytes
}
