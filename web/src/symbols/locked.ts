/** Troops in a hand-to-hand fight stand on one another's ground: they are drawn face to face, so that each can be read. */

import type { UnitPicture } from "../lib/types";
import { figure } from "./figures";
import { boxOf, dir, overlap } from "./geometry";
import type { Box, Point } from "./geometry";

const STEP = 2;
/** Pixels that one of them may be drawn from where he stands. */
const MOST = 60;
const GAP = 2;

/** The room of a figure in pixels, without its chevron. */
function room(unit: UnitPicture, at: Point, k: number): Box {
  const e = figure(unit, k).extent;
  return boxOf(at, unit.heading, e.x0 - GAP, e.y0 - GAP, e.x1 + GAP, e.y1 + GAP);
}

/** The way from one to the other: as the one who faces his enemy looks. */
function wayBetween(a: UnitPicture, b: UnitPicture, from: Box, to: Box): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y], long = Math.hypot(dx, dy), [ax, ay] = dir(a.heading), [bx, by] = dir(b.heading);
  if (long < 4 || dx * ax + dy * ay > 0.5 * long) return [ax, ay];
  if (-dx * bx - dy * by > 0.5 * long) return [-bx, -by];
  return [dx / long, dy / long];
}

/** Pairs of enemies who are locked with one another, each once, own troops first. */
function pairs(units: UnitPicture[], byId: Map<string, UnitPicture>): [UnitPicture, UnitPicture][] {
  const done = new Set<string>(), out: [UnitPicture, UnitPicture][] = [];
  for (const a of [...units.filter((unit) => unit.own), ...units.filter((unit) => !unit.own)])
    for (const id of a.engaged) {
      const b = byId.get(id), key = [a.id, id].sort().join("|");
      if (!b || done.has(key)) continue;
      done.add(key);
      out.push([a, b]);
    }
  return out;
}

/** The units with those that are locked drawn apart as far as they would hide one another at this scale. */
export function apart(units: UnitPicture[], k: number): UnitPicture[] {
  if (!k || !units.some((unit) => unit.engaged.length)) return units;
  const moved = new Map<string, Point>(), byId = new Map(units.map((unit) => [unit.id, unit]));
  for (const [a, b] of pairs(units, byId)) {
    const at = (unit: UnitPicture, by: Point): Point => { const had = moved.get(unit.id) ?? [0, 0]; return [unit.x * k + had[0] + by[0], -unit.y * k + had[1] + by[1]]; };
    const [x, y] = wayBetween(a, b, room(a, at(a, [0, 0]), k), room(b, at(b, [0, 0]), k));
    let off = 0;
    while (off < MOST && overlap(room(a, at(a, [-x * off, -y * off]), k), room(b, at(b, [x * off, y * off]), k))) off += STEP;
    if (!off) continue;
    for (const [unit, sign] of [[a, -1], [b, 1]] as const) { const had = moved.get(unit.id) ?? [0, 0]; moved.set(unit.id, [had[0] + sign * x * off, had[1] + sign * y * off]); }
  }
  return units.map((unit) => { const by = moved.get(unit.id); return by ? { ...unit, x: unit.x + by[0] / k, y: unit.y - by[1] / k } : unit; });
}

/** The least share of its front that a body keeps on a board of spaces, however few are left. */
const LEAST = 0.3;

/** Where a space stands for a frontage, a body is drawn as much narrower as men are lost. */
export function thinned(unit: UnitPicture): UnitPicture {
  if (unit.arm === "artillery" || unit.strength >= 1 || !unit.parts.length) return unit;
  const share = Math.max(LEAST, unit.strength);
  return { ...unit, parts: unit.parts.map(([x0, y0, x1, y1, men, name, kind]) => [x0 * share, y0, x1 * share, y1, men, name, kind]) };
}
