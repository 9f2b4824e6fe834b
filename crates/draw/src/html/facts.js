// Figures of the edited or played board, in a list below it. In the editor the scenery of the board is pale.

// The survey whose figures are shown, and its board as an address.
let survey = null, surveyed = null, surveyTimer = null;

// Delay between the last change of a board and its survey, in milliseconds.
const SURVEY_DELAY = 200;

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

// Shows the figures of a game's start, except those that give hints.
function surveyGame() {
  endSurvey();
  showFigures({});
  beginSurvey(game.board, game.search, false);
}

// Shows the figures of a draft, once it has not changed for a moment; none if it cannot be played.
function surveyDraft(fault) {
  const board = fault === null ? grouped(copyOf(draft), draft.sets) : null, address = board && addressOf(board);
  element("facts").hidden = board === null;
  if (address === surveyed) return paleScenery();
  endSurvey();
  showFigures({});
  surveyed = address;
  if (board) surveyTimer = setTimeout(() => beginSurvey(board, new Search(new Rules(board)), true), SURVEY_DELAY);
}

function showFigures(figures) {
  const { metric } = mode === "editor" ? draft : game.rules;
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
  // If no goal is reachable, these do not exist.
  const none = figures.length === Infinity ? ["farthest", "mustMove", "scenery"] : [];
  for (const [name, text] of Object.entries(texts)) {
    const value = figures[name];
    const said = none.includes(name) ? "–" : value === undefined ? "…" : value === null ? "not known" : text(value);
    element(`fact-${name}`).textContent = said;
    element(`fact-${name}`).parentElement.hidden = mode === "game" && ["mustMove", "scenery"].includes(name);
  }
  if (figures.positions === null) element("fact-positions").textContent = `more than ${number(MAX_STATES)}`;
  paleScenery();
}

function paleScenery() {
  const names = mode === "editor" ? survey?.figures.scenery ?? [] : [];
  for (const actor of actors()) actor.classList.toggle("scenery", names.includes(actor.dataset.name));
}
