// Checks certificates of lower bounds, as docs/certificates.md defines them. It was written from that page alone and
// shares nothing with the other checkers; it needs no package, and runs in Node and in browsers. Read it from above:
// numbers and digest, header, games, symmetries, the size bound, the second look, proofs.

export const INFINITE = 2 ** 28;
const DEEPEST = 300; // guesses
const MOST_ANSWERED = 2 ** 30; // guesses times secrets, the bytes of the table of answers
const MOST_SECRETS = 2 ** 16;
const MOST_PEGS = 9; // all orders of so many are listed

/** Says why a certificate is refused. */
export class Refused extends Error {}

/** Is thrown where a certificate may be right, but this checker does not take so large a game. */
export class TooLarge extends Error {}

function demand(holds, reason) {
  if (!holds) throw new Refused(typeof reason === "function" ? reason() : reason);
}

function demandSmall(holds) {
  if (!holds) throw new TooLarge("the game is too large for this checker");
}

// ---- Numbers and the digest ----

/** Reads the body of a certificate, byte by byte. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  byte() {
    demand(this.place < this.bytes.length, "the body ends too early");
    return this.bytes[this.place++];
  }

  /** Reads a number in LEB128, below 2^32 and as short as can be. */
  number() {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      demand(value < 2 ** 32 && unit < 2 ** 32, "a number is too large");
      if (byte < 128) {
        demand(byte || unit === 1, "a number is not as short as can be");
        return value;
      }
    }
  }
}

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (x) => ((x % 1) * 2 ** 32) | 0;
const [STARTS, ROUNDS] = [PRIMES.slice(0, 8).map(Math.sqrt).map(fraction), PRIMES.map(Math.cbrt).map(fraction)];
const turned = (x, by) => (x >>> by) | (x << (32 - by));

/** Gives the SHA-256 of bytes as 64 digits. */
export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, bytes.length / 2 ** 29);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const [state, words] = [Int32Array.from(STARTS), new Int32Array(64)];
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [near, far] = [words[i - 2], words[i - 15]];
      const later = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      const earlier = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      words[i] = later + words[i - 7] + earlier + words[i - 16];
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const first = (h + chosen + ROUNDS[i] + words[i]) | 0;
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

// ---- The header ----

const encode = (text) => new TextEncoder().encode(text);
const isWhole = (value, least, below) => Number.isInteger(value) && value >= least && value < below;
const areTexts = (list) => Array.isArray(list) && list.every((text) => typeof text === "string");

/** Writes a value in the one way in which a header has it. */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${written(value[key])}`).join(", ")}}`;
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const hasKeys = (value, ...keys) => isObject(value) && Object.keys(value).sort().join() === keys.join();

/** Splits a certificate into what its header states and its body, once its digest is right. */
function opened(bytes) {
  const end = bytes.indexOf(10);
  demand(end >= 0 && bytes.length > end + 32, "it has no header, no body or no digest");
  const digest = Array.from(bytes.subarray(-32), (byte) => byte.toString(16).padStart(2, "0")).join("");
  demand(sha256(bytes.subarray(0, -32)) === digest, "the digest is not that of the bytes before it");
  let line, stated;
  try {
    line = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end));
    stated = JSON.parse(line);
  } catch (error) {
    throw new Refused(`the header is no line of JSON in UTF-8: ${error.message}`);
  }
  demand(written(stated) === line, "the header is written in another way than the one that is right");
  const keys = ["depth", "form", "guesses", "history", "lower", "rules"];
  const fits = hasKeys(stated, ...keys) || hasKeys(stated, ...keys, "words");
  demand(fits, "the header has other keys than it should have");
  const { depth, form, guesses, history, lower, rules } = stated;
  demand(form === "sito-certificate 2", "the form is not sito-certificate 2");
  demand(depth === null || isWhole(depth, 1, INFINITE), "depth is neither null nor from 1 to 2^28 - 1");
  demand(guesses === "any" || guesses === "possible", 'guesses is neither "any" nor "possible"');
  demand(lower === null || isWhole(lower, 0, INFINITE), "lower is neither null nor a number below 2^28");
  demand(lower !== null || depth !== null, "it states neither a cost nor a depth");
  demand(typeof rules === "string", "rules is not a text");
  const turns = Array.isArray(history) && history.every((turn) => areTexts(turn) && turn.length === 2);
  demand(turns, "history is no list of guesses with answers");
  return { stated, digest, body: bytes.subarray(end + 1, -32) };
}

// ---- Games ----

