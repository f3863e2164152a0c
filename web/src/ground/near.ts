/** Ground from close by: roofs with ridge and chimney over the houses of the map, beds and fences in their gardens, ruts on roads, tufts of
 *  grass. Drawn only where it is in sight, in the map's own units; everything of one kind is one path. */

import type { Field, Spot } from "../lib/types";
import { f, random, type Part, type Point } from "../symbols/geometry";
import type { Ground } from "./ground";

/** Pixels a pace from which on it is drawn. */
export const CLOSE = 1.6;

type Quad = [Point, Point, Point, Point];

export interface Plots {
  /** Units of the map to a pace, and where the table begins on it. */
  scale: number;
  left: number;
  top: number;
  houses: Quad[];
  gardens: Quad[];
  /** Farms round a court: outer and inner corners. */
  ranges: { outer: Quad; inner: Quad | null }[];
}

/** Closed shapes of four corners in the data of a path. */
export const quadsIn = (d: string): Quad[] =>
  d.split("M").flatMap((shape): Quad[] => {
    const n = shape.match(/-?[\d.]+/g)?.map(Number) ?? [];
    return n.length === 8 ? [[[n[0]!, n[1]!], [n[2]!, n[3]!], [n[4]!, n[5]!], [n[6]!, n[7]!]]] : [];
  });

/** The shapes of a layer that are drawn with one of these pens. */
const read = (layer: string, ...pens: string[]): Quad[] => (layer.match(/<path [^>]*>/g) ?? []).filter((path) => pens.some((pen) => path.includes(` stroke-width="${pen}"`))).flatMap((path) => quadsIn(/ d="([^"]*)"/.exec(path)?.[1] ?? ""));

/** Houses and gardens where the printed map has them: they are told apart by the pens they are drawn with. */
export function plotsOf(ground: Ground, table: [number, number]): Plots {
  const [left = 0, top = 0, wide = 1] = ground.viewBox.split(" ").map(Number), layer = (name: string) => ground.layers.find((each) => each.name === name)?.svg ?? "";
  const villages = layer("villages"), farms = layer("buildings"), courts = read(farms, ".7"), outer = read(farms, "1", "1.6");
  return {
    left, top, scale: wide / table[0], houses: read(villages, ".8"), gardens: read(villages, ".5"),
    ranges: outer.map((quad) => ({ outer: quad, inner: courts.find((court) => holds(quad, court[0])) ?? null })),
  };
}

/** Whether a ring holds a point. */
export function holds(ring: readonly Point[], [x, y]: Point): boolean {
  let hit = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]!, [xj, yj] = ring[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) hit = !hit;
  }
  return hit;
}

const closed = (pts: readonly Point[]): string => `M${pts.map(([x, y]) => `${f(x)} ${f(y)}`).join("L")}Z`;
const line = (a: Point, b: Point): string => `M${f(a[0])} ${f(a[1])}L${f(b[0])} ${f(b[1])}`;
const mid = (a: Point, b: Point, t = 0.5): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
const apart = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

class Drawing {
  lit = "";
  dark = "";
  course = "";
  ridge = "";
  chimney = "";
  bed = "";
  veg = "";
  fence = "";
  fruit = "";
  rut = "";
  grass = "";

  /** A slope of a roof: lit where it falls to the north-west. */
  slope(pts: readonly Point[], middle: Point): void {
    const cx = pts.reduce((sum, p) => sum + p[0], 0) / pts.length - middle[0], cy = pts.reduce((sum, p) => sum + p[1], 0) / pts.length - middle[1];
    if (cx * 0.6 + cy * 0.8 < 0) this.lit += closed(pts);
    else this.dark += closed(pts);
  }

  house([a, b, c, d]: Quad): void {
    const rnd = random(Math.round(a[0] * 31 + a[1] * 17)), long = apart(a, b) >= apart(b, c), [p, q, r, s] = long ? [a, b, c, d] : [b, c, d, a];
    const hip = rnd() < 0.4 ? 0.22 : 0, m = mid(mid(p, s), mid(q, r), hip), n = mid(mid(p, s), mid(q, r), 1 - hip), middle = mid(p, r);
    this.slope([p, q, n, m], middle);
    this.slope([r, s, m, n], middle);
    if (hip) { this.slope([p, m, s], middle); this.slope([q, r, n], middle); }
    this.ridge += line(m, n);
    for (const t of [0.32, 0.66]) this.course += line(mid(m, p, t), mid(n, q, t)) + line(mid(m, s, t), mid(n, r, t));
    const [x, y] = mid(m, n, 0.25 + rnd() * 0.5);
    this.chimney += `M${f(x - 0.6)} ${f(y - 0.6)}h1.2v1.2h-1.2z`;
  }

  garden(quad: Quad): void {
    const [p, q, , t] = quad, rnd = random(Math.round(p[0] * 13 + p[1] * 29)), at = (u: number, v: number): Point => [p[0] + (q[0] - p[0]) * u + (t[0] - p[0]) * v, p[1] + (q[1] - p[1]) * u + (t[1] - p[1]) * v];
    for (let v = 0.1; v < 0.94; v += 0.14)
      for (const [u0, u1] of [[0.08, 0.44], [0.56, 0.92]] as const) {
        if (rnd() < 0.14) continue;
        this.bed += line(at(u0, v), at(u1, v));
        if (rnd() < 0.6) for (let i = 0; i <= 4; i++) { const [x, y] = at(u0 + ((u1 - u0) * i) / 4, v); this.veg += `M${f(x)} ${f(y)}h.1`; }
      }
    for (const [a, b] of [[p, q], [q, quad[2]], [quad[2], t], [t, p]] as [Point, Point][]) this.fence += line(a, b);
    if (rnd() < 0.7) { const [x, y] = at(0.2 + rnd() * 0.6, 0.7 + rnd() * 0.2); this.fruit += `M${f(x)} ${f(y)}h.1`; }
  }

