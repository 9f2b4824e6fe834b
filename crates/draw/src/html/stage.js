// The picture of a board that the page draws itself: one from the address, the editor or a gallery.

const CELL = 48, MARGIN = 0.8, INSET = 0.06, RADIUS = 0.18, COLOURS = 8;

const element = id => document.getElementById(id);

// Creates an SVG element.
function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(element("board").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Returns the place of a cell's corner in the picture.
const corner = (board, cell) => [(columnOf(board, cell) + MARGIN) * CELL, (rowOf(board, cell) + MARGIN) * CELL];

// Returns the outline of cells, shrunk by `inset`, with round corners, as the path of an SVG element.
function outlineOf(cells, columns, inset = INSET, radius = RADIUS) {
  const set = new Set(cells), edges = new Map();
  const has = (x, y) => 0 <= x && x < columns && set.has(y * columns + x);
  for (const cell of cells) {
    const x = cell % columns, y = Math.floor(cell / columns);
    // The edges without a neighbour, clockwise.
    const sides = [[x, y - 1, x, y, 1, 0], [x + 1, y, x + 1, y, 0, 1], [x, y + 1, x + 1, y + 1, -1, 0], [x - 1, y, x, y + 1, 0, -1]];
    for (const [nx, ny, fx, fy, dx, dy] of sides) {
      if (has(nx, ny)) continue;
      const key = `${fx} ${fy}`;
      edges.set(key, [...edges.get(key) ?? [], [fx, fy, dx, dy]]);
    }
  }
  let path = "";
  while (0 < edges.size) path += loopOf(edges, inset, radius);
  return path;
}

// Removes a closed line from the edges. Where two cells touch at a corner it turns right, and so stays at its cell.
function loopOf(edges, inset, radius) {
  const corners = [];
  let [key] = edges.keys(), came = null;
  while (edges.has(key)) {
    const exits = edges.get(key);
    const right = exits.findIndex(([, , dx, dy]) => came && dx === -came[1] && dy === came[0]);
    const [[x, y, dx, dy]] = exits.splice(Math.max(right, 0), 1);
    if (exits.length === 0) edges.delete(key);
    corners.push({ x, y, dx, dy });
    came = [dx, dy];
    key = `${x + dx} ${y + dy}`;
  }
  const turns = corners.filter((corner, index) => {
    const before = corners.at(index - 1);
    return before.dx !== corner.dx || before.dy !== corner.dy;
  });
  const points = turns.map((turn, index) => {
    const before = turns.at(index - 1);
    return [turn.x - inset * (before.dy + turn.dy), turn.y + inset * (before.dx + turn.dx)];
  });
  const at = ([x, y]) => `${+(x * CELL).toFixed(2)} ${+(y * CELL).toFixed(2)}`;
  const towards = ([x, y], [toX, toY]) => {
    const part = Math.min(0.5, radius / Math.hypot(toX - x, toY - y));
    return [x + (toX - x) * part, y + (toY - y) * part];
  };
  const strokes = points.map((point, index) => {
    const [before, after] = [points.at(index - 1), points[(index + 1) % points.length]];
    return `${index === 0 ? "M" : "L"}${at(towards(point, before))}Q${at(point)} ${at(towards(point, after))}`;
  });
  return `${strokes.join("")}Z`;
}

// Returns a text centred at a point.
const label = (text, x, y, size, colour, bold) => svg("text", {
  class: colour, x: x * CELL, y: (y + 0.35 * size) * CELL, "font-size": size * CELL, "text-anchor": "middle",
  ...(bold ? { "font-weight": "bold" } : {}),
}, text);

// Returns the place of a piece's name, in cells: the middle of a rectangle, or of the cell nearest to the middle.
function middleOf(board, cells) {
  const columns = cells.map(cell => columnOf(board, cell)), rows = cells.map(cell => rowOf(board, cell));
  const [left, right, top, bottom] = [Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)];
  if ((right - left + 1) * (bottom - top + 1) === cells.length) return [(left + right + 1) / 2, (top + bottom + 1) / 2];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const distance = cell => Math.hypot(columnOf(board, cell) - x, rowOf(board, cell) - y);
  const nearest = cells.reduce((one, other) => distance(other) < distance(one) ? other : one);
  return [columnOf(board, nearest) + 0.5, rowOf(board, nearest) + 0.5];
}

