/** Labels of units and flags of leaders: each finds its place among those that matter more.
 *  A label is one strip, badge, name and pips, behind the rear edge and parallel to the front, never upside down; level
 *  when the unit faces east or west. In want of room it moves along the rear, to a flank, drops its pips, then its name. */

import type { LeaderPicture, UnitPicture } from "../lib/types";
import { Room, boxOf, f, placed, whole } from "./geometry";
import type { Box, Point } from "./geometry";
import type { Extent } from "./figures";
import { tail } from "./badges";
import { badge, flagWidth, pips, shapeOf, tenthsLost } from "./marks";
import type { Flag } from "./marks";
import { escaped, measure } from "./text";

export const SIZE = 11;
const HIGH = 12;
const CHEVRON = 9;

/** A unit as it lies on the sheet. */
export interface Laid {
  unit: UnitPicture;
  at: Point;
  turn: number;
  extent: Extent;
  faces: boolean;
}

export interface Label {
  unit: string;
  x: number;
  y: number;
  turn: number;
  w: number;
  name: string;
  badge: boolean;
  pips: boolean;
}

/** The room a figure takes, with the chevron ahead of its front. */
export const figureBox = ({ at, turn, extent: e, faces }: Laid, around = 1): Box =>
  boxOf(at, turn, e.x0 - around, e.y0 - (faces ? CHEVRON : 0) - around, e.x1 + around, e.y1 + around);

/** Whether a unit faces so far east or west that its label is level. */
export function isLevel(heading: number): boolean {
  const h = whole(heading);
  return (h > 52 && h < 128) || (h > 232 && h < 308);
}

interface Way {
  x: number;
  y: number;
  turn: number;
}

/** Where a label of this width may lie, best first: middles of strips on the sheet. */
function ways({ at, turn, extent: e }: Laid, w: number): Way[] {
  const half = w / 2, off = HIGH / 2 + 6, mid = (e.x0 + e.x1) / 2, deep = (e.y0 + e.y1) / 2, wide = e.x1 - e.x0;
  if (isLevel(turn)) return levelWays(at, turn, e, w);
  const upside = whole(turn) > 90 && whole(turn) < 270, lies = upside ? whole(turn) - 180 : whole(turn);
  const way = (x: number, y: number): Way => { const [px, py] = placed(at, turn, x, y); return { x: px, y: py, turn: lies }; };
  const shift = Math.max(14, Math.min(wide / 2, half));
  return [
    way(mid, e.y1 + off), way(mid - shift, e.y1 + off), way(mid + shift, e.y1 + off),
    way(e.x1 + 7 + half, deep), way(e.x0 - 7 - half, deep),
    way(mid, e.y1 + off + HIGH), way(mid - shift * 1.7, e.y1 + off), way(mid + shift * 1.7, e.y1 + off),
  ];
}

function levelWays(at: Point, turn: number, e: Extent, w: number): Way[] {
  const corners = [[e.x0, e.y0], [e.x1, e.y0], [e.x1, e.y1], [e.x0, e.y1]].map(([x, y]) => placed(at, turn, x!, y!));
  const xs = corners.map((c) => c[0]), ys = corners.map((c) => c[1]);
  const l = Math.min(...xs), r = Math.max(...xs), t = Math.min(...ys), b = Math.max(...ys), cx = (l + r) / 2, cy = (t + b) / 2;
  const east = whole(turn) < 180, behind = east ? l - w / 2 - 6 : r + w / 2 + 6, ahead = east ? r + w / 2 + 14 : l - w / 2 - 14;
  const way = (x: number, y: number): Way => ({ x, y, turn: 0 });
  return [way(behind, cy), way(cx, b + 10), way(cx, t - 10), way(behind, cy + 13), way(behind, cy - 13), way(ahead, b), way(ahead, t)];
}

export interface Wanted {
  /** Units that never lose their label: selected, targets. */
  kept: Set<string>;
  /** Whether pips and badges are shown at all. */
  marks: boolean;
  /** Width and height of the sheet: labels stay on it. */
  size: Point;
  /** What panels leave free of it, from corner to corner: who stands there has his label there. */
  seen?: readonly [number, number, number, number];
}

/** Places for all labels; `room` holds what is already taken. */
export function labels(units: Laid[], room: Room, wanted: Wanted): Label[] {
  const out: Label[] = [];
  const near = nearest(units.map((each) => each.unit));
  const first = (each: Laid) => (wanted.kept.has(each.unit.id) ? -1 : (near.get(each.unit.id) ?? 0));
  for (const each of [...units].sort((a, b) => first(a) - first(b))) {
    const label = place(each, room, wanted);
    if (!label) continue;
    room.take(stripBox(label));
    out.push(label);
  }
  return out;
}

const stripBox = (label: { x: number; y: number; w: number; turn: number }): Box => ({ x: label.x, y: label.y, w: label.w / 2 + 1, h: HIGH / 2, turn: label.turn });

