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
  /** Of its dice; not said where they are of several kinds. */
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
  const thrown = new Map<number, number[]>();
  for (const roll of events.map(rollOf)) if (roll?.sides && roll.dice.length) thrown.set(roll.sides, [...(thrown.get(roll.sides) ?? []), ...roll.dice]);
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
