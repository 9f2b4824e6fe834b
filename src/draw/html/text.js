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
    return `${titleText(board)}start = """\n${rows(piece => piece.cells)}"""\ngoal = """\n${rows(goal)}"""\n${0 < sets.length ? `interchangeable = [${sets}]\n` : ""}`;
  }
  const isUsual = red && red.name === RED_NAMES.find(name => names.includes(name));
  const extras = titleText(board) + (!red ? "" : `${isUsual ? "" : `red = ${JSON.stringify(red.name)}\n`}${goalText(board, red)}`);
  if (plain && board.pieces.every(piece => 1 < piece.cells.length)) return `${extras}board = """\n${rows(piece => piece.cells)}"""\n`;
  const place = cell => `${rowOf(board, cell) + 1}, ${columnOf(board, cell) + 1}`;
  const cars = board.pieces.map(({ name, cells, axis }) => `  { name = ${JSON.stringify(name)}, length = ${cells.length}, `
    + `orientation = "${axis === "row" ? "h" : "v"}", row = ${rowOf(board, cells[0]) + 1}, column = ${columnOf(board, cells[0]) + 1} },\n`);
  return `rows = ${board.rows}\ncolumns = ${board.columns}\nwalls = [${board.walls.map(wall => `[${place(wall)}]`).join(", ")}]\n${extras}car = [\n${cars.join("")}]\n`;
}

const titleText = board => board.title ? `name = ${JSON.stringify(board.title)}\n` : "";

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

// The board that a text says, with its title, and with `doubt`, a sentence about what may have been meant otherwise; throws a
// sentence where there is none.
function boardFromText(text) {
  const title = /^\s*name\s*=\s*"([^"]*)"/m.exec(text)?.[1].trim() || undefined;
  const between = key => new RegExp(`^\\s*${key}\\s*=\\s*(?:"""|'''|"|')([^"']*)`, "m").exec(text)?.[1];
  const parts = /^\s*start\s*\n([^]*?)\n\s*goal\s*\n([^]*)$/.exec(text);
  const [start, goal] = parts ? parts.slice(1) : [between("start"), between("goal")];
  if (start !== undefined && goal !== undefined) return { ...blocksFrom(cellsFrom(start), cellsFrom(goal), text), title };
  const isList = /^\s*(\[\[car\]\]|car\s*=)/m.test(text);
  const { marks, ...made } = isList ? listedIn(text) : drawnIn(between("board") ?? squared(text));
  const names = new Set([/^\s*red\s*=\s*"(.*)"/m.exec(text)?.[1] ?? [], marks?.names ?? []].flat());
  if (1 < names.size) throw new Error(`The red car has two names: ${[...names].join(" and ")}.`);
  const [said] = names;
  const find = name => made.pieces.find(piece => piece.name === name);
  const red = said === undefined ? RED_NAMES.map(find).find(Boolean) : find(said);
  if (!red) throw new Error(said === undefined ? "There is no red car: X, A or r; x is a wall." : `There is no car “${said}”.`);
  const given = /^\s*goal\s*=\s*\{\s*(?:row|column)\s*=\s*(\d+)/m.exec(text)?.[1];
  const [mark, more] = marks?.signs ?? [];
  if (mark && given !== undefined) throw new Error("The goal is given twice: on the frame, and as a place.");
  const lane = red.axis === "row" ? rowOf(made, red.cells[0]) : columnOf(made, red.cells[0]);
  if (more || mark && !(mark.axis === red.axis && mark.lane === lane)) throw new Error(`The marks on the frame are not those of the red car, ${red.name}.`);
  const wanted = given ?? mark?.goal;
  const [first] = red.cells, end = (red.axis === "row" ? made.columns : made.rows) - red.cells.length;
  const along = wanted === undefined ? end : Number(wanted) - 1;
  red.goal = red.axis === "row" ? first - first % made.columns + along : along * made.columns + first % made.columns;
  const doubt = said === undefined && wanted === undefined && !mark ? doubtOf(made, red, text) : null;
  return { ...made, title, doubt };
}

// The names of the red car when none is given, best first.
const RED_NAMES = ["X", "A", "r"];

// A sentence where another car may have been meant than the one that its name makes red; null where there is no doubt. A car
// speaks for itself that can leave on the right, and more so in the row of the exit.
function doubtOf(board, red, text) {
  const { rows, columns, walls, pieces } = board, row = piece => rowOf(board, piece.cells[0]);
  const isBeyond = (piece, cell) => rowOf(board, cell) === row(piece) && piece.cells[0] < cell;
  const canLeave = piece => piece.axis === "row" && !walls.some(wall => isBeyond(piece, wall))
    && !pieces.some(other => other.axis === "row" && isBeyond(piece, other.cells[0]));
  const claim = piece => (canLeave(piece) ? 2 : 0) + (piece.axis === "row" && row(piece) === Math.floor((rows - 1) / 2) ? 1 : 0);
  const isRival = piece => piece !== red && RED_NAMES.some(name => name.toLowerCase() === piece.name.toLowerCase())
    && canLeave(piece) && claim(red) <= claim(piece);
  const [rival] = pieces.filter(isRival).sort((a, b) => claim(b) - claim(a));
  if (red.name === "X" && !(red.axis === "column" && rival)) return null;
  const here = `${red.name} is the red car here`;
  const isPair = walls.length === 2 && walls[1] === walls[0] + 1 && walls[1] % columns !== 0 && text.includes("xx");
  if (isPair && pieces.every(piece => /^\p{Ll}+$/u.test(piece.name))) return `${here}, and xx are two walls: the red car is a capital X.`;
  if (rival) return `${here}, though ${rival.name} could leave on the right: the goal can be given to it.`;
  return red.axis === "column" ? `${here}, and moves up and down: the goal can be given to another car.` : null;
}

