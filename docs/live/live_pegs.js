// Peg solitaire, by hand and solved.
import { h } from "vue";
import Scene from "sito_pegs";
import Choice from "sito_choice";
import Switch from "sito_switch";
import { byHand } from "live_by_hand";
import { button, faultLine, field, title } from "live_parts";
import { say, sayCount, sayIn } from "live_words";

const { boards } = SITO; // by name: {places, jumps, symmetries, vacancy}
const MEMORY = 2 ** 29;
const PATIENCE = 2000; // milliseconds until a sample stands in for the search
const MOST = 64; // holes
const range = (count) => [...Array(count).keys()];
const without = (hole) => (each) => each !== hole;

/** The problem of a board with one empty hole at the start; it ends with one peg there, or anywhere. */
function problemOf(name, board, vacancy = board.vacancy, anywhere = false) {
  const holes = range(board.places.length);
  const finishes = anywhere ? holes.map((hole) => [hole]) : [[vacancy]];
  return { name, board, start: holes.filter(without(vacancy)), finishes };
}

const vacancyOf = ({ board, start }) => (start.length === board.places.length - 1 ? range(board.places.length).find((hole) => !start.includes(hole)) : null);
const finishOf = ({ finishes }) => (finishes.length === 1 ? finishes[0][0] : null);
const legal = ({ board }, state) => board.jumps.filter(([from, over, to]) => state.includes(from) && state.includes(over) && !state.includes(to));
const findJump = (problem, state, [from, to]) => legal(problem, state).find((jump) => jump[0] === from && jump[2] === to);
const movesOf = (steps) => steps.filter(([from], number) => !number || steps[number - 1][1] !== from).length;

/** A board that a person drew: o is a peg, . an empty hole, - or a space none. */
function drawn(text) {
  const odd = [...new Set(text.replace(/[o.\-/\s]/gi, ""))];
  if (odd.length) throw new Error(say("a drawing cannot have {characters}: o is a peg, . an empty hole, - or a space no hole, / ends a row", { characters: odd.join(" ") }));
  const places = [];
  const start = [];
  text.split(/[/\n]/).forEach((row, y) => [...row.toLowerCase()].forEach((sign, x) => {
    if (sign === "o") start.push(places.length);
    if (sign === "o" || sign === ".") places.push([x, y]);
  }));
  const holes = places.length;
  if (!start.length || holes > MOST) throw new Error(say("the start has no peg; an example: {example}", { example: "ooo/o.o/ooo" }));
  const at = (x, y) => places.findIndex((place) => place[0] === x && place[1] === y);
  const ways = [[0, 1], [1, 0], [0, -1], [-1, 0]];
  const jumps = places.flatMap(([x, y], from) => ways.map(([right, down]) => [from, at(x + right, y + down), at(x + 2 * right, y + 2 * down)]));
  const board = { places, jumps: jumps.filter((jump) => Math.min(...jump) >= 0), symmetries: [range(holes)] };
  return { name: text.trim(), board, start, finishes: range(holes).map((hole) => [hole]) };
}

const leftText = ({ state }) => sayCount("{count} peg is left.", "{count} pegs are left.", state.length);

const puzzle = {
  title: () => say("Pegs"),
  manner: () => say("Choose a peg, and then the empty hole to jump to, over another peg, which is taken away."),
  problem: () => problemOf(...Object.entries(boards)[0]),
  about(problem) {
    const vacancy = vacancyOf(problem);
    const start = vacancy === null ? sayCount("{count} peg", "{count} pegs", problem.start.length) : say("hole {hole} empty", { hole: vacancy });
    const finish = finishOf(problem) === null ? say("one peg, anywhere") : say("one peg, in hole {hole}", { hole: finishOf(problem) });
    return say("Board {board}. Start: {start}. Finish: {finish}.", { board: problem.name, start, finish });
  },
  start: (problem) => problem.start,
  after(problem, state, step) {
    const [, over, to] = findJump(problem, state, step);
    return [...state.filter((hole) => hole !== step[0] && hole !== over), to].sort((a, b) => a - b);
  },
  fault({ problem, state }, [start, end]) {
    if (findJump(problem, state, [start, end])) return "";
    const targets = legal(problem, state).filter((jump) => jump[0] === start).map((jump) => jump[2]);
    if (!targets.length) return say("no peg jumps from hole {start} to hole {end}; the peg in hole {start} cannot jump now", { start, end });
    return say("no peg jumps from hole {start} to hole {end}; from hole {start} it may jump to {targets}", { start, end, targets: targets.join(", ") });
  },
  solved: ({ finishes }, state) => finishes.some((finish) => String(finish) === String(state)),
  async look(core, { problem, steps }, goesOn, patient) {
    const { places, jumps, symmetries } = problem.board;
    const { start, finishes } = problem;
    const began = performance.now();
    for (let sample = false; ; ) {
      const question = { ask: "pegs", holes: places.length, jumps, symmetries, start, finishes, made: steps, sample, memory: MEMORY };
      const found = await core.ask(question);
      if (!found.goes_on || !goesOn()) return found.possible === false ? { ...found, why: say("everything that can come of this position was searched, and none of it finishes") } : found;
      sample = !patient && performance.now() - began > PATIENCE;
    }
  },
  step: ([from, to]) => `(${from},${to})`,
  taken: (hand, [start, end]) => say("The peg in hole {start} jumps to hole {end}.", { start, end }),
  count: (hand) => `${leftText(hand)} ${sayCount("{count} move so far.", "{count} moves so far.", movesOf(hand.steps))}`,
  position: (hand) => [leftText(hand)],
  fewestName: () => say("Fewest moves from here"),
  fewest({ possible, least = 1, most }) {
    if (possible === undefined) return say("searching");
    if (!possible) return say("It is not known yet whether it can be done from here; it takes {least} moves at least.", { least });
    if (least !== most) return say("The fewest moves from here are not known yet: {least} at least, {most} at most.", { least, most });
    return sayCount("The finish is {count} move away, at the fewest.", "The finish is {count} moves away, at the fewest.", least);
  },
  ending({ steps, state }, { least, most }) {
    const done = sayCount("One peg is left, in hole {hole}, after {count} move.", "One peg is left, in hole {hole}, after {count} moves.", movesOf(steps), { hole: state[0] });
    if (least === most && most !== undefined) return `${done} ${say("The fewest possible is {fewest}.", { fewest: least })}`;
    return `${done} ${say("The fewest possible is not known; it is {least} at least.", { least: least ?? 1 })}`;
  },
  way: ({ steps }) => sayCount("{count} jump", "{count} jumps", steps.length),
};

