// What several views have.
import { h } from "vue";

/** A field for a text, with its name and what was wrong with it; Enter sends it. */
export function field(name, { value, fault, onInput, onEnter }) {
  const input = {
    class: "input input-code", value, spellcheck: false, autocapitalize: "off", "aria-invalid": fault ? "true" : undefined,
    onInput: (event) => onInput(event.target.value), onKeydown: (event) => event.key === "Enter" && onEnter(),
  };
  return [h("label", { class: "field" }, [h("span", name), h("input", input)]), h("p", { class: "fault", role: "alert" }, fault)];
}

/** Names and what is told of them. */
export function numbers(pairs) {
  return h("dl", { class: "numbers" }, pairs.map(([name, value]) => h("div", [h("dt", name), h("dd", value)])));
}
