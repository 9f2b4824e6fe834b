// Figures of a board from the page's own search, one after the other: the shortest length, all positions, the number of
// shortest plans, the pieces that must move, and the scenery.
//
// Scenery are pieces that can be removed without changing the shortest length. Removing a piece can only make plans shorter,
// so one test of each piece in turn suffices: later no kept piece becomes removable.

// Greatest number of positions of a board with a piece removed or fixed.
const MAX_REDUCED_STATES = 150000;

class Survey {
  // `search` is a search on this board. `onFigures` is called with the figures whenever one more is known. An unknowable figure is
  // null, a pending one is missing.
  constructor(board, search, onFigures, maxStates = MAX_REDUCED_STATES) {
    Object.assign(this, { board, search, onFigures, maxStates, side: null, ended: false, figures: {} });
  }

  end() {
    this.ended = true;
    this.side?.end();
  }

  add(figures) {
    Object.assign(this.figures, figures);
    if (!this.ended) this.onFigures(this.figures);
  }

  // Computes the figures that follow from the lengths of all positions.
  async fromPositions() {
    const { search } = this, { start } = search.rules;
    const length = await search.length(start, () => !this.ended);
    this.add({ length });
    while (search.work && !this.ended) await search.work;
    if (this.ended || search.ended) return false;
    if (search.tooMany) {
      this.add({ plans: null, positions: null, farthest: null, deadEnds: null });
      return length !== null;
    }
    let farthest = null, deadEnds = 0;
    for (const distance of search.known.values()) {
      if (distance === Infinity) deadEnds += 1;
      else farthest = Math.max(farthest ?? 0, distance);
    }
    this.add({ positions: search.known.size, farthest, deadEnds });
    this.add({ plans: await this.plans(length) });
    return true;
  }

  // Counts the shortest plans: the paths on which every move reduces the length by one.
  async plans(length) {
    const { search } = this, { rules, known } = search;
    if (length === Infinity) return 0n;
    let layer = new Map([[rules.key(rules.start), 1n]]);
    for (let left = length - 1; 0 <= left; left -= 1) {
      const next = new Map();
      let at = 0;
      for (const [key, count] of layer) {
        const state = rules.state(key);
        rules.each(state, (piece, to) => {
          const there = rules.key(rules.moved(state, piece, to));
          if (known.get(there) === left) next.set(there, (next.get(there) ?? 0n) + count);
        });
        at += 1;
        if (await search.pause(at, known.size)) return null;
      }
      layer = next;
    }
    return [...layer.values()].reduce((sum, count) => sum + count, 0n);
  }

  // Returns the shortest length of another board; null if it has too many positions.
  async lengthOf(board) {
    if (this.ended) return null;
    this.side = new Search(new Rules(board), () => {}, this.maxStates);
    const length = await this.side.length(this.side.rules.start);
    this.side.end();
    return length;
  }

  // Returns the names of the pieces that block every goal if they never move; null if that is unknown for some piece.
  async mustMove() {
    const names = [];
    for (const piece of this.board.pieces) {
      if (isShared(this.board, piece)) continue;
      if (piece.goal !== null && piece.goal !== piece.cells[0]) {
        names.push(piece.name);
        continue;
      }
      const length = await this.lengthOf(withFixedPiece(this.board, piece));
      if (length === null) return null;
      if (length === Infinity) names.push(piece.name);
    }
    return names;
  }

  // Returns the names of a maximal scenery; null if that is unknown for some piece.
  async scenery(length) {
    let { board } = this;
    const names = [];
    for (const piece of this.board.pieces) {
      if (isWanted(board, piece)) continue;
      const smaller = withoutPiece(board, piece);
      const shorter = await this.lengthOf(smaller);
      if (shorter === null) return null;
      if (shorter !== length) continue;
      names.push(piece.name);
      board = smaller;
    }
    return names;
  }

  // Finds all figures; those of single pieces only if `ofPieces`.
  async run(ofPieces = true) {
    if (!await this.fromPositions() || !ofPieces) return;
    const { length } = this.figures;
    if (length === Infinity) return;
    const mustMove = await this.mustMove();
    this.add({ mustMove });
    const scenery = await this.scenery(length);
    this.add({ scenery });
  }
}

// Checks whether a goal is for the piece, or for another one of its group.
const isWanted = (board, piece) => board.pieces.some(other => other.group === piece.group && other.goal !== null);

// Checks whether the piece shares its goal with others, so that any of them may reach it.
const isShared = (board, piece) => isWanted(board, piece)
  && board.pieces.some(other => other !== piece && other.group === piece.group);

const withoutPiece = (board, piece) => ({ ...board, pieces: board.pieces.filter(other => other.name !== piece.name) });

// Returns the board with the piece as a wall.
const withFixedPiece = (board, piece) => ({ ...withoutPiece(board, piece), walls: [...board.walls, ...piece.cells] });
