/** Distances in what the rules count them in: paces of two and a half feet, or what the picture says, such as inches of a table;
 *  and beside that as people are used to them. */

import { language } from "./language";
import { prefs, type Measure } from "./prefs.svelte";
import { T } from "./text";
import type { Picture } from "./types";

const FEET = 2.5;
const OF_A_PACE: Record<Exclude<Measure, "paces">, number> = { metres: FEET * 0.3048, yards: FEET / 3 };
const SIGN = { metres: "m", yards: "yd" };

/** The yardstick of the table that is looked at; nothing for paces. One table is looked at at a time. */
let stick: Picture["yardstick"] = null;
export const measureBy = (yardstick: Picture["yardstick"]): void => void (stick = yardstick ?? null);
/** Paces to one of what is counted, and what several are called. */
export const yard = (): { paces: number; many: string } => (stick ? { paces: stick.paces, many: called(stick)[1] } : { paces: 1, many: T.map.paces });
/** What one of them and several are called in the language of the page, where the rules say it. */
const called = ({ one, many, words = {} }: NonNullable<Picture["yardstick"]>): readonly [string, string] => words[language] ?? [one, many];

/** So many paces as the rules count them: "96 paces", "4.5 inches". */
export function far(paces: number): string {
  if (!stick) return T.map.range(Math.round(paces), "");
  const n = Math.round((paces / stick.paces) * 10) / 10;
  return T.map.stick(n, ...called(stick));
}

/** The band of a distance; how many spaces it is, where the rules count by spaces. */
export const banded = ({ band = "", spaces = 0 }: { band?: string; spaces?: number }): string => [band, spaces ? T.map.spaces(spaces) : ""].filter(Boolean).join(", ");

/** A distance with its band, and as one is used to it. */
export const ranged = (paces: number, band = ""): string => [far(paces) + also(paces), band].filter(Boolean).join(" · ");

/** The same distance in what was chosen, in brackets; nothing where that is paces. */
export function also(paces: number, measure: Measure = prefs.measure): string {
  if (measure === "paces") return "";
  return ` (${Math.round(paces * OF_A_PACE[measure])} ${SIGN[measure]})`;
}
