/** Rules found by their ids and by their words. */

import type { BookRule } from "../books";
import { kinOf } from "./kin";

export interface Hit {
  rule: BookRule;
  by: "id" | "title" | "words" | "near";
  /** Where the words stand, if not in the title. */
  quote: string;
}

const AROUND = 44;
const plain = (text: string): string => text.toLowerCase();

/** What one looks for, word by word. */
export const sought = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/** Words that say nothing about a rule. */
const SMALL = new Set("a an and are at by does do for from has have how if in into is it its my of on or the their then there this to what when where which who why with".split(" "));
/** Endings that do not matter: `surprised` finds `surprise`, `figures` `figure`. */
export function stem(word: string): string {
  const root = word.replace(/(?:ies)$/, "y").replace(/(?<=.{3})(?:ing|ed|es|s)$/, "").replace(/(?<=.{3})e$/, "");
  return root.replace(/(?<=..)(.)\1$/, "$1");
}
const NEAR = 12;

/** By id first, then by title, then by the words of the text or others that mean the same, those that say most of what is
 *  sought first. Where no rule has all the words, those that have most of them. */
export function search(rules: readonly BookRule[], text: string): Hit[] {
  const words = sought(text);
  if (!words.length) return [];
  const id = words.join(""), first: Record<"id" | "title", Hit[]> = { id: [], title: [] }, literal = new Set<BookRule>();
  for (const rule of rules) {
    const own = plain(rule.id), title = plain(rule.title), whole = plain(`${rule.title} ${rule.summary} ${rule.ruling}`);
    // the letters before the number go without saying
    if (own.startsWith(id) || own.slice(own.indexOf("-") + 1).startsWith(id)) first.id.push({ rule, by: "id", quote: "" });
    else if (words.every((word) => title.includes(word))) first.title.push({ rule, by: "title", quote: "" });
    else if (words.every((word) => whole.includes(word))) literal.add(rule);
  }
  const known = new Set([...first.id, ...first.title].map((hit) => hit.rule)), weighed = weigh(rules.filter((rule) => !known.has(rule)), words);
  if (!known.size && !literal.size) return weighed.filter((each) => each.score > 0).slice(0, NEAR).map(({ rule, said }) => ({ rule, by: "near", quote: quoted(rule, said) }));
  // of one word alone what the book itself says is enough
  const whole = weighed.filter((each) => literal.has(each.rule) || (words.length > 1 && each.whole));
  return [...first.id, ...first.title, ...whole.map(({ rule, said }): Hit => ({ rule, by: "words", quote: quoted(rule, literal.has(rule) ? words : said) }))];
}

const KIN = kinOf(stem);
/** What another word than the one that is sought is worth, and a word in the title. */
const ALIKE = 0.8, TITLED = 1.6;

interface Weighed {
  rule: BookRule;
  score: number;
  /** It has all that is sought, in these words or in others. */
  whole: boolean;
  /** What it has of that, as it stands there. */
  said: string[];
}

/** Rules by how much they have of what is sought, by its stems and by words that mean the same: what few rules have says more, and
 *  most in a title. */
function weigh(rules: readonly BookRule[], words: string[]): Weighed[] {
  const wanted = [...new Set(words.filter((word) => !SMALL.has(word)).map(stem))];
  const texts = rules.map((rule) => ({ rule, ...stemmed(rule) }));
  const alike = new Map(wanted.map((word) => [word, [word, ...(KIN.get(word) ?? [])]]));
  const rare = new Map(wanted.map((word) => [word, texts.filter(({ all }) => alike.get(word)!.some((each) => all.has(each))).length]));
  const worth = (word: string): number => Math.log(1 + rules.length / (1 + rare.get(word)!));
  const fit = (word: string, own: Set<string>): number => (own.has(word) ? 1 : alike.get(word)!.some((each) => own.has(each)) ? ALIKE : 0);
  const scored = texts.map(({ rule, title, all }): Weighed => {
    const fits = wanted.map((word) => Math.max(TITLED * fit(word, title), fit(word, all)));
    return { rule, score: wanted.reduce((sum, word, i) => sum + fits[i]! * worth(word), 0), whole: wanted.length > 0 && fits.every((each) => each > 0), said: wanted.flatMap((word) => alike.get(word)!).filter((word) => all.has(word)) };
  });
  return scored.sort((a, b) => b.score - a.score);
}
/** A book is looked through at every letter. */
const STEMMED = new WeakMap<BookRule, { title: Set<string>; all: Set<string> }>();
function stemmed(rule: BookRule): { title: Set<string>; all: Set<string> } {
  const found = STEMMED.get(rule) ?? { title: stems(rule.title), all: stems(`${rule.title} ${rule.summary} ${rule.ruling ?? ""}`) };
  STEMMED.set(rule, found);
  return found;
}
const stems = (text: string): Set<string> => new Set(plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean).map(stem));

/** The place at which the first of the words stands, with what is around it. */
function quoted(rule: BookRule, words: string[]): string {
  for (const text of [rule.summary, rule.ruling ?? ""])
    for (const word of words) {
      const at = plain(text).indexOf(word);
      if (at < 0) continue;
      const from = at <= AROUND ? 0 : text.indexOf(" ", at - AROUND) + 1, end = at + word.length + AROUND;
      const to = end >= text.length ? text.length : text.lastIndexOf(" ", end);
      return `${from ? "… " : ""}${text.slice(from, Math.max(to, at + word.length))}${to < text.length ? " …" : ""}`;
    }
  return "";
}

export interface Piece {
  text: string;
  on: boolean;
}
/** A text in pieces, those that were looked for marked. */
export function marked(text: string, words: readonly string[]): Piece[] {
  const wanted = words.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!wanted.length) return [{ text, on: false }];
  return text.split(new RegExp(`(${wanted.join("|")})`, "i")).map((piece, i) => ({ text: piece, on: i % 2 === 1 })).filter((piece) => piece.text);
}

export interface Linked {
  text: string;
  /** The rule that it names, where it does. */
  rule: string;
}
/** A text in pieces, the rules that it names apart from its words. */
export function linked(text: string, prefix: string, known: ReadonlySet<string>): Linked[] {
  const pieces: Linked[] = [];
  const add = (words: string, rule = "") => {
    const last = pieces.at(-1);
    if (!rule && last && !last.rule) last.text += words;
    else if (words) pieces.push({ text: words, rule });
  };
  for (const [i, part] of text.split(new RegExp(`(\\b${prefix}-[A-Za-z0-9][\\w.-]*)`)).entries()) {
    if (i % 2 === 0) {
      add(part);
      continue;
    }
    const id = part.replace(/[.-]+$/, ""), rule = known.has(id) ? id : known.has(`${id}a`) ? `${id}a` : "";
    add(rule ? id : part, rule);
    if (rule) add(part.slice(id.length));
  }
  return pieces;
}
