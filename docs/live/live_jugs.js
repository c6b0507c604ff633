// Water jugs, by hand and solved.
import { h } from "vue";
import Scene from "sito_jugs";
import Choice from "sito_choice";
import Switch from "sito_switch";
import { byHand } from "live_by_hand";
import { button, faultLine, field, title } from "live_parts";
import { say, sayCount, sayIn, whole } from "live_words";

const PRESETS = SITO.jugs; // {capacities, amounts, goal, tap, drain}; a limited supply is one more amount
const MEMORY = 2 ** 28;
const MOST = 12; // jugs
const LETTERS = "ABCDEFGHIJKL";
const sum = (amounts) => amounts.reduce((all, amount) => all + amount, 0);
const divisor = (numbers) => numbers.reduce((a, b) => { while (b) [a, b] = [b, a % b]; return a; });
const levels = (problem, state) => state.slice(0, problem.capacities.length);
const isLimited = (problem) => problem.amounts.length > problem.capacities.length;

function goalText({ goal }) {
  if ("any" in goal) return say("{target} in any jug", { target: goal.any });
  if ("jug" in goal) return say("{target} in jug {jug}", { target: goal.jug[1], jug: LETTERS[goal.jug[0]] });
  if ("together" in goal) return say("{target} in all jugs together", { target: goal.together });
  return `(${goal.end})`;
}

function fault({ problem, state }, [source, target]) {
  if (source === null && isLimited(problem) && !state.at(-1)) return say("the tap has no water left");
  if (source !== null && !state[source]) return say("jug {jug} is empty", { jug: LETTERS[source] });
  if (target !== null && state[target] === problem.capacities[target]) return say("jug {jug} is full", { jug: LETTERS[target] });
  return "";
}

function after(problem, state, [source, target]) {
  const from = source ?? (isLimited(problem) ? problem.capacities.length : null);
  const room = target === null ? Infinity : problem.capacities[target] - state[target];
  const amount = Math.min(room, from === null ? Infinity : state[from]);
  const change = (place) => (place === from ? -amount : place === target ? amount : 0);
  return state.map((before, place) => before + change(place));
}

function solved({ goal, capacities }, state) {
  const amounts = state.slice(0, capacities.length);
  if ("any" in goal) return amounts.includes(goal.any);
  if ("jug" in goal) return amounts[goal.jug[0]] === goal.jug[1];
  return "together" in goal ? sum(amounts) === goal.together : String(amounts) === String(goal.end);
}

/** Why it cannot be done, where divisors tell it. */
function why({ capacities, goal }, state) {
  const common = divisor(capacities);
  const wanted = Object.values(goal).flat().at(-1);
  if (state.some((amount) => amount % common) || wanted % common === 0) return "";
  return say("every amount that can be measured is a multiple of {divisor}, the greatest common divisor of the capacities; {amount} is not", { divisor: common, amount: wanted });
}

