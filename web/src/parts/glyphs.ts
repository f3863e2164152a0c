/** Map figures reduced to what survives at eighteen pixels: by arm, shape and parts, as the map draws them. */

import type { Part, UnitPicture } from "../lib/types";
import { kindOf, type Kind } from "../symbols/figures";

/** What a glyph is drawn from; of a body that nobody has seen nothing may be known but its arm. */
export interface Sketch {
  arm: string;
  shape?: UnitPicture["shape"];
  parts?: Part[];
}

const rows = (w: number, h: number, ys: number[]): string => ys.map((y) => `M${9 - w / 2} ${y}h${w}v${h}h${-w}z`).join("");

const LINE = "M1 7h16v4H1z", HORSE = "M1.500 6h6.600L1.500 12zM9.800 6h6.600l-6.600 6z", HORSE_COLUMN = "M5 2.500h8L5 7.500zM5 10h8l-8 5z";
const TWO_LINES = rows(12, 3.4, [4.5, 10]), COLUMN = rows(8, 3, [2, 7.5, 13]), NARROW = rows(5, 2.2, [1.5, 5.7, 9.9, 14.1]);
const LOOSE = "M2 5h2.400v2.400H2zM6.600 4H9v2.400H6.600zM11.300 5h2.400v2.400h-2.400zM4.300 10h2.400v2.400H4.300zM9 9.500h2.400v2.400H9zM13.600 10H16v2.400h-2.400z";
const DRAWN: Record<Exclude<Kind, "foot" | "horse">, string> = {
  square: "M4 4h10v10H4zM7 7v4h4V7z",
  knots: "M2 7h4v4H2zM7 7h4v4H7zM12 7h4v4h-4z",
  loose: LOOSE,
  swarm: LOOSE,
  guns: "M3 5h1.600v5H3zM1.400 8h1v4h-1zM5.200 8h1v4h-1zM9 5h1.600v5H9zM7.400 8h1v4h-1zM11.200 8h1v4h-1zM15 5h1.600v5H15zM13.400 8h1v4h-1zM17 8h1v4h-1z",
  limbered: "M5 3h3v4H5zM10 3h3v4h-3zM5.800 9h1.400v6H5.800zM10.800 9h1.400v6h-1.400z",
};
/** A column is narrow that is twice as deep as it is wide. */
const DEEP = 2;

export function glyph({ arm, shape = "", parts = [] }: Sketch): string {
  const kind = kindOf({ id: "", arm: arm as UnitPicture["arm"], shape, heading: 0, parts }), deep = new Set(parts.map((part) => Math.round(part[3]))).size;
  if (kind === "horse") return deep > 1 ? HORSE_COLUMN : HORSE;
  if (kind !== "foot") return DRAWN[kind];
  if (deep < 3) return deep === 2 ? TWO_LINES : LINE;
  const wide = Math.max(...parts.map((part) => part[2])) - Math.min(...parts.map((part) => part[0])), long = Math.max(...parts.map((part) => part[3])) - Math.min(...parts.map((part) => part[1]));
  return long > DEEP * wide ? NARROW : COLUMN;
}
