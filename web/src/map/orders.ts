/** What hands do on the map: range bands, previews of orders, targets, ways, the ruler. */

import { also, far } from "../lib/measure";
import { T } from "../lib/text";
import type { Bound } from "../orders/marching.svelte";
import type { Arm, Line, Place, Preview, Ring, Spot, UnitPicture } from "../lib/types";
import type { Target, Watch } from "./contract";
import { boxes, chevron, extentOf, figure, frontage, rows } from "../symbols/figures";
import type { Extent } from "../symbols/figures";
import { Room, Sheet, curve, dir, f, path, placed, square, whole } from "../symbols/geometry";
import type { Point } from "../symbols/geometry";
import { escaped, measure } from "../symbols/text";

/** A pill of paper with some words in it, its middle at a place. */
export function chip(cls: string, [x, y]: Point, text: string): string {
  const w = measure(text, 11) + 18;
  return `<g class="chip ${cls}" transform="translate(${f(x)} ${f(y)})"><rect x="${f(-w / 2)}" y="-9" width="${f(w)}" height="18" rx="9"/><text y="3.5">${escaped(text)}</text></g>`;
}

// ---- range bands --------------------------------------------------------------------------------------

const OPENS = 22;

/** The ground a front covers: as wide as itself, opened by some degrees at either end. */
function fan(at: Point, heading: number, left: number, right: number, range: number): string {
  const ahead = dir(heading), a = placed(at, heading, left, 0), b = placed(at, heading, right, 0);
  const go = (p: Point, d: Point) => `${f(p[0] + d[0] * range)} ${f(p[1] + d[1] * range)}`, r = f(range);
  return `M${f(a[0])} ${f(a[1])}L${go(a, dir(heading - OPENS))}A${r} ${r} 0 0 1 ${go(a, ahead)}L${go(b, ahead)}A${r} ${r} 0 0 1 ${go(b, dir(heading + OPENS))}L${f(b[0])} ${f(b[1])}Z`;
}

/** Pixels beyond the edge of a range at which its name may stand. */
const BEYOND = [0, 15, 30];

/** Range bands before a front, the widest undermost, each with its name at its right-hand end, or where it covers nobody. */
export function bands(u: Pick<UnitPicture, "x" | "y" | "heading" | "parts">, arm: Arm, rings: Ring[], sheet: Sheet, room?: Room): { under: string; over: string } {
  const at = sheet.at(u.x, u.y), front = frontage(u), left = front.left * sheet.k, right = front.right * sheet.k;
  const sorted = rings.filter((ring) => !ring.arms?.length || ring.arms.includes(arm)).sort((p, q) => q.paces - p.paces);
  const shade = (i: number) => `b${Math.min(3, sorted.length - 1 - i)}`;
  let under = "", over = "", last = 0;
  sorted.forEach((ring, i) => (under += `<path class="band ${shade(i)}" d="${fan(at, u.heading, left, right, ring.paces * sheet.k)}"/>`));
  for (const ring of [...sorted].reverse()) {
    const range = ring.paces * sheet.k;
    if (range - last < 18) continue;
    last = range;
    const w = measure(ring.name, 11, 700) / 2 + 5, ends = [placed(at, u.heading, right, 0), placed(at, u.heading, left, 0)] as const;
    // at the corners of the fan, on its edge, then beyond it: never over a name where there is other room
    const spots = BEYOND.flatMap((more) => [OPENS, -OPENS, OPENS / 2, -OPENS / 2, 0].map((turn): Point => { const [dx, dy] = dir(u.heading + turn), end = ends[turn < 0 ? 1 : 0], far = range + more; return [end[0] + dx * far, end[1] + dy * far]; }));
    // off the table nobody is in range
    const inside = spots.filter(([px, py]) => px >= w && py >= 8 && px <= sheet.width * sheet.k - w && py <= sheet.height * sheet.k - 8), [first] = inside;
    if (!first) continue;
    const [x, y] = inside.find(([px, py]) => !room || room.free({ x: px, y: py, w, h: 7.5, turn: 0 })) ?? first;
    over += `<g class="band-mark" transform="translate(${f(x)} ${f(y)})"><rect x="${f(-w)}" y="-7.5" width="${f(2 * w)}" height="14" rx="3"/><text y="3">${escaped(ring.name)}</text></g>`;
  }
  return { under, over };
}

