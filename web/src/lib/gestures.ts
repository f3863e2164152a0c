/** Pointing at the ground: ways in which an order's fields can bring a unit there, the likeliest first. */

import type { Values } from "./options";
import type { Option, Spot, UnitPicture } from "./types";

const AHEAD = 4;
const ASIDE = 60;
const BEHIND = 135;

export function candidates(unit: UnitPicture, at: Spot, option: Option): Values[] {
  const { movement, degrees, paces } = option.fields;
  if (movement?.type !== "choice" || degrees?.type !== "number" || paces?.type !== "number") return [];
  const [dx, dy] = [at[0] - unit.x, at[1] - unit.y];
  const far = Math.min(paces.high, Math.max(5, Math.round(Math.hypot(dx, dy) / 5) * 5));
  const turn = aside((Math.atan2(dx, dy) * 180) / Math.PI - unit.heading);
  const ways: Values[] = [];
  if (Math.abs(turn) <= AHEAD) ways.push({ movement: "forward", paces: far });
  else if (Math.abs(turn) < ASIDE) ways.push({ movement: "oblique", degrees: Math.round(turn), paces: far });
  else if (Math.abs(turn) > BEHIND) ways.push({ movement: "backward", paces: far });
  ways.push({ movement: "wheel", degrees: Math.round(turn) }, { movement: "conversion", degrees: Math.round(turn) });
  return ways.filter((way) => movement.values.includes(way.movement as string));
}

/** An angle between −180 and 180. */
function aside(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}
