/** Where a slip of paper may lie on the map so that it hides neither who aims nor who is aimed at. */

export interface Spread {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Pixel = { x: number; y: number };

/** Pixels from the target to the slip, and round both where their names and marks are. */
const GAP = 44;
const CLEAR = 34;
/** Pixels between two places that are tried, and how thick the line between both counts. */
const STRIDE = 16;
const THICK = 12;

const middle = ({ left, top, right, bottom }: Spread): Pixel => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** How much of what must be seen a slip would lie on, in square pixels. */
function hidden({ x, y }: Pixel, wide: number, high: number, who: Spread | null): number {
  if (!who) return 0;
  const across = Math.min(x + wide, who.right + CLEAR) - Math.max(x, who.left - CLEAR), down = Math.min(y + high, who.bottom + CLEAR) - Math.max(y, who.top - CLEAR);
  return Math.max(0, across) * Math.max(0, down);
}

/** How much of the line between both a slip would lie on, in square pixels. */
function cut({ x, y }: Pixel, wide: number, high: number, from: Pixel, to: Pixel): number {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STRIDE), on = (i: number) => ({ x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps });
  return Array.from({ length: steps }, (_, i) => on(i)).filter((at) => at.x > x && at.x < x + wide && at.y > y && at.y < y + high).length * STRIDE * THICK;
}

/** How much less it matters that bystanders are hidden, and what a slip has to gain before it leaves its place. */
const LESS = 0.2, TRIFLE = 1500;

/** How much of bystanders a slip would lie on, in square pixels. */
const over = ({ x, y }: Pixel, wide: number, high: number, who: Spread): number => Math.max(0, Math.min(x + wide, who.right) - Math.max(x, who.left)) * Math.max(0, Math.min(y + high, who.bottom) - Math.max(y, who.top));

/** The top left corner of a slip beside `target`, over neither it nor `other` nor the line between them, within `frame`, and over as few
 *  `bystanders` as may be: one of the places beside the target, else the nearest that is free; where there is none, the one that hides least.
 *  Where it lies already (`was`) it stays unless another place is better by more than a trifle. */
export function besides(target: Spread, other: Spread | null, wide: number, high: number, frame: Spread, bystanders: readonly Spread[] = [], was: Pixel | null = null): Pixel {
  const low = (n: number) => Math.max(frame.top, Math.min(frame.bottom - high, n)), side = (n: number) => Math.max(frame.left, Math.min(frame.right - wide, n));
  const at = middle(target), from = other && middle(other), away = from && from.x > at.x ? -1 : 1;
  const right = { x: target.right + GAP, y: low(at.y - 60) }, left = { x: target.left - GAP - wide, y: low(at.y - 60) };
  const inside = ({ x, y }: Pixel) => x >= frame.left && y >= frame.top && x + wide <= frame.right && y + high <= frame.bottom;
  const near: Pixel[] = [...(away > 0 ? [right, left] : [left, right]), { x: side(at.x - wide / 2), y: target.bottom + GAP }, { x: side(at.x - wide / 2), y: target.top - GAP - high }].filter(inside);
  const far = spread(frame.left, frame.right - wide).flatMap((x) => spread(frame.top, frame.bottom - high).map((y) => ({ x, y }))).sort((p, q) => off(p, at, wide, high) - off(q, at, wide, high));
  const harm = (way: Pixel) => hidden(way, wide, high, target) + hidden(way, wide, high, other) + (from ? cut(way, wide, high, from, at) : 0) + LESS * bystanders.reduce((sum, each) => sum + over(way, wide, high, each), 0);
  const best = [...near, ...far].map((way) => ({ way, harm: harm(way) })).reduce((least, each) => (each.harm < least.harm ? each : least));
  return was && inside(was) && harm(was) <= best.harm + TRIFLE * LESS ? was : best.way;
}

/** Places from one end to the other, both of them too; the first where there is no room. */
function spread(from: number, to: number): number[] {
  return to <= from ? [from] : [...Array.from({ length: Math.ceil((to - from) / STRIDE) }, (_, i) => from + i * STRIDE), to];
}

/** How far the middle of a slip is from the target. */
const off = ({ x, y }: Pixel, at: Pixel, wide: number, high: number): number => Math.hypot(x + wide / 2 - at.x, y + high / 2 - at.y);
