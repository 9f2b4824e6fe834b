//! The table of settings: everything that can be said about how a question is answered, one row each.
//!
//! Arguments of the command line, keywords in Python, options of suites, their checks and the warning about settings without
//! effect are made from these rows; so a new setting is one row, and the line that uses its value (in `meaning`).

use super::form::Form;
use super::modes::{MODES, OF_BOUNDS, OF_LISTS, OF_PROOFS};
use super::setting::{Heading, Setting, setting};
use crate::certificate::EvidenceChoice;
use crate::encode::{Reductions, Semantics};
use crate::formula::AtMostOne;
use crate::horizon::{Cubes, HorizonSchedule};
use crate::plan::Metric;
use crate::planner::{LowerBound, SearchHeuristic};
use crate::search::DiskSearch;
use crate::solver::SolverKind;
use std::fmt::Display;
use std::str::FromStr;

const OF_LENGTHS: &[Metric] = &[Metric::Actions];

const OF_COSTS: &[Metric] = &[Metric::Cost];

/// All settings, in the order of help.
pub const SETTINGS: &[Setting] = &[
    setting("mode", Form::Name(mode_names), Heading::Mode, || {
        "The way in which an answer is looked for".to_owned()
    }),
    Setting {
        metrics: OF_LENGTHS,
        ..setting("horizon", Form::Number(0), Heading::Mode, || {
            "The number of steps for mode fixed; at most so many for minimize".to_owned()
        })
    },
    Setting {
        metrics: OF_LENGTHS,
        default: Some("ramp:1.15"),
        modes: &["auto", "incremental"],
        is_of_formulas: true,
        ..setting(
            "schedule",
            Form::Text {
                value_name: "linear|ramp:FACTOR",
                names: Vec::new,
                check: parses::<HorizonSchedule>,
            },
            Heading::Mode,
            || {
                "Horizons of --incremental, and of the SAT part when no mode is given: one after the other (linear), or each \
                 FACTOR times the last one and then those left between (ramp:FACTOR)"
                    .to_owned()
            },
        )
    },
    Setting {
        metrics: OF_LENGTHS,
        modes: &["incremental"],
        is_of_formulas: true,
        ..setting(
            "cubes",
            Form::Text { value_name: "auto|landmarks:K|off", names: Vec::new, check: parses::<Cubes> },
            Heading::Mode,
            || {
                "The division of one horizon among threads, by whether values that every way to the goal has to see left are left after \
                 three fifths of the steps: of horizons that take long (auto, as --threads alone has it), or of all by K variables with such \
                 values (landmarks:K), or not (off)"
                    .to_owned()
            },
        )
    },
    Setting {
        modes: &["auto", "search", "incremental"],
        ..setting("threads", Form::Number(1), Heading::Mode, || {
            "The number of threads of breadth-first search and of A*, and of those that share a horizon of \
             --incremental [default: as many as there are cores; --incremental without --cubes has one, as has search where \
             several problems are solved at a time or CPU time is limited]"
                .to_owned()
        })
    },
    Setting {
        metrics: OF_LENGTHS,
        default: Some("hmax"),
        modes: OF_BOUNDS,
        ..setting(
            "lower-bound",
            Form::Name(|| LowerBound::ALL.map(LowerBound::name).to_vec()),
            Heading::Mode,
            || {
                "The lower bound that rules out short plans before the solver is asked: how soon the goal could hold if nothing ever became false \
             (hmax), sets of moves of which every plan has one (lmcut), or nothing (none)"
                .to_owned()
            },
        )
    },
    Setting {
        default: Some("blind"),
        modes: &["search"],
        excludes: &["all", "count"],
        ..setting(
            "heuristic",
            Form::Name(|| SearchHeuristic::ALL.map(SearchHeuristic::name).to_vec()),
            Heading::Mode,
            || {
                "The order in which --search looks at states: as they are met (blind, breadth-first search), or by A* first those that may \
                 be on the shortest plans (lmcut): far fewer of them, but each takes about a thousand times as long"
                    .to_owned()
            },
        )
    },
    Setting {
        default: Some("sequential"),
        changes_the_question: true,
        ..setting(
            "semantics",
            Form::Name(|| Semantics::ALL.map(Semantics::name).to_vec()),
            Heading::Mode,
            || {
                "The moves that may share a step: none (sequential); those that can be made in any order (forall), or in one order \
             (exists). Then horizons count steps, the fewest steps are found, and there may be plans of fewer moves"
                .to_owned()
            },
        )
    },
    Setting {
        metrics: OF_LENGTHS,
        ..setting("max-horizon", Form::Number(0), Heading::Mode, || {
            "Try no more than N moves, or steps where moves share them".to_owned()
        })
    },
    Setting {
        metrics: OF_COSTS,
        modes: &["auto", "incremental", "search", "first", "anytime"],
        ..setting("max-cost", Form::Cost, Heading::Mode, || {
            "Look for no plan that costs more, where the problem asks for least cost".to_owned()
        })
    },
    Setting {
        is_rare: false,
        modes: OF_LISTS,
        excludes: &["frames", "count", "certify"],
        ..setting("all", Form::Flag, Heading::Mode, || {
            "List all shortest plans, or all cheapest ones, one a line".to_owned()
        })
    },
    Setting {
        default: Some("10000"),
        modes: OF_LISTS,
        needs: &["all"],
        ..setting("limit", Form::Number(0), Heading::Mode, || "List no more than N of them".to_owned())
    },
    Setting {
        is_rare: false,
        modes: OF_LISTS,
        excludes: &["frames", "all"],
        ..setting("count", Form::Flag, Heading::Mode, || {
            "Count the shortest plans, or the cheapest ones".to_owned()
        })
    },
    Setting {
        metrics: OF_COSTS,
        modes: OF_LISTS,
        needs: &["all", "count"],
        ..setting("fewest", Form::Flag, Heading::Mode, || {
            "Of the cheapest plans that --all lists and --count counts, only those of fewest moves".to_owned()
        })
    },
    Setting {
        is_rare: false,
        details: || {
            "By the clock on the wall: seconds, or 90s, 2m, 1h, 500ms. So does Ctrl-C, and a second one kills.".to_owned()
        },
        ..setting("timeout", Form::Time, Heading::Limits, || {
            "Stop after so long and say what was refuted so far".to_owned()
        })
    },
    Setting {
        details: || "All threads together, and processes of solvers while they run.".to_owned(),
        ..setting("cpu-timeout", Form::Time, Heading::Limits, || {
            "Stop when this process and those it has started have been on a processor for so long".to_owned()
        })
    },
    Setting {
        is_rare: false,
        ..setting("memory", Form::Megabytes, Heading::Limits, || {
            "Stop when more than so many megabytes were taken since the start".to_owned()
        })
    },
    Setting {
        metrics: OF_LENGTHS,
        modes: &["search"],
        excludes: &["all", "count", "threads", "certify"],
        details: || {
            "For more states than memory holds; commands that solve take it with --search. Without --memory it takes up to a gigabyte of memory. \
             When a limit is reached, be it a full disk, or the program is killed, complete layers stay, and --resume goes on. Once a plan was found, or \
             none of any length can be, the files are removed."
                .to_owned()
        },
        writes_files: true,
        ..setting(
            "disk",
            Form::Text { value_name: "FOLDER[:MB]", names: Vec::new, check: parses::<DiskSearch> },
            Heading::Limits,
            || {
                "Breadth-first search in files in place of memory: a new or empty folder, and perhaps a colon and the megabytes that they may take together".to_owned()
            },
        )
    },
    Setting {
        needs: &["disk"],
        ..setting("resume", Form::Flag, Heading::Limits, || {
            "Go on with the search in the folder of --disk, if there is one".to_owned()
        })
    },
    Setting {
        is_rare: false,
        metrics: OF_LENGTHS,
        is_of_formulas: true,
        ..setting(
            "encoding",
            Form::Text { value_name: "NAME", names: Vec::new, check: any },
            Heading::Formula,
            || "The encoding of a step as clauses".to_owned(),
        )
    },
    Setting {
        metrics: OF_LENGTHS,
        default: Some("auto"),
        is_of_formulas: true,
        ..setting(
            "at-most-one",
            Form::Name(|| AtMostOne::ALL.map(AtMostOne::name).to_vec()),
            Heading::Formula,
            || {
                "The encoding of \"at most one move a step\" as clauses; auto: pairwise for few moves, product for 600 and more".to_owned()
            },
        )
    },
    Setting {
        metrics: OF_LENGTHS,
        is_of_formulas: true,
        ..setting(
            "reduce",
            Form::Text { value_name: "none|all|NAME,…", names: Vec::new, check: parses::<Reductions> },
            Heading::Formula,
            reductions_help,
        )
    },
    Setting {
        is_rare: false,
        modes: &["auto", "incremental", "fixed", "minimize", "search", "pdr", "anytime"],
        is_of_formulas: true,
        details: solver_details,
        ..setting(
            "solver",
            Form::Text { value_name: "NAME", names: solver_names, check: parses::<SolverKind> },
            Heading::Formula,
            solver_help,
        )
    },
    Setting {
        is_of_formulas: true,
        ..setting("trust", Form::Flag, Heading::Formula, || {
            "Believe a library or program that says \"unsatisfiable\" without confirming it by varisat; the answer says so".to_owned()
        })
    },
    Setting {
        is_rare: false,
        ..setting("frames", Form::Flag, Heading::Output, || {
            "Print the state before each move and after the last; with --json, as `frames`".to_owned()
        })
    },
    Setting {
        modes: OF_PROOFS,
        writes_files: true,
        ..setting("certify", Form::Folder, Heading::Output, || {
            "Write a certificate that the plan is shortest into a folder: the problem, the plan, a formula that says that there \
             is a shorter one, and a proof that it has no model; where there is no plan, an invariant with its proofs; with \
             --count, what it takes to count the plans again. The folder is a new or empty one, or has a certificate, whose place the new one takes. `bmcplan verify FOLDER` checks it"
                .to_owned()
        })
    },
    Setting {
        default: Some("auto"),
        modes: OF_PROOFS,
        needs: &["certify"],
        ..setting(
            "evidence",
            Form::Name(|| EvidenceChoice::ALL.map(EvidenceChoice::name).to_vec()),
            Heading::Output,
            || {
                "The evidence in the certificate: proofs that other programs can check (proof), or a recount: whoever checks it \
                 explores all states again (recount); a recount for sliding blocks and --count, else proofs (auto)"
                    .to_owned()
            },
        )
    },
];

