/** Rolls in events, and what one's dice have been like. */

import type { TableEvent } from "./types";

export interface Roll {
  check: string;
  rule: string;
  dice: number[];
  total: number | null;
  modifiers: [string, string, number][];
  outcome: unknown;
  details: unknown;
  sides?: number;
}

export function rollOf(event: TableEvent): Roll | null {
  const roll = event.roll as Partial<Roll> | null | undefined;
  if (!roll) return null;
  return {
    check: roll.check ?? "", rule: roll.rule ?? "", dice: roll.dice ?? [], total: roll.total ?? null,
    modifiers: roll.modifiers ?? [], outcome: roll.outcome, details: roll.details, sides: roll.sides,
  };
}

const KINDS = [6, 10, 20, 100];

/** The dice of each check are told by the largest that ever fell, where the server does not say. */
export function sidesOf(rolls: Roll[]): Map<string, number> {
  const most = new Map<string, number>();
  for (const roll of rolls) for (const die of roll.dice) most.set(roll.check, Math.max(most.get(roll.check) ?? 0, roll.sides ?? die));
  const all = rolls.flatMap((roll) => roll.dice);
  // Ten-sided until a dozen dice have all kept below seven.
  const least = all.length < 12 || all.some((die) => die > 6) ? 10 : 6;
  return new Map([...most].map(([check, top]) => [check, KINDS.find((kind) => kind >= Math.max(top, least)) ?? 100]));
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

/** One's own dice, by kind. */
export function luck(events: TableEvent[]): Luck[] {
  const rolls = events.map(rollOf).filter((roll): roll is Roll => roll !== null && roll.dice.length > 0);
  const sides = sidesOf(rolls);
  const thrown = new Map<number, number[]>();
  for (const roll of rolls) {
    const kind = sides.get(roll.check) ?? 10;
    thrown.set(kind, [...(thrown.get(kind) ?? []), ...roll.dice]);
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
