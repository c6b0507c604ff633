// What several views have.
import { h } from "vue";
import Histograms from "sito_histograms";
import { say } from "live_words";

/** A button; one that is disabled keeps the focus. */
export const button = (text, onClick, kind = "", { disabled, pressed } = {}) =>
  h("button", { type: "button", class: ["button", kind], "aria-disabled": disabled ? "true" : undefined, "aria-pressed": pressed, onClick: disabled ? undefined : onClick }, text);

/** What was wrong, and nothing at first. */
export const faultLine = (text) => h("p", { class: ["fault", text?.startsWith("'") ? "quoted" : ""], role: "alert" }, text);

/** A field for a text of `holder`, with its name; Enter sends it. */
export function field(name, holder, key, onEnter, fault) {
  const input = {
    class: "input input-code", value: holder[key], spellcheck: false, autocapitalize: "off", "aria-invalid": fault ? "true" : undefined,
    onInput: (event) => (holder[key] = event.target.value), onKeydown: (event) => event.key === "Enter" && onEnter(),
  };
  return h("label", { class: "field" }, [h("span", name), h("input", input)]);
}

/** A file that comes with the page. */
export const packed = (text) => new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);

/** Examples of what a field takes. */
export const examples = (names, onChoose) =>
  h("div", { class: "side" }, [h("span", { class: "hint" }, say("For example:")), ...names.map((name) => button(name, () => onChoose(name), "quiet"))]);

/** A field for a file, with its name; the view takes one that is dropped, too. */
export function fileField(name, onFile, props) {
  return h("label", { class: "field" }, [h("span", name), h("input", { type: "file", class: "input", onChange: (event) => onFile(event.target.files[0]), ...props })]);
}

/** What makes an element take a file that is dropped on it. */
export function dropped(onFile) {
  const take = (event) => {
    event.preventDefault();
    onFile(event.dataTransfer.files[0]);
  };
  return { onDragover: (event) => event.preventDefault(), onDrop: take };
}

/** A button that ends what is waited for, once it takes longer than a second. */
export const Stop = {
  data: () => ({ late: false }),
  mounted() {
    this.timer = setTimeout(() => (this.late = true), 1000);
  },
  unmounted() {
    clearTimeout(this.timer);
  },
  render() {
    return this.late ? h("button", { type: "button", class: "button" }, say("Stop")) : null;
  },
};

/** Names and what is told of them. */
export function numbers(pairs) {
  return h("dl", { class: "numbers" }, pairs.map(([name, value]) => h("div", [h("dt", name), h("dd", value)])));
}

/** How many games took 1, 2, 3 ... guesses, and their mean. */
export function histogram(name, counts) {
  const games = counts.reduce((all, count) => all + count, 0);
  const mean = counts.reduce((all, count, place) => all + count * (place + 1), 0) / games;
  const told = counts.map((count, place) => `${place + 1}: ${count}`).join(", ");
  return h(Histograms, { rows: [{ key: name, name, counts, games, mean, text: `${say("guesses on average")}: ${mean.toFixed(4)}`, told }] });
}

/** A sentence as a title: without its full stop. */
export const title = (sentence) => sentence.replace(/[.。]$/, "");
