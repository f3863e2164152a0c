/** The whole catalogue, table and pages alike: every word in German and French, none of it English, and nothing that English says is left out. */

import { expect, test } from "vitest";
import { de } from "./de";
import { en } from "./en";
import { fr } from "./fr";

type Words = Record<string, unknown>;
type Module = Record<string, Words>;
const modules = (found: Record<string, unknown>): [string, Module][] => Object.entries(found as Record<string, Module>);
const folder = (path: string): string => path.replace(/\/words(\.\w+)?\.ts$/, "");

// in a test the language is the browser's, and there is none: W is English
const own = new Map(modules(import.meta.glob(["../*/words.ts", "../pages/words.ts", "../pages/*/words.ts"], { eager: true })).map(([path, each]) => [folder(path), each.W!]));
const german = new Map(modules(import.meta.glob(["../*/words.de.ts", "../pages/*/words.de.ts"], { eager: true })).map(([path, each]) => [folder(path), each.de!]));
const french = new Map(modules(import.meta.glob(["../*/words.fr.ts", "../pages/*/words.fr.ts"], { eager: true })).map(([path, each]) => [folder(path), each.fr!]));

const ENGLISH: Words = { T: en.T, S: en.S, ...Object.fromEntries(own) };
const OTHERS = { de: { T: de.T, S: de.S, ...Object.fromEntries(german) } as Words, fr: { T: fr.T, S: fr.S, ...Object.fromEntries(french) } as Words };

function named(words: unknown, at = ""): [string, unknown][] {
  return words && typeof words === "object" ? Object.entries(words).flatMap(([name, each]) => named(each, `${at}.${name}`)) : [[at, words]];
}

/** What is put into a sentence, in the shapes that sentences take: a number, a name, names. */
const NUMBERS = [41, 42, 43, 44], NAMES = ["qvx", "qwx", "qyx", "qzx"], LISTS = NAMES.map((name) => [name]);
const SHAPES: readonly (readonly unknown[])[] = [NUMBERS, NAMES, LISTS, [NAMES[0], 42, 43, 44], [LISTS[0], "qwx", "qyx"], [41, "qwx", "qyx"], [41, 42, "qyx", "qzx"]];
const PUT = /41|42|43|44|qvx|qwx|qyx|qzx/gi;

/** A word as it stands, or its sentence with something put into it, whichever shape English takes. */
function said(word: unknown, shape: readonly unknown[]): string | null {
  if (typeof word !== "function") return typeof word === "string" ? word : null;
  try {
    const text: unknown = word(...shape);
    return typeof text === "string" && !/undefined|NaN|\[object|=>/.test(text) ? text : null;
  } catch {
    return null;
  }
}
const shapesOf = (word: unknown): readonly (readonly unknown[])[] => (typeof word === "function" ? SHAPES.filter((shape) => said(word, shape) !== null) : [[]]);
const put = (text: string): string[] => [...new Set(text.toLowerCase().match(PUT))].sort();

/** The same in two languages: names, signs, and words that one of them took from the other. */
const SHARED = /^(Grognard|N|Esc|Ctrl ↵|min|points?|Points|Options?|option|Formation|Pause|Brigades|charge|total|Moral|Colonne|Position|Name|Absent|Situation|certain|Source|Distance|minutes)$/;
/** What the rules bring along in English, whole sentences of it. */
const OF_THE_RULES = /^\.T\.(asked\.end|play\.(plural|several|times))$/;
/** What is typed, in a hint. */
const TYPED = /i mus move to=900,400/;
const STOP = new Set("the of and is are was were for with from by not but to it its they them their this that which who whom you your has have had be been will would may can cannot than then there here any each when where if or as into paces pace turn turns hits men guns units at yours yes".split(" "));
/** Words of German and French that English has too. */
const ALSO: Record<string, Set<string>> = { de: new Set(["was", "will", "men", "at"]), fr: new Set(["or", "men", "as", "but", "on", "units"]) };

test("both languages have all parts of the pages", () => {
  expect(own.size).toBeGreaterThan(8);
  expect([...german.keys()].sort()).toEqual([...own.keys()].sort());
  expect([...french.keys()].sort()).toEqual([...own.keys()].sort());
});

test.each(["de", "fr"] as const)("no word is missing, English, or leaves out what it is about: %s", (language) => {
  const theirs = new Map(named(OTHERS[language])), wrong: string[] = [];
  const english = named(ENGLISH);
  expect([...theirs.keys()].sort()).toEqual(english.map(([name]) => name).sort());
  for (const [name, word] of english) {
    const other = theirs.get(name);
    if (OF_THE_RULES.test(name)) continue;
    for (const shape of shapesOf(word)) {
      const text = said(word, shape), told = said(other, shape);
      if (text === null || (!text && !told)) continue;
      if (told === null || !told.trim()) wrong.push(`${name} is not said: ${text}`);
      else if (told === text && /\p{L}{3,}/u.test(told.replace(PUT, "")) && !SHARED.test(told.replace(PUT, "").trim())) wrong.push(`${name} is English: ${told}`);
      else if (put(text).join() !== put(told).join()) wrong.push(`${name} leaves out something: ${told} (${text})`);
      else {
        const stop = (told.replace(PUT, "").replace(TYPED, "").match(/\p{L}+/gu) ?? []).filter((each) => STOP.has(each.toLowerCase()) && !ALSO[language]!.has(each.toLowerCase()));
        if (stop.length) wrong.push(`${name} has English in it (${stop.join(", ")}): ${told}`);
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
});
