/** How far enemies reach, drawn: one wash for all guns, what they cannot see left open; the edges of charges in dashes. */

import { far } from "../lib/measure";
import type { Reach } from "../lib/types";
import { dir, f, type Sheet } from "../symbols/geometry";

/** Rays as one shape, each as wide as half the way to its neighbours; they overlap by a hair, so that no seam shows. */
export function washOf(reach: Reach, sheet: Sheet, upTo: number): string {
  const { rays } = reach, between = rays.length > 1 ? Math.abs(reach.half * 2) / Math.max(4, Math.ceil((2 * reach.half) / 4)) : 4;
  const half = between / 2 + 0.25, aside = (reach.wide / Math.max(1, rays.length - 1)) * 0.55;
  let d = "";
  for (const ray of rays) {
    const point = (far: number, turn: number) => {
      const [dx, dy] = dir(ray.heading + turn * half), [ax, ay] = dir(reach.heading + 90), [x, y] = sheet.at(ray.x, ray.y), s = turn * aside;
      return `${f(x + (dx * far + ax * s) * sheet.k)} ${f(y + (dy * far + ay * s) * sheet.k)}`;
    };
    for (const [from, to] of ray.spans) {
      if (from >= upTo) continue;
      const end = Math.min(to, upTo);
      d += `M${point(from, -1)}L${point(end, -1)}L${point(end, 1)}L${point(from, 1)}Z`;
    }
  }
  return d;
}

/** The outer edge of a band, from its leftmost ray to its rightmost, broken where the ground hides it. */
export function edgeOf(reach: Reach, sheet: Sheet, paces: number): string {
  let d = "", pen = false;
  for (const ray of reach.rays) {
    const seen = ray.spans.some(([from, to]) => from < paces && to >= paces - 1), [dx, dy] = dir(ray.heading), [x, y] = sheet.at(ray.x, ray.y);
    if (seen) d += `${pen ? "L" : "M"}${f(x + dx * paces * sheet.k)} ${f(y + dy * paces * sheet.k)}`;
    pen = seen;
  }
  return d;
}

/** All of it, to lie under the troops: guns washed band over band, charges as fans with an edge. */
export function reachSvg(reaches: Reach[], sheet: Sheet, lit: string[]): string {
  const washes = new Map<number, string>();
  let edges = "";
  for (const reach of reaches) {
    const shown = lit.includes(reach.unit) ? " lit" : "";
    reach.bands.forEach((band, i) => {
      if (reach.kind === "guns") washes.set(i, (washes.get(i) ?? "") + washOf(reach, sheet, band.paces));
      edges += `<path class="reach-edge ${reach.kind} b${i}${shown}" d="${edgeOf(reach, sheet, band.paces)}"/>`;
    });
    if (reach.kind === "charge") edges += `<path class="reach-charge${shown}" d="${washOf(reach, sheet, reach.bands[0]?.paces ?? 0)}"/>`;
  }
  return [...washes].map(([i, d]) => `<path class="reach-wash b${i}" d="${d}"/>`).join("") + edges;
}

/** What the washes stand for, the nearest band first: bands of the same name are told once. */
export function reachKey(reaches: Reach[]): { kind: Reach["kind"]; name: string; paces: string; rule: string }[] {
  const found = new Map<string, { kind: Reach["kind"]; name: string; least: number; most: number; rule: string }>();
  for (const { kind, bands, rule } of reaches)
    for (const { name, paces } of bands) {
      const key = `${kind} ${name}`, had = found.get(key);
      found.set(key, had ? { ...had, least: Math.min(had.least, paces), most: Math.max(had.most, paces) } : { kind, name, least: paces, most: paces, rule });
    }
  return [...found.values()].sort((a, b) => (a.kind === b.kind ? a.most - b.most : a.kind === "guns" ? -1 : 1)).map(({ kind, name, least, most, rule }) => ({ kind, name, rule, paces: least === most ? far(most) : `${far(least)} – ${far(most)}` }));
}
