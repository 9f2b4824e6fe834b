// Names of moves, and sentences that describe the places of pieces.

const WAYS = ["up", "down", "left", "right"];

const counted = (count, unit) => `${count} ${count === 1 ? unit.replace(/s$/, "") : unit}`;

// Returns the name of a move, such as `B right 1 down 2`: a path with fewest steps, and of these one with fewest corners.
function nameOf(rules, state, piece, to) {
  rules.occupy(state);
  // By anchor and last direction: the best path there, and its corners.
  let open = new Map([["", { at: state[piece], corners: 0, way: [] }]]);
  const seen = new Set([state[piece]]);
  let found = [];
  while (found.length === 0 && 0 < open.size) {
    const next = new Map();
    for (const { at, corners, way } of open.values()) {
      for (const direction of DIRECTIONS[rules.board.pieces[piece].axis]) {
        const there = rules.step(piece, at, direction);
        if (there < 0 || seen.has(there)) continue;
        const turns = 0 < way.length && way.at(-1) !== direction ? 1 : 0;
        const longer = { at: there, corners: corners + turns, way: [...way, direction] };
        const key = `${there} ${direction}`, other = next.get(key);
        if (!other || isBetter(longer, other)) next.set(key, longer);
      }
    }
    for (const { at } of next.values()) seen.add(at);
    found = [...next.values()].filter(({ at }) => at === to);
    open = next;
  }
  const best = found.reduce((one, other) => isBetter(other, one) ? other : one, found[0]);
  const runs = [];
  for (const direction of best?.way ?? []) {
    if (runs.at(-1)?.direction === direction) runs.at(-1).steps += 1;
    else runs.push({ direction, steps: 1 });
  }
  return [rules.board.pieces[piece].name, ...runs.map(({ direction, steps }) => `${WAYS[direction]} ${steps}`)].join(" ");
}

const isBetter = (one, other) => one.corners < other.corners
  || one.corners === other.corners && one.way.join() < other.way.join();

const range = (what, first, last) => first === last ? `${what} ${first}` : `${what}s ${first} to ${last}`;

// Returns a place such as `row 4, columns 4 to 6`; a shape that is no rectangle is described row by row.
function placeOf(board, cells) {
  const rows = new Map();
  for (const cell of cells) {
    const row = rowOf(board, cell) + 1;
    rows.set(row, [...rows.get(row) ?? [], columnOf(board, cell) + 1]);
  }
  const parts = [];
  for (const [row, columns] of rows) {
    for (const [first, last] of runsOf(columns)) {
      const above = parts.find(part => part.last === row - 1 && part.left === first && part.right === last);
      if (above) above.last = row;
      else parts.push({ first: row, last: row, left: first, right: last });
    }
  }
  return parts.map(({ first, last, left, right }) => `${range("row", first, last)}, ${range("column", left, right)}`)
    .join("; ");
}

// Groups ascending numbers into runs of neighbours, each its first and last.
function runsOf(numbers) {
  const runs = [];
  for (const number of numbers) {
    if (runs.at(-1)?.[1] === number - 1) runs.at(-1)[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

const sentenceOf = (board, piece, anchor) => `${piece.name}: ${placeOf(board, cellsAt(board, piece, anchor))}`;

// Describes the places of all pieces, the walls and the goals, a line each, as in the descriptions of a film's frames.
function sentences(board, state) {
  const pieces = board.pieces.map((piece, index) => sentenceOf(board, piece, state[index]));
  const walls = 0 < board.walls.length ? [`walls: ${placeOf(board, [...board.walls].sort((a, b) => a - b))}`] : [];
  const goals = board.pieces.filter(piece => piece.goal !== null && cellsAt(board, piece, piece.goal))
    .map(piece => `goal of ${sentenceOf(board, piece, piece.goal)}`);
  return [...pieces, ...walls, ...goals].map(sentence => `${sentence}\n`).join("");
}
