/** What a battle is fought for, in words for the map that lies on the table. */

import { letter, SQUARE } from "../symbols/geometry";
import { T } from "../lib/text";

/** What leads in points are called, as a sentence; nothing where the scenario says nothing. */
export const levels = (scoring: string): string => {
  const told = /a lead of .*$/.exec(scoring)?.[0] ?? "";
  return told ? T.ending.levels(told) : "";
};

/** Places that a scenario gives in paces, by the letters and numbers of the map: `x = 2600` is column N, `y = 2300` a row. */
export function byLetters(text: string, height: number, side: number = SQUARE): string {
  const named = (word: string, at: number, name: (index: number) => string): string => {
    const part = at / side - Math.floor(at / side);
    return `${part > 0.25 && part < 0.75 ? `the middle of ${word}` : word} ${name(Math.floor(at / side + (part >= 0.75 ? 1 : 0)))}`;
  };
  return text
    .replace(/\bx = (\d+)/g, (_, x: string) => named("column", Number(x), letter))
    .replace(/\by = (\d+)/g, (_, y: string) => named("row", height - Number(y), (row) => String(row + 1)));
}
