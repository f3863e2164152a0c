/** What lights up: where in the window the things are that a step names, and where the card may lie. */

import type { Field, Spot } from "../lib/types";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Lit {
  /** Controls, each with a ring round it. */
  rings: Box[];
  /** Ground and troops, half open under the veil. */
  open: Box[];
}

const REGIONS: Record<string, string> = { done: "button.done", give: "button.go:not(.keeps)", blank: "button.blank", hand: ".hand, .sheet", roster: ".left, .sheet", log: ".log, .sheet", dice: ".pop, .odds", map: ".gmap" };

const boxed = (found: Element | null | undefined): Box | null => {
  const box = found?.getBoundingClientRect();
  return box && box.width > 0 && box.height > 0 ? { left: box.left, top: box.top, right: box.right, bottom: box.bottom } : null;
};

/** What of something is in sight: panels scroll, and it may lie above or below what they show. */
function seen(found: Element | null | undefined): Box | null {
  let box = boxed(found);
  for (let over = found?.parentElement; box && over && over !== document.body; over = over.parentElement) {
    if (!/auto|scroll|hidden|clip/.test(getComputedStyle(over).overflowY)) continue;
    const edge = over.getBoundingClientRect();
    box = { ...box, top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) };
    if (box.bottom - box.top < 6) box = null;
  }
  return box;
}
export const isInSight = (found: Element): boolean => seen(found) !== null;

/** The control that a light means, if it is on the page now. */
export function controlOf(light: string): Element | null {
  const [, kind = "", name = ""] = /^(option|field):(.+)$/.exec(light) ?? [];
  // an answer that stands among others is rather meant than the button that gives what is usual
  if (kind === "option") return ["[data-state] :is(.hand, .sheet) ", ""].map((within) => document.querySelector(`${within}[data-option="${CSS.escape(name)}"]`)).find(Boolean) ?? null;
  if (kind === "field") {
    const [field = "", value = ""] = name.split("="), row = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
    return (value && row?.querySelector(`[data-value="${CSS.escape(value)}"]`)) || row;
  }
  return REGIONS[light] ? [...document.querySelectorAll(`[data-state] :is(${REGIONS[light]})`)].find((each) => boxed(each)) ?? null : null;
}

const around = ({ x, y }: { x: number; y: number }, by: number): Box => ({ left: x - by, top: y - by, right: x + by, bottom: y + by });

/** The middle of a place by its name. */
export function placeNamed(ground: Field | null, name: string): Spot | null {
  const found = ground?.features.find((each) => each.properties.name === name)?.geometry;
  const flat = (found?.coordinates.flat(3) ?? []) as number[], n = flat.length / 2;
  if (!n) return null;
  return [flat.filter((_, i) => i % 2 === 0).reduce((a, b) => a + b, 0) / n, flat.filter((_, i) => i % 2 === 1).reduce((a, b) => a + b, 0) / n];
}

/** A unit on the map, with its name. */
const figureOf = (id: string): Box | null => boxed(document.querySelector(`.gmap [data-units~="${CSS.escape(id)}"]`));

/** Where all of it is now. The first control that is there has the ring, those that come after it wait their turn; but whoever has to
 *  be taken in hand first has it before any of them. */
export function lights(light: readonly string[], pixel: (spot: Spot) => { x: number; y: number } | undefined, ground: Field | null, awaited = ""): Lit {
  const open = light.flatMap((each): Box[] => {
    const [, kind = "", name = ""] = /^(unit|place|at):(.+)$/.exec(each) ?? [];
    if (kind === "unit") return [figureOf(name)].filter((box) => box !== null);
    const spot = kind === "at" ? (name.split(",").map(Number) as Spot) : kind === "place" ? placeNamed(ground, name) : null, at = spot && pixel(spot);
    return at ? [around(at, 46)] : [];
  });
  const first = awaited ? figureOf(awaited) : null;
  if (first) return { rings: [first], open: [first, ...open] };
  const control = light.map(controlOf).find((each) => each && boxed(each)), ring = seen(control);
  return { rings: ring ? [ring] : control ? [] : open.slice(0, 1), open };
}

const overlap = (a: Box, b: Box): number => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Something that the card should not lie over, and how much it matters for each pixel of it. */
export interface Weighed {
  box: Box;
  weight: number;
}

/** What lies about on the table: the troops that the words are about before others, what is played and the tools before lists. */
const ABOUT: readonly (readonly [string, number])[] = [
  [".playstrip", 8], [".stage .slip", 8], [".mapbar", 6], [".pop", 6], [".dock", 6], [".right .hand", 5], [".ribbon", 20], [".right .log", 1.5], ["aside.left", 0.9], [".mini", 0.3], [".crossed", 3],
];
/** What lies over the table as a sheet of its own. */
const SHEET = 7;
const SPOKEN = 40, LIT = 40, OTHERS = 22, NAMES = 8;

/** Everything that is on the table now, with its weight. */
export function lying(lit: Lit, spoken: readonly string[]): Weighed[] {
  const weighed = (weight: number) => (box: Box | null): Weighed[] => (box ? [{ box, weight }] : []);
  const figures = [...document.querySelectorAll<SVGElement>(".gmap .troops [data-units], .gmap .troops [data-leader]")];
  return [
    ...[...lit.rings, ...lit.open].flatMap(weighed(LIT)),
    ...ABOUT.flatMap(([selector, weight]) => [...document.querySelectorAll(`[data-state] ${selector}`)].flatMap((each) => weighed(weight)(boxed(each)))),
    ...[...document.querySelectorAll(".veil > *")].flatMap((each) => weighed(SHEET)(boxed(each))),
    ...[...document.querySelectorAll<SVGElement>(".gmap .troops [data-of]")].flatMap((each) => weighed(NAMES)(boxed(each))),
    ...figures.flatMap((each) => weighed(spoken.includes(each.dataset.units ?? each.dataset.leader ?? "") ? SPOKEN : OTHERS)(boxed(each))),
  ];
}

/** Pixels about the card, and from one place that is tried to the next. */
const RIM = 10, STEP = 24;
const cover = (things: readonly Weighed[], x: number, y: number, wide: number, high: number): number =>
  things.reduce((sum, { box, weight }) => sum + weight * overlap(box, { left: x - RIM, top: y - RIM, right: x + wide + RIM, bottom: y + high + RIM }), 0);

/** The place of the window where the card covers least; where it lies, if that is as good; else as near to the lower left as may be. */
export function placeFor(things: readonly Weighed[], wide: number, high: number, room: Box, was: { x: number; y: number } | null = null): { x: number; y: number } {
  const along = (from: number, to: number): number[] => (to <= from ? [from] : [...Array.from({ length: Math.floor((to - from) / STEP) + 1 }, (_, i) => from + i * STEP), to]);
  const xs = along(room.left, room.right - wide), ys = along(room.top, room.bottom - high).reverse();
  const stays = was && was.x >= room.left && was.x + wide <= room.right && was.y >= room.top && was.y + high <= room.bottom ? { ...was, cost: cover(things, was.x, was.y, wide, high) } : null;
  if (stays?.cost === 0) return { x: stays.x, y: stays.y };
  let best: { x: number; y: number; cost: number } | null = null;
  for (const y of ys) for (const x of xs) {
    const cost = cover(things, x, y, wide, high);
    if (!best || cost < best.cost) best = { x, y, cost };
  }
  // not for a trifle: the card is not to wander about
  const chosen = stays && (!best || stays.cost <= best.cost * 1.25 + 200) ? stays : best;
  return chosen ? { x: chosen.x, y: chosen.y } : { x: room.left, y: room.top };
}