// ---- previews -----------------------------------------------------------------------------------------

const disc = ([x, y]: Point, text: string): string => `<g class="stage" transform="translate(${f(x)} ${f(y)})">${text.length > 2 ? `<rect x="-14" y="-8" width="28" height="16" rx="8"/>` : `<circle r="8"/>`}<text y="3.4">${escaped(text)}</text></g>`;

export interface Stage {
  at: Point;
  label: string;
}

/** The marks of the places on a way: a row along one flank of it, that which covers least. Where there is no room for all, the last one stays and those that keep clear of it. */
export function stages(places: Place[], seen: Point[], sheet: Sheet, room?: Room): Stage[] {
  const off = 13, half = (label: string) => (label.length > 2 ? 14 : 8);
  const apart = (a: Stage, others: Stage[]) => others.every((b) => Math.abs(a.at[0] - b.at[0]) >= half(a.label) + half(b.label) || Math.abs(a.at[1] - b.at[1]) >= 16);
  const clear = ({ at, label }: Stage) => !room || room.free({ x: at[0], y: at[1], w: half(label), h: 8, turn: 0 });
  const rows = [1, -1].map((side) => {
    const row: Stage[] = [];
    for (const place of [...places].reverse()) {
      if (!place.label) continue;
      const front = frontage(place), x = (side > 0 ? front.right : front.left) * sheet.k + side * off, stage = { at: placed(sheet.at(place.x, place.y), place.heading, x, 0), label: place.label };
      if (apart(stage, row)) row.push(stage);
    }
    return row.reverse();
  });
  const covers = (row: Stage[]) => row.filter((stage) => !clear(stage) || !apart(stage, seen.map((at) => ({ at, label: "" })))).length;
  const [right = [], left = []] = rows;
  return covers(left) < covers(right) ? left : right;
}

/** Where a unit would stand one after the other, and where it ends as a half-tone figure. */
export function plan(unit: UnitPicture, places: Place[], refused: boolean, sheet: Sheet, room?: Room, seen: Point[] = []): string {
  if (!places.length) return "";
  const k = sheet.k, last = places[places.length - 1]!;
  const way: Point[] = [sheet.at(unit.x, unit.y), ...places.map((place) => sheet.at(place.x, place.y))];
  const moved = way.some(([x, y], i) => i > 0 && Math.hypot(x - way[i - 1]![0], y - way[i - 1]![1]) > 3);
  let marks = "";
  for (const stage of stages(places, seen, sheet, room)) {
    seen.push(stage.at);
    marks += disc(stage.at, stage.label);
  }
  const between = places.filter((place) => place !== last && Math.hypot(place.x - last.x, place.y - last.y) * k > 5).map((place) => ghostly(unit, place, sheet));
  const line = moved ? `<path class="${refused ? "advance refused" : "advance"}" marker-end="${refused ? "" : "url(#tip)"}" d="${path(short(way, 5))}"/>` : "";
  return `<g class="plan n-${unit.nation}${refused ? " refused" : ""}">${between.join("")}${ending(unit, last, sheet)}${line}${marks}</g>`;
}

/** A way that stops a little before its end, for the arrow's tip. */
function short(way: Point[], by: number): Point[] {
  const out = way.filter((p, i) => i === 0 || Math.hypot(p[0] - way[i - 1]![0], p[1] - way[i - 1]![1]) > 0.5);
  if (out.length < 2) return out;
  const [ax, ay] = out[out.length - 2]!, [bx, by_] = out[out.length - 1]!, long = Math.hypot(bx - ax, by_ - ay);
  const t = Math.max(0, (long - by) / long);
  return [...out.slice(0, -1), [ax + (bx - ax) * t, ay + (by_ - ay) * t]];
}

