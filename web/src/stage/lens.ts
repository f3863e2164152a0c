/** How a canvas lies over the map: places of the table as pixels of the window, and bodies as they stand there. */

import type { UnitPicture } from "../lib/types";
import { frontage } from "../symbols/figures";
import { rad } from "../symbols/geometry";
import type { Frame, Point, View } from "../symbols/geometry";

export interface Lens {
  view: View;
  /** Width and depth of the table in paces. */
  table: [number, number];
  width: number;
  height: number;
  /** What panels leave free. */
  frame: Frame;
}

export const pixel = ({ view, table }: Lens, x: number, y: number): Point => [view.x + x * view.k, view.y + (table[1] - y) * view.k];

/** A body on the screen: the middle of its front, where it faces, and how far it reaches, in pixels. */
export interface Body {
  at: Point;
  /** Radians clockwise from up. */
  facing: number;
  left: number;
  right: number;
  rear: number;
}

const LEAST = 9;

export function bodyOf(lens: Lens, unit: Pick<UnitPicture, "x" | "y" | "heading" | "parts">): Body {
  const { left, right, ahead, rear } = frontage(unit), k = lens.view.k, facing = rad(unit.heading);
  const [x, y] = pixel(lens, unit.x, unit.y);
  return { at: [x + Math.sin(facing) * ahead * k, y - Math.cos(facing) * ahead * k], facing, left: left * k, right: right * k, rear: Math.max(LEAST, (ahead - rear) * k) };
}

/** A place in a body's own frame: to its right, and behind its front. */
export const inBody = ({ at, facing }: Body, right: number, back: number): Point => [at[0] + Math.cos(facing) * right - Math.sin(facing) * back, at[1] + Math.sin(facing) * right + Math.cos(facing) * back];

export const middle = (body: Body): Point => inBody(body, (body.left + body.right) / 2, body.rear / 2);

/** Farther off its front than this a body fires from where it is, not along its front. */
const FLANK = rad(75);

/** The front from which a body deals with somebody: its own, or a short one toward him where he is not before it. */
export function frontTo(body: Body, goal: Point): Body {
  const from = middle(body), facing = Math.atan2(goal[0] - from[0], from[1] - goal[1]);
  const off = Math.abs(Math.atan2(Math.sin(facing - body.facing), Math.cos(facing - body.facing)));
  if (off < FLANK) return body;
  const half = Math.min(20, (body.right - body.left) / 2, body.rear);
  return { at: [from[0] + Math.sin(facing) * body.rear * 0.5, from[1] - Math.cos(facing) * body.rear * 0.5], facing, left: -half, right: half, rear: body.rear };
}

/** Places spread over a front. */
export const spread = (body: Body, n: number, back = 0): Point[] => Array.from({ length: n }, (_, i) => inBody(body, body.left + ((i + 0.5) / n) * (body.right - body.left), back));

/** A rectangle of the window. */
export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The rectangle round a body, with a rim. */
export function rectOf(body: Body, rim = 8): Rect {
  const all = [body.left, body.right].flatMap((right) => [0, body.rear].map((back) => inBody(body, right, back)));
  const xs = all.map(([x]) => x), ys = all.map(([, y]) => y), x = Math.min(...xs) - rim, y = Math.min(...ys) - rim;
  return { x, y, w: Math.max(...xs) + rim - x, h: Math.max(...ys) + rim - y };
}

const shared = (a: Rect, b: Rect): number => Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** A place for a slip of paper beside something, inside a frame: clear of those that must be seen, and as far as can be of all
 *  others; on the far side of `from`, if that is said. */
export function beside(about: Rect, w: number, h: number, frame: Frame, clear: readonly Rect[], others: readonly Rect[], from?: Point, gap = 26): Point {
  const cx = about.x + about.w / 2, cy = about.y + about.h / 2, right = about.x + about.w + gap, left = about.x - gap - w, low = about.y + about.h + gap, high = about.y - gap - h;
  const ways: Point[] = [[cx - w / 2, low], [right, cy - h / 2], [left, cy - h / 2], [cx - w / 2, high], [right, low], [left, low], [right, high], [left, high]];
  const worth = ([x, y]: Point): number => {
    const held = { x: Math.max(frame.left + 8, Math.min(frame.right - w - 8, x)), y: Math.max(frame.top + 8, Math.min(frame.bottom - h - 8, y)), w, h };
    const pushed = Math.hypot(held.x - x, held.y - y), hides = clear.reduce((sum, each) => sum + shared(held, each), 0), covers = others.reduce((sum, each) => sum + shared(held, each), 0);
    const across = from ? ((held.x + w / 2 - cx) * (from[0] - cx) + (held.y + h / 2 - cy) * (from[1] - cy)) / Math.max(1, Math.hypot(from[0] - cx, from[1] - cy)) : 0;
    return hides * 8 + covers * 0.6 + pushed * 12 + Math.max(0, across) * 6;
  };
  const best = ways.reduce((a, b) => (worth(b) < worth(a) - 1 ? b : a));
  return [Math.max(frame.left + 8, Math.min(frame.right - w - 8, best[0])), Math.max(frame.top + 8, Math.min(frame.bottom - h - 8, best[1]))];
}
