// The page as a whole: its start, and its modes: watch a solution, play, edit.

// player, game, editor or gallery.
let mode = "player";

const panels = { player: "player", game: "game", editor: "editor" };

// Shows the controls of a mode only.
function enter(next) {
  mode = next;
  document.body.classList.remove("solved");
  document.body.classList.toggle("editing", mode === "editor");
  document.body.classList.toggle("in-gallery", mode === "gallery");
  for (const [name, id] of Object.entries(panels)) element(id).hidden = name !== mode;
  for (const name of Object.keys(panels)) {
    element(`tab-${name}`).setAttribute("aria-pressed", name === mode);
    element(`tab-${name}`).removeAttribute("aria-disabled");
  }
  element("moves-list").hidden = mode === "editor";
  element("caption").hidden = mode === "editor";
  element("facts").hidden = mode === "player";
  if (mode === "game" && survey?.search !== game.search) surveyGame();
  if (mode !== "game") showStatus("");
}

// Plays a board that is not the page's own.
function playBoard(board) {
  newGame(board);
  drawStage(board);
  element("heading").textContent = document.title = board.title ?? "Your board";
}

// Checks whether there is a board to play, possibly from the editor.
function isReady() {
  if (mode !== "editor") return true;
  if (faultOf(draft) !== null) return false;
  playBoard(grouped(copyOf(draft), draft.sets));
  element("facts").open = false;
  mode = "game";
  return true;
}

function watch() {
  if (!isReady()) return;
  if (game.plan) {
    enter("player");
    showLine(game.plan, 0);
    return;
  }
  playOn();
  solveFromHere();
}

// Continues the game, or starts one.
function playOn() {
  if (!isReady()) return;
  enter("game");
  game.own ??= keptLine() ?? startLine(true);
  showLine(game.own, game.own.frames.length - 1);
}

function openEditor() {
  pause();
  if (mode === "editor") return;
  element("facts").open = true;
  draft = game ? draftOf(game.board) : emptyBoard();
  // Pieces keep their colours from Play to Edit.
  if (game) draft.pieces.forEach((piece, index) => { piece.colour = actors()[index]?.querySelector("path, polygon, rect")?.getAttribute("class"); });
  [past, chosen, stroke] = [[], -1, null];
  enter("editor");
  drawDraft();
}

// Loads the board of the text field. An invalid text stays there.
function readText() {
  let read;
  try {
    read = boardFromText(element("text").value);
  } catch (error) {
    showAdvice(error.message);
    return;
  }
  edit(() => {
    draft = { ...read, metric: metricsOf(read.cars).includes(draft.metric) ? draft.metric : read.metric };
    chosen = -1;
    return read.doubt ?? undefined;
  });
}

function copyLink() {
  const button = pressed;
  const say = text => {
    pressed = button;
    showAdvice(text);
    pressed = null;
  };
  const done = () => say("The link with this board is copied.");
  const fault = faultOf(draft);
  if (fault !== null) return say(`There is no link to this board yet. ${fault}`);
  const failed = () => say("The address of this page has the board in it: copy it from there.");
  return navigator.clipboard ? navigator.clipboard.writeText(location.href).then(done, failed) : failed();
}

// Actions of buttons and fields. A disabled button has `aria-disabled`.
const actions = {
  "tab-player": watch,
  "tab-game": playOn,
  "tab-editor": openEditor,
  undo: () => stepTo(steps.back),
  redo: () => stepTo(steps.forward),
  restart: () => stepTo(steps.first),
  hint,
  rest: async () => {
    if (await solveFromHere()) toggle();
  },
  add: () => edit(() => {
    const cell = Array.from({ length: draft.rows * draft.columns }, (_, at) => at).find(at => isFree([at], -1));
    if (cell === undefined) return "There is no room.";
    addPiece(withSpace(cell));
    return undefined;
  }),
  turn: () => edit(turn),
  remove: () => edit(() => removePiece(chosen)),
  unedit: undoEdit,
  clear: () => edit(() => {
    Object.assign(draft, { walls: [], pieces: [], sets: [], title: undefined });
    chosen = -1;
  }),
  link: copyLink,
  read: readText,
};

