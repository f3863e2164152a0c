/** Cards that stand for troops: backs, faces and counters, each in a frame of its own with the front at the top. */

import type { CardPicture } from "../lib/types";
import { S } from "../setup/text";
import { FAR, Sheet, f, whole } from "./geometry";
import type { Box, Point } from "./geometry";
import { escaped, measure } from "./text";

/** Paces, as a card lies on the table; and pixels below which nothing could be read on it. */
const SIZE = { wide: 220, deep: 170, counter: 80 };
const LEAST = { wide: 62, deep: 48, counter: 30 };

export interface Size {
  w: number;
  h: number;
}

export const sizeOf = (card: Pick<CardPicture, "counter">, k: number): Size =>
  card.counter
    ? { w: Math.max(LEAST.counter, SIZE.counter * k), h: Math.max(LEAST.counter, SIZE.counter * k) }
    : { w: Math.max(LEAST.wide, SIZE.wide * k), h: Math.max(LEAST.deep, SIZE.deep * k) };

/** The arm's sign in a little box, its middle at a place. */
export function armSign(arm: string, [x, y]: Point, s = 1): string {
  const w = 9 * s, h = 6 * s, box = `M${f(x - w)} ${f(y - h)}h${f(2 * w)}v${f(2 * h)}h${f(-2 * w)}z`;
  const foot = `M${f(x - w)} ${f(y - h)}l${f(2 * w)} ${f(2 * h)}`, horse = `M${f(x - w)} ${f(y + h)}l${f(2 * w)} ${f(-2 * h)}`;
  const inner = arm === "infantry" ? foot + horse : arm === "cavalry" ? horse : "";
  return `<path class="sign-box" d="${box}"/><path class="sign" d="${inner}"/>${arm === "artillery" ? `<circle class="sign-dot" cx="${f(x)}" cy="${f(y)}" r="${f(2.6 * s)}"/>` : ""}`;
}

const counted = (card: CardPicture): [string, number][] => [["infantry", card.infantry], ["cavalry", card.cavalry], ["artillery", card.batteries]];

