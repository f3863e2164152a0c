/** How a unit would spend the quarters of the turn. */

import type { Place, UnitPreview } from "./types";

export type Doing = "forms" | "goes" | "stands";

export interface Part {
  does: Doing;
  /** Quarters. */
  share: number;
}

const ALL = 4;
type At = Pick<Place, "x" | "y" | "heading">;
const moved = (a: At | undefined, b: At): boolean => Boolean(a) && (a?.x !== b.x || a.y !== b.y || a.heading !== b.heading);

/** From where it stands through its places: first it forms, then it goes as long as places differ; the rest it stands. Nothing
 *  where it would stand all the turn. */
export function quarters(now: At | undefined, order: Pick<UnitPreview, "places" | "quarters">): Part[] {
  const places = [...order.places].sort((a, b) => a.quarter - b.quarter);
  const parts: Part[] = [];
  for (let quarter = 1; quarter <= ALL; quarter++) {
    const at = places.findIndex((place) => place.quarter === quarter), here = places[at];
    const does = here && moved(at ? places[at - 1] : now, here) ? "goes" : quarter <= order.quarters ? "forms" : "stands";
    const last = parts.at(-1);
    if (last?.does === does) last.share++;
    else parts.push({ does, share: 1 });
  }
  return parts.some((part) => part.does !== "stands") ? parts : [];
}
