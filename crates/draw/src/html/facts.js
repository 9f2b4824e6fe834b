// The figures of the board that is edited or played, in a list below it; in the editor its scenery is pale.

// The survey whose figures are shown, and the board that it is of, as an address.
let survey = null, surveyed = null, surveyTimer = null;

// How long a board stays as it is before its figures are looked for, in milliseconds.
const PATIENCE = 200;

function endSurvey() {
  clearTimeout(surveyTimer);
  survey?.end();
  if (survey && survey.search !== game?.search) survey.search.end();
  [survey, surveyed] = [null, null];
}

function beginSurvey(board, search, ofPieces) {
  survey = new Survey(board, search, showFigures);
  survey.run(ofPieces);
}

// The figures of a game's start, as far as they give nothing away.
function surveyGame() {
  endSurvey();
  showFigures({});
  beginSurvey(game.board, game.search, false);
}

// Figures of a draft, once nothing has changed for a moment; none if it cannot be played.
function surveyDraft(fault) {
  const board = fault === null ? grouped(copyOf(draft), draft.sets) : null, address = board && addressOf(board);
  element("facts").hidden = board === null;
  if (address === surveyed) return paleScenery();
  endSurvey();
  showFigures({});
  surveyed = address;
  if (board) surveyTimer = setTimeout(() => beginSurvey(board, new Search(new Rules(board)), true), PATIENCE);
}

function showFigures(figures) {
  const { metric } = mode === "editor" ? draft : game.board;
  const number = value => value.toLocaleString("en");
  const names = value => value.length === 0 ? "none" : value.join(", ");
  const texts = {
    length: value => value === Infinity ? "no way to the goal" : counted(value, metric),
    plans: number,
    positions: number,
    farthest: value => counted(value, metric),
    deadEnds: value => value === 0 ? "none" : number(value),
    mustMove: names,
    scenery: names,
  };
  // Where there is no way to a goal, these do not exist.
  const none = figures.length === Infinity ? ["farthest", "mustMove", "scenery"] : [];
  for (const [name, text] of Object.entries(texts)) {
    const value = figures[name];
    const said = none.includes(name) ? "–" : value === undefined ? "…" : value === null ? "not known" : text(value);
    element(`fact-${name}`).textContent = said;
    element(`fact-${name}`).parentElement.hidden = mode === "game" && ["mustMove", "scenery"].includes(name);
  }
  if (figures.positions === null) element("fact-positions").textContent = `more than ${number(MOST_STATES)}`;
  paleScenery();
}

function paleScenery() {
  const names = mode === "editor" ? survey?.figures.scenery ?? [] : [];
  for (const actor of actors()) actor.classList.toggle("scenery", names.includes(actor.dataset.name));
}