const fields = {
  kind: value => changeKind(value === "cars"),
  rows: value => resize(Number(value), draft.columns),
  columns: value => resize(draft.rows, Number(value)),
  metric: value => { draft.metric = value; },
};

function listenToButtons() {
  for (const [id, action] of Object.entries(actions)) {
    element(id).addEventListener("click", () => {
      pressed = element(id);
      if (pressed.getAttribute("aria-disabled") !== "true") action();
      pressed = null;
    });
  }
  document.addEventListener("keydown", event => {
    if (mode === "gallery") return;
    if (mode === "editor" && event.target.closest(".actor")) {
      if (event.key === "Delete") actions.remove();
      if (event.key === "+") actions.turn();
    }
    if (game?.board || mode === "editor") onPieceKey(event);
    if (!event.defaultPrevented) onGameKey(event);
  });
  element("tabs").hidden = false;
}

function listenToBoard() {
  for (const [id, change] of Object.entries(fields)) {
    element(id).addEventListener("change", event => edit(() => change(event.target.value)));
  }
  for (const each of document.querySelectorAll("input[name=tool]")) each.addEventListener("change", () => drawDraft());
  listenToPointers();
  element("board").addEventListener("focusin", event => {
    const piece = [...actors()].indexOf(event.target.closest(".actor"));
    if (mode !== "editor" || piece < 0 || piece === chosen || stroke) return;
    chosen = piece;
    drawDraft();
  });
  element("board").setAttribute("role", "application");
  element("board").setAttribute("aria-roledescription", "board");
  document.body.classList.add("playable");
}

// Shows the target of the address: a board, a board of a gallery, or a step.
function readAddress() {
  if (location.hash.startsWith("#b=")) {
    const board = boardOf(location.hash.slice(1));
    if (typeof board !== "string") {
      playBoard(board);
      playOn();
      return;
    }
    openEditor();
    showAdvice(board);
    return;
  }
  if (film.gallery) {
    const number = exhibitOf(location.hash);
    if (number < 0) openGallery();
    else openExhibit(number);
    return;
  }
  const target = stepFromAddress();
  if (target !== null && target !== now && line.frames === film.frames && mode === "player") {
    pause();
    show(target);
  }
}

function begin() {
  listenToPlayer();
  window.addEventListener("hashchange", readAddress);
  if (film.board || film.editor || film.gallery) {
    listenToButtons();
    listenToBoard();
    whenShown.push(frame => {
      makeFocusable(frame);
      driveOff(frame);
      showLength(frame);
    });
  }
  if (film.game) {
    film.frames.forEach((frame, step) => { frame.state = film.game.states[step]; });
    listenToButtons();
    element("tab-editor").hidden = true;
    whenShown.push(frame => {
      showPresses(frame);
      showLength(frame);
    });
  }
  document.addEventListener("keydown", onPlayerKey);
  if (film.board || film.game) {
    newGame(film.board, film.frames[0]?.shapes);
    if (film.game) listenToPresses();
    if (0 < lastStep()) game.carried = game.plan = line;
  }
  element("moves-list").hidden = false;
  element("details").hidden = false;
  if (film.gallery) {
    initGallery();
    readAddress();
    return;
  }
  if (lastStep() < 0) {
    if (film.editor) {
      if (location.hash.startsWith("#b=")) readAddress();
      else openEditor();
      return;
    }
    element("moves-list").hidden = true;
    element("move").textContent = "There is nothing to show.";
    return;
  }
  const step = stepFromAddress();
  enter("player");
  showLine(line, step ?? 0);
  if (location.hash.startsWith("#b=")) readAddress();
  else if (game && step === null) playOn();
}

begin();

// Interface for scripts outside of the page.
globalThis.bmcplan = Object.freeze({
  Rules, Search, Survey, withFixedPiece, withoutPiece, isWanted, isShared, shortestPlan, moved, sentences, addressOf, boardOf, textOf, draftOf, boardFromText, grouped,
});
