// Play: moves by hand, their count, the shortest length from the current state, and hints.

let game = null;

// Starts a game on a board, or the page's game of named moves if there is no board, and ends the last one. `shapes` are drawn in
// each frame of a board. `carried` is the plan of the page itself, for games on which the search gives up.
function newGame(board, shapes = []) {
  game?.search.end();
  const rules = board ? new Rules(board) : new TaskRules(film.game);
  game = { board, shapes, rules, search: new Search(rules, showProgress), plan: null, carried: null, own: null, hint: null, quietUntil: Infinity };
}

// Returns the state of a frame: the anchors of its pieces, if it has none.
const stateOf = frame => frame.state ?? frame.places.map(([x, y]) =>
  Math.round(y / CELL - MARGIN) * game.board.columns + Math.round(x / CELL - MARGIN));

const pictureOf = state => game.board ? {
  description: sentences(game.board, state),
  places: state.map(anchor => corner(game.board, anchor)),
  shapes: game.shapes,
} : game.rules.picture(state);

const frameOf = (state, text, cost) => ({ ...pictureOf(state), caption: text, state, cost });

const startLine = own => ({ frames: [frameOf(game.rules.start, "start", 0)], own });

// Makes a move from the current frame, if the rules allow it. From there on the line is the player's own.
function makeMove(piece, to) {
  const state = stateOf(line.frames[now]);
  const cost = game.rules.reach(state, piece).get(to);
  if (!cost) return show(now, true);
  // Hints that were followed, and steps of a plan. A line that starts anew has none.
  const helped = (now === 0 ? 0 : line.own ? line.helped ?? 0 : now) + (game.hint?.piece === piece ? 1 : 0);
  const frames = line.frames.slice(0, now + 1);
  let from = state, price = cost;
  // Two moves of one piece in a row are joined if that is shorter.
  if (1 < frames.length) {
    const before = stateOf(frames.at(-2));
    const joined = game.board && pieceOf(before, state) === piece ? game.rules.reach(before, piece).get(to) : undefined;
    if (joined < cost + (frames.at(-1).cost ?? 1)) {
      frames.pop();
      [from, price] = [before, joined];
    }
  }
  if (0 < price) frames.push(frameOf(game.rules.moved(from, piece, to), game.rules.name(from, piece, to), price));
  game.own = { frames, own: true, helped };
  keepLine(frames.map(stateOf), helped);
  now = Math.max(frames.length - 2, 0);
  enter("game");
  showLine(game.own, frames.length - 1, true);
}

const showStatus = text => { element("state").textContent = text; };

function showProgress(states) {
  if (mode !== "game" || performance.now() < game.quietUntil) return;
  game.quietUntil = performance.now() + 1000;
  showStatus(`Looking for the shortest way: ${states.toLocaleString("en")} positions so far …`);
}

// Shows the shortest length below the board once it is known.
async function showLength(frame) {
  game.hint = null;
  if (!line.own) return;
  const { board, rules, search } = game, { metric } = rules, state = stateOf(frame), total = costTo(now);
  const isGoal = rules.isGoal(state);
  document.body.classList.toggle("solved", isGoal && 0 < now);
  if (isGoal && 0 < now && !line.helped) keepSolved(total);
  if (isGoal && 0 < now) showStatus(`Solved in ${counted(total, metric)}!`);
  game.quietUntil = isGoal ? Infinity : performance.now() + 300;
  const first = await search.length(isGoal ? stateOf(line.frames[0]) : state, () => line.frames[now] === frame);
  if (line.frames[now] !== frame || game.search !== search || mode !== "game") return;
  game.quietUntil = Infinity;
  if (isGoal) {
    if (0 < now) showStatus(`Solved in ${counted(total, metric)}! ${praise(total, first, metric)}`);
    else showStatus("The goal is reached already.");
  } else if (first === null && carriedFrom(state)) {
    showStatus(`Too many positions for this page; its plan has ${counted(carriedFrom(state).length, metric)} from here.`);
  } else if (first === null) {
    showStatus(`More than ${MAX_STATES.toLocaleString("en")} positions: too many for this page. bmcplan itself has no such limit.`);
  } else if (first === Infinity && !board && rules.moves(state).size === 0) {
    showStatus("The game ends here, and the goal is not reached.");
  } else if (first === Infinity) {
    showStatus("The goal cannot be reached from here.");
  } else {
    showStatus(`Shortest from here: ${counted(first, metric)}`);
  }
}

// Lets a car whose goal is at an edge drive off the board once the goal is reached.
function driveOff(frame) {
  if (now === 0 || !hasCars(game.board) || !game.rules.isGoal(stateOf(frame))) return;
  game.board.pieces.forEach((piece, index) => {
    const exit = exitsOf({ ...game.board, pieces: [piece] })[0]?.[0];
    if (!exit) return;
    const by = CELL * (piece.cells.length + 1), [x, y] = frame.places[index];
    const [dx, dy] = { right: [by, 0], left: [-by, 0], bottom: [0, by], top: [0, -by] }[exit];
    actors()[index].style.transform = `translate(${x + dx}px, ${y + dy}px)`;
  });
}

