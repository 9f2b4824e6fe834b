// The gallery: all boards of a collection as small pictures, sorted and filtered by their figures; each opens to be played.
//
// An exhibit is { name, board, figures, moves }: its figures as [value, text], null where one is not known, in the order
// of the gallery's own list of figures; and the moves of a shortest solution by their names.

const exhibits = film.gallery?.exhibits ?? [];

// The exhibits that are shown, by number, and the one that is open.
let shown = [], opened = -1;

// An element of HTML with a class and contents.
function html(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

const valueOf = (exhibit, figure) => exhibit.figures[figure]?.[0] ?? null;

// A step from 1 to 5 by the first figure: a fifth of the exhibits are on each, as far as equal ones allow; null where there is
// nothing to tell.
function levelOf(exhibit) {
  const values = exhibits.map(each => valueOf(each, 0)).filter(value => value !== null), own = valueOf(exhibit, 0);
  if (own === null || values.every(value => value === own)) return null;
  return 1 + Math.floor(5 * values.filter(value => value < own).length / values.length);
}

const dotsOf = level => "●".repeat(level) + "○".repeat(5 - level);

// The texts of some figures, those that are known.
const factsOf = (exhibit, numbers) => [...new Set(numbers)].filter(number => exhibit.figures[number]).map(number =>
  `${film.gallery.figures[number].name}: ${exhibit.figures[number][1]}`);

// The figures that stand below a picture: the first two, and the one that is sorted by.
const factsShown = exhibit => {
  const sorted = Number(element("sort").value);
  return factsOf(exhibit, 0 <= sorted ? [0, 1, sorted] : [0, 1]);
};

// The limits that were typed for each figure.
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

// The numbers of the exhibits that are wanted, in their order; those without the figure are the last ones.
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

// The items of the shelf, each made once; a picture is drawn when it comes near the screen.
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
  }
  element("shelf").replaceChildren(...shown.map(number => items.get(number)));
  element("found").textContent = shown.length === exhibits.length ? counted(shown.length, "boards")
    : `${shown.length} of ${counted(exhibits.length, "boards")}`;
}

// The exhibit of an address such as `#e=7`; -1 if it is none.
function exhibitOf(hash) {
  const number = Number(/^#e=(\d+)$/.exec(hash)?.[1] ?? 0);
  return 1 <= number && number <= exhibits.length ? number - 1 : -1;
}

// Shows all boards; the one that was open has the focus.
function openGallery() {
  pause();
  game?.search.end();
  endSurvey();
  enter("gallery");
  element("heading").textContent = document.title = film.gallery.title;
  items.get(opened)?.firstChild.focus();
  opened = -1;
}

// Opens an exhibit to be played. Its solution is gone on with where the page's own search gives up.
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

// The line of moves with these names, as far as there are such moves.
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

// Opens the neighbour of the open exhibit on the shelf.
function openBeside(by) {
  const next = shown[shown.indexOf(opened) + by];
  if (next !== undefined) location.hash = `#e=${next + 1}`;
}

const galleryDeeds = {
  "to-gallery": () => { location.hash = ""; },
  previous: () => openBeside(-1),
  following: () => openBeside(1),
  print: () => window.print(),
};

// The fields by which the shelf is sorted and filtered.
function dressGallery() {
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
  for (const [id, deed] of Object.entries(galleryDeeds)) {
    element(id).addEventListener("click", () => {
      if (element(id).getAttribute("aria-disabled") !== "true") deed();
    });
  }
  fillShelf();
  listenToPrinter();
}
