// What the browser keeps for this page: the moves on a board, and the boards that were solved, with the fewest moves. A page opened
// from a file may have no storage.

const keptAs = (what, board) => `bmcplan ${what} ${board ? addressOf(board) : game.rules.digest}`;

function kept(what, board) {
  try {
    return JSON.parse(localStorage.getItem(keptAs(what, board)));
  } catch {
    return null;
  }
}

function keep(what, board, value) {
  try {
    localStorage.setItem(keptAs(what, board), JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}

// Keeps the states of the player's own line, and how many hints helped.
const keepLine = (states, helped) => keep("line", game.board, { states, helped });

// Returns the player's own line as it was kept, if its moves are possible; otherwise null.
function keptLine() {
  const { states, helped } = kept("line", game.board) ?? {}, { rules } = game;
  if (!Array.isArray(states) || states.length < 2 || String(states[0]) !== String(rules.start)) return null;
  const { frames } = startLine(true);
  for (const state of states.slice(1)) {
    const before = stateOf(frames.at(-1));
    if (!Array.isArray(state) || state.length !== before.length) return null;
    const move = rules.between(before, state), cost = move && rules.reach(before, move.piece).get(move.to);
    if (!cost) return null;
    frames.push(frameOf(state, rules.name(before, move.piece, move.to), cost));
  }
  return { frames, own: true, helped: Number(helped) || 0 };
}

function keepSolved(moves) {
  const best = keptSolved(game.board);
  keep("solved", game.board, best === null ? moves : Math.min(best, moves));
}

// Returns the fewest moves by which a board was solved without hints; null if it was not.
function keptSolved(board) {
  const moves = kept("solved", board);
  return Number.isInteger(moves) ? moves : null;
}
