// The player: shows the frames of a line one by one, or plays them. A line is a plan, or the moves of a player so far.

const film = JSON.parse(element("film").textContent);

// Duration of a step, and the greatest duration of its motion, in milliseconds at speed 1.
const PERIOD = 900, MOTION = 450;

const [caption, moves, slider, play] = ["caption", "moves", "slider", "play"].map(element);

// Shapes that only some frames show; frames refer to them by number.
const props = [...element("scene").children, ...element("props").children];

let line = { frames: film.frames, own: false };
let now = 0;
let timer = null;

// Further callbacks for a shown frame.
const whenShown = [];

const actors = () => element("actors").children;
const lastStep = () => line.frames.length - 1;
const period = () => PERIOD / Number(element("speed").value);

// Returns the number of moves up to a step, in the metric.
const costTo = step => line.frames.slice(1, step + 1).reduce((sum, frame) => sum + (frame.cost ?? 1), 0);

// Returns the length up to a step in the metric, and for cars in the other one, too: a frame is a slide of some units.
function measures(step) {
  const own = counted(costTo(step), game.rules.metric);
  if (!game.board || !hasCars(game.board)) return own;
  const states = line.frames.slice(0, step + 1).map(stateOf);
  let units = 0, slides = 0, last = null;
  states.slice(1).forEach((state, index) => {
    const piece = pieceOf(states[index], state), by = state[piece] - states[index][piece];
    units += Math.abs(by) / (game.board.pieces[piece]?.axis === "row" ? 1 : game.board.columns);
    // Two moves of one car in one direction are one slide.
    const way = `${piece} ${Math.sign(by)}`;
    if (way !== last) slides += 1;
    last = way;
  });
  return `${own}, ${game.board.metric === "units" ? counted(slides, "slides") : counted(units, "units")}`;
}

function title(step) {
  if (line.own) return measures(step);
  return lastStep() === 0 ? "No moves" : `${film.step} ${step} of ${lastStep()}`;
}

// Checks whether the step to this frame moved an actor.
function hasMoved(step, index) {
  const [old, here] = [step - 1, step].map(number => line.frames[number]?.places[index]);
  return Boolean(old && here) && (old[0] !== here[0] || old[1] !== here[1]);
}

// Puts all actors in their places in a frame. A new actor appears in its place without motion.
function place(step, animated) {
  const frame = line.frames[step], all = [...actors()];
  const jumping = all.filter(actor => !animated || actor.classList.contains("gone"));
  for (const actor of jumping) actor.style.transition = "none";
  all.forEach((actor, index) => {
    const at = frame.places[index];
    if (at) actor.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
  });
  // Makes the browser apply the places before motion is allowed again.
  element("board").getBoundingClientRect();
  for (const actor of jumping) actor.style.transition = "";
  all.forEach((actor, index) => {
    actor.classList.toggle("gone", !frame.places[index]);
    actor.classList.toggle("moved", hasMoved(step, index));
  });
  element("scene").replaceChildren(...frame.shapes.map(number => props[number]));
}

// Marks the current move, makes it the Tab stop, and scrolls the list to it, but not the page.
function mark(step) {
  const old = moves.querySelector("[aria-current]");
  old?.removeAttribute("aria-current");
  old?.setAttribute("tabindex", "-1");
  const button = moves.children[step].firstChild;
  button.setAttribute("aria-current", "step");
  button.setAttribute("tabindex", "0");
  const [list, item] = [moves.getBoundingClientRect(), button.getBoundingClientRect()];
  // On a low screen the list extends below the screen.
  const bottom = Math.min(list.bottom, innerHeight), space = bottom - list.top;
  const margin = 3 * item.height <= space ? item.height : 0;
  if (item.top < list.top + margin) moves.scrollTop += item.top - list.top - margin;
  else if (item.height <= space && bottom - margin < item.bottom) moves.scrollTop += item.bottom - bottom + margin;
}

// Updates the caption. It is silent during playback, and while the slider has the focus, which reads its own value.
function say() {
  const silent = timer !== null || document.activeElement === slider;
  caption.setAttribute("aria-live", silent ? "off" : "polite");
  element("count").textContent = title(now);
  element("move").textContent = line.frames[now].caption;
}

