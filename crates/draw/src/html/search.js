// Shortest lengths by breadth-first search, in slices so that the page stays responsive.
//
// All reachable states are numbered. Then a search backwards from the goals finds all their lengths at once: along the moves
// themselves where every move is reversible, otherwise along those that were found forwards. On a board with more states than
// the limit, only the path from one state to the nearest goal is known, if any was found.

const MAX_STATES = 400000;

// Duration of a slice, in milliseconds.
const SLICE = 12;

class Search {
  // `progress` is called with the number of states now and then.
  constructor(rules, progress = () => {}, most = MAX_STATES) {
    Object.assign(this, { rules, progress, most, ended: false, tooMany: false, work: null });
    // Known lengths by key of the state; Infinity if no goal is reachable.
    this.known = new Map();
    this.undecided = new Set();
    this.pending = null;
  }

  end() {
    this.ended = true;
  }

  // Returns the shortest length from a state to a goal. Infinity means that there is none; null that there are too many
  // states, or that `isWanted` became false.
  async length(state, isWanted = () => true) {
    const key = this.rules.key(state);
    while (!this.ended && isWanted() && !this.known.has(key) && !this.undecided.has(key)) {
      if (!this.work) {
        this.work = this.explore(key, isWanted).finally(() => {
          this.work = null;
          this.announce();
        });
      }
      await (this.pending ??= new Promise(resolve => { this.resolve = resolve; }));
    }
    return this.known.get(key) ?? null;
  }

  // Wakes all callers that wait for a length.
  announce() {
    this.pending = null;
    this.resolve?.();
  }

  // Returns the first move of a shortest solution, as piece and anchor, once the state's length is known; null if there is
  // none.
  best(state) {
    const length = this.known.get(this.rules.key(state));
    let best = null;
    this.rules.each(state, (piece, to) => {
      best ??= this.known.get(this.rules.key(this.rules.moved(state, piece, to))) === length - 1 ? { piece, to } : null;
    });
    return best;
  }

  async explore(start, isWanted) {
    const { rules } = this;
    const keys = [start], numbers = new Map([[start, 0]]), parents = [-1], goals = [], moves = [];
    const add = (key, parent) => {
      if (!numbers.has(key)) {
        numbers.set(key, keys.length);
        keys.push(key);
        parents.push(parent);
      }
      // Both ends of each move, one after the other.
      if (!rules.isReversible) moves.push(parent, numbers.get(key));
    };
    for (let at = 0; at < keys.length; at += 1) {
      if (await this.pause(at, keys.length) || this.tooMany && !isWanted()) return;
      const state = rules.state(keys[at]);
      if (rules.isGoal(state)) {
        goals.push(at);
        if (goals.length === 1) this.publishPath(at, keys, parents);
        if (this.tooMany) return;
      }
      if (this.most < keys.length) {
        this.tooMany = true;
        if (0 < goals.length) return;
        continue;
      }
      rules.each(state, (piece, to) => add(rules.key(rules.moved(state, piece, to)), at));
    }
    if (this.tooMany) {
      this.undecided.add(start);
      return;
    }
    await this.fromGoals(goals, keys, numbers, moves);
  }

  // Publishes the path to the nearest goal before the other lengths.
  publishPath(goal, keys, parents) {
    for (let at = goal, length = 0; 0 <= at; at = parents[at], length += 1) this.known.set(keys[at], length);
    this.announce();
  }

  // Computes the lengths of all states.
  async fromGoals(goals, keys, numbers, moves) {
    const { rules } = this, before = rules.isReversible ? [] : keys.map(() => []);
    for (let at = 0; at < moves.length; at += 2) before[moves[at + 1]].push(moves[at]);
    const lengths = new Array(keys.length).fill(Infinity);
    for (const goal of goals) lengths[goal] = 0;
    const open = [...goals];
    for (let at = 0; at < open.length; at += 1) {
      if (await this.pause(at, keys.length)) return;
      const reach = number => {
        if (lengths[number] !== Infinity) return;
        lengths[number] = lengths[open[at]] + 1;
        open.push(number);
      };
      if (rules.isReversible) {
        const state = rules.state(keys[open[at]]);
        rules.each(state, (piece, to) => reach(numbers.get(rules.key(moved(state, piece, to)))));
      } else {
        before[open[at]].forEach(reach);
      }
    }
    keys.forEach((key, number) => this.known.set(key, lengths[number]));
  }

  // Yields to the page at the end of a slice, and returns whether to stop.
  async pause(at, states) {
    if (at % 64 === 0 && SLICE < performance.now() - (this.since ?? 0)) {
      this.progress(states);
      await new Promise(done => setTimeout(done));
      this.since = performance.now();
    }
    return this.ended;
  }
}

// Returns a shortest solution from a state, as moves of { piece, to }; null if there is none or it is unknown.
async function shortestPlan(search, state) {
  const length = await search.length(state);
  if (length === null || length === Infinity) return null;
  const plan = [];
  let at = state;
  while (plan.length < length) {
    const move = search.best(at);
    plan.push(move);
    at = search.rules.moved(at, move.piece, move.to);
  }
  return plan;
}
