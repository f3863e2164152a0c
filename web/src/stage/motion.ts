/** How bodies get from one place to another. A body that turns as it goes wheels about the one point that stays where it is:
 *  a flank, if that is what it did. Places in paces, headings in degrees clockwise from north. */

export interface Pose {
  x: number;
  y: number;
  heading: number;
}

/** The short way round, in degrees. */
export const turned = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180;

/** Degrees below which a body goes straight, and above which it faces about before it goes. */
const STRAIGHT = 2, ABOUT = 100;
/** The share of its time that a body takes to face about. */
const FACING = 0.22;
/** Paces that a degree of turning counts for. */
const DEGREE = 0.7;

const blend = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Somewhere between two places, `t` from 0 to 1. */
export function between(a: Pose, b: Pose, t: number): Pose {
  const turn = turned(a.heading, b.heading);
  if (Math.abs(turn) < STRAIGHT) return { x: blend(a.x, b.x, t), y: blend(a.y, b.y, t), heading: a.heading + turn * t };
  if (Math.abs(turn) > ABOUT) {
    const gone = Math.max(0, (t - FACING) / (1 - FACING));
    return { x: blend(a.x, b.x, gone), y: blend(a.y, b.y, gone), heading: a.heading + turn * Math.min(1, t / FACING) };
  }
  // The motion as one rotation: the point that it leaves where it is.
  const r = (turn * Math.PI) / 180, c = Math.cos(r), s = Math.sin(r), far = 2 - 2 * c;
  const dx = b.x - (c * a.x + s * a.y), dy = b.y - (c * a.y - s * a.x);
  const cx = ((1 - c) * dx + s * dy) / far, cy = ((1 - c) * dy - s * dx) / far;
  const q = r * t, cq = Math.cos(q), sq = Math.sin(q), px = a.x - cx, py = a.y - cy;
  return { x: cx + cq * px + sq * py, y: cy + cq * py - sq * px, heading: a.heading + turn * t };
}

/** How long a stretch is, with what turning takes. */
const length = (a: Pose, b: Pose): number => Math.max(Math.hypot(b.x - a.x, b.y - a.y), Math.abs(turned(a.heading, b.heading)) * DEGREE);

export const lengthOf = (way: readonly Pose[]): number => way.slice(1).reduce((sum, pose, i) => sum + length(way[i]!, pose), 0);

/** Somewhere along a way of several places, at an even pace. */
export function along(way: readonly Pose[], t: number): Pose {
  const last = way.at(-1)!;
  if (t >= 1 || way.length < 2) return last;
  let rest = Math.max(0, t) * lengthOf(way);
  for (let i = 1; i < way.length; i++) {
    const far = length(way[i - 1]!, way[i]!);
    if (rest <= far && far > 0) return between(way[i - 1]!, way[i]!, rest / far);
    rest -= far;
  }
  return last;
}

/** Quick at first and slow at the end; slow at first; slow at both. */
export const out = (t: number): number => 1 - (1 - t) ** 3;
export const into = (t: number): number => t * t;
export const eased = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2);
/** The part of a span that has passed. */
export const part = (t: number, from: number, to: number): number => Math.min(1, Math.max(0, (t - from) / (to - from)));
