// Cards to print: the boards of the shelf in its order, several on each sheet, and their solutions on the last pages.

// Checks whether the names of all boards have numbers of their own, as card07 has.
function areNumbered() {
  const numbers = exhibits.map(({ name }) => /(\d+)\D*$/.exec(name)?.[1]);
  return numbers.every(Boolean) && new Set(numbers).size === numbers.length;
}

function cardOf(number, index) {
  const exhibit = exhibits[number], level = levelOf(exhibit);
  const head = html("header", "", ...areNumbered() ? [] : [html("span", "card-number", index + 1)], html("strong", "", exhibit.name));
  if (level !== null) head.append(html("span", "dots", dotsOf(level)));
  return html("article", "card", head, thumbnailOf(exhibit.board), html("footer", "", factsOf(exhibit, [0, 1]).join(" · ")));
}

function solutionOf(number, index) {
  const { name, moves: names } = exhibits[number], numbered = areNumbered() ? name : `${index + 1} ${name}`;
  // Keeps a move on one line.
  const steps = names.length === 0 ? "no solution is known" : names.map(move => move.replaceAll(" ", "\u00a0")).join(", ");
  return html("p", "", html("strong", "", numbered), html("br", ""), steps);
}

// Lays the cards out. The print style depends on the paper and the number of cards on a sheet.
function laySheets() {
  const perSheet = Number(element("cards").value), sheets = [];
  for (let first = 0; first < shown.length; first += perSheet) {
    const numbers = shown.slice(first, first + perSheet);
    sheets.push(html("div", "sheet", ...numbers.map((number, index) => cardOf(number, first + index))));
  }
  sheets.push(html("div", "solutions", html("h2", "", "Solutions"), ...shown.map(solutionOf)));
  element("sheets").className = `sheets ${element("paper").value} of-${perSheet}`;
  element("sheets").replaceChildren(...sheets);
}

function listenToPrinter() {
  window.addEventListener("beforeprint", () => {
    if (mode === "gallery") laySheets();
  });
  window.addEventListener("afterprint", () => element("sheets").replaceChildren());
}
