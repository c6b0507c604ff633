// How long a game has been played, as long as it is shown; the browser remembers it, and nobody else.
import { h } from "vue";

export default {
  props: { game: String, runs: Boolean, label: String },
  data() {
    return { seconds: 0 };
  },
  watch: {
    game: { immediate: true, handler: "recall" },
  },
  mounted() {
    this.timer = setInterval(() => this.tick(), 1000);
  },
  unmounted() {
    clearInterval(this.timer);
  },
  methods: {
    recall() {
      this.seconds = Number(sessionStorage.getItem(`sito-clock-${this.game}`) ?? 0);
    },
    tick() {
      if (!this.runs || document.visibilityState !== "visible") return;
      this.seconds += 1;
      sessionStorage.setItem(`sito-clock-${this.game}`, this.seconds);
    },
  },
  render() {
    const time = `${Math.floor(this.seconds / 60)}:${`${this.seconds % 60}`.padStart(2, "0")}`;
    return h("p", { class: "progress", role: "timer", "aria-label": this.label }, time);
  },
};
