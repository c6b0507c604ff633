// What the views of the puzzles share: steps that are taken, taken back and put back, help, and a way shown step by step.
import { h } from "vue";
import Switch from "sito_switch";
import { say as announce } from "sito_drawing";
import { Engine } from "live_engine";
import { button, Stop } from "live_parts";
import { say, sayCount, sayIn } from "live_words";

const PACE = 1400; // milliseconds that a step of a way is shown

/**
 * The view of a puzzle. What it is about, `puzzle` tells of its `problem` and of a hand {problem, steps, states, state}:
 * `start`, `after` and `fault` (why a step cannot be taken), `solved`, `look` (what can come of it: {possible, why, least,
 * most, steps}), and the sentences `about`, `step`, `taken`, `count`, `position`, `fewest`, `ending` and `way`.
 */
export function byHand(puzzle, more) {
  const begun = () => ({ steps: [], undone: [], outlook: {}, first: {}, told: "", hint: null, way: [], next: 0, plays: false });
  return {
    data() {
      return { problem: puzzle.problem(), ...begun(), shows: false, searching: false, ...more.data?.() };
    },
    created() {
      this.core = new Engine("puzzles");
      this.look();
    },
    deactivated() {
      this.pause();
    },
    computed: {
      hand() {
        const { problem, steps } = this;
        const states = [puzzle.start(problem)];
        for (const step of steps) states.push(puzzle.after(problem, states.at(-1), step));
        return { problem, steps, states, state: states.at(-1) };
      },
      solved() {
        return puzzle.solved(this.problem, this.hand.state) || (this.outlook.possible && this.outlook.most === 0);
      },
      status() {
        if (this.solved) return puzzle.ending(this.hand, this.first);
        if (this.outlook.possible !== false) return "";
        return this.outlook.why ? say("From here it cannot be done: {why}.", this.outlook) : say("From here it cannot be done.");
      },
    },
    methods: {
      ...more.methods,
      begin(problem) {
        Object.assign(this, { problem, ...begun() });
        this.pause();
        return this.look().then(() => announce(`${puzzle.about(problem)} ${this.status}`));
      },
      /** Takes a step; one of a way that is shown leaves it there. */
      async go(step, ofWay = false) {
        const fault = puzzle.fault(this.hand, step);
        if (fault) return this.tell(fault);
        this.steps = [...this.steps, step];
        if (!ofWay) this.leave();
        this.undone = [];
        await this.arrive(puzzle.taken(this.hand, step));
      },
      async goBack() {
        this.undone.push(this.steps.at(-1));
        this.steps = this.steps.slice(0, -1);
        this.leave();
        await this.arrive(sayCount("{count} step is taken back.", "{count} steps are taken back.", 1));
      },
      async goOn() {
        const step = this.undone.pop();
        this.steps = [...this.steps, step];
        await this.arrive(puzzle.taken(this.hand, step));
      },
      again() {
        Object.assign(this, { ...begun(), first: this.first });
        this.pause();
        this.arrive(say("It begins again."));
      },
      async arrive(done) {
        Object.assign(this, { told: "", hint: null });
        const { hand } = this;
        await this.look();
        if (hand === this.hand) announce([done, ...puzzle.position(hand), this.status].join(" "));
      },
      /** Asks what can come of it; `patient` until it is known. */
      async look(patient = false) {
        const { hand } = this;
        const looking = (this.looking = {}); // a later look ends this one
        Object.assign(this, { outlook: {}, searching: true });
        const outlook = await puzzle.look(this.core, hand, () => looking === this.looking, patient).catch((error) => ({ fault: error.message }));
        if (!hand.steps.length && hand.problem === this.problem) this.first = outlook;
        if (looking !== this.looking) return;
        Object.assign(this, { outlook, searching: false, told: outlook.fault ?? "" });
      },
      async known() {
        const { possible, least, most } = this.outlook;
        if (possible !== false && !(least === most && most !== undefined)) await this.look(true);
      },
      async help() {
        await this.known();
        const { outlook } = this;
        this.hint = outlook.steps?.[0] ?? null;
        if (this.solved || outlook.possible === false) this.tell(this.status);
        else if (!this.hint) this.tell(say("No way from here is known yet, so there is no hint."));
        else if (outlook.least === outlook.most) this.tell(say("A best next step: {step}.", { step: puzzle.step(this.hint) }));
        else this.tell(say("{step} is on a way to the goal; whether there is a better one is not known.", { step: puzzle.step(this.hint) }));
      },
      async solve() {
        await this.known();
        Object.assign(this, { way: this.solved ? [] : (this.outlook.steps ?? []), next: 0 });
        const found = `${say("A way from here:")} ${puzzle.way(this.outlook)}`;
        this.tell(this.way.length ? found : this.status || say("No way from here is known."));
      },
      tell(text) {
        this.told = text;
        announce(text);
      },
      async walk() {
        if (this.next < this.way.length) await this.go(this.way[this.next++], true);
        if (this.next >= this.way.length) this.pause();
      },
      play() {
        if (this.plays) return this.pause();
        Object.assign(this, { plays: true, timer: setInterval(() => this.walk(), PACE) });
        this.walk();
      },
      pause() {
        clearInterval(this.timer);
        this.plays = false;
      },
      leave() {
        this.pause();
        Object.assign(this, { way: [], next: 0 });
      },
      drawWay() {
        const item = (step, number) => h("li", { class: number < this.next ? "walk-taken" : "", "aria-current": number === this.next ? "step" : undefined }, puzzle.step(step));
        return h("div", { class: "walk" }, [
          h("div", { class: "side" }, [
            button(this.plays ? say("Pause") : sayIn("a solution shown step by step", "Play"), this.play),
            button(say("Next step"), this.walk, "", { disabled: this.next >= this.way.length }),
          ]),
          h("ol", { class: "walk-steps", tabindex: 0, "aria-label": say("Steps") }, this.way.map(item)),
        ]);
      },
    },
    render() {
      const { outlook } = this;
      const text = this.told || this.status;
      const kind = this.solved ? "good" : outlook.possible === false ? "bad" : "";
      return [
        h("h2", puzzle.title()),
        h("p", { class: "lead" }, puzzle.about(this.problem)),
        h("p", { class: "hint" }, puzzle.manner()),
        h("div", { class: "columns" }, [
          h("div", [
            this.scene(),
            h("p", { class: ["told", kind] }, text || (this.searching ? say("searching") : "")),
            this.searching ? h(Stop, { onClick: () => this.core.stop() }) : null,
            h("div", { class: "side" }, [
              button(say("Undo"), this.goBack, "", { disabled: !this.steps.length }),
              button(say("Redo"), this.goOn, "", { disabled: !this.undone.length }),
              button(say("Start again"), this.again),
            ]),
          ]),
          h("div", [
            h("section", { class: "card", "aria-label": say("Help") }, [
              h("h3", say("Help")),
              h("p", { class: "count" }, puzzle.count(this.hand)),
              h(Switch, { name: "fewest", label: puzzle.fewestName(), value: this.shows, onValue: (on) => (this.shows = on) }),
              h("p", { class: "count" }, this.shows && !outlook.fault && outlook.possible !== false ? puzzle.fewest(outlook) : ""),
              h("div", { class: "side" }, [button(say("Hint"), this.help), button(say("Solve"), this.solve)]),
              this.way.length ? this.drawWay() : null,
            ]),
            ...this.others(),
          ]),
        ]),
      ];
    },
  };
}
