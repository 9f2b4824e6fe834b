//! One question at every door: alone, in a list, in folders, in a suite, in `compare`, and in the library, as Python asks it. Questions are
//! drawn from the tables of kinds, modes and settings, so that a new row is in them. Every door gives the same status, length, cost and
//! bound, or refuses in the same words.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::fs;

use bmcplan::ask::modes::{MODES, ModeRow};
use bmcplan::ask::setting::Setting;
use bmcplan::ask::settings_table::{SETTINGS, setting_named};
use bmcplan::ask::{Fault, Form, NameStyle, Settings};
use bmcplan::kinds::{KINDS, Kinds};
use bmcplan::problem::{KindOption, OptionForm};
use bmcplan::{Limiter, Question, ask};
use serde_json::Value;
use tempfile::TempDir;

use crate::{everything, folder_of, run, run_in, stderr, stdout};

/// Small problems of all kinds, each in a folder of its own: with lengths, with costs, with decimals of costs, without a plan.
const PROBLEMS: [(&str, &str); 8] = [
    ("rushhour", "0/board.txt"),
    ("rushhour", "1/costs.toml"),
    ("rushhour", "2/stuck.txt"),
    ("sliding", "3/puzzle.txt"),
    ("gdl", "4/game.kif"),
    ("sas", "5/task.sas"),
    ("pddl", "6/problem.pddl"),
    ("pddl", "7/problem.pddl"),
];

fn problems() -> TempDir {
    let folder = folder_of(&[
        ("0/board.txt", "XXB\nooB\noCC\n"),
        ("1/costs.toml", "board = '''\nXXB\n..B\n.CC\n'''\ncost = { B = 3 }\n"),
        ("2/stuck.txt", "XX#\nooo\nooo\n"),
        ("3/puzzle.txt", "start\nAB\n..\ngoal\nBA\n..\n"),
        ("4/game.kif", include_str!("../../instances/gdl/wolf-goat-cabbage.kif")),
        ("6/domain.pddl", include_str!("../../instances/pddl/parcels/domain.pddl")),
        ("6/problem.pddl", include_str!("../../instances/pddl/parcels/problem.pddl")),
        ("7/domain.pddl", include_str!("../../instances/pddl/suitcase/domain.pddl")),
        ("7/problem.pddl", include_str!("../../instances/pddl/suitcase/problem.pddl")),
    ]);
    fs::create_dir(folder.path().join("5")).unwrap();
    run_in(&folder, "export 1/costs.toml --format sas --output 5/task.sas");
    folder
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        all[usize::try_from(self.0 >> 33).unwrap() % all.len()].clone()
    }
}

/// Stands for a folder that is not there yet.
const FOLDER: &str = "FOLDER";

/// Some values of a setting, as its row has them.
fn values(setting: &Setting) -> Vec<String> {
    let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let all = match setting.form {
        _ if setting.name == "encoding" => KINDS.iter().flat_map(|kind| texts(kind.encodings)).collect(),
        Form::Flag(_) => texts(&[""]),
        Form::Number(least, _) => [least, least + 3, least + 9].map(|number| number.to_string()).into(),
        Form::Name(names, _) => texts(&names()),
        Form::Text { value_name, .. } if value_name.starts_with(FOLDER) => texts(&[FOLDER]),
        Form::Text { value_name, names, .. } => {
            // Of `linear|ramp:FACTOR`, `linear` and `ramp:2`.
            let written = value_name
                .split('|')
                .map(|part| part.split_once(':').map_or(part.to_owned(), |(name, _)| format!("{name}:2")));
            let all = written.chain(names()).chain(setting.default.map(str::to_owned));
            all.filter(|text| Settings::default().set(setting.name, text).is_ok()).collect()
        }
        Form::Time(_) => texts(&["600"]),
        Form::Megabytes(_) => texts(&["4000"]),
        Form::Cost(_) => texts(&["3", "11.5", "40"]),
        Form::Folder(_) => texts(&[FOLDER]),
    };
    assert!(!all.is_empty(), "{}: add a default, names, or a `value_name` that is a value", setting.name);
    all
}

fn values_of_option(option: &KindOption) -> Vec<&'static str> {
    match option.form {
        OptionForm::Flag => vec![""],
        OptionForm::Goal { default } => vec![default, "max"],
        form => form.names().to_vec(),
    }
}

