/** Pointing at the ground: ways in which an order's fields can bring a unit there, the likeliest first, as its form has them. */

import { fieldOf } from "../asking/forms";
import { accepts, type Values } from "../asking/options";
import type { Option, Spot, UnitPicture } from "../lib/types";

/** Paces to which a distance is rounded, and the shortest: no finer than the field that takes it goes by hand. */
const PACE = 5;

export function candidates(unit: UnitPicture, at: Spot, option: Option): Values[] {
  const [dx, dy] = [at[0] - unit.x, at[1] - unit.y];
  const turn = aside((Math.atan2(dx, dy) * 180) / Math.PI - unit.heading), away = Math.hypot(dx, dy);
  const within = (name: string): number => {
    const domain = option.fields[name], pace = Math.max(PACE, fieldOf(option, name).step), far = Math.max(pace, Math.round(away / pace) * pace);
    return domain?.type === "number" ? Math.min(domain.high, far) : far;
  };
  return option.form.ways
    .filter((way) => Math.abs(turn) > way.over && Math.abs(turn) <= way.most)
    .map((way): Values => ({ ...way.values, ...(way.turn ? { [way.turn]: Math.round(turn) } : {}), ...(way.far ? { [way.far]: within(way.far) } : {}) }))
    .filter((values) => Object.entries(values).every(([name, value]) => option.fields[name] && accepts(option.fields[name], value)));
}

/** An angle between −180 and 180. */
function aside(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}
