/** Badges: what is drawn with a unit besides its figure, its name, its steadiness and its losses. Sizes in pixels. */

import type { Badge } from "../lib/types";
import { boxOf, f, placed } from "./geometry";
import type { Box, Point } from "./geometry";
import type { Laid } from "./labels";
import { escaped } from "./text";

/** Signs about the origin, some ten pixels across. */
export const GLYPHS: Record<Badge["glyph"], string> = {
  "": "", diamond: "M0 -2.9l2.7 2.9l-2.7 2.9l-2.7 -2.9z", dot: "M-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0", square: "M-2.3 -2.3h4.6v4.6h-4.6z", triangle: "M0 -2.8l2.8 5h-5.6z",
  cross: "M-2.4 -2.4l4.8 4.8M2.4 -2.4l-4.8 4.8", star: "M0 -3.2L.9 -1L3.2 -.9L1.4 .7L2 3L0 1.700L-2 3L-1.400 .7L-3.200 -.9L-.9 -1Z", prone: "M-6 2.500H6M-4 0L4 -1.500", tools: "M-4 4L3 -3M1 -5L5 -1M-5 -3L4 4",
};

export const of = (badges: Badge[], shape: Badge["shape"]): Badge[] => badges.filter((badge) => badge.shape === shape);

const MOST_PIPS = 4;

/** Signs in a row behind a name, one and the figure where there are many. */
export function signs(badges: Badge[], from: number): { svg: string; w: number } {
  let svg = "", x = from;
  for (const { glyph, count, tone } of of(badges, "pips")) {
    for (let i = 0; i < (count > MOST_PIPS ? 1 : count); i++, x += 6.2) svg += `<path class="pip t-${tone}" transform="translate(${f(x + 2.6)} 0)" d="${GLYPHS[glyph]}"/>`;
    if (count > MOST_PIPS) { svg += `<text class="count" x="${f(x)}" y="3">${count}</text>`; x += count > 9 ? 11 : 6; }
  }
  return { svg, w: x - from };
}

/** Letters behind a name. */
export const tail = (badges: Badge[]): string => of(badges, "tail").map((badge) => badge.letters).join(" ");

/** Signs in words, for a line of text: "2◇". */
const IN_TEXT: Partial<Record<Badge["glyph"], string>> = { diamond: "◇", dot: "●", square: "▪", triangle: "▲", cross: "×", star: "★" };
export const written = ({ glyph, count }: Pick<Badge, "glyph" | "count">): string => { const sign = IN_TEXT[glyph] ?? ""; return count > 2 ? `${count}${sign}` : sign.repeat(count); };

const SIDE = 13;

/** Where the blocks of a unit lie: behind its left flank, one beside the other. */
const besides = ({ at, turn, extent: e }: Laid, i: number): Point => placed(at, turn, e.x0 - SIDE / 2 - 4 - i * (SIDE + 3), e.y1 - SIDE / 2);

/** The room that blocks take. */
export const blockBoxes = (each: Laid): Box[] => of(each.unit.badges, "block").map((_, i) => boxOf(besides(each, i), 0, -SIDE / 2 - 1, -SIDE / 2 - 1, SIDE / 2 + 1, SIDE / 2 + 1));

/** A letter in a box; dashed while it is not for everybody. */
export const blocks = (each: Laid): string =>
  of(each.unit.badges, "block").map((badge, i) => {
    const [x, y] = besides(each, i), half = SIDE / 2;
    return `<g class="block t-${badge.tone}${badge.dashed ? " dashed" : ""}" transform="translate(${f(x)} ${f(y)})"><title>${escaped(badge.words)}</title><rect x="${-half}" y="${-half}" width="${SIDE}" height="${SIDE}" rx="2.5"/>${badge.letters ? `<text y="3.4">${escaped(badge.letters)}</text>` : `<path d="${GLYPHS[badge.glyph]}"/>`}</g>`;
  }).join("");

/** Signs in discs, ahead of the right flank. */
export const discs = (each: Laid): string =>
  of(each.unit.badges, "disc").map((badge, i) => {
    const [x, y] = placed(each.at, each.turn, each.extent.x1 + 10 + i * 18, -8);
    return `<g class="unit-sign t-${badge.tone}" transform="translate(${f(x)} ${f(y)})"><title>${escaped(badge.words)}</title><circle r="8"/>${badge.letters ? `<text y="3.4">${escaped(badge.letters)}</text>` : `<path d="${GLYPHS[badge.glyph]}"/>`}</g>`;
  }).join("");