const frameOf = (place: Place, sheet: Sheet): string => { const [x, y] = sheet.at(place.x, place.y); return `translate(${f(x)} ${f(y)}) rotate(${f(place.heading)})`; };

/** A place on the way: only its foremost row. */
function ghostly(unit: UnitPicture, place: Place, sheet: Sheet): string {
  const bars = place.parts.length ? rows(place.parts, sheet.k, 5.2, 1.7).filter((bar) => bar.leads) : [];
  const e: Extent = bars.length ? extentOf(bars) : figure({ ...unit, ...place }, sheet.k).extent;
  return `<g transform="${frameOf(place, sheet)}"><path class="plan-way" d="${bars.length ? boxes(bars) : ""}"/><path class="plan-front" d="M${f(e.x0)} 0h${f(e.x1 - e.x0)}"/></g>`;
}

function ending(unit: UnitPicture, place: Place, sheet: Sheet): string {
  const drawn = figure({ ...unit, ...place }, sheet.k);
  return `<g transform="${frameOf(place, sheet)}"><g class="half-tone">${drawn.svg}</g><path class="plan-last" d="M${f(drawn.extent.x0)} 0h${f(drawn.extent.x1 - drawn.extent.x0)}"/>${drawn.faces ? chevron(0) : ""}</g>`;
}

/** All that an answer would do. */
export function preview(p: Preview, units: Map<string, UnitPicture>, sheet: Sheet, room?: Room): string {
  const refused = !!p.refusal, seen: Point[] = [], plans = p.units.map((each) => { const unit = units.get(each.unit); return unit ? plan(unit, each.places, refused, sheet, room, seen) : ""; });
  // what is acted on only later is paler: by then it will start from elsewhere
  const drawn = p.acts ? `<g class="later">${plans.join("")}</g>` : plans.join("");
  return drawn + (p.points.length ? route(p.points, sheet, refused) : "");
}

/** A way that is being chosen, with a ring at each spot. */
export function route(points: Spot[], sheet: Sheet, refused = false): string {
  const at = points.map(([x, y]) => sheet.at(x, y));
  return `<path class="advance${refused ? " refused" : ""}" d="${path(at)}"/>` + at.map(([x, y]) => `<circle class="pivot" cx="${f(x)}" cy="${f(y)}" r="4"/>`).join("");
}

// ---- orders that lie there ------------------------------------------------------------------------------

/** An order as it was placed, lighter than one that is being laid out: the way, where it ends, and the enemy it names. What is
 *  only meant is paler still. */
export function bound(b: Bound, units: Map<string, UnitPicture>, sheet: Sheet): string {
  const unit = units.get(b.unit), last = b.places.at(-1), foe = units.get(b.target);
  if (!unit) return "";
  const way: Point[] = [sheet.at(unit.x, unit.y), ...b.places.map((place) => sheet.at(place.x, place.y))];
  const end = way.at(-1)!, far = way.some(([x, y]) => Math.hypot(x - way[0]![0], y - way[0]![1]) > 3);
  const line = far ? `<path class="bound-way" marker-end="url(#${b.meant ? "tip-way" : "tip"})" d="${path(short(way, 4))}"/>` : "";
  const aim = foe ? `<path class="bound-aim" d="${path(short([end, sheet.at(foe.x, foe.y)], 8))}"/>` : "";
  return `<g class="bound${b.meant ? " meant" : ""} n-${unit.nation}">${last && sheet.level !== "far" ? outlineAt(unit, last, sheet) : ""}${line}${aim}</g>`;
}

/** Where a unit will stand, in outline: the foremost row and its front. */
function outlineAt(unit: UnitPicture, place: Place, sheet: Sheet): string {
  const { extent: e } = figure({ ...unit, ...place }, sheet.k);
  return `<g transform="${frameOf(place, sheet)}"><rect class="bound-body" x="${f(e.x0)}" y="${f(e.y0)}" width="${f(e.x1 - e.x0)}" height="${f(e.y1 - e.y0)}" rx="1.5"/><path class="bound-front" d="M${f(e.x0)} 0h${f(e.x1 - e.x0)}"/></g>`;
}

