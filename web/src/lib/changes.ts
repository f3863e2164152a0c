/** What became of units between two pictures: who lost men, whose heart sank, who came into sight or fell out of it. */

import { label, T } from "./text";
import type { Picture, UnitPicture } from "./types";

export interface Change {
  unit: string;
  own: boolean;
  /** In words, the gravest first. */
  words: string[];
  grave: number;
}

/** All changes, one's own before the enemy's, the gravest first. */
export function changes(before: Picture, after: Picture): Change[] {
  const was = new Map(before.units.map((unit) => [unit.id, unit])), now = new Set(after.units.map((unit) => unit.id));
  const hidden = before.units.filter((unit) => unit.where === "table" && !now.has(unit.id)).map((unit): Change => ({ unit: unit.id, own: unit.own, words: [T.changes.hidden], grave: 1 }));
  return after.units
    .map((unit) => changed(was.get(unit.id), unit))
    .filter((change): change is Change => change !== null)
    .concat(hidden)
    .sort((a, b) => Number(b.own) - Number(a.own) || b.grave - a.grave);
}

function changed(was: UnitPicture | undefined, unit: UnitPicture): Change | null {
  const words: string[] = [];
  let grave = 0;
  const note = (text: string, weight: number): void => {
    words.push(text);
    grave += weight;
  };
  if (!was) {
    if (unit.own || unit.where !== "table") return null;
    return { unit: unit.id, own: false, words: [T.changes.seen], grave: 1 };
  }
  if (unit.where !== was.where) note(T.changes.where[unit.where] ?? label(unit.where), unit.where === "table" ? 2 : 9);
  if (unit.where !== "table") return words.length ? { unit: unit.id, own: unit.own, words, grave } : null;
  if (unit.level !== was.level) note(T.changes.now(unit.status), unit.level > was.level ? 4 + unit.level : 2);
  const men = was.men - unit.men, guns = was.guns - unit.guns;
  if (men > 0) note(T.changes.men(men), 1 + (3 * men) / Math.max(was.men, 1));
  if (guns > 0) note(T.changes.guns(guns), 3);
  if (unit.disorder > was.disorder) note(T.changes.disorder(unit.disorder - was.disorder), 1);
  if (unit.engaged.some((id) => !was.engaged.includes(id))) note(T.changes.engaged, 5);
  return words.length ? { unit: unit.id, own: unit.own, words, grave } : null;
}
