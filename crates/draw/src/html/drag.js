// Dragging: a piece follows the mouse or the finger as far as it can move. On release it stays at the nearest place.

let drag = null;

// Returns the place of an event in the picture.
function pointOf(event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(element("board").getScreenCTM().inverse());
  return [x, y];
}

function takeHold(event) {
  const actor = event.target.closest(".actor");
  if (!actor || event.button !== 0 || drag) return;
  pause();
  const piece = [...actors()].indexOf(actor), state = stateOf(line.frames[now]);
  actor.focus({ preventScroll: true });
  actor.setPointerCapture(event.pointerId);
  actor.classList.add("held");
  drag = { actor, piece, state, at: state[piece], grip: pointOf(event), pointer: event.pointerId };
  event.preventDefault();
}

// Moves the piece step by step towards the pointer, so it passes corners only where the pointer does.
function pull(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { actor, piece, state, grip } = drag, { rules, board } = game;
  const [x, y] = pointOf(event), [startX, startY] = corner(board, state[piece]);
  const wanted = [startX + x - grip[0], startY + y - grip[1]];
  const away = anchor => {
    const [atX, atY] = corner(board, anchor);
    return Math.hypot(wanted[0] - atX, wanted[1] - atY);
  };
  rules.occupy(state);
  const free = DIRECTIONS[board.pieces[piece].axis];
  const next = at => free.map(direction => rules.step(piece, at, direction)).filter(there => 0 <= there);
  for (;;) {
    const best = next(drag.at).reduce((one, other) => away(other) < away(one) ? other : one, drag.at);
    if (best === drag.at) break;
    drag.at = best;
  }
  // Between two cells the piece is at the pointer.
  const [atX, atY] = corner(board, drag.at);
  const [overX, overY] = [wanted[0] - atX, wanted[1] - atY];
  const sideways = Math.abs(overY) < Math.abs(overX);
  const over = sideways ? overX : overY;
  const direction = sideways ? (over < 0 ? LEFT : RIGHT) : over < 0 ? UP : DOWN;
  const open = free.includes(direction) && 0 <= rules.step(piece, drag.at, direction);
  const part = open ? Math.max(-CELL / 2, Math.min(CELL / 2, over)) : 0;
  actor.style.transform = `translate(${atX + (sideways ? part : 0)}px, ${atY + (sideways ? 0 : part)}px)`;
}

function letGo(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { actor, piece, state, at } = drag;
  drag = null;
  actor.classList.remove("held");
  if (event.type === "pointerup" && at !== state[piece]) makeMove(piece, at);
  else show(now, true);
}

function listenToPointers() {
  const board = element("board");
  board.addEventListener("pointerdown", event => mode === "editor" ? editDown(event) : takeHold(event));
  board.addEventListener("pointermove", event => mode === "editor" ? editMove(event) : pull(event));
  // A finger on a piece does not scroll the page.
  board.addEventListener("touchstart", event => {
    if (mode === "editor" || event.target.closest(".actor")) event.preventDefault();
  }, { passive: false });
  for (const end of ["pointerup", "pointercancel"]) {
    board.addEventListener(end, event => mode === "editor" ? editUp(event) : letGo(event));
  }
}
