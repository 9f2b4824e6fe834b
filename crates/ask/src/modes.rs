//! The table of modes: how an answer is looked for. A new mode is a row, and its engine in the planner.

use bmcplan_planner::{Mode, Strategy};

/// A mode: how an answer is looked for.
#[derive(Debug, Clone, Copy)]
pub struct ModeRow {
    /// Its name.
    pub name: &'static str,
    /// The planner's mode, for a horizon where the mode must be given one.
    pub planner: fn(usize) -> Mode,
    /// Help in one paragraph; empty for modes that no option of their own chooses.
    pub help: &'static str,
    /// Paragraphs that long help adds.
    pub details: &'static str,
    /// Is it left out of short help?
    pub is_rare: bool,
    /// Must it be given a horizon?
    pub needs_horizon: bool,
    /// Does it always make formulas with the encoding and the solver that were chosen, unless it knows the answer before?
    pub has_formula: bool,
    /// Does it make formulas at all?
    pub makes_formulas: bool,
    /// Does it choose horizons by a schedule?
    pub has_schedule: bool,
    /// Does it take a number of threads?
    pub has_threads: bool,
    /// Does it begin with a lower bound?
    pub has_bound: bool,
    /// Does it find plans of least cost?
    pub has_costs: bool,
    /// Are plans listed and counted in it?
    pub has_lists: bool,
    /// May its answers be certified?
    pub has_proofs: bool,
}

/// What a mode has unless its row says otherwise.
const MODE: ModeRow = ModeRow {
    name: "",
    planner: |_| Mode::Auto,
    help: "",
    details: "",
    is_rare: false,
    needs_horizon: false,
    has_formula: true,
    makes_formulas: true,
    has_schedule: false,
    has_threads: false,
    has_bound: true,
    has_costs: true,
    has_lists: true,
    has_proofs: true,
};

/// All modes, the usual one first.
pub const MODES: [ModeRow; 8] = [
    ModeRow { name: "auto", has_schedule: true, has_threads: true, ..MODE },
    ModeRow {
        name: "incremental",
        planner: |_| Mode::Formula(Strategy::Incremental),
        help: "Ever greater horizons in one SAT solver, as --schedule has them",
        has_schedule: true,
        has_threads: true,
        ..MODE
    },
    ModeRow {
        name: "fixed",
        planner: |horizon| Mode::Formula(Strategy::Fixed(horizon)),
        help: "One formula: is there a plan of at most N moves?",
        needs_horizon: true,
        has_costs: false,
        has_lists: false,
        has_proofs: false,
        ..MODE
    },
    ModeRow {
        name: "minimize",
        planner: |horizon| Mode::Formula(Strategy::Minimize(horizon)),
        help: "One formula of N moves, down to the proven minimum",
        is_rare: true,
        needs_horizon: true,
        has_costs: false,
        ..MODE
    },
    ModeRow {
        name: "search",
        planner: |_| Mode::Search,
        help: "Explicit search without SAT: breadth-first, or as --heuristic says",
        has_formula: false,
        makes_formulas: false,
        has_threads: true,
        has_bound: false,
        ..MODE
    },
    ModeRow {
        name: "pdr",
        planner: |_| Mode::Formula(Strategy::Pdr),
        help: "SAT one step at a time; a shortest plan, or a proof that there is none",
        details: "Property-directed reachability: finds a shortest plan, or proves that none of any length exists.",
        has_bound: false,
        has_costs: false,
        ..MODE
    },
    ModeRow {
        name: "first",
        planner: |_| Mode::Formula(Strategy::First),
        help: "Any plan, as fast as possible; it need not be shortest",
        details: "Several horizons in turn, with steps of several moves, in a solver of its own that works back from open \
                  goals. --max-horizon counts these steps.",
        has_formula: false,
        has_lists: false,
        has_proofs: false,
        ..MODE
    },
    ModeRow { name: "anytime", planner: |_| Mode::Anytime, has_lists: false, ..MODE },
];

/// The mode of that name; `horizon` is another name of `fixed`.
pub fn mode_named(name: &str) -> Option<&'static ModeRow> {
    let name = if name == "horizon" { "fixed" } else { name };
    MODES.iter().find(|mode| mode.name == name)
}

impl ModeRow {
    /// Its option on a command line.
    pub fn option(&self) -> &'static str {
        if self.name == "fixed" { "horizon" } else { self.name }
    }
}
