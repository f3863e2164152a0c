/** Rules found by their ids and by their words. */

import type { BookRule } from "../books";

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

/** By id first, then by title, then by the words of the text; each in the order of the book. Where no rule has all the words, those that have most of them. */
export function search(rules: readonly BookRule[], text: string): Hit[] {
  const words = sought(text);
  if (!words.length) return [];
  const id = words.join(""), hits: Record<Hit["by"], Hit[]> = { id: [], title: [], words: [], near: [] };
  for (const rule of rules) {
    const own = plain(rule.id), title = plain(rule.title), whole = plain(`${rule.title} ${rule.summary} ${rule.ruling}`);
    // the letters before the number go without saying
    if (own.startsWith(id) || own.slice(own.indexOf("-") + 1).startsWith(id)) hits.id.push({ rule, by: "id", quote: "" });
    else if (words.every((word) => title.includes(word))) hits.title.push({ rule, by: "title", quote: "" });
    else if (words.every((word) => whole.includes(word))) hits.words.push({ rule, by: "words", quote: quoted(rule, words) });
  }
  const found = [...hits.id, ...hits.title, ...hits.words];
  return found.length ? found : near(rules, words);
}

/** Rules with most of the words or of others of their stem, those with more of them first, and those that have them in the title. */
function near(rules: readonly BookRule[], words: string[]): Hit[] {
  const wanted = [...new Set(words.filter((word) => !SMALL.has(word)).map(stem))];
  if (!wanted.length) return [];
  const rare = new Map(wanted.map((word) => [word, 0])), texts = rules.map((rule) => ({ rule, title: stems(rule.title), all: stems(`${rule.title} ${rule.summary} ${rule.ruling ?? ""}`) }));
  for (const { all } of texts) for (const word of wanted) if (all.has(word)) rare.set(word, rare.get(word)! + 1);
  // a word that few rules have says more than one that all have
  const worth = (word: string) => Math.log(1 + rules.length / (1 + rare.get(word)!));
  const scored = texts.map(({ rule, title, all }) => ({ rule, score: wanted.reduce((sum, word) => sum + (title.has(word) ? 1.6 : all.has(word) ? 1 : 0) * worth(word), 0) })).filter((each) => each.score > 0);
  return scored.sort((a, b) => b.score - a.score).slice(0, NEAR).map(({ rule }) => ({ rule, by: "near", quote: quoted(rule, wanted) }));
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