const puzzle = {
  title: () => say("Jugs"),
  manner: () => say("Choose the tap or a jug, and then where the water goes: a jug, or the drain."),
  problem: () => PRESETS[0],
  about: (problem) => say("Jugs: {sizes}. Goal: {goal}.", { sizes: problem.capacities.map((size, jug) => `${LETTERS[jug]} ${size}`).join(", "), goal: goalText(problem) }),
  start: (problem) => problem.amounts,
  after, fault, solved,
  async look(core, { problem, state }) {
    const { capacities, goal, tap, drain } = problem;
    const question = { ask: "jugs", capacities, amounts: state, goal, tap, drain, least_water: Boolean(problem.leastWater), memory: MEMORY };
    const found = await core.ask(question);
    return { ...found, leastWater: problem.leastWater, most: found.possible ? found.least : undefined, why: found.possible === false ? why(problem, state) : "" };
  },
  step([source, target]) {
    const [from, to] = [LETTERS[source], LETTERS[target]];
    if (target === null) return say("empty {jug}", { jug: from });
    return source === null ? say("fill {jug}", { jug: to }) : say("pour {source}→{target}", { source: from, target: to });
  },
  taken({ steps }, [source, target]) {
    const [number, from, to] = [steps.length, LETTERS[source], LETTERS[target]];
    if (target === null) return say("Step {number}: jug {jug} is emptied.", { number, jug: from });
    if (source === null) return say("Step {number}: jug {jug} is filled.", { number, jug: to });
    return say("Step {number}: jug {source} is poured into jug {target}.", { number, source: from, target: to });
  },
  count: ({ steps }) => sayCount("{count} action", "{count} actions", steps.length),
  position: ({ problem, state }) => problem.capacities.map((capacity, jug) => amountText(problem, state, jug)),
  fewestName: () => say("Fewest steps from here"),
  fewest({ possible, least, water, plans, leastWater }) {
    if (possible === undefined) return say("searching");
    if (possible && leastWater) return say("{water} drawn from the tap, the least possible, in {actions}; {plans}.", { water, actions: sayCount("{count} action", "{count} actions", least), plans: sayCount("{count} such plan", "{count} such plans", Number(plans), { count: whole(plans) }) });
    if (possible) return sayCount("The goal is {count} action away, at the fewest.", "The goal is {count} actions away, at the fewest.", least);
    return say("It is not known yet whether it can be done from here; it takes {least} actions at least.", { least });
  },
  ending({ problem, steps, state }, { possible, least }) {
    const count = steps.length;
    const amounts = levels(problem, state);
    const { goal } = problem;
    const target = goal.any ?? goal.together ?? goal.jug?.[1];
    const values = { fewest: least, target, amounts: amounts.join(","), jug: LETTERS[goal.jug?.[0] ?? amounts.indexOf(target)] };
    const known = possible && !problem.leastWater;
    if ("together" in goal) {
      if (known) return sayCount("{target} in all jugs together with {count} action; the fewest possible is {fewest}.", "{target} in all jugs together with {count} actions; the fewest possible is {fewest}.", count, values);
      return sayCount("{target} in all jugs together with {count} action; the fewest possible is not known.", "{target} in all jugs together with {count} actions; the fewest possible is not known.", count, values);
    }
    if ("end" in goal) {
      if (known) return sayCount("({amounts}) with {count} action; the fewest possible is {fewest}.", "({amounts}) with {count} actions; the fewest possible is {fewest}.", count, values);
      return sayCount("({amounts}) with {count} action; the fewest possible is not known.", "({amounts}) with {count} actions; the fewest possible is not known.", count, values);
    }
    if (known) return sayCount("{target} in jug {jug} with {count} action; the fewest possible is {fewest}.", "{target} in jug {jug} with {count} actions; the fewest possible is {fewest}.", count, values);
    return sayCount("{target} in jug {jug} with {count} action; the fewest possible is not known.", "{target} in jug {jug} with {count} actions; the fewest possible is not known.", count, values);
  },
  way: ({ steps }) => sayCount("{count} action", "{count} actions", steps.length),
};

const amountText = (problem, state, jug) => say("Jug {jug} holds {amount} of {capacity}.", { jug: LETTERS[jug], amount: state[jug], capacity: problem.capacities[jug] });

/** Reads what a person typed; raises an error with what is wrong. */
function read({ jugs, target, end, where, start, tap, drain, supply }) {
  const numbers = (text) => text.split(/[\s,]+/).filter(Boolean).map((word) => {
    if (!/^\d{1,9}$/.test(word)) throw new Error(say("'{text}' is no whole number; give a capacity, for example 8", { text: word }));
    return Number(word);
  });
  const capacities = numbers(jugs);
  const count = capacities.length;
  if (!count || count > MOST || capacities.includes(0)) throw new Error(sayCount("{count} jug was given; 1 to {limit} are allowed, for example 8 5", "{count} jugs were given; 1 to {limit} are allowed, for example 8 5", count, { limit: MOST }));
  const amounts = start.trim() ? numbers(start) : capacities.map(() => 0);
  const ends = numbers(end);
  if (amounts.length !== count) throw new Error(sayCount("the start has {count} amount; give one for each jug, {jugs} in all, for example {example}", "the start has {count} amounts; give one for each jug, {jugs} in all, for example {example}", amounts.length, { jugs: count, example: String(capacities.map(() => 0)) }));
  if (ends.length && ends.length !== count) throw new Error(sayCount("the end has {count} amount; give one for each jug, {jugs} in all, for example {example}", "the end has {count} amounts; give one for each jug, {jugs} in all, for example {example}", ends.length, { jugs: count, example: String(capacities.map(() => 0)) }));
  const over = [...amounts, ...ends].findIndex((amount, place) => amount > capacities[place % count]);
  if (over >= 0) throw new Error(say("an amount of {amount} was given for jug {jug}, which holds {capacity}", { amount: [...amounts, ...ends][over], jug: LETTERS[over % count], capacity: capacities[over % count] }));
  const [wanted] = ends.length ? [0] : numbers(target);
  if (wanted === undefined) throw new Error(say("give either a target, such as 4, or an end, such as (4, 4, 0)"));
  const goal = ends.length ? { end: ends } : where === "together" ? { together: wanted } : { any: wanted };
  return { capacities, amounts: tap ? [...amounts, ...numbers(supply).slice(0, 1)] : amounts, goal, tap, drain };
}

