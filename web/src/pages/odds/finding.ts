/** Checks found by what players call them, and rules by their words: near matches rather than nothing. */

import type { Book } from "../books";
import { stem, sought } from "../rules/search";

type Card = Book["checks"][number];

/** How well a check fits what was typed: 0 for not at all; more for its own title than for other words for it, and for those than for a part of a word. */
export function fits(card: Card, first: Book["first"], words: readonly string[]): number {
  const own = `${card.title} ${card.check.replaceAll("-", " ")}`.toLowerCase(), known = first?.find((each) => each.check === card.check);
  const title = sought(own).map(stem), also = sought([known?.called ?? "", ...(known?.also ?? [])].join(" ")).map(stem);
  if (words.join(" ") === card.check.replaceAll("-", " ") || words.join(" ") === known?.called.toLowerCase()) return 1000;
  let sum = 0;
  for (const word of words) {
    const root = stem(word), worth = title.includes(root) ? 10 : also.includes(root) ? 8 : own.includes(word) || card.rule.toLowerCase().includes(word) ? 3 : also.some((each) => each.startsWith(root)) ? 2 : 0;
    if (!worth) return 0;
    sum += worth + (known ? 1 : 0);
  }
  return sum;
}

/** The checks that fit, best first. */
export function meant(book: Pick<Book, "checks" | "sequences" | "first">, text: string): Card[] {
  const words = sought(text);
  if (!words.length) return [];
  return [...book.checks, ...(book.sequences ?? [])].map((card) => ({ card, worth: fits(card, book.first, words) })).filter((each) => each.worth > 0).sort((a, b) => b.worth - a.worth).map((each) => each.card);
}
