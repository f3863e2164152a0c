/** Layers of the picture: areas, lines and tokens on the ground, under the troops. In pixels of the sheet. */

import type { Area, Line, Token } from "../lib/types";
import { piece } from "../symbols/figures";
import { Sheet, f, hash, random } from "../symbols/geometry";
import type { Point } from "../symbols/geometry";
import { outline as outlineOf } from "./spaces";
import { escaped } from "../symbols/text";

export type Nations = Record<string, string>;

const ring = (points: Point[]): string => "M" + points.map((p) => p.map(f).join(" ")).join("L") + "Z";
const titled = (words: string): string => `<title>${escaped(words)}</title>`;
const painted = (side: string, nations: Nations): string => (side ? ` n-${nations[side] ?? ""}` : "");

function middle(points: Point[]): Point {
  return [points.reduce((sum, p) => sum + p[0], 0) / points.length, points.reduce((sum, p) => sum + p[1], 0) / points.length];
}

// ---- areas --------------------------------------------------------------------------------------------

/** A tongue of flame whose foot is at the origin. */
const flame = (s: number): string => `M0 0C${f(-5 * s)} ${f(-1 * s)} ${f(-5 * s)} ${f(-7 * s)} ${f(-1.5 * s)} ${f(-10 * s)}C${f(-2 * s)} ${f(-7 * s)} ${f(1 * s)} ${f(-7 * s)} ${f(0.6 * s)} ${f(-13 * s)}C${f(5 * s)} ${f(-9 * s)} ${f(5.6 * s)} ${f(-2 * s)} 0 0Z`;

/** Flames at some corners of an area and in its midst, each flickering in its own time. */
function flames(points: Point[], id: string): string {
  const rnd = random(hash(id)), mid = middle(points), spots = [mid, ...points.slice(0, 4).map((p): Point => [(p[0] + mid[0]) / 2, (p[1] + mid[1]) / 2])];
  return spots
    .map(([x, y]) => {
      const s = 0.9 + rnd() * 0.7, wait = f(-rnd() * 2);
      return `<g transform="translate(${f(x)} ${f(y)})"><g class="flame" style="animation-delay: ${wait}s"><path class="flame-out" d="${flame(s)}"/><path class="flame-in" d="${flame(s * 0.55)}"/></g></g>`;
    })
    .join("");
}

/** A piece of ground with its label above it: corners, or all about one spot. */
export function area(a: Area, nations: Nations, sheet: Sheet): string {
  const points = a.outline.map(([x, y]) => sheet.at(x, y)), r = a.radius * sheet.k;
  if (points.length < 3 && !(points.length && r)) return "";
  const mid = middle(points), top = Math.min(...points.map((p) => p[1])) - (points.length < 3 ? r : 0);
  const shape = points.length < 3 ? `<circle class="area-shape" cx="${f(mid[0])}" cy="${f(mid[1])}" r="${f(r)}"/>` : `<path class="area-shape" d="${ring(points)}"/>`;
  const label = a.label && sheet.level !== "far" ? `<text class="seen" x="${f(mid[0])}" y="${f(top - 8)}">${escaped(a.label)}</text>` : "";
  const burns = a.style === "fire" ? `<circle class="glow" cx="${f(mid[0])}" cy="${f(mid[1])}" r="${f(Math.max(26, 60 * sheet.k))}"/>${flames(points, a.id)}` : "";
  return `<g class="area ${a.style}${painted(a.side, nations)}">${titled(a.words)}${shape}${burns}${label}</g>`;
}

/** The only ground that is not in shade. */
export function lit(all: Area[], sheet: Sheet): string {
  const zones = all.filter((each) => each.style === "lit");
  if (!zones.length) return "";
  const w = sheet.width * sheet.k, h = sheet.height * sheet.k, rings = zones.map((zone) => ring(zone.outline.map(([x, y]) => sheet.at(x, y)))).join("");
  return `<path class="zone-out" d="M0 0H${f(w)}V${f(h)}H0Z${rings}"/><path class="zone" d="${rings}"/>`;
}

/** Areas that belong to somebody, drawn while he is in hand or pointed at. */
export function owned(all: Area[], who: (id: string) => boolean, nations: Nations, grid: number, sheet: Sheet): string {
  return all
    .filter((each) => each.of && who(each.of))
    .map((each) => (grid && each.spaces.length ? `<g class="area${painted(each.side, nations)}">${titled(each.words)}${outlineOf(each.spaces, grid, sheet)}</g>` : area(each, nations, sheet)))
    .join("");
}

// ---- lines --------------------------------------------------------------------------------------------

