/** How a canvas lies over the map: places of the table as pixels of the window, and bodies as they stand there. */

import type { UnitPicture } from "../lib/types";
import { frontage } from "../map/figures";
import { rad } from "../map/geometry";
import type { Frame, Point, View } from "../map/geometry";

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
export function toward(body: Body, goal: Point): Body {
  const from = middle(body), facing = Math.atan2(goal[0] - from[0], from[1] - goal[1]);
  const off = Math.abs(Math.atan2(Math.sin(facing - body.facing), Math.cos(facing - body.facing)));
  if (off < FLANK) return body;
  const half = Math.min(20, (body.right - body.left) / 2, body.rear);
  return { at: [from[0] + Math.sin(facing) * body.rear * 0.5, from[1] - Math.cos(facing) * body.rear * 0.5], facing, left: -half, right: half, rear: body.rear };
}

/** Places spread over a front. */
export const spread = (body: Body, n: number, back = 0): Point[] => Array.from({ length: n }, (_, i) => inBody(body, body.left + ((i + 0.5) / n) * (body.right - body.left), back));
