// How pegs, letters and answers are drawn. Every component that shows a code draws it with these functions.
// What is drawn comes as data (`sito.web.page.drawn` makes it); nothing here knows the rules of a game.
import { h } from "vue";

// One shape for each of the first eight colors, within a square of 48 units; later colors show their symbol.
const SHAPES = [
  "M24 13 L35 33 H13 Z",
  "M15 15 H33 V33 H15 Z",
  "M24 12 L27.2 20.3 36 20.8 29.2 26.4 31.4 35 24 30.2 16.6 35 18.8 26.4 12 20.8 20.8 20.3 Z",
  "M24 11 L35 24 24 37 13 24 Z",
  "M20.5 12 H27.5 V20.5 H36 V27.5 H27.5 V36 H20.5 V27.5 H12 V20.5 H20.5 Z",
  "M24 13 A11 11 0 1 1 23.99 13 Z M24 19 A5 5 0 1 0 24.01 19 Z",
  "M29 12 A12.5 12.5 0 1 0 36 31 A10 10 0 1 1 29 12 Z",
  "M14 18 H34 V22 H14 Z M14 26 H34 V30 H14 Z",
];
const HUES = 16;

/** The answers of codes with more pegs than this are numbers; rows of such codes, and many colors, scroll sideways. */
export const MANY = 20;

/** Draws a peg: `color` is its number, or null for an empty hole; `about` is {symbols, faces, names, shapes, empty}. */
export function peg(color, about, extra = {}) {
  if (color === null || color === undefined) return hole(about, extra);
  const hue = color % HUES;
  const unknown = color < 0;
  const symbol = unknown ? "?" : (about.faces ?? about.symbols)[color];
  const shaped = about.shapes && !unknown && color < SHAPES.length;
  const parts = [
    h("ellipse", { class: "peg-shadow", cx: 24, cy: 43.5, rx: 15, ry: 3 }),
    h("circle", { class: "peg-body", cx: 24, cy: 24, r: 20 }),
    h("circle", { cx: 24, cy: 24, r: 20, fill: "url(#sito-shade)" }),
    h("ellipse", { cx: 19, cy: 11.5, rx: 9, ry: 4.6, fill: "url(#sito-shine)", transform: "rotate(-24 19 11.5)" }),
  ];
  if (color >= SHAPES.length) parts.push(h("circle", { class: "peg-ring", cx: 24, cy: 24, r: 16.5 }));
  parts.push(
    shaped
      ? h("path", { class: "peg-symbol", d: SHAPES[color], "fill-rule": "evenodd" })
      : h("text", { class: ["peg-symbol", symbol.length > 1 ? "peg-long" : ""], x: 24, y: 25 }, symbol),
  );
  return drawing(["peg", unknown ? "peg-unknown" : `peg-${hue}`], nameOf(color, about), parts, extra);
}

/** The name of a peg in words. */
export function nameOf(color, about) {
  if (color === null || color === undefined) return about.empty;
  return color < 0 ? about.unknown : about.names[color];
}

function hole(about, extra) {
  const parts = [
    h("circle", { class: "hole", cx: 24, cy: 24, r: 15 }),
    h("circle", { cx: 24, cy: 24, r: 15, fill: "url(#sito-hole)" }),
  ];
  return drawing(["peg", "peg-empty"], about.empty, parts, extra);
}

function drawing(classes, name, parts, extra) {
  const { hidden, ...others } = extra;
  const told = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  return h("svg", { class: classes, viewBox: "0 0 48 48", ...told, ...others }, parts);
}

/** Draws one letter of a word, with its mark: 2 in place, 1 elsewhere, 0 absent, null unknown or not answered. */
export function tile(color, mark, about, extra = {}) {
  const { hidden, ...others } = extra;
  const empty = color === null || color === undefined;
  const told = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": nameOf(color, about) };
  const kind = mark === null || mark === undefined ? "tile-open" : `tile-${mark}`;
  return h("span", { class: ["tile", empty ? "tile-empty" : kind], ...told, ...others }, empty ? "" : letterOf(color, about));
}

export function letterOf(color, about) {
  return color < 0 ? "?" : about.symbols[color].toLocaleUpperCase();
}