// Returns the size of a name's letters.
const letterSize = name => Math.min(0.46, Math.max(0.12, 1.1 / [...name].length));

// The letters of ThinkFun's cards: cars of two cells, then trucks of three.
const CARDS = [..."ABCDEFGHIJKOPQR"];

// Returns the class of a car of those cards; undefined for other pieces.
function cardColour({ name, cells, axis }) {
  const number = CARDS.indexOf(name);
  return axis !== null && 0 <= number && cells.length === (number < 11 ? 2 : 3) ? `card${number}` : undefined;
}

// Returns the classes of pieces. Cars of ThinkFun's cards have the colours of these, if all are from there. A single piece with a goal is red. Neighbours differ in colour if possible.
function coloursOf(board) {
  const red = board.pieces.filter(piece => piece.goal !== null).length === 1;
  const owner = new Map(board.pieces.flatMap((piece, index) => piece.cells.map(cell => [cell, index])));
  const cards = board.pieces.map(piece => red && piece.goal !== null ? "red" : cardColour(piece));
  if (cards.every(colour => colour !== undefined)) return cards;
  const colours = [];
  board.pieces.forEach((piece, index) => {
    if (red && piece.goal !== null) return colours.push("red");
    if (piece.colour && piece.colour !== "red") return colours.push(piece.colour);
    const around = piece.cells.flatMap(cell => [cell - board.columns, cell + board.columns,
      columnOf(board, cell) === 0 ? -1 : cell - 1, columnOf(board, cell) === board.columns - 1 ? -1 : cell + 1]);
    const used = new Set(around.map(cell => colours[owner.get(cell)]));
    const wished = piece.axis === null ? piece.group ?? index : index;
    const numbers = Array.from({ length: COLOURS }, (_, number) => `piece${(wished + number) % COLOURS}`);
    colours.push(numbers.find(colour => !used.has(colour)) ?? numbers[0]);
  });
  return colours;
}

// Returns the exits of cars as [side, row or column]: the edge that the goal of a car touches.
function exitsOf(board) {
  return board.pieces.filter(piece => piece.axis !== null && piece.goal !== null).flatMap(piece => {
    const length = piece.cells.length, row = rowOf(board, piece.goal), column = columnOf(board, piece.goal);
    if (piece.axis === "row") return column + length === board.columns ? [["right", row]] : column === 0 ? [["left", row]] : [];
    return row + length === board.rows ? [["bottom", column]] : row === 0 ? [["top", column]] : [];
  });
}

// Returns the floor, the walls, the frame with the exits, and, if `isNumbered`, the coordinates.
function groundOf(board, isNumbered = true) {
  const { rows, columns } = board, m = MARGIN * CELL, width = columns * CELL, height = rows * CELL;
  const line = (kind, size, x1, y1, x2, y2) => svg("line", {
    class: kind, "stroke-width": size * CELL, "stroke-linecap": "round", x1: m + x1 * CELL, y1: m + y1 * CELL, x2: m + x2 * CELL, y2: m + y2 * CELL,
  });
  const shapes = [svg("rect", { class: "floor", x: m, y: m, width, height })];
  for (let column = 1; column < columns; column += 1) shapes.push(line("line-grid", 0.02, column, 0, column, rows));
  for (let row = 1; row < rows; row += 1) shapes.push(line("line-grid", 0.02, 0, row, columns, row));
  if (0 < board.walls.length) {
    shapes.push(svg("path", { class: "wall", transform: `translate(${m} ${m})`, d: outlineOf(board.walls, columns, 0, 0) }));
  }
  const exits = exitsOf(board);
  const sides = { top: [0, 0, 1, 0, columns], bottom: [0, rows, 1, 0, columns], left: [0, 0, 0, 1, rows], right: [columns, 0, 0, 1, rows] };
  for (const [side, [x, y, dx, dy, length]] of Object.entries(sides)) {
    const gap = exits.find(([at]) => at === side)?.[1] ?? length;
    shapes.push(line("line-ink", 0.08, x, y, x + dx * gap, y + dy * gap));
    if (gap < length) shapes.push(line("line-ink", 0.08, x + dx * (gap + 1), y + dy * (gap + 1), x + dx * length, y + dy * length));
  }
  const arrows = { right: [columns + 0.32, null, 1, 0], left: [-0.32, null, -1, 0], top: [null, -0.32, 0, -1], bottom: [null, rows + 0.32, 0, 1] };
  for (const [side, lane] of exits) {
    const [tipX, tipY, dx, dy] = arrows[side], x = (tipX ?? lane + 0.5) + MARGIN, y = (tipY ?? lane + 0.5) + MARGIN;
    const points = [[x, y], [x - dx * 0.24 - dy * 0.2, y - dy * 0.24 + dx * 0.2], [x - dx * 0.24 + dy * 0.2, y - dy * 0.24 - dx * 0.2]];
    shapes.push(svg("polygon", { class: "goal", points: points.map(([px, py]) => `${px * CELL},${py * CELL}`).join(" ") }));
  }
  if (!isNumbered) return shapes;
  for (let row = 0; row < rows; row += 1) shapes.push(label(row + 1, 0.36, row + 0.5 + MARGIN, 0.26, "faint"));
  for (let column = 0; column < columns; column += 1) shapes.push(label(column + 1, column + 0.5 + MARGIN, 0.36, 0.26, "faint"));
  return shapes;
}

