/** Places, turns and boxes. Paces have y to the north, pixels have y down; `k` is pixels a pace. */

import type { Spot } from "../lib/types";

export type Point = [number, number];
export type Level = "far" | "middle" | "near";

export const FAR = 0.4;
export const NEAR = 1.1;

/** A number as short as a path needs it. */
export const f = (n: number): string => String(Math.round(n * 10) / 10);
export const rad = (deg: number): number => (deg * Math.PI) / 180;
/** The direction of a heading, in pixels. */
export const dir = (heading: number): Point => [Math.sin(rad(heading)), -Math.cos(rad(heading))];

/** `far` is where brigades begin to stand for battalions. */
export const levelOf = (k: number, far = FAR): Level => (k < far ? "far" : k > NEAR ? "near" : "middle");

/** From paces to pixels of the sheet, whose north-west corner is its origin. */
export class Sheet {
  constructor(
    readonly k: number,
    readonly width: number,
    readonly height: number,
    readonly far = FAR,
  ) {}
  at(x: number, y: number): Point {
    return [x * this.k, (this.height - y) * this.k];
  }
  spot(px: number, py: number): Spot {
    return [px / this.k, this.height - py / this.k];
  }
  get level(): Level {
    return levelOf(this.k, this.far);
  }
}

// ---- the view ---------------------------------------------------------------------------------------

/** Where the sheet lies under the window: its corner in pixels of the window, and its scale. */
export interface View {
  k: number;
  x: number;
  y: number;
}

export interface Bounds {
  least: number;
  most: number;
}

/** The view zoomed so that what is under (px, py) stays there. */
export function zoomedAt(view: View, px: number, py: number, factor: number, bounds: Bounds): View {
  const k = Math.min(bounds.most, Math.max(bounds.least, view.k * factor)), grown = k / view.k;
  return { k, x: px - (px - view.x) * grown, y: py - (py - view.y) * grown };
}

export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The whole table in a window. */
export function fitted(table: [number, number], frame: Frame, margin = 26): View {
  const w = frame.right - frame.left, h = frame.bottom - frame.top;
  const k = Math.max(0.02, Math.min((w - 2 * margin) / table[0], (h - 2 * margin) / table[1]));
  return { k, x: frame.left + (w - table[0] * k) / 2, y: frame.top + (h - table[1] * k) / 2 };
}

/** The view with some of the table always in the window. */
export function held(view: View, table: [number, number], frame: Frame, least = 80): View {
  const w = table[0] * view.k, h = table[1] * view.k;
  return {
    k: view.k,
    x: Math.min(frame.right - least, Math.max(frame.left + least - w, view.x)),
    y: Math.min(frame.bottom - least, Math.max(frame.top + least - h, view.y)),
  };
}

/** A part of the sheet, in its pixels: what lies outside need not be drawn. */
export interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels; two cells around are as far as one drag goes. */
const CELL = 800;

/** What the window shows of the sheet and some cells around it, in whole cells, so that it seldom changes. */
export function inSight(view: View, k: number, width: number, height: number, around = 2): string {
  const s = view.k / k, low = (n: number) => Math.floor(n / s / CELL) - around, high = (n: number) => Math.ceil(n / s / CELL) + around;
  return [low(-view.x), low(-view.y), high(width - view.x), high(height - view.y)].join(" ");
}

/** Those cells as pixels of the sheet. */
export function partOf(cells: string): Part {
  const [left, top, right, bottom] = cells.split(" ").map((n) => Number(n) * CELL) as [number, number, number, number];
  return { left, top, right, bottom };
}

export const within = (part: Part, [x, y]: Point): boolean => x >= part.left && x <= part.right && y >= part.top && y <= part.bottom;

// ---- turned boxes -----------------------------------------------------------------------------------

/** A rectangle about (x, y), half as wide as `w` and half as high as `h`, turned by `turn` degrees clockwise. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  turn: number;
}

/** The box around a rectangle of a frame that is placed at `at` and turned. */
export function boxOf(at: Point, turn: number, x0: number, y0: number, x1: number, y1: number): Box {
  const cx = (x0 + x1) / 2, cy = (y0 + y1) / 2, [px, py] = placed(at, turn, cx, cy);
  return { x: px, y: py, w: (x1 - x0) / 2, h: (y1 - y0) / 2, turn };
}

/** A place of a turned frame, in pixels of the sheet. */
export function placed(at: Point, turn: number, x: number, y: number): Point {
  const a = rad(turn), c = Math.cos(a), s = Math.sin(a);
  return [at[0] + x * c - y * s, at[1] + x * s + y * c];
}

