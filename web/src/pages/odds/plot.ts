/** Odds as pictures: pure figures, drawn by the components. */

import { T } from "../../lib/text";
import type { CheckOdds, InForce, OutcomeChance, Series } from "../books";

/** One outcome with its chance in both situations. */
export interface Pair {
  label: string;
  words: string;
  a: OutcomeChance | null;
  b: OutcomeChance | null;
}

/** Outcomes of two situations side by side, in the order in which the dice bring them, the best throw first. */
export function pairs(a: CheckOdds | null, b: CheckOdds | null, brief: boolean): Pair[] {
  const of = (odds: CheckOdds | null) => (odds ? (brief && odds.headlines?.length ? odds.headlines : (odds.outcomes ?? [])) : []);
  const rows = new Map<string, Pair>();
  for (const each of of(a)) rows.set(each.words, { label: each.label, words: each.words, a: each, b: null });
  for (const each of of(b)) {
    const row = rows.get(each.words);
    if (row) row.b = each;
    else rows.set(each.words, { label: each.label, words: each.words, a: null, b: each });
  }
  return [...rows.values()].reverse();
}

/** The tint of an outcome among so many, the last of the dice first: a name of one of six tokens. */
export const tint = (place: number, of: number): string => `var(--m${of < 2 ? 1 : Math.round((place * 5) / (of - 1))})`;

export interface Row {
  rule: string;
  label: string;
  side: string;
  a: string;
  b: string;
}
/** Modifiers in force in either situation. */
export function inForce(a: readonly InForce[], b: readonly InForce[]): Row[] {
  const rows = new Map<string, Row>();
  const put = (each: InForce, which: "a" | "b") => {
    const key = `${each.side}/${each.rule}/${each.label.replace(/\d+/g, "#")}`, row = rows.get(key) ?? { rule: each.rule, label: each.label, side: each.side ?? "", a: "", b: "" };
    rows.set(key, { ...row, [which]: row[which] ? added(row[which], each.value) : each.value });
  };
  for (const each of a) put(each, "a");
  for (const each of b) put(each, "b");
  return [...rows.values()];
}
const added = (one: string, other: string): string => (Number.isNaN(Number(one)) || Number.isNaN(Number(other)) ? other : signed(Number(one) + Number(other)));
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** What all modifiers of a side come to; nothing where one of them is no number. */
export function total(of: readonly InForce[], side = ""): number | null {
  const values = of.filter((each) => (each.side ?? "") === side).map((each) => Number(each.value));
  return values.length && values.every((value) => !Number.isNaN(value)) ? values.reduce((sum, value) => sum + value, 0) : null;
}

export interface Stop {
  x: number;
  /** The band's upper edges in percent, heaped up. */
  heaped: number[];
  percents: number[];
}
/** The stops of a plot along a number: the ends of every span; a long last one is cut off where nothing happens any more. */
export function stops(series: Series, present: number): { stops: Stop[]; from: number; to: number } {
  const points = series.points.filter((point) => point.percents.length), first = points[0], last = points.at(-1);
  if (!first || !last) return { stops: [], from: 0, to: 1 };
  const room = Math.max(2, Math.ceil((last.low - first.low) * 0.18));
  const far = last.high - first.low <= (last.low - first.low) * 2.5 ? last.high : last.low + room;
  const to = Math.max(first.low + 1, Math.min(last.high, Math.max(far, present)));
  const found: Stop[] = [];
  for (const { low, high, percents } of points) {
    const heaped = heap(percents);
    for (const x of low === high ? [low] : [low, Math.min(high, to)]) if (x <= to) found.push({ x, heaped, percents });
  }
  return { stops: found, from: first.low, to };
}
export const heap = (percents: readonly number[]): number[] => {
  let sum = 0;
  return percents.map((each) => (sum += each));
};

/** At most so many round numbers from one to another. */
export function ticks(from: number, to: number, most = 6): number[] {
  const wide = to - from;
  for (const unit of [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000])
    if (wide / unit <= most) {
      const found: number[] = [];
      for (let at = Math.ceil(from / unit) * unit; at <= to; at += unit) found.push(at);
      return found;
    }
  return [from, to];
}

export interface Spot {
  x: number;
  /** The height in percent at which the middle of the band lies there. */
  middle: number;
}
/** Where a name so wide can stand within its band: where that is thickest, clear of the present value; nowhere where it is too
 *  thin. All in the measure of `x`. */
export function spot(found: readonly Stop[], band: number, wide: number, present: number, clear: number, thin = 11): Spot | null {
  let best: (Spot & { thick: number }) | null = null;
  const first = found[0]?.x ?? 0, last = found.at(-1)?.x ?? 0, TRIES = 24;
  for (let k = 0; k <= TRIES; k++) {
    const x = first + ((last - first) * k) / TRIES;
    if (x - wide / 2 < first || x + wide / 2 > last || Math.abs(x - present) < clear + wide / 2) continue;
    const here = [x - wide / 2, x, x + wide / 2].map((at) => between(found, band, at));
    // the whole name has to lie within it
    const low = Math.max(...here.map((each) => each.low)), high = Math.min(...here.map((each) => each.high));
    if (high - low >= thin && (!best || high - low > best.thick)) best = { x, middle: (low + high) / 2, thick: high - low };
  }
  return best && { x: best.x, middle: best.middle };
}
function between(found: readonly Stop[], band: number, x: number): { low: number; high: number } {
  const next = Math.max(1, found.findIndex((stop) => stop.x >= x)), a = found[next - 1]!, b = found[next] ?? a;
  const part = b.x === a.x ? 0 : (x - a.x) / (b.x - a.x), at = (edge: (stop: Stop) => number) => edge(a) + (edge(b) - edge(a)) * part;
  return { low: at((stop) => stop.heaped[band]! - stop.percents[band]!), high: at((stop) => stop.heaped[band]!) };
}

/** A percentage as short as it is true. */
export const percent = (value: number): string => {
  if (Number.isInteger(value) || (value >= 10 && value <= 90)) return String(Math.round(value));
  return value < 0.1 ? `<${T.fixed(0.1)}` : value > 99.9 ? `>${T.fixed(99.9)}` : T.fixed(value);
};
