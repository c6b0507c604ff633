// A board of peg solitaire. A person takes a peg and says where it jumps; arrows walk over the holes.
// Which jumps there are comes from the server; this draws, and tells what was asked for.
import { h } from "vue";
import { fill, say } from "sito_drawing";

const LEAVING = 520; // milliseconds until a peg that was jumped over is taken away
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export default {
  props: {
    holes: Array, // [x, y] of each hole, in steps from hole to hole
    pegs: Array, // the holes with pegs
    jumps: { type: Array, default: () => [] }, // [from, over, to] that can be made now
    last: { type: Array, default: null }, // the jump that was made or taken back last
    moved: { type: Number, default: -1 }, // the hole of the peg that jumped last
    hint: { type: Array, default: null }, // [from, to]
    numbers: Boolean,
    choosing: Boolean, // a hole is chosen that is to be empty at first
    finish: { type: Number, default: -1 }, // the hole of the last peg
    done: Boolean,
    address: { type: String, default: "" }, // what stands behind the path, so that a reload finds the puzzle as it is
    texts: Object,
  },
  emits: ["jump", "vacancy"],
  data() {
    return { held: null, here: this.pegs[0] ?? 0, pieces: this.pegs.map((hole, index) => ({ key: index, hole })), next: this.pegs.length };
  },
  watch: {
    address(now) {
      if (now) window.history.replaceState(window.history.state, "", now);
    },
    pegs(now) {
      this.held = null;
      this.move(now);
    },
    holes() {
      this.here = 0;
      this.held = null;
    },
    choosing() {
      this.held = null;
    },
  },
  computed: {
    size() {
      const xs = this.holes.map(([x]) => x);
      const ys = this.holes.map(([, y]) => y);
      return [Math.max(...xs) + 1, Math.max(...ys) + 1];
    },
    targets() {
      return new Set(this.jumps.filter(([start]) => start === this.held).map(([, , end]) => end));
    },
    movable() {
      return new Set(this.jumps.map(([start]) => start));
    },
  },
  methods: {
    move(now) {
      // The piece that jumped keeps its identity, so that it is seen to jump; so does one that jumps back.
      const there = new Set(now);
      const had = new Set(this.pieces.filter((piece) => !piece.leaving).map((piece) => piece.hole));
      const [start, over, end] = this.last ?? [-1, -1, -1];
      const forth = had.has(start) && had.has(over) && !there.has(start) && !there.has(over) && there.has(end);
      const back = had.has(end) && !there.has(end) && there.has(start) && there.has(over);
      let pieces = this.pieces.filter((piece) => !piece.leaving);
      if (forth && had.size === there.size + 1) {
        for (const piece of pieces) {
          if (piece.hole === start) Object.assign(piece, { hole: end, hops: this.next++ });
          else if (piece.hole === over) piece.leaving = true;
        }
        setTimeout(() => (this.pieces = this.pieces.filter((piece) => !piece.leaving)), LEAVING);
      } else if (back && had.size === there.size - 1) {
        for (const piece of pieces) if (piece.hole === end) Object.assign(piece, { hole: start, hops: this.next++ });
        pieces.push({ key: this.next++, hole: over, comes: true });
      } else {
        pieces = now.map((hole) => ({ key: this.next++, hole }));
      }
      this.pieces = pieces;
      // A way that is played goes on below the board on a phone; the peg that moves is seen all the same.
      if (forth || back) this.$el.querySelector(`[data-hole="${forth ? end : start}"]`)?.scrollIntoView({ block: "nearest" });
    },
    pick(hole) {
      this.here = hole;
      if (this.choosing) return this.$emit("vacancy", hole);
      const full = this.pegs.includes(hole);
      if (this.held === hole) {
        this.held = null;
        return say(this.texts.back);
      }
      if (full) {
        if (!this.movable.has(hole)) return say(fill(this.texts.stuck, { hole }));
        this.held = hole;
        return say(fill(this.texts.taken, { hole, targets: [...this.targets].join(", ") }));
      }
      if (this.held === null) return say(this.texts.first);
      this.$emit("jump", this.held, hole);
    },
    onKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in WAYS) this.walk(WAYS[event.key]);
      else if (event.key === "Home") this.go(0);
      else if (event.key === "End") this.go(this.holes.length - 1);
      else if (event.key === "Escape" && this.held !== null) this.pick(this.held);
      else return;
      event.preventDefault();
    },
    walk([right, down]) {
      // The nearest hole ahead; one that lies aside counts as farther away.
      const [x, y] = this.holes[this.here];
      let best = null;
      this.holes.forEach(([otherX, otherY], hole) => {
        const ahead = (otherX - x) * right + (otherY - y) * down;
        const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
        if (ahead <= 0.01) return;
        const far = ahead + 2 * aside;
        if (best === null || far < best[0] - 0.01) best = [far, hole];
      });
      if (best) this.go(best[1]);
    },
    go(hole) {
      this.here = hole;
      this.$el.querySelector(`[data-hole="${hole}"]`)?.focus();
    },
    nameOf(hole) {
      const texts = this.texts;
      if (this.pegs.includes(hole)) return fill(this.movable.has(hole) && !this.choosing ? texts.movable : texts.peg, { hole });
      return fill(this.targets.has(hole) ? texts.target : texts.empty, { hole });
    },
    at(hole) {
      const [x, y] = this.holes[hole];
      const [width, height] = this.size;
      return { left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` };
    },
    drawHole(hole) {
      const hinted = this.hint && this.hint.includes(hole);
      const classes = [
        "peg-hole",
        this.targets.has(hole) ? "peg-hole-target" : "",
        hinted ? "peg-hole-hint" : "",
        hole === this.finish ? "peg-hole-finish" : "",
        this.held === hole ? "peg-hole-held" : "",
      ];
      return h("button", {
        type: "button",
        key: `hole-${hole}`,
        class: classes,
        style: this.at(hole),
        tabindex: hole === this.here ? 0 : -1,
        "data-hole": hole,
        "aria-label": this.nameOf(hole),
        "aria-pressed": this.pegs.includes(hole) && !this.choosing ? String(this.held === hole) : undefined,
        onClick: () => this.pick(hole),
        onFocus: () => (this.here = hole),
      });
    },
    drawPiece(piece) {
      const classes = [
        "piece",
        piece.leaving ? "piece-leaving" : "",
        piece.comes ? "piece-comes" : "",
        piece.hops ? `piece-hops-${piece.hops % 2}` : "",
        this.held === piece.hole ? "piece-held" : "",
        this.movable.has(piece.hole) && !this.done ? "piece-movable" : "",
        piece.hole === this.moved ? "piece-moved" : "",
      ];
      return h("span", { key: `piece-${piece.key}`, class: classes, style: this.at(piece.hole) }, h("span", { class: "piece-body" }));
    },
  },
  render() {
    const [width, height] = this.size;
    const numbers = this.numbers ? this.holes.map((_, hole) => h("span", { class: ["peg-number", this.pegs.includes(hole) ? "peg-number-on" : ""], style: this.at(hole) }, `${hole}`)) : [];
    const size = { "--across": width, "--down": height };
    return h("div", { role: "group", "aria-label": this.texts.board, class: ["peg-board", width > 7 ? "peg-board-wide" : "", this.done ? "peg-board-done" : ""], style: size, onKeydown: this.onKey }, [
      h("div", { class: "peg-field", style: { aspectRatio: `${width} / ${height}` } }, [
        ...this.holes.map((_, hole) => this.drawHole(hole)),
        h("div", { class: "pieces", "aria-hidden": "true" }, [...this.pieces.map((piece) => this.drawPiece(piece)), ...numbers]),
      ]),
    ]);
  },
};
