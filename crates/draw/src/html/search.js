// Shortest lengths by breadth-first search, in slices so that the page stays responsive.
//
// All states that can be reached are numbered; then the lengths of all of them are found at once, from the goals backwards, for
// every move can be taken back. Of a board with more states than memory is for, only the way from one state to the
// nearest goal is known, if there is one among that many.

const MOST_STATES = 400000;

// How long the page may be busy, in milliseconds.
const SLICE = 12;

class Search {
  // `progress` is called with the number of states now and then.
  constructor(rules, progress = () => {}, most = MOST_STATES) {
    Object.assign(this, { rules, progress, most, ended: false, tooMany: false, work: null });
    // Every known length by a state's key; Infinity where no goal can be reached.
    this.known = new Map();
    this.given = new Set();
    this.news = null;
  }

  end() {
    this.ended = true;
  }

  // The shortest length from a state to a goal: Infinity if there is no way, null if there are too many states to know, or
  // nobody wants to know any more.
  async length(state, isWanted = () => true) {
    const key = this.rules.key(state);
    while (!this.ended && isWanted() && !this.known.has(key) && !this.given.has(key)) {
      if (!this.work) {
        this.work = this.explore(key, isWanted).finally(() => {
          this.work = null;
          this.announce();
        });
      }
      await (this.news ??= new Promise(tell => { this.tell = tell; }));
    }
    return this.known.get(key) ?? null;
  }

  // Has everybody who waits look again.
  announce() {
    this.news = null;
    this.tell?.();
  }

  // A move that begins a shortest way, as piece and anchor, once the state's length is known; null if it has none.
  best(state) {
    const length = this.known.get(this.rules.key(state));
    let best = null;
    this.rules.each(state, (piece, to) => {
      best ??= this.known.get(this.rules.key(moved(state, piece, to))) === length - 1 ? { piece, to } : null;
    });
    return best;
  }

  async explore(start, isWanted) {
    const { rules } = this;
    const keys = [start], numbers = new Map([[start, 0]]), parents = [-1], goals = [];
    const add = (key, parent) => {
      if (numbers.has(key)) return;
      numbers.set(key, keys.length);
      keys.push(key);
      parents.push(parent);
    };
    for (let at = 0; at < keys.length; at += 1) {
      if (await this.pause(at, keys.length) || this.tooMany && !isWanted()) return;
      const state = rules.state(keys[at]);
      if (rules.isGoal(state)) {
        goals.push(at);
        if (goals.length === 1) this.tellWay(at, keys, parents);
        if (this.tooMany) return;
      }
      if (this.most < keys.length) {
        this.tooMany = true;
        if (0 < goals.length) return;
        continue;
      }
      rules.each(state, (piece, to) => add(rules.key(moved(state, piece, to)), at));
    }
    if (this.tooMany) {
      this.given.add(start);
      return;
    }
    await this.fromGoals(goals, keys, numbers);
  }

  // The way to the nearest goal is known before everything else.
  tellWay(goal, keys, parents) {
    for (let at = goal, length = 0; 0 <= at; at = parents[at], length += 1) this.known.set(keys[at], length);
    this.announce();
  }

  // The lengths of all states.
  async fromGoals(goals, keys, numbers) {
    const { rules } = this;
    const lengths = new Array(keys.length).fill(Infinity);
    for (const goal of goals) lengths[goal] = 0;
    const open = [...goals];
    for (let at = 0; at < open.length; at += 1) {
      if (await this.pause(at, keys.length)) return;
      const state = rules.state(keys[open[at]]);
      rules.each(state, (piece, to) => {
        const number = numbers.get(rules.key(moved(state, piece, to)));
        if (lengths[number] !== Infinity) return;
        lengths[number] = lengths[open[at]] + 1;
        open.push(number);
      });
    }
    keys.forEach((key, number) => this.known.set(key, lengths[number]));
  }

  // Gives the page a moment, if it has been busy for long; whether to stop.
  async pause(at, states) {
    if (at % 64 === 0 && SLICE < performance.now() - (this.since ?? 0)) {
      this.progress(states);
      await new Promise(done => setTimeout(done));
      this.since = performance.now();
    }
    return this.ended;
  }
}

// A shortest way from a state to a goal, as moves of { piece, to }; null if there is none or it is not known.
async function shortestWay(search, state) {
  const length = await search.length(state);
  if (length === null || length === Infinity) return null;
  const way = [];
  let at = state;
  while (way.length < length) {
    const move = search.best(at);
    way.push(move);
    at = moved(at, move.piece, move.to);
  }
  return way;
}