/** Whether two turned boxes overlap: no axis of either parts them. */
export function overlap(a: Box, b: Box): boolean {
  const dx = b.x - a.x, dy = b.y - a.y;
  if (Math.hypot(dx, dy) > Math.hypot(a.w, a.h) + Math.hypot(b.w, b.h)) return false;
  const ca = Math.cos(rad(a.turn)), sa = Math.sin(rad(a.turn)), cb = Math.cos(rad(b.turn)), sb = Math.sin(rad(b.turn));
  const across = Math.abs(ca * cb + sa * sb), along = Math.abs(ca * sb - sa * cb);
  return (
    Math.abs(dx * ca + dy * sa) < a.w + b.w * across + b.h * along &&
    Math.abs(dy * ca - dx * sa) < a.h + b.w * along + b.h * across &&
    Math.abs(dx * cb + dy * sb) < b.w + a.w * across + a.h * along &&
    Math.abs(dy * cb - dx * sb) < b.h + a.w * along + a.h * across
  );
}

/** Boxes that are taken, found quickly by where they are. */
export class Room {
  private readonly cells = new Map<number, Box[]>();
  constructor(private readonly size = 90) {}
  /** The first and last columns and rows of cells that a box may touch. */
  private around(box: Box): [number, number, number, number] {
    const r = Math.hypot(box.w, box.h), s = this.size;
    return [Math.floor((box.x - r) / s), Math.floor((box.x + r) / s), Math.floor((box.y - r) / s), Math.floor((box.y + r) / s)];
  }
  take(box: Box): void {
    const [left, right, top, bottom] = this.around(box);
    for (let i = left; i <= right; i++)
      for (let j = top; j <= bottom; j++) {
        const key = i * ROWS + j, cell = this.cells.get(key);
        if (cell) cell.push(box);
        else this.cells.set(key, [box]);
      }
  }
  free(box: Box, except?: Box): boolean {
    const [left, right, top, bottom] = this.around(box);
    for (let i = left; i <= right; i++)
      for (let j = top; j <= bottom; j++) for (const other of this.cells.get(i * ROWS + j) ?? NONE) if (other !== except && overlap(box, other)) return false;
    return true;
  }
}
/** More rows of cells than any sheet has. */
const ROWS = 1 << 16;
const NONE: readonly Box[] = [];

// ---- turns ------------------------------------------------------------------------------------------

export const whole = (deg: number): number => ((deg % 360) + 360) % 360;
/** The heading nearest to `last` that means the same, so that a turn goes the short way round. */
export const unwound = (last: number, next: number): number => last + (whole(next - last + 180) - 180);

/** The mean of headings. */
export function meanHeading(headings: number[]): number {
  const x = headings.reduce((m, h) => m + Math.sin(rad(h)), 0), y = headings.reduce((m, h) => m + Math.cos(rad(h)), 0);
  return whole((Math.atan2(x, y) * 180) / Math.PI);
}

// ---- curves -----------------------------------------------------------------------------------------

/** A stream of numbers from 0 to 1, the same for the same seed. */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const hash = (text: string): number => [...text].reduce((h, c) => (Math.imul(h, 31) + c.charCodeAt(0)) | 0, 7);

/** Points of a Catmull-Rom curve through the given ones. */
export function curve(pts: Point[], cuts = 6, closed = false): Point[] {
  const n = pts.length;
  if (n < 3) return pts;
  const at = (i: number): Point => (closed ? pts[(i + n) % n] : pts[Math.max(0, Math.min(n - 1, i))]) as Point;
  const out: Point[] = [];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const p0 = at(i - 1), p1 = at(i), p2 = at(i + 1), p3 = at(i + 2);
    const on = (c: 0 | 1, t: number): number =>
      0.5 * (2 * p1[c] + (p2[c] - p0[c]) * t + (2 * p0[c] - 5 * p1[c] + 4 * p2[c] - p3[c]) * t * t + (3 * p1[c] - p0[c] - 3 * p2[c] + p3[c]) * t * t * t);
    for (let j = 0; j < cuts; j++) out.push([on(0, j / cuts), on(1, j / cuts)]);
  }
  if (!closed) out.push(pts[n - 1] as Point);
  return out;
}

export const path = (pts: Point[], closed = false): string => (pts.length ? "M" + pts.map(([x, y]) => `${f(x)} ${f(y)}`).join("L") + (closed ? "Z" : "") : "");

// ---- the lettered grid ------------------------------------------------------------------------------

export const SQUARE = 200;
/** A to Z, then AA, AB and so on. */
export const letter = (index: number): string => (index >= 26 ? letter(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

/** The square of the grid a spot lies in: C4. */
export const square = ([x, y]: Spot, height: number, side = SQUARE): string => `${letter(Math.max(0, Math.floor(x / side)))}${Math.max(1, Math.floor((height - y) / side) + 1)}`;
