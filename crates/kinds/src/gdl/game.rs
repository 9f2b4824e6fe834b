//! A grounded game: its moves, its fluents, its goal values, and the planning task for each of them.

use bmcplan_base::ordered::{Map, sort};
use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Diagnostic, Source};
use bmcplan_task::{Fact, State, Task, TaskError};

use super::clock::find_clock;
use super::conditions::{CondLit, CondNode, Formulas};
use super::ground::ground;
use super::infix::spelled;
use super::invariants::invariants;
use super::limits::{GroundError, GroundLimits, Meter};
use super::model::{ClockModel, FluentRole, GameModel};
use super::operators::{GameOperator, operators};
use super::program::GroundProgram;
use super::sheet::Sheet;
use super::task::{CompiledGame, task};
use super::warnings::warnings;
use crate::fdr::{AtomGroup, AtomVariables};

/// A grounded rule sheet.
///
/// A fluent is one of four things: a state variable, a value of a variable that stands for several exclusive fluents, a
/// function of the task's clock, or a constant.
#[derive(Debug, Clone)]
pub struct Game {
    compiled: CompiledGame,
    reads_clock: bool,
    /// Fluents that always hold.
    constants: Vec<usize>,
    warnings: Vec<Diagnostic>,
}

/// A fact of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameFact {
    /// The fact, as in the sheet.
    pub(super) name: String,
    /// Facts of the task at which it holds; `None` if it always holds.
    pub(super) at: Option<Vec<Fact>>,
}

impl Game {
    /// Grounds a sheet that was read from `source`.
    ///
    /// # Errors
    /// [`GroundError::Invalid`] if terms grow without end, ground rules are not stratified or are recursive over the state, or
    /// a goal value is invalid. [`GroundError::Stopped`] at a limit.
    pub fn of(source: &Source, sheet: &Sheet, limits: GroundLimits<'_>) -> Result<Self, GroundError> {
        Self::worth(None, source, sheet, limits)
    }

    /// Grounds a sheet like [`Game::of`], with a warning if no play can be worth `goal`.
    pub fn worth(
        goal: Option<u32>,
        source: &Source,
        sheet: &Sheet,
        limits: GroundLimits<'_>,
    ) -> Result<Self, GroundError> {
        let mut meter = Meter::new(source, sheet, limits);
        let ground = ground(&mut meter)?;
        let warnings = warnings(source, sheet, &ground, goal);
        let warnings = warnings.into_iter().map(|warning| spelled(source, warning)).collect();
        let (program, terms) = GroundProgram::of(ground, &mut meter)?;
        let model = GameModel::of(program, &terms, &mut meter)?;
        let model = find_clock(model, &mut meter)?;
        let invariants = invariants(&model, &terms, &mut meter)?;
        let is_of_state: Vec<bool> = model.roles.iter().map(|role| *role == FluentRole::State).collect();
        let variables = AtomVariables::cover(&is_of_state, &invariants);
        let (mut model, leaves) = rewrite(model, &invariants, &variables, &mut meter)?;
        let drafts = operators(&mut model, &variables, &leaves, &mut meter)?;
        let text = |term| sheet.symbols.ground(&terms, term);
        Ok(Self {
            warnings,
            reads_clock: reads_clock(&model, &drafts),
            constants: (0..model.roles.len())
                .filter(|fluent| model.roles[*fluent] == FluentRole::Constant(true))
                .collect(),
            compiled: CompiledGame {
                role: sheet.symbols.name(sheet.role).to_owned(),
                fluent_names: model.fluents.iter().map(|fluent| text(*fluent)).collect(),
                move_names: model.moves.iter().map(|a_move| text(a_move.term)).collect(),
                exclusions: variables.exclusions(&invariants),
                model,
                variables,
                drafts,
            },
        })
    }

    /// Returns likely mistakes in the sheet, in the order of the text.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Returns the name of the player.
    pub fn role(&self) -> &str {
        &self.compiled.role
    }

    /// Returns the goal values that grounding has not excluded, from the greatest.
    pub fn goal_values(&self) -> Vec<u32> {
        self.compiled
            .model
            .goals
            .iter()
            .rev()
            .filter(|(_, lit)| **lit != CondLit::FALSE)
            .map(|(value, _)| *value)
            .collect()
    }

    /// Builds the planning task whose plans are the plays that end, in the first terminal state, with the value `goal`.
    ///
    /// Operators are moves, named as in the sheet. A non-terminal state without a legal move is a dead end. A value outside of
    /// [`Game::goal_values`] gives a task with an unreachable goal.
    ///
    /// # Errors
    /// There are too many variables or operators for a task; or `stop` is raised, at once if the task would exceed its memory
    /// limit.
    pub fn task(&self, goal: u32, stop: &Stop) -> Result<Task, TaskError> {
        self.task_with(goal, self.clock(), stop)
    }

    /// Builds the task of [`Game::task`] with the clock, even if no rule depends on the time: its states are those of the
    /// rules.
    pub fn whole_task(&self, goal: u32, stop: &Stop) -> Result<Task, TaskError> {
        self.task_with(goal, self.compiled.model.clock.as_ref(), stop)
    }

    fn task_with(&self, goal: u32, clock: Option<&ClockModel>, stop: &Stop) -> Result<Task, TaskError> {
        let value = self.compiled.model.goals.get(&goal).copied().unwrap_or(CondLit::FALSE);
        let goal = self.compiled.model.formulas.conjunction(vec![self.compiled.model.terminal, value]);
        task(&self.compiled, &goal.unwrap_or(vec![CondLit::FALSE]), clock, stop)
    }

