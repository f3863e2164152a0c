/** Numbers of a review made ready to be drawn. */

import type { Sent } from "../../lib/types";

export type Review = Sent["Review"];
export type Luck = Sent["ReviewedLuck"];

export const LITTLE = 0.5, MUCH = 1.5;

/** How many of a hundred such battles lie below, so many standard deviations from the middle. */
export function below(off: number): number {
  // an approximation of the normal distribution that is right to a thousandth
  const t = 1 / (1 + 0.2316419 * Math.abs(off)), tail = Math.exp((-off * off) / 2) * 0.3989423 * t * (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274))));
  return Math.max(1, Math.min(99, Math.round(100 * (off > 0 ? 1 - tail : tail))));
}

/** Which of the four steps of the heat a number of men is. */
export const heat = (men: number): 1 | 2 | 3 | 4 => (men >= 60 ? 4 : men >= 30 ? 3 : men >= 10 ? 2 : 1);

/** Round marks for an axis, at most so many, nought among them. */
export function ticks(most: number, count = 5): number[] {
  let size = 1;
  for (;;) {
    for (const by of [1, 2, 5]) if (most / (size * by) <= count - 1) return Array.from({ length: Math.floor(most / (size * by)) + 1 }, (_, n) => n * size * by);
    size *= 10;
  }
}

export interface Box { x: number; y: number; w: number; h: number }
/** The part of the field in which men fell, with room about it, as wide for its height as is asked. */
export function framed(fallen: readonly { x: number; y: number }[], table: readonly [number, number], ratio: number): Box {
  const [W, H] = table, xs = fallen.map((each) => each.x), ys = fallen.map((each) => H - each.y);
  if (!xs.length) return { x: 0, y: 0, w: W, h: W / ratio };
  const pad = 160, left = Math.min(...xs) - pad, right = Math.max(...xs) + pad, top = Math.min(...ys) - pad, bottom = Math.max(...ys) + pad;
  const w = Math.min(Math.max(right - left, (bottom - top) * ratio, 700), Math.max(W, H * ratio)), h = w / ratio;
  const into = (middle: number, size: number, most: number) => (size >= most ? (most - size) / 2 : Math.max(0, Math.min(most - size, middle - size / 2)));
  return { x: into((left + right) / 2, w, W), y: into((top + bottom) / 2, h, H), w, h };
}

/** Labels above one another, none upon another: each as near to its height as the ones before leave room. */
export function spread(wanted: readonly number[], gap: number): number[] {
  const order = wanted.map((_, n) => n).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0)), found = [...wanted];
  order.forEach((n, i) => {
    const before = order[i - 1];
    if (before !== undefined) found[n] = Math.max(found[n] ?? 0, (found[before] ?? 0) + gap);
  });
  return found;
}
