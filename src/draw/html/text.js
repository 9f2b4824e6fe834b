// Boards as text that bmcplan reads, and the other way round: rows of characters, or TOML with a board, or with a start and a goal.

// The text of a board.
function textOf(board) {
  const names = board.pieces.map(({ name }) => name);
  const plain = names.every(name => /^[\p{L}\p{N}]$/u.test(name) && !(board.cars && "ox".includes(name)));
  const red = board.pieces.find(piece => piece.goal !== null);
  const rows = placeOfPiece => rowsOf(board, piece => placeOfPiece(piece) ?? []);
  if (!board.cars) {
    if (!plain) return "Pieces whose names are no single letters cannot be written in rows.";
    const sets = board.sets.map(set => JSON.stringify(set.join("")));
    const goal = piece => piece.goal === null ? null : cellsAt(board, piece, piece.goal);
    return `start = """\n${rows(piece => piece.cells)}"""\ngoal = """\n${rows(goal)}"""\n${0 < sets.length ? `interchangeable = [${sets}]\n` : ""}`;
  }
  const isUsual = red && red.name === ["X", "A", "r"].find(name => names.includes(name));
  const extras = !red ? "" : `${isUsual ? "" : `red = ${JSON.stringify(red.name)}\n`}${goalText(board, red)}`;
  if (plain && board.pieces.every(piece => 1 < piece.cells.length)) return `${extras}board = """\n${rows(piece => piece.cells)}"""\n`;
  const place = cell => `${rowOf(board, cell) + 1}, ${columnOf(board, cell) + 1}`;
  const cars = board.pieces.map(({ name, cells, axis }) => `  { name = ${JSON.stringify(name)}, length = ${cells.length}, `
    + `orientation = "${axis === "row" ? "h" : "v"}", row = ${rowOf(board, cells[0]) + 1}, column = ${columnOf(board, cells[0]) + 1} },\n`);
  return `rows = ${board.rows}\ncolumns = ${board.columns}\nwalls = [${board.walls.map(wall => `[${place(wall)}]`).join(", ")}]\n${extras}car = [\n${cars.join("")}]\n`;
}

function goalText(board, red) {
  const along = red.axis === "row" ? columnOf(board, red.goal) : rowOf(board, red.goal);
  const end = (red.axis === "row" ? board.columns : board.rows) - red.cells.length;
  return along === end ? "" : `goal = { ${red.axis === "row" ? "column" : "row"} = ${along + 1} }\n`;
}

// Rows of characters with the pieces where they are said to be.
function rowsOf(board, cellsOf) {
  const cells = new Array(board.rows * board.columns).fill(".");
  for (const wall of board.walls) cells[wall] = "#";
  for (const piece of board.pieces) for (const cell of cellsOf(piece)) cells[cell] = piece.name;
  return Array.from({ length: board.rows }, (_, row) => `${cells.slice(row * board.columns, (row + 1) * board.columns).join("")}\n`).join("");
}

