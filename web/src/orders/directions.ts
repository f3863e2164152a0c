/** Steps from space to space: words of direction, the spaces they lead to, and the word for a place one points at. */

import type { Domain, Space, Spot, UnitPicture } from "../lib/types";

/** Degrees to the right of where a unit faces. */
const TURNS: Record<string, number> = { forward: 0, forward_right: 45, right: 90, back_right: 135, back: 180, back_left: 225, left: 270, forward_left: 315 };

/** A step through friends leads into the space beyond them. */
const BEYOND = "_through";
const wayOf = (word: string): string => (word.endsWith(BEYOND) ? word.slice(0, -BEYOND.length) : word);

/** A choice among directions, as against one among words that only happen to contain `forward`. */
export const isDirections = (domain: Domain | undefined): domain is { type: "choice"; values: string[] } =>
  domain?.type === "choice" && domain.values.length > 0 && domain.values.every((value) => wayOf(value) in TURNS);

type Stands = Pick<UnitPicture, "space" | "heading">;

/** The space that lies in a direction. */
export function spaceIn(unit: Stands, direction: string): Space | null {
  const turn = TURNS[wayOf(direction)], far = direction.endsWith(BEYOND) ? 2 : 1;
  if (turn === undefined || !unit.space) return null;
  const angle = ((unit.heading + turn) * Math.PI) / 180;
  return [unit.space[0] + far * Math.round(Math.sin(angle)), unit.space[1] + far * Math.round(Math.cos(angle))];
}

/** The direction among these that leads nearest to a spot; nothing where one stands there, or none leads nearer. */
export function directionTo(unit: Stands, at: Spot, grid: number, among: string[]): string {
  const far = ([c, r]: Space): number => Math.hypot((c + 0.5) * grid - at[0], (r + 0.5) * grid - at[1]);
  let best = "", least = unit.space ? far(unit.space) : 0;
  for (const direction of among) {
    const space = spaceIn(unit, direction);
    if (!space || far(space) >= least) continue;
    best = direction;
    least = far(space);
  }
  return best;
}
