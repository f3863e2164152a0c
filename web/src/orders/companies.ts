/** People of a list by the formations they belong to, as the roster has them. */

import type { Body, Picture, UnitPicture } from "../lib/types";

export interface Company {
  name: string;
  leader: string;
  /** In the order of the roster. */
  ids: string[];
}

/** Everybody of a list, formation by formation; whoever belongs to none comes last, without a name. */
export function companies(picture: Picture | null, ids: string[]): Company[] {
  const left = new Set(ids), found: Company[] = [];
  const walk = (body: Body): void => {
    const here = body.units.filter((id) => left.has(id));
    here.forEach((id) => left.delete(id));
    if (here.length) found.push({ name: body.name, leader: body.leader, ids: here });
    body.formations.forEach(walk);
  };
  picture?.formations.forEach(walk);
  if (left.size) found.push({ name: "", leader: "", ids: [...left] });
  return found;
}

/** The units on the table that a leader commands, and all of one formation. */
export const present = (units: ReadonlyMap<string, UnitPicture>, ids: string[]): string[] => ids.filter((id) => units.get(id)?.own && units.get(id)?.where === "table");

/** All of a list from one to another, both with them. */
export function between(list: string[], from: string, to: string): string[] {
  const [a, b] = [list.indexOf(from), list.indexOf(to)];
  return a < 0 || b < 0 ? [to] : list.slice(Math.min(a, b), Math.max(a, b) + 1);
}