/** Gives the texts of all answers of a kind, in the order of their numbers; the last one wins. */
function answerTexts(kind, pegs) {
  const upTo = (most) => Array.from({ length: most + 1 }, (_, i) => i);
  if (kind === "-black") return upTo(pegs).map(String);
  if (kind === "-total") return [...upTo(pegs).map(String), `${pegs}!`];
  if (kind) demandSmall(pegs <= MOST_PEGS);
  const marked = (texts) => texts.flatMap((text) => [..."-yg"].map((mark) => text + mark));
  if (kind) return upTo(pegs - 1).reduce(marked, [""]);
  const pegsOf = (black, white) => "x".repeat(black) + "o".repeat(white) || "-";
  return upTo(pegs).flatMap((total) => upTo(total).map((black) => pegsOf(black, total - black)));
}

/** Gives the number of the answer that marks each peg. */
function marks(guess, secret, naive) {
  const open = naive ? [...secret] : secret.filter((color, place) => color !== guess[place]);
  let number = 0;
  guess.forEach((color, place) => {
    const found = color === secret[place] ? -1 : open.indexOf(color);
    if (found >= 0 && !naive) open[found] = -1;
    number = 3 * number + (color === secret[place] ? 2 : found >= 0 ? 1 : 0);
  });
  return number;
}

/** Counts the pegs that two codes have in common, in place or not. */
function inCommon(guess, secret) {
  const open = [...secret];
  for (const color of guess) {
    const found = open.indexOf(color);
    if (found >= 0) open[found] = -1;
  }
  return open.filter((color) => color < 0).length;
}

/** Sorts the numbers of codes by the colors that these have. */
function byColors(codes) {
  const found = new Map();
  codes.forEach((code, number) => {
    const colors = [...code].sort((a, b) => a - b).join();
    if (!found.has(colors)) found.set(colors, []);
    found.get(colors).push(number);
  });
  return [...found.values()];
}

/** Cuts a word into its letters: a character with the marks that follow it. */
const lettersOf = (word) => word.match(/^\p{M}+|\P{M}\p{M}*/gu) ?? [];
const isShown = (letter) => /^(?!\p{M})[^\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}]+$/u.test(letter);

/** Writes a word as lists have it: in capitals, where a letter has one, and with its accents joined to them. */
function capitals(word) {
  const capital = (sign) => (sign === "ß" ? "ẞ" : [...sign.toUpperCase()].length === 1 ? sign.toUpperCase() : sign);
  return [...word.normalize("NFC")].map(capital).join("").normalize("NFC");
}

/** Compares two texts by their code points. */
function compared(one, other) {
  const [left, right] = [[...one], [...other]];
  const place = left.findIndex((sign, i) => sign !== right[i]);
  if (place < 0) return left.length - right.length;
  return place < right.length ? left[place].codePointAt(0) - right[place].codePointAt(0) : 1;
}

