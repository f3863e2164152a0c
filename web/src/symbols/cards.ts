/** Cards that stand for troops: backs, faces and frames, each in a frame of its own with the front at the top. */

import type { CardPicture, Sign } from "../lib/types";
import { FAR, Sheet, f, whole } from "./geometry";
import type { Box, Point } from "./geometry";
import { escaped, measure } from "./text";

export interface Size {
  w: number;
  h: number;
}

/** Below this share of a pixel a pace a card stays as large, and never gets smaller than so many pixels: nothing could be read on it. */
const LEAST = 0.282, LEAST_PIXELS = 30;
const long = (paces: number, k: number): number => Math.max(LEAST_PIXELS, paces * Math.max(k, LEAST));

export const sizeOf = (card: Pick<CardPicture, "wide" | "deep">, k: number): Size => ({ w: long(card.wide, k), h: long(card.deep, k) });

/** The arm's sign in a little box, its middle at a place. */
export function armSign(arm: string, [x, y]: Point, s = 1): string {
  const w = 9 * s, h = 6 * s, box = `M${f(x - w)} ${f(y - h)}h${f(2 * w)}v${f(2 * h)}h${f(-2 * w)}z`;
  const foot = `M${f(x - w)} ${f(y - h)}l${f(2 * w)} ${f(2 * h)}`, horse = `M${f(x - w)} ${f(y + h)}l${f(2 * w)} ${f(-2 * h)}`;
  const inner = arm === "infantry" ? foot + horse : arm === "cavalry" ? horse : "";
  return `<path class="sign-box" d="${box}"/><path class="sign" d="${inner}"/>${arm === "artillery" ? `<circle class="sign-dot" cx="${f(x)}" cy="${f(y)}" r="${f(2.6 * s)}"/>` : ""}`;
}

/** What is known of a card: signs of arms, and how many of each where they have been counted. */
function face(signs: Sign[], { w, h }: Size): string {
  const room = Math.min(w / (signs.length || 1), 44), s = Math.min(1.5, Math.max(0.8, h / 60));
  return signs
    .map(({ arm, count }, i) => {
      const x = (i - (signs.length - 1) / 2) * room;
      return count ? armSign(arm, [x, -5 * s], s * 0.8) + `<text class="card-count" x="${f(x)}" y="${f(11 * s)}">${count}</text>` : armSign(arm, [x, 0], s * 1.2);
    })
    .join("");
}

const frame = ({ w, h }: Size, grow = 0, round = 5): string =>
  `x="${f(-w / 2 - grow)}" y="${f(-h / 2 - grow)}" width="${f(w + 2 * grow)}" height="${f(h + 2 * grow)}" rx="${round}"`;

/** The back of a card: nothing but whose it is. */
function back(size: Size): string {
  const inner = { w: size.w - 9, h: size.h - 9 };
  return `<rect class="card-back" ${frame(inner, 0, 3)}/><rect class="card-lattice" ${frame(inner, 0, 3)}/>`;
}

const upright = (turn: number, inside: string): string => `<g transform="rotate(${f(-turn)})">${inside}</g>`;

/** Pixels from the middle of a card to its tab: above the edge that lies highest on the page. */
const rise = (card: CardPicture, size: Size): number =>
  (Math.abs(Math.cos((card.heading * Math.PI) / 180)) * size.h + Math.abs(Math.sin((card.heading * Math.PI) / 180)) * size.w) / 2 + 10;

const tabWidth = (words: string): number => measure(words, 11) + 14;

/** Where the tabs of cards lie, so that no name is written over them. */
export function tabs(cards: CardPicture[], sheet: Sheet): Box[] {
  return cards.filter((each) => each.label).map((each) => {
    const [x, y] = sheet.at(each.x, each.y);
    return { x, y: y - rise(each, sizeOf(each, sheet.k)), w: tabWidth(each.label) / 2 + 2, h: 9, turn: 0 };
  });
}

function tab(card: CardPicture, size: Size, words: string): string {
  const w = tabWidth(words);
  return `<g transform="translate(0 ${f(-rise(card, size))})"><rect class="card-tab" x="${f(-w / 2)}" y="-8" width="${f(w)}" height="16" rx="8"/><text class="card-name" y="3.5">${escaped(words)}</text></g>`;
}

/** A card in its own frame. One's own is a frame round the troops that it stands for; another's hides the ground. */
export function card(c: CardPicture, k: number): string {
  const size = sizeOf(c, k), front = `<path class="card-front" d="M${f(-size.w / 2)} ${f(-size.h / 2)}h${f(size.w)}"/>`;
  const ring = `<rect class="ring-focus" ${frame(size, 5, 8)}/>`;
  if (c.face === "frame") {
    const within = c.hollow ? upright(c.heading, armSign(c.signs[0]?.arm ?? "", [0, 0], 1.5)) : "";
    const named = c.label && (k >= FAR || c.hollow || c.tone !== "ink") ? upright(c.heading, tab(c, size, c.label)) : "";
    return `${ring}<rect class="card-own" ${frame(size)}/>${front}${within}${named}`;
  }
  const shadow = `<rect class="card-fall" ${frame(size)} transform="translate(1.5 2)"/><rect class="card-paper" ${frame(size)}/>`;
  const inside = c.face === "back" ? back(size) + upright(c.heading, `<text class="card-what" y="7">?</text>`) : upright(c.heading, face(c.signs, size));
  return `${ring}${shadow}${inside}${front}`;
}

/** Threads from one's own card to the troops that it stands for. */
export function threads(c: CardPicture, units: Map<string, { x: number; y: number }>, sheet: Sheet): string {
  if (!c.own || !c.units.length) return "";
  const from = sheet.at(c.x, c.y).map(f).join(" ");
  const d = c.units.flatMap((id) => { const unit = units.get(id); return unit ? [`M${from}L${sheet.at(unit.x, unit.y).map(f).join(" ")}`] : []; }).join("");
  return `<path class="card-thread" d="${d}"/>`;
}

/** Where a card is going: a dotted way with a ring at its end. */
export function way(c: CardPicture, sheet: Sheet): string {
  if (!c.to) return "";
  const [x, y] = sheet.at(c.x, c.y), [tx, ty] = sheet.at(...c.to);
  return `<path class="card-way" d="M${f(x)} ${f(y)}L${f(tx)} ${f(ty)}"/><circle class="card-goal" cx="${f(tx)}" cy="${f(ty)}" r="4.5"/>`;
}

/** A spot turned about another, clockwise by degrees as headings are. */
export function turnedAbout([x, y]: Point, [cx, cy]: Point, by: number): Point {
  const a = (whole(by) * Math.PI) / 180, dx = x - cx, dy = y - cy;
  return [cx + dx * Math.cos(a) + dy * Math.sin(a), cy - dx * Math.sin(a) + dy * Math.cos(a)];
}