/** What is known of a card: its arm's sign, and how many of each where they have been counted. */
function face(card: CardPicture, { w, h }: Size): string {
  const known = counted(card).filter(([, n]) => n > 0), room = Math.min(w / (known.length || 1), 44), s = Math.min(1.5, Math.max(0.8, h / 60));
  if (!known.length) return card.arm ? armSign(card.arm, [0, 0], s * 1.2) : "";
  return known
    .map(([arm, n], i) => {
      const x = (i - (known.length - 1) / 2) * room;
      return armSign(arm, [x, -5 * s], s * 0.8) + `<text class="card-count" x="${f(x)}" y="${f(11 * s)}">${n}</text>`;
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

const tabWidth = (words: string): number => measure(words, 10) + 14;

/** Where the tabs of own cards lie, so that no name is written over them. */
export function tabs(cards: CardPicture[], sheet: Sheet): Box[] {
  return cards.filter((each) => each.own).map((each) => {
    const [x, y] = sheet.at(each.x, each.y);
    return { x, y: y - rise(each, sizeOf(each, sheet.k)), w: tabWidth(state(each)) / 2 + 2, h: 9, turn: 0 };
  });
}

function tab(card: CardPicture, size: Size, words: string): string {
  const w = tabWidth(words);
  return `<g transform="translate(0 ${f(-rise(card, size))})"><rect class="card-tab" x="${f(-w / 2)}" y="-8" width="${f(w)}" height="16" rx="8"/><text class="card-name" y="3.5">${escaped(words)}</text></g>`;
}

const MOST_LETTERS = 26;
/** A formation's name without what it belongs to, cut where it would cover the map. */
function brief(name: string): string {
  const plain = name.replace(/\s*\([^)]*\)$/, "");
  return plain.length > MOST_LETTERS ? `${plain.slice(0, MOST_LETTERS - 1).trimEnd()}…` : plain;
}

/** A word or two on the state of one's own card. */
function state(card: CardPicture): string {
  const known = card.covered ? "" : S.card.uncovered;
  return [card.dummy ? `${S.card.dummy}, ${card.arm}` : brief(card.name), card.crowded ? S.card.crowded : "", card.hits ? S.card.hits(card.hits) : "", known].filter(Boolean).join(" · ");
}

/** Paces from a card within which troops are those that it stands for. */
const UNDER = 110;

/** Whether the troops that another's card stands for are in sight already: then there is nothing left to hide. */
export const isSeen = (c: CardPicture, units: Iterable<{ side: string; x: number; y: number }>): boolean =>
  !c.own && [...units].some((unit) => unit.side === c.side && Math.hypot(unit.x - c.x, unit.y - c.y) < UNDER);

/** A card in its own frame. One's own is a frame round the troops that it stands for; another's hides the ground. */
export function card(c: CardPicture, k: number, seen = false): string {
  const size = sizeOf(c, k), front = `<path class="card-front" d="M${f(-size.w / 2)} ${f(-size.h / 2)}h${f(size.w)}"/>`;
  const ring = `<rect class="ring-focus" ${frame(size, 5, 8)}/>`;
  if (seen) return `${ring}<rect class="card-own" ${frame(size)}/>${front}`;
  if (c.own) {
    const within = c.dummy ? upright(c.heading, armSign(c.arm, [0, 0], 1.5)) : "";
    return `${ring}<rect class="card-own" ${frame(size)}/>${front}${within}${k < FAR && !c.dummy && !c.crowded ? "" : upright(c.heading, tab(c, size, state(c)))}`;
  }
  const shadow = `<rect class="card-fall" ${frame(size)} transform="translate(1.5 2)"/><rect class="card-paper" ${frame(size)}/>`;
  const inside = c.covered || (!c.arm && !c.infantry && !c.cavalry && !c.batteries) ? back(size) + upright(c.heading, `<text class="card-what" y="7">?</text>`) : upright(c.heading, face(c, size));
  return `${ring}${shadow}${inside}${front}`;
}

/** A card in words, for who listens. */
export function saidCard(c: CardPicture): string {
  if (c.own) return S.card.own(state(c), c.units.length);
  if (c.covered) return S.card.covered(c.name);
  const known = counted(c).filter(([, n]) => n > 0).map(([arm, n]) => S.card.counts(arm, n));
  return S.card.open(c.name, known.join(", ") || c.arm);
}

/** Threads from one's own card to the troops that it stands for. */
export function threads(c: CardPicture, units: Map<string, { x: number; y: number }>, sheet: Sheet): string {
  if (!c.own || !c.units.length) return "";
  const from = sheet.at(c.x, c.y).map(f).join(" ");
  const d = c.units.flatMap((id) => { const unit = units.get(id); return unit ? [`M${from}L${sheet.at(unit.x, unit.y).map(f).join(" ")}`] : []; }).join("");
  return `<path class="card-thread" d="${d}"/>`;
}

/** Where a dummy is sent: a dotted way with a ring at its end. */
export function way(c: CardPicture, sheet: Sheet): string {
  if (!c.to) return "";
  const [x, y] = sheet.at(c.x, c.y), [tx, ty] = sheet.at(...c.to);
  return `<path class="card-way" d="M${f(x)} ${f(y)}L${f(tx)} ${f(ty)}"/><circle class="card-goal" cx="${f(tx)}" cy="${f(ty)}" r="4.5"/>`;
}

/** The ground on which one may set up: all else lies in shade. */
export function zones(all: [number, number][][], sheet: Sheet): string {
  if (!all.length) return "";
  const w = sheet.width * sheet.k, h = sheet.height * sheet.k;
  const rings = all.map((zone) => "M" + zone.map(([x, y]) => sheet.at(x, y).map(f).join(" ")).join("L") + "Z").join("");
  return `<path class="zone-out" d="M0 0H${f(w)}V${f(h)}H0Z${rings}"/><path class="zone" d="${rings}"/>`;
}

/** A spot turned about another, clockwise by degrees as headings are. */
export function turnedAbout([x, y]: Point, [cx, cy]: Point, by: number): Point {
  const a = (whole(by) * Math.PI) / 180, dx = x - cx, dy = y - cy;
  return [cx + dx * Math.cos(a) + dy * Math.sin(a), cy - dx * Math.sin(a) + dy * Math.cos(a)];
}
