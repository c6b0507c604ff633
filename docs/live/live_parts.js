// What several views have.
import { h } from "vue";
import { say } from "live_words";

/** A field for a text, with its name and what was wrong with it; Enter sends it. */
export function field(name, { value, fault, onInput, onEnter }) {
  const input = {
    class: "input input-code", value, spellcheck: false, autocapitalize: "off", "aria-invalid": fault ? "true" : undefined,
    onInput: (event) => onInput(event.target.value), onKeydown: (event) => event.key === "Enter" && onEnter(),
  };
  return [h("label", { class: "field" }, [h("span", name), h("input", input)]), h("p", { class: "fault", role: "alert" }, fault)];
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
