// Proves small games: the search runs in a worker, and its bounds are seen as they close in.
import { h } from "vue";
import Bounds from "sito_bounds";
import { Engine } from "live_engine";
import { say, told, whole } from "live_words";
import { named } from "live_game";
import { button, examples, faultLine, field, histogram, numbers } from "live_parts";

const MEMORY = 2 ** 29;
const EXAMPLES = ["4x6", "4x10-distinct", "5x5", "4x8"];

export default {
  data() {
    return { game: "4x6", points: [], found: null, fault: "", searching: false };
  },
  created() {
    this.core = new Engine("core");
  },
  methods: {
    async prove() {
      if (this.searching) return;
      Object.assign(this, { points: [], found: null, fault: "" });
      this.searching = true;
      const start = performance.now();
      // The search is asked again with four times the work until it is done, so that its bounds are seen on the way.
      for (let positions = 1; this.searching && !this.found?.proven; positions *= 4) {
        const question = { ask: "solve", rules: named(this.game), memory: MEMORY, positions };
        try {
          const found = await this.core.ask(question);
          this.found = { ...found, seconds: (performance.now() - start) / 1000 };
          this.points.push([this.found.seconds, found.lower[0], found.upper[0] ?? null]);
          if (!found.proven && found.positions < positions) throw new Error(say("the memory allowed was full"));
        } catch (error) {
          if (this.searching) this.fault = told(error);
          break;
        }
      }
      this.searching = false;
    },
    stop() {
      this.searching = false;
      this.core.stop();
    },
  },
  render() {
    const { found } = this;
    const texts = { lower: say("no strategy beats"), upper: say("best found"), seconds: "{seconds} s", told: found ? `${found.lower[0]} - ${found.upper[0]}` : "" };
    return h("section", { class: "card", "aria-labelledby": "prove" }, [
      h("h2", { id: "prove" }, say("Prove")),
      h("p", { class: "hint" }, say("The search finds a best strategy, and proves that no other beats it.")),
      field(say("Rules"), this, "game", this.prove, this.fault),
      faultLine(this.fault),
      examples(EXAMPLES, (game) => (this.game = game)),
      this.searching ? button(say("Stop"), this.stop) : button(say("Prove"), this.prove, "primary"),
      found && h("p", { class: "hint" }, say("all guesses together")),
      h(Bounds, { points: this.points.length > 1 ? [...this.points] : [], texts }),
      found && numbers([
        [say("no strategy beats"), whole(found.lower[0])],
        [say("best found"), found.upper.length ? whole(found.upper[0]) : "-"],
        [say("positions"), whole(found.positions)],
        [say("time"), say("{seconds} s", { seconds: found.seconds.toFixed(2) })],
      ]),
      found?.histogram.length > 0 && histogram(say("best found"), found.histogram),
      h("p", { role: "status" }, found?.proven ? say("Proven best: {values}.", { values: found.upper.join(", ") }) : ""),
    ]);
  },
};
