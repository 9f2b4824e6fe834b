// The rules of a board: the moves of a state in each metric, and the goal test.
//
// A state is a list of anchors, one per piece. In its key, interchangeable pieces have sorted anchors, so states that differ
// only by such pieces are equal. Every move is reversible.

class Rules {
  constructor(board) {
    Object.assign(this, { board, metric: board.metric, isReversible: true });
    const { rows, columns, pieces } = board;
    this.size = rows * columns;
    this.start = pieces.map(piece => piece.cells[0]);
    this.next = [-columns, columns, -1, 1].map((by, direction) => Int32Array.from({ length: this.size }, (_, cell) => {
      const column = cell % columns + (direction === LEFT ? -1 : direction === RIGHT ? 1 : 0);
      const there = cell + by;
      return column < 0 || columns <= column || there < 0 || this.size <= there ? -1 : there;
    }));
    // Cells of each piece at each anchor, shared by pieces of the same shape; null for invalid anchors.
    const walls = new Set(board.walls), shapes = new Map();
    this.covers = pieces.map(piece => {
      const shape = shapeOf(board, piece);
      if (!shapes.has(shape)) {
        shapes.set(shape, Array.from({ length: this.size }, (_, anchor) => {
          const cells = cellsAt(board, piece, anchor);
          return cells && !cells.some(cell => walls.has(cell)) ? cells : null;
        }));
      }
      return shapes.get(shape);
    });
    const members = new Map();
    pieces.forEach((piece, index) => members.set(piece.group, [...members.get(piece.group) ?? [], index]));
    this.twins = [...members.values()].filter(group => 1 < group.length);
    // Each goal: its anchor, and the pieces that may stand there.
    this.goals = pieces.filter(piece => piece.goal !== null).map(piece => [piece.goal, members.get(piece.group)]);
    this.taken = new Int16Array(this.size);
  }

  // Returns a short text that equal states share.
  key(state) {
    const sorted = state.slice();
    for (const group of this.twins) {
      const anchors = group.map(piece => state[piece]).sort((a, b) => a - b);
      group.forEach((piece, index) => { sorted[piece] = anchors[index]; });
    }
    return String.fromCharCode(...sorted);
  }

  // Returns a state with that key.
  state(key) {
    return Array.from({ length: key.length }, (_, piece) => key.charCodeAt(piece));
  }

  isGoal(state) {
    return this.goals.every(([anchor, pieces]) => pieces.some(piece => state[piece] === anchor));
  }

  // Writes into every cell which piece is there.
  occupy(state) {
    this.taken.fill(-1);
    state.forEach((anchor, piece) => {
      for (const cell of this.covers[piece][anchor]) this.taken[cell] = piece;
    });
  }

  // Returns the anchor of a piece after a step; -1 if the step is blocked. The other pieces are those of `occupy`.
  step(piece, anchor, direction) {
    const there = this.next[direction][anchor];
    if (there < 0) return -1;
    const cells = this.covers[piece][there];
    if (cells === null) return -1;
    for (const cell of cells) if (this.taken[cell] !== -1 && this.taken[cell] !== piece) return -1;
    return there;
  }

  // Visits all anchors that a piece can reach from `anchor` in one move. The other pieces are those of `occupy`.
  eachOf(piece, anchor, metric, visit) {
    const directions = DIRECTIONS[this.board.pieces[piece].axis];
    if (metric === "moves") {
      const seen = [anchor];
      for (const at of seen) {
        for (const direction of directions) {
          const there = this.step(piece, at, direction);
          if (0 <= there && !seen.includes(there)) seen.push(there);
        }
      }
      seen.slice(1).forEach(there => visit(there));
      return;
    }
    for (const direction of directions) {
      let there = this.step(piece, anchor, direction);
      while (0 <= there) {
        visit(there);
        there = metric === "units" ? -1 : this.step(piece, there, direction);
      }
    }
  }

  // Visits all moves of a state: the piece and its new anchor.
  each(state, visit) {
    this.occupy(state);
    state.forEach((anchor, piece) => this.eachOf(piece, anchor, this.board.metric, there => visit(piece, there)));
  }

  moved(state, piece, to) {
    return moved(state, piece, to);
  }

  name(state, piece, to) {
    return nameOf(this, state, piece, to);
  }

  // Returns the move from one state to another; null if several pieces moved, or none.
  between(before, after) {
    const piece = pieceOf(before, after);
    return piece < 0 ? null : { piece, to: after[piece] };
  }

  // Returns the anchors that a piece can reach while the others stand still, each with its number of moves in the board's
  // metric.
  reach(state, piece) {
    this.occupy(state);
    const costs = new Map([[state[piece], 0]]);
    for (const [at, cost] of costs) {
      this.eachOf(piece, at, this.board.metric, there => {
        if (!costs.has(there)) costs.set(there, cost + 1);
      });
    }
    return costs;
  }
}

// Returns the piece that a step moved; -1 if none or several.
function pieceOf(before, after) {
  const changed = after.map((anchor, piece) => anchor === before[piece] ? -1 : piece).filter(piece => 0 <= piece);
  return changed.length === 1 ? changed[0] : -1;
}

// Returns the state after a move.
const moved = (state, piece, to) => state.map((anchor, index) => index === piece ? to : anchor);
