// The frame of the views: which of them is shown, and the language. The view is in the address: `#prove`.
import { createApp, h, KeepAlive } from "vue";
import { chosen, names, say } from "live_words";
import Check from "live_check";
import Prove from "live_prove";

const VIEWS = {
  prove: [Prove, () => say("Prove")],
  check: [Check, () => say("Check a certificate.")],
};
const here = () => (location.hash.slice(1) in VIEWS ? location.hash.slice(1) : Object.keys(VIEWS)[0]);

createApp({
  data() {
    return { view: here() };
  },
  created() {
    addEventListener("hashchange", () => (this.view = here()));
  },
  render() {
    const link = ([name, [, title]]) => h("a", { class: "button quiet", href: `#${name}`, "aria-current": name === this.view ? "page" : undefined }, title());
    const tongue = ([tag, name]) => h("button", { type: "button", class: "button quiet", lang: tag, "aria-pressed": String(tag === chosen.language), onClick: () => (chosen.language = tag) }, name);
    return [
      h("h1", "Sito"),
      h("p", { class: "languages" }, Object.entries(names).map(tongue)),
      h("nav", Object.entries(VIEWS).map(link)),
      h(KeepAlive, h(VIEWS[this.view][0])),
      h("p", h("a", { href: "../index.html" }, "docs")),
    ];
  },
}).mount("#live");