export default byHand(puzzle, {
  data: () => ({ fault: "", asked: { jugs: "8 5", target: "4", end: "", where: "any", start: "", tap: true, drain: true, supply: "" } }),
  methods: {
    beginOwn() {
      try {
        const problem = read(this.asked);
        this.fault = "";
        this.begin({ ...problem, leastWater: this.problem.leastWater });
      } catch (error) {
        this.fault = error.message;
      }
    },
    scene() {
      const { problem, state, steps } = this.hand;
      const { goal, capacities } = problem;
      const wanted = capacities.map((size, jug) => goal.end?.[jug] ?? goal.any ?? (goal.jug?.[0] === jug ? goal.jug[1] : null));
      const tap = { label: say("Tap"), ...(isLimited(problem) && { left: state.at(-1), spoken: say("The tap has {amount} left.", { amount: state.at(-1) }) }) };
      return h(Scene, {
        jugs: capacities.map((capacity, jug) => ({ name: LETTERS[jug], capacity, amount: state[jug], label: amountText(problem, state, jug) })),
        marks: wanted.map((amount, jug) => (amount > capacities[jug] ? null : amount)),
        tap: problem.tap ? tap : null, drain: problem.drain ? { label: say("Drain") } : null,
        met: this.solved, hint: this.hint, last: steps.length ? [...steps.at(-1), steps.length] : null,
        texts: {
          scene: say("Jugs"), taken: say("Jug {jug} is taken. Now choose the jug to pour into, the tap or the drain."),
          tapTaken: say("The tap is taken. Now choose the jug to fill."), first: say("First choose a jug, then the drain."), back: say("It is put back."),
        },
        onPour: (source, target) => this.go([source, target]),
      });
    },
    others() {
      const { asked, problem } = this;
      const input = (name, text) => field(title(text), asked, name, this.beginOwn);
      const on = (name, label) => h(Switch, { name, label: title(label), value: asked[name], onValue: (value) => (asked[name] = value) });
      const preset = PRESETS.findIndex((each) => String(each.capacities) === String(problem.capacities) && goalText(each) === goalText(problem));
      const states = this.hand.states.map((state, number) => h("li", { value: number }, `${number ? puzzle.step(this.steps[number - 1]) : say("start")} (${levels(problem, state)})`));
      return [
        h("section", { class: "card", "aria-label": say("Problem") }, [
          h(Choice, { name: "preset", label: say("Problem"), value: Math.max(preset, 0), options: PRESETS.map((each, value) => ({ value, text: puzzle.about(each) })), onValue: (number) => this.begin(PRESETS[number]) }),
          h(Switch, { name: "least-water", label: title(say("The least water first, then the fewest actions.")), value: Boolean(problem.leastWater), onValue: (leastWater) => this.begin({ ...problem, leastWater }) }),
          h("details", [
            h("summary", say("Your own problem")),
            input("jugs", say("What each jug holds.")), input("target", say("What to measure.")), input("end", say("An amount for each jug instead: 4,4,0.")),
            h(Choice, { name: "where", label: sayIn("water", "Where"), value: asked.where, options: [{ value: "any", text: say("in any jug") }, { value: "together", text: say("in all jugs together") }], onValue: (where) => (asked.where = where) }),
            input("start", say("What each jug has at first: 8,0,0. Without it: 0.")),
            on("tap", say("Whether jugs can be filled at a tap.")), on("drain", say("Whether jugs can be emptied.")),
            input("supply", say("How much water the tap has in all.")),
            faultLine(this.fault),
            button(say("Begin"), this.beginOwn, "primary"),
          ]),
        ]),
        h("details", [h("summary", say("Steps")), h("ol", { class: "steps" }, states)]),
        h("p", { class: "hint" }, say("Keys: A, B, C for the jugs, 0 for the tap, - for the drain, Escape to put back.")),
      ];
    },
  },
});
