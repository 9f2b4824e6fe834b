//! Schedules that are read, and those that are refused.

use bmcplan::text::Source;
use bmcplan_prisoners::read::read;

const DUDENEY: &str = include_str!("../../../instances/prisoners/dudeney.toml");

#[test]
fn dudeneys_own() {
    let (problem, schedule) = read(&Source::new("dudeney", DUDENEY)).unwrap();
    assert_eq!((problem.people(), problem.row(), problem.days(), problem.is_full()), (9, 3, 6, true));
    assert_eq!(schedule.days()[5][2], [8, 6, 5]);
}
