/** The board of spaces, where a system moves by them: what may be entered, how far a leader's word reaches, what ground counts as. */

import type { Space } from "../lib/types";
import { Sheet, f } from "../symbols/geometry";
import { escaped } from "../symbols/text";

/** A space's corner to the north-west and its side, in pixels of the sheet. */
function corner([column, row]: Space, grid: number, sheet: Sheet): { x: number; y: number; s: number } {
  const [x, y] = sheet.at(column * grid, (row + 1) * grid);
  return { x, y, s: grid * sheet.k };
}

const cell = (space: Space, grid: number, sheet: Sheet, inner = 1): string => {
  const { x, y, s } = corner(space, grid, sheet);
  return `M${f(x + inner)} ${f(y + inner)}h${f(s - 2 * inner)}v${f(s - 2 * inner)}h${f(2 * inner - s)}z`;
};

/** Spaces that may be entered, and the one that is chosen. */
export function open(spaces: Space[], chosen: Space | null, grid: number, sheet: Sheet): string {
  const all = spaces.map((space) => cell(space, grid, sheet, 2)).join("");
  return `<path class="space-open" d="${all}"/>${chosen ? `<path class="space-chosen" d="${cell(chosen, grid, sheet, 2)}"/>` : ""}`;
}

/** The edge round a set of spaces. */
export function outline(spaces: Space[], grid: number, sheet: Sheet): string {
  const key = ([c, r]: Space): string => `${c},${r}`, inside = new Set(spaces.map(key));
  let d = "";
  for (const [c, r] of spaces) {
    const { x, y, s } = corner([c, r], grid, sheet), is = (dc: number, dr: number) => inside.has(key([c + dc, r + dr]));
    if (!is(0, 1)) d += `M${f(x)} ${f(y)}h${f(s)}`;
    if (!is(0, -1)) d += `M${f(x)} ${f(y + s)}h${f(s)}`;
    if (!is(-1, 0)) d += `M${f(x)} ${f(y)}v${f(s)}`;
    if (!is(1, 0)) d += `M${f(x + s)} ${f(y)}v${f(s)}`;
  }
  return `<path class="space-reach" d="${d}"/>`;
}

/** Pixels of a space from which on there is room for a word in its corner. */
const ROOMY = 92;

/** What each space counts as, where it is not open ground. */
export function ground(rows: string[], words: Record<string, string>, grid: number, sheet: Sheet): string {
  if (grid * sheet.k < ROOMY) return "";
  let out = "";
  rows.forEach((row, r) =>
    [...row].forEach((letter, c) => {
      if (letter === "." || !words[letter]) return;
      const { x, y } = corner([c, r], grid, sheet);
      out += `<text class="space-word" x="${f(x + 5)}" y="${f(y + 12)}">${escaped(words[letter])}</text>`;
    }),
  );
  return out;
}
