// Which answers of a game cannot stand together, and what they could be instead.
import { h } from "vue";
import { possible } from "live_game";
import { button } from "live_parts";
import { say } from "live_words";

/** The question. */
export const repairs = ({ game }) => ({ ask: "repairs", game, top: 5 });

const noted = ({ turns }, index) => `${index + 1} (${turns[index].guess.text}:${turns[index].answer.text})`;

/** Says which answers clash. */
function told(look, { clash }) {
  const answers = clash.map((index) => noted(look, index));
  if (answers.length === 1) return say("no code agrees with answer {answer}", { answer: answers[0] });
  return say("answers {answers} and {last} cannot stand together", { answers: answers.slice(0, -1).join(", "), last: answers.at(-1) });
}

function change({ turns, kind }, { turn, answer, slip }) {
  const mixedUp = ["position", "naive"].includes(kind) ? say("a green and a yellow mark were mixed up") : say("an x and an o were mixed up");
  const slips = { "mixed-up": mixedUp, overlooked: say("a peg was overlooked"), "too-many": say("one peg too many was counted") };
  const values = { number: turn + 1, guess: turns[turn].guess.text, answer: turns[turn].answer.text, right: answer.text, slip: slips[slip] };
  return slip
    ? say("answer {number}, {guess}:{answer}, could be {right}: {slip}", values)
    : say("answer {number}, {guess}:{answer}, could be {right}", values);
}

/** Which answers clash, and the repairs, each with a button that gives the game without the fault. */
export function clashing(look, found, onRepair) {
  const item = ({ changes, codes, game }, index) => {
    const repair = changes.map((each) => change(look, each)).reduce((first, second) => say("{first}; and {second}", { first, second }));
    const props = { type: "button", class: "button", "aria-label": say("Repair: {repair}", { repair }), onClick: () => onRepair(game) };
    return h("li", { key: game }, [h("span", say("{number}. {repair}", { number: index + 1, repair })), h("span", { class: "hint" }, possible(codes)), h("button", props, say("Repair"))]);
  };
  return [h("p", told(look, found)), h("ul", { class: "repairs" }, found.repairs.map(item))];
}
