// Boards as text that bmcplan reads, in both directions: rows of characters, or TOML with a board, or with a start and a goal.

// Returns the text of a board.
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

// Returns rows of characters with the pieces at the cells of `cellsOf`.
function rowsOf(board, cellsOf) {
  const cells = new Array(board.rows * board.columns).fill(".");
  for (const wall of board.walls) cells[wall] = "#";
  for (const piece of board.pieces) for (const cell of cellsOf(piece)) cells[cell] = piece.name;
  return Array.from({ length: board.rows }, (_, row) => `${cells.slice(row * board.columns, (row + 1) * board.columns).join("")}\n`).join("");
}

// Returns the board of a text, with its title, and with `doubt`, a sentence about another possible reading. Throws a sentence
// if the text is invalid.
function boardFromText(typed) {
  const text = typed.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"), rows = rowsIn(text);
  if (rows.some(row => /^\[|^[^\s=]+\s*=/.test(row))) return boardFromToml(text);
  if (rows.some(row => /^[^#].*[A-Za-z0-9_]\(/.test(row))) throw new Error("This page reads no facts; bmcplan does.");
  if (["start", "goal"].every(heading => rows.includes(heading))) return blocksUnder(rows);
  const isRoad = part => {
    try {
      return faultOf(roadFrom(drawnIn(part), text)) === null;
    } catch {
      return false;
    }
  };
  const parts = text.split(/\n\s*\n/).map(rowsIn).filter(part => 0 < part.length);
  if (1 < parts.length && parts.every(isRoad)) throw new Error("These are several boards, between blank lines: this page reads one, bmcplan all of them.");
  return roadFrom(drawnIn(rows.length === 1 && !isRoad(rows) ? squared(rows[0]) : rows), text);
}

// Returns rows of characters, without outer spaces, blank lines and comments.
const rowsIn = text => text.split("\n").map(row => row.trim()).filter(row => row !== "" && !row.startsWith("%"));

function boardFromToml(text) {
  const collection = /^\s*\[\[\s*(?:problem|board|puzzle)\s*\]\]/m.exec(text);
  if (collection) throw new Error(`${collection[0].trim()} is of a collection, which this page does not read; bmcplan does. Paste a board without its ${collection[0].trim()} and id.`);
  const table = tableFrom(text);
  if (table.has("cost")) throw new Error("This page plays no boards with costs, and would count their moves as one each; bmcplan solves them.");
  const about = ["name", "source"], [name] = about.map(key => valueIn(table, key, "text in quotes"));
  if (table.has("start")) {
    checkKeys(table, "a sliding-block puzzle", ["start", "goal"], ["interchangeable", ...about]);
    const [start, goal] = ["start", "goal"].map(key => cellsFrom(rowsIn(valueIn(table, key, "text in quotes")), false));
    const sets = (valueIn(table, "interchangeable", "list") ?? []).map(set => [...valueIn(new Map([["interchangeable", set]]), "interchangeable", "text in quotes")]);
    return { ...blocksFrom(start, goal, sets), title: name?.trim() || undefined };
  }
  const list = ["rows", "columns", "walls", "car"], others = ["red", "goal", ...about], isDrawn = table.has("board");
  if (isDrawn && list.some(key => table.has(key))) throw new Error("The board is given twice: in rows of characters, and as a list of cars.");
  if (isDrawn) checkKeys(table, "a board", ["board"], others);
  else checkKeys(table, "a board without rows of characters", ["rows", "columns"], ["walls", "car", ...others]);
  const made = isDrawn ? drawnIn(rowsIn(valueIn(table, "board", "text in quotes"))) : listedIn(table);
  const road = roadFrom(made, text, valueIn(table, "red", "text in quotes"), valueIn(table, "goal", "table"));
  return { ...road, title: name?.trim() || undefined };
}

// Returns a board of cars with the red car's goal: the given one, or that of the marks on the frame.
function roadFrom({ marks = [], named = [], stars = [], ...made }, text, red = named[0], goal = undefined) {
  const other = named.find(name => name !== red), find = name => made.pieces.find(piece => piece.name === name);
  if (other) throw new Error(`The red car has two names: ${red} and ${other}.`);
  if (goal && 0 < marks.length) throw new Error("The goal is given twice: on the frame, and as a place.");
  const car = red === undefined ? RED_NAMES.map(find).find(Boolean) : find(red);
  if (!car) throw new Error(red === undefined ? "There is no red car: X, A or r; x is a wall." : `There is no car “${red}”.`);
  const [first] = car.cells, end = (car.axis === "row" ? made.columns : made.rows) - car.cells.length;
  const marked = 0 < marks.length ? placeOfMarks(marks, made, car) : null;
  const along = goal ? placeOfGoal(goal, made, car, end) : marked ?? end;
  car.goal = car.axis === "row" ? first - first % made.columns + along : along * made.columns + first % made.columns;
  const goalCells = marks.some(({ sign }) => sign === "*") ? cellsAt(made, car, car.goal) : [];
  if (!stars.every(star => goalCells.includes(star))) throw new Error("A * stands in a cell that is none of a goal's: a goal inside the board has a * at the frame for each of its cells.");
  const doubt = red === undefined && !goal && marks.length === 0 ? doubtOf(made, car, text) : null;
  return { ...made, doubt };
}

// Returns the red car's goal in a table as its place along the lane, from 0.
function placeOfGoal(goal, board, car, end) {
  checkKeys(goal, "a goal", [], ["row", "column"]);
  const [key, other, of] = car.axis === "row" ? ["column", "row", rowOf] : ["row", "column", columnOf];
  const [along, across] = [key, other].map(each => valueIn(goal, each, "whole number")), lane = of(board, car.cells[0]) + 1;
  if (along === undefined || (across ?? lane) !== lane) throw new Error(`The goal is outside the lane of ${car.name}, which never leaves ${other} ${lane}.`);
  if (along < 1 || end + 1 < along) throw new Error(`The goal of ${car.name} is no place for it: ${key} 1 to ${end + 1}.`);
  return along - 1;
}

// Returns the same for the marks on a frame: an arrow where the car leaves, or a * next to each cell of its goal. Null stands
// for the end of the lane.
function placeOfMarks(marks, board, car) {
  const [{ sign, at, axis }] = marks, lane = (car.axis === "row" ? rowOf : columnOf)(board, car.cells[0]);
  if (marks.length === 1 && sign !== "*" && axis === car.axis && at === lane) return "<^".includes(sign) ? 0 : null;
  const places = marks.filter(mark => mark.sign === "*" && mark.axis !== car.axis).map(mark => mark.at);
  const [least, most] = [Math.min(...places), Math.max(...places)];
  if (places.length === marks.length && places.length === car.cells.length && most - least + 1 === places.length) return least;
  throw new Error(`The marks on the frame are not those of a goal of ${car.name}, which is the red car.`);
}

// Default names of the red car, best first.
const RED_NAMES = ["X", "A", "r"];

// Returns a sentence if the text may mean another red car than the default one; otherwise null. A car that can leave on the
// right is more likely the red one, and more so in the row of the exit.
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

// Returns the cars in rows of characters.
function drawnIn(lines) {
  const { rows, columns, walls, pieces, ...frame } = cellsFrom(lines, true);
  const cars = [...pieces].map(([name, cells]) => {
    const inRow = `Row ${Math.floor(cells[0] / columns) + 1}: car ${name}`;
    checkName(name);
    if (cells.length < 2) throw new Error(`${inRow} has a single cell.`);
    const axis = lineOf(cells, columns);
    if (axis === null) throw new Error(`${inRow} is bent or split.`);
    return { name, cells, axis, goal: null };
  });
  return { rows, columns, walls, metric: "units", cars: true, sets: [], pieces: cars, ...frame };
}

// Rejects a car whose name is a sign of printed boards.
function checkName(name) {
  if (/^[.#*|<>^]$/.test(name)) throw new Error(`A car cannot be called “${name}”, a sign of printed boards.`);
}

const AXES = new Map([["h", "row"], ["horizontal", "row"], ["v", "column"], ["vertical", "column"]]);

// Returns the cars of a list.
function listedIn(table) {
  const most = greatestSide(true);
  const numberOf = (value, key) => {
    if (Number.isInteger(value) && 1 <= value && value <= most) return value;
    throw new Error(`“${key}” is no whole number from 1 to ${most}.`);
  };
  const [rows, columns] = ["rows", "columns"].map(key => numberOf(table.get(key), key));
  const cell = (row, column, what) => {
    if (row <= rows && column <= columns) return (row - 1) * columns + column - 1;
    throw new Error(`${what} is off the board.`);
  };
  const walls = (valueIn(table, "walls", "list") ?? []).map(wall => {
    if (!Array.isArray(wall) || wall.length !== 2) throw new Error("A wall is no [row, column].");
    return cell(...wall.map(number => numberOf(number, "walls")), "A wall");
  });
  const pieces = (valueIn(table, "car", "list") ?? []).map(entry => {
    if (!(entry instanceof Map)) throw new Error("“car” is no list of tables.");
    checkKeys(entry, "a car", ["name", "length", "orientation", "row", "column"], []);
    const [name, orientation] = ["name", "orientation"].map(key => valueIn(entry, key, "text in quotes"));
    const [length, row, column] = ["length", "row", "column"].map(key => numberOf(entry.get(key), key));
    const axis = AXES.get(orientation);
    checkName(name);
    if (!axis) throw new Error(`There is no orientation “${orientation}”: h or v.`);
    const place = along => axis === "row" ? cell(row, column + along, name) : cell(row + along, column, name);
    return { name, cells: Array.from({ length }, (_, along) => place(along)), axis, goal: null };
  });
  return { rows, columns, metric: "units", cars: true, sets: [], pieces, walls: [...new Set(walls)] };
}

// Splits a single row of n·n cells into n rows, as in collections; returns any other row unchanged.
function squared(row) {
  const side = Math.sqrt([...row].length);
  if (side < 5 || !Number.isInteger(side)) return [row];
  return Array.from({ length: side }, (_, index) => [...row].slice(index * side, (index + 1) * side).join(""));
}

// Returns the puzzle under lines `start` and `goal`.
function blocksUnder(rows) {
  const isHeading = row => row === "start" || row === "goal";
  if (!isHeading(rows[0])) throw new Error(`“${rows[0]}” stands above “start” and “goal”; % begins a title.`);
  if (2 < rows.filter(isHeading).length) throw new Error("There is more than one “start” or “goal”: this page reads one puzzle, bmcplan collections, too.");
  const [start, goal] = ["start", "goal"].map(heading => {
    const below = rows.slice(rows.indexOf(heading) + 1), end = below.findIndex(isHeading);
    return cellsFrom(end < 0 ? below : below.slice(0, end), false);
  });
  return blocksFrom(start, goal, []);
}

function blocksFrom(start, goal, sets) {
  const { rows, columns, walls } = start;
  if ([start, goal].some(({ marks = [], named = [] }) => 0 < marks.length + named.length)) throw new Error("The frame of a start and a goal has no marks and no names.");
  if (rows !== goal.rows || columns !== goal.columns) throw new Error("Start and goal differ in size.");
  if (goal.walls.some(wall => !walls.includes(wall))) throw new Error("The goal has a wall where the start has none.");
  const board = { rows, columns, walls, metric: "units", cars: false, sets };
  const shape = cells => cells && shapeOf(board, { cells });
  for (const [name, cells] of goal.pieces) {
    if (!start.pieces.has(name)) throw new Error(`The goal names a piece ${name} that there is not.`);
    if (shape(cells) !== shape(start.pieces.get(name))) throw new Error(`Piece ${name} changes its shape.`);
  }
  for (const set of sets) {
    if (set.length < 2 || !set.every(name => start.pieces.has(name)) || new Set(set.map(name => shape(start.pieces.get(name)))).size !== 1) throw new Error(`“${set.join("")}” are no pieces of one shape.`);
  }
  if (new Set(sets.flat()).size < sets.flat().length) throw new Error("A piece is listed twice as interchangeable.");
  board.pieces = [...start.pieces].map(([name, cells]) => ({ name, cells, axis: null, goal: goal.pieces.get(name)?.[0] ?? null }));
  return board;
}

// Returns the walls and pieces in rows. Without a frame, boards of cars may have `o` for an empty cell and `x` for a wall.
function cellsFrom(lines, cars) {
  const { cells: rows, marks, named } = framed(lines) ?? spaced(lines) ?? unspaced(lines);
  const [empty, wall] = cars && !marks ? ["o", "x"] : [];
  if (rows.length === 0) throw new Error("There are no rows.");
  const columns = rows[0].length, walls = [], stars = [], pieces = new Map(), names = rows.flat();
  const uneven = rows.findIndex(row => row.length !== columns);
  if (0 <= uneven) throw new Error(`Row ${uneven + 1} has ${counted(rows[uneven].length, "cells")}, and row 1 has ${columns}.`);
  const inRow = cell => `row ${Math.floor(cell / columns) + 1}`;
  for (const [sign, other, what] of [[".", empty, "an empty cell"], ["#", wall, "a wall"]]) {
    const [one, two] = [names.indexOf(sign), names.indexOf(other)];
    if (one < 0 || two < 0) continue;
    throw new Error(`Both “${sign}” in ${inRow(one)} and “${other}” in ${inRow(two)} are ${what}: write “${sign}” everywhere, `
      + `and give a car “${other}” another letter, such as ${other.toUpperCase()}.`);
  }
  const isName = name => cars && marks !== undefined || (cars ? /^[\p{Alphabetic}\p{N}]+$/u : /^[\p{Alphabetic}\p{N}]$/u).test(name);
  names.forEach((name, cell) => {
    if (name === "#" || name === wall) walls.push(cell);
    else if (cars && marks && name === "*") stars.push(cell);
    else if (name === "." || name === empty) return;
    else if (isName(name)) pieces.set(name, [...pieces.get(name) ?? [], cell]);
    else throw new Error(`“${name}” in ${inRow(cell)} is no cell of a board.`);
  });
  return { rows: rows.length, columns, walls, pieces, marks, named, stars };
}

// Returns the cells of rows without spaces. Throws a sentence if some rows have spaces, or parts of a frame.
function unspaced(lines) {
  if (lines.some(line => line.startsWith("+"))) throw new Error("The frame is none that bmcplan prints: | . . B | with spaces between the cells, and +-------+ above and below.");
  const gap = lines.findIndex(line => /\s/.test(line));
  if (0 <= gap) throw new Error(`Row ${gap + 1} has spaces in it: all rows have them between their cells, or none; % begins a title.`);
  return { cells: lines.map(line => [...line]) };
}

// Returns the cells of a board printed with spaces between them, which may have names of several letters; null for other rows.
function spaced(lines) {
  const cells = lines.map(line => line.split(/\s+/));
  const isRow = row => 1 < row.length && row.every(word => [...word].length <= 3);
  return 1 < cells.length && cells.every(isRow) ? { cells } : null;
}

// Returns the cells of a framed board, the marks on the frame with their rows or columns, and the names behind them; null for
// other rows.
function framed(lines) {
  if (lines.length < 3) return null;
  const cells = [], marks = [], named = [];
  for (const [at, line] of lines.slice(1, -1).entries()) {
    const words = line.split(/\s+/), end = Math.max(...["|", ">", "*"].map(sign => words.lastIndexOf(sign)));
    if (end < 1 || end + 2 < words.length || !["|", "<"].includes(words[0])) return null;
    for (const sign of [words[end], words[0]]) if (sign !== "|") marks.push({ sign, at, axis: "row" });
    named.push(...words.slice(end + 1));
    cells.push(words.slice(1, end));
  }
  const starts = [...lines[1].matchAll(/\S+/g)].map(({ index }) => [...lines[1].slice(0, index)].length).slice(1, cells[0].length + 1);
  for (const [line, arrows] of [[lines[0], "^"], [lines.at(-1), "v*"]]) {
    const [edge, name, ...more] = line.split(/\s+/);
    if (!/^\+.*\+$/.test(edge) || 0 < more.length) return null;
    for (const [index, sign] of [...edge.slice(1, -1)].entries()) {
      if (sign === "-") continue;
      const at = starts.indexOf(index + 1);
      if (!arrows.includes(sign) || at < 0) return null;
      marks.push({ sign, at, axis: "column" });
    }
    if (name) named.push(name);
  }
  return { cells, marks, named };
}
