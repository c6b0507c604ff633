// The navigation: side by side where there is room, else behind a button.
import { h } from "vue";

export default {
  props: { label: String, links: { type: Array, default: () => [] }, here: String },
  data() {
    return { open: false };
  },
  mounted() {
    this.onOutside = (event) => {
      if (this.open && !this.$el.contains(event.target)) this.open = false;
    };
    document.addEventListener("pointerdown", this.onOutside);
  },
  unmounted() {
    document.removeEventListener("pointerdown", this.onOutside);
  },
  methods: {
    onKey(event) {
      if (event.key !== "Escape" || !this.open) return;
      this.open = false;
      this.$refs.button.focus();
    },
  },
  render() {
    const links = this.links.map(({ path, text }) =>
      h("li", { key: path }, [h("a", { href: path, "aria-current": path === this.here ? "page" : undefined }, text)]),
    );
    return h("nav", { class: ["menu", this.open ? "menu-open" : ""], "aria-label": this.label, onKeydown: this.onKey }, [
      h("button", { type: "button", ref: "button", class: "button quiet menu-button", "aria-expanded": String(this.open), "aria-controls": "menu-links", onClick: () => (this.open = !this.open) }, this.label),
      h("ul", { id: "menu-links" }, links),
    ]);
  },
};
