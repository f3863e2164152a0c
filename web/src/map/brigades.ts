/** Far out, a brigade is one block: its arm, its name, as wide as the ground its units stand on. */

import type { UnitPicture } from "../lib/types";
import { frontage } from "./figures";
import { Room, Sheet, boxOf, f, meanHeading, placed, rad, whole } from "./geometry";
import type { Point } from "./geometry";
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
  /** The worst morale of most of it. */
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
  const levels = units.map((unit) => unit.level).sort((p, q) => p - q);
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

/** Names behind the blocks, where there is room; guns go without. */
export function brigadeNames(all: Brigade[], sheet: Sheet): { svg: string; room: Room } {
  const room = new Room(), done = new Set<string>();
  const laid = all.map((b) => ({ b, at: sheet.at(b.x, b.y), w: blockWidth(b, sheet.k) }));
  for (const { b, at, w } of laid) room.take(boxOf(at, b.heading, -w / 2, -9, w / 2, DEEP));
  let out = "";
  for (const { b, at, w } of laid.sort((p, q) => q.b.men - p.b.men)) {
    if (!b.name || b.arm === "guns" || done.has(b.side + b.name)) continue;
    const wide = measure(b.name, 10.2) / 2 + 2, flip = whole(b.heading) > 90 && whole(b.heading) < 270;
    const level = (whole(b.heading) > 52 && whole(b.heading) < 128) || (whole(b.heading) > 232 && whole(b.heading) < 308);
    const turn = level ? 0 : flip ? b.heading - 180 : b.heading;
    const ways: Point[] = level
      ? [[0, w / 2 + 10], [0, -w / 2 - 10]].map(([dx, dy]) => [at[0] + dx!, at[1] + dy!])
      : [placed(at, b.heading, 0, DEEP + 9), placed(at, b.heading, -w / 2, DEEP + 9), placed(at, b.heading, w / 2, DEEP + 9), placed(at, b.heading, w / 2 + wide + 4, DEEP / 2), placed(at, b.heading, -w / 2 - wide - 4, DEEP / 2)];
    for (const [x, y] of ways) {
      const box = { x, y, w: wide, h: 6.5, turn };
      if (!room.free(box)) continue;
      room.take(box);
      done.add(b.side + b.name);
      out += `<text class="label mid" transform="translate(${f(x)} ${f(y)}) rotate(${f(turn)})" y="3.6">${escaped(b.name)}</text>`;
      break;
    }
  }
  return { svg: out, room };
}