/** Draws one place of a code as the game shows it: a letter of a word, or a peg with the mark below it. */
export function place(color, mark, about, extra = {}) {
  if (about.letters) return tile(color, mark, about, extra);
  if (mark === undefined) return peg(color, about, extra);
  return h("span", { class: "peg-marked" }, [peg(color, about, extra), h("span", { class: ["mark", `mark-${mark ?? "unknown"}`], "aria-hidden": "true" })]);
}

/** Draws all places of a code. `marks` are the marks of an answer by position, or null. */
export function code(colors, about, marks = null, extra = {}) {
  return h(
    "span",
    { class: ["code", about.letters ? "code-letters" : "", colors.length > 8 ? "code-long" : ""] },
    colors.map((color, index) => place(color, marks ? marks[index] : undefined, about, extra)),
  );
}

/** Draws the small pegs of an answer: {pegs, black, white, total, marks, text}. */
export function answer(given, pegs, extra = {}) {
  const told = extra.hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": given.text };
  if (given.marks) return h("span", { class: "answer visually-hidden", ...told });
  if (given.plain) return h("span", { class: "answer answer-plain", ...told }, given.plain);
  const kinds = [];
  for (let each = 0; each < (given.black ?? 0); each++) kinds.push("black");
  for (let each = 0; each < (given.white ?? 0); each++) kinds.push("white");
  for (let each = 0; each < (given.total ?? 0); each++) kinds.push("either");
  if (pegs > MANY) return h("span", { class: "answer answer-counts", ...told }, counts(given));
  while (kinds.length < pegs) kinds.push("none");
  const columns = Math.ceil(pegs / 2);
  const dots = kinds.map((kind, index) => {
    const x = 10 + (index % columns) * 18;
    const y = 10 + Math.floor(index / columns) * 18;
    return dot(kind, x, y);
  });
  return h("svg", { class: "answer", viewBox: `0 0 ${columns * 18 + 2} ${kinds.length > 1 ? 38 : 20}`, ...told }, dots);
}

function counts(given) {
  const parts = [["black", given.black], ["white", given.white], ["either", given.total]];
  return parts.filter(([, count]) => count !== undefined).map(([kind, count]) =>
    h("span", [h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, [dot(kind, 10, 10)]), `${count}`]));
}

function dot(kind, x, y) {
  if (kind === "none") return h("circle", { class: "dot-none", cx: x, cy: y, r: 3 });
  const body = [h("circle", { class: `dot-${kind}`, cx: x, cy: y, r: 7 })];
  if (kind === "either") body.push(h("path", { class: "dot-half", d: `M${x} ${y - 7} A7 7 0 0 0 ${x} ${y + 7} Z` }));
  body.push(h("circle", { cx: x, cy: y, r: 7, fill: kind === "black" ? "url(#sito-dark-shine)" : "url(#sito-shade)" }));
  return h("g", body);
}

/** The gradients that all drawings refer to; the frame puts them into the page once. */
export function definitions() {
  const stop = (offset, color, opacity) => h("stop", { offset, "stop-color": color, "stop-opacity": opacity });
  return h("svg", { class: "definitions", "aria-hidden": "true", focusable: "false", width: 0, height: 0 }, [
    h("defs", [
      h("radialGradient", { id: "sito-shade", cx: 0.42, cy: 0.34, r: 0.68 }, [
        stop(0.45, "#000", 0), stop(0.8, "#000", 0.1), stop(1, "#000", 0.34),
      ]),
      h("radialGradient", { id: "sito-shine" }, [stop(0, "#fff", 0.85), stop(0.55, "#fff", 0.35), stop(1, "#fff", 0)]),
      h("radialGradient", { id: "sito-dark-shine", cx: 0.35, cy: 0.3, r: 0.6 }, [
        stop(0, "#fff", 0.5), stop(0.6, "#fff", 0.08), stop(1, "#fff", 0),
      ]),
      h("linearGradient", { id: "sito-hole", x1: 0, y1: 0, x2: 0, y2: 1 }, [
        stop(0, "#000", 0.3), stop(0.45, "#000", 0.08), stop(1, "#000", 0),
      ]),
    ]),
  ]);
}

/** Says a sentence in the page's live region; for changes of which the server is not told. */
export function say(text) {
  window.dispatchEvent(new CustomEvent("sito-say", { detail: text }));
}

/** Fills the {named} places of a translated sentence. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}
