// Sentences in the reader's language, from the catalogs of `sito web`. docs/live looks for them in the calls of these functions.
import { reactive, watch, watchEffect } from "vue";

const { languages } = SITO;

/** Each language by its tag, with its own name. */
export const names = Object.fromEntries(Object.entries(languages).map(([tag, sentences]) => [tag, sentences[""]]));

// What a person chose is remembered where the browser allows it.
function remembered(name) {
  try {
    return localStorage.getItem(`sito-${name}`);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`sito-${name}`, value);
  } catch {
    // then it is chosen until the page is closed
  }
}

const tags = [remembered("language") ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
export const chosen = reactive({ language: tags.find((tag) => tag in languages) ?? "en", theme: remembered("theme") ?? "auto" });
watch(() => chosen.language, (tag) => remember("language", tag));
watch(() => chosen.theme, (theme) => remember("theme", theme));
watchEffect(() => {
  document.documentElement.lang = chosen.language;
  document.documentElement.style.colorScheme = chosen.theme === "auto" ? "light dark" : chosen.theme;
});

// A very long value is repeated without its middle, as in Python.
const short = (value) => String(value).replace(/^(.{500}).{401,}(.{100})$/su, "$1 … $2");
const fill = (text, values) => text.replace(/\{(\w+)(!r)?\}/g, (place, name, quoted) => (quoted ? `'${short(values[name])}'` : short(values[name] ?? place)));

/** A sentence, with its values. */
export function say(sentence, values = {}) {
  return fill(languages[chosen.language][sentence] ?? sentence, values);
}

/** A word whose meaning depends on where it stands. */
export function sayIn(context, word, values = {}) {
  return fill(languages[chosen.language][`${context}\u0004${word}`] ?? word, values);
}

/** A sentence that depends on a number, which it may name `{count}`. */
export function sayCount(one, many, count, values = {}) {
  const kind = new Intl.PluralRules(chosen.language).select(count);
  return fill(languages[chosen.language][many][{ one: 0, few: 1 }[kind] ?? 2], { ...values, count: whole(count) });
}

/** What is wrong with a question, as the core says it: a sentence and its values. */
export function told({ fault, values, message }) {
  return fault ? (fault.length > 1 ? sayCount(...fault, values.count, values) : say(fault[0], values)) : message;
}

/** The games that have names: their rules, and what they are called. */
export const games = () => Object.entries(SITO.games[chosen.language]);

/** A whole number with its digits in groups of three. */
export function whole(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, sayIn("between groups of three digits", ","));
}