struct Asked {
    files: Vec<&'static str>,
    mode: &'static ModeRow,
    /// Settings and an option of the kind, by their names.
    given: BTreeMap<&'static str, String>,
}

impl Asked {
    /// The setting and the mode or the kind whose turn it is, and perhaps another setting.
    fn draw(number: usize, random: &mut Random) -> Self {
        let row = &SETTINGS[number % SETTINGS.len()];
        // Most settings go with the mode.
        let modes = MODES.iter().filter(|mode| (row.modes)(mode)).collect::<Vec<_>>();
        let mode =
            if number.is_multiple_of(3) { &MODES[number / 3 % MODES.len()] } else { random.of(&modes) };
        let others = SETTINGS.iter().map(Some).chain(vec![None; SETTINGS.len()]).collect::<Vec<_>>();
        let rows = [Some(row), random.of(&others)]
            .into_iter()
            .flatten()
            .filter(|row| !["mode", "horizon"].contains(&row.name));
        let mut names = rows
            .flat_map(|row| [row.needs.first().copied().unwrap_or(row.name), row.name])
            .collect::<Vec<_>>();
        names.extend(mode.needs_horizon.then_some("horizon"));
        let mut given: BTreeMap<_, _> =
            names.into_iter().map(|name| (name, random.of(&values(setting_named(name).unwrap())))).collect();
        let kind = KINDS[number / 5 % KINDS.len()];
        let options =
            kind.options.iter().filter(|option| option.form != OptionForm::Text).collect::<Vec<_>>();
        let option = (number.is_multiple_of(5) && !options.is_empty()).then(|| random.of(&options));
        let is_asked = |name: &str| {
            let encodings = Kinds::default().named(name).unwrap().encodings;
            (option.is_none() || name == kind.name)
                && given.get("encoding").is_none_or(|encoding| encodings.contains(&&**encoding))
        };
        let mut files: Vec<_> =
            PROBLEMS.iter().filter(|(kind, _)| is_asked(kind)).map(|(_, file)| *file).collect();
        while 3 < files.len() {
            let left_out = random.of(&files);
            files.retain(|file| *file != left_out);
        }
        given.extend(option.map(|option| (option.name, random.of(&values_of_option(option)).to_owned())));
        Self { files, mode, given }
    }

    /// The words behind the files on a command line.
    fn words(&self) -> String {
        let mode = match self.mode.name {
            "auto" => String::new(),
            "anytime" => " --first --anytime".to_owned(),
            _ if self.mode.needs_horizon => format!(" --{} {}", self.mode.option(), self.given["horizon"]),
            _ => format!(" --{}", self.mode.option()),
        };
        let given = self.given.iter().filter(|(name, _)| **name != "horizon");
        given.fold(mode, |words, (name, value)| format!("{words} --{name} {value}"))
    }

    /// A group of a suite.
    fn group(&self) -> String {
        let mut group =
            format!("[[group]]\ninstances = {:?}\nmodes = [\"{}\"]\n", self.files, self.mode.name);
        let mut options = "[group.options]\n".to_owned();
        for (name, value) in &self.given {
            match *name {
                "metric" | "encoding" | "solver" | "schedule" => writeln!(group, "{name}s = [\"{value}\"]"),
                "horizon" | "timeout" | "cpu-timeout" | "memory" => {
                    writeln!(group, "{} = {value}", name.replace('-', "_"))
                }
                "certify" => writeln!(options, "certify = true"),
                _ if value.is_empty() => writeln!(options, "{name} = true"),
                _ => writeln!(options, "{name} = \"{value}\""),
            }
            .unwrap();
        }
        group + &options
    }
}

/// What a door tells: values of keys, or under `refused` why there is no answer.
type Told = BTreeMap<&'static str, Value>;

const KEYS: [&str; 15] = [
    "status",
    "metric",
    "unit",
    "goal",
    "length",
    "makespan",
    "cost",
    "lower_bound",
    "gap",
    "optimal",
    "refuted",
    "refuted_below",
    "count",
    "complete",
    "stopped_by",
];

fn refused(why: &str) -> Told {
    Told::from([("refused", why.trim_start_matches("error: ").into())])
}

