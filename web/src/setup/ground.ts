/** Between the window and the ground of the map: for what is dragged on to it from a panel. */

import type { Spot } from "../lib/types";

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The map's ground as it lies in the window now. */
export const groundBox = (): Box | null => document.querySelector(".gmap .ground")?.getBoundingClientRect() ?? null;

/** The spot of the table under a point of the window; nothing off the table. */
export function spotUnder(x: number, y: number, box: Box, [wide, deep]: [number, number]): Spot | null {
  const right = (x - box.left) / box.width, down = (y - box.top) / box.height;
  return right < 0 || right > 1 || down < 0 || down > 1 ? null : [Math.round(right * wide), Math.round((1 - down) * deep)];
}

/** Where a spot of the table is in the window. */
export const pixelOf = ([x, y]: Spot, box: Box, [wide, deep]: [number, number]): { x: number; y: number } => ({ x: box.left + (x / wide) * box.width, y: box.top + (1 - y / deep) * box.height });

/** Whether a spot can be seen between the panels. */
export function isSeen(spot: Spot, box: Box, table: [number, number], window: { width: number; height: number }): boolean {
  const { x, y } = pixelOf(spot, box, table), side = window.width > 900 ? 300 : 20;
  return x > side && x < window.width - side && y > 70 && y < window.height - 40;
}
