/** Far out, a brigade is one block: its arm, its name, as wide as the ground its units stand on. */

import type { UnitPicture } from "../lib/types";
import { frontage } from "./figures";
import { Room, Sheet, boxOf, f, meanHeading, placed, rad, whole } from "./geometry";
import type { Point } from "./geometry";
import { shapeOf } from "./marks";
import { escaped, measure } from "./text";

export interface Brigade {
  key: string;
  units: string[];
  nation: string;
  side: string;
  arm: "foot" | "horse" | "guns";
  name: string;
  own: boolean;
  /** The middle of its front, in paces. */
  x: number;
  y: number;
  heading: number;
  width: number;
  men: number;
  guns: number;
  /** How steady most of it is, as a shape. */
  level: number;
}

const ARMS = { infantry: "foot", irregular: "foot", cavalry: "horse", artillery: "guns" } as const;
const APART = 260;

/** The last name of a formation's path, without brackets and without its kind: "Picton / Kempt's brigade" is Kempt's. */
export const lastName = (brigade: string): string =>
  (brigade.split(" / ").pop() ?? "").replace(/\s*\(.*?\)/g, "").replace(/('s|s') (\d+\w* )?(infantry |cavalry |light |reserve )*(brigade|division)$/i, "").trim();

/** Units of one brigade and arm that stand together. */
export function brigades(units: UnitPicture[]): Brigade[] {
  const groups = new Map<string, UnitPicture[]>();
  for (const unit of units) {
    const key = [unit.side, unit.nation, unit.brigade, ARMS[unit.arm]].join("|");
    groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  return [...groups.values()].flatMap((group) => together(group).map(blockOf));
}

/** Parts of a group of which no unit is far from every other. */
function together(group: UnitPicture[]): UnitPicture[][] {
  const left = new Set(group), out: UnitPicture[][] = [];
  for (const first of group) {
    if (!left.delete(first)) continue;
    const found = [first];
    for (let i = 0; i < found.length; i++)
      for (const other of left) if (Math.hypot(other.x - found[i]!.x, other.y - found[i]!.y) < APART) { left.delete(other); found.push(other); }
    out.push(found);
  }
  return out;
}

function blockOf(units: UnitPicture[]): Brigade {
  const first = units[0]!, heading = meanHeading(units.map((unit) => unit.heading)), a = rad(heading);
  const across = (x: number, y: number) => x * Math.cos(a) - y * Math.sin(a), ahead = (x: number, y: number) => x * Math.sin(a) + y * Math.cos(a);
  const ends = units.flatMap((unit) => { const front = frontage(unit), at = across(unit.x, unit.y); return [at + front.left, at + front.right]; });
  const left = Math.min(...ends), right = Math.max(...ends), mid = (left + right) / 2;
  const deep = units.reduce((sum, unit) => sum + ahead(unit.x, unit.y), 0) / units.length;
  const levels = units.map((unit) => shapeOf(unit.steadiness)).sort((p, q) => p - q);
  return {
    key: `${first.id}+${units.length}`, units: units.map((unit) => unit.id), nation: first.nation, side: first.side, arm: ARMS[first.arm], own: first.own,
    name: lastName(first.brigade) || (units.length === 1 ? first.short || first.name : ""),
    x: mid * Math.cos(a) + deep * Math.sin(a), y: -mid * Math.sin(a) + deep * Math.cos(a), heading,
    width: Math.min(right - left, 700), men: units.reduce((sum, unit) => sum + unit.men, 0), guns: units.reduce((sum, unit) => sum + unit.guns, 0),
    level: levels[Math.floor(levels.length / 2)] ?? 0,
  };
}

export const DEEP = 14;
export const blockWidth = (b: Brigade, k: number): number => Math.max(b.width * k, b.arm === "guns" ? 18 : 24);

/** The block in its own frame. */
export function block(b: Brigade, k: number): string {
  const w = blockWidth(b, k), x = -w / 2, d = `M${f(x)} 0h${f(w)}v${DEEP}h${f(-w)}z`;
  const inner = {
    foot: `<path class="arm" d="M${f(x)} 0l${f(w)} ${DEEP}M${f(-x)} 0l${f(-w)} ${DEEP}"/>`,
    horse: `<path class="pale" d="M${f(-x)} 0V${DEEP}H${f(x)}Z"/><path class="outline" d="M${f(-x)} 0L${f(x)} ${DEEP}"/>`,
    guns: `<circle class="arm-dot" cy="${DEEP / 2}" r="3"/>`,
  }[b.arm];
  return `<path class="fall" d="${d}"/><path class="halo" d="${d}"/><path class="body" d="${d}"/><path class="mark" d="${d}"/>${inner}<path class="outline" d="${d}"/><path class="front" d="M${f(x - 0.4)} 0h${f(w + 0.8)}"/><path class="chevron" d="M-4.6 -3.4L0 -8.6L4.6 -3.4Z"/>`;
}

/** The room that the blocks take. */
export function blockRoom(all: Brigade[], sheet: Sheet): Room {
  const room = new Room();
  for (const b of all) { const w = blockWidth(b, sheet.k); room.take(boxOf(sheet.at(b.x, b.y), b.heading, -w / 2, -9, w / 2, DEEP)); }
  return room;
}

/** Pixels within which one name will do for all blocks of a brigade. */
const NAMED = 110;

/** Where the name of a block may lie, best first: behind it, along its rear, at its flanks, ahead of it. */
function ways(b: Brigade, at: Point, w: number, wide: number): { turn: number; spots: Point[] } {
  const h = whole(b.heading), level = (h > 52 && h < 128) || (h > 232 && h < 308), to = (x: number, y: number) => placed(at, b.heading, x, y);
  if (level) return { turn: 0, spots: [[0, w / 2 + 10], [0, -w / 2 - 10], [wide + DEEP + 8, 0], [-wide - DEEP - 8, 0]].map(([dx, dy]) => [at[0] + dx!, at[1] + dy!]) };
  const flank = w / 2 + wide + 4;
  return { turn: h > 90 && h < 270 ? b.heading - 180 : b.heading, spots: [to(0, DEEP + 9), to(-w / 2, DEEP + 9), to(w / 2, DEEP + 9), to(flank, DEEP / 2), to(-flank, DEEP / 2), to(0, -17), to(0, DEEP + 21)] };
}

/** Names beside the blocks, the largest first, where there is room; guns go without. */
export function brigadeNames(all: Brigade[], sheet: Sheet, room = blockRoom(all, sheet)): { svg: string; room: Room } {
  const done: { name: string; at: Point }[] = [];
  let out = "";
  for (const b of [...all].sort((p, q) => q.men - p.men)) {
    const at = sheet.at(b.x, b.y), name = b.side + b.name;
    if (!b.name || b.arm === "guns" || done.some((other) => other.name === name && Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) < NAMED)) continue;
    const wide = measure(b.name, 11) / 2 + 2, { turn, spots } = ways(b, at, blockWidth(b, sheet.k), wide);
    const spot = spots.find(([x, y]) => room.free({ x, y, w: wide, h: 6.5, turn }));
    if (!spot) continue;
    room.take({ x: spot[0], y: spot[1], w: wide, h: 6.5, turn });
    done.push({ name, at });
    out += `<text class="label mid" transform="translate(${f(spot[0])} ${f(spot[1])}) rotate(${f(turn)})" y="3.6">${escaped(b.name)}</text>`;
  }
  return { svg: out, room };
}
