/** Commands that are on the road to a unit. */

import type { Awaited, Picture, UnitPicture } from "../lib/types";

/** As the picture says them of the unit, else by the riders who are bound for it. */
export function awaited(unit: UnitPicture, picture: Picture | null): Awaited[] {
  if (unit.awaits?.length) return unit.awaits;
  if (!unit.own) return [];
  return (picture?.riders ?? []).filter((rider) => rider.to === unit.id).map((rider) => ({ rider: rider.id, leader: rider.leader, words: rider.carries, turn: rider.arrives }));
}