/// The setting of that name, written with dashes or with underscores.
pub fn setting_named(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name || setting.keyword() == name)
}

fn mode_names() -> Vec<&'static str> {
    MODES.iter().map(|mode| mode.name).chain(["horizon"]).collect()
}

fn any(_: &str) -> Result<(), String> {
    Ok(())
}

fn parses<T: FromStr<Err: Display>>(text: &str) -> Result<(), String> {
    text.parse::<T>().map(drop).map_err(|error| error.to_string())
}

fn reductions_help() -> String {
    format!(
        "The plans that are left out of the formula because another one, as short or shorter, will do: those that move what has \
         no part in the goal (relevance), that make independent moves in another order (order), that use another one of \
         objects that are alike (symmetries), or that take a move back or make it in two goes (repeats); and whether states \
         are that no plan can reach (mutexes) [default: {}, as far as the encoding knows them]",
        Reductions::default()
    )
}

fn solver_names() -> Vec<String> {
    SolverKind::ALL.iter().map(ToString::to_string).collect()
}

fn solver_help() -> String {
    let usual = SolverKind::default();
    let others = SolverKind::ALL.iter().filter(|kind| **kind != usual);
    let others: String = others.map(|kind| format!("{kind}, ")).collect();
    format!("{usual} (default), {others}ipasir:PATH, cmd:PROGRAM, mallob:DIR")
}

fn solver_details() -> String {
    format!(
        "ipasir: names a shared library with the interface IPASIR; a PATH without a slash is looked for where the system keeps \
         libraries. The program is started for every formula, reads it in the DIMACS format on its standard input and prints \
         the answer as in the SAT competitions; its arguments may be quoted as in a shell. mallob: names the folder of a \
         running Mallob service, such as .api/jobs.0. Models of all three are checked. Where an answer rests on the word that \
         there is none, {} confirms it; if that is stopped by a limit or by Ctrl-C, or left out with --trust, the answer says \
         whom it trusts.",
        SolverKind::default()
    )
}
