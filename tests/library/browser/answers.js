// What the page's own functions say about boards, each with everything that has to be true of their answers. The value is
// a function, to be called with a list of boards as the page's data has them.
async boards => {
  const { Rules, Search, shortestWay, moved, sentences, addressOf, boardOf, textOf, draftOf, boardFromText, grouped } = bmcplan;
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
    const way = await shortestWay(search, rules.start);
    let state = rules.start;
    for (const { piece, to } of way ?? []) {
      if (rules.reach(state, piece).get(to) !== 1) faults.push(`no move: ${piece} to ${to}`);
      state = moved(state, piece, to);
    }
    if (way && !rules.isGoal(state)) faults.push("the way does not end at a goal");
    return faults;
  }

  const answers = [];
  for (const board of boards) {
    const shared = boardOf(`${addressOf(board)}`);
    const length = await lengthOf(board);
    const faults = await faultsOfTable(board);
    if (typeof shared === "string") faults.push(`address: ${shared}`);
    else if (await lengthOf(shared) !== length) faults.push(`address: ${addressOf(board)}`);
    const draft = draftOf(board), text = textOf(draft);
    const read = { ...boardFromText(text), metric: board.metric };
    if (await lengthOf(grouped(read, read.sets)) !== length) faults.push(`text: ${text}`);
    answers.push({ length, faults, text, words: sentences(board, new Rules(board).start) });
  }
  return answers;
}
