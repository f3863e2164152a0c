/** The part of a field that a small map shows: where the troops are, as large as it can be. Knows nothing of battles. */

import type { Brigade } from "../symbols/brigades";
import type { BattleOffer, BodyCard } from "../lib/types";

export interface Shown {
  /** Pixels a pace, and where the field's north-west corner lies. */
  k: number;
  x: number;
  y: number;
}

/** How much nearer than the whole field a small map may go, and pixels of air round the troops, and round such as bear names: blocks are drawn as large however small the map. */
const NEAREST = 2.4;
const AIR = 22;
export const NAMED_AIR = 46;

/** The field in a frame of so many pixels: all troops in it, in the middle; filled to its edges as far as that allows. */
export function view([wide, deep]: [number, number], spots: readonly { x: number; y: number }[], width: number, height: number, air = AIR): Shown {
  const fills = Math.max(width / wide, height / deep);
  const xs = spots.map((spot) => spot.x), ys = spots.map((spot) => spot.y);
  const [left, right, low, high] = spots.length ? [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)] : [0, wide, 0, deep];
  const fits = spots.length ? Math.min((width - 2 * air) / Math.max(right - left, 1), (height - 2 * air) / Math.max(high - low, 1)) : fills;
  const k = Math.min(fills * NEAREST, fits);
  const within = (at: number, long: number, room: number): number => (long * k < room ? (room - long * k) / 2 : Math.min(0, Math.max(room - long * k, room / 2 - at * k)));
  return { k, x: within((left + right) / 2, wide, width), y: within(deep - (low + high) / 2, deep, height) };
}

/** Turns under these rules. */
export const turnsOf = (battle: BattleOffer, system: string): number => battle.lengths?.[system] ?? battle.turns;

/** How long a battle takes, from 0 to 3, by what has to be decided: units and turns. */
export function lengthOf(battle: BattleOffer, system: string): 0 | 1 | 2 | 3 {
  const decided = battle.sides.reduce((sum, side) => sum + side.units, 0) * turnsOf(battle, system);
  const size = Math.floor(Math.log2(Math.max(decided, 1) / 110) / 1.5 + 1);
  return Math.max(0, Math.min(3, size)) as 0 | 1 | 2 | 3;
}

/** Of the parts of a brigade only the strongest bears its name. */
export function namedOnce(all: readonly Brigade[]): Brigade[] {
  const strongest = (one: Brigade): boolean => all.every((other) => other.side !== one.side || other.name !== one.name || other.men < one.men || other === one);
  return all.map((each) => (strongest(each) ? each : { ...each, name: "" }));
}

const ARMS = { infantry: "foot", cavalry: "horse", artillery: "guns" } as const;
/** Men that a pixel of a block stands for, and how narrow and wide blocks may be. */
const MEN = 70, NARROW = 20, WIDE = 46;

/** Bodies of troops as blocks, as wide as they are strong. */
export const blocks = (bodies: readonly BodyCard[], k: number): Brigade[] =>
  bodies.map((body, i) => ({
    key: String(i), units: [], nation: body.nation, side: body.nation, arm: ARMS[body.arm as keyof typeof ARMS] ?? "foot", name: "", own: false, x: body.x, y: body.y, heading: body.heading,
    width: Math.min(WIDE, Math.max(NARROW, body.men / MEN)) / k, men: body.men, guns: 0, level: 0,
  }));