  range({ outer, inner }: Plots["ranges"][number]): void {
    if (!inner) return this.house(outer);
    // each wing is a roof of its own between the outer wall and the court, by whichever corners lie nearest
    const near = outer.map((corner) => inner.reduce((best, each) => (apart(each, corner) < apart(best, corner) ? each : best), inner[0])), middle = mid(outer[0], outer[2]);
    outer.forEach((a, i) => {
      const j = (i + 1) % 4, b = outer[j]!, m = mid(a, near[i]!), n = mid(b, near[j]!);
      this.slope([a, b, n, m], middle);
      this.slope([near[i]!, near[j]!, n, m], [mid(a, b)[0] * 2 - middle[0], mid(a, b)[1] * 2 - middle[1]]);
      this.ridge += line(m, n);
    });
    const [x, y] = mid(mid(outer[0], near[0]!), mid(outer[1], near[1]!), 0.3);
    this.chimney += `M${f(x - 0.8)} ${f(y - 0.8)}h1.6v1.6h-1.6z`;
  }

  svg(): string {
    const one = (cls: string, d: string) => (d ? `<path class="near-${cls}" d="${d}"/>` : "");
    return one("grass", this.grass) + one("rut", this.rut) + one("fence", this.fence) + one("bed", this.bed) + one("veg", this.veg) + one("fruit", this.fruit) + one("lit", this.lit) + one("dark", this.dark) + one("course", this.course) + one("ridge", this.ridge) + one("chimney", this.chimney);
  }
}

/** Kinds of ground on which no grass is drawn. */
const BARE = /water|wood|village|town|building|works|field|marsh/;
/** Units of the map between two tufts. */
const TUFTS = 15;

/** All that is in sight: `piece` is one of the sheet, in its pixels at `k` pixels a pace. */
export function nearby(plots: Plots, field: Field | null, table: [number, number], piece: Part, k: number): string {
  const at = (paces: number) => (paces / k) * plots.scale, drawing = new Drawing();
  const box = { x0: plots.left + at(piece.left), y0: plots.top + at(piece.top), x1: plots.left + at(piece.right), y1: plots.top + at(piece.bottom) };
  const seen = ([[x, y]]: Quad) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
  plots.gardens.filter(seen).forEach((each) => drawing.garden(each));
  plots.houses.filter(seen).forEach((each) => drawing.house(each));
  plots.ranges.filter((each) => seen(each.outer)).forEach((each) => drawing.range(each));
  const flat = ([x, y]: Spot): Point => [plots.left + x * plots.scale, plots.top + (table[1] - y) * plots.scale];
  const rings: Point[][] = [];
  for (const { geometry, properties } of field?.features ?? []) {
    if (properties.kind === "road" && geometry.type === "LineString") drawing.rut += ruts(geometry.coordinates.map(flat), box);
    if (geometry.type === "Polygon" && BARE.test(properties.kind)) rings.push((geometry.coordinates[0] ?? []).map(flat));
  }
  drawing.grass = tufts(box, rings, [plots.left, plots.top, plots.left + table[0] * plots.scale, plots.top + table[1] * plots.scale]);
  return drawing.svg();
}

interface Box { x0: number; y0: number; x1: number; y1: number }

/** Two wheels wide, along a road where it is in sight. */
function ruts(pts: Point[], box: Box): string {
  let d = "";
  for (let i = 1; i < pts.length; i++) {
    const a = pts[i - 1]!, b = pts[i]!, long = apart(a, b) || 1, [nx, ny] = [-(b[1] - a[1]) / long, (b[0] - a[0]) / long];
    if (Math.max(a[0], b[0]) < box.x0 || Math.min(a[0], b[0]) > box.x1 || Math.max(a[1], b[1]) < box.y0 || Math.min(a[1], b[1]) > box.y1) continue;
    for (const off of [-0.9, 0.9]) d += line([a[0] + nx * off, a[1] + ny * off], [b[0] + nx * off, b[1] + ny * off]);
  }
  return d;
}

/** Grass on open ground: always in the same places, wherever one looks from. */
function tufts(box: Box, rings: Point[][], [x0, y0, x1, y1]: [number, number, number, number]): string {
  const bounds = rings.map((ring) => [Math.min(...ring.map((p) => p[0])), Math.min(...ring.map((p) => p[1])), Math.max(...ring.map((p) => p[0])), Math.max(...ring.map((p) => p[1]))] as const);
  let d = "";
  for (let i = Math.floor(Math.max(box.x0, x0) / TUFTS); i * TUFTS < Math.min(box.x1, x1); i++)
    for (let j = Math.floor(Math.max(box.y0, y0) / TUFTS); j * TUFTS < Math.min(box.y1, y1); j++) {
      const rnd = random(i * 7919 + j * 104729), x = (i + 0.15 + rnd() * 0.7) * TUFTS, y = (j + 0.15 + rnd() * 0.7) * TUFTS, h = 1.2 + rnd() * 1.1;
      if (rnd() < 0.38 || x < x0 || y < y0 || x > x1 || y > y1) continue;
      if (rings.some((ring, n) => { const b = bounds[n]!; return x > b[0] && x < b[2] && y > b[1] && y < b[3] && holds(ring, [x, y]); })) continue;
      d += `M${f(x - 1)} ${f(y - h)}L${f(x)} ${f(y)}L${f(x + 1)} ${f(y - h)}M${f(x)} ${f(y)}v${f(-h * 1.3)}`;
    }
  return d;
}
