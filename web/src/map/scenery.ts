/** Changed ground: fires, ruins, works and obstacles that troops have made, boats. In pixels of the sheet. */

import type { BoatPicture, Extras, StructurePicture, WorkPicture } from "../lib/types";
import { S } from "../setup/text";
import { Sheet, f, hash, random } from "./geometry";
import type { Point } from "./geometry";
import { escaped } from "./text";

type Nations = Record<string, string>;

const ring = (points: Point[]): string => "M" + points.map((p) => p.map(f).join(" ")).join("L") + "Z";

function middle(points: Point[]): Point {
  return [points.reduce((sum, p) => sum + p[0], 0) / points.length, points.reduce((sum, p) => sum + p[1], 0) / points.length];
}

/** A tongue of flame whose foot is at the origin. */
const flame = (s: number): string => `M0 0C${f(-5 * s)} ${f(-1 * s)} ${f(-5 * s)} ${f(-7 * s)} ${f(-1.5 * s)} ${f(-10 * s)}C${f(-2 * s)} ${f(-7 * s)} ${f(1 * s)} ${f(-7 * s)} ${f(0.6 * s)} ${f(-13 * s)}C${f(5 * s)} ${f(-9 * s)} ${f(5.6 * s)} ${f(-2 * s)} 0 0Z`;

/** Flames at some corners of a building and in its midst, each flickering in its own time. */
function flames(points: Point[], id: string): string {
  const rnd = random(hash(id)), mid = middle(points), spots = [mid, ...points.slice(0, 4).map((p): Point => [(p[0] + mid[0]) / 2, (p[1] + mid[1]) / 2])];
  return spots
    .map(([x, y]) => {
      const s = 0.9 + rnd() * 0.7, wait = f(-rnd() * 2);
      return `<g transform="translate(${f(x)} ${f(y)})"><g class="flame" style="animation-delay: ${wait}s"><path class="flame-out" d="${flame(s)}"/><path class="flame-in" d="${flame(s * 0.55)}"/></g></g>`;
    })
    .join("");
}

const note = ([x, y]: Point, words: string): string => `<text class="seen" x="${f(x)}" y="${f(y)}">${escaped(words)}</text>`;

/** A building that burns, is in ruins, or has been made stronger or weaker. */
export function structure(s: StructurePicture, sheet: Sheet): string {
  if (s.outline.length < 3) return "";
  const points = s.outline.map(([x, y]) => sheet.at(x, y)), top = Math.min(...points.map((p) => p[1])), mid = middle(points), above: Point = [mid[0], top - 8];
  const told = s.burning ? S.ground.burns(s.name, s.since) : s.ruined ? S.ground.ruined(s.name) : S.ground.cover(s.name, s.cover);
  // Its name stands on the map already.
  const words = sheet.level === "far" ? "" : note(above, s.burning ? S.ground.inFlames(s.since) : s.ruined ? S.ground.inRuins : s.cover);
  const cls = s.burning ? "burning" : s.ruined ? "ruined" : "altered";
  return `<g class="structure ${cls}"><title>${escaped(told)}</title><path class="structure-area" d="${ring(points)}"/>${s.burning ? `<circle class="glow" cx="${f(mid[0])}" cy="${f(mid[1])}" r="${f(Math.max(26, 60 * sheet.k))}"/>${flames(points, s.id)}` : ""}${words}</g>`;
}

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

const line = (points: Point[]): string => "M" + points.map((p) => p.map(f).join(" ")).join("L");

/** Works are a line with teeth, thicker the stronger they are; an obstacle is a row of crossed stakes; a gap is a ring. */
export function work(w: WorkPicture, nation: string, sheet: Sheet): string {
  const points = w.points.map(([x, y]) => sheet.at(x, y)), words = `<title>${escaped(w.text)}</title>`;
  if (!points.length) return "";
  if (w.kind === "gap") {
    const [x, y] = middle(points), wide = Math.max(5, Math.hypot(points.at(-1)![0] - points[0]![0], points.at(-1)![1] - points[0]![1]) / 2);
    return `<g class="work gap">${words}<circle cx="${f(x)}" cy="${f(y)}" r="${f(wide)}"/></g>`;
  }
  let marks = "";
  if (w.kind === "works") for (const [[x, y], [dx, dy]] of along(points, 9)) marks += `M${f(x - dx * 3)} ${f(y - dy * 3)}L${f(x + dy * 5)} ${f(y - dx * 5)}L${f(x + dx * 3)} ${f(y + dy * 3)}Z`;
  else for (const [[x, y]] of along(points, 9)) marks += `M${f(x - 3.5)} ${f(y - 3.5)}l7 7M${f(x + 3.5)} ${f(y - 3.5)}l-7 7`;
  const weight = w.kind === "works" ? 1.6 + w.level * 1.1 : 1.2, body = w.kind === "works" ? `<path class="work-line" stroke-width="${f(weight)}" d="${line(points)}"/>` : "";
  return `<g class="work ${w.kind} n-${nation}">${words}<path class="work-halo" d="${line(points)}"/>${body}<path class="work-marks" d="${marks}"/></g>`;
}

const HULL = "M-13 -1C-8 5 8 5 13 -1L9 -1.500H-9Z";

/** A boat in the colour of its side, with who is aboard. */
export function boat(b: BoatPicture, nation: string, sheet: Sheet, nameOf: (id: string) => string): string {
  const [x, y] = sheet.at(b.x, b.y), s = Math.max(0.9, Math.min(1.6, sheet.k * 1.6)), told = S.ground.boat(b.id, b.men, b.aboard.map(nameOf).join(", "));
  return `<g class="boat n-${nation}" transform="translate(${f(x)} ${f(y)}) scale(${f(s)})"><title>${escaped(told)}</title><path class="boat-halo" d="${HULL}"/><path class="boat-hull" d="${HULL}"/><path class="boat-oars" d="M-6 1L-10 7M0 2L-3 8M6 1L3 7"/></g>`;
}

/** All of it: what lies under the troops. */
export function scenery(picture: Extras, nations: Nations, sheet: Sheet, nameOf: (id: string) => string): string {
  const of = (side: string) => nations[side] ?? "";
  return (
    (picture.works ?? []).map((each) => work(each, of(each.side), sheet)).join("") +
    (picture.structures ?? []).map((each) => structure(each, sheet)).join("") +
    (picture.boats ?? []).map((each) => boat(each, of(each.side), sheet, nameOf)).join("")
  );
}

/** A mark on men who lie down, at work, or in a boat: a word under their figure would be lost among the names. */
const SIGNS: Record<string, string> = {
  "lying down": "M-6 2.500H6M-4 0L4 -1.500",
  "at work": "M-4 4L3 -3M1 -5L5 -1M-5 -3L4 4",
  "digging in": "M-4 4L3 -3M1 -5L5 -1",
};

/** The sign of the first mark of a unit that has one, ahead of its right flank. */
export function sign(marks: string[], [x, y]: Point): string {
  const found = marks.find((mark) => mark in SIGNS);
  return found ? `<g class="unit-sign" transform="translate(${f(x)} ${f(y)})"><title>${escaped(found)}</title><circle r="8"/><path d="${SIGNS[found]}"/></g>` : "";
}

