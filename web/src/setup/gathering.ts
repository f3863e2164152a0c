/** A group drawn up closely: its units side by side in a few lines behind each other, each on room of its own. */

import type { Spot, UnitPicture } from "../lib/types";
import { turnedAbout } from "../symbols/cards";

/** Paces between neighbours and between lines. */
const BESIDE = 20, BEHIND = 40;
/** Nobody is narrower or less deep than this. */
const LEAST = 30;

export interface Stand {
  unit: string;
  spot: Spot;
}

const wide = (unit: UnitPicture): number => Math.max(LEAST, ...unit.parts.map(([left, , right]) => 2 * Math.max(Math.abs(left), Math.abs(right))));
const deep = (unit: UnitPicture): number => Math.max(LEAST, ...unit.parts.map(([, rear, , front]) => Math.max(Math.abs(rear), Math.abs(front))));

/** Where each unit would stand, the first line first, if the group is drawn up about a spot; who is on the left stays there. */
export function gathered(units: readonly UnitPicture[], at: Spot, heading: number): Stand[] {
  const across = (unit: UnitPicture): number => turnedAbout([unit.x, unit.y], at, -heading)[0];
  const lines = inLines([...units].sort((a, b) => across(a) - across(b)), Math.ceil(Math.sqrt(units.length / 2)));
  const depths = lines.map((line) => Math.max(...line.map(deep)) + BEHIND);
  let ahead = depths.reduce((sum, depth) => sum + depth, -BEHIND) / 2;
  return lines.flatMap((line, i) => {
    const y = at[1] + ahead;
    ahead -= depths[i] ?? 0;
    return abreast(line, at[0]).map(({ unit, x }) => ({ unit, spot: rounded(turnedAbout([x, y], at, heading)) }));
  });
}

/** Neighbours stay neighbours: every so many of a row go to the next line. */
function inLines(row: UnitPicture[], lines: number): UnitPicture[][] {
  const each = Math.ceil(row.length / lines);
  return Array.from({ length: lines }, (_, i) => row.slice(i * each, (i + 1) * each)).filter((line) => line.length);
}

function abreast(line: UnitPicture[], middle: number): { unit: string; x: number }[] {
  let x = middle - (line.reduce((sum, unit) => sum + wide(unit) + BESIDE, -BESIDE) / 2);
  return line.map((unit) => {
    const half = wide(unit) / 2, stands = { unit: unit.id, x: x + half };
    x += 2 * half + BESIDE;
    return stands;
  });
}

const rounded = ([x, y]: Spot): Spot => [Math.round(x), Math.round(y)];
