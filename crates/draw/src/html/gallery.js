// The gallery: all boards of a collection as small pictures, sorted and filtered by their figures. Each opens for play.
//
// An exhibit is { name, board, figures, moves }. Its figures are [value, text], or null if unknown, in the order of the
// gallery's list of figures. `moves` are the names of the moves of a shortest solution.

const exhibits = film.gallery?.exhibits ?? [];

// The exhibits that are shown, by number, and the open one.
let shown = [], opened = -1;

// Creates an HTML element with a class and contents.
function html(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

const valueOf = (exhibit, figure) => exhibit.figures[figure]?.[0] ?? null;

// Returns a level from 1 to 5 by the first figure, each for about a fifth of the exhibits. Null if the value is unknown or all
// values are equal.
function levelOf(exhibit) {
  const values = exhibits.map(each => valueOf(each, 0)).filter(value => value !== null), own = valueOf(exhibit, 0);
  if (own === null || values.every(value => value === own)) return null;
  return 1 + Math.floor(5 * values.filter(value => value < own).length / values.length);
}

const dotsOf = level => "●".repeat(level) + "○".repeat(5 - level);

// Returns the known texts of some figures.
const factsOf = (exhibit, numbers) => [...new Set(numbers)].filter(number => exhibit.figures[number]).map(number =>
  `${film.gallery.figures[number].name}: ${exhibit.figures[number][1]}`);

// Returns the figures below a picture: the first two, and the sort key.
const factsShown = exhibit => {
  const sorted = Number(element("sort").value);
  return factsOf(exhibit, 0 <= sorted ? [0, 1, sorted] : [0, 1]);
};

// Returns the limits in the fields of each figure.
const rangesTyped = () => film.gallery.figures.map((_, figure) => ["least", "most"].map(end => {
  const { value } = element(`${end}-${figure}`);
  return value === "" ? null : Number(value);
}));

function isFound(exhibit, text, ranges) {
  return exhibit.name.toLowerCase().includes(text) && ranges.every(([least, most], figure) => {
    const value = valueOf(exhibit, figure);
    if (least === null && most === null) return true;
    return value !== null && (least === null || least <= value) && (most === null || value <= most);
  });
}

// Returns the numbers of the matching exhibits in the chosen order; those without the figure are last.
function arranged() {
  const figure = Number(element("sort").value), order = Number(element("order").value);
  const text = element("find").value.trim().toLowerCase(), ranges = rangesTyped();
  const numbers = exhibits.map((_, number) => number).filter(number => isFound(exhibits[number], text, ranges));
  const key = number => figure < 0 ? number : valueOf(exhibits[number], figure);
  return numbers.sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return (a === null) - (b === null) || one - other;
    return order * (a - b) || one - other;
  });
}

// Items of the shelf, each created once. A picture is drawn when it comes near the screen.
const items = new Map();
const nearby = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    nearby.unobserve(target);
    target.replaceChildren(thumbnailOf(exhibits[target.dataset.number].board));
  }
}, { rootMargin: "400px" });

function itemOf(number) {
  const picture = html("span", "thumb");
  picture.dataset.number = number;
  nearby.observe(picture);
  const button = html("button", "", picture, html("strong", "", exhibits[number].name), html("span", "facts-shown"));
  button.type = "button";
  button.addEventListener("click", () => { location.hash = `#e=${number + 1}`; });
  return html("li", "", button);
}

function fillShelf() {
  shown = arranged();
  for (const number of shown) {
    if (!items.has(number)) items.set(number, itemOf(number));
    items.get(number).querySelector(".facts-shown").textContent = factsShown(exhibits[number]).join("\n");
    const best = keptSolved(exhibits[number].board);
    items.get(number).classList.toggle("done", best !== null);
    items.get(number).dataset.best = best === null ? "" : `✓ ${counted(best, exhibits[number].board.metric)}`;
  }
  element("shelf").replaceChildren(...shown.map(number => items.get(number)));
  element("found").textContent = shown.length === exhibits.length ? counted(shown.length, "boards")
    : `${shown.length} of ${counted(exhibits.length, "boards")}`;
}

// Returns the exhibit of an address such as `#e=7`; -1 for other addresses.
function exhibitOf(hash) {
  const number = Number(/^#e=(\d+)$/.exec(hash)?.[1] ?? 0);
  return 1 <= number && number <= exhibits.length ? number - 1 : -1;
}

// Shows all boards, with the focus on the last open one.
function openGallery() {
  pause();
  game?.search.end();
  endSurvey();
  enter("gallery");
  fillShelf();
  element("heading").textContent = document.title = film.gallery.title;
  items.get(opened)?.firstChild.focus();
  opened = -1;
}

// Opens an exhibit for play. Its solution is used where the page's own search gives up.
function openExhibit(number) {
  const { name, board, moves: names } = exhibits[number];
  pause();
  opened = number;
  playBoard({ ...board, title: name });
  if (0 < names.length) game.carried = game.plan = planOf(names);
  playOn();
  const at = shown.indexOf(number);
  element("place").textContent = at < 0 ? "" : `${at + 1} of ${shown.length}`;
  element("previous").setAttribute("aria-disabled", at <= 0);
  element("following").setAttribute("aria-disabled", at < 0 || at === shown.length - 1);
  scrollTo(0, 0);
}

// Returns the line of moves with these names, up to the first invalid one.
function planOf(names) {
  const { rules } = game, { frames } = startLine(false);
  let state = rules.start;
  for (const name of names) {
    let next = null;
    rules.each(state, (piece, to) => {
      if (next === null && name.startsWith(rules.board.pieces[piece].name) && nameOf(rules, state, piece, to) === name) next = moved(state, piece, to);
    });
    if (next === null) break;
    state = next;
    frames.push(frameOf(state, name, 1));
  }
  return { frames, own: false };
}

// Opens a neighbour of the open exhibit on the shelf.
function openNeighbour(by) {
  const next = shown[shown.indexOf(opened) + by];
  if (next !== undefined) location.hash = `#e=${next + 1}`;
}

const galleryActions = {
  "to-gallery": () => { location.hash = ""; },
  previous: () => openNeighbour(-1),
  following: () => openNeighbour(1),
  print: () => window.print(),
};

// Creates the fields for sorting and filtering the shelf.
function initGallery() {
  const { figures, cards, paper } = film.gallery;
  document.body.classList.add("has-gallery");
  const option = (text, value) => Object.assign(html("option", "", text), { value });
  element("sort").append(...figures.map(({ name }, number) => option(name, number)), option("as they were given", -1));
  element("ranges").append(...figures.map(({ name, about }, number) => {
    const values = exhibits.map(exhibit => valueOf(exhibit, number)).filter(value => value !== null);
    const fields = ["least", "most"].map(end => {
      const field = Object.assign(html("input", ""), { id: `${end}-${number}`, type: "number", step: "any" });
      const extreme = (end === "least" ? Math.min : Math.max)(...values);
      field.setAttribute("aria-label", `${name}, ${end}`);
      if (0 < values.length) field.placeholder = extreme;
      return field;
    });
    const group = html("div", "range", html("span", "", name), fields[0], "to", fields[1]);
    group.title = about;
    return group;
  }));
  [element("cards").value, element("paper").value] = [cards, paper];
  for (const id of ["sort", "order", "find", "ranges"]) element(id).addEventListener("input", fillShelf);
  for (const [id, action] of Object.entries(galleryActions)) {
    element(id).addEventListener("click", () => {
      if (element(id).getAttribute("aria-disabled") !== "true") action();
    });
  }
  fillShelf();
  listenToPrinter();
}
