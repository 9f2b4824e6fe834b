//! The examples that `--help` shows under each command.

use super::exit::Exit;

/// Of the program.
pub(crate) const PROGRAM: &str = "\
Examples:
  bmcplan rushhour instances/sample02.toml --incremental
  bmcplan sliding instances/sliding/klotski.toml --metric moves
  bmcplan gdl instances/gdl/buttons-and-lights.kif --all
  bmcplan explore instances/prob40.toml
  bmcplan export instances/sample02.toml --horizon 39 -o sample02.cnf
  bmcplan prisoners --neighbours 5
  bmcplan compare instances/sample02.toml --encodings paper-v1,paper-v2
  bmcplan bench instances/documents.toml";

/// Of `rushhour`.
pub(crate) const RUSHHOUR: &str = "\
Examples:
  bmcplan rushhour board.toml                    search, and SAT beside it
  bmcplan rushhour board.toml --incremental      horizons 0, 1, 2, … in one solver
  bmcplan rushhour board.toml --incremental --schedule ramp:1.15 --lower-bound hmax
  bmcplan rushhour board.toml --incremental --schedule parallel --threads 4
  bmcplan rushhour board.toml --horizon 40       a plan of at most 40 moves?
  bmcplan rushhour board.toml --minimize 45      from 45 moves down to the minimum
  bmcplan rushhour board.toml --pdr              a shortest plan, or a proof that there is none
  bmcplan rushhour board.toml --metric slides    fewest slides of any distance
  bmcplan rushhour board.toml --count            how many shortest plans there are
  bmcplan rushhour facts.lp --json --timeout 60  facts of the ASP document to JSON
  bmcplan rushhour - --frames < board.txt        rows of characters; all boards
  bmcplan rushhour board.toml --plan-out plan    an IPC plan file
  bmcplan rushhour board.toml --svg plan.svg     a film strip
  bmcplan rushhour board.toml --svg s%03d.svg    a picture of each step
  bmcplan rushhour board.toml --incremental --solver ipasir:./libcadical.so
  bmcplan rushhour board.toml --horizon 40 --solver cmd:'kissat -q'
  bmcplan rushhour --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN";

/// Of `sliding`.
pub(crate) const SLIDING: &str = "\
Examples:
  bmcplan sliding klotski.toml                   fewest moves by one cell
  bmcplan sliding klotski.toml --metric moves    fewest moves of any kind, around corners too
  bmcplan sliding puzzle.txt --frames            all boards of the plan
  bmcplan sliding puzzle.txt --incremental --max-horizon 30
  bmcplan sliding puzzle.txt --labelled --count  plans that differ in which twin moves count";

/// Of `gdl`.
pub(crate) const GDL: &str = "\
Examples:
  bmcplan gdl game.kif                           a shortest play worth 100
  bmcplan gdl game.kif --goal max                the best value, and a shortest play to it
  bmcplan gdl game.kif --all                     all shortest plays
  bmcplan gdl game.kif --count --json            how many there are
  bmcplan gdl game.kif --svg play.svg            a film strip of the play
  bmcplan gdl game.kif --incremental --solver batsat";

/// Of `explore`.
pub(crate) const EXPLORE: &str = "\
Examples:
  bmcplan explore instances/prob40.toml
  bmcplan explore instances/sliding/klotski.toml --metric slides --json
  bmcplan explore instances/gdl/buttons-and-lights.kif
  bmcplan explore - --kind sliding < puzzle.txt";

/// Of `export`.
pub(crate) const EXPORT: &str = "\
Examples:
  bmcplan export board.toml --horizon 39 -o board.cnf
  bmcplan export puzzle.txt --metric moves --horizon 30 --format icnf > puzzle.icnf
  bmcplan export game.kif --format dimspec -o game.dimspec
  bmcplan export board.toml --horizon 39 --encoding operators --at-most-one ladder | kissat -q";

/// Of `prisoners`.
pub(crate) const PRISONERS: &str = "\
Examples:
  bmcplan prisoners                              nine prisoners in rows of three on six days
  bmcplan prisoners --prisoners 21 --neighbours 5
  bmcplan prisoners --prisoners 16 --row 4 --json
  bmcplan prisoners --count                      how many schedules there are
  bmcplan prisoners --check instances/prisoners/dudeney.toml
  bmcplan prisoners --design kirkman             fifteen schoolgirls on seven days
  bmcplan prisoners --design golfers --groups 8 --size 4 --weeks 7";

/// Of `compare`.
pub(crate) const COMPARE: &str = "\
Examples:
  bmcplan compare instances/sample02.toml        all encodings: fixed, incremental, minimize
  bmcplan compare board.toml --encodings paper-v1,paper-v2 --modes incremental --runs 9
  bmcplan compare board.toml --solvers varisat,batsat --plot times.svg
  bmcplan compare board.toml --solvers cmd:'kissat -q' --modes fixed --horizon 40
  bmcplan compare a.toml b.toml --modes search,incremental,pdr --timeout 10 --memory 2000
  bmcplan compare game.kif --modes incremental --schedules linear,ramp:1.5,parallel
  bmcplan compare board.toml --markdown --csv rows.csv --json runs.jsonl";

/// Of `bench`.
pub(crate) const BENCH: &str = "\
Examples:
  bmcplan bench instances/documents.toml         runs to documents.jsonl, the report to the screen
  bmcplan bench instances/documents.toml --resume
  bmcplan bench instances/suite.toml --jobs 4 --out runs.jsonl
  bmcplan bench instances/suite.toml --shard 1/2 --out one.jsonl
  bmcplan bench --merge one.jsonl two.jsonl --out all.jsonl
  bmcplan bench --report all.jsonl --cactus cactus.svg
  bmcplan bench --report all.jsonl --scatter 'rushhour transition' 'rushhour search' times.svg";

/// Of `completions`.
pub(crate) const COMPLETIONS: &str = "\
Examples:
  bmcplan completions bash > ~/.local/share/bash-completion/completions/bmcplan
  bmcplan completions fish > ~/.config/fish/completions/bmcplan.fish
  bmcplan completions zsh > ~/.zfunc/_bmcplan";

/// The end of short help.
pub(crate) const MORE: &str = "--help has more options, examples and the exit codes.";

/// Examples, then where there is more.
pub(crate) fn with_more(examples: &str) -> String {
    format!("{examples}\n\n{MORE}")
}

/// Examples, then the table of exit codes.
pub(crate) fn with_exit_codes(examples: &str) -> String {
    format!("{examples}\n\n{}", Exit::table())
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::lowargs::LowArgs;

    #[test]
    fn they_can_be_typed() {
        let commands =
            [PROGRAM, RUSHHOUR, SLIDING, GDL, EXPLORE, EXPORT, PRISONERS, COMPARE, BENCH, COMPLETIONS]
                .into_iter()
                .flat_map(|examples| examples.lines().skip(1))
                .map(|line| line.trim().split("  ").next().unwrap().split(['<', '>', '|']).next().unwrap());
        for command in commands {
            let words = shlex::split(command).unwrap();
            let typed = LowArgs::try_parse_from(words);
            assert!(typed.is_ok(), "{command}: {typed:?}");
        }
    }
}
