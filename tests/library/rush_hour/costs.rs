//! Costs of cars: read from the table, and given to the moves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bmcplan::kinds;
use bmcplan::kinds::rush_hour::{Board, BoardMetric, read, read_path, task};
use bmcplan::plan::Metric;
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use proptest::prelude::*;
use proptest::sample::Index;

use super::writers::toml_list;
use crate::common::boards::arb_board;
use crate::common::cheapest::cheapest;

fn board(text: &str) -> Board {
    read(&Source::new("board.toml", text)).unwrap_or_else(|error| panic!("{error}"))
}

/// Costs and lengths of cheapest plans, in units and in slides.
#[test]
fn the_table_of_shipped_boards_is_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/costs");
    let table = fs::read_to_string(folder.join("OPTIMA.tsv")).unwrap();
    let mut n_boards = 0;
    for line in table.lines().skip(1) {
        let (file, numbers) = line.split_once('\t').unwrap();
        let board = read_path(&folder.join(file)).unwrap();
        let of = |metric| cheapest(&task(&board, metric, &Stop::default()).unwrap()).unwrap();
        let [(cost, units), (of_slides, slides)] = [BoardMetric::Units, BoardMetric::Slides].map(of);
        assert_eq!(numbers, format!("{cost}\t{units}\t{of_slides}\t{slides}"), "{file}");
        n_boards += 1;
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), n_boards + 1);
}

#[test]
fn boards_with_a_table_ask_for_least_cost() {
    let rows = "board = '''\n..B.\nXXB.\n....\n....\n'''\n";
    for (table, has_costs, expected) in [
        ("", false, [1, 1]),
        ("cost = {}", true, [1, 1]),
        ("cost = { B = 0 }", true, [1, 0]),
        ("cost = { X = 9223372036854775807, B = 7 }", true, [i64::MAX.unsigned_abs(), 7]),
        ("[cost]\n\"X\" = 3", true, [3, 1]),
    ] {
        let text = format!("{rows}{table}");
        let board = board(&text);
        assert_eq!(board.has_costs(), has_costs, "{table}");
        let costs: BTreeMap<&str, u64> =
            board.car_ids().map(|id| (&*board.car(id).name, board.cost(id))).collect();
        assert_eq!([costs["X"], costs["B"]], expected, "{table}");
        let source = Source::new("board.toml", &text);
        let options = bmcplan::ProblemOptions::default();
        let problem =
            kinds::read_as(&kinds::RUSH_HOUR, std::slice::from_ref(&source), &options, &Stop::default())
                .unwrap();
        let minimises = if has_costs { Metric::Cost } else { Metric::Actions };
        assert_eq!((problem.minimises(), problem.cost_scale()), (minimises, 1), "{table}");
        assert_eq!((kinds::RUSH_HOUR.is_read_by_checker)(&[source]), !has_costs, "{table}");
    }
}

proptest! {
    #[test]
    fn moves_cost_what_the_table_says(board in arb_board(), drawn in prop::collection::vec(any::<Index>(), 9)) {
        let costs: BTreeMap<&str, u64> = board
            .cars()
            .iter()
            .zip(&drawn)
            .map(|(car, drawn)| (&*car.name, drawn.index(4)))
            // Cars may be left out, and then cost 1.
            .filter(|(_, cost)| *cost != 1)
            .map(|(name, cost)| (name, u64::try_from(cost).unwrap()))
            .collect();
        let mut text = "[cost]\n".to_owned();
        costs.iter().for_each(|(name, cost)| writeln!(text, "{name} = {cost}").unwrap());
        let weighted = read(&Source::new("board.toml", &format!("{}{text}", toml_list(&board)))).unwrap();
        for metric in BoardMetric::ALL {
            let [plain, weighted] = [&board, &weighted].map(|board| task(board, metric, &Stop::default()).unwrap());
            prop_assert_eq!(plain.operators().len(), weighted.operators().len());
            for (plain, weighted) in plain.operators().iter().zip(weighted.operators()) {
                let car = plain.name.split(' ').next().unwrap();
                prop_assert_eq!(weighted.cost, costs.get(car).copied().unwrap_or(1));
                prop_assert_eq!(&plain.name, &weighted.name);
                prop_assert_eq!((&plain.precondition, &plain.effects), (&weighted.precondition, &weighted.effects));
            }
            prop_assert_eq!(plain.initial(), weighted.initial());
        }
    }
}
