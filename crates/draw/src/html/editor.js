// The editor: pieces, walls and goals are added, moved, turned and removed.

// The edited board, its earlier versions, the chosen piece, and the current stroke of the pointer.
let draft = null, past = [], chosen = -1, stroke = null;

const emptyBoard = () => ({
  rows: 6, columns: 6, walls: [], metric: "units", cars: true, sets: [],
  pieces: [{ name: "X", cells: [12, 13], axis: "row", goal: 16 }],
});

const copyOf = board => structuredClone(board);
const draftOf = board => ({ ...copyOf(board), cars: hasCars(board), sets: setsOf(board) });

// Returns sets of names of pieces that share their goals.
function setsOf(board) {
  const wanted = [...new Set(board.pieces.filter(piece => piece.goal !== null).map(piece => piece.group))];
  const sets = wanted.map(group => board.pieces.filter(piece => piece.group === group).map(piece => piece.name));
  return sets.filter(set => 1 < set.length);
}

const tool = () => document.querySelector("input[name=tool]:checked").value;
const pieceAt = cell => draft.pieces.findIndex(piece => piece.cells.includes(cell));

// The button that was pressed last; its message stands below it.
let pressed = null;

function showAdvice(text) {
  const advice = element("advice"), below = pressed?.closest("#editor .buttons");
  if (below) below.after(advice);
  else element("editor").prepend(advice);
  advice.textContent = text;
  if (below) advice.scrollIntoView({ block: "nearest" });
}

// Checks whether the cells are on the board, and free except for the piece of that index.
const isFree = (cells, piece) => cells !== null && cells.every(cell =>
  !draft.walls.includes(cell) && [-1, piece].includes(pieceAt(cell)));

// Changes the board; the change can be undone.
function edit(change) {
  const before = copyOf(draft);
  const advice = change();
  if (JSON.stringify(before) !== JSON.stringify(draft)) past.push(before);
  drawDraft(advice);
}

function undoEdit() {
  if (past.length === 0) return;
  draft = past.pop();
  chosen = -1;
  drawDraft();
}

function drawDraft(advice) {
  const fault = faultOf(draft), hadFocus = document.activeElement?.closest?.(".actor");
  drawStage(draft, true);
  [...actors()].forEach((actor, index) => {
    actor.setAttribute("role", "button");
    actor.setAttribute("tabindex", "0");
    actor.setAttribute("aria-pressed", index === chosen);
    actor.setAttribute("aria-label", sentenceOf(draft, draft.pieces[index], draft.pieces[index].cells[0]));
    actor.classList.toggle("moved", index === chosen);
  });
  if (hadFocus) actors()[chosen]?.focus({ preventScroll: true });
  for (const id of ["turn", "remove"]) element(id).setAttribute("aria-disabled", chosen < 0);
  element("unedit").setAttribute("aria-disabled", past.length === 0);
  for (const id of ["tab-player", "tab-game"]) element(id).setAttribute("aria-disabled", fault !== null);
  element("kind").value = draft.cars ? "cars" : "blocks";
  element("rows").value = draft.rows;
  element("columns").value = draft.columns;
  for (const option of element("metric").options) option.hidden = option.disabled = !metricsOf(draft.cars).includes(option.value);
  element("metric").value = draft.metric;
  for (const id of ["description", "words"]) element(id).textContent = sentences(draft, draft.pieces.map(piece => piece.cells[0]));
  showAdvice(advice ?? fault ?? adviceFor(tool()));
  element("text").value = textOf(draft);
  surveyDraft(fault);
  writeAddress(fault ? "" : `#b=${addressOf(grouped(draft, draft.sets)).slice(2)}`);
}

function adviceFor(chosenTool) {
  const what = draft.cars ? "car" : "piece";
  return {
    piece: `Tap or draw over empty cells for a new ${what}; drag one to move it.`,
    wall: "Tap or draw over empty cells for walls, over walls to take them away.",
    goal: draft.cars ? "Tap the car that has to get out; drag its dashed goal along its lane." : "Tap a piece that has a goal, and drag the dashed goal; tap the goal to take it away.",
    erase: "Tap what is to go.",
  }[chosenTool];
}

// Returns the next free letter.
function freeName() {
  const used = draft.pieces.map(piece => piece.name);
  const letters = draft.cars && draft.pieces.every(piece => piece.goal === null) ? ["X", ...LETTERS] : LETTERS.filter(letter => !draft.cars || letter !== "X");
  return letters.find(letter => !used.includes(letter)) ?? `p${draft.pieces.length + 1}`;
}

// Returns the default goal of a car: the end of its lane.
function laneEnd(piece) {
  const [first] = piece.cells, { rows, columns } = draft;
  return piece.axis === "row" ? first - first % columns + columns - piece.cells.length
    : (rows - piece.cells.length) * columns + first % columns;
}

// Replaces the goal of a changed piece if the piece does not fit there.
function mendGoal(piece) {
  if (piece.goal === null) return;
  const across = anchor => piece.axis === "row" ? rowOf(draft, anchor) : columnOf(draft, anchor);
  const isInLane = !draft.cars || across(piece.goal) === across(piece.cells[0]);
  const cells = cellsAt(draft, piece, piece.goal);
  const others = new Set(draft.pieces.flatMap(other => other === piece || other.goal === null ? [] : cellsAt(draft, other, other.goal) ?? []));
  const fits = cells !== null && cells.every(cell => !draft.walls.includes(cell) && !others.has(cell));
  if (!isInLane || !fits) piece.goal = draft.cars ? laneEnd(piece) : piece.cells[0];
}