function praise(total, shortest, metric) {
  if (shortest === null) return "";
  if (total <= shortest) return line.helped ? `${counted(line.helped, "hints")} helped; nothing is shorter.` : "Nobody can do it in fewer.";
  return `It can be done in ${counted(shortest, metric)}.`;
}

// Returns the frames after a state in the plan of the page; null if the plan does not visit it.
function carriedFrom(state) {
  const frames = game.carried?.frames ?? [];
  const at = frames.findIndex(frame => stateOf(frame).every((anchor, piece) => anchor === state[piece]));
  return at < 0 || at === frames.length - 1 ? null : frames.slice(at + 1);
}

// Shows the first move of a shortest solution, or the next one of the page's plan. A second call makes the move.
async function hint() {
  const frame = line.frames[now], state = stateOf(frame);
  if (game.hint) return makeMove(game.hint.piece, game.hint.to);
  const length = await game.search.length(state);
  if (line.frames[now] !== frame || length === 0 || length === Infinity) return;
  const carried = length === null ? carriedFrom(state) : null;
  game.hint = carried ? game.rules.between(state, stateOf(carried[0])) : game.search.best(state);
  if (!game.hint) return;
  const { piece, to } = game.hint, name = game.rules.name(state, piece, to);
  showStatus(`Hint: ${name}. Press again to move.`);
  if (game.board) showGhost(piece, to);
  else hintPress(name);
}

// Shows a piece at the place that a hint moves it to.
function showGhost(piece, to) {
  const ghost = actors()[piece].cloneNode(true);
  for (const name of ["role", "tabindex", "aria-label", "data-name", "style"]) ghost.removeAttribute(name);
  for (const part of ghost.querySelectorAll("[id]")) part.removeAttribute("id");
  ghost.setAttribute("class", "ghost");
  ghost.setAttribute("transform", `translate(${corner(game.board, to).join(" ")})`);
  element("scene").append(ghost);
  [...actors()].forEach((actor, index) => actor.classList.toggle("moved", index === piece));
}

// Shows the rest of a solution from the current frame: a shortest one, or that of the page if there are too many positions.
// Returns whether there is one.
async function solveFromHere() {
  const frame = line.frames[now], before = line.frames.slice(0, now + 1), { rules, search } = game;
  const start = stateOf(frame), plan = await shortestPlan(search, start);
  const carried = plan ? null : carriedFrom(start);
  if (line.frames[now] !== frame || game.search !== search || !(plan ?? carried)) return false;
  let state = start;
  const after = carried ?? plan.map(({ piece, to }) => {
    const name = rules.name(state, piece, to);
    state = rules.moved(state, piece, to);
    return frameOf(state, name, 1);
  });
  game.plan = { frames: [...before, ...after], own: false };
  enter("player");
  showLine(game.plan, before.length - 1);
  return true;
}

// Moves a piece by one cell in the direction of an arrow key.
function onPieceKey(event) {
  const piece = [...actors()].indexOf(event.target.closest(".actor"));
  const direction = { ArrowUp: UP, ArrowDown: DOWN, ArrowLeft: LEFT, ArrowRight: RIGHT }[event.key];
  if (piece < 0 || direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (mode === "editor") return nudge(piece, direction);
  if (!DIRECTIONS[game.board.pieces[piece].axis].includes(direction)) return;
  const state = stateOf(line.frames[now]);
  game.rules.occupy(state);
  const to = game.rules.step(piece, state[piece], direction);
  if (0 <= to) makeMove(piece, to);
}

// Handles keys for the whole board: a piece's letter selects it, and the usual keys undo.
function onGameKey(event) {
  if (event.target.matches("select, input:not(#slider, [type=radio]), textarea")) return;
  const undoes = event.key === "Backspace" || (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  if (undoes && (line.own || mode === "editor")) {
    event.preventDefault();
    if (mode === "editor") undoEdit();
    else stepTo(event.shiftKey ? steps.forward : steps.back);
  } else if (game.board && /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const all = [...actors()], key = event.key;
    const named = all.find(actor => actor.dataset.name === key)
      ?? all.find(actor => actor.dataset.name.toLowerCase() === key.toLowerCase());
    named?.focus({ preventScroll: true });
  } else if (event.key === "?" && mode === "game") {
    hint();
  }
}

// Makes pieces focusable, with their places for screen readers.
function makeFocusable(frame) {
  const state = stateOf(frame);
  [...actors()].forEach((actor, piece) => {
    actor.setAttribute("role", "button");
    actor.setAttribute("tabindex", "0");
    actor.setAttribute("aria-label", sentenceOf(game.board, game.board.pieces[piece], state[piece]));
  });
}
