// The frame of the views: which of them is shown, language and theme. The view is in the address, and a game that it shows:
// `#analyse=4x6`.
import { createApp, h, KeepAlive } from "vue";
import { definitions } from "sito_drawing";
import Choice from "sito_choice";
import Menu from "sito_menu";
import { title } from "live_parts";
import { chosen, names, say, sayIn } from "live_words";
import Analyse from "live_analyse";
import Check from "live_check";
import Jugs from "live_jugs";
import Keep from "live_keep";
import Pegs from "live_pegs";
import Play from "live_play";
import Prove from "live_prove";
import Tree from "live_tree";

const VIEWS = {
  play: [Play, () => say("Play")],
  keep: [Keep, () => say("Keep")],
  analyse: [Analyse, () => say("Analyse")],
  prove: [Prove, () => say("Prove")],
  jugs: [Jugs, () => say("Jugs")],
  pegs: [Pegs, () => say("Pegs")],
  tree: [Tree, () => say("Strategy tree")],
  check: [Check, () => title(say("Check a certificate."))],
};
const here = () => {
  const [name] = location.hash.slice(1).split("=");
  return Object.hasOwn(VIEWS, name) ? name : Object.keys(VIEWS)[0];
};

createApp({
  data() {
    return { view: here(), spoken: "" };
  },
  created() {
    addEventListener("hashchange", () => {
      this.view = here();
      this.$refs.main.focus();
    });
    addEventListener("sito-say", ({ detail }) => (this.spoken = detail));
  },
  render() {
    const links = Object.entries(VIEWS).map(([name, [, title]]) => ({ path: `#${name}`, text: title() }));
    const tongue = ([tag, name]) => h("button", { type: "button", class: "button quiet", lang: tag, "aria-pressed": String(tag === chosen.language), onClick: () => (chosen.language = tag) }, name);
    const themes = [["auto", say("as the device")], ["light", sayIn("theme", "light")], ["dark", sayIn("theme", "dark")]];
    const theme = { name: "theme", label: say("Theme"), value: chosen.theme, buttons: true, options: themes.map(([value, text]) => ({ value, text })) };
    return [
      h("header", { class: "top" }, [
        h("a", { class: "brand", href: "../index.html", "aria-label": "Sito" }, [h("img", { src: "sito.svg", alt: "", width: 32, height: 32 }), h("span", "Sito")]),
        h(Menu, { key: this.view, label: say("Menu"), links, here: `#${this.view}` }),
      ]),
      h("main", { class: "content", id: "main", ref: "main", tabindex: -1 }, [h("h1", { class: "visually-hidden" }, "Sito"), h(KeepAlive, h(VIEWS[this.view][0]))]),
      h("footer", { class: "bottom" }, [
        h("div", { class: "languages", role: "group", "aria-label": say("Language") }, Object.entries(names).map(tongue)),
        h("div", { class: "languages" }, h(Choice, { ...theme, onValue: (value) => (chosen.theme = value) })),
      ]),
      h("p", { class: "visually-hidden", "aria-live": "polite" }, this.spoken),
      definitions(),
    ];
  },
}).mount("#live");
