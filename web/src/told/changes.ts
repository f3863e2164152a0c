/** What became of units and leaders between two pictures: who lost men, whose heart sank, who fell, who came into sight. */

import { shapeOf } from "../symbols/marks";
import { counted } from "../troops/sorting";
import { label, T } from "../lib/text";
import type { LeaderPicture, Measure, Picture, TableEvent, UnitPicture } from "../lib/types";

export interface Change {
  /** Unit or leader. */
  unit: string;
  own: boolean;
  /** In words, the gravest first. */
  words: string[];
  grave: number;
}

/** The gravest changes as one sentence, for whoever listens. */
export function changesSaid(found: readonly Change[], nameOf: (id: string) => string, most = 4): string {
  const told = found.slice(0, most).map((each) => `${nameOf(each.unit)}: ${each.words.join(", ")}`);
  const more = found.length > most ? [T.changes.more(found.length - most)] : [];
  return told.length ? `${T.changes.title}. ${[...told, ...more].join("; ")}` : "";
}

/** All changes, one's own before the enemy's, the gravest first. `news` is what was told in between: who is missing from the
 *  second picture may have been seen to go. */
export function changes(before: Picture, after: Picture, news: readonly TableEvent[] = []): Change[] {
  const was = new Map(before.units.map((unit) => [unit.id, unit])), now = new Set(after.units.map((unit) => unit.id));
  const missing = before.units.filter((unit) => unit.where === "table" && !now.has(unit.id)).map((unit) => vanished(unit, news));
  return after.units
    .map((unit) => changed(was.get(unit.id), unit, news, after.measures))
    .concat(missing, leaders(before, after))
    .filter((change): change is Change => change !== null)
    .sort((a, b) => Number(b.own) - Number(a.own) || b.grave - a.grave);
}

/** Somebody of whom nothing is shown any more: seen to disperse or to leave, or only out of sight. */
function vanished(unit: UnitPicture, news: readonly TableEvent[]): Change {
  const how = seenToGo(unit, news);
  return { unit: unit.id, own: unit.own, words: [how || T.changes.hidden], grave: how ? 9 : 1 };
}

/** How a unit went, if one was told of it: the sentence without its name, as far as its first pause. */
function seenToGo(unit: UnitPicture, news: readonly TableEvent[]): string {
  const gone = news.findLast((event) => event.kind === "gone" && event.units?.unit === unit.id);
  if (!gone) return "";
  const said = gone.text.startsWith(unit.name) ? gone.text.slice(unit.name.length).split(";")[0]!.trim() : "";
  return said || T.changes.where.lost || "";
}

function leaders(before: Picture, after: Picture): (Change | null)[] {
  const now = new Map(after.leaders.map((leader) => [leader.id, leader]));
  return before.leaders.map((was) => fell(was, now.get(was.id)));
}

/** A leader who was hurt, fell, or is there no more; of an enemy only what is seen. */
function fell(was: LeaderPicture, leader: LeaderPicture | undefined): Change | null {
  const change = (words: string, grave: number): Change => ({ unit: was.id, own: was.own, words: [words], grave });
  if (!leader) return was.own && was.where === "table" ? change(T.changes.fallen, 12) : null;
  if (leader.hurt !== was.hurt && leader.hurt) return change(leader.hurt, leader.where === "table" ? 8 : 12);
  if (leader.where !== was.where && was.where === "table") return change(T.changes.where[leader.where] ?? label(leader.where), 10);
  return null;
}

function changed(was: UnitPicture | undefined, unit: UnitPicture, news: readonly TableEvent[], measures: readonly Measure[]): Change | null {
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
  const how = unit.where === "table" ? "" : seenToGo(unit, news);
  if (unit.where !== was.where) note(how || (T.changes.where[unit.where] ?? label(unit.where)), unit.where === "table" ? 2 : 9);
  if (unit.where !== "table") return words.length ? { unit: unit.id, own: unit.own, words, grave } : null;
  const step = shapeOf(unit.steadiness);
  if (unit.steadiness.step !== was.steadiness.step) note(T.changes.now(unit.steadiness.word), unit.steadiness.step > was.steadiness.step ? 4 + step : 2);
  const men = was.men - unit.men, guns = was.guns - unit.guns;
  if (men > 0) note(T.changes.men(men), 1 + (3 * men) / Math.max(was.men, 1));
  if (guns > 0) note(T.changes.guns(guns), 3);
  for (const measure of measures) {
    const by = (counted(unit, measure) ?? 0) - (counted(was, measure) ?? 0), told = by > 0 ? measure.more : by < 0 ? measure.less : "";
    if (told) note(told.replace("{n}", T.number(Math.abs(by))), 1);
  }
  if (unit.engaged.some((id) => !was.engaged.includes(id))) note(T.changes.engaged, 5);
  return words.length ? { unit: unit.id, own: unit.own, words, grave } : null;
}