/** Points along a line, so many pixels apart, each with the direction of the line there. */
function* along(points: Point[], step: number): Generator<[Point, Point]> {
  let left = step / 2;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]!, b = points[i]!, long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (!long) continue;
    const d: Point = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
    for (; left <= long; left += step) yield [[a[0] + d[0] * left, a[1] + d[1] * left], d];
    left -= long;
  }
}

const stroke = (points: Point[]): string => "M" + points.map((p) => p.map(f).join(" ")).join("L");

/** A line on the ground: with teeth, thicker by its weight; a row of crossed stakes; an opening as a ring; or a plain stroke. */
export function line(l: Line, nations: Nations, sheet: Sheet): string {
  const points = l.points.map(([x, y]) => sheet.at(x, y));
  if (!points.length) return "";
  if (l.style === "gap") {
    const [x, y] = middle(points), wide = Math.max(5, Math.hypot(points.at(-1)![0] - points[0]![0], points.at(-1)![1] - points[0]![1]) / 2);
    return `<g class="line gap">${titled(l.words)}<circle cx="${f(x)}" cy="${f(y)}" r="${f(wide)}"/></g>`;
  }
  let marks = "";
  if (l.style === "teeth") for (const [[x, y], [dx, dy]] of along(points, 9)) marks += `M${f(x - dx * 3)} ${f(y - dy * 3)}L${f(x + dy * 5)} ${f(y - dx * 5)}L${f(x + dx * 3)} ${f(y + dy * 3)}Z`;
  else if (l.style === "stakes") for (const [[x, y]] of along(points, 9)) marks += `M${f(x - 3.5)} ${f(y - 3.5)}l7 7M${f(x + 3.5)} ${f(y - 3.5)}l-7 7`;
  const body = l.style === "stakes" ? "" : `<path class="line-body" stroke-width="${f(1.6 + l.weight * 1.1)}" d="${stroke(points)}"/>`, [x, y] = points.at(-1)!;
  const label = l.label && sheet.level !== "far" ? `<text class="seen" x="${f(x)}" y="${f(y - 8)}">${escaped(l.label)}</text>` : "";
  return `<g class="line ${l.style}${painted(l.side, nations)}">${titled(l.words)}<path class="line-halo" d="${stroke(points)}"/>${body}<path class="line-marks" d="${marks}"/>${label}</g>`;
}

// ---- tokens -------------------------------------------------------------------------------------------

const HULL = "M-13 -1C-8 5 8 5 13 -1L9 -1.500H-9Z";

/** Pieces thrown about. */
function pieces(count: number, k: number): string {
  const s = Math.min(1.5, Math.max(0.9, k * 1.4)), n = Math.min(count, 6);
  return Array.from({ length: n }, (_, i) => `<path class="gun" transform="translate(${f((i - (n - 1) / 2) * 9 * s)} 0) rotate(${(i % 2 ? 1 : -1) * (18 + i * 7)})" d="${piece(0, -5 * s, s)}"/>`).join("");
}

/** A thing in the colours of its side, with its label below it. */
export function token(t: Token, nations: Nations, sheet: Sheet): string {
  const [x, y] = sheet.at(t.x, t.y), s = Math.max(0.9, Math.min(1.6, sheet.k * 1.6)), low = 12 * Math.min(1.5, Math.max(0.9, sheet.k * 1.4)) + 6;
  const drawn = {
    guns: () => pieces(t.count, sheet.k),
    boat: () => `<g transform="scale(${f(s)})"><path class="hull-halo" d="${HULL}"/><path class="hull" d="${HULL}"/><path class="oars" d="M-6 1L-10 7M0 2L-3 8M6 1L3 7"/></g>`,
    disc: () => `<circle class="disc" r="9"/><text class="letters" y="3.600">${escaped(t.letters)}</text>`,
  }[t.glyph]();
  const label = t.label ? `<text class="seen" y="${f(low)}">${escaped(t.label)}</text>` : "";
  return `<g class="token ${t.glyph}${painted(t.side, nations)}" transform="translate(${f(x)} ${f(y)})">${titled(t.words)}${drawn}${label}</g>`;
}

/** Whether a line is a way that somebody goes: drawn with the orders, not with the ground. */
export const isWay = (l: Line): boolean => l.style === "way";

/** All that lies on the ground; `shown` says which layers are. */
export function ground(picture: { areas: Area[]; lines: Line[]; tokens: Token[] }, nations: Nations, sheet: Sheet, shown: (layer: string) => boolean): string {
  return (
    picture.areas.filter((each) => each.style !== "lit" && !each.of && shown(each.layer)).map((each) => area(each, nations, sheet)).join("") +
    picture.lines.filter((each) => !isWay(each) && shown(each.layer)).map((each) => line(each, nations, sheet)).join("") +
    picture.tokens.map((each) => token(each, nations, sheet)).join("")
  );
}