export default byHand(puzzle, {
  data: () => ({ choosing: false, numbers: false, fault: "", drawing: "ooo/o.o/ooo" }),
  methods: {
    anew(name, vacancy, anywhere) {
      this.choosing = false;
      return this.begin(problemOf(name, boards[name] ?? this.problem.board, vacancy, anywhere));
    },
    empty(hole) {
      this.anew(this.problem.name, hole, finishOf(this.problem) === null);
    },
    beginOwn() {
      try {
        this.begin(drawn(this.drawing));
        this.fault = "";
      } catch (error) {
        this.fault = error.message;
      }
    },
    scene() {
      const { problem, steps, state } = this.hand;
      const last = steps.length ? problem.board.jumps.find((jump) => jump[0] === steps.at(-1)[0] && jump[2] === steps.at(-1)[1]) : this.undone.at(-1);
      return h(Scene, {
        key: problem.name, holes: problem.board.places, pegs: state, jumps: legal(problem, state), last: last?.length === 3 ? last : null,
        moved: steps.at(-1)?.[1] ?? -1, hint: this.hint, numbers: this.numbers, choosing: this.choosing, finish: finishOf(problem) ?? -1, done: Boolean(this.solved),
        texts: {
          board: say("Board"), peg: say("peg in hole {hole}"), movable: say("peg in hole {hole}, can jump"), empty: say("hole {hole}, empty"),
          target: say("hole {hole}, empty: the peg can jump here"), taken: say("The peg in hole {hole} is taken. It can jump to {targets}."),
          stuck: say("Peg {hole} is chosen; it cannot jump now."), first: say("First choose a peg."), back: say("It is put back."),
        },
        onJump: (from, to) => this.go([from, to]), onVacancy: this.empty,
      });
    },
    others() {
      const { problem } = this;
      const vacancy = vacancyOf(problem);
      const names = [...new Set([...Object.keys(boards), problem.name])];
      const ends = [["same", say("one peg, in hole {hole}", { hole: vacancy })], ["any", say("one peg, anywhere")]].slice(vacancy === null ? 1 : 0);
      const choose = () => {
        this.choosing = !this.choosing;
        if (this.choosing) this.tell(say("Now choose the hole that is empty at the start; the game begins again with it."));
      };
      return [
        h("section", { class: "card", "aria-label": say("Board") }, [
          h(Choice, { key: problem.name, name: "board", label: say("Board"), value: problem.name, options: names.map((value) => ({ value, text: value })), onValue: (name) => name in boards && this.anew(name) }),
          h(Choice, { key: this.about, name: "finish", label: sayIn("pegs", "Finish"), value: finishOf(problem) === null ? "any" : "same", options: ends.map(([value, text]) => ({ value, text })), onValue: (end) => vacancy !== null && this.anew(problem.name, vacancy, end === "any") }),
          button(say("Choose the empty hole"), choose, "", { pressed: String(this.choosing) }),
          h(Switch, { name: "numbers", label: title(say("Show the numbers of the holes.")), value: this.numbers, onValue: (on) => (this.numbers = on) }),
          h("details", [
            h("summary", say("Your own problem")),
            field(say("Board"), this, "drawing", this.beginOwn, this.fault),
            faultLine(this.fault),
            button(say("Begin"), this.beginOwn, "primary"),
          ]),
        ]),
        h("p", { class: "hint" }, say("Keys: arrows walk over the board, Enter takes a peg and jumps, Escape puts it back.")),
      ];
    },
  },
});