fn of_answer(answer: &Value) -> Told {
    answer["error"]["message"]
        .as_str()
        .map_or_else(|| KEYS.map(|key| (key, answer[key].clone())).into(), refused)
}

/// The same of the record of a run, which tells less.
fn of_record(record: &Value) -> Told {
    let result = &record["result"];
    let status = match result["status"].as_str().unwrap() {
        "no-plan-within" => "no_plan_within_horizon",
        "no-plan-at-cost" => "no_plan_within_cost",
        "failed" => return refused(result["message"].as_str().unwrap()),
        other => other,
    };
    let values = [
        ("length", &result["length"]),
        ("makespan", &result["steps"]),
        ("cost", &result["cost"]),
        ("optimal", &result["optimal"]),
        ("refuted_below", &record["refuted_cost"]),
    ];
    let known = values.into_iter().filter(|(_, value)| !value.is_null());
    known
        .chain([("status", &status.into()), ("refuted", &record["refuted"])])
        .map(|(key, value)| (key, value.clone()))
        .collect()
}

fn is_same(one: &Told, other: &Told) -> bool {
    let are_alike = one.contains_key("refused") == other.contains_key("refused");
    are_alike && one.iter().all(|(key, value)| other.get(key).is_none_or(|other| value == other))
}

/// The doors, in the folder of the problems.
struct Doors {
    folder: TempDir,
    n_folders: usize,
    /// The options of `compare`, without dashes.
    of_compare: Vec<String>,
    differences: String,
}

impl Doors {
    /// The text with another folder than ever before.
    fn fresh(&mut self, text: &str) -> String {
        self.n_folders += 1;
        text.replace(FOLDER, &self.folder.path().join(format!("new{}", self.n_folders)).display().to_string())
    }

    fn expect(&mut self, is_right: bool, door: &str, asked: &Asked, told: &impl Debug, alone: &Told) {
        if !is_right {
            let (files, words) = (asked.files.join(" "), asked.words());
            writeln!(self.differences, "{files}{words}\n  {door}: {told:?}\n  alone: {alone:?}").unwrap();
        }
    }

    fn all(&mut self, asked: &Asked) {
        let answers: Vec<Value> =
            asked.files.iter().map(|file| self.command(asked, file).remove(0)).collect();
        let alone: Vec<Told> = answers.iter().map(of_answer).collect();
        // Two at least are many.
        let places = |length: Option<usize>| {
            let all =
                asked.files.iter().map(|file| &file[..length.unwrap_or(file.len())]).collect::<Vec<_>>();
            all.repeat(if all.len() == 1 { 2 } else { 1 }).join(" ")
        };
        let mut told = vec![
            ("list", self.command(asked, &places(None)).iter().map(of_answer).collect::<Vec<_>>()),
            ("folders", self.command(asked, &places(Some(1))).iter().map(of_answer).collect()),
            ("suite", self.suite(asked)),
            ("library", asked.files.iter().map(|file| self.library(asked, file)).collect()),
        ];
        // One refusal of all.
        told.iter_mut().for_each(|(_, all)| all.resize(alone.len().max(all.len()), all[0].clone()));
        for ((door, all), (index, alone)) in itertools::iproduct!(told, alone.iter().enumerate()) {
            let told = &all[index];
            let why = told.get("refused").and_then(Value::as_str).unwrap_or_default();
            let is_for_one = asked
                .given
                .keys()
                .filter_map(|name| setting_named(name))
                .any(|row| row.writes_files || row.name == "frames");
            let has_no_use = match door {
                "list" | "folders" => is_for_one && why.contains("is for one problem"),
                "suite" => {
                    is_for_one
                        && (why.contains("not an option of a run") || why.contains("option of a group"))
                        || why.starts_with("no mode of this group has")
                }
                _ => false,
            };
            self.expect(has_no_use || is_same(told, alone), door, asked, told, alone);
        }
        self.compare(asked, &answers[0], &alone[0]);
    }

    fn command(&mut self, asked: &Asked, places: &str) -> Vec<Value> {
        let line = self.fresh(&format!("solve {places}{} --json --ordered", asked.words()));
        let output = run_in(&self.folder, &line);
        let objects =
            stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>();
        assert!(!objects.is_empty(), "{line}: {}", stderr(&output));
        objects
    }

