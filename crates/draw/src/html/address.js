// A board in the address of the page, so that it can be shared: `#b=AAoBoo-…&m=slides&g=A1.5`.
//
// `b` has the rows with a letter per piece, `o` for an empty cell and `x` for a wall, as in collections of boards. `k` is
// `blocks` for sliding blocks; without it the pieces are cars. `m` is the metric, `g` the goals: letter, row and column of the
// anchor. `n` has the names of all pieces if they are not the letters, `s` sets of interchangeable pieces, `t` vertical cars
// of one cell.

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz0123456789"];

// Greatest length of an address, in characters.
const LONGEST_ADDRESS = 20000;

// Returns the board as the end of an address, without `#`.
function addressOf(board) {
  const pieces = [...board.pieces].sort((one, other) => one.cells[0] - other.cells[0]);
  const plain = pieces.every(piece => LETTERS.includes(piece.name));
  const letters = pieces.map(({ name }, index) => plain ? name : LETTERS[index] ?? String.fromCharCode(0x4e00 + index));
  const cells = new Array(board.rows * board.columns).fill("o");
  for (const wall of board.walls) cells[wall] = "x";
  pieces.forEach((piece, index) => piece.cells.forEach(cell => { cells[cell] = letters[index]; }));
  const lettersOf = fits => letters.filter((_, index) => fits(pieces[index]));
  const sets = [...new Set(pieces.filter(piece => piece.goal !== null).map(piece => piece.group))]
    .map(group => lettersOf(piece => piece.group === group).join(""));
  const place = cell => `${rowOf(board, cell) + 1}.${columnOf(board, cell) + 1}`;
  const parts = {
    b: Array.from({ length: board.rows }, (_, row) => cells.slice(row * board.columns, (row + 1) * board.columns).join("")).join("-"),
    k: hasCars(board) ? "" : "blocks",
    m: board.metric,
    g: pieces.flatMap(({ goal }, index) => goal === null ? [] : [letters[index] + place(goal)]).join("_"),
    s: sets.filter(set => 1 < set.length).join("_"),
    t: lettersOf(piece => piece.axis === "column" && piece.cells.length === 1).join(""),
  };
  const texts = Object.entries(parts).filter(([, text]) => text).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  if (!plain) texts.push(`n=${pieces.map(({ name }) => encodeURIComponent(name).replaceAll("_", "%5F")).join("_")}`);
  return texts.join("&");
}

// Returns the board of an address without `#`, or a sentence about its fault.
function boardOf(address) {
  try {
    if (LONGEST_ADDRESS < address.length) return "The address is too long.";
    const parts = Object.fromEntries(address.split("&").map(part => part.split("=")).filter(part => part.length === 2));
    const board = read(parts);
    return faultOf(board) ?? grouped(board, parts.sets);
  } catch {
    return "The address has no board that can be read.";
  }
}

function read(parts) {
  const decoded = key => decodeURIComponent(parts[key] ?? "");
  const rows = decoded("b").split("-").map(row => [...row]);
  const columns = rows[0].length;
  if (rows.some(row => row.length !== columns)) throw new Error("rows of different lengths");
  const cars = decoded("k") !== "blocks", walls = [], byLetter = new Map();
  rows.flat().forEach((letter, cell) => {
    if (letter === "x" || letter === "#") walls.push(cell);
    else if (letter !== "o" && letter !== ".") byLetter.set(letter, [...byLetter.get(letter) ?? [], cell]);
  });
  const list = key => decoded(key).split("_").filter(Boolean);
  const goals = new Map(list("g").map(goal => {
    const [, letter, row, column] = /^(.)(\d{1,2})\.(\d{1,2})$/u.exec(goal);
    return [letter, (Number(row) - 1) * columns + Number(column) - 1];
  }));
  const names = (parts.n ?? "").split("_").filter(Boolean).map(decodeURIComponent);
  const nameOfLetter = new Map([...byLetter.keys()].map((letter, index) => [letter, names[index] ?? letter]));
  const upright = [...decoded("t")];
  parts.sets = list("s").map(set => [...set].map(letter => nameOfLetter.get(letter)));
  const pieces = [...byLetter].map(([letter, cells]) => ({
    name: nameOfLetter.get(letter),
    cells,
    axis: cars ? axisOf(cells, columns, upright.includes(letter)) : null,
    goal: goals.get(letter) ?? null,
  }));
  // As in boards without a goal: the red car leaves its row at the right.
  const red = ["X", "A"].map(name => pieces.find(piece => piece.name === name)).find(Boolean);
  if (cars && goals.size === 0 && red?.axis === "row") {
    red.goal = red.cells[0] - red.cells[0] % columns + columns - red.cells.length;
  }
  return { rows: rows.length, columns, walls, pieces, metric: decoded("m") || "units" };
}

// Returns the axis of a car with these cells.
function axisOf(cells, columns, upright) {
  const axis = lineOf(cells, columns);
  if (axis === null) throw new Error("A car is bent.");
  return cells.length === 1 && upright ? "column" : axis;
}