// Shows a step. Only a step to a neighbour is animated.
function show(step, animated = Math.abs(step - now) === 1) {
  now = step;
  const frame = line.frames[now];
  document.documentElement.style.setProperty("--motion", `${line.own ? 150 : Math.min(MOTION, 0.6 * period())}ms`);
  place(now, animated);
  mark(now);
  slider.value = now;
  slider.setAttribute("aria-valuetext", `${title(now)}: ${frame.caption}`);
  say();
  // Twice: hidden contents of a closed element describe nothing.
  for (const id of ["description", "words"]) element(id).textContent = frame.description;
  for (const id of ["first", "back", "undo", "restart"]) element(id).setAttribute("aria-disabled", now === 0);
  for (const id of ["forward", "last", "redo"]) element(id).setAttribute("aria-disabled", now === lastStep());
  for (const then of whenShown) then(frame);
}

// Shows another line at a step.
function showLine(next, step, animated = false) {
  pause();
  line = next;
  slider.max = lastStep();
  slider.disabled = lastStep() === 0;
  play.setAttribute("aria-disabled", lastStep() === 0);
  list();
  show(step, animated);
}

// Writes `hash` into the address. Some browsers limit frequent changes, or forbid them in a frame; such errors are ignored.
function writeAddress(hash) {
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch {
    // Nothing depends on it.
  }
}

// Goes to a step, if it exists, and writes it into the address if it belongs to the page's own plan.
function go(step) {
  const target = Math.min(Math.max(step, 0), lastStep());
  if (target === now || target < 0) return;
  show(target);
  if (line.frames === film.frames) writeAddress(`#${now}`);
}

function pause() {
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  dress();
}

// Plays the next step. Playback stops before the last step is shown, so that it is announced.
function tick() {
  if (now + 1 < lastStep()) {
    timer = setTimeout(tick, period());
  } else {
    pause();
  }
  go(now + 1);
}

function toggle() {
  if (lastStep() === 0) return;
  if (timer !== null) {
    pause();
    say();
    return;
  }
  const again = now === lastStep();
  timer = setTimeout(tick, again ? period() : 0);
  dress();
  if (again) go(0);
}

function dress() {
  const playing = timer !== null;
  document.body.classList.toggle("playing", playing);
  play.setAttribute("aria-label", playing ? "Pause" : "Play");
  play.setAttribute("title", playing ? "Pause (space)" : "Play (space)");
}

function stepTo(target) {
  pause();
  go(target());
}

function stepFromAddress() {
  const number = /^#(\d+)$/.exec(location.hash);
  return number ? Math.min(Number(number[1]), lastStep()) : null;
}

const steps = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => lastStep() };
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

function list() {
  moves.replaceChildren(...line.frames.map((frame, index) => {
    const [item, button, number, name] = ["li", "button", "span", "span"].map(tag => document.createElement(tag));
    number.className = "number";
    number.textContent = index === 0 || film.step === "Step" ? index : `${film.step.toLowerCase()} ${index}`;
    name.textContent = frame.caption;
    button.type = "button";
    button.setAttribute("tabindex", "-1");
    button.append(number, " ", name);
    item.append(button);
    return item;
  }));
}

// Handles the keys of the player, unless another element uses them.
function onPlayerKey(event) {
  if (event.defaultPrevented || ["editor", "gallery"].includes(mode) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const on = event.target;
  // The slider and the selection of speed use these keys; buttons use the space bar.
  if (on.matches("select, input:not(#slider), textarea") || (on === slider && event.key !== " ")) return;
  if (event.key === " ") {
    if (on.matches("button, summary") || line.own) return;
    toggle();
  } else if (event.key in keys) {
    stepTo(steps[keys[event.key]]);
  } else {
    return;
  }
  event.preventDefault();
}

function listenToPlayer() {
  for (const [id, target] of Object.entries(steps)) element(id).addEventListener("click", () => stepTo(target));
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => stepTo(() => Number(slider.value)));
  moves.addEventListener("click", event => {
    const item = event.target.closest("li");
    if (item) stepTo(() => [...moves.children].indexOf(item));
  });
  moves.addEventListener("keydown", event => {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    stepTo(() => now + way);
    moves.children[now].firstChild.focus({ preventScroll: true });
  });
}
