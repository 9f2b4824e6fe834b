//! The example of the page about PDDL.

use std::fs;
use std::path::Path;

use super::interpreter::PddlInterpreter;
use super::read_text;
use super::texts::PddlText;

#[test]
fn the_example_has_the_plan_that_the_page_says() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pddl.md")).unwrap();
    let blocks = page.split("```pddl\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
    let [domain, problem] = blocks.collect::<Vec<_>>().try_into().unwrap();
    let reading = read_text(&PddlText { domain, problem });
    assert_eq!(reading.warnings, []);
    let explored = PddlInterpreter::new(&reading.problem).explore(1_000);
    let optimum = explored.optimum.unwrap();
    assert!(page.contains(&format!("The shortest plan has {optimum} actions")), "{optimum}");
}
