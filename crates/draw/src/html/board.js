// Boards: pieces on a grid with walls, the form shared by the page's data, the address and the editor.
//
// A cell is a number, row · columns + column. A board is { rows, columns, walls, pieces, metric }. A piece is { name, cells,
// axis, goal, group }. `cells` are its cells at the start in reading order; the first is its anchor. `axis` is "row",
// "column", or null for any direction. `goal` is the final place of its anchor, or null. Interchangeable pieces share the
// number `group`.

const UP = 0, DOWN = 1, LEFT = 2, RIGHT = 3;
const DIRECTIONS = { row: [LEFT, RIGHT], column: [UP, DOWN], null: [UP, DOWN, LEFT, RIGHT] };

// Checks whether the pieces are cars, which have lanes, or blocks.
const hasCars = board => board.pieces.some(piece => piece.axis !== null);

const metricsOf = cars => cars ? ["units", "slides"] : ["units", "slides", "moves"];

// Returns the greatest number of rows, and of columns.
const greatestSide = cars => cars ? 64 : 16;

const rowOf = (board, cell) => Math.floor(cell / board.columns);
const columnOf = (board, cell) => cell % board.columns;

// Returns the cells of a piece with this anchor; null if one of them is off the board.
function cellsAt(board, piece, anchor) {
  const [first] = piece.cells;
  const down = rowOf(board, anchor) - rowOf(board, first), right = columnOf(board, anchor) - columnOf(board, first);
  const cells = [];
  for (const cell of piece.cells) {
    const row = rowOf(board, cell) + down, column = columnOf(board, cell) + right;
    if (row < 0 || board.rows <= row || column < 0 || board.columns <= column) return null;
    cells.push(row * board.columns + column);
  }
  return cells;
}

// Returns "row" or "column" if the cells, in their order, are neighbours in a line; otherwise null.
function lineOf(cells, columns) {
  const [first] = cells, isRow = cells.every((cell, index) => cell === first + index);
  if (isRow && Math.floor(first / columns) === Math.floor(cells.at(-1) / columns)) return "row";
  return cells.every((cell, index) => cell === first + index * columns) ? "column" : null;
}

// Returns a text that is equal for pieces of the same shape.
const shapeOf = (board, piece) => piece.cells.map(cell => {
  const [first] = piece.cells;
  return `${rowOf(board, cell) - rowOf(board, first)},${columnOf(board, cell) - columnOf(board, first)}`;
}).join(" ");

// Returns the board with groups of pieces. Cars are all different. Blocks of one shape are interchangeable, except that blocks
// with goals have their own group, and each set of names is a group.
function grouped(board, sets = []) {
  const numbers = new Map();
  const number = key => {
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key);
  };
  const pieces = board.pieces.map((piece, index) => {
    const set = sets.findIndex(names => names.includes(piece.name));
    const shape = `shape ${shapeOf(board, piece)}`;
    const own = piece.axis !== null || piece.goal !== null;
    return { ...piece, group: number(0 <= set ? `set ${set}` : own ? `piece ${index}` : shape) };
  });
  return { ...board, pieces };
}

// Returns the fault of a board as a sentence; null if it can be played.
function faultOf(board) {
  const cars = hasCars(board), most = greatestSide(cars);
  const isSide = side => Number.isInteger(side) && 1 <= side && side <= most;
  if (!isSide(board.rows) || !isSide(board.columns)) return `A board has 1 to ${most} rows and columns.`;
  if (!metricsOf(cars).includes(board.metric)) return `There is no metric “${board.metric}” here.`;
  const places = [board.walls.map(wall => [wall, "a wall"])];
  places.push(...board.pieces.map(piece => piece.cells.map(cell => [cell, piece.name])));
  const taken = new Map();
  for (const [cell, what] of places.flat()) {
    if (!Number.isInteger(cell) || cell < 0 || board.rows * board.columns <= cell) return `${what} is off the board.`;
    if (taken.has(cell)) return `${taken.get(cell)} and ${what} share a cell.`;
    taken.set(cell, what);
  }
  const isName = name => /^[^\s\p{Cc}]{1,32}$/u.test(name);
  if (!board.pieces.every(piece => isName(piece.name))) return "A piece has no name that can be one.";
  if (board.pieces.length === 0) return "There is no piece yet.";
  if (new Set(board.pieces.map(piece => piece.name)).size < board.pieces.length) return "Two pieces have the same name.";
  const wanted = board.pieces.filter(piece => piece.goal !== null);
  if (wanted.length === 0) return cars ? "No car has a goal yet." : "No piece has a goal yet.";
  return faultOfGoals(board, wanted, new Set(board.walls));
}

function faultOfGoals(board, wanted, walls) {
  const ends = new Map();
  for (const piece of wanted) {
    const cells = cellsAt(board, piece, piece.goal);
    if (!cells || piece.axis === null && cells.some(cell => walls.has(cell))) return `The goal of ${piece.name} is no place for it.`;
    if (piece.axis === "row" && rowOf(board, piece.goal) !== rowOf(board, piece.cells[0])
      || piece.axis === "column" && columnOf(board, piece.goal) !== columnOf(board, piece.cells[0])) {
      return `The goal of ${piece.name} is not in its lane.`;
    }
    for (const cell of cells) {
      if (ends.has(cell)) return `The goals of ${ends.get(cell)} and ${piece.name} share a cell.`;
      ends.set(cell, piece.name);
    }
  }
  return null;
}