// The board that rows of characters draw.
function drawnIn(text) {
  const { rows, columns, walls, pieces, marks } = cellsFrom(text, "ox");
  const cars = [...pieces].map(([name, cells]) => {
    const inRow = `Row ${Math.floor(cells[0] / columns) + 1}: car ${name}`;
    if (cells.length < 2) throw new Error(`${inRow} has a single cell.`);
    const axis = lineOf(cells, columns);
    if (axis === null) throw new Error(`${inRow} is bent or split.`);
    return { name, cells, axis, goal: null };
  });
  return { rows, columns, walls, metric: "units", cars: true, sets: [], pieces: cars, marks };
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
    if (!name || /^[.#*|<>^]$/.test(name) || !(1 <= length && number(entry, axis === "row" ? "column" : "row") + length <= end)) throw new Error("A car has no name or no place.");
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
  if ([start, goal].some(({ marks }) => 0 < marks?.signs.length || 0 < marks?.names.length)) throw new Error("The frame of start and goal has no marks and no names.");
  if (start.rows !== goal.rows || start.columns !== goal.columns) throw new Error("Start and goal differ in size.");
  const board = { rows: start.rows, columns: start.columns, walls: start.walls, metric: "units", cars: false, sets: [] };
  board.pieces = [...start.pieces].map(([name, cells]) => ({ name, cells, axis: null, goal: goal.pieces.get(name)?.[0] ?? null }));
  const sets = /^\s*interchangeable\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? "";
  board.sets = [...sets.matchAll(/"([^"]*)"/g)].map(([, letters]) => [...letters]);
  return board;
}

// The walls and pieces that rows of characters draw; spaces around them do not count. `signs` are an empty cell and a wall,
// besides `.` and `#`, where there is no frame around the board. Of a frame, what is marked on it.
function cellsFrom(text, signs = "") {
  const lines = text.split("\n").map(row => row.trim()).filter(row => row !== "" && !row.startsWith("%"));
  const { lines: inside, marks } = unframed(lines);
  const [empty, wall] = marks ? [] : signs;
  const rows = inside.map(row => [...row.replace(/\s/g, "")]);
  if (rows.length === 0) throw new Error("There are no rows.");
  const columns = rows[0].length, walls = [], pieces = new Map(), letters = rows.flat();
  const uneven = rows.findIndex(row => row.length !== columns);
  if (0 <= uneven) throw new Error(`Row ${uneven + 1} has ${counted(rows[uneven].length, "cells")}, and row 1 has ${columns}.`);
  const inRow = cell => `row ${Math.floor(cell / columns) + 1}`;
  for (const [sign, other, what] of [[".", empty, "an empty cell"], ["#", wall, "a wall"]]) {
    const [one, two] = [letters.indexOf(sign), letters.indexOf(other)];
    if (one < 0 || two < 0) continue;
    throw new Error(`Both “${sign}” in ${inRow(one)} and “${other}” in ${inRow(two)} are ${what}: write “${sign}” everywhere, `
      + `and give a car “${other}” another letter, such as ${other.toUpperCase()}.`);
  }
  letters.forEach((letter, cell) => {
    if (letter === "#" || letter === wall) walls.push(cell);
    else if (/[\p{L}\p{N}]/u.test(letter) && letter !== empty) pieces.set(letter, [...pieces.get(letter) ?? [], cell]);
    else if (letter !== "." && letter !== empty) throw new Error(`“${letter}” in ${inRow(cell)} is no cell of a board.`);
  });
  return { rows: rows.length, columns, walls, pieces, marks };
}

// The rows of a printed board without its frame, with the signs on it that mark the end of a lane (1 is the first place there,
// nothing the last one), and the names behind it.
function unframed(lines) {
  if (!lines[0]?.startsWith("+")) return { lines };
  const signs = [], names = [], rows = [];
  for (const line of lines) {
    const edge = /^\+([-^v*]+)\+(?:\s+(\S+))?$/.exec(line), side = /^([|<])(.*)([|>*])(?:\s+(\S+))?$/.exec(line);
    if (!edge && !side) throw new Error(`“${line}” is no row in a frame: | at both ends.`);
    if (edge?.[1].includes("*") || side?.[3] === "*") throw new Error("The goal inside the frame is not read here: put it on the board.");
    [...edge?.[1] ?? ""].forEach((sign, at) => sign !== "-" && signs.push({ axis: "column", at, goal: sign === "^" ? 1 : undefined }));
    if (side?.[1] === "<") signs.push({ axis: "row", lane: rows.length, goal: 1 });
    if (side?.[3] === ">") signs.push({ axis: "row", lane: rows.length });
    names.push(edge?.[2] ?? side?.[4] ?? []);
    if (side) rows.push(side[2]);
  }
  // Signs above and below a column stand where its cells begin.
  const columns = [...rows[0] ?? ""].flatMap((sign, at) => /\s/.test(sign) ? [] : [at]);
  for (const sign of signs) sign.lane ??= columns.indexOf(sign.at);
  return { lines: rows, marks: { signs, names: names.flat() } };
}
