/** Troops as figures: the parts of a unit in paces become bars, guns and dots in pixels.
 *  Frontage is always true. Depth is true until it is too thin to read; then it is held at a least thickness and grows
 *  to the rear: the front edge never moves. In a figure's own frame x runs to the right, y to the rear, front at 0. */

import type { Arm, Part, Shape } from "../lib/types";
import { NEAR, curve, f, hash, path, random, whole } from "./geometry";
import type { Point } from "./geometry";
import { escaped } from "./text";

/** What a figure is drawn from: a unit, a ghost, a place in a preview. */
export interface Drawable {
  id: string;
  arm: Arm;
  shape: Shape;
  heading: number;
  parts: Part[];
  guns?: number;
  men?: number;
}

export interface Extent {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface Figure {
  svg: string;
  extent: Extent;
  /** Whether it has a front: then a chevron stands ahead of it. */
  faces: boolean;
}

/** A rectangle, cut into companies. */
export interface Bar {
  x: number;
  y: number;
  w: number;
  h: number;
  leads: boolean;
  cells: { x: number; w: number; label: string }[];
}

/** Pixels a pace from which on men are drawn on their stands, and of these the ranks and the strip with the company's name. */
export const STANDS = 1.6;
const RANKS = 27, STRIP = 14;

const LEAST = { line: 8.5, bar: 5.2, wall: 5.4, horse: 10, near: 12 };

export const boxes = (bars: { x: number; y: number; w: number; h: number }[]): string =>
  bars.map((b) => `M${f(b.x)} ${f(b.y)}h${f(b.w)}v${f(b.h)}h${f(-b.w)}z`).join("");

export const extentOf = (bars: { x: number; y: number; w: number; h: number }[]): Extent => ({
  x0: Math.min(...bars.map((b) => b.x)),
  y0: Math.min(...bars.map((b) => b.y)),
  x1: Math.max(...bars.map((b) => b.x + b.w)),
  y1: Math.max(...bars.map((b) => b.y + b.h)),
});

export const chevron = (y = 0): string => `<path class="chevron" d="M-4.6 ${f(y - 3.4)}L0 ${f(y - 8.6)}L4.6 ${f(y - 3.4)}Z"/>`;

/** The kind of figure that arm, parts and shape make. */
export type Kind = "foot" | "square" | "loose" | "knots" | "horse" | "guns" | "limbered" | "swarm";

export function kindOf(u: Drawable): Kind {
  const kinds = new Set(u.parts.map((part) => part[6]));
  const only = (kind: string) => kinds.size === 1 && kinds.has(kind);
  if (u.shape === "swarm" || (u.arm === "irregular" && only("dots"))) return "swarm";
  if (only("dots")) return "loose";
  if (u.shape === "knots" || u.shape === "posts") return "knots";
  if (u.shape === "square") return "square";
  if (only("limber")) return "limbered";
  if (only("gun")) return "guns";
  if (only("squadron") || u.arm === "cavalry") return "horse";
  return u.arm === "artillery" ? (kinds.has("limber") ? "limbered" : "guns") : "foot";
}

/** A unit's figure at `k` pixels a pace. */
export function figure(u: Drawable, k: number): Figure {
  const parts = u.parts.length ? u.parts : stock(u);
  const kind = kindOf({ ...u, parts });
  const [bars, svg] = DRAW[kind]({ ...u, parts }, k);
  const faces = kind !== "swarm" && u.shape !== "posts";
  return { svg, extent: extentOf(bars), faces };
}

/** A body of which nothing is known but that it is there. */
const stock = (u: Drawable): Part[] => [[-40, u.arm === "infantry" ? -20 : -14, 40, 0, u.men ?? 0, "", u.arm === "artillery" ? "gun" : u.arm === "cavalry" ? "squadron" : "company"]];

type Draw = (u: Drawable, k: number) => [{ x: number; y: number; w: number; h: number }[], string];

// ---- paint ------------------------------------------------------------------------------------------

const body = (d: string): string => `<path class="body" d="${d}"/><path class="mark" d="${d}"/>`;
/** Shadow and paper halo, so that a body stands clear of the ground. */
const lifted = (d: string): string => `<path class="fall" d="${d}"/><path class="halo" d="${d}"/>`;
const outline = (d: string, heavy = false): string => `<path class="${heavy ? "outline heavy" : "outline"}" d="${d}"/>`;
const fronts = (bars: Bar[]): string => `<path class="front" d="${bars.filter((b) => b.leads).map((b) => `M${f(b.x - 0.4)} ${f(b.y)}h${f(b.w + 0.8)}`).join("")}"/>`;
const turnedText = (heading: number): number => (whole(heading) > 90 && whole(heading) < 270 ? 180 : 0);

// ---- rows -------------------------------------------------------------------------------------------

/** Parts side by side become one bar; a bar that had to grow pushes those behind it back. */
export function rows(parts: Part[], k: number, least: number, gap: number): Bar[] {
  const tenth = (n: number) => Math.round(n * 10) / 10;
  const front = [...new Set(parts.map((part) => tenth(part[3])))].sort((a, b) => b - a);
  const bars: Bar[] = [];
  let free = -1e9;
  for (const y1 of front) {
    const row = parts.filter((part) => tenth(part[3]) === y1).sort((a, b) => a[0] - b[0]);
    const h = Math.max(Math.max(...row.map((part) => part[3] - part[1])) * k, least);
    const y = Math.max(-y1 * k, free);
    for (const group of touching(row)) {
      const cells = group.map((part) => ({ x: part[0] * k, w: (part[2] - part[0]) * k, label: part[5] }));
      const first = cells[0]!, last = cells[cells.length - 1]!;
      bars.push({ x: first.x, y, w: last.x + last.w - first.x, h, leads: y1 === front[0], cells });
    }
    free = y + h + gap;
  }
  return bars;
}

function touching(row: Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of row) {
    const last = groups[groups.length - 1];
    if (last && part[0] - last[last.length - 1]![2] < 0.6) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

// ---- bodies -----------------------------------------------------------------------------------------

const foot: Draw = (u, k) => {
  const parts = u.parts.filter((part) => part[6] !== "gun" && part[6] !== "limber"), of = parts.length ? parts : u.parts;
  const single = new Set(of.map((part) => Math.round(part[3]))).size === 1;
  const near = k > STANDS, bars = rows(of, k, near ? RANKS + STRIP : k > NEAR ? LEAST.near : single ? LEAST.line : LEAST.bar, near ? 4 : 1.7);
  const guns = u.parts.filter((part) => part[6] === "gun" && parts.length);
  let rank = "", company = "";
  for (const b of bars) {
    if (b.h > 7.4 && b.w > b.h) for (const i of [1, 2]) rank += `M${f(b.x)} ${f(b.y + (b.h * i) / 3)}h${f(b.w)}`;
    for (const cell of b.cells.slice(1)) company += `M${f(cell.x)} ${f(b.y)}v${f(b.h)}`;
  }
  if (near) return [bars, stands(u, bars, k)];
  const all = boxes(bars), pieces = guns.map((g) => piece(((g[0] + g[2]) / 2) * k, -g[3] * k, 0.7)).join("");
  const spots = guns.map((g) => ({ x: g[0] * k, y: -g[3] * k, w: (g[2] - g[0]) * k, h: (g[3] - g[1]) * k }));
  return [
    [...bars, ...spots],
    lifted(all) + body(all) + `<path class="rank" d="${rank}"/><path class="company" d="${company}"/>` + outline(all) + fronts(bars) + named(u, bars, k) + (pieces ? `<path class="gun-halo" d="${pieces}"/><path class="gun" d="${pieces}"/>` : ""),
  ];
};

/** Foot from close by: a plate for each company with the men in their ranks on it, its name on the strip at the rear. */
function stands(u: Drawable, bars: Bar[], k: number): string {
  const all = boxes(bars), plates = boxes(bars.map((b) => ({ ...b, h: b.h - STRIP }))), strips = boxes(bars.map((b) => ({ ...b, y: b.y + b.h - STRIP, h: STRIP })));
  const between = bars.flatMap((b) => b.cells.slice(1).map((cell) => `M${f(cell.x)} ${f(b.y)}v${f(b.h)}`)).join("");
  return `${lifted(all)}<path class="stand-plate" d="${plates}"/><path class="men" d="${plates}"/>${body(strips)}<path class="company" d="${between}"/>${outline(all)}${fronts(bars)}${named(u, bars.map((b) => ({ ...b, y: b.y + b.h - STRIP, h: STRIP })), k)}`;
}

/** A company's name as long as there is room for: Voltigeurs, Volt., V. */
export function fitting(label: string, room: number): string {
  const short = label.length > 5 ? [label, `${label.slice(0, 4)}.`, label.slice(0, 1)] : [label, label.slice(0, 1)];
  return short.find((name) => name.length * 5.4 + 4 <= room) ?? "";
}

/** Companies by name, when there is room for them; turned all together where they would be upside down. */
function named(u: Drawable, bars: Bar[], k: number): string {
  if (k <= NEAR) return "";
  const turn = turnedText(u.heading), s = turn ? -1 : 1;
  let out = "";
  for (const b of bars)
    for (const cell of b.cells) {
      const name = fitting(cell.label, cell.w);
      if (!name || b.h < 10) continue;
      out += `<text class="coy" x="${f(s * (cell.x + cell.w / 2))}" y="${f(s * (b.y + b.h / 2) + 3.3)}">${escaped(name)}</text>`;
    }
  return turn && out ? `<g transform="rotate(${turn})">${out}</g>` : out;
}

/** Pixels of a rank of horse from close by. */
const ROW = 19;
const horse: Draw = (u, k) => {
  const bars = rows(u.parts, k, k > STANDS ? 2 * ROW : LEAST.horse, k > STANDS ? 5 : 2.4).flatMap((b) => b.cells.map((cell) => ({ ...b, x: cell.x, w: cell.w, cells: [cell] })));
  const all = boxes(bars);
  if (k > STANDS) return [bars, `${lifted(all)}<path class="stand-plate" d="${all}"/><path class="riders" d="${all}"/>${outline(all)}${fronts(bars)}`];
  const half = bars.map((b) => `M${f(b.x)} ${f(b.y)}h${f(b.w)}L${f(b.x)} ${f(b.y + b.h)}z`).join("");
  const cut = bars.map((b) => `M${f(b.x + b.w)} ${f(b.y)}L${f(b.x)} ${f(b.y + b.h)}`).join("");
  return [bars, lifted(all) + `<path class="pale" d="${all}"/>` + body(half) + outline(all + cut) + fronts(bars)];
};

const square: Draw = (u, k) => {
  const e = around(u.parts, k), [x0, y0, x1, y1] = box(u.parts);
  const filled = u.parts.reduce((sum, part) => sum + (part[2] - part[0]) * (part[3] - part[1]), 0);
  const open = filled < 0.8 * (x1 - x0) * (y1 - y0), grow = Math.max(0, (open ? 22 : 20) - e.w) / 2;
  const b = { x: e.x - grow, y: e.y, w: e.w + 2 * grow, h: Math.max(e.h, open ? 22 : 20) };
  const outer = boxes([b]);
  if (!open) return [[b], lifted(outer) + body(outer) + outline(outer, true)];
  const t = Math.max(LEAST.wall, 5.4 * k), hole = `M${f(b.x + t)} ${f(b.y + t)}v${f(b.h - 2 * t)}h${f(b.w - 2 * t)}v${f(2 * t - b.h)}z`;
  return [[b], lifted(outer + hole) + body(outer + hole) + outline(hole) + outline(outer, true) + `<circle class="colour" r="2.2" cx="${f(b.x + b.w / 2)}" cy="${f(b.y + b.h / 2)}"/>`];
};

/** Dots of some pixels, as octagons of the same area: nobody can tell them from discs, and hundreds of discs are slow to paint. */
const dotted = (spots: Point[], r: number): string => {
  const rim = 1.054 * r, [a, b] = [0.293 * rim, 0.707 * rim].map((n) => Math.round(n * 100) / 100) as Point, round = `l${a} ${-b} ${b} ${-a} ${b} ${a} ${a} ${b} ${-a} ${b} ${-b} ${a} ${-b} ${-a}z`;
  return spots.map(([x, y]) => `M${f(x - rim)} ${f(y)}${round}`).join("");
};

/** Loose order: a dot for some ten men, wider apart the looser the order. */
const loose: Draw = (u, k) => {
  const rnd = random(hash(u.id)), wide = u.shape === "wide", e = around(u.parts, k);
  const lines = wide ? 2 : 3, gap = wide ? 8.6 : 6.2, b = { ...e, h: Math.max(Math.min(e.h, 16), 13) };
  const spots: Point[] = [], DOT = 1.75, HALO = 1.3;
  for (let j = 0; j < lines; j++)
    for (let x = b.x + 2 + (j % 2) * gap * 0.5; x < b.x + b.w - 1; x += gap) spots.push([x + (rnd() - 0.5) * 1.8, (b.h * (j + 0.4)) / lines + (rnd() - 0.5) * 1.8]);
  const ends = `M${f(b.x)} -2.5v5M${f(b.x + b.w)} -2.5v5`;
  return [[b], `<rect class="hit" x="${f(b.x)}" y="${f(b.y)}" width="${f(b.w)}" height="${f(b.h)}"/><path class="gun-halo dots" d="${dotted(spots, DOT + HALO)}"/><path class="body" d="${dotted(spots, DOT)}"/><path class="ends" d="${ends}"/>`];
};

/** Companies apart from one another: at the posts they hold, or in knots. */
const knots: Draw = (u, k) => {
  const bars = u.parts.map((part) => {
    const w = Math.max((part[2] - part[0]) * k, 6), h = Math.max((part[3] - part[1]) * k, 6);
    return { x: ((part[0] + part[2]) / 2) * k - w / 2, y: (-(part[1] + part[3]) / 2) * k - h / 2, w, h };
  });
  const all = boxes(bars), e = extentOf(bars);
  const ring = u.shape === "posts" ? `<rect class="held" x="${f(e.x0 - 5)}" y="${f(e.y0 - 5)}" width="${f(e.x1 - e.x0 + 10)}" height="${f(e.y1 - e.y0 + 10)}" rx="6"/>` : "";
  return [bars, ring + lifted(all) + body(all) + outline(all, true)];
};

/** One piece seen from above: barrel to the front, wheels, trail behind. */
export const piece = (x: number, y: number, s = 1): string =>
  `M${f(x - 0.95 * s)} ${f(y)}h${f(1.9 * s)}v${f(7 * s)}h${f(-1.9 * s)}zM${f(x - 3.6 * s)} ${f(y + 2.6 * s)}h${f(1.5 * s)}v${f(5.2 * s)}h${f(-1.5 * s)}zM${f(x + 2.1 * s)} ${f(y + 2.6 * s)}h${f(1.5 * s)}v${f(5.2 * s)}h${f(-1.5 * s)}zM${f(x - 3 * s)} ${f(y + 4.7 * s)}h${f(6 * s)}v${f(1.1 * s)}h${f(-6 * s)}zM${f(x - 0.5 * s)} ${f(y + 7 * s)}h${f(s)}v${f(3.4 * s)}h${f(-s)}z`;

/** A battery in action: its guns to the front, the crews a band of the nation's colour behind them. */
const guns: Draw = (u, k) => {
  const e = around(u.parts, k), s = Math.min(1.7, Math.max(0.95, (15 * k) / 9.2));
  const whole = u.parts.length === 1 && (u.guns ?? 0) > 1;
  const xs = whole ? Array.from({ length: u.guns! }, (_, i) => e.x + (e.w * (i + 0.5)) / u.guns!) : u.parts.map((part) => ((part[0] + part[2]) / 2) * k);
  const crew = { x: e.x, y: 11.2 * s, w: e.w, h: 4.4 * Math.max(1, s * 0.8) }, d = xs.map((x) => piece(x, 0, s)).join("");
  const b = { x: e.x, y: 0, w: e.w, h: crew.y + crew.h }, band = boxes([crew]);
  return [[b], `<rect class="hit" x="${f(b.x)}" y="0" width="${f(b.w)}" height="${f(b.h)}"/><path class="gun-halo" d="${d}"/>` + lifted(band) + body(band) + outline(band) + `<path class="gun" d="${d}"/>`];
};

const limbered: Draw = (u, k) => {
  const e = around(u.parts, k), s = Math.min(1.6, Math.max(1, k * 1.25));
  const lines = [...new Set(u.parts.map((part) => Math.round(part[3])))].sort((a, b) => b - a), pitch = Math.max(22 * k, 15 * s);
  let gun = "", team = "";
  const b = { x: Math.min(e.x, -9 * s), y: 0, w: Math.max(e.w, 18 * s), h: Math.max(lines.length * pitch - 2, 13 * s) };
  for (const part of u.parts) {
    const row = u.parts.filter((other) => Math.round(other[3]) === Math.round(part[3])), at = row.indexOf(part) - (row.length - 1) / 2;
    const x = at * Math.max(10.8 * s, (part[2] - part[0]) * k), y = lines.indexOf(Math.round(part[3])) * pitch;
    const q = (n: number) => f(n * s);
    for (const [dx, dy] of [[-2.4, 0], [0.7, 0], [-2.4, 3.6], [0.7, 3.6]] as Point[]) team += `M${f(x + dx * s)} ${f(y + dy * s)}h${q(1.7)}v${q(3)}h${q(-1.7)}z`;
    gun += `M${f(x - 3.2 * s)} ${f(y + 7.6 * s)}h${q(6.4)}v${q(1.2)}h${q(-6.4)}zM${f(x - 3.6 * s)} ${f(y + 6.8 * s)}h${q(1.2)}v${q(3)}h${q(-1.2)}zM${f(x + 2.4 * s)} ${f(y + 6.8 * s)}h${q(1.2)}v${q(3)}h${q(-1.2)}zM${f(x - 0.7 * s)} ${f(y + 8 * s)}h${q(1.4)}v${q(5)}h${q(-1.4)}z`;
  }
  return [[b], `<rect class="hit" x="${f(b.x)}" y="0" width="${f(b.w)}" height="${f(b.h)}"/><path class="gun-halo" d="${gun}${team}"/><path class="body" d="${team}"/><path class="gun" d="${gun}"/>`];
};

/** Irregulars: triangles in a dashed outline, no front. */
const swarm: Draw = (u, k) => {
  const e = around(u.parts, k), rnd = random(hash(u.id)), rx = Math.max(e.w / 2, 10), ry = Math.max(e.h / 2, 7);
  const cx = e.x + e.w / 2, cy = e.y + Math.max(e.h / 2, 7);
  const rim = Array.from({ length: 14 }, (_, i): Point => {
    const a = (i / 14) * Math.PI * 2, q = 0.9 + rnd() * 0.2;
    return [cx + Math.cos(a) * rx * q, cy + Math.sin(a) * ry * q];
  });
  const edge = path(curve(rim, 4, true), true), spots: Point[] = [];
  const most = Math.max(4, Math.min((u.men ?? 200) / 9, (rx * ry * Math.PI) / 34));
  let d = "";
  for (let n = 0; n < 700 && spots.length < most; n++) {
    const a = rnd() * 7, q = Math.sqrt(rnd()) * 0.86, x = cx + Math.cos(a) * rx * q, y = cy + Math.sin(a) * ry * q;
    if (spots.some((p) => Math.hypot(p[0] - x, p[1] - y) < 4.8)) continue;
    spots.push([x, y]);
    d += `M${f(x - 2)} ${f(y + 1.7)}L${f(x)} ${f(y - 2.3)}L${f(x + 2)} ${f(y + 1.7)}Z`;
  }
  return [[{ x: cx - rx, y: cy - ry, w: 2 * rx, h: 2 * ry }], `<path class="swarm" d="${edge}"/><path class="gun-halo" d="${d}"/><path class="body" d="${d}"/>`];
};

const DRAW: Record<Kind, Draw> = { foot, square, loose, knots, horse, guns, limbered, swarm };

function box(parts: Part[]): [number, number, number, number] {
  return [Math.min(...parts.map((p) => p[0])), Math.min(...parts.map((p) => p[1])), Math.max(...parts.map((p) => p[2])), Math.max(...parts.map((p) => p[3]))];
}

function around(parts: Part[], k: number): { x: number; y: number; w: number; h: number } {
  const [x0, y0, x1, y1] = box(parts);
  return { x: x0 * k, y: -y1 * k, w: (x1 - x0) * k, h: (y1 - y0) * k };
}

/** The front of a unit in paces: where its fire comes from. */
export function frontage(u: { parts: Part[] }): { left: number; right: number; ahead: number; rear: number } {
  if (!u.parts.length) return { left: -40, right: 40, ahead: 0, rear: -14 };
  const [x0, y0, x1, y1] = box(u.parts);
  return { left: x0, right: x1, ahead: y1, rear: y0 };
}
