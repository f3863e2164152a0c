/** Ways to sort a roster: those that every system has, and one for each measure that a system lets it be sorted by. */

import { T } from "../lib/text";
import type { Measure, Picture, UnitPicture } from "../lib/types";

export interface Sorting {
  key: string;
  name: string;
  by: (a: UnitPicture, b: UnitPicture) => number;
}

/** What a unit counts of a measure; nothing where its card does not say. */
export const counted = (unit: UnitPicture, measure: Measure): number | undefined => unit.rows.find((row) => row.key === measure.key)?.number;

const up = (worth: (unit: UnitPicture) => number) => (a: UnitPicture, b: UnitPicture): number => worth(a) - worth(b);

/** Who has none of it comes last, whichever end comes first. */
function byMeasure(measure: Measure): Sorting["by"] {
  const sign = measure.first === "most" ? -1 : 1;
  return up((unit) => { const n = counted(unit, measure); return n === undefined ? Infinity : sign * n; });
}

const share = ({ steadiness: { step, of } }: UnitPicture): number => step / Math.max(1, of - 1);

export function sorting(picture: Pick<Picture, "measures" | "ladder"> | null): Sorting[] {
  const { sorts } = T.roster;
  return [
    { key: "formation", name: sorts.formation, by: () => 0 },
    { key: "strength", name: sorts.strength, by: up((unit) => unit.strength) },
    { key: "steadiness", name: picture?.ladder || sorts.steadiness, by: up((unit) => -share(unit)) },
    ...(picture?.measures ?? []).filter((measure) => measure.first).map((measure) => ({ key: `measure ${measure.key}`, name: measure.name, by: byMeasure(measure) })),
    { key: "order", name: sorts.order, by: up((unit) => (unit.order ? 1 : 0)) },
  ];
}
