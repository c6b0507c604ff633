// The board that is the same in every view: rows of guesses and answers, and the open row, which a person fills.
import { h, TransitionGroup, withMemo } from "vue";
import { MANY, answer, code, fill, letterOf, nameOf, place, say } from "sito_drawing";

const EMPTY = null;
const DRAFT = "sito-draft"; // what the open row had when the page was left, as by a reload or for another language

export default {
  props: {
    about: Object, // symbols, faces, names, shapes, letters, empty, unknown: how codes look
    pegs: Number,
    separator: { type: String, default: "" },
    rows: { type: Array, default: () => [] }, // {key, number, code, answer, note, state, label}
    rounds: { type: Number, default: 0 }, // so many rows in all; 0 for as many as there are
    open: Boolean,
    secret: { type: Array, default: null },
    draft: { type: Array, default: null },
    drafts: { type: Number, default: 0 }, // counts up when the draft is to be taken over
    focus: { type: Number, default: 0 }, // counts up when the board is to have the focus
    keys: { type: Array, default: () => [] }, // rows of colors: the palette, or the keyboard of a word game
    known: { type: Object, default: () => ({}) }, // what is known of a letter: 2, 1 or 0
    correct: { type: Boolean, default: false }, // rows can be chosen
    hold: { type: String, default: "" }, // why the open row cannot be sent now
    keep: { type: String, default: "" }, // names the guess that is being made, so that its row outlives the page
    texts: Object,
  },
  emits: ["guess", "row"],
  data() {
    return { slots: this.blank(), active: 0, palette: 0, sent: null };
  },
  created() {
    this.drawn = []; // rows as they were drawn, so that a key draws the open row alone
  },
  computed: {
    written() {
      return this.rows.map((row) => JSON.stringify([row, this.about, this.pegs, this.correct]));
    },
    wide() {
      return this.pegs > MANY || this.about.symbols.length > MANY;
    },
  },
  watch: {
    active() {
      if (this.wide) this.$nextTick(() => this.$refs[`slot${this.active}`]?.scrollIntoView({ block: "nearest", inline: "nearest" }));
    },
    drafts() {
      this.take(this.draft);
    },
    focus() {
      this.$nextTick(() => this.grasp());
    },
    pegs() {
      this.take(null);
    },
    keep: "store",
    slots: { handler: "store", deep: true },
    rows(now, before) {
      if (now.length > before.length && this.sent !== null) this.take(null);
      this.sent = null;
      this.$nextTick(() => this.follow());
    },
  },
  mounted() {
    if (this.draft) this.take(this.draft);
    else if (this.keep) this.recover();
    if (this.focus) this.grasp();
    document.addEventListener("keydown", this.onStray);
  },
  unmounted() {
    document.removeEventListener("keydown", this.onStray);
  },
  methods: {
    blank() {
      return Array(this.pegs).fill(EMPTY);
    },
    take(draft) {
      const had = this.$el?.contains?.(document.activeElement);
      this.slots = draft ? this.blank().map((_, index) => draft[index] ?? EMPTY) : this.blank();
      this.active = Math.max(0, this.slots.indexOf(EMPTY));
      if (had) this.$nextTick(() => this.grasp());
    },
    store() {
      if (this.keep) sessionStorage.setItem(DRAFT, JSON.stringify([this.keep, this.slots]));
    },
    recover() {
      const [name, slots] = JSON.parse(sessionStorage.getItem(DRAFT) ?? "[]");
      if (name === this.keep) this.take(slots);
    },
    grasp() {
      this.$refs[`slot${this.active}`]?.focus({ preventScroll: false });
    },
    follow() {
      // The open row stays in sight when the rows above it grow.
      this.$refs.open?.scrollIntoView?.({ block: "nearest" });
    },
    put(color, focused) {
      const slot = this.active;
      const over = this.slots[slot] !== EMPTY; // who writes over a peg goes on beside it, else at the next empty place
      this.slots[slot] = color;
      say(fill(this.texts.put, { place: slot + 1, peg: nameOf(color, this.about) }));
      this.active = over ? Math.min(slot + 1, this.pegs - 1) : this.next(slot);
      if (focused) this.grasp();
    },
    fill(color) {
      // The empty places get one color.
      if (color === EMPTY) return;
      this.slots = this.slots.map((one) => (one === EMPTY ? color : one));
      this.active = this.pegs - 1;
      say(this.slots.map((one) => nameOf(one, this.about)).join(", "));
    },
    drop(event, slot) {
      // A peg from the palette is put here; one of the row changes places.
      const [color, from] = event.dataTransfer.getData("text/plain").split(" ").map(Number);
      if (!Number.isInteger(color) || !(color in this.about.symbols)) return;
      if (from in this.slots) this.slots[from] = this.slots[slot];
      this.active = slot;
      this.slots[slot] = color;
    },
    next(slot) {
      for (let step = 1; step <= this.pegs; step++) {
        const index = (slot + step) % this.pegs;
        if (this.slots[index] === EMPTY) return index;
      }
      return Math.min(slot + 1, this.pegs - 1);
    },
    takeOut() {
      // Backspace takes the peg here, or the one before where this place is empty already.
      let slot = this.active;
      if (this.slots[slot] === EMPTY && slot > 0) slot -= 1;
      if (this.slots[slot] !== EMPTY) say(fill(this.texts.put, { place: slot + 1, peg: this.about.empty }));
      this.slots[slot] = EMPTY;
      this.active = slot;
    },
    clear() {
      this.slots = this.blank();
      this.active = 0;
    },
    text() {
      return this.slots
        .map((color) => (color === EMPTY ? "?" : this.about.symbols[color]))
        .join(this.separator);
    },
    full() {
      return this.slots.every((color) => color !== EMPTY);
    },
    guess() {
      if (!this.open) return;
      if (this.hold) {
        say(this.hold);
        return;
      }
      if (!this.full()) {
        say(this.texts.missing);
        this.active = Math.max(0, this.slots.indexOf(EMPTY));
        this.grasp();
        return;
      }
      const text = this.text();
      const now = Date.now();
      if (text === this.sent && now - this.when < 800) return; // a key that was held, or a double click
      if (this.sent !== null && window.socket?.connected === false) return; // it is on its way, as soon as the connection is back
      this.sent = text;
      this.when = now;
      this.$emit("guess", text);
    },
    move(slot) {
      this.active = (slot + this.pegs) % this.pegs;
      this.grasp();
    },
    turn(by) {
      const colors = this.about.symbols.length;
      const now = this.slots[this.active];
      this.slots[this.active] = now === EMPTY ? (by > 0 ? 0 : colors - 1) : (now + by + colors) % colors;
      say(nameOf(this.slots[this.active], this.about));
    },
    typed(key) {
      // Symbols of two digits are typed digit by digit: 1 and then 2 within a second is 12.
      const symbols = this.about.symbols;
      const now = Date.now();
      const joined = this.before && now - this.before.when < 1000 ? this.before.text + key : key;
      const fold = (text) => text.toLocaleLowerCase();
      for (const text of [joined, key]) {
        let color = symbols.findIndex((symbol) => fold(symbol) === fold(text));
        if (color < 0 && this.about.faces) color = this.about.faces.indexOf(text);
        if (color < 0) continue;
        if (text === joined && joined !== key) {
          this.active = this.before.slot;
        }
        const slot = this.active;
        this.put(color, true);
        this.before = { text, when: now, slot };
        return true;
      }
      return false;
    },
    onKey(event) {
      if (!this.open || event.ctrlKey || event.metaKey || event.altKey) return;
      const inPalette = event.target.closest?.(".palette");
      const stray = this.isStray(event);
      const steps = { ArrowRight: 1, ArrowLeft: -1 };
      if (event.key in steps && inPalette) this.stroll(event);
      else if (event.key in steps) this.move(this.active + steps[event.key]);
      else if (event.key === "ArrowUp" && !inPalette) this.turn(1);
      else if (event.key === "ArrowDown" && !inPalette) this.turn(-1);
      else if (event.key === "Home" && !inPalette) this.move(0);
      else if (event.key === "End" && !inPalette) this.move(this.pegs - 1);
      else if (event.key === "Backspace" || event.key === "Delete") {
        this.takeOut();
        if (!inPalette) this.grasp();
      } else if (event.key === "+") this.fill(this.slots[this.active] ?? this.slots.findLast((color) => color !== EMPTY) ?? EMPTY);
      else if (event.key === "Enter" && (stray || event.target.closest?.(".open-row, .palette")) && !event.target.closest?.(".send, .rub")) {
        // Enter on a color chooses it; elsewhere it sends the guess.
        if (inPalette) return;
        this.guess();
      } else if (event.key.length !== 1 || !(stray || event.target.closest?.(".open-row, .palette")) || !this.typed(event.key)) return;
      event.preventDefault();
    },
    isStray({ target, key }) {
      // A button elsewhere, such as that of a hint, has no use for symbols.
      const unused = target.matches(".button") && !target.closest("dialog, .board") && key.length === 1 && key !== " ";
      return unused || target.matches("body, .sito");
    },
    onStray(event) {
      // Keys that nothing else has, as on a page that was just opened, are for the open row.
      if (event.defaultPrevented || !this.$el.offsetParent || !this.isStray(event)) return;
      if (event.key.length === 1 || ["Enter", "Backspace"].includes(event.key)) this.onKey(event);
    },
    stroll(event) {
      const buttons = [...this.$el.querySelectorAll(".palette [data-color]")];
      const at = buttons.indexOf(event.target.closest("[data-color]"));
      const to = buttons[(at + (event.key === "ArrowRight" ? 1 : -1) + buttons.length) % buttons.length];
      this.palette = Number(to.dataset.color);
      to.focus();
    },
    drawRow(row) {
      const marks = row.answer?.marks ?? null;
      const middle = code(row.code, this.about, marks);
      const parts = [
        h("span", { class: "row-number" }, `${row.number}`),
        middle,
        row.answer ? answer(row.answer, this.pegs) : h("span", { class: "answer" }),
      ];
      if (row.note) parts.push(h("span", { class: "row-note" }, row.note));
      if (this.correct && row.choose) {
        const props = { type: "button", class: "button quiet row-choose", "aria-label": row.choose, onClick: () => this.$emit("row", row.number) };
        parts.push(h("button", props, row.chooseShort ?? "✎"));
      }
      return h("li", { key: row.key ?? row.number, class: ["row", row.state ? `row-${row.state}` : ""] }, parts);
    },
    drawOpen() {
      const slots = this.slots.map((color, index) => {
        const name = fill(this.texts.place, { place: index + 1, peg: nameOf(color, this.about) });
        return h(
          "button",
          {
            type: "button",
            ref: `slot${index}`,
            class: ["slot", index === this.active ? "slot-active" : ""],
            "aria-label": name,
            "aria-current": index === this.active ? "true" : undefined,
            tabindex: index === this.active ? 0 : -1,
            onClick: () => {
              if (this.active === index && this.slots[index] !== EMPTY) {
                this.slots[index] = EMPTY;
                say(fill(this.texts.put, { place: index + 1, peg: this.about.empty }));
              }
              this.active = index;
            },
            onFocus: () => (this.active = index),
            draggable: color !== EMPTY,
            onDragstart: (event) => event.dataTransfer.setData("text/plain", `${color} ${index}`),
            onDragover: (event) => event.preventDefault(),
            onDrop: (event) => {
              event.preventDefault();
              this.drop(event, index);
            },
          },
          [place(color, undefined, this.about, { hidden: true, key: `${index}-${color}` })],
        );
      });
      return h("li", { key: "open", class: "row open-row", ref: "open" }, [
        h("span", { class: "row-number", "aria-hidden": "true" }, `${this.rows.length + 1}`),
        h("span", { class: ["code", this.about.letters ? "code-letters" : "", this.pegs > 8 ? "code-long" : ""], role: "group", "aria-label": this.texts.open }, slots),
        h("span", { class: "answer" }),
      ]);
    },
    drawKey(color, index) {
      const known = this.known[color];
      const name = this.about.names[color] + (known === undefined ? "" : `, ${this.texts.known[known]}`);
      const first = this.keys.flat().includes(this.palette) ? this.palette : this.keys.flat()[0];
      const face = this.about.letters
        ? letterOf(color, this.about)
        : [place(color, undefined, this.about, { hidden: true }), this.about.shapes || this.about.faces ? h("span", { class: "key-symbol", "aria-hidden": "true" }, this.about.symbols[color]) : null];
      return h(
        "button",
        {
          type: "button",
          key: color,
          class: ["key", this.about.letters ? "key-letter" : "key-peg", known === undefined ? "" : `tile-${known}`],
          "data-color": color,
          "aria-label": name,
          tabindex: color === first ? 0 : -1,
          onFocus: () => (this.palette = color),
          onClick: () => this.put(color, false),
          onContextmenu: (event) => {
            event.preventDefault(); // the other button, or a long touch
            this.fill(color);
          },
          draggable: true,
          onDragstart: (event) => event.dataTransfer.setData("text/plain", `${color}`),
        },
        face,
      );
    },
    drawPalette() {
      // Letters have both among the keys, as keyboards do; the row of colors has them beside it.
      const letters = this.about.letters;
      const key = letters ? "key-letter" : "";
      const sends = { "aria-label": letters ? this.texts.send : undefined, "aria-disabled": this.full() && !this.hold ? undefined : "true" };
      const actions = [
        h("button", { type: "button", key: "rub", class: ["button quiet rub", key], "aria-label": this.texts.rub, onClick: () => this.takeOut() }, "⌫"),
        h("button", { type: "button", key: "send", class: ["button primary send", key], ...sends, onClick: () => this.guess() }, letters ? "↵" : this.texts.send),
      ];
      const rows = this.keys.map((row) => row.map((color) => this.drawKey(color)));
      if (letters) rows.at(-1).push(...actions);
      return h("div", { class: ["palette", letters ? "palette-letters" : ""] }, [
        h("div", { class: "keys", role: "group", "aria-label": this.texts.palette }, rows.map((row, index) => h("div", { class: "key-row", key: index }, row))),
        ...(letters ? [] : [h("div", { class: "palette-actions" }, actions)]),
      ]);
    },
  },
  render() {
    const rows = this.rows.map((row, index) => withMemo([this.written[index]], () => this.drawRow(row), this.drawn, index));
    if (this.open) rows.push(this.drawOpen());
    for (let number = rows.length + 1; number <= this.rounds; number++) {
      rows.push(
        h("li", { key: `later${number}`, class: "row row-later", "aria-hidden": "true" }, [
          h("span", { class: "row-number" }, `${number}`),
          code(this.blank(), this.about, null, { hidden: true }),
          h("span", { class: "answer" }),
        ]),
      );
    }
    const secret = this.secret
      ? [h("div", { class: "secret" }, [h("span", { class: "secret-label" }, this.texts.secret), code(this.secret, this.about)])]
      : [];
    const scrolls = this.wide && !this.open ? 0 : undefined; // with keys, where it has no place to go to
    return h("div", { class: ["board", this.wide ? "board-wide" : ""], onKeydown: this.onKey, style: { "--pegs": this.pegs } }, [
      h(TransitionGroup, { tag: "ol", name: "row", class: "rows", tabindex: scrolls, "aria-label": this.texts.board }, () => rows),
      ...secret, // below, so that the rows stay where they are
      ...(this.open ? [this.drawPalette()] : []),
    ]);
  },
};