function addPiece(cells) {
  const sorted = [...cells].sort((a, b) => a - b);
  const axis = draft.cars ? lineOf(sorted, draft.columns) : null;
  const piece = { name: freeName(), cells: sorted, axis, goal: null };
  if (draft.cars && draft.pieces.every(other => other.goal === null)) piece.goal = laneEnd(piece);
  chosen = draft.pieces.push(piece) - 1;
}

// Returns the cells of a new piece at one cell: a car has two, if there is space.
function withSpace(cell) {
  if (!draft.cars) return [cell];
  const candidates = [1, draft.columns, -1, -draft.columns].map(by => [cell, cell + by]);
  const isLine = ([from, to]) => 0 <= to && to < draft.rows * draft.columns
    && (rowOf(draft, from) === rowOf(draft, to) || columnOf(draft, from) === columnOf(draft, to));
  return candidates.find(cells => isLine(cells) && isFree(cells, -1)) ?? [cell];
}

function removePiece(piece) {
  draft.pieces.splice(piece, 1);
  chosen = -1;
}

// Moves a piece by `down` rows and `right` columns, if there is space.
function shift(piece, down, right) {
  const { cells } = draft.pieces[piece], row = rowOf(draft, cells[0]) + down, column = columnOf(draft, cells[0]) + right;
  if (row < 0 || draft.rows <= row || column < 0 || draft.columns <= column) return;
  const there = cellsAt(draft, draft.pieces[piece], row * draft.columns + column);
  if (!isFree(there, piece)) return;
  draft.pieces[piece].cells = there;
  mendGoal(draft.pieces[piece]);
}

function nudge(piece, direction) {
  const [down, right] = [[-1, 0], [1, 0], [0, -1], [0, 1]][direction];
  chosen = piece;
  edit(() => shift(piece, down, right));
}

// Turns the chosen piece by a quarter, about its corner or near it.
function turn() {
  const piece = draft.pieces[chosen];
  const rows = piece.cells.map(cell => rowOf(draft, cell)), columns = piece.cells.map(cell => columnOf(draft, cell));
  const [top, left, bottom] = [Math.min(...rows), Math.min(...columns), Math.max(...rows)];
  for (const [down, right] of [[0, 0], [0, -1], [-1, 0], [-1, -1], [0, -2], [-2, 0], [1, 0], [0, 1]]) {
    const turned = rows.map((row, index) => [top + down + columns[index] - left, left + right + bottom - row]);
    const inside = turned.every(([row, column]) => 0 <= row && row < draft.rows && 0 <= column && column < draft.columns);
    const cells = turned.map(([row, column]) => row * draft.columns + column).sort((a, b) => a - b);
    if (!inside || !isFree(cells, chosen)) continue;
    if (piece.axis !== null) piece.axis = piece.axis === "row" ? "column" : "row";
    piece.cells = cells;
    mendGoal(piece);
    return undefined;
  }
  return `There is no room to turn ${piece.name}.`;
}

// Changes the numbers of rows and columns; what does not fit is removed.
function resize(rows, columns) {
  const old = copyOf(draft), most = greatestSide(draft.cars);
  Object.assign(draft, { rows: Math.min(Math.max(rows || 1, 1), most), columns: Math.min(Math.max(columns || 1, 1), most) });
  const to = cell => rowOf(old, cell) < draft.rows && columnOf(old, cell) < draft.columns
    ? rowOf(old, cell) * draft.columns + columnOf(old, cell) : -1;
  draft.walls = old.walls.map(to).filter(cell => 0 <= cell);
  draft.pieces = old.pieces.map(piece => ({ ...piece, cells: piece.cells.map(to) })).filter(piece => piece.cells.every(cell => 0 <= cell));
  for (const piece of draft.pieces) {
    if (piece.goal === null) continue;
    // An exit stays an exit.
    const wasEnd = draft.cars && [old.rows, old.columns].includes((piece.axis === "row" ? columnOf(old, piece.goal) : rowOf(old, piece.goal)) + piece.cells.length);
    piece.goal = wasEnd ? laneEnd(piece) : Math.max(to(piece.goal), 0);
    mendGoal(piece);
  }
  chosen = -1;
  const lost = old.pieces.length - draft.pieces.length;
  return 0 < lost ? `${counted(lost, "pieces")} did not fit.` : undefined;
}

// Turns blocks into cars, or cars into blocks.
function changeKind(cars) {
  if (cars === draft.cars) return undefined;
  const old = draft.pieces;
  const isStraight = ({ cells }) => lineOf(cells, draft.columns) !== null;
  Object.assign(draft, { cars, sets: [], pieces: cars ? old.filter(isStraight) : old });
  if (!metricsOf(cars).includes(draft.metric)) draft.metric = "slides";
  for (const piece of draft.pieces) piece.axis = cars ? lineOf(piece.cells, draft.columns) : null;
  const red = draft.pieces.find(piece => piece.goal !== null);
  for (const piece of draft.pieces) {
    if (cars && piece !== red) piece.goal = null;
    mendGoal(piece);
  }
  chosen = -1;
  const most = greatestSide(cars);
  if (most < draft.rows || most < draft.columns) resize(draft.rows, draft.columns);
  return draft.pieces.length < old.length ? "Bent pieces are no cars: they are gone." : undefined;
}
