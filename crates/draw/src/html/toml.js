// TOML (toml.io, 1.1) as used for boards: tables, lists, texts and whole numbers.
//
// Dates, fractions and booleans do not occur in boards, and are rejected.

// Returns the tables of a text as Maps, with lists as arrays. Throws a sentence, with the line, at anything else.
function tableFrom(text) {
  const root = new Map();
  // Lists and tables between brackets, which are closed to later additions.
  const closed = new Set();
  let at = 0;
  const fail = (what, from = at) => {
    throw new Error(`Line ${text.slice(0, from).split("\n").length}: ${what}`);
  };
  const control = text.search(/[\0-\x08\x0b-\x1f\x7f]/);
  if (0 <= control) fail("there is a control character.", control);
  // Consumes the match of a sticky pattern at the current place.
  const take = pattern => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const need = (pattern, what) => {
    const rest = /[^\n]{0,20}/.exec(text.slice(at))[0];
    return take(pattern) ?? fail(`${what} is missing before ${rest ? `“${rest}”` : "the end of the line"}.`);
  };
  const takeGap = () => take(/(?:[ \t\n]|#[^\n]*)*/y);

  const plain = raw => raw.replace(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|x([\dA-Fa-f]{2})|([ \t]*\n[ \t\n]*)|([^]))/g, (escape, four, eight, two, lineEnd, letter) => {
    if (lineEnd !== undefined) return "";
    const code = parseInt(four ?? eight ?? two ?? "", 16), sign = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\x1b", '"': '"', "\\": "\\" }[letter];
    if (sign === undefined && !(code < 0xd800 || 0xdfff < code && code < 0x110000)) fail(`there is no character that is written ${escape}.`);
    return sign ?? String.fromCodePoint(code);
  });
  const shortText = () => {
    const literal = take(/'([^'\n]*)'/y);
    if (literal) return literal[1];
    const basic = take(/"((?:[^"\\\n]|\\[^\n])*)"/y);
    return basic ? plain(basic[1]) : undefined;
  };
  const longText = () => {
    const literal = take(/'''\n?((?:[^']|'{1,2}(?!'))*'{0,2})'''/y);
    if (literal) return literal[1];
    const basic = take(/"""\n?((?:[^"\\]|\\[^]|"{1,2}(?!"))*"{0,2})"""/y);
    return basic ? plain(basic[1]) : undefined;
  };

  function value() {
    const words = longText() ?? shortText();
    if (words !== undefined) return words;
    const digits = take(/(?:[+-]?(?:0|[1-9](?:_?\d)*)|0x[\dA-Fa-f](?:_?[\dA-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*)(?![\w.:+-])/y);
    if (digits) return Number(digits[0].replace(/_/g, ""));
    const isList = take(/\[/y) !== null;
    if (!isList) need(/\{/y, "a text in quotes, a whole number, a list or a table");
    const made = isList ? [] : new Map(), end = isList ? /\]/y : /\}/y;
    closed.add(made);
    for (takeGap(); !take(end); takeGap()) {
      if (isList) made.push(value());
      else takePair(made);
      takeGap();
      if (take(/,/y)) continue;
      need(end, isList ? "“,” or “]”" : "“,” or “}”");
      break;
    }
    return made;
  }

  // Reads the parts of a key between dots.
  function takeKey() {
    const path = [];
    do {
      take(/[ \t]*/y);
      path.push(take(/[\w-]+/y)?.[0] ?? shortText() ?? need(/(?!)/y, "a key"));
      take(/[ \t]*/y);
    } while (take(/\./y));
    return path;
  }

  const failTwice = path => fail(`“${path.join(".")}” is given twice.`);

  // Returns the table of the last part of a key.
  function tableOf(table, path) {
    let inner = table;
    for (const part of path.slice(0, -1)) {
      if (!inner.has(part)) inner.set(part, new Map());
      const found = inner.get(part);
      inner = Array.isArray(found) ? found.at(-1) : found;
      if (closed.has(found) || !(inner instanceof Map)) failTwice(path);
    }
    return inner;
  }

  function takePair(table) {
    const path = takeKey(), inner = tableOf(table, path);
    if (inner.has(path.at(-1))) failTwice(path);
    need(/=[ \t]*/y, "“=”");
    inner.set(path.at(-1), value());
  }

  function takeHeader(isOfMany) {
    const path = takeKey(), inner = tableOf(root, path), last = path.at(-1), table = new Map();
    need(isOfMany ? /\]\]/y : /\]/y, isOfMany ? "“]]”" : "“]”");
    if (isOfMany && !inner.has(last)) inner.set(last, []);
    const list = isOfMany && inner.get(last);
    if (isOfMany ? closed.has(list) || !Array.isArray(list) : inner.has(last)) failTwice(path);
    if (isOfMany) list.push(table);
    else inner.set(last, table);
    return table;
  }

  let table = root;
  for (takeGap(); at < text.length; takeGap()) {
    const header = take(/\[\[?/y);
    if (header) table = takeHeader(header[0] === "[[");
    else takePair(table);
    take(/[ \t]*(?:#[^\n]*)?/y);
    if (at < text.length) need(/\n/y, "the end of the line");
  }
  return root;
}

// Kinds of values, by their names in messages.
const VALUES = {
  "text in quotes": value => typeof value === "string",
  "whole number": value => Number.isInteger(value),
  list: value => Array.isArray(value),
  table: value => value instanceof Map,
};

// Returns the value of a key; undefined if it is missing. Throws a sentence if it has another kind.
function valueIn(table, key, kind) {
  const value = table.get(key);
  if (value === undefined || VALUES[kind](value)) return value;
  throw new Error(`“${key}” is no ${kind}.`);
}

// Checks that a table has only these keys, and all needed ones. Throws a sentence otherwise.
function checkKeys(table, what, needed, others) {
  const odd = [...table.keys()].find(key => ![...needed, ...others].includes(key));
  if (odd !== undefined) throw new Error(`“${odd}” is no key of ${what}: ${[...needed, ...others].join(", ")}.`);
  const missing = needed.find(key => !table.has(key));
  if (missing !== undefined) throw new Error(`“${missing}” is missing in ${what}.`);
}