/** Says whether the name of a list has what need not be escaped as it is, and all else behind percent signs. */
function isName(name) {
  const isPlain = (sign) => /^[\w.~\-+/\\:,;=()[\]!'&$*?]$/.test(sign);
  const escapes = name.match(/%[0-9A-F]{2}/g) ?? [];
  const escaped = escapes.map((escape) => String.fromCharCode(`0x${escape.slice(1)}`));
  return [...name.replace(/%[0-9A-F]{2}/g, "")].every(isPlain) && !escaped.some(isPlain);
}

/** Gives all codes of pegs in colors, in ascending order. */
function allCodes(pegs, colors, distinct) {
  let codes = [[]];
  for (let peg = 0; peg < pegs; peg++) {
    const longer = (code) => Array.from({ length: colors }, (_, color) => [...code, color]);
    codes = codes.flatMap((code) => longer(code).filter((one) => !distinct || !code.includes(one[peg])));
  }
  return codes;
}

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const usual = (colors) => (colors > 36 ? "numbers" : colors > 26 || colors === 10 ? "digits" : "letters");

/** The codes of a game, its guesses and their answers, all as numbers. */
class Game {
  constructor(rules, words) {
    const kinds = "(-black|-total|-position|-naive)?";
    const size = `^([1-9]\\d?)x([1-9]\\d?)(-distinct)?${kinds}(-letters|-digits|-numbers)?$`;
    const parts = new RegExp(size).exec(rules);
    const list = new RegExp(`^(own|words${kinds}):(.+)@([0-9a-f]{12})$`).exec(rules);
    demand(parts || (list && isName(list[3])), () => `no certificate is for the rules ${rules}`);
    demand(!list === (words === undefined), "words is there for lists of words and games of one's own, and only there");
    if (parts) this.ofPegs(+parts[1], +parts[2], parts[3], parts[4] ?? "", parts[5]?.slice(1));
    else if (list[1] === "own") this.ofOne(words, list[4]);
    else this.ofWords(words, list[2] ?? "", list[4]);
    this.win = this.answerTexts.length - 1;
    this.guessOf = this.guessOf ?? Int32Array.from({ length: this.secrets }, (_, secret) => secret);
    this.secretOf = new Int32Array(this.guesses).fill(-1);
    this.guessOf.forEach((guess, secret) => (this.secretOf[guess] = secret));
  }

  /** Notes how large the game is, and makes room for the table of its answers. */
  sized(guesses, secrets, answerTexts) {
    demandSmall(secrets <= MOST_SECRETS && guesses * secrets <= MOST_ANSWERED && answerTexts.length <= 2 ** 16);
    const table = new (answerTexts.length > 256 ? Uint16Array : Uint8Array)(guesses * secrets);
    Object.assign(this, { guesses, secrets, answerTexts, table });
  }

  ofPegs(pegs, colors, distinct, kind, notation) {
    demand(pegs <= 16 && colors <= 64 && (!distinct || pegs <= colors), "there are no such codes");
    demand(notation !== usual(colors), "the usual way to write colors is not named in the rules");
    const most = { letters: 26, digits: 36, numbers: 64 }[notation ?? usual(colors)];
    demand(colors <= most, "there are not so many signs for colors");
    demandSmall(pegs <= MOST_PEGS);
    let count = 1;
    for (let peg = 0; peg < pegs; peg++) count *= colors - (distinct ? peg : 0);
    this.sized(count, count, answerTexts(kind, pegs));
    const codes = allCodes(pegs, colors, distinct);
    Object.assign(this, { pegs, colors, codes, marksPegs: kind === "-position" || kind === "-naive" });
    this.namings = kind === "-black" && !distinct ? pegs : 1; // whether each place names its colors by itself
    this.rank = new Map(codes.map((code, number) => [this.key(code), number]));
    this.score(codes, codes, kind);
    const signs = SIGNS.slice((notation ?? usual(colors)) === "letters" ? 10 : 0);
    const numbers = (notation ?? usual(colors)) === "numbers";
    this.text = (guess) => codes[guess].map((color) => (numbers ? color + 1 : signs[color])).join(numbers ? " " : "");
    this.number = (text) => {
      const code = (numbers ? text.split(" ") : [...text]).map((sign) => (numbers ? sign - 1 : signs.indexOf(sign)));
      const number = code.length === pegs ? this.rank.get(this.key(code)) : undefined;
      return number !== undefined && this.text(number) === text ? number : undefined;
    };
  }

  /** Gives a code as one number. */
  key(code) {
    return code.reduce((key, color) => key * this.colors + color, 0);
  }

  /** Takes the lists of secrets and guesses. */
  ofLists(words, keys) {
    demand(hasKeys(words, ...keys), "words has other keys than it should have");
    const { guesses, secrets } = words;
    demand(areTexts(guesses) && areTexts(secrets) && secrets.length, "secrets and guesses are no lists of texts");
    const numbers = new Map(guesses.map((text, number) => [text, number]));
    const once = numbers.size === guesses.length && new Set(secrets).size === secrets.length;
    demand(once, "a text stands twice in a list");
    this.text = (guess) => guesses[guess];
    this.number = (text) => numbers.get(text);
  }

  ofWords(words, kind, digest) {
    this.ofLists(words, ["guesses", "secrets"]);
    const { guesses, secrets } = words;
    const spelled = guesses.map(lettersOf);
    const letters = [...new Set(spelled.flat())].sort(compared);
    const fits = letters.every(isShown) && letters.length <= 64 && guesses.every((word) => capitals(word) === word);
    demand(fits, "a word is written as none is in a list, or there are more than 64 letters");
    const pegs = lettersOf(secrets[0]).length;
    demand(spelled.every((word) => word.length === pegs), "the words are not of one length");
    demand(pegs <= 16, "the words have more than 16 letters");
    const colors = new Map(letters.map((letter, color) => [letter, color]));
    const codes = spelled.map((word) => word.map((letter) => colors.get(letter)));
    const order = (one, other) => one.map((color, i) => color - other[i]).find((difference) => difference) ?? 0;
    const ascend = (numbers) => numbers.every((number, i) => !i || order(codes[numbers[i - 1]], codes[number]) < 0);
    demand(secrets.every((word) => this.number(word) !== undefined), "a secret is no guess");
    this.guessOf = Int32Array.from(secrets, this.number);
    demand(ascend([...codes.keys()]) && ascend([...this.guessOf]), "the words are not in ascending order");
    demand(sha256(encode([...secrets, "", ...guesses].join("\n"))).startsWith(digest), "the words have another digest");
    this.sized(guesses.length, secrets.length, answerTexts(kind, pegs));
    this.score(codes, Array.from(this.guessOf, (guess) => codes[guess]), kind);
  }

  ofOne(words, digest) {
    this.ofLists(words, ["answers", "guesses", "secrets", "table"]);
    const { answers, guesses, secrets, table } = words;
    demand(areTexts(answers) && new Set(answers).size === answers.length, "answers is no list of texts, each once");
    const isText = (text) => text !== "" && [...text].every((sign) => isShown(sign) && sign !== "?");
    const texts = [...guesses, ...answers].every(isText) && !answers.join("").includes(":");
    demand(texts, "a text has a sign that none may have");
    demand(secrets.every((text, number) => guesses[number] === text), "the secrets are not the first guesses");
    this.sized(guesses.length, secrets.length, answers);
    const isList = (list, length) => Array.isArray(list) && list.length === length;
    const isTable = isList(table, guesses.length) && table.every((row) => isList(row, secrets.length));
    demand(isTable, "the table is not of the right size");
    table.flat().forEach((answer, place) => {
      demand(isWhole(answer, 0, answers.length), "the table has a number of no answer");
      const isSecret = Math.floor(place / secrets.length) === place % secrets.length;
      demand((answer === answers.length - 1) === isSecret, "what is not the secret wins, or the secret does not");
      this.table[place] = answer;
    });
    const said = encode([...secrets, "", ...guesses, "", ...answers, ""].join("\n"));
    const all = new Uint8Array(said.length + 2 * this.table.length);
    all.set(said);
    this.table.forEach((answer, place) => all.set([answer & 255, answer >> 8], said.length + 2 * place));
    demand(sha256(all).startsWith(digest), "the game has another digest");
  }

  /** Fills the table with the answers of all guesses. */
  score(guesses, secrets, kind) {
    const { table } = this;
    if (kind === "-position" || kind === "-naive") {
      let place = 0;
      const naive = kind === "-naive";
      for (const guess of guesses) for (const secret of secrets) table[place++] = marks(guess, secret, naive);
      return;
    }
    const pegs = guesses[0].length;
    const answer = (black, total) => {
      if (kind === "-black") return black;
      if (kind === "-total") return black === pegs ? pegs + 1 : total;
      return (total * (total + 1)) / 2 + black;
    };
    const columns = guesses[0].map((_, place) => Int32Array.from(secrets, (secret) => secret[place]));
    const kinds = byColors(secrets);
    const blacks = new Uint8Array(secrets.length);
    // Codes of the same colors have as many pegs in common with others, so that this is found once for all of them.
    for (const alike of byColors(guesses)) {
      const totals = kinds.map((kind) => inCommon(guesses[alike[0]], secrets[kind[0]]));
      for (const guess of alike) {
        blacks.fill(0);
        columns.forEach((column, place) => {
          const color = guesses[guess][place];
          for (let secret = 0; secret < blacks.length; secret++) if (column[secret] === color) blacks[secret]++;
        });
        const row = guess * secrets.length;
        kinds.forEach((kind, i) => kind.forEach((secret) => (table[row + secret] = answer(blacks[secret], totals[i]))));
      }
    }
  }

  /** Splits a set of secrets into the cells that a guess makes of it, by their answers. */
  cells(set, guess) {
    const cells = new Map();
    for (const secret of set) {
      const answer = this.table[guess * this.secrets + secret];
      if (cells.has(answer)) cells.get(answer).push(secret);
      else cells.set(answer, [secret]);
    }
    return cells;
  }
}

// ---- Symmetries ----

/** Gives all orders of so many pegs. */
function orders(pegs) {
  let found = [[]];
  for (let peg = 0; peg < pegs; peg++) {
    const longer = (order) => [...order, peg].map((_, at) => [...order.slice(0, at), peg, ...order.slice(at)]);
    found = found.flatMap(longer);
  }
  return found;
}

/**
 * The guesses made so far, and the symmetries that map each of them onto itself: orders of the pegs, each with the
 * names of the colors that those guesses have. All other colors (`free`) may change names among each other. Both are
 * lists of one for all places, or of one for each place: where pegs come from (`names`), and where they go (`free`).
 */
class Path {
  constructor(game, guesses, symmetries, free) {
    Object.assign(this, { game, guesses, symmetries, free });
  }

  static start(game) {
    if (!game.codes) return new Path(game, [], [], []);
    const free = Array.from({ length: game.namings }, () => Array.from({ length: game.colors }, (_, color) => color));
    const names = free.map(() => new Int8Array(game.colors).fill(-1));
    const first = Array.from({ length: game.pegs }, (_, place) => place);
    const all = game.marksPegs ? [first] : orders(game.pegs);
    return new Path(game, [], all.map((order) => ({ order, names })), free);
  }

  /** Gives the path with one guess more. */
  with(guess) {
    const code = this.game.codes?.[guess] ?? [];
    const kept = [];
    for (const { order, names } of this.symmetries) {
      const longer = names.map((own) => own.slice());
      const fits = code.every((color, place) => {
        const own = longer[order[place] % longer.length];
        const old = code[order[place]];
        if (own[old] < 0 && !own.includes(color)) own[old] = color;
        return own[old] === color;
      });
      if (fits) kept.push({ order, names: longer });
    }
    const free = this.free.map((colors, place) => {
      const guessed = this.free.length > 1 ? [code[place]] : code;
      return colors.filter((color) => !guessed.includes(color));
    });
    return new Path(this.game, [...this.guesses, guess], kept, free);
  }

  /** Says whether no guess that is alike has a smaller number. */
  isLeast(guess) {
    const code = this.game.codes?.[guess];
    return this.symmetries.every(({ order, names }) => {
      let [given, next] = [null, 0];
      for (let place = 0; place < code.length; place++) {
        const color = code[order[place]];
        let name = names[order[place] % names.length][color];
        if (name < 0 && names.length > 1) name = this.free[place][0];
        else if (name < 0) {
          given ??= new Map(); // free colors get the least names, in the order in which they are met
          if (!given.has(color)) given.set(color, this.free[0][next++]);
          name = given.get(color);
        }
        if (name !== code[place]) return name > code[place];
      }
      return true;
    });
  }

  /** Gives of each class of alike guesses the one with the least number. */
  get least() {
    if (!this.found) {
      const { game } = this;
      const isFree = this.free.some((colors) => colors.length > 1);
      const common = this.symmetries.length > 1 ? null : isFree ? this.free.join(" ") : "";
      this.found = game.leasts?.get(common);
      if (!this.found) {
        this.found = Int32Array.from(game.secretOf.keys()).filter((guess) => this.isLeast(guess));
        game.leasts ??= new Map();
        if (common !== null) game.leasts.set(common, this.found);
      }
    }
    return this.found;
  }

  toString() {
    return this.guesses.map((guess) => this.game.text(guess)).join(", ") || "the start";
  }
}

// ---- The size bound ----

/** Gives r(0), r(1) ... up to the number of codes of a set. */
function reach(game, set, guesses) {
  const shapes = new Map(); // what sizes of cells there are, and whether the guess may be the secret
  const counts = new Int32Array(game.answerTexts.length);
  for (const guess of guesses) {
    const row = guess * game.secrets;
    for (let i = 0; i < set.length; i++) counts[game.table[row + set[i]]]++;
    const wins = counts[game.win];
    counts[game.win] = 0;
    const sizes = [];
    for (let i = 0; i < set.length; i++) {
      const answer = game.table[row + set[i]];
      if (counts[answer]) sizes.push(counts[answer]);
      counts[answer] = 0;
    }
    sizes.sort((a, b) => a - b);
    shapes.set(`${wins}:${sizes}`, [wins, sizes]);
  }
  const reached = [0, 1];
  for (let last = 1; last < set.length; reached.push(last)) {
    let most = last + 1;
    for (const [wins, sizes] of shapes.values()) {
      let sum = wins;
      for (const size of sizes) sum += Math.min(size, last);
      most = Math.max(most, sum);
    }
    last = Math.min(most, set.length);
  }
  return reached;
}

/** What n codes cost at least: f, the greatest of that of the game and those of sets around. */
class Bound {
  constructor(reaches) {
    this.reaches = reaches;
    this.kept = new Map();
  }

  /** Gives the bound that is also that of a set's own cells. */
  with(reached) {
    return new Bound([...this.reaches, reached]);
  }

  /** Gives f for each size, with so many guesses left, and how much each code more adds. */
  at(left) {
    const deepest = Math.max(...this.reaches.map((reached) => reached.length));
    const key = left === null ? deepest : Math.min(left, deepest);
    if (!this.kept.has(key)) {
      const size = this.reaches.at(-1).at(-1);
      const costs = new Int32Array(size + 1);
      for (const reached of this.reaches) {
        const most = key < reached.length ? reached[key] : size;
        for (let n = 1, cost = 0, guess = 1; n <= size; n++) {
          while (guess < reached.length && reached[guess] < n) guess++;
          cost = n > most ? INFINITE : Math.min(cost + guess, INFINITE);
          costs[n] = Math.max(costs[n], cost);
        }
      }
      this.kept.set(key, { costs, steps: costs.subarray(1).map((cost, n) => cost - costs[n]) });
    }
    return this.kept.get(key);
  }
}

// ---- Looks and second looks ----

const less = (left) => (left === null ? null : Math.max(left - 1, 0));

/** What guesses cost at a set S of codes, with so many left, by looks and by second looks. */
class Looks {
  constructor(game, set, left, bound, possible) {
    Object.assign(this, { game, set, left, possible });
    this.inside = less(left);
    if (left !== 0) this.first = bound.at(this.inside);
    if (this.inside !== 0) this.second = bound.at(less(this.inside));
    this.counts = new Int32Array(game.answerTexts.length);
    this.peeks = new Map();
  }

  /** Gives |S| and f of each cell but the winning one; infinite if no guess is left, or if it tells nothing. */
  look(guess) {
    return this.left === 0 ? INFINITE : this.lookAt(this.set, guess, this.first.steps);
  }

  lookAt(set, guess, steps) {
    const { table, secrets, win } = this.game;
    const { counts } = this;
    const row = guess * secrets;
    let cost = set.length;
    for (let i = 0; i < set.length; i++) cost += steps[counts[table[row + set[i]]]++];
    const nothing = set.length > 0 && counts[table[row + set[0]]] === set.length && counts[win] === 0;
    if (counts[win]) cost -= steps[0];
    for (let i = 0; i < set.length; i++) counts[table[row + set[i]]] = 0;
    return nothing ? INFINITE : Math.min(cost, INFINITE);
  }

  /**
   * Says what a guess costs at least if some cells are known to cost more than f; stops where that is enough. Cells
   * count with f, until their peeks are asked for, one after the other, and for no more than may be missing.
   */
  cost(guess, listed, enough) {
    let cost = this.set.length;
    const peeks = [];
    for (const [answer, cell] of this.game.cells(this.set, guess)) {
      if (answer === this.game.win) continue;
      cost += (this.first?.costs[cell.length] ?? INFINITE) + (listed?.get(answer) ?? 0);
      if (!listed?.has(answer)) peeks.push(cell);
    }
    if (cost >= enough || this.inside === 0) return Math.min(cost, INFINITE);
    const open = peeks.map((cell) => this.peek(cell)).filter(({ most, least }) => most > least);
    open.sort((one, other) => other.most - other.least - (one.most - one.least));
    const begun = cost;
    for (let next = 0; next < open.length && cost < enough; next++) {
      let hoped = cost;
      for (let i = next; i < open.length && hoped < enough; i++) hoped += open[i].most - open[i].least;
      const known = this.settled(open[next], open[next].most - Math.max(hoped - enough, 0));
      cost += Math.min(known, open[next].most) - open[next].least;
    }
    if (cost < enough) cost = open.reduce((sum, peek) => sum + this.settled(peek, peek.most) - peek.least, begun);
    return Math.min(cost, INFINITE);
  }

  /** Gives what is known of the peek of a cell: it is f (`least`) at least, and at most what its members show. */
  peek(cell) {
    const n = cell.length;
    const least = this.first.costs[n];
    if (n < 3 || n > 64) return { least, most: least };
    const key = String.fromCharCode(...cell);
    if (!this.peeks.has(key)) {
      let most = INFINITE;
      for (const secret of cell) {
        most = Math.min(most, this.lookAt(cell, this.game.guessOf[secret], this.second.steps));
        if (most <= least) break;
      }
      // What is no member costs 2n at least.
      const settled = this.possible || most <= 2 * n || most <= least;
      most = Math.max(most, least);
      this.peeks.set(key, { cell, least, most, known: settled ? most : least });
    }
    return this.peeks.get(key);
  }

  /** Gives the peek of a cell, or, if it is as much as is wanted, a number from there up to it. */
  settled(peek, wanted) {
    const { cell, least, most } = peek;
    if (peek.known >= wanted) return peek.known;
    const n = cell.length;
    let best = wanted;
    // What is no member costs 2n at least, and 3n - k if the codes give it k answers, of which S has as many or more.
    const lists = wanted > 2 * n ? this.byAnswers : [];
    const places = wanted > 2 * n ? cell.map((secret) => this.place.get(secret)) : [];
    for (let k = lists.length - 1; k > 0 && 3 * n - k < best && best > Math.max(least, 2 * n); k--) {
      const guesses = lists[k] ?? [];
      const bits = this.bitsOf(guesses);
      for (let i = 0; i < guesses.length; i++) {
        if (bits) {
          const column = i * this.set.length;
          let mask = 0;
          for (let code = 0; code < n; code++) mask |= bits[column + places[code]];
          if (3 * n - ones(mask) >= best) continue;
        }
        best = Math.min(best, this.lookAt(cell, guesses[i], this.second.steps));
      }
    }
    peek.known = Math.max(best, least);
    if (best < wanted) peek.most = peek.known;
    return peek.known;
  }

  /** Lists all guesses by how many answers the codes of S give them. */
  get byAnswers() {
    if (this.lists) return this.lists;
    const { table, secrets, guesses, win } = this.game;
    const { set } = this;
    this.place = new Map(Array.from(set, (secret, place) => [secret, place]));
    this.lists = [];
    for (let guess = 0; guess < guesses; guess++) {
      const row = guess * secrets;
      let mask = 0;
      if (win < 32) for (let i = 0; i < set.length; i++) mask |= 1 << table[row + set[i]];
      const answers = win < 32 ? ones(mask) : new Set(set.map((secret) => table[row + secret])).size;
      (this.lists[answers] ??= []).push(guess);
    }
    return this.lists;
  }

  /** Gives a bit for the answer of each code of S to each of these guesses, where 32 bits have room for all answers. */
  bitsOf(guesses) {
    const { table, secrets, win } = this.game;
    if (win > 31 || guesses.bits) return guesses.bits;
    const { set } = this;
    guesses.bits = new Int32Array(guesses.length * set.length);
    for (let i = 0, next = 0; i < guesses.length; i++) {
      const row = guesses[i] * secrets;
      for (let code = 0; code < set.length; code++) guesses.bits[next++] = 1 << table[row + set[code]];
    }
    return guesses.bits;
  }
}

/** Counts the bits that are set. */
function ones(mask) {
  mask -= (mask >>> 1) & 0x55555555;
  mask = (mask & 0x33333333) + ((mask >>> 2) & 0x33333333);
  return Math.imul((mask + (mask >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

// ---- Proofs ----

const [LOOK, SPLIT, KNOWN, REMEMBER, OWN] = [0, 1, 2, 4, 8];

/** Reads one body, and checks all its proofs. */
class Proofs {
  constructor(game, stated, body, told) {
    this.game = game;
    this.possible = stated.guesses === "possible";
    this.reader = new Reader(body);
    this.told = told;
    this.remembered = new Map();
    this.count = 0;
  }

  /** Checks that what follows is a proof that a set costs at least `goal`. */
  prove(set, left, goal, path, bound) {
    const { reader } = this;
    this.told?.(reader.place);
    demand(path.guesses.length <= DEEPEST, "proofs are more than 300 guesses deep");
    this.count++;
    const byte = reader.byte();
    const kind = byte & 3;
    demand(byte < 16 && kind !== 3, () => `there is no proof of kind ${byte}`);
    if (kind === KNOWN) {
      demand(!(byte & OWN), "a set that is known has no bound of its own");
      const known = this.remembered.get(this.name(this.image(set), left)) ?? -1;
      demand(known >= goal, () => `after ${path}: no set that is remembered shows that this one costs ${goal}`);
    } else {
      if (byte & OWN) bound = bound.with(reach(this.game, set, path.least));
      this.split(set, left, goal, path, bound, kind === SPLIT ? this.entries(set, left, path, bound) : new Map());
    }
    if (byte & REMEMBER) {
      const name = this.name(set, left);
      this.remembered.set(name, Math.max(goal, this.remembered.get(name) ?? 0));
    }
  }

  /** Gives one text for a set and the guesses left, of which as many as it has codes are no limit. */
  name(set, left) {
    const codes = Array.from(set, (secret) => String.fromCharCode(secret)).join("");
    return `${Math.min(left ?? set.length, set.length)}:${codes}`;
  }

  /** Reads a symmetry, and gives the image of a set under it. */
  image(set) {
    const { game, reader } = this;
    if (!game.codes) return set;
    const list = (length, what) => {
      const read = Array.from({ length }, () => reader.byte());
      const once = new Set(read).size === length && read.every((one) => one < length);
      demand(once, () => `a symmetry has not each of its ${what} once`);
      return read;
    };
    const order = list(game.pegs, "places");
    const names = Array.from({ length: game.namings }, () => list(game.colors, "colors"));
    const peg = (code, from, place) => names[place % names.length][code[from]];
    const image = (secret) => game.rank.get(game.key(order.map((from, place) => peg(game.codes[secret], from, place))));
    return Int32Array.from(set, image).sort();
  }

  /** Reads the entries of a split: for each guess the gains of its cells. */
  entries(set, left, path, bound) {
    const { game, reader } = this;
    const entries = new Map();
    const costs = left === 0 ? null : bound.at(less(left)).costs;
    const count = reader.number();
    for (let i = 0, guess = 0; i < count; i++) {
      const step = reader.number();
      demand(step || !i, () => `after ${path}: guesses are not in ascending order`);
      guess += step;
      demand(guess < game.guesses, () => `after ${path}: there is no guess number ${guess}`);
      const where = () => `after ${path}, ${game.text(guess)}`;
      demand(path.isLeast(guess), () => `${where()}: a guess that is alike has a smaller number`);
      demand(!this.possible || set.includes(game.secretOf[guess]), () => `${where()}: the guess is not possible`);
      const cells = game.cells(set, guess);
      demand(cells.size > 1 || cells.has(game.win), () => `${where()}: the guess tells nothing`);
      const listed = new Map();
      const longer = path.with(guess);
      let before = -1;
      for (let more = reader.number(); more > 0; more--) {
        const answer = reader.number();
        demand(answer > before, () => `${where()}: cells are not in ascending order`);
        before = answer;
        demand(cells.has(answer), () => `${where()}: no code gives answer number ${answer}`);
        demand(answer !== game.win, () => `${where()}: the winning cell costs nothing`);
        const gain = reader.number();
        demand(gain, () => `${where()}: a gain is 0`);
        const cell = Int32Array.from(cells.get(answer));
        const goal = Math.min((costs?.[cell.length] ?? INFINITE) + gain, INFINITE);
        this.prove(cell, less(left), goal, longer, bound);
        listed.set(answer, gain);
      }
      entries.set(guess, listed);
    }
    return entries;
  }

  /** Checks that each guess costs at least `goal`, where entries show what some of them cost. */
  split(set, left, goal, path, bound, entries) {
    const { game } = this;
    const looks = new Looks(game, set, left, bound, this.possible);
    const isMember = this.possible || entries.size ? new Set(set) : null;
    const member = (guess) => isMember.has(game.secretOf[guess]);
    const short = (guess, cost) =>
      `after ${path}: ${game.text(guess)} may cost ${cost}, and nothing shows that it costs ${goal}`;
    const partition = (guess) => {
      const labels = new Map();
      return String.fromCharCode(...set.map((secret) => {
        const answer = game.table[guess * game.secrets + secret];
        if (!labels.has(answer)) labels.set(answer, labels.size);
        return labels.get(answer);
      }));
    };
    const same = new Map();
    for (const [guess, listed] of entries) {
      const cost = looks.cost(guess, listed, goal);
      demand(cost >= goal, () => short(guess, cost));
      const cells = partition(guess);
      if (!same.has(cells)) same.set(cells, []);
      same.get(cells).push(guess);
    }
    const isSame = (guess) =>
      same.size > 0 &&
      (same.get(partition(guess)) ?? []).some((other) => {
        const more = member(other) - member(guess);
        const cost = looks.cost(other, entries.get(other), goal - more);
        return (cost >= INFINITE ? cost : cost + more) >= goal;
      });
    for (const guess of path.least) {
      if (this.possible && !member(guess)) continue;
      if (looks.look(guess) >= goal || entries.has(guess) || isSame(guess)) continue;
      const cost = looks.cost(guess, null, goal);
      demand(cost >= goal, () => short(guess, cost));
    }
  }
}

// ---- Certificates ----

/**
 * Checks a certificate, the bytes of a file that is not compressed. Gives what it states, how many proofs it has and
 * its digest; throws `Refused` with the reason if anything in it is wrong, or `TooLarge`. `told` hears how many bytes
 * of the body are done.
 */
export function check(bytes, told) {
  const { stated, digest, body } = opened(bytes);
  const game = new Game(stated.rules, stated.words);
  let set = Int32Array.from({ length: game.secrets }, (_, secret) => secret);
  let path = Path.start(game);
  const bound = new Bound([reach(game, set, path.least)]);
  for (const [guessText, answerText] of stated.history) {
    const [guess, answer] = [game.number(guessText), game.answerTexts.indexOf(answerText)];
    demand(guess !== undefined && answer >= 0, () => `the game has no turn ${guessText}:${answerText}`);
    set = set.filter((secret) => game.table[guess * game.secrets + secret] === answer);
    path = path.with(guess);
  }
  demand(set.length, "no code agrees with the history");
  const { depth, lower } = stated;
  demand(lower !== null || depth * game.secrets < INFINITE, "the depth times all codes is 2^28 or more");
  const proofs = new Proofs(game, stated, body, told);
  proofs.prove(set, depth, lower ?? INFINITE, path, bound);
  demand(proofs.reader.place === body.length, "something follows after the proof");
  return { ...stated, proofs: proofs.count, digest };
}

/** Says what is proven. */
export function sentence({ rules, history, guesses, depth, lower, proofs }) {
  const after = history.map((turn) => ` ${turn.join(":")}`).join("");
  const only = guesses === "possible" ? ", if all guesses are possible codes" : "";
  const within = depth === null ? "" : ` that finds each code with ${depth} guesses`;
  const none = `no strategy finds each code with ${depth} guesses`;
  const proven = lower === null ? none : `no strategy${within} costs less than ${lower}`;
  return `${rules}${after}: ${proven}${only} (${proofs} ${proofs === 1 ? "proof" : "proofs"})`;
}

/** Unpacks a certificate if gzip has compressed it, in one piece, after which nothing may follow. */
export const unpacked = async (bytes) => {
  if (bytes[0] !== 31 || bytes[1] !== 139) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const whole = await new Response(stream).arrayBuffer().then((buffer) => new Uint8Array(buffer), () => null);
  demand(whole, "what gzip has compressed is damaged");
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true); // which ends a piece
  demand(whole.length === size, "something follows after what gzip has compressed");
  return whole;
};
