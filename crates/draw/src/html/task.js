// The rules of a game of named moves: operators over variables with values, as bmcplan's own task has them.
//
// A state is a list of values, a move the number of an operator. Literals are [positive, variable, value], or [positive,
// number] for a derived variable.

// Returns a number for a text (FNV-1a).
function digestOf(text) {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  return hash;
}

class TaskRules {
  constructor(game) {
    Object.assign(this, { game, metric: game.metric, isReversible: false });
    [this.start] = game.states;
    this.digest = digestOf(JSON.stringify([game.operators, game.goal, this.start]));
    this.names = [...new Set(game.operators.map(({ name }) => name))].sort(new Intl.Collator("en", { numeric: true }).compare);
  }

  key(state) {
    return String.fromCharCode(...state);
  }

  state(key) {
    return Array.from({ length: key.length }, (_, variable) => key.charCodeAt(variable));
  }

  // Returns a function that checks conjunctions in a state.
  checker(state) {
    const derived = [];
    const holds = ([positive, variable, value]) => (value === undefined ? derived[variable] : state[variable] === value) === positive;
    const all = condition => condition.every(holds);
    for (const rules of this.game.derived) derived.push(rules.some(all));
    return all;
  }

  isGoal(state) {
    return this.checker(state)(this.game.goal);
  }

  // Returns the state after an operator; null if it is impossible.
  after(state, all, { precondition, effects }) {
    if (!all(precondition)) return null;
    const next = state.slice(), set = new Map();
    for (const [condition, variable, value] of effects) {
      if (!all(condition)) continue;
      if ((set.get(variable) ?? value) !== value) return null;
      set.set(variable, value);
      next[variable] = value;
    }
    if (this.game.clock) {
      const [variable, size, first] = this.game.clock;
      next[variable] = state[variable] + 1 < size ? state[variable] + 1 : first;
    }
    return next;
  }

  // Returns the possible moves of a state: the first operator of each name.
  moves(state) {
    const all = this.checker(state), moves = new Map();
    this.game.operators.forEach((operator, number) => {
      if (!moves.has(operator.name) && this.after(state, all, operator)) moves.set(operator.name, number);
    });
    return moves;
  }

  each(state, visit) {
    for (const number of this.moves(state).values()) visit(number, null);
  }

  moved(state, number) {
    return this.after(state, this.checker(state), this.game.operators[number]);
  }

  name(state, number) {
    return this.game.operators[number].name;
  }

  // Returns the costs of a move: 1 if it is possible.
  reach(state, number) {
    return new Map(this.moved(state, number) ? [[null, 1]] : []);
  }

  // Returns a move from one state to another; null if there is none.
  between(before, after) {
    const key = this.key(after);
    const piece = [...this.moves(before).values()].find(number => this.key(this.moved(before, number)) === key);
    return piece === undefined ? null : { piece, to: null };
  }

  // Checks whether a fact of the picture holds.
  holds({ at }, state) {
    return at === null || at.some(([variable, value]) => state[variable] === value);
  }

  // Returns the picture of a state, and its words: those of the facts that hold.
  picture(state) {
    const { facts, empty, ranks, row } = this.game, held = facts.filter(fact => this.holds(fact, state));
    const places = empty.places.map((place, actor) => held.map(fact => fact.places[actor]).find(Boolean) ?? place);
    // Larger things of the same place are below.
    const isBelow = (actor, other) => ranks[actor] !== null && ranks[actor] < ranks[other] && String(places[actor]) === String(places[other]);
    return {
      description: held.map(({ name }) => `${name}\n`).join(""),
      places: places.map((place, actor) => place && [place[0], place[1] - row * places.filter((_, other) => isBelow(actor, other)).length]),
      shapes: [...empty.shapes, ...held.flatMap(({ shapes }) => shapes)],
    };
  }
}
