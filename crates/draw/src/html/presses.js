// The moves of a game as buttons. Impossible ones are pale; where there are many moves, they are not shown.

const MANY_MOVES = 12;

function listenToPresses() {
  element("presses").replaceChildren(...game.rules.names.map(name => {
    const button = html("button", "", name.replace(/^\((.*)\)$/, "$1"));
    button.type = "button";
    button.dataset.name = name;
    button.addEventListener("click", () => {
      const number = game.rules.moves(stateOf(line.frames[now])).get(name);
      if (number !== undefined) makeMove(number, null);
    });
    return button;
  }));
  element("presses").hidden = false;
  document.body.classList.add("pressing");
  measureShapes();
  element("board").addEventListener("click", event => {
    if (mode === "game") pressAt(pointOf(event));
  });
}

function showPresses(frame) {
  const moves = game.rules.moves(stateOf(frame));
  for (const button of element("presses").children) {
    const isPossible = moves.has(button.dataset.name);
    button.setAttribute("aria-disabled", !isPossible);
    button.hidden = !isPossible && MANY_MOVES < game.rules.names.length;
    button.classList.remove("hinted");
  }
}

function hintPress(name) {
  for (const button of element("presses").children) button.classList.toggle("hinted", button.dataset.name === name);
}

// Presses what is drawn at a point of the picture: the only possible move whose arguments are, in order, among those of the fact
// drawn there. So `(press 1 2)` presses the light of `(lit 1 2)`. A light that is off is drawn by no fact that holds.
function pressAt(point) {
  const { facts } = film.game, state = stateOf(line.frames[now]), moves = game.rules.moves(state);
  const here = facts.filter((_, fact) => boxesOf(fact).some(box => isInside(box, point)));
  const holding = here.filter(fact => game.rules.holds(fact, state));
  const pointed = (0 < holding.length ? holding : here).map(({ name }) => argumentsOf(name));
  const found = [...moves].filter(([name]) => pointed.some(given => isAmong(argumentsOf(name), given)));
  if (found.length === 1) makeMove(found[0][1], null);
}

const argumentsOf = name => name.replace(/^\(|\)$/g, "").split(" ").slice(1);

function isAmong(wanted, given) {
  let at = 0;
  for (const term of given) if (term === wanted[at]) at += 1;
  return 0 < wanted.length && at === wanted.length;
}

const isInside = ({ x, y, width, height }, [atX, atY]) => x <= atX && atX <= x + width && y <= atY && atY <= y + height;

// Returns the boxes of what a fact draws, in the units of the picture.
function boxesOf(fact) {
  const { shapes, places } = film.game.facts[fact];
  const tokens = places.flatMap((place, actor) => {
    const { x, y, width, height } = actors()[actor].getBBox();
    const at = place && (line.frames[now].places[actor] ?? place);
    return at ? [{ x: x + at[0], y: y + at[1], width, height }] : [];
  });
  return [...shapes.map(number => shapeBoxes[number]), ...tokens];
}

// The boxes of all shapes, by number. Only what is shown has a box.
let shapeBoxes = [];

function measureShapes() {
  element("scene").append(...props);
  shapeBoxes = props.map(shape => shape.getBBox());
}
