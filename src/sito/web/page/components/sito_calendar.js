// The weeks up to today, with what came of each; names of days and months are those of the language.
import { h } from "vue";

const WEEKS = 6;
const textOf = (day) => day.toISOString().slice(0, 10);
const after = (day, days) => new Date(day.getTime() + days * 86400000);

export default {
  props: {
    days: { type: Object, default: () => ({}) }, // by day: {won, text, told}
    open: { type: String, default: "" }, // where today's can be played
    caption: String,
  },
  render() {
    const language = document.documentElement.lang || "en";
    const said = (day, how) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...how }).format(day);
    const now = new Date();
    const last = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), 12)); // the day here
    const today = textOf(last);
    const monday = after(last, -((last.getUTCDay() + 6) % 7) - 7 * (WEEKS - 1));
    const cell = (day) => {
      const text = textOf(day);
      const found = this.days[text];
      const number = `${day.getUTCDate()}`;
      if (text > today) return h("td", { key: text });
      const name = said(day, { day: "numeric", month: "long" });
      const shown = found ? [h("span", { "aria-hidden": "true" }, [number, h("b", found.text)]), h("span", { class: "visually-hidden" }, `${name}: ${found.told}`)] : number;
      const isOpen = text === today && !found && this.open;
      const kind = found ? (found.won ? "day-won" : "day-lost") : "";
      return h("td", { key: text, class: ["day", kind, text === today ? "day-today" : ""] }, isOpen ? h("a", { href: this.open }, number) : shown);
    };
    const week = (start) => h("tr", { key: textOf(start) }, [
      h("th", { scope: "row" }, said(after(start, 6), { month: "short" })),
      ...Array.from({ length: 7 }, (_none, index) => cell(after(start, index))),
    ]);
    const heads = Array.from({ length: 7 }, (_none, index) => h("th", { key: index, scope: "col" }, said(after(monday, index), { weekday: "short" })));
    return h("table", { class: "calendar" }, [
      h("caption", this.caption),
      h("thead", h("tr", [h("td"), ...heads])),
      h("tbody", Array.from({ length: WEEKS }, (_none, index) => week(after(monday, 7 * index)))),
    ]);
  },
};