    fn suite(&mut self, asked: &Asked) -> Vec<Told> {
        let (suite, log) = (self.fresh("FOLDER.toml"), self.fresh("FOLDER.jsonl"));
        fs::write(&suite, asked.group()).unwrap();
        let output = run_in(&self.folder, &format!("bench {suite} --out {log}"));
        let Ok(log) = fs::read_to_string(log) else {
            return vec![refused(stderr(&output).lines().next().unwrap())];
        };
        let mut records: Vec<Value> =
            log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        records.sort_by_key(|record| record["job"].as_u64());
        records.iter().map(of_record).collect()
    }

    fn library(&mut self, asked: &Asked, file: &str) -> Told {
        let question =
            Question::about(self.folder.path().join(file)).setting("mode", asked.mode.name).unwrap();
        let question = asked.given.iter().fold(question, |question, (name, value)| {
            match (setting_named(name), &*self.fresh(value)) {
                (Some(_), value) => question.setting(name, value).unwrap(),
                (None, "") => Question { options: question.options.with_flag(name), ..question },
                (None, value) => question.option(name, value),
            }
        });
        match ask(&question, &Kinds::default(), &Limiter::default(), &mut |_| {}) {
            Ok(answer) => of_answer(&serde_json::to_value(answer).unwrap()),
            Err(Fault::Setting(fault)) => refused(&fault.in_words(NameStyle::Options)),
            Err(Fault::Option(fault)) => refused(&fault.in_words(NameStyle::Options)),
            Err(fault) => refused(&fault.to_string()),
        }
    }

    /// The first problem, where all that is asked can be compared. What has no use in a mode is left out there.
    fn compare(&mut self, asked: &Asked, answer: &Value, alone: &Told) {
        let option = |name: &str| {
            [name.to_owned(), format!("{name}s")].into_iter().find(|name| self.of_compare.contains(name))
        };
        let given = asked.given.iter().map(|(name, value)| Some(format!(" --{} {value}", option(name)?)));
        let Some(given) = given.collect::<Option<String>>() else { return };
        let encoding = answer["encoding"].as_str().filter(|_| {
            // Formulas of costs have the one that they have.
            answer["metric"] != "cost" && !asked.given.contains_key("encoding")
        });
        let encoding = encoding.map(|name| format!(" --encodings {name}")).unwrap_or_default();
        let line = format!(
            "compare {} --modes {}{given}{encoding} --runs 1 --json -",
            asked.files[0], asked.mode.name
        );
        let output = run_in(&self.folder, &line);
        let records = stdout(&output)
            .lines()
            .skip(1)
            .map(|line| serde_json::from_str(line).unwrap())
            .collect::<Vec<Value>>();
        let has_all = |record: &&Value| {
            let mut settings =
                asked.given.iter().filter(|(name, _)| **name != "horizon" && setting_named(name).is_some());
            settings.all(|(name, value)| {
                [&record[*name], &record["options"][*name]].into_iter().any(|told| told == value.as_str())
            })
        };
        let is_refused = alone.contains_key("refused");
        let told: Vec<Told> =
            records.iter().filter(|record| !is_refused || has_all(record)).map(of_record).collect();
        let is_right = (is_refused || !told.is_empty()) && told.iter().all(|told| is_same(told, alone));
        self.expect(is_right, &line, asked, &(told, stderr(&output)), alone);
    }
}

#[test]
fn the_same_question_has_the_same_answer_at_every_door() {
    for kind in KINDS {
        let has_problem = PROBLEMS.iter().any(|(name, _)| *name == kind.name);
        assert!(has_problem, "{}: add a small problem of this kind to PROBLEMS", kind.name);
    }
    let help = stdout(&run("compare --help"));
    let of_compare = help
        .lines()
        .filter_map(|line| Some(line.trim().strip_prefix("--")?.split(' ').next()?.to_owned()))
        .collect();
    let mut doors = Doors { folder: problems(), n_folders: 0, of_compare, differences: String::new() };
    let mut random = Random(1);
    for number in 0..if everything() { 1_600 } else { 2 * SETTINGS.len() } {
        doors.all(&Asked::draw(number, &mut random));
    }
    assert!(doors.differences.is_empty(), "{}", doors.differences);
}
