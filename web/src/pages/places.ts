/** The places of the page beside the table, each fetched when it is first opened, so that the table loads none of them. */

import type { Component } from "svelte";
import type { W } from "./words";

/** What a place is given: what stands in the address after its name, `rules/cold-steel/CS-5.2` is ["cold-steel", "CS-5.2"]. */
export interface Within {
  path: string[];
  query: URLSearchParams;
}
export interface Place {
  /** How its address begins, after `#/`; the opening page is the one without. */
  at: string;
  /** Its name in the masthead, if it stands there. */
  name?: keyof typeof W.places;
  /** The place in the masthead that it belongs to, where it does not stand there itself. */
  within?: string;
  load?: () => Promise<{ default: Component<Within> }>;
}

export const PLACES: readonly Place[] = [
  { at: "", name: "play" },
  { at: "rules", name: "rules", load: () => import("./rules/Rules.svelte") },
  { at: "odds", name: "odds", load: () => import("./odds/Desk.svelte") },
  { at: "laboratory", name: "laboratory", load: () => import("./laboratory/Laboratory.svelte") },
  { at: "battles", name: "battles", load: () => import("./battles/Battles.svelte") },
  { at: "review", within: "battles", load: () => import("./review/Review.svelte") },
  { at: "settings", load: () => import("./settings/Settings.svelte") },
];

export interface Found extends Within {
  place: Place;
}
/** The place that an address leads to; what leads nowhere leads to the opening page. */
export function placeOf(hash: string, places = PLACES): Found {
  const [where = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [at = "", ...path] = where.split("/").filter(Boolean).map(decoded);
  const place = places.find((each) => each.at === at && each.load);
  return place ? { place, path, query: new URLSearchParams(query) } : { place: places[0]!, path: [], query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