    /// Returns the true fluents in a state of one of the game's tasks, as in the sheet. Constant fluents are included, and
    /// functions of time if the task has a clock. The time is proportional to the number of true fluents.
    pub fn fluents(&self, state: &State) -> Vec<String> {
        let value = |variable: usize| usize::try_from(*state.values().get(variable)?).ok();
        let groups = self.compiled.variables.domains().iter().enumerate();
        let mut fluents: Vec<usize> =
            groups.filter_map(|(variable, group)| group.atom(value(variable)?)).collect();
        fluents.extend(&self.constants);
        if let Some(clock) = &self.compiled.model.clock {
            let now =
                value(self.compiled.variables.domains().len()).and_then(|value| clock.values.get(value));
            let is_clock = |fluent: &&usize| self.compiled.model.roles[**fluent] == FluentRole::Clock;
            fluents.extend(now.into_iter().flatten().filter(is_clock));
        }
        sort(&mut fluents);
        fluents.into_iter().map(|fluent| self.compiled.fluent_names[fluent].clone()).collect()
    }

    /// Returns all facts that hold in some state of one of the game's tasks, in the order of [`Game::fluents`].
    pub(super) fn facts(&self, task: &Task) -> Vec<GameFact> {
        let mut places: Map<usize, Option<Vec<Fact>>> =
            self.constants.iter().map(|fluent| (*fluent, None)).collect();
        let mut add = |fluent: usize, fact: Fact| {
            let place = places.entry(fluent).or_insert_with(|| Some(Vec::new()));
            place.iter_mut().for_each(|facts| facts.push(fact));
        };
        for (var, group) in task.variable_ids().zip(self.compiled.variables.domains()) {
            let atoms = task.facts(var).filter_map(|fact| Some((group.atom(fact.value_index())?, fact)));
            atoms.for_each(|(fluent, fact)| add(fluent, fact));
        }
        if let (Some(clock), Some(model)) = (task.clock(), &self.compiled.model.clock) {
            for (fact, fluents) in task.facts(clock.var).zip(&model.values) {
                let is_clock = |fluent: &&usize| self.compiled.model.roles[**fluent] == FluentRole::Clock;
                fluents.iter().filter(is_clock).for_each(|fluent| add(*fluent, fact));
            }
        }
        let name = |fluent: usize| self.compiled.fluent_names[fluent].clone();
        places.into_iter().map(|(fluent, at)| GameFact { name: name(fluent), at }).collect()
    }

    /// Returns the clock, if anything depends on the time.
    fn clock(&self) -> Option<&ClockModel> {
        self.compiled.model.clock.as_ref().filter(|_| self.reads_clock)
    }
}

/// Checks whether an operator, the terminal condition or a goal value depends on the clock.
fn reads_clock(model: &GameModel, drafts: &[GameOperator]) -> bool {
    let formulas = &model.formulas;
    let mut reads: Vec<bool> = Vec::with_capacity(formulas.nodes().len());
    for node in formulas.nodes() {
        reads.push(match node {
            CondNode::True => false,
            CondNode::Leaf(leaf) => model.fluents.len() <= *leaf,
            CondNode::Or(bodies) => bodies.iter().flatten().any(|lit| reads[lit.node()]),
        });
    }
    let effects = drafts.iter().flat_map(|draft| &draft.effects).flat_map(|effect| &effect.condition);
    let conditions = effects.chain(drafts.iter().flat_map(|draft| &draft.precondition));
    conditions.chain([&model.terminal]).chain(model.goals.values()).any(|lit| reads[lit.node()])
}

/// Simplifies a model by invariants, and returns it with the literal for each fluent. The second of two exclusive fluents
/// becomes the negation of the first.
fn rewrite(
    model: GameModel,
    invariants: &[AtomGroup],
    variables: &AtomVariables,
    meter: &mut Meter<'_>,
) -> Result<(GameModel, Vec<CondLit>), GroundError> {
    let mut formulas = Formulas::default();
    let mut leaves: Vec<CondLit> = (0..model.fluents.len()).map(|fluent| formulas.leaf(fluent)).collect();
    for group in variables.domains() {
        if let ([one, other], false) = (group.atoms.as_slice(), group.has_none) {
            leaves[*other] = !leaves[*one];
        }
    }
    for invariant in invariants {
        let literals: Vec<CondLit> = invariant.atoms.iter().map(|fluent| leaves[*fluent]).collect();
        if literals.len() != 2 || literals[0] != !literals[1] {
            formulas.exclude(literals, invariant.exactly);
        }
    }
    if let Some(clock) = &model.clock {
        let first = model.fluents.len();
        let times = (first..first + clock.values.len()).map(|leaf| formulas.leaf(leaf)).collect();
        formulas.exclude(times, true);
    }
    let renamed = |leaf: usize, formulas: &mut Formulas| {
        leaves.get(leaf).copied().unwrap_or_else(|| formulas.leaf(leaf))
    };
    let (formulas, lits) = model.formulas.rewritten(formulas, &renamed, meter)?;
    let model = model.renamed(formulas, &|lit| lits[lit.node()].signed(lit.is_positive()));
    Ok((model, leaves))
}