// ---- targets ------------------------------------------------------------------------------------------

const bracket = (e: Extent): string => {
  const m = 6, c = 8, y0 = e.y0 - 11, corner = (x: number, y: number, sx: number, sy: number) => `M${f(x)} ${f(y + sy * c)}V${f(y)}H${f(x + sx * c)}`;
  return corner(e.x0 - m, y0, 1, 1) + corner(e.x1 + m, y0, -1, 1) + corner(e.x0 - m, e.y1 + m, 1, -1) + corner(e.x1 + m, e.y1 + m, -1, -1);
};

/** Corners round who may be aimed at, a dotted sight line and its chip; hatching over who may not. */
export function target(t: Target, unit: UnitPicture, from: { x: number; y: number } | null, sheet: Sheet): string {
  const e = figure(unit, sheet.k).extent, at = sheet.at(unit.x, unit.y), turn = `translate(${f(at[0])} ${f(at[1])}) rotate(${f(unit.heading)})`;
  if (t.legal === false) {
    const no = `<g transform="${turn}"><rect class="no" x="${f(e.x0)}" y="${f(e.y0)}" width="${f(e.x1 - e.x0)}" height="${f(e.y1 - e.y0)}"/></g>`;
    return no + (t.text ? chip("deny", placed(at, unit.heading, 0, Math.min(-22, e.y0 - 13)), `⊘ ${t.text}`) : "");
  }
  let line = "", spot: Point = placed(at, unit.heading, 0, Math.min(-24, e.y0 - 15));
  if (from) {
    const start = sheet.at(from.x, from.y), long = Math.hypot(at[0] - start[0], at[1] - start[1]) || 1, cut = Math.min(11, long / 3) / long;
    const go = (t: number): Point => [start[0] + (at[0] - start[0]) * t, start[1] + (at[1] - start[1]) * t];
    line = `<path class="sight" d="${path([go(cut), go(1 - cut)])}"/>`;
    if (long > 60) spot = go(0.5);
  }
  return `<g class="aim">${line}<g transform="${turn}"><path class="bracket" d="${bracket(e)}"/></g>${t.text ? chip("legal", spot, t.text) : ""}</g>`;
}

/** A ring of warning round a friend whom a shot may strike. */
export function inTheWay(unit: UnitPicture | undefined, sheet: Sheet): string {
  if (!unit) return "";
  const e = figure(unit, sheet.k).extent, at = sheet.at(unit.x, unit.y), m = 7;
  return `<g class="in-way" transform="translate(${f(at[0])} ${f(at[1])}) rotate(${f(unit.heading)})"><rect x="${f(e.x0 - m)}" y="${f(e.y0 - m - 4)}" width="${f(e.x1 - e.x0 + 2 * m)}" height="${f(e.y1 - e.y0 + 2 * m + 4)}" rx="7"/></g>`;
}

/** Who a unit sees, and whom it could strike. */
export function watched(w: Watch, units: Map<string, UnitPicture>, sheet: Sheet): string {
  const unit = units.get(w.unit);
  if (!unit) return "";
  const lines = (ids: string[] | undefined, cls: string) =>
    (ids ?? []).map((id) => units.get(id)).filter((other) => other !== undefined).map((other) => `<path class="${cls}" d="${path([sheet.at(unit.x, unit.y), sheet.at(other.x, other.y)])}"/>`).join("");
  return lines(w.sees, "sees") + lines(w.threatens, "threatens");
}

// ---- ways -------------------------------------------------------------------------------------------

/** What of ways is on the map already: their words, and the rings about their ends. */
export class Drawn {
  readonly words: { x: number; y: number; words: string }[] = [];
  readonly rings = new Set<string>();
}

