/** Every word of the interface in the language that was chosen; the others are never fetched. What the rules say comes from
 *  the server in words, and is English. */

import { spoken } from "../lib/language";
import { isTouched, keyless, resaid } from "../lib/touch";
import { en } from "./en";
import { large } from "./rules";

const said = await spoken(en, { de: async () => (await import("./de")).de, fr: async () => (await import("./fr")).fr });
const forFingers = (text: string): string => said.fingers(keyless(text));

export const T = isTouched ? resaid(said.T, forFingers) : said.T;
export const S = isTouched ? resaid(said.S, forFingers) : said.S;

/** A word of the rules made readable: `march_column` is `march col.`; formations, which all rule systems call by the same
 *  names, as the language calls them. What only one system has comes from it in words. */
export const words = (word: string): string => said.formations[word] ?? word.replace(/[_-]+/g, " ");

/** The same with a capital, for labels. */
export const label = (word: string): string => large(words(word));

/** 1813-09-14 as one writes it; other dates as they are. */
export function day(date: string): string {
  const at = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  return at ? T.date(Number(at[3]), Number(at[2]), Number(at[1])) : date;
}

/** A system's id as a name, where its own name is not at hand. */
export const titled = (id: string): string => id.split("-").map(label).join(" ");
