// The frame of the views: which of them is shown, and the language. The view is in the address, and a game that it shows: `#analyse=4x6`.
import { createApp, h, KeepAlive } from "vue";
import { definitions } from "sito_drawing";
import { chosen, names, say } from "live_words";
import Analyse from "live_analyse";
import Check from "live_check";
import Keep from "live_keep";
import Play from "live_play";
import Prove from "live_prove";

const VIEWS = {
  play: [Play, () => say("Play")],
  keep: [Keep, () => say("Keep")],
  analyse: [Analyse, () => say("Analyse")],
  prove: [Prove, () => say("Prove")],
  check: [Check, () => say("Check a certificate.")],
};
const here = () => {
  const [name] = location.hash.slice(1).split("=");
  return name in VIEWS ? name : Object.keys(VIEWS)[0];
};

createApp({
  data() {
    return { view: here(), heard: "" };
  },
  created() {
    addEventListener("hashchange", () => (this.view = here()));
    addEventListener("sito-say", ({ detail }) => (this.heard = detail));
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
      h("p", { class: "visually-hidden", "aria-live": "polite" }, this.heard),
      definitions(),
    ];
  },
}).mount("#live");
