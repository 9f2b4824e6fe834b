// The strokes of the pointer in the editor, by the chosen tool.

function cellOf(event) {
  const [x, y] = pointOf(event).map(length => Math.floor(length / CELL - MARGIN));
  return x < 0 || draft.columns <= x || y < 0 || draft.rows <= y ? -1 : y * draft.columns + x;
}

const goalAt = cell => draft.pieces.findIndex(piece => piece.goal !== null && cellsAt(draft, piece, piece.goal)?.includes(cell));

function editDown(event) {
  const cell = cellOf(event);
  if (cell < 0 || event.button !== 0 || stroke) return;
  event.preventDefault();
  element("board").setPointerCapture(event.pointerId);
  const piece = pieceAt(cell), before = copyOf(draft);
  stroke = { tool: tool(), before, piece, cell, cells: [], adds: !draft.walls.includes(cell), pointer: event.pointerId, moved: false };
  if (stroke.tool === "piece" && 0 <= piece) {
    chosen = piece;
    drawDraft();
    actors()[piece].focus({ preventScroll: true });
  }
  if (stroke.tool === "goal") {
    // Dashed goals are on top.
    const goal = goalAt(cell);
    stroke.piece = 0 <= goal ? goal : piece;
    stroke.had = 0 <= goal;
    if (goal < 0 && 0 <= piece) giveGoal(piece);
    stroke.anchor = draft.pieces[stroke.piece]?.goal ?? null;
    drawDraft();
  }
  drawStroke(cell);
}

function editMove(event) {
  if (!stroke || event.pointerId !== stroke.pointer) return;
  const cell = cellOf(event);
  if (cell < 0 || cell === stroke.last) return;
  stroke.moved ||= cell !== stroke.cell;
  drawStroke(cell);
}

// Extends the stroke to a cell.
function drawStroke(cell) {
  stroke.last = cell;
  const { piece } = stroke, from = stroke.cell;
  const [down, right] = [rowOf(draft, cell) - rowOf(draft, from), columnOf(draft, cell) - columnOf(draft, from)];
  if (stroke.tool === "wall") {
    if (stroke.adds && pieceAt(cell) < 0 && !draft.walls.includes(cell)) draft.walls.push(cell);
    if (!stroke.adds) draft.walls = draft.walls.filter(wall => wall !== cell);
  } else if (stroke.tool === "erase") {
    draft.walls = draft.walls.filter(wall => wall !== cell);
    if (0 <= pieceAt(cell)) removePiece(pieceAt(cell));
  } else if (stroke.tool === "goal") {
    if (0 <= piece && stroke.moved) shiftGoal(piece, down, right);
  } else if (0 <= piece) {
    if (stroke.moved) moveTo(piece, down, right);
  } else {
    stroke.cells = draft.cars ? lineTo(from, down, right) : isFree([cell], -1) ? [...new Set([...stroke.cells, cell])] : stroke.cells;
    if (stroke.cells.length === 0 || draft.walls.includes(from)) return;
    const m = MARGIN * CELL, cells = [...stroke.cells].sort((a, b) => a - b);
    element("scene").replaceChildren(svg("path", { class: "ghost floor", transform: `translate(${m} ${m})`, d: outlineOf(cells, draft.columns) }));
    return;
  }
  drawDraft();
}

// Moves the piece from its place at the start of the stroke, if there is space.
function moveTo(piece, down, right) {
  const start = stroke.before.pieces[piece], held = draft.pieces[piece];
  const row = rowOf(draft, start.cells[0]) + down, column = columnOf(draft, start.cells[0]) + right;
  shift(piece, row - rowOf(draft, held.cells[0]), column - columnOf(draft, held.cells[0]));
}

// Returns the cells of a car from one cell towards another, as far as they are free.
function lineTo(from, down, right) {
  const sideways = Math.abs(down) <= Math.abs(right);
  const [count, by] = sideways ? [Math.abs(right), Math.sign(right)] : [Math.abs(down), Math.sign(down) * draft.columns];
  const cells = Array.from({ length: count + 1 }, (_, index) => from + index * by);
  const end = cells.findIndex(cell => !isFree([cell], -1));
  return end < 0 ? cells : cells.slice(0, end);
}

// Gives a piece a goal; only one car has a goal.
function giveGoal(index) {
  const piece = draft.pieces[index];
  if (draft.cars) {
    for (const other of draft.pieces) other.goal = null;
    piece.goal = laneEnd(piece);
  } else {
    piece.goal = piece.cells[0];
    mendGoal(piece);
  }
}

function shiftGoal(index, down, right) {
  const piece = draft.pieces[index];
  if (stroke.anchor === null) return;
  const row = rowOf(draft, stroke.anchor) + (piece.axis === "row" ? 0 : down);
  const column = columnOf(draft, stroke.anchor) + (piece.axis === "column" ? 0 : right);
  if (row < 0 || draft.rows <= row || column < 0 || draft.columns <= column) return;
  const old = piece.goal;
  piece.goal = row * draft.columns + column;
  const cells = cellsAt(draft, piece, piece.goal);
  const taken = cells === null || cells.some(cell => draft.walls.includes(cell)
    || draft.pieces.some(other => other !== piece && other.goal !== null && cellsAt(draft, other, other.goal)?.includes(cell)));
  if (taken) piece.goal = old;
}

function editUp(event) {
  if (!stroke || event.pointerId !== stroke.pointer) return;
  const { before, tool: used, piece, moved: hasLeft, had, cells, cell } = stroke;
  stroke = null;
  if (event.type === "pointercancel") {
    draft = before;
    return drawDraft();
  }
  if (used === "piece" && piece < 0) {
    if (0 < cells.length) addPiece(cells.length === 1 && !hasLeft ? withSpace(cell) : cells);
    else chosen = -1;
  }
  // A click on a goal removes it.
  if (used === "goal" && had && !hasLeft && !draft.cars) draft.pieces[piece].goal = null;
  if (JSON.stringify(before) !== JSON.stringify(draft)) past.push(before);
  drawDraft();
}
