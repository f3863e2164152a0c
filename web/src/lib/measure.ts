/** Distances as people are used to them. The rules count in paces of two and a half feet; the rest is told beside it. */

import { prefs, type Measure } from "./prefs.svelte";

const FEET = 2.5;
const OF_A_PACE: Record<Exclude<Measure, "paces">, number> = { metres: FEET * 0.3048, yards: FEET / 3 };
const SIGN = { metres: "m", yards: "yd" };

/** The same distance in what was chosen, in brackets; nothing where paces are enough. */
export function also(paces: number, measure: Measure = prefs.measure): string {
  if (measure === "paces") return "";
  return ` (${Math.round(paces * OF_A_PACE[measure])} ${SIGN[measure]})`;
}