/** A way from those who go it: its end with the ground about it, its words above those that are there already. */
export function going(l: Line, units: Map<string, UnitPicture>, nations: Record<string, string>, sheet: Sheet, drawn = new Drawn()): string {
  if (!l.points.length) return "";
  const there = l.units.map((id) => units.get(id)).filter((unit) => unit !== undefined && unit.where === "table") as UnitPicture[];
  const goal = sheet.at(...l.points[l.points.length - 1]!), nation = there[0]?.nation ?? nations[l.side] ?? "";
  const from: Point[] = there.length ? [sheet.at(there.reduce((s, u) => s + u.x, 0) / there.length, there.reduce((s, u) => s + u.y, 0) / there.length)] : [];
  const way = [...from, ...l.points.map(([x, y]) => sheet.at(x, y))], r = Math.max(l.radius * sheet.k, 9);
  const on = way.length > 2 ? curve(way, 8) : way;
  const long = way.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - way[i]![0], y - way[i]![1]), 0);
  let up = goal[1] - r - 5;
  const over = drawn.words.filter((each) => Math.abs(each.x - goal[0]) < 60), said = !l.label || over.some((each) => each.words === l.label && Math.abs(each.y - up) < 90);
  while (over.some((each) => Math.abs(each.y - up) < 12)) up -= 13;
  if (!said) drawn.words.push({ x: goal[0], y: up, words: l.label });
  // Those who are bound for one place share its ring: one over the other they would hide what is there.
  const ring = `cx="${f(goal[0])}" cy="${f(goal[1])}" r="${f(r)}"`, shared = drawn.rings.has(ring);
  drawn.rings.add(ring);
  return `<g class="going n-${nation}"><title>${escaped(l.words)}</title>${shared ? "" : `<circle class="goal-ground" ${ring}/>`}${long > 24 ? `<path class="going-way" marker-end="url(#tip-way)" d="${path(on)}"/>` : ""}${said ? "" : `<text class="going-words" x="${f(goal[0])}" y="${f(up)}">${escaped(l.label)}</text>`}</g>`;
}

/** Ways that would be gone without an order, or for the sake of one: paler than those that are settled. */
export const ways = (lines: Line[], units: Map<string, UnitPicture>, nations: Record<string, string>, sheet: Sheet): string => {
  const drawn = new Drawn();
  return lines.length ? `<g class="meant">${lines.map((line) => going(line, units, nations, sheet, drawn)).join("")}</g>` : "";
};

// ---- ruler --------------------------------------------------------------------------------------------

/** A line with ticks every hundred paces, and what it measures. */
/** A line of sight that is still being drawn. */
export const sightly = ([a, b]: [Spot, Spot], sheet: Sheet): string => `<path class="ruler-halo" d="${path([sheet.at(...a), sheet.at(...b)])}"/><path class="sight-asked" d="${path([sheet.at(...a), sheet.at(...b)])}"/>`;

export function ruler([a, b]: [Spot, Spot], sheet: Sheet): string {
  const [p, q] = [sheet.at(...a), sheet.at(...b)], paces = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const heading = whole((Math.atan2(b[0] - a[0], b[1] - a[1]) * 180) / Math.PI), [dx, dy] = [(q[0] - p[0]) / (paces || 1), (q[1] - p[1]) / (paces || 1)];
  let ticks = "";
  for (let n = 50; n < paces; n += 50) { const long = n % 100 ? 3 : 6, x = p[0] + dx * n, y = p[1] + dy * n, s = long / Math.hypot(dx, dy); ticks += `M${f(x - dy * s)} ${f(y + dx * s)}L${f(x + dy * s)} ${f(y - dx * s)}`; }
  const words = `${T.map.measured(far(paces) + also(paces), Math.round(heading), square(b, sheet.height))}`;
  return `<g class="ruler"><path class="ruler-halo" d="${path([p, q])}"/><path class="ruler-line" d="${path([p, q])}${ticks}"/><circle cx="${f(p[0])}" cy="${f(p[1])}" r="3"/><circle cx="${f(q[0])}" cy="${f(q[1])}" r="3"/>${chip("measure", [q[0], q[1] - 18], words)}</g>`;
}
