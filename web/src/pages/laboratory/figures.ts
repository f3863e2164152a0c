/** What the plots of a run are drawn from. */

import type { Arm, Run, Side } from "./server";

export const isAtWork = (run: Run): boolean => run.state === "under_way" || run.state === "reporting";

/** Games of a wish in all: every system, or the base and each change. `1..5`, `1..9/2` and `1,4` are several changes. */
export function total(games: number, systems: number, change: string, values: string): number {
  return games * (change ? 1 + Math.max(1, spread(values)) : systems);
}
function spread(values: string): number {
  return values.split(",").filter((each) => each.trim()).reduce((sum, each) => {
    const range = /^\s*(-?\d+)\.\.(-?\d+)(?:\/(\d+))?\s*$/.exec(each);
    if (!range) return sum + 1;
    return sum + Math.max(0, Math.floor((Number(range[2]) - Number(range[1])) / (Number(range[3] ?? 1) || 1)) + 1);
  }, 0);
}

/** Which of two sides of one nation it is: the second is drawn in the colour of its pattern. */
export const isSecond = (sides: Side[], name: string): boolean => {
  const place = sides.findIndex((each) => each.name === name);
  return place > 0 && sides.slice(0, place).some((each) => each.nation === sides[place]!.nation);
};
export const nationOf = (sides: Side[], name: string): string => sides.find((each) => each.name === name)?.nation ?? "";

/** Bars of a plot, up to its last that is not empty, so that few losses do not leave a plot empty to the right. */
export function shown(costs: Arm["costs"] = []): number {
  const last = Math.max(0, ...costs.map((each) => each.bars.findLastIndex((bar) => bar > 0) + 1));
  return Math.min(20, Math.max(10, last));
}

/** An interval as a place on a line from −reach to +reach, in per cent of it. */
export const spot = (value: number, reach: number): number => 50 + (50 * Math.max(-reach, Math.min(reach, value))) / (reach || 1);