// Returns a piece, relative to its anchor's corner.
function actorOf(board, piece, colour) {
  const [x, y] = corner(board, piece.cells[0]), m = MARGIN * CELL;
  const shape = svg("path", { class: colour, "fill-rule": "evenodd", transform: `translate(${m - x} ${m - y})`, d: outlineOf(piece.cells, board.columns) });
  const [nameX, nameY] = middleOf(board, piece.cells);
  const ink = colour === "red" ? "on-red" : "on-piece";
  const name = label(piece.name, nameX - x / CELL + MARGIN, nameY - y / CELL + MARGIN, letterSize(piece.name), ink, true);
  const actor = svg("g", { class: "actor", transform: `translate(${x} ${y})` }, shape, name);
  actor.dataset.name = piece.name;
  return actor;
}

// Returns the dashed outline of a piece's goal, with its name in a corner.
function goalOf(board, piece) {
  const cells = cellsAt(board, piece, piece.goal), m = MARGIN * CELL;
  const [first] = cells;
  return svg("g", { class: "goal-place", transform: `translate(${m} ${m})` },
    svg("path", { d: outlineOf(cells, board.columns, 0.1, 0.14) }),
    label(piece.name, columnOf(board, first) + 0.26, rowOf(board, first) + 0.3, Math.min(0.28, letterSize(piece.name)), "goal", true));
}

// Returns the pieces of a board.
function piecesOf(board) {
  const colours = coloursOf(board);
  return board.pieces.map((piece, index) => actorOf(board, piece, colours[index]));
}

function goalsOf(board, everyGoal = false) {
  const leaves = !everyGoal && 0 < exitsOf(board).length;
  return leaves ? [] : board.pieces.filter(piece => piece.goal !== null).map(piece => goalOf(board, piece));
}

// Draws a board in place of the current one, with actors in the order of its pieces. By default boards with exits have no
// goals drawn.
function drawStage(board, everyGoal = false) {
  element("board").setAttribute("viewBox", `0 0 ${(board.columns + 2 * MARGIN) * CELL} ${(board.rows + 2 * MARGIN) * CELL}`);
  element("ground").replaceChildren(...groundOf(board));
  element("scene").replaceChildren();
  element("props").replaceChildren();
  element("actors").replaceChildren(...piecesOf(board));
  element("overlay").replaceChildren(...goalsOf(board, everyGoal));
}

// Returns a board as a separate picture, without coordinates and without actors.
function thumbnailOf(board) {
  const pieces = piecesOf(board);
  for (const piece of pieces) piece.removeAttribute("class");
  const edge = MARGIN - 0.45, side = length => (length + 0.9) * CELL;
  return svg("svg", { viewBox: `${edge * CELL} ${edge * CELL} ${side(board.columns)} ${side(board.rows)}`, "aria-hidden": true },
    ...groundOf(board, false), ...pieces, ...goalsOf(board));
}
