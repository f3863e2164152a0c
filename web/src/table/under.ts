/** Who stands at a place of the map, for those who point at it with keys. */

import { frontage } from "../symbols/figures";
import { rad } from "../symbols/geometry";
import type { Spot, UnitPicture } from "../lib/types";

/** Paces beside a unit that still mean it: half a step of the cross. */
const BESIDE = 12;

type Standing = Pick<UnitPicture, "id" | "x" | "y" | "heading" | "parts" | "where">;

/** The unit at a spot, or beside it; of several the nearest. Those off the table stand nowhere. */
export function under<U extends Standing>(units: readonly U[], spot: Spot): U | null {
  const near = units.filter((unit) => unit.where === "table").map((unit) => ({ unit, off: offBy(unit, spot) })).filter(({ off }) => off <= BESIDE);
  return near.sort((a, b) => a.off - b.off || fromMiddle(a.unit, spot) - fromMiddle(b.unit, spot))[0]?.unit ?? null;
}

/** The units that may be gone through one by one, from west to east. */
export function inTurn<U extends Standing>(units: readonly U[], at: U | null, by: 1 | -1): U | null {
  const all = units.filter((unit) => unit.where === "table").sort((a, b) => a.x - b.x || a.y - b.y);
  const from = at ? all.findIndex((unit) => unit.id === at.id) : by > 0 ? -1 : 0;
  return all[(from + by + all.length) % all.length] ?? null;
}

/** Where a cross stands that means a unit: the middle of its body. */
export function middleOf(unit: Standing): Spot {
  const { left, right, ahead, rear } = frontage(unit), x = (left + right) / 2, y = (ahead + rear) / 2, a = rad(unit.heading);
  return [unit.x + x * Math.cos(a) + y * Math.sin(a), unit.y - x * Math.sin(a) + y * Math.cos(a)];
}

const fromMiddle = (unit: Standing, [x, y]: Spot): number => { const [mx, my] = middleOf(unit); return Math.hypot(x - mx, y - my); };

/** Paces from a spot to a unit's body; none inside it. */
function offBy(unit: Standing, [x, y]: Spot): number {
  const a = rad(unit.heading), dx = x - unit.x, dy = y - unit.y, body = frontage(unit);
  const across = dx * Math.cos(a) - dy * Math.sin(a), along = dx * Math.sin(a) + dy * Math.cos(a);
  return Math.hypot(Math.max(body.left - across, 0, across - body.right), Math.max(body.rear - along, 0, along - body.ahead));
}
