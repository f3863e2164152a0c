/** Rolls in events, and what one's dice have been like. */

import type { TableEvent } from "../lib/types";

export interface Roll {
  check: string;
  rule: string;
  dice: number[];
  total: number | null;
  modifiers: [string, string, number][];
  /** The dice that lie there but do not count, by their places. */
  uncounted?: number[];
  outcome: unknown;
  details: unknown;
  /** Of its dice; not said where they are of several kinds. */
  sides?: number;
  /** Where two rolled against each other: each by himself. */
  parts?: { name: string; dice: number[]; modifiers: [string, string, number][]; total: number | null; told?: string; own?: boolean; uncounted?: number[] }[];
  /** Said where it is not so: the dice are another's, seen as they fell. */
  own?: boolean;
  /** What modifiers and total count, where they are not added to the dice: how many are thrown, points of action, or the
   *  number that the dice are to stay below, of which the total is what they leave. */
  counts?: string;
  /** What a die needs, in words. */
  needs?: string;
  /** Many shooters at a chance each: so many hits are sure, and the rest is a chance of one more. */
  pool?: Pool;
}

export interface Pool {
  each: number;
  shooters: number;
  percent: number;
  sure: number;
  rest: number;
  hits: number;
  /** So many at so much each, where they are not all alike. */
  shots?: [number, number][];
}

function poolOf(details: unknown, shots?: [number, number][]): Pool | undefined {
  const told = (details ?? {}) as Partial<Record<"percent_each" | "shooters" | "pool_percent" | "automatic" | "remainder" | "hits", number>>;
  if (told.pool_percent === undefined || told.shooters === undefined) return undefined;
  return { each: told.percent_each ?? 0, shooters: told.shooters, percent: told.pool_percent, sure: told.automatic ?? 0, rest: told.remainder ?? 0, hits: told.hits ?? 0, ...(shots && shots.length > 1 ? { shots } : {}) };
}

export function rollOf(event: TableEvent): Roll | null {
  const roll = event.roll as Partial<Roll> | null | undefined;
  if (!roll) return null;
  return {
    check: roll.check ?? "", rule: roll.rule ?? "", dice: roll.dice ?? [], total: roll.total ?? null,
    modifiers: roll.modifiers ?? [], outcome: roll.outcome, details: roll.details, sides: roll.sides,
    parts: roll.parts, own: roll.own, uncounted: roll.uncounted, counts: roll.counts, needs: roll.needs, pool: poolOf(roll.details, (roll as { shots?: [number, number][] }).shots),
  };
}

export interface Face { value: number; sides: number; idle?: boolean }

/** Dice as they are drawn. A percentage is two of them, read as tens and ones, on which the nought is nothing; on a ten-sided
 *  die by itself it is a ten, and is drawn as one. */
export function faces(roll: Pick<Roll, "sides">, dice: number[]): Face[] {
  if (roll.sides !== 100) return dice.map((value) => ({ value, sides: roll.sides ?? 0 }));
  return dice.flatMap((value) => [Math.floor((value % 100) / 10), value % 10].map((each) => ({ value: each, sides: 10 })));
}

export interface Luck {
  sides: number;
  thrown: number;
  mean: number;
  expected: number;
  /** Standard deviations from what was to be expected. */
  off: number;
  /** How often each face fell; percentages in tens. */
  faces: number[];
}

function ownDice(roll: Roll): number[] {
  if (roll.parts?.length) return roll.parts.filter((part) => part.own !== false).flatMap((part) => part.dice);
  return roll.own === false ? [] : roll.dice;
}

/** One's own dice, by kind. */
export function luck(events: TableEvent[]): Luck[] {
  const thrown = new Map<number, number[]>();
  for (const roll of events.map(rollOf)) {
    const dice = roll ? ownDice(roll) : [];
    if (roll?.sides && dice.length) thrown.set(roll.sides, [...(thrown.get(roll.sides) ?? []), ...dice]);
  }
  return [...thrown].sort(([a], [b]) => a - b).map(([kind, dice]) => told(kind, dice));
}

function told(sides: number, dice: number[]): Luck {
  const expected = (sides + 1) / 2;
  const mean = dice.reduce((sum, die) => sum + die, 0) / dice.length;
  const spread = Math.sqrt((sides * sides - 1) / 12 / dice.length);
  const bins = Math.min(sides, 10);
  const faces = Array.from({ length: bins }, (_, i) => dice.filter((die) => Math.min(bins - 1, Math.floor(((die - 1) * bins) / sides)) === i).length);
  return { sides, thrown: dice.length, mean, expected, off: (mean - expected) / spread, faces };
}

/** One time in how many dice stray so far; 1 where it is nothing to speak of. */
export function oneIn(off: number): number {
  const x = Math.abs(off) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
  return Math.max(1, Math.round(1 / tail));
}

/** What was added for one of those who rolled; his name where there are several. */
export interface Added {
  name: string;
  rows: Roll["modifiers"];
  /** Rows that found no room, and what they make together. */
  more: number;
  rest: number;
}

const worthOf = (rows: Roll["modifiers"]): number => rows.reduce((sum, [, , worth]) => sum + worth, 0);
const same = (a: Roll["modifiers"][number], b: Roll["modifiers"][number]): boolean => a.every((each, i) => each === b[i]);

/** What was added in a roll, each row once and under the name of whom it concerns, in so many rows at most. What finds no
 *  room is told by its number and its sum, so that the rows always make the whole. */
export function added(roll: Roll, most: number): Added[] {
  const parts = roll.parts ?? [], known = parts.flatMap((each) => each.modifiers);
  const all = [
    { name: "", modifiers: roll.modifiers.filter((row) => !known.some((each) => same(each, row))) },
    ...parts,
  ].map(({ name, modifiers }) => ({ name, rows: modifiers.filter(([, , worth]) => worth) })).filter(({ rows }) => rows.length);
  const share = Math.max(2, Math.floor(most / Math.max(1, all.length)));
  return all.map(({ name, rows }) => {
    const kept = rows.length > share ? rows.slice(0, share - 1) : rows, left = rows.slice(kept.length);
    return { name, rows: kept, more: left.length, rest: worthOf(left) };
  });
}

/** Dice that are to stay below a number: what they make, the number, and by how much they are below it. The number is not
 *  known where nothing is said of what it is made up of. */
export function below(roll: Roll): { thrown: number; number: number | null; by: number | null } | null {
  if (roll.counts !== "below" || !roll.dice.length) return null;
  const thrown = roll.dice.filter((_, i) => !roll.uncounted?.includes(i)).reduce((sum, die) => sum + die, 0);
  return roll.total === null || !roll.modifiers.length ? { thrown, number: null, by: null } : { thrown, number: thrown + roll.total, by: roll.total };
}

/** Outcomes told as "who wins: how", summed by what stands before the colon, the likeliest first; nothing where that would
 * say no more than the outcomes do. */
export function sums(chances: readonly { text: string; percent: number }[]): { text: string; percent: number }[] {
  if (!chances.every(({ text }) => text.includes(": "))) return [];
  const found = new Map<string, number>();
  for (const { text, percent } of chances) {
    const head = text.slice(0, text.indexOf(": "));
    found.set(head, (found.get(head) ?? 0) + percent);
  }
  if (found.size < 2 || found.size === chances.length) return [];
  return [...found].map(([text, percent]) => ({ text, percent })).sort((a, b) => b.percent - a.percent);
}
