/** Where a slip of paper may lie on the map so that it hides neither who aims nor who is aimed at. */

export interface Spread {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Pixel = { x: number; y: number };

const GAP = 44;
const CLEAR = 34;

/** The top left corner of a slip beside `target`, clear of it and of `other`, within `frame`; far from both where nothing else will do. */
export function besides(target: Pixel, other: Pixel | null, wide: number, high: number, frame: Spread): Pixel {
  const low = (n: number) => Math.max(frame.top, Math.min(frame.bottom - high, n)), side = (n: number) => Math.max(frame.left, Math.min(frame.right - wide, n));
  const away = other && other.x > target.x ? -1 : 1;
  const right = { x: target.x + GAP, y: low(target.y - 60) }, left = { x: target.x - GAP - wide, y: low(target.y - 60) };
  const ways: Pixel[] = [
    ...(away > 0 ? [right, left] : [left, right]),
    { x: side(target.x - wide / 2), y: target.y + GAP }, { x: side(target.x - wide / 2), y: target.y - GAP - high },
    { x: frame.right - wide, y: frame.top }, { x: frame.right - wide, y: frame.bottom - high }, { x: frame.left, y: frame.top }, { x: frame.left, y: frame.bottom - high },
  ];
  const inside = ({ x, y }: Pixel) => x >= frame.left && y >= frame.top && x + wide <= frame.right && y + high <= frame.bottom;
  const hides = ({ x, y }: Pixel, who: Pixel | null) => who !== null && who.x > x - CLEAR && who.x < x + wide + CLEAR && who.y > y - CLEAR && who.y < y + high + CLEAR;
  return ways.find((way) => inside(way) && !hides(way, target) && !hides(way, other)) ?? ways.find((way) => inside(way) && !hides(way, target)) ?? { x: frame.right - wide, y: frame.top };
}
