//! Parts of the kinds whose values are named after atoms, such as `at(truck1, depot)`: states as text, which list the true
//! atoms, and the option `metric`.

use bmcplan_base::ordered::Set;
use bmcplan_task::{State, Task};

use crate::problem::{KindOption, OptionForm, ShownStates, Trajectory};

/// Option for the quantity that plans minimise.
pub(super) const METRIC: KindOption = KindOption {
    name: "metric",
    form: OptionForm::Measure,
    value_name: "METRIC",
    help: "What plans minimise",
    details: "The sum of costs (cost) or the number of actions (actions). By default cost, if the problem asks for least cost.",
    is_rare: false,
};

/// Returns the true atoms of a state, in the order of the variables.
fn atoms<'t>(task: &'t Task, state: &State) -> Vec<&'t str> {
    let values = task.variables().iter().zip(state.values());
    values.filter_map(|(variable, value)| variable.atom(usize::try_from(*value).ok()?)).collect()
}

/// Formats states as text, an atom a line. If all states are shown, all but the first list only the changes: `+` for an atom
/// that became true, `-` for one that became false.
pub(super) fn states_as_text(run: Trajectory<'_>, shown: ShownStates) -> Vec<String> {
    let whole = |state: &State| -> String {
        atoms(run.task, state).into_iter().map(|atom| format!("{atom}\n")).collect()
    };
    if shown != ShownStates::Everything {
        return shown.of(run.states).map(whole).collect();
    }
    let first = run.states.first().map(whole);
    let changes = run.states.windows(2).map(|pair| {
        let [before, after] = [&pair[0], &pair[1]].map(|state| atoms(run.task, state));
        let known: [Set<&str>; 2] = [&before, &after].map(|atoms| atoms.iter().copied().collect());
        let lost = before.iter().filter(|atom| !known[1].contains(*atom)).map(|atom| format!("- {atom}\n"));
        let won = after.iter().filter(|atom| !known[0].contains(*atom)).map(|atom| format!("+ {atom}\n"));
        lost.chain(won).collect()
    });
    first.into_iter().chain(changes).collect()
}

#[cfg(test)]
mod tests {
    use bmcplan_task::TaskBuilder;
    use bmcplan_task::plan::Plan;

    use super::*;

    #[test]
    fn states_are_atoms_and_changes_of_them() {
        let mut builder = TaskBuilder::default();
        builder.variable("var0", ["at(a)", "at(b)"], 0);
        builder.variable("var1", ["lit()", "not lit()"], 1);
        let task = builder.build().unwrap();
        let states = [[0, 1], [1, 1], [1, 0]].map(State::from_values);
        let plan = Plan::default();
        let run = Trajectory { task: &task, plan: &plan, states: &states };
        assert_eq!(states_as_text(run, ShownStates::Ends), ["at(a)\n", "at(b)\nlit()\n"]);
        assert_eq!(
            states_as_text(run, ShownStates::Everything),
            ["at(a)\n", "- at(a)\n+ at(b)\n", "+ lit()\n"]
        );
    }
}
