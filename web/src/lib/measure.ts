/** Distances in what the rules count them in: paces of two and a half feet, or what the picture says, such as inches of a table;
 *  and beside that as people are used to them. */

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
export const yard = (): { paces: number; many: string } => stick ?? { paces: 1, many: T.map.paces };

/** So many paces as the rules count them: "96 paces", "4.5 inches". */
export function far(paces: number): string {
  if (!stick) return T.map.range(Math.round(paces), "");
  const n = Math.round((paces / stick.paces) * 10) / 10;
  return `${n} ${n === 1 ? stick.one : stick.many}`;
}

/** A distance with its band, and as one is used to it. */
export const ranged = (paces: number, band = ""): string => [far(paces) + also(paces), band].filter(Boolean).join(" · ");

/** The same distance in what was chosen, in brackets; nothing where that is paces. */
export function also(paces: number, measure: Measure = prefs.measure): string {
  if (measure === "paces") return "";
  return ` (${Math.round(paces * OF_A_PACE[measure])} ${SIGN[measure]})`;
}