// The board that a text says; throws a sentence where there is none.
function boardFromText(text) {
  const between = key => new RegExp(`^\\s*${key}\\s*=\\s*(?:"""|''')([^"']*)`, "m").exec(text)?.[1];
  const parts = /^\s*start\s*\n([^]*?)\n\s*goal\s*\n([^]*)$/.exec(text);
  const [start, goal] = parts ? parts.slice(1) : [between("start"), between("goal")];
  if (start !== undefined && goal !== undefined) return blocksFrom(cellsFrom(start), cellsFrom(goal), text);
  const isList = /^\s*(\[\[car\]\]|car\s*=)/m.test(text);
  const made = isList ? listedIn(text) : drawnIn(between("board") ?? squared(text));
  const names = [/^\s*red\s*=\s*"(.*)"/m.exec(text)?.[1], "X", "A", "r"];
  const red = names.map(name => made.pieces.find(piece => piece.name === name)).find(Boolean);
  if (!red) throw new Error("There is no red car: X, A or r.");
  const wanted = /^\s*goal\s*=\s*\{\s*(?:row|column)\s*=\s*(\d+)/m.exec(text)?.[1];
  const [first] = red.cells, end = (red.axis === "row" ? made.columns : made.rows) - red.cells.length;
  const along = wanted === undefined ? end : Number(wanted) - 1;
  red.goal = red.axis === "row" ? first - first % made.columns + along : along * made.columns + first % made.columns;
  return made;
}

// The board that rows of characters draw.
function drawnIn(text) {
  const { rows, columns, walls, pieces } = cellsFrom(text, "ox");
  const cars = [...pieces].map(([name, cells]) => {
    if (cells.length < 2) throw new Error(`Car ${name} has a single cell.`);
    return { name, cells, axis: axisOf(cells, columns, false), goal: null };
  });
  return { rows, columns, walls, metric: "units", cars: true, sets: [], pieces: cars };
}

// The board that a list of cars says.
function listedIn(text) {
  const lines = text.replace(/^\s*#.*$/gm, "");
  const number = (part, key) => Number(new RegExp(`(?:^|[\\s,{])${key}\\s*=\\s*(\\d+)`).exec(part)?.[1]);
  const word = (part, key) => new RegExp(`(?:^|[\\s,{])${key}\\s*=\\s*"([^"]*)"`).exec(part)?.[1];
  const [head, ...tables] = lines.split(/^\s*\[\[car\]\]\s*$/m);
  const entries = 0 < tables.length ? tables : [.../^\s*car\s*=\s*\[([^\]]*)\]/m.exec(lines)?.[1].matchAll(/\{[^}]*\}/g) ?? []].map(([entry]) => entry);
  const [rows, columns] = [number(head, "rows"), number(head, "columns")];
  if (![rows, columns].every(side => 1 <= side && side <= greatestSide(true))) throw new Error("There are no rows and columns.");
  const walls = /^\s*walls\s*=\s*\[((?:\s*\[[^\]]*\]\s*,?)*)\s*\]/m.exec(lines)?.[1] ?? "";
  const cell = (row, column) => (row - 1) * columns + column - 1;
  const pieces = entries.map(entry => {
    const [name, length, axis] = [word(entry, "name"), number(entry, "length"), word(entry, "orientation") === "v" ? "column" : "row"];
    const first = cell(number(entry, "row"), number(entry, "column")), end = (axis === "row" ? columns : rows) + 1;
    if (!name || !(1 <= length && number(entry, axis === "row" ? "column" : "row") + length <= end)) throw new Error("A car has no name or no place.");
    return { name, cells: Array.from({ length }, (_, along) => first + along * (axis === "row" ? 1 : columns)), axis, goal: null };
  });
  return {
    rows, columns, metric: "units", cars: true, sets: [], pieces,
    walls: [...walls.matchAll(/(\d+)\s*,\s*(\d+)/g)].map(([, row, column]) => cell(Number(row), Number(column))),
  };
}

// A single line of n·n cells as n lines, as collections have boards; any other text as it is.
function squared(text) {
  const line = text.trim(), side = Math.sqrt([...line].length);
  if (/\s/.test(line) || side < 2 || !Number.isInteger(side)) return text;
  return Array.from({ length: side }, (_, row) => [...line].slice(row * side, (row + 1) * side).join("")).join("\n");
}

function blocksFrom(start, goal, text) {
  if (start.rows !== goal.rows || start.columns !== goal.columns) throw new Error("Start and goal differ in size.");
  const board = { rows: start.rows, columns: start.columns, walls: start.walls, metric: "units", cars: false, sets: [] };
  board.pieces = [...start.pieces].map(([name, cells]) => ({ name, cells, axis: null, goal: goal.pieces.get(name)?.[0] ?? null }));
  const sets = /^\s*interchangeable\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? "";
  board.sets = [...sets.matchAll(/"([^"]*)"/g)].map(([, letters]) => [...letters]);
  return board;
}

// The walls and pieces that rows of characters draw; frames and spaces around them do not count. `marks` are an empty cell and a
// wall, besides `.` and `#`.
function cellsFrom(text, marks = "") {
  const isRow = row => row !== "" && !row.startsWith("%") && !/^\+[-<>^v]*\+?$/.test(row);
  const rows = text.split("\n").map(row => row.trim()).filter(isRow).map(row => [...row.replace(/[|<>\s]/g, "")]);
  if (rows.length === 0) throw new Error("There are no rows.");
  const columns = rows[0].length, walls = [], pieces = new Map();
  if (rows.some(row => row.length !== columns)) throw new Error("The rows differ in length.");
  rows.flat().forEach((letter, cell) => {
    if (letter === "#" || letter === marks[1]) walls.push(cell);
    else if (/[\p{L}\p{N}]/u.test(letter) && letter !== marks[0]) pieces.set(letter, [...pieces.get(letter) ?? [], cell]);
    else if (letter !== "." && letter !== marks[0]) throw new Error(`“${letter}” is no cell of a board.`);
  });
  return { rows: rows.length, columns, walls, pieces };
}
