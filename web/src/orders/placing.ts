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

const middle = ({ left, top, right, bottom }: Spread): Pixel => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** How much of what must be seen a slip would lie on, in square pixels. */
function hidden({ x, y }: Pixel, wide: number, high: number, who: Spread | null): number {
  if (!who) return 0;
  const across = Math.min(x + wide, who.right + CLEAR) - Math.max(x, who.left - CLEAR), down = Math.min(y + high, who.bottom + CLEAR) - Math.max(y, who.top - CLEAR);
  return Math.max(0, across) * Math.max(0, down);
}

/** The top left corner of a slip beside `target`, over neither it nor `other`, within `frame`; where there is no such place, the one that hides least. */
export function besides(target: Spread, other: Spread | null, wide: number, high: number, frame: Spread): Pixel {
  const low = (n: number) => Math.max(frame.top, Math.min(frame.bottom - high, n)), side = (n: number) => Math.max(frame.left, Math.min(frame.right - wide, n));
  const at = middle(target), away = other && middle(other).x > at.x ? -1 : 1;
  const right = { x: target.right + GAP, y: low(at.y - 60) }, left = { x: target.left - GAP - wide, y: low(at.y - 60) };
  const ways: Pixel[] = [
    ...(away > 0 ? [right, left] : [left, right]),
    { x: side(at.x - wide / 2), y: target.bottom + GAP }, { x: side(at.x - wide / 2), y: target.top - GAP - high },
    { x: frame.right - wide, y: frame.top }, { x: frame.right - wide, y: frame.bottom - high }, { x: frame.left, y: frame.top }, { x: frame.left, y: frame.bottom - high },
  ];
  const inside = ({ x, y }: Pixel) => x >= frame.left && y >= frame.top && x + wide <= frame.right && y + high <= frame.bottom;
  const fit = ways.filter(inside), harm = (way: Pixel) => hidden(way, wide, high, target) + hidden(way, wide, high, other);
  return fit.reduce<Pixel | null>((best, way) => (best && harm(best) <= harm(way) ? best : way), null) ?? { x: frame.right - wide, y: frame.top };
}