/** Whether all of a strip lies on the sheet, or on a part of it. */
function isOn({ x, y, turn }: Way, w: number, [left, top, right, bottom]: readonly [number, number, number, number]): boolean {
  const a = (turn * Math.PI) / 180, dx = (Math.abs(Math.cos(a)) * w) / 2, dy = (Math.abs(Math.sin(a)) * w) / 2 + 4;
  return x - dx > left && x + dx < right && y - dy > top && y + dy < bottom;
}

function place(each: Laid, room: Room, { kept, marks, size, seen }: Wanted): Label | null {
  const { unit } = each, name = unit.short || unit.name;
  const shapes: { name: string; badge: boolean; pips: boolean }[] = [{ name, badge: true, pips: true }, { name, badge: true, pips: false }];
  if (shapeOf(unit.steadiness) >= 2) shapes.push({ name: "", badge: true, pips: false });
  const [x, y] = each.at, inSight = seen && x > seen[0] && x < seen[2] && y > seen[1] && y < seen[3];
  // what is free of panels may reach beyond the edge of the table, where the frame of the map lies over it
  const onSheet = inSight ? [[Math.max(0, seen[0]), Math.max(0, seen[1]), Math.min(size[0], seen[2]), Math.min(size[1], seen[3])] as const] : [];
  for (const part of [...onSheet, [0, 0, ...size] as const])
    for (const form of shapes) {
      const shown = marks ? form : { name: form.name, badge: false, pips: false }, w = width(unit, shown);
      for (const way of ways(each, w)) if (isOn(way, w, part) && room.free(stripBox({ ...way, w }))) return { unit: unit.id, ...way, w, ...shown };
      if (!marks) break;
    }
  if (!kept.has(unit.id)) return null;
  const shown = { name, badge: marks, pips: marks }, w = width(unit, shown);
  return { unit: unit.id, ...ways(each, w)[0]!, w, ...shown };
}

const lead = (form: { badge: boolean; name: string }): number => (form.badge ? (form.name ? 14 : 10) : 0);

const TAIL = 11;

function width(unit: UnitPicture, form: { name: string; badge: boolean; pips: boolean }): number {
  const p = form.pips ? pips(tenthsLost(unit.strength), unit.badges).w : 0, t = form.pips && tail(unit.badges) ? measure(tail(unit.badges), TAIL) : 0;
  return lead(form) + (form.name ? measure(form.name, SIZE) : 0) + (p ? p + 4 : 0) + (t ? t + 5 : 0);
}

/** A label as SVG, at its place. */
export function labelSvg(label: Label, unit: UnitPicture): string {
  const x = -label.w / 2, wide = label.name ? measure(label.name, SIZE) : 0, from = lead(label);
  const p = label.pips ? pips(tenthsLost(unit.strength), unit.badges, x + from + wide + 4) : { svg: "", w: 0 };
  return (
    `<g transform="translate(${f(label.x)} ${f(label.y)})${label.turn ? ` rotate(${f(label.turn)})` : ""}">` +
    (label.name ? `<text class="label" x="${f(x + from)}" y="3.6">${escaped(label.name)}</text>` : "") +
    (label.badge ? badge(shapeOf(unit.steadiness), x + 5, 0, 4.9) : "") +
    p.svg +
    (label.pips && tail(unit.badges) ? `<text class="tail" x="${f(label.w / 2)}" y="3.2" text-anchor="end">${escaped(tail(unit.badges))}</text>` : "") +
    `</g>`
  );
}

/** The same as long as the same units stand there: at another scale they are no nearer to one another. */
let stood: UnitPicture[] = [], apart = new Map<string, number>();
function nearest(units: UnitPicture[]): Map<string, number> {
  if (units.length === stood.length && units.every((unit, i) => unit === stood[i])) return apart;
  stood = units;
  return (apart = nearestEnemy(units));
}

/** How far each unit is from the nearest unit of another side. */
export function nearestEnemy(units: { id: string; side: string; x: number; y: number }[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const a of units) {
    let least = Infinity;
    for (const b of units) if (b.side !== a.side) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
    out.set(a.id, least);
  }
  return out;
}

// ---- flags --------------------------------------------------------------------------------------------

const FLAGS: Flag[] = [24, 36, 16, 48, 62, 76, 92].flatMap((up): Flag[] => [{ side: 1, up }, { side: -1, up }]);

/** How a leader's flag hangs so that it covers no figure and no other flag; names keep clear of it and of its staff. */
export function flag(l: LeaderPicture, at: Point, room: Room, wide = Infinity): Flag {
  const w = flagWidth(l), on = ({ side, up }: Flag) => (side > 0 ? at[0] + w < wide : at[0] - w > 0) && at[1] - up > 0;
  const box = ({ side, up }: Flag): Box => ({ x: at[0] + (side * w) / 2, y: at[1] - up + 6.5, w: w / 2 + 1, h: 8, turn: 0 });
  const free = FLAGS.find((each) => on(each) && room.free(box(each))) ?? FLAGS.find(on) ?? FLAGS[0]!;
  room.take(box(free));
  room.take({ x: at[0], y: at[1] - free.up / 2 + 2, w: 3, h: free.up / 2 + 2, turn: 0 });
  return free;
}
