// What the page's own functions say about boards, each with everything that has to be true of their answers. The value is
// a function, to be called with a list of boards as the page's data has them.
async boards => {
  const { Rules, Search, Survey, withFixedPiece, withoutPiece, isWanted, isShared, shortestPlan, moved, sentences, addressOf, boardOf, textOf, draftOf, boardFromText, grouped } = bmcplan;
  const lengthOf = async board => {
    const rules = new Rules(board), search = new Search(rules);
    const length = await search.length(rules.start);
    search.end();
    return length === Infinity ? null : length;
  };

  // Every known length is right if goals have 0 and all others one more than the least of their neighbours.
  // Boards with many positions would take long.
  async function faultsOfTable(board) {
    const rules = new Rules(board), search = new Search(rules, () => {}, 1000);
    await search.length(rules.start);
    await search.work;
    if (search.tooMany) return [];
    const faults = [];
    for (const [key, length] of search.known) {
      const state = rules.state(key), around = [];
      rules.each(state, (piece, to) => around.push(search.known.get(rules.key(moved(state, piece, to)))));
      const right = rules.isGoal(state) ? 0 : Math.min(Infinity, ...around) + 1;
      if (length !== right) faults.push(`${state}: ${length} instead of ${right}`);
    }
    const way = await shortestPlan(search, rules.start);
    let state = rules.start;
    for (const { piece, to } of way ?? []) {
      if (rules.reach(state, piece).get(to) !== 1) faults.push(`no move: ${piece} to ${to}`);
      state = moved(state, piece, to);
    }
    if (way && !rules.isGoal(state)) faults.push("the way does not end at a goal");
    return faults;
  }

  // The figures of a board. Those of pieces come with boards, as text, whose lengths say whether they are right.
  async function figuresOf(board) {
    const survey = new Survey(board, new Search(new Rules(board), () => {}, 1000), () => {}, 3000);
    await survey.run();
    survey.search.end();
    const { length, plans, positions, farthest, deadEnds, mustMove, scenery } = survey.figures;
    const known = { plans: `${plans}`, positions, farthest, deadEnds };
    // With more positions than this, it would take long.
    if (positions === null) return null;
    if (length === Infinity || mustMove === null || scenery === null) return { ...known, nailed: [], kept: null, fewer: [] };
    const text = other => textOf(draftOf(other));
    const kept = board.pieces.filter(piece => scenery.includes(piece.name)).reduce(withoutPiece, board);
    // A goal where a piece stands for ever cannot be reached, and is no board.
    const { covers } = survey.search.rules;
    const ends = new Set(board.pieces.flatMap(({ goal }, index) => goal === null ? [] : covers[index][goal]));
    const stands = piece => piece.cells.some(cell => ends.has(cell));
    const nails = board.pieces.filter(piece => piece.goal === null && !isShared(board, piece));
    const forgotten = nails.filter(piece => stands(piece) && !mustMove.includes(piece.name));
    if (0 < forgotten.length) return { ...known, plans: `in the way: ${forgotten[0].name}` };
    return {
      ...known,
      nailed: nails.filter(piece => !stands(piece)).map(piece => [text(withFixedPiece(board, piece)), mustMove.includes(piece.name)]),
      kept: text(kept),
      fewer: kept.pieces.filter(piece => !isWanted(board, piece)).map(piece => text(withoutPiece(kept, piece))),
    };
  }

  const answers = [];
  for (const [index, board] of boards.entries()) {
    const shared = boardOf(`${addressOf(board)}`);
    const length = await lengthOf(board);
    const faults = await faultsOfTable(board);
    if (typeof shared === "string") faults.push(`address: ${shared}`);
    else if (await lengthOf(shared) !== length) faults.push(`address: ${addressOf(board)}`);
    const draft = draftOf(board), text = textOf(draft);
    const read = { ...boardFromText(text), metric: board.metric };
    if (await lengthOf(grouped(read, read.sets)) !== length) faults.push(`text: ${text}`);
    answers.push({ length, faults, text, figures: index % 3 === 0 ? await figuresOf(board) : null, words: sentences(board, new Rules(board).start) });
  }
  return answers;
}
