// What concerns the whole document: theme, motion and title, the live region, the lost connection, and the gradients.
import { h } from "vue";
import { definitions } from "sito_drawing";

const PATIENCE = 1500; // a connection that comes back sooner was never missed
const FOCUSABLE = "button, a[href], input, select, textarea, summary, [tabindex='0']";

export default {
  props: { title: String, theme: String, motion: Boolean, said: Array, faults: Array, texts: Object },
  data() {
    return { spoken: [], times: 0, waiting: [], connection: "", heard: 0 };
  },
  watch: {
    theme: "dress",
    motion: "dress",
    title: "dress",
    said: { handler: "hear", deep: true },
  },
  mounted() {
    this.dress();
    this.hear();
    document.cookie = `sito-zone=${-new Date().getTimezoneOffset()}; path=/; max-age=31536000; samesite=lax`; // the day changes at midnight here
    this.onSay = (event) => this.say(event.detail);
    window.addEventListener("sito-say", this.onSay);
    this.listen();
    this.onFocus = (event) => (this.trail = pathOf(event.target));
    document.addEventListener("focusin", this.onFocus);
    this.watcher = new MutationObserver(() => setTimeout(() => this.keepFocus(), 0));
    const seen = { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "open"] };
    this.watcher.observe(document.getElementById("app"), seen);
  },
  unmounted() {
    window.removeEventListener("sito-say", this.onSay);
    document.removeEventListener("focusin", this.onFocus);
    this.watcher.disconnect();
  },
  methods: {
    dress() {
      const root = document.documentElement;
      root.style.colorScheme = this.theme === "auto" ? "light dark" : this.theme;
      root.dataset.motion = this.motion ? "some" : "none";
      if (this.title) document.title = this.title;
    },
    hear() {
      for (const [number, text] of this.said || []) {
        if (number <= this.heard) continue;
        this.heard = number;
        this.say(text);
      }
    },
    say(text) {
      this.waiting.push(text);
      clearTimeout(this.speaking);
      // What changes at once is said at once: a region that changes twice within a moment is read once only.
      this.speaking = setTimeout(() => {
        this.spoken = this.waiting;
        this.waiting = [];
        this.times += 1;
      }, 60);
    },
    keepFocus() {
      // What had the focus may be gone by an update: then the focus goes to the nearest thing that can have it.
      const [last, ...around] = this.trail || [];
      if (!last || document.activeElement !== document.body || isThere(last)) return;
      for (const place of around) {
        if (!isThere(place) || place === document.body) continue;
        const next = [...place.querySelectorAll(FOCUSABLE)].find((one) => isThere(one) && one.tabIndex >= 0);
        const target = next ?? (place.id === "main" ? place : null);
        if (!target) continue;
        target.focus({ preventScroll: true });
        return;
      }
    },
    listen() {
      if (!window.socket) {
        setTimeout(() => this.listen(), 20);
        return;
      }
      window.socket.on("disconnect", () => {
        this.losing = setTimeout(() => (this.connection = "lost"), PATIENCE);
      });
      window.socket.on("connect", () => {
        clearTimeout(this.losing);
        if (this.connection === "lost") {
          this.connection = "";
          this.say(this.texts.back);
        }
      });
    },
  },
  render() {
    const said = this.spoken.map((text, index) => h("p", { key: `${this.times}-${index}` }, text));
    const lost = this.connection === "lost" ? [h("p", this.texts.lost)] : [];
    return h("div", { class: "document" }, [
      definitions(),
      h("div", { role: "status", class: "visually-hidden", id: "status" }, said),
      h("div", { role: "alert", class: ["connection", lost.length ? "" : "connection-kept"] }, lost),
    ]);
  },
};

function pathOf(element) {
  const path = [];
  for (let one = element; one; one = one.parentElement) path.push(one);
  return path;
}

function isThere(element) {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}
